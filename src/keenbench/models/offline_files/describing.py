"""“What is in this file?”: its map, in a few sentences; and which files there are."""

from __future__ import annotations

import re
from typing import Any

from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import ending
from keenbench.models.offline_files.turn import ToolFailed

_LISTS = re.compile(
    r"\b(?:which|what|list|show)\b.{0,20}\bfiles\b|\bwhat\s+(?:is|do\s+we\s+have)\s+here\b|"
    r"\bwelche\s+dateien\b",
    re.I,
)
_DESCRIBES = re.compile(
    r"\bwhat(?:'s|’s|\s+is)\s+(?:there\s+)?(?:in|inside)\b|"
    r"\bwhat\b.{0,10}\bdo(?:es)?\b.{0,40}\b(?:contain|hold|have|say)\b|"
    r"\bwhat(?:'s|’s|\s+is|\s+are)\s+(?:this|that|it|these|\x00)(?:\s+\w+)?(?:\s+about)?\s*\??\s*$|"
    r"\b(?:describe|outline|overview)\b|\b(?:the|its|show|list)\s+(?:structure|contents?|columns|"
    r"sheets|slides|sections|headings)\b|\b(?:summari[sz]e|summary\s+of)\b|"
    r"\bwas\s+(?:ist|steht)\b",
    re.I,
)
_PROSE = re.compile(r"\b(?:summari[sz]e|summary|about)\b", re.I)
_SHOWN = 12


def attempt(desk: Desk) -> str | None:
    """Describe a file or list all, if the request asks for that."""
    if _LISTS.search(desk.text) and not desk.named:
        return _listing(desk)
    if not _DESCRIBES.search(desk.masked()):
        return None
    source = desk.source()
    if source is None:
        return _listing(desk)
    return describe(desk, source)


def describe(desk: Desk, path: str) -> str:
    entry = desk.entries[path]
    if entry["is_opaque"]:
        return f"{path} ({_size(entry['size'])}) is of a kind that I cannot look into."
    try:
        told = desk.turn.call("get_file_info", path=path)
    except ToolFailed as failed:
        return f"{path} could not be read: {failed.message}"
    shape = told.get("map") or {}
    said = f"{path} ({_size(entry['size'])}): {_structure(shape, ending(path))}"
    warnings = [str(each.get("message")) for each in shape.get("warnings") or ()]
    if warnings:
        said += "\n\nNote: " + " ".join(warnings[:3])
    if _PROSE.search(desk.text) and ending(path) in ("docx", "odt", "pdf", "pptx", "txt", "md"):
        said += (
            "\n\nOffline I can show what a document is made of, but not put its text into other "
            "words; choose a model in the settings for that."
        )
    return said


def _listing(desk: Desk) -> str:
    if not desk.entries:
        return "There are no files in this workbench yet."
    lines = [
        f"- {path} — {entry['file_kind']}, {_size(entry['size'])}"
        + (", read-only" if entry["read_only"] else "")
        + (", opaque" if entry["is_opaque"] else "")
        for path, entry in desk.entries.items()
    ]
    count = len(lines)
    return f"There {'is 1 file' if count == 1 else f'are {count} files'}:\n" + "\n".join(lines)


def _structure(shape: dict[str, Any], end: str) -> str:
    if "sheets" in shape:
        return _sheets(shape)
    if "columns" in shape and "row_count" in shape:
        columns = [f"{c['name']} ({c['inferred_type']})" for c in shape["columns"]]
        count = shape.get("columns_count", len(columns))
        return (
            f"a table of {shape['row_count']:,} rows and {count} columns: {_some(columns, count)}."
        )
    if "slides" in shape:
        titles = [str(s.get("title") or "(no title)") for s in shape["slides"]]
        return f"{_counted(shape['slide_count'], 'slide')}:" + _list(titles, shape["slide_count"])
    if "page_count" in shape:
        toc = [f"{t['title']} (page {t['page']})" for t in shape.get("toc") or ()]
        said = f"{_counted(shape['page_count'], 'page')}"
        return f"{said}, with these headings:" + _list(toc, len(toc)) if toc else f"{said}."
    if "sections" in shape:
        return _sections(shape)
    if "line_count" in shape:
        return _text(shape)
    if shape.get("width"):
        return f"a picture ({shape.get('format')}) of {shape['width']} × {shape['height']} pixels."
    return f"a {end} file."


def _sheets(shape: dict[str, Any]) -> str:
    lines = []
    for sheet in shape["sheets"]:
        headers = next((i["headers"] for i in sheet.get("islands") or () if i.get("headers")), None)
        line = f"{sheet['name']}: {sheet['row_count']:,} rows × {sheet['col_count']} columns"
        if headers:
            line += f" ({_some([str(h) for h in headers if h], len(headers))})"
        extras = [
            word
            for key, word in (("has_formulas", "formulas"), ("has_charts", "charts"))
            if sheet.get(key)
        ]
        lines.append(line + (f"; with {' and '.join(extras)}" if extras else ""))
    count = shape.get("sheets_count", len(lines))
    return f"{_counted(count, 'sheet')}:" + _list(lines, count)


def _sections(shape: dict[str, Any]) -> str:
    headings = [
        f"{'  ' * max(0, int(s.get('level') or 1) - 1)}{s['heading']}"
        for s in shape["sections"]
        if s.get("heading")
    ]
    parts = [f"{shape.get('total_char_count', 0):,} characters"]
    for key, word in (("tables", "table"), ("images", "picture")):
        count = shape.get(f"{key}_count", len(shape.get(key) or ()))
        if count:
            parts.append(_counted(count, word))
    said = f"a document with {', '.join(parts)}"
    if not headings:
        return f"{said}, without headings."
    return f"{said}. Its headings:" + _list(headings, shape.get("sections_count", len(headings)))


def _text(shape: dict[str, Any]) -> str:
    said = f"text of {_counted(shape['line_count'], 'line')}, {shape['char_count']:,} characters"
    keys = shape.get("keys")
    if keys:
        said += f"; its keys are {_some([str(key) for key in keys], len(keys))}"
    return f"{said}."


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _some(names: list[str], count: int) -> str:
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} and {count - _SHOWN} more" if count > _SHOWN else shown


def _list(lines: list[str], count: int) -> str:
    shown = "".join(f"\n- {line}" for line in lines[:_SHOWN])
    return f"{shown}\n- … and {count - _SHOWN} more" if count > _SHOWN else shown


def _size(size: int) -> str:
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.0f} KB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
