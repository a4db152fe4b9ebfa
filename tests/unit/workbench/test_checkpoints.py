from __future__ import annotations

import pytest

from keenbench.errors import CheckpointRestoreFailed, DraftExists, UnknownId
from keenbench.workbench import checkpoints, edits
from keenbench.workbench.bench import Workbench
from keenbench.workbench.checkpoints import create_checkpoint, list_checkpoints
from keenbench.workbench.discard import delete_file, discard_draft
from keenbench.workbench.draft import read_draft
from keenbench.workbench.events import Event
from keenbench.workbench.files import add_uploads, remove_files
from keenbench.workbench.manifest import read_manifest
from keenbench.workbench.publish import publish
from keenbench.workbench.restore import restore_checkpoint
from tests.workbench_texts import active, change_set, changed, folder_of, published, write

FIRST = {"notes.txt": "first notes\n", "plan.md": "# Plan\n", "data.csv": "a,b\n1,2\n"}


def test_a_restore_brings_back_files_manifest_and_conversation(bench: Workbench) -> None:
    conversation = folder_of(bench) / "meta/conversation.jsonl"
    conversation.write_text('{"text": "one"}\n')
    kept = create_checkpoint(bench, "manual", "before lunch")
    entries = bench.read(read_manifest).files
    conversation.write_text('{"text": "one"}\n{"text": "two"}\n')
    write(bench, {"notes.txt": "second\n", "new.md": "new\n"})
    publish(bench)
    remove_files(bench, ["plan.md"])
    restore_checkpoint(bench, kept.checkpoint_id)
    assert published(bench) == FIRST
    assert bench.read(read_manifest).files == entries
    assert conversation.read_text() == '{"text": "one"}\n'


def test_a_restore_can_itself_be_undone(bench: Workbench) -> None:
    kept = create_checkpoint(bench)
    write(bench, {"notes.txt": "second\n", "new.md": "new\n"})
    publish(bench)
    after = published(bench)
    restored = restore_checkpoint(bench, kept.checkpoint_id)
    assert published(bench) == FIRST
    again = restore_checkpoint(bench, restored.pre_restore_checkpoint_id)
    assert published(bench) == after
    restore_checkpoint(bench, again.pre_restore_checkpoint_id)
    assert published(bench) == FIRST


def test_a_checkpoint_holds_the_draft_too(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    write(bench, {"notes.txt": "third\n", "new.md": "new\n"})
    delete_file(bench, "plan.md")
    kept = create_checkpoint(bench)
    discard_draft(bench)
    restore_checkpoint(bench, kept.checkpoint_id)
    assert changed(bench) == {"notes.txt": "modified", "new.md": "added", "plan.md": "deleted"}
    # With its history: undo goes on where it was.
    edits.undo(bench)
    edits.undo(bench)
    assert active(bench, "notes.txt", "plan.md") == {"notes.txt": "second\n", "plan.md": "# Plan\n"}
    publish(bench)
    assert published(bench)["notes.txt"] == "second\n"


def test_what_publish_displaced_comes_back_with_the_draft_that_displaced_it(
    bench: Workbench,
) -> None:
    write(bench, {"notes.txt": "second\n"})
    done = publish(bench)
    restore_checkpoint(bench, done.checkpoint_id)
    assert published(bench) == FIRST
    assert changed(bench) == {"notes.txt": "modified"}
    publish(bench)
    assert published(bench)["notes.txt"] == "second\n"


def test_an_in_place_save_of_published_changes_no_checkpoint(bench: Workbench) -> None:
    kept = create_checkpoint(bench)
    with (folder_of(bench) / "published/notes.txt").open("r+") as file:
        file.write("FIRST")
    restore_checkpoint(bench, kept.checkpoint_id)
    assert published(bench) == FIRST


def test_a_draft_stands_in_the_way_of_a_restore_unless_it_may_be_replaced(bench: Workbench) -> None:
    kept = create_checkpoint(bench)
    write(bench, {"notes.txt": "second\n"})
    with pytest.raises(DraftExists) as error:
        restore_checkpoint(bench, kept.checkpoint_id)
    assert error.value.info().actions == ["review_draft", "discard_draft"]
    restored = restore_checkpoint(bench, kept.checkpoint_id, replace_draft=True)
    assert bench.read(read_draft) is None
    restore_checkpoint(bench, restored.pre_restore_checkpoint_id)
    assert changed(bench) == {"notes.txt": "modified"}


def test_equal_contents_are_kept_once(bench: Workbench) -> None:
    create_checkpoint(bench)
    objects = folder_of(bench) / "meta/objects"
    kept = {path.name: path.stat().st_ino for path in objects.iterdir()}
    create_checkpoint(bench)
    create_checkpoint(bench, "auto")
    assert {path.name: path.stat().st_ino for path in objects.iterdir()} == kept
    assert len(kept) == 3


def test_the_oldest_go_and_publish_and_pre_restore_stay(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checkpoints.RETENTION == {"auto": 200, "manual": 50}
    monkeypatch.setattr(checkpoints, "RETENTION", {"auto": 3, "manual": 2})
    first = create_checkpoint(bench, "manual", "the oldest")
    for number in range(4):
        write(bench, {"notes.txt": f"version {number}\n"})
        publish(bench)
        create_checkpoint(bench, "manual", str(number))
        create_checkpoint(bench, "auto")
    listed = bench.read(list_checkpoints)
    by_reason = {reason: [c for c in listed if c.reason == reason] for reason in ("manual", "auto")}
    assert [c.label for c in by_reason["manual"]] == ["2", "3"]
    assert len(by_reason["auto"]) == 3
    assert len([c for c in listed if c.reason == "publish"]) == 4
    with pytest.raises(UnknownId):
        restore_checkpoint(bench, first.checkpoint_id)
    for checkpoint in listed:
        restore_checkpoint(bench, checkpoint.checkpoint_id, replace_draft=True)


def test_a_damaged_object_is_told_and_changes_nothing(bench: Workbench) -> None:
    kept = create_checkpoint(bench)
    write(bench, {"notes.txt": "second\n"})
    publish(bench)
    for path in (folder_of(bench) / "meta/objects").iterdir():
        path.write_bytes(b"rotten")
    with pytest.raises(CheckpointRestoreFailed, match="damaged"):
        restore_checkpoint(bench, kept.checkpoint_id)
    assert published(bench)["notes.txt"] == "second\n"


@pytest.mark.parametrize("checkpoint_id", ["cp_nothing", "..", "../../x"])
def test_an_unknown_checkpoint_is_refused(bench: Workbench, checkpoint_id: str) -> None:
    with pytest.raises(UnknownId):
        restore_checkpoint(bench, checkpoint_id)


def test_a_file_that_is_not_listed_is_not_lost_in_a_restore(bench: Workbench) -> None:
    kept = create_checkpoint(bench)
    remove_files(bench, ["notes.txt"])
    (folder_of(bench) / "published/notes.txt").write_text("put there by hand\n")
    restored = restore_checkpoint(bench, kept.checkpoint_id)
    assert published(bench) == FIRST
    folder = folder_of(bench) / "meta/checkpoints" / restored.pre_restore_checkpoint_id / "files"
    assert (folder / "notes.txt").read_text() == "put there by hand\n"


def test_making_and_restoring_is_told(bench: Workbench) -> None:
    told: list[Event] = []
    kept = create_checkpoint(bench, "manual", "label", told.append)
    assert told[0].data["label"] == "label"
    restore_checkpoint(bench, kept.checkpoint_id, events=told.append)
    assert [event.name for event in told] == [
        "CheckpointCreated",
        "CheckpointCreated",
        "WorkbenchFilesChanged",
        "DraftStateChanged",
    ]


def test_a_restored_file_keeps_its_time(bench: Workbench) -> None:
    place = folder_of(bench) / "published/notes.txt"
    before = place.stat().st_mtime_ns
    kept = create_checkpoint(bench)
    write(bench, {"notes.txt": "second\n"})
    publish(bench)
    restore_checkpoint(bench, kept.checkpoint_id)
    assert place.stat().st_mtime_ns == before
    add_uploads(bench, [("x.txt", [b"x"])])


def test_a_file_that_the_publish_added_is_not_told_as_altered_after_its_undo(
    bench: Workbench,
) -> None:
    write(bench, {"notes.txt": "second\n", "new.md": "new\n"})
    done = publish(bench)
    restore_checkpoint(bench, done.checkpoint_id)
    assert changed(bench) == {"notes.txt": "modified", "new.md": "added"}
    assert change_set(bench).altered == {}
