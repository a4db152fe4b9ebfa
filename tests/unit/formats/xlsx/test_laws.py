"""Laws of reading workbooks, whatever they hold."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.formula.translate import Translator

from keenbench.formats.xlsx.addresses import Range, cell_name, column_name, parse_range
from keenbench.formats.xlsx.islands import MAX_ISLANDS, find_islands
from keenbench.formats.xlsx.part_access import Member, ZipSource
from keenbench.formats.xlsx.scan import scan_sheet
from keenbench.formats.xlsx.translated import translated
from tests.documents import call
from tests.unit.formats.xlsx.workbooks import rows_xml, sheet_xml, write_workbook

CELLS = st.tuples(st.integers(1, 260), st.integers(1, 40))
VALUES = st.one_of(
    st.integers(-(10**18), 10**18),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]), min_size=1),
    st.none(),
)
GRIDS = st.dictionaries(CELLS, VALUES, max_size=60)


def filled(grid: dict[tuple[int, int], Any]) -> set[tuple[int, int]]:
    return {at for at, value in grid.items() if value is not None}


@settings(max_examples=40, deadline=None)
@given(GRIDS)
def test_walking_the_map_reads_every_cell_exactly_once(grid: dict[tuple[int, int], Any]) -> None:
    with TemporaryDirectory() as folder:
        file = write_workbook(Path(folder), sheet_xml(rows_xml(grid)))
        sheet = call("XlsxGetMap", file)["sheets"][0]
        seen: dict[tuple[int, int], Any] = {}
        for chunk in sheet["chunks"]:
            got = call("XlsxReadRange", file, chunk=chunk["index"])
            assert got["chunk_info"]["range"] == chunk["range"]
            assert got == call("XlsxReadRange", file, range=chunk["range"])
            area = parse_range(chunk["range"])
            for r, row in enumerate(got["rows"]):
                for c, value in enumerate(row):
                    if value is not None or got["formulas"][r][c] is not None:
                        at = (area.first_row + r, area.first_column + c)
                        assert at not in seen
                        seen[at] = value
    assert set(seen) == filled(grid)
    assert sheet["cell_count"] == len(seen)
    for at, value in seen.items():
        wanted = grid[at]
        if isinstance(wanted, str) and wanted.startswith("="):
            continue
        if isinstance(wanted, int) and abs(wanted) > 2**53:
            wanted = str(wanted)
        if isinstance(wanted, str):
            wanted = re.sub(r"_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m[1], 16)), wanted)
        assert value == wanted


@settings(max_examples=150, deadline=None)
@given(st.sets(st.tuples(st.integers(1, 30), st.integers(1, 12)), max_size=80))
def test_islands_hold_every_cell_once_and_cannot_be_cut(cells: set[tuple[int, int]]) -> None:
    islands = find_islands(runs_of(cells))
    for row, column in cells:
        assert sum(island.holds(row, column) for island in islands) == 1
    for island in islands:
        inside = {at for at in cells if island.holds(*at)}
        assert {row for row, _ in inside} == set(range(island.first_row, island.last_row + 1))
        columns = range(island.first_column, island.last_column + 1)
        assert {column for _, column in inside} == set(columns)


def test_a_sheet_of_countless_pieces_is_still_held_whole() -> None:
    cells = {(row, 1 + 2 * (row % 2)) for row in range(1, 40_001)}
    islands = find_islands([(row, row, 1 << (column - 1)) for row, column in sorted(cells)])
    assert MAX_ISLANDS <= len(islands) < MAX_ISLANDS + 10
    for row, column in list(cells)[:2_000]:
        assert sum(island.holds(row, column) for island in islands) == 1


def runs_of(cells: set[tuple[int, int]]) -> list[tuple[int, int, int]]:
    runs = []
    for row in sorted({row for row, _ in cells}):
        mask = sum(1 << (column - 1) for at, column in cells if at == row)
        runs.append((row, row, mask))
    return runs


@settings(max_examples=40, deadline=None)
@given(GRIDS)
def test_a_sheet_written_oddly_is_scanned_as_the_plain_one(
    grid: dict[tuple[int, int], Any],
) -> None:
    plain = sheet_xml(rows_xml(grid))
    odd = re.sub(r"(</?)([a-zA-Z]+)", r"\1x:\2", plain).replace("xmlns=", "xmlns:x=")
    commented = plain.replace("</row>", "<!-- a --></row>")
    indexes = [scanned(xml) for xml in (plain, odd, commented)]
    for index in indexes[1:]:
        assert index.used == indexes[0].used
        assert index.cell_count == indexes[0].cell_count == len(filled(grid))
        assert index.formula_count == indexes[0].formula_count
        assert list(index.run_masks) == list(indexes[0].run_masks)
        assert list(index.run_firsts) == list(indexes[0].run_firsts)


def scanned(xml: str) -> Any:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("sheet.xml", xml)
    with zipfile.ZipFile(data) as archive:
        member = Member.of("sheet.xml", archive.getinfo("sheet.xml"))
    return scan_sheet(data, member)


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_any_stretch_of_a_part_is_what_the_whole_holds_there(data: st.DataObject) -> None:
    method = data.draw(st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("part", WHOLE)
    with zipfile.ZipFile(file) as archive:
        source = ZipSource(Member.of("part", archive.getinfo("part")))
    assert b"".join(source.stream(file)) == WHOLE
    offset = data.draw(st.integers(0, len(WHOLE)))
    length = data.draw(st.integers(0, 300_000))
    assert source.read(file, offset, length) == WHOLE[offset : offset + length]


WHOLE = b"".join(b"<row r='%d'>%d</row>" % (n, n * n % 7919) for n in range(60_000))


@given(st.integers(1, 16_384))
def test_a_column_name_means_its_number(column: int) -> None:
    assert parse_range(f"{column_name(column)}1") == Range(1, 1, column, column)


SIMPLE = st.from_regex(
    r"\A(?:\$?[A-Z]{1,2}\$?[1-9][0-9]{0,3}|[0-9]{1,3}|SUM\(\$?[A-C]\$?[1-9]:[D-F][1-9]\))"
    r"(?:[+*/-](?:\$?[A-Z]{1,2}\$?[1-9][0-9]{0,3}|\"A1 \"\"B2\"\"\"))*\Z"
)


@given(SIMPLE, st.integers(0, 50), st.integers(0, 20))
def test_a_formula_moves_as_openpyxl_moves_it(formula: str, rows: int, columns: int) -> None:
    origin, target = cell_name(60, 30), cell_name(60 + rows, 30 + columns)
    theirs = Translator(f"={formula}", origin=origin).translate_formula(target)
    assert f"={translated(formula, rows, columns)}" == theirs


@pytest.mark.parametrize(
    ("formula", "after"),
    [
        ("LOG10(A1)", "LOG10(B2)"),
        ("'A1 data'!A1", "'A1 data'!B2"),
        ("Sheet1!A1:B2", "Sheet1!B2:C3"),
        ("[1]Sheet!$A1", "[1]Sheet!$A2"),
        ("Table1[[#This Row],[A1]]", "Table1[[#This Row],[A1]]"),
        ("A:A+1:1", "B:B+2:2"),
        ("$A:$B", "$A:$B"),
        ("Q1_total+my.A1", "Q1_total+my.A1"),
        ('"A1"&A1', '"A1"&B2'),
        ("1E+5*A1", "1E+5*B2"),
        ("XFD1", "#REF!"),
        ("TRUE+A1048576", "TRUE+#REF!"),
    ],
)
def test_a_formula_one_down_and_one_right(formula: str, after: str) -> None:
    assert translated(formula, 1, 1) == after
