"""LibreOffice as a second opinion: the formulas it gives for the same edit of the same workbook."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

_SIDE = Path(__file__).with_name("uno_side.py")
# Debian's python3-uno belongs to the system's Python, not to ours.
_PYTHON = "/usr/bin/python3"
# What a workbook may take. Those of the corpus take seconds; one that has no end takes for ever.
SECONDS = 240.0


class OfficeHung(AssertionError):
    """LibreOffice gave no answer in time; it was ended, and the next question has a new one."""


class LibreOffice:
    """One LibreOffice for as many workbooks as a test has, replaced when it hangs."""

    def __init__(self, command: tuple[str, ...] = (_PYTHON, str(_SIDE))) -> None:
        self._command = command

    def __enter__(self) -> LibreOffice:
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._side.stdin is not None
        self._side.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._side.wait(60)
        self._end()

    def ask(
        self,
        path: Path,
        edits: list[dict[str, Any]] | None = None,
        *,
        seconds: float = SECONDS,
        **more: Any,
    ) -> Any:
        """Return the sheets, formulas and names of a workbook after `edits`."""
        side = self._side
        assert side.stdin is not None and side.stdout is not None
        job = {"path": str(path), "edits": edits or [], **more}
        late = threading.Event()

        def end() -> None:
            late.set()
            _kill(side)  # the pipe ends, and whoever waits at it goes on

        timer = threading.Timer(seconds, end)
        timer.start()
        try:
            side.stdin.write(json.dumps(job) + "\n")
            side.stdin.flush()
            line = side.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            timer.cancel()
            timer.join()
        if late.is_set() or not line:
            self._end()
            path.with_name(f".~lock.{path.name}#").unlink(missing_ok=True)
            self._start()
            if late.is_set():
                raise OfficeHung(f"LibreOffice gave no answer about {path.name} in {seconds:g} s")
            raise AssertionError(f"LibreOffice went away over {path.name}")
        return json.loads(line)

    def _start(self) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._side = subprocess.Popen(
            [*self._command, self._profile.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # so that LibreOffice goes with the one who started it
        )

    def _end(self) -> None:
        _kill(self._side)
        self._side.wait()
        for stream in (self._side.stdin, self._side.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):  # what it was not told any more
                stream.close()
        self._profile.cleanup()


def convert(files: list[Path], out: Path, kind: str, seconds: float) -> bool:
    """Have LibreOffice convert files into `out`; return whether it came to an end in time."""
    out.mkdir(parents=True, exist_ok=True)
    profile = f"-env:UserInstallation=file://{out}/profile"
    options = ["--headless", "--convert-to", kind, "--outdir", str(out)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        ["soffice", profile, *options, *map(str, files)],
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        text=True,
        start_new_session=True,
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    finally:
        _kill(process)
        process.wait()
    return True


def _kill(side: subprocess.Popen[str]) -> None:
    """End a process and all that it started."""
    if side.returncode is None:  # until then its number is nobody else's
        with suppress(ProcessLookupError):
            os.killpg(side.pid, signal.SIGKILL)
