"""One operation carried out on a deck."""

from __future__ import annotations

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.call import Call
from keenbench.formats.ooxml_names import A, P
from keenbench.formats.pptx.edit import ops
from keenbench.formats.pptx.edit.charts import add_chart
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.edit.footers import set_footer
from keenbench.formats.pptx.edit.images import add_image
from keenbench.formats.pptx.edit.layouts import (
    named_layout,
    slide_placeholder,
    text_body,
    usual_layout,
)
from keenbench.formats.pptx.edit.notes import set_notes
from keenbench.formats.pptx.edit.overflow import note_text
from keenbench.formats.pptx.edit.paragraphs import Writer, lines_of, list_level, run_properties
from keenbench.formats.pptx.edit.relayout import set_layout
from keenbench.formats.pptx.edit.replace import replace_text
from keenbench.formats.pptx.edit.runs import Line, is_shown, paragraphs_under
from keenbench.formats.pptx.edit.sizes import set_slide_size
from keenbench.formats.pptx.edit.slides import (
    add_slide,
    check_position,
    delete_slide,
    duplicate_slide,
    move_slide,
)
from keenbench.formats.pptx.edit.tables import add_table
from keenbench.formats.pptx.shapes import slide_shapes
from keenbench.formats.styled_text import Looks, ParagraphKeys, Run, search_pattern
from keenbench.formats.xml_part import Element


def run_op(deck: DeckEdit, call: Call, root: str, index: int, op: ops.PptxOp) -> OpReport:
    """Carry out an operation and report what it did."""
    report = OpReport(index=index, op=op.op)
    where = f"ops[{index}]"
    match op:
        case ops.AddSlide():
            _add_slide(deck, op, report, where)
        case ops.SetSlideSize():
            set_slide_size(deck, op, report)
        case ops.ReplaceText():
            replace_text(deck, _slides(deck, op.index, where), op, report)
        case ops.SetFooter():
            set_footer(deck, _slides(deck, op.index, where), op, report)
        case _:
            part = deck.slide(op.index, f"{where}.index")
            _on_slide(deck, call, root, part, op, report, where)
    return report


def _on_slide(
    deck: DeckEdit,
    call: Call,
    root: str,
    part: str,
    op: ops.PptxOp,
    report: OpReport,
    where: str,
) -> None:
    match op:
        case ops.SetSlideText():
            _write_text(deck, part, op, report, where)
        case ops.AppendBullets():
            _append_bullets(deck, part, op, report, where)
        case ops.SetNotes():
            set_notes(deck, part, op, report)
        case ops.AddTable():
            add_table(deck, part, op, report, where)
        case ops.AddChart():
            add_chart(deck, part, op, report)
        case ops.AddImage():
            add_image(deck, part, op, call, root, report, where)
        case ops.MoveSlide():
            check_position(deck, op.to, deck.slide_count - 1, f"{where}.to")
            move_slide(deck, op.index, op.to)
        case ops.DuplicateSlide():
            to = op.index + 1 if op.to is None else op.to
            check_position(deck, to, deck.slide_count, f"{where}.to")
            duplicate_slide(deck, op.index, to, report)
            report.count(slide_index=to)
        case ops.DeleteSlide():
            delete_slide(deck, op.index, report)
        case ops.SetLayout():
            set_layout(deck, part, named_layout(deck, op.layout, f"{where}.layout"), report)
        case ops.FormatText():
            _format_text(deck, part, op, report, where)
        case ops.AddHyperlink():
            _add_hyperlink(deck, part, op, report)


def _slides(deck: DeckEdit, index: int | None, where: str) -> list[str]:
    return deck.slides() if index is None else [deck.slide(index, f"{where}.index")]


def _add_slide(deck: DeckEdit, op: ops.AddSlide, report: OpReport, where: str) -> None:
    has_title = op.title is not None or op.title_runs is not None
    has_body = op.body is not None or op.body_runs is not None
    if op.layout is None:
        layout = usual_layout(deck, title=has_title, body=has_body)
    else:
        layout = named_layout(deck, op.layout, f"{where}.layout")
    at = deck.slide_count if op.index is None else op.index
    check_position(deck, at, deck.slide_count, f"{where}.index")
    part = add_slide(deck, layout.part, at)
    report.count(slide_index=at, layout=layout.name)
    _write_text(deck, part, op, report, where)


def _write_text(deck: DeckEdit, part: str, op: ops.SlideText, report: OpReport, where: str) -> None:
    """Fill title and body. What is said of a list is said of the body."""
    filled: list[Element] = []
    writer = Writer(deck, part, report)
    keys = ParagraphKeys.model_validate(
        {name: getattr(op, name) for name in ParagraphKeys.model_fields}
    )
    title_keys = keys.model_copy(update={"list": None, "level": None})
    for role, text, runs, wears in (
        ("title", op.title, op.title_runs, title_keys),
        ("body", op.body, op.body_runs, keys),
    ):
        lines = lines_of(text, runs)
        if lines is None:
            continue
        shape = slide_placeholder(deck, part, role, f"{where}.{role}")
        writer.fill(text_body(shape), lines, wears)
        filled.append(shape)
        report.count(**{f"{role}_paragraphs": len(lines)})
    if filled:
        deck.touch(part)
        note_text(deck, part, filled, report)


def _append_bullets(
    deck: DeckEdit, part: str, op: ops.AppendBullets, report: OpReport, where: str
) -> None:
    shape = slide_placeholder(deck, part, "body", where)
    lines: list[tuple[list[Run], int | None]] = []
    for number, bullet in enumerate(op.bullets):
        if isinstance(bullet, str):
            lines += [(line, None) for line in lines_of(bullet, None) or []]
        else:
            key = f"bullets[{number}].level"
            level = list_level(Looks({key: bullet.level}, report), key)
            lines += [(line, level) for line in lines_of(bullet.text, bullet.runs) or []]
    Writer(deck, part, report).append(text_body(shape), lines, op)
    deck.touch(part)
    report.count(bullets=len(op.bullets))
    note_text(deck, part, [shape], report)


def _format_text(
    deck: DeckEdit, part: str, op: ops.FormatText, report: OpReport, where: str
) -> None:
    writer = Writer(deck, part, report)
    looks = Looks(op, report)
    if op.search is not None:
        pattern = search_pattern(op.search, match_case=True, whole_word=False)
        matches = 0
        for paragraph in list(paragraphs_under(deck.tree(part))):
            found = Line(paragraph).change(
                pattern, lambda run: writer.format_run(run_properties(run), looks)
            )
            if found:
                writer.format_paragraph(paragraph, looks)
            matches += found if is_shown(paragraph) else 0
        report.count(matches=matches)
        if not matches:
            report.warn("no_match", "The text was not found on the slide; nothing changed.")
            return
    else:
        shape = _shape(deck, part, op.shape, where)
        runs = 0
        for paragraph in paragraphs_under(shape):
            writer.format_paragraph(paragraph, looks)
            for run in paragraph.iterchildren(f"{A}r", f"{A}fld"):
                writer.format_run(run_properties(run), looks)
                runs += 1
        report.count(runs=runs)
    deck.touch(part)
    shapes = list(deck.tree(part).iter(f"{P}sp"))
    note_text(deck, part, shapes, report)


def _shape(deck: DeckEdit, part: str, wanted: str | int | None, where: str) -> Element:
    shapes = slide_shapes(deck.edit.xml(part), deck.inherited(part))
    found = [
        shape
        for shape in shapes
        if (shape.index == wanted if isinstance(wanted, int) else shape.name == wanted)
    ]
    if len(found) == 1:
        return found[0].element
    named = ", ".join(f"{shape.index} {shape.name}" for shape in shapes) or "none"
    how = "no shape" if not found else "several shapes"
    raise ValidationFailed(
        f"{where}.shape names {how}. The shapes of the slide are: {named}.", path=deck.path
    )


def _add_hyperlink(deck: DeckEdit, part: str, op: ops.AddHyperlink, report: OpReport) -> None:
    writer = Writer(deck, part, report)
    pattern = search_pattern(op.search, match_case=True, whole_word=False)
    matches = 0
    for paragraph in list(paragraphs_under(deck.tree(part))):
        found = Line(paragraph).change(
            pattern, lambda run: writer.link(run_properties(run), op.url)
        )
        matches += found if is_shown(paragraph) else 0
    report.count(matches=matches)
    if matches:
        deck.touch(part)
    else:
        report.warn("no_match", "The text was not found on the slide; no link was made.")
