"""Assets of one document carried to another."""

from __future__ import annotations

import copy

from lxml import etree

from keenbench.errors import ValidationFailed
from keenbench.formats import fidelity
from keenbench.formats.call import Call
from keenbench.formats.carrying import (
    AssetRequest,
    AssetsCopied,
    CopiedAsset,
    CopyAssetsParams,
    check_places,
)
from keenbench.formats.documents import require_kind
from keenbench.formats.docx.edit import blocks as edit_blocks
from keenbench.formats.docx.edit.assets import page_parts, pictures, style_elements
from keenbench.formats.docx.edit.document import WORD_TYPE, DocumentEdit
from keenbench.formats.docx.edit.header_footer import show_even_pages
from keenbench.formats.docx.edit.images import drawing
from keenbench.formats.docx.edit.lists import EMPTY_NUMBERING, next_id
from keenbench.formats.docx.edit.order import add, drop, put, w
from keenbench.formats.docx.edit.places import page_sections
from keenbench.formats.docx.edit.styles import StyleSheet, style_name
from keenbench.formats.ooxml_names import R, W
from keenbench.formats.package import open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.shape import MapWarning
from keenbench.formats.xml_part import Element

_STYLED = {f"{W}pStyle": "paragraph", f"{W}rStyle": "character", f"{W}tblStyle": "table"}
_INCH = 914_400


def copy_assets(call: Call, params: CopyAssetsParams) -> AssetsCopied:
    check_places(params)
    with (
        call.open(params.source_root, params.source_path) as old,
        call.open(params.target_root, params.target_path) as new,
        open_package(old, params.source_path) as source,
        open_package(new, params.target_path) as target,
    ):
        require_kind(source, "docx")
        require_kind(target, "docx")
        carry = _Carrying(
            DocumentEdit(call, params.source_root, PackageEdit(source)),
            DocumentEdit(call, params.target_root, PackageEdit(target)),
        )
        copied = [carry.one(request, at) for at, request in enumerate(params.requests)]
        warnings = fidelity.save(
            call,
            carry.target.edit,
            carry.target.touched,
            allow_break_signature=params.allow_break_signature,
        )
    return AssetsCopied(copied=copied, warnings=[*carry.warnings, *warnings])


class _Carrying:
    def __init__(self, source: DocumentEdit, target: DocumentEdit) -> None:
        self.source = source
        self.target = target
        self.warnings: list[MapWarning] = []
        self._styles = {one.get(f"{W}styleId", ""): one for one in style_elements(source)}
        self._carried: dict[str, str] = {}  # styles, from their id in the source
        self._lists: dict[str, str] = {}
        self._parts: dict[str, str] = {}

    def one(self, request: AssetRequest, at: int) -> CopiedAsset:
        kind, _, name = request.asset_id.partition(":")
        if kind == "style" and name in self._styles:
            element = self._styles[name]
            type = element.get(f"{W}type", "paragraph")
            target = self._style(name, replace=True)
            return CopiedAsset(asset_id=request.asset_id, type=f"{type}_style", target=target)
        if kind in ("header", "footer"):
            for where, pages, part in page_parts(self.source):
                if (where, part) == (kind, name):
                    target = self._page_part(where, pages, part)
                    return CopiedAsset(
                        asset_id=request.asset_id, type="header_footer", target=target
                    )
        if kind == "image":
            for part, alt, width, height in pictures(self.source):
                if part == name:
                    target = self._picture(part, alt, width, height, request)
                    return CopiedAsset(asset_id=request.asset_id, type="image", target=target)
        raise ValidationFailed(
            f"assets[{at}] is no asset of {self.source.edit.package.path}. DocxGetStyles lists "
            "them.",
            path=self.source.edit.package.path,
        )

    # Styles

    def _style(self, id: str, *, replace: bool) -> str:
        """Carry a style with those it is based on; return its id in the target."""
        if id in self._carried:
            return self._carried[id]
        element = self._styles[id]
        kind = element.get(f"{W}type", "paragraph")
        sheet = StyleSheet(self.target)
        present = sheet.element(style_name(element), kind)
        if present is not None and not replace:
            self._carried[id] = present.get(f"{W}styleId", "")
            return self._carried[id]
        part = sheet.part()
        made = copy.deepcopy(element)
        made.tail = None
        if present is None:
            made.set(f"{W}styleId", sheet.free_id(id))
            made.attrib.pop(f"{W}default", "")
            self.target.edit.xml(part).append(made)
        else:
            made.set(f"{W}styleId", present.get(f"{W}styleId", ""))
            if present.get(f"{W}default") is None:
                made.attrib.pop(f"{W}default", "")
            else:
                made.set(f"{W}default", present.get(f"{W}default", ""))
            parent = present.getparent()
            assert parent is not None
            parent.replace(present, made)
            self._say("replaced", "A style of the same name was replaced by that of the source.")
        self._carried[id] = made.get(f"{W}styleId", "")
        for name in ("basedOn", "next", "link"):
            reference = made.find(f"{W}{name}")
            if reference is None:
                continue
            wanted = reference.get(f"{W}val", "")
            if wanted not in self._styles:
                made.remove(reference)
            else:
                reference.set(f"{W}val", self._style(wanted, replace=False))
        self._renumber(made)
        self.target.change(part)
        return self._carried[id]

    def _renumber(self, element: Element) -> None:
        for number in element.iter(f"{W}numId"):
            id = number.get(f"{W}val", "0")
            if id != "0":
                number.set(f"{W}val", self._list(id))

    def _list(self, id: str) -> str:
        """Carry a list; return its id in the target, "0" (no list) where the source lacks it."""
        if id in self._lists:
            return self._lists[id]
        old_part = self.source.part_of_kind("numbering")
        old = None if old_part is None else self.source.tree(old_part)
        number = None if old is None else _by_id(old, "num", "numId", id)
        of = None if number is None else number.find(f"{W}abstractNumId")
        abstract = (
            None
            if old is None or of is None
            else _by_id(old, "abstractNum", "abstractNumId", of.get(f"{W}val", ""))
        )
        if number is None or abstract is None:
            self._lists[id] = "0"
            return "0"
        doc = self.target
        part = doc.require_part("numbering", "numbering.xml", "numbering+xml", EMPTY_NUMBERING)
        root = doc.edit.xml(part)
        made, instance = copy.deepcopy(abstract), copy.deepcopy(number)
        present = list(root.iterchildren(f"{W}abstractNum"))
        abstract_id = str(next_id((one.get(f"{W}abstractNumId") for one in present), least=0))
        made.set(f"{W}abstractNumId", abstract_id)
        drop(made, "nsid", "styleLink", "numStyleLink")
        for level in made.iter(f"{W}lvl"):
            for name in ("pStyle", "lvlPicBulletId"):
                drop(level, name)
        root.insert(len(list(root.iterchildren(f"{W}numPicBullet"))) + len(present), made)
        numbers = list(root.iterchildren(f"{W}num"))
        number_id = str(next_id(one.get(f"{W}numId") for one in numbers))
        instance.set(f"{W}numId", number_id)
        put_reference = instance.find(f"{W}abstractNumId")
        assert put_reference is not None
        put_reference.set(f"{W}val", abstract_id)
        after = numbers[-1] if numbers else made
        after.addnext(instance)
        doc.change(part)
        self._lists[id] = number_id
        return number_id

    # Headers, footers and pictures

    def _page_part(self, where: str, pages: str, part: str) -> str:
        doc = self.target
        root = copy.deepcopy(self.source.edit.xml(part))
        for tag in _STYLED:
            for reference in root.iter(tag):
                id = reference.get(f"{W}val", "")
                if id in self._styles:
                    reference.set(f"{W}val", self._style(id, replace=False))
        self._renumber(root)
        name = doc.edit.free_name(doc.beside(where + "{}.xml"))
        doc.add_part(name, etree.tostring(root, encoding="unicode"), f"{WORD_TYPE}{where}+xml")
        ids: dict[str, str] = {}
        for known in self.source.edit.relationships(part):
            if known.external:
                ids[known.id] = doc.edit.relate(name, known.type, known.target, external=True)
            elif (
                known.kind == "image" and known.part is not None and known.part in self.source.edit
            ):
                ids[known.id] = doc.edit.relate(name, "image", self._media(known.part))
            else:
                raise ValidationFailed(
                    f"The {where} {part} holds an object ({known.kind}) that cannot be carried "
                    "whole.",
                    path=self.source.edit.package.path,
                )
        made = doc.edit.xml(name)
        for element in made.iter(etree.Element):
            for key, value in element.attrib.items():
                if str(key).startswith(R) and value in ids:
                    element.set(key, ids[str(value)])
        doc.change(name)
        self._refer(where, pages, name)
        return name

    def _refer(self, where: str, pages: str, part: str) -> None:
        """Have every section of the target show the new part."""
        doc = self.target
        id = doc.edit.relate(doc.main, where, part)
        for at, section in enumerate(page_sections(doc)):
            own = next(
                (
                    one
                    for one in section.findall(f"{W}{where}Reference")
                    if one.get(f"{W}type", "default") == pages
                ),
                None,
            )
            if own is not None:
                self._say("replaced", f"The target's own {where} is no longer shown.")
            elif at == 0:
                own = add(section, w(f"{where}Reference", type=pages))
            if own is not None:
                own.set(f"{R}id", id)
            if pages == "first":
                put(section, w("titlePg"))
        if pages == "even":
            show_even_pages(doc)
        doc.change()

    def _picture(
        self, part: str, alt: str | None, width: int | None, height: int | None, asked: AssetRequest
    ) -> str:
        doc = self.target
        name = self._media(part)
        id = doc.edit.relate(doc.main, "image", name)
        wide, high = width or _INCH, height or _INCH
        if asked.width is not None:
            wide, high = round(asked.width * _INCH), round(asked.width * _INCH * high / wide)
        if asked.height is not None:
            high = round(asked.height * _INCH)
        shown = drawing(doc, id, name.rpartition("/")[2], alt, wide, max(high, 1))
        container, at = edit_blocks.body_end(doc)
        edit_blocks.insert(doc, container, at, [w("p", [w("r", [shown])])])
        doc.change()
        return name

    def _media(self, part: str) -> str:
        """Carry a picture's bytes; one that is there already is shared."""
        if part in self._parts:
            return self._parts[part]
        doc = self.target
        data = self.source.edit.read(part)
        ending = part.rpartition(".")[2].lower()
        folder = doc.beside("media/")
        for name in doc.edit.names():
            alike = name.startswith(folder) and name.endswith(f".{ending}")
            if alike and doc.edit.read(name) == data:
                self._parts[part] = name
                return name
        name = doc.edit.free_name(folder + "image{}." + ending)
        doc.add_part(name, data, self.source.edit.content_type(part) or None)
        self._parts[part] = name
        return name

    def _say(self, code: str, message: str) -> None:
        warning = MapWarning(code=code, message=message)
        if warning not in self.warnings:
            self.warnings.append(warning)


def _by_id(root: Element, tag: str, attribute: str, id: str) -> Element | None:
    for element in root.iterchildren(f"{W}{tag}"):
        if element.get(f"{W}{attribute}") == id:
            return element
    return None
