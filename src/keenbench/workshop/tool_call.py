"""One call of a tool under way: what it may see, whom it asks, and what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from keenbench.engine.engine import Engine
from keenbench.workbench.events import Event
from keenbench.workshop.coverage import Reading
from keenbench.workshop.tool_run import ToolRun
from keenbench.workshop.visible_files import VisibleFile, VisibleFiles


@dataclass(frozen=True)
class Told:
    """What a tool has to say."""

    result: dict[str, Any]
    readings: list[Reading] = field(default_factory=list)
    # The files of the Draft that it changed.
    wrote: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class ToolCall:
    engine: Engine
    run: ToolRun
    tool: str
    arguments: dict[str, Any]
    visible: VisibleFiles
    # Under which a change happens only once, whoever resumes the run.
    key: str
    step: str

    def file(self, name: str = "path") -> VisibleFile:
        """Return the file that an argument names."""
        return self.visible.require(self.arguments[name], name)

    def given(self, *names: str) -> dict[str, Any]:
        """Return those of the arguments that were given."""
        return {name: self.arguments[name] for name in names if name in self.arguments}

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Return a worker method's result. Cancelling the run cancels it."""
        path = params.get("path") or params.get("target_path")

        def report(done: int, total: int | None, stage: str) -> None:
            data = {"done": done, "total": total, "stage": stage, "method": method, "path": path}
            event = Event(
                "ToolProgress", self.run.bench.workbench_id, data | {"run_id": self.run.run_id}
            )
            self.engine.events(event)

        result: dict[str, Any] = self.engine.worker.call(
            method, params, report=report, canceled=self.run.canceled
        )
        return result

    def read(self, method: str, path: str, **params: Any) -> dict[str, Any]:
        """Return a reading method's result over the active view of a file."""
        where = {"workbench_id": self.run.bench.workbench_id, "root": "draft", "path": path}
        return self.ask(method, where | params)
