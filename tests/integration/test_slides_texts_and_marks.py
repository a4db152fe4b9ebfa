"""Presentations, OpenDocument texts and PDFs edited in the box, through the worker."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import odfdo
import pptx
import pytest
from PIL import Image
from pypdf import PdfReader

from tests.integration.test_worker import WorkerProcess
from tests.unit.formats.pdf.pdfs import pdf_bytes

FIXTURES = Path(__file__).parents[1] / "fixtures" / "office"

pytestmark = pytest.mark.needs("bubblewrap")


@pytest.fixture
def published(tmp_path: Path) -> Path:
    folder = tmp_path / "workbenches" / "wb" / "published"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def worker(published: Path) -> Iterator[WorkerProcess]:
    process = WorkerProcess(published.parents[1])
    yield process
    process.close()


def refused(worker: WorkerProcess, method: str, **params: Any) -> dict[str, Any]:
    answer = worker.wait(worker.send(method, workbench_id="wb", **params))
    data: dict[str, Any] = answer["error"]["data"]
    return data


def test_a_deck_is_edited_in_the_draft_and_published_stays(
    worker: WorkerProcess, published: Path
) -> None:
    shutil.copy(FIXTURES / "slides.pptx", published)
    Image.new("RGB", (10, 10), "red").save(published / "logo.png")
    before = (published / "slides.pptx").read_bytes()
    answer = worker.call(
        "PptxApplyOps",
        workbench_id="wb",
        path="slides.pptx",
        ops=[
            {"op": "add_slide", "layout": "title_and_content", "title": "New", "body": "a\nb"},
            {"op": "add_image", "slide_index": 0, "image_path": "logo.png"},
        ],
    )
    assert [one["op"] for one in answer["report"]] == ["add_slide", "add_image"]
    draft = published.parent / "draft" / "slides.pptx"
    assert pptx.Presentation(str(draft)).slides[3].shapes.title.text == "New"
    assert (published / "slides.pptx").read_bytes() == before
    styles = worker.call("PptxGetStyles", workbench_id="wb", path="slides.pptx")
    [picture] = [one for one in styles["assets"] if one["type"] == "image"]
    worker.call(
        "PptxApplyOps", workbench_id="wb", path="new.pptx", create_new=True,
        ops=[{"op": "add_slide", "title": "T"}],
    )  # fmt: skip
    copied = worker.call(
        "PptxCopyAssets", workbench_id="wb", source_path="slides.pptx", target_path="new.pptx",
        assets=[picture["asset_id"]],
    )  # fmt: skip
    assert copied["copied"][0]["slide_index"] == 0


def test_a_text_and_a_pdf_are_edited_in_the_draft(worker: WorkerProcess, published: Path) -> None:
    shutil.copy(FIXTURES / "notes.odt", published)
    (published / "paper.pdf").write_bytes(pdf_bytes(["The quick brown fox"]))
    worker.call(
        "OdtApplyOps", workbench_id="wb", path="notes.odt",
        ops=[{"op": "append_paragraph", "text": "Last words"}],
    )  # fmt: skip
    answer = worker.call(
        "PdfApplyOps", workbench_id="wb", path="copy.pdf", copy_from="paper.pdf",
        ops=[{"op": "highlight_text", "search": "quick"}],
    )  # fmt: skip
    assert answer["report"][0]["matches"] == 1
    draft = published.parent / "draft"
    last = odfdo.Document(str(draft / "notes.odt")).body.get_paragraphs()[-1]
    assert last.text_recursive == "Last words"
    assert len(PdfReader(draft / "copy.pdf").pages[0].annotations or []) == 1
    assert not (draft / "paper.pdf").exists()


def test_refusals_name_the_key_and_make_no_draft(worker: WorkerProcess, published: Path) -> None:
    shutil.copy(FIXTURES / "slides.pptx", published)
    told = refused(
        worker, "PptxApplyOps", path="slides.pptx", ops=[{"op": "delete_slide", "index": 7}]
    )
    assert told["error_code"] == "VALIDATION_FAILED"
    assert "ops[0].index" in told["message"]
    told = refused(
        worker, "OdtApplyOps", path="absent.odt", ops=[{"op": "append_paragraph", "text": "x"}]
    )
    assert told["error_code"] == "FILE_READ_FAILED"
    op = {"op": "delete_slide", "index": 0}
    told = refused(worker, "PptxApplyOps", path="slides.pptx", root="published", ops=[op])
    assert told["error_code"] == "SANDBOX_VIOLATION"
    assert not (published.parent / "draft" / "slides.pptx").exists()


def test_the_worker_says_what_operations_there_are(worker: WorkerProcess) -> None:
    schemas = worker.call("WorkerGetInfo")["ops_schema"]
    assert "add_chart" in str(schemas["pptx"])
    assert "append_paragraph" in str(schemas["odt"])
    assert "highlight_text" in str(schemas["pdf"])
