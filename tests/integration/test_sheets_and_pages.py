"""Workbooks, PDF and images read in the box, through the worker: as in the product."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fidelity.marked import corpus_files
from tests.integration.test_worker import WorkerProcess

FIXTURES = Path(__file__).parents[1] / "fixtures" / "office"
METHODS = {
    "xlsx": ("XlsxGetMap", "XlsxReadRange", "XlsxExtractText"),
    "pdf": ("PdfGetMap", "PdfExtractText"),
    "image": ("ImageGetMetadata",),
}
MAY_FAIL = {"FILE_READ_FAILED", "VALIDATION_FAILED"}  # the latter for a text that is too large

pytestmark = pytest.mark.needs("bubblewrap")


@pytest.fixture
def workbench(tmp_path: Path) -> Path:
    folder = tmp_path / "workbenches" / "wb" / "published"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def worker(workbench: Path) -> Iterator[WorkerProcess]:
    process = WorkerProcess(workbench.parents[1])
    yield process
    process.close()


def test_the_office_fixtures_are_read(worker: WorkerProcess, workbench: Path) -> None:
    for name in ("multi-sheet.xlsx", "report.pdf", "chart.png", "logo.svg"):
        shutil.copy(FIXTURES / name, workbench / name)
    book = worker.call("XlsxGetMap", workbench_id="wb", path="multi-sheet.xlsx")
    first = book["sheets"][0]
    rows = worker.call("XlsxReadRange", workbench_id="wb", path="multi-sheet.xlsx")["rows"]
    assert (len(rows), len(rows[0])) == (first["row_count"], first["col_count"])
    pdf = worker.call("PdfGetMap", workbench_id="wb", path="report.pdf")
    text = worker.call("PdfExtractText", workbench_id="wb", path="report.pdf")["text"]
    assert pdf["total_char_count"] == len(text.replace("\f", ""))
    for name in ("chart.png", "logo.svg"):
        found = worker.call("ImageGetMetadata", workbench_id="wb", path=name)
        assert found["format"] == name[-3:]
        assert found["size_bytes"] == (FIXTURES / name).stat().st_size


# Without the box all of them are read in tests/fidelity; in it every third always.
@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("kind", METHODS)
def test_the_corpus_is_read_in_the_box(
    worker: WorkerProcess, workbench: Path, kind: str, step: int
) -> None:
    files = [file for file, _ in corpus_files(kind) if file.suffix != ".json"][::step]
    if not files:
        pytest.skip("no corpus here")
    refused = 0
    for file in files:
        shutil.copy(file, workbench / file.name)
        for method in METHODS[kind]:
            request = worker.send(method, workbench_id="wb", path=file.name)
            answer = worker.wait(request)
            if "error" in answer:
                data = answer["error"]["data"]
                assert data["error_code"] in MAY_FAIL, (file.name, data)
                assert len(data["message"]) > 15
                refused += 1
            elif method.endswith("GetMap"):
                assert len(json.dumps(answer["result"])) <= 64 * 1024
        (workbench / file.name).unlink()
    print(f"{kind}: {len(files)} in the box, {refused} calls refused")
    assert refused < len(files)
