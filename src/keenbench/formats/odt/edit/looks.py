"""Automatic styles for new paragraphs, runs and lists: each made once, under the next free name."""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from keenbench.formats.odt.names import FO, OFFICE, STYLE, TEXT
from keenbench.formats.styled_text import ALIGNMENTS, Looks
from keenbench.formats.xml_part import Element

_ALIGN = {"left": "start", "center": "center", "right": "end", "justify": "justify"}
_ALIASES = {"normal": "Standard", "default": "Standard", "body": "Text_20_body"}
_LEVELS = 9
_BULLETS = "•◦▪"


class Styles:
    """The styles that new text may wear: those of the document, and automatic ones."""

    def __init__(self, content: Element, styles: Element | None) -> None:
        self._content = content
        self._named: dict[str, Element] = {}
        self._known: dict[str, str] = {}
        self._made: dict[tuple[object, ...], str] = {}
        self._used = {
            style.get(f"{STYLE}name", "")
            for root in (content, styles)
            if root is not None
            for style in root.iter(f"{STYLE}style", f"{TEXT}list-style")
        }
        for root in (styles, content):
            for style in () if root is None else root.iter(f"{STYLE}style"):
                name = style.get(f"{STYLE}name", "")
                if style.get(f"{STYLE}family") != "paragraph":
                    continue
                self._named.setdefault(name, style)
                if root is styles:
                    for key in (name, style.get(f"{STYLE}display-name") or name):
                        self._known.setdefault(_folded(key), name)

    def named(self, name: str) -> str | None:
        """Return the paragraph style that people call `name`, or None where there is none."""
        folded = _folded(name)
        return self._known.get(folded) or self._known.get(_folded(_ALIASES.get(folded, "")))

    def master_page(self, style: str | None) -> str | None:
        """Return the kind of page that a paragraph of this style begins."""
        found = self._named.get(style or "")
        return None if found is None else found.get(f"{STYLE}master-page-name") or None

    def heading_level(self, style: str | None) -> int | None:
        """Return the level of a heading style, through its ancestors."""
        for _ in range(20):
            found = self._named.get(style or "")
            if found is None:
                return None
            level = found.get(f"{STYLE}default-outline-level") or ""
            if level.isdecimal():
                return int(level)
            style = found.get(f"{STYLE}parent-style-name")
        return None

    def paragraph(self, looks: Looks, parent: str | None, page: str | None = None) -> str | None:
        """Return the style of a paragraph that looks so: `parent`, or an automatic one."""
        wanted: dict[str, str] = {}
        align = looks.choice("alignment", ALIGNMENTS)
        if align is not None:
            wanted[f"{FO}text-align"] = _ALIGN[align]
        for key, name in (("space_before", "top"), ("space_after", "bottom")):
            points = looks.number(key, 0, 1584)
            if points is not None:
                wanted[f"{FO}margin-{name}"] = f"{points:g}pt"
        spacing = looks.number("line_spacing", 0.1, 20)
        if spacing is not None:
            wanted[f"{FO}line-height"] = f"{spacing * 100:g}%"
        for key, name in (
            ("indent_left", "margin-left"),
            ("indent_right", "margin-right"),
            ("indent_first_line", "text-indent"),
        ):
            inches = looks.number(key, -22, 22)
            if inches is not None:
                wanted[f"{FO}{name}"] = f"{inches:g}in"
        if not wanted and page is None:
            return parent
        more = {f"{STYLE}master-page-name": page} if page is not None else {}
        return self._style("paragraph", "KBP", parent, more, wanted)

    def run(self, looks: Looks) -> str | None:
        """Return the style of text that looks so, or None where nothing is asked of it."""
        wanted: dict[str, str] = {}
        font = looks.text("font_name")
        if font is not None:
            wanted[f"{FO}font-family"] = f"'{font}'" if " " in font else font
        size = looks.number("font_size", 1, 1638)
        if size is not None:
            wanted[f"{FO}font-size"] = f"{size:g}pt"
        for key, name, on in (("bold", "font-weight", "bold"), ("italic", "font-style", "italic")):
            flag = looks.flag(key)
            if flag is not None:
                wanted[f"{FO}{name}"] = on if flag else "normal"
        for key, name in (("underline", "underline"), ("strike", "line-through")):
            flag = looks.flag(key)
            if flag is not None:
                wanted[f"{STYLE}text-{name}-style"] = "solid" if flag else "none"
        shade = looks.colour("font_color")
        if shade is not None:
            wanted[f"{FO}color"] = f"#{shade.lower()}"
        return self._style("text", "KBT", None, {}, wanted) if wanted else None

    def list(self, kind: str) -> str:
        """Return the automatic style of a bulleted or numbered list."""
        key = ("list", kind)
        if key in self._made:
            return self._made[key]
        name = self._free("KBL")
        style = etree.SubElement(self._automatic, f"{TEXT}list-style", {f"{STYLE}name": name})
        for level in range(1, _LEVELS + 1):
            attributes = {f"{TEXT}level": str(level)}
            if kind == "bullet":
                attributes[f"{TEXT}bullet-char"] = _BULLETS[(level - 1) % 3]
            else:
                attributes |= {f"{STYLE}num-format": "1", f"{STYLE}num-suffix": "."}
            made = etree.SubElement(style, f"{TEXT}list-level-style-{kind}", attributes)
            place = etree.SubElement(
                made,
                f"{STYLE}list-level-properties",
                {f"{TEXT}list-level-position-and-space-mode": "label-alignment"},
            )
            etree.SubElement(
                place,
                f"{STYLE}list-level-label-alignment",
                {
                    f"{TEXT}label-followed-by": "listtab",
                    f"{FO}text-indent": "-0.25in",
                    f"{FO}margin-left": f"{0.25 + 0.25 * level:g}in",
                },
            )
        self._made[key] = name
        return name

    @property
    def _automatic(self) -> Element:
        found = self._content.find(f"{OFFICE}automatic-styles")
        if found is None:
            found = etree.Element(f"{OFFICE}automatic-styles")
            body = self._content.find(f"{OFFICE}body")
            self._content.insert(0 if body is None else self._content.index(body), found)
        return found

    def _style(
        self,
        family: str,
        prefix: str,
        parent: str | None,
        more: Mapping[str, str],
        properties: Mapping[str, str],
    ) -> str:
        key = (family, parent, *sorted(more.items()), None, *sorted(properties.items()))
        if key not in self._made:
            name = self._free(prefix)
            attributes = {f"{STYLE}name": name, f"{STYLE}family": family}
            if parent is not None:
                attributes[f"{STYLE}parent-style-name"] = parent
            style = etree.SubElement(self._automatic, f"{STYLE}style", {**attributes, **more})
            if properties:
                etree.SubElement(style, f"{STYLE}{family}-properties", dict(properties))
            self._made[key] = name
        return self._made[key]

    def _free(self, prefix: str) -> str:
        number = 1
        while f"{prefix}{number}" in self._used:
            number += 1
        self._used.add(f"{prefix}{number}")
        return f"{prefix}{number}"


def _folded(name: str) -> str:
    return name.replace("_20_", "").replace(" ", "").replace("_", "").casefold()
