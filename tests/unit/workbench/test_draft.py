from __future__ import annotations

import json
from typing import Any

import pytest

from keenbench.errors import (
    ConflictPublishedChanged,
    DraftExists,
    FileMissing,
    FileReadFailed,
    ValidationFailed,
)
from keenbench.workbench import edits
from keenbench.workbench.batch import Origin
from keenbench.workbench.bench import Workbench
from keenbench.workbench.checkpoints import create_checkpoint
from keenbench.workbench.discard import bring_back, delete_file, discard_draft, revert_file
from keenbench.workbench.draft import read_draft
from keenbench.workbench.edits import Edit, apply_edits
from keenbench.workbench.events import Event
from keenbench.workbench.publish import publish
from keenbench.workbench.restore import restore_checkpoint, rewind
from tests.workbench_texts import (
    active,
    change_set,
    changed,
    folder_of,
    published,
    text_worker,
    write,
)


def names(bench: Workbench, folder: str) -> list[str]:
    place = folder_of(bench) / folder
    return sorted(path.name for path in place.iterdir()) if place.exists() else []


def test_reading_makes_no_draft(bench: Workbench) -> None:
    active(bench, "notes.txt", "plan.md")
    published(bench)
    assert bench.read(read_draft) is None
    assert names(bench, "draft") == []


def test_the_first_write_makes_a_sparse_draft(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second notes\n"})
    assert names(bench, "draft") == ["notes.txt"]
    assert active(bench, "notes.txt", "plan.md") == {
        "notes.txt": "second notes\n",
        "plan.md": "# Plan\n",
    }
    assert published(bench)["notes.txt"] == "first notes\n"
    assert changed(bench) == {"notes.txt": "modified"}


def test_the_reference_is_the_old_file_itself_kept_at_the_first_write(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    write(bench, {"notes.txt": "third\n"})
    draft = bench.read(read_draft)
    assert draft is not None
    (kept,) = (folder_of(bench) / f"meta/review/{draft.draft_id}/baseline").iterdir()
    assert kept.read_text() == "first notes\n"
    # It stays what it was, whatever happens to Published.
    (folder_of(bench) / "published/notes.txt").write_text("from outside\n")
    assert kept.read_text() == "first notes\n"


def test_writing_what_is_there_already_makes_no_draft(bench: Workbench) -> None:
    applied = write(bench, {"notes.txt": "first notes\n"})
    assert applied.draft_id is None
    assert bench.read(read_draft) is None
    assert names(bench, "meta/review") == []


def test_a_file_changed_back_is_no_change(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "plan.md": "# Other\n"})
    write(bench, {"notes.txt": "first notes\n"})
    assert changed(bench) == {"plan.md": "modified"}
    publish(bench)
    assert published(bench)["notes.txt"] == "first notes\n"


def test_a_batch_is_undone_and_redone_whole(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "new.md": "new\n"})
    write(bench, {"notes.txt": "third\n", "plan.md": "# Third\n"})
    edits.undo(bench)
    assert active(bench, "notes.txt", "plan.md") == {"notes.txt": "second\n", "plan.md": "# Plan\n"}
    edits.undo(bench)
    assert changed(bench) == {}
    with pytest.raises(ValidationFailed, match="nothing to undo"):
        edits.undo(bench)
    edits.redo(bench)
    edits.redo(bench)
    assert active(bench, "notes.txt", "new.md", "plan.md") == {
        "notes.txt": "third\n",
        "new.md": "new\n",
        "plan.md": "# Third\n",
    }
    with pytest.raises(ValidationFailed, match="nothing to redo"):
        edits.redo(bench)


def test_a_write_after_an_undo_takes_the_place_of_what_was_undone(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    write(bench, {"notes.txt": "third\n"})
    edits.undo(bench)
    write(bench, {"notes.txt": "another third\n"})
    edits.undo(bench)
    edits.redo(bench)
    assert active(bench, "notes.txt") == {"notes.txt": "another third\n"}


def test_a_step_with_the_same_key_is_applied_once(bench: Workbench) -> None:
    calls: list[str] = []

    def counting(method: str, params: dict[str, Any]) -> dict[str, Any]:
        calls.append(method)
        return text_worker(bench)(method, params) | {"report": [{"index": 0}]}

    def step() -> edits.Applied:
        batching = edits.Batching(origin=Origin(run_id="r1", step="3", key="r1:3"))
        edit = Edit("notes.txt", "TextWrite", {"content": "step three\n"})
        return apply_edits(bench, counting, [edit], batching)

    first, again = step(), step()
    assert (first.repeated, again.repeated) == (False, True)
    assert again.results == first.results
    assert calls == ["TextWrite"]
    line = json.loads((folder_of(bench) / "meta/ops.jsonl").read_text().splitlines()[0])
    assert (line["run_id"], line["step"], line["key"]) == ("r1", "3", "r1:3")
    assert names(bench, "meta/objects") == [line["files"][0]["after"]]


def test_a_step_that_went_with_a_discarded_draft_is_applied_again(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"}, key="k")
    discard_draft(bench)
    assert not write(bench, {"notes.txt": "second\n"}, key="k").repeated
    assert active(bench, "notes.txt") == {"notes.txt": "second\n"}


def test_a_step_of_a_draft_that_was_brought_back_is_not_applied_twice(bench: Workbench) -> None:
    write(bench, {"notes.txt": "first\n"})
    before = create_checkpoint(bench, "manual").checkpoint_id
    write(bench, {"notes.txt": "second\n"}, key="k")
    discarded = discard_draft(bench)
    assert discarded.undo_id is not None
    restore_checkpoint(bench, discarded.undo_id)
    assert write(bench, {"notes.txt": "again\n"}, key="k").repeated
    assert active(bench, "notes.txt") == {"notes.txt": "second\n"}
    # Brought back as it was before that step, it lacks it.
    discard_draft(bench)
    restore_checkpoint(bench, before)
    assert not write(bench, {"notes.txt": "second\n"}, key="k").repeated


def test_what_fails_leaves_no_draft(bench: Workbench) -> None:
    def failing(method: str, params: dict[str, Any]) -> dict[str, Any]:
        raise FileReadFailed("The document is damaged.")

    edit = Edit("report.docx", "DocxApplyOps", {"ops": [{"op": "append_paragraph"}]})
    applied = apply_edits(bench, failing, [edit])
    assert applied.draft_id is None
    assert [result.ok for result in applied.results] == [False]
    assert bench.read(read_draft) is None
    assert names(bench, "") == ["meta", "published"]


def test_a_worker_that_says_ok_and_leaves_no_file_has_failed(bench: Workbench) -> None:
    applied = apply_edits(
        bench, lambda method, params: {"ok": True}, [Edit("a.txt", "TextWrite", {"content": ""})]
    )
    error = applied.results[0].error
    assert error is not None
    assert error.error_code == "FILE_WRITE_FAILED"


def test_reverting_a_file_lets_published_show_through(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "plan.md": "# Second\n"})
    revert_file(bench, "notes.txt")
    assert changed(bench) == {"plan.md": "modified"}
    edits.undo(bench)
    assert changed(bench) == {"notes.txt": "modified", "plan.md": "modified"}


def test_reverting_the_last_change_ends_the_draft(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "_scratch.txt": "working\n"})
    revert_file(bench, "notes.txt")
    assert bench.read(read_draft) is None
    assert names(bench, "draft") == []
    assert names(bench, "meta/review") == []


def test_reverting_what_is_not_changed_is_refused(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    with pytest.raises(ValidationFailed, match=r"does not change plan\.md"):
        revert_file(bench, "plan.md")


def test_discarding_leaves_nothing_of_the_draft_but_the_way_back(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "new.md": "new\n"})
    delete_file(bench, "plan.md")
    before = change_set(bench).change_set_hash
    taken = discard_draft(bench)
    assert bench.read(read_draft) is None
    assert names(bench, "draft") == names(bench, "meta/review") == []
    assert active(bench, "notes.txt", "plan.md") == {
        "notes.txt": "first notes\n",
        "plan.md": "# Plan\n",
    }
    assert taken.undo_id is not None
    rewind(bench, taken.undo_id, draft_only=True)
    assert change_set(bench).change_set_hash == before
    with pytest.raises(DraftExists):
        rewind(bench, taken.undo_id, draft_only=True)


def test_a_reverted_file_comes_back_as_long_as_nothing_else_changed(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "plan.md": "# Second\n"})
    before = change_set(bench).change_set_hash
    taken = revert_file(bench, "notes.txt")
    assert taken.undo_id is not None
    bring_back(bench, taken.undo_id)
    assert change_set(bench).change_set_hash == before
    again = revert_file(bench, "notes.txt")
    write(bench, {"new.md": "new\n"})
    assert again.undo_id is not None
    with pytest.raises(ConflictPublishedChanged, match="has changed since"):
        bring_back(bench, again.undo_id)


def test_only_what_the_user_took_back_is_brought_back(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    written = bench.read(read_draft)
    assert written is not None
    assert written.pointer is not None
    with pytest.raises(ValidationFailed, match="nothing to undo"):
        bring_back(bench, written.pointer)


def test_discarding_some_keeps_the_rest(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "plan.md": "# Second\n", "new.md": "new\n"})
    discard_draft(bench, ["notes.txt", "new.md"])
    assert changed(bench) == {"plan.md": "modified"}


def test_there_must_be_a_draft_to_discard(bench: Workbench) -> None:
    with pytest.raises(ValidationFailed, match="no Draft"):
        discard_draft(bench)


def test_a_deleted_file_is_gone_for_readers_of_the_draft_only(bench: Workbench) -> None:
    delete_file(bench, "notes.txt")
    assert changed(bench) == {"notes.txt": "deleted"}
    with pytest.raises(FileMissing):
        active(bench, "notes.txt")
    assert published(bench)["notes.txt"] == "first notes\n"


def test_deleting_can_be_undone_and_written_over(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    delete_file(bench, "notes.txt")
    edits.undo(bench)
    assert active(bench, "notes.txt") == {"notes.txt": "second\n"}
    edits.redo(bench)
    write(bench, {"notes.txt": "written again\n"})
    assert changed(bench) == {"notes.txt": "modified"}


def test_deleting_a_file_of_the_draft_alone_just_drops_it(bench: Workbench) -> None:
    write(bench, {"new.md": "new\n", "notes.txt": "second\n"})
    delete_file(bench, "new.md")
    assert changed(bench) == {"notes.txt": "modified"}
    delete_file(bench, "notes.txt")
    assert changed(bench) == {"notes.txt": "deleted"}
    with pytest.raises(FileMissing):
        delete_file(bench, "never.txt")


def test_scratch_is_no_change_and_is_dropped_at_publish(bench: Workbench) -> None:
    write(bench, {"_work.txt": "1\n", "notes.txt": "second\n"})
    assert changed(bench) == {"notes.txt": "modified"}
    publish(bench)
    assert sorted(published(bench)) == ["data.csv", "notes.txt", "plan.md"]
    assert names(bench, "draft") == []


def test_a_file_of_the_manifest_is_never_scratch(empty: Workbench) -> None:
    from tests.workbench_texts import add

    add(empty, {"_totals.csv": "a\n"})
    write(empty, {"_totals.csv": "b\n"})
    assert changed(empty) == {"_totals.csv": "modified"}
    publish(empty)
    assert published(empty) == {"_totals.csv": "b\n"}


def test_a_new_name_that_differs_only_in_case_is_refused(bench: Workbench) -> None:
    applied = apply_edits(
        bench,
        text_worker(bench),
        [Edit("NOTES.TXT", "TextWrite", {"content": "x"})],
    )
    error = applied.results[0].error
    assert error is not None
    assert "only in case" in error.message


def test_a_draft_cannot_grow_past_what_a_workbench_holds(bench: Workbench) -> None:
    write(bench, {f"{n}.txt": "x\n" for n in range(17)})
    applied = apply_edits(
        bench, text_worker(bench), [Edit("one-more.txt", "TextWrite", {"content": "x"})]
    )
    assert not applied.results[0].ok
    assert len(change_set(bench).changes) == 17


def test_every_change_of_the_draft_is_told(bench: Workbench) -> None:
    told: list[Event] = []
    edit = Edit("notes.txt", "TextWrite", {"content": "second\n"})
    apply_edits(bench, text_worker(bench), [edit], events=told.append)
    edits.undo(bench, told.append)
    edits.redo(bench, told.append)
    discard_draft(bench, events=told.append)
    changes = [event for event in told if event.name == "DraftStateChanged"]
    assert [event.data["has_draft"] for event in changes] == [True, True, True, False]
    assert [event.name for event in told if event not in changes] == ["CheckpointCreated"]


def test_nothing_is_ever_hard_linked(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    create_checkpoint(bench, "manual")
    edits.undo(bench)
    edits.redo(bench)
    publish(bench)
    files = [path for path in folder_of(bench).rglob("*") if path.is_file()]
    assert {path.stat().st_nlink for path in files} == {1}
