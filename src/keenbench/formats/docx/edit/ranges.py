"""The stretch of a paragraph that an anchor means, cut out so that marks can stand at its ends."""

from __future__ import annotations

from keenbench.formats.docx.edit.document import refused
from keenbench.formats.docx.edit.lines import Line, isolate
from keenbench.formats.docx.edit.places import Found
from keenbench.formats.docx.story import PROPERTIES, RUN
from keenbench.formats.xml_part import Element


def ends(found: Found, op: int) -> tuple[Element | None, Element | None]:
    """Return the first and last element of the stretch; None for both where it holds nothing.

    For a paragraph as a whole these are the first and last of what stands in it.
    """
    if found.start is None or found.end is None or found.start == found.end:
        content = [child for child in found.paragraph if child.tag != PROPERTIES]
        return (content[0], content[-1]) if content else (None, None)
    runs = _cut_out(found.line, found.start, found.end, op)
    return runs[0], runs[-1]


def _cut_out(line: Line, start: int, end: int, op: int) -> list[Element]:
    runs = []
    # From the end on, so that what is cut off later leaves the places before it as they are.
    for atom, at in reversed(list(zip(line.atoms, line.starts, strict=True))):
        low, high = max(start, at), min(end, at + len(atom.text))
        if low >= high:
            continue
        parent = atom.element.getparent()
        if parent is None or parent.tag != RUN:
            raise refused(
                op, "anchor", "the text is written twice for different programs; give an index."
            )
        runs.append(isolate(atom, low - at, high - at))
    return runs[::-1]
