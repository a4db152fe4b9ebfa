"""The results of formulas, computed after an edit and saved in the cells.

formualizer computes them where it is installed and knows every function. Where it does not,
LibreOffice is asked, which lives in another box; until it answers nothing is saved, and the
workbook computes them when it is opened. Results that depend on more than the workbook are left to
that moment in any case, so that the same edit gives the same bytes.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile

from keenbench.formats.asking import (
    MADE_ROOT,
    RESULT_FILE,
    TakeParams,
    answer_of,
    ask_office,
    question_of,
    senseless,
)
from keenbench.formats.call import Call
from keenbench.formats.fidelity import save
from keenbench.formats.package import Package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.shape import MapWarning
from keenbench.formats.xlsx.edit.applied import Recalculated, XlsxApplied
from keenbench.formats.xlsx.edit.array_formulas import is_wide, lifts
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.edit.readback import read_back
from keenbench.formats.xlsx.edit.results import (
    Outcome,
    has_formulas,
    names_unknown,
    read_results,
    save_results,
)
from keenbench.formats.xlsx.edit.sheet import EditedSheet
from keenbench.formats.xlsx.edit.slim_workbook import sheet_parts, slim_workbook
from keenbench.formats.xlsx.edit.unsteady import Formulas, Place, unsteady_cells

_MOST_INPUTS = 100_000
_MOST_FOLLOWED = 50_000  # formulas: to read what more of them refer to would take seconds
NOT_COMPUTED = "not_recalculated"
_RESULT = re.compile(rb"(<f(?:\s[^>]*?)?\s*(?:/>|>[^<]*</f\s*>))<v>[^<]*</v>")
# LOOKUP(2,1/(…),…), the idiom for the last match: formualizer 0.13 searches among the errors and
# finds another one (seen on SpreadsheetBench 59902).
_MISJUDGED = re.compile(rb"\b(?:LOOKUP|MATCH)\([^,()]*,\s*\(*1/", re.IGNORECASE)
# What depends on it is not saved; it is fixed so that nothing can depend on it unseen.
_CLOCK = dt.datetime(2001, 2, 3, 4, 5, 6, tzinfo=dt.UTC)


class CannotCompute(Exception):
    """An engine refuses; its message says why."""


def recalculate(book: EditedBook, warnings: list[MapWarning]) -> Recalculated:
    """Compute every formula and save the results in their cells, and in nothing else."""
    book.settle()
    if not has_formulas(book):
        return Outcome().told(None)
    slim = slim_workbook(book)
    try:
        if _holds_lifted(book):
            raise CannotCompute("formualizer takes one value where a function is given several")
        computed = read_results(_by_formualizer(slim.data), slim.parts)
        if names_unknown(book, computed.results):
            # It does not list every function that it does not know (GROUPBY, in 0.13).
            raise CannotCompute("formualizer does not know a function")
    except CannotCompute as why:
        warnings.append(
            MapWarning(
                code=NOT_COMPUTED,
                message=f"The results of formulas were not computed: {why}. They will be when the "
                "workbook is opened.",
            )
        )
        if book.call is not None:
            question = {
                "asked_on_opening": not book.calculation.is_asked_for,
                "inputs": None if book.inputs is None else sorted(book.inputs),
            }
            ask_office(book.call, question, _without_results(slim.data))
        return Outcome().told(None)
    unsteady = unsteady_cells(book)
    done = save_results(book, computed, unsteady, _affected(book))
    book.values_changed = book.values_changed and bool(unsteady)
    return done.told("formualizer")


def take_results(call: Call, params: TakeParams) -> XlsxApplied:
    """Save what LibreOffice computed in the workbook that was made."""
    applied = XlsxApplied.model_validate(params.so_far)
    with call.open(MADE_ROOT, RESULT_FILE) as file:
        book = EditedBook(PackageEdit(Package(file, params.path)))
        try:
            computed = read_results(answer_of(call), sheet_parts(book))
        except (zipfile.BadZipFile, KeyError, NotImplementedError):
            raise senseless(params.path) from None
        unsteady = unsteady_cells(book)
        strange = names_unknown(book, computed.results) - unsteady
        if strange:
            # A function that LibreOffice does not know: what the author's program said stays.
            unsteady |= Formulas(book).depending_on(strange)
        question = question_of(call)
        inputs = question.get("inputs")
        book.inputs = None if inputs is None else {(one[0], one[1], one[2]) for one in inputs}
        done = save_results(book, computed, unsteady, _affected(book))
        # LibreOffice keeps an array formula to the cells it was entered in.
        settled = not unsteady and not any(sheet.arrays() for sheet in _worksheets(book))
        if question.get("asked_on_opening") and settled:
            book.want_no_results()
        save(
            call,
            book.edit,
            book.touched(),
            allow_break_signature=True,  # that was settled before
            read_back=lambda after: read_back(after, book),
        )
        book.close()
    applied.recalculated = done.told("libreoffice")
    applied.warnings = [one for one in applied.warnings if one.code != NOT_COMPUTED]
    if strange:
        applied.warnings.append(
            MapWarning(
                code="unknown_functions",
                message=f"{len(strange)} formulas hold functions that LibreOffice does not know; "
                "they and what depends on them keep the results they had.",
            )
        )
    return applied


def _affected(book: EditedBook) -> set[Place] | None:
    """Return the cells whose results the edit may have changed; None: any of them."""
    if book.inputs is None or len(book.inputs) > _MOST_INPUTS:
        return None
    count = sum(chunk.count(b"<f") for one in _worksheets(book) for chunk in one.rows.chunks())
    return None if count > _MOST_FOLLOWED else Formulas(book).depending_on(book.inputs)


def _worksheets(book: EditedBook) -> list[EditedSheet]:
    return [sheet for sheet in book.sheets if sheet.kind == "worksheet"]


def _holds_lifted(book: EditedBook) -> bool:
    """Tell whether a formula is one that formualizer 0.13 misjudges.

    SUMPRODUCT(LEN(A1:A4)) and SUMPRODUCT((YEAR(A1:A4)=2024)*B1:B4) take the first cell alone.
    """
    names = {
        element.get("name", "").casefold()
        for element in book.workbook.iterfind(f"{MAIN}definedNames/{MAIN}definedName")
        if is_wide(element.text or "")
    }
    return any(
        lifts(text, names) for sheet in _worksheets(book) for *_, text in sheet.rows.formulas(b"(")
    )


def _by_formualizer(data: bytes) -> bytes:
    try:
        import formualizer
    except ImportError:
        raise CannotCompute(
            "formualizer is not installed (pip install keenbench[recalculate])"
        ) from None
    if _holds(_MISJUDGED, data):
        raise CannotCompute("formualizer misjudges LOOKUP and MATCH over 1/(…)")
    try:
        answer = formualizer.recalculate_xlsx_bytes(
            data, rng_seed=1, deterministic_timestamp_utc=_CLOCK
        )
    except (OSError, ValueError, RuntimeError) as error:
        # Its message may quote a formula, which is content.
        raise CannotCompute(f"formualizer refuses the workbook ({type(error).__name__})") from None
    unknown = [str(one["name"]) for one in answer["summary"].get("unknown_functions", [])]
    if unknown:
        # Not only these cells: IFERROR around them would hide it.
        raise CannotCompute(f"formualizer does not know {', '.join(sorted(unknown)[:10])}")
    return bytes(answer["bytes"])


def _holds(pattern: re.Pattern[bytes], data: bytes) -> bool:
    """Tell whether a formula or name of the small workbook holds what `pattern` finds."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return any(
            pattern.search(archive.read(name)) is not None
            for name in archive.namelist()
            if name.startswith("xl/worksheets/sheet") or name == "xl/workbook.xml"
        )


def _without_results(data: bytes) -> bytes:
    """Return the small workbook with formulas alone, so that none of the old results is taken."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename.startswith("xl/worksheets/sheet"):
                content = _RESULT.sub(rb"\1", content)
            new.writestr(info, content, compress_type=zipfile.ZIP_DEFLATED, compresslevel=1)
    return out.getvalue()
