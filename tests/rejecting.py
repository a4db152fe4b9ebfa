"""Changes taken back as the worker's child takes them back, without a worker."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import keenbench.worker.table  # noqa: F401  registers the methods
from keenbench.formats.call import Call, methods
from tests.comparing import compared


def rejected(method: str, old: Path, new: Path, *change_ids: str) -> Path:
    """Return the file that is left when changes of `new` are taken back; beside `new`."""
    found = methods.get(method)
    assert found is not None
    out = new.parent / f"out-{new.stem}"
    out.mkdir(exist_ok=True)
    name = f"file{new.suffix}"
    files = {("reference", name): os.open(old, os.O_RDONLY), ("draft", name): os.open(new, 0)}
    given = {
        "workbench_id": "w",
        "path": name,
        "reference_root": "reference",
        "change_ids": list(change_ids),
    }
    try:
        found.function(Call(files=files, out=out), found.parse(given))
    finally:
        for descriptor in files.values():
            os.close(descriptor)
    return (out / "result").rename(out / new.name)


def one_by_one(kind: str, old: Path, new: Path, most: int = 40) -> dict[str, str]:
    """Take back each change alone; return what became of it: ok, or why it was refused.

    Whatever is taken back leaves all other changes as they were: the method itself sees to that,
    and this looks again.
    """
    from keenbench.errors import KeenBenchError

    before = compared(f"{kind}Compare", old, new, limit=1000)["changes"]
    names = {change["change_id"] for change in before}
    told: dict[str, str] = {}
    for change in before[:most]:
        name = change["change_id"]
        try:
            made = rejected(f"{kind}Reject", old, new, name)
        except KeenBenchError as error:
            info = error.info()
            told[name] = f"{change['type']}: {info.subphase}: {info.message}"
            continue
        after = compared(f"{kind}Compare", old, made, limit=1000)["changes"]
        assert {one["change_id"] for one in after} == names - {name}, change
        told[name] = "ok"
    return told


def change_of(answer: dict[str, Any], kind: str, **fields: Any) -> dict[str, Any]:
    """Return the one change of a type, and with these fields."""
    found: dict[str, Any]
    (found,) = (
        change
        for change in answer["changes"]
        if change["type"] == kind and fields.items() <= change.items()
    )
    return found


def hunks_of(old: Path, new: Path) -> list[str]:
    """Return the names of the hunks between two texts."""
    from keenbench.diff.text import diff_lines
    from keenbench.formats.text.reject import EndedLines

    sides = []
    for file in (old, new):
        with file.open("rb") as opened:
            lines = EndedLines.of(opened, file.name)
            assert lines is not None
            sides.append(lines.bodies)
    return [hunk.change_id for hunk in diff_lines(sides[0], sides[1])]
