"""Formulas are read as the program that opens the workbook reads them, however they are written."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from keenbench.formats.notices.formulas import signs_of_formula
from tests.unit.formats.notices.test_notices import told, with_part

SPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PART = "xl/worksheets/sheet1.xml"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    file = tmp_path / "old.xlsx"
    openpyxl.Workbook().save(file)
    return file


def sheet(formula: str) -> str:
    cells = f'<row r="1"><c r="A1">{formula}</c></row>'
    return f'<worksheet xmlns="{SPACE}"><sheetData>{cells}</sheetData></worksheet>'


WRITTEN = [
    '<f>_xlfn.&#87;EBSERVICE("http://e.example")</f>',
    '<f><![CDATA[WEBSERVICE("http://e.example")]]></f>',
    '<f>WEB<!-- x -->SERVICE("http://e.example")</f>',
    '<f x=">">WEBSERVICE("http://e.example")</f>',
]


@pytest.mark.parametrize("formula", WRITTEN)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_formula_is_found_however_it_is_written(book: Path, formula: str, encoding: str) -> None:
    data = f'<?xml version="1.0" encoding="{encoding}"?>{sheet(formula)}'.encode(encoding)
    new = with_part(book, book.with_name("new.xlsx"), PART, data)
    assert "WEBSERVICE in Sheet" in told(book, new)["remote_formula"]


def test_a_sheet_that_declares_entities_is_asked_for(book: Path) -> None:
    text = '<!DOCTYPE w [<!ENTITY w "WEBSERVICE(1)">]>' + sheet("<f>&w;</f>")
    new = with_part(book, book.with_name("new.xlsx"), PART, text.encode())
    assert "not_checked" in told(book, new)


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("'http://e.example/[b.xlsx]S'!A1", "external_link"),
        ("'\\\\srv\\share\\[b.xlsx]S'!A1", "external_link"),
        ('SQL.REQUEST("DSN=x",,2,"select 1")', "remote_formula"),
        ('CUBEVALUE("c","[m]")', "remote_formula"),
        ("_xlfn._xlws.PY(0,1)", "remote_formula"),
        ('COPILOT("x",A1)', "remote_formula"),
        ('INITIATE("cmd","x")', "dde"),
        ('EXECUTE(1,"x")', "dde"),
        ('REGISTER.ID("k","f")', "dde"),
        ('CALL("kernel32","WinExec","JCJ","calc",0)', "dde"),
        ("'C:\\x\\cmd'|'/c calc'!A0", "dde"),
    ],
)
def test_what_reaches_out_is_told(formula: str, code: str) -> None:
    assert {found for found, _ in signs_of_formula(formula, "S")} == {code}


@pytest.mark.parametrize(
    "formula", ["HAPPY(A1)", "'My sheet'!A1", "'call (x)'!A1", 'IF(A1="a|b!",1,2)', "MY.CALL(1)"]
)
def test_what_only_computes_is_not(formula: str) -> None:
    assert signs_of_formula(formula, "S") == {}


@pytest.mark.parametrize(
    ("part", "text", "code"),
    [
        ("xl/connections.xml", '<webPr url="http://e.example/x"/>', "external_link"),
        ("xl/connections.xml", '<connection refreshOnLoad="1"/>', "external_link"),
        ("xl/odd.xml", '<ddeLink ddeService="cmd" ddeTopic="/c calc"/>', "dde"),
        ("xl/tables/t.xml", "<calculatedColumnFormula>RTD(1)</calculatedColumnFormula>", None),
    ],
)
def test_parts_beside_the_sheets_are_searched(
    book: Path, part: str, text: str, code: str | None
) -> None:
    data = f'<any xmlns="{SPACE}">{text}</any>'.encode()
    new = with_part(book, book.with_name("new.xlsx"), part, data)
    assert set(told(book, new)) == {code or "remote_formula"}
