"""Why a query is not run, as one error that both doors can speak.

The Tabular methods send it as it is (VALIDATION_FAILED with a subphase). The Analyst calls
`as_run_error`, which turns it into SQL_POLICY_VIOLATION or VALIDATION_ERROR.
"""

from __future__ import annotations

from typing import Literal

from keenbench.errors import RunError, RunInvalid, SqlPolicyViolation, ValidationFailed

Subphase = Literal["sql_parse", "sql_policy", "sql_bind"]

# What was wrong, for programs: a test or a model can tell a typing slip from a forbidden thing.
Reason = Literal[
    "syntax",  # neither reader could make one statement of it
    "size",  # too long, or nested too deeply
    "text",  # characters or quoting that the readers might take differently
    "parameter",  # ?, $1
    "statements",  # none, or more than one
    "statement",  # not a reading statement
    "table",  # not a table of this workbench
    "function",  # not on the allow-list
    "volatile",  # another answer at each call
    "type",  # a cast to a type that is not built in
    "construct",  # a clause or expression that is not on the allow-list
    "disagreement",  # the two parsers read it differently
]


class SqlRefused(ValidationFailed):
    """A query that is not run. `reason` says what was wrong, the message what to do."""

    def __init__(self, message: str, *, reason: Reason, subphase: Subphase = "sql_policy") -> None:
        super().__init__(message, subphase=subphase, detail={"reason": reason})
        self.reason: Reason = reason


def unparsable(message: str, *, reason: Reason = "syntax") -> SqlRefused:
    """Return the error for SQL that cannot be read as one statement."""
    return SqlRefused(message, reason=reason, subphase="sql_parse")


def as_run_error(error: ValidationFailed) -> RunError:
    """Return `error` as the Analyst names it: refused SQL is a policy violation, the rest invalid.

    Takes any VALIDATION_FAILED with a SQL subphase, so that one that crossed a process (and came
    back as its base class) is told apart as well.
    """
    # Its plain fields: the runner calls this too, and has no Pydantic to make an ErrorInfo.
    subphase, detail = error.fields["subphase"], error.fields["detail"]
    leaf = SqlPolicyViolation if subphase == "sql_policy" else RunInvalid
    return leaf(error.message, phase="analyst", subphase=subphase, detail=detail)
