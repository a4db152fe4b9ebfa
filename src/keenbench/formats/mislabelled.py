"""What a file is that is not the document its name says, in words for a person."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import BinaryIO

from keenbench.formats.text.binary import HEAD_BYTES, known_format

OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BLOCK = 1024 * 1024

# The streams of OLE files by which Office knows its own old formats.
_OLE_STREAMS = {
    "WordDocument": ("a Word document", ".doc", ".docx"),
    "Workbook": ("an Excel workbook", ".xls", ".xlsx"),
    "Book": ("an Excel workbook", ".xls", ".xlsx"),
    "PowerPoint Document": ("a PowerPoint presentation", ".ppt", ".pptx"),
}
_ENCRYPTED = ("EncryptedPackage", "EncryptionInfo")


def why_no_package(file: BinaryIO, path: str) -> str:
    """Return a sentence that says why `file` is no document package."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    head = file.read(HEAD_BYTES)
    suffix = PurePath(path).suffix.lower()
    if size == 0:
        return "The file is empty."
    if head.startswith(OLE_MAGIC):
        return _ole(file, suffix)
    if head.startswith(b"PK\x03\x04"):
        return (
            "The file is damaged: it begins as a zip archive but its directory is missing or "
            "broken, as after an interrupted download."
        )
    kind = known_format(head) or _by_first_words(head)
    named = f", not a {suffix} document" if suffix else ""
    if kind:
        return f"This is {kind}{named}."
    return f"This is no zip archive{named}: the file is damaged or mislabelled."


def _by_first_words(head: bytes) -> str | None:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:2048]
    lower = text.lower()
    if text.startswith(b"{\\rtf"):
        return "a rich text (RTF) file"
    if lower.startswith((b"<!doctype html", b"<html")):
        return "a web page (HTML)"
    if text.startswith(b"<?xml") and b"office:document" in head:
        return "a flat XML OpenDocument file"
    if text.startswith(b"<?xml") and b"pkg:package" in head:
        return "a flat XML Office file"
    if text.startswith((b"<?xml", b"<")):
        return "an XML file"
    return None


def _ole(file: BinaryIO, suffix: str) -> str:
    wanted = {name: name.encode("utf-16-le") for name in (*_ENCRYPTED, *_OLE_STREAMS)}
    found = _first_places(file, wanted)
    if any(name in found for name in _ENCRYPTED):
        return (
            "The document is encrypted with a password. Remove the password in the program that "
            "made it, and add it again."
        )
    streams = sorted((found[name], name) for name in _OLE_STREAMS if name in found)
    if not streams:
        return "This is an OLE file of an old program, not a document that can be read."
    what, old, new = _OLE_STREAMS[streams[0][1]]
    return f"This is {what} in the old binary format ({old}). Save it as {new} to read it here."


def _first_places(file: BinaryIO, wanted: dict[str, bytes]) -> dict[str, int]:
    """Return where each name of an OLE directory first occurs; an entry begins on 128 bytes."""
    found: dict[str, int] = {}
    file.seek(0)
    at = 0
    kept = b""
    while block := file.read(_BLOCK):
        data = kept + block
        start = at - len(kept)
        for name, mark in wanted.items():
            if name in found:
                continue
            place = data.find(mark + b"\0\0")
            while place >= 0:
                if (start + place) % 128 == 0:
                    found[name] = start + place
                    break
                place = data.find(mark + b"\0\0", place + 1)
        at += len(block)
        kept = data[-128:]
    return found
