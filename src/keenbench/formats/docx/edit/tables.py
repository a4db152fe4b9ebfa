"""Tables added, their cells set, rows added to them."""

from __future__ import annotations

import copy

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit import blocks as edit_blocks
from keenbench.formats.docx.edit import grid, keeping, revisions
from keenbench.formats.docx.edit.document import DocumentEdit, refused
from keenbench.formats.docx.edit.lines import line_of
from keenbench.formats.docx.edit.op_parts import Content
from keenbench.formats.docx.edit.ops import (
    AddTable,
    AppendTableRows,
    Cell,
    CellValue,
    SetTableCells,
)
from keenbench.formats.docx.edit.order import drop, first, put, w
from keenbench.formats.docx.edit.page import text_size
from keenbench.formats.docx.edit.paragraphs import place_of
from keenbench.formats.docx.edit.places import page_sections, table_at, tables
from keenbench.formats.docx.edit.properties import WordLooks
from keenbench.formats.docx.edit.styles import StyleSheet
from keenbench.formats.docx.edit.write import make_content
from keenbench.formats.docx.story import PROPERTIES, RUN, TBL, P
from keenbench.formats.ooxml_names import A, V, W
from keenbench.formats.xml_part import Element

_OBJECTS = (f"{W}drawing", f"{W}pict", f"{W}object", f"{A}blip", f"{V}imagedata", TBL)


def add_table(doc: DocumentEdit, op: AddTable, report: OpReport) -> None:
    container, at = place_of(doc, op, report.index)
    looks = WordLooks({"style": op.style}, report)
    sheet = StyleSheet(doc)
    name = looks.text("style")
    style = None if name is None else sheet.find(name, "table")
    if name is not None and style is None:
        looks.skip("style", "names no table style of the document")
    style = style or sheet.require("table grid", "table")
    columns = max(map(len, op.rows))
    room = text_size(page_sections(doc)[-1])[0] if container.tag != f"{W}tc" else columns * 1440
    wide = max(room // columns, 360)
    properties = w("tblPr")
    put(properties, w("tblStyle", val=style))
    put(properties, w("tblW", w=0, type="auto"))
    look = w("tblLook", val="04A0", firstRow=int(op.header), lastRow=0, firstColumn=0, lastColumn=0,
             noHBand=0, noVBand=1)  # fmt: skip
    put(properties, look)
    made = w("tbl", [properties, w("tblGrid", [w("gridCol", w=wide) for _ in range(columns)])])
    for number, row in enumerate(op.rows):
        made.append(_row(doc, row, columns, wide, report, header=op.header and number == 0))
    new = [made]
    siblings = list(container)
    before = next((one for one in reversed(siblings[:at]) if one.tag in (P, TBL)), None)
    after = next((one for one in siblings[at:] if one.tag in (P, TBL)), None)
    if before is not None and before.tag == TBL:
        new.insert(0, w("p"))  # two tables that touch are one to Word
    if after is None or after.tag == TBL:
        new.append(w("p"))
    edit_blocks.insert(doc, container, at, new)
    doc.change()
    index = next((at for at, table in enumerate(tables(doc)) if table is made), None)
    report.count(rows=len(op.rows), columns=columns)
    if index is not None:
        report.count(table_index=index)


def _row(
    doc: DocumentEdit,
    values: list[CellValue],
    columns: int,
    wide: int,
    report: OpReport,
    *,
    header: bool,
) -> Element:
    row = w("tr")
    if header:
        row.append(w("trPr", [w("tblHeader")]))
    bold = w("rPr", [w("b"), w("bCs")]) if header else None
    for value in [*values, *[None] * (columns - len(values))]:
        content = make_content(doc, as_content(value), report, base=bold)
        cell = w("tc", [w("tcPr", [w("tcW", w=wide, type="dxa")]), w("p", content)])
        row.append(cell)
    return row


def as_content(value: CellValue) -> Content:
    """Return what a caller wrote for a cell as text or runs."""
    if isinstance(value, Content):
        return value
    return Cell(text="" if value is None else str(value))


def set_table_cells(doc: DocumentEdit, op: SetTableCells, report: OpReport) -> None:
    table = table_at(doc, op.table, report.index)
    rows = grid.rows(table)
    wide = grid.width(table)
    for number, wanted in enumerate(op.cells):
        key = f"cells[{number}]"
        if wanted.row >= len(rows):
            raise refused(report.index, f"{key}.row", f"the table has {len(rows)} rows, from 0 on.")
        if wanted.col >= wide:
            raise refused(report.index, f"{key}.col", f"the table has {wide} columns, from 0 on.")
        place = next((one for one in grid.cells(rows[wanted.row]) if one.col == wanted.col), None)
        if place is None or place.covered:
            raise refused(
                report.index,
                key,
                "a merged cell covers this place, or the row does not reach it; set the cell it "
                "belongs to.",
            )
        set_cell(doc, place.cell, wanted, report, key)
    doc.change()
    report.count(cells=len(op.cells))


def set_cell(doc: DocumentEdit, cell: Element, wanted: Content, report: OpReport, key: str) -> None:
    """Set the text of a cell, which keeps the looks of what it held."""
    if next(cell.iter(*_OBJECTS), None) is not None:
        raise refused(
            report.index,
            key,
            "the cell holds a picture, a box or a table, which would be lost. Change its text with "
            "replace_text.",
        )
    held = list(cell.iter(P))
    base = _format(held)
    content = make_content(doc, wanted, report, base=base)
    if not held:
        held = [w("p")]
        cell.append(held[0])
    keeping.check_fields(doc, held, report.index, key)
    if doc.tracking is not None:
        target = held[-1]
        for paragraph in held[:-1]:
            revisions.delete_inline(doc, paragraph)
            revisions.mark_end(doc, paragraph, "del")
        revisions.delete_inline(doc, target)
        target.extend(revisions.inserted(doc, content))
        return
    notes = keeping.notes_in(held)
    home = held[0]
    markers = keeping.rescued(held)
    inner = home.find(f"{W}sdt/{W}sdtContent")
    for child in list(home):
        if child.tag != PROPERTIES and (inner is None or child is not inner.getparent()):
            home.remove(child)
    for paragraph in held[1:]:
        parent = paragraph.getparent()
        if parent is not None:
            parent.remove(paragraph)
            if parent is not cell:
                keeping.fill_empty(parent)
    if inner is not None:
        # The text of a content control is set; the control stays.
        for child in list(inner):
            inner.remove(child)
        inner.extend(content)
        home.extend(markers)
    else:
        home.extend([*markers, *content])
    keeping.drop_notes(doc, notes)


def _format(paragraphs: list[Element]) -> Element | None:
    for paragraph in paragraphs:
        for atom in line_of(paragraph).atoms:
            return atom.run.find(f"{W}rPr")
    for paragraph in paragraphs:
        for run in paragraph.iter(RUN):
            return run.find(f"{W}rPr")
        marked = paragraph.find(f"{W}pPr/{W}rPr")
        if marked is not None:
            return marked
    return None


def append_table_rows(doc: DocumentEdit, op: AppendTableRows, report: OpReport) -> None:
    table = table_at(doc, op.table, report.index)
    old = grid.rows(table)
    if not old:
        raise refused(report.index, "table", "the table has no row to be formatted as.")
    columns = grid.width(table)
    # The last row that is not merged shows the looks of single cells; else the last one does.
    model = next(
        (row for row in reversed(old) if len(grid.cells(row)) == columns and not _deleted(row)),
        old[-1],
    )
    room = len(grid.cells(model))
    for number, values in enumerate(op.rows):
        if len(values) > room:
            raise refused(
                report.index, f"rows[{number}]", f"has {len(values)} cells; the table has {room}."
            )
    last = old[-1]
    for values in op.rows:
        row = _like(model)
        for at, place in enumerate(grid.cells(row)):
            value = values[at] if at < len(values) else None
            paragraph = next(place.cell.iter(P))
            base = paragraph.find(f"{W}pPr/{W}rPr")
            look = _format([paragraph]) if base is None else base
            for run in paragraph.findall(RUN):
                paragraph.remove(run)
            paragraph.extend(make_content(doc, as_content(value), report, base=look))
        last.addnext(row)
        last = row
        if doc.tracking is not None:
            revisions.mark_row_inserted(doc, row)
    doc.change()
    report.count(rows=len(op.rows), row_count=len(old) + len(op.rows))


def _deleted(row: Element) -> bool:
    return row.find(f"{W}trPr/{W}del") is not None


def _like(model: Element) -> Element:
    """Return a row that looks like `model`; each cell holds one run, whose looks are the text's."""
    row = w("tr")
    for name in ("tblPrEx", "trPr"):
        found = model.find(f"{W}{name}")
        if found is not None:
            own = copy.deepcopy(found)
            drop(own, "ins", "del", "trPrChange", "tblHeader", "cnfStyle")
            row.append(own)
    for place in grid.cells(model):
        cell = w("tc")
        properties = place.cell.find(f"{W}tcPr")
        if properties is not None:
            own = copy.deepcopy(properties)
            drop(own, "vMerge", "hMerge", "cnfStyle", "cellIns", "cellDel", "cellMerge",
                 "tcPrChange")  # fmt: skip
            cell.append(own)
        held = list(place.cell.iter(P))
        paragraph = edit_blocks.fresh(held[0]) if held else w("p")
        base = _format(held[:1])
        if base is not None:
            run = w("r", [copy.deepcopy(base)])
            drop(first(run, "rPr"), "ins", "del", "moveFrom", "moveTo", "rPrChange")
            paragraph.append(run)
        cell.append(paragraph)
        row.append(cell)
    return row
