"""Word documents edited in the box, through the worker, into the Draft."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from PIL import Image

from tests.integration.test_worker import WorkerProcess

FIXTURES = Path(__file__).parents[1] / "fixtures" / "office"

pytestmark = pytest.mark.needs("bubblewrap")


@pytest.fixture
def published(tmp_path: Path) -> Path:
    folder = tmp_path / "workbenches" / "wb" / "published"
    folder.mkdir(parents=True)
    shutil.copy(FIXTURES / "simple.docx", folder)
    Image.new("RGB", (96, 48), "red").save(folder / "logo.png")
    return folder


@pytest.fixture
def worker(published: Path) -> Iterator[WorkerProcess]:
    process = WorkerProcess(published.parents[1])
    yield process
    process.close()


def test_an_edit_lands_in_the_draft_and_published_stays(
    worker: WorkerProcess, published: Path
) -> None:
    before = (published / "simple.docx").read_bytes()
    ops = [
        {"op": "replace_text", "search": "Summary", "replace": "Overview"},
        {"op": "insert_image", "image_path": "logo.png", "alt_text": "logo"},
        {"op": "append_paragraph", "text": "The end."},
    ]
    answer = worker.call("DocxApplyOps", workbench_id="wb", path="simple.docx", ops=ops)
    assert [one["op"] for one in answer["report"]] == [op["op"] for op in ops]
    made = published.parent / "draft" / "simple.docx"
    document = docx.Document(str(made))
    assert document.paragraphs[0].text == "Overview"
    assert document.paragraphs[-1].text == "The end."
    assert len(document.inline_shapes) == 1
    assert (published / "simple.docx").read_bytes() == before


def test_new_files_refusals_and_assets_go_through_the_worker(
    worker: WorkerProcess, published: Path
) -> None:
    draft = published.parent / "draft"
    style = {"op": "define_style", "name": "House", "bold": True}
    worker.call("DocxApplyOps", workbench_id="wb", path="new.docx", create_new=True, ops=[style])
    listed = worker.call("DocxGetStyles", workbench_id="wb", path="new.docx")
    [asset] = [one["asset_id"] for one in listed["assets"] if one["name"] == "House"]
    worker.call(
        "DocxCopyAssets",
        workbench_id="wb",
        source_path="new.docx",
        target_path="simple.docx",
        assets=[asset],
    )
    assert docx.Document(str(draft / "simple.docx")).styles["House"].font.bold is True
    before = (draft / "new.docx").read_bytes()
    bad = worker.send(
        "DocxApplyOps",
        workbench_id="wb",
        path="new.docx",
        ops=[style, {"op": "delete_paragraphs", "start": 99}],
    )
    error = worker.wait(bad)["error"]["data"]
    assert error["error_code"] == "VALIDATION_FAILED"
    assert "ops[1].start" in error["message"]
    assert (draft / "new.docx").read_bytes() == before
