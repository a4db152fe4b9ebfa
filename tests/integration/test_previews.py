"""Pages, slides and pictures drawn in their boxes, through the worker: as in the product."""

from __future__ import annotations

import base64
import io
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from PIL import Image, ImageChops, ImageStat
from pptx.enum.dml import MSO_THEME_COLOR

from tests.documents import paragraph, word, word_parts, zipped
from tests.integration.test_worker import WorkerProcess

FIXTURES = Path(__file__).parents[1] / "fixtures" / "office"
OFFICE = {
    "DocxRenderPage": "simple.docx",
    "OdtRenderPage": "notes.odt",
    "XlsxRenderPage": "multi-sheet.xlsx",
    "PptxRenderSlide": "slides.pptx",
}

pytestmark = pytest.mark.needs("bubblewrap")


@pytest.fixture
def published(tmp_path: Path) -> Path:
    folder = tmp_path / "workbenches" / "wb" / "published"
    folder.mkdir(parents=True)
    for file in FIXTURES.iterdir():
        shutil.copy(file, folder / file.name)
    return folder


@pytest.fixture
def worker(published: Path) -> Iterator[WorkerProcess]:
    process = WorkerProcess(published.parents[1])
    yield process
    process.close()


def picture(answer: dict[str, Any]) -> Image.Image:
    assert answer["mime_type"] == "image/png"
    image = Image.open(io.BytesIO(base64.b64decode(answer["bytes_base64"])))
    image.load()
    return image


def difference(left: Image.Image, right: Image.Image) -> float:
    """Return how far two pictures are apart on average, from 0 to 1."""
    # Programs round a page's last dot up or down.
    both = (0, 0, min(left.width, right.width), min(left.height, right.height))
    left, right = left.convert("RGB").crop(both), right.convert("RGB").crop(both)
    found = ImageStat.Stat(ImageChops.difference(left, right)).mean
    return sum(found) / len(found) / 255


def drawn_directly(file: Path, folder: Path) -> Image.Image:
    """Return the first page as `soffice` and `pdftoppm` draw it, at 100 dpi."""
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder)]
    pdf = file
    if file.suffix != ".pdf":
        subprocess.run([*command, str(file)], check=True, capture_output=True)
        pdf = folder / f"{file.stem}.pdf"
    subprocess.run(["pdftoppm", "-r", "100", "-l", "1", "-png", str(pdf), str(folder / "page")])
    return Image.open(next(folder.glob("page*.png")))


@pytest.mark.needs("libreoffice")
@pytest.mark.parametrize("method", OFFICE)
def test_a_page_looks_as_libreoffice_itself_draws_it(
    worker: WorkerProcess, tmp_path: Path, method: str
) -> None:
    name = OFFICE[method]
    ours = picture(worker.call(method, workbench_id="wb", path=name))
    theirs = drawn_directly(FIXTURES / name, tmp_path)
    assert ours.size == pytest.approx(theirs.size, abs=2)
    assert difference(ours, theirs) <= 0.03
    darkest = min(ImageStat.Stat(ours.convert("L")).extrema[0])
    assert darkest < 128, "an empty page would look like any other"


@pytest.mark.needs("libreoffice")
def test_every_page_up_to_the_last_can_be_drawn_and_none_past_it(worker: WorkerProcess) -> None:
    first = worker.call("DocxRenderPage", workbench_id="wb", path="simple.docx")
    last = first["page_count"] - 1
    worker.call("DocxRenderPage", workbench_id="wb", path="simple.docx", page_index=last)
    refused = worker.error("DocxRenderPage", workbench_id="wb", path="simple.docx", page_index=999)[
        "data"
    ]
    assert refused["error_code"] == "VALIDATION_FAILED"
    assert str(first["page_count"]) in refused["message"]


@pytest.mark.needs("libreoffice")
def test_slides_past_the_first_few_are_drawn_as_themselves(
    worker: WorkerProcess, published: Path
) -> None:
    deck = pptx.Presentation()
    for _ in range(7):
        deck.slides.add_slide(deck.slide_layouts[6])
    fill = deck.slides[6].background.fill
    fill.solid()
    fill.fore_color.theme_color = MSO_THEME_COLOR.TEXT_1  # black
    deck.save(str(published / "seven.pptx"))
    for index, colour in ((0, (255, 255, 255)), (6, (0, 0, 0)), (5, (255, 255, 255))):
        answer = worker.call(
            "PptxRenderSlide", workbench_id="wb", path="seven.pptx", slide_index=index
        )
        assert answer["slide_count"] == 7
        shown = picture(answer).convert("RGB")
        assert shown.getpixel((shown.width // 2, shown.height // 2)) == colour


@pytest.mark.needs("libreoffice")
def test_a_page_drawn_before_is_the_same_to_the_byte_and_follows_the_file(
    worker: WorkerProcess, published: Path
) -> None:
    first = worker.call("DocxRenderPage", workbench_id="wb", path="simple.docx")
    assert worker.call("DocxRenderPage", workbench_id="wb", path="simple.docx") == first
    kept = list((published.parent / "meta" / "previews").iterdir())
    assert len(kept) == 1
    other = docx.Document()
    other.add_paragraph("Something else")
    other.save(str(published / "simple.docx"))
    changed = worker.call("DocxRenderPage", workbench_id="wb", path="simple.docx")
    assert changed["bytes_base64"] != first["bytes_base64"]


def test_a_page_of_a_pdf_grows_with_its_scale_and_stays_within_bounds(
    worker: WorkerProcess,
) -> None:
    sizes = {}
    for scale in (0.25, 1.0, 2.0):
        answer = worker.call("PdfRenderPage", workbench_id="wb", path="report.pdf", scale=scale)
        sizes[scale] = picture(answer).size
        assert max(sizes[scale]) <= 2048
    assert sizes[1.0][0] == pytest.approx(4 * sizes[0.25][0], abs=4)
    far = worker.call("PdfRenderPage", workbench_id="wb", path="report.pdf", scale=50)
    assert picture(far).size == sizes[2.0]


def test_a_page_as_large_as_a_wall_is_drawn_smaller_and_says_so(
    worker: WorkerProcess, published: Path
) -> None:
    Image.new("RGB", (40, 40), "red").save(published / "wall.pdf", resolution=0.5)
    answer = worker.call("PdfRenderPage", workbench_id="wb", path="wall.pdf", scale=2.0)
    assert answer["scaled_down"] is True
    assert max(picture(answer).size) == 2048


def test_pictures_are_drawn_as_a_browser_shows_them(worker: WorkerProcess, published: Path) -> None:
    turned = Image.new("RGB", (40, 20), "blue")
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    turned.save(published / "photo.jpg", exif=exif)
    Image.new("RGB", (5000, 300), "green").save(published / "wide.png")
    assert picture(worker.call("ImageRender", workbench_id="wb", path="photo.jpg")).size == (20, 40)
    wide = worker.call("ImageRender", workbench_id="wb", path="wide.png")
    assert wide["scaled_down"] is True and picture(wide).size == (2048, 123)
    assert picture(worker.call("ImageRender", workbench_id="wb", path="logo.svg")).width > 1


def test_a_drawing_shows_nothing_of_this_machine(worker: WorkerProcess, published: Path) -> None:
    secret = published.parent / "secret.png"
    Image.new("RGB", (20, 20), "red").save(secret)
    (published / "thief.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="20" height="20"><image width="20" height="20" xlink:href="{secret}"/>'
        f'<image width="20" height="20" href="file://{secret}"/></svg>'
    )
    drawn = picture(worker.call("ImageRender", workbench_id="wb", path="thief.svg"))
    assert drawn.convert("RGBA").getchannel("A").getbbox() is None, "nothing was painted"


@pytest.mark.needs("libreoffice")
def test_a_document_that_cannot_be_opened_is_refused_and_the_next_is_drawn(
    worker: WorkerProcess, published: Path
) -> None:
    (published / "broken.docx").write_bytes(b"PK\x03\x04 and then rubbish")
    refused = worker.error("DocxRenderPage", workbench_id="wb", path="broken.docx")["data"]
    assert refused["error_code"] == "FILE_READ_FAILED"
    assert "damaged" in refused["message"] or "zip" in refused["message"]
    # The renderer is as good as before.
    worker.call("DocxRenderPage", workbench_id="wb", path="simple.docx")


CONVERTER = """#!/usr/bin/env python3
import pathlib, shutil, sys
assert sys.argv[1:4] == ["--headless", "--convert-to", "pdf"], sys.argv
folder, source = pathlib.Path(sys.argv[5]), pathlib.Path(sys.argv[6])
shutil.copy(pathlib.Path(__file__).with_name("answer.pdf"), folder / (source.stem + ".pdf"))
"""


@pytest.fixture
def converting(published: Path, tmp_path: Path) -> Iterator[WorkerProcess]:
    """A worker whose renderer makes pages of whatever it is handed."""
    folder = tmp_path / "own"
    folder.mkdir()
    shutil.copy(FIXTURES / "report.pdf", folder / "answer.pdf")
    converter = folder / "convert"
    converter.write_text(CONVERTER)
    converter.chmod(converter.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    worker = WorkerProcess(published.parents[1], KEENBENCH_PREVIEW_RENDERER_PATH=str(converter))
    yield worker
    worker.close()


def test_a_converter_of_the_users_own_takes_the_place_of_libreoffice(
    converting: WorkerProcess,
) -> None:
    page = converting.call("DocxRenderPage", workbench_id="wb", path="simple.docx")
    pdf = converting.call("PdfRenderPage", workbench_id="wb", path="report.pdf")
    assert (page["bytes_base64"], page["page_count"]) == (pdf["bytes_base64"], pdf["page_count"])


def test_what_our_own_reader_refuses_is_never_handed_to_the_renderer(
    converting: WorkerProcess, published: Path
) -> None:
    nested = "<w:tbl><w:tr><w:tc>" * 3000 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 3000
    word(published, nested).rename(published / "maze.docx")
    bomb = word_parts(paragraph("x")) | {"word/media/x.bmp": bytes(20 * 1024 * 1024)}
    (published / "bomb.docx").write_bytes(zipped(bomb))
    for name in ("maze.docx", "bomb.docx"):
        refused = converting.error("DocxRenderPage", workbench_id="wb", path=name)["data"]
        assert refused["error_code"] == "FILE_READ_FAILED"
        assert "hostile" in refused["message"]
    # LibreOffice makes an empty page of it, as if that were what the file says.
    (published / "empty.docx").touch()
    refused = converting.error("DocxRenderPage", workbench_id="wb", path="empty.docx")["data"]
    assert (refused["error_code"], refused["message"]) == ("FILE_READ_FAILED", "The file is empty.")


def test_a_sheet_with_a_lone_cell_in_its_last_corner_is_refused_with_what_to_do(
    converting: WorkerProcess, published: Path
) -> None:
    made = openpyxl.Workbook()
    made["Sheet"]["A1"] = made["Sheet"]["XFD1048576"] = 1
    made.save(published / "far.xlsx")
    refused = converting.error("XlsxRenderPage", workbench_id="wb", path="far.xlsx")["data"]
    assert refused["error_code"] == "RUNNER_RESOURCE_EXCEEDED"
    assert "in the grid" in refused["message"]
    converting.call("XlsxRenderPage", workbench_id="wb", path="multi-sheet.xlsx")


def test_without_libreoffice_the_answer_says_what_to_install(
    published: Path, tmp_path: Path
) -> None:
    # A PATH that holds this Python and bwrap, and no LibreOffice.
    folder = tmp_path / "bin"
    folder.mkdir()
    bwrap = shutil.which("bwrap")
    if bwrap is not None:
        (folder / "bwrap").symlink_to(bwrap)
    path = f"{Path(sys.executable).parent}:{folder}"
    worker = WorkerProcess(published.parents[1], PATH=path)
    try:
        refused = worker.error("DocxRenderPage", workbench_id="wb", path="simple.docx")["data"]
        info = worker.call("WorkerGetInfo")
    finally:
        worker.close()
    assert refused["error_code"] == "TOOL_WORKER_UNAVAILABLE"
    assert "apt install libreoffice-writer" in refused["message"]
    assert info["renderer"] == {"available": False, "version": None}
