"""Workbenches of small texts, for tests that need no sandbox."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from keenbench import storage
from keenbench.reading import open_folders
from keenbench.workbench import edits, files
from keenbench.workbench.batch import Origin
from keenbench.workbench.bench import Workbench
from keenbench.workbench.changes import ChangeSet, read_change_set
from keenbench.workbench.draft import require_draft
from keenbench.workbench.edits import Applied, Batching, Edit, WorkerCall
from keenbench.workbench.manifest import read_manifest


def text_worker(bench: Workbench) -> WorkerCall:
    """Return a worker that writes text as it comes."""

    def call(method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert method == "TextWrite"
        with open_folders(bench.workbenches, params["workbench_id"]) as folders:
            folder = folders.make(params["root"])
            storage.write_file(folder, params["path"], params["content"].encode())
        return {"ok": True}

    return call


def write(
    bench: Workbench, texts: dict[str, str], *, key: str | None = None, run_id: str | None = None
) -> Applied:
    """Write texts to the Draft in one batch; all must succeed."""
    batch = [Edit(name, "TextWrite", {"content": text}) for name, text in texts.items()]
    batching = Batching(origin=Origin(run_id=run_id, key=key))
    applied = edits.apply_edits(bench, text_worker(bench), batch, batching)
    assert all(result.ok for result in applied.results), applied.results
    return applied


def add(bench: Workbench, texts: dict[str, str]) -> None:
    """Add texts to Published as the user does."""
    uploads = [(name, [text.encode()]) for name, text in texts.items()]
    results = files.add_uploads(bench, uploads)
    assert {result.status for result in results} == {"added"}


def folder_of(bench: Workbench) -> Path:
    return bench.workbenches / bench.workbench_id


def published(bench: Workbench) -> dict[str, str]:
    """Return Published as a reader sees it."""
    return _texts(bench, "published", bench.read(read_manifest).paths)


def active(bench: Workbench, *names: str) -> dict[str, str]:
    """Return these files as someone who reads the Draft sees them."""
    return _texts(bench, "draft", list(names))


def _texts(bench: Workbench, version: str, names: list[str]) -> dict[str, str]:
    texts = {}
    for name in names:
        with os.fdopen(files.open_active(bench, version, name), "rb") as file:
            texts[name] = file.read().decode()
    return texts


def change_set(bench: Workbench) -> ChangeSet:
    return bench.read(lambda view: read_change_set(view, require_draft(view)))


def changed(bench: Workbench) -> dict[str, str]:
    """Return what Review lists: path and kind of change."""
    return {change.path: change.change_type for change in change_set(bench).changes}
