"""Pictures, text boxes, charts and other drawings inside a paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keenbench.errors import FileReadFailed
from keenbench.formats.drawing_text import chart_text, diagram_text, drawing_paragraphs
from keenbench.formats.ooxml_names import CHART, PIC, WP, O, R
from keenbench.formats.outline import Aside, Gathered, Image
from keenbench.formats.xml_part import Element

if TYPE_CHECKING:
    from keenbench.formats.docx.story import Story


class Drawings:
    """What a story meets in its drawings; each is gathered to stand after the paragraph."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._given: set[str] = set()

    def drawing(self, element: Element, out: list[str], got: Gathered) -> None:
        if element.tag == f"{PIC}pic":
            named = element.find(f"{PIC}nvPicPr/{PIC}cNvPr")
        else:
            named = element.find(f"{WP}docPr")
        alt = None if named is None else named.get("descr") or named.get("title") or None
        met = Gathered()
        self._story.children(element, out, met)
        got.asides.extend(met.asides)
        if alt and met.images and met.images[0].alt_text is None:
            first = met.images[0]
            met.images[0] = Image(first.rel_id, first.target, alt)
        got.images.extend(met.images)

    def picture(self, element: Element, out: list[str], got: Gathered) -> None:
        rel_id = element.get(f"{R}embed") or element.get(f"{R}link") or element.get(f"{R}id")
        if not rel_id:
            return
        found = self._story.package.relationships(self._story.part).get(rel_id)
        alt = element.get(f"{O}title")
        parent = element.getparent()
        if parent is not None and parent.get("alt"):
            alt = parent.get("alt")
        target = None if found is None else found.part or found.target
        got.images.append(Image(rel_id, target, alt or None))

    def box(self, element: Element, out: list[str], got: Gathered) -> None:
        inner = Gathered()
        text = "\n".join(self._story.lines(element, inner)).strip("\n")
        if text.strip():
            got.asides.append(Aside("text_box", "text box", text))
        got.asides.extend(inner.asides)
        got.images.extend(inner.images)

    def word_art(self, element: Element, out: list[str], got: Gathered) -> None:
        words = element.get("string", "").strip()
        if words:
            got.asides.append(Aside("text_box", "text box", words))

    def object(self, element: Element, out: list[str], got: Gathered) -> None:
        name = element.get("ProgID") or "object"
        got.asides.append(Aside("object", "embedded object", name))

    def named_part(self, element: Element, out: list[str], got: Gathered) -> None:
        found = self._story.package.relationships(self._story.part).get(element.get(f"{R}id"))
        target = "" if found is None else found.part or found.target
        got.asides.append(Aside("embedded_document", "embedded document", target))
        self._story.beside.warnings.add(
            "embedded_document",
            f"The document holds another one ({target}), which Word merges on opening and which "
            "is not read here.",
        )

    def chart(self, element: Element, out: list[str], got: Gathered) -> None:
        root = self._referred(element.get(f"{R}id"))
        if root is not None:
            words = chart_text(root) if str(root.tag).startswith(CHART) else ""
            text = words or "\n".join(drawing_paragraphs(root))
            got.asides.append(Aside("chart", "chart", text))

    def diagram(self, element: Element, out: list[str], got: Gathered) -> None:
        root = self._referred(element.get(f"{R}dm"))
        if root is not None:
            text = diagram_text(root)
            if text:
                got.asides.append(Aside("diagram", "diagram", text))

    def _referred(self, rel_id: str | None) -> Element | None:
        """Return the root of the part that `rel_id` names, where it is first referred to.

        A part that cannot be read is a warning.
        """
        try:
            found = self._story.package.relationships(self._story.part).get(rel_id)
            if found is None or found.part is None or found.part in self._given:
                return None
            self._given.add(found.part)
            return self._story.package.xml(found.part)
        except FileReadFailed as error:
            self._story.beside.warnings.add("part_unreadable", error.message)
            return None
