"""Where in an OpenDocument text the operations changed something."""

from __future__ import annotations

from lxml import etree

from keenbench.formats.focus import Focus
from keenbench.formats.odt.body import read_outline
from keenbench.formats.odt.edit.slots import PARAGRAPHS
from keenbench.formats.odt.names import OFFICE
from keenbench.formats.outline_focus import on_block, other_asides
from keenbench.formats.package import Package
from keenbench.formats.xml_part import Element


class Before:
    """The paragraphs of a text, those of tables and notes too, as they were."""

    def __init__(self, package: Package, body: Element) -> None:
        self._package = package
        self._paragraphs = [_known(one) for one in body.iter(*PARAGRAPHS)]

    def focus(self, after: Package) -> Focus | None:
        """Return the first place that is another now; None where none is."""
        outline = read_outline(after)
        read = next((block.source for block in outline.blocks if block.source is not None), None)
        body = None if read is None else next(read.iterancestors(f"{OFFICE}text"))
        now = [] if body is None else list(body.iter(*PARAGRAPHS))
        changed = self._first_changed([_known(one) for one in now])
        if changed is None:
            aside = other_asides(read_outline(self._package), outline)
            return None if aside is None else on_block(outline, aside)
        places = {one: at for at, one in enumerate(now)}
        # Tables tell no element of theirs: a paragraph in one lies between those that do.
        holding = 0
        for at, block in enumerate(outline.blocks):
            if block.source is not None:
                if places.get(block.source, 0) > changed:
                    break
                holding = at
        return on_block(outline, holding)

    def _first_changed(self, now: list[int]) -> int | None:
        for at, (was, one) in enumerate(zip(self._paragraphs, now, strict=False)):
            if was != one:
                return at
        at = min(len(self._paragraphs), len(now))
        return None if len(self._paragraphs) == len(now) else at


def _known(element: Element) -> int:
    return hash(etree.tostring(element, with_tail=False))
