"""Word documents edited by the worker's method, and read back with other eyes."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import Any

from lxml import etree

import keenbench.formats.docx.methods  # noqa: F401  registers the methods
from keenbench.formats.call import Call, methods

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def run(method: str, params: dict[str, Any], files: dict[str, Path], out: Path) -> dict[str, Any]:
    """Return what a worker method answers; its result, where it leaves one, is `out`/result."""
    found = methods.get(method)
    assert found is not None
    out.mkdir(parents=True, exist_ok=True)
    parsed = found.parse({"workbench_id": "w", **params})
    opened = {("draft", name): os.open(file, os.O_RDONLY) for name, file in files.items()}
    try:
        answer: dict[str, Any] = found.function(Call(files=opened, out=out), parsed).model_dump(
            mode="json"
        )
    finally:
        for descriptor in opened.values():
            os.close(descriptor)
    return answer


def edited(
    file: Path, *ops: dict[str, Any], beside: dict[str, Path] | None = None, **params: Any
) -> tuple[Path, dict[str, Any]]:
    """Return the edited copy of a document and the report."""
    out = file.parent / f"out-{file.stem}"
    answer = run(
        "DocxApplyOps",
        {"path": file.name, "ops": list(ops), **params},
        {file.name: file, **(beside or {})},
        out,
    )
    target = out / file.name
    (out / "result").rename(target)
    return target, answer


def created(folder: Path, *ops: dict[str, Any], name: str = "new.docx", **params: Any) -> Path:
    """Return a new document made by operations."""
    folder.mkdir(parents=True, exist_ok=True)
    answer = run(
        "DocxApplyOps", {"path": name, "ops": list(ops), "create_new": True, **params}, {}, folder
    )
    assert answer["ok"]
    target = folder / name
    (folder / "result").rename(target)
    return target


def part(file: Path, name: str = "word/document.xml") -> etree._Element:
    with zipfile.ZipFile(file) as archive:
        return etree.fromstring(archive.read(name))


def names(file: Path) -> list[str]:
    with zipfile.ZipFile(file) as archive:
        return archive.namelist()
