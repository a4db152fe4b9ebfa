"""A file of delimited text into a database, once.

encoding → dialect → layout → load. DuckDB reads a well-formed file by itself, in parallel; where it
stumbles, or the file is known to be odd, our own tolerant reader writes the rows out well-formed
first. Either way every row is accounted for.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import duckdb

from keenbench.errors import (
    DiskFull,
    FileReadFailed,
    KeenBenchError,
    RunnerResourceExceeded,
    ValidationFailed,
)
from keenbench.formats.call import ReportProgress, no_progress
from keenbench.formats.shape import MapWarning
from keenbench.tables import describing, rejects, several
from keenbench.tables.database import NewDatabase
from keenbench.tables.description import Description, RejectedRow, RejectedRows, TablePlace
from keenbench.tables.dialect import Dialect
from keenbench.tables.inference import Inferred
from keenbench.tables.layout import lay_out
from keenbench.tables.load import (
    CsvFile,
    Loaded,
    find_row,
    guess_types,
    holds_row_of_words,
    load,
    make_view,
    settle,
    source_text,
)
from keenbench.tables.names import column_names
from keenbench.tables.records import Splitter, read_records
from keenbench.tables.separators import tell_separators
from keenbench.tables.sniff import sniff, split_lines
from keenbench.tables.text import as_utf8
from keenbench.tables.tolerant import Tally, could_be_header, read_rows

_SAMPLE_ROWS = 800
_SAMPLED_EVERY = 1000
_COMPARED_ROWS = 50
# The engine holds a vector of 2,048 values for each column of a statement: at 10,000 columns it
# takes more memory than a call may, whatever the number of rows.
_MAX_COLUMNS = 4096
_WRITTEN = Dialect(",")
# DuckDB's own limit of a line unless told otherwise.
_LINE_BYTES = 2_000_000


@dataclass(frozen=True)
class Overrides:
    """What a caller knows better than the sniffer."""

    encoding: str | None = None
    delimiter: str | None = None
    # Of a file that holds several tables: which, from 1.
    table: int = 1
    # The rejected rows of the table, as a table of their own.
    rejected: bool = False


def ingest(
    source: BinaryIO,
    name: str,
    out: Path,
    overrides: Overrides = Overrides(),  # noqa: B008 - frozen
    progress: ReportProgress = no_progress,
) -> Description:
    """Load `source` into the database `out/result` and return what is known of it."""
    size = os.fstat(source.fileno()).st_size
    progress(0, size, "reading")
    with NewDatabase(out / "result", out / "spill") as database:
        text = as_utf8(source, name, out, overrides.encoding, progress, size)
        head = text.head()
        sniffed = sniff(head, delimiter=_delimiter(overrides.delimiter))
        dialect = sniffed.dialect
        first_line = 2 if sniffed.has_separator_line else 1
        lines = split_lines(head)[first_line - 1 :]
        layout = lay_out(lines, dialect, first_line=first_line)
        found = several.Found(1, text, layout, lines)
        found, above = several.nth(found, overrides.table, dialect, name)
        width = found.layout.width
        if width > _MAX_COLUMNS:
            raise FileReadFailed(
                f"{name} would be a table of {width} columns; at most {_MAX_COLUMNS} can be "
                "loaded. Cut it into narrower files, or turn its columns into rows.",
                path=name,
            )
        try:
            connection = database.open(width)
            progress(0, size, "loading")
            if overrides.rejected:
                description = rejects.load_rejected(connection, found, dialect, out, name, size)
            else:
                table = _Ingest(connection, found, dialect, out)
                loaded, tally = table.run()
                progress(size, size, "describing")
                places = _places(found, dialect, [*above, tally])
                description = _describe(
                    connection, name, found, dialect, loaded, tally, places, size
                )
            connection.execute("CHECKPOINT")
            connection.close()
        except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
            raise engine_failed(error, name) from None
    return description


def _places(found: several.Found, dialect: Dialect, read: list[Tally]) -> list[TablePlace]:
    """Return where each of the file's tables stands, if it holds several.

    `read` are the tallies of the tables down to `found`.
    """
    tallies = [*read, *(tally for _, tally in several.below(found, read[-1], dialect))]
    if len(tallies) == 1:
        return []
    begins = [1, *(tally.ends_at_line for tally in tallies)]
    return [
        TablePlace(table=number, line_start=begin, line_end=max(begin, tally.last_line))
        for number, (begin, tally) in enumerate(zip(begins, tallies, strict=False), start=1)
        if begin is not None
    ]


def engine_failed(error: duckdb.Error, name: str) -> KeenBenchError:
    """Return the typed error for an engine that had no room, on the disk or in memory."""
    if isinstance(error, duckdb.OutOfMemoryException):
        return RunnerResourceExceeded(
            f"{name} needs more memory to be loaded than a call may take.",
            phase="worker",
            path=name,
            detail={"limit": "memory"},
        )
    if "No space left" in str(error):
        return DiskFull(f"The disk is full; {name} was not loaded.", path=name)
    return FileReadFailed(f"{name} could not be loaded.", path=name)


def _delimiter(given: str | None) -> str | None:
    if given is None:
        return None
    named = {"\\t": "\t", "tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "}
    delimiter = named.get(given.lower(), given)
    if not delimiter or len(delimiter) > 8 or any(c in '\r\n"' for c in delimiter):
        raise ValidationFailed(
            "delimiter is 1 to 8 characters without a quote or line end, such as ; or \\t."
        )
    return delimiter


# -- loading ----------------------------------------------------------------------------------


class _Ingest:
    """One file on its way into the database."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        found: several.Found,
        dialect: Dialect,
        out: Path,
    ) -> None:
        self._connection = connection
        self._found = found
        self._text = found.text
        self._dialect = dialect
        self._layout = found.layout
        self._lines = found.lines
        # Lines from further down the file.
        self._slices = [split_lines(text) for text in found.text.slices()]
        self._out = out

    def run(self) -> tuple[Loaded, Tally]:
        loaded: Loaded | None = None
        tally = Tally()
        strict = self._strict_file()
        if strict is not None:
            loaded = self._load_strictly(strict, self._guess(self._sample()))
        if loaded is None:
            # From the rows themselves: the head of the file may hold what is no row of the table.
            file, sample = self._written_rows(tally)
            loaded = load(self._connection, file.sql(), self._guess(sample))
        settle(self._connection, loaded, self._tell_separators)
        return loaded, tally

    def _tell_separators(self, connection: duckdb.DuckDBPyConnection, loaded: Loaded) -> bool:
        return tell_separators(connection, loaded, self._dialect)

    def _guess(self, sample: Sequence[Sequence[str]]) -> list[Inferred | None]:
        return guess_types(self._connection, sample, self._layout.width)

    def _sample(self) -> list[tuple[str, ...]]:
        rows = list(self._layout.sample[:_SAMPLE_ROWS])
        for lines in self._slices:
            for record in read_records(lines, self._dialect, self._layout.width):
                if len(record.cells) == self._layout.width and not record.stray_quotes:
                    rows.append(tuple(record.cells))
        return rows

    def _strict_file(self) -> CsvFile | None:
        """Return the file as DuckDB can read it, or None where it could not read it as we do."""
        dialect, layout = self._dialect, self._layout
        ends = {line[len(line.rstrip("\r\n")) :] for line in self._lines} - {""}
        if (
            self._found.number > 1
            or len(ends) > 1
            or not ends <= {"\n", "\r\n", "\r"}
            or len(dialect.delimiter.encode()) > 4
            or dialect.escape == "\x00"
            or not layout.plain_head
            or not layout.sample
            or layout.width < 2
            or any(len(row) != layout.width for row in layout.sample)
            or "\x00" in "".join(self._lines[:1000])
            or self._may_hold_another(self._lines[layout.data_line - layout.first_line :])
            or any(map(self._may_hold_another, self._slices))
        ):
            return None
        end = next(iter(ends), "\n")
        newline = {"\n": "\\n", "\r\n": "\\r\\n", "\r": "\\r"}[end]
        return CsvFile(self._text.path, dialect, layout.data_line - 1, layout.width, newline)

    def _may_hold_another(self, lines: Sequence[str]) -> bool:
        """Whether words in every cell follow a blank line, which DuckDB would skip."""
        width = self._layout.width
        return any(
            not above.strip()
            and below.strip()
            and could_be_header(Splitter(self._dialect).split(below.rstrip("\r\n"))[0], width)
            for above, below in pairwise(lines)
        )

    def _load_strictly(self, file: CsvFile, guesses: Sequence[Inferred | None]) -> Loaded | None:
        try:
            loaded = load(self._connection, file.sql(), guesses)
        except duckdb.OutOfMemoryException:
            raise
        except (duckdb.InvalidInputException, duckdb.ConversionException, duckdb.BinderException):
            self._connection.execute("DROP TABLE IF EXISTS loaded")
            return None
        if not self._reads_alike(loaded):
            self._connection.execute("DROP TABLE loaded")
            return None
        again = find_row(self._connection, loaded, self._layout.header)
        if again is not None or holds_row_of_words(self._connection, loaded):
            # The line is exact where no cell holds a line end, which the tolerant reader can tell.
            self._connection.execute("DROP TABLE loaded")
            return None
        return loaded

    def _reads_alike(self, loaded: Loaded) -> bool:
        """Whether DuckDB cut the first rows into the cells that we see in them."""
        expected = self._layout.sample[:_COMPARED_ROWS]
        texts = ", ".join(
            f"coalesce({source_text(index, column)}, '')"
            for index, column in enumerate(loaded.types)
        )
        found = self._connection.execute(
            f"SELECT {texts} FROM loaded WHERE rowid < {len(expected)} ORDER BY rowid"
        ).fetchall()
        return [tuple(row) for row in found] == [tuple(row) for row in expected]

    def _written_rows(self, tally: Tally) -> tuple[CsvFile, list[list[str]]]:
        """Write the rows of the table, well-formed, to a file of our own; return it and a sample.

        The sample is the first rows, and of all others every so many.
        """
        path = self._out / "rows"
        sample: list[list[str]] = []

        def sampled(rows: Iterator[list[str]]) -> Iterator[list[str]]:
            for number, row in enumerate(rows):
                if number < _SAMPLE_ROWS or number % _SAMPLED_EVERY == 0:
                    sample.append(row)
                yield row

        with (
            several.rows_of(self._found) as lines,
            path.open("w", encoding="utf-8", newline="") as file,
        ):
            # Every cell quoted: a line that is one empty cell would not be a row to DuckDB.
            writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
            writer.writerows(sampled(read_rows(lines, self._dialect, self._layout, tally)))
        longest = max(_LINE_BYTES, tally.longest * 4 + self._layout.width * 3 + 16)
        return CsvFile(str(path), _WRITTEN, 0, self._layout.width, "\\n", longest), sample


# -- what is known ----------------------------------------------------------------------------


def _describe(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    found: several.Found,
    dialect: Dialect,
    loaded: Loaded,
    tally: Tally,
    places: list[TablePlace],
    size: int,
) -> Description:
    text, layout = found.text, found.layout
    names = column_names(layout.header, layout.width)
    make_view(connection, names)
    row_count, columns = describing.columns(connection, loaded, names, layout.header)
    rejected = None
    if tally.rejected:
        rejected = RejectedRows(
            count=tally.rejected,
            sample=[RejectedRow(line=r.line, reason=r.reason, text=r.text) for r in tally.rejects],
        )
    format_name = describing.format_of(name)
    warnings = list(text.detected.warnings)
    warnings += describing.warnings(layout, loaded, tally, names, dialect, row_count)
    if places:
        warnings.append(describing.several_tables(found.number, places))
    if format_name != "csv":
        warnings.append(describing.caution(format_name))
    return Description(
        format=format_name,
        size_bytes=size,
        delimiter=None if dialect.is_one_column else dialect.delimiter,
        quote_char=dialect.quote or None,
        escape_char=dialect.escape or None,
        encoding=text.detected.encoding,
        encoding_confidence=round(text.detected.confidence, 2),
        has_header=layout.has_header,
        header_rows=len(layout.header_rows),
        preamble_lines=layout.preamble_lines,
        row_count=row_count,
        columns=columns,
        warnings=[MapWarning.model_validate(warning.model_dump()) for warning in warnings],
        rejected_rows=rejected,
        tables=places,
        table=found.number if places else None,
    )
