"""Something new: a paragraph, a slide, a line, a whole small file, or a mark in a PDF."""

from __future__ import annotations

import re
from typing import Any

from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import file_kind
from keenbench.models.offline_files.placing import require_placed
from keenbench.models.offline_files.plain_text import read_whole, write_whole
from keenbench.models.offline_files.turn import Say

_ADDS = re.compile(r"\b(?:add|append|insert|attach|hinzufüg\w*|füge)\b", re.I)
_CREATES = re.compile(r"\b(?:create|make|write|new|start|erstell\w*)\b", re.I)
_HIGHLIGHTS = re.compile(r"\b(?:highlight|mark)\b", re.I)
_QUOTED = re.compile(r"[\"“„](?P<text>[^\"”“]*)[\"”“]|(?<!\w)['‘](?P<single>[^'’]+)['’](?!\w)")
_HEADING = re.compile(r"\b(?:heading|title|überschrift)\b", re.I)
_BULLET = re.compile(r"\bbullets?\b", re.I)
_PLACED = """
    add append insert attach create make write new start erstelle hinzufügen füge hinzu highlight
    mark word words phrase paragraph paragraphs line lines sentence heading title slide slides
    bullet bullets body text called named saying says end ende bottom note
    occurrences occurrence absatz überschrift containing content contents
"""
_TAKES_MORE = frozenset(("docx", "odt", "pptx", "text"))


def attempt(desk: Desk) -> str | None:
    """Add what the request quotes to the file that it names, if it asks for that."""
    masked = desk.masked()
    texts = [m.group("text") or m.group("single") or "" for m in _QUOTED.finditer(masked)]
    texts = [text for text in texts if text.strip()]
    if not texts:
        return None
    if not any(each.search(masked) for each in (_HIGHLIGHTS, _CREATES, _ADDS)):
        return None
    require_placed(desk, _PLACED)
    if _HIGHLIGHTS.search(masked):
        return _highlight(desk, texts)
    if _CREATES.search(masked) and not _ADDS.search(masked):
        return _create(desk, texts)
    if _ADDS.search(masked):
        return _add(desk, masked, texts)
    return None


def _add(desk: Desk, masked: str, texts: list[str]) -> str | None:
    path = desk.required_source(lambda path: file_kind(path) in _TAKES_MORE)
    kind = file_kind(path)
    if kind in ("docx", "odt"):
        style = "Heading 1" if _HEADING.search(masked) else None
        operations = [_paragraph(text, style if at == 0 else None) for at, text in enumerate(texts)]
        desk.turn.call(f"{kind}_operations", path=path, operations=operations)
        return _done(f"Added {_count(texts, 'paragraph')} at the end of {path}.")
    if kind == "pptx":
        return _add_slide(desk, path, masked, texts)
    if kind == "text":
        before = read_whole(desk.turn, path)
        joint = "" if not before or before.endswith("\n") else "\n"
        write_whole(desk.turn, path, before + joint + "\n".join(texts) + "\n")
        return _done(f"Added {_count(texts, 'line')} at the end of {path}.")
    return None


def _add_slide(desk: Desk, path: str, masked: str, texts: list[str]) -> str:
    if _BULLET.search(masked) and "slide" not in masked.casefold():
        raise Say("On which slide? For example: add a slide “Title” with “text” to deck.pptx.")
    slide: dict[str, Any] = {"op": "add_slide", "title": texts[0]}
    if len(texts) > 1:
        slide["body"] = "\n".join(texts[1:])
    desk.turn.call("pptx_operations", path=path, operations=[slide])
    return _done(f"Added the slide “{texts[0]}” at the end of {path}.")


def _create(desk: Desk, texts: list[str]) -> str | None:
    named = [m for m in desk.named if m.path is None]
    if len(named) != 1:
        return None
    path = named[0].text
    kind = file_kind(path)
    if kind == "docx":
        operations: list[dict[str, Any]] = [_paragraph(text, None) for text in texts]
        desk.turn.call("docx_operations", path=path, operations=operations, create_new=True)
    elif kind == "text":
        write_whole(desk.turn, path, "\n".join(texts) + "\n")
    else:
        return None
    return _done(f"Made {path}.")


def _highlight(desk: Desk, texts: list[str]) -> str | None:
    path = desk.required_source(lambda path: file_kind(path) == "pdf")
    if file_kind(path) != "pdf":
        return None
    operations = [{"op": "highlight_text", "search": text} for text in texts]
    told = desk.turn.call("pdf_operations", path=path, operations=operations)
    count = sum(int(line.get("matches") or 0) for line in told.get("report") or ())
    if not count:
        return f"“{texts[0]}” does not occur in {path}; nothing was changed."
    return _done(f"Highlighted {_count(range(count), 'place')} in {path}.")


def _paragraph(text: str, style: str | None) -> dict[str, Any]:
    op: dict[str, Any] = {"op": "append_paragraph", "text": text}
    return op | {"style": style} if style else op


def _done(said: str) -> str:
    return f"{said} The change is in the Draft, for Review."


def _count(things: list[str] | range, word: str) -> str:
    return f"{len(things)} {word}{'' if len(things) == 1 else 's'}"
