"""Inserted, deleted, renamed and copied: formulas as LibreOffice has them after the same edit."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from keenbench.errors import KeenBenchError
from tests.fidelity.libreoffice import LibreOffice
from tests.fidelity.refusals import UNREADABLE
from tests.fidelity.structural import applied, rich_workbook

_NAME = re.compile(r'<definedName [^>]*?(name="[^"]*")[^>]*>([^<]*)<')
_FORMULA = re.compile(r'<c r="([A-Z]+[0-9]+)"[^>]*><f[^>]*>([^<]*)</f>')
CORPUS = Path(os.environ.get("KEENBENCH_CORPUS", "../shared/corpus")) / "xlsx"
# Workbooks that LibreOffice does not come to an end with, and why.
ENDLESS = {
    "xlsxwriter__comment03.xlsx": "a comment in its last cell, XFD1048576: LibreOffice opens it in "
    "seconds and does not come to an end with saving it, whether or not it was edited",
}
# Workbooks that refuse some of the edits, and what is said; all others take all of them.
REFUSED = UNREADABLE | {
    "calamine__pivots.xlsx": "would cut through the pivot table",
    "sheetjs__pivot_table_named_range.xlsx": "would cut through the pivot table",
    "pandas__test_decimal.xlsm": "is filled by a query",
    "pandas__test_decimal.xlsx": "is filled by a query",
    "poi__clusterfuzz-testcase-minimized-POIXSSFFuzzer-5937385319563264.xlsx": "fails its checksum",
    "sheetjs__wtf_path.xlsx": "would cut through the array formula",
    "xlsxwriter__embed_image05.xlsx": "would cut through the array formula",
}
# Workbooks that LibreOffice does not edit so: sheets under protection or with a pivot table.
UNDONE = ("calamine__pivots", "pivot_table_named_range", "wtf_path", "חישוב_נקודות_זיכוי")
EDITS: list[list[dict[str, Any]]] = [
    [{"op": "insert_rows", "sheet": "Data", "row": 1, "count": 2}],
    [{"op": "insert_rows", "sheet": "Data", "row": 10, "count": 3}],
    [{"op": "insert_rows", "sheet": "Data", "row": 22}],
    [{"op": "delete_rows", "sheet": "Data", "row": 10}],
    [{"op": "delete_rows", "sheet": "Data", "row": 9, "count": 5}],
    [{"op": "delete_rows", "sheet": "Other Sheet", "row": 3, "count": 1}],
    [{"op": "insert_columns", "sheet": "Data", "column": 2, "count": 2}],
    [{"op": "insert_columns", "sheet": "Data", "column": 1}],
    [{"op": "delete_columns", "sheet": "Data", "column": 2}],
    [{"op": "delete_columns", "sheet": "Data", "column": 1, "count": 3}],
    [{"op": "rename_sheet", "sheet": "Data", "new_name": "It's new"}],
    [{"op": "rename_sheet", "sheet": "Other Sheet", "new_name": "Other"}],
    [{"op": "delete_sheet", "sheet": "Other Sheet"}],
    [
        {"op": "insert_rows", "sheet": "Data", "row": 5, "count": 2},
        {"op": "delete_columns", "sheet": "Data", "column": 3},
        {"op": "rename_sheet", "sheet": "Data", "new_name": "Renamed"},
        {"op": "insert_rows", "sheet": "Renamed", "row": 2},
    ],
]


@pytest.fixture(scope="module")
def office() -> Iterator[LibreOffice]:
    with LibreOffice() as started:
        yield started


def saved(
    office: LibreOffice, path: Path, edits: list[dict[str, Any]], target: Path
) -> dict[str, str] | None:
    """Return every formula and name of a workbook as LibreOffice saves it; None if it refuses.

    In its own notation a reference to a deleted cell still says where the cell was; in the file
    it is #REF!, as everywhere.
    """
    answer = office.ask(path, edits, save=str(target))
    if "error" in answer:
        return None
    found: dict[str, str] = {}
    with zipfile.ZipFile(target) as package:
        for match in _NAME.finditer(package.read("xl/workbook.xml").decode()):
            # Sheet!#REF!, as Excel writes it, is to LibreOffice a name that no edit changes.
            if "!#ref!" not in match[2]:
                found[f"name {match[1]}"] = match[2]
        for number, sheet in enumerate(answer["sheets"], start=1):
            content = package.read(f"xl/worksheets/sheet{number}.xml").decode()
            for match in _FORMULA.finditer(content):
                # References over several sheets: LibreOffice writes them in a form of its own.
                if ":Last!" not in match[2]:
                    found[f"{sheet}!{match[1]}"] = match[2]
    found.pop("Other Sheet!B3", None)
    return found


@pytest.mark.needs("libreoffice")
@pytest.mark.parametrize("edits", EDITS, ids=lambda edits: "-".join(e["op"] for e in edits))
def test_formulas_are_those_of_libreoffice(
    office: LibreOffice, tmp_path: Path, edits: list[dict[str, Any]]
) -> None:
    source = rich_workbook(tmp_path / "before.xlsx")
    applied(source, edits, tmp_path / "after.xlsx")
    theirs = saved(office, source, edits, tmp_path / "theirs.xlsx")
    ours = saved(office, tmp_path / "after.xlsx", [], tmp_path / "ours.xlsx")
    assert ours == theirs is not None


@pytest.mark.parametrize("edits", EDITS, ids=lambda edits: "-".join(e["op"] for e in edits))
def test_second_readers_open_the_result(tmp_path: Path, edits: list[dict[str, Any]]) -> None:
    source = rich_workbook(tmp_path / "before.xlsx")
    applied(source, edits, tmp_path / "after.xlsx")
    openpyxl.load_workbook(tmp_path / "after.xlsx")


def test_same_edit_gives_the_same_bytes(tmp_path: Path) -> None:
    source = rich_workbook(tmp_path / "before.xlsx")
    for name in ("one.xlsx", "two.xlsx"):
        applied(source, EDITS[-1], tmp_path / name)
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()


def _corpus() -> list[Path]:
    found = sorted(CORPUS.glob("*.xls[xm]")) if CORPUS.is_dir() else []
    return [path for path in found if path.stat().st_size <= 250_000]  # others take minutes each


@pytest.mark.slow
@pytest.mark.timeout(1800)  # LibreOffice has its own for each question, and says which
@pytest.mark.needs("libreoffice")
@pytest.mark.parametrize("path", _corpus(), ids=lambda path: path.name)
def test_formulas_of_the_corpus_are_those_of_libreoffice(
    office: LibreOffice, tmp_path: Path, path: Path, record_property: Callable[[str, object], None]
) -> None:
    if path.name in ENDLESS:
        pytest.skip(ENDLESS[path.name])
    before = office.ask(path.resolve())
    if "error" in before:
        pytest.skip("LibreOffice does not open it")
    sheet = before["sheets"][0]
    told = []
    counts = dict.fromkeys(("same", "refused", "unread"), 0)
    for edit in (
        {"op": "insert_rows", "sheet": sheet, "row": 3, "count": 2},
        {"op": "delete_rows", "sheet": sheet, "row": 4},
        {"op": "insert_columns", "sheet": sheet, "column": 2},
        {"op": "delete_columns", "sheet": sheet, "column": 3},
        {"op": "rename_sheet", "sheet": sheet, "new_name": "New name"},
    ):
        try:
            applied(path, [edit], tmp_path / "after.xlsx")
        except KeenBenchError as error:
            counts["refused"] += 1
            print(f"{edit['op']} refused: {error.message}")
            if REFUSED.get(path.name, error.message + "?") not in error.message:
                told.append(f"{edit['op']} refused: {error.message}")
            continue
        theirs = saved(office, path.resolve(), [edit], tmp_path / "theirs.xlsx")
        ours = saved(office, tmp_path / "after.xlsx", [], tmp_path / "ours.xlsx")
        if theirs is None:
            counts["unread"] += 1
            if not path.stem.endswith(UNDONE):
                told.append(f"{edit['op']}: LibreOffice does not do it")
        elif ours == theirs:
            counts["same"] += 1
        elif ours is None:
            told.append(f"{edit['op']}: LibreOffice does not open ours")
        else:
            one = next(k for k in {**ours, **theirs} if ours.get(k) != theirs.get(k))
            told.append(f"{edit['op']}: {one} {ours.get(one)} | {theirs.get(one)}")
    for name, count in counts.items():
        record_property(name, count)
    assert told == []
