"""Real files of the corpus, edited in two ways: one is taken back, the other stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from keenbench.errors import KeenBenchError
from tests.comparing import compared, types
from tests.edits import edited, sha256
from tests.fidelity.marked import corpus_files
from tests.fidelity.test_corpus_compared import FILES, UNEDITED, cell_below
from tests.rejecting import hunks_of, rejected

KINDS = ("xlsx", "docx", "pptx", "odt")
SAMPLE = 5

pytestmark = pytest.mark.skipif(not FILES["xlsx"], reason="no corpus here")


def two_edits(kind: str, file: Path) -> list[dict[str, Any]]:
    """Return operations that make two changes of any file of the kind."""
    if kind == "xlsx":
        sheet, row = cell_below(file)
        one = {"cell": f"A{row}", "value": "new"}
        other = {"cell": f"C{row + 1}", "value": 5, "style": {"font_bold": True}}
        return [{"op": "set_cells", "sheet": sheet, "cells": [one, other]}]
    if kind in ("docx", "odt"):
        return [
            {"op": "append_paragraph", "text": "A paragraph that was not there."},
            {"op": "append_paragraph", "text": "And quite another one, with other words."},
        ]
    return [
        {"op": "set_notes", "index": 0, "text": "Notes that were not there."},
        {"op": "duplicate_slide", "index": 0},
    ]


def check(kind: str, file: Path, folder: Path) -> str | None:
    """Take back each of two changes, then both; return why the file takes no edit, if so."""
    word = kind.capitalize()
    try:
        ops = two_edits(kind, file)
        _, new = edited(f"{word}ApplyOps", file, ops, folder, allow_break_signature=True)
    except KeenBenchError as refusal:
        return refusal.message
    changes = compared(f"{word}Compare", file, new)["changes"]
    ids = [change["change_id"] for change in changes]
    assert len(ids) == 2, (file.name, [change["type"] for change in changes])
    for name in ids:
        try:
            made = rejected(f"{word}Reject", file, new, name)
        except KeenBenchError as refusal:
            raise AssertionError(f"{file.name}: {refusal}") from refusal
        left = compared(f"{word}Compare", file, made)["changes"]
        assert [one["change_id"] for one in left] == [other for other in ids if other != name]
    assert sha256(rejected(f"{word}Reject", file, new, *ids)) == sha256(file)
    return None


@pytest.mark.parametrize("kind", KINDS)
def test_one_of_two_changes_of_a_real_file_is_taken_back(kind: str, tmp_path: Path) -> None:
    small = sorted(FILES[kind], key=lambda file: file.stat().st_size)[: len(FILES[kind]) * 3 // 4]
    taken = small[:: max(1, len(small) // SAMPLE)]
    told = [check(kind, file, tmp_path / f"{at}") for at, file in enumerate(taken)]
    assert told.count(None) >= 3


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", KINDS)
def test_one_of_two_changes_of_every_real_file_is_taken_back(kind: str, tmp_path: Path) -> None:
    done, refused, faults = 0, 0, []
    for at, file in enumerate(FILES[kind]):
        try:
            told = check(kind, file, tmp_path / f"{at}")
        except (AssertionError, KeenBenchError) as why:
            faults.append(f"{file.name}: {why}"[:400])
            continue
        known = UNEDITED.get(file.name)
        if told is None and known is None:
            done += 1
        elif told is not None and known is not None and known in told:
            refused += 1
        else:
            faults.append(f"{file.name}: edited: {told is None}, known: {known}: {told}")
    print(f"{kind}: two changes taken back in {done}, {refused} take no edit")
    assert not faults, "\n".join(faults)


# Tables and texts: a line of the middle changes, and one at the end is added.


def lines_changed(data: bytes) -> bytes:
    """Return a text with two hunks that lie apart; its bytes but for those lines."""
    lines = data.splitlines(keepends=True)
    middle = len(lines) // 2
    end = b"\r\n" if lines[0].endswith(b"\r\n") else b"\n"
    lines[1] = lines[1].rstrip(b"\r\n") + b"X" + end
    lines[middle + 8] = b"Q" + lines[middle + 8]
    return b"".join(lines)


@pytest.mark.parametrize("kind", ["csv", "text"])
def test_a_hunk_of_a_real_text_is_taken_back_to_the_byte(kind: str, tmp_path: Path) -> None:
    done = 0
    for file, _ in corpus_files(kind):
        data = file.read_bytes()
        lines = data.splitlines(keepends=True)
        plain = b"\0" not in data and len(data) < 200_000 and 40 < len(lines) < 5_000
        # A lone CR is an end of line too, and would cut lines elsewhere.
        if not plain or data.count(b"\n") < len(lines) - 1 or b"\r" in data.replace(b"\r\n", b""):
            continue
        new = tmp_path / f"{done}{file.suffix}"
        new.write_bytes(lines_changed(data))
        found = hunks_of(file, new)
        if len(found) != 2:
            continue
        made = rejected("TextReject", file, new, found[0])
        assert made.read_bytes() == lines_changed(data).replace(
            lines_changed(data).splitlines(keepends=True)[1], lines[1], 1
        ), file.name
        assert hunks_of(file, made) == found[1:]
        done += 1
        if done == 12:
            break
    if not done:
        pytest.skip(f"no {kind} file in the corpus is plain enough")


def test_a_row_of_a_real_table_is_named_and_taken_back(tmp_path: Path) -> None:
    done = 0
    for file, _ in corpus_files("csv"):
        data = file.read_bytes()
        lines = data.splitlines(keepends=True)
        if not 20 < len(lines) < 2_000 or b'"' in data or len(set(lines)) < len(lines):
            continue
        new = tmp_path / f"{done}{file.suffix}"
        new.write_bytes(b"".join([*lines[:9], *lines[10:]]))
        try:
            answer = compared("TableCompare", file, new)
            if types(answer) != ["row_deleted"]:
                continue  # blank lines, or several rows that say the same
            made = rejected("TableReject", file, new, answer["changes"][0]["change_id"])
        except KeenBenchError:
            continue
        assert made.read_bytes() == data, file.name
        done += 1
        if done == 10:
            return
    if not done:
        pytest.skip("no csv file in the corpus is plain enough")
