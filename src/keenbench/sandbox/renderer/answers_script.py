"""Runs in LibreOffice's own Python: what LibreOffice knows of a document beside its pages.

Each answer takes the open document, the question and the path of the file to leave. The document
may be changed on the way: it is closed afterwards and was never anybody's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import uno
from com.sun.star.beans import PropertyValue

HUNDREDTHS = 2540.0  # of a millimetre in an inch


def results(document: Any, question: Any, out: str) -> None:
    """Compute every formula, and leave the workbook with its results.

    As a workbook: LibreOffice tells truth values and errors from numbers only where it writes them.
    """
    document.calculateAll()
    filter_name = PropertyValue()
    filter_name.Name, filter_name.Value = "FilterName", "Calc MS Excel 2007 XML"
    document.storeToURL(uno.systemPathToFileUrl(out), (filter_name,))


def text_heights(document: Any, question: Any, out: str) -> None:
    """Leave how high the text of each shape asked about is, and how high its box."""
    pages = document.DrawPages
    by_slide: dict[int, list[Any]] = {}
    found = []
    for number, asked in enumerate(question["shapes"]):
        slide = asked["slide"]
        if slide >= pages.Count:
            continue
        if slide not in by_slide:
            by_slide[slide] = list(shapes_in(pages.getByIndex(slide)))
        named = [shape for shape in by_slide[slide] if shape.Name == asked["name"]]
        if asked["nth"] < len(named):
            height = text_height(named[asked["nth"]], asked["font_scale"])
            if height is not None:
                found.append({"number": number, "needed": height[0], "room": height[1]})
    with open(out, "w", encoding="ascii") as file:  # noqa: PTH123 - as old a Python as may be
        json.dump(found, file)


def shapes_in(container: Any) -> Iterator[Any]:
    """Yield the shapes of a slide or group, those in groups after their group."""
    for index in range(container.Count):
        shape = container.getByIndex(index)
        yield shape
        if shape.supportsService("com.sun.star.drawing.GroupShape"):
            yield from shapes_in(shape)


def text_height(shape: Any, font_scale: float) -> tuple[float, float] | None:
    """Return the inches that the text of a shape reaches over, and those of its box.

    What is drawn with the text is compared with what is drawn without it, so that outlines and
    shadows do not count.
    """
    if not shape.supportsService("com.sun.star.drawing.Text"):
        return None
    shape.RotateAngle = 0
    if shape.TextFitToSize.value == "AUTOFIT":
        # PowerPoint shrinks text when it is typed; on opening it takes what the file says.
        shape.TextFitToSize = uno.Enum("com.sun.star.drawing.TextFitToSizeType", "NONE")
        if font_scale != 1:
            shrink(shape, font_scale)
    box = shape.Size.Height
    drawn = shape.BoundRect.Height
    shape.setString("")
    over = drawn - shape.BoundRect.Height
    return (box + max(0, over)) / HUNDREDTHS, box / HUNDREDTHS


def shrink(text: Any, scale: float) -> None:
    for paragraph in elements_of(text):
        for portion in elements_of(paragraph):
            portion.CharHeight = portion.CharHeight * scale


def elements_of(holder: Any) -> Iterator[Any]:
    enumeration = holder.createEnumeration()
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()


ANSWERS = {"results": results, "text_heights": text_heights}
