"""How cells look: formats are appended to the workbook's styles, never renumbered, each once."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Literal

from lxml import etree

from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.style_values import colour
from keenbench.formats.xlsx.dates import BUILT_IN, Moment, moment_of
from keenbench.formats.xlsx.edit.cell_style import Border, CellStyle
from keenbench.formats.xlsx.edit.names import MAIN, STYLES, child_in_order
from keenbench.formats.xlsx.edit.number_formats import BY_CODE, FIRST_OWN
from keenbench.formats.xlsx.edit.style_checks import BORDERS, CHECKS
from keenbench.formats.xlsx.style_lists import styles_of
from keenbench.formats.xml_part import Element

Warn = Callable[[str, str], None]

FONT = [
    "b",
    "i",
    "strike",
    "condense",
    "extend",
    "outline",
    "shadow",
    "u",
    "vertAlign",
    "sz",
    "color",
    "name",
    "family",
    "charset",
    "scheme",
]
_SIDES = ("left", "right", "top", "bottom")
_DATES = {"date": "yyyy-mm-dd", "datetime": "yyyy-mm-dd hh:mm:ss"}
_EMPTY = (
    f'<styleSheet xmlns="{MAIN[1:-1]}">'
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    '<dxfs count="0"/></styleSheet>'
)
EMPTY = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + _EMPTY.encode()


class StyleSheet:
    """The formats of a workbook. Numbers given out stay good: formats are only added."""

    def __init__(self, edit: PackageEdit, part: str) -> None:
        self._edit = edit
        self._part = part
        self.changed = False
        self._made: dict[tuple[int, str], int] = {}
        self._dated: dict[tuple[int, str], int] = {}
        self._known: dict[str, dict[bytes, int]] = {}
        self._sizes: dict[str, int] = {}
        self._skipped: dict[str, list[str]] = {}

    @property
    def _root(self) -> Element:
        return self._edit.xml(self._part)

    def applied(self, base: int, style: CellStyle, warn: Warn) -> int:
        """Return the format that is `base` with the fields of `style` on top."""
        key = style.model_dump_json(exclude_none=True)
        for field in self._bad(style, key):
            warn("style_skipped", f"style.{field} has no such value; it was skipped.")
        found = self._made.get((base, key))
        if found is None:
            xf = self._xf(base)
            self._font(xf, style)
            self._fill(xf, style)
            self._border(xf, style)
            self._number(xf, style)
            self._alignment(xf, style)
            found = self._made[base, key] = self._index("cellXfs", xf)
        return found

    def dated(self, base: int, kind: Literal["date", "datetime"]) -> int:
        """Return a format that shows a number as a date: `base` where it already does."""
        found = self._dated.get((base, kind))
        if found is None:
            moments = (Moment.DATETIME,) if kind == "datetime" else (Moment.DATE, Moment.DATETIME)
            found = base
            if self.moment(base) not in moments:
                xf = self._xf(base)
                self._set_number(xf, _DATES[kind])
                found = self._index("cellXfs", xf)
            self._dated[base, kind] = found
        return found

    def moment(self, style: int) -> Moment:
        """Return what the format makes of a number."""
        id_ = self._xf(style).get("numFmtId", "0")
        for element in self._root.iterfind(f"{MAIN}numFmts/{MAIN}numFmt"):
            if element.get("numFmtId") == id_:
                return moment_of(element.get("formatCode", ""))
        return BUILT_IN.get(int(id_) if id_.isdigit() else 0, Moment.NONE)

    def differential(self, style: CellStyle, warn: Warn) -> int:
        """Return the number of a format that a rule lays over others."""
        key = style.model_dump_json(exclude_none=True)
        for field in self._bad(style, key):
            warn("style_skipped", f"rule.style.{field} has no such value; it was skipped.")
        dxf = etree.Element(f"{MAIN}dxf")
        font = etree.Element(f"{MAIN}font")
        if self._write_font(font, style):
            dxf.append(font)
        if self._has(style, "number_format"):
            code = str(style.number_format)
            id_ = BY_CODE.get(code)
            id_ = self._own_number(code) if id_ is None else id_
            etree.SubElement(dxf, f"{MAIN}numFmt", numFmtId=str(id_), formatCode=code)
        fill = etree.Element(f"{MAIN}fill")
        if self._write_fill(fill, style, differential=True):
            dxf.append(fill)
        alignment = etree.Element(f"{MAIN}alignment")
        if self._write_alignment(alignment, style):
            dxf.append(alignment)
        border = etree.Element(f"{MAIN}border")
        if self._write_border(border, style):
            dxf.append(border)
        return self._index("dxfs", dxf)

    def adopt(self, kind: str, element: Element) -> int:
        """Return where a format of another workbook stands in the list `kind`, added if new."""
        return self._index(kind, element)

    def adopt_number(self, code: str) -> int:
        """Return the number of a format code."""
        known = BY_CODE.get(code)
        return self._own_number(code) if known is None else known

    # One group of fields each

    def _font(self, xf: Element, style: CellStyle) -> None:
        font = self._copy("fonts", xf.get("fontId"))
        if self._write_font(font, style):
            xf.set("fontId", str(self._index("fonts", font)))
            xf.set("applyFont", "1")

    def _write_font(self, font: Element, style: CellStyle) -> bool:
        fields: dict[str, dict[str, str] | None] = {}
        for field, tag in (("font_bold", "b"), ("font_italic", "i")):
            if self._has(style, field):
                fields[tag] = {} if getattr(style, field) else None
                if not getattr(style, field) and font.getparent() is None and not len(font):
                    fields[tag] = {"val": "0"}  # a rule that takes boldness away
        if self._has(style, "font_underline"):
            wanted = style.font_underline
            wanted = {True: "single", False: "none"}.get(wanted, wanted)
            fields["u"] = (
                None if wanted == "none" else {} if wanted == "single" else {"val": wanted}
            )
        if self._has(style, "font_size"):
            fields["sz"] = {"val": f"{style.font_size:g}"}
        if self._has(style, "font_color"):
            fields["color"] = {"rgb": f"FF{colour(style.font_color)}"}
        if self._has(style, "font_name"):
            # The name of a theme's font would win over this one.
            fields |= {"name": {"val": style.font_name}, "scheme": None, "charset": None}
            fields["family"] = None
        for tag, attributes in fields.items():
            for old in font.findall(f"{MAIN}{tag}"):
                font.remove(old)
            if attributes is not None:
                element = font.makeelement(f"{MAIN}{tag}", attributes)
                _put(font, element, FONT)
        return bool(fields)

    def _fill(self, xf: Element, style: CellStyle) -> None:
        fill = self._copy("fills", xf.get("fillId"))
        if self._write_fill(fill, style, differential=False):
            xf.set("fillId", str(self._index("fills", fill)))
            xf.set("applyFill", "1")

    def _write_fill(self, fill: Element, style: CellStyle, *, differential: bool) -> bool:
        has_color = self._has(style, "fill_color")
        has_pattern = self._has(style, "fill_pattern")
        if not (has_color or has_pattern):
            return False
        pattern = fill.find(f"{MAIN}patternFill")
        if pattern is None:
            for old in list(fill):
                fill.remove(old)
            pattern = etree.SubElement(fill, f"{MAIN}patternFill")
        kind = style.fill_pattern if has_pattern else "solid"
        pattern.set("patternType", kind)
        if kind == "none":
            for old in list(pattern):
                pattern.remove(old)
        elif has_color:
            for old in list(pattern):
                pattern.remove(old)
            rgb = f"FF{colour(style.fill_color)}"
            etree.SubElement(pattern, f"{MAIN}fgColor", rgb=rgb)
            # In a rule a solid fill takes its colour from the background.
            behind = {"rgb": rgb} if differential and kind == "solid" else {"indexed": "64"}
            etree.SubElement(pattern, f"{MAIN}bgColor", behind)
        return True

    def _border(self, xf: Element, style: CellStyle) -> None:
        border = self._copy("borders", xf.get("borderId"))
        if self._write_border(border, style):
            xf.set("borderId", str(self._index("borders", border)))
            xf.set("applyBorder", "1")

    def _write_border(self, border: Element, style: CellStyle) -> bool:
        wrote = False
        for side in _SIDES:
            wanted: Border | None = getattr(style, f"border_{side}")
            if wanted is None:
                continue
            edge = border.find(f"{MAIN}{side}")
            if edge is None:
                edge = border.makeelement(f"{MAIN}{side}")
                _put(border, edge, ("start", "end", *_SIDES, "diagonal", "vertical", "horizontal"))
            line = wanted.style if wanted.style in BORDERS else None
            line = line or edge.get("style")
            if line is None:
                continue
            wrote = True
            shade = colour(wanted.color) if wanted.color is not None else None
            if wanted.style == "none":
                edge.attrib.pop("style", "")
            else:
                edge.set("style", line)
            if shade is not None or edge.get("style") is None or edge.find(f"{MAIN}color") is None:
                for old in list(edge):
                    edge.remove(old)
                if edge.get("style") is not None:
                    said = {"rgb": f"FF{shade}"} if shade else {"auto": "1"}
                    etree.SubElement(edge, f"{MAIN}color", said)
        return wrote

    def _number(self, xf: Element, style: CellStyle) -> None:
        if self._has(style, "number_format"):
            self._set_number(xf, str(style.number_format))

    def _set_number(self, xf: Element, code: str) -> None:
        id_ = BY_CODE.get(code)
        xf.set("numFmtId", str(self._own_number(code) if id_ is None else id_))
        xf.set("applyNumberFormat", "1")

    def _own_number(self, code: str) -> int:
        formats = child_in_order(self._root, "numFmts", STYLES)
        used = set()
        for element in formats.iterfind(f"{MAIN}numFmt"):
            said = element.get("numFmtId", "")
            if element.get("formatCode") == code and said.isdigit():
                return int(said)
            used.add(int(said) if said.isdigit() else 0)
        id_ = max(FIRST_OWN, max(used, default=0) + 1)
        etree.SubElement(formats, f"{MAIN}numFmt", numFmtId=str(id_), formatCode=code)
        _count(formats)
        self.changed = True
        return id_

    def _alignment(self, xf: Element, style: CellStyle) -> None:
        alignment = xf.find(f"{MAIN}alignment")
        if alignment is None:
            alignment = etree.Element(f"{MAIN}alignment")
        if self._write_alignment(alignment, style):
            if alignment.getparent() is None:
                xf.insert(0, alignment)
            xf.set("applyAlignment", "1")

    def _write_alignment(self, alignment: Element, style: CellStyle) -> bool:
        wrote = False
        for field, name in (("h_align", "horizontal"), ("v_align", "vertical")):
            if self._has(style, field):
                alignment.set(name, getattr(style, field))
                wrote = True
        if self._has(style, "wrap_text"):
            alignment.set("wrapText", "1" if style.wrap_text else "0")
            wrote = True
        return wrote

    # Which values are good

    def _has(self, style: CellStyle, field: str) -> bool:
        value = getattr(style, field)
        return value is not None and CHECKS[field](value)

    def _bad(self, style: CellStyle, key: str) -> list[str]:
        if key not in self._skipped:
            bad = [
                field
                for field in CHECKS
                if getattr(style, field) is not None and not self._has(style, field)
            ]
            for side in ("top", "bottom", "left", "right"):
                edge: Border | None = getattr(style, f"border_{side}")
                if edge is None:
                    continue
                if edge.style is not None and edge.style not in BORDERS:
                    bad.append(f"border_{side}.style")
                if edge.color is not None and colour(edge.color) is None:
                    bad.append(f"border_{side}.color")
            self._skipped[key] = bad
        return self._skipped[key]

    # Lists

    def _xf(self, number_: int) -> Element:
        return self._copy("cellXfs", str(number_))

    def _copy(self, kind: str, at: str | None) -> Element:
        """Return a copy of one format of a list; the first, or an empty one, where it has none."""
        group = child_in_order(self._root, kind, STYLES)
        items = list(styles_of(group))
        if not items:
            if kind == "cellXfs":
                said = {"numFmtId": "0", "fontId": "0", "fillId": "0", "borderId": "0"}
                self._index(kind, etree.Element(f"{MAIN}xf", said))
            else:
                self._index(kind, etree.Element(f"{MAIN}{kind.removesuffix('s')}"))
            return self._copy(kind, at)
        index = int(at) if at is not None and at.isdigit() else 0
        copy = deepcopy(items[index if index < len(items) else 0])
        copy.tail = None
        return copy

    def _index(self, kind: str, element: Element) -> int:
        """Return where the format stands in its list, appended where it is new."""
        group = child_in_order(self._root, kind, STYLES)
        known = self._known.get(kind)
        if known is None:
            known = self._known[kind] = {}
            items = list(styles_of(group))
            for at, other in enumerate(items):
                known.setdefault(_fingerprint(other), at)
            self._sizes[kind] = len(items)
        print_ = _fingerprint(element)
        if print_ not in known:
            known[print_] = self._sizes[kind]
            self._sizes[kind] += 1
            group.append(element)
            _count(group)
            self.changed = True
        return known[print_]


def _put(parent: Element, child: Element, order: tuple[str, ...] | list[str]) -> None:
    rank = order.index(str(child.tag).rpartition("}")[2])
    at = 0
    for index, other in enumerate(parent):
        word = str(other.tag).rpartition("}")[2]
        if word in order and order.index(word) <= rank:
            at = index + 1
    parent.insert(at, child)


def _count(group: Element) -> None:
    group.set("count", str(sum(1 for _ in styles_of(group))))


def _fingerprint(element: Element) -> bytes:
    copy = deepcopy(element)
    copy.tail = None
    for inner in copy.iter():
        if inner.text is not None and not inner.text.strip():
            inner.text = None
        if inner is not copy:
            inner.tail = None
    return etree.tostring(copy, method="c14n2")
