"""Every call of a tool with its whole result, one line each in `meta/tool_log.jsonl`.

It is what recall_tool_result gives back from, and what a resumed run learns its coverage and its
last calls from. It goes with the conversation when a workbench is forked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from keenbench import storage
from keenbench.reading import View, open_folders
from keenbench.workbench.bench import Workbench
from keenbench.workbench.identity import now

TOOL_LOG = "tool_log.jsonl"


@dataclass(frozen=True)
class LogEntry:
    """One call, as it is kept."""

    entry_id: str
    run_id: str
    step: str
    model_id: str
    tool: str
    arguments: dict[str, Any]
    fingerprint: str
    ok: bool
    # The whole result, whatever the model was shown of it.
    result: dict[str, Any]
    paths: list[str] = field(default_factory=list)
    # The files of the Draft that the call changed.
    wrote: list[str] = field(default_factory=list)
    # What of which files the result shows.
    readings: list[dict[str, Any]] = field(default_factory=list)
    # True when the model was given a receipt, and has read nothing of it yet.
    receipt: bool = False
    at: str = ""

    def to_line(self) -> bytes:
        return json.dumps(self.__dict__ | {"at": now()}, ensure_ascii=False).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> LogEntry | None:
        """Return the entry, or None for a line that is none of ours."""
        try:
            return cls(**json.loads(line))
        except (ValueError, TypeError, RecursionError):
            return None


def entry_id_for(run_id: str, step: str, tool: str, arguments: dict[str, Any]) -> str:
    """Return the id of a call's entry: the same for the same step of the same run."""
    said = json.dumps([run_id, step, tool, arguments], sort_keys=True, default=str)
    return f"res_{sha256(said.encode()).hexdigest()[:16]}"


def enter(bench: Workbench, entry: LogEntry) -> None:
    """Keep an entry; it is safe when this returns."""
    with open_folders(bench.workbenches, bench.workbench_id) as folders:
        storage.append(folders.make("meta"), TOOL_LOG, entry.to_line())


def find(bench: Workbench, entry_id: str) -> LogEntry | None:
    """Return the latest entry of this id."""
    wanted = json.dumps(entry_id).encode()
    found = None
    for line in _lines(bench):
        if wanted in line:
            entry = LogEntry.from_line(line)
            if entry is not None and entry.entry_id == entry_id:
                found = entry
    return found


def entries_of(bench: Workbench, run_id: str) -> list[LogEntry]:
    """Return what a run has done so far, the oldest first."""
    wanted = json.dumps(run_id).encode()
    entries = (LogEntry.from_line(line) for line in _lines(bench) if wanted in line)
    return [entry for entry in entries if entry is not None and entry.run_id == run_id]


def written_by(bench: Workbench, model_id: str) -> set[str]:
    """Return the files that runs of this model have written."""
    wanted = json.dumps(model_id).encode()
    written: set[str] = set()
    for line in _lines(bench):
        if wanted in line and b'"wrote": []' not in line:
            entry = LogEntry.from_line(line)
            if entry is not None and entry.model_id == model_id:
                written.update(entry.wrote)
    return written


def _lines(bench: Workbench) -> Iterator[bytes]:
    """Give the whole lines of the log; half a line at the end is an entry never finished."""
    with open_folders(bench.workbenches, bench.workbench_id) as folders:
        fd = View(folders).open("meta", TOOL_LOG)
    if fd is None:
        return
    with os.fdopen(fd, "rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield line
