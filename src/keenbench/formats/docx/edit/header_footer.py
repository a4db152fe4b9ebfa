"""Headers and footers of pages, with fields for the page's number, the pages and the date.

A section without a header of its own shows that of the section before. So setting one section
gives the next one what it showed until now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit import revisions
from keenbench.formats.docx.edit.blocks import fresh
from keenbench.formats.docx.edit.document import WORD_TYPE, DocumentEdit
from keenbench.formats.docx.edit.ops import HeaderPiece, SetHeaderFooter
from keenbench.formats.docx.edit.order import add, drop, put, w
from keenbench.formats.docx.edit.places import blocks, chosen_sections, page_sections
from keenbench.formats.docx.edit.styles import StyleSheet
from keenbench.formats.docx.edit.write import make_run
from keenbench.formats.docx.story import PROPERTIES, TBL, P
from keenbench.formats.ooxml_names import R, W, is_on
from keenbench.formats.relationships import relationships_part
from keenbench.formats.xml_part import Element

_FIELDS = {"page": "PAGE", "pages": "NUMPAGES", "date": 'DATE \\@ "yyyy-MM-dd"'}
_ROOTS = {"header": "hdr", "footer": "ftr"}
_PICTURES = (f"{W}drawing", f"{W}pict", f"{W}object")


def set_header_footer(doc: DocumentEdit, op: SetHeaderFooter, report: OpReport) -> None:
    sections = page_sections(doc)
    chosen = chosen_sections(doc, op.section, report.index)
    shown = [_shown(doc, sections, at, op) for at in range(len(sections))]
    kept = 0
    if op.section == "all" or len(sections) == 1:
        parts = list(dict.fromkeys(part for part in shown if part is not None))
        if shown[0] is None:
            part = _new(doc, op)
            _refer(doc, sections[0], op, part)
            parts.insert(0, part)
        for part in parts:
            kept += _fill(doc, part, op)
    else:
        kept = _set_one(doc, sections, chosen[0], shown, op)
    if op.type == "first":
        _show_first_pages(doc, sections, chosen, op, report)
    elif op.type == "default" and any(_has_first_page(sections[at]) for at in chosen):
        report.warn(
            "first_page_own",
            f"The first page has a {op.where} of its own, which was not changed; set it with "
            "type first.",
        )
    elif op.type == "even" and show_even_pages(doc):
        report.warn(
            "even_pages",
            "Even pages have headers and footers of their own now; set the other ones too "
            "where they should show something.",
        )
    report.count(sections=len(chosen))
    if kept:
        report.warn(
            "pictures_kept", f"The {op.where} held pictures or other objects, which were kept."
        )


def _set_one(
    doc: DocumentEdit,
    sections: list[Element],
    at: int,
    shown: list[str | None],
    op: SetHeaderFooter,
) -> int:
    """Set the header of one section, and let every other show what it showed."""
    own = _own(sections[at], op)
    following = at + 1
    if following < len(sections) and _own(sections[following], op) is None:
        before = shown[at]
        if before is None:
            before = _new(doc, op)
        _refer(doc, sections[following], op, before)
        own = None  # the part is the next section's now
    part = shown[at]
    if own is None or part is None or shown.count(part) > 1:
        part = _new(doc, op)
        _refer(doc, sections[at], op, part)
    return _fill(doc, part, op)


def _own(section: Element, op: SetHeaderFooter) -> Element | None:
    for reference in section.findall(f"{W}{op.where}Reference"):
        if reference.get(f"{W}type", "default") == op.type:
            return reference
    return None


def _shown(doc: DocumentEdit, sections: list[Element], at: int, op: SetHeaderFooter) -> str | None:
    """Return the part that a section shows, its own or that of a section before it."""
    for section in reversed(sections[: at + 1]):
        own = _own(section, op)
        if own is not None:
            found = doc.edit.relationships(doc.main).get(own.get(f"{R}id"))
            if found is not None and found.part is not None and found.part in doc.edit:
                return found.part
    return None


def _new(doc: DocumentEdit, op: SetHeaderFooter) -> str:
    name = doc.edit.free_name(doc.beside(op.where + "{}.xml"))
    root = _ROOTS[op.where]
    doc.add_part(
        name,
        f'<w:{root} xmlns:w="{W[1:-1]}" xmlns:r="{R[1:-1]}"><w:p/></w:{root}>',
        f"{WORD_TYPE}{op.where}+xml",
    )
    return name


def _refer(doc: DocumentEdit, section: Element, op: SetHeaderFooter, part: str) -> None:
    id = next(
        (
            known.id
            for known in doc.edit.relationships(doc.main).of_kind(op.where)
            if known.part == part
        ),
        None,
    )
    id = id or doc.edit.relate(doc.main, op.where, part)
    own = _own(section, op)
    if own is None:
        own = add(section, w(f"{op.where}Reference", type=op.type))
    if own.get(f"{R}id") != id:
        own.set(f"{R}id", id)
        doc.change()


def _has_first_page(section: Element) -> bool:
    found = section.find(f"{W}titlePg")
    return found is not None and is_on(found.get(f"{W}val"))


def _show_first_pages(
    doc: DocumentEdit,
    sections: list[Element],
    chosen: list[int],
    op: SetHeaderFooter,
    report: OpReport,
) -> None:
    """Have first pages differ, and let their other side show what it showed."""
    new = [at for at in chosen if not _has_first_page(sections[at])]
    if not new:
        return
    other = "footer" if op.where == "header" else "header"
    side = op.model_copy(update={"where": other})
    usual = op.model_copy(update={"where": other, "type": "default"})
    before = [_shown(doc, sections, at, side) for at in range(len(sections))]
    differed = [at for at, section in enumerate(sections) if _has_first_page(section)]
    copies: dict[str, str] = {}
    for at in new:
        put(sections[at], w("titlePg"))
        doc.change()
        if before[at] is not None:
            report.warn(
                "first_page_other",
                f"The first page shows a {other} of its own too now, which the document held; set "
                "it with type first where it should show another.",
            )
            continue
        part = _shown(doc, sections, at, usual)
        if part is not None:
            if part not in copies:
                copies[part] = _copied(doc, part)
            if _shown(doc, sections, at, side) != copies[part]:
                _refer(doc, sections[at], side, copies[part])
        elif _shown(doc, sections, at, side) is not None:
            _refer(doc, sections[at], side, _new(doc, side))
    for at in differed:
        # A later section without one of its own must not take over what was made here.
        if _shown(doc, sections, at, side) != before[at]:
            _refer(doc, sections[at], side, before[at] or _new(doc, side))


def _copied(doc: DocumentEdit, part: str) -> str:
    """Return a copy of a part, which refers to what the part refers to."""
    stem = re.sub(r"\d*\.xml$", "", part)
    name = doc.edit.free_name(stem.replace("{", "{{").replace("}", "}}") + "{}.xml")
    doc.add_part(name, doc.edit.read(part), doc.edit.content_type(part))
    held = relationships_part(part)
    if held in doc.edit:
        # Both lie in one folder, so that the targets mean the same.
        doc.add_part(relationships_part(name), doc.edit.read(held))
    return name


def _fill(doc: DocumentEdit, part: str, op: SetHeaderFooter) -> int:
    """Give a header its new text; return how many pictures or tables of pictures it keeps."""
    root = doc.edit.xml(part)
    old = [child for child in root if isinstance(child.tag, str)]
    model = next((one for child in old for one in child.iter(P)), None)
    properties = None if model is None else model.find(PROPERTIES)
    text = w("p")
    if properties is not None and len(properties):
        assert model is not None
        text = fresh(model)
    else:
        id = StyleSheet(doc).require(op.where, "paragraph")
        text.append(w("pPr", [w("pStyle", val=id)]))
    base = next((run.find(f"{W}rPr") for child in old for run in _text_runs(child)), None)
    content = [element for piece in op.parts for element in _piece(piece, base)]
    kept = 0
    if doc.tracking is not None:
        return _fill_tracked(doc, root, part, text, content)
    for child in old:
        if next(child.iter(*_PICTURES), None) is None:
            root.remove(child)
            continue
        kept += 1
        for paragraph in child.iter(P) if child.tag != TBL else ():
            _without_text(paragraph)
    text.extend(content)
    root.insert(0, text)
    doc.change(part)
    return kept


def _fill_tracked(
    doc: DocumentEdit, root: Element, part: str, text: Element, content: list[Element]
) -> int:
    """Mark the old text as deleted and put the new one into the last paragraph, whose end stays.

    A paragraph of a content control is not the header's own: what is put in it may be overwritten
    by what the control shows. Where there are only such ones the new text has a new paragraph,
    which goes when its insertion is rejected.
    """
    present = list(blocks(root))
    target = next((child for child in reversed(root) if child.tag == P), None)
    kept = 0
    for block in present:
        held = next(block.iter(*_PICTURES), None) is not None
        kept += held
        if block.tag == TBL:
            if not held:
                revisions.mark_deleted(doc, block)
            continue
        for run in _text_runs(block):
            revisions.delete_run(doc, run)
        stays = held or block is target or block is present[-1]
        if not stays and revisions.mark_of(block, "del") is None:
            revisions.mark_end(doc, block, "del")
    if target is not None:
        target.extend(revisions.inserted(doc, content))
    else:
        text.extend(content)
        revisions.mark_inserted(doc, text)
        root.insert(0, text)
    doc.change(part)
    return kept


def _without_text(paragraph: Element) -> None:
    for run in list(_text_runs(paragraph)):
        parent = run.getparent()
        if parent is not None:
            parent.remove(run)


def _text_runs(element: Element) -> Iterator[Element]:
    """Yield the runs that hold no picture, those in boxes not."""
    for run in list(element.iter(f"{W}r")):
        if next(run.iter(*_PICTURES), None) is None and not any(
            True for _ in run.iterancestors(*_PICTURES, f"{W}del", f"{W}moveFrom")
        ):
            yield run


def _piece(piece: HeaderPiece, base: Element | None) -> list[Element]:
    if piece.field is None:
        return [make_run(piece.text or "", base)] if piece.text else []
    shown = "" if piece.field == "date" else "1"  # Word and LibreOffice work it out on opening
    runs = [make_run("", base) for _ in range(4)]
    runs[0].append(w("fldChar", fldCharType="begin"))
    code = w("instrText")
    code.text = f" {_FIELDS[piece.field]} "
    code.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    runs[1].append(code)
    runs[2].append(w("fldChar", fldCharType="separate"))
    runs[3].append(w("fldChar", fldCharType="end"))
    return [*runs[:3], *([make_run(shown, base)] if shown else []), runs[3]]


def show_even_pages(doc: DocumentEdit) -> bool:
    """Have even pages show headers and footers of their own; return whether they did not yet."""
    empty = f'<w:settings xmlns:w="{W[1:-1]}"/>'
    part = doc.require_part("settings", "settings.xml", "settings+xml", empty)
    root = doc.edit.xml(part)
    present = root.find(f"{W}evenAndOddHeaders")
    if present is not None and present.get(f"{W}val") in (None, "1", "true", "on"):
        return False
    drop(root, "evenAndOddHeaders")
    put(root, w("evenAndOddHeaders"))
    doc.change(part)
    return True
