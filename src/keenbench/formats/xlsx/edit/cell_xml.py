"""One cell of a sheet as the bytes it is, and formulas as they stand in cells."""

from __future__ import annotations

import re

from keenbench.formats.xlsx.addresses import cell_name
from keenbench.formats.xlsx.sheet_rows import attributes_of
from keenbench.formats.xlsx.xml_text import unescaped

FORMULA = re.compile(rb"<f((?:\s[^>]*?)?)\s*(?:/>|>([^<]*)</f\s*>)")
_CELL_START = re.compile(rb"<c((?:\s[^>]*?)?)\s*(/?)>")
_VALUE = re.compile(rb"<v(?:\s[^>]*)?>([^<]*)</v\s*>")


class Cell:
    """One cell: its column, and its XML."""

    __slots__ = ("column", "xml")

    def __init__(self, column: int, xml: bytes) -> None:
        self.column = column
        self.xml = xml

    @classmethod
    def made(
        cls,
        row: int,
        column: int,
        style: int = 0,
        kind: bytes = b"",
        content: bytes = b"",
        metadata: int = 0,
    ) -> Cell:
        """Return a cell of the type `kind` (s, str, b, e, inlineStr; nothing for a number)."""
        tag = b' r="%s"' % cell_name(row, column).encode()
        if style:
            tag += b' s="%d"' % style
        if kind:
            tag += b' t="%s"' % kind
        if metadata:
            tag += b' cm="%d"' % metadata
        return cls(column, b"<c%s>%s</c>" % (tag, content) if content else b"<c%s/>" % tag)

    @property
    def attributes(self) -> dict[bytes, bytes]:
        start = _CELL_START.match(self.xml)
        return attributes_of(start[1]) if start else {}

    @property
    def style(self) -> int:
        number = self.attributes.get(b"s", b"0").strip()
        return int(number) if number.isdigit() and len(number) < 10 else 0

    @property
    def kind(self) -> bytes:
        """The type as the file gives it: n, s, str, b, e, inlineStr or d."""
        return self.attributes.get(b"t", b"n") or b"n"

    @property
    def content(self) -> bytes:
        """What stands between its tags."""
        start = _CELL_START.match(self.xml)
        if start is None or start[2]:
            return b""
        return self.xml[start.end() : self.xml.rfind(b"</c")]

    @property
    def value(self) -> str | None:
        """The raw text of its value: a number, or that of a shared string."""
        found = _VALUE.search(self.xml)
        return unescaped(found[1]) if found else None

    @property
    def formula(self) -> tuple[dict[str, str], str] | None:
        """The attributes of its formula and the text, "" where it shares another's."""
        found = FORMULA.search(self.xml) if b"<f" in self.xml else None
        if found is None:
            return None
        return formula_attributes(found[1]), unescaped(found[2] or b"")

    @property
    def is_blank(self) -> bool:
        content = self.content
        return b"<v" not in content and b"<f" not in content and b"<is" not in content

    def set_attributes(self, attributes: dict[bytes, bytes]) -> None:
        start = _CELL_START.match(self.xml)
        assert start is not None
        self.xml = b"<c%s%s>" % (said(attributes), start[2]) + self.xml[start.end() :]

    def set_style(self, style: int) -> None:
        attributes = self.attributes
        if style:
            at = {b"r": attributes.pop(b"r", b""), b"s": b"%d" % style}
            attributes.pop(b"s", None)
            attributes = {**at, **attributes}
        else:
            attributes.pop(b"s", None)
        self.set_attributes(attributes)

    def set_formula(self, attributes: dict[str, str], text: str) -> None:
        """Replace the formula, keeping the saved result."""
        made = formula_xml(attributes, text)
        self.xml = FORMULA.sub(lambda _: made, self.xml, count=1)

    def move(self, row: int, column: int) -> None:
        self.column = column
        attributes = self.attributes
        attributes.pop(b"r", None)
        self.set_attributes({b"r": cell_name(row, column).encode(), **attributes})


def formula_attributes(tag: bytes) -> dict[str, str]:
    """Return the attributes in the inside of a formula's start tag."""
    if not tag:
        return {}
    return {key.decode(): unescaped(value) for key, value in attributes_of(tag).items()}


def formula_xml(attributes: dict[str, str], text: str) -> bytes:
    """Return a formula as cells hold it."""
    tag = "".join(f' {key}="{escaped(value)}"' for key, value in attributes.items())
    return (f"<f{tag}>{escaped(text)}</f>" if text else f"<f{tag}/>").encode()


def said(attributes: dict[bytes, bytes]) -> bytes:
    """Return attributes as a start tag has them."""
    return b"".join(
        b' %s="%s"' % (name, value.replace(b'"', b"&quot;")) for name, value in attributes.items()
    )


def escaped(text: str) -> str:
    """Return text as XML holds it, in content and in attributes."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;")
