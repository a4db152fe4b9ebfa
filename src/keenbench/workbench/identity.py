"""Names and times that the workbench gives out."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime


def new_id(prefix: str) -> str:
    """Return an id that was never given before."""
    return f"{prefix}_{secrets.token_hex(8)}"


def now() -> str:
    return iso(datetime.now(UTC))


def iso(moment: datetime) -> str:
    """Return a moment as ISO 8601 in UTC; equal length, so that text order is time order."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def iso_ns(nanoseconds: int) -> str:
    """Return a file's time of change as ISO 8601 in UTC."""
    return iso(datetime.fromtimestamp(nanoseconds / 1e9, UTC))
