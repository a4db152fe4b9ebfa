"""Proposals: what a model wants changed, as one checked document.

Version 1 writes texts only; version 2 adds operations on office files. A proposal that fails a
check changes nothing. One that passes is applied file by file, each whole or not at all, and the
files that succeed are swapped into the Draft together.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from keenbench import storage
from keenbench.errors import UnknownId, ValidationFailed
from keenbench.paths import WORKBENCH_ID
from keenbench.reading import View
from keenbench.registry import describe
from keenbench.settings import MIB
from keenbench.workbench.batch import Origin
from keenbench.workbench.bench import Workbench
from keenbench.workbench.draft import read_draft
from keenbench.workbench.edits import Applied, Batching, Edit, WorkerCall, apply_edits
from keenbench.workbench.events import EventSink, no_events
from keenbench.workbench.files import check_new_name, same_name
from keenbench.workbench.focus import FocusHint, check_focus_hint
from keenbench.workbench.identity import new_id, now
from keenbench.workbench.kinds import OpsKind
from keenbench.workbench.manifest import read_manifest
from keenbench.workbench.targets import (
    APPLY_METHODS,
    TEXT_WRITE,
    check_names,
    check_ops_target,
    check_text_target,
)

PROPOSALS = "meta/proposals"
MAX_WRITES = 10
MAX_WRITE_BYTES = MIB
MAX_OPS_PER_FILE = 100
MAX_OPS = 500
NO_SUMMARY = "Summary unavailable."

ProposalStatus = Literal["proposed", "applied", "dismissed"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Write(_Part):
    path: str
    content: str
    summary: str | None = None


class FileOps(_Part):
    path: str
    kind: OpsKind
    ops: list[dict[str, Any]] = Field(min_length=1)
    summary: str | None = None
    focus_hint: FocusHint | None = None


class Proposal(_Part):
    schema_version: Literal[1, 2] = 1
    proposal_id: str | None = None
    summary: str | None = None
    no_changes: bool = False
    writes: list[Write] = []
    ops: list[FileOps] = []
    warnings: list[str] = []

    @model_validator(mode="after")
    def _is_one_of_the_shapes(self) -> Self:
        if self.schema_version == 1 and self.ops:
            raise ValueError("ops needs schema_version 2")
        if self.no_changes and (self.writes or self.ops):
            raise ValueError("no_changes goes with no writes and no ops")
        if not (self.no_changes or self.writes or self.ops):
            raise ValueError("a proposal has writes, ops, or no_changes: true")
        return self

    @property
    def paths(self) -> list[str]:
        return [write.path for write in self.writes] + [entry.path for entry in self.ops]


class StoredProposal(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    proposal_id: str
    status: ProposalStatus
    created_at: str
    proposal: Proposal


def parse_proposal(raw: Mapping[str, Any]) -> Proposal:
    """Return a proposal that passes every check that needs no workbench, or raise."""
    if any(key in ("delete", "deletes") for key in _keys(raw)):
        raise _refused("A proposal deletes nothing; only the user does.")
    version = raw.get("schema_version", 1)
    if isinstance(version, bool) or version not in (1, 2):
        raise _refused("schema_version is 1 or 2.")
    try:
        proposal = Proposal.model_validate(raw)
    except ValidationError as error:
        raise _refused(describe(error)) from None
    _check_limits(proposal)
    _check_paths(proposal)
    return proposal


def check_proposal(bench: Workbench, proposal: Proposal) -> None:
    """Raise unless the proposal fits the workbench as it is."""

    def look(view: View) -> None:
        check_names(bench, read_manifest(view), read_draft(view), proposal.paths)

    bench.read(look)


def apply_proposal(
    bench: Workbench,
    worker: WorkerCall,
    proposal: Proposal,
    *,
    origin: Origin | None = None,
    events: EventSink = no_events,
) -> Applied:
    """Apply a checked proposal; a result for each file, in the proposal's order."""
    check_proposal(bench, proposal)
    if proposal.no_changes:
        draft = bench.read(read_draft)
        return Applied(draft.draft_id if draft is not None else None, [])
    proposal_id = check_proposal_id(proposal.proposal_id or new_id("p"))
    batching = Batching(
        kind="proposal",
        # By content too: an id used again for something else is something else.
        origin=origin or Origin(key=f"proposal:{proposal_id}:{_digest(proposal)}"),
        staging=proposal_id,
        summary=proposal.summary,
        notices=proposal.warnings,
    )
    applied = apply_edits(bench, worker, list(_edits(bench, proposal)), batching, events)
    if any(result.ok for result in applied.results):
        _set_status(bench, proposal_id, "applied")
    return applied


def save_proposal(bench: Workbench, proposal: Proposal) -> StoredProposal:
    """Keep a proposal until it is applied or dismissed."""
    proposal_id = check_proposal_id(proposal.proposal_id or new_id("p"))
    stored = StoredProposal(
        proposal_id=proposal_id,
        status="proposed",
        created_at=now(),
        proposal=proposal.model_copy(update={"proposal_id": proposal_id}),
    )
    with bench.writing() as writing:
        storage.write_file(writing.folders.make(PROPOSALS), f"{proposal_id}.json", _encode(stored))
    return stored


def get_proposal(view: View, proposal_id: str) -> StoredProposal:
    raw = view.read_json(PROPOSALS, f"{check_proposal_id(proposal_id)}.json")
    if raw is None:
        raise UnknownId(f"There is no proposal {proposal_id}.")
    return StoredProposal.model_validate(raw)


def dismiss_proposal(bench: Workbench, proposal_id: str) -> None:
    bench.read(lambda view: get_proposal(view, proposal_id))
    _set_status(bench, proposal_id, "dismissed")


def check_proposal_id(proposal_id: str) -> str:
    # It names a staging folder and a file, as a workbench's id names a folder.
    if not WORKBENCH_ID.fullmatch(proposal_id):
        raise ValidationFailed("A proposal id is 1 to 64 of the characters A-Z a-z 0-9 _ -.")
    return proposal_id


def _set_status(bench: Workbench, proposal_id: str, status: ProposalStatus) -> None:
    with bench.writing() as writing:
        try:
            stored = get_proposal(writing.view, proposal_id)
        except UnknownId:
            return  # applied as it came, never kept
        changed = stored.model_copy(update={"status": status})
        storage.write_file(writing.folders.make(PROPOSALS), f"{proposal_id}.json", _encode(changed))


def _digest(proposal: Proposal) -> str:
    content = proposal.model_dump(mode="json", exclude={"proposal_id"})
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _encode(stored: StoredProposal) -> bytes:
    return json.dumps(stored.model_dump(), ensure_ascii=False).encode()


def _edits(bench: Workbench, proposal: Proposal) -> Iterator[Edit]:
    for write in proposal.writes:
        yield Edit(write.path, TEXT_WRITE, {"content": write.content}, summary=write.summary)
    for entry in proposal.ops:
        params: dict[str, Any] = {"ops": entry.ops}
        if not _exists(bench, entry.path):
            params["create_new"] = True
        yield Edit(
            entry.path,
            APPLY_METHODS[entry.kind],
            params,
            summary=entry.summary or NO_SUMMARY,
            focus_hint=entry.focus_hint,
        )


def _exists(bench: Workbench, path: str) -> bool:
    fd = bench.read(
        lambda view: view.open_in_root("draft", path),
        lambda fd: os.close(fd) if fd is not None else None,
    )
    if fd is None:
        return False
    os.close(fd)
    return True


def _check_limits(proposal: Proposal) -> None:
    if len(proposal.writes) > MAX_WRITES:
        raise _refused(f"A proposal writes at most {MAX_WRITES} texts.")
    for write in proposal.writes:
        if len(write.content.encode("utf-8", "surrogatepass")) > MAX_WRITE_BYTES:
            raise _refused(f"{write.path} is longer than {MAX_WRITE_BYTES} bytes.", write.path)
    for entry in proposal.ops:
        if len(entry.ops) > MAX_OPS_PER_FILE:
            raise _refused(f"{entry.path} has more than {MAX_OPS_PER_FILE} ops.", entry.path)
    if sum(len(entry.ops) for entry in proposal.ops) > MAX_OPS:
        raise _refused(f"A proposal has at most {MAX_OPS} ops.")


def _check_paths(proposal: Proposal) -> None:
    seen: set[str] = set()
    for path in proposal.paths:
        check_new_name(path)
        if same_name(path) in seen:
            raise _refused(f"{path} is named twice.", path)
        seen.add(same_name(path))
    for write in proposal.writes:
        check_text_target(write.path)
    for entry in proposal.ops:
        check_ops_target(entry.path, entry.kind, entry.ops)
        if entry.focus_hint is not None:
            check_focus_hint(entry.path, entry.kind, entry.focus_hint)


def _keys(value: object) -> Iterator[str]:
    """Give every key in a JSON value, however deep, without recursing into what a model sent."""
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, Mapping):
            yield from map(str, inner)
            waiting.extend(inner.values())
        elif isinstance(inner, list):
            waiting.extend(inner)


def _refused(message: str, path: str | None = None) -> ValidationFailed:
    return ValidationFailed(message, phase="workshop", subphase="proposal", path=path)
