"""How the cells of a workbook look: every style resolved to fonts, fills, borders and formats.

The names are those that edits take (`font_bold`, `fill_color`, …), so that what a grid shows and
what a diff names can be written back as it reads.
"""

from __future__ import annotations

import colorsys
from typing import Any

from keenbench.formats.package import Package
from keenbench.formats.xlsx.addresses import whole_number
from keenbench.formats.xlsx.style_lists import styles_of
from keenbench.formats.xml_part import Element

# A style, by field: only what differs from a plain cell is there.
Look = dict[str, Any]

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SIDES = ("left", "right", "top", "bottom")

# What spreadsheets know by number alone, as an English Excel shows it.
FORMAT_CODES = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%",
    11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    22: "m/d/yy h:mm", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss",
    47: "mmss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
_INDEXED = (
    "000000", "FFFFFF", "FF0000", "00FF00", "0000FF", "FFFF00", "FF00FF", "00FFFF",
    "000000", "FFFFFF", "FF0000", "00FF00", "0000FF", "FFFF00", "FF00FF", "00FFFF",
    "800000", "008000", "000080", "808000", "800080", "008080", "C0C0C0", "808080",
    "9999FF", "993366", "FFFFCC", "CCFFFF", "660066", "FF8080", "0066CC", "CCCCFF",
    "000080", "FF00FF", "FFFF00", "00FFFF", "800080", "800000", "008080", "0000FF",
    "00CCFF", "CCFFFF", "CCFFCC", "FFFF99", "99CCFF", "FF99CC", "CC99FF", "FFCC99",
    "3366FF", "33CCCC", "99CC00", "FFCC00", "FF9900", "FF6600", "666699", "969696",
    "003366", "339966", "003300", "333300", "993300", "993366", "333399", "333333",
)  # fmt: skip
_THEME = ("lt1", "dk1", "lt2", "dk2", *(f"accent{number}" for number in range(1, 7)))
_THEME_DEFAULT = (
    "FFFFFF", "000000", "EEECE1", "1F497D", "4F81BD", "C0504D",
    "9BBB59", "8064A2", "4BACC6", "F79646", "0000FF", "800080",
)  # fmt: skip
_UNKNOWN: Look = {}


class Looks:
    """The cell styles of a workbook by their number."""

    def __init__(self, styles: Element | None = None, theme: Element | None = None) -> None:
        self._theme = _theme_colours(theme)
        self._looks: list[Look] = []
        self.rules: list[Look] = []  # what conditional formats make of cells, by number
        if styles is None:
            return
        codes = {
            element.get("numFmtId", ""): element.get("formatCode", "")
            for element in styles.iterfind(f"{_MAIN}numFmts/{_MAIN}numFmt")
        }
        fonts = [self._font(e) for e in styles_of(styles.find(f"{_MAIN}fonts"))]
        fills = [self._fill(e) for e in styles_of(styles.find(f"{_MAIN}fills"))]
        borders = [self._border(e) for e in styles_of(styles.find(f"{_MAIN}borders"))]
        for xf in styles_of(styles.find(f"{_MAIN}cellXfs")):
            look: Look = {}
            look |= _at(fonts, xf.get("fontId"))
            look |= _at(fills, xf.get("fillId"))
            look |= _at(borders, xf.get("borderId"))
            number = xf.get("numFmtId", "0")
            code = codes.get(number) or FORMAT_CODES.get(whole_number(number) or 0)
            if code is not None and code != "General":
                look["number_format"] = code
            elif code is None:
                look["number_format"] = f"#{number}"
            look |= _alignment(xf.find(f"{_MAIN}alignment"))
            look |= _protection(xf.find(f"{_MAIN}protection"))
            self._looks.append(look)
        self.rules = [self._rule(e) for e in styles_of(styles.find(f"{_MAIN}dxfs"))]

    @classmethod
    def of(cls, package: Package, styles: str | None, theme: str | None) -> Looks:
        return cls(
            package.xml(styles) if styles is not None else None,
            package.xml(theme) if theme is not None else None,
        )

    def __len__(self) -> int:
        return len(self._looks)

    def get(self, style: bytes) -> Look:
        """Return the look of the style numbered so; one that does not exist looks plain."""
        at = int(style or b"0") if style.isdigit() or not style else len(self._looks)
        return self._looks[at] if at < len(self._looks) else _UNKNOWN

    def _colour(self, element: Element | None) -> str | None:
        if element is None:
            return None
        found = None
        rgb, theme, indexed = element.get("rgb"), element.get("theme"), element.get("indexed")
        if rgb is not None and len(rgb) in (6, 8):
            found = rgb[-6:].upper()
        elif theme is not None:
            at = whole_number(theme)
            found = self._theme[at] if at is not None and at < len(self._theme) else None
        elif indexed is not None:
            at = whole_number(indexed)
            found = _INDEXED[at] if at is not None and at < len(_INDEXED) else None
        if found is None:
            return None
        return "#" + _tinted(found, element.get("tint"))

    def _font(self, font: Element) -> Look:
        look: Look = {}
        for child in font:
            name = str(child.tag).removeprefix(_MAIN)
            value = child.get("val")
            if name in ("name", "rFont") and value:
                look["font_name"] = value
            elif name == "sz" and value:
                look["font_size"] = _number(value)
            elif name in ("b", "i", "strike") and value not in ("0", "false"):
                look[{"b": "font_bold", "i": "font_italic", "strike": "font_strike"}[name]] = True
            elif name == "u" and value != "none":
                look["font_underline"] = True
            elif name == "color" and (colour := self._colour(child)) not in (None, "#000000"):
                look["font_color"] = colour
        return look

    def _fill(self, fill: Element) -> Look:
        pattern = fill.find(f"{_MAIN}patternFill")
        if pattern is None:
            stops = [self._colour(stop) for stop in fill.iter(f"{_MAIN}color")]
            return {"fill_color": stops[0]} if stops and stops[0] else {}
        kind = pattern.get("patternType", "none")
        if kind == "none":
            return {}
        look: Look = {}
        colour = self._colour(pattern.find(f"{_MAIN}fgColor"))
        if colour is not None:
            look["fill_color"] = colour
        if kind != "solid":
            look["fill_pattern"] = kind
        return look

    def _rule(self, rule: Element) -> Look:
        font, number = rule.find(f"{_MAIN}font"), rule.find(f"{_MAIN}numFmt")
        look: Look = {} if font is None else self._font(font)
        if number is not None:
            look["number_format"] = number.get("formatCode", "")
        # In a rule the colour of a plain fill stands where that of the ground stands elsewhere.
        ground = rule.find(f"{_MAIN}fill/{_MAIN}patternFill/{_MAIN}bgColor")
        if (colour := self._colour(ground)) is not None:
            look["fill_color"] = colour
        return look

    def _border(self, border: Element) -> Look:
        look: Look = {}
        for side in _SIDES:
            line = border.find(f"{_MAIN}{side}")
            style = line.get("style") if line is not None else None
            if line is None or style is None or style == "none":
                continue
            look[f"border_{side}"] = {
                "style": style,
                "color": self._colour(line.find(f"{_MAIN}color")) or "#000000",
            }
        return look


def _at(items: list[Look], number: str | None) -> Look:
    at = whole_number(number) if number is not None else 0
    return items[at] if at is not None and at < len(items) else {}


def _number(value: str) -> int | float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return int(number) if number == int(number) else number


def _alignment(element: Element | None) -> Look:
    look: Look = {}
    if element is None:
        return look
    if (h_align := element.get("horizontal")) not in (None, "general"):
        look["h_align"] = h_align
    if (v_align := element.get("vertical")) not in (None, "bottom"):
        look["v_align"] = v_align
    if element.get("wrapText") in ("1", "true"):
        look["wrap_text"] = True
    for name, field in (("indent", "indent"), ("textRotation", "rotation")):
        value = whole_number(element.get(name))
        if value:
            look[field] = value
    return look


def _protection(element: Element | None) -> Look:
    look: Look = {}
    if element is not None:
        if element.get("locked") in ("0", "false"):
            look["locked"] = False
        if element.get("hidden") in ("1", "true"):
            look["formula_hidden"] = True
    return look


def _theme_colours(theme: Element | None) -> list[str]:
    found = list(_THEME_DEFAULT)
    scheme = theme.find(f".//{_A}clrScheme") if theme is not None else None
    if scheme is None:
        return found
    # In a cell, light and dark stand the other way round than in the theme.
    for at, name in enumerate((*_THEME, "hlink", "folHlink")):
        element = scheme.find(f"{_A}{name}")
        for child in element if element is not None else ():
            value = child.get("lastClr") or child.get("val") or ""
            if len(value) == 6:
                found[at] = value.upper()
    return found


def _tinted(colour: str, tint: str | None) -> str:
    """Return a colour made lighter or darker, in light alone, as the format says."""
    try:
        by = max(-1.0, min(1.0, float(tint))) if tint else 0.0
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
    except ValueError:
        return colour
    if by == 0.0:
        return colour
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    light = light * (1 + by) if by < 0 else light * (1 - by) + by
    parts = colorsys.hls_to_rgb(hue, light, saturation)
    return "".join(f"{round(part * 255):02X}" for part in parts)
