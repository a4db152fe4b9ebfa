"""The words inside charts, SmartArt and equations, which stand in parts or markup of their own."""

from __future__ import annotations

from collections.abc import Iterator

from keenbench.formats.ooxml_names import CHART, DIAGRAM, A, M
from keenbench.formats.xml_part import Element


def drawing_paragraphs(root: Element) -> Iterator[str]:
    """Yield the text of each DrawingML paragraph under `root` that says something."""
    for paragraph in root.iter(f"{A}p"):
        text = drawing_paragraph(paragraph)
        if text.strip():
            yield text


def drawing_paragraph(paragraph: Element) -> str:
    out: list[str] = []
    for element in paragraph.iter(f"{A}t", f"{A}br", f"{A}tab", f"{M}t"):
        if element.tag == f"{A}br":
            out.append("\n")
        elif element.tag == f"{A}tab":
            out.append("\t")
        else:
            out.append(element.text or "")
    return "".join(out)


def chart_text(root: Element) -> str:
    """Return the titles of a chart and the names of its series, a line each."""
    lines = list(drawing_paragraphs(root))
    for name in root.iter(f"{CHART}tx"):
        parent = name.getparent()
        if parent is None or parent.tag != f"{CHART}ser":
            continue
        words = " ".join(value.text or "" for value in name.iter(f"{CHART}v")).strip()
        if words:
            lines.append(f"series: {words}")
    return "\n".join(lines)


def diagram_text(root: Element) -> str:
    """Return the words of a SmartArt drawing, a point a line."""
    lines: list[str] = []
    for point in root.iter(f"{DIAGRAM}pt"):
        lines.extend(drawing_paragraphs(point))
    return "\n".join(lines)


def math_text(element: Element) -> str:
    """Return an equation on one line: fractions, powers and roots as one types them."""
    out: list[str] = []
    _math(element, out)
    return "".join(out)


# What stands between the arguments of a structure, by its element and argument.
_BEFORE = {
    (f"{M}f", f"{M}den"): "/",
    (f"{M}sSup", f"{M}sup"): "^",
    (f"{M}sSub", f"{M}sub"): "_",
    (f"{M}sSubSup", f"{M}sub"): "_",
    (f"{M}sSubSup", f"{M}sup"): "^",
    (f"{M}nary", f"{M}sub"): "_",
    (f"{M}nary", f"{M}sup"): "^",
    (f"{M}limLow", f"{M}lim"): "_",
    (f"{M}limUpp", f"{M}lim"): "^",
}
_ARGUMENTS = {f"{M}{name}" for name in ("num", "den", "sup", "sub", "deg", "lim", "e")}
_WRAPPED = {f"{M}num", f"{M}den", f"{M}sup", f"{M}sub", f"{M}lim"}


def _math(element: Element, out: list[str]) -> None:
    for child in element:
        tag = str(child.tag)
        if tag.endswith(("}t", "}delText")):
            out.append(child.text or "")
        elif tag == f"{M}d":
            _delimited(child, out)
        elif tag == f"{M}nary":
            sign = child.find(f"{M}naryPr/{M}chr")
            out.append("∫" if sign is None else sign.get(f"{M}val", "∫"))
            _math(child, out)
        elif tag == f"{M}rad":
            out.append("√")
            _math(child, out)
        elif tag in _ARGUMENTS:
            inner: list[str] = []
            _math(child, inner)
            words = "".join(inner)
            if words:
                out.append(_BEFORE.get((str(element.tag), tag), ""))
                out.append(f"({words})" if tag in _WRAPPED and len(words) > 1 else words)
        else:
            _math(child, out)


def _delimited(element: Element, out: list[str]) -> None:
    properties = element.find(f"{M}dPr")

    def sign(name: str, default: str) -> str:
        found = None if properties is None else properties.find(f"{M}{name}")
        return default if found is None else found.get(f"{M}val", default)

    out.append(sign("begChr", "("))
    for position, argument in enumerate(element.iterchildren(f"{M}e")):
        if position:
            out.append(sign("sepChr", "|"))
        _math(argument, out)
    out.append(sign("endChr", ")"))
