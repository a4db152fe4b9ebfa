"""The results of formulas, computed after an edit and saved in the cells.

formualizer computes them where it is installed and knows every function; else LibreOffice where
there is one. Where neither can, nothing is written and the workbook computes them when it is
opened. Results that depend on the clock or on chance are left to that moment too, so that the same
edit gives the same bytes.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import shutil
import subprocess
import tempfile
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from keenbench.errors import ValidationFailed
from keenbench.formats.shape import MapWarning
from keenbench.formats.xlsx.addresses import Range, cell_name
from keenbench.formats.xlsx.edit.applied import MOST_CHANGED, ChangedCell, ErrorCell, Recalculated
from keenbench.formats.xlsx.edit.book import EditedBook
from keenbench.formats.xlsx.edit.cell_xml import Cell, escaped
from keenbench.formats.xlsx.edit.rows import SheetRows
from keenbench.formats.xlsx.edit.slim_workbook import Slim, slim_workbook

_MOST_ERRORS = 10_000
_MOST_SPILLED = 100_000
_OFFICE_SECONDS = 100
# Another engine may add up in another order; a result this close is the same result.
_SAME = 1e-11
_UNSTEADY = re.compile(rb"\b(?:TODAY|NOW|RAND|RANDBETWEEN|RANDARRAY)\(", re.IGNORECASE)
_VALUE = re.compile(rb"<v(?:\s[^>]*)?(?:/>|>[^<]*</v\s*>)|<is(?:\s[^>]*)?>.*?</is\s*>", re.DOTALL)
_FORMULA = re.compile(rb"<f(?:\s[^>]*?)?\s*(?:/>|>[^<]*</f\s*>)")
_RESULT = re.compile(rb"(<f(?:\s[^>]*?)?\s*(?:/>|>[^<]*</f\s*>))<v>[^<]*</v>")
# LOOKUP(2,1/(…),…), the idiom for the last match: formualizer 0.13 searches among the errors and
# finds another one (seen on SpreadsheetBench 59902).
_MISJUDGED = re.compile(rb"\b(?:LOOKUP|MATCH)\([^,()]*,\s*\(*1/", re.IGNORECASE)
_SHEET_DATA = re.compile(rb"<sheetData(?:\s[^>]*)?>")
_CLOCKS = (
    dt.datetime(2001, 2, 3, 4, 5, 6, tzinfo=dt.UTC),
    dt.datetime(2017, 8, 9, 10, 11, 12, tzinfo=dt.UTC),
)

Value = tuple[bytes, str]  # the type of a cell and its raw value
Results = dict[str, dict[tuple[int, int], Value]]  # by sheet and place


class CannotCompute(Exception):
    """An engine refuses; its message says why."""


@dataclass
class _Outcome:
    engine: str | None = None
    formulas: int = 0
    left: int = 0
    changed: list[ChangedCell] = field(default_factory=list)
    changed_count: int = 0
    errors: list[ErrorCell] = field(default_factory=list)


def recalculate(book: EditedBook, warnings: list[MapWarning]) -> Recalculated:
    """Compute every formula and save the results in their cells, and in nothing else."""
    book.settle()
    done = _Outcome()
    steady = True
    if any(b"<f" in book.edit.read(s.part) for s in book.sheets if s.kind == "worksheet"):
        slim = slim_workbook(book)
        try:
            results, unsteady = _computed(slim, done)
        except CannotCompute as why:
            warnings.append(
                MapWarning(
                    code="not_recalculated",
                    message=f"The results of formulas were not computed: {why}. They will be when "
                    "the workbook is opened.",
                )
            )
        else:
            steady = not unsteady
            _write(book, results, unsteady, done)
            book.settle()
            book.values_changed = book.values_changed and not steady
    return Recalculated(
        engine=done.engine,
        formula_count=done.formulas,
        changed_count=done.changed_count,
        changed=done.changed,
        error_count=len(done.errors),
        errors=done.errors[:_MOST_ERRORS],
        left_count=done.left,
    )


def _computed(slim: Slim, done: _Outcome) -> tuple[Results, set[tuple[str, int, int]]]:
    """Return the results, and the cells whose result is another each time."""
    reasons = []
    for engine, compute in (("formualizer", _by_formualizer), ("libreoffice", _by_libreoffice)):
        try:
            results = _read(compute(slim.data, _CLOCKS[0]), slim)
            unsteady: set[tuple[str, int, int]] = set()
            if _holds(_UNSTEADY, slim.data):
                if engine == "libreoffice":
                    raise CannotCompute("they depend on the clock or on chance")
                again = _read(compute(slim.data, _CLOCKS[1]), slim)
                unsteady = {
                    (sheet, *place)
                    for sheet, cells in results.items()
                    for place, value in cells.items()
                    if again[sheet].get(place) != value
                }
        except CannotCompute as why:
            reasons.append(str(why))
            continue
        done.engine = engine
        return results, unsteady
    raise CannotCompute("; ".join(reasons))


def _holds(pattern: re.Pattern[bytes], data: bytes) -> bool:
    """Tell whether a formula or name of the small workbook holds what `pattern` finds."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return any(
            pattern.search(archive.read(name)) is not None
            for name in archive.namelist()
            if name.startswith("xl/worksheets/sheet") or name == "xl/workbook.xml"
        )


def _by_formualizer(data: bytes, clock: dt.datetime) -> bytes:
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
            data, rng_seed=clock.year, deterministic_timestamp_utc=clock
        )
    except (OSError, ValueError, RuntimeError) as error:
        # Its message may quote a formula, which is content.
        raise CannotCompute(f"formualizer refuses the workbook ({type(error).__name__})") from None
    unknown = [str(one["name"]) for one in answer["summary"].get("unknown_functions", [])]
    if unknown:
        # Not only these cells: IFERROR around them would hide it.
        raise CannotCompute(f"formualizer does not know {', '.join(sorted(unknown)[:10])}")
    return bytes(answer["bytes"])


def _by_libreoffice(data: bytes, clock: dt.datetime) -> bytes:
    """Have LibreOffice read the formulas without results, which makes it compute them."""
    office = shutil.which("soffice")
    if office is None:
        raise CannotCompute("LibreOffice is not at hand")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        source, out = Path(folder) / "book.xlsx", Path(folder) / "out"
        source.write_bytes(_without_results(data))
        command = [
            office,
            f"-env:UserInstallation=file://{folder}/profile",
            "--headless",
            "--norestore",
            "--convert-to",
            "xlsx:Calc MS Excel 2007 XML",
            "--outdir",
            str(out),
            str(source),
        ]
        try:
            subprocess.run(command, capture_output=True, timeout=_OFFICE_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            raise CannotCompute("LibreOffice did not answer") from None
        made = out / "book.xlsx"
        if not made.exists():
            raise CannotCompute("LibreOffice does not open the workbook")
        return made.read_bytes()


def _without_results(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename.startswith("xl/worksheets/sheet"):
                content = _RESULT.sub(rb"\1", content)
            new.writestr(info, content, compress_type=zipfile.ZIP_DEFLATED, compresslevel=1)
    return out.getvalue()


def _read(data: bytes, slim: Slim) -> Results:
    """Return what stands in each cell of the computed workbook that has a value."""
    results: Results = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for sheet, part in slim.parts.items():
            content = archive.read(part)
            start, end = _SHEET_DATA.search(content), content.rfind(b"</sheetData")
            found: dict[tuple[int, int], Value] = {}
            if start is not None and end >= 0:
                rows = SheetRows(content, start.end(), end)
                for number in rows.numbers():
                    row = rows.peek(number)
                    for column, cell in row.cells.items() if row is not None else ():
                        if cell.kind == b"s" and cell.formula is None:
                            continue  # an input; LibreOffice may save a result so
                        if cell.value is not None:
                            found[number, column] = (cell.kind, cell.value)
            results[sheet] = found
    return results


def _write(
    book: EditedBook, results: Results, unsteady: set[tuple[str, int, int]], done: _Outcome
) -> None:
    for sheet in book.sheets:
        found = results.get(sheet.name)
        if found is None:
            continue
        targets = [(row, column) for row, column, _, _ in sheet.rows.formulas()]
        done.formulas += len(targets)
        known = set(targets)
        for area, _, _ in sheet.arrays():
            targets += [place for place in _places(area) if place not in known]
        touched = False
        for number, column in targets:
            if (sheet.name, number, column) in unsteady:
                done.left += 1
                continue
            value = found.get((number, column))
            cell = sheet.cell(number, column)
            if value is None or cell is None or ((number, column) not in known and cell.is_blank):
                continue
            name = cell_name(number, column)
            if value[0] == b"e":
                done.errors.append(ErrorCell(sheet=sheet.name, cell=name, error=value[1]))
            old = _saved(cell)
            if old is not None and _same(old, value):
                continue
            done.changed_count += 1
            if len(done.changed) < MOST_CHANGED:
                done.changed.append(
                    ChangedCell(
                        sheet=sheet.name,
                        cell=name,
                        old=_plain(old) if old is not None else None,
                        new=_plain(value),
                    )
                )
            _save(sheet.rows.touch(number).cells[column], value)
            touched = True
        if touched:
            sheet.touched()


def _saved(cell: Cell) -> Value | None:
    """Return the result that a cell holds; some programs write <v></v> where they have none."""
    value = cell.value
    return (cell.kind, value) if value or (value is not None and cell.kind == b"str") else None


def _places(area: Range) -> list[tuple[int, int]]:
    if area.cell_count > _MOST_SPILLED:
        raise ValidationFailed(f"An array formula fills {area.cell_count} cells, too many.")
    return [
        (row, column)
        for row in range(area.first_row, area.last_row + 1)
        for column in range(area.first_column, area.last_column + 1)
    ]


def _same(old: Value, new: Value) -> bool:
    if old == new:
        return True
    if old[0] != new[0] or old[0] != b"n":
        return False
    try:
        one, other = float(old[1]), float(new[1])
    except ValueError:
        return False
    return abs(one - other) <= _SAME * max(abs(one), abs(other), 1e-300) or one == other


def _plain(value: Value) -> str | float | bool:
    kind, text = value
    if kind == b"b":
        return text == "1"
    if kind == b"n":
        try:
            return float(text)
        except ValueError:
            return text
    return text


def _save(cell: Cell, value: Value) -> None:
    """Put a result beside the formula of a cell, in place of the one before."""
    kind, text = value
    attributes = cell.attributes
    attributes.pop(b"t", None)
    if kind != b"n":
        attributes[b"t"] = kind
    content = _VALUE.sub(b"", cell.content)
    formula = _FORMULA.search(content)
    at = formula.end() if formula is not None else 0
    space = ' xml:space="preserve"' if text != text.strip() else ""
    saved = f"<v{space}>{escaped(text)}</v>".encode()
    said = b"".join(b' %s="%s"' % pair for pair in attributes.items())
    cell.xml = b"<c%s>%s%s%s</c>" % (said, content[:at], saved, content[at:])
