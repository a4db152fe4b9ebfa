"""Where Review looks first: at what the operations touch."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.workbench.focus import focus_of
from keenbench.workbench.kinds import OpsKind


@pytest.mark.parametrize(
    ("op", "corners"),
    [
        ({"op": "set_cells", "cells": [{"cell": "B3"}, {"cell": "A9"}]}, (2, 8, 0, 1)),
        ({"op": "set_range", "start": "C2", "values": [[1, 2], [3]]}, (1, 2, 2, 3)),
        ({"op": "insert_rows", "row": 5}, (4, 4, 0, 0)),
        ({"op": "merge_cells", "range": "B2:D4"}, (1, 3, 1, 3)),
        ({"op": "add_chart", "anchor": "H2", "data_range": "A1:B2"}, (1, 1, 7, 7)),
    ],
)
def test_a_sheet_is_shown_where_it_changed(op: dict[str, Any], corners: tuple[int, ...]) -> None:
    found = focus_of("xlsx", [{"sheet": "Data", **op}])
    names = ("row_start", "row_end", "col_start", "col_end")
    assert found == {"sheet": "Data", **dict(zip(names, corners, strict=True))}


@pytest.mark.parametrize(
    ("kind", "op", "hint"),
    [
        ("docx", {"op": "replace_section", "section": 2}, {"section_index": 2}),
        ("docx", {"op": "append_paragraph", "text": "x"}, None),
        ("pptx", {"op": "set_notes", "index": 3}, {"slide_index": 3}),
        ("pdf", {"op": "add_note", "page": 1}, None),
    ],
)
def test_documents_and_slides_where_the_operation_says_it(
    kind: OpsKind, op: dict[str, Any], hint: dict[str, int] | None
) -> None:
    assert focus_of(kind, [op]) == hint


def test_the_first_sheet_that_is_touched_is_shown() -> None:
    ops = [
        {"op": "set_cells", "sheet": "One", "cells": [{"cell": "B3"}]},
        {"op": "set_cells", "sheet": "Two", "cells": [{"cell": "Z9"}]},
    ]
    found = focus_of("xlsx", ops)
    assert found is not None
    assert (found["sheet"], found["row_end"]) == ("One", 2)
