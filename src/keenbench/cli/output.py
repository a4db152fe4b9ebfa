"""What a command prints, and the exit code an error becomes."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import typer

from keenbench.errors import KeenBenchError

F = TypeVar("F", bound=Callable[..., Any])

CANCELED = 130


def exit_code(error_code: str, subphase: str | None = None) -> int:
    """Return the exit code of CONTRACTS §9."""
    if subphase == "sql_policy":
        return 3  # refused by a policy, whatever the door calls it
    if error_code == "USER_CANCELED":
        return CANCELED
    if error_code in ("SANDBOX_VIOLATION", "SQL_POLICY_VIOLATION", "EGRESS_BLOCKED_BY_POLICY"):
        return 3
    for prefix, code in (
        ("VALIDATION_", 2),
        ("FILE_", 4),
        ("DISK_FULL", 4),
        ("CHECKPOINT_", 4),
        ("PROVIDER_", 6),
        ("EGRESS_", 6),
        ("NETWORK_", 6),
    ):
        if error_code.startswith(prefix):
            return code
    return 5


def print_text(text: str) -> None:
    """Print text as UTF-8, whatever the terminal's own encoding: nothing is replaced."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))
    sys.stdout.buffer.flush()


def print_json(result: Any) -> None:
    print_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n")


def print_outline(result: Any, depth: int = 0) -> None:
    """Print a result for people: a line a fact, lists of small things on one line each."""
    margin = "  " * depth
    for name, value in result.items():
        if value in (None, [], {}):
            continue
        if isinstance(value, dict):
            print_text(f"{margin}{name}:\n")
            print_outline(value, depth + 1)
        elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
            print_text(f"{margin}{name}:\n")
            for item in value:
                print_text(f"{margin}  - {_in_a_line(item)}\n")
        else:
            print_text(f"{margin}{name}: {_in_a_line(value)}\n")


def _in_a_line(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(
            f"{name} {_in_a_line(item)}"
            for name, item in value.items()
            if item is not None and item is not False and item not in ([], {})
        )
    if isinstance(value, list):
        return "[" + "; ".join(map(_in_a_line, value)) + "]"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def reports_errors(command: F) -> F:
    """Make a command end as CONTRACTS §9 says: message on stderr, the code's exit status."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except KeenBenchError as error:
            info = error.info()
            as_json = kwargs.get("as_json", False)
            text = (
                json.dumps({"error": info.to_json()}) if as_json else f"keenbench: {info.message}"
            )
            sys.stderr.write(text + "\n")
            raise typer.Exit(exit_code(info.error_code, info.subphase)) from None
        except KeyboardInterrupt:
            raise typer.Exit(CANCELED) from None

    return wrapped  # type: ignore[return-value]
