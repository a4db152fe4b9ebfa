"""Waits with an open DuckDB, answers one request, and ends.

`main` is what a box runs: the first message says how much room there is, then the runner says that
it is ready, and the next message is the query with its databases as descriptors. `main_stdio` is
what the container image runs: one request on stdin, one answer on stdout, databases by path.
"""

from __future__ import annotations

import gc
import os
import resource
import socket
import sys
import threading
import time
from collections.abc import Mapping
from typing import Any, NoReturn

import _duckdb

from keenbench.errors import RunError, ValidationFailed
from keenbench.query import functions
from keenbench.query.judge import agree, judge
from keenbench.query.lexer import read as read_text
from keenbench.query.names import fold
from keenbench.query.refusal import as_run_error
from keenbench.sandbox import channel as messages
from keenbench.sandbox.runner import failures, order, request, rows
from keenbench.sandbox.runner.lockdown import (
    MIB,
    Connection,
    Lent,
    Room,
    lend,
    lock,
    name,
    open_engine,
    string,
)
from keenbench.sandbox.runs import read_request

# A container that is given no request ends by itself; so does one whose deadline nobody enforces.
_IDLE_SECONDS = 3600
_GRACE_SECONDS = 1.0
# Address space that DuckDB reserves and never touches.
_RESERVE_BYTES = 1024 * MIB


class _Deadline(threading.Thread):
    """Interrupts the query when its time is over. Started ahead, which takes half a millisecond."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(daemon=True)
        self._connection = connection
        self._seconds = 0.0
        self._begun = threading.Event()
        self._done = threading.Event()
        self.passed = False
        self.start()

    def begin(self, seconds: float) -> None:
        self._seconds = seconds
        self._begun.set()

    def end(self) -> None:
        self._done.set()
        self._begun.set()

    def run(self) -> None:
        self._begun.wait()
        if not self._done.wait(self._seconds):
            self.passed = True
            self._connection.interrupt()


# Opened by the process that this one was forked from, and the room that it was opened with.
_opened: tuple[Connection, Room] | None = None


def before_forks(memory_bytes: int, tmp_bytes: int) -> None:
    """Open and warm an engine that every fork of this process finds open: 35 ms of a processor.

    It has read nothing but what is written here, and no thread of its own: a fork has only the
    thread that forked, and would wait for ever for what another held.
    """
    global _opened
    room = Room.within(memory_bytes, tmp_bytes)
    connection = open_engine(room)
    warm_up(connection, room)
    _opened = connection, room


def main(channel: socket.socket) -> None:
    begin, _ = messages.receive(channel)
    room = Room.within(begin["memory_bytes"], begin["tmp_bytes"])
    ready = _opened is not None and _opened[1] == room
    connection = _opened[0] if _opened is not None and ready else open_engine(room)
    if begin["warmed"]:
        # In a fork too: memory that it shares is copied page by page where it is written, which
        # would take 10 ms of a query over a million rows.
        warm_up(connection, room)
    deadline = _Deadline(connection)
    # One request in a process of its own: nothing to collect, and nothing to look through.
    gc.disable()
    messages.send(channel, {"ready": True, "resident_bytes": _resident_bytes()}, [])
    try:
        message, descriptors = messages.receive(channel)
    except messages.ChannelClosed:
        return
    databases = [f"/proc/self/fd/{fd}" for fd in descriptors]
    lent: list[str] | RunError | None = None
    if message.get("ahead"):
        lent = _lend_ahead(connection, message, databases)
        try:
            message, _ = messages.receive(channel)
        except messages.ChannelClosed:  # the query was refused
            return
    messages.send_text(channel, run(connection, message, databases, lent, deadline))
    # Not by returning: DuckDB 2.0 aborts when the interpreter is taken down around its threads.
    os._exit(0)


def main_stdio() -> None:
    """Answer the request on stdin. The clock starts when it has come."""
    watchdog = _end_after(_IDLE_SECONDS)
    room = _room_of_container()
    # A container bounds what is touched; this bounds what can be asked for at once.
    most = room.memory_bytes + room.spill_bytes + _RESERVE_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    connection = open_engine(room)
    warm_up(connection, room)
    gc.disable()
    sys.stderr.write("ready\n")
    sys.stderr.flush()
    try:
        message = read_request(sys.stdin.buffer)
    except RunError as error:
        _write(request.failure(error, exec_time_ms=0, warnings=[]))
    if message is None:
        return
    watchdog.cancel()
    watchdog = _end_after(request.seconds_of(message) + _GRACE_SECONDS)
    _write(run(connection, message))


def _write(answer: bytes) -> NoReturn:
    sys.stdout.buffer.write(answer + b"\n")
    sys.stdout.buffer.flush()
    # As in `main`.
    os._exit(0)


def _lend_ahead(
    connection: Connection, message: Mapping[str, Any], databases: list[str]
) -> list[str] | RunError:
    """Lend the tables of a query that is still being checked; what goes wrong is its answer."""
    try:
        guessed = lend(connection, request.tables_of(message, databases))
        # Sooner is safer, and a millisecond that the query does not wait for.
        lock(connection)
        return guessed
    except RunError as error:
        return error


def run(
    connection: Connection,
    message: Mapping[str, Any],
    databases: list[str] | None = None,
    lent: list[str] | RunError | None = None,
    deadline: _Deadline | None = None,
) -> bytes:
    """Return the answer to the request in `message`; `lent` is what came of lending ahead."""
    started = time.perf_counter()
    deadline = deadline or _Deadline(connection)
    warnings: list[dict[str, str]] = []
    sql, seconds = "", request.seconds_of(message)
    try:
        asked = request.parse(message, databases)
        sql = asked.sql
        deadline.begin(seconds)
        if isinstance(lent, RunError):
            raise lent
        if lent is None:
            lent = lend(connection, asked.tables)
            lock(connection, threads=asked.threads)
        warnings += map(_guessed, lent)
        columns, found = _query(connection, asked, warnings)
        return request.answer(
            columns, found, asked.window, exec_time_ms=_since(started), warnings=warnings
        )
    except ValidationFailed as refused:
        error = as_run_error(refused)
    except (RunError, _duckdb.Error, MemoryError, RecursionError) as failed:
        error = failures.explain(failed, sql, seconds=seconds, late=deadline.passed)
    finally:
        deadline.end()
    return request.failure(error, exec_time_ms=_since(started), warnings=warnings)


def _query(
    connection: Connection, asked: request.Request, warnings: list[dict[str, str]]
) -> tuple[rows.Columns, rows.Found]:
    text = read_text(asked.sql)
    trees = order.serialize(connection, text)
    verdict = judge(trees.query, _known(connection, asked.tables, text.sql))
    if asked.policy_tables is not None:
        agree(verdict, asked.policy_tables)
    columns = rows.bind(connection, text.sql)
    query = order.make_repeatable(connection, text, trees, len(columns.names))
    found = rows.read(connection, query, columns, asked.window, hashed=asked.hashed)
    if query.arbitrary and found.total > 1:
        warnings.append(
            {
                "code": "no_order",
                "message": "The query has no ORDER BY and no row order of its own; its rows are "
                "given in the order of their values, column by column.",
            }
        )
    if found.odd:
        warnings.append(
            {
                "code": "not_finite",
                "message": "NaN and infinite values are given as null.",
            }
        )
    return columns, found


def _guessed(table: str) -> dict[str, str]:
    return {
        "code": "types_guessed",
        "message": f"{table} was read as a delimited text and the types of its columns guessed.",
    }


def _known(
    connection: Connection, tables: tuple[Lent, ...], sql: str
) -> dict[str, tuple[str, ...]]:
    """Return the tables that the SQL may read, with their columns where those matter."""
    names = [lent.name for lent in tables]
    if names and "data" not in map(fold, names):
        names.append("data")
    folded = fold(sql)
    if not any(word in folded for word in functions.BARE_CALLS):
        return dict.fromkeys(names, ())
    return {
        table: tuple(
            str(column[0])
            for column in connection.execute(f"FROM {name(table)} LIMIT 0").description
        )
        for table in names
    }


def warm_up(connection: Connection, room: Room) -> None:
    """Run every step once on nothing, so that the first real query finds the code in memory."""
    connection.execute(
        "CREATE TEMP TABLE warm AS SELECT 1 AS a, 1.5::DOUBLE AS b, 'x' AS c, "
        "DATE '2000-01-01' AS d, 1.25::DECIMAL(9, 2) AS e"
    )
    for sql in (
        "SELECT c, sum(b) AS s, count(*) AS n FROM warm GROUP BY c ORDER BY s LIMIT 3",
        "SELECT * FROM warm WHERE a > 0",
    ):
        text = read_text(sql)
        trees = order.serialize(connection, text)
        judge(trees.query, ("warm",))
        columns = rows.bind(connection, text.sql)
        query = order.make_repeatable(connection, text, trees, len(columns.names))
        rows.read(connection, query, columns, rows.Window(0, 1, MIB), hashed=False)
    if room.spill_folder:
        _warm_up_reading(connection, f"{room.spill_folder}.warm")
    # And memory at hand that the kernel has given already: 16 MB, which a query over a column or
    # two of a million rows would else fault in page by page.
    connection.execute("CREATE OR REPLACE TEMP TABLE warm AS FROM range(2000000)")
    connection.execute("DROP TABLE warm")
    gc.collect()


def _warm_up_reading(connection: Connection, file: str) -> None:
    """Read a table from a file as lent ones are read: other code than that of tables in memory.

    Takes 3 ms off the first query.
    """
    connection.execute(f"ATTACH {string(file)} AS warm_file")
    connection.execute(
        "CREATE TABLE warm_file.data AS SELECT i, 'c' || i % 311 AS c, "
        "(i / 7)::DECIMAL(18, 2) AS e, i / 3.0 AS b FROM range(20000) t(i)"
    )
    connection.execute("DETACH warm_file")
    connection.execute(f"ATTACH {string(file)} AS warm_file (READ_ONLY)")
    connection.execute(
        "SELECT c, count(*), sum(e), sum(b) FROM warm_file.data GROUP BY c ORDER BY c"
    ).fetchall()
    connection.execute("DETACH warm_file")
    os.unlink(file)  # noqa: PTH108 - pathlib is one more import at each start


def _room_of_container() -> Room:
    """Return the room that the container's memory limit and its /tmp leave."""
    memory = _container_memory()
    folder = os.statvfs("/tmp")
    return Room.within(memory, min(folder.f_bavail * folder.f_frsize, 64 * MIB))


def _container_memory() -> int:
    for place in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(place) as file:  # noqa: PTH123 - pathlib is one more import at each start
                return min(int(file.read()), 64 * 1024 * MIB)
        except (OSError, ValueError):  # absent, or "max"
            continue
    return 512 * MIB


def _resident_bytes() -> int:
    """Return what this process alone holds: what it was forked with is there once for all."""
    with open("/proc/self/smaps_rollup") as file:  # noqa: PTH123 - as above
        lines = [line.split() for line in file]
    return sum(int(line[1]) for line in lines if line[0].startswith("Private_")) * 1024


def _end_after(seconds: float) -> threading.Timer:
    """End this process after `seconds`, whatever it does: DuckDB runs without Python's lock."""
    timer = threading.Timer(seconds, os._exit, (124,))
    timer.daemon = True
    timer.start()
    return timer


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)


if __name__ == "__main__":
    main_stdio()
