"""Which slide the operations touched first."""

from __future__ import annotations

from keenbench.formats.applying import OpReport
from keenbench.formats.focus import Focus
from keenbench.formats.pptx.edit import ops
from keenbench.formats.pptx.edit.deck import DeckEdit


class Watched:
    """A deck, watched while operations change it: slides may move after they were touched."""

    def __init__(self, deck: DeckEdit) -> None:
        self._deck = deck
        self._touched: frozenset[str] = frozenset()
        self._first: str | None = None
        self._gone: int | None = None  # where a slide stood that an operation took out

    def after(self, op: ops.PptxOp, report: OpReport) -> None:
        """Take in what one operation did."""
        deck = self._deck
        known, self._touched = self._touched, deck.touched.changed | deck.touched.added
        if isinstance(op, ops.DeleteSlide):
            if self._first not in deck.slides():
                self._first, self._gone = None, op.index
            return
        if self._first is not None or self._gone is not None:
            return
        match op:
            case ops.MoveSlide():
                self._first = deck.slides()[op.to]
            case ops.AddSlide() | ops.DuplicateSlide():
                self._first = deck.slides()[report.model_dump()["slide_index"]]
            case ops.SetSlideSize():
                self._first = next(iter(deck.slides()), None)
            case _:
                self._first = next(iter(self._slides_with(self._touched - known)), None)

    def focus(self) -> Focus | None:
        slides = self._deck.slides()
        if self._first is not None:
            return Focus(slide_index=slides.index(self._first))
        if self._gone is not None and slides:
            return Focus(slide_index=min(self._gone, len(slides) - 1))
        return None

    def _slides_with(self, parts: frozenset[str]) -> list[str]:
        """Return the slides that are, or refer to, one of the parts: notes, charts, diagrams."""
        deck = self._deck
        return [
            slide
            for slide in (deck.slides() if parts else [])
            if slide in parts or any(link.part in parts for link in deck.edit.relationships(slide))
        ]
