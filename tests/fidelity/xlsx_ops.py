"""Applying operations to a workbook as the worker's method does, without a worker."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from keenbench.formats.call import Call
from keenbench.formats.xlsx.edit.applied import XlsxApplied
from keenbench.formats.xlsx.edit.apply import apply_xlsx
from keenbench.formats.xlsx.edit.ops import XlsxApplyParams
from keenbench.registry import parse


def apply_ops(source: Path, ops: list[dict[str, Any]], target: Path, **more: Any) -> XlsxApplied:
    """Apply operations to `source` and leave the result in `target`."""
    name = source.name
    params = parse(XlsxApplyParams, {"workbench_id": "wb", "path": name, "ops": ops, **more})
    out = target.parent / f"{target.stem}.out"
    out.mkdir(exist_ok=True)
    fd = os.open(source, os.O_RDONLY)
    try:
        answer = apply_xlsx(Call({("draft", name): fd}, out), params)
    finally:
        os.close(fd)
    (out / "result").replace(target)
    out.rmdir()
    return answer
