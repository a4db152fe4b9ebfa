"""What a sheet holds beside its cells when rows or columns of it are inserted or deleted."""

from __future__ import annotations

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.addresses import Range, cell_name
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.references import shifted
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xlsx.edit.shift_cells import place_of
from keenbench.formats.xlsx.formulas import parse_area
from keenbench.formats.xlsx.translated import translated
from keenbench.formats.xml_part import Element

XM = "{http://schemas.microsoft.com/office/excel/2006/main}"
X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
XDR = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"

# What Excel 2010 added to a sheet, all of which is followed here or refers to no cells.
_KNOWN_EXTENSIONS = frozenset(
    f"{X14}{tag}"
    for tag in (
        "conditionalFormattings",
        "dataValidations",
        "sparklineGroups",
        "slicerList",
        "protectedRanges",
        "ignoredErrors",
    )
)


def blocks_of(text: str | None) -> list[Range]:
    """Return the blocks of a list such as "A1:B2 D4"."""
    return [block for part in (text or "").split() if (block := find_block(part)) is not None]


def find_block(text: str) -> Range | None:
    """Return the block that a reference names, whole rows and columns in their full length."""
    area = parse_area(text)
    if area is None:
        return None
    last = area.last or area.first
    rows = (area.first.row or 1, last.row or 1_048_576)
    columns = (area.first.column or 1, last.column or 16_384)
    return Range(min(rows), max(rows), min(columns), max(columns))


def written(block: Range) -> str:
    """Return a block as files write it: a single cell by its name alone."""
    if block.cell_count == 1:
        return cell_name(block.first_row, block.first_column)
    return str(block)


def shift_list(text: str | None, shift: Shift) -> str:
    """Return a list of blocks after the shift; "" where nothing of it is left."""
    return " ".join(written(block) for block in shift.blocks(blocks_of(text)))


def shift_sheet(root: Element, shift: Shift, home: str) -> None:
    """Move everything but cells, drawings and tables; `home` is the sheet's name."""
    _refuse_unknown_extensions(root)
    _views(root, shift)
    dimension = root.find(f"{MAIN}dimension")
    if dimension is not None:
        dimension.set("ref", shift_list(dimension.get("ref"), shift) or "A1")
    for tag in ("protectedRange", "ignoredError"):
        _listed(root, f"{MAIN}{tag}", "sqref", shift)
    for tag, attribute in (("cellWatch", "r"), ("cellSmartTags", "r"), ("inputCells", "r")):
        _listed(root, f"{MAIN}{tag}", attribute, shift)
    for scenarios in root.iter(f"{MAIN}scenarios"):
        if scenarios.get("sqref"):
            scenarios.set("sqref", shift_list(scenarios.get("sqref"), shift))
    _merges(root, shift)
    shift_filters(root, shift)
    _breaks(root, shift)
    for link in list(root.iter(f"{MAIN}hyperlink")):
        moved = shift_list(link.get("ref"), shift)
        if moved:
            link.set("ref", moved)
        else:
            _remove(link)
    _rules(root, shift, home)
    _extension_rules(root, shift, home)


def shift_filters(root: Element, shift: Shift) -> None:
    """Move autofilters and sort states, of a sheet, its views or a table."""
    for found in list(root.iter(f"{MAIN}autoFilter")):
        block = find_block(found.get("ref", ""))
        if block is None:
            continue
        moved = shift.block(block)
        header_goes = shift.axis == "rows" and shift.line(block.first_row) is None
        if moved is None or header_goes:
            _remove(found)
            continue
        found.set("ref", written(moved))
        if shift.axis == "columns":
            for column in list(found.iterchildren(f"{MAIN}filterColumn")):
                line = shift.line(block.first_column + int(column.get("colId", "0")))
                if line is None:
                    found.remove(column)
                else:
                    column.set("colId", str(line - moved.first_column))
    for tag in ("sortState", "sortCondition"):
        _listed(root, f"{MAIN}{tag}", "ref", shift)


def shift_anchor(anchor: Element, shift: Shift) -> bool:
    """Move what a drawing is anchored to; tell whether all of its cells are deleted."""
    start, end = anchor.find(f"{XDR}from"), anchor.find(f"{XDR}to")
    if start is None or anchor.get("editAs") == "absolute":
        return False
    name, offset = ("row", "rowOff") if shift.axis == "rows" else ("col", "colOff")
    first = _anchor_line(start, name)
    moved_first = shift.line(first)
    if end is None or anchor.get("editAs") == "oneCell":
        to = shift.at if moved_first is None else moved_first
        _set_anchor(start, name, offset, to, keep_offset=moved_first is not None)
        if end is not None:
            _set_anchor(end, name, offset, _anchor_line(end, name) + to - first, keep_offset=True)
        return moved_first is None and shift.deletes
    last = _anchor_line(end, name)
    # A drawing that ends on the border of a cell does not reach into it.
    reaches = _anchor_offset(end, offset) > 0 or last == first
    span = shift.span(first, max(first, last if reaches else last - 1))
    if span is None:
        height = last - first
        _set_anchor(start, name, offset, shift.at, keep_offset=False)
        _set_anchor(end, name, offset, shift.at + height, keep_offset=True)
        return True
    _set_anchor(start, name, offset, span[0], keep_offset=moved_first is not None)
    moved_last = shift.line(last)
    if reaches and moved_last is not None:
        _set_anchor(end, name, offset, span[1], keep_offset=True)
    else:
        _set_anchor(end, name, offset, span[1] + 1, keep_offset=not reaches)
    return False


def _anchor_line(end: Element, name: str) -> int:
    text = end.findtext(f"{XDR}{name}") or "0"
    return int(text) + 1


def _anchor_offset(end: Element, name: str) -> int:
    text = (end.findtext(f"{XDR}{name}") or "0").strip()
    return int(text) if text.lstrip("-").isdigit() else 1


def _set_anchor(end: Element, name: str, offset: str, line: int, *, keep_offset: bool) -> None:
    found = end.find(f"{XDR}{name}")
    if found is not None:
        found.text = str(line - 1)
    found = end.find(f"{XDR}{offset}")
    if found is not None and not keep_offset:
        found.text = "0"


def _remove(element: Element) -> None:
    """Take an element out, and the list that it leaves empty."""
    parent = element.getparent()
    if parent is None:
        return
    parent.remove(element)
    if len(parent) == 0 and parent.tag in _LISTS:
        _remove(parent)
    elif parent.get("count") is not None:
        parent.set("count", str(len(parent)))


_LISTS = frozenset(
    f"{MAIN}{tag}"
    for tag in (
        "mergeCells",
        "hyperlinks",
        "protectedRanges",
        "ignoredErrors",
        "cellWatches",
        "smartTags",
        "sortState",
        "conditionalFormatting",
        "dataValidations",
        "rowBreaks",
        "colBreaks",
    )
) | {
    f"{X14}conditionalFormatting",
    f"{X14}conditionalFormattings",
    f"{X14}dataValidations",
    f"{X14}sparklines",
    f"{X14}sparklineGroup",
    f"{X14}sparklineGroups",
}


def _listed(root: Element, tag: str, attribute: str, shift: Shift) -> None:
    for element in list(root.iter(tag)):
        if element.get(attribute) is None:
            continue
        moved = shift_list(element.get(attribute), shift)
        if moved:
            element.set(attribute, moved)
        else:
            _remove(element)


def _merges(root: Element, shift: Shift) -> None:
    for merge in list(root.iter(f"{MAIN}mergeCell")):
        block = find_block(merge.get("ref", ""))
        moved = shift.block(block) if block is not None else None
        if moved is None or moved.cell_count == 1:
            _remove(merge)
        else:
            merge.set("ref", str(moved))


def _breaks(root: Element, shift: Shift) -> None:
    tag = "rowBreaks" if shift.axis == "rows" else "colBreaks"
    for breaks in list(root.iter(f"{MAIN}{tag}")):
        for one in list(breaks.iterchildren(f"{MAIN}brk")):
            # A break stands before the row that follows its number, and goes with that row.
            line = shift.line(int(one.get("id", "0")) + 1)
            if line is None or line == 1:
                breaks.remove(one)
            else:
                one.set("id", str(line - 1))
        left = breaks.findall(f"{MAIN}brk")
        if not left:
            _remove(breaks)
            continue
        manual = sum(one.get("man") in ("1", "true") for one in left)
        for name, count in (("count", len(left)), ("manualBreakCount", manual)):
            if breaks.get(name) is not None:
                breaks.set(name, str(count))


def _views(root: Element, shift: Shift) -> None:
    for tag in ("sheetView", "customSheetView"):
        for view in root.iter(f"{MAIN}{tag}"):
            _top_left(view, shift)
            pane = view.find(f"{MAIN}pane")
            if pane is not None:
                _split(view, pane, shift)
                _top_left(pane, shift)
    for selection in root.iter(f"{MAIN}selection"):
        active = place_of(selection.get("activeCell"))
        if active is not None:
            selection.set("activeCell", cell_name(*(shift.cell(*active) or active)))
        if selection.get("sqref"):
            left = shift_list(selection.get("sqref"), shift)
            selection.set("sqref", left or selection.get("activeCell", "A1"))
            selection.attrib.pop("activeCellId", "")


def _top_left(view: Element, shift: Shift) -> None:
    place = place_of(view.get("topLeftCell"))
    if place is not None:
        view.set("topLeftCell", cell_name(*(shift.cell(*place) or place)))


def _split(view: Element, pane: Element, shift: Shift) -> None:
    """Keep what is frozen frozen: rows inserted among the frozen ones freeze too."""
    if pane.get("state") not in ("frozen", "frozenSplit"):
        return
    name = "ySplit" if shift.axis == "rows" else "xSplit"
    frozen = int(float(pane.get(name, "0")))
    if frozen == 0:
        return
    span = shift.span(1, frozen)
    if span is not None:
        pane.set(name, str(span[1]))
        return
    pane.attrib.pop(name)
    other = "xSplit" if shift.axis == "rows" else "ySplit"
    if float(pane.get(other, "0")) == 0:
        view.remove(pane)
        for selection in view.findall(f"{MAIN}selection"):
            if (
                selection.attrib.pop("pane", "") != "bottomRight"
                and len(view.findall(f"{MAIN}selection")) > 1
            ):
                view.remove(selection)
        return
    pane.set("activePane", "topRight" if shift.axis == "rows" else "bottomLeft")
    for selection in view.findall(f"{MAIN}selection"):
        if selection.get("pane") not in (None, pane.get("activePane")):
            view.remove(selection)


class _Base:
    """Formulas that count from the first cell of a list of blocks."""

    def __init__(self, blocks: list[Range], shift: Shift, home: str) -> None:
        self._shift = shift
        self._home = home
        first = blocks[0]
        kept = next((block for block in blocks if shift.block(block) is not None), first)
        row, column = shift.first_kept(kept)
        self._by = (row - first.first_row, column - first.first_column)

    def __call__(self, formula: str) -> str:
        counted = translated(formula, *self._by, wraps=True)
        return shifted(counted, self._home, self._shift)


def _rules(root: Element, shift: Shift, home: str) -> None:
    """Move conditional formats and validations with their formulas."""
    for tag in ("conditionalFormatting", "dataValidation"):
        for rule in list(root.iter(f"{MAIN}{tag}")):
            blocks = blocks_of(rule.get("sqref"))
            moved = shift_list(rule.get("sqref"), shift)
            if not moved:
                _remove(rule)
                continue
            follow = _Base(blocks, shift, home)
            rule.set("sqref", moved)
            for name in ("formula", "formula1", "formula2"):
                for formula in rule.iter(f"{MAIN}{name}"):
                    if formula.text:
                        formula.text = follow(formula.text)
            for point in rule.iter(f"{MAIN}cfvo"):
                if point.get("type") == "formula" and point.get("val"):
                    point.set("val", follow(point.get("val", "")))


def _extension_rules(root: Element, shift: Shift, home: str) -> None:
    """Move what newer Excels keep beside: rules, validations, sparklines, protected ranges."""
    for listed in list(root.iter(f"{XM}sqref")):
        holder = listed.getparent()
        if holder is None:
            continue
        blocks = blocks_of(listed.text)
        moved = shift_list(listed.text, shift)
        if not moved:
            _remove(holder)
            continue
        follow = _Base(blocks, shift, home) if blocks else None
        listed.text = moved
        if follow is None:
            continue
        is_sparkline = holder.tag == f"{X14}sparkline"
        for formula in holder.iter(f"{XM}f"):
            if formula.text and not is_sparkline:
                formula.text = follow(formula.text)
    for tag in ("sparkline", "sparklineGroup"):
        for formula in (f for s in root.iter(f"{X14}{tag}") for f in s.iterchildren(f"{XM}f")):
            if formula.text:
                formula.text = shifted(formula.text, home, shift)
    for group in list(root.iter(f"{X14}sparklineGroup")):
        if group.find(f"{X14}sparklines") is None:
            _remove(group)
    for tag in ("ignoredError", "protectedRange"):
        _listed(root, f"{X14}{tag}", "sqref", shift)


def _refuse_unknown_extensions(root: Element) -> None:
    for extension in root.iterfind(f"{MAIN}extLst/{MAIN}ext"):
        unknown = (child for child in extension if child.tag not in _KNOWN_EXTENSIONS)
        for element in (inner for child in unknown for inner in child.iter()):
            if not isinstance(element.tag, str):
                continue
            local = element.tag.rpartition("}")[2]
            if local in ("f", "sqref") or {"ref", "sqref"} & set(element.attrib):
                raise ValidationFailed(
                    "The sheet holds an extension that refers to cells in a way not known here "
                    f"({extension.get('uri')}), so its rows and columns cannot be moved."
                )
