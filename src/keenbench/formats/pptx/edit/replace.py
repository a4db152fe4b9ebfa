"""A text replaced wherever it stands on slides."""

from __future__ import annotations

import re

from keenbench.formats.applying import OpReport
from keenbench.formats.ooxml_names import CHART, P
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.edit.ops import ReplaceText
from keenbench.formats.pptx.edit.overflow import note_text
from keenbench.formats.pptx.edit.runs import Line, is_shown, paragraphs_under
from keenbench.formats.pptx.shapes import placeholder_of
from keenbench.formats.styled_text import search_pattern
from keenbench.formats.xml_part import Element


def replace_text(deck: DeckEdit, parts: list[str], op: ReplaceText, report: OpReport) -> None:
    pattern = search_pattern(op.search, match_case=op.match_case, whole_word=op.whole_word)
    done = _Replacing(deck, pattern, op.replace, report)
    slides = notes = diagrams = charts = 0
    for part in parts:
        slides += done.slide(part)
        for link in deck.edit.relationships(part):
            if link.part is None or link.part not in deck.edit or link.part in done.seen:
                continue
            if link.kind == "notesSlide":
                notes += done.notes(link.part)
            elif link.kind == "diagramData":
                diagrams += done.part(link.part)
            elif link.kind == "diagramDrawing":
                # What SmartArt looked like when it was last drawn: the same words once more.
                done.part(link.part)
            elif link.kind == "chart":
                charts += done.chart(link.part)
    total = slides + notes + diagrams + charts
    report.count(matches=total, in_notes=notes, in_diagrams=diagrams, in_charts=charts)
    if done.skipped:
        report.warn(
            "in_fields",
            f"{done.skipped} matches stand in fields such as dates and numbers, which are worked "
            "out anew when the deck is shown; they were left.",
        )
    if done.in_data:
        report.warn(
            "in_chart_data",
            f"{done.in_data} matches stand in the data of charts, which is changed in their "
            "workbook; they were left.",
        )
    if not total:
        report.warn("no_match", "The text was not found; nothing was replaced.")


class _Replacing:
    def __init__(
        self, deck: DeckEdit, pattern: re.Pattern[str], new: str, report: OpReport
    ) -> None:
        self.seen: set[str] = set()
        self.skipped = 0
        self.in_data = 0
        self._deck = deck
        self._pattern = pattern
        self._new = new
        self._report = report

    def slide(self, part: str) -> int:
        """Replace on a slide, and look whether the text still fits."""
        count = 0
        grown: list[Element] = []
        for shape in self._deck.tree(part).iter(f"{P}sp"):
            found = self._under(shape)
            count += found
            if found:
                grown.append(shape)
        for frame in self._deck.tree(part).iter(f"{P}graphicFrame"):
            count += self._under(frame)
        if count:
            self._deck.touch(part)
            note_text(self._deck, part, grown, self._report)
        return count

    def notes(self, part: str) -> int:
        self.seen.add(part)
        count = 0
        for shape in self._deck.tree(part).iter(f"{P}sp"):
            found = placeholder_of(shape)
            if found is None or found.kind not in ("sldNum", "sldImg"):
                count += self._under(shape)
        if count:
            self._deck.touch(part)
        return count

    def chart(self, part: str) -> int:
        root = self._deck.edit.xml(part)
        for value in root.iter(f"{CHART}v"):
            self.in_data += len(self._pattern.findall(value.text or ""))
        return self.part(part)

    def part(self, part: str) -> int:
        self.seen.add(part)
        count = self._under(self._deck.edit.xml(part))
        if count:
            self._deck.touch(part)
        return count

    def _under(self, root: Element) -> int:
        count = 0
        for paragraph in list(paragraphs_under(root)):
            line = Line(paragraph)
            found = line.replace(self._pattern, self._new)
            if is_shown(paragraph):
                count += found
                self.skipped += line.skipped
        return count
