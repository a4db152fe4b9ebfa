"""Results too large for a model to be given unasked: a receipt with a preview, and pages of it.

Nothing is cut in silence. A receipt says how large the result is and under which id all of it is
kept; recall_tool_result gives it whole, or in pages that together are the whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from keenbench.errors import TooLarge, UnknownId, ValidationFailed

# A larger result is given as a receipt.
RECEIPT_BYTES = 8 * 1024
PREVIEW_BYTES = 5 * 1024
PAGE_BYTES = 24 * 1024
# What is asked for in one call, and kept; a window past this is a mistake.
RESULT_BYTES = 8 * 1024 * 1024

# Fields of a result that say what it is; they stand in every preview and page.
_FACTS = 1024


def dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def size_of(value: object) -> int:
    return len(dump(value).encode("utf-8", "surrogatepass"))


def needs_receipt(result: Mapping[str, Any]) -> bool:
    return size_of(result) > RECEIPT_BYTES


def check_size(result: Mapping[str, Any]) -> None:
    size = size_of(result)
    if size > RESULT_BYTES:
        raise TooLarge(
            f"The result is {size} bytes, where one call gives at most {RESULT_BYTES}. Ask for "
            "less at a time: fewer rows or columns, a smaller range, one section or chunk.",
            phase="workshop",
        )


def receipt_for(entry_id: str, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a model is given in place of a large result."""
    pages = len(pages_of(result))
    paged = f" It comes in {pages} pages: page 0 to {pages - 1}." if pages > 1 else ""
    return {
        "receipt": True,
        "entry_id": entry_id,
        "size_bytes": size_of(result),
        "pages": pages,
        "note": "The result is too large to be shown at once; this is only its beginning. Get "
        f"all of it by recall_tool_result with this entry_id.{paged} Or ask for less: a smaller "
        "range, fewer rows or columns.",
        "preview": preview_of(result),
    }


@dataclass(frozen=True)
class _Bulk:
    """The largest field of a result, and the small ones beside it."""

    name: str
    value: Any
    facts: dict[str, Any]


def _bulk(result: Mapping[str, Any]) -> _Bulk | None:
    sizes = {name: size_of(value) for name, value in result.items()}
    if not sizes:
        return None
    name = max(sizes, key=lambda each: (sizes[each], each))
    others = {key: value for key, value in result.items() if key != name}
    if size_of(others) > PAGE_BYTES // 2 or not isinstance(result[name], list | str):
        return None
    return _Bulk(name, result[name], others)


def preview_of(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the beginning of a result: its first rows, text or headings."""
    bulk = _bulk(result)
    if bulk is None:
        return {"json_begins": _head(dump(result), PREVIEW_BYTES)}
    facts = {key: value for key, value in bulk.facts.items() if size_of(value) <= _FACTS}
    left = PREVIEW_BYTES - size_of(facts)
    if isinstance(bulk.value, str):
        shown = _head(bulk.value, left)
        return facts | {
            bulk.name: shown,
            f"{bulk.name}_shown": f"the first {len(shown)} of {len(bulk.value)} characters",
        }
    items = []
    for item in bulk.value:
        left -= size_of(item) + 1
        if left < 0:
            break
        items.append(item)
    if not items and bulk.value:
        return facts | {"json_begins": _head(dump(bulk.value), PREVIEW_BYTES // 2)}
    return facts | {
        bulk.name: items,
        f"{bulk.name}_shown": f"the first {len(items)} of {len(bulk.value)}",
    }


def pages_of(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a result as pages that a model can be given, in order and without a gap."""
    if size_of(result) <= PAGE_BYTES:
        return [dict(result)]
    bulk = _bulk(result)
    if bulk is not None and isinstance(bulk.value, str):
        room = PAGE_BYTES - size_of(bulk.facts)
        pages = [{bulk.name: piece} for piece in _pieces(bulk.value, room)]
    elif bulk is not None and _items_fit(bulk):
        pages = list(_of_items(bulk))
    else:
        bulk = None
        pages = [{"json_part": piece} for piece in _pieces(dump(result), PAGE_BYTES)]
    return [
        (bulk.facts if bulk is not None else {})
        | {"page": number, "pages": len(pages)}
        | ({"has_more_pages": True} if number + 1 < len(pages) else {})
        | page
        for number, page in enumerate(pages)
    ]


def page_of(result: Mapping[str, Any], page: int, entry_id: str) -> dict[str, Any]:
    pages = pages_of(result)
    if not 0 <= page < len(pages):
        raise ValidationFailed(
            f"{entry_id} has {len(pages)} pages, from 0 on; there is no page {page}.",
            phase="workshop",
        )
    return pages[page]


def unknown_entry(entry_id: str) -> UnknownId:
    return UnknownId(
        f"There is no result {entry_id[:80]}. Use an entry_id that a tool gave you in this "
        "conversation, or make the call again.",
        phase="workshop",
    )


def _items_fit(bulk: _Bulk) -> bool:
    room = PAGE_BYTES - size_of(bulk.facts)
    return all(size_of(item) + 1 <= room for item in bulk.value)


def _of_items(bulk: _Bulk) -> Iterator[dict[str, Any]]:
    room = PAGE_BYTES - size_of(bulk.facts)
    items: list[Any] = []
    used, first = 0, 0
    for number, item in enumerate(bulk.value):
        size = size_of(item) + 1
        if items and used + size > room:
            yield {bulk.name: items, f"{bulk.name}_from": first}
            items, used, first = [], 0, number
        items.append(item)
        used += size
    yield {bulk.name: items, f"{bulk.name}_from": first}


def _pieces(text: str, room: int) -> Iterator[str]:
    """Cut a text into pieces that fit as JSON, at the end of a line where there is one."""
    at = 0
    while at < len(text):
        piece = _head(text[at : at + room], room)
        if at + len(piece) < len(text):
            end = piece.rfind("\n") + 1
            piece = piece[:end] if end > len(piece) // 2 else piece
        yield piece
        at += len(piece)


def _head(text: str, room: int) -> str:
    """Return the longest beginning whose JSON fits into so many bytes, at least a character."""
    text = text[: max(1, room)]
    while len(text) > 1 and size_of(text) > room:
        text = text[: max(1, min(len(text) - 1, len(text) * room // size_of(text)))]
    return text
