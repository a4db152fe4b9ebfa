"""A window of a query's rows, how many there are, and the hash over all of them.

The same rows come out whatever window is asked for, so the window must not change the plan where
the plan could change the rows (the last digit of a sum of doubles, which of two tied rows comes
first). A row-by-row query is safe to cut: LIMIT and OFFSET go to DuckDB, which then reads no more
than it must, and the rows are counted apart. Any other query runs once and whole: its rows are
numbered as they come, those of the window are kept, the rest only counted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from keenbench.sandbox.runner import cells, failures, values
from keenbench.sandbox.runner.lockdown import Connection
from keenbench.sandbox.runner.order import Ordered

_BATCH = 1024
# So many rows at most are written by Python.
_FEW = 1000


@dataclass(frozen=True)
class Window:
    offset: int
    max_rows: int
    max_bytes: int

    @property
    def last(self) -> int:
        return self.offset + self.max_rows

    def holds(self, number: str) -> str:
        """Return the SQL of whether a row is in the window; `number` counts from 1."""
        return f"{number} BETWEEN {self.offset + 1:d} AND {self.last:d}"


@dataclass(frozen=True)
class Columns:
    """What a query gives: names and types, known before it runs."""

    names: tuple[str, ...]
    kinds: tuple[values.Type, ...]

    @property
    def words(self) -> list[str]:
        return [values.word(kind) for kind in self.kinds]

    @property
    def row_text(self) -> str:
        return values.row_text(self.kinds, self.placeholders)

    def short_row_text(self, max_bytes: int) -> str:
        """The same, but NULL for a row past the limit: writing a cell of 500 MB takes 2 GB."""
        return f"CASE WHEN {self.row_size} <= {max_bytes:d} THEN {self.row_text} END"

    @property
    def row_size(self) -> str:
        return values.row_size(self.kinds, self.placeholders)

    @property
    def placeholders(self) -> list[str]:
        """Names of our own: a query may give two columns the same."""
        return [f"c{position}" for position in range(len(self.names))]

    def of(self, sql: str) -> str:
        return f"({sql}\n) AS q({', '.join(self.placeholders)})"


@dataclass(frozen=True)
class Found:
    """The window's rows as JSON text, and what is known of all rows."""

    rows: list[str]
    total: int
    odd: bool
    """Whether a NaN or an infinity was given as null."""
    result_hash: str | None = None


def bind(connection: Connection, sql: str) -> Columns:
    """Return the columns of `sql` without running it. Equal names get a number: id, id_1."""
    described = connection.execute(f"SELECT * FROM ({sql}\n) LIMIT 0").description
    return Columns(
        tuple(str(column[0]) for column in described), tuple(column[1] for column in described)
    )


def read(
    connection: Connection, query: Ordered, columns: Columns, window: Window, *, hashed: bool
) -> Found:
    """Return the rows of the window."""
    if hashed:
        return _read_all(connection, query, columns, window)
    if query.row_by_row:
        return _read_cut(connection, query, columns, window)
    return _read_once(connection, query, columns, window)


def _read_cut(connection: Connection, query: Ordered, columns: Columns, window: Window) -> Found:
    cut = (
        f"SELECT * FROM {columns.of(query.sql)} LIMIT {window.max_rows:d} OFFSET {window.offset:d}"
    )
    rows, odd = _collect(connection, columns.of(cut), columns, window.max_bytes)
    # A window that is not full ends where the rows end.
    if len(rows) < window.max_rows and (rows or not window.offset):
        return Found(rows, window.offset + len(rows), odd)
    counted = connection.execute(f"SELECT count(*) FROM ({query.counted}\n)").fetchone()
    assert counted is not None
    return Found(rows, int(counted[0]), odd)


def _collect(
    connection: Connection, source: str, columns: Columns, max_bytes: int
) -> tuple[list[str], bool]:
    # A text past the limit stays in the engine: Python would need its size again, twice.
    connection.execute(
        f"SELECT CASE WHEN strlen(line) <= {max_bytes:d} THEN line END "
        f"FROM (SELECT {columns.short_row_text(max_bytes)} AS line FROM {source})"
    )
    rows: list[str] = []
    size, odd = 0, False
    while batch := connection.fetchmany(_BATCH):
        for (line,) in batch:
            size += max_bytes + 1 if line is None else len(line.encode()) + 1
            if size > max_bytes:
                raise failures.too_many_bytes(max_bytes)
            text, line_odd = values.read_row(line)
            rows.append(text)
            odd = odd or line_odd
    return rows, odd


def _read_once(connection: Connection, query: Ordered, columns: Columns, window: Window) -> Found:
    numbered = f"(SELECT row_number() OVER () AS n, q.* FROM {columns.of(query.sql)})"
    writing = cells.writers(columns.kinds) if window.max_rows <= _FEW else None
    kept = (
        _written_lines(columns, window, numbered)
        if writing is None
        else _few_rows(columns, window, numbered)
    )
    found = connection.execute(
        # Too much text stays in the engine.
        f"SELECT total, CASE WHEN bytes <= {window.max_bytes:d} THEN lines END FROM ({kept})"
    ).fetchone()
    assert found is not None
    total, lines = found
    expected = max(0, min(total, window.last) - window.offset)
    if lines is None or len(lines) < expected:
        raise failures.too_many_bytes(window.max_bytes)
    if writing is not None:
        lines = [cells.write_row(writing, row) for row in lines]
        if sum(len(line.encode()) + 1 for line in lines) > window.max_bytes:
            raise failures.too_many_bytes(window.max_bytes)
    read = [values.read_row(line) for line in lines]
    return Found([text for text, _ in read], int(total), any(odd for _, odd in read))


def _written_lines(columns: Columns, window: Window, numbered: str) -> str:
    return (
        "SELECT count(*) AS total, coalesce(sum(strlen(line) + 1), 0) AS bytes, "
        "coalesce(list(line ORDER BY n) FILTER (WHERE line IS NOT NULL), []) AS lines "
        # CASE, because a filter on the outside would still have every row written as text.
        f"FROM (SELECT n, CASE WHEN {window.holds('n')} "
        f"THEN {columns.short_row_text(window.max_bytes)} END AS line FROM {numbered})"
    )


def _few_rows(columns: Columns, window: Window, numbered: str) -> str:
    inside = window.holds("n")
    return (
        f"SELECT count(*) AS total, coalesce(sum({columns.row_size}) FILTER ({inside}), 0) "
        f"AS bytes, coalesce(list({cells.row(columns.kinds, columns.placeholders)} ORDER BY n) "
        f"FILTER ({inside} AND {columns.row_size} <= {window.max_bytes:d}), []) AS lines "
        f"FROM {numbered}"
    )


def _read_all(connection: Connection, query: Ordered, columns: Columns, window: Window) -> Found:
    digest = hashlib.sha256(hash_head(columns.names, columns.words))
    connection.execute(f"SELECT {columns.row_text} FROM {columns.of(query.sql)}")
    rows: list[str] = []
    size, total, odd = 0, 0, False
    while batch := connection.fetchmany(_BATCH):
        read = [values.read_row(line) for (line,) in batch]
        lines = [text for text, _ in read]
        digest.update((b"," if total else b"") + ",".join(lines).encode())
        if total < window.last and total + len(lines) > window.offset:
            wanted = slice(max(0, window.offset - total), window.last - total)
            rows += lines[wanted]
            size += sum(len(line.encode()) + 1 for line in lines[wanted])
            odd = odd or any(line_odd for _, line_odd in read[wanted])
            if size > window.max_bytes:
                raise failures.too_many_bytes(window.max_bytes)
        total += len(lines)
    digest.update(b"]}")
    return Found(rows, total, odd, digest.hexdigest())


def hash_head(names: Sequence[str], words: Sequence[str]) -> bytes:
    """Return how the hashed document begins: canonical JSON, keys sorted, rows last."""
    head = {"column_types": list(words), "columns": list(names), "rows": []}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    return text.removesuffix("]}").encode()
