"""Consent: whether a model may see the files of a workbench, and what was sent."""

from __future__ import annotations

from typing import Any

from keenbench.engine.engine import Engine, methods
from keenbench.engine.methods.audited import audited
from keenbench.errors import UnknownId, ValidationFailed
from keenbench.registry import Ok, Params, Result
from keenbench.workbench.bench import Workbench
from keenbench.workbench.consent import ConsentMode, consent_status, grant_consent, list_egress
from keenbench.workbench.egress import needs_consent

_WORKBENCH_DATASET = "workbench:"


class ConsentParams(Params):
    workbench_id: str | None = None
    provider_id: str
    model_id: str
    dataset_id: str | None = None


class GrantParams(Params):
    workbench_id: str | None = None
    provider_id: str
    model_id: str
    scope_hash: str
    dataset_id: str | None = None
    persist: bool = True


class EventsParams(Params):
    workbench_id: str


class ConsentResult(Result):
    granted: bool
    scope_hash: str
    mode: ConsentMode


class EgressEvents(Result):
    events: list[dict[str, Any]]


@methods.method("EgressGetConsentStatus")
def egress_get_consent_status(engine: Engine, params: ConsentParams) -> ConsentResult:
    """Tell whether a model may see the files of the workbench or dataset."""
    base_url = engine.preferences.local_base_url if params.provider_id == "local" else None
    if (files := _dataset_files(engine, params)) is not None:
        assert params.dataset_id is not None
        status = engine.dataset_consent.status(
            params.dataset_id,
            files,
            params.provider_id,
            params.model_id,
            mode=engine.consent_mode,
            session=engine.session_consent,
        )
        granted = status.granted or not needs_consent(params.provider_id, base_url)
        return ConsentResult(granted=granted, scope_hash=status.scope_hash, mode=status.mode)
    status = consent_status(
        _scope(engine, params),
        params.provider_id,
        params.model_id,
        mode=engine.consent_mode,
        session=engine.session_consent,
        base_url=base_url,
    )
    return ConsentResult(granted=status.granted, scope_hash=status.scope_hash, mode=status.mode)


@methods.method("EgressGrantWorkshopConsent")
def egress_grant_workshop_consent(engine: Engine, params: GrantParams) -> Ok:
    """Enter the user's consent for the files that `scope_hash` stands for."""
    if (files := _dataset_files(engine, params)) is not None:
        assert params.dataset_id is not None
        engine.dataset_consent.grant(
            params.dataset_id,
            files,
            params.provider_id,
            params.model_id,
            params.scope_hash,
            persist=params.persist,
            session=engine.session_consent,
        )
        return Ok()
    bench = _scope(engine, params)
    with audited(engine, bench, "EgressGrantWorkshopConsent"):
        grant_consent(
            bench,
            params.provider_id,
            params.model_id,
            params.scope_hash,
            persist=params.persist,
            session=engine.session_consent,
        )
    return Ok()


def _dataset_files(engine: Engine, params: ConsentParams | GrantParams) -> list[str] | None:
    """Return the files of the dataset that is asked about, unless that is a workbench."""
    if params.dataset_id is None or params.dataset_id.startswith(_WORKBENCH_DATASET):
        return None
    if engine.dataset_scope is None:
        raise UnknownId(f"There is no dataset {params.dataset_id[:100]}.")
    return engine.dataset_scope(params.dataset_id)


def _scope(engine: Engine, params: ConsentParams | GrantParams) -> Workbench:
    """Return the workbench whose files consent is for; every workbench is a dataset too."""
    if params.dataset_id is not None:
        return engine.workbenches.get(params.dataset_id.removeprefix(_WORKBENCH_DATASET))
    if params.workbench_id is None:
        raise ValidationFailed("workbench_id or dataset_id is required.")
    return engine.workbenches.get(params.workbench_id)


@methods.method("EgressListEvents")
def egress_list_events(engine: Engine, params: EventsParams) -> EgressEvents:
    """List what was agreed, sent or refused, the oldest first."""
    return EgressEvents(events=list_egress(engine.workbenches.get(params.workbench_id)))
