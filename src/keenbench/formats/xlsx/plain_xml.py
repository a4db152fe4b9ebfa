"""Reading the XML of large parts as bytes, and one plain form for all of it.

Sheets are scanned as bytes, which is several times faster than any XML reader that calls back into
Python. That is sound only for XML in a plain form: UTF-8, element names without a prefix, no
comments, CDATA, processing instructions or document type, no bare `>`. What nearly every program
writes is plain; `check_plain` sees to it, and `plain` rewrites whatever is not. Whether the XML is
well-formed is left to `WellFormed`, which a reader applies to exactly what it reads, so that a
damaged stretch of a sheet leaves the others readable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.parsers import expat

from keenbench.formats.xlsx.part_access import CHUNK_BYTES, PartDamaged
from keenbench.formats.xml_part import MAX_DEPTH

_ENCODING = re.compile(rb"""^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']""")
_ROOT = re.compile(rb"<([A-Za-z_][^\s/>]*)")


class NotPlain(Exception):
    """Valid so far, but not in the plain form."""


class Hostile(Exception):
    """Asks for what no document needs."""


def check_plain(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Pass on XML in the plain form; raise NotPlain where it is not."""
    opened = closed = 0
    border = b""
    for chunk in chunks:
        if not border:
            _check_head(chunk)
        # Looking for one character first is ten times faster, and mostly enough.
        if b"!" in chunk and (b"<!" in chunk or border + chunk[:1] == b"<!"):
            raise NotPlain
        if border and b"?" in chunk and (b"<?" in chunk or border + chunk[:1] == b"<?"):
            raise NotPlain
        border = chunk[-1:]
        opened += chunk.count(b"<")
        closed += chunk.count(b">")
        yield chunk
    if opened != closed:
        raise NotPlain


class WellFormed:
    """A real XML parser that what was read must pass."""

    def __init__(self) -> None:
        self._parser = expat.ParserCreate()
        self._parser.Parse(b"<part>", False)

    def check(self, xml: bytes, what: str) -> None:
        """Take in one or more whole elements, or raise PartDamaged."""
        try:
            self._parser.Parse(xml, False)
        except expat.ExpatError:
            raise PartDamaged(f"is not well-formed XML at {what}") from None


def plain(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Give the same XML in the plain form."""
    return _Rewriter().rewrite(chunks)


def _check_head(chunk: bytes) -> None:
    head = chunk.removeprefix(b"\xef\xbb\xbf")
    declared = _ENCODING.match(head)
    if declared is not None and declared[1].lower() not in (b"utf-8", b"us-ascii", b"ascii"):
        raise NotPlain
    if head.count(b"<?") > head.startswith(b"<?xml"):
        raise NotPlain
    root = _ROOT.search(head)
    if root is None or b":" in root[1] or head[:2] in (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"):
        raise NotPlain


def _parse(parser: expat.XMLParserType, chunk: bytes, *, final: bool) -> None:
    try:
        parser.Parse(chunk, final)
    except expat.ExpatError as error:
        raise PartDamaged(f"is not well-formed XML (line {error.lineno})") from None
    except (LookupError, ValueError):
        raise PartDamaged("is in an encoding that no XML reader knows") from None


def _refuse_doctype(*_: object) -> None:
    raise Hostile("declares a document type (DTD) or entities, which are never expanded here")


class _Rewriter:
    """Writes what an XML parser reads, in the plain form."""

    def __init__(self) -> None:
        self._namespace: str | None = None
        self._names: list[str] = []
        self._out: list[str] = []
        self._size = 0

    def rewrite(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        for chunk in chunks:
            _parse(parser, chunk, final=False)
            if self._size >= CHUNK_BYTES:
                yield self._taken()
        _parse(parser, b"", final=True)
        yield self._taken()

    def _taken(self) -> bytes:
        data = "".join(self._out).encode("utf-8", "surrogatepass")
        self._out, self._size = [], 0
        return data

    def _write(self, text: str) -> None:
        self._out.append(text)
        self._size += len(text)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, local = name.rpartition(" ")
        if self._namespace is None:
            self._namespace = namespace
        # Elements of other namespaces keep out of the way of our own.
        local = local if namespace == self._namespace else f"other:{local}"
        self._names.append(local)
        if len(self._names) > MAX_DEPTH:
            raise Hostile(f"is nested more than {MAX_DEPTH} deep")
        said = ""
        for key, value in attributes.items():
            prefix, _, key_local = key.rpartition(" ")
            said += f' {"other:" if prefix else ""}{key_local}="{_escaped_value(value)}"'
        self._write(f"<{local}{said}>")

    def _end(self, name: str) -> None:
        self._write(f"</{self._names.pop()}>")

    def _text(self, text: str) -> None:
        self._write(_escaped(text))


def _escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;")


def _escaped_value(text: str) -> str:
    text = _escaped(text).replace('"', "&quot;")
    return text.replace("\n", "&#10;").replace("\t", "&#9;")
