"""Rows of text into the database: typed, with the source text beside what would not give it back.

One pass over the file. Types are guessed from a sample and proved afterwards over all rows, from
the texts that were kept; only a column whose guess did not hold is typed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import duckdb

from keenbench.tables.dialect import Dialect
from keenbench.tables.inference import (
    UNPROVED,
    Inferred,
    infer,
    infer_plainly,
    infer_sample,
    widen,
)
from keenbench.tables.names import quoted, string
from keenbench.tables.null_words import MOST_WORDS, is_null_word
from keenbench.tables.typing import STRING, ColumnType, violations

_ROUNDS = 4
_JUDGED_COLUMNS = 8
_FLOAT_DIGITS = 15  # so many any float keeps


@dataclass
class Loaded:
    """The table `loaded` of a database under construction."""

    types: list[ColumnType]
    # Columns of which the sample told nothing certain.
    unsettled: set[int] = field(default_factory=set)
    notes: dict[int, str] = field(default_factory=dict)
    # Typed columns in which some cell's source text stands beside its value; known once settled.
    kept: set[int] = field(default_factory=set)
    # The words of each column that are read as null, with how many cells hold each.
    null_words: dict[int, list[tuple[str, int]]] = field(default_factory=dict)


@dataclass(frozen=True)
class CsvFile:
    """A file that DuckDB can read by itself."""

    path: str
    dialect: Dialect
    skip_lines: int
    width: int
    newline: str | None = None
    longest_line: int = 0

    def sql(self) -> str:
        """Return a scan of the file, every cell as text in columns c0, c1, …"""
        columns = ", ".join(f"'c{index}': 'VARCHAR'" for index in range(self.width))
        options = {
            "auto_detect": "false",
            "header": "false",
            "skip": str(self.skip_lines),
            "delim": string(self.dialect.delimiter),
            "quote": string(self.dialect.quote),
            "escape": string(self.dialect.escape),
            "columns": "{" + columns + "}",
            "strict_mode": "true",
            "null_padding": "false",
            "nullstr": "''",
        }
        if self.newline is not None:
            options["new_line"] = string(self.newline)
        if self.longest_line:
            options["max_line_size"] = str(self.longest_line)
        written = ", ".join(f"{name}={value}" for name, value in options.items())
        return f"read_csv({string(self.path)}, {written})"


def guess_types(
    connection: duckdb.DuckDBPyConnection, rows: Sequence[Sequence[str]], width: int
) -> list[Inferred | None]:
    """Return the type of each column as far as a sample of rows tells."""
    guesses = []
    for index in range(width):
        texts = [row[index] for row in rows if index < len(row)]
        guess = infer_plainly(texts)
        if guess is None and any(text.strip(" ") for text in texts):
            guess = infer_sample(connection, texts)
        guesses.append(guess)
    return guesses


def load(
    connection: duckdb.DuckDBPyConnection, source: str, guesses: Sequence[Inferred | None]
) -> Loaded:
    """Make the table `loaded` of `source`, a scan with text columns c0, c1, …"""
    types = [guess.column if guess is not None else STRING for guess in guesses]
    columns = []
    for index, column in enumerate(types):
        columns += _columns(index, column, f"c{index}")
    connection.execute(f"CREATE TABLE loaded AS SELECT {', '.join(columns)} FROM {source}")
    loaded = Loaded(types)
    for index, guess in enumerate(guesses):
        if guess is None or guess.note in UNPROVED:
            loaded.unsettled.add(index)
        elif guess.note is not None:
            loaded.notes[index] = guess.note
    return loaded


def settle(
    connection: duckdb.DuckDBPyConnection,
    loaded: Loaded,
    last: Callable[[duckdb.DuckDBPyConnection, Loaded], bool] | None = None,
) -> None:
    """Type again every column whose cells do not bear out the type it was given.

    `last` may type some of them otherwise, and says whether it did.
    """
    wanted, loaded.unsettled = loaded.unsettled, set()
    # Only kept texts can speak against a type, and mostly there are none: counted first, because
    # DuckDB would evaluate the patterns for every row.
    kept = _with_kept_texts(connection, loaded)
    for _ in range(_ROUNDS):
        wanted |= _not_borne_out(connection, loaded, kept)
        if not wanted:
            break
        again: dict[int, ColumnType] = {}
        for index in sorted(wanted):
            text = source_text(index, loaded.types[index])
            found = widen(
                connection, loaded.types[index], f"t{index}", f"r{index}", "loaded"
            ) or infer(connection, f"SELECT {text} AS x FROM loaded", [])
            loaded.notes.pop(index, None)
            if found is not None and found.note is not None:
                loaded.notes[index] = found.note
            column = found.column if found is not None else STRING
            if column != loaded.types[index]:
                again[index] = column
        retype(connection, loaded, again)
        kept = _with_kept_texts(connection, loaded)
        wanted = set()
    if last is not None and last(connection, loaded):
        kept = _with_kept_texts(connection, loaded)
    _settle_null_words(connection, loaded, kept)
    _note_rounded(connection, loaded)
    loaded.kept = {index for index in kept if loaded.types[index] != STRING}


def _settle_null_words(
    connection: duckdb.DuckDBPyConnection, loaded: Loaded, kept: list[int]
) -> None:
    """Count the words that are read as null; a column with too many different ones is text."""
    again: dict[int, ColumnType] = {}
    for index in kept:
        words = connection.execute(
            f"SELECT word, count(*) FROM (SELECT trim(r{index}) AS word FROM loaded "
            f"WHERE r{index} IS NOT NULL AND t{index} IS NULL) "
            f"WHERE {is_null_word('word')} GROUP BY word ORDER BY count(*) DESC, word"
        ).fetchall()
        if len(words) > MOST_WORDS:
            again[index] = STRING
            loaded.notes.pop(index, None)
        elif words:
            loaded.null_words[index] = [(str(word), int(count)) for word, count in words]
    retype(connection, loaded, again)


def _with_kept_texts(connection: duckdb.DuckDBPyConnection, loaded: Loaded) -> list[int]:
    """Return the typed columns in which the source text of some cell stands beside its value."""
    typed = [index for index, column in enumerate(loaded.types) if column != STRING]
    if not typed:
        return []
    kept = connection.execute(f"SELECT {', '.join(f'count(r{i})' for i in typed)} FROM loaded")
    counts = kept.fetchone()
    assert counts is not None
    return [index for index, count in zip(typed, counts, strict=True) if count]


def _note_rounded(connection: duckdb.DuckDBPyConnection, loaded: Loaded) -> None:
    """Note the columns of floats whose text has more digits than a float keeps."""
    for index, column in enumerate(loaded.types):
        if column.kind != "float":
            continue
        mantissa = f"split_part(lower(r{index}), 'e', 1)"
        digits = f"length(trim(regexp_replace({mantissa}, '[^0-9]', '', 'g'), '0'))"
        row = connection.execute(
            f"SELECT count(*) FROM (SELECT r{index} FROM loaded WHERE r{index} IS NOT NULL) "
            f"WHERE {digits} > {_FLOAT_DIGITS}"
        ).fetchone()
        assert row is not None
        if row[0]:
            loaded.notes[index] = "floats_rounded"


def source_text(index: int, column: ColumnType, table: str = "") -> str:
    """Return SQL for the text of a cell as the file has it; NULL for an empty one."""
    value, raw = f"{table}t{index}", f"{table}r{index}"
    if column == STRING:
        return value
    return f"coalesce({raw}, {column.render(value)})"


def _columns(index: int, column: ColumnType, text: str) -> list[str]:
    if column == STRING:
        return [f"nullif({text}, '') AS t{index}"]
    value = column.parse(text)
    return [
        f"{value} AS t{index}",
        f"CASE WHEN {column.render(value)} = {text} OR {text} = '' THEN NULL ELSE {text} END "
        f"AS r{index}",
    ]


def _not_borne_out(
    connection: duckdb.DuckDBPyConnection, loaded: Loaded, kept: list[int]
) -> set[int]:
    found = set()
    for index in kept:
        test = violations(loaded.types[index], f"t{index}", f"r{index}")
        wrong = connection.execute(
            f"SELECT count(*) FROM (SELECT t{index}, r{index} FROM loaded "
            f"WHERE r{index} IS NOT NULL) WHERE {test}"
        ).fetchone()
        assert wrong is not None
        if wrong[0]:
            found.add(index)
    return found


def retype(
    connection: duckdb.DuckDBPyConnection, loaded: Loaded, again: dict[int, ColumnType]
) -> None:
    if not again:
        return
    # Column by column: a copy of the whole table would cost as much as loading it did.
    for index, column in again.items():
        before = loaded.types[index]
        if before == STRING:
            connection.execute(f"ALTER TABLE loaded ADD COLUMN r{index} VARCHAR")
        _rewrite(connection, f"r{index}", "VARCHAR", source_text(index, before))
        _rewrite(connection, f"t{index}", column.sql, column.parse(f"r{index}"))
        if column == STRING:
            connection.execute(f"ALTER TABLE loaded DROP COLUMN r{index}")
        else:
            text = f"r{index}"
            kept = f"CASE WHEN {column.render(f't{index}')} = {text} THEN NULL ELSE {text} END"
            _rewrite(connection, text, "VARCHAR", kept)
        loaded.types[index] = column


def _rewrite(connection: duckdb.DuckDBPyConnection, name: str, kind: str, using: str) -> None:
    connection.execute(f"ALTER TABLE loaded ALTER COLUMN {name} TYPE {kind} USING {using}")


def find_row(
    connection: duckdb.DuckDBPyConnection, loaded: Loaded, texts: Sequence[str]
) -> int | None:
    """Return the first row, from 0, whose cells have exactly these texts; empty ones are free."""
    tests = []
    for index, text in enumerate(texts):
        if not text.strip():
            continue
        # A header over numbers is no number, so it stands in the kept text.
        cell = f"t{index}" if loaded.types[index] == STRING else f"r{index}"
        tests.append(f"{cell} = {string(text)}")
    if len(tests) < 2:
        return None
    found = connection.execute(f"SELECT min(rowid) FROM loaded WHERE {' AND '.join(tests)}")
    row = found.fetchone()
    return None if row is None or row[0] is None else int(row[0])


def holds_row_of_words(connection: duckdb.DuckDBPyConnection, loaded: Loaded) -> bool:
    """Whether some row holds words wherever the sample has values: perhaps another table's header.

    Of one column with values alone a word tells nothing.
    """
    typed = [index for index, column in enumerate(loaded.types) if column != STRING]
    if len(typed) < 2:
        return False
    tests = [
        f"r{index} IS NOT NULL AND t{index} IS NULL AND trim(r{index}) <> '' "
        f"AND NOT {is_null_word(f'trim(r{index})')}"
        for index in typed[:_JUDGED_COLUMNS]
    ]
    row = connection.execute(f"SELECT 1 FROM loaded WHERE {' AND '.join(tests)} LIMIT 1").fetchone()
    return row is not None


def make_view(connection: duckdb.DuckDBPyConnection, names: Sequence[str]) -> None:
    """Make `data`, what queries see: the typed columns under their names."""
    columns = ", ".join(f"t{index} AS {quoted(name)}" for index, name in enumerate(names))
    connection.execute(f"CREATE VIEW data AS SELECT {columns} FROM loaded")
