"""A package with changes not yet written.

Parts are read as they will be; nothing of the old file changes. `write` splices: what was not
touched is copied as the compressed bytes it is. Trees are given in the names of transitional OOXML
and written back in the names that their part used.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from keenbench.errors import FileWriteFailed
from keenbench.formats.package import Package
from keenbench.formats.relationships import (
    CONTENT_TYPES,
    ContentTypes,
    Relationships,
    relationships_part,
)
from keenbench.formats.xml_part import Element, is_strict, parse_xml, strict
from keenbench.formats.xml_write import DECLARATION, XmlForm
from keenbench.formats.zip_splice import Kept, Made, SpliceFailed, write_zip

MANIFEST = "META-INF/manifest.xml"
RELATIONSHIP_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_RELATIONSHIPS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_MANIFEST = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"
_IMAGES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "bmp": "image/bmp",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "webp": "image/webp",
    "svg": "image/svg+xml",
    "emf": "image/x-emf",
    "wmf": "image/x-wmf",
}


@dataclass(frozen=True)
class _Content:
    """What a part will hold: given whenever it is asked for, so that it need not be kept."""

    chunks: Callable[[], Iterable[bytes]]
    size_hint: int

    def read(self) -> bytes:
        return b"".join(self.chunks())


class PackageEdit:
    """A package with changes not yet written."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self._trees: dict[str, Element] = {}
        self._forms: dict[str, XmlForm] = {}
        self._dirty: set[str] = set()
        self._content: dict[str, _Content] = {}
        self._added: set[str] = set()
        self._removed: set[str] = set()
        self.strict = "_rels/.rels" in package and is_strict(package.read("_rels/.rels"))

    # What it holds

    def names(self) -> list[str]:
        """Return the parts as they will be: the old ones in their order, then the new by name."""
        kept = [name for name in self.package.names() if name not in self._removed]
        return [*kept, *sorted(self._added)]

    def __contains__(self, name: str) -> bool:
        return self._find(name) is not None

    def read(self, name: str) -> bytes:
        name = self._real(name)
        if name in self._dirty:
            return self._forms[name].written(self._trees[name])
        content = self._content.get(name)
        return self.package.read(name) if content is None else content.read()

    def xml(self, name: str) -> Element:
        """Return the root of an XML part; call `changed` after editing its tree."""
        name = self._real(name)
        if name not in self._trees:
            data = self.read(name)
            self._forms[name] = XmlForm.of(data)
            self._trees[name] = parse_xml(
                data,
                name,
                path=self.package.path,
                doctype="bare" if self.package.flavour == "odf" else "refused",
                whole=True,
            )
        return self._trees[name]

    def relationships(self, source: str = "") -> Relationships:
        """Return what a part refers to as it will be; "" means the package itself."""
        source = self._find(source) or source
        holder = relationships_part(source)
        return Relationships.of(source, self.xml(holder) if holder in self else None)

    def content_type(self, name: str) -> str:
        if CONTENT_TYPES not in self:
            return ""
        return ContentTypes(self.xml(CONTENT_TYPES)).of(name)

    # Changes

    def changed(self, name: str) -> None:
        """Have the tree that `xml` gave written."""
        name = self._real(name)
        if name not in self._trees:
            raise RuntimeError(f"no tree was given of {name}")
        self._content.pop(name, None)
        self._dirty.add(name)

    def replace(self, name: str, data: bytes) -> None:
        self.stream(name, lambda: (data,), len(data))

    def stream(self, name: str, chunks: Callable[[], Iterable[bytes]], size_hint: int) -> None:
        """Replace a part by what `chunks` gives, each time it is called the same."""
        name = self._real(name)
        self._trees.pop(name, None)
        self._forms.pop(name, None)
        self._dirty.discard(name)
        self._content[name] = _Content(chunks, size_hint)

    def add(self, name: str, data: bytes, content_type: str | None = None) -> None:
        """Add a part and say its type. OOXML is given in transitional names."""
        if name in self:
            raise RuntimeError(f"there is a part {name} already")
        if self.strict and name.endswith((".xml", ".rels")):
            data = strict(data)
        if name in self._removed:
            self._removed.discard(name)
        else:
            self._added.add(name)
        self.replace(name, data)
        if self.package.flavour == "odf":
            self._list(name, content_type or "")
        elif not name.endswith(".rels"):
            self._type(name, content_type)

    def remove(self, name: str) -> None:
        """Remove a part, its type and its own relationships; who refers to it must be told."""
        name = self._real(name)
        self._drop(name)
        holder = self._find(relationships_part(name))
        if holder is not None:
            self._drop(holder)
        if self.package.flavour == "odf":
            self._unlist(name)
        else:
            self._untype(name)

    def relate(self, source: str, type: str, target: str, external: bool = False) -> str:
        """Make part `source` refer to `target`, and return the id: the smallest free rIdN.

        `type` is a whole relationship type, or the last word of one of Office's own; `target` the
        name of a part, or what an external reference says.
        """
        source = self._find(source) or source
        holder = relationships_part(source)
        if holder not in self:
            empty = f'<Relationships xmlns="{_RELATIONSHIPS[1:-1]}"/>'
            self.add(holder, DECLARATION + empty.encode())
            self.xml(holder)
            if self.strict:
                self._forms[holder] = XmlForm(strict=True)
        root = self.xml(holder)
        used = {element.get("Id") for element in root}
        number = next(n for n in range(1, len(used) + 2) if f"rId{n}" not in used)
        attributes = {
            "Id": f"rId{number}",
            "Type": type if "/" in type else RELATIONSHIP_TYPE + type,
            "Target": target if external else _relative(source, target),
        }
        if external:
            attributes["TargetMode"] = "External"
        etree.SubElement(root, f"{_RELATIONSHIPS}Relationship", attributes)
        self.changed(holder)
        return attributes["Id"]

    def unrelate(self, source: str, id: str) -> None:
        """Make part `source` no longer refer to what `id` names."""
        holder = relationships_part(self._find(source) or source)
        root = self.xml(holder)
        for element in root.findall(f"{_RELATIONSHIPS}Relationship"):
            if element.get("Id") == id:
                root.remove(element)
        self.changed(holder)

    def retype(self, name: str, content_type: str) -> None:
        """Give a part another content type."""
        name = self._real(name)
        self._untype(name)
        self._type(name, content_type)

    def free_name(self, pattern: str) -> str:
        """Return the name with the first number that no part has, nor had: "xl/chart{}.xml"."""
        taken = {name.lower() for name in (*self.package.names(), *self._added)}
        number = 1
        while pattern.format(number).lower() in taken:
            number += 1
        return pattern.format(number)

    # Writing

    def write(self, path: Path) -> None:
        """Write the package; the same changes of the same file give the same bytes."""
        try:
            with path.open("w+b") as out:
                write_zip(out, self._members(), self.package.comment)
        except SpliceFailed as part:
            raise FileWriteFailed(
                f"The document cannot be written: its part {part} is damaged or too large.",
                path=self.package.path,
            ) from None

    def _members(self) -> Iterator[Kept | Made]:
        for info in self.package.members:
            name = info.filename.replace("\\", "/")
            if name in self._removed:
                continue
            made = self._made(name)
            yield made if made is not None else Kept(self.package.file, info, name)
        for name in sorted(self._added):
            made = self._made(name)
            assert made is not None
            yield made

    def _made(self, name: str) -> Made | None:
        content = self._content.get(name)
        if name in self._dirty:
            data = self._forms[name].written(self._trees[name])
            content = _Content(lambda: (data,), len(data))
        if content is None:
            return None
        stored = name == "mimetype" and self.package.flavour == "odf"
        return Made(name, content.chunks, content.size_hint, stored)

    # Names, types and lists

    def _find(self, name: str) -> str | None:
        if name in self._added:
            return name
        part = self.package.find(name)
        if part is not None:
            return None if part.name in self._removed else part.name
        if self.package.flavour == "ooxml":
            folded = name.lower()
            return next((added for added in self._added if added.lower() == folded), None)
        return None

    def _real(self, name: str) -> str:
        found = self._find(name)
        if found is None:
            raise self.package.damaged(f"has no part {name}")
        return found

    def _drop(self, name: str) -> None:
        if name in self._added:
            self._added.discard(name)
        else:
            self._removed.add(name)
        self._dirty.discard(name)
        for kept in (self._trees, self._forms, self._content):
            kept.pop(name, None)

    def _type(self, name: str, content_type: str | None) -> None:
        extension = name.rpartition(".")[2].lower()
        wanted = content_type or _IMAGES.get(extension)
        present = self.content_type(name)
        if wanted is None:
            if not present:
                raise RuntimeError(f"what type is {name}?")
            return
        if present == wanted:
            return
        root = self.xml(CONTENT_TYPES)
        if not present and _IMAGES.get(extension) == wanted:
            element = etree.Element(f"{_TYPES}Default", Extension=extension, ContentType=wanted)
            root.insert(len(root.findall(f"{_TYPES}Default")), element)
        else:
            etree.SubElement(root, f"{_TYPES}Override", PartName=f"/{name}", ContentType=wanted)
        self.changed(CONTENT_TYPES)

    def _untype(self, name: str) -> None:
        root = self.xml(CONTENT_TYPES)
        for element in root.findall(f"{_TYPES}Override"):
            if element.get("PartName", "").lstrip("/").lower() == name.lower():
                root.remove(element)
                self.changed(CONTENT_TYPES)

    def _list(self, name: str, media_type: str) -> None:
        if MANIFEST not in self:
            return
        root = self.xml(MANIFEST)
        etree.SubElement(
            root,
            f"{_MANIFEST}file-entry",
            {f"{_MANIFEST}full-path": name, f"{_MANIFEST}media-type": media_type},
        )
        self.changed(MANIFEST)

    def _unlist(self, name: str) -> None:
        if MANIFEST not in self:
            return
        root = self.xml(MANIFEST)
        for element in root.findall(f"{_MANIFEST}file-entry"):
            if element.get(f"{_MANIFEST}full-path") == name:
                root.remove(element)
                self.changed(MANIFEST)


def _relative(source: str, target: str) -> str:
    """Return how part `source` names part `target`, as Office writes it."""
    return posixpath.relpath("/" + target, "/" + posixpath.dirname(source))
