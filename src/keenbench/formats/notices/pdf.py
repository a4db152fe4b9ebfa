"""Notices of PDF documents: scripts, actions that start something, and files inside."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, BinaryIO

from keenbench.errors import FileReadFailed
from keenbench.formats.notices.shape import NoticeCode, Signs, leads_to, telling

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


# How far an action's own values are followed, to tell it from another.
_DEPTH = 4
_ELSEWHERE = ("/P", "/Parent", "/Popup", "/Dest", "/D")


def signs_of_pdf(file: BinaryIO, path: str) -> Signs:
    import pypdf
    from pypdf.errors import DependencyError, PyPdfError

    found = Signs()
    file.seek(0)
    data = file.read()
    try:
        with _complaints() as complaints:
            reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
            if reader.is_encrypted:
                raise FileReadFailed("The PDF is encrypted.", path=path)
            for value in _objects(reader):
                _object(value, found)
    except (
        PyPdfError,
        DependencyError,
        NotImplementedError,
        ArithmeticError,
        RecursionError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
    ) as error:
        # Of the library on damaged files; the reader of ours says what is wrong with them.
        raise FileReadFailed(
            f"The PDF cannot be searched ({type(error).__name__}).", path=path
        ) from None
    if complaints:
        # Programs mend a damaged file each in its own way: what they find may be more than this.
        found["not_checked", telling("The PDF is damaged.", data)] += 1
    return found


class _Complaints(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.heard += 1

    def __bool__(self) -> bool:
        return self.heard > 0


@contextmanager
def _complaints() -> Iterator[_Complaints]:
    """Give what the library says of faults that it reads over."""
    logger = logging.getLogger("pypdf")
    heard = _Complaints()
    # Where PDFs are edited the library is told to be silent; here it has to speak, to us alone.
    level, hands_on = logger.level, logger.propagate
    logger.setLevel(logging.WARNING)
    logger.propagate = False
    logger.addHandler(heard)
    try:
        yield heard
    finally:
        logger.removeHandler(heard)
        logger.setLevel(level)
        logger.propagate = hands_on


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
    action = _resolved(value.get("/S"))
    if action in _ACTIONS:
        code, told = _ACTIONS[action]
        found[code, telling(told, _content(value))] += 1
    elif "/JS" in value:
        found["script", telling("JavaScript", _content(value))] += 1
    if action == "/URI":
        target = _resolved(value.get("/URI"))
        if isinstance(target, bytes | str):
            text = target.decode("latin-1") if isinstance(target, bytes) else str(target)
            found["link", leads_to(text)] += 1
    kind = _resolved(value.get("/Subtype"))
    if kind in ("/RichMedia", "/Screen", "/3D", "/Movie", "/Sound"):
        found["active_content", telling("a film or sound", _content(value))] += 1
    elif kind == "/FileAttachment" or "/EF" in value or _is_embedded(value):
        found["active_content", telling("a file inside the file", _content(value))] += 1


def _is_embedded(value: Any) -> bool:
    return bool(_resolved(value.get("/Type")) == "/EmbeddedFile")


def _resolved(value: Any) -> Any:
    from pypdf.generic import IndirectObject

    return value.get_object() if isinstance(value, IndirectObject) else value


def _content(value: Any, depth: int = 0) -> bytes:
    """Return what tells a value from others: of all that it refers to, wherever that stands."""
    from pypdf.generic import ArrayObject, DictionaryObject, StreamObject

    value = _resolved(value)
    known = sha256()
    if depth > _DEPTH:
        return b""
    if isinstance(value, DictionaryObject):
        for key in sorted(value):
            if key not in _ELSEWHERE:
                known.update(str(key).encode("utf-8", "surrogatepass") + b"=")
                known.update(_content(value.get(key), depth + 1))
        if isinstance(value, StreamObject):
            known.update(sha256(value._data).digest())
    elif isinstance(value, ArrayObject):
        for one in value:
            known.update(_content(one, depth + 1))
    else:
        known.update(str(value).encode("utf-8", "surrogatepass"))
    return known.digest()
