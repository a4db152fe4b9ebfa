"""The place of a block of a document, as Review is told of it."""

from __future__ import annotations

from keenbench.formats.focus import Focus
from keenbench.formats.outline import Block, Outline


def on_block(outline: Outline, at: int) -> Focus | None:
    """Return the section in which block `at` stands; past the last block, the last section."""
    before = 0
    for section in outline.sections:
        before += len(section.blocks)
        if at < before:
            return Focus(section_index=section.index)
    sections = outline.sections
    return Focus(section_index=sections[-1].index) if sections else None


def other_asides(old: Outline, new: Outline) -> int | None:
    """Return the first block of two outlines alike beside which something else stands."""
    for at, (was, now) in enumerate(zip(old.blocks, new.blocks, strict=False)):
        if _beside(was) != _beside(now):
            return at
    longer = len(new.blocks) != len(old.blocks)
    return min(len(old.blocks), len(new.blocks)) if longer else None


def _beside(block: Block) -> tuple[object, ...]:
    return (*block.asides, *block.images)
