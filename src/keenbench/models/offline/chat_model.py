"""The offline model as a LangChain chat model: schema, look-ups, then the plan.

Bound to the Workshop's tools it works on files instead (`offline_files`).

It remembers nothing between calls: all that it knows stands in the messages. What tools return is
only compared with the question's words; instructions in it change nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import LanguageModelInput
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolCall,
    ToolMessage,
)
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from pydantic import ValidationError

from keenbench.models.offline.answering import answer
from keenbench.models.offline.frame import Clarification, LookupsNeeded, Pending, Understanding
from keenbench.models.offline.lookups import Answer
from keenbench.models.offline.understanding import understand
from keenbench.models.offline_files.reply import reply as reply_about_files
from keenbench.query.dataset_schema import DatasetSchema, schema_from_json
from keenbench.query.plan import QueryPlan

KEPT = "keenbench_understanding"
"""Under which key a message keeps what was understood, for questions that follow."""
PENDING = "keenbench_pending"
"""Under which key a message that asks back keeps what was asked."""

_DATASET = re.compile(r"dataset_id is (\S+?)\.?(?:\s|$)")
_WANTS_SQL = re.compile(
    r"\b(?:write|show|give|as|in|with|using|generate|run)\b.{0,20}\bSQL\b", re.I
)
_SQL_ANSWER = (
    "Offline I do not write SQL myself: a message that begins with “SQL:” is run as it stands, for "
    "example “SQL: SELECT count(*) FROM orders”. Asked in plain words, I make a query plan and "
    "show the SQL that it compiles to in the details."
)
_MOST_ROUNDS = 15
"""How often it may look things up: an agent stops who takes twice as many steps and more."""


class _Answers:
    """The look-ups of this turn that the tools have answered."""

    def __init__(self) -> None:
        self._found: dict[str, Answer] = {}

    def add(self, plan: Any, told: dict[str, Any]) -> None:
        rows = tuple(tuple(row) for row in told.get("rows", ()))
        complete = told.get("status") == "success" and len(rows) == told.get("total_row_count", -1)
        limit = plan.get("limit") if isinstance(plan, dict) else None
        complete = complete and (limit is None or len(rows) < limit)
        self._found[_key(plan)] = Answer(rows, complete)

    def ask(self, plan: QueryPlan) -> Answer | None:
        return self._found.get(_key(plan.to_json()))


def _key(plan: Any) -> str:
    return json.dumps(plan, sort_keys=True, ensure_ascii=False)


class OfflineChatModel(BaseChatModel):
    """Answers questions over tables without a key and without a network."""

    @property
    def _llm_type(self) -> str:
        return "keenbench-offline"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        # It knows the tools; describing them anew for each call took a millisecond. All that it
        # asks is whether they are the Workshop's.
        names = {str(getattr(tool, "name", "")) for tool in tools}
        return self.bind(works_on_files="read_file" in names, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=_next_message(messages, kwargs))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        message = _next_message(messages, kwargs)
        pieces = re.findall(r"\S+\s*", str(message.content)) or [""]
        for index, piece in enumerate(pieces):
            last = index == len(pieces) - 1
            chunk = AIMessageChunk(
                content=piece,
                id=message.id,
                additional_kwargs=message.additional_kwargs if last else {},
                response_metadata=message.response_metadata if last else {},
                tool_call_chunks=[
                    {
                        "name": call["name"],
                        "args": json.dumps(call["args"], ensure_ascii=False),
                        "id": call["id"],
                        "index": position,
                        "type": "tool_call_chunk",
                    }
                    for position, call in enumerate(message.tool_calls)
                ]
                if last
                else [],
                chunk_position="last" if last else None,
            )
            made = ChatGenerationChunk(message=chunk)
            if run_manager and piece:
                run_manager.on_llm_new_token(piece, chunk=made)
            yield made


def _next_message(messages: Sequence[BaseMessage], bound: dict[str, Any]) -> AIMessage:
    if bound.get("works_on_files"):
        return reply_about_files(messages)
    return reply(messages)


def reply(messages: Sequence[BaseMessage]) -> AIMessage:
    """Return the next message of the conversation: calls of tools, an answer, or a question."""
    at = max((i for i, m in enumerate(messages) if isinstance(m, HumanMessage)), default=None)
    if at is None:
        return _says("What would you like to know?")
    question = str(messages[at].text)
    if _WANTS_SQL.search(question):
        return _says(_SQL_ANSWER, status="success")
    dataset_id = _dataset_of(messages)
    if dataset_id is None:
        return _says("No dataset is chosen yet. Which dataset is your question about?")
    told = _calls(messages[at + 1 :])
    schemas = [text for name, _, text in told if name == "get_dataset_schema"]
    if not schemas:
        return _calls_for([("get_dataset_schema", {"dataset_id": dataset_id})], 0)
    if _schema(schemas[-1]) is None:
        fault = _error(_read(schemas[-1]))
        return _says(f"The dataset could not be read: {fault}", status="error")
    rounds = sum(isinstance(m, AIMessage) for m in messages[at + 1 :])
    return _next(question, schemas[-1], told, messages[:at], may_look=rounds <= _MOST_ROUNDS)


@lru_cache(maxsize=16)
def _schema(text: str) -> DatasetSchema | None:
    """Return the schema that a tool told; one object for one text, by which links are kept."""
    told = _read(text)
    return _as_read(schema_from_json(told)) if "tables" in told else None


def _as_read(schema: DatasetSchema) -> DatasetSchema:
    """Text that reads as numbers or dates is worked with as these; plans see to the rest."""
    tables = [
        replace(t, columns=tuple(replace(c, type=c.value_type) for c in t.columns))
        for t in schema.tables
    ]
    return replace(schema, tables=tuple(tables))


def _next(
    question: str,
    schema: str,
    told: list[tuple[str, dict[str, Any], str]],
    before: Sequence[BaseMessage],
    *,
    may_look: bool,
) -> AIMessage:
    plans = [
        (args.get("plan_json"), text) for name, args, text in told if name == "execute_query_plan"
    ]
    # What was run and gave nothing may have been read wrongly; what gave something is told.
    looked_up = tuple(
        (_key(plan), text) for plan, text in plans if _is_lookup(plan) or _gave_nothing(text)
    )
    kept, asked = _kept(before), _asked(before)
    previous = _previous(kept)
    dataset_id, meant = _understand(question, schema, looked_up, kept, asked)
    if isinstance(meant, LookupsNeeded):
        if not may_look:
            return _says("I could not find out enough about the values that you name.")
        calls = [
            (
                "execute_query_plan",
                {"dataset_id": dataset_id, "plan_json": plan.to_json()},
            )
            for plan in meant.plans
        ]
        return _calls_for(calls, len(told))
    if isinstance(meant, Clarification):
        pending = meant.pending or Pending(
            question=question, words=meant.words, proposed=meant.proposed
        )
        return _says(meant.message, kept=previous, pending=pending)
    assert meant.plan is not None
    plan = meant.plan.to_json()
    done = [text for made, text in plans if _key(made) == _key(plan)]
    if not done:
        args = {"dataset_id": dataset_id, "plan_json": plan}
        return _calls_for([("execute_query_plan", args)], len(told))
    return _says(answer(meant, _read(done[-1])), status="success", kept=meant)


@lru_cache(maxsize=64)
def _understand(
    question: str,
    schema_text: str,
    looked_up: tuple[tuple[str, str], ...],
    kept: str | None,
    asked: str | None,
) -> tuple[str, Understanding | Clarification | LookupsNeeded]:
    """Return the dataset and what the question means there; the step after the plan asks again."""
    schema = _schema(schema_text)
    assert schema is not None
    answers = _Answers()
    for plan, text in looked_up:
        answers.add(json.loads(plan), _read(text))
    return schema.dataset_id, understand(
        question, schema, answers, _previous(kept), _pending(asked)
    )


def _is_lookup(plan: Any) -> bool:
    return isinstance(plan, dict) and str(plan.get("notes") or "").startswith("lookup:")


def _gave_nothing(text: str) -> bool:
    told = _read(text)
    rows = told.get("rows") or ()
    empty = all(not cell for row in rows for cell in row)
    return told.get("status") == "success" and len(rows) <= 1 and empty


def _dataset_of(messages: Sequence[BaseMessage]) -> str | None:
    for message in messages:
        if isinstance(message, SystemMessage):
            found = _DATASET.search(str(message.text))
            if found:
                return found.group(1)
    return None


def _calls(
    messages: Sequence[BaseMessage],
) -> list[tuple[str, dict[str, Any], str]]:
    """Return the tool calls of this turn with the text that each returned."""
    results = {m.tool_call_id: str(m.text) for m in messages if isinstance(m, ToolMessage)}
    found = []
    for message in messages:
        if not isinstance(message, AIMessage):
            continue
        for call in message.tool_calls:
            text = results.get(call["id"] or "")
            if text is not None:
                found.append((call["name"], call["args"], text))
    return found


def _read(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {"status": "error", "error": {"message": text[:300]}}
    return value if isinstance(value, dict) else {"status": "error"}


def _kept(messages: Sequence[BaseMessage]) -> str | None:
    """Return what the latest answer kept of how its question was understood."""
    for message in reversed(messages):
        if isinstance(message, AIMessage) and KEPT in message.additional_kwargs:
            return str(message.additional_kwargs[KEPT])
    return None


def _asked(messages: Sequence[BaseMessage]) -> str | None:
    """Return what the message just before asked back about."""
    last = messages[-1] if messages else None
    if not isinstance(last, AIMessage) or PENDING not in last.additional_kwargs:
        return None
    return str(last.additional_kwargs[PENDING])


def _previous(kept: str | None) -> Understanding | None:
    try:
        return Understanding.model_validate_json(kept) if kept is not None else None
    except ValidationError:
        return None  # kept by another version of the model


def _pending(asked: str | None) -> Pending | None:
    try:
        return Pending.model_validate_json(asked) if asked is not None else None
    except ValidationError:
        return None  # kept by another version of the model


def _error(told: dict[str, Any]) -> str:
    return str((told.get("error") or {}).get("message") or "it failed.")


def _calls_for(calls: list[tuple[str, dict[str, Any]]], before: int) -> AIMessage:
    made = [
        ToolCall(name=name, args=args, id=f"offline_{before + index}", type="tool_call")
        for index, (name, args) in enumerate(calls)
    ]
    return AIMessage(content="", tool_calls=made)


def _says(
    text: str,
    *,
    status: str = "needs_clarification",
    kept: Understanding | None = None,
    pending: Pending | None = None,
) -> AIMessage:
    extra: dict[str, Any] = {}
    if pending is not None:
        extra[PENDING] = pending.model_dump_json()
    if kept is not None:
        plain = kept.model_copy(update={"plan": None})
        extra[KEPT] = plain.model_dump_json()
    return AIMessage(content=text, additional_kwargs=extra, response_metadata={"status": status})
