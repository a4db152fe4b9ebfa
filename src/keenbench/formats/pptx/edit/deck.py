"""The deck being edited: its slides, the parts they refer to, and what was touched."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from lxml import etree

from keenbench.errors import ValidationFailed
from keenbench.formats.documents import main_part
from keenbench.formats.fidelity import Touched
from keenbench.formats.ooxml_names import A, P, R
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.pptx.shapes import Inherited
from keenbench.formats.relationships import Relationship, resolve
from keenbench.formats.xml_part import Element

EMU = 914_400  # an inch
POINT = 12_700
_RELATED = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
# What stands before the list of slides in a presentation.
_BEFORE_SLIDES = ("sldMasterIdLst", "notesMasterIdLst", "handoutMasterIdLst")
_DEFAULT_SIZE = (9_144_000, 6_858_000)


class DeckEdit:
    """A presentation with changes not yet written."""

    def __init__(self, edit: PackageEdit) -> None:
        self.edit = edit
        self.main = main_part(edit.package)
        self.root = edit.xml(self.main)
        self._changed: set[str] = set()
        self._added: set[str] = set()
        self._removed: set[str] = set()
        self._unrelated: set[tuple[str, str]] = set()
        # Shapes whose text was touched: the slide's part, and the operation that did it last.
        self.texts: dict[Element, tuple[str, int]] = {}

    @property
    def path(self) -> str:
        return self.edit.package.path

    @property
    def touched(self) -> Touched:
        return Touched(
            changed=frozenset(self._changed),
            added=frozenset(self._added),
            removed=frozenset(self._removed),
            unrelated=frozenset(self._unrelated),
        )

    # Slides

    @property
    def slide_list(self) -> Element:
        found = self.root.find(f"{P}sldIdLst")
        if found is None:
            found = etree.Element(f"{P}sldIdLst")
            at = sum(1 for name in _BEFORE_SLIDES if self.root.find(f"{P}{name}") is not None)
            self.root.insert(at, found)
        return found

    def entries(self) -> list[Element]:
        """Return the entries of the slides in the order they are shown."""
        return self.root.findall(f"{P}sldIdLst/{P}sldId")

    @property
    def slide_count(self) -> int:
        return len(self.entries())

    def slide(self, index: int, where: str) -> str:
        """Return the part of a slide, or raise naming the parameter that asked for it."""
        entries = self.entries()
        if index >= len(entries):
            raise ValidationFailed(
                f"{where} is {index}, but the presentation has {len(entries)} slides, counted "
                "from 0.",
                path=self.path,
            )
        return self.slide_part(entries[index])

    def slide_part(self, entry: Element) -> str:
        found = self.links(self.main).get(entry.get(f"{R}id", ""))
        if found is None or found.part is None or found.part not in self.edit:
            raise self.edit.package.damaged("lists a slide that it does not hold")
        return found.part

    def slides(self) -> list[str]:
        return [self.slide_part(entry) for entry in self.entries()]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the slides in EMU."""
        found = self.root.find(f"{P}sldSz")
        if found is None:
            return _DEFAULT_SIZE
        width, height = whole(found.get("cx")), whole(found.get("cy"))
        return (width, height) if width > 0 and height > 0 else _DEFAULT_SIZE

    def tree(self, part: str) -> Element:
        """Return the shape tree of a slide, layout, master or notes page."""
        found = self.edit.xml(part).find(f"{P}cSld/{P}spTree")
        if found is None:
            raise self.edit.package.damaged(f"has a part {part} without shapes")
        return found

    # References

    def links(self, source: str) -> dict[str, Relationship]:
        return {link.id: link for link in self.edit.relationships(source)}

    def related(self, source: str, *kinds: str) -> str | None:
        """Return the first part that `source` refers to in one of these ways."""
        for link in self.edit.relationships(source).of_kind(*kinds):
            if link.part is not None and link.part in self.edit:
                return link.part
        return None

    def layout_of(self, slide: str) -> str | None:
        return self.related(slide, "slideLayout")

    def master_of(self, layout: str | None) -> str | None:
        return None if layout is None else self.related(layout, "slideMaster")

    def inherited(self, slide: str) -> Inherited:
        """Return the places of the placeholders that a slide inherits."""
        layout = self.layout_of(slide)
        master = self.master_of(layout)
        roots = [None if part is None else self.edit.xml(part) for part in (layout, master)]
        return Inherited(*roots)

    def type_of(self, part: str) -> str:
        """Return the content type of a part, or raise where the deck says none."""
        found = self.edit.content_type(part)
        if not found:
            raise self.edit.package.damaged(f"does not say of what type its part {part} is")
        return found

    def referrers(self, part: str) -> Iterator[tuple[str, Relationship]]:
        """Yield who refers to a part, and how."""
        for name in self.edit.names():
            if not name.endswith(".rels"):
                continue
            folder, _, file = name.rpartition("/")
            source = folder.removesuffix("_rels") + file.removesuffix(".rels")
            for link in self.edit.relationships(source):
                if link.part is not None and link.part.lower() == part.lower():
                    yield source, link

    # Changes

    def touch(self, part: str) -> None:
        """Have the edited tree of a part written."""
        self.edit.changed(part)
        if part not in self._added:
            self._changed.add(part)

    def add(self, name: str, data: bytes, content_type: str | None = None) -> None:
        self.edit.add(name, data, content_type)
        self._added.add(name)

    def remove(self, name: str) -> None:
        self.edit.remove(name)
        self._removed.add(name)
        self._changed.discard(name)
        self._added.discard(name)

    def relate(self, source: str, kind: str, target: str, *, external: bool = False) -> str:
        """Return the id of a reference, one that is there already where there is."""
        for link in self.edit.relationships(source).of_kind(kind.rpartition("/")[2]):
            if link.external == external and (link.target if external else link.part) == target:
                return link.id
        return self.edit.relate(source, kind, target, external)

    def unrelate(self, source: str, id: str) -> None:
        self.edit.unrelate(source, id)
        self._unrelated.add((source, id))

    def retarget(self, holder: str, old: str, new: str, targets: dict[str, str]) -> None:
        """Make the relationships of `new`, copied from `old`, lead to the copies in `targets`."""
        root = self.edit.xml(holder)
        folder = new.rpartition("/")[0]
        for element in root.iter(_RELATED):
            if element.get("TargetMode", "").lower() == "external":
                continue
            meant = resolve(old, element.get("Target", ""))
            element.set("Target", _relative(folder, targets.get(meant, meant)))
        self.edit.changed(holder)


def _relative(folder: str, target: str) -> str:
    return posixpath.relpath(f"/{target}", f"/{folder}")


def whole(value: str | None) -> int:
    """Return a whole number of the markup, 0 where it is none."""
    text = value or ""
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) < 13 else 0


def next_shape_id(tree: Element) -> int:
    """Return an id that no shape of the tree has."""
    used = [0, 1]
    for element in tree.iter():
        if isinstance(element.tag, str) and element.tag.endswith("}cNvPr"):
            value = element.get("id", "")
            if value.isdecimal() and len(value) < 10:
                used.append(int(value))
    return max(used) + 1


def element(xml: str) -> Element:
    """Return an element written with the prefixes a, p, r and c."""
    names = f'xmlns:a="{A[1:-1]}" xmlns:p="{P[1:-1]}" xmlns:r="{R[1:-1]}"'
    return etree.fromstring(f"<wrap {names}>{xml}</wrap>")[0]
