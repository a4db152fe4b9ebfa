"""Proposals: look at one, apply it to the Draft, dismiss it."""

from __future__ import annotations

from typing import Any

from keenbench.engine.engine import Engine, methods
from keenbench.engine.methods.audited import audited
from keenbench.errors import ErrorInfo, ValidationFailed
from keenbench.formats.shape import WhenPresent
from keenbench.registry import Ok, Params, Result
from keenbench.workbench.edits import EditResult
from keenbench.workbench.proposals import (
    ProposalStatus,
    StoredProposal,
    apply_proposal,
    dismiss_proposal,
    get_proposal,
    parse_proposal,
)


class ProposalParams(Params):
    workbench_id: str
    proposal_id: str


class ApplyParams(Params):
    workbench_id: str
    proposal: dict[str, Any] | None = None
    proposal_id: str | None = None


class ProposalResult(Result):
    proposal_id: str
    status: ProposalStatus
    created_at: str
    proposal: dict[str, Any]


class FileApplied(Result):
    path: str
    ok: bool
    report: Any = WhenPresent
    error: ErrorInfo | None = WhenPresent


class Applied(Result):
    draft_id: str | None
    results: list[FileApplied]


@methods.method("WorkshopGetProposal")
def workshop_get_proposal(engine: Engine, params: ProposalParams) -> ProposalResult:
    """Return a proposal that was kept."""
    bench = engine.workbenches.get(params.workbench_id)
    stored = bench.read(lambda view: get_proposal(view, params.proposal_id))
    return proposal_result(stored)


def proposal_result(stored: StoredProposal) -> ProposalResult:
    return ProposalResult(
        proposal_id=stored.proposal_id,
        status=stored.status,
        created_at=stored.created_at,
        proposal=stored.proposal.model_dump(mode="json"),
    )


@methods.method("WorkshopApplyProposal")
def workshop_apply_proposal(engine: Engine, params: ApplyParams) -> Applied:
    """Apply a proposal to the Draft; a result for each of its files."""
    if (params.proposal is None) == (params.proposal_id is None):
        raise ValidationFailed("Name either proposal or proposal_id.", phase="workshop")
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "WorkshopApplyProposal") as audit:
        if params.proposal is not None:
            proposal = parse_proposal(params.proposal)
        else:
            proposal_id = params.proposal_id or ""
            proposal = bench.read(lambda view: get_proposal(view, proposal_id)).proposal
        audit.files = proposal.paths
        applied = apply_proposal(bench, engine.worker.call, proposal, events=engine.events)
        audit.files = [result.path for result in applied.results if result.ok]
    return Applied(
        draft_id=applied.draft_id, results=[_file_applied(each) for each in applied.results]
    )


def _file_applied(result: EditResult) -> FileApplied:
    report = None
    if result.result is not None:
        # The worker's report on each op; of a text write, how the text was written.
        report = result.result.get("report", result.result)
    return FileApplied(path=result.path, ok=result.ok, report=report, error=result.error)


@methods.method("WorkshopDismissProposal")
def workshop_dismiss_proposal(engine: Engine, params: ProposalParams) -> Ok:
    """Give a proposal up."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "WorkshopDismissProposal"):
        dismiss_proposal(bench, params.proposal_id)
    return Ok()
