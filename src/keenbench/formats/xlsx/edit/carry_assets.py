"""Cell styles, rules, charts, images, merges and names carried from one workbook to another."""

from __future__ import annotations

import posixpath
from copy import deepcopy

from lxml import etree

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.call import Call
from keenbench.formats.carrying import check_places
from keenbench.formats.documents import require_kind
from keenbench.formats.fidelity import save
from keenbench.formats.package import open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.relationships import relationships_part
from keenbench.formats.shape import MapWarning
from keenbench.formats.xlsx.asset_methods import (
    XlsxAssetRequest,
    XlsxAssetsCopied,
    XlsxCopiedAsset,
    XlsxCopyAssetsParams,
)
from keenbench.formats.xlsx.edit.assets import Drawn, drawn_on, named, rules_of
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.carried_styles import CarriedStyles
from keenbench.formats.xlsx.edit.cell_xml import Cell
from keenbench.formats.xlsx.edit.defined_names import find_name, set_name
from keenbench.formats.xlsx.edit.drawing import XDR, drawing_of, move_anchor, next_id
from keenbench.formats.xlsx.edit.names import MAIN, R
from keenbench.formats.xlsx.edit.references import renamed
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.formulas import references
from keenbench.formats.xml_write import DECLARATION

_ROW_FORMAT = (b"ht", b"customHeight")
_SHARED = ("image", "theme")


def copy_assets(call: Call, params: XlsxCopyAssetsParams) -> XlsxAssetsCopied:
    check_places(params)
    with (
        call.open(params.source_root, params.source_path) as old,
        call.open(params.target_root, params.target_path) as new,
        open_package(old, params.source_path) as source,
        open_package(new, params.target_path) as target,
    ):
        require_kind(source, "xlsx")
        require_kind(target, "xlsx")
        carry = _Carrying(EditedBook(PackageEdit(source)), EditedBook(PackageEdit(target)))
        copied = [
            carry.run(request, f"assets[{number}]")
            for number, request in enumerate(params.requests)
        ]
        carry.target.settle()
        carry.target.ask_for_results()
        warnings = save(
            call,
            carry.target.edit,
            carry.target.touched(),
            allow_break_signature=params.allow_break_signature,
        )
    return XlsxAssetsCopied(copied=copied, warnings=[*carry.warnings, *warnings])


class _Carrying:
    def __init__(self, source: EditedBook, target: EditedBook) -> None:
        self.source = source
        self.target = target
        self.warnings: list[MapWarning] = []
        self._styles = CarriedStyles(source, target)
        self._media: dict[str, str] = {}
        self._kinds = {
            "cell_styles": self._cell_styles,
            "conditional_format": self._rule,
            "chart": self._chart,
            "image": self._image,
            "merged_ranges": self._merges,
        }

    def run(self, request: XlsxAssetRequest, where: str) -> XlsxCopiedAsset:
        kind, _, rest = request.asset_id.partition(":")
        if kind == "name":
            return self._name(request, rest, where)
        name, _, number = rest.rpartition(":")
        if kind in ("cell_styles", "merged_ranges"):
            name, number = rest, "0"
        sheet = self.source.find_sheet(name)
        if kind not in self._kinds or sheet is None or not number.isdigit():
            raise self._unknown(where)
        goal = self._goal(request, sheet, where)
        what = self._kinds[kind](request, sheet, goal, int(number), where)
        return XlsxCopiedAsset(asset_id=request.asset_id, type=kind, target=what, sheet=goal.name)

    def _unknown(self, where: str) -> ValidationFailed:
        return ValidationFailed(
            f"{where} is no asset of {self.source.path}. XlsxGetStyles lists them.",
            path=self.source.path,
        )

    def _goal(self, request: XlsxAssetRequest, sheet: EditedSheet, where: str) -> EditedSheet:
        name = request.sheet or sheet.name
        found = self.target.find_sheet(name)
        if found is None:
            raise ValidationFailed(
                f"{where}.sheet: the target has no sheet {name}; add one with ensure_sheet, or "
                "name another.",
                path=self.target.path,
            )
        return self.target.sheet(name, OpReport(index=0, op="copy"))

    # Looks

    def _cell_styles(
        self,
        request: XlsxAssetRequest,
        sheet: EditedSheet,
        goal: EditedSheet,
        number: int,
        where: str,
    ) -> str:
        self._warn_theme()
        for row_number in sheet.rows.numbers():
            row = sheet.rows.peek(row_number)
            if row is None:
                continue
            form = {name: row.attributes[name] for name in _ROW_FORMAT if name in row.attributes}
            styles = {column: cell.style for column, cell in row.cells.items() if cell.style}
            if not form and not styles:
                continue
            target = goal.rows.touch(row_number)
            target.attributes.update(form)
            for column, style in styles.items():
                carried = self._styles.cell(style)
                known = target.cell(column)
                if known is not None:
                    known.set_style(carried)
                else:
                    target.put(Cell.made(row_number, column, carried))
        cols = sheet.frame.find(f"{MAIN}cols")
        if cols is not None:
            goal.drop("cols")
            copy = deepcopy(cols)
            for col in copy:
                if col.get("style"):
                    col.set("style", str(self._styles.cell(int(col.get("style", "0")))))
            goal.add(copy)
        goal.frame_changed()
        goal.touched()
        used = sheet.used()
        return str(used) if used is not None else "A1"

    def _rule(
        self,
        request: XlsxAssetRequest,
        sheet: EditedSheet,
        goal: EditedSheet,
        number: int,
        where: str,
    ) -> str:
        rules = rules_of(sheet)
        if number >= len(rules):
            raise self._unknown(where)
        self._warn_theme()
        copy = deepcopy(rules[number])
        copy.tail = None
        taken = (int(e.get("priority", "0")) for e in goal.frame.iter("{*}cfRule"))
        priority = max(taken, default=0)
        for rule in copy.iter(f"{MAIN}cfRule"):
            priority += 1
            rule.set("priority", str(priority))
            if rule.get("dxfId") is not None:
                rule.set("dxfId", str(self._styles.rule(int(rule.get("dxfId", "0")))))
            # A newer twin in an extension of the source would be missed: it is not carried.
            for extension in rule.findall(f"{MAIN}extLst"):
                rule.remove(extension)
        for formula in copy.iter(f"{MAIN}formula"):
            formula.text = self._follow(formula.text or "", sheet, goal, where)
        goal.add(copy)
        goal.frame_changed()
        return copy.get("sqref", "")

    def _merges(
        self,
        request: XlsxAssetRequest,
        sheet: EditedSheet,
        goal: EditedSheet,
        number: int,
        where: str,
    ) -> str:
        taken = goal.merges()
        wanted = [area for area in sheet.merges() if area not in taken]
        for area in wanted:
            if any(area.touches(other) for other in taken):
                raise ValidationFailed(
                    f"{where}: {area} overlaps cells that are merged in the target already."
                )
            for row, column in (
                (r, c)
                for r in goal.rows.between(area.first_row, area.last_row)
                for c in range(area.first_column, area.last_column + 1)
            ):
                cell = goal.cell(row, column)
                is_first = (row, column) == (area.first_row, area.first_column)
                if cell is not None and not cell.is_blank and not is_first:
                    raise ValidationFailed(
                        f"{where}: merging {area} would hide what the target holds there."
                    )
        holder = goal.child("mergeCells")
        for area in wanted:
            holder.append(holder.makeelement(f"{MAIN}mergeCell", {"ref": str(area)}))
        holder.set("count", str(len(holder)))
        goal.frame_changed()
        return ", ".join(str(area) for area in wanted[:20])

    # Drawings

    def _chart(
        self,
        request: XlsxAssetRequest,
        sheet: EditedSheet,
        goal: EditedSheet,
        number: int,
        where: str,
    ) -> str:
        drawn = self._drawn(sheet, "chart", number, where)
        assert drawn.relationship.part is not None
        part = self._copy_part(drawn.relationship.part, "xl/charts/chart{}.xml", sheet, goal, where)
        self._place(request, drawn, goal, "chart", part)
        return part

    def _image(
        self,
        request: XlsxAssetRequest,
        sheet: EditedSheet,
        goal: EditedSheet,
        number: int,
        where: str,
    ) -> str:
        drawn = self._drawn(sheet, "image", number, where)
        assert drawn.relationship.part is not None
        part = self._medium(drawn.relationship.part)
        self._place(request, drawn, goal, "image", part)
        return part

    def _drawn(self, sheet: EditedSheet, kind: str, number: int, where: str) -> Drawn:
        found = drawn_on(self.source, sheet, kind)
        if number >= len(found):
            raise self._unknown(where)
        return found[number]

    def _place(
        self, request: XlsxAssetRequest, drawn: Drawn, goal: EditedSheet, kind: str, part: str
    ) -> None:
        drawing = drawing_of(self.target, goal)
        root = self.target.edit.xml(drawing)
        anchor = deepcopy(drawn.anchor)
        anchor.tail = None
        id_ = self.target.edit.relate(drawing, kind, part)
        for element in anchor.iter():
            for key in (f"{R}id", f"{R}embed"):
                if isinstance(element.tag, str) and element.get(key) == drawn.relationship.id:
                    element.set(key, id_)
            if isinstance(element.tag, str) and str(element.tag).endswith("}hlinkClick"):
                parent = element.getparent()
                if parent is not None:
                    parent.remove(element)  # where it leads is the source's own
        for shape in anchor.iter(f"{XDR}cNvPr"):
            shape.set("id", str(next_id(root)))
        if request.anchor is not None:
            move_anchor(anchor, request.anchor)
        root.append(anchor)
        self.target.changed(drawing)

    def _copy_part(
        self, part: str, pattern: str, sheet: EditedSheet, goal: EditedSheet, where: str
    ) -> str:
        """Copy a chart and what it refers to, its references following to the target's sheet."""
        source, target = self.source.edit, self.target.edit
        name = target.free_name(pattern)
        root = deepcopy(source.xml(part))
        for element in root.iter():
            local = str(element.tag).rpartition("}")[2]
            if local in ("f", "sqref") and len(element) == 0 and element.text:
                element.text = self._follow(element.text, sheet, goal, where)
        for outside in root.findall("{*}externalData"):
            root.remove(outside)
        content = DECLARATION + etree.tostring(root)
        self.target.add(name, content, source.content_type(part) or None)
        ids = {}
        for relationship in source.relationships(part):
            inner = relationship.part
            if inner is None or inner not in source or relationship.kind == "package":
                continue
            if relationship.kind in _SHARED:
                made = self._medium(inner)
            else:
                folder, file = posixpath.split(inner)
                stem, dot, ending = file.rpartition(".")
                made = target.free_name(f"{folder}/{stem.rstrip('0123456789')}{{}}{dot}{ending}")
                self.target.add(made, source.read(inner), source.content_type(inner) or None)
            ids[relationship.id] = target.relate(name, relationship.type, made)
        written = target.xml(name)
        for element in written.iter():
            for key, value in element.attrib.items() if isinstance(element.tag, str) else ():
                if str(key).startswith(R) and str(value) in ids:
                    element.set(str(key), ids[str(value)])
        if relationships_part(name) in target:
            target.changed(name)
        return name

    def _medium(self, part: str) -> str:
        if part not in self._media:
            ending = part.rpartition(".")[2]
            name = self.target.edit.free_name(f"xl/media/image{{}}.{ending}")
            source = self.source.edit
            self.target.add(name, source.read(part), source.content_type(part) or None)
            self._media[part] = name
        return self._media[part]

    # Names and references

    def _name(self, request: XlsxAssetRequest, rest: str, where: str) -> XlsxCopiedAsset:
        sheet_name, _, name = rest.rpartition("!")
        for element in named(self.source):
            local = element.get("localSheetId")
            home = self.source.sheets[int(local)].name if local else ""
            if element.get("name") == name and home == sheet_name:
                break
        else:
            raise self._unknown(where)
        text = element.text or ""
        about = next((ref.sheet for ref in references(text) if ref.sheet is not None), None)
        if request.sheet is not None and about is not None:
            text = renamed(text, about, request.sheet)
        self._refuse_strangers(text, where)
        at = None
        if sheet_name:
            goal = self._goal(request, self._sheet_of(sheet_name, where), where)
            at = self.target.sheets.index(goal)
        if find_name(self.target, name, at) is not None:
            raise ValidationFailed(f"{where}: the target has a name {name} already.")
        set_name(self.target, name, text, at)
        self.target.values_changed = True
        return XlsxCopiedAsset(asset_id=request.asset_id, type="name", target=text)

    def _sheet_of(self, name: str, where: str) -> EditedSheet:
        found = self.source.find_sheet(name)
        if found is None:
            raise self._unknown(where)
        return found

    def _follow(self, formula: str, sheet: EditedSheet, goal: EditedSheet, where: str) -> str:
        moved = renamed(formula, sheet.name, goal.name) if sheet.name != goal.name else formula
        self._refuse_strangers(moved, where)
        return moved

    def _refuse_strangers(self, formula: str, where: str) -> None:
        """Raise where a formula names sheets or workbooks that the target does not know."""
        for reference in references(formula):
            if reference.book is not None:
                raise ValidationFailed(f"{where} refers to another workbook, which is not carried.")
            for name in (reference.sheet, reference.last_sheet):
                if name is not None and self.target.find_sheet(name) is None:
                    raise ValidationFailed(
                        f"{where} refers to the sheet {name}, which the target does not have; add "
                        "it first, or give the sheet to refer to."
                    )

    def _warn_theme(self) -> None:
        theirs, ours = self.source.related("theme"), self.target.related("theme")
        old = self.source.edit.read(theirs) if theirs is not None else b""
        new = self.target.edit.read(ours) if ours is not None else b""
        warning = MapWarning(
            code="other_theme",
            message="The two workbooks have different themes: colours and fonts that name the "
            "theme take the target's.",
        )
        if old != new and warning not in self.warnings:
            self.warnings.append(warning)
