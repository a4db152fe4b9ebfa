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


def exit_code(error_code: str) -> int:
    """Return the exit code of CONTRACTS §9."""
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


def print_json(result: Any) -> None:
    sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=2) + "\n")


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
            raise typer.Exit(exit_code(info.error_code)) from None
        except KeyboardInterrupt:
            raise typer.Exit(CANCELED) from None

    return wrapped  # type: ignore[return-value]
