"""New paragraphs and runs of DrawingML, and how they look."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from lxml import etree

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import A, R
from keenbench.formats.pptx.edit.deck import EMU, DeckEdit
from keenbench.formats.styled_text import ALIGNMENTS, Looks, ParagraphKeys, Run
from keenbench.formats.xml_part import Element

_ALIGN = {"left": "l", "center": "ctr", "right": "r", "justify": "just"}
_PARAGRAPH_ORDER = (
    *("lnSpc", "spcBef", "spcAft", "buClrTx", "buClr", "buSzTx", "buSzPct", "buSzPts"),
    *("buFontTx", "buFont", "buNone", "buAutoNum", "buChar", "buBlip", "tabLst", "defRPr"),
    "extLst",
)
_FILLS = ("noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill")
_RUN_ORDER = (
    *("ln", *_FILLS, "effectLst", "effectDag", "highlight", "uLnTx", "uLn", "uFillTx"),
    *("uFill", "latin", "ea", "cs", "sym", "hlinkClick", "hlinkMouseOver", "rtl", "extLst"),
)
_INDENT = 342_900  # of one level of a list, in EMU


class Writer:
    """Writes text into the shapes of one part."""

    def __init__(self, deck: DeckEdit, part: str, report: OpReport) -> None:
        self._deck = deck
        self._part = part
        self._report = report

    def fill(self, body: Element, lines: Sequence[list[Run]], keys: ParagraphKeys) -> None:
        """Replace the paragraphs of a text body; each keeps the looks of the one it replaces."""
        old = body.findall(f"{A}p")
        models = [_model(paragraph) for paragraph in old] or [(None, None)]
        for paragraph in old:
            body.remove(paragraph)
        for number, line in enumerate(lines or [[]]):
            properties, run = models[min(number, len(models) - 1)]
            body.append(self._paragraph(line, keys, properties, run))

    def append(
        self, body: Element, lines: Sequence[tuple[list[Run], int | None]], keys: ParagraphKeys
    ) -> None:
        """Add paragraphs that look like the last one."""
        old = body.findall(f"{A}p")
        properties, run = _model(old[-1]) if old else (None, None)
        if len(old) == 1 and not "".join(map(str, old[0].itertext())).strip():
            body.remove(old[0])
        for line, level in lines:
            made = self._paragraph(line, keys, properties, run)
            if level is not None:
                _properties(made).set("lvl", str(level))
            body.append(made)

    def format_run(self, properties: Element, keys: Looks) -> None:
        """Give run properties the looks that `keys` ask for."""
        size = keys.number("font_size", 1, 4000)
        if size is not None:
            properties.set("sz", str(round(size * 100)))
        for key, name in (("bold", "b"), ("italic", "i")):
            flag = keys.flag(key)
            if flag is not None:
                properties.set(name, "1" if flag else "0")
        for key, name, on, off in (
            ("underline", "u", "sng", "none"),
            ("strike", "strike", "sngStrike", "noStrike"),
        ):
            flag = keys.flag(key)
            if flag is not None:
                properties.set(name, on if flag else off)
        shade = keys.colour("font_color")
        if shade is not None:
            for name in _FILLS:
                _drop(properties, name)
            fill = etree.Element(f"{A}solidFill")
            etree.SubElement(fill, f"{A}srgbClr", val=shade)
            put(properties, fill, _RUN_ORDER)
        font = keys.text("font_name")
        if font is not None:
            for name in ("latin", "ea", "cs"):
                if name == "latin" or properties.find(f"{A}{name}") is not None:
                    _drop(properties, name)
                    put(properties, etree.Element(f"{A}{name}", typeface=font), _RUN_ORDER)
        link = keys.address("link")
        if link is not None:
            self.link(properties, link)

    def link(self, properties: Element, url: str) -> None:
        """Make a run lead to an address."""
        _drop(properties, "hlinkClick")
        id = self._deck.relate(self._part, "hyperlink", url, external=True)
        put(properties, etree.Element(f"{A}hlinkClick", {f"{R}id": id}), _RUN_ORDER)

    def format_paragraph(self, paragraph: Element, keys: Looks) -> None:
        """Give a paragraph the looks that `keys` ask for."""
        wanted: dict[str, str] = {}
        align = keys.choice("alignment", ALIGNMENTS)
        if align is not None:
            wanted["algn"] = _ALIGN[align]
        level = list_level(keys, "level")
        if level is not None:
            wanted["lvl"] = str(level)
        for key, name, least in (
            ("indent_left", "marL", 0),
            ("indent_right", "marR", 0),
            ("indent_first_line", "indent", -56),
        ):
            inches = keys.number(key, least, 56)
            if inches is not None:
                wanted[name] = str(round(inches * EMU))
        children: list[Element] = []
        spacing = keys.number("line_spacing", 0.1, 50)
        if spacing is not None:
            children.append(_spacing("lnSpc", "spcPct", round(spacing * 100_000)))
        for key, name in (("space_before", "spcBef"), ("space_after", "spcAft")):
            points = keys.number(key, 0, 1584)
            if points is not None:
                children.append(_spacing(name, "spcPts", round(points * 100)))
        kind = keys.choice("list", ("bullet", "number"))
        if kind is not None:
            depth = level or 0
            wanted.setdefault("marL", str(_INDENT * (depth + 1)))
            wanted.setdefault("indent", str(-_INDENT))
            children.append(_bullet(kind))
        if not wanted and not children:
            return
        properties = _properties(paragraph)
        for name, value in wanted.items():
            properties.set(name, value)
        for child in children:
            name = etree.QName(child).localname
            alike = ("buNone", "buAutoNum", "buChar", "buBlip") if name[:2] == "bu" else (name,)
            for one in alike:
                _drop(properties, one)
            put(properties, child, _PARAGRAPH_ORDER)

    def _paragraph(
        self, line: list[Run], keys: ParagraphKeys, properties: Element | None, run: Element | None
    ) -> Element:
        paragraph = etree.Element(f"{A}p")
        if properties is not None:
            paragraph.append(deepcopy(properties))
        self.format_paragraph(paragraph, Looks(keys, self._report))
        for one in line:
            if not one.text:
                continue
            made = etree.SubElement(paragraph, f"{A}r")
            wears = etree.SubElement(made, f"{A}rPr")
            if run is not None:
                wears.attrib.update({str(name): str(value) for name, value in run.attrib.items()})
                wears.extend(deepcopy(child) for child in run)
            else:
                wears.set("lang", "en-US")
            self.format_run(wears, Looks(one, self._report))
            etree.SubElement(made, f"{A}t").text = one.text
        if not line and run is not None:
            end = etree.SubElement(paragraph, f"{A}endParaRPr")
            end.attrib.update({str(name): str(value) for name, value in run.attrib.items()})
        return paragraph


def list_level(keys: Looks, key: str) -> int | None:
    """Return a level of a list; what is none is skipped and said."""
    level = keys.number(key, 0, 8)
    if level is None or level == int(level):
        return None if level is None else int(level)
    keys.skip(key, "is not a whole number")
    return None


def lines_of(text: str | list[str] | None, runs: list[Run] | None) -> list[list[Run]] | None:
    """Return text as paragraphs of runs; None where none is given. A line end ends a paragraph."""
    if runs is None:
        if text is None:
            return None
        whole = text if isinstance(text, str) else "\n".join(text)
        runs = [Run(text=whole)]
    lines: list[list[Run]] = [[]]
    for run in runs:
        first, *others = run.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        lines[-1].append(run.model_copy(update={"text": first}))
        lines.extend([run.model_copy(update={"text": other})] for other in others)
    return lines


def put(parent: Element, child: Element, order: Sequence[str]) -> None:
    """Put a child where the schema wants it."""
    rank = {name: number for number, name in enumerate(order)}
    own = rank[etree.QName(child).localname]
    for position, other in enumerate(parent):
        name = etree.QName(other).localname if isinstance(other.tag, str) else ""
        if rank.get(name, -1) > own:
            parent.insert(position, child)
            return
    parent.append(child)


def run_properties(run: Element) -> Element:
    """Return the properties of a run or field, made where there are none."""
    found = run.find(f"{A}rPr")
    if found is None:
        found = etree.Element(f"{A}rPr")
        run.insert(0, found)
    return found


def _properties(paragraph: Element) -> Element:
    found = paragraph.find(f"{A}pPr")
    if found is None:
        found = etree.Element(f"{A}pPr")
        paragraph.insert(0, found)
    return found


def _model(paragraph: Element) -> tuple[Element | None, Element | None]:
    """Return how a paragraph and its first run look; links are not looks."""
    run = paragraph.find(f"{A}r/{A}rPr")
    if run is None:
        run = paragraph.find(f"{A}endParaRPr")
    if run is not None:
        run = deepcopy(run)
        for name in ("hlinkClick", "hlinkMouseOver"):
            _drop(run, name)
        for name in ("dirty", "err"):
            run.attrib.pop(name, "")
    return deepcopy(paragraph.find(f"{A}pPr")), run


def _drop(parent: Element, name: str) -> None:
    for child in parent.findall(f"{A}{name}"):
        parent.remove(child)


def _spacing(name: str, unit: str, value: int) -> Element:
    made = etree.Element(f"{A}{name}")
    etree.SubElement(made, f"{A}{unit}", val=str(value))
    return made


def _bullet(kind: str) -> Element:
    if kind == "bullet":
        return etree.Element(f"{A}buChar", char="•")
    return etree.Element(f"{A}buAutoNum", type="arabicPeriod")
