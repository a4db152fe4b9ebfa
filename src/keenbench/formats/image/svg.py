"""SVG drawings: the size that the root element gives, and proof that the rest is well-formed XML.

No entity is expanded beyond plain text that the file itself declares, and nothing is fetched.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import BinaryIO
from xml.parsers import expat

from keenbench.errors import FileReadFailed
from keenbench.formats.image.methods import ImageMetadata

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 1_000
MAX_NODES = 5_000_000
_MAX_ENTITIES = 200
_MAX_ENTITY_CHARS = 1_000
_BLOCK = 256 * 1024

_SVG = "http://www.w3.org/2000/svg"
_LENGTH = re.compile(r"\s*([+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*([a-zA-Z%]*)\s*")
_PIXELS = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
}
_PIXELS["q"] = 96 / 101.6


class _Refused(Exception):
    """The drawing asks for what no drawing needs."""


class _Reader:
    """Follows the XML: keeps the root's attributes, bounds the rest."""

    def __init__(self) -> None:
        self.root: str | None = None
        self.attributes: dict[str, str] = {}
        self._depth = 0
        self._nodes = 0
        self._entities = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.EntityDeclHandler = self._entity
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self.root is None:
            self.root, self.attributes = name, dict(attributes)
        self._depth += 1
        self._nodes += 1
        if self._depth > MAX_DEPTH:
            raise _Refused(f"it is nested more than {MAX_DEPTH} deep")
        if self._nodes > MAX_NODES:
            raise _Refused(f"it holds more than {MAX_NODES} elements")

    def _end(self, name: str) -> None:
        self._depth -= 1

    def _entity(self, *declared: object) -> None:
        _, is_parameter, value, _, system_id, _, notation = declared
        self._entities += 1
        plain = isinstance(value, str) and "&" not in value and len(value) <= _MAX_ENTITY_CHARS
        if is_parameter or system_id or notation or not plain or self._entities > _MAX_ENTITIES:
            raise _Refused("it declares entities that lead outside, or into each other")


def read_svg(file: BinaryIO, path: str) -> ImageMetadata:
    """Return what the root element of the drawing says."""
    reader = _Reader()
    done = 0
    try:
        while block := file.read(_BLOCK):
            done += len(block)
            if done > MAX_BYTES:
                raise _Refused(f"it holds more than {MAX_BYTES} bytes")
            reader.parser.Parse(block)
        reader.parser.Parse(b"", True)
    except _Refused as refused:
        raise FileReadFailed(f"The drawing is hostile: {refused}.", path=path) from None
    except expat.ExpatError as error:
        raise FileReadFailed(_why(error, reader, path), path=path) from None
    except (LookupError, ValueError):
        raise FileReadFailed(
            "The drawing is damaged: it is in an encoding that no XML reader knows.", path=path
        ) from None
    if reader.root not in ("svg", f"{_SVG} svg"):
        raise FileReadFailed("This is an XML file, but no SVG drawing.", path=path)
    width, height = _size(reader.attributes)
    return ImageMetadata(
        path=path,
        format="svg",
        size_bytes=done,
        warnings=[],
        width=width,
        height=height,
        color_depth=None,
    )


def _why(error: expat.ExpatError, reader: _Reader, path: str) -> str:
    if error.code == 43:  # XML_ERROR_AMPLIFICATION_LIMIT_BREACH, which pyexpat does not name
        return "The drawing is hostile: its entities expand without end."
    if reader.root is None:
        suffix = PurePath(path).suffix
        return f"This is no drawing{f' named {suffix}' if suffix else ''}: it is not XML."
    return f"The drawing is damaged: it is not well-formed XML (line {error.lineno})."


def _size(attributes: dict[str, str]) -> tuple[int | float | None, int | float | None]:
    box = _view_box(attributes.get("viewBox", ""))
    width = _pixels(attributes.get("width", ""))
    height = _pixels(attributes.get("height", ""))
    if box is not None and box[0] > 0 and box[1] > 0:
        # A drawing fills the side it leaves out in the shape of its view box.
        if width is None and height is None and "width" not in attributes:
            width, height = (None, None) if "height" in attributes else box
        elif width is None and height is not None:
            width = height * box[0] / box[1]
        elif height is None and width is not None:
            height = width * box[1] / box[0]
    return _tidy(width), _tidy(height)


def _view_box(text: str) -> tuple[float, float] | None:
    pieces = text.replace(",", " ").split()
    if len(pieces) != 4:
        return None
    try:
        return float(pieces[2]), float(pieces[3])
    except ValueError:
        return None


def _pixels(text: str) -> float | None:
    """Return a length in pixels, or None where it depends on where the drawing stands."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        return None
    scale = _PIXELS.get(match[2].lower())
    return None if scale is None else float(match[1]) * scale


def _tidy(value: float | None) -> int | float | None:
    if value is None or value in (float("inf"),) or value != value:
        return None
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded
