"""The first page of one real file of each format, beside the one that others draw."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from tests.fidelity.marked import CORPUS
from tests.integration.test_previews import difference, drawn_directly, picture
from tests.integration.test_worker import WorkerProcess

REAL = {
    "DocxRenderPage": "docx/keenbench__invoice_template.docx",
    "OdtRenderPage": "odt/odfdo__text2.odt",
    "XlsxRenderPage": "xlsx/poi__NewStyleConditionalFormattings.xlsx",
    "PptxRenderSlide": "pptx/pandas__Pandas_Cheat_Sheet_JA.pptx",
    "PdfRenderPage": "pdf/pypdfsamples__pdflatex-4-pages.pdf",
}
# Where to leave both pictures of every format, for whoever wants to look at them.
LOOKED_AT = os.environ.get("KEENBENCH_LOOKED_AT")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("bubblewrap"),
    pytest.mark.needs("libreoffice"),
    pytest.mark.skipif(
        not all((CORPUS / name).exists() for name in REAL.values()), reason="no corpus here"
    ),
]


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerProcess]:
    folder = tmp_path_factory.mktemp("pages") / "workbenches"
    published = folder / "wb" / "published"
    published.mkdir(parents=True)
    for name in REAL.values():
        shutil.copy(CORPUS / name, published)
    process = WorkerProcess(folder)
    yield process
    process.close()


def paper_share(image: Image.Image) -> float:
    """Return how much of a page is bare paper."""
    shades = image.convert("L").histogram()
    return sum(shades[250:]) / sum(shades)


@pytest.mark.parametrize("method", REAL)
def test_a_page_of_a_real_file_looks_as_others_draw_it(
    worker: WorkerProcess, tmp_path: Path, method: str
) -> None:
    file = CORPUS / REAL[method]
    ours = picture(worker.call(method, workbench_id="wb", path=file.name))
    theirs = drawn_directly(file, tmp_path)
    apart = difference(ours, theirs)
    print(f"{file.name}: {ours.size} and {theirs.size}, {apart:.2%} apart")
    if LOOKED_AT:
        ours.save(Path(LOOKED_AT) / f"{file.stem}-ours.png")
        theirs.save(Path(LOOKED_AT) / f"{file.stem}-theirs.png")
    assert ours.size == pytest.approx(theirs.size, abs=2)
    assert apart <= 0.03
    # Two empty pages would look alike too.
    assert min(ImageStat.Stat(ours.convert("L")).extrema[0]) < 128
    assert paper_share(ours) < 0.995
