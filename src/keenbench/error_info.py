"""What every door sends for an error.

Apart from `errors`, which must be cheap to import: a runner's start would pay 0.2 s and 20 MB for
Pydantic, and it never sends one of these itself.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from keenbench.errors import Action, Phase


class ErrorInfo(BaseModel):
    """What every door sends for an error. Holds no file content, ever."""

    model_config = ConfigDict(extra="forbid")

    error_code: str
    message: str
    phase: Phase | None = None
    subphase: str | None = None
    retryable: bool
    actions: list[Action]
    provider_id: str | None = None
    model_id: str | None = None
    workbench_id: str | None = None
    run_id: str | None = None
    scope_hash: str | None = None
    path: str | None = None
    detail: Any = None

    def to_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_none=True)
