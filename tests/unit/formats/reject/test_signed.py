"""Changes of a signed document: its signature was given up with the first, and each can go back."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.comparing import compared
from tests.edits import edited, sha256
from tests.rejecting import rejected

OFFICE = Path(__file__).parents[3] / "fixtures" / "office"
APPENDED = [{"op": "append_paragraph", "text": text} for text in ("One more.", "Another one.")]
EDITS: dict[str, list[dict[str, Any]]] = {
    "simple.docx": APPENDED,
    "notes.odt": APPENDED,
    "multi-sheet.xlsx": [
        {"op": "ensure_sheet", "sheet": "Extra"},
        {"op": "set_cells", "sheet": "Extra", "cells": [{"cell": "A1", "value": 1}]},
        {"op": "define_name", "name": "Rate", "refers_to": "=0.5"},
    ],
    "slides.pptx": [
        {"op": "set_notes", "index": 0, "text": "Said aside."},
        {"op": "duplicate_slide", "index": 0},
    ],
}


@pytest.mark.parametrize("name", EDITS)
def test_one_of_two_changes_of_a_signed_file_is_taken_back(name: str, tmp_path: Path) -> None:
    old = Path(shutil.copy(OFFICE / name, tmp_path))
    sealed = "META-INF/documentsignatures.xml" if name.endswith(".odt") else "_xmlsignatures/s.xml"
    with zipfile.ZipFile(old, "a") as package:
        package.writestr(sealed, "<signature/>")
    kind = old.suffix[1:].capitalize()
    method = f"{kind}ApplyOps"
    _, new = edited(method, old, EDITS[name], tmp_path / "out", allow_break_signature=True)
    one, other = (change["change_id"] for change in compared(f"{kind}Compare", old, new)["changes"])
    made = rejected(f"{kind}Reject", old, new, one)
    left = compared(f"{kind}Compare", old, made)["changes"]
    assert [change["change_id"] for change in left] == [other]
    assert sha256(rejected(f"{kind}Reject", old, new, one, other)) == sha256(old)
