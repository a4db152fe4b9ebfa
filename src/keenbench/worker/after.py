"""The step after a call: LibreOffice is asked about the file that a parser made.

The broker reads neither question nor answer: it hands their descriptors from box to box. Whatever
goes wrong on the way, the file that the call made stands as it is, and nothing of a half-taken
answer is placed.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keenbench.errors import FileReadFailed, KeenBenchError, UserCanceled
from keenbench.formats.asking import (
    ANSWER_FILE,
    DOCUMENT,
    MADE_ROOT,
    QUESTION,
    QUESTION_FILE,
    RESULT_FILE,
    After,
)
from keenbench.formats.call import FileRef
from keenbench.storage import digest
from keenbench.worker.parser import Order, Parser
from keenbench.worker.renderer import Document, Question, Renderer

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Finished:
    """What a call gives back, and the file it leaves."""

    result: Any
    file: Path


class AfterSteps:
    """Asks the renderer what a method left as a question, and has the answer taken."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer

    @contextmanager
    def finished(
        self, after: After | None, order: Order, parser: Parser, out: Path, result: Any
    ) -> Iterator[Finished]:
        """Give what the call comes to, with the answer where there is one."""
        first = Finished(result, out / RESULT_FILE)
        with ExitStack() as opened:
            question = _open(out / QUESTION, opened) if after is not None else None
            if after is None or question is None:
                yield first
                return
            made = _open(first.file, opened)
            if made is None:
                raise FileReadFailed("The parser left no file to ask about.")
            about = _open(out / DOCUMENT, opened)
            try:
                answer = self._ask(after, made if about is None else about, question, order, opened)
            except UserCanceled:
                raise
            except KeenBenchError as why:
                yield _told(first, after, why)
                return
            taking = Order(
                method=after.take,
                params={
                    **{key: order.params[key] for key in _NAMING if key in order.params},
                    "so_far": result,
                },
                files=[FileRef(MADE_ROOT, name) for name in _FILES],
                descriptors=[made, question, answer],
                deadline=order.deadline,
                progress=None,
                canceled=order.canceled,
            )
            second = opened.enter_context(parser.out())
            try:
                better = parser.run(taking, second)
            except KeenBenchError as why:
                if isinstance(why, UserCanceled) or not parser.alive():
                    raise  # and with the parser went its files
                yield _told(first, after, why)
                return
            bettered = second / RESULT_FILE
            yield Finished(better, bettered if bettered.exists() else first.file)

    def _ask(
        self, after: After, document: int, question: int, order: Order, opened: ExitStack
    ) -> int:
        answers: list[int] = []

        def take(path: Path) -> None:
            fd = _open(path, opened)
            if fd is not None:
                answers.append(fd)

        asked = Question(
            Document(document, after.suffix, digest(document).sha256, str(order.params["path"])),
            after.ask,
            question,
            after.seconds,
        )
        self._renderer.ask(asked, take, order.canceled)
        if not answers:
            raise FileReadFailed("LibreOffice left no answer.")
        return answers[0]


_NAMING = ("workbench_id", "root", "path")
_FILES = (RESULT_FILE, QUESTION_FILE, ANSWER_FILE)


def _open(path: Path, opened: ExitStack) -> int | None:
    """Open what a child left, trusting nothing about it; None where it left nothing."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    opened.callback(os.close, fd)
    return fd


def _told(first: Finished, after: After, why: KeenBenchError) -> Finished:
    """Return the first result with why LibreOffice did not better it, where that matters."""
    log.info("%s was not answered: %s", after.ask, why.error_code)
    if after.unanswered is None or not isinstance(first.result, dict):
        return first
    warning = {"code": after.unanswered, "message": why.message}
    said = first.result.get("warnings")
    warnings = [*(said if isinstance(said, list) else []), warning]
    return Finished({**first.result, "warnings": warnings}, first.file)
