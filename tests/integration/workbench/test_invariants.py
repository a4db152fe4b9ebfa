"""Seed 004, "Safety / policy invariants": each rule as a test of its name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keenbench.errors import KeenBenchError
from tests.integration.workbench.conftest import Bench

pytestmark = pytest.mark.needs("bubblewrap")


def test_worker_edits_are_draft_only_published_is_never_written_directly(bench: Bench) -> None:
    before = bench.published()
    for root in ("published", "reference"):
        with pytest.raises(KeenBenchError) as error:
            bench.engine.worker.call(
                "TextWrite",
                {
                    "workbench_id": bench.workbench_id,
                    "root": root,
                    "path": "notes.txt",
                    "content": "written directly",
                },
            )
        assert error.value.info().error_code == "SANDBOX_VIOLATION"
    bench.propose(notes__txt="in the Draft\n", new__md="new\n")
    assert bench.published() == before
    names = sorted(path.name for path in (bench.folder / "draft").iterdir())
    assert names == ["new.md", "notes.txt"]


@pytest.mark.parametrize(
    "path", ["../notes.txt", "/etc/passwd", "sub/notes.txt", "..", "..\\notes.txt", "a\x00b.txt"]
)
def test_path_traversal_attempts_fail_with_sandbox_violation(bench: Bench, path: str) -> None:
    bench.propose(notes__txt="one\n")
    proposal = {"schema_version": 2, "writes": [{"path": path, "content": "x"}]}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("TextReadLines", {"path": path}),
        ("TextGetMap", {"path": path, "version": "published"}),
        ("WorkshopApplyProposal", {"proposal": proposal}),
        ("DraftDeleteFile", {"path": path}),
        ("DraftRevertFile", {"path": path}),
        ("WorkbenchFilesExtract", {"paths": [path], "destination": str(bench.sources)}),
    ]
    for method, params in calls:
        assert bench.refused(method, **params)["error_code"] == "SANDBOX_VIOLATION", method


@pytest.mark.parametrize(
    ("path", "kind"), [("scan.pdf", "pdf"), ("chart.png", "docx"), ("logo.svg", "xlsx")]
)
def test_read_only_formats_reject_write_attempts_with_validation_failed(
    bench: Bench, path: str, kind: str
) -> None:
    bench.add(**{path.replace(".", "__"): b"as it came"})
    as_text = {"schema_version": 2, "writes": [{"path": path, "content": "x"}]}
    as_ops = {
        "schema_version": 2,
        "ops": [{"path": path, "kind": kind, "ops": [{"op": "set_paragraphs", "paragraphs": []}]}],
    }
    for proposal in (as_text, as_ops):
        refused = bench.refused("WorkshopApplyProposal", proposal=proposal)
        assert refused["error_code"] == "VALIDATION_FAILED"
        assert path in refused["message"]
    assert bench.call("DraftGetState")["has_draft"] is False
    assert bench.published()[path] == b"as it came"


FLOW = """
import json, sys
connected = []
def hook(event, args):
    if event == "socket.connect" and isinstance(args[1], tuple):
        connected.append(str(args[1]))
sys.addaudithook(hook)
from pathlib import Path
from keenbench.engine.engine import Engine
from keenbench.settings import Settings
folder = Path(sys.argv[1])
(folder / "notes.txt").write_text("one\\n")
engine = Engine(Settings(data_dir=folder / "data"))
engine.start()
workbench_id = engine.call("WorkbenchCreate", {"name": "W"})["workbench_id"]
def call(method, **params):
    return engine.call(method, {"workbench_id": workbench_id, **params})
call("WorkbenchFilesAdd", source_paths=[str(folder / "notes.txt")])
writes = [{"path": "notes.txt", "content": "two\\n"}]
call("WorkshopApplyProposal", proposal={"schema_version": 2, "writes": writes})
before_review = list(connected)
review = call("ReviewGetChangeSet")
diff = call("ReviewGetTextDiff", path="notes.txt")
models = [m for m in sys.modules if m.startswith(("langchain", "keenbench.models"))]
call("DraftPublish", change_set_hash=review["change_set_hash"])
engine.close()
published = folder / "data/workbenches" / workbench_id / "published/notes.txt"
print(json.dumps({"connected": connected, "models": models, "hunks": len(diff["hunks"]),
                  "published": published.read_text()}))
"""


@pytest.fixture(scope="module")
def flow(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """From adding a file to publishing its change, in a process that notes every connection."""
    folder = tmp_path_factory.mktemp("flow")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KEENBENCH_")}
    done = subprocess.run(
        [sys.executable, "-c", FLOW, str(folder)],
        capture_output=True,
        text=True,
        timeout=120,
        env=environment,
        check=True,
    )
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert result["published"] == "two\n"
    return result


def test_review_performs_no_model_calls(flow: dict[str, Any]) -> None:
    assert flow["hunks"] == 1
    assert flow["models"] == []
    assert flow["connected"] == []


def test_no_remote_file_uploads_are_required_for_file_operations(flow: dict[str, Any]) -> None:
    assert flow["connected"] == []


def test_opaque_files_are_importable_but_never_parsed_for_content(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = bench.engine.worker.call

    def spy(method: str, params: dict[str, Any], *more: Any, **named: Any) -> Any:
        asked.append(method)
        return real(method, params, *more, **named)

    monkeypatch.setattr(bench.engine.worker, "call", spy)
    bench.add(tool__bin=b"PK\x03\x04 looks like a zip", data__parquet=b"PAR1")
    entries = {e["path"]: e for e in bench.call("WorkbenchFilesList")["files"]}
    assert entries["tool.bin"]["is_opaque"] is True
    assert entries["tool.bin"]["file_kind"] == "binary"
    bench.call("CheckpointCreate")
    bench.call("WorkbenchFork", mode="files")
    (bench.sources / "out").mkdir()
    bench.call("WorkbenchFilesExtract", paths=["tool.bin"], destination=str(bench.sources / "out"))
    bench.call("DraftDeleteFile", path="tool.bin")
    (change,) = bench.call("ReviewGetChangeSet")["changes"]
    assert (change["preview_kind"], change["is_opaque"]) == ("none", True)
    assert bench.refused("ReviewGetTextDiff", path="tool.bin")["error_code"] == "VALIDATION_FAILED"
    proposal = {"schema_version": 2, "writes": [{"path": "tool.bin", "content": "x"}]}
    refused = bench.refused("WorkshopApplyProposal", proposal=proposal)
    assert refused["error_code"] == "VALIDATION_FAILED"
    assert asked == [], "the worker was never asked about it"
    assert Path(bench.sources / "out/tool.bin").read_bytes() == b"PK\x03\x04 looks like a zip"
