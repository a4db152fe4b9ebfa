"""The tables of a sheet when rows or columns of it are inserted or deleted."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from keenbench.errors import ValidationFailed
from keenbench.formats.xlsx.addresses import Range
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.shift import Shift
from keenbench.formats.xlsx.edit.shift_sheet import find_block, shift_filters
from keenbench.formats.xlsx.formulas import GONE, Kind, Token, tokens
from keenbench.formats.xml_part import Element

_NAMED = (Kind.WORD, Kind.REFERENCE)
_COLUMN = f"{MAIN}tableColumn"


@dataclass
class TableShift:
    """What became of a table."""

    name: str
    # The columns that are gone, by name, and the headers of new ones by their cell.
    gone: list[str] = field(default_factory=list)
    part: str = ""
    area: Range | None = None  # before the edit
    headers: dict[tuple[int, int], str] = field(default_factory=dict)
    is_deleted: bool = False


def shift_table(root: Element, shift: Shift, *, is_query: bool) -> TableShift | None:
    """Move a table; None where all of it is deleted."""
    name = root.get("displayName") or root.get("name") or "?"
    block = find_block(root.get("ref", ""))
    if block is None:
        raise ValidationFailed(f"The table {name} does not say which cells it covers.")
    moved = shift.block(block)
    if moved is None:
        return None
    done = TableShift(name, area=block)
    if shift.axis == "rows":
        _rows(root, name, block, shift)
    elif moved != block:
        _columns(root, block, moved, shift, done, is_query)
    root.set("ref", str(moved))
    shift_filters(root, shift)
    return done


def _rows(root: Element, name: str, block: Range, shift: Shift) -> None:
    if not shift.deletes:
        return
    headers = int(root.get("headerRowCount", "1"))
    totals = int(root.get("totalsRowCount", "0"))
    if headers and shift.line(block.first_row) is None:
        raise ValidationFailed(
            f"The edit would delete the header of table {name} but not its rows; delete the whole "
            "table, or keep its header."
        )
    first, last = block.first_row + headers, block.last_row - totals
    if shift.span(first, last) is None:
        raise ValidationFailed(
            f"The edit would delete every row of table {name}, and a table needs one; clear the "
            "last one instead."
        )
    if totals and shift.line(block.last_row) is None:
        root.attrib.pop("totalsRowCount", "")
        root.set("totalsRowShown", "0")
        for column in root.iter(_COLUMN):
            for attribute in ("totalsRowFunction", "totalsRowLabel"):
                column.attrib.pop(attribute, "")
            for formula in column.findall(f"{MAIN}totalsRowFormula"):
                column.remove(formula)


def _columns(
    root: Element, block: Range, moved: Range, shift: Shift, done: TableShift, is_query: bool
) -> None:
    columns = root.find(f"{MAIN}tableColumns")
    if columns is None or moved.col_count == block.col_count:
        return
    if is_query:
        raise ValidationFailed(
            f"The table {done.name} is filled by a query, so its columns cannot be changed."
        )
    listed = columns.findall(_COLUMN)
    if shift.deletes:
        for column, element in zip(
            range(block.first_column, block.last_column + 1), listed, strict=False
        ):
            if shift.line(column) is None:
                done.gone.append(element.get("name", ""))
                columns.remove(element)
    else:
        _new_columns(columns, listed, block, shift, done)
        if int(root.get("headerRowCount", "1")) == 0:
            done.headers.clear()
    columns.set("count", str(len(columns.findall(_COLUMN))))


def _new_columns(
    columns: Element, listed: list[Element], block: Range, shift: Shift, done: TableShift
) -> None:
    taken = {element.get("name", "").casefold() for element in listed}
    number = max((int(element.get("id", "0")) for element in listed), default=0)
    at = columns.index(listed[shift.at - block.first_column])
    for offset in range(shift.count):
        number += 1
        suffix = 1
        while f"column{suffix}" in taken:
            suffix += 1
        name = f"Column{suffix}"
        taken.add(name.casefold())
        element = etree.Element(_COLUMN, id=str(number), name=name)
        columns.insert(at + offset, element)
        done.headers[(block.first_row, shift.at + offset)] = name


def without_columns(formula: str, table: str, gone: list[str]) -> str:
    """Return a formula after columns of a table were deleted: Table1[Gone] is #REF!."""
    folded = {_in_brackets(name).casefold() for name in gone}
    pieces: list[str] = []
    for token in tokens(formula):
        if (
            token.kind is Kind.BRACKETS
            and pieces
            and pieces[-1].casefold() == table.casefold()
            and (named := named_columns(token.text)) & folded
        ):
            if len(named) > 1:
                raise ValidationFailed(
                    f"A formula refers to a span of columns of table {table} that ends in one of "
                    "those to delete; change the formula first."
                )
            pieces[-1] = GONE
        else:
            pieces.append(token.text)
    return "".join(pieces)


def without_own_columns(formula: str, table: str, gone: list[str]) -> str:
    """Return a formula of a table's own cell, where [[#This Row],[Gone]] need not name it."""
    pieces: list[str] = []
    before: Token | None = None
    for token in tokens(formula):
        text = token.text
        if token.kind is Kind.BRACKETS and (before is None or before.kind not in _NAMED):
            text = without_columns(table + text, table, gone).removeprefix(table)
        pieces.append(text)
        before = token
    return "".join(pieces)


def without_table(formula: str, table: str) -> str:
    """Return a formula after a table was deleted."""
    return _replaced_table(formula, table, None)


def with_table(formula: str, table: str, new: str) -> str:
    """Return a formula that names another table in place of `table`."""
    return _replaced_table(formula, table, new)


def _replaced_table(formula: str, table: str, new: str | None) -> str:
    pieces: list[str] = []
    for token in tokens(formula):
        is_table = bool(pieces) and pieces[-1].casefold() == table.casefold()
        if token.kind is Kind.BRACKETS and is_table:
            pieces[-1] = GONE if new is None else new + token.text
        else:
            pieces.append(token.text)
    return "".join(pieces)


def named_columns(brackets: str) -> set[str]:
    """Return the columns that [..] names, as they are written, case folded."""
    inside = brackets[1:-1].strip()
    if not inside.startswith("["):
        return set() if inside.startswith("#") else {inside.lstrip("@").casefold()}
    found = set()
    depth, start, at = 0, 0, 0
    while at < len(inside):
        char = inside[at]
        if char == "'":
            at += 2
            continue
        if char == "[":
            depth, start = depth + 1, at + 1
        elif char == "]":
            depth -= 1
            name = inside[start:at]
            if not name.startswith("#"):
                found.add(name.casefold())
        at += 1
    return found


def _in_brackets(name: str) -> str:
    for char in "'[]#":
        name = name.replace(char, f"'{char}")
    return name
