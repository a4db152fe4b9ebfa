"""The broker's end of the renderer: one LibreOffice in a box, replaced before it goes bad."""

from __future__ import annotations

import os
import select
import shutil
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from keenbench.errors import (
    FileReadFailed,
    KeenBenchError,
    RunnerResourceExceeded,
    RunnerTimeout,
    ToolWorkerUnavailable,
    UserCanceled,
)
from keenbench.sandbox import channel as messages
from keenbench.sandbox.box import Box, BoxedProcess, Mount
from keenbench.sandbox.profiles import MIB, RENDERER
from keenbench.sandbox.renderer.office import Office, find_office
from keenbench.worker.scratch import Scratch

# Where somebody waits for more than the answer; usually it takes two.
_BRIEF_START_SECONDS = 20.0
PAGES_SECONDS = 50.0
# LibreOffice grows and slows with every document it has seen.
_MOST_DOCUMENTS = 50
_MOST_BYTES = 600 * MIB
_TICK_SECONDS = 0.2
_INSTALL = (
    "This needs LibreOffice, which is not installed. On Debian or Ubuntu: "
    "apt install libreoffice-writer libreoffice-calc libreoffice-impress python3-uno."
)
_UNSHOWN = (
    "so there are no pages to show. Look at its text or cells instead, or save it again in the "
    "program that made it."
)
# Seen by a program of the user's own, whatever it is written in.
_SYSTEM = ("/usr", "/bin", "/etc/fonts", "/etc/libreoffice", "/etc/alternatives")


@dataclass(frozen=True)
class Window:
    """Pages `first` to `last` of a document, 1-based."""

    first: int
    last: int


@dataclass(frozen=True)
class Document:
    """A document to draw: its bytes, what its name ends in, and what tells it from others."""

    descriptor: int
    suffix: str
    key: str
    name: str


@dataclass(frozen=True)
class Question:
    """What is asked about a document: the kind of question, and the rest of it in a file."""

    document: Document
    ask: str
    descriptor: int
    seconds: float  # all that the answer may take, waiting included, a first start not


@dataclass
class _Ended(Exception):
    """LibreOffice is gone."""

    out_of_memory: bool


@dataclass(frozen=True)
class _Request:
    """One thing to be done to a document, and who takes the file that comes of it."""

    document: Document
    message: dict[str, Any]
    more: list[int]  # descriptors after the document's
    take: Callable[[Path], None]
    seconds: float
    ends: float  # the moment; waiting counts

    @property
    def is_pages(self) -> bool:
        return "ask" not in self.message


def unavailable() -> ToolWorkerUnavailable:
    return ToolWorkerUnavailable(_INSTALL, retryable=False)


class Renderer:
    """Makes PDF windows of office documents, one at a time."""

    def __init__(self, box: Box, scratch: Scratch, command: Path | None) -> None:
        self._box = box
        self._scratch = scratch
        self._command = command or _on_path()
        self._one = threading.Lock()
        self._boxed: BoxedProcess | None = None
        self._folder: Path | None = None
        self._documents: set[str] = set()
        self.started = 0

    @cached_property
    def _office(self) -> Office | None:
        # Asked for when first needed: to look takes a third of a second.
        return None if self._command else find_office()

    @property
    def version(self) -> str | None:
        """What pages are made with; it changes when they may look otherwise."""
        if self._command is not None:
            status = self._command.stat()
            return f"{self._command.name}-{status.st_size}-{status.st_mtime_ns}"
        return self._office.version if self._office is not None else None

    @property
    def available(self) -> bool:
        return self._command is not None or self._office is not None

    def close(self) -> None:
        with self._one:
            self._end()

    def pages(
        self,
        document: Document,
        window: Window,
        take: Callable[[Path], None],
        canceled: threading.Event,
        seconds: float = PAGES_SECONDS,
    ) -> int | None:
        """Have `take` handed a PDF of the window; return how many pages there are in all.

        None where the PDF holds every page, so that it can be counted there. `seconds` is all that
        it may take: the documents before this one and a start of LibreOffice count.
        """
        message = {"first": window.first, "last": window.last}
        ends = time.monotonic() + seconds
        answer = self._alone(_Request(document, message, [], take, seconds, ends), canceled)
        count = answer["page_count"]
        return None if count is None else int(count)

    def ask(
        self, question: Question, take: Callable[[Path], None], canceled: threading.Event
    ) -> None:
        """Have `take` handed the file that answers a question about a document."""
        if self._office is None:
            # A program of the user's own converts, and knows no questions.
            raise unavailable()
        ends = time.monotonic() + question.seconds
        message = {"ask": question.ask}
        more = [question.descriptor]
        self._alone(
            _Request(question.document, message, more, take, question.seconds, ends), canceled
        )

    def _alone(self, request: _Request, canceled: threading.Event) -> dict[str, Any]:
        """Carry out one request after the others, once more where LibreOffice ends in it."""
        while not self._one.acquire(timeout=_TICK_SECONDS):
            if canceled.is_set():
                raise UserCanceled("The preview was cancelled.", phase="worker")
            if time.monotonic() >= request.ends:
                raise _late(request)
        try:
            try:
                return self._carry_out(request, canceled)
            except _Ended:
                # An earlier document may have brought it down, or someone killed it.
                return self._carry_out(request, canceled)
        except _Ended as ended:
            raise _why_ended(request.document, ended) from None
        finally:
            self._one.release()

    def _carry_out(self, request: _Request, canceled: threading.Event) -> dict[str, Any]:
        document = request.document
        begun = time.monotonic()
        boxed, folder = self._ready(request)
        if not request.is_pages:
            # What starting took is not the document's fault, and it serves the next one too.
            request = replace(request, ends=request.ends + time.monotonic() - begun)
        out = folder / "made"
        out.unlink(missing_ok=True)
        message = {
            "key": document.key,
            "suffix": document.suffix,
            "out": str(boxed.inside(out)),
            **request.message,
        }
        try:
            messages.send(boxed.socket, message, [document.descriptor, *request.more])
            answer = self._answer(boxed, request, canceled)
        except messages.ChannelClosed:
            answer = {"ended": True}
        except KeenBenchError:
            self._end()
            raise
        self._documents.add(document.key)
        if answer.get("ended"):
            ended = _Ended(boxed.out_of_memory())
            self._end()
            raise ended
        try:
            if "failed" in answer:
                shown = _UNSHOWN if request.is_pages else "so it says nothing."
                raise FileReadFailed(
                    f"LibreOffice cannot open the document, {shown}", path=document.name
                )
            request.take(out)
            return answer
        finally:
            out.unlink(missing_ok=True)
            worn = len(self._documents) >= _MOST_DOCUMENTS
            if worn or answer.get("resident_bytes", 0) > _MOST_BYTES:
                self._end()

    def _answer(
        self, boxed: BoxedProcess, request: _Request, canceled: threading.Event
    ) -> dict[str, Any]:
        waiting = select.poll()
        try:
            waiting.register(boxed.socket, select.POLLIN)
        except ValueError:  # closed meanwhile, by whoever ended the box
            raise messages.ChannelClosed from None
        while not waiting.poll(_TICK_SECONDS * 1000):
            if canceled.is_set():
                raise UserCanceled("The preview was cancelled.", phase="worker")
            if time.monotonic() >= request.ends:
                raise _late(request)
        try:
            return messages.receive_by(boxed.socket, request.ends)
        except TimeoutError:
            raise _late(request) from None

    def _ready(self, request: _Request) -> tuple[BoxedProcess, Path]:
        """Return a renderer that stands, started if need be."""
        if self._boxed is not None and self._boxed.alive():
            assert self._folder is not None
            return self._boxed, self._folder
        self._end()
        if not self.available:
            raise unavailable()
        self._folder = self._scratch.folder()
        out = Mount(self._folder, Path("/out"), writable=True)
        self._boxed = self._box.spawn(
            "keenbench.sandbox.renderer.serve", RENDERER, (out, *self._mounts())
        )
        self.started += 1
        by = request.ends if request.is_pages else time.monotonic() + _BRIEF_START_SECONDS
        try:
            messages.send(self._boxed.socket, self._first_message(), [])
            ready = messages.receive_by(self._boxed.socket, by)
        except (messages.ChannelClosed, TimeoutError):
            ready = {"ready": False}
        if not ready.get("ready"):
            self._end()
            raise ToolWorkerUnavailable("LibreOffice does not start in its sandbox.")
        return self._boxed, self._folder

    def _mounts(self) -> tuple[Mount, ...]:
        if self._office is not None:
            return self._office.mounts()
        assert self._command is not None
        places = [Path(place) for place in _SYSTEM] + [self._command.resolve().parent]
        return tuple(
            Mount(place, place) for place in places if place.exists() and not place.is_symlink()
        )

    def _first_message(self) -> dict[str, str]:
        if self._office is not None:
            return {"binary": str(self._office.binary), "python": str(self._office.python)}
        assert self._command is not None
        return {"command": str(self._command.resolve()), "path": _program_folders()}

    def _end(self) -> None:
        boxed, self._boxed = self._boxed, None
        folder, self._folder = self._folder, None
        self._documents = set()
        if boxed is not None:
            boxed.kill()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _on_path() -> Path | None:
    found = shutil.which("keenbench-preview-renderer")
    return Path(found) if found else None


def _program_folders() -> str:
    """Return the PATH inside the box: a script may ask for `env python3`, and ours is there."""
    return os.pathsep.join([str(Path(sys.executable).absolute().parent), "/usr/bin", "/bin"])


def _late(request: _Request) -> RunnerTimeout:
    what = "these pages" if request.is_pages else "its answer"
    return RunnerTimeout(
        f"LibreOffice took longer than {request.seconds:.0f} s for {what} and was stopped.",
        phase="worker",
    )


def _why_ended(document: Document, ended: _Ended) -> KeenBenchError:
    if ended.out_of_memory:
        return RunnerResourceExceeded(
            "The document needs more memory to be drawn than a preview may take.",
            phase="worker",
            path=document.name,
            detail={"limit": "memory"},
        )
    return FileReadFailed(
        "LibreOffice ended while it drew the document; it may be damaged or hostile.",
        path=document.name,
    )
