"""Tracked edits of real documents: accepted they are the edit, rejected they are the original."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from keenbench.errors import ValidationFailed
from tests.documents import call
from tests.docx_edits import edited
from tests.fidelity.settled import settled
from tests.fidelity.test_corpus_docx_edited import FILES, _word

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")

NEW = [
    {"text": "A new heading", "style": "Heading 1"},
    {"runs": [{"text": "New ", "bold": True}, {"text": "words"}], "alignment": "right"},
]


def scenarios(file: Path) -> dict[str, list[dict[str, Any]]]:
    """Return edits whose operations mean the same whether changes are tracked or not."""
    content = call("DocxGetMap", file)
    count = sum(section["paragraph_count"] for section in content["sections"])
    word = _word(file)
    made: dict[str, list[dict[str, Any]]] = {
        "set": [{"op": "set_paragraphs", "paragraphs": NEW}],
        "append": [{"op": "append_paragraph", "text": text} for text in ("one", "two", "three")],
        "section": [
            {
                "op": "replace_section",
                "section": content["sections_count"] - 1,
                "paragraphs": NEW,
            }
        ],
        "add_table": [{"op": "add_table", "rows": [["a", "b"], ["c", "d"]]}],
    }
    if word is not None:
        long = f"{word[1]} and more"
        made["replace"] = [{"op": "replace_text", "search": word[0], "replace": word[1]}]
        made["longer"] = [{"op": "replace_text", "search": word[0], "replace": f"{word[0]} {long}"}]
        made["gone"] = [{"op": "replace_text", "search": word[0], "replace": ""}]
    if count:
        made["insert"] = [
            {"op": "insert_paragraphs", "paragraphs": NEW, "before": {"index": 0}},
            {"op": "insert_paragraphs", "paragraphs": NEW, "after": {"index": count + 1}},
        ]
        made["delete first"] = [{"op": "delete_paragraphs", "start": 0}]
        made["delete last"] = [{"op": "delete_paragraphs", "start": count - 1}]
        made["delete half"] = [
            {"op": "delete_paragraphs", "start": count // 2, "count": count - count // 2}
        ]
        made["delete all"] = [{"op": "delete_paragraphs", "start": 0, "count": count}]
    if content["tables"]:
        made["rows"] = [{"op": "append_table_rows", "table": 0, "rows": [["new", "row"]]}]
        made["cell"] = [
            {
                "op": "set_table_cells",
                "table": 0,
                "cells": [{"row": 0, "col": 0, "text": "set"}],
            }
        ]
    return made


def _texts(said: dict[str, list[tuple[str, str]]]) -> dict[str, list[str]]:
    return {name: [text for _, text in paragraphs] for name, paragraphs in _stripped(said).items()}


def _stripped(said: dict[str, list[tuple[str, str]]]) -> dict[str, list[tuple[str, str]]]:
    """Return what is said, without the empty paragraphs that a document may have to end with."""
    out = {}
    for name, paragraphs in said.items():
        kept = list(paragraphs)
        while kept and not kept[-1][1]:
            kept.pop()
        out[name] = kept
    return out


def _settles(file: Path, name: str, ops: list[dict[str, Any]], folder: Path) -> str | None:
    """Return "held" or "refused", or say what does not settle as it should."""
    for kind in ("plain", "tracked"):
        (folder / kind).mkdir(parents=True)
        (folder / kind / file.name).write_bytes(file.read_bytes())
    allowed: dict[str, Any] = {"allow_break_signature": True}
    try:
        plain, _ = edited(folder / "plain" / file.name, *ops, **allowed)
    except ValidationFailed:
        with pytest.raises(ValidationFailed):
            edited(folder / "tracked" / file.name, *ops, track_changes=True, **allowed)
        return "refused"
    tracked, _ = edited(folder / "tracked" / file.name, *ops, track_changes=True, **allowed)
    wanted, got = settled(plain, accept=True), settled(tracked, accept=True)
    if _texts(got) != _texts(wanted):
        # Where a content control or a table stands at the border, an empty paragraph may stay.
        words = [
            {part: [text for text in texts if text] for part, texts in _texts(said).items()}
            for said in (got, wanted)
        ]
        if name != "delete all" or words[0] != words[1]:
            return f"{file.name}: {name}: accepted"
    before, after = settled(file, accept=False), settled(tracked, accept=False)
    if {part: _stripped(after)[part] for part in before} != _stripped(before):
        return f"{file.name}: {name}: rejected"
    return "held"


def _settle_all(chosen: list[tuple[Path, str, list[dict[str, Any]]]], tmp_path: Path) -> None:
    answers = [
        (file, _settles(file, name, ops, tmp_path / str(at)))
        for at, (file, name, ops) in enumerate(chosen)
    ]
    faults = [answer for _, answer in answers if answer not in ("held", "refused")]
    files = {file for file, answer in answers if answer == "held"}
    held = sum(answer == "held" for _, answer in answers)
    print(
        f"docx: {held} tracked edits of {len(files)} files settle both ways, "
        f"{len(answers) - held - len(faults)} refused"
    )
    assert not faults, faults
    assert len(files) >= 20


def test_accepting_all_gives_the_edit_and_rejecting_all_the_original(tmp_path: Path) -> None:
    chosen = []
    for at, file in enumerate(small for small in FILES if small.stat().st_size < 45_000):
        made = list(scenarios(file).items())
        chosen += [(file, *made[(2 * at + step) % len(made)]) for step in (0, 1)]
    _settle_all(chosen, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_edit_of_every_document_settles_both_ways(tmp_path: Path) -> None:
    chosen = [(file, name, ops) for file in FILES for name, ops in scenarios(file).items()]
    _settle_all(chosen, tmp_path)
