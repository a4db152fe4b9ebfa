"""Notices of PDF documents: scripts, actions that start something, and files inside."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, BinaryIO

from keenbench.errors import FileReadFailed
from keenbench.formats.notices.shape import NoticeCode, Signs, place_of

_MOST_OBJECTS = 200_000
_ACTIONS: dict[str, tuple[NoticeCode, str]] = {
    "/JavaScript": ("script", "JavaScript"),
    "/Launch": ("active_content", "an action that starts a program"),
    "/SubmitForm": ("external_link", "a form that is sent away"),
    "/ImportData": ("external_link", "data from another file"),
    "/GoToR": ("external_link", "a page of another file"),
    "/GoToE": ("active_content", "a file inside the file"),
    "/Rendition": ("active_content", "a film or sound"),
    "/RichMediaExecute": ("active_content", "a film or program"),
}


def signs_of_pdf(file: BinaryIO, path: str) -> Signs:
    import pypdf
    from pypdf.errors import PyPdfError

    found = Signs()
    file.seek(0)
    try:
        reader = pypdf.PdfReader(io.BytesIO(file.read()), strict=False)
        for value in _objects(reader):
            _object(value, found)
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        # Of the library on damaged files; the reader of ours says what is wrong with them.
        raise FileReadFailed(
            f"The PDF cannot be searched ({type(error).__name__}).", path=path
        ) from None
    return found


def _objects(reader: Any) -> Iterator[Any]:
    """Give every object of the file, with all that stands in it."""
    from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

    known = {
        (number, generation) for generation, table in reader.xref.items() for number in table
    } | {(number, 0) for number in reader.xref_objStm}
    if len(known) > _MOST_OBJECTS:
        raise FileReadFailed(f"The PDF holds more than {_MOST_OBJECTS} objects.")
    for number, generation in sorted(known):
        if number == 0:
            continue
        waiting = [reader.get_object(IndirectObject(number, generation, reader))]
        while waiting:
            value = waiting.pop()
            if isinstance(value, DictionaryObject):
                yield value
                waiting += [v for v in value.values() if not isinstance(v, IndirectObject)]
            elif isinstance(value, ArrayObject):
                waiting += [v for v in value if not isinstance(v, IndirectObject)]


def _object(value: Any, found: Signs) -> None:
    action = value.get("/S")
    if action in _ACTIONS:
        found[_ACTIONS[action]] += 1
    elif "/JS" in value:
        found["script", "JavaScript"] += 1
    if action == "/URI":
        target = value.get("/URI")
        if isinstance(target, bytes | str):
            text = target.decode("latin-1") if isinstance(target, bytes) else str(target)
            found["link", place_of(text)] += 1
    kind = value.get("/Subtype")
    if kind in ("/RichMedia", "/Screen", "/3D", "/Movie", "/Sound"):
        found["active_content", "a film or sound"] += 1
    elif kind == "/FileAttachment" or value.get("/Type") == "/EmbeddedFile":
        found["active_content", "a file inside the file"] += 1
