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
from keenbench.worker.renderer import Renderer
from tests.office_steps import answered


def apply_ops(
    source: Path,
    ops: list[dict[str, Any]],
    target: Path,
    *,
    using: Renderer | None = None,
    seconds: float | None = None,
    **more: Any,
) -> XlsxApplied:
    """Apply operations to `source`, asking LibreOffice where that is needed, and leave `target`."""
    name = source.name
    raw = {"workbench_id": "wb", "path": name, "ops": ops, **more}
    params = parse(XlsxApplyParams, raw)
    out = target.parent / f"{target.stem}.out"
    out.mkdir(exist_ok=True)
    fd = os.open(source, os.O_RDONLY)
    try:
        answer = apply_xlsx(Call({("draft", name): fd}, out), params)
    finally:
        os.close(fd)
    result = answered("XlsxApplyOps", raw, out, answer.model_dump(mode="json"), using, seconds)
    (out / "result").replace(target)
    out.rmdir()
    return XlsxApplied.model_validate(result)
