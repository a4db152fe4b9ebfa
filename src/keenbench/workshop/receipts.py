"""Results too large for a model to be given unasked: a receipt with a preview, and pages of it.

Nothing is cut in silence. A receipt says how large the result is and under which id all of it is
kept; recall_tool_result gives it whole, or in pages that together are the whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
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


def preview_of(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the beginning of a result: its first rows, text or headings, and all small facts."""
    return _beginning(result, PREVIEW_BYTES)


def _beginning(value: Mapping[str, Any], room: int) -> dict[str, Any]:
    sizes = {name: size_of(inner) + len(name) + 4 for name, inner in value.items()}
    shown: dict[str, Any] = {}
    notes: dict[str, str] = {}
    left = len(value)
    # The small fields first: what they leave, the large ones share.
    for name in sorted(sizes, key=lambda each: (sizes[each], each)):
        share, left = room // left, left - 1
        inner = value[name]
        if sizes[name] <= share:
            shown[name] = inner
            room -= sizes[name]
            continue
        cut, note = _cut(inner, share - len(name) - 60)
        shown[name], notes[f"{name}_shown"] = cut, note
        room -= size_of(cut) + 2 * len(name) + 60
    return {name: shown[name] for name in value} | {k: v for k, v in notes.items() if v}


def _cut(value: Any, room: int) -> tuple[Any, str]:
    """Return the beginning of a value, and what it is the beginning of."""
    if isinstance(value, str):
        head = _head(value, room)
        return head, f"the first {len(head)} of {len(value)} characters"
    if isinstance(value, dict):
        return _beginning(value, room), ""
    if isinstance(value, list):
        items = []
        for item in value:
            room -= size_of(item) + 1
            if room < 0:
                break
            items.append(item)
        return items, f"the first {len(items)} of {len(value)}"
    return None, "not shown"


def pages_of(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a result as pages that a model can be given, in order and without a gap."""
    if size_of(result) <= PAGE_BYTES:
        return [dict(result)]
    facts = {name: value for name, value in result.items() if size_of(value) <= _FACTS}
    room = PAGE_BYTES - size_of(facts)
    pieces: list[_Piece] | None = None
    if room > PAGE_BYTES // 2:
        pieces = _pieces_of(result, facts, room)
    if pieces is None:
        facts = {}
        pieces = [_Piece("json_part", text) for text in _slices(dump(result), PAGE_BYTES)]
    pages = _packed(pieces, room if facts else PAGE_BYTES)
    return [
        facts
        | {"page": number, "pages": len(pages)}
        | ({"has_more_pages": True} if number + 1 < len(pages) else {})
        | page
        for number, page in enumerate(pages)
    ]


@dataclass(frozen=True)
class _Piece:
    """An item of a list (`at` is its place there), or a part of a text."""

    name: str
    value: Any
    at: int | None = None


def _pieces_of(
    result: Mapping[str, Any], facts: Mapping[str, Any], room: int
) -> list[_Piece] | None:
    """Return what is large in a result in pieces that fit a page; None where something does not."""
    pieces: list[_Piece] = []
    for name, value in result.items():
        if name in facts:
            continue
        if isinstance(value, str):
            pieces += [_Piece(name, text) for text in _slices(value, room - len(name) - 8)]
        elif isinstance(value, list):
            pieces += [_Piece(name, item, at) for at, item in enumerate(value)]
            if any(size_of(item) + 2 * len(name) + 32 > room for item in value):
                return None
        else:
            return None
    return pieces


def _packed(pieces: Sequence[_Piece], room: int) -> list[dict[str, Any]]:
    pages: list[dict[str, Any]] = [{}]
    left = room
    for piece in pieces:
        size = size_of(piece.value) + 1
        if piece.name not in pages[-1]:
            size += 2 * len(piece.name) + 24
        if pages[-1] and (size > left or (piece.at is None and piece.name in pages[-1])):
            pages.append({})
            left = room
        page = pages[-1]
        if piece.at is None:
            page[piece.name] = piece.value
        else:
            page.setdefault(f"{piece.name}_from", piece.at)
            page.setdefault(piece.name, []).append(piece.value)
        left -= size
    return pages


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


def _slices(text: str, room: int) -> Iterator[str]:
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
    """Return a beginning whose JSON fits into so many bytes, at least a character."""
    text = text[: max(1, room)]
    while len(text) > 1 and size_of(text) > room:
        text = text[: max(1, min(len(text) - 1, len(text) * room // size_of(text)))]
    return text
