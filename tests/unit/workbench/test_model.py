"""Whatever a user does, in whatever order, the workbench is what a simple model of it says."""

from __future__ import annotations

import copy
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from keenbench.workbench import edits
from keenbench.workbench.bench import Limits
from keenbench.workbench.checkpoints import create_checkpoint
from keenbench.workbench.discard import delete_file, discard_draft, revert_file
from keenbench.workbench.draft import read_draft
from keenbench.workbench.files import add_uploads, remove_files
from keenbench.workbench.publish import publish
from keenbench.workbench.recovery import recover_all
from keenbench.workbench.restore import restore_checkpoint
from keenbench.workbench.workbenches import Workbenches
from tests.workbench_texts import add, changed, published, write

NAMES = ["a.txt", "b.txt", "c.md", "d.md"]
TEXTS = ["", "one\n", "two\n", "three\n"]

Texts = dict[str, str]
# A file of the Draft: its text, or None where it is deleted.
Drafted = dict[str, str | None]


@dataclass
class Model:
    published: Texts = field(default_factory=dict)
    draft: Drafted | None = None
    # States of the Draft to go back to, and forward to.
    undo: list[Drafted] = field(default_factory=list)
    redo: list[Drafted] = field(default_factory=list)

    def changes(self) -> dict[str, str]:
        found = {}
        for name, text in (self.draft or {}).items():
            if text is None:
                found[name] = "deleted"
            elif name not in self.published:
                found[name] = "added"
            elif text != self.published[name]:
                found[name] = "modified"
        return found

    def step(self, after: Drafted) -> None:
        before = self.draft or {}
        if after != before:
            self.undo.append(dict(before))
            self.redo.clear()
            self.draft = after

    def end(self) -> None:
        self.draft = None
        self.undo.clear()
        self.redo.clear()


class WorkbenchMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        shm = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(dir=shm if shm.is_dir() else None))
        self.workbenches = Workbenches(self.folder / "workbenches", Limits())
        self.bench = self.workbenches.create("Model")
        self.model = Model()
        self.kept: list[tuple[str, Model]] = []

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @rule(texts=st.dictionaries(st.sampled_from(NAMES), st.sampled_from(TEXTS), min_size=1))
    def write(self, texts: Texts) -> None:
        write(self.bench, texts)
        now = self.model.draft or {}
        # A write of what shows already changes nothing.
        seen = {**self.model.published, **now}
        new = {name: text for name, text in texts.items() if seen.get(name) != text}
        if new:
            self.model.step({**now, **new})

    @precondition(lambda self: self.model.undo)
    @rule()
    def undo(self) -> None:
        edits.undo(self.bench)
        self.model.redo.append(self.model.draft or {})
        self.model.draft = self.model.undo.pop()

    @precondition(lambda self: self.model.redo)
    @rule()
    def redo(self) -> None:
        edits.redo(self.bench)
        self.model.undo.append(self.model.draft or {})
        self.model.draft = self.model.redo.pop()

    @precondition(lambda self: self.model.published)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.model.published)))
        delete_file(self.bench, name)
        self.model.step({**(self.model.draft or {}), name: None})

    @precondition(lambda self: self.model.draft)
    @rule(data=st.data())
    def revert(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.model.draft or {})))
        revert_file(self.bench, name)
        left = {path: text for path, text in (self.model.draft or {}).items() if path != name}
        if left:
            self.model.step(left)
        else:
            self.model.end()

    @precondition(lambda self: self.model.draft is not None)
    @rule()
    def discard(self) -> None:
        discard_draft(self.bench)
        self.model.end()

    @precondition(lambda self: self.model.changes())
    @rule(data=st.data())
    def publish(self, data: st.DataObject) -> None:
        changes = self.model.changes()
        chosen = data.draw(st.sets(st.sampled_from(sorted(changes)), min_size=1))
        publish(self.bench, paths=sorted(chosen), confirm_deletions=list(changes))
        draft = self.model.draft or {}
        for name in chosen:
            text = draft.pop(name)
            if text is None:
                del self.model.published[name]
            else:
                self.model.published[name] = text
        self.model.undo.clear()
        self.model.redo.clear()
        if not draft:
            self.model.end()

    @precondition(lambda self: self.model.draft is None)
    @rule(name=st.sampled_from(NAMES), text=st.sampled_from(TEXTS))
    def add_or_remove(self, name: str, text: str) -> None:
        if name in self.model.published:
            assert add_uploads(self.bench, [(name, [b"x"])])[0].reason == "duplicate"
            remove_files(self.bench, [name])
            del self.model.published[name]
        else:
            add(self.bench, {name: text})
            self.model.published[name] = text

    @rule()
    def checkpoint(self) -> None:
        kept = create_checkpoint(self.bench)
        self.kept.append((kept.checkpoint_id, copy.deepcopy(self.model)))

    @precondition(lambda self: self.kept)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        checkpoint_id, model = data.draw(st.sampled_from(self.kept))
        done = restore_checkpoint(self.bench, checkpoint_id, replace_draft=True)
        self.kept.append((done.pre_restore_checkpoint_id, copy.deepcopy(self.model)))
        self.model = copy.deepcopy(model)
        # What was undone then may have been overtaken since: redo is not promised.
        self.model.redo.clear()

    @rule()
    def start_again(self) -> None:
        recover_all(self.workbenches)

    @invariant()
    def is_what_the_model_says(self) -> None:
        assert published(self.bench) == self.model.published
        draft = self.bench.read(read_draft)
        assert (draft is not None) == (self.model.draft is not None)
        if draft is not None:
            assert changed(self.bench) == self.model.changes()


TestWorkbenchModel = WorkbenchMachine.TestCase
TestWorkbenchModel.settings = settings(
    max_examples=25,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
