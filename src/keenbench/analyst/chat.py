"""One turn of a conversation: a message in, an answer with its run out.

A message that begins with `SQL:` or `PLAN:` is run as it stands, with any model.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from keenbench.analyst.agent import Agent, OnToken
from keenbench.analyst.capsules import Capsule
from keenbench.analyst.payloads import (
    ChatAnswer,
    ChatRequest,
    ChatStatus,
    Details,
    Told,
    result_table,
)
from keenbench.analyst.runs import ReportStage, no_stage
from keenbench.analyst.threads import Message, Thread, Threads
from keenbench.analyst.tools import Tools, Turn
from keenbench.errors import UserCanceled
from keenbench.models.providers import OFFLINE
from keenbench.models.registry import ModelRef
from keenbench.workbench.identity import new_id

# Far more than the offline model needs. A model on a slow machine may think for as long as the user
# waits for it, who can cancel.
_MOST_SECONDS = 300.0

_LATE = (
    f"The question took longer than {_MOST_SECONDS / 60:.0f} minutes and was ended. "
    "Ask for less at a time, or of fewer columns."
)
_STOPPED = "This was stopped before it was answered."
_DIRECT = re.compile(r"\s*(SQL|PLAN)\s*:\s*", re.IGNORECASE)


class Chat:
    def __init__(self, tools: Tools, agent: Agent, threads: Threads) -> None:
        self._tools = tools
        self._agent = agent
        self._threads = threads

    def answer(
        self,
        request: ChatRequest,
        ref: ModelRef,
        thread: Thread,
        *,
        stage: ReportStage = no_stage,
        token: OnToken | None = None,
        canceled: threading.Event | None = None,
    ) -> ChatAnswer:
        """Take one turn; `thread` goes on with it."""
        turn = Turn(
            dataset_id=request.dataset_id,
            thread_id=thread.thread_id,
            model_id=ref.model_id,
            question=request.message,
            leaves=ref.needs_consent,
            stage=stage,
            canceled=canceled or threading.Event(),
        )
        stage("planning", None)
        history = list(thread.messages)
        direct = _DIRECT.match(request.message)
        if direct is not None:
            said = self._direct(turn, direct.group(1).upper(), request.message[direct.end() :])
            if token is not None:
                token(_text(said[-1]))
        else:
            try:
                with _in_time(turn) if ref.provider_id == OFFLINE else nullcontext():
                    said = self._agent.take_turn(turn, ref, history, token)
            except UserCanceled:
                told = _LATE if turn.late else _STOPPED
                said = [_human(request.message), _ai(told)]
        answer = _payload(turn, said)
        if answer.status == "needs_clarification":
            self._tools.set_aside(turn)
        self._threads.save(thread, said, request.message, answer)
        return answer

    def _direct(self, turn: Turn, kind: str, body: str) -> list[Message]:
        """Run what the user wrote, told to the thread as if a model had called the tool."""
        name = "execute_sql" if kind == "SQL" else "execute_query_plan"
        arguments = {"dataset_id": turn.dataset_id, "sql" if kind == "SQL" else "plan_json": body}
        if kind == "SQL":
            told = self._tools.execute_sql(turn, turn.dataset_id, body)
        else:
            told = self._tools.execute_query_plan(turn, turn.dataset_id, _of(turn, body))
        call_id = new_id("call")
        return [
            _human(turn.question),
            _ai("", [{"name": name, "args": arguments, "id": call_id, "type": "tool_call"}]),
            _tool(name, call_id, told),
            # Without a run there was nothing to run it on: a file is gone, or cannot be read.
            _ai(
                _STOPPED
                if turn.canceled.is_set()
                else _summary(turn.capsules[-1] if turn.capsules else None, told),
                status=None if turn.capsules else "error",
            ),
        ]


@contextmanager
def _in_time(turn: Turn) -> Iterator[None]:
    """End the turn, with the query that it runs, once it has taken too long."""

    def end() -> None:
        turn.late = True
        turn.canceled.set()

    timer = threading.Timer(_MOST_SECONDS, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _of(turn: Turn, plan: str) -> Any:
    """Return a plan that the user wrote, about the dataset that was asked where it names none."""
    try:
        read = json.loads(plan)
    except (ValueError, RecursionError):
        return plan
    return {"dataset_id": turn.dataset_id, **read} if isinstance(read, dict) else plan


def _summary(capsule: Capsule | None, told: str) -> str:
    if capsule is None:
        return str(json.loads(told)["error"]["message"])
    if capsule["status"] != "success":
        return str(capsule["error_json"]["message"])
    total = capsule["result_json"]["total_row_count"]
    return "1 row." if total == 1 else f"{total:,} rows."


def _payload(turn: Turn, said: list[Message]) -> ChatAnswer:
    capsule = turn.answers[-1] if turn.answers else None
    last = said[-1] if said else _ai("")
    status = _status(turn, capsule, last)
    if status == "needs_clarification":
        capsule = None  # it was run, gave nothing, and is not what the model holds to be meant
    return ChatAnswer(
        assistant_message=_text(last),
        run_id=capsule["run_id"] if capsule is not None else None,
        thread_id=turn.thread_id,
        model_id=turn.model_id,
        status=status,
        result=result_table(capsule) if capsule is not None else None,
        details=Details(
            query_mode=capsule["query_mode"] if capsule is not None else None,
            plan_json=capsule["plan_json"] if capsule is not None else None,
            compiled_sql=capsule["compiled_sql"] if capsule is not None else None,
            dataset_id=turn.dataset_id,
        ),
        chart=capsule["chart_json"] if capsule is not None else None,
        warnings=[Told(**each) for each in (capsule or {}).get("warnings_json") or ()],
    )


def _status(turn: Turn, capsule: Capsule | None, last: Message) -> ChatStatus:
    if turn.late:
        return "timeout"
    if turn.canceled.is_set():
        return "canceled"
    stated = (last["data"].get("response_metadata") or {}).get("status")
    if capsule is not None and (stated != "needs_clarification" or capsule["status"] != "success"):
        status: ChatStatus = capsule["status"]
        return status
    # Without a run there is no result: the model asks, or says what it needs.
    return stated if stated in ("success", "error") else "needs_clarification"


def _text(message: Message) -> str:
    """Return the words of a message, whose content may come in parts."""
    content = message["data"]["content"]
    if isinstance(content, str):
        return content
    parts: list[Any] = content or []
    return "".join(
        str(part.get("text", "")) if isinstance(part, dict) else str(part) for part in parts
    )


def _human(text: str) -> Message:
    return {"type": "human", "data": {"content": text, "type": "human"}}


def _ai(text: str, calls: list[dict[str, Any]] | None = None, status: str | None = None) -> Message:
    data: dict[str, Any] = {"content": text, "type": "ai", "tool_calls": calls or []}
    if status is not None:
        data["response_metadata"] = {"status": status}
    return {"type": "ai", "data": data}


def _tool(name: str, call_id: str, text: str) -> Message:
    data = {"content": text, "type": "tool", "name": name, "tool_call_id": call_id}
    return {"type": "tool", "data": data}
