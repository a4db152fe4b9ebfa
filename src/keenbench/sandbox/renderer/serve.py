"""The boxed side of the renderer: takes a document, has LibreOffice write pages or an answer.

The first message names the programs. Then each message carries a document as a descriptor, and a
question as a second where one is asked. It is answered once the PDF or the answer lies in out/,
with how many pages there are and how much memory is held.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from pathlib import Path
from typing import IO, Any

from keenbench.sandbox import channel as messages

_WORK = Path("/tmp/work")
_ENVIRONMENT = {
    "HOME": "/tmp",
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    # Draws into memory: there is no screen.
    "SAL_USE_VCLPLUGIN": "svp",
}


def main(channel: socket.socket) -> None:
    first, _ = messages.receive(channel)
    serve: _Command | _Warm
    if "command" in first:
        serve = _Command(first["command"], first["path"])
    else:
        serve = _Warm(first["binary"], first["python"])
    messages.send(channel, {"ready": serve.start()}, [])
    while True:
        try:
            message, descriptors = messages.receive(channel)
        except messages.ChannelClosed:
            return
        source = _place(message["key"], message["suffix"], descriptors[0])
        if "ask" in message:
            answer = serve.answer(message, source, _read(descriptors[1]))
        else:
            answer = serve.pages(message, source)
        messages.send(channel, answer | {"resident_bytes": _resident_bytes()}, [])


class _Warm:
    """LibreOffice kept open, spoken with through its own Python."""

    def __init__(self, binary: str, python: str) -> None:
        self._binary = binary
        self._python = python

    def start(self) -> bool:
        script = Path(__file__).with_name("pages_script.py")
        self._process = subprocess.Popen(
            # -I: no path of ours, whose modules are for another Python.
            [self._python, "-I", str(script), self._binary],
            env=_ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._ask: IO[bytes] = self._process.stdin
        self._answers: IO[bytes] = self._process.stdout
        return bool(self._answers.readline())

    def pages(self, message: dict[str, Any], source: Path) -> dict[str, Any]:
        asked = {
            "key": message["key"],
            "path": str(source),
            "out": message["out"],
            "first": message["first"],
            "last": message["last"],
        }
        return self._converse(asked)

    def answer(self, message: dict[str, Any], source: Path, question: Any) -> dict[str, Any]:
        return self._converse(
            {
                "ask": message["ask"],
                "path": str(source),
                "out": message["out"],
                "question": question,
            }
        )

    def _converse(self, asked: dict[str, Any]) -> dict[str, Any]:
        try:
            self._ask.write(json.dumps(asked).encode() + b"\n")
            self._ask.flush()
            line = self._answers.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            return {"ended": True}
        answer: dict[str, Any] = json.loads(line)
        return answer


class _Command:
    """A program of the user's that converts whole documents: `PATH --headless --convert-to pdf`."""

    def __init__(self, command: str, path: str) -> None:
        self._command = command
        self._path = path

    def start(self) -> bool:
        return True

    def pages(self, message: dict[str, Any], source: Path) -> dict[str, Any]:
        folder = _WORK / "converted"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        done = subprocess.run(
            [
                self._command,
                "--headless",
                "--convert-to",
                "pdf",
                "--outdir",
                str(folder),
                str(source),
            ],
            env=_ENVIRONMENT | {"PATH": self._path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        made = folder / f"{source.stem}.pdf"
        if done.returncode != 0 or not made.is_file():
            return {"failed": f"exit {done.returncode}"}
        shutil.copyfile(made, message["out"])
        # All pages: how many there are is for whoever reads the PDF to see.
        return {"page_count": None}

    def answer(self, message: dict[str, Any], source: Path, question: Any) -> dict[str, Any]:
        return {"failed": "it only converts"}


def _place(key: str, suffix: str, descriptor: int) -> Path:
    """Copy the document to where LibreOffice can open it; only the latest is kept."""
    _WORK.mkdir(exist_ok=True)
    place = _WORK / f"{key}{suffix}"
    if not place.exists():
        for old in _WORK.glob("*.*"):
            if old.is_file():
                old.unlink()
        with os.fdopen(os.dup(descriptor), "rb") as source, place.open("wb") as target:
            source.seek(0)
            shutil.copyfileobj(source, target, 1 << 20)
    os.close(descriptor)
    return place


def _read(descriptor: int) -> Any:
    with os.fdopen(descriptor, "rb") as file:
        file.seek(0)
        return json.load(file)


def _resident_bytes() -> int:
    """Return what all processes of this box hold; it sees no others."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/statm"):
        try:
            total += int(status.read_text().split()[1])
        except (OSError, IndexError, ValueError):
            continue  # ended meanwhile
    return total * os.sysconf("SC_PAGE_SIZE")
