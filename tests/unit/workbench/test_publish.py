from __future__ import annotations

import os
import shutil

import pytest

from keenbench.errors import (
    Busy,
    ConflictPublishedChanged,
    ValidationFailed,
)
from keenbench.workbench import edits
from keenbench.workbench.bench import Workbench
from keenbench.workbench.checkpoints import list_checkpoints
from keenbench.workbench.discard import delete_file
from keenbench.workbench.draft import read_draft
from keenbench.workbench.events import Event
from keenbench.workbench.manifest import read_manifest
from keenbench.workbench.publish import STAGES, publish
from keenbench.workbench.runs import running
from tests.workbench_texts import add, change_set, changed, folder_of, published, write


def test_publish_puts_what_was_reviewed_in_the_place_of_what_was_published(
    bench: Workbench,
) -> None:
    write(bench, {"notes.txt": "second\n", "new.md": "# New\n"})
    done = publish(bench, change_set_hash=change_set(bench).change_set_hash)
    assert published(bench) == {
        "notes.txt": "second\n",
        "new.md": "# New\n",
        "plan.md": "# Plan\n",
        "data.csv": "a,b\n1,2\n",
    }
    assert bench.read(read_draft) is None
    assert not list((folder_of(bench) / "draft").iterdir())
    (checkpoint,) = bench.read(list_checkpoints)
    assert (checkpoint.checkpoint_id, checkpoint.reason) == (done.checkpoint_id, "publish")


def test_the_manifest_follows(bench: Workbench) -> None:
    added_at = {f.path: f.added_at for f in bench.read(read_manifest).files}
    write(bench, {"notes.txt": "much longer notes\n"})
    publish(bench)
    entry = bench.read(read_manifest).get("notes.txt")
    assert entry is not None
    assert (entry.size, entry.added_at) == (len("much longer notes\n"), added_at["notes.txt"])


def test_a_draft_changed_after_review_is_refused(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    reviewed = change_set(bench).change_set_hash
    write(bench, {"notes.txt": "third\n"})
    with pytest.raises(ConflictPublishedChanged, match="not what Review showed"):
        publish(bench, change_set_hash=reviewed)
    assert published(bench)["notes.txt"] == "first notes\n"
    assert changed(bench) == {"notes.txt": "modified"}


def test_a_draft_file_changed_from_outside_after_review_is_refused(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    reviewed = change_set(bench).change_set_hash
    place = folder_of(bench) / "draft/notes.txt"
    found = place.stat()
    place.write_text("SECOND\n")
    # Even one that takes care to look the same from outside.
    os.utime(place, ns=(found.st_mtime_ns, found.st_mtime_ns))
    with pytest.raises(ConflictPublishedChanged):
        publish(bench, change_set_hash=reviewed)
    assert published(bench)["notes.txt"] == "first notes\n"


def test_published_altered_from_outside_is_a_conflict_and_nothing_is_overwritten(
    bench: Workbench,
) -> None:
    write(bench, {"notes.txt": "second\n"})
    (folder_of(bench) / "published/notes.txt").write_text("from outside\n")
    reviewed = change_set(bench).change_set_hash
    for given in (None, reviewed):
        with pytest.raises(ConflictPublishedChanged) as error:
            publish(bench, change_set_hash=given)
        assert error.value.info().detail == {"paths": ["notes.txt"]}
        assert error.value.info().actions == ["review_draft", "discard_draft"]
    assert published(bench)["notes.txt"] == "from outside\n"
    assert changed(bench) == {"notes.txt": "modified"}


def test_an_alteration_that_keeps_size_and_time_is_found_by_its_hash(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    place = folder_of(bench) / "published/notes.txt"
    found = place.stat()
    place.write_text("FIRST NOTES\n")
    os.utime(place, ns=(found.st_mtime_ns, found.st_mtime_ns))
    with pytest.raises(ConflictPublishedChanged):
        publish(bench)
    assert place.read_text() == "FIRST NOTES\n"


def test_a_file_deleted_from_outside_is_a_conflict(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    (folder_of(bench) / "published/notes.txt").unlink()
    with pytest.raises(ConflictPublishedChanged):
        publish(bench)


def test_a_file_put_where_a_new_one_would_go_is_a_conflict(bench: Workbench) -> None:
    write(bench, {"new.md": "mine\n"})
    (folder_of(bench) / "published/new.md").write_text("from outside\n")
    with pytest.raises(ConflictPublishedChanged):
        publish(bench, change_set_hash=change_set(bench).change_set_hash)
    assert (folder_of(bench) / "published/new.md").read_text() == "from outside\n"


def test_another_file_altered_from_outside_must_have_been_seen_in_review(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    (folder_of(bench) / "published/plan.md").write_text("# From outside\n")
    with pytest.raises(ConflictPublishedChanged):
        publish(bench)
    seen = change_set(bench)
    assert list(seen.altered) == ["plan.md"]
    publish(bench, change_set_hash=seen.change_set_hash)
    assert published(bench)["notes.txt"] == "second\n"
    assert published(bench)["plan.md"] == "# From outside\n"


def test_a_workbench_moved_with_its_times_kept_is_not_altered(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    moved = folder_of(bench).with_name("moved")
    shutil.copytree(folder_of(bench), moved)
    shutil.rmtree(folder_of(bench))
    moved.rename(folder_of(bench))
    publish(bench)
    assert published(bench)["notes.txt"] == "second\n"


def test_some_files_are_published_and_the_rest_stays_in_the_draft(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "plan.md": "# Second\n", "new.md": "new\n"})
    reviewed = change_set(bench).change_set_hash
    publish(bench, change_set_hash=reviewed, paths=["notes.txt", "new.md"])
    assert published(bench)["notes.txt"] == "second\n"
    assert published(bench)["plan.md"] == "# Plan\n"
    assert changed(bench) == {"plan.md": "modified"}
    assert change_set(bench).altered == {}
    publish(bench)
    assert published(bench)["plan.md"] == "# Second\n"


def test_what_was_published_is_not_undone_in_the_draft_that_is_left(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "plan.md": "# Second\n"})
    publish(bench, paths=["notes.txt"])
    with pytest.raises(ValidationFailed, match="nothing to undo"):
        edits.undo(bench)
    with pytest.raises(ValidationFailed, match="nothing to redo"):
        edits.redo(bench)
    write(bench, {"plan.md": "# Third\n"})
    edits.undo(bench)
    assert changed(bench) == {"plan.md": "modified"}


def test_a_deletion_needs_the_users_confirmation(bench: Workbench) -> None:
    delete_file(bench, "notes.txt")
    write(bench, {"plan.md": "# Second\n"})
    with pytest.raises(ValidationFailed) as error:
        publish(bench)
    assert error.value.info().detail == {"paths": ["notes.txt"]}
    publish(bench, paths=["plan.md"])
    publish(bench, confirm_deletions=["notes.txt"])
    assert sorted(published(bench)) == ["data.csv", "plan.md"]


def test_publish_is_refused_while_a_run_is_active(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    with running(bench, "run-1"), pytest.raises(Busy) as error:
        publish(bench)
    assert error.value.info().run_id == "run-1"
    assert published(bench)["notes.txt"] == "first notes\n"
    publish(bench)


def test_only_one_run_is_active_at_a_time(bench: Workbench) -> None:
    with running(bench, "run-1"), pytest.raises(Busy), running(bench, "run-2"):
        pass


def test_there_must_be_something_to_publish(bench: Workbench) -> None:
    with pytest.raises(ValidationFailed, match="no Draft"):
        publish(bench)
    write(bench, {"_scratch.txt": "x\n"})
    with pytest.raises(ValidationFailed, match="changes nothing"):
        publish(bench)
    write(bench, {"notes.txt": "second\n"})
    with pytest.raises(ValidationFailed, match=r"does not change plan\.md"):
        publish(bench, paths=["plan.md"])
    with pytest.raises(ValidationFailed, match="No file"):
        publish(bench, paths=[])


def test_progress_is_told_while_it_happens(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    told: list[Event] = []
    publish(bench, events=told.append)
    stages = [event.data["stage"] for event in told if event.name == "DraftPublishProgress"]
    assert stages == list(STAGES)
    assert [event.name for event in told[-3:]] == [
        "CheckpointCreated",
        "WorkbenchFilesChanged",
        "DraftStateChanged",
    ]


def test_the_hash_is_of_what_is_shown_and_of_nothing_else(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    first = change_set(bench).change_set_hash
    write(bench, {"_scratch.txt": "x\n"})
    assert change_set(bench).change_set_hash == first
    write(bench, {"notes.txt": "third\n"})
    assert change_set(bench).change_set_hash != first
    edits.undo(bench)
    assert change_set(bench).change_set_hash == first


def test_folders_keep_their_inode_through_publish(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    before = [(folder_of(bench) / name).stat().st_ino for name in ("published", "draft", "meta")]
    publish(bench)
    add(bench, {"more.txt": "x\n"})
    after = [(folder_of(bench) / name).stat().st_ino for name in ("published", "draft", "meta")]
    assert after == before
