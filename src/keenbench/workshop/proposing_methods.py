"""The engine method that asks a model for a proposal."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from keenbench.engine.engine import Engine, methods
from keenbench.engine.methods.audited import audited
from keenbench.engine.methods.proposals import ProposalResult, proposal_result
from keenbench.registry import Params
from keenbench.workshop.proposing import propose


class ProposeParams(Params):
    workbench_id: str
    text: Annotated[str, Field(min_length=1, max_length=200_000)]
    # The settings' one without it.
    model_id: Annotated[str, Field(min_length=1, max_length=200)] | None = None


@methods.method("WorkshopProposeChanges")
def workshop_propose_changes(engine: Engine, params: ProposeParams) -> ProposalResult:
    """Ask a model for changes as one proposal; it is checked and kept, and nothing is changed."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "WorkshopProposeChanges") as audit:
        stored = propose(engine, bench, params.text, params.model_id)
        audit.files = stored.proposal.paths
    return proposal_result(stored)
