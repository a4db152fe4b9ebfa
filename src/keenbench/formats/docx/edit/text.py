"""replace_text: everywhere text lives, across the borders of runs, keeping how it looks."""

from __future__ import annotations

import re
from collections import Counter

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit import revisions
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.lines import (
    Atom,
    Line,
    all_lines,
    isolate,
    pieces,
    set_text,
    split_run,
    split_run_after,
)
from keenbench.formats.docx.edit.ops import ReplaceText
from keenbench.formats.docx.edit.order import remove
from keenbench.formats.docx.edit.overwritten import Overwritten, Results
from keenbench.formats.docx.edit.write import make_run
from keenbench.formats.docx.story import RUN, TEXT
from keenbench.formats.drawing_text import drawing_paragraphs
from keenbench.formats.ooxml_names import V, W
from keenbench.formats.styled_text import search_pattern
from keenbench.formats.xml_part import Element

_TOKENS = re.compile(r"\w+|\s+|[^\w\s]")
_PLACES = {
    "header": "headers",
    "footer": "footers",
}
_DRAWN = ("chart", "diagramData", "chartUserShapes")


def replace_text(doc: DocumentEdit, op: ReplaceText, report: OpReport) -> None:
    pattern = search_pattern(op.search, match_case=op.match_case, whole_word=op.whole_word)
    found: Counter[str] = Counter()
    overwritten = Overwritten()
    for kind, part in doc.stories():
        root = doc.tree(part)
        if root is None:
            report.warn("part_unreadable", f"The part {part} is damaged; it was not searched.")
            continue
        place = _PLACES.get(kind, kind)
        results = Results(root)
        for line in list(all_lines(root)):
            matches = list(pattern.finditer(line.text))
            if not matches:
                continue
            if not line.mirrored:
                found[place] += len(matches)
                for match in matches:
                    atoms = [atom for atom, _, _ in _touched(line, *match.span())]
                    overwritten.count(atoms, results)
            for match in reversed(matches):
                _replace(doc, line, match, op.replace, report)
            doc.change(part)
    report.count(matches=sum(found.values()), places=dict(sorted(found.items())))
    if not found:
        report.warn("no_match", "The text was not found; nothing was replaced.")
    overwritten.say(report)
    _say_what_stays(doc, pattern, report)


def _say_what_stays(doc: DocumentEdit, pattern: re.Pattern[str], report: OpReport) -> None:
    """Say where the text stands in drawings, which keep it."""
    drawn = 0
    for _, part in list(doc.stories()):
        for relationship in doc.edit.relationships(part).of_kind(*_DRAWN):
            root = (
                doc.tree(relationship.part)
                if relationship.part is not None and relationship.part in doc.edit
                else None
            )
            if root is not None:
                drawn += sum(bool(pattern.search(text)) for text in drawing_paragraphs(root))
        root = doc.tree(part)
        for art in () if root is None else root.iter(f"{V}textpath"):
            drawn += bool(pattern.search(art.get("string", "")))
    if drawn:
        report.warn(
            "in_drawings",
            f"The text also stands in {drawn} places of charts, diagrams or word art, which were "
            "not changed.",
        )


def _replace(
    doc: DocumentEdit, line: Line, match: re.Match[str], new: str, report: OpReport
) -> None:
    """Replace one match; what its ends have in common with the new text stays as it is."""
    start, end = match.span()
    new = new.replace("\r\n", "\n").replace("\r", "\n")
    old = _TOKENS.findall(match[0])
    words = _TOKENS.findall(new)
    if old == words:
        return
    kept = 0
    while kept < min(len(old), len(words)) and old[kept] == words[kept]:
        kept += 1
    tail = 0
    while tail < min(len(old), len(words)) - kept and old[-1 - tail] == words[-1 - tail]:
        tail += 1
    start += sum(map(len, old[:kept]))
    end -= sum(map(len, old[len(old) - tail :])) if tail else 0
    new = "".join(words[kept : len(words) - tail])
    if doc.tracking is None:
        _write_plain(line, start, end, new)
    elif not _is_plain(line, start, end):
        report.warn(
            "not_tracked",
            "Text that is written twice for different programs was changed without a revision.",
        )
        _write_plain(line, start, end, new)
    else:
        _write_tracked(doc, line, start, end, new)


def _touched(line: Line, start: int, end: int) -> list[tuple[Atom, int, int]]:
    """Return the atoms of a stretch, each with its own part of it."""
    out = []
    for atom, at in zip(line.atoms, line.starts, strict=True):
        low, high = max(start, at), min(end, at + len(atom.text))
        if low < high:
            out.append((atom, low - at, high - at))
    return out


def _spot(line: Line, start: int) -> tuple[Atom, int]:
    """Return the atom and offset where text is put in without taking any out."""
    if start == 0:
        return line.atoms[line.at(0)], 0
    at = line.at(start - 1)
    return line.atoms[at], start - line.starts[at]


def _is_plain(line: Line, start: int, end: int) -> bool:
    """Whether every element touched stands in its run directly, so that the run can be cut."""
    atoms = [atom for atom, _, _ in _touched(line, start, end)] or [_spot(line, start)[0]]
    for atom in atoms:
        parent = atom.element.getparent()
        if parent is None or parent.tag != RUN:
            return False
    return True


def _write_plain(line: Line, start: int, end: int, new: str) -> None:
    touched = _touched(line, start, end)
    if touched:
        atom, low, _ = touched[0]
    else:
        atom, low = _spot(line, start)
    high = touched[0][2] if touched else low
    for other, first, last in reversed(touched[1:]):
        _cut_out(other, first, last)
    if atom.is_text:
        before, after = atom.text[:low], atom.text[high:]
        _set_pieces(atom.element, before, new, after)
        atom.text = atom.element.text or ""  # what stands after a line end is in other elements
    else:
        for piece in reversed(pieces(new)):
            atom.element.addnext(piece)
        if touched:
            remove(atom.element)


def _cut_out(atom: Atom, low: int, high: int) -> None:
    if not atom.is_text:
        remove(atom.element)
        return
    atom.text = atom.text[:low] + atom.text[high:]
    set_text(atom.element, atom.text)
    if not atom.text:
        remove(atom.element)


def _set_pieces(element: Element, before: str, new: str, after: str) -> None:
    """Write text into a w:t; line ends and tabs in it need elements of their own."""
    made = pieces(before + new + after) if "\n" in new or "\t" in new else []
    if not made:
        text = before + new + after
        set_text(element, text)
        if not text:
            remove(element)
        return
    for piece in reversed(made[1:]):
        element.addnext(piece)
    head = made[0]
    if head.tag == TEXT:
        set_text(element, head.text or "")
    else:
        element.addnext(head)
        set_text(element, "")


def _write_tracked(doc: DocumentEdit, line: Line, start: int, end: int, new: str) -> None:
    touched = _touched(line, start, end)
    base_run = (touched[0][0] if touched else _spot(line, start)[0]).run
    if revisions.in_our_insertion(doc, base_run) and all(
        revisions.in_our_insertion(doc, atom.run) for atom, _, _ in touched
    ):
        _write_plain(line, start, end, new)  # as when a person edits what they just typed
        return
    properties = base_run.find(f"{W}rPr")
    made = revisions.inserted(doc, [make_run(new, properties)]) if new else []
    if not touched:
        _put_in(doc, line, start, made)
        return
    runs = [isolate(atom, low, high) for atom, low, high in reversed(touched)][::-1]
    last = runs[-1]
    if made:
        # Where the last of the old text stands in a link and the first does not, the new text
        # belongs with the first.
        anchor = runs[0] if runs[0].getparent() is not last.getparent() else last
        if revisions.in_our_insertion(doc, anchor):
            for element in _inner(made):
                anchor.addnext(element)
        else:
            revisions.put_after(doc, anchor, made)
    for run in runs:
        revisions.delete_run(doc, run)


def _inner(made: list[Element]) -> list[Element]:
    """Return the runs inside new insertions, for a place that is an insertion already."""
    return [run for element in made for run in list(element)]


def _put_in(doc: DocumentEdit, line: Line, start: int, made: list[Element]) -> None:
    atom, offset = _spot(line, start)
    if offset == 0:
        revisions.put_before(doc, split_run(atom.run, atom.element), made)
        return
    if atom.is_text and offset < len(atom.text):
        run = isolate(atom, 0, offset)
    else:
        run = split_run_after(atom.run, atom.element)
    revisions.put_after(doc, run, made)
