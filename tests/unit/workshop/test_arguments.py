"""What models write as arguments, read as meant or refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.errors import InvalidParams
from keenbench.workshop.arguments import check_arguments
from keenbench.workshop.tool_specs import TABLE_ALSO, all_specs

SPECS = {spec.name: spec for spec in all_specs()}


def checked(tool: str, **arguments: Any) -> dict[str, Any]:
    return check_arguments(SPECS[tool], arguments)


def test_null_and_empty_optional_arguments_are_left_out() -> None:
    assert checked("read_file", path="a.xlsx", sheet=None, range="", chunk=None) == {
        "path": "a.xlsx"
    }


def test_numbers_come_as_floats_and_texts() -> None:
    assert checked("table_read_rows", path="t.csv", row_start=1.0, row_count="50") == {
        "path": "t.csv",
        "row_start": 1,
        "row_count": 50,
    }


def test_a_section_index_may_be_a_number() -> None:
    assert checked("read_file", path="a.docx", section=3)["section"] == "3"


def test_a_list_written_as_json_text_is_a_list() -> None:
    ops = '[{"op": "ensure_sheet", "sheet": "A"}]'
    found = checked("xlsx_operations", path="a.xlsx", operations=ops)
    assert found["operations"] == [{"op": "ensure_sheet", "sheet": "A"}]


def test_one_operation_alone_is_a_list_of_one() -> None:
    op = {"op": "ensure_sheet", "sheet": "A"}
    assert checked("xlsx_operations", path="a.xlsx", operations=op)["operations"] == [op]


def test_what_a_tool_takes_beside_its_schema_is_taken() -> None:
    found = check_arguments(
        SPECS["table_get_map"], {"path": "a.xlsx", "source_sheet": "Two"}, TABLE_ALSO
    )
    assert found == {"path": "a.xlsx", "source_sheet": "Two"}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("read_file", {}, "path is required"),
        ("read_file", {"path": None}, "path is required"),
        ("read_file", {"path": "a", "sheets": "x"}, "did you mean sheet?"),
        ("read_file", {"path": "a", "zzz": 1}, "it takes path, sheet, range"),
        ("read_file", {"path": ["a"]}, "path must be a text"),
        ("read_file", {"path": "a", "chunk": "one"}, "chunk must be a whole number"),
        ("read_file", {"path": "a", "chunk": 1.5}, "chunk must be a whole number"),
        ("table_export", {"path": "a", "target_path": "b", "format": "pdf"}, "one of csv, xlsx"),
        ("xlsx_operations", {"path": "a", "operations": "set A1"}, "operations must be a list"),
        ("xlsx_operations", {"path": "a", "operations": [1]}, "operations[0] must be an object"),
        ("write_text_file", {"path": "a", "content": "\ud800"}, "surrogate"),
        ("list_files", {"path": "a"}, "path is not a parameter of list_files"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(
    tool: str, arguments: dict[str, Any], said: str
) -> None:
    with pytest.raises(InvalidParams) as caught:
        check_arguments(SPECS[tool], arguments)
    assert said in caught.value.message
