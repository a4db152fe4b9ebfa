"""The history of Drafts: one line a batch in `meta/ops.jsonl`.

Each batch names the one before it, so that undo and redo only move the Draft's pointer, and a new
batch after an undo simply begins another branch. Its key makes sure that a resumed run never
applies a step twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from keenbench.errors import FileReadFailed
from keenbench.reading import Folders, read_bytes
from keenbench.workbench.draft import DELETED

OPS = "ops.jsonl"

# `publish` and `discard` end what can be undone.
BatchKind = Literal["edit", "proposal", "delete", "revert", "publish", "discard"]


class FileStep(BaseModel):
    """What a batch did to one file: the Draft's state of it before and after.

    A state is the hash of a kept content, `deleted`, or None where Published shows through.
    """

    model_config = ConfigDict(frozen=True)

    path: str
    before: str | None
    after: str | None


class Batch(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    batch_id: str
    draft_id: str
    parent: str | None
    kind: BatchKind
    at: str
    run_id: str | None = None
    step: str | None = None
    key: str | None = None
    files: list[FileStep]
    # What the caller was told, given again when the same step comes a second time.
    results: list[dict[str, Any]] = Field(default_factory=list)

    def to_line(self) -> bytes:
        return json.dumps(self.model_dump(), ensure_ascii=False).encode() + b"\n"


class History:
    """All batches of a workbench, oldest first. The caller holds the lock."""

    def __init__(self, batches: Iterable[Batch]) -> None:
        self.batches = list(batches)
        self._by_id = {batch.batch_id: batch for batch in self.batches}
        self._discarded = {batch.draft_id for batch in self.batches if batch.kind == "discard"}

    def get(self, batch_id: str | None) -> Batch | None:
        return self._by_id.get(batch_id) if batch_id is not None else None

    def with_key(self, key: str, pointer: str | None) -> Batch | None:
        """Return the batch of this key, where what it did still stands.

        One that went with a discarded Draft does not, unless that Draft was brought back: then
        the batch is on the way to `pointer`, the latest of the Draft there is.
        """
        standing = {batch.batch_id for batch in self._way_to(pointer)}
        for batch in self.batches:
            if batch.key != key:
                continue
            if batch.draft_id not in self._discarded or batch.batch_id in standing:
                return batch
        return None

    def _way_to(self, pointer: str | None) -> Iterator[Batch]:
        while (batch := self.get(pointer)) is not None:
            yield batch
            pointer = batch.parent

    def after(self, draft_id: str, pointer: str | None) -> Batch | None:
        """Return the batch that a redo would bring back: the latest that follows `pointer`."""
        for batch in reversed(self.batches):
            if (batch.draft_id, batch.parent) == (draft_id, pointer) and batch.files:
                return batch
        return None

    def contents(self, draft_ids: set[str]) -> set[str]:
        """Return the hashes that undo and redo in these Drafts may need."""
        return {
            state
            for batch in self.batches
            if batch.draft_id in draft_ids
            for file in batch.files
            for state in (file.before, file.after)
            if state is not None and state != DELETED
        }


def read_history(folders: Folders) -> History:
    raw = read_bytes(folders.get("meta"), OPS) or b""
    try:
        return History(Batch.model_validate_json(line) for line in raw.splitlines())
    except ValidationError:
        raise FileReadFailed(f"The workbench's own {OPS} is damaged.") from None
