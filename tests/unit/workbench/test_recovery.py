from __future__ import annotations

import pytest

from keenbench.workbench.bench import Workbench
from keenbench.workbench.draft import read_draft, require_draft
from keenbench.workbench.recovery import FOUND_IN_DRAFT, recover, recover_all
from keenbench.workbench.workbenches import Workbenches
from tests.workbench_texts import active, changed, folder_of, published, write


def test_a_start_clears_away_what_a_crash_left(bench: Workbench, workbenches: Workbenches) -> None:
    write(bench, {"notes.txt": "second\n"})
    draft_id = bench.read(require_draft).draft_id
    folder = folder_of(bench)
    for name in ("draft.p_1.staging", "draft.prev", "meta/next.t_1", "meta/review/d_dead/baseline"):
        (folder / name).mkdir(parents=True)
        (folder / name / "x.txt").write_text("left over")
    temporaries = ["meta", f"meta/review/{draft_id}/baseline", "draft", "meta/objects"]
    for name in temporaries:
        (folder / name / ".0123456789abcdef.tmp").write_text("half")
    (folder / "meta/objects" / ("0" * 64)).write_text("nobody's")
    (folder / "meta/checkpoints/cp_half").mkdir(parents=True)
    recover_all(workbenches)
    left = [str(path.relative_to(folder)) for path in folder.rglob("*")]
    assert not [name for name in left if "staging" in name or "prev" in name or "next" in name]
    assert not [name for name in left if "dead" in name or ".tmp" in name or "cp_half" in name]
    assert f"meta/objects/{'0' * 64}" not in left
    assert changed(bench) == {"notes.txt": "modified"}


def test_caches_of_the_parser_are_left_alone(bench: Workbench) -> None:
    for name in ("meta/tabular/k.duckdb", "meta/previews/h/1.png"):
        place = folder_of(bench) / name
        place.parent.mkdir(parents=True)
        place.write_text("cache")
    recover(bench)
    assert (folder_of(bench) / "meta/tabular/k.duckdb").exists()
    assert (folder_of(bench) / "meta/previews/h/1.png").exists()


def test_a_workbench_that_another_process_writes_to_is_left_to_it(
    bench: Workbench, workbenches: Workbenches
) -> None:
    with bench.writing() as writing, writing.staging("busy") as staging:
        recover_all(workbenches)
        assert (folder_of(bench) / staging).is_dir()


def test_a_damaged_workbench_keeps_no_other_from_starting(
    bench: Workbench, workbenches: Workbenches, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = workbenches.create("Damaged")
    (folder_of(damaged) / "meta/files.json").write_text("{")
    (folder_of(bench) / "draft.p_1.staging").mkdir()
    recover_all(workbenches)
    assert not (folder_of(bench) / "draft.p_1.staging").exists()
    assert "not recovered" in caplog.text


def test_files_found_in_the_drafts_folder_become_a_draft(bench: Workbench) -> None:
    (folder_of(bench) / "draft").mkdir()
    (folder_of(bench) / "draft/notes.txt").write_text("by another hand\n")
    (folder_of(bench) / "draft/plan.md").write_text("# Plan\n")
    recover(bench)
    assert changed(bench) == {"notes.txt": "modified"}
    assert bench.read(require_draft).notices == [FOUND_IN_DRAFT]
    assert [path.name for path in (folder_of(bench) / "draft").iterdir()] == ["notes.txt"]
    assert active(bench, "notes.txt") == {"notes.txt": "by another hand\n"}
    assert published(bench)["notes.txt"] == "first notes\n"


def test_files_found_there_that_change_nothing_are_no_draft(bench: Workbench) -> None:
    (folder_of(bench) / "draft").mkdir()
    (folder_of(bench) / "draft/plan.md").write_text("# Plan\n")
    recover(bench)
    assert bench.read(read_draft) is None
    assert list((folder_of(bench) / "draft").iterdir()) == []


def test_a_start_without_workbenches_is_a_start(workbenches: Workbenches) -> None:
    recover_all(workbenches)
    assert workbenches.list() == []
