"""Conversation and run as a user sees them."""

from __future__ import annotations

from typing import Any

from keenbench.errors import AgentLoopDetected
from keenbench.reading import View
from keenbench.workshop.conversation import (
    ModelLine,
    ToolLine,
    Turn,
    calls_of,
    read_conversation,
)
from keenbench.workshop.run_record import RunRecord, read_record
from keenbench.workshop.run_steps import shortened


def state_of(record: RunRecord | None, model_id: str) -> dict[str, Any]:
    """Return how things stand; `model_id` is the model that answers next."""
    if record is None:
        return {
            "run_id": None,
            "status": "idle",
            "model_id": model_id,
            "message_id": None,
            "answer_id": None,
            "analysis": False,
            "can_resume": False,
            "steps": 0,
            "input_tokens": 0,
            "output_tokens": 0,
            "coverage": [],
            "error": None,
        }
    return {
        "run_id": record.run_id,
        "status": record.status,
        "model_id": model_id,
        "message_id": record.message_id,
        "answer_id": record.answer_id,
        "analysis": record.analysis,
        "can_resume": can_resume(record),
        "steps": record.steps_taken,
        "input_tokens": record.input_tokens,
        "output_tokens": record.output_tokens,
        "coverage": record.coverage,
        "error": record.error,
    }


def can_resume(record: RunRecord) -> bool:
    """True when going on makes sense: not for an answer, nor for a model that went in circles."""
    if record.status not in ("interrupted", "failed", "canceled"):
        return False
    return record.error is None or record.error.error_code != AgentLoopDetected.error_code


def messages_of(view: View) -> list[dict[str, Any]]:
    """Return the user's messages and one answer to each, as far as it came."""
    conversation = read_conversation(view)
    latest = read_record(view, conversation.latest)
    told: list[dict[str, Any]] = []
    for turn in conversation.turns:
        told.append(_user(turn))
        ended = latest if turn is conversation.latest and latest is not None else turn.end
        told.append(
            _answer(turn)
            | {
                "status": ended.status if ended is not None else "interrupted",
                "error": ended.error if ended is not None else None,
                "coverage": ended.coverage if ended is not None else [],
            }
        )
    return told


def _user(turn: Turn) -> dict[str, Any]:
    user = turn.user
    return {
        "message_id": user.message_id,
        "role": "user",
        "text": user.text,
        "created_at": user.created_at,
        "run_id": user.run_id,
        "checkpoint_id": user.checkpoint_id,
        "model_id": user.model_id,
    }


def _answer(turn: Turn) -> dict[str, Any]:
    answers = turn.lines(ModelLine)
    return {
        "message_id": turn.user.answer_id,
        "role": "assistant",
        "text": turn.text,
        "created_at": answers[-1].at if answers else turn.user.created_at,
        "run_id": turn.user.run_id,
        "checkpoint_id": None,
        "model_id": answers[-1].model_id if answers else turn.user.model_id,
        "tools": _tools(turn),
    }


def _tools(turn: Turn) -> list[dict[str, Any]]:
    answers = turn.lines(ModelLine)
    arguments = {call["id"]: call["args"] for line in answers for call in calls_of(line.message)}
    return [
        {
            "call_id": line.step,
            "name": line.name,
            "arguments": shortened(arguments.get(line.call_id, {})),
            "ok": line.ok,
            "changed": line.changed,
            "summary": line.summary,
            "paths": line.paths,
        }
        for line in turn.lines(ToolLine)
    ]
