"""What a start does for each workbench: finish, forget, free, and bring old records up to date."""

from __future__ import annotations

import logging
import os
import stat

from keenbench import storage
from keenbench.errors import Busy, KeenBenchError
from keenbench.reading import MANIFEST, list_names
from keenbench.storage import is_temporary
from keenbench.workbench.batch import DraftChange
from keenbench.workbench.bench import Workbench, Writing
from keenbench.workbench.checkpoints import CHECKPOINTS, tidy
from keenbench.workbench.draft import read_draft
from keenbench.workbench.identity import new_id
from keenbench.workbench.journal import Transaction, remove_folder
from keenbench.workbench.proposals import PROPOSALS
from keenbench.workbench.workbenches import Workbenches

REVIEW = "meta/review"
# The folders of folders in which a write may have been interrupted; others have their own keepers.
_NESTED = (REVIEW, CHECKPOINTS, PROPOSALS)
FOUND_IN_DRAFT = "Found in the Draft's folder, put there by something other than KeenBench."

log = logging.getLogger(__name__)


def recover_all(workbenches: Workbenches) -> None:
    """Bring every workbench in order; one that another process writes to is left to it."""
    workbenches.clear_up()
    for workbench_id in workbenches.ids():
        try:
            recover(workbenches.get(workbench_id))
        except Busy:
            continue
        except KeenBenchError as error:
            # One damaged workbench must not keep the others from starting; opening it says why.
            log.error(
                "workbench not recovered",
                extra={"workbench_id": workbench_id, "error_code": error.info().error_code},
            )
        except Exception:
            # Nor may damage of a kind that nobody thought of.
            log.exception("workbench not recovered", extra={"workbench_id": workbench_id})


def recover(bench: Workbench) -> None:
    """Bring one workbench in order. Taking the lock has finished or forgotten what was begun."""
    with bench.writing(wait=0) as writing:
        _remove_unfinished_writes(writing)
        migrate_manifest(writing)
        _adopt_draft(writing)
        _remove_dead_reviews(writing)
        tidy(writing.folders)


def migrate_manifest(writing: Writing) -> None:
    manifest = writing.manifest
    if manifest.migrated:
        storage.write_file(writing.folders.get("meta"), MANIFEST, manifest.encode(new_id("t")))


def _remove_unfinished_writes(writing: Writing) -> None:
    folders = writing.folders
    waiting = ["meta", "draft"]
    while waiting:
        relative = waiting.pop()
        folder = folders.find(relative)
        for name in list_names(folder) if folder is not None else ():
            if folder is not None and is_temporary(name):
                storage.remove(folder, name)
            elif f"{relative}/{name}" in _NESTED or relative.startswith(_NESTED):
                waiting += [f"{relative}/{name}"] if _is_folder(folder, name) else []


def _is_folder(folder: int | None, name: str) -> bool:
    found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    return stat.S_ISDIR(found.st_mode)


def _adopt_draft(writing: Writing) -> None:
    """Make files that stand in `draft/` without a Draft a Draft: nobody's work is thrown away."""
    names = writing.view.names("draft")
    if not names or writing.view.draft is not None:
        return
    change = DraftChange(writing, "edit")
    with writing.staging(new_id("adopt")) as staging:
        for name in names:
            fd = writing.view.open("draft", name)
            if fd is not None:
                try:
                    storage.copy_into(fd, writing.folders.get(staging), name)
                finally:
                    os.close(fd)
                change.put(name, staging)
        changed = {step.path for step in change.files}
        for name in names:
            if name not in changed:
                change.transaction.remove("draft", name)
        change.draft.notices = [FOUND_IN_DRAFT]
        if change.files:
            change.commit()
            return
    # Only what equals Published: no change, hence no Draft.
    ending = Transaction(writing.folders, "discard")
    for name in names:
        ending.remove("draft", name)
    ending.commit()


def _remove_dead_reviews(writing: Writing) -> None:
    draft = read_draft(writing.view)
    folder = writing.folders.find(REVIEW)
    for name in list_names(folder) if folder is not None else ():
        if draft is None or name != draft.draft_id:
            remove_folder(writing.folders, f"{REVIEW}/{name}")
