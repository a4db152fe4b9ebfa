"""Capsules and conversations, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from keenbench.analyst import threads as threads_module
from keenbench.analyst.capsules import Capsules
from keenbench.analyst.payloads import ChatAnswer, Details
from keenbench.analyst.store import Store, metadata, open_store, run_capsules
from keenbench.analyst.threads import Thread, Threads
from keenbench.errors import (
    DiskFull,
    FileReadFailed,
    FileWriteFailed,
    UnknownId,
    ValidationFailed,
)
from keenbench.settings import Settings
from tests.integration.analyst import postgres

FIELDS: dict[str, Any] = {"dataset_id": "tiny", "query_mode": "plan", "purpose": "answer"}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    url: str | None = None
    if request.param == "postgresql":
        url = request.getfixturevalue("server")
        engine = sa.create_engine(url)
        metadata.drop_all(engine)
        engine.dispose()
    return Settings(data_dir=tmp_path, capsule_db_url=url)


@pytest.fixture
def store(settings: Settings) -> Iterator[Store]:
    engine = open_store(settings)
    yield engine
    engine.dispose()


def answer(text: str, **more: Any) -> ChatAnswer:
    told: dict[str, Any] = {
        "assistant_message": text, "run_id": None, "thread_id": "t", "model_id": "offline",
        "status": "success", "result": None, "chart": None, "warnings": [],
        "details": Details(query_mode=None, plan_json=None, compiled_sql=None, dataset_id="tiny"),
    }  # fmt: skip
    return ChatAnswer(**told | more)


def said(text: str) -> list[dict[str, Any]]:
    return [{"type": "human", "data": {"content": text}}]


def test_a_capsule_is_read_back_as_it_was_written(store: Store) -> None:
    capsules = Capsules(store)
    plan = {"select": [{"column": "Größe “x” 💶 \u0000"}], "limit": 10**12, "percent": 0.1}
    run_id = capsules.begin(**FIELDS, question="Wie groß? 'quoted' %s :name", plan_json=plan)
    assert capsules.get(run_id)["status"] == "running"
    rows = [[1, None, "a\tb", 0.1, True], [-(2**53), "é", "", 1e308, False]]
    capsules.end(run_id, "success", result_json={"rows": rows}, exec_time_ms=0.125, chart_json=None)
    found = capsules.get(run_id)
    assert found["question"] == "Wie groß? 'quoted' %s :name"
    assert found["plan_json"] == plan
    assert found["result_json"] == {"rows": rows}
    assert found["exec_time_ms"] == 0.125
    assert found["chart_json"] is None
    assert (found["status"], found["finished_at"] is not None) == ("success", True)
    with pytest.raises(UnknownId):
        capsules.get("run_none")


def test_long_names_and_a_character_that_postgresql_has_not_are_kept(store: Store) -> None:
    capsules = Capsules(store)
    run_id = capsules.begin(**FIELDS, question="a\0b", model_id="local:" + "m" * 400)
    found = capsules.get(run_id)
    assert found["question"].startswith("a") and found["question"].endswith("b")
    assert found["model_id"] == "local:" + "m" * 400


def test_answers_are_listed_newest_first_in_pages_without_look_ups(store: Store) -> None:
    capsules = Capsules(store)
    ids = []
    for number in range(4):
        purpose = "lookup" if number == 1 else "answer"
        ids.append(capsules.begin(**FIELDS | {"purpose": purpose}))
        with store.begin() as connection:
            connection.execute(
                sa.update(run_capsules)
                .where(run_capsules.c.run_id == ids[-1])
                .values(created_at=f"2024-01-0{number + 1}T00:00:00Z")
            )
    page, total = capsules.list(offset=0, limit=2)
    assert ([each["run_id"] for each in page], total) == ([ids[3], ids[2]], 3)
    page, _ = capsules.list(offset=2, limit=2)
    assert [each["run_id"] for each in page] == [ids[0]]
    assert capsules.list(offset=0, limit=2, dataset_id="other") == ([], 0)
    capsules.update(ids[0], purpose="lookup")
    assert capsules.list(offset=0, limit=2)[1] == 2


def test_a_version_that_is_noted_twice_is_kept_once(store: Store) -> None:
    for _ in range(2):  # two processes
        capsules = Capsules(store)
        capsules.note_version("tiny", "sha256:1", {"orders.csv": "abc"})
    assert capsules.files_of("tiny", "sha256:1") == {"orders.csv": "abc"}
    assert capsules.files_of("tiny", None) is None
    # The connection goes on after what it refused.
    assert capsules.begin(**FIELDS)


def test_what_a_crash_left_running_is_marked(store: Store) -> None:
    capsules = Capsules(store)
    lost, mine = capsules.begin(**FIELDS), capsules.begin(**FIELDS)
    with store.begin() as connection:
        connection.execute(
            sa.update(run_capsules)
            .where(run_capsules.c.run_id == lost)
            .values(owner=capsules._owner.rpartition("|")[0] + "|1")
        )
    assert capsules.mark_interrupted() == 1
    assert capsules.get(lost)["error_json"]["message"] == "KeenBench ended while this ran."
    assert capsules.get(mine)["status"] == "running"


def test_a_conversation_goes_on_where_it_was(store: Store) -> None:
    threads = Threads(store)
    thread = threads.open(None, "tiny")
    threads.save(thread, said("one"), "one", answer("first"))
    again = threads.open(thread.thread_id, "tiny")
    assert list(again.messages) == said("one")
    threads.save(again, said("two"), "two \0", answer("second", model_id="local:" + "m" * 400))
    before, turns = threads.turns(again)
    assert before == 0
    assert [turn.assistant_message for turn in turns] == ["first", "second"]
    with pytest.raises(ValidationFailed):
        threads.open(thread.thread_id, "other")
    with pytest.raises(UnknownId):
        threads.open("thread_none", "tiny")


def test_of_turns_at_once_none_is_forgotten(store: Store) -> None:
    threads = Threads(store)
    thread = threads.open(None, "tiny")
    threads.save(thread, said("one"), "one", answer("first"))
    # Both began when only the first had been answered; the slower one was cancelled.
    slow, quick = (threads.open(thread.thread_id, "tiny") for _ in range(2))
    threads.save(quick, said("quick"), "quick", answer("quick"))
    threads.save(slow, said("slow"), "slow", answer("slow"))
    known = threads.open(thread.thread_id, "tiny").messages
    assert list(known) == [*said("one"), *said("quick"), *said("slow")]
    assert len(threads.turns(thread)[1]) == 3


def test_the_conversations_used_last_are_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads_module, "_MOST_THREADS", 2)
    stamps = iter(f"2024-01-0{day}T00:00:00Z" for day in range(1, 9))
    monkeypatch.setattr(threads_module, "now", lambda: next(stamps))
    threads = Threads(store)
    for name in ("a", "b", "c"):
        threads.save(Thread(name, "tiny"), said(name), name, answer(name))
    assert threads.turns(Thread("a", "tiny")) == (0, [])
    with pytest.raises(UnknownId):
        threads.open("a", "tiny")
    assert threads.open("b", "tiny") and threads.open("c", "tiny")


def test_many_open_it_and_write_at_once(settings: Settings) -> None:
    def work(number: int) -> str:
        engine = open_store(settings)
        capsules = Capsules(engine)
        capsules.note_version("tiny", "sha256:1", {})
        run_id = capsules.begin(**FIELDS, question=str(number))
        capsules.end(run_id, "success")
        engine.dispose()
        return run_id

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(work, range(16)))
    engine = open_store(settings)
    listed, total = Capsules(engine).list(offset=0, limit=100)
    engine.dispose()
    assert {each["run_id"] for each in listed} == set(made)
    assert total == 16


def test_an_address_that_is_none_is_refused_without_its_password(tmp_path: Path) -> None:
    for url in ("nonsense", "oracle9://u:secret@h/d", "mysql://u:secret@h/d"):
        with pytest.raises(ValidationFailed) as error:
            open_store(Settings(data_dir=tmp_path, capsule_db_url=url))
        assert "CAPSULE_DB_URL" in error.value.message
        assert "secret" not in error.value.message


def test_a_server_that_is_not_there_is_said(tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed (keenbench[postgres])")
    url = f"postgres://nobody:secret@/none?host={tmp_path}"
    with pytest.raises(FileReadFailed) as error:
        open_store(Settings(data_dir=tmp_path, capsule_db_url=url))
    assert "secret" not in error.value.message


def test_a_full_and_a_locked_database_are_told_as_such(tmp_path: Path) -> None:
    store = open_store(Settings(data_dir=tmp_path))
    capsules = Capsules(store)
    try:
        with store.connect() as connection:  # the pool's one connection keeps what is set
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
            connection.exec_driver_sql("PRAGMA busy_timeout = 20")
        with pytest.raises(DiskFull):
            capsules.begin(**FIELDS, question="x" * 100_000)
        holder = sqlite3.connect(tmp_path / "capsules.sqlite", isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(FileWriteFailed, match="another process holds"):
            capsules.begin(**FIELDS)
        holder.close()
        assert capsules.list(offset=0, limit=10) == ([], 0)
    finally:
        store.dispose()
