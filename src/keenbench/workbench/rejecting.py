"""Single changes of a file taken back: a batch like any other, which can be undone."""

from __future__ import annotations

from collections.abc import Callable

from keenbench.reading import View
from keenbench.workbench.batch import DraftChange
from keenbench.workbench.bench import Workbench
from keenbench.workbench.discard import TakenBack, commit_or_end
from keenbench.workbench.edits import Edit, WorkerCall, stage_edit
from keenbench.workbench.events import EventSink, no_events
from keenbench.workbench.identity import new_id
from keenbench.workbench.runs import require_no_run


def reject_changes(
    bench: Workbench,
    worker: WorkerCall,
    edit_of: Callable[[View], Edit],
    events: EventSink = no_events,
) -> TakenBack:
    """Have the worker make a file without some of its changes, and swap it in.

    `edit_of` says which call that is. A file of which no change is left goes from the Draft, and
    the Draft with its last file. On any error the Draft is as it was.
    """
    with bench.writing() as writing:
        require_no_run(writing.folders, "taking back a change")
        edit = edit_of(writing.view)
        with writing.staging(new_id("reject")) as staging:
            result = stage_edit(writing, worker, edit, staging)
            change = DraftChange(writing, "revert")
            if result["whole"]:
                change.revert(edit.path)
            else:
                change.put(edit.path, staging)
            taken = commit_or_end(writing, change)
    taken.tell(bench, events)
    return taken
