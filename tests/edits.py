"""Operations applied to a document as the worker's child applies them, without a worker."""

from __future__ import annotations

import hashlib
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import keenbench.formats.odt.methods
import keenbench.formats.pdf.methods
import keenbench.formats.pptx.methods  # noqa: F401  registers the methods
from keenbench.formats.call import Call, methods


def edited(
    method: str, file: Path, ops: list[dict[str, Any]], out: Path, **params: Any
) -> tuple[dict[str, Any], Path]:
    """Return the answer of a method and the file it left in `out`; `file` need not exist."""
    found = methods.get(method)
    assert found is not None
    given = {"workbench_id": "w", "path": file.name, "ops": ops, **params}
    parsed = found.parse(given)
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as opened:
        files: dict[tuple[str, str], int] = {}
        for ref in found.options["reads"](parsed):
            path = file.parent / ref.name
            if path.exists() or not ref.optional:
                files[ref.root, ref.name] = os.open(path, os.O_RDONLY)
                opened.callback(os.close, files[ref.root, ref.name])
        answer = found.function(Call(files=files, out=out), parsed)
    result = out / "result"
    named = out / file.name
    if result.exists():
        result.rename(named)
    return answer.model_dump(mode="json"), named


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
