"""The XML of a chart: plain, with the values it shows saved beside the ranges they come from."""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.formats.xlsx.edit.cell_values import Value
from keenbench.formats.xlsx.edit.cell_xml import escaped
from keenbench.formats.xlsx.edit.values import number_text

_C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_FIRST_AXIS, _SECOND_AXIS = "111111111", "222222222"


@dataclass(frozen=True)
class Source:
    """A range as a formula, and what its cells hold."""

    formula: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Series:
    name: Source | None
    values: Source
    categories: Source | None


def chart_xml(kind: str, series: list[Series], title: str | None) -> bytes:
    """Return the whole chart part."""
    plot = _PLOTS[kind](series)
    heading = (
        f"<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>{escaped(title)}</a:t></a:r></a:p>"
        '</c:rich></c:tx><c:overlay val="0"/></c:title>'
        if title
        else ""
    )
    untitled = "0" if title else "1"
    legend = (
        '<c:legend><c:legendPos val="r"/><c:overlay val="0"/></c:legend>'
        if len(series) > 1 or kind == "pie"
        else ""
    )
    return (
        f'{_HEAD}<c:chartSpace xmlns:c="{_C}" xmlns:a="{_A}"><c:roundedCorners val="0"/><c:chart>'
        f'{heading}<c:autoTitleDeleted val="{untitled}"/><c:plotArea><c:layout/>{plot}'
        f'</c:plotArea>{legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>'
        "</c:chartSpace>"
    ).encode()


def _bar(series: list[Series]) -> str:
    inside = "".join(_one(at, one) for at, one in enumerate(series))
    return (
        '<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>'
        f'{inside}<c:gapWidth val="150"/>{_ids()}</c:barChart>{_axes()}'
    )


def _line(series: list[Series]) -> str:
    inside = "".join(_one(at, one, after='<c:smooth val="0"/>') for at, one in enumerate(series))
    return (
        '<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>'
        f'{inside}<c:marker val="1"/>{_ids()}</c:lineChart>{_axes()}'
    )


def _area(series: list[Series]) -> str:
    inside = "".join(_one(at, one) for at, one in enumerate(series))
    return (
        '<c:areaChart><c:grouping val="standard"/><c:varyColors val="0"/>'
        f"{inside}{_ids()}</c:areaChart>{_axes()}"
    )


def _pie(series: list[Series]) -> str:
    inside = "".join(_one(at, one) for at, one in enumerate(series))
    return f'<c:pieChart><c:varyColors val="1"/>{inside}<c:firstSliceAng val="0"/></c:pieChart>'


def _scatter(series: list[Series]) -> str:
    inside = "".join(
        _one(at, one, "xVal", "yVal", '<c:smooth val="0"/>') for at, one in enumerate(series)
    )
    return (
        '<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>'
        f"{inside}{_ids()}</c:scatterChart>"
        + _value_axis(_FIRST_AXIS, _SECOND_AXIS, "b")
        + _value_axis(_SECOND_AXIS, _FIRST_AXIS, "l")
    )


_PLOTS = {"bar": _bar, "line": _line, "area": _area, "pie": _pie, "scatter": _scatter}


def _one(at: int, one: Series, across: str = "cat", up: str = "val", after: str = "") -> str:
    name = f"<c:tx>{_texts(one.name)}</c:tx>" if one.name is not None else ""
    looks = (
        # Points without the line that Excel would draw through them.
        '<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr>' if across == "xVal" else ""
    )
    categories = ""
    if one.categories is not None:
        numeric = all(_is_number(value) or value is None for value in one.categories.values)
        inside = _numbers(one.categories) if numeric else _texts(one.categories)
        categories = f"<c:{across}>{inside}</c:{across}>"
    return (
        f'<c:ser><c:idx val="{at}"/><c:order val="{at}"/>{name}{looks}{categories}'
        f"<c:{up}>{_numbers(one.values)}</c:{up}>{after}</c:ser>"
    )


def _texts(source: Source) -> str:
    points = "".join(
        f'<c:pt idx="{at}"><c:v>{escaped(_shown(value))}</c:v></c:pt>'
        for at, value in enumerate(source.values)
        if value is not None
    )
    return (
        f"<c:strRef><c:f>{escaped(source.formula)}</c:f><c:strCache>"
        f'<c:ptCount val="{len(source.values)}"/>{points}</c:strCache></c:strRef>'
    )


def _numbers(source: Source) -> str:
    points = "".join(
        f'<c:pt idx="{at}"><c:v>{number_text(value)}</c:v></c:pt>'
        for at, value in enumerate(source.values)
        if _is_number(value)
    )
    return (
        f"<c:numRef><c:f>{escaped(source.formula)}</c:f><c:numCache><c:formatCode>General"
        f'</c:formatCode><c:ptCount val="{len(source.values)}"/>{points}</c:numCache></c:numRef>'
    )


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    text = value if isinstance(value, str) else number_text(value)
    return "".join(char for char in text if char.isprintable() or char in "\n\t")


def _ids() -> str:
    return f'<c:axId val="{_FIRST_AXIS}"/><c:axId val="{_SECOND_AXIS}"/>'


def _axes() -> str:
    return (
        f'<c:catAx><c:axId val="{_FIRST_AXIS}"/><c:scaling><c:orientation val="minMax"/>'
        '</c:scaling><c:delete val="0"/><c:axPos val="b"/>'
        '<c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="out"/>'
        '<c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>'
        f'<c:crossAx val="{_SECOND_AXIS}"/><c:crosses val="autoZero"/><c:auto val="1"/>'
        '<c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/></c:catAx>'
        + _value_axis(_SECOND_AXIS, _FIRST_AXIS, "l")
    )


def _value_axis(own: str, other: str, side: str) -> str:
    grid = "<c:majorGridlines/>" if side == "l" else ""
    return (
        f'<c:valAx><c:axId val="{own}"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        f'<c:delete val="0"/><c:axPos val="{side}"/>{grid}'
        '<c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="out"/>'
        '<c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>'
        f'<c:crossAx val="{other}"/><c:crosses val="autoZero"/><c:crossBetween val="between"/>'
        "</c:valAx>"
    )
