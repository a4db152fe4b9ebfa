"""Conversations: what was said in a thread, so that "now only 2024" means something.

Kept with the capsules, so that a restart forgets nothing; bounded, by whole turns from the front.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from keenbench.analyst.payloads import ChatAnswer, ThreadTurn
from keenbench.analyst.store import Store, thread_turns, threads
from keenbench.errors import UnknownId, ValidationFailed
from keenbench.workbench.identity import new_id, now

_MOST_THREADS = 2000
_MOST_TURNS = 30
_MOST_BYTES = 256 * 1000
# Turns that a conversation shows when it is opened again: the latest.
_MOST_SHOWN = 100

# A LangChain message as JSON: {"type": "human", "data": {…}}.
Message = dict[str, Any]


@dataclass(frozen=True)
class Thread:
    thread_id: str
    dataset_id: str
    messages: tuple[Message, ...] = ()


class Threads:
    def __init__(self, store: Store) -> None:
        self._store = store

    def open(self, thread_id: str | None, dataset_id: str) -> Thread:
        """Return the thread, or a new one; a thread is about one dataset."""
        if thread_id is None:
            return Thread(new_id("thread"), dataset_id)
        with self._store.connect() as connection:
            found = connection.execute(
                sa.select(threads).where(threads.c.thread_id == thread_id)
            ).one_or_none()
        if found is None:
            raise UnknownId(f"There is no thread {thread_id[:100]}.", phase="analyst")
        if found.dataset_id != dataset_id:
            raise ValidationFailed(
                f"The thread is about the dataset {found.dataset_id}; begin another for "
                f"{dataset_id}.",
                phase="analyst",
            )
        return Thread(thread_id, dataset_id, tuple(json.loads(found.messages_json)))

    def turns(self, thread: Thread) -> tuple[int, list[ThreadTurn]]:
        """Return what was asked and answered last, the oldest first, and how much before that."""
        mine = thread_turns.c.thread_id == thread.thread_id
        latest = (
            sa.select(thread_turns)
            .where(mine)
            .order_by(thread_turns.c.turn_id.desc())
            .limit(_MOST_SHOWN)
        )
        every = sa.select(sa.func.count()).select_from(thread_turns).where(mine)
        with self._store.connect() as connection:
            found = connection.execute(latest).all()
            count = connection.execute(every).scalar_one()
        turns = [
            ThreadTurn(**{name: row._mapping[name] for name in ThreadTurn.model_fields})
            for row in reversed(found)
        ]
        return count - len(turns), turns

    def save(self, thread: Thread, said: list[Message], question: str, answer: ChatAnswer) -> None:
        """Keep a turn: for its reader as it was, for the model within bounds.

        It goes behind what was said meanwhile: of two turns at once neither is forgotten.
        """
        stamp = now()
        mine = threads.c.thread_id == thread.thread_id
        with self._store.begin() as connection:
            connection.execute(
                sa.insert(thread_turns).values(
                    thread_id=thread.thread_id,
                    created_at=stamp,
                    question=question,
                    assistant_message=answer.assistant_message,
                    status=answer.status,
                    run_id=answer.run_id,
                    model_id=answer.model_id,
                )
            )
            stored = connection.execute(
                sa.select(threads.c.messages_json).where(mine).with_for_update()
            ).scalar_one_or_none()
            before = thread.messages if stored is None else json.loads(stored)
            kept = bounded([*before, *said])
            text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
            if stored is not None:
                connection.execute(
                    sa.update(threads).where(mine).values(updated_at=stamp, messages_json=text)
                )
                return
            connection.execute(
                sa.insert(threads).values(
                    thread_id=thread.thread_id,
                    dataset_id=thread.dataset_id,
                    created_at=stamp,
                    updated_at=stamp,
                    messages_json=text,
                )
            )
            _forget_the_oldest(connection)


def _forget_the_oldest(connection: sa.Connection) -> None:
    """Keep the threads that were used last, and only their turns."""
    last_kept = (
        sa.select(threads.c.updated_at)
        .order_by(threads.c.updated_at.desc())
        .offset(_MOST_THREADS)
        .limit(1)
        .scalar_subquery()
    )
    old = threads.c.updated_at <= last_kept
    ids = sa.select(threads.c.thread_id).where(old)
    connection.execute(sa.delete(thread_turns).where(thread_turns.c.thread_id.in_(ids)))
    connection.execute(sa.delete(threads).where(old))


def bounded(messages: list[Message]) -> list[Message]:
    """Return the last turns that fit. A turn begins with what the user said and stays whole: a
    tool's answer without its question is refused by every provider. Of a last turn that is too
    large by itself, what was said and what was answered stay."""
    starts = [index for index, message in enumerate(messages) if message["type"] == "human"]
    for start in starts[-_MOST_TURNS:]:
        kept = messages[start:]
        if _fits(kept):
            return kept
    if not starts:
        return []
    said, answer = messages[starts[-1]], messages[-1]
    kept = [said, answer] if answer["type"] == "ai" else [said]
    return kept if _fits(kept) and not answer["data"].get("tool_calls") else []


def _fits(messages: list[Message]) -> bool:
    return len(json.dumps(messages, ensure_ascii=False).encode()) <= _MOST_BYTES
