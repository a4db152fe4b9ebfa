"""Consent for datasets that are no workbench: which model may see which list of files.

The same identity as a workbench's (provider, model, hash of the sorted paths), kept beside the
data in `egress_consent.json`, with a line for everything that was agreed, sent or refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from keenbench import storage
from keenbench.errors import EgressConsentRequired, FileReadFailed, ValidationFailed
from keenbench.workbench.bench import LOCK_WAIT_SECONDS, locked
from keenbench.workbench.consent import (
    CONSENT,
    EVENTS,
    ConsentMode,
    ConsentStatus,
    EgressEventKind,
    Grant,
    SessionConsent,
)
from keenbench.workbench.egress import check_provider
from keenbench.workbench.identity import now
from keenbench.workbench.manifest import scope_hash


class DatasetConsent:
    def __init__(self, data_dir: Path) -> None:
        self._data = data_dir

    def status(
        self,
        dataset_id: str,
        scope: Sequence[str],
        provider_id: str,
        model_id: str,
        *,
        mode: ConsentMode,
        session: SessionConsent,
    ) -> ConsentStatus:
        """Return whether content may go to this model, with the scope consent would be for."""
        current = scope_hash(scope)
        identity = (provider_id, model_id, current)
        granted = (
            mode == "allow_all"
            or session.has(dataset_id, identity)
            or any(grant.identity == identity for grant in self._grants(dataset_id))
        )
        return ConsentStatus(granted, current, mode)

    def require(
        self,
        dataset_id: str,
        scope: Sequence[str],
        provider_id: str,
        model_id: str,
        *,
        mode: ConsentMode,
        session: SessionConsent,
    ) -> str:
        """Return the scope hash under which content may be sent now, or raise."""
        status = self.status(dataset_id, scope, provider_id, model_id, mode=mode, session=session)
        kind: EgressEventKind = "sent" if status.granted else "refused"
        self._note(kind, dataset_id, provider_id, model_id, status.scope_hash)
        if not status.granted:
            raise EgressConsentRequired(
                f"Sending the contents of these files to {provider_id} needs your consent.",
                phase="analyst",
                provider_id=provider_id,
                model_id=model_id,
                scope_hash=status.scope_hash,
                # What the user is asked about.
                detail={"dataset_id": dataset_id, "files": list(scope)},
            )
        return status.scope_hash

    def grant(
        self,
        dataset_id: str,
        scope: Sequence[str],
        provider_id: str,
        model_id: str,
        given_hash: str,
        *,
        persist: bool,
        session: SessionConsent,
    ) -> None:
        """Enter the user's consent for the file list that `given_hash` stands for."""
        check_provider(provider_id)
        if not model_id.strip():
            raise ValidationFailed("model_id is needed.", provider_id=provider_id)
        current = scope_hash(scope)
        if given_hash != current:
            raise ValidationFailed(
                "The files of the dataset are not those that consent was asked for; look at the "
                "list and agree again.",
                subphase="stale_scope",
                actions=("grant_consent",),
                provider_id=provider_id,
                model_id=model_id,
                scope_hash=current,
            )
        grant = Grant(
            provider_id=provider_id, model_id=model_id, scope_hash=current, granted_at=now()
        )
        # First the note: consent of which nothing is written down must not come to be.
        self._note("granted", dataset_id, provider_id, model_id, current, persisted=persist)
        if not persist:
            session.add(dataset_id, grant)
            return
        with (
            self._folder() as folder,
            locked(folder, "egress.lock", wait=LOCK_WAIT_SECONDS, workbench_id=None),
        ):
            record = self._read()
            others = [
                each
                for each in record.get(dataset_id, [])
                if Grant.model_validate(each).identity != grant.identity
            ]
            record[dataset_id] = [*others, grant.model_dump()]
            body = {"schema_version": 1, "datasets": record}
            storage.write_file(folder, CONSENT, json.dumps(body, indent=1).encode())

    def _grants(self, dataset_id: str) -> list[Grant]:
        try:
            return [Grant.model_validate(each) for each in self._read().get(dataset_id, [])]
        except (ValidationError, TypeError):
            raise _damaged() from None

    def _read(self) -> dict[str, list[Any]]:
        try:
            found = json.loads((self._data / CONSENT).read_bytes())["datasets"]
        except FileNotFoundError:
            return {}
        except (ValueError, KeyError, TypeError):
            raise _damaged() from None
        if not isinstance(found, dict):
            raise _damaged()
        return found

    def _note(
        self,
        kind: EgressEventKind,
        dataset_id: str,
        provider_id: str,
        model_id: str,
        scope: str,
        **more: Any,
    ) -> None:
        """Write down what was agreed, sent or refused; ids only."""
        event = {
            "at": now(),
            "kind": kind,
            "dataset_id": dataset_id,
            "provider_id": provider_id,
            "model_id": model_id,
            "scope_hash": scope,
            **more,
        }
        with self._folder() as folder:
            storage.append(folder, EVENTS, json.dumps(event).encode() + b"\n")

    @contextmanager
    def _folder(self) -> Iterator[int]:
        storage.make_folders(self._data)
        fd = os.open(self._data, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            yield fd
        finally:
            os.close(fd)


def _damaged() -> FileReadFailed:
    return FileReadFailed(f"{CONSENT} of the datasets is damaged.")
