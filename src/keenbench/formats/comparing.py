"""Comparing two versions of a file inside the parser's box: what every such method shares.

The broker opens both sides, the reference from the start of the Draft and the Draft's own file, as
of one moment, and hands over both descriptors; the engine says only which of them there are. What
was compared is remembered in the child, so that a second page of changes costs next to nothing.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import Any, BinaryIO, Generic, TypeVar

from pydantic import Field

from keenbench.formats.call import Call, FileParams, FileRef
from keenbench.formats.recent import identity_of, is_settled
from keenbench.formats.shape import MapWarning, WhenAny
from keenbench.registry import Result

PAGE_CHANGES = 100
MOST_CHANGES = 1000
_KEPT_RESULTS = 8
_KEPT_CHANGES = 300_000

Found = TypeVar("Found")


class SidesParams(FileParams):
    """The Draft's file is `path` in `root`; the other side is `path` in `reference_root`."""

    reference_root: str | None = Field(
        description="reference or published; null for a file that the Draft adds."
    )
    deleted: bool = Field(default=False, description="The Draft deletes the file: one side only.")


class CompareParams(SidesParams):
    """Which changes are listed."""

    offset: int = Field(default=0, ge=0, description="The first change of the page, 0-based [0].")
    limit: int = Field(
        default=PAGE_CHANGES, ge=1, le=MOST_CHANGES, description="Changes a page [100]."
    )


class ComparedPage(Result):
    """A page of changes, in the order of the document; `total` counts all of them."""

    total: int
    offset: int
    limit: int
    has_more: bool
    summary: dict[str, int] = Field(description="How many changes there are of each type.")
    rejectable: list[str] = Field(
        default_factory=list, description="The types of changes that can be taken back alone."
    )
    warnings: list[MapWarning] = WhenAny


def both_sides(params: SidesParams) -> list[FileRef]:
    """The files that a comparison reads."""
    sides = []
    if params.reference_root is not None:
        sides.append(FileRef(params.reference_root, params.path))
    if not params.deleted:
        sides.append(FileRef(params.root, params.path))
    return sides


@contextmanager
def open_sides(
    call: Call, params: SidesParams
) -> Iterator[tuple[BinaryIO | None, BinaryIO | None]]:
    """Give both sides open; None where there is none."""
    with ExitStack() as opened:
        old = new = None
        if params.reference_root is not None:
            old = opened.enter_context(call.open(params.reference_root, params.path))
        if not params.deleted:
            new = opened.enter_context(call.open(params.root, params.path))
        yield old, new


class Ids:
    """Names for changes, made of what they change and not of where they stand in a list.

    A change keeps its name when another is taken back; equal ones are told apart by their order.
    """

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def of(self, *parts: Any) -> str:
        text = json.dumps(parts, ensure_ascii=True, default=str)
        name = sha256(text.encode()).hexdigest()[:16]
        count = self._seen[name] = self._seen.get(name, 0) + 1
        return name if count == 1 else f"{name}-{count}"


class Compared(Generic[Found]):
    """All changes between two versions, and what is to be said of them."""

    def __init__(self, changes: Sequence[Found], warnings: Sequence[MapWarning] = ()) -> None:
        self.changes = list(changes)
        self.warnings = list(warnings)

    def page(
        self, params: CompareParams, keep: Callable[[Found], bool] | None = None
    ) -> dict[str, Any]:
        """Return the fields of a page; `keep` chooses among all changes."""
        chosen = self.changes if keep is None else [c for c in self.changes if keep(c)]
        summary: dict[str, int] = {}
        for change in chosen:
            for kind in _kinds(change):
                summary[kind] = summary.get(kind, 0) + 1
        shown = chosen[params.offset : params.offset + params.limit]
        return {
            "changes": shown,
            "total": len(chosen),
            "offset": params.offset,
            "limit": params.limit,
            "has_more": params.offset + len(shown) < len(chosen),
            "summary": summary,
            "warnings": self.warnings,
        }


def _kinds(change: Any) -> list[str]:
    aspects = [f"{change.type}_{aspect}" for aspect in getattr(change, "aspects", None) or ()]
    # What only follows from other changes is counted apart: nobody made it.
    return aspects if getattr(change, "follows", False) else [change.type, *aspects]


class Remembered(Generic[Found]):
    """The last few comparisons of this child, by what both files are."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Any, Compared[Found]] = OrderedDict()

    def of(
        self,
        old: BinaryIO | None,
        new: BinaryIO | None,
        compare: Callable[[], Compared[Found]],
    ) -> Compared[Found]:
        files = [file for file in (old, new) if file is not None]
        key = tuple(identity_of(file) if file is not None else None for file in (old, new))
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        found = compare()
        if all(is_settled(identity_of(file)) for file in files):
            self._kept[key] = found
            while len(self._kept) > 1 and (
                len(self._kept) > _KEPT_RESULTS
                or sum(len(one.changes) for one in self._kept.values()) > _KEPT_CHANGES
            ):
                self._kept.popitem(last=False)
        return found
