"""What an OOXML package says of its parts: their content types, and what they refer to."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from keenbench.formats.xml_part import Element, transitional_name

CONTENT_TYPES = "[Content_Types].xml"

_RELATIONSHIPS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"


@dataclass(frozen=True)
class Relationship:
    """One reference from a part: to another part, or to something outside the package."""

    id: str
    type: str  # in its transitional form
    target: str  # as it is written
    external: bool
    part: str | None  # the name of the part it means; None where it is external

    @property
    def kind(self) -> str:
        """The last word of its type: officeDocument, styles, image, comments, …"""
        return self.type.rpartition("/")[2]


@dataclass(frozen=True)
class Relationships:
    """The references of one part, in the order of the file."""

    all: tuple[Relationship, ...] = ()
    _by_id: dict[str, Relationship] = field(default_factory=dict)

    @classmethod
    def of(cls, source: str, root: Element | None) -> Relationships:
        """Return the relationships of part `source` ("" for the package) from their XML."""
        if root is None:
            return cls()
        found = tuple(_read(source, root))
        by_id: dict[str, Relationship] = {}
        for relationship in found:
            by_id.setdefault(relationship.id, relationship)
        return cls(found, by_id)

    def get(self, id: str | None) -> Relationship | None:
        return self._by_id.get(id) if id else None

    def of_kind(self, *kinds: str) -> list[Relationship]:
        return [relationship for relationship in self.all if relationship.kind in kinds]

    def __iter__(self) -> Iterator[Relationship]:
        return iter(self.all)


def relationships_part(source: str) -> str:
    """Return the name of the part that holds the relationships of `source`."""
    folder, name = posixpath.split(source)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def resolve(source: str, target: str) -> str:
    """Return the part that `target` means when part `source` refers to it."""
    target = target.partition("#")[0].replace("\\", "/")
    joined = target if target.startswith("/") else posixpath.join(posixpath.dirname(source), target)
    return posixpath.normpath("/" + unquote(joined)).lstrip("/")


def _read(source: str, root: Element) -> Iterator[Relationship]:
    for element in root.iter(_RELATIONSHIPS):
        target = element.get("Target", "")
        external = element.get("TargetMode", "").lower() == "external"
        part = None if external or not target else resolve(source, target)
        yield Relationship(
            id=element.get("Id", ""),
            type=transitional_name(element.get("Type", "")),
            target=target,
            external=external,
            part=part,
        )


class ContentTypes:
    """The content type of each part: by its name, else by its extension."""

    def __init__(self, root: Element | None) -> None:
        self._named: dict[str, str] = {}
        self._defaults: dict[str, str] = {}
        if root is None:
            return
        for element in root.iter(f"{_TYPES}Override"):
            name = element.get("PartName", "").lstrip("/").lower()
            self._named[name] = element.get("ContentType", "")
        for element in root.iter(f"{_TYPES}Default"):
            self._defaults[element.get("Extension", "").lower()] = element.get("ContentType", "")

    def of(self, name: str) -> str:
        """Return the content type of a part, or "" where none is given."""
        name = name.lower()
        return self._named.get(name) or self._defaults.get(name.rpartition(".")[2], "")
