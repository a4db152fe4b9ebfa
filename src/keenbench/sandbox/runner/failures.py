"""DuckDB's exceptions as our errors, without what was in the cells.

What DuckDB says while it *binds* a query speaks of names and types, and is passed on. What it says
while it *runs* quotes the value that did not fit, and a value is file content: only messages that
are known by their shape are passed on, with the value left out; of any other, the kind.
"""

from __future__ import annotations

import re

import _duckdb

from keenbench.errors import (
    RunError,
    RunInvalid,
    RunnerInternalError,
    RunnerResourceExceeded,
    SqlPolicyViolation,
)
from keenbench.sandbox.runs import out_of_memory, timed_out

_LONGEST = 600
_TYPE = r"(?P<type>[A-Z][A-Z0-9_]*(?:\(\d+, ?\d+\))?)"

# While running: the shape of DuckDB's message, and what of it is told.
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(shape, re.DOTALL), told)
    for shape, told in (
        (rf"Could not convert string .* to {_TYPE}", "A text could not be converted to {type}"),
        (
            rf"Type {_TYPE} with value .* can't be cast .* destination type (?P<to>[A-Z]\w*)",
            "A value of type {type} does not fit into {to}",
        ),
        (r"invalid (?P<what>date|time|timestamp) field format", "A text is not a {what}"),
        (r"Malformed JSON at byte (?P<byte>\d+)", "A text is not valid JSON (byte {byte})"),
        (
            rf"Overflow in (?P<what>addition|subtraction|multiplication|division) of {_TYPE}",
            "Overflow in {what} of {type}",
        ),
        (r"Could not parse string .* according to format", "A text does not match its format"),
        (r"Could not decode string .* as base64", "A text is not base64"),
        (r"Invalid (?:hex escape|input for hex)", "A text is not hexadecimal"),
        (r"Date out of range", "A date is out of range"),
        (r"extract specifier .* not recognized", "A part of a date is not known"),
        (r"Division by zero", "Division by zero"),
        (r"More than one row returned by a subquery", "A subquery gives more than one row"),
        (r"Map keys must be unique", "The keys of a map must be unique"),
        (r"Cannot create a string of size", "A text would be too long"),
        (r"Lists larger than", "A list would be too long"),
        (r"Value out of range", "A value is out of range"),
        (r"Invalid escape string", "ESCAPE takes one character"),
        (r"invalid format string|Invalid type specifier", "The format string does not fit"),
        (r"Argument for ntile must be", "ntile() takes a number greater than zero"),
        (r"Period must be greater than 0", "The width of a time bucket must be positive"),
    )
)
_COLUMN = re.compile(r" when casting from source column (?P<column>[^\n]+)\Z")
_HINTS: dict[type[Exception], str] = {
    _duckdb.ConversionException: "TRY_CAST gives NULL where a value does not fit.",
    _duckdb.OutOfRangeException: "Cast to a wider type first, such as DOUBLE or HUGEINT.",
}
_KINDS: dict[type[Exception], str] = {
    _duckdb.ConversionException: "A value could not be converted",
    _duckdb.OutOfRangeException: "A value is out of range",
}


def explain(error: Exception, sql: str, *, seconds: float, late: bool) -> RunError:
    """Return what happened to the query, which had `seconds`, as one of our errors."""
    if isinstance(error, RunError):
        return error
    if late or isinstance(error, _duckdb.InterruptException):
        return timed_out(seconds)
    if isinstance(error, MemoryError | _duckdb.OutOfMemoryException):
        return out_of_memory()
    if isinstance(error, _duckdb.PermissionException):
        return SqlPolicyViolation("The query reaches outside its tables.", subphase="sql_policy")
    if isinstance(error, _duckdb.ParserException | _duckdb.SyntaxException):
        return RunInvalid(f"The SQL does not parse: {_said(error)}", subphase="sql_parse")
    if isinstance(error, _duckdb.BinderException | _duckdb.CatalogException):
        return RunInvalid(_said(error), subphase="sql_bind")
    if isinstance(error, _duckdb.IOException) and "No space left" in str(error):
        return out_of_memory()
    if isinstance(
        error,
        _duckdb.FatalException
        | _duckdb.InternalException
        | _duckdb.IOException
        | _duckdb.SerializationException
        | _duckdb.TransactionException,
    ) or not isinstance(error, _duckdb.Error):
        kind = type(error).__name__
        return RunnerInternalError(
            f"The query failed inside the engine ({kind}).", detail={"exception": kind}
        )
    return RunInvalid(_told(error, sql), subphase="sql_run")


def too_many_bytes(limit: int) -> RunnerResourceExceeded:
    return RunnerResourceExceeded(
        f"The rows asked for take more than {limit / 1e6:.0f} MB; ask for fewer rows or columns, "
        "or shorten long values, for example with left(column, 1000).",
        detail={"limit": "bytes", "max_bytes": limit},
    )


def _said(error: Exception) -> str:
    """Return DuckDB's message without its picture of the SQL, its kind and its long lists."""
    text = str(error).split("\n\nLINE ", 1)[0]
    text = text.split("\n\tCandidate functions:", 1)[0]
    # Suggestions may name tables of the catalog that the query cannot use anyway.
    text = re.sub(r"\nDid you mean .*", "", text, flags=re.DOTALL)
    text = re.sub(r"\A[A-Z][A-Za-z ]* Error: ", "", text)
    return " ".join(text.split())[:_LONGEST]


def _told(error: Exception, sql: str) -> str:
    message = str(error).split("\n\nLINE ", 1)[0]
    for shape, told in _SHAPES:
        if found := shape.search(message):
            told = told.format(**found.groupdict())
            break
    else:
        told = _KINDS.get(type(error), "The query failed on a value of the data")
    column = _COLUMN.search(message)
    # Only what the query itself wrote: the end of a message could be the end of a cell.
    if column is not None and column["column"] in sql:
        told += f" (column {column['column'][:80]})"
    hint = _HINTS.get(type(error))
    return f"{told}. {hint}" if hint else f"{told}."
