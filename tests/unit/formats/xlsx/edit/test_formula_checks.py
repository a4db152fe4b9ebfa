"""Names and formulas that Excel would repair a file for are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.unit.formats.xlsx.edit.books import made, on, refusal


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
