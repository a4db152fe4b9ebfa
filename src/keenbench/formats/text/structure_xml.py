"""The root element of an XML text and the names of its children.

expat, fed a piece at a time, with everything that makes XML dangerous switched off: a declared
entity ends the reading (no billion laughs), nothing outside the text is ever opened, and depth,
the length of one tag, and the whole are bounded.
"""

from __future__ import annotations

from xml.parsers import expat

from keenbench.formats.shape import Page, short_name
from keenbench.formats.text.lines import TextFile
from keenbench.formats.text.structure import MAX_DEPTH, Structure, Unreadable

BUDGET = 64_000_000  # characters
NAMES = 2_000_000  # of elements and attributes: some 5 s, and expat remembers each one
_PIECE = 64 * 1024
# expat 2.5 reads an unfinished tag from its beginning again with every piece.
_LONGEST_TAG = 1_000_000
_NAMES_KEPT = 10_000


def read_xml(text: TextFile, page: Page | None = None) -> Structure:
    """Return the root of an XML text and the different names of its children."""
    reader = _Reader(page)
    seen = 0
    for piece in text.pieces(0, BUDGET):
        for start in range(0, len(piece), _PIECE):
            reader.feed(piece[start : start + _PIECE])
        seen += len(piece)
        if reader.names > NAMES:
            break
    if seen < text.char_count:
        reader.found.partial(f"the first {seen} characters")
    else:
        reader.finish()
    return reader.found


class _Reader:
    def __init__(self, page: Page | None) -> None:
        self.found = Structure(page)
        self.names = 0
        self._depth = 0
        self._names: set[str] = set()
        self._fed = 0
        # The text is decoded already; what the declaration says of encodings no longer holds.
        self._parser = expat.ParserCreate(encoding="utf-8")
        self._parser.buffer_text = False
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.EntityDeclHandler = self._entity
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def feed(self, piece: str) -> None:
        data = piece.encode("utf-8")
        self._fed += len(data)
        self._parse(data, final=False)
        if self._fed - self._parser.CurrentByteIndex > _LONGEST_TAG + len(data):
            raise Unreadable(f"one tag or text is longer than {_LONGEST_TAG} bytes.")

    def finish(self) -> None:
        self._parse(b"", final=True)

    def _parse(self, data: bytes, *, final: bool) -> None:
        try:
            self._parser.Parse(data, final)
        except expat.ExpatError as error:
            why = expat.ErrorString(error.code) or "it is not well-formed"
            raise Unreadable(f"{why} (line {error.lineno}).") from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._depth == 0:
            self.found.root = short_name(name)
            self.found.children = self.found.listing()
            self.found.child_count = 0
        elif self._depth == 1 and self.found.children is not None:
            self.found.child_count = (self.found.child_count or 0) + 1
            if name not in self._names and len(self._names) < _NAMES_KEPT:
                self._names.add(name)
                self.found.children.add(short_name(name))
                if len(self._names) == _NAMES_KEPT:
                    self.found.partial(f"the first {_NAMES_KEPT} names of children")
        self.names += 1 + len(attributes)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise Unreadable(f"it is nested more than {MAX_DEPTH} deep.")

    def _end(self, name: str) -> None:
        self._depth -= 1

    def _entity(self, *declaration: object) -> None:
        raise Unreadable("it declares entities, which are never expanded here.")
