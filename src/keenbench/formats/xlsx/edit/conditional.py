"""Formats that hold where a condition does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.style_values import colour
from keenbench.formats.xlsx.addresses import cell_name
from keenbench.formats.xlsx.edit.book import EditedBook, refused
from keenbench.formats.xlsx.edit.cell_style import CellStyle
from keenbench.formats.xlsx.edit.defined_names import refuse_unknown_sheets
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.op_parts import Scalar
from keenbench.formats.xlsx.edit.ops import AddConditionalFormat, Rule
from keenbench.formats.xlsx.edit.places import range_at
from keenbench.formats.xlsx.edit.values import formula_text, number_text
from keenbench.formats.xml_part import Element

OPERATORS = {
    "equal": "equal",
    "not_equal": "notEqual",
    "greater_than": "greaterThan",
    "less_than": "lessThan",
    "greater_than_or_equal": "greaterThanOrEqual",
    "less_than_or_equal": "lessThanOrEqual",
    "between": "between",
    "not_between": "notBetween",
}
TWO = ("between", "not_between")
_SCALE = ("F8696B", "FFEB84", "63BE7B")
_BAR = "638EC6"
_USUAL = CellStyle(font_color="#9C0006", fill_color="#FFC7CE")


def add_conditional_format(book: EditedBook, op: AddConditionalFormat, report: OpReport) -> None:
    sheet = book.sheet(op.sheet, report)
    area = range_at(op.range)
    text = str(area) if area.cell_count > 1 else cell_name(area.first_row, area.first_column)
    rule = etree.Element(f"{MAIN}cfRule")
    _KINDS[op.rule.type](book, rule, op.rule, report)
    numbers = (element.get("priority", "0") for element in sheet.frame.iter("{*}cfRule"))
    rule.set("priority", str(1 + max((int(n) for n in numbers if n.isdigit()), default=0)))
    holder = sheet.frame.makeelement(f"{MAIN}conditionalFormatting", {"sqref": text})
    holder.append(rule)
    sheet.add(holder)
    sheet.frame_changed()
    report.count(range=text, rules=1)


def operand(value: Scalar) -> str:
    """Return a value as a formula holds it: a number, a quoted text, or the formula it is."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        if value.startswith("="):
            return formula_text(value)
        return '"' + value.replace('"', '""') + '"'
    return number_text(value)


def _cell_is(book: EditedBook, element: Element, rule: Rule, report: OpReport) -> None:
    if rule.operator is None:
        raise refused(report, "rule.operator", "is required for cell_is.")
    wanted = 2 if rule.operator in TWO else 1
    try:
        operands = [operand(value) for value in rule.values]
    except ValueError as why:
        raise refused(report, "rule.values", f"{why}.") from None
    for text in operands:
        refuse_unknown_sheets(book, text, report, "rule.values")
    if rule.formula is not None:
        operands.insert(0, _formula(book, rule.formula, report))
    if len(operands) != wanted:
        raise refused(report, "rule.values", f"must hold {wanted} for {rule.operator}.")
    element.set("type", "cellIs")
    element.set("operator", OPERATORS[rule.operator])
    _style(book, element, rule, report)
    for text in operands:
        etree.SubElement(element, f"{MAIN}formula").text = text


def _expression(book: EditedBook, element: Element, rule: Rule, report: OpReport) -> None:
    if rule.formula is None:
        raise refused(report, "rule.formula", "is required for expression.")
    text = _formula(book, rule.formula, report)
    element.set("type", "expression")
    _style(book, element, rule, report)
    etree.SubElement(element, f"{MAIN}formula").text = text


def _color_scale(book: EditedBook, element: Element, rule: Rule, report: OpReport) -> None:
    shades = [colour(value) for value in rule.values] if rule.values else list(_SCALE)
    if None in shades or len(shades) not in (2, 3):
        raise refused(report, "rule.values", "must be two or three colours such as #63BE7B.")
    element.set("type", "colorScale")
    scale = etree.SubElement(element, f"{MAIN}colorScale")
    points = [{"type": "min"}, {"type": "max"}]
    if len(shades) == 3:
        points.insert(1, {"type": "percentile", "val": "50"})
    for point in points:
        etree.SubElement(scale, f"{MAIN}cfvo", point)
    for shade in shades:
        etree.SubElement(scale, f"{MAIN}color", rgb=f"FF{shade}")


def _data_bar(book: EditedBook, element: Element, rule: Rule, report: OpReport) -> None:
    given = rule.values[0] if rule.values else rule.style.fill_color if rule.style else None
    shade = _BAR if given is None else colour(given)
    if shade is None or len(rule.values) > 1:
        raise refused(report, "rule.values", "must be one colour such as #638EC6.")
    element.set("type", "dataBar")
    bar = etree.SubElement(element, f"{MAIN}dataBar")
    etree.SubElement(bar, f"{MAIN}cfvo", type="min")
    etree.SubElement(bar, f"{MAIN}cfvo", type="max")
    etree.SubElement(bar, f"{MAIN}color", rgb=f"FF{shade}")


def _top(book: EditedBook, element: Element, rule: Rule, report: OpReport) -> None:
    given = rule.values[0] if rule.values else 10
    percent = isinstance(given, str) and given.endswith("%")
    text = str(given).removesuffix("%")
    most = 100 if percent else 1000
    fits = not isinstance(given, bool) and text.isdigit() and 1 <= int(text) <= most
    if not fits or len(rule.values) > 1:
        raise refused(report, "rule.values", 'must be how many: 1 to 1000, or a share as "10%".')
    element.set("type", "top10")
    _style(book, element, rule, report)
    if percent:
        element.set("percent", "1")
    element.set("rank", text)


def _duplicate(book: EditedBook, element: Element, rule: Rule, report: OpReport) -> None:
    if rule.values:
        raise refused(report, "rule.values", "are not taken by duplicate.")
    element.set("type", "duplicateValues")
    _style(book, element, rule, report)


def _formula(book: EditedBook, text: str, report: OpReport) -> str:
    try:
        formula = formula_text(text)
    except ValueError as why:
        raise refused(report, "rule.formula", f"{why}.") from None
    refuse_unknown_sheets(book, formula, report, "rule.formula")
    return formula


def _style(book: EditedBook, element: Element, rule: Rule, report: OpReport) -> None:
    style = rule.style
    if style is None:
        report.warn("style_chosen", "The rule names no style; dark red on light red was taken.")
        style = _USUAL
    element.set("dxfId", str(book.styles.differential(style, report.warn)))


_KINDS: dict[str, Callable[[EditedBook, Element, Rule, OpReport], None]] = {
    "cell_is": _cell_is,
    "expression": _expression,
    "color_scale": _color_scale,
    "data_bar": _data_bar,
    "top": _top,
    "duplicate": _duplicate,
}
HANDLERS: dict[str, Callable[[EditedBook, Any, OpReport], None]] = {
    "add_conditional_format": add_conditional_format
}
