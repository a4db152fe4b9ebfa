"""One damaged workbench, or a log that cannot be written, harms nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from keenbench.engine.engine import Engine
from keenbench.errors import FileReadFailed, KeenBenchError
from keenbench.settings import Settings


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = Engine(Settings(data_dir=tmp_path))
    yield engine
    engine.close()


def make(engine: Engine, name: str) -> str:
    return str(engine.call("WorkbenchCreate", {"name": name})["workbench_id"])


def meta(engine: Engine, workbench_id: str) -> Path:
    return engine.settings.workbenches_dir / workbench_id / "meta"


@pytest.mark.parametrize("name", ["journal.json", "files.json", "workbench.json", "draft.json"])
@pytest.mark.parametrize(
    "damage",
    ["{}", '{"steps":[{"x":1}],"appends":[],"drops":[]}', "[" * 200_000, "nonsense", "[]"],
    ids=["empty", "foreign", "deep", "nonsense", "list"],
)
def test_a_damaged_workbench_keeps_no_other_from_starting_or_being_listed(
    engine: Engine, name: str, damage: str
) -> None:
    good, bad = make(engine, "Good"), make(engine, "Bad")
    (meta(engine, bad) / name).write_text(damage)
    engine.start()
    listed = engine.call("WorkbenchList", {})["workbenches"]
    assert {each["workbench_id"] for each in listed} == {good, bad}
    assert engine.call("WorkbenchOpen", {"workbench_id": good})["name"] == "Good"
    try:
        engine.call("WorkbenchOpen", {"workbench_id": bad})
    except KeenBenchError as error:
        assert isinstance(error, FileReadFailed)
        assert "damaged" in error.message


def test_a_log_that_cannot_be_written_is_told_before_anything_changes(engine: Engine) -> None:
    workbench_id = make(engine, "Mine")
    (meta(engine, workbench_id) / "audit.jsonl").unlink()
    (meta(engine, workbench_id) / "audit.jsonl").mkdir()
    with pytest.raises(KeenBenchError):
        engine.call("CheckpointCreate", {"workbench_id": workbench_id})
    checkpoints = engine.call("CheckpointsList", {"workbench_id": workbench_id})["checkpoints"]
    assert checkpoints == []
    (engine.settings.data_dir / "audit.key").unlink()
    (engine.settings.data_dir / "audit.key").mkdir()
    with pytest.raises(KeenBenchError):
        make(engine, "Another")
    assert len(engine.call("WorkbenchList", {})["workbenches"]) == 1


def test_the_same_id_with_other_content_is_another_proposal(engine: Engine) -> None:
    workbench_id = make(engine, "Mine")
    for path in ("a.txt", "b.txt", "b.txt"):
        proposal = {"proposal_id": "p1", "writes": [{"path": path, "content": "x\n"}]}
        done = engine.call(
            "WorkshopApplyProposal", {"workbench_id": workbench_id, "proposal": proposal}
        )
        assert [(each["path"], each["ok"]) for each in done["results"]] == [(path, True)]
    changes = engine.call("ReviewGetChangeSet", {"workbench_id": workbench_id})["changes"]
    assert [change["path"] for change in changes] == ["a.txt", "b.txt"]
    assert json.dumps(changes)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("a\nb\n", "a\nX", "last line"),
        ("a\r\nb\r\n", "a\nX\n", "Line ends differ too"),
        ("a\r\nb\r\n", "a\nb\n", "Only line ends"),
    ],
)
def test_a_diff_says_when_line_ends_differ(
    engine: Engine, tmp_path: Path, old: str, new: str, words: str
) -> None:
    workbench_id = make(engine, "Mine")
    source = tmp_path / "a.txt"
    source.write_bytes(old.encode())
    engine.call("WorkbenchFilesAdd", {"workbench_id": workbench_id, "source_paths": [str(source)]})
    published = engine.settings.workbenches_dir / workbench_id / "published" / "a.txt"
    assert published.read_bytes() == old.encode()
    # TextWrite keeps line ends, so the Draft is altered by hand to lose them.
    proposal = {"writes": [{"path": "a.txt", "content": "x\n"}]}
    engine.call("WorkshopApplyProposal", {"workbench_id": workbench_id, "proposal": proposal})
    draft = engine.settings.workbenches_dir / workbench_id / "draft" / "a.txt"
    draft.write_bytes(new.encode())
    params = {"workbench_id": workbench_id, "path": "a.txt"}
    assert words in engine.call("ReviewGetTextDiff", params)["reference_warning"]
