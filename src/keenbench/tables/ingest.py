"""A file of delimited text into a database, once.

encoding → dialect → layout → load. DuckDB reads a well-formed file by itself, in parallel; where it
stumbles, or the file is known to be odd, our own tolerant reader writes the rows out well-formed
first. Either way every row is accounted for.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from keenbench.formats.text.codec import UTF_8
from keenbench.formats.text.encoding import Detected, as_encoding, detect
from keenbench.tables import describing
from keenbench.tables.database import NewDatabase
from keenbench.tables.description import Description, RejectedRow, RejectedRows
from keenbench.tables.dialect import Dialect
from keenbench.tables.inference import Inferred
from keenbench.tables.layout import Layout, lay_out
from keenbench.tables.load import (
    CsvFile,
    Loaded,
    find_row,
    guess_types,
    load,
    make_view,
    settle,
    source_text,
)
from keenbench.tables.names import column_names
from keenbench.tables.records import read_records
from keenbench.tables.sniff import Sniffed, sniff, split_lines
from keenbench.tables.tolerant import Tally, read_rows

_SAMPLE_BYTES = 256 * 1024
_SLICE_BYTES = 24 * 1024
_SLICES = 4
_SAMPLE_ROWS = 800
_SAMPLED_EVERY = 1000
_COMPARED_ROWS = 50
# The engine holds a vector of 2,048 values for each column of a statement: at 10,000 columns it
# takes more memory than a call may, whatever the number of rows.
_MAX_COLUMNS = 4096
_BLOCK_CHARS = 1024 * 1024
_WRITTEN = Dialect(",")
# DuckDB's own limit of a line unless told otherwise.
_LINE_BYTES = 2_000_000


@dataclass(frozen=True)
class Overrides:
    """What a caller knows better than the sniffer."""

    encoding: str | None = None
    delimiter: str | None = None


@dataclass(frozen=True)
class _Text:
    """The source as UTF-8 without a mark."""

    path: str
    detected: Detected
    size: int


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
        text = _as_utf8(source, name, out, overrides.encoding, progress, size)
        head = _head(text)
        sniffed = sniff(head, delimiter=_delimiter(overrides.delimiter))
        first_line = 2 if sniffed.has_separator_line else 1
        lines = split_lines(head)[first_line - 1 :]
        layout = lay_out(lines, sniffed.dialect, first_line=first_line)
        if layout.width > _MAX_COLUMNS:
            raise FileReadFailed(
                f"{name} would be a table of {layout.width} columns; at most {_MAX_COLUMNS} can be "
                "loaded. Cut it into narrower files, or turn its columns into rows.",
                path=name,
            )
        try:
            connection = database.open(layout.width)
            progress(0, size, "loading")
            table = _Ingest(connection, text, sniffed, layout, lines, out, name)
            loaded, tally = table.run()
            progress(size, size, "describing")
            description = _describe(connection, name, text, sniffed, layout, loaded, tally, size)
            connection.execute("CHECKPOINT")
            connection.close()
        except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
            raise engine_failed(error, name) from None
    return description


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


# -- text -------------------------------------------------------------------------------------


def _as_utf8(
    source: BinaryIO,
    name: str,
    out: Path,
    encoding: str | None,
    progress: ReportProgress,
    size: int,
) -> _Text:
    if encoding is not None:
        detected = as_encoding(source, encoding, name)
    elif size and _is_plain_ascii(source):
        detected = Detected(UTF_8, 1.0)
    else:
        detected = detect(source, name)
    if detected.encoding == "utf-8" and not detected.bom:
        path = f"/proc/self/fd/{source.fileno()}"
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_CLOEXEC))
        except OSError:
            pass  # a file that only its owner may open again: copied below
        else:
            return _Text(path, detected, size)
    copy = out / "text"
    source.seek(len(detected.bom))
    with (
        io.TextIOWrapper(
            # A duplicate shares the place in the file, which stands behind the mark.
            os.fdopen(os.dup(source.fileno()), "rb"),
            encoding=detected.codec.python,
            errors="strict",
            newline="",
        ) as reader,
        copy.open("w", encoding="utf-8", newline="") as writer,
    ):
        while block := reader.read(_BLOCK_CHARS):
            writer.write(block)
            progress(reader.buffer.tell(), size, "decoding")
    return _Text(str(copy), detected, copy.stat().st_size)


def _is_plain_ascii(source: BinaryIO) -> bool:
    """Whether the file is ASCII text: told some ten times faster than by a full detection."""
    source.seek(0)
    while block := source.read(_BLOCK_CHARS):
        if not block.isascii() or b"\x00" in block or b"\x1b" in block:
            return False
    return True


def _open_lines(text: _Text) -> io.TextIOWrapper:
    return Path(text.path).open(encoding="utf-8", errors="strict", newline="")


def _head(text: _Text) -> str:
    """Return the beginning of the text, cut at the end of a line."""
    with Path(text.path).open("rb") as file:
        data = file.read(_SAMPLE_BYTES)
        if len(data) < text.size:
            cut = max(data.rfind(b"\n"), data.rfind(b"\r"))
            # A line longer than the sample is read whole, as far as that is sane.
            while cut < 0 and len(data) < text.size and len(data) < 64 * _SAMPLE_BYTES:
                data += file.read(_SAMPLE_BYTES)
                cut = max(data.rfind(b"\n"), data.rfind(b"\r"))
            if cut >= 0 and len(data) < text.size:
                data = data[: cut + 1]
    return data.decode("utf-8", "ignore")


def _slices(text: _Text) -> Iterator[str]:
    """Yield whole lines from further down the file."""
    if text.size <= _SAMPLE_BYTES * 2:
        return
    with Path(text.path).open("rb") as file:
        for part in range(1, _SLICES + 1):
            place = min(text.size * part // _SLICES, text.size - _SLICE_BYTES)
            file.seek(place)
            data = file.read(_SLICE_BYTES)
            first, last = data.find(b"\n"), data.rfind(b"\n")
            if 0 <= first < last:
                yield data[first + 1 : last + 1].decode("utf-8", "ignore")


# -- loading ----------------------------------------------------------------------------------


class _Ingest:
    """One file on its way into the database."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        text: _Text,
        sniffed: Sniffed,
        layout: Layout,
        lines: list[str],
        out: Path,
        name: str,
    ) -> None:
        self._connection = connection
        self._text = text
        self._dialect = sniffed.dialect
        self._layout = layout
        self._lines = lines
        self._out = out
        self._name = name

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
        settle(self._connection, loaded)
        return loaded, tally

    def _guess(self, sample: Sequence[Sequence[str]]) -> list[Inferred | None]:
        return guess_types(self._connection, sample, self._layout.width)

    def _sample(self) -> list[tuple[str, ...]]:
        rows = list(self._layout.sample[:_SAMPLE_ROWS])
        for text in _slices(self._text):
            for record in read_records(split_lines(text), self._dialect, self._layout.width):
                if len(record.cells) == self._layout.width and not record.stray_quotes:
                    rows.append(tuple(record.cells))
        return rows

    def _strict_file(self) -> CsvFile | None:
        """Return the file as DuckDB can read it, or None where it could not read it as we do."""
        dialect, layout = self._dialect, self._layout
        ends = {line[len(line.rstrip("\r\n")) :] for line in self._lines} - {""}
        if (
            len(ends) > 1
            or not ends <= {"\n", "\r\n", "\r"}
            or len(dialect.delimiter.encode()) > 4
            or dialect.escape == "\x00"
            or not layout.plain_head
            or not layout.sample
            or layout.width < 2
            or any(len(row) != layout.width for row in layout.sample)
            or "\x00" in "".join(self._lines[:1000])
        ):
            return None
        end = next(iter(ends), "\n")
        newline = {"\n": "\\n", "\r\n": "\\r\\n", "\r": "\\r"}[end]
        return CsvFile(self._text.path, dialect, layout.data_line - 1, layout.width, newline)

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
        if again is not None:
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

        with _open_lines(self._text) as lines, path.open("w", encoding="utf-8", newline="") as file:
            for _ in range(self._layout.data_line - 1):
                if not lines.readline():
                    break
            # Every cell quoted: a line that is one empty cell would not be a row to DuckDB.
            writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
            writer.writerows(sampled(read_rows(lines, self._dialect, self._layout, tally)))
        longest = max(_LINE_BYTES, tally.longest * 4 + self._layout.width * 3 + 16)
        return CsvFile(str(path), _WRITTEN, 0, self._layout.width, "\\n", longest), sample


# -- what is known ----------------------------------------------------------------------------


def _describe(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    text: _Text,
    sniffed: Sniffed,
    layout: Layout,
    loaded: Loaded,
    tally: Tally,
    size: int,
) -> Description:
    names = column_names(layout.header, layout.width)
    make_view(connection, names)
    row_count, columns = describing.columns(connection, loaded, names, layout.header)
    dialect = sniffed.dialect
    rejected = None
    if tally.rejected:
        rejected = RejectedRows(
            count=tally.rejected,
            sample=[RejectedRow(line=r.line, reason=r.reason, text=r.text) for r in tally.rejects],
        )
    format_name = describing.format_of(name)
    warnings = list(text.detected.warnings)
    warnings += describing.warnings(layout, loaded, tally, names, dialect, row_count)
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
    )
