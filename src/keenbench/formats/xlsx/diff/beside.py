"""What a sheet holds beside its cells: merges, widths, comments, charts, tables, settings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from keenbench.formats.xlsx.addresses import Range, column_name
from keenbench.formats.xlsx.diff.aligned import Aligned
from keenbench.formats.xlsx.diff.changes import FormatChange, XlsxChange
from keenbench.formats.xlsx.diff.shifts import translated
from keenbench.formats.xlsx.diff.version import BothBooks
from keenbench.formats.xlsx.sheet_extras import Extras
from keenbench.formats.xml_part import Element, parse_xml

# Elements of a worksheet that are compared elsewhere, or that say nothing about the document: what
# is selected, how much is used, which parts hold drawings.
_SKIPPED = {
    "dimension", "sheetData", "cols", "mergeCells", "drawing", "legacyDrawing", "tableParts",
    "sheetFormatPr", "phoneticPr", "ignoredErrors", "legacyDrawingHF", "picture", "hyperlinks",
}  # fmt: skip
_NOISE = ("id", "uid", "dxfId")
_VIEW_NOISE = (
    "tabSelected",
    "topLeftCell",
    "workbookViewId",
    "activePane",
    "windowProtection",
    "zoomScaleNormal",
    "zoomScaleSheetLayoutView",
    "zoomScalePageLayoutView",
)
_MAY_SAY_NOTHING = ("sheetView", "outlinePr", "pageSetUpPr", "sheetPr", "printOptions", "pageSetup")
SETTINGS = {
    "sheetViews": "view",
    "conditionalFormatting": "conditional formatting",
    "dataValidations": "data validation",
    "autoFilter": "autofilter",
    "pageSetup": "page setup",
    "pageMargins": "page margins",
    "printOptions": "print options",
    "headerFooter": "header and footer",
    "sheetPr": "sheet properties",
    "sheetProtection": "protection",
    "rowBreaks": "page breaks",
    "colBreaks": "page breaks",
    "extLst": "extensions",
}
# What is so where nothing is said.
_DEFAULTS = {
    ("outlinePr", "summaryBelow"): "1",
    ("outlinePr", "summaryRight"): "1",
    ("sheetView", "showGridLines"): "1",
    ("sheetView", "showRowColHeaders"): "1",
    ("sheetView", "showZeros"): "1",
    ("sheetView", "showOutlineSymbols"): "1",
    ("sheetView", "defaultGridColor"): "1",
    ("sheetView", "colorId"): "64",
    ("sheetView", "view"): "normal",
    ("sheetView", "zoomScale"): "100",
    ("pageSetup", "fitToWidth"): "1",
    ("pageSetup", "fitToHeight"): "1",
    ("pageSetup", "orientation"): "default",
    ("headerFooter", "alignWithMargins"): "1",
    ("headerFooter", "scaleWithDoc"): "1",
}
_NUMBER = re.compile(r"-?[0-9]+\.[0-9]+")
_REFERENCE = re.compile(r"\$?[A-Z]{1,3}\$?[0-9]{1,7}")


class BesideChanges:
    """Names what changed beside the cells of a sheet that both versions have."""

    def __init__(self, aligned: Aligned, both: BothBooks) -> None:
        self._aligned = aligned
        self._both = both
        self._old, self._new = both.old, both.new
        self._name = aligned.new_sheet.name

    def changes(self) -> Iterator[XlsxChange]:
        aligned = self._aligned
        if aligned.old_index is not None and aligned.new_index is not None:
            before, after = aligned.old_index.extras, aligned.new_index.extras
            yield from self._merges(before, after)
            yield from self._widths(before, after)
            yield from self._settings()
            yield from self._parts(before, after)
        yield from self._comments()

    def _change(self, kind: Any, *parts: Any, **fields: Any) -> XlsxChange:
        name = self._aligned.old_sheet.name
        return XlsxChange(
            change_id=self._both.ids.of(kind, name, *parts), type=kind, sheet=self._name, **fields
        )

    def _merges(self, before: Extras, after: Extras) -> Iterator[XlsxChange]:
        shift = self._aligned.shift
        kept: dict[Range, Range] = {}
        for merge in before.merges:
            place = shift.area(merge)
            if place is not None and place.cell_count > 1:
                kept[place] = merge
        now = set(after.merges)
        for place, merge in kept.items():
            if place not in now:
                yield self._change(
                    "merge_removed", str(merge), old_range=str(merge), range=str(place)
                )
        for merge in after.merges:
            if merge not in kept:
                was = self._aligned.back.area(merge)
                yield self._change("merge_added", str(was or merge), range=str(merge))

    def _widths(self, before: Extras, after: Extras) -> Iterator[XlsxChange]:
        was: dict[int, tuple[float | None, bool]] = {}
        for columns in before.columns:
            for column in range(columns.first, min(columns.last, columns.first + 500) + 1):
                place = self._aligned.shift.columns.to_new(column)
                if place is not None:
                    was[place] = (columns.width, columns.hidden)
        now = {
            column: (columns.width, columns.hidden)
            for columns in after.columns
            for column in range(columns.first, min(columns.last, columns.first + 500) + 1)
            if column not in self._aligned.inserted_columns
        }
        for column in sorted({*was, *now}):
            pair = was.get(column, (None, False)), now.get(column, (None, False))
            formats = [
                FormatChange(property=name, before=old, after=new)
                for name, old, new in zip(("width", "hidden"), *pair, strict=True)
                if old != new
            ]
            if formats:
                yield self._change(
                    "column_format", column, pair, column=column_name(column), formats=formats
                )

    def _comments(self) -> Iterator[XlsxChange]:
        aligned = self._aligned
        shift = aligned.shift
        was = {}
        for comment in self._old.opened.comments(aligned.old_sheet):
            place = shift.area(comment.area)
            if place is not None:
                was[str(place).partition(":")[0]] = comment
        now = {
            str(comment.area).partition(":")[0]: comment
            for comment in self._new.opened.comments(aligned.new_sheet)
        }
        for cell in sorted({*was, *now}):
            before, after = was.get(cell), now.get(cell)
            texts = {
                "text_before": before.text if before else None,
                "text_after": after.text if after else None,
            }
            if before is None:
                area = self._aligned.back.area(after.area) if after is not None else None
                yield self._change("comment_added", str(area or cell), texts, cell=cell, **texts)
            elif after is None:
                yield self._change("comment_removed", before.cell, texts, cell=cell, **texts)
            elif (before.text, before.author) != (after.text, after.author):
                yield self._change("comment_changed", before.cell, texts, cell=cell, **texts)

    def _parts(self, before: Extras, after: Extras) -> Iterator[XlsxChange]:
        aligned = self._aligned
        package = self._old.opened
        old_parts = _sheet_parts(package, aligned.old_sheet, before)
        new_parts = _sheet_parts(self._new.opened, aligned.new_sheet, after)
        charts = [
            {
                name: (kind, self._moved(ranges) if side == 0 else ranges)
                for name, kind, ranges in _numbered(parts.charts)
            }
            for side, parts in enumerate((old_parts, new_parts))
        ]
        yield from self._named("chart", charts[0], charts[1])
        tables = []
        for side, parts in enumerate((old_parts, new_parts)):
            tables.append(
                {
                    table.name: (
                        str(aligned.shift.area(table.range) if side == 0 else table.range),
                        f"header {table.has_header}, totals {table.has_totals}",
                    )
                    for table in parts.tables
                }
            )
        yield from self._named("table", tables[0], tables[1])

    def _named(
        self, kind: str, was: dict[str, tuple[Any, ...]], now: dict[str, tuple[Any, ...]]
    ) -> Iterator[XlsxChange]:
        for name in sorted({*was, *now}):
            texts = {
                side: ", ".join(str(word) for word in found[name] if word)
                for side, found in (("text_before", was), ("text_after", now))
                if name in found
            }
            if name not in was:
                yield self._change(f"{kind}_added", name, texts, name=name, **texts)
            elif name not in now:
                yield self._change(f"{kind}_removed", name, texts, name=name, **texts)
            elif was[name] != now[name]:
                yield self._change(f"{kind}_changed", name, texts, name=name, **texts)

    def _moved(self, formula: str | None) -> str | None:
        if formula is None:
            return None
        return translated(formula, self._aligned.shift, self._both.shifts)

    def _settings(self) -> Iterator[XlsxChange]:
        """Name the settings that differ; where rows moved, their addresses are not compared."""
        aligned = self._aligned
        assert aligned.old_index is not None
        assert aligned.new_index is not None
        still = aligned.shift.rows.is_identity and aligned.shift.columns.is_identity
        sides = [
            _settings(bytes(index.beside), aligned.new_sheet.name, keep_addresses=still)
            for index in (aligned.old_index, aligned.new_index)
        ]
        for name in sorted({*sides[0], *sides[1]}):
            if sides[0].get(name) != sides[1].get(name):
                yield self._change(
                    "sheet_setting",
                    name,
                    sides[0].get(name),
                    sides[1].get(name),
                    name=SETTINGS.get(name, name),
                )


def _sheet_parts(opened: Any, sheet: Any, extras: Extras) -> Any:
    from keenbench.formats.xlsx.drawings import parts_of

    return parts_of(opened.package, sheet.part, extras)


def _numbered(charts: list[Any]) -> list[tuple[str, str, str | None]]:
    """Return charts by name, equal names counted."""
    seen: dict[str, int] = {}
    found = []
    for chart in charts:
        count = seen[chart.name] = seen.get(chart.name, 0) + 1
        name = chart.name if count == 1 else f"{chart.name} ({count})"
        found.append((name, chart.type, chart.data_range))
    return found


def _settings(beside: bytes, path: str, *, keep_addresses: bool) -> dict[str, list[str]]:
    root = parse_xml(beside, "worksheet", path=path)
    found: dict[str, list[str]] = {}
    for child in root:
        name = str(child.tag).rpartition("}")[2]
        if name in _SKIPPED or not isinstance(child.tag, str):
            continue
        text = _written(child, name)
        if text and not keep_addresses:
            text = _REFERENCE.sub("_", text)
        if text:
            found.setdefault(name, []).append(text)
    return {name: sorted(texts) for name, texts in found.items()}


def _written(element: Element, name: str) -> str:
    """Return an element's meaning as text, whatever prefixes and order it is written with."""
    if name == "sheetViews":
        return "".join(
            _flat(inner)
            for inner in element.iter()
            if isinstance(inner.tag, str) and inner.tag.endswith(("}pane", "}sheetView"))
        )
    return "".join(_flat(inner) for inner in element.iter() if isinstance(inner.tag, str))


def _flat(element: Element) -> str:
    local = etree.QName(element).localname
    is_view = local in ("sheetView", "pane")
    noise = (*_NOISE, *_VIEW_NOISE) if is_view else _NOISE
    words = ""
    for key, value in sorted(
        (str(etree.QName(key).localname), str(value)) for key, value in element.attrib.items()
    ):
        unsaid = value in ("0", "false") or _DEFAULTS.get((local, key)) in (value, _as_bit(value))
        if key not in noise and not unsaid:
            words += f" {key}={_NUMBER.sub(lambda number: str(float(number[0])), value)}"
    text = (element.text or "").strip()
    if not words and not text and local in _MAY_SAY_NOTHING:
        return ""
    return f"<{local}{words}>{text}"


def _as_bit(value: str) -> str:
    return "1" if value == "true" else value
