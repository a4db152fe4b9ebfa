"""What Review says of an edit, in words of its reader."""

from __future__ import annotations

from typing import Any

import pytest

from keenbench.workshop.edit_words import made_by, told_operations
from keenbench.workshop.ops_specs import operation_names


def test_operations_are_told_as_what_was_done() -> None:
    cells = [{"cell": "A1", "value": 1}, {"cell": "A2", "value": 2}]
    ops: list[dict[str, Any]] = [
        {"op": "set_cells", "sheet": "Sheet1", "cells": cells},
        {"op": "set_cells", "sheet": "Sheet1", "cells": cells[:1]},
        {"op": "freeze_panes", "sheet": "Sheet1", "row": 1},
    ]
    assert told_operations(ops) == "3 cells set, panes frozen on Sheet1."
    assert told_operations([{"op": "replace_text", "search": "a"}]) == "Text replaced."
    assert made_by("offline:offline") == "By the offline model."
    assert made_by("openai:gpt-4.1") == "By gpt-4.1."


@pytest.mark.parametrize("kind", ["docx", "xlsx", "pptx", "odt", "pdf"])
def test_no_operation_is_told_by_its_own_name(kind: str) -> None:
    for name in operation_names(kind):
        for times in (1, 3):
            told = told_operations([{"op": name}] * times)
            assert "_" not in told and "{" not in told
            assert name.replace("_", " ") != told.rstrip(".").lower()
