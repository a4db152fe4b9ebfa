"""What a user does, each as a set-up and one action, and the state that can be seen afterwards."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from keenbench import storage
from keenbench.errors import from_info
from keenbench.reading import View, open_folders, read_consistently
from keenbench.workbench import checkpoints, discard, edits, files, publish, restore
from keenbench.workbench.audit import AuditEntry, AuditLog
from keenbench.workbench.bench import Limits, Workbench
from keenbench.workbench.consent import SessionConsent, grant_consent
from keenbench.workbench.draft import read_draft
from keenbench.workbench.edits import Batching, Edit
from keenbench.workbench.manifest import read_manifest
from keenbench.workbench.proposals import apply_proposal, parse_proposal
from keenbench.workbench.workbenches import Workbenches, info
from tests.workbench_texts import text_worker

CONVERSATION = "conversation.jsonl"


@dataclass(frozen=True)
class Home:
    """A data folder with its workbenches, the first of which the actions are about."""

    root: Path

    @property
    def workbenches(self) -> Workbenches:
        return Workbenches(self.root / "workbenches", Limits())

    @property
    def bench(self) -> Workbench:
        return self.workbenches.get((self.root / "first").read_text())

    @property
    def audit(self) -> AuditLog:
        return AuditLog(self.bench, self.root)


def write(home: Home, **texts: str) -> edits.Applied:
    """Write texts to the Draft in one batch; `a__txt` stands for a.txt."""
    batch = [
        Edit(name.replace("__", "."), "TextWrite", {"content": text}, summary=f"wrote {name}")
        for name, text in texts.items()
    ]
    applied = edits.apply_edits(home.bench, text_worker(home.bench), batch, Batching())
    for result in applied.results:
        if result.error is not None:
            raise from_info(result.error)
    return applied


def prepare(home: Home) -> None:
    """Make a workbench with three files, a conversation and an audit line."""
    (home.root / "workbenches").mkdir(parents=True)
    sources = home.root / "sources"
    sources.mkdir()
    for name in ("a.txt", "b.txt", "c.txt", "more.txt", "rest.csv"):
        (sources / name).write_text(f"the first {name}\n")
    bench = home.workbenches.create("Quarter")
    (home.root / "first").write_text(bench.workbench_id)
    files.add_files(bench, [sources / name for name in ("a.txt", "b.txt", "c.txt")])
    with open_folders(bench.workbenches, bench.workbench_id) as folders:
        storage.append(folders.get("meta"), CONVERSATION, b'{"text": "hello"}\n')
    home.audit.enter(AuditEntry(action="Prepared"))


def with_draft(home: Home) -> None:
    prepare(home)
    write(home, a__txt="the second a\n", new__md="# New\n")


def with_deletion(home: Home) -> None:
    with_draft(home)
    write(home, _notes__txt="scratch\n")
    discard.delete_file(home.bench, "c.txt")


def with_history(home: Home) -> None:
    with_draft(home)
    write(home, a__txt="the third a\n", b__txt="the second b\n")


def with_checkpoint(home: Home) -> None:
    """A checkpoint with a Draft in it, and a workbench that has moved on since."""
    with_draft(home)
    checkpoints.create_checkpoint(home.bench, "manual", "before")
    publish.publish(home.bench)
    write(home, b__txt="the second b\n", fresh__txt="fresh\n")
    discard.delete_file(home.bench, "c.txt")
    publish.publish(home.bench, confirm_deletions=["c.txt"])
    with open_folders(home.bench.workbenches, home.bench.workbench_id) as folders:
        storage.append(folders.get("meta"), CONVERSATION, b'{"text": "later"}\n')


def with_second_draft(home: Home) -> None:
    with_checkpoint(home)
    write(home, a__txt="the fourth a\n", other__txt="other\n")


def _manual(home: Home) -> str:
    listed = home.bench.read(checkpoints.list_checkpoints)
    return next(each.checkpoint_id for each in listed if each.reason == "manual")


PROPOSAL = {
    "schema_version": 2,
    "summary": "Two files",
    "writes": [
        {"path": "a.txt", "content": "proposed a\n", "summary": "changed a"},
        {"path": "p.md", "content": "proposed p\n"},
    ],
}


@dataclass(frozen=True)
class Scenario:
    name: str
    set_up: Callable[[Home], None]
    action: Callable[[Home], object]
    # What is done after it, by the same process.
    then: tuple[Callable[[Home], object], ...] = ()

    @property
    def actions(self) -> tuple[Callable[[Home], object], ...]:
        return self.action, *self.then


SCENARIOS = [
    Scenario("create", prepare, lambda home: home.workbenches.create("Another")),
    Scenario(
        "add files",
        prepare,
        lambda home: files.add_files(
            home.bench, [home.root / "sources/more.txt", home.root / "sources/rest.csv"]
        ),
    ),
    Scenario(
        "remove files", prepare, lambda home: files.remove_files(home.bench, ["a.txt", "b.txt"])
    ),
    Scenario("first write", prepare, lambda home: write(home, a__txt="the second a\n")),
    Scenario(
        "apply",
        with_draft,
        lambda home: write(home, a__txt="third\n", b__txt="second\n", x__md="x\n"),
    ),
    Scenario(
        "apply a proposal",
        prepare,
        lambda home: apply_proposal(home.bench, text_worker(home.bench), parse_proposal(PROPOSAL)),
    ),
    Scenario("undo", with_history, lambda home: edits.undo(home.bench)),
    Scenario("delete a file", with_draft, lambda home: discard.delete_file(home.bench, "b.txt")),
    Scenario("revert a file", with_draft, lambda home: discard.revert_file(home.bench, "a.txt")),
    Scenario("discard", with_deletion, lambda home: discard.discard_draft(home.bench)),
    Scenario(
        "publish",
        with_deletion,
        lambda home: publish.publish(home.bench, confirm_deletions=["c.txt"]),
    ),
    Scenario(
        "publish some", with_deletion, lambda home: publish.publish(home.bench, paths=["a.txt"])
    ),
    Scenario(
        "checkpoint",
        with_deletion,
        lambda home: checkpoints.create_checkpoint(home.bench, "manual"),
    ),
    Scenario(
        "restore",
        with_checkpoint,
        lambda home: restore.restore_checkpoint(home.bench, _manual(home)),
    ),
    Scenario(
        "restore over a Draft",
        with_second_draft,
        lambda home: restore.restore_checkpoint(home.bench, _manual(home), replace_draft=True),
    ),
    Scenario(
        "fork",
        with_checkpoint,
        lambda home: home.workbenches.fork(home.bench.workbench_id, "files_and_conversation"),
    ),
    Scenario(
        "publish, write, publish again",
        with_draft,
        lambda home: publish.publish(home.bench),
        (
            lambda home: write(home, a__txt="the third a\n", new__md="# Newer\n"),
            lambda home: publish.publish(home.bench),
        ),
    ),
    Scenario(
        "rename", prepare, lambda home: home.workbenches.rename(home.bench.workbench_id, "New")
    ),
    Scenario("delete", prepare, lambda home: home.workbenches.delete(home.bench.workbench_id)),
    Scenario(
        "consent",
        prepare,
        lambda home: grant_consent(
            home.bench,
            "openai",
            "gpt",
            home.bench.read(read_manifest).scope_hash,
            session=SessionConsent(),
        ),
    ),
    Scenario("audit", prepare, lambda home: home.audit.enter(AuditEntry(action="Looked"))),
]


def seen(home: Home) -> dict[str, Any]:
    """Return what a user can see of all workbenches: contents, not ids or times."""
    found = {}
    for workbench_id in home.workbenches.ids():
        with open_folders(home.workbenches.root, workbench_id) as folders:
            state = read_consistently(folders, partial(_seen, workbench_id))
        found[state["name"]] = state
    return found


def _seen(workbench_id: str, view: View) -> dict[str, Any]:
    draft = read_draft(view)
    manifest = read_manifest(view)
    published = {name: _text(view, "published", name) for name in view.names("published")}
    assert sorted(published) == manifest.paths, "Published is not what the manifest lists"
    for entry in manifest.files:
        assert entry.size == len(published[entry.path].encode())
    return {
        "name": info(workbench_id, view).name,
        "published": published,
        "draft": None
        if draft is None
        else {
            "files": {name: _text(view, "draft", name) for name in view.names("draft")},
            "deleted": draft.deleted,
            "references": {
                path: _text(view, f"meta/review/{draft.draft_id}/baseline", _hashed(path))
                for path, content in draft.references.items()
                if content is not None
            },
        },
        "conversation": _text(view, "meta", CONVERSATION)
        if view.stat("meta", CONVERSATION)
        else "",
        "consent": bool(view.stat("meta", "egress_consent.json")),
        "checkpoints": [each.reason for each in checkpoints.list_checkpoints(view)],
    }


def _hashed(path: str) -> str:
    return sha256(path.encode()).hexdigest()


def _text(view: View, folder: str, name: str) -> str:
    fd = view.open(folder, name)
    assert fd is not None, f"{folder}/{name} is missing"
    with os.fdopen(fd, "rb") as file:
        return file.read().decode()


def check_whole(home: Home) -> None:
    """Assert that nothing dangles and nothing is left over after a start."""
    for workbench_id in home.workbenches.ids():
        folder = home.workbenches.root / workbench_id
        left = [str(path.relative_to(folder)) for path in folder.rglob("*")]
        assert not [name for name in left if name.endswith(".tmp")], left
        assert not [name for name in left if ".staging" in name or "next." in name], left
        assert "meta/journal.json" not in left
        bench = home.workbenches.get(workbench_id)
        with bench.writing() as writing:
            needed = _check_contents(writing.folders, writing.view)
        stored = {path.name for path in (folder / "meta/objects").glob("*")}
        assert stored == needed, "an object is missing, or one is left over"
        reviews = {path.name for path in (folder / "meta/review").glob("*")}
        draft = bench.read(read_draft)
        assert reviews <= ({draft.draft_id} if draft is not None else set())
    names = [path.name for path in home.workbenches.root.iterdir()]
    assert not [name for name in names if name.startswith((".new", ".trash"))], names


def _check_contents(folders: Any, view: View) -> set[str]:
    """Return the hashes of all objects that something needs; assert that each is whole."""
    from keenbench.storage import digest
    from keenbench.workbench.history import read_history
    from keenbench.workbench.objects import open_object

    needed: set[str] = set()
    drafts: set[str] = set()
    for checkpoint in checkpoints.list_checkpoints(view):
        contents = checkpoints.read_contents(folders, checkpoint.checkpoint_id)
        for file in contents.files:
            if file.displaced:
                fd = view.open(
                    checkpoints.displaced_folder(checkpoint.checkpoint_id), file.entry.path
                )
                assert fd is not None, "a displaced file is missing from its checkpoint"
                assert digest(fd).sha256 == file.sha256
                os.close(fd)
            else:
                needed.add(file.sha256)
        if contents.draft is not None:
            drafts.add(contents.draft.state.draft_id)
            needed |= {content.sha256 for content in contents.draft.files.values()}
            references = contents.draft.state.references.values()
            needed |= {content.sha256 for content in references if content is not None}
    draft = read_draft(view)
    if draft is not None:
        drafts.add(draft.draft_id)
    needed |= read_history(folders).contents(drafts)
    for sha in needed:
        fd = open_object(folders, sha)
        assert digest(fd).sha256 == sha
        os.close(fd)
    return needed


def show(state: dict[str, Any]) -> str:
    return json.dumps(state, indent=1, sort_keys=True)
