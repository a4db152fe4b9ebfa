"""LibreOffice as a second opinion: the formulas it gives for the same edit of the same workbook."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

_SIDE = Path(__file__).with_name("uno_side.py")
# Debian's python3-uno belongs to the system's Python, not to ours.
_PYTHON = "/usr/bin/python3"


class LibreOffice:
    """One LibreOffice for as many workbooks as a test has."""

    def __enter__(self) -> LibreOffice:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._side = subprocess.Popen(
            [_PYTHON, str(_SIDE), self._profile.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._side.stdin is not None
        self._side.stdin.close()
        try:
            self._side.wait(60)
        except subprocess.TimeoutExpired:
            self._side.kill()
        self._profile.cleanup()

    def ask(self, path: Path, edits: list[dict[str, Any]] | None = None, **more: Any) -> Any:
        """Return the sheets, formulas and names of a workbook after `edits`."""
        assert self._side.stdin is not None and self._side.stdout is not None
        job = {"path": str(path), "edits": edits or [], **more}
        self._side.stdin.write(json.dumps(job) + "\n")
        self._side.stdin.flush()
        line = self._side.stdout.readline()
        assert line, "LibreOffice went away"
        return json.loads(line)
