"""Cells of a table's header and totals, which the table names too."""

from __future__ import annotations

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import cell_name
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.cell_xml import escaped
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.tables_of_sheet import Table
from keenbench.formats.xlsx.edit.write import Write


def follow_header(book: EditedBook, table: Table, writes: list[Write], report: OpReport) -> None:
    """Name the columns of a table as its header will say, for Excel wants the two to agree."""
    header = table.header
    if header is None:
        return
    inside = [write for write in writes if header.holds(write.row, write.column)]
    columns = table.columns
    for write in inside:
        at = write.column - header.first_column
        if at >= len(columns):
            continue
        where = cell_name(write.row, write.column)
        if not write.text:
            raise refused(
                report,
                write.key,
                f"would leave {where}, a header of the table {table.name}, without a text.",
            )
        old = columns[at].get("name", "")
        name = write.text.replace("\n", "_x000a_")
        if name == old:
            continue
        others = {c.get("name", "").casefold() for i, c in enumerate(columns) if i != at}
        if name.casefold() in others:
            raise refused(
                report, write.key, f"would give two columns of the table {table.name} one name."
            )
        if _is_used(book, old):
            raise refused(
                report,
                write.key,
                f"would rename a column of the table {table.name} that formulas refer to by name; "
                "change these formulas first.",
            )
        columns[at].set("name", name)
        book.changed(table.part)


def follow_totals(book: EditedBook, table: Table, writes: list[Write]) -> None:
    """Have the totals row of a table say what its cells will, for Excel wants the two to agree."""
    totals = table.totals
    if totals is None:
        return
    columns = table.columns
    for write in writes:
        at = write.column - totals.first_column
        if not totals.holds(write.row, write.column) or at >= len(columns):
            continue
        column, content = columns[at], write.content
        for name in ("totalsRowLabel", "totalsRowFunction"):
            column.attrib.pop(name, "")
        for element in column.findall(f"{MAIN}totalsRowFormula"):
            column.remove(element)
        if write.text:
            column.set("totalsRowLabel", write.text)
        elif content is not None and content.formula is not None:
            column.set("totalsRowFunction", "custom")
            formula = column.makeelement(f"{MAIN}totalsRowFormula", {})
            formula.text = content.formula
            # After the formula of the column's own cells, before anything else.
            column.insert(len(column.findall(f"{MAIN}calculatedColumnFormula")), formula)
        book.changed(table.part)


def _is_used(book: EditedBook, column: str) -> bool:
    """Whether any formula may name the column of a table."""
    needle = escaped(column).encode()
    starts = (b"[" + needle + b"]", b"[@" + needle + b"]", b"@" + needle)
    sheets = {sheet.part for sheet in book.sheets if sheet.kind == "worksheet"}
    if any(sheet.rows.holding(*starts) for sheet in book.sheets if sheet.part in sheets):
        return True
    others = (name for name in book.edit.names() if name.endswith(".xml") and name not in sheets)
    for name in others:
        if name.startswith("xl/") and any(start in book.edit.read(name) for start in starts):
            return True
    return False
