"""The text of an OpenDocument text: its paragraphs and tables, with what stands in them.

Tracked insertions and deletions are shown as {++new++} and {--old--}. What has no place in a line
of text (notes, comments, boxes, charts) is gathered to stand after it. An element that is not known
is walked through, so that the text inside it is not lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from keenbench.errors import FileReadFailed
from keenbench.formats.odt.changes import Changes
from keenbench.formats.odt.line import Line
from keenbench.formats.odt.lists import Counter, ListStyles, whole
from keenbench.formats.odt.names import (
    DC,
    DRAW,
    FORM,
    MATH,
    META,
    OFFICE,
    SVG,
    TABLE,
    TEXT,
    XLINK,
    XML_ID,
)
from keenbench.formats.outline import Aside, Gathered, Image
from keenbench.formats.package import Package
from keenbench.formats.warned import Warned
from keenbench.formats.xml_part import Element

PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")
LISTS = (f"{TEXT}list", f"{TEXT}numbered-paragraph")
_REPEATED = 1000
_REPEATED_CHARS = 2_000_000  # that a whole document may gain from what it says to repeat

# What holds no text of the document: settings, declarations, templates of indexes, scripts.
# fmt: off
SKIPPED = {
    *(f"{TEXT}{name}" for name in (
        "tracked-changes", "sequence-decls", "variable-decls", "user-field-decls",
        "dde-connection-decls",
        "table-of-content-source", "illustration-index-source", "table-index-source",
        "object-index-source", "user-index-source", "alphabetical-index-source",
        "bibliography-source", "alphabetical-index-auto-mark-file", "soft-page-break",
        "note-citation",
    )),
    f"{OFFICE}forms", f"{OFFICE}event-listeners", f"{OFFICE}scripts", f"{OFFICE}annotation-end",
    f"{SVG}title", f"{SVG}desc", f"{DRAW}glue-point", f"{DRAW}enhanced-geometry",
    f"{DC}creator", f"{DC}date", f"{META}creator-initials", f"{META}date-string",
    f"{MATH}annotation", f"{MATH}annotation-xml",
}
# fmt: on


class Story:
    """The walk of content.xml, or of the page headers and footers in styles.xml."""

    def __init__(
        self, package: Package, lists: ListStyles, changes: Changes, warnings: Warned
    ) -> None:
        self.package = package
        self.lists = lists
        self.changes = changes
        self.warnings = warnings
        self.controls: dict[str, str] = {}
        self._lists: dict[str, Counter] = {}
        self._given: set[str] = set()  # embedded objects that were read
        self._repeatable = _REPEATED_CHARS
        self._special: dict[str, Callable[[Element, Line, Gathered], None]] = {
            f"{TEXT}s": self._spaces,
            f"{TEXT}tab": lambda element, line, got: line.exactly("\t"),
            f"{TEXT}line-break": lambda element, line, got: line.exactly("\n"),
            f"{TEXT}note": self._note,
            f"{TEXT}ruby-text": self._ruby,
            f"{TEXT}change": self._deletion,
            f"{TEXT}change-start": self._insertion_start,
            f"{TEXT}change-end": self._insertion_end,
            f"{OFFICE}annotation": self._annotation,
            f"{DRAW}frame": self._frame,
            f"{DRAW}control": self._control,
            f"{TABLE}table": self._inner_table,
        }

    # Paragraphs.

    def paragraph(self, paragraph: Element, got: Gathered) -> str:
        """Return the text of a paragraph or heading, without its list label."""
        line = Line()
        if self.changes.inserting:
            line.exactly("{++")
        self._inside(paragraph, line, got)
        if self.changes.inserting:
            line.exactly("++}")
        return str(line)

    def _inside(self, element: Element, line: Line, got: Gathered) -> None:
        line.add(element.text)
        for child in element:
            self._inline(child, line, got)
            line.add(child.tail)

    def _inline(self, element: Element, line: Line, got: Gathered) -> None:
        tag = str(element.tag)
        if tag in SKIPPED:
            return
        special = self._special.get(tag)
        if special is not None:
            special(element, line, got)
        elif tag.startswith(DRAW):
            self._shape(element, got)
        elif tag in PARAGRAPHS or tag in LISTS:
            line.exactly("\n".join(self.lines([element], got)))
        else:
            self._inside(element, line, got)

    # Blocks inside a cell, a box, a note.

    def lines(self, container: Iterable[Element], got: Gathered) -> list[str]:
        """Return the blocks of `container` as lines of text."""
        out: list[str] = []
        for child in container:
            tag = str(child.tag)
            if tag in PARAGRAPHS:
                out.append(self.paragraph(child, got))
            elif tag in LISTS:
                out.extend(text for _, text, _ in self.list_items(child, got))
            elif tag == f"{TABLE}table":
                out.extend(self._table_lines(child, got))
            elif tag not in SKIPPED:
                if any(block.tag in PARAGRAPHS or block.tag in LISTS for block in child) and not (
                    tag.startswith(DRAW) or tag in self._special
                ):
                    out.extend(self.lines(child, got))
                    continue
                line = Line()
                self._inline(child, line, got)
                if text := str(line):
                    out.append(text)
        return out

    def list_items(
        self,
        element: Element,
        got: Gathered,
        counter: Counter | None = None,
        depth: int = 1,
    ) -> Iterator[tuple[Element, str, str | None]]:
        """Yield the paragraphs of a list: element, text with its label, and the label alone.

        What stands beside a paragraph is added to `got` before it is yielded.
        """
        style = element.get(f"{TEXT}style-name")
        if counter is None or style is not None:
            counter = self._counter(element, style)
        items = [element] if element.tag == f"{TEXT}numbered-paragraph" else element
        for item in items:
            labelled = item.tag != f"{TEXT}list-header"
            start = item.get(f"{TEXT}start-value")
            for child in item:
                tag = str(child.tag)
                if tag == f"{TEXT}list":
                    yield from self.list_items(child, got, counter, depth + 1)
                elif tag in PARAGRAPHS:
                    label = (
                        counter.label(depth, whole(start, 1) if start else None)
                        if labelled
                        else None
                    )
                    text = self.paragraph(child, got)
                    indent = "  " * (depth - 1)
                    shown = (
                        f"{indent}{label} {text}" if label else f"{indent}{text}" if text else ""
                    )
                    yield child, shown, label
                    labelled = False
                elif tag not in SKIPPED:
                    for text in self.lines([child], got):
                        yield child, text, None

    def _counter(self, element: Element, style: str | None) -> Counter:
        """Return the counter of a list: a new one, or that of the list it goes on with."""
        earlier = self._lists.get(element.get(f"{TEXT}continue-list") or "")
        if earlier is None and element.get(f"{TEXT}continue-numbering") == "true":
            earlier = self._lists.get(f"style {style}")
        counter = earlier or self.lists.counter(style)
        self._lists[f"style {style}"] = counter
        for key in (element.get(f"{TEXT}id"), element.get(XML_ID)):
            if key:
                self._lists[key] = counter
        return counter

    # Tables.

    def rows(self, table: Element) -> Iterator[tuple[list[str | None], Gathered]]:
        """Yield the rows of a table: a text a column, None where a merge covers it."""
        for row in _rows(table):
            got = Gathered()
            cells: list[str | None] = []
            for cell in row:
                covered = cell.tag == f"{TABLE}covered-table-cell"
                if not covered and cell.tag != f"{TABLE}table-cell":
                    continue
                text = "\n".join(self.lines(cell, got))
                again = self._repeats(cell, "columns", 1 + len(text))
                cells.extend([None if covered and not text else text] * again)
            yield cells, got
            cost = sum(1 + len(cell or "") for cell in cells)
            for _ in range(self._repeats(row, "rows", cost) - 1):
                yield list(cells), Gathered()

    def _repeats(self, element: Element, unit: str, cost: int) -> int:
        """Return how often a cell or row of `cost` characters is given."""
        count = max(1, whole(element.get(f"{TABLE}number-{unit}-repeated"), 1))
        return self._bounded(count, unit, cost)

    def _bounded(self, count: int, unit: str, cost: int) -> int:
        """Return `count`, or fewer where so many repeats would make a small file a huge text."""
        allowed = min(count, _REPEATED, 1 + self._repeatable // cost)
        if allowed < count:
            self.warnings.add(
                "repeats_cut", f"The document repeats {unit} {count} times; {allowed} are given."
            )
        self._repeatable -= (allowed - 1) * cost
        return allowed

    def _table_lines(self, table: Element, got: Gathered) -> list[str]:
        out: list[str] = []
        for cells, inner in self.rows(table):
            out.append(row_text(cells))
            got.asides.extend(inner.asides)
            got.images.extend(inner.images)
        return out

    def _inner_table(self, element: Element, line: Line, got: Gathered) -> None:
        line.exactly("\n".join(self._table_lines(element, got)))

    # What stands inside a paragraph.

    def _spaces(self, element: Element, line: Line, got: Gathered) -> None:
        line.exactly(" " * self._bounded(whole(element.get(f"{TEXT}c"), 1), "spaces", 1))

    def _note(self, element: Element, line: Line, got: Gathered) -> None:
        kind = element.get(f"{TEXT}note-class", "footnote")
        citation = element.find(f"{TEXT}note-citation")
        mark = "" if citation is None else "".join(map(str, citation.itertext())).strip()
        line.exactly(f"[^{mark}]")
        body = element.find(f"{TEXT}note-body")
        text = "" if body is None else "\n".join(self.lines(body, got))
        got.asides.append(Aside(kind, f"^{mark}", text))

    def _ruby(self, element: Element, line: Line, got: Gathered) -> None:
        line.exactly("(")
        self._inside(element, line, got)
        line.exactly(")")

    def _annotation(self, element: Element, line: Line, got: Gathered) -> None:
        author = (element.findtext(f"{DC}creator") or "").strip()
        text = "\n".join(self.lines(element, got))
        got.asides.append(Aside("comment", f"comment by {author}" if author else "comment", text))

    def _deletion(self, element: Element, line: Line, got: Gathered) -> None:
        deleted = self.changes.deleted(element.get(f"{TEXT}change-id", ""))
        if deleted is not None:
            text = "\n".join(self.lines(deleted, got))
            if text:
                line.exactly("{--" + text + "--}")

    def _insertion_start(self, element: Element, line: Line, got: Gathered) -> None:
        if self.changes.start(element.get(f"{TEXT}change-id", "")):
            line.exactly("{++")

    def _insertion_end(self, element: Element, line: Line, got: Gathered) -> None:
        if self.changes.end(element.get(f"{TEXT}change-id", "")):
            line.exactly("++}")

    def _control(self, element: Element, line: Line, got: Gathered) -> None:
        words = self.controls.pop(element.get(f"{DRAW}control", ""), "")
        if words:
            got.asides.append(Aside("control", "form control", words))

    # Frames and shapes.

    def _frame(self, element: Element, line: Line, got: Gathered) -> None:
        """A frame holds one thing in several forms; the first that we can read is taken."""
        for child in element:
            if child.tag == f"{DRAW}text-box":
                self._shape(child, got)
                return
            if child.tag == f"{TABLE}table":
                text = "\n".join(self._table_lines(child, got))
                got.asides.append(Aside("text_box", "table", text))
                return
            if child.tag in (f"{DRAW}object", f"{DRAW}object-ole") and self._object(child, got):
                return
        for child in element.iterchildren(f"{DRAW}image"):
            words = (element.findtext(f"{SVG}title"), element.findtext(f"{SVG}desc"))
            alt = " ".join(word.strip() for word in words if word and word.strip())
            got.images.append(Image(None, child.get(f"{XLINK}href"), alt or None))
            self._shape(child, got)  # an image may carry text over it
            return

    def _shape(self, element: Element, got: Gathered) -> None:
        inner = Gathered()
        text = "\n".join(self.lines(element, inner)).strip("\n")
        if text.strip():
            got.asides.append(Aside("text_box", "text box", text))
        got.asides.extend(inner.asides)
        got.images.extend(inner.images)

    def _object(self, element: Element, got: Gathered) -> bool:
        """Read an embedded chart or formula; return whether it said anything."""
        root: Element | None = None
        if len(element):
            root = element[0]
        else:
            folder = element.get(f"{XLINK}href", "").removeprefix("./").strip("/")
            name = f"{folder}/content.xml"
            if folder and name in self.package and name not in self._given:
                self._given.add(name)
                try:
                    root = self.package.xml(name)
                except FileReadFailed as error:
                    self.warnings.add("part_unreadable", error.message)
        if root is None:
            return False
        if root.tag == f"{MATH}math":
            text = "".join(_math(root)).strip()
            got.asides.append(Aside("equation", "equation", text))
            return True
        words = [self.paragraph(one, got) for one in root.iter(*PARAGRAPHS)]
        got.asides.append(Aside("object", "embedded object", "\n".join(filter(None, words))))
        return True


def form_controls(body: Element) -> dict[str, str]:
    """Return the words of each control of the document's forms, by its id."""
    words: dict[str, str] = {}
    for forms in body.iter(f"{OFFICE}forms"):
        for control in forms.iter():
            said = [
                value
                for name in ("label", "current-value", "value", "current-selected")
                if (value := control.get(f"{FORM}{name}"))
            ]
            for key in (control.get(f"{FORM}id"), control.get(XML_ID)):
                if key and said:
                    words[key] = " ".join(dict.fromkeys(said))
    return words


def row_text(cells: list[str | None]) -> str:
    return "\t".join((cell or "").replace("\n", " / ") for cell in cells)


def _rows(table: Element) -> Iterator[Element]:
    for child in table:
        if child.tag == f"{TABLE}table-row":
            yield child
        elif child.tag not in SKIPPED:
            yield from _rows(child)


def _math(element: Element) -> Iterator[str]:
    if element.tag in SKIPPED:
        return
    if element.text and element.text.strip():
        yield element.text.strip()
    for child in element:
        yield from _math(child)
        if child.tail and child.tail.strip():
            yield child.tail.strip()
