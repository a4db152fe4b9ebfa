"""The first page of every file of the corpus that can be shown as one, or why there is none."""

from __future__ import annotations

import base64
import io
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from keenbench.workbench.kinds import kind_of
from tests.fidelity.marked import corpus_files
from tests.fidelity.refusals import UNREADABLE
from tests.integration.test_worker import WorkerProcess

METHODS = {
    "docx": "DocxRenderPage",
    "odt": "OdtRenderPage",
    "xlsx": "XlsxRenderPage",
    "pptx": "PptxRenderSlide",
    "pdf": "PdfRenderPage",
    "image": "ImageRender",
}
FILES = {
    kind: [file for file, _ in corpus_files(kind) if kind_of(file.name).file_kind == kind]
    for kind in METHODS
}
# Waited for before the renderer counts as hung: its own limit is 58 s, and the machine may be busy.
PATIENCE = 120
# The files that have no page, and what is said of them. All others are drawn.
REFUSED = UNREADABLE | dict.fromkeys(
    (
        "odftoolkit__testInvalidPkg1.odt",
        "poi__OPCCompliance_DerivedPartNameFAIL.docx",
        "calamine__issue_530.xlsx",
        "poi__49609.xlsx",
    ),
    "LibreOffice cannot open the document",
)
# Half a minute of a quiet machine each: a busy one may stop them at the limit, and says so.
LONG = ("poi__2411-Performance_Up.pptx", "sheetjs__large_strings.xlsx")

pytestmark = [
    pytest.mark.skipif(not FILES["docx"], reason="no corpus here"),
    pytest.mark.needs("bubblewrap"),
    pytest.mark.needs("libreoffice"),
]


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


def refusal(worker: WorkerProcess, kind: str, name: str) -> dict[str, Any] | None:
    """Have the first page drawn; return the error where there is none."""
    request = worker.send(METHODS[kind], workbench_id="wb", path=name)
    answer = worker.wait(request, PATIENCE)
    if "error" in answer:
        told: dict[str, Any] = answer["error"]["data"]
        return told
    with Image.open(io.BytesIO(base64.b64decode(answer["result"]["bytes_base64"]))) as image:
        image.load()
        assert max(image.size) <= 2048, name
    return None


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", METHODS)
def test_every_file_has_a_first_page_or_is_refused_by_name(
    worker: WorkerProcess, published: Path, kind: str
) -> None:
    drawn, refused, faults = 0, [], []
    slowest = (0.0, "")
    for file in FILES[kind]:
        shutil.copy(file, published / file.name)
        begun = time.monotonic()
        told = refusal(worker, kind, file.name)
        slowest = max(slowest, (time.monotonic() - begun, file.name))
        known = REFUSED.get(file.name)
        if told is None:
            drawn += 1
            if known is not None:
                faults.append(f"{file.name} is drawn, and was not")
            continue
        said = f"{file.name}: {told['error_code']}: {told['message']}"
        refused.append(said)
        if file.name in LONG and told["error_code"] == "RUNNER_TIMEOUT":
            continue
        if known is None or known not in told["message"]:
            faults.append(said)
    print(f"{kind}: {drawn} drawn, {len(refused)} refused; slowest {slowest}")
    print("\n".join(refused))
    assert not faults, faults
    assert drawn > len(refused)
