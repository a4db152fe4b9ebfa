"""Native charts: a chart part and the workbook its data can be edited in."""

from __future__ import annotations

from xml.sax.saxutils import escape

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import CHART, A, R
from keenbench.formats.pptx.edit.deck import DeckEdit, element, next_shape_id
from keenbench.formats.pptx.edit.frames import place, spot_for, warn_of_spot
from keenbench.formats.pptx.edit.ops import AddChart, Series
from keenbench.formats.pptx.edit.workbook import chart_workbook, column_letters
from keenbench.formats.xml_write import DECLARATION

CHART_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_AXES = '<c:axId val="111111111"/><c:axId val="222222222"/>'


def add_chart(deck: DeckEdit, part: str, op: AddChart, report: OpReport) -> None:
    spot = spot_for(deck, part, op, "chart", report=report)
    warn_of_spot(deck, part, op, spot, report)
    workbook = deck.edit.free_name("ppt/embeddings/Microsoft_Excel_Sheet{}.xlsx")
    names = [one.name for one in op.series]
    rows: list[list[str | int | float | None]] = [[None, *names]]
    rows += [
        [category, *(one.values[number] for one in op.series)]
        for number, category in enumerate(op.categories)
    ]
    deck.add(workbook, chart_workbook(rows), WORKBOOK_TYPE)
    chart = deck.edit.free_name("ppt/charts/chart{}.xml")
    deck.add(chart, DECLARATION + _chart(op).encode(), CHART_TYPE)
    deck.relate(chart, "package", workbook)
    id = deck.relate(part, "chart", chart)
    number = next_shape_id(deck.tree(part))
    made = element(
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{number}" name="Chart {number - 1}"/>'
        "<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp='1'/></p:cNvGraphicFramePr>"
        f"<p:nvPr>{spot.ph}</p:nvPr></p:nvGraphicFramePr>"
        f'<p:xfrm><a:off x="{spot.left}" y="{spot.top}"/>'
        f'<a:ext cx="{spot.width}" cy="{spot.height}"/></p:xfrm><a:graphic><a:graphicData '
        f'uri="{CHART[1:-1]}"><c:chart xmlns:c="{CHART[1:-1]}" r:id="{id}"/></a:graphicData>'
        "</a:graphic></p:graphicFrame>"
    )
    place(deck, part, made, spot)
    report.count(series=len(op.series), categories=len(op.categories))


def _chart(op: AddChart) -> str:
    series = "".join(_series(op, number, one) for number, one in enumerate(op.series))
    title = '<c:autoTitleDeleted val="1"/>'
    if op.title is not None:
        paragraphs = "".join(
            f'<a:p><a:pPr><a:defRPr/></a:pPr><a:r><a:rPr lang="en-US"/><a:t>{escape(line)}</a:t>'
            "</a:r></a:p>"
            for line in op.title.split("\n")
        )
        title = (
            f"<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/>{paragraphs}</c:rich></c:tx>"
            '<c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>'
        )
    legend = (
        '<c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend>'
        if len(op.series) > 1 or op.type in ("pie", "doughnut")
        else ""
    )
    return (
        f'<c:chartSpace xmlns:c="{CHART[1:-1]}" xmlns:a="{A[1:-1]}" xmlns:r="{R[1:-1]}">'
        '<c:date1904 val="0"/><c:roundedCorners val="0"/>'
        f"<c:chart>{title}<c:plotArea><c:layout/>{_plot(op.type, series)}</c:plotArea>"
        f'{legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>'
        "<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr/></a:pPr>"
        '<a:endParaRPr lang="en-US"/></a:p></c:txPr>'
        '<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>'
    )


def _plot(kind: str, series: str) -> str:
    varied = '<c:varyColors val="0"/>'
    if kind in ("bar", "column"):
        # "bar" is what most people call a chart with upright columns; the design names no other.
        return (
            f'<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>{varied}{series}'
            f'<c:gapWidth val="150"/>{_AXES}</c:barChart>{_category_axis()}{_value_axis()}'
        )
    if kind == "line":
        return (
            f'<c:lineChart><c:grouping val="standard"/>{varied}{series}<c:marker val="1"/>{_AXES}'
            f"</c:lineChart>{_category_axis()}{_value_axis()}"
        )
    if kind == "area":
        return (
            f'<c:areaChart><c:grouping val="standard"/>{varied}{series}{_AXES}</c:areaChart>'
            f"{_category_axis()}{_value_axis()}"
        )
    if kind == "scatter":
        return (
            f'<c:scatterChart><c:scatterStyle val="lineMarker"/>{varied}{series}{_AXES}'
            f"</c:scatterChart>{_x_axis()}{_value_axis()}"
        )
    all_colours = '<c:varyColors val="1"/>'
    if kind == "pie":
        return f'<c:pieChart>{all_colours}{series}<c:firstSliceAng val="0"/></c:pieChart>'
    return (
        f'<c:doughnutChart>{all_colours}{series}<c:firstSliceAng val="0"/><c:holeSize val="60"/>'
        "</c:doughnutChart>"
    )


def _series(op: AddChart, number: int, one: Series) -> str:
    column = column_letters(number + 2)
    last = len(op.categories) + 1
    head = (
        f'<c:ser><c:idx val="{number}"/><c:order val="{number}"/><c:tx><c:strRef>'
        f'<c:f>Sheet1!${column}$1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0">'
        f"<c:v>{escape(one.name)}</c:v></c:pt></c:strCache></c:strRef></c:tx>"
    )
    values = _numbers(f"Sheet1!${column}$2:${column}${last}", one.values)
    places = f"Sheet1!$A$2:$A${last}"
    if op.type == "scatter":
        numbers = [value for value in op.categories if not isinstance(value, str)]
        looks = (
            '<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr>'
            '<c:marker><c:symbol val="circle"/><c:size val="7"/></c:marker>'
        )
        return (
            f"{head}{looks}<c:xVal>{_numbers(places, numbers)}</c:xVal><c:yVal>{values}</c:yVal>"
            '<c:smooth val="0"/></c:ser>'
        )
    if all(not isinstance(value, str) for value in op.categories):
        categories = _numbers(places, [one for one in op.categories if not isinstance(one, str)])
    else:
        points = "".join(
            f'<c:pt idx="{at}"><c:v>{escape(str(value))}</c:v></c:pt>'
            for at, value in enumerate(op.categories)
        )
        categories = (
            f'<c:strRef><c:f>{places}</c:f><c:strCache><c:ptCount val="{last - 1}"/>{points}'
            "</c:strCache></c:strRef>"
        )
    middle = '<c:invertIfNegative val="0"/>' if op.type in ("bar", "column") else ""
    if op.type == "line":
        middle = '<c:marker><c:symbol val="none"/></c:marker>'
    end = '<c:smooth val="0"/>' if op.type == "line" else ""
    return f"{head}{middle}<c:cat>{categories}</c:cat><c:val>{values}</c:val>{end}</c:ser>"


def _numbers(places: str, values: list[int | float | None] | list[int | float]) -> str:
    points = "".join(
        f'<c:pt idx="{at}"><c:v>{value!r}</c:v></c:pt>'
        for at, value in enumerate(values)
        if value is not None
    )
    return (
        f"<c:numRef><c:f>{places}</c:f><c:numCache><c:formatCode>General</c:formatCode>"
        f'<c:ptCount val="{len(values)}"/>{points}</c:numCache></c:numRef>'
    )


def _category_axis() -> str:
    return (
        '<c:catAx><c:axId val="111111111"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        '<c:delete val="0"/><c:axPos val="b"/><c:numFmt formatCode="General" sourceLinked="1"/>'
        '<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>'
        '<c:crossAx val="222222222"/><c:crosses val="autoZero"/><c:auto val="1"/>'
        '<c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/></c:catAx>'
    )


def _x_axis() -> str:
    return (
        '<c:valAx><c:axId val="111111111"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        '<c:delete val="0"/><c:axPos val="b"/><c:numFmt formatCode="General" sourceLinked="1"/>'
        '<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>'
        '<c:crossAx val="222222222"/><c:crosses val="autoZero"/>'
        '<c:crossBetween val="midCat"/></c:valAx>'
    )


def _value_axis() -> str:
    return (
        '<c:valAx><c:axId val="222222222"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        '<c:delete val="0"/><c:axPos val="l"/><c:majorGridlines/>'
        '<c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="out"/>'
        '<c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="111111111"/>'
        '<c:crosses val="autoZero"/><c:crossBetween val="between"/></c:valAx>'
    )
