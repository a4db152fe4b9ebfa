"""The text of one part of a document: its paragraphs and tables, with what stands in them.

Insertions and deletions that are tracked are shown as {++new++} and {--old--}. What has no place
in a line of text (notes, comments, boxes, charts) is gathered to stand after it. An element that is
not known is walked through, so that the text inside it is not lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from keenbench.formats.docx.drawings import Drawings
from keenbench.formats.docx.numbering import Numbering
from keenbench.formats.docx.styles import Properties, Styles, properties_of
from keenbench.formats.drawing_text import math_text
from keenbench.formats.ooxml_names import CHART, CX, DIAGRAM, MC, PIC, WP, A, M, O, V, W, is_on
from keenbench.formats.outline import Gathered
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element

if TYPE_CHECKING:
    from keenbench.formats.docx.beside import Beside

P, TBL, SDT, SDT_CONTENT = f"{W}p", f"{W}tbl", f"{W}sdt", f"{W}sdtContent"
RUN, TEXT, RUN_PROPERTIES, PROPERTIES = f"{W}r", f"{W}t", f"{W}rPr", f"{W}pPr"
ALTERNATE = f"{MC}AlternateContent"

# Parts of the markup that hold no text of the document: settings, field codes, fallbacks of fonts.
# fmt: off
_SKIPPED = {
    f"{W}{name}"
    for name in (
        "pPr", "rPr", "sectPr", "tblPr", "tblGrid", "trPr", "tcPr", "sdtPr", "sdtEndPr",
        "instrText", "delInstrText", "fldData", "bookmarkStart", "bookmarkEnd", "proofErr",
        "commentRangeStart", "commentRangeEnd", "permStart", "permEnd", "lastRenderedPageBreak",
        "annotationRef", "separator", "continuationSeparator", "footnoteRef", "endnoteRef",
    )
}
# fmt: on
_MARKS = {
    f"{W}tab": "\t",
    f"{W}ptab": "\t",
    f"{W}br": "\n",
    f"{W}cr": "\n",
    f"{W}noBreakHyphen": "\u2011",
    f"{W}softHyphen": "\u00ad",
}
_COLUMNS = 1000  # Word ends at 63; a hostile file may claim any number
_CELL_PROPERTIES, _SPAN = f"{W}tcPr", f"{W}gridSpan"
_MERGES = (f"{W}vMerge", f"{W}hMerge")
_TRACKED = {
    f"{W}ins": ("{++", "++}"),
    f"{W}moveTo": ("{++", "++}"),
    f"{W}del": ("{--", "--}"),
    f"{W}moveFrom": ("{--", "--}"),
}
# What the check marks of Wingdings stand for; other symbols keep their place in the private area.
_WINGDINGS = {0xFC: "✓", 0xFB: "✗", 0xFE: "☒", 0xFD: "☒", 0xA8: "☐", 0x6F: "☐", 0xE0: "→"}


class Story:
    """The walk of one part; the document's styles and lists are shared by all its parts."""

    def __init__(
        self, package: Package, part: str, styles: Styles, numbering: Numbering, beside: Beside
    ) -> None:
        self.package = package
        self.part = part
        self.styles = styles
        self.numbering = numbering
        self.beside = beside
        self._tracked = 0  # how deep in tracked changes the walk is
        self._drawings = drawings = Drawings(self)
        self._special: dict[str, Callable[[Element, list[str], Gathered], None]] = {
            f"{W}sym": self._symbol,
            f"{W}footnoteReference": self._note,
            f"{W}endnoteReference": self._note,
            f"{W}commentReference": self._comment,
            f"{W}fldChar": self._form_field,
            f"{W}delText": self._deleted_text,
            f"{W}rt": self._ruby_text,
            f"{W}txbxContent": drawings.box,
            f"{W}altChunk": drawings.named_part,
            f"{W}subDoc": drawings.named_part,
            f"{M}oMath": self._math,
            f"{M}oMathPara": self._math,
            f"{A}t": self._drawn_text,
            f"{A}blip": drawings.picture,
            f"{V}imagedata": drawings.picture,
            f"{V}textpath": drawings.word_art,
            f"{O}OLEObject": drawings.object,
            f"{CHART}chart": drawings.chart,
            f"{CX}chart": drawings.chart,
            f"{DIAGRAM}relIds": drawings.diagram,
            ALTERNATE: self._alternate,
            P: self._inner_blocks,
            TBL: self._inner_blocks,
        }

    # Paragraphs.

    def paragraph(
        self, paragraph: Element, got: Gathered, meet: Callable[[Element], None] | None = None
    ) -> str:
        """Return the text of a paragraph, without its list label.

        `meet` is given the paragraph's properties when they are passed, before any text.
        """
        out: list[str] = []
        for child in paragraph:
            tag = child.tag
            if tag == RUN:
                for item in child:
                    tag = item.tag
                    if tag == TEXT:
                        out.append(item.text or "")
                    elif tag != RUN_PROPERTIES:
                        self._inline(item, str(tag), out, got)
            elif tag != PROPERTIES:
                self._inline(child, str(tag), out, got)
            elif meet is not None:
                meet(child)
        return out[0] if len(out) == 1 else "".join(out)

    def label(self, properties: Properties) -> tuple[str, str | None]:
        """Count the paragraph in its list; return its indent and its number or bullet."""
        list_id, level = properties.list_id, properties.list_level
        if list_id is None or level is None:
            style = self.styles.get(properties.style)
            list_id = style.list_id if list_id is None else list_id
            level = style.list_level if level is None else level
        if list_id is None or list_id == "0":
            return "", None
        level = min(level or 0, 8)
        return "  " * level, self.numbering.label(list_id, level)

    def line(self, paragraph: Element, got: Gathered) -> str:
        """Return the text of a paragraph with its list label before it."""
        indent, label = self.label(properties_of(paragraph))
        text = self.paragraph(paragraph, got)
        return f"{indent}{label} {text}" if label else text

    def run_text(self, run: Element) -> str:
        """Return the text of one run alone, without what stands beside it and without marks."""
        out: list[str] = []
        for item in run:
            tag = str(item.tag)
            if tag in (TEXT, f"{W}delText"):
                out.append(item.text or "")
            elif tag in _MARKS:
                out.append(_MARKS[tag])
            elif tag == f"{W}sym":
                self._symbol(item, out, Gathered())
            elif tag == f"{W}fldChar":
                self._form_field(item, out, Gathered())
            elif tag == f"{W}ruby":
                self.children(item, out, Gathered())
            elif tag.startswith(M):
                out.append(math_text(run))
                break
        return "".join(out)

    # Blocks inside a cell, a box, a note.

    def lines(self, container: Iterable[Element], got: Gathered) -> list[str]:
        """Return the blocks of `container` as lines of text."""
        out: list[str] = []
        for child in container:
            tag = str(child.tag)
            if tag == P:
                out.append(self.line(child, got))
            elif tag == TBL:
                for cells, inner in self.rows(child):
                    out.append(row_text(cells))
                    got.asides.extend(inner.asides)
                    got.images.extend(inner.images)
            elif tag == ALTERNATE:
                out.extend(self.lines(chosen(child), got))
            elif tag not in _SKIPPED:
                if tag == SDT or any(block.tag in (P, TBL, SDT) for block in child):
                    out.extend(self.lines(child, got))
                else:
                    inline: list[str] = []
                    self._inline(child, tag, inline, got)
                    if inline:
                        out.append("".join(inline))
        return out

    # Tables.

    def rows(self, table: Element) -> Iterator[tuple[list[str | None], Gathered]]:
        """Yield the rows of a table: a text a grid column, None where a merge covers it."""
        for row in _inside(table, f"{W}tr"):
            got = Gathered()
            yield self._row(row, got), got

    def _row(self, row: Element, got: Gathered) -> list[str | None]:
        cells: list[str | None] = []
        changed = ""
        properties = row.find(f"{W}trPr")
        if properties is not None:
            cells.extend([None] * _count(properties.find(f"{W}gridBefore"), 0))
            for tag, word in ((f"{W}ins", "inserted"), (f"{W}del", "deleted")):
                if properties.find(tag) is not None:
                    changed = f"[{word} row] "
        for cell in _inside(row, f"{W}tc"):
            span, covered = _span(cell)
            lines = self.lines(cell, got)
            text = lines[0] if len(lines) == 1 else "\n".join(lines)
            if changed:
                text, changed = changed + text, ""
            cells.append(None if covered and not text.strip() else text)
            cells.extend([None] * min(span - 1, _COLUMNS - len(cells)))
        if properties is not None:
            cells.extend([None] * _count(properties.find(f"{W}gridAfter"), 0))
        return cells

    # What stands inside a paragraph.

    def _inline(self, element: Element, tag: str, out: list[str], got: Gathered) -> None:
        if tag == TEXT:
            out.append(element.text or "")
        elif tag in _MARKS:
            out.append(_MARKS[tag])
        elif tag in _SKIPPED:
            return
        elif tag in _TRACKED:
            before, after = _TRACKED[tag]
            inner: list[str] = []
            self._tracked += 1
            self.children(element, inner, got)
            self._tracked -= 1
            if text := "".join(inner):
                out.append(before + text + after)
        elif tag in self._special:
            self._special[tag](element, out, got)
        elif tag == f"{WP}inline" or tag == f"{WP}anchor" or tag == f"{PIC}pic":
            self._drawings.drawing(element, out, got)
        else:
            self.children(element, out, got)

    def children(self, element: Element, out: list[str], got: Gathered) -> None:
        for child in element:
            self._inline(child, str(child.tag), out, got)

    def _alternate(self, element: Element, out: list[str], got: Gathered) -> None:
        """Take the first branch that says something: the others say the same for other readers."""
        for branch in element:
            inner: list[str] = []
            met = Gathered()
            self.children(branch, inner, met)
            if inner or met.asides or met.images:
                out.extend(inner)
                got.asides.extend(met.asides)
                got.images.extend(met.images)
                return

    def _inner_blocks(self, element: Element, out: list[str], got: Gathered) -> None:
        """A paragraph or table where only text may stand: its lines, so that nothing is lost."""
        holder = [self.line(element, got)] if element.tag == P else []
        if element.tag == TBL:
            for cells, inner in self.rows(element):
                holder.append(row_text(cells))
                got.asides.extend(inner.asides)
                got.images.extend(inner.images)
        out.append("\n".join(holder))

    def _symbol(self, element: Element, out: list[str], got: Gathered) -> None:
        try:
            code = int(element.get(f"{W}char", ""), 16)
        except ValueError:
            return
        font = element.get(f"{W}font", "")
        if font.startswith("Wingdings") and code & 0xFF in _WINGDINGS:
            out.append(_WINGDINGS[code & 0xFF])
        elif 0 < code < 0x110000 and not 0xD800 <= code < 0xE000:
            out.append(chr(code))

    def _note(self, element: Element, out: list[str], got: Gathered) -> None:
        kind = "footnote" if element.tag == f"{W}footnoteReference" else "endnote"
        note = self.beside.note(kind, element.get(f"{W}id", ""))
        if note is not None:
            own_mark = element.get(f"{W}customMarkFollows")
            if own_mark is None or not is_on(own_mark):
                out.append(f"[{note.label}]")
            got.asides.append(note)

    def _comment(self, element: Element, out: list[str], got: Gathered) -> None:
        got.asides.extend(self.beside.comment(element.get(f"{W}id", "")))

    def _form_field(self, element: Element, out: list[str], got: Gathered) -> None:
        """Check boxes and drop-down lists of forms keep their value outside the text."""
        box = element.find(f"{W}ffData/{W}checkBox")
        if box is not None:
            state = box.find(f"{W}checked")
            if state is None:
                state = box.find(f"{W}default")
            out.append("☒" if state is not None and is_on(state.get(f"{W}val")) else "☐")
        menu = element.find(f"{W}ffData/{W}ddList")
        if menu is not None:
            entries = menu.findall(f"{W}listEntry")
            chosen_one = _count(menu.find(f"{W}result"), 0)
            if chosen_one < len(entries):
                out.append(entries[chosen_one].get(f"{W}val", ""))

    def _deleted_text(self, element: Element, out: list[str], got: Gathered) -> None:
        text = element.text or ""
        if text:
            out.append(text if self._tracked else "{--" + text + "--}")

    def _ruby_text(self, element: Element, out: list[str], got: Gathered) -> None:
        inner: list[str] = []
        self.children(element, inner, got)
        if inner:
            out.append(f"({''.join(inner)})")

    def _math(self, element: Element, out: list[str], got: Gathered) -> None:
        out.append(math_text(element))

    def _drawn_text(self, element: Element, out: list[str], got: Gathered) -> None:
        out.append(element.text or "")


def chosen(element: Element) -> Element:
    """Return the branch of an alternate content that says something, else one that holds any."""
    for branch in element:
        if any(not text.isspace() for text in branch.itertext()):
            return branch
    return next((branch for branch in element if len(branch)), element)


def row_text(cells: list[str | None]) -> str:
    return "\t".join((cell or "").replace("\n", " / ") for cell in cells)


def _inside(element: Element, tag: str) -> Iterator[Element]:
    """Yield the rows of a table, or cells of a row, through the wrappers they may stand in."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag == ALTERNATE:
            yield from _inside(chosen(child), tag)
        elif child.tag not in _SKIPPED:
            yield from _inside(child, tag)


def _span(cell: Element) -> tuple[int, bool]:
    """Return over how many columns a cell goes, and whether a merge covers it."""
    span, covered = 1, False
    for properties in cell:
        if properties.tag == _CELL_PROPERTIES:
            for child in properties:
                if child.tag == _SPAN:
                    span = max(1, _count(child, 1))
                elif child.tag in _MERGES:
                    covered = covered or child.get(f"{W}val") != "restart"
        break
    return span, covered


def _count(element: Element | None, default: int) -> int:
    value = "" if element is None else element.get(f"{W}val", "")
    return min(int(value), 1000) if value.isdecimal() and len(value) < 9 else default
