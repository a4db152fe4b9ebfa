"""Which two versions of a file Review compares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from keenbench.errors import ValidationFailed
from keenbench.paths import REFERENCE_ROOT, check_name
from keenbench.reading import View
from keenbench.workbench.changes import Change, has_reference, read_change_set
from keenbench.workbench.draft import Draft, require_draft

ReferenceSource = Literal["draft_start_snapshot", "published_current_fallback", "none"]

_FALLBACK = (
    "The reference from the start of the Draft is not there; compared with Published as it is now."
)


@dataclass(frozen=True)
class Comparison:
    """A change, and where its older side is read from."""

    change: Change
    reference_root: str | None
    reference_source: ReferenceSource
    reference_warning: str | None = None


def comparison(view: View, path: str) -> Comparison:
    """Return what to compare for one changed file."""
    # A name that would lead out of the workbench is refused as that, not as one nobody knows.
    check_name(path)
    draft = require_draft(view)
    change = read_change_set(view, draft).get(path)
    if change is None:
        raise ValidationFailed(f"The Draft does not change {path}.", path=path, phase="review")
    return comparison_of(view, draft, change)


def comparison_of(view: View, draft: Draft, change: Change) -> Comparison:
    """Return where the older side of a change is read from."""
    if change.before is None:
        return Comparison(change, None, "none")
    if has_reference(view, draft, change.path):
        return Comparison(change, REFERENCE_ROOT, "draft_start_snapshot")
    return Comparison(change, "published", "published_current_fallback", _FALLBACK)


def sides(compared: Comparison) -> dict[str, Any]:
    """Return how the worker is told which two versions are meant."""
    return {
        "root": "draft",
        "reference_root": compared.reference_root,
        "deleted": compared.change.after is None,
    }
