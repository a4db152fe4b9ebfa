"""Names and formulas that Excel would repair a file for are refused."""

from __future__ import annotations

import html
import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keenbench.formats.xlsx.edit.stored_formula import stored
from keenbench.formats.xlsx.formula_syntax import refuse_unreadable
from tests.unit.formats.xlsx.edit.books import edit, made, on, refusal

CORPUS = Path(os.environ.get("KEENBENCH_CORPUS", "../shared/corpus"))
_PART = re.compile(r"(worksheets/[^/]*|tables/[^/]*|workbook)\.xml$")
_HELD = re.compile(
    rb"<(?:f|formula[12]?|definedName|calculatedColumnFormula|totalsRowFormula)"
    rb"(?:\s[^>]*)?(?<!/)>([^<]+)</"
)


def _table(**keys: Any) -> dict[str, Any]:
    return on(op="add_table", range="A1:C4", name="Costs", **keys)


def test_a_name_that_a_table_has_is_refused_in_any_case(tmp_path: Path) -> None:
    name = {"op": "define_name", "name": "COSTS", "refers_to": "Data!$A$1"}
    said = refusal(made(tmp_path), _table(), name)
    assert said.startswith("ops[1].name ")


def test_a_structural_refusal_names_its_operation(tmp_path: Path) -> None:
    said = refusal(made(tmp_path), _table(), on(op="delete_rows", row=1))
    assert said.startswith("ops[1]: ")
    assert "header" in said


def _formula(text: str) -> dict[str, Any]:
    cells = [{"cell": "E1", "value": 1}, {"cell": "E2", "value": text, "type": "formula"}]
    return on(op="set_cells", cells=cells)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("=SUM(A1;A2)", "use commas"),
        ("=1 2", "side by side"),
        ('="a""b" "c"', "side by side"),
        ("=A1 5", "side by side"),
        ("=2(A1)", "side by side"),
        ("=*A1", 'before "*"'),
        ("=<>A1", 'before "<"'),
        ("=A1+*B1", 'before "*"'),
        ("=SUM(A1+)", 'before a ")"'),
        ("=SUM(A1", "not closed"),
        ("=A1)", "not closed"),
        ("={1,2", "not closed"),
        ('="' + "x" * 256 + '"', "255"),
        ("=" + "ABS(" * 65 + "1" + ")" * 65, "64"),
        ("=[1]Sheet1!A1", "not linked"),
        ("=12abc+1", "digit"),
        ("=SUM(Costs[Nothing])", "column"),
        ("=Costs[@Nothing]", "column"),
    ],
)
def test_a_formula_that_excel_cannot_read_is_refused(text: str, why: str, tmp_path: Path) -> None:
    said = refusal(made(tmp_path), _table(), _formula(text))
    assert said.startswith("ops[1].cells[1].value ")
    assert why in said


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("=SUM({1,2;3,4})", "=SUM({1,2;3,4})"),
        ("=SUM(A1:C3 B2:D4)", "=SUM(A1:C3 B2:D4)"),
        ("=--A1*-2%", "=--A1*-2%"),
        ("=IF(A1,,2)&IF(A2<>1,)", "=IF(A1,,2)&IF(A2<>1,)"),
        ("=SUM((A1:A2,C1:C2))", "=SUM((A1:A2,C1:C2))"),
        ("=A1:INDEX(C1:C9,2)", "=A1:INDEX(C1:C9,2)"),
        ("=SUM(Costs[[#All],[Amount]])", "=SUM(Costs[[#All],[Amount]])"),
        ("=Costs[@Amount]", "=Costs[[#This Row],[Amount]]"),
        ("=@A1", "=_xlfn.SINGLE(A1)"),
        ("=A1#", "=_xlfn.ANCHORARRAY(A1)"),
        ("=SUM(A1#)+@INDEX(A1:A9,2)", "=SUM(_xlfn.ANCHORARRAY(A1))+_xlfn.SINGLE(INDEX(A1:A9,2))"),
        ("=_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(3)", "=_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(3)"),
    ],
)
def test_a_formula_that_excel_reads_is_held_as_files_hold_it(
    text: str, held: str, tmp_path: Path
) -> None:
    _, book = edit(made(tmp_path), _table(), _formula(text))
    found = book["Data"]["E2"].value
    assert getattr(found, "text", found) == held


def test_rules_validations_and_names_are_checked_too(tmp_path: Path) -> None:
    file = made(tmp_path)
    rule = {"type": "expression", "formula": "=OR(A1;B1)"}
    said = refusal(file, on(op="add_conditional_format", range="A1:A4", rule=rule))
    assert said.startswith("ops[0].rule.formula ")
    custom = on(op="add_data_validation", range="A1", type="custom", formula1="=OR(A1;B1)")
    assert refusal(file, custom).startswith("ops[0].formula1 ")
    name = {"op": "define_name", "name": "Sums", "refers_to": "=SUM(Data!A1;Data!A2)"}
    assert refusal(file, name).startswith("ops[0].refers_to ")


def test_no_formula_of_the_corpus_is_refused() -> None:
    folder = CORPUS / "xlsx"
    if not folder.is_dir():
        pytest.skip("the corpus is not here")
    seen = {text for file in sorted(folder.rglob("*.xls[xm]")) for text in _formulas_of(file)}
    for formula in sorted(seen):
        refuse_unreadable(stored(formula))
    assert len(seen) > 1000


def _formulas_of(file: Path) -> Iterator[str]:
    try:
        with zipfile.ZipFile(file) as package:
            parts = [package.read(name) for name in package.namelist() if _PART.search(name)]
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, zlib.error):
        return  # damaged or encrypted on purpose
    for data in parts:
        for text in _HELD.findall(data):
            yield html.unescape(text.decode("utf-8", "replace"))
