"""The list of sheets in the document's properties, which Office shows before it opens a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keenbench.formats.xml_part import Element

if TYPE_CHECKING:
    from keenbench.formats.xlsx.edit.book import EditedBook

_EP = "{http://schemas.openxmlformats.org/officeDocument/2006/extended-properties}"
_VT = "{http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes}"


def rename_in_properties(book: EditedBook, old: str, new: str) -> None:
    part, titles = _titles(book)
    for title in titles:
        if title.text == old:
            title.text = new
        elif title.text and title.text.startswith((f"{old}!", f"'{old}'!")):
            title.text = f"'{new}'!" + title.text.rpartition("!")[2]
        else:
            continue
        book.changed(part)


def forget_in_properties(book: EditedBook, name: str) -> None:
    """Remove a sheet and its names from the list, and keep its counts."""
    part, titles = _titles(book)
    for title in titles:
        text = title.text or ""
        is_sheet = text == name
        if not is_sheet and not text.startswith((f"{name}!", f"'{name}'!")):
            continue
        vector = title.getparent()
        assert vector is not None
        vector.remove(title)
        vector.set("size", str(len(vector)))
        # The headings are pairs of a word and a count: the sheets first, then the names.
        root = book.edit.xml(part)
        counts = root.findall(f"{_EP}HeadingPairs/{_VT}vector/{_VT}variant/{_VT}i4")
        at = 0 if is_sheet else len(counts) - 1
        if counts and (counts[at].text or "").isdigit():
            counts[at].text = str(int(counts[at].text or "1") - 1)
        book.changed(part)


def _titles(book: EditedBook) -> tuple[str, list[Element]]:
    for relationship in book.edit.relationships("").of_kind("extended-properties"):
        part = relationship.part
        if part is not None and part in book.edit:
            found = book.edit.xml(part).iterfind(f"{_EP}TitlesOfParts/{_VT}vector/{_VT}lpstr")
            return part, list(found)
    return "", []
