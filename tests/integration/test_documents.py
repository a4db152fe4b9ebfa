"""Documents read in the box, through the worker: as in the product, nothing in process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fidelity.marked import REFUSED, corpus_files
from tests.integration.test_worker import WorkerProcess

FIXTURES = Path(__file__).parents[1] / "fixtures" / "office"
METHODS = {"docx": "Docx", "odt": "Odt", "pptx": "Pptx"}

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
    texts = {}
    for name in ("simple.docx", "notes.odt", "slides.pptx"):
        shutil.copy(FIXTURES / name, workbench / name)
        method = METHODS[name.rpartition(".")[2]]
        texts[name] = worker.call(f"{method}ExtractText", workbench_id="wb", path=name)["text"]
        found = worker.call(f"{method}GetMap", workbench_id="wb", path=name)
        assert found["total_char_count"] == len(texts[name])
    assert texts["simple.docx"].splitlines()[0] == "Summary"
    assert len(texts["simple.docx"].splitlines()) == 3
    assert len(texts["notes.odt"].splitlines()) == 2
    assert texts["slides.pptx"].count("[slide ") == 3


@pytest.mark.parametrize("kind", METHODS)
def test_the_corpus_is_read_in_the_box(worker: WorkerProcess, workbench: Path, kind: str) -> None:
    files = list(corpus_files(kind))
    if not files:
        pytest.skip("no corpus here")
    reasons = []
    for file, note in files:
        shutil.copy(file, workbench / file.name)
        request = worker.send(f"{METHODS[kind]}GetMap", workbench_id="wb", path=file.name)
        answer = worker.wait(request)
        if any(words in note for words in REFUSED):
            assert answer["error"]["data"]["error_code"] == "FILE_READ_FAILED", file.name
            reasons.append(answer["error"]["data"]["message"])
        else:
            assert "result" in answer, (file.name, answer)
    print(f"{kind}: {len(files)} in the box, {len(reasons)} refused")
    assert all(len(reason) > 20 for reason in reasons)
