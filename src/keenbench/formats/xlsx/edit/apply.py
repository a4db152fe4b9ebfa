"""Applying operations to a workbook: all of them or none, read back before they are called done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats import fidelity
from keenbench.formats.applying import OpReport, base_of
from keenbench.formats.call import Call
from keenbench.formats.documents import require_kind
from keenbench.formats.package import Package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.shape import MapWarning
from keenbench.formats.xlsx.edit import (
    cells,
    charts,
    conditional,
    defined_names,
    images,
    layout,
    page_setup,
    sheets,
    structure,
    summary,
    tables,
    validation,
)
from keenbench.formats.xlsx.edit.applied import XlsxApplied
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.focus import Watched
from keenbench.formats.xlsx.edit.ops import XlsxApplyParams
from keenbench.formats.xlsx.edit.places import check_sheet_name
from keenbench.formats.xlsx.edit.readback import read_back
from keenbench.formats.xlsx.edit.recalculate import recalculate
from keenbench.formats.xlsx.edit.template import MAIN_TYPES, main_type, new_workbook
from keenbench.formats.xlsx.part_access import PartDamaged

Handler = Callable[[EditedBook, Any, OpReport], None]

HANDLERS: dict[str, Handler] = {
    **cells.HANDLERS,
    **layout.HANDLERS,
    **sheets.HANDLERS,
    **tables.HANDLERS,
    **conditional.HANDLERS,
    **validation.HANDLERS,
    **page_setup.HANDLERS,
    **charts.HANDLERS,
    **images.HANDLERS,
    **summary.HANDLERS,
    **defined_names.HANDLERS,
    **structure.HANDLERS,
}
# What changes no result, or only by the cells that it writes.
_WRITES_CELLS = frozenset(
    (
        "set_cells",
        "set_range",
        "clear_range",
        "summarize_by_category",
        "set_column_widths",
        "set_row_heights",
        "freeze_panes",
        "add_conditional_format",
        "add_data_validation",
        "add_chart",
        "insert_image",
        "set_page_setup",
        "set_tab_color",
    )
)
_MACROS = (".xlsm", ".xltm")


def apply_xlsx(call: Call, params: XlsxApplyParams) -> XlsxApplied:
    suffix = PurePath(params.path).suffix.lower()
    if suffix not in MAIN_TYPES:
        raise ValidationFailed(
            f"{params.path} is not a workbook that can be written (.xlsx .xlsm .xltx .xltm).",
            path=params.path,
        )
    with _opened(call, params) as book:
        report, watched = [], Watched(book)
        if any(op.op not in _WRITES_CELLS for op in params.ops):
            book.inputs = None
        for index, op in enumerate(params.ops):
            done = OpReport(index=index, op=op.op)
            run(book, op, done)
            report.append(done)
            watched.after(op, done)
        focus = watched.focus()
        book.settle()
        told: list[MapWarning] = []
        recalculated = recalculate(book, told) if params.recalculate else None
        book.ask_for_results()
        warnings = fidelity.save(
            call,
            book.edit,
            book.touched(),
            allow_break_signature=params.allow_break_signature,
            read_back=lambda after: read_back(after, book),
        )
    return XlsxApplied(
        report=report, warnings=[*told, *warnings], focus=focus, recalculated=recalculated
    )


def run(book: EditedBook, op: Any, report: OpReport) -> None:
    """Apply one operation; a refusal names it."""
    try:
        HANDLERS[op.op](book, op, report)
    except ValidationFailed as why:
        if why.message.startswith("ops["):
            raise
        raise ValidationFailed(
            f"ops[{report.index}]: {why.message}",
            path=why.fields["path"],
            detail=why.fields["detail"],
        ) from why
    except PartDamaged as damage:
        raise FileReadFailed(
            f"The document is damaged: a sheet {damage}.", path=book.path
        ) from None


@contextmanager
def _opened(call: Call, params: XlsxApplyParams) -> Iterator[EditedBook]:
    base, source = base_of(call, params)
    file = (
        new_workbook(params.path, _first_sheet(params))
        if base == "new"
        else call.open(source.root, source.name)
    )
    with file:
        package = Package(file, source.name)
        require_kind(package, "xlsx")
        book = EditedBook(PackageEdit(package))
        book.call, book.root = call, params.root
        if base == "new":
            book.fresh = book.sheets[0].name
        if base == "copy":
            _rename_type(book, source.name, params.path)
        yield book
        book.close()


def _first_sheet(params: XlsxApplyParams) -> str:
    """Return how the one sheet of a new workbook is called: as the first operation wants it."""
    for op in params.ops:
        if op.op == "ensure_sheet":
            try:
                return check_sheet_name(op.sheet)
            except ValueError:
                return "Sheet1"  # the operation itself will say what is wrong
        break
    return "Sheet1"


def _rename_type(book: EditedBook, old: str, new: str) -> None:
    """Give a copy the type that its new name promises: Excel refuses a file that is another."""
    before, after = PurePath(old).suffix.lower(), PurePath(new).suffix.lower()
    if before == after:
        return
    has_macros = any(name.lower().endswith("vbaproject.bin") for name in book.edit.names())
    if has_macros and after not in _MACROS:
        raise ValidationFailed(
            f"{old} holds macros, which a {after} file cannot keep. Copy it to an .xlsm file.",
            path=new,
        )
    book.retype(book.main, main_type(new))
