"""The shapes that every format shares: how a map begins, what it lists, what a chunk tells.

A map is small at any file size. A list in it holds every entry up to 40; past that the first and
last 20, the count of all beside it, and `offset` and `limit` to page through the rest.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, TypeVar

from pydantic import ConfigDict, Field

from keenbench.formats.call import FileParams
from keenbench.registry import Result

LISTED_WHOLE = 40
LISTED_ENDS = 20
PAGE_LIMIT = 100
NAME_CHARS = 100
_NAME_BYTES = 400  # of JSON: a page of the longest names still leaves a map under 64 KB

Item = TypeVar("Item")

# A field that stands in a result only where it says something.
WhenPresent: Any = Field(default=None, exclude_if=lambda value: value is None)
WhenAny: Any = Field(default_factory=list, exclude_if=lambda value: not value)


class MapWarning(Result):
    """Something the reader of a map should know: a stable code, and a sentence for people."""

    code: str
    message: str


class Covered(Result):
    """What part of the whole a read covers, 1-based and inclusive; `to` < `from` covers nothing."""

    model_config = ConfigDict(
        extra="forbid", validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )

    unit: str
    first: Annotated[int, Field(alias="from")]
    last: Annotated[int, Field(alias="to")]
    total: int


class ChunkInfo(Result):
    """Where a read stands among the chunks that the map names."""

    chunk_index: int
    total_chunks: int
    has_more: bool
    range: str
    covered: Covered


class Chunking(Result):
    """How a file is cut: `count` chunks of `size` units each, the last one shorter."""

    unit: str
    size: int
    count: int


class MapBase(Result):
    """What every map begins with."""

    path: str
    format: str
    size_bytes: int
    warnings: list[MapWarning]


class MapParams(FileParams):
    """The parameters of every map method."""

    offset: int | None = Field(
        default=None, ge=0, description="Page through long lists: the first entry, 0-based."
    )
    limit: int | None = Field(
        default=None, ge=1, le=PAGE_LIMIT, description=f"Entries a page [{LISTED_WHOLE}]."
    )

    @property
    def page(self) -> Page | None:
        if self.offset is None and self.limit is None:
            return None
        return Page(self.offset or 0, self.limit or LISTED_WHOLE)


@dataclass(frozen=True)
class Page:
    """The window of a list that a caller asked for."""

    offset: int
    limit: int

    def holds(self, index: int) -> bool:
        return self.offset <= index < self.offset + self.limit


def chunk_count(total: int, size: int) -> int:
    return -(-total // size)


def listed(count: int, page: Page | None = None) -> list[int]:
    """Return which entries of a list of `count` a map holds."""
    if page is not None:
        return list(range(min(page.offset, count), min(page.offset + page.limit, count)))
    if count <= LISTED_WHOLE:
        return list(range(count))
    return [*range(LISTED_ENDS), *range(count - LISTED_ENDS, count)]


def list_for_map(items: Sequence[Item], page: Page | None = None) -> list[Item]:
    """Return the entries of `items` that a map holds."""
    return [items[index] for index in listed(len(items), page)]


@dataclass
class Listing(Generic[Item]):
    """A list for a map, gathered one by one in constant memory: `add` all, take `items`."""

    page: Page | None = None
    count: int = 0
    _head: list[Item] = field(default_factory=list)
    _tail: deque[Item] = field(default_factory=lambda: deque(maxlen=LISTED_ENDS))

    def add(self, item: Item) -> None:
        index = self.count
        self.count += 1
        if self.page is not None:
            if self.page.holds(index):
                self._head.append(item)
        elif index < LISTED_WHOLE:
            self._head.append(item)
        else:
            self._tail.append(item)

    @property
    def items(self) -> list[Item]:
        if self.page is not None or self.count <= LISTED_WHOLE:
            return list(self._head)
        last = [*self._head[LISTED_ENDS:], *self._tail][-LISTED_ENDS:]
        return self._head[:LISTED_ENDS] + last


def window_info(*, unit: str, first: int, last: int, total: int, size: int) -> ChunkInfo:
    """Return the chunk_info of units `first` to `last` (1-based, inclusive) of `total`.

    It is exact for windows that are no chunk, too: chunk_index is the chunk that `first` lies in.
    """
    chunks = chunk_count(total, size)
    return ChunkInfo(
        chunk_index=max(0, min((first - 1) // size, chunks - 1)),
        total_chunks=chunks,
        has_more=last < total and first <= total,
        range=f"{first}-{last}" if last >= first else "",
        covered=Covered(unit=unit, first=first, last=last, total=total),
    )


def short_name(name: str) -> str:
    """Return `name` as a map shows it: cut with … where it is very long."""
    if len(name) <= NAME_CHARS and _json_bytes(name) <= _NAME_BYTES:
        return name
    name = name[: NAME_CHARS - 1]
    while _json_bytes(name) > _NAME_BYTES - 8:
        name = name[:-1]
    return name + "…"


def _json_bytes(value: Any) -> int:
    return len(json.dumps(value))
