"""What the tools know of the run they serve, and what a call of one gives back."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from keenbench.errors import ErrorInfo
from keenbench.workbench.bench import Workbench
from keenbench.workshop.coverage import Coverage
from keenbench.workshop.loop_guard import LoopGuard


@dataclass
class ToolRun:
    """One run of a model over one workbench."""

    bench: Workbench
    run_id: str
    model_id: str
    # Whether what the tools say leaves this machine.
    leaves: bool
    # A turn that only looks: writing tools are refused in words.
    analysis: bool = False
    canceled: threading.Event = field(default_factory=threading.Event)
    coverage: Coverage = field(default_factory=Coverage)
    guard: LoopGuard = field(default_factory=LoopGuard)

    @property
    def provider_id(self) -> str:
        return self.model_id.partition(":")[0]


@dataclass(frozen=True)
class ToolSpec:
    """A tool as a model sees it: `parameters` is a plain JSON Schema."""

    name: str
    description: str
    parameters: dict[str, Any]
    # It changes the Draft.
    writes: bool = False


@dataclass(frozen=True)
class ToolOutcome:
    """What became of a call. `text` is JSON, and the whole of what the model is told."""

    text: str
    ok: bool
    # Under which the whole result is kept, for recall_tool_result.
    entry_id: str
    paths: list[str]
    # The files of the Draft that it changed, and those of them that were not there before.
    wrote: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    error: ErrorInfo | None = None

    @property
    def changed(self) -> bool:
        return bool(self.wrote)
