"""Styles that are written twice, for one program and for all others, as Hancom Office does."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
import xlsxwriter

from tests.comparing import compared
from tests.edits import edited
from tests.fidelity.marked import CORPUS

MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
HANCOM = "http://schemas.haansoft.com/office/spreadsheet/8.0"
CORPUS_FILE = CORPUS / "xlsx" / "poi__style-alternate-content.xlsx"


def twice(element: str) -> str:
    return (
        f'<mc:AlternateContent xmlns:mc="{MC}"><mc:Choice xmlns:hs="{HANCOM}" Requires="hs">'
        f"{element}</mc:Choice><mc:Fallback>{element}</mc:Fallback></mc:AlternateContent>"
    )


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A workbook in which the fonts and formats after the first are written twice."""
    plain = tmp_path / "plain.xlsx"
    with xlsxwriter.Workbook(plain) as made:
        sheet = made.add_worksheet("Data")
        for row, said in enumerate(
            ({"bold": True}, {"font_size": 20}, {"num_format": "yyyy-mm-dd"}, {"align": "center"})
        ):
            sheet.write(row, 0, 100 + row, made.add_format(said))
    file = tmp_path / "old.xlsx"
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(file, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "xl/styles.xml":
                text = data.decode()
                for group, item in (("fonts", "font"), ("cellXfs", "xf")):
                    inside = re.search(f"<{group} [^>]*>(.*)</{group}>", text)
                    assert inside is not None
                    pieces = re.findall(f"<{item}(?: [^>]*)?/>|<{item}[ >].*?</{item}>", inside[1])
                    assert len(pieces) > 2
                    again = pieces[0] + "".join(twice(piece) for piece in pieces[1:])
                    text = text[: inside.start(1)] + again + text[inside.end(1) :]
                data = text.encode()
            target.writestr(name, data)
    return file


def test_a_look_is_laid_over_the_one_that_the_cell_has(old: Path) -> None:
    write = {"cell": "A2", "style": {"font_italic": True}, "value": 7}
    op = {"op": "set_cells", "sheet": "Data", "cells": [write]}
    _, new = edited("XlsxApplyOps", old, [op], old.parent / "out")
    (change,) = compared("XlsxCompare", old, new)["changes"]
    assert (change["cell"], change["aspects"]) == ("A2", ["value", "format"])
    assert change["formats"] == [{"property": "font_italic", "before": None, "after": True}]


def test_the_styles_that_were_there_keep_their_bytes_and_numbers(old: Path) -> None:
    op = {
        "op": "set_cells",
        "sheet": "Data",
        "cells": [{"cell": "A4", "value": 1, "style": {"font_bold": True}}],
    }
    _, new = edited("XlsxApplyOps", old, [op], old.parent / "out")
    with zipfile.ZipFile(old) as before, zipfile.ZipFile(new) as after:
        was, now = (one.read("xl/styles.xml").decode() for one in (before, after))
    for group in ("fonts", "cellXfs"):
        inside = [re.search(f"<{group} [^>]*>(.*)</{group}>", text) for text in (was, now)]
        assert inside[0] is not None
        assert inside[1] is not None
        assert inside[1][1].startswith(inside[0][1])
    assert [c["cell"] for c in compared("XlsxCompare", old, new)["changes"]] == ["A4"]


def test_a_date_of_such_a_format_is_read_as_one(old: Path) -> None:
    op = {"op": "set_cells", "sheet": "Data", "cells": [{"cell": "A3", "value": 200}]}
    _, new = edited("XlsxApplyOps", old, [op], old.parent / "out")
    (change,) = compared("XlsxCompare", old, new)["changes"]
    assert change["before"]["type"] == "date"


@pytest.mark.skipif(not CORPUS_FILE.is_file(), reason="no corpus here")
def test_a_real_file_of_hancom_office_changes_in_one_cell(tmp_path: Path) -> None:
    write = {"cell": "A1", "value": 5, "style": {"font_italic": True}}
    op = {"op": "set_cells", "sheet": "Sheet2", "cells": [write]}
    _, new = edited("XlsxApplyOps", CORPUS_FILE, [op], tmp_path)
    assert [c["cell"] for c in compared("XlsxCompare", CORPUS_FILE, new)["changes"]] == ["A1"]
