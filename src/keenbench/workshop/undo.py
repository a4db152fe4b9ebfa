"""Undo of a turn: Draft and conversation become what they were before the user's message.

What they are now is kept first, as a `pre_restore` checkpoint, so that an undo loses nothing.
Published is never touched: where it changed since, undo is refused.
"""

from __future__ import annotations

from keenbench.engine.engine import Engine
from keenbench.engine.methods.audited import audited
from keenbench.errors import UnknownId
from keenbench.reading import View
from keenbench.workbench.bench import Workbench
from keenbench.workbench.checkpoints import list_checkpoints
from keenbench.workbench.restore import Restored, rewind
from keenbench.workshop.conversation import Turn


def undo_to(engine: Engine, bench: Workbench, turn: Turn) -> Restored:
    """Take everything back to before `turn`."""
    checkpoint_id = turn.user.checkpoint_id

    def kept(view: View) -> bool:
        return any(each.checkpoint_id == checkpoint_id for each in list_checkpoints(view))

    if not bench.read(kept):
        raise UnknownId(
            "How the workbench was before that message is not kept any more.",
            phase="workshop",
            workbench_id=bench.workbench_id,
        )
    with audited(engine, bench, "WorkshopUndoToMessage") as audit:
        audit.checkpoint_id = checkpoint_id
        return rewind(bench, checkpoint_id, events=engine.events)
