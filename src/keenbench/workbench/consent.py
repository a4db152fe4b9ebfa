"""Consent: which model may see which list of files, as the user agreed.

Its identity is provider, model and the hash of the sorted paths. Contents, sizes and times are no
part of it, so that a Publish does not ask again; a file more or less does.
"""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from keenbench import storage
from keenbench.errors import EgressConsentRequired, FileReadFailed, ValidationFailed
from keenbench.reading import View, open_folders, parse_json
from keenbench.workbench.bench import Workbench
from keenbench.workbench.egress import check_provider, needs_consent
from keenbench.workbench.identity import now
from keenbench.workbench.manifest import read_manifest

CONSENT = "egress_consent.json"
EVENTS = "egress_events.jsonl"
ConsentMode = Literal["ask", "allow_all"]
EgressEventKind = Literal["granted", "sent", "refused"]


class Grant(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    provider_id: str
    model_id: str
    scope_hash: str
    granted_at: str

    @property
    def identity(self) -> tuple[str, str, str]:
        return self.provider_id, self.model_id, self.scope_hash


@dataclass(frozen=True)
class ConsentStatus:
    granted: bool
    scope_hash: str
    mode: ConsentMode


class SessionConsent:
    """Consent that is not to outlive this process."""

    def __init__(self) -> None:
        self._granted: set[tuple[str, tuple[str, str, str]]] = set()
        self._lock = threading.Lock()

    def add(self, workbench_id: str, grant: Grant) -> None:
        with self._lock:
            self._granted.add((workbench_id, grant.identity))

    def has(self, workbench_id: str, identity: tuple[str, str, str]) -> bool:
        with self._lock:
            return (workbench_id, identity) in self._granted


def grant_consent(
    bench: Workbench,
    provider_id: str,
    model_id: str,
    scope_hash: str,
    *,
    persist: bool = True,
    session: SessionConsent,
) -> None:
    """Enter the user's consent for the file list that `scope_hash` stands for."""
    check_provider(provider_id)
    if not model_id.strip():
        raise ValidationFailed("model_id is needed.", provider_id=provider_id)
    with bench.writing() as writing:
        current = writing.manifest.scope_hash
        if scope_hash != current:
            raise ValidationFailed(
                "The files of the workbench are not those that consent was asked for; "
                "look at the list and agree again.",
                subphase="stale_scope",
                actions=("grant_consent",),
                provider_id=provider_id,
                model_id=model_id,
                scope_hash=current,
                workbench_id=bench.workbench_id,
            )
        grant = Grant(
            provider_id=provider_id, model_id=model_id, scope_hash=scope_hash, granted_at=now()
        )
        # First the note: consent of which nothing is written down must not come to be.
        note_egress(bench, "granted", provider_id, model_id, scope_hash, persisted=persist)
        if persist:
            others = [g for g in _grants(writing.view) if g.identity != grant.identity]
            record = {
                "schema_version": 1,
                "grants": [each.model_dump() for each in (*others, grant)],
            }
            storage.write_file(
                writing.folders.get("meta"), CONSENT, json.dumps(record, indent=1).encode()
            )
        else:
            session.add(bench.workbench_id, grant)


def consent_status(
    bench: Workbench,
    provider_id: str,
    model_id: str,
    *,
    mode: ConsentMode,
    session: SessionConsent,
    base_url: str | None = None,
) -> ConsentStatus:
    """Return whether content may go to this model, with the scope that consent would be for."""
    needed = needs_consent(provider_id, base_url)

    def look(view: View) -> tuple[str, list[Grant]]:
        return read_manifest(view).scope_hash, _grants(view)

    scope_hash, grants = bench.read(look)
    identity = (provider_id, model_id, scope_hash)
    granted = (
        not needed
        or mode == "allow_all"
        or any(grant.identity == identity for grant in grants)
        or session.has(bench.workbench_id, identity)
    )
    return ConsentStatus(granted, scope_hash, mode)


def require_consent(
    bench: Workbench,
    provider_id: str,
    model_id: str,
    *,
    mode: ConsentMode,
    session: SessionConsent,
    base_url: str | None = None,
    run_id: str | None = None,
) -> str:
    """Return the scope hash under which content may be sent now, or raise."""
    status = consent_status(
        bench, provider_id, model_id, mode=mode, session=session, base_url=base_url
    )
    note_egress(
        bench,
        "sent" if status.granted else "refused",
        provider_id,
        model_id,
        status.scope_hash,
        run_id=run_id,
    )
    if not status.granted:
        paths = bench.read(lambda view: read_manifest(view).paths)
        raise EgressConsentRequired(
            f"Sending the contents of these files to {provider_id} needs your consent.",
            provider_id=provider_id,
            model_id=model_id,
            scope_hash=status.scope_hash,
            workbench_id=bench.workbench_id,
            run_id=run_id,
            # What the user is asked about.
            detail={"files": list(paths)},
        )
    return status.scope_hash


def note_egress(
    bench: Workbench,
    kind: EgressEventKind,
    provider_id: str,
    model_id: str,
    scope_hash: str,
    **more: Any,
) -> None:
    """Write down what was agreed, sent or refused; ids only."""
    event = {
        "at": now(),
        "kind": kind,
        "provider_id": provider_id,
        "model_id": model_id,
        "scope_hash": scope_hash,
        **{key: value for key, value in more.items() if value is not None},
    }
    with open_folders(bench.workbenches, bench.workbench_id) as folders:
        storage.append(folders.get("meta"), EVENTS, json.dumps(event).encode() + b"\n")


def list_egress(bench: Workbench) -> list[dict[str, Any]]:
    """Return all egress events, the oldest first."""
    with open_folders(bench.workbenches, bench.workbench_id) as folders:
        fd = View(folders).open("meta", EVENTS)
    if fd is None:
        return []
    with os.fdopen(fd, "rb") as file:
        *lines, _ = file.read().split(b"\n")
    return [parse_json(line, EVENTS) for line in lines]


def _grants(view: View) -> list[Grant]:
    raw = view.read_json("meta", CONSENT)
    if raw is None:
        return []
    try:
        return [Grant.model_validate(grant) for grant in raw.get("grants", [])]
    except (ValidationError, TypeError):
        raise FileReadFailed(f"The workbench's own {CONSENT} is damaged.") from None
