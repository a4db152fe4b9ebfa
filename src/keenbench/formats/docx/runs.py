"""The formatted runs of a paragraph, in the names that the operations write."""

from __future__ import annotations

from typing import Any, Literal

from keenbench.formats.docx.methods import Paragraph, Run
from keenbench.formats.docx.story import PROPERTIES, RUN, RUN_PROPERTIES, Story
from keenbench.formats.docx.styles import properties_of
from keenbench.formats.ooxml_names import M, R, W, is_on
from keenbench.formats.outline import Block
from keenbench.formats.xml_part import Element

Revision = Literal["inserted", "deleted"]

_REVISIONS: dict[str, Revision] = {
    f"{W}ins": "inserted",
    f"{W}moveTo": "inserted",
    f"{W}del": "deleted",
    f"{W}moveFrom": "deleted",
}
_ALIGNMENTS = {"start": "left", "end": "right", "both": "justify", "distribute": "distributed"}
_SWITCHES = {"b": "bold", "i": "italic", "strike": "strike", "vanish": "hidden"}
HIGHLIGHTS = {
    "yellow": "#FFFF00", "green": "#00FF00", "cyan": "#00FFFF", "magenta": "#FF00FF",
    "blue": "#0000FF", "red": "#FF0000", "darkBlue": "#000080", "darkCyan": "#008080",
    "darkGreen": "#008000", "darkMagenta": "#800080", "darkRed": "#800000",
    "darkYellow": "#808000", "darkGray": "#808080", "lightGray": "#C0C0C0", "black": "#000000",
    "white": "#FFFFFF",
}  # fmt: skip


class RunReader:
    """Reads the formatting of single paragraphs, after the outline was walked."""

    def __init__(self, story: Story) -> None:
        self._story = story

    def paragraph(self, block: Block) -> Paragraph:
        element: Element = block.source
        own = element.find(PROPERTIES)
        properties = properties_of(element)
        style = self._story.styles.get(properties.style)
        runs: list[Run] = []
        self._collect(element, runs, None, None)
        text = "".join(run.text for run in runs if run.revision != "deleted")
        listed: dict[str, Any] = {}
        if block.label is not None:
            kind = "number" if any(char.isalnum() for char in block.label) else "bullet"
            level = properties.list_level
            listed = {"list": kind, "level": (style.list_level or 0) if level is None else level}
        return Paragraph(
            index=block.index,
            text=text,
            style=style.name,
            runs=runs,
            label=block.label,
            alignment=alignment_of(own),
            **listed,
        )

    def collect(self, element: Element, runs: list[Run]) -> None:
        """Add the runs of a paragraph, in the order of its text."""
        self._collect(element, runs, None, None)

    def _collect(
        self, element: Element, runs: list[Run], link: str | None, revision: Revision | None
    ) -> None:
        for child in element:
            tag = str(child.tag)
            if tag == RUN:
                self._run(child, runs, link, revision)
            elif tag == f"{W}hyperlink":
                self._collect(child, runs, self._link(child), revision)
            elif tag in _REVISIONS:
                self._collect(child, runs, link, _REVISIONS[tag])
            elif tag in (f"{M}oMath", f"{M}oMathPara"):
                text = self._text(child)
                if text:
                    runs.append(Run(text=text))
            elif tag not in (PROPERTIES, f"{W}sdtPr", f"{W}sdtEndPr"):
                self._collect(child, runs, link, revision)

    def _run(
        self, element: Element, runs: list[Run], link: str | None, revision: Revision | None
    ) -> None:
        text = self._text(element)
        if not text:
            return
        if element.find(f"{W}delText") is not None:
            revision = "deleted"
        runs.append(
            Run(text=text, link=link, revision=revision, **format_of(element.find(RUN_PROPERTIES)))
        )

    def _text(self, element: Element) -> str:
        return self._story.run_text(element)

    def _link(self, element: Element) -> str | None:
        found = self._story.package.relationships(self._story.part).get(element.get(f"{R}id"))
        anchor = element.get(f"{W}anchor")
        if found is None:
            return f"#{anchor}" if anchor else None
        return f"{found.target}#{anchor}" if anchor else found.target


def alignment_of(properties: Element | None) -> str | None:
    found = None if properties is None else properties.find(f"{W}jc")
    value = None if found is None else found.get(f"{W}val")
    return None if value is None else _ALIGNMENTS.get(value, value)


def format_of(properties: Element | None) -> dict[str, Any]:
    """Return the formatting that a run has of its own."""
    found: dict[str, Any] = {}
    if properties is None:
        return found
    for child in properties:
        name = str(child.tag).removeprefix(W)
        value = child.get(f"{W}val")
        if name in _SWITCHES:
            found[_SWITCHES[name]] = is_on(value)
        elif name == "u":
            found["underline"] = value != "none"
        elif name == "rFonts":
            font = child.get(f"{W}ascii") or child.get(f"{W}hAnsi") or child.get(f"{W}eastAsia")
            if font:
                found["font_name"] = font
        elif name == "sz" and value and value.isdecimal() and len(value) < 6:
            found["font_size"] = int(value) / 2
        elif name == "color" and value and value != "auto":
            found["font_color"] = f"#{value.upper()}"
        elif name == "shd" and "highlight_color" not in found:
            fill = child.get(f"{W}fill", "auto")  # what shows colours that the marker lacks
            if len(fill) == 6:
                found["highlight_color"] = f"#{fill.upper()}"
        elif name == "highlight" and value and value != "none":
            found["highlight_color"] = HIGHLIGHTS.get(value, value)
    return found
