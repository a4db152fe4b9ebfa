"""What may be typed into cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.addresses import Range, cell_name, find_range
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.conditional import OPERATORS, TWO
from keenbench.formats.xlsx.edit.defined_names import refuse_unknown_sheets
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.op_parts import Scalar
from keenbench.formats.xlsx.edit.ops import AddDataValidation
from keenbench.formats.xlsx.edit.places import range_at
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.values import content_of, formula_text, number_text

_TYPES = {"text_length": "textLength"}
_LONGEST_LIST = 255


def add_data_validation(book: EditedBook, op: AddDataValidation, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    area = range_at(op.range)
    element = etree.Element(f"{MAIN}dataValidation", type=_TYPES.get(op.type, op.type))
    formulas = _formulas(book, op, report)
    if op.type not in ("list", "custom"):
        operator = op.operator or ("between" if len(formulas) == 2 else None)
        if operator is None:
            raise refused(report, "operator", "is required where there is no formula2.")
        if len(formulas) != (2 if operator in TWO else 1):
            raise refused(report, "formula2", f"does not fit the operator {operator}.")
        if operator != "between":
            element.set("operator", OPERATORS[operator])
    elif op.operator is not None or op.formula2 is not None:
        raise refused(report, "operator", f"and formula2 are not taken by {op.type}.")
    if op.allow_blank:
        element.set("allowBlank", "1")
    element.set("showInputMessage", "1")
    element.set("showErrorMessage", "1")
    if op.message:
        element.set("error", op.message)
        element.set("prompt", op.message)
    replaced = _make_room(sheet, area)
    element.set("sqref", _written(area))
    for number, text in enumerate(formulas, 1):
        etree.SubElement(element, f"{MAIN}formula{number}").text = text
    holder = sheet.child("dataValidations")
    holder.append(element)
    holder.set("count", str(len(holder.findall(f"{MAIN}dataValidation"))))
    sheet.frame_changed()
    report.count(range=_written(area), replaced=replaced)


def _formulas(book: EditedBook, op: AddDataValidation, report: OpReport) -> list[str]:
    if op.values:
        if op.type != "list":
            raise refused(report, "values", "are taken only by a list.")
        if op.formula1 is not None:
            raise refused(report, "formula1", "and values are two lists; give one.")
        return [_listed(op.values, report)]
    if op.formula1 is None:
        key = "values" if op.type == "list" else "formula1"
        raise refused(report, key, f"is required for {op.type}.")
    found = [_operand(book, op, op.formula1, "formula1", report)]
    if op.formula2 is not None:
        found.append(_operand(book, op, op.formula2, "formula2", report))
    return found


def _listed(values: list[Scalar], report: OpReport) -> str:
    texts = []
    for at, value in enumerate(values):
        if value is None or value == "":
            raise refused(report, f"values[{at}]", "is empty.")
        text = value if isinstance(value, str) else str(value).upper()
        if isinstance(value, int | float) and not isinstance(value, bool):
            text = number_text(value)
        if "," in text or "\n" in text or text != text.strip():
            raise refused(
                report,
                f"values[{at}]",
                "holds a comma, a line end or outer spaces, which a list cannot; put the values "
                "into cells and give their range as formula1.",
            )
        texts.append(text.replace('"', '""'))
    joined = ",".join(texts)
    if len(joined) > _LONGEST_LIST:
        raise refused(
            report,
            "values",
            f"are longer than {_LONGEST_LIST} characters together; put them into cells and give "
            "their range as formula1.",
        )
    return f'"{joined}"'


def _operand(
    book: EditedBook, op: AddDataValidation, value: Scalar, key: str, report: OpReport
) -> str:
    try:
        if isinstance(value, str):
            if op.type == "date" and not value.startswith("=") and value[:4].isdigit():
                kind: Any = "datetime" if "T" in value or " " in value.strip() else "date"
                content = content_of(value, kind, book.strings, since_1904=book.since_1904)
                return content.xml.decode().removeprefix("<v>").removesuffix("</v>")
            text = formula_text(value)
            refuse_unknown_sheets(book, text, report, key)
            return text
        if isinstance(value, bool) or value is None:
            raise ValueError("is not a number or a formula")
        return number_text(value)
    except ValueError as why:
        raise refused(report, key, f"{why}.") from None


def _make_room(sheet: EditedSheet, area: Range) -> int:
    """Take the range out of the validations that hold it; return how many did."""
    holder = sheet.frame.find(f"{MAIN}dataValidations")
    touched = 0
    for element in list(holder.iterfind(f"{MAIN}dataValidation")) if holder is not None else []:
        left: list[str] = []
        hit = False
        for piece in element.get("sqref", "").split():
            other = find_range(piece)
            if other is None or not other.touches(area):
                left.append(piece)
                continue
            hit = True
            left += [_written(rest) for rest in without(other, area)]
        if not hit:
            continue
        touched += 1
        if left:
            element.set("sqref", " ".join(left))
        else:
            assert holder is not None
            holder.remove(element)
    return touched


def without(area: Range, hole: Range) -> list[Range]:
    """Return what is left of a range when another is taken out of it, as ranges."""
    rest = []
    if area.first_row < hole.first_row:
        rest.append(Range(area.first_row, hole.first_row - 1, area.first_column, area.last_column))
    if hole.last_row < area.last_row:
        rest.append(Range(hole.last_row + 1, area.last_row, area.first_column, area.last_column))
    top, bottom = max(area.first_row, hole.first_row), min(area.last_row, hole.last_row)
    if area.first_column < hole.first_column:
        rest.append(Range(top, bottom, area.first_column, hole.first_column - 1))
    if hole.last_column < area.last_column:
        rest.append(Range(top, bottom, hole.last_column + 1, area.last_column))
    return rest


def _written(area: Range) -> str:
    return str(area) if area.cell_count > 1 else cell_name(area.first_row, area.first_column)


HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {
    "add_data_validation": add_data_validation
}
