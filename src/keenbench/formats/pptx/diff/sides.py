"""Two versions of a presentation: their slides, and which became which."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from rapidfuzz import fuzz

from keenbench.diff.align import align
from keenbench.diff.sequences import matches
from keenbench.formats.documents import require_kind
from keenbench.formats.ooxml_names import P
from keenbench.formats.package import Package, open_package
from keenbench.formats.pptx.deck import Deck, DeckSlide
from keenbench.formats.pptx.shapes import Shape
from keenbench.formats.pptx.text import paragraph_text, paragraphs, table_rows
from keenbench.formats.shape import MapWarning

# Slides of the same id that share less than this are two slides that happen to have one id.
_SAME_SLIDE = 0.25
_LIKE = 0.6


@dataclass
class Slide:
    """A slide with what tells it from others."""

    slide: DeckSlide
    id: str
    text: str
    key: tuple[Any, ...] = ()


@dataclass
class Side:
    """One version; an empty one where there is none."""

    package: Package | None = None
    deck: Deck | None = None
    slides: list[Slide] = field(default_factory=list)

    @classmethod
    def of(cls, file: BinaryIO | None, path: str, opened: ExitStack) -> Side:
        if file is None:
            return cls()
        package = opened.enter_context(open_package(file, path))
        require_kind(package, "pptx")
        deck = Deck(package)
        ids = [entry.get("id", "") for entry in deck.root.iterfind(f"{P}sldIdLst/{P}sldId")]
        slides = []
        for at in range(deck.slide_count):
            slide = deck.slide(at)
            slides.append(Slide(slide, ids[at], _words(slide)))
        return cls(package, deck, slides)

    @property
    def warnings(self) -> list[MapWarning]:
        return self.deck.warnings if self.deck is not None else []


def _words(slide: DeckSlide) -> str:
    lines = [shape_text(slide, shape) or "" for shape in slide.shapes]
    return "\n".join(line for line in lines if line)


def shape_text(slide: DeckSlide, shape: Shape) -> str | None:
    lines: list[str] = []
    if shape.body is not None:
        lines += [paragraph_text(one) for one in paragraphs(shape.body)]
    if shape.table is not None:
        lines += ["\t".join(cell or "" for cell in row) for row in table_rows(shape.table)]
    lines += [
        found[shape.index] for found in (slide.charts, slide.diagrams) if shape.index in found
    ]
    return "\n".join(lines).strip() or None


def paired_slides(old: list[Slide], new: list[Slide]) -> dict[int, int]:
    """Return which slides are versions of one: old index to new index."""
    pairs: dict[int, int] = {}
    by_id = {slide.id: at for at, slide in enumerate(new)}
    for at, slide in enumerate(old):
        other = by_id.get(slide.id)
        if other is not None and slide.text == new[other].text:
            pairs[at] = other
    # Some programs number slides anew: a text that is there once on either side tells more.
    counts = [
        Counter(slide.text for at, slide in enumerate(side) if at not in known)
        for side, known in ((old, set(pairs)), (new, set(pairs.values())))
    ]
    places = {slide.text: at for at, slide in enumerate(new) if at not in pairs.values()}
    for at, slide in enumerate(old):
        text = slide.text
        if at not in pairs and text and counts[0][text] == counts[1][text] == 1:
            pairs[at] = places[text]
    for at, slide in enumerate(old):
        other = by_id.get(slide.id)
        free = at not in pairs and other is not None and other not in pairs.values()
        if free and other is not None and _likeness(slide, new[other]) >= _SAME_SLIDE:
            pairs[at] = other
    left_old = [at for at in range(len(old)) if at not in pairs]
    taken = set(pairs.values())
    left_new = [at for at in range(len(new)) if at not in taken]

    def alike(a: int, b: int) -> float:
        return _likeness(old[left_old[a]], new[left_new[b]])

    keys = [[old[at].text for at in left_old], [new[at].text for at in left_new]]
    for pair in align(keys[0], keys[1], alike, _LIKE):
        if pair.old is not None and pair.new is not None:
            pairs[left_old[pair.old]] = left_new[pair.new]
    return pairs


def _likeness(old: Slide, new: Slide) -> float:
    if old.text == new.text or (old.slide.part == new.slide.part and old.id == new.id):
        return 1.0
    return fuzz.ratio(old.text[:5000], new.text[:5000]) / 100


def in_place(pairs: dict[int, int]) -> set[int]:
    """Return the slides that kept their order: the rest were moved."""
    order = [pairs[at] for at in sorted(pairs)]
    olds = sorted(pairs)
    kept: set[int] = set()
    for match in matches(order, sorted(order)):
        kept |= {olds[match.old + at] for at in range(match.size)}
    return kept


def _shape_id(shape: Shape) -> str:
    for holder in shape.element:
        for child in holder:
            if str(child.tag).endswith("}cNvPr"):
                return str(child.get("id", ""))
    return ""


def _by_id_and_name(old: Shape, new: Shape) -> bool:
    return _shape_id(old) == _shape_id(new) and old.name == new.name and old.kind == new.kind


def _by_name(old: Shape, new: Shape) -> bool:
    return old.name == new.name and old.kind == new.kind


def _by_id(old: Shape, new: Shape) -> bool:
    return _shape_id(old) == _shape_id(new) and old.kind == new.kind


def _by_placeholder(old: Shape, new: Shape) -> bool:
    return old.placeholder is not None and old.placeholder == new.placeholder


def paired_shapes(old: DeckSlide, new: DeckSlide) -> list[tuple[Shape, Shape]]:
    """Return which shapes of a slide are versions of one."""
    left = list(new.shapes)
    pairs: list[tuple[Shape, Shape]] = []
    for same in (_by_id_and_name, _by_name, _by_id, _by_placeholder):
        for shape in old.shapes:
            if any(shape is one for one, _ in pairs):
                continue
            found = next((other for other in left if same(shape, other)), None)
            if found is not None:
                left.remove(found)
                pairs.append((shape, found))
    return pairs
