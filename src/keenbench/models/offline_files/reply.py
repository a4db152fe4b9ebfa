"""The offline model in the Workshop: the next message of a conversation about files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from langchain_core.messages import AIMessage, BaseMessage, ToolCall

from keenbench.models.offline_files import (
    adding,
    asking,
    cells,
    converting,
    describing,
    replacing,
    sorting,
    summarising,
)
from keenbench.models.offline_files.desk import Desk, open_desk
from keenbench.models.offline_files.turn import Need, Say, ToolFailed, Turn, read_turn

CAN_DO = """\
Without a key I do a few plain things:
- replace text: replace “old” with “new” in report.docx
- summarise a table: summarise sales.csv by region and save as summary.xlsx
- answer a question about a table: what is the total amount by month in sales.csv?
- sort or convert a table: sort sales.csv by amount and save as sorted.csv; convert sales.csv to
  sales.xlsx
- describe a file: what is in report.docx?
- add text: add the paragraph “…” to report.docx, add a slide “Title” with “text” to deck.pptx
- set a cell: set B3 in budget.xlsx to 42
- mark a PDF: highlight “deadline” in contract.pdf

For anything else, choose a model in the settings."""

_DELETES = re.compile(r"\s*(?:please\s+)?(?:delete|remove|erase|lösche)\b[^\"“]*\x00", re.I)

# In this order: what a request asks to be done comes before what it asks to know.
_ATTEMPTS: tuple[Callable[[Desk], str | None], ...] = (
    cells.attempt,
    replacing.attempt,
    adding.attempt,
    summarising.attempt,
    sorting.attempt,
    converting.attempt,
    describing.attempt,
    asking.attempt,
)


def reply(messages: Sequence[BaseMessage]) -> AIMessage:
    """Return a call of a tool, or the words that end the turn."""
    turn = read_turn(messages)
    if turn is None:
        return AIMessage(content=CAN_DO)
    try:
        said = _carry_out(turn)
    except Need as need:
        call = ToolCall(
            name=need.name,
            args=need.arguments,
            id=f"offline_{len(turn.earlier)}_{len(turn.told)}",
            type="tool_call",
        )
        return AIMessage(content="", tool_calls=[call])
    except Say as words:
        said = words.text
    except ToolFailed as failed:
        said = f"That could not be done: {failed.message}"
    return AIMessage(content=said)


def _carry_out(turn: Turn) -> str:
    desk = open_desk(turn)
    for attempt in _ATTEMPTS:
        said = attempt(desk)
        if said is not None:
            return said
    if _DELETES.match(desk.masked()):
        return "I cannot delete files; you can remove one from the list of files yourself."
    return f"I did not understand that. {CAN_DO}"
