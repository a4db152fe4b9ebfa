"""Maps as a prompt holds them: whole, or shortened to what a model needs to ask further.

A shortened map says so, and counts what it leaves out; get_file_map gives the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

# Said already in the file's line, or of no use for reading.
_ELSEWHERE = frozenset({"path", "size_bytes"})
_SHORTENED = "map_shortened"
# Counts of lists that a file may have; none of them is the usual case.
_COUNTS = frozenset(
    f"{name}_count"
    for name in (
        *("charts", "tables", "merged", "comments", "shapes", "named_ranges", "toc"),
        *("attachments", "images"),
    )
)
_NAMES = 12
_NAME_CHARS = 60

Found = Mapping[str, Any]


def whole(found: Found) -> dict[str, Any]:
    """Return a map without what says nothing: empty lists, and facts that stand beside it."""
    return {
        key: _bare(value)
        for key, value in found.items()
        if key not in _ELSEWHERE and not _says_nothing(key, value)
    }


def shortened(found: Found) -> dict[str, Any]:
    """Return the sizes of a map's parts and the first of their names."""
    short: dict[str, Any] = {"format": found.get("format"), _SHORTENED: True}
    for key, shorten in _SHORT.items():
        if key in found:
            short[key] = shorten(found[key])
    short |= {
        key: value
        for key, value in found.items()
        if key not in short
        and key not in _ELSEWHERE
        and isinstance(value, int | str | bool | float)
        and value is not False
    }
    warnings = found.get("warnings") or ()
    if warnings:
        short["warnings"] = [warning["code"] for warning in warnings[:_NAMES]]
    return short


def _bare(value: Any) -> Any:
    """Return a part of a map without flags that are off and lists that are empty."""
    if isinstance(value, list):
        return [_bare(item) for item in value]
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if not _says_nothing(key, item)}
    return value


def _says_nothing(key: str, value: Any) -> bool:
    return value is None or value is False or value in ([], {}) or (key in _COUNTS and value == 0)


def _name(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _NAME_CHARS:
        return value[: _NAME_CHARS - 1] + "…"
    return value


def _first(items: list[Any], shorten: Callable[[Any], Any]) -> list[Any]:
    listed = [shorten(item) for item in items[:_NAMES]]
    if len(items) > _NAMES:
        listed.append(f"… and {len(items) - _NAMES} more")
    return listed


def _sheet(sheet: Found) -> str:
    hidden = "" if sheet.get("visibility") == "visible" else f", {sheet.get('visibility')}"
    return f"{_name(sheet['name'])} ({sheet['row_count']} rows, {sheet['col_count']} cols{hidden})"


def _section(section: Found) -> str:
    heading = _name(section["heading"]) or "(no heading)"
    return f"{section['index']}: {heading} ({section['char_count']} chars)"


def _slide(slide: Found) -> str:
    return f"{slide['index']}: {_name(slide['title']) or '(no title)'}"


def _column(column: Found) -> str:
    return f"{_name(column['name'])} {column['inferred_type']}"


def _bookmark(entry: Found) -> str:
    return f"{_name(entry['title'])} p.{entry['page']}"


_SHORT: dict[str, Callable[[Any], Any]] = {
    "sheets": lambda sheets: _first(sheets, _sheet),
    "sections": lambda sections: _first(sections, _section),
    "slides": lambda slides: _first(slides, _slide),
    "columns": lambda columns: _first(columns, _column),
    "toc": lambda toc: _first(toc, _bookmark),
    "headers": lambda headers: _first(headers, _name),
    "keys": lambda keys: _first(keys, _name),
    "children": lambda children: _first(children, _name),
    "chunking": dict,
}
