"""Two versions of a file compared as the worker's child compares them, without a worker."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import keenbench.worker.table  # noqa: F401  registers the methods
from keenbench.formats.call import Call, methods


def compared(method: str, old: Path | None, new: Path | None, **params: Any) -> dict[str, Any]:
    """Return what a comparing method answers; None stands for a file that is not there."""
    found = methods.get(method)
    assert found is not None
    one = new or old
    assert one is not None
    name = f"file{one.suffix}"
    files: dict[tuple[str, str], int] = {}
    for root, file in (("reference", old), ("draft", new)):
        if file is not None:
            files[root, name] = os.open(file, os.O_RDONLY)
    given = {
        "workbench_id": "w",
        "path": name,
        "reference_root": "reference" if old is not None else None,
        "deleted": new is None,
        **params,
    }
    try:
        answer = found.function(Call(files=files, out=one.parent), found.parse(given))
    finally:
        for descriptor in files.values():
            os.close(descriptor)
    result: dict[str, Any] = answer.model_dump(mode="json")
    return result


def rendered(file: Path, **params: Any) -> dict[str, Any]:
    """Return the grid of a workbook."""
    found = methods.get("XlsxRenderGrid")
    assert found is not None
    descriptor = os.open(file, os.O_RDONLY)
    try:
        call = Call(files={("draft", file.name): descriptor}, out=file.parent)
        parsed = found.parse({"workbench_id": "w", "path": file.name, **params})
        answer: dict[str, Any] = found.function(call, parsed).model_dump(mode="json")
    finally:
        os.close(descriptor)
    return answer


def types(answer: dict[str, Any]) -> list[str]:
    return [change["type"] for change in answer["changes"]]
