"""Style fields written into the properties of runs and paragraphs."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from keenbench.formats.docx.edit.order import put, w
from keenbench.formats.docx.runs import HIGHLIGHTS
from keenbench.formats.ooxml_names import W
from keenbench.formats.style_values import colour
from keenbench.formats.styled_text import Looks
from keenbench.formats.xml_part import Element

_SWITCHES = {"bold": ("b", "bCs"), "italic": ("i", "iCs"), "strike": ("strike",)}
_ALIGNMENTS = {
    "left": "left",
    "center": "center",
    "right": "right",
    "justify": "both",
    "distributed": "distribute",
}
_NAMES = {color: name for name, color in HIGHLIGHTS.items()}
_URI = "%:/?#[]@!$&'()*+,;="
INCH, POINT = 1440, 20  # in twentieths of a point


def _uri(address: str) -> str:
    """Return an address with what may not stand in one encoded; else Word calls it damage."""
    whole = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", address)
    return "".join(char if char > "~" else quote(char, safe=_URI) for char in whole)


class WordLooks(Looks):
    """Style fields of which Word knows more than the other formats."""

    def value(self, key: str) -> Any:
        return self._given.get(key)

    def link(self) -> str | None:
        """Return a web address, or #bookmark."""
        value = self.value("link")
        if isinstance(value, str) and len(value) > 1 and value[0] == "#" and value.isprintable():
            return value
        found = self.address("link")
        return None if found is None else _uri(found)


def set_run_keys(properties: Element, looks: WordLooks) -> None:
    """Write what is said of a run into its w:rPr."""
    font = looks.text("font_name")
    if font is not None:
        put(properties, w("rFonts", ascii=font, hAnsi=font, eastAsia=font, cs=font))
    for key, names in _SWITCHES.items():
        on = looks.flag(key)
        if on is not None:
            for name in names:
                put(properties, w(name) if on else w(name, val="0"))
    under = looks.flag("underline")
    if under is not None:
        put(properties, w("u", val="single" if under else "none"))
    size = looks.number("font_size", 1, 1638)
    if size is not None:
        for name in ("sz", "szCs"):
            put(properties, w(name, val=max(2, round(size * 2))))
    ink = looks.colour("font_color")
    if ink is not None:
        put(properties, w("color", val=ink))
    _highlight(properties, looks)


def _highlight(properties: Element, looks: WordLooks) -> None:
    value = looks.value("highlight_color")
    if value is None:
        return
    if isinstance(value, str) and value in (*HIGHLIGHTS, "none"):
        put(properties, w("highlight", val=value))
        return
    found = colour(value)
    if found is None:
        looks.skip("highlight_color", "is neither #RRGGBB nor one of Word's highlight colours")
    elif f"#{found}" in _NAMES:
        put(properties, w("highlight", val=_NAMES[f"#{found}"]))
    else:
        # Word's marker has sixteen colours; shading shows any other the same way.
        put(properties, w("shd", val="clear", color="auto", fill=found))


def set_paragraph_keys(properties: Element, looks: Looks) -> None:
    """Write what is said of a paragraph into its w:pPr, but for its style and list."""
    alignment = looks.choice("alignment", tuple(_ALIGNMENTS))
    if alignment is not None:
        put(properties, w("jc", val=_ALIGNMENTS[alignment]))
    before = looks.number("space_before", 0, 1584)
    after = looks.number("space_after", 0, 1584)
    line = looks.number("line_spacing", 0.06, 132)
    spacing: dict[str, str] = {}
    if before is not None:
        spacing |= {"before": str(round(before * POINT)), "beforeAutospacing": "0"}
    if after is not None:
        spacing |= {"after": str(round(after * POINT)), "afterAutospacing": "0"}
    if line is not None:
        spacing |= {"line": str(round(line * 240)), "lineRule": "auto"}
    _merge(properties, "spacing", spacing)
    indents: dict[str, str] = {}
    for key, side in (("indent_left", "left"), ("indent_right", "right")):
        value = looks.number(key, -22, 22)
        if value is not None:
            indents[side] = str(round(value * INCH))
    own = looks.number("indent_first_line", -22, 22)
    if own is not None:
        side = "firstLine" if own >= 0 else "hanging"
        indents[side] = str(round(abs(own) * INCH))
    _merge(properties, "ind", indents)


def _merge(properties: Element, name: str, values: dict[str, str]) -> None:
    if not values:
        return
    element = properties.find(f"{W}{name}")
    if element is None:
        element = put(properties, w(name))
    for rival in ("firstLine", "hanging"):
        if name == "ind" and ("firstLine" in values or "hanging" in values):
            element.attrib.pop(f"{W}{rival}", "")
    for key, value in values.items():
        element.set(f"{W}{key}", value)
