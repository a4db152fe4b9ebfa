"""The engine's methods on workbenches, with the real worker in its box."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from keenbench.engine.engine import Engine
from keenbench.engine.table import METHODS
from keenbench.workbench.draft import require_draft
from tests.integration.workbench.conftest import Bench

pytestmark = pytest.mark.needs("bubblewrap")

FILE_ENTRY = {
    "path",
    "size",
    "modified_at",
    "added_at",
    "file_kind",
    "mime_type",
    "is_opaque",
    "read_only",
}


def test_the_whole_way_from_a_file_to_its_published_change(bench: Bench) -> None:
    opened = bench.call("WorkbenchOpen")
    assert [entry["path"] for entry in opened["files"]] == ["data.csv", "notes.txt"]
    assert set(opened["files"][0]) == FILE_ENTRY
    assert opened["draft"] == {
        "has_draft": False,
        "draft_id": None,
        "created_at": None,
        "changed_count": 0,
    }
    applied = bench.propose(notes__txt="one\n2\nthree\n", summary__md="# Summary\n")
    assert [result["ok"] for result in applied["results"]] == [True, True]
    state = bench.call("DraftGetState")
    assert (state["has_draft"], state["draft_id"]) == (True, applied["draft_id"])
    assert state["changed_count"] == 2
    review = bench.call("ReviewGetChangeSet")
    assert [(c["path"], c["change_type"]) for c in review["changes"]] == [
        ("notes.txt", "modified"),
        ("summary.md", "added"),
    ]
    published = bench.call("DraftPublish", change_set_hash=review["change_set_hash"])
    assert set(published) == {"published_at", "checkpoint_id"}
    assert bench.published()["notes.txt"] == b"one\n2\nthree\n"
    assert bench.call("DraftGetState")["has_draft"] is False
    restored = bench.call("CheckpointRestore", checkpoint_id=published["checkpoint_id"])
    assert restored["ok"] is True
    assert bench.published()["notes.txt"] == b"one\ntwo\nthree\n"
    reasons = [c["reason"] for c in bench.call("CheckpointsList")["checkpoints"]]
    assert reasons == ["publish", "pre_restore"]
    detail = bench.call("CheckpointGet", checkpoint_id=restored["pre_restore_checkpoint_id"])
    assert [entry["path"] for entry in detail["files"]] == ["data.csv", "notes.txt", "summary.md"]


def test_a_text_write_keeps_encoding_mark_and_line_ends(bench: Bench) -> None:
    bench.add(win__txt=b"\xef\xbb\xbfeins\r\nzwei\r\n", old__txt="Größe: 5 €\r\n".encode("cp1252"))
    bench.propose(win__txt="eins\ndrei\n", old__txt="Größe: 6 €\n")
    review = bench.call("ReviewGetChangeSet")
    bench.call("DraftPublish", change_set_hash=review["change_set_hash"])
    assert bench.published()["win.txt"] == b"\xef\xbb\xbfeins\r\ndrei\r\n"
    assert bench.published()["old.txt"] == "Größe: 6 €\r\n".encode("cp1252")


def test_the_text_diff_compares_with_the_start_of_the_draft(bench: Bench) -> None:
    bench.propose(notes__txt="one\ntwo and a half\nthree\n")
    diff = bench.call("ReviewGetTextDiff", path="notes.txt")
    assert diff == {
        "hunks": [
            {
                "lines": [
                    {"type": "context", "text": "one", "old_line": 1, "new_line": 1},
                    {"type": "removed", "text": "two", "old_line": 2},
                    {"type": "added", "text": "two and a half", "new_line": 2},
                    {"type": "context", "text": "three", "old_line": 3, "new_line": 3},
                ],
                "change_id": diff["hunks"][0]["change_id"],
            }
        ],
        "too_large": False,
        "reference_source": "draft_start_snapshot",
    }
    # Also when Published is no longer what it was.
    (bench.folder / "published/notes.txt").write_bytes(b"something else\n")
    assert bench.call("ReviewGetTextDiff", path="notes.txt") == diff
    notices = bench.call("ReviewGetChangeSet")["notices"]
    assert notices == ["notes.txt changed in Published after the Draft began."]


def test_a_lost_reference_is_said_and_published_stands_in(bench: Bench) -> None:
    bench.propose(notes__txt="one\n")
    draft_id = bench.call("DraftGetState")["draft_id"]
    for kept in (bench.folder / f"meta/review/{draft_id}/baseline").iterdir():
        kept.unlink()
    diff = bench.call("ReviewGetTextDiff", path="notes.txt")
    assert diff["reference_source"] == "published_current_fallback"
    assert "Published" in diff["reference_warning"]
    assert len(diff["hunks"][0]["lines"]) == 3


def test_a_lost_reference_and_a_lost_last_line_end_are_both_said(bench: Bench) -> None:
    bench.propose(notes__txt="one")
    draft_id = bench.call("DraftGetState")["draft_id"]
    for kept in (bench.folder / f"meta/review/{draft_id}/baseline").iterdir():
        kept.unlink()
    warning = bench.call("ReviewGetTextDiff", path="notes.txt")["reference_warning"]
    assert "start of the Draft is not there" in warning
    assert "last line" in warning


@pytest.mark.parametrize(
    "method",
    [
        "ReviewGetTextDiff",
        "ReviewGetTableDiff",
        "ReviewGetDocxPreviewPage",
        "ReviewGetImagePreview",
    ],
)
@pytest.mark.parametrize("path", ["../meta/draft.json", "/etc/passwd", ".."])
def test_review_refuses_a_name_that_leads_out_of_the_workbench_as_that(
    bench: Bench, method: str, path: str
) -> None:
    bench.propose(notes__txt="one")
    assert bench.refused(method, path=path)["error_code"] == "SANDBOX_VIOLATION"


def test_new_and_deleted_files_are_all_added_and_all_removed(bench: Bench) -> None:
    bench.propose(new__md="a\nb\n")
    bench.call("DraftDeleteFile", path="notes.txt")
    new = bench.call("ReviewGetTextDiff", path="new.md")
    assert (new["reference_source"], [line["type"] for line in new["hunks"][0]["lines"]]) == (
        "none",
        ["added", "added"],
    )
    gone = bench.call("ReviewGetTextDiff", path="notes.txt")
    assert [line["type"] for line in gone["hunks"][0]["lines"]] == ["removed"] * 3
    changes = {c["path"]: c for c in bench.call("ReviewGetChangeSet")["changes"]}
    assert (changes["new.md"]["bytes_before"], changes["new.md"]["bytes_after"]) == (None, 4)
    assert changes["notes.txt"]["bytes_after"] is None
    refused = bench.refused("DraftPublish")
    assert refused["subphase"] == "confirm_deletions"
    bench.call("DraftPublish", confirm_deletions=["notes.txt"])
    assert sorted(bench.published()) == ["data.csv", "new.md"]


def test_a_diff_of_too_many_lines_is_said_to_be_too_large(bench: Bench) -> None:
    bench.add(long__txt=b"x\n" * 120_000)
    small = bench.propose(notes__txt="one\n")
    assert small["results"][0]["ok"]
    long = bench.propose(long__txt="y\n" * 100_000)
    assert long["results"][0]["ok"]
    diff = bench.call("ReviewGetTextDiff", path="long.txt")
    assert (diff["too_large"], diff["hunks"]) == (True, [])


def test_there_is_no_diff_of_what_is_not_changed_or_is_no_text(bench: Bench) -> None:
    bench.propose(notes__txt="one\n")
    assert bench.refused("ReviewGetTextDiff", path="data.csv")["error_code"] == "VALIDATION_FAILED"
    (bench.folder / "draft/blob.bin").write_bytes(b"\x00")
    assert bench.refused("ReviewGetTextDiff", path="blob.bin")["error_code"] == "VALIDATION_FAILED"


def test_review_without_a_draft_is_empty(bench: Bench) -> None:
    review = bench.call("ReviewGetChangeSet")
    assert (review["draft_id"], review["changes"]) == (None, [])


def test_while_a_draft_exists_what_would_pull_the_ground_away_is_refused(bench: Bench) -> None:
    kept = bench.call("CheckpointCreate", label="start")
    bench.propose(notes__txt="one\n")
    source = bench.sources / "more.txt"
    source.write_text("x")
    for method, params in (
        ("WorkbenchFilesAdd", {"source_paths": [str(source)]}),
        ("WorkbenchFilesRemove", {"paths": ["data.csv"]}),
        ("WorkbenchFork", {"mode": "files"}),
        ("CheckpointRestore", {"checkpoint_id": kept["checkpoint_id"]}),
        ("WorkbenchDelete", {}),
    ):
        refused = bench.refused(method, **params)
        assert refused["error_code"] == "VALIDATION_FAILED", method
        assert refused["actions"] == ["review_draft", "discard_draft"], method
    bench.call("DraftDiscard")
    bench.call("WorkbenchDelete")


def test_the_scope_is_the_files_and_its_hash_that_of_their_names(bench: Bench) -> None:
    scope = bench.call("WorkbenchGetScope")
    assert scope["limits"] == {"max_files": 200, "max_file_bytes": 2 << 30}
    assert scope["scope_hash"] == hashlib.sha256(b"data.csv\nnotes.txt").hexdigest()
    assert len(scope["files"]) == 2


def test_consent_is_asked_granted_and_listed(bench: Bench) -> None:
    who = {"provider_id": "anthropic", "model_id": "claude"}
    asked = bench.call("EgressGetConsentStatus", **who)
    assert (asked["granted"], asked["mode"]) == (False, "ask")
    stale = bench.refused("EgressGrantWorkshopConsent", **who, scope_hash="0" * 64)
    assert stale["scope_hash"] == asked["scope_hash"]
    bench.call("EgressGrantWorkshopConsent", **who, scope_hash=asked["scope_hash"])
    assert bench.call("EgressGetConsentStatus", **who)["granted"] is True
    offline = {"provider_id": "offline", "model_id": "offline"}
    assert bench.call("EgressGetConsentStatus", **offline)["granted"] is True
    dataset = f"workbench:{bench.workbench_id}"
    bench.call(
        "EgressGrantWorkshopConsent",
        provider_id="openai",
        model_id="gpt",
        scope_hash=asked["scope_hash"],
        dataset_id=dataset,
        persist=False,
    )
    assert [event["kind"] for event in bench.call("EgressListEvents")["events"]] == ["granted"] * 2


def test_what_was_done_is_in_the_audit_log_without_content(bench: Bench) -> None:
    bench.propose(notes__txt="a very secret sentence\n")
    bench.refused("DraftPublish", change_set_hash="0" * 64)
    bench.call("DraftPublish")
    listed = bench.call("AuditList")
    assert [(e["action"], e["outcome"], e.get("error_code")) for e in listed["entries"]] == [
        ("WorkbenchCreate", "ok", None),
        ("WorkbenchFilesAdd", "ok", None),
        ("WorkshopApplyProposal", "ok", None),
        ("DraftPublish", "failed", "CONFLICT_PUBLISHED_CHANGED"),
        ("DraftPublish", "ok", None),
    ]
    assert listed["entries"][-1]["files"] == ["notes.txt"]
    assert "secret" not in (bench.folder / "meta/audit.jsonl").read_text()
    assert bench.call("AuditVerify") == {"ok": True, "entries": 5}
    lines = (bench.folder / "meta/audit.jsonl").read_text().splitlines(keepends=True)
    (bench.folder / "meta/audit.jsonl").write_text("".join(lines[:-1]))
    assert bench.call("AuditVerify") == {"ok": False, "entries": 4, "first_bad": 5}


def test_a_proposal_is_applied_by_id_or_as_it_is_and_not_as_both(bench: Bench) -> None:
    neither = bench.refused("WorkshopApplyProposal")
    both = bench.refused("WorkshopApplyProposal", proposal={}, proposal_id="p")
    assert neither["error_code"] == both["error_code"] == "VALIDATION_FAILED"
    assert bench.refused("WorkshopApplyProposal", proposal_id="p_x")["subphase"] == "unknown_id"
    assert bench.refused("WorkshopGetProposal", proposal_id="p_x")["subphase"] == "unknown_id"


def test_files_are_extracted_beside_what_is_there(bench: Bench) -> None:
    (bench.sources / "out").mkdir()
    params = {"paths": ["notes.txt"], "destination": str(bench.sources / "out")}
    first = bench.call("WorkbenchFilesExtract", **params)["results"]
    second = bench.call("WorkbenchFilesExtract", **params)["results"]
    assert first[0]["final_path"].endswith("out/notes.txt")
    assert second[0]["final_path"].endswith("out/notes (1).txt")


def test_a_fork_starts_its_own_audit_log(bench: Bench, engine: Engine) -> None:
    forked = bench.call("WorkbenchFork", mode="files", name="Second")["workbench_id"]
    fork = Bench(engine, forked, bench.sources)
    assert fork.published() == bench.published()
    assert [e["action"] for e in fork.call("AuditList")["entries"]] == ["WorkbenchFork"]
    names = {w["workbench_id"]: w["name"] for w in engine.call("WorkbenchList", {})["workbenches"]}
    assert names[forked] == "Second"


def test_rename_and_revert_and_list(bench: Bench) -> None:
    bench.call("WorkbenchRename", name="Year")
    assert bench.call("WorkbenchOpen")["name"] == "Year"
    bench.propose(notes__txt="one\n", data__csv="a\n")
    bench.call("DraftRevertFile", path="notes.txt")
    assert bench.call("DraftGetState")["changed_count"] == 1
    bench.call("DraftDiscard", paths=["data.csv"])
    assert bench.call("DraftGetState")["has_draft"] is False
    assert len(bench.call("WorkbenchFilesList")["files"]) == 2


OURS = [
    method
    for method in METHODS
    if method.name.startswith(("Workbench", "Draft", "Checkpoint", "Review", "Egress", "Audit"))
]


@pytest.mark.parametrize("method", OURS, ids=lambda method: method.name)
def test_unknown_parameters_are_refused(bench: Bench, method: Any) -> None:
    refused = bench.refused(method.name, surprise=1)
    assert refused["error_code"] == "VALIDATION_FAILED"


@pytest.mark.parametrize("method", OURS, ids=lambda method: method.name)
def test_an_unknown_workbench_is_told_as_such(engine: Engine, method: Any) -> None:
    fields = method.params.model_fields
    if "workbench_id" not in fields:
        return
    known: dict[str, Any] = {
        "name": "x",
        "mode": "files",
        "paths": ["a.txt"],
        "source_paths": ["/nowhere/a.txt"],
        "destination": "/tmp",
        "path": "a.txt",
        "checkpoint_id": "cp_x",
        "provider_id": "openai",
        "model_id": "gpt",
        "scope_hash": "0" * 64,
        "change_ids": ["0" * 16],
        "undo_id": "b_x",
    }
    params = {k: v for k, v in known.items() if k in fields and fields[k].is_required()}
    nowhere = Bench(engine, "wb_nowhere", engine.settings.data_dir)
    assert nowhere.refused(method.name, **params)["subphase"] == "unknown_id"
    outside = Bench(engine, "..", engine.settings.data_dir)
    assert outside.refused(method.name, **params)["error_code"] == "SANDBOX_VIOLATION"


def test_scratch_never_reaches_published(bench: Bench) -> None:
    bench.propose(_work__txt="thinking\n", notes__txt="one\n")
    assert [c["path"] for c in bench.call("ReviewGetChangeSet")["changes"]] == ["notes.txt"]
    bench.call("DraftPublish")
    assert sorted(bench.published()) == ["data.csv", "notes.txt"]


def test_the_draft_survives_a_new_engine(bench: Bench, engine: Engine) -> None:
    bench.propose(notes__txt="one\n")
    reviewed = bench.call("ReviewGetChangeSet")
    again = Engine(engine.settings)
    again.start()
    try:
        assert (
            Bench(again, bench.workbench_id, bench.sources).call("ReviewGetChangeSet") == reviewed
        )
    finally:
        again.close()
    draft = engine.workbenches.get(bench.workbench_id).read(require_draft)
    assert draft.draft_id == reviewed["draft_id"]


def test_a_workbench_of_an_older_version_opens_and_is_migrated(engine: Engine) -> None:
    folder = engine.settings.workbenches_dir / "from-long-ago"
    (folder / "published").mkdir(parents=True)
    (folder / "meta").mkdir()
    (folder / "published/old.txt").write_text("old\n")
    entry = {"path": "old.txt", "size": 4, "modified_at": "2025-01-01T00:00:00Z"}
    files = [entry | {"added_at": "2025-01-01T00:00:00Z"}]
    (folder / "meta/files.json").write_text(json.dumps({"files": files}))
    bench = Bench(engine, "from-long-ago", folder)
    opened = bench.call("WorkbenchOpen")
    assert (opened["name"], opened["files"][0]["file_kind"]) == ("from-long-ago", "text")
    assert json.loads((folder / "meta/files.json").read_text())["schema_version"] == 2
    bench.propose(old__txt="new\n")
    bench.call("DraftPublish")
    assert bench.published() == {"old.txt": b"new\n"}
