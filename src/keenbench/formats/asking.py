"""What a method has LibreOffice asked about the file it made, and how it is told the answer.

A parser's box has no LibreOffice; the renderer's has. A method that wants something computed or
measured there finishes its result as if there were none, and leaves a question beside it. Where the
renderer answers, an internal method takes the answer and may better the result; where it does not,
the first result stands.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from keenbench.errors import FileReadFailed
from keenbench.formats.call import Call, FileParams
from keenbench.storage import write_failed

QUESTION = "question"  # beside the result: what is asked, as JSON
DOCUMENT = "document"  # what it is asked about, where that is not the result itself
# How the files of a question are called when its answer is taken.
MADE_ROOT = "made"
RESULT_FILE, QUESTION_FILE, ANSWER_FILE = "result", QUESTION, "answer"

Ask = Literal["results", "text_heights"]


@dataclass(frozen=True)
class After:
    """What follows a method that may leave a question."""

    ask: Ask
    suffix: str  # of the document
    seconds: float  # all that the answer may take
    take: str  # the internal method that takes it
    unanswered: str | None = None  # the code of the warning where none comes; None: none is given


class TakeParams(FileParams):
    """The parameters of a method that takes an answer."""

    so_far: dict[str, Any] = Field(description="The result as it stands without the answer.")


def ask_office(call: Call, question: dict[str, Any], document: bytes | None = None) -> None:
    """Leave a question about the result, or about a document made for it."""
    try:
        if document is not None:
            (call.out / DOCUMENT).write_bytes(document)
        (call.out / QUESTION).write_text(json.dumps(question))
    except OSError as error:
        raise write_failed(error, "the result") from None


def question_of(call: Call) -> dict[str, Any]:
    """Return what was asked."""
    with call.open(MADE_ROOT, QUESTION_FILE) as file:
        asked: dict[str, Any] = json.load(file)
    return asked


def answer_of(call: Call) -> bytes:
    """Return what LibreOffice left as its answer."""
    with call.open(MADE_ROOT, ANSWER_FILE) as file:
        return file.read()


def senseless(path: str) -> FileReadFailed:
    return FileReadFailed("LibreOffice gave an answer that makes no sense.", path=path)
