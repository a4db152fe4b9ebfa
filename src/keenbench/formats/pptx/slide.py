"""A slide as text: its shapes in order, then its notes and comments."""

from __future__ import annotations

from keenbench.formats.outline import Aside, Block, Image, Section
from keenbench.formats.pptx.deck import DeckSlide
from keenbench.formats.pptx.shapes import Shape
from keenbench.formats.pptx.text import level_of, paragraph_text, paragraphs, table_rows


def slide_section(slide: DeckSlide) -> Section:
    """Return the slide cut into pieces: a paragraph of a shape, a row of a table, a note."""
    words = ", hidden" if slide.hidden else ""
    blocks = [Block("other", -1, [f"[slide {slide.index + 1}{words}]\n"])]
    if slide.unreadable is not None:
        blocks.append(Block("other", -1, [f"[this slide cannot be read: {slide.unreadable}]\n"]))
    for shape in slide.shapes:
        blocks.extend(_shape_blocks(slide, shape))
    asides = []
    if slide.notes is not None:
        asides.append(Aside("notes", "notes", slide.notes))
    for comment in slide.comments:
        word = "reply" if comment.reply else "comment"
        label = f"{word} by {comment.author}" if comment.author else word
        asides.append(Aside("comment", label, comment.text))
    blocks.extend(Block("other", -1, [aside.line]) for aside in asides)
    return Section(slide.index, slide.title, 1, None, blocks)


def _shape_blocks(slide: DeckSlide, shape: Shape) -> list[Block]:
    blocks: list[Block] = []
    if shape.body is not None:
        lines = ["  " * level_of(one) + paragraph_text(one) for one in paragraphs(shape.body)]
        if any(line.strip() for line in lines):
            blocks.append(Block("paragraph", shape.index, [f"{line}\n" for line in lines]))
    if shape.table is not None:
        rows = table_rows(shape.table)
        pieces = [
            "\t".join((cell or "").replace("\n", " / ") for cell in row) + "\n" for row in rows
        ]
        blocks.append(Block("table", shape.index, pieces, rows=rows))
    lines = []
    for kind, found in (("chart", slide.charts), ("diagram", slide.diagrams)):
        if shape.index in found:
            lines.append(Aside(kind, kind, found[shape.index]).line)
    if shape.image_ids:
        lines.append(f"{Image(None, None, shape.alt_text).mark}\n")
    elif shape.alt_text:
        lines.append(Aside("alt_text", shape.kind.replace("_", " "), shape.alt_text).line)
    if lines:
        blocks.append(Block("other", shape.index, lines))
    return blocks
