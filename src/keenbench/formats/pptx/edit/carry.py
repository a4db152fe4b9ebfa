"""Pictures and layouts carried from one deck to another.

A layout is nothing without its master and theme, so it is carried whole: with both, and with all
that they refer to. Where that cannot be done it is refused.
"""

from __future__ import annotations

from pathlib import PurePath

from lxml import etree

from keenbench.errors import ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.carrying import (
    AssetRequest,
    AssetsCopied,
    CopiedAsset,
    CopyAssetsParams,
    check_places,
)
from keenbench.formats.documents import require_kind
from keenbench.formats.fidelity import save
from keenbench.formats.ooxml_names import P, R
from keenbench.formats.package import open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.pptx.edit.assets import pictures
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.edit.frames import Spot, spot_for
from keenbench.formats.pptx.edit.images import draw, media_part
from keenbench.formats.pptx.edit.layouts import Layout, layouts
from keenbench.formats.pptx.edit.ops import Placed
from keenbench.formats.pptx.edit.slides import part_pattern
from keenbench.formats.pptx.shapes import Box
from keenbench.formats.relationships import relationships_part
from keenbench.formats.shape import MapWarning

_FIRST_ID = 2_147_483_648


def copy_assets(call: Call, params: CopyAssetsParams) -> AssetsCopied:
    check_places(params)
    with (
        call.open(params.source_root, params.source_path) as old,
        call.open(params.target_root, params.target_path) as new,
        open_package(old, params.source_path) as source_package,
        open_package(new, params.target_path) as target_package,
    ):
        require_kind(source_package, "pptx")
        require_kind(target_package, "pptx")
        carry = _Carrying(
            DeckEdit(PackageEdit(source_package)), DeckEdit(PackageEdit(target_package))
        )
        copied = carry.run(params.requests)
        warnings = save(
            call,
            carry.target.edit,
            carry.target.touched,
            allow_break_signature=params.allow_break_signature,
        )
    return AssetsCopied(copied=copied, warnings=[*warnings, *carry.warnings])


class _Carrying:
    def __init__(self, source: DeckEdit, target: DeckEdit) -> None:
        self.source = source
        self.target = target
        self.warnings: list[MapWarning] = []
        self._pictures = pictures(source)
        self._layouts = {layout.part: layout for layout in layouts(source)}

    def run(self, requests: list[AssetRequest]) -> list[CopiedAsset]:
        copied: list[CopiedAsset] = []
        wanted: list[Layout] = []
        for number, request in enumerate(requests):
            kind, _, part = request.asset_id.partition(":")
            if kind == "image" and part in self._pictures:
                copied.append(self._image(request, part, f"assets[{number}]"))
            elif kind == "layout" and part in self._layouts:
                wanted.append(self._layouts[part])
                copied.append(
                    CopiedAsset(
                        asset_id=request.asset_id, type="layout", target=self._layouts[part].name
                    )
                )
            else:
                raise ValidationFailed(
                    f"assets[{number}] is no asset of {self.source.path}. PptxGetStyles lists "
                    "them.",
                    path=self.source.path,
                )
        if wanted:
            self._carry_layouts(list(dict.fromkeys(wanted)))
        return copied

    # Pictures

    def _image(self, request: AssetRequest, part: str, where: str) -> CopiedAsset:
        used_on, box, alt_text = self._pictures[part][0]
        count = self.target.slide_count
        index = min(used_on, count - 1) if request.slide_index is None else request.slide_index
        if not count:
            raise ValidationFailed(
                "The target has no slide to put a picture on. Add one first.",
                path=self.target.path,
            )
        slide = self.target.slide(index, f"{where}.slide_index")
        suffix = PurePath(part).suffix.lower().lstrip(".")
        media = media_part(
            self.target,
            self.source.edit.read(part),
            suffix,
            self.source.type_of(part),
        )
        draw(self.target, slide, media, self._spot(request, slide, index, box), alt_text)
        return CopiedAsset(asset_id=request.asset_id, type="image", target=media, slide_index=index)

    def _spot(self, request: AssetRequest, slide: str, index: int, box: Box | None) -> Spot:
        """Return the place asked for; without one, where the picture stood in its own deck."""
        asked = (request.left, request.top, request.width, request.height)
        if box is not None and all(value is None for value in asked):
            left, top, width, height = (round(value) for value in box)
            return Spot(left, top, width, height)
        natural = None if box is None else (max(1, round(box.width)), max(1, round(box.height)))
        placed = Placed(
            op="add_image",
            index=index,
            left=request.left,
            top=request.top,
            width=request.width,
            height=request.height,
        )
        return spot_for(self.target, slide, placed, "pic", natural)

    # Layouts

    def _carry_layouts(self, wanted: list[Layout]) -> None:
        if self.source.edit.strict != self.target.edit.strict:
            raise ValidationFailed(
                "One of the decks is strict OOXML and the other is not; layouts cannot be carried "
                "between them. Save one of them anew in PowerPoint first.",
                path=self.source.path,
            )
        known = {layout.name for layout in layouts(self.target)}
        for layout in wanted:
            if layout.name in known:
                self._warn(
                    "same_name", "The target has a layout of the same name; now there are two."
                )
        if self.source.size != self.target.size:
            self._warn(
                "other_size", "The decks have slides of different size; look at the layouts."
            )
        masters: dict[str, list[str]] = {}
        for layout in wanted:
            master = self.source.master_of(layout.part)
            if master is None:
                raise self.source.edit.package.damaged("has a layout without a master")
            masters.setdefault(master, []).append(layout.part)
        for master, parts in masters.items():
            self._carry_master(master, parts)

    def _carry_master(self, master: str, wanted: list[str]) -> None:
        left_out = {
            link.part
            for link in self.source.edit.relationships(master).of_kind("slideLayout")
            if link.part is not None and link.part not in wanted
        }
        copies: dict[str, str] = {}
        part = self._carry(master, copies, left_out)
        root = self.target.edit.xml(part)
        links = self.target.links(part)
        number = self._highest_id() + 1
        for entry in list(root.iterfind(f"{P}sldLayoutIdLst/{P}sldLayoutId")):
            parent = entry.getparent()
            assert parent is not None
            if entry.get(f"{R}id", "") not in links:
                parent.remove(entry)
                continue
            entry.set("id", str(number + 1))
            number += 1
        self.target.touch(part)
        listed = self.target.root.find(f"{P}sldMasterIdLst")
        if listed is None:
            raise self.target.edit.package.damaged("has no list of masters")
        id = self.target.relate(self.target.main, "slideMaster", part)
        first = number - len(wanted)
        etree.SubElement(listed, f"{P}sldMasterId", {"id": str(first), f"{R}id": id})
        self.target.touch(self.target.main)

    def _highest_id(self) -> int:
        target = self.target
        used = [_FIRST_ID - 1]
        entries = list(target.root.iter(f"{P}sldMasterId"))
        for layout in layouts(target):
            master = target.master_of(layout.part)
            if master is not None:
                entries += target.edit.xml(master).iter(f"{P}sldLayoutId")
        for entry in entries:
            value = entry.get("id", "")
            if value.isdecimal() and len(value) < 11:
                used.append(int(value))
        return max(used)

    def _carry(self, part: str, copies: dict[str, str], left_out: set[str]) -> str:
        """Carry a part and all it refers to; references keep their ids."""
        source, target = self.source, self.target
        name = target.edit.free_name(part_pattern(part))
        copies[part] = name
        target.add(name, source.edit.read(part), source.type_of(part))
        holder = relationships_part(part)
        if holder not in source.edit:
            return name
        made = relationships_part(name)
        target.add(made, source.edit.read(holder))
        root = target.edit.xml(made)
        targets: dict[str, str] = {}
        for link in source.edit.relationships(part):
            if link.external or link.part is None:
                continue
            if link.part in left_out:
                for element in list(root):
                    if element.get("Id") == link.id:
                        root.remove(element)
                continue
            if link.part not in source.edit or link.kind in ("slide", "officeDocument"):
                raise ValidationFailed(
                    f"The layout cannot be carried whole: {part} refers to {link.target}.",
                    path=source.path,
                )
            if link.kind == "image":
                suffix = PurePath(link.part).suffix.lower().lstrip(".")
                data, kind = source.edit.read(link.part), source.type_of(link.part)
                targets[link.part] = media_part(target, data, suffix, kind)
            else:
                targets[link.part] = copies.get(link.part) or self._carry(
                    link.part, copies, left_out
                )
        target.retarget(made, part, name, targets)
        return name

    def _warn(self, code: str, message: str) -> None:
        warning = MapWarning(code=code, message=message)
        if warning not in self.warnings:
            self.warnings.append(warning)
