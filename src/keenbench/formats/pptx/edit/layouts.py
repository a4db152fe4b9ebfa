"""Layouts by the deck's own names, and their placeholders on slides."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

from keenbench.errors import ValidationFailed
from keenbench.formats.ooxml_names import A, P
from keenbench.formats.pptx.edit.deck import DeckEdit, element, next_shape_id
from keenbench.formats.pptx.shapes import Placeholder, elements, placeholder_of
from keenbench.formats.xml_part import Element

# What people call a layout: its type in the file, and the names that Office gives it.
_ALIASES = {
    "title_and_content": ("obj", ("title and content",)),
    "title_only": ("titleOnly", ("title only",)),
    "section_header": ("secHead", ("section header",)),
    "blank": ("blank", ("blank",)),
    "two_content": ("twoObj", ("two content",)),
    "title_slide": ("title", ("title slide",)),
}
TITLES = ("title", "ctrTitle")
BODIES = ("body", "obj", "subTitle")
FOOTERS = ("dt", "ftr", "sldNum")


@dataclass(frozen=True)
class Layout:
    part: str
    name: str
    type: str


def layouts(deck: DeckEdit) -> list[Layout]:
    """Return the layouts of the deck, master by master."""
    found: list[Layout] = []
    masters = deck.links(deck.main)
    for entry in deck.root.iterfind(f"{P}sldMasterIdLst/{P}sldMasterId"):
        link = masters.get(entry.get(_ID, ""))
        if link is None or link.part is None or link.part not in deck.edit:
            continue
        links = deck.links(link.part)
        for one in deck.edit.xml(link.part).iterfind(f"{P}sldLayoutIdLst/{P}sldLayoutId"):
            layout = links.get(one.get(_ID, ""))
            if layout is not None and layout.part is not None and layout.part in deck.edit:
                root = deck.edit.xml(layout.part)
                sheet = root.find(f"{P}cSld")
                name = "" if sheet is None else sheet.get("name", "")
                found.append(Layout(layout.part, name, root.get("type", "")))
    return found


def named_layout(deck: DeckEdit, name: str, where: str) -> Layout:
    """Return the layout that the deck calls so, or that the alias means."""
    known = layouts(deck)
    for layout in known:
        if layout.name == name:
            return layout
    for layout in known:
        if layout.name.casefold().strip() == name.casefold().strip():
            return layout
    alias = _ALIASES.get(name.casefold().replace(" ", "_").replace("-", "_"))
    if alias is not None:
        kind, names = alias
        for layout in known:
            if layout.type == kind:
                return layout
        for layout in known:
            if layout.name.casefold() in names:
                return layout
    named = ", ".join(dict.fromkeys(layout.name for layout in known if layout.name)) or "none"
    raise ValidationFailed(
        f"{where}: the deck has no such layout. Its layouts are: {named}.", path=deck.path
    )


def usual_layout(deck: DeckEdit, *, title: bool, body: bool) -> Layout:
    """Return the layout of a slide that has a title and a body, as far as it has."""
    known = layouts(deck)
    if not known:
        raise ValidationFailed("The deck has no layout to make a slide of.", path=deck.path)
    wanted = "obj" if body or not title else "titleOnly"
    for layout in known:
        if layout.type == wanted:
            return layout
    for layout in known:
        kinds = [kind_of(one) for one in placeholders(deck.tree(layout.part))]
        has_title = any(kind in TITLES for kind in kinds)
        has_body = any(kind in BODIES for kind in kinds)
        if (has_title or not title) and (has_body or not body):
            return layout
    return known[0]


def placeholders(tree: Element) -> Iterator[Element]:
    """Yield the placeholders of a slide or layout."""
    for shape in elements(tree):
        if placeholder_of(shape) is not None:
            yield shape


def kind_of(shape: Element) -> str:
    found = placeholder_of(shape)
    return "" if found is None else found.kind


def number_of(shape: Element) -> str:
    found = placeholder_of(shape)
    return "" if found is None else found.number


def counterpart(tree: Element, wanted: Placeholder) -> Element | None:
    """Return the placeholder of a layout that one of a slide inherits from."""
    found = list(placeholders(tree))
    for shape in found:
        if number_of(shape) == wanted.number and _alike(kind_of(shape), wanted.kind):
            return shape
    if wanted.kind in (*TITLES, *FOOTERS):
        for shape in found:
            if _alike(kind_of(shape), wanted.kind):
                return shape
    return None


def _alike(one: str, other: str) -> bool:
    return one == other or any(one in kinds and other in kinds for kinds in (TITLES, BODIES))


def add_placeholder(tree: Element, model: Element) -> Element:
    """Add to a slide the placeholder that stands on its layout as `model`; return it, empty."""
    number = next_shape_id(tree)
    found = model.find(f"{P}nvSpPr/{P}cNvPr")
    name = (found.get("name", "") if found is not None else "") or "Placeholder"
    name = f"{name.rstrip('0123456789 ') or name} {number - 1}"
    shape = element(
        "<p:sp><p:nvSpPr><p:cNvPr/><p:cNvSpPr><a:spLocks noGrp='1'/></p:cNvSpPr><p:nvPr/>"
        "</p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>"
    )
    shape[0][0].set("id", str(number))
    shape[0][0].set("name", name)
    ph = next(model.iter(f"{P}ph"))
    made = deepcopy(ph)
    made.attrib.pop("hasCustomPrompt", "")
    for child in list(made):
        made.remove(child)
    shape[0][2].append(made)
    last = tree.find(f"{P}extLst")
    if last is not None:
        last.addprevious(shape)
    else:
        tree.append(shape)
    return shape


def text_body(shape: Element) -> Element:
    """Return the text body of a shape, made where it has none."""
    found = shape.find(f"{P}txBody")
    if found is None:
        found = element("<p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody>")
        spot = shape.find(f"{P}style")
        if spot is None:
            spot = shape.find(f"{P}spPr")
        if spot is None:
            shape.append(found)
        else:
            spot.addnext(found)
    return found


def is_empty(shape: Element) -> bool:
    """Return whether a placeholder holds nothing yet."""
    if shape.tag != f"{P}sp":
        return False
    body = shape.find(f"{P}txBody")
    if body is None:
        return True
    said = any((text.text or "").strip() for text in body.iter(f"{A}t"))
    return not said and next(body.iter(f"{A}fld", f"{A}br"), None) is None


def slide_placeholder(deck: DeckEdit, part: str, role: str, where: str) -> Element:
    """Return the title or body of a slide, taken from its layout where it is not there yet."""
    tree = deck.tree(part)
    kinds = TITLES if role == "title" else BODIES
    found = _first(tree, kinds)
    if found is not None:
        return found
    layout = deck.layout_of(part)
    model = None if layout is None else _first(deck.tree(layout), kinds)
    if model is not None:
        taken = next((one for one in placeholders(tree) if _stands_for(one, model)), None)
        if taken is None:
            return add_placeholder(tree, model)
        raise ValidationFailed(
            f"{where}: the placeholder of the slide's {role} holds a table, chart or picture. Use "
            "replace_text, or put the text on another slide.",
            path=deck.path,
        )
    raise ValidationFailed(
        f"{where}: the slide and its layout have no placeholder for a {role}. Give the slide "
        "another layout with set_layout first.",
        path=deck.path,
    )


def _stands_for(shape: Element, model: Element) -> bool:
    same_role = (kind_of(shape) in TITLES) == (kind_of(model) in TITLES)
    return same_role and number_of(shape) == number_of(model) and kind_of(shape) not in FOOTERS


def _first(tree: Element, kinds: tuple[str, ...]) -> Element | None:
    found = [
        shape for shape in placeholders(tree) if shape.tag == f"{P}sp" and kind_of(shape) in kinds
    ]

    def order(shape: Element) -> tuple[int, int]:
        number = number_of(shape)
        # A subtitle or text beside a picture has its own kind; the main body comes first.
        return kinds.index(kind_of(shape)) if kinds is TITLES else 0, (
            int(number) if number.isdecimal() else 0
        )

    return min(found, key=order, default=None)


_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
