"""Real files of the corpus searched for active content: none fails but those that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import keenbench.formats.docx.methods
import keenbench.formats.xlsx.methods  # noqa: F401  registers the methods
from keenbench.errors import KeenBenchError
from keenbench.formats.xlsx.addresses import cell_name, column_name
from tests.comparing import compared
from tests.documents import call
from tests.edits import edited
from tests.fidelity.marked import REFUSED, corpus_files
from tests.fidelity.one_word import a_word

KINDS = ("docx", "xlsx", "pptx", "odt", "pdf", "csv", "text", "image")

pytestmark = pytest.mark.skipif(not list(corpus_files("docx")), reason="no corpus here")
SUFFIXES = (".html", ".md", ".svg", ".xml", ".csv", ".tsv", ".psv")


@pytest.mark.parametrize("kind", KINDS)
def test_every_real_file_is_searched_or_refused_by_name(kind: str) -> None:
    for at, (file, _) in enumerate(corpus_files(kind)):
        office = kind in ("docx", "xlsx", "pptx", "odt", "pdf")
        if file.stat().st_size > 3_000_000 or not (office or file.suffix in SUFFIXES):
            continue
        try:
            found = compared("NoticesFind", None, file)
        except KeenBenchError as error:
            assert error.message.endswith("."), file.name
            continue
        assert all(one["message"].endswith(".") for one in found["notices"]), file.name
        # What was there before is no news; every third file says as much as all.
        if at % 3 == 0:
            assert compared("NoticesFind", file, file)["notices"] == [], file.name


EDITS = {"docx": "Docx", "pptx": "Pptx", "odt": "Odt"}
LARGEST = 300_000  # all up to 3 MB were looked at once: 35 + 29 + 18 + 187 + 47 files


def one_word(kind: str, file: Path, out: Path) -> Path | None:
    """Return a copy with one word of its text in another order of letters."""
    if kind in EDITS:
        text = call(f"{EDITS[kind]}ExtractText", file)["text"]
    else:
        text = file.read_bytes().decode("utf-8", "ignore")
    found = a_word(text, text)
    if found is None:
        return None
    if kind not in EDITS:
        out.mkdir()
        new = out / file.name
        new.write_bytes(file.read_bytes().replace(found[0].encode(), found[1].encode()))
        return new
    op = {"op": "replace_text", "search": found[0], "replace": found[1]}
    return edited(f"{EDITS[kind]}ApplyOps", file, [op], out, allow_break_signature=True)[1]


def one_cell(file: Path, out: Path) -> tuple[Path, str] | None:
    """Return a copy with another text in the first cell of text, and that cell's column."""
    for sheet in call("XlsxGetMap", file)["sheets"]:
        if sheet["type"] != "worksheet" or "unreadable" in sheet:
            continue
        grid = call("XlsxRenderGrid", file, sheet=sheet["name"])
        for row, cells in enumerate(grid["cells"], 1):
            for column, cell in enumerate(cells, 1):
                if cell["type"] == "string" and not cell["formula"] and cell["value"].strip():
                    write = {"cell": cell_name(row, column), "value": f"{cell['value']} edited"}
                    op = {"op": "set_cells", "sheet": sheet["name"], "cells": [write]}
                    new = edited("XlsxApplyOps", file, [op], out, allow_break_signature=True)[1]
                    return new, column_name(column)
    return None


@pytest.mark.parametrize("kind", [*EDITS, "csv"])
def test_a_word_edited_in_a_real_file_is_nothing_to_tell_of(kind: str, tmp_path: Path) -> None:
    looked, alarms = 0, {}
    for at, (file, note) in enumerate(corpus_files(kind)):
        if file.stat().st_size > LARGEST or any(word in note for word in REFUSED):
            continue
        if kind not in EDITS and file.suffix not in SUFFIXES:
            continue
        try:
            new = one_word(kind, file, tmp_path / str(at))
            found = [] if new is None else compared("NoticesFind", file, new)["notices"]
        except KeenBenchError:
            continue  # it is refused by name, which other tests see to
        looked += new is not None
        if found:
            alarms[file.name] = found
    print(f"{kind}: {looked} files edited, {len(alarms)} with notices")
    assert looked > 5
    assert alarms == {}


def test_a_cell_edited_in_a_real_workbook_is_told_of_only_where_it_does_not_show(
    tmp_path: Path,
) -> None:
    looked = told = 0
    for at, (file, note) in enumerate(corpus_files("xlsx")):
        if file.stat().st_size > LARGEST or any(word in note for word in REFUSED):
            continue
        try:
            made = one_cell(file, tmp_path / str(at))
        except KeenBenchError:
            continue
        if made is None:
            continue
        looked += 1
        new, column = made
        for notice in compared("NoticesFind", file, new)["notices"]:
            told += 1
            assert notice["code"] == "hidden_cells", (file.name, notice)
            assert notice["message"].endswith(f"({column})."), (file.name, notice)
    print(f"xlsx: {looked} files edited, {told} of them in a hidden column")
    assert looked > 20
