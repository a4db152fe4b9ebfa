"""What a run does, written down and told as it happens.

The thread that talks to the model acts only through here, and only until the run is closed. A run
that is cancelled while its model is silent is closed and left alone: whatever that thread comes
back with later has no effect any more.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from keenbench.engine.engine import Engine
from keenbench.errors import ErrorInfo, KeenBenchError, UserCanceled
from keenbench.workbench.bench import Workbench
from keenbench.workbench.events import Event, EventName
from keenbench.workbench.identity import now
from keenbench.workshop.conversation import (
    EndLine,
    EndStatus,
    ModelLine,
    NoteLine,
    Said,
    ToolLine,
    Turn,
    add_line,
    calls_of,
)
from keenbench.workshop.coverage import Coverage
from keenbench.workshop.run_record import RunRecord, is_further, write_record
from keenbench.workshop.tool_run import ToolOutcome

_MOST_SHOWN = 200

log = logging.getLogger(__name__)


class Steps:
    """The steps of one run."""

    def __init__(
        self,
        engine: Engine,
        bench: Workbench,
        turn: Turn,
        past: Sequence[Turn],
        record: RunRecord,
        coverage: Coverage,
        canceled: threading.Event,
    ) -> None:
        self.turn = turn
        # The turns before it.
        self.past = past
        self.record = record
        self.canceled = canceled
        self._engine = engine
        self._bench = bench
        self.coverage = coverage
        self._changed = threading.Condition()
        self._using_tool = False
        self._closed = False
        # What has been streamed of an answer that is not whole yet.
        self._spoken = ""

    @property
    def tool_lines(self) -> list[ToolLine]:
        return self.turn.lines(ToolLine)

    @property
    def call_ids(self) -> set[str]:
        """The ids of all calls of this run."""
        return {
            call["id"] for line in self.turn.lines(ModelLine) for call in calls_of(line.message)
        }

    def check(self) -> None:
        """Raise when the run is to end."""
        if self.canceled.is_set() or self._closed:
            raise UserCanceled("The run was cancelled.", phase="workshop", run_id=self._run_id)

    def close(self) -> None:
        """Have nothing happen any more; a tool at work is waited for, and what it did is noted."""
        with self._changed:
            self._changed.wait_for(lambda: not self._using_tool)
            self._closed = True

    # -- the model ------------------------------------------------------------------------------

    def delta(self, text: str) -> None:
        """Tell the next words of the answer."""
        with self._acting():
            if text:
                self._spoken += text
                data = {"message_id": self.record.answer_id, "step": self.record.steps + 1}
                self._tell("WorkshopAssistantStreamDelta", **data, text=text)

    def answered(
        self, message: dict[str, Any], text: str, input_tokens: int, output_tokens: int
    ) -> int:
        """Note an answer of the model; return the number of its step."""
        with self._acting():
            if text and not self._spoken:
                self.delta(text)  # of a model that does not stream
            self._spoken = ""
            record = self.record
            record.steps += 1
            record.input_tokens += input_tokens
            record.output_tokens += output_tokens
            self._add(
                ModelLine(
                    run_id=self._run_id,
                    step=record.steps,
                    model_id=record.model_id,
                    at=now(),
                    message=message,
                )
            )
            return record.steps

    def note(self, text: str) -> None:
        """Note what the model was told on the way."""
        with self._acting():
            self._add(NoteLine(run_id=self._run_id, text=text))

    # -- tools ----------------------------------------------------------------------------------

    @contextmanager
    def tool(self, step: str, call: dict[str, Any]) -> Iterator[ToolUsed]:
        """Use a tool; the block enters the outcome, which is noted whatever happens meanwhile."""
        with self._changed:
            self.check()
            self._using_tool = True
        try:
            shown = shortened(call["args"])
            about = {"message_id": self.record.answer_id, "call_id": step, "name": call["name"]}
            self._tell("WorkshopToolExecuting", **about, arguments=shown)
            used = ToolUsed()
            yield used
            if used.outcome is not None:
                line = _tool_line(self._run_id, step, call, used.outcome)
                self.record.further_calls += is_further(step)
                self._add(line)
                self._tell(
                    "WorkshopToolComplete",
                    **about,
                    ok=line.ok,
                    changed=line.changed,
                    summary=line.summary,
                    paths=line.paths,
                    coverage=self.record.coverage,
                )
        finally:
            with self._changed:
                self._using_tool = False
                self._changed.notify_all()

    # -- the end --------------------------------------------------------------------------------

    def end(self, status: EndStatus, error: ErrorInfo | None) -> None:
        """Note how the run ended. The caller has closed it."""
        record = self.record
        record.status = status
        record.error = error
        record.finished_at = now()
        record.coverage = self.coverage.to_json()
        end = EndLine(
            run_id=self._run_id,
            status=status,
            at=record.finished_at,
            error=error,
            steps=record.steps,
            input_tokens=record.input_tokens,
            output_tokens=record.output_tokens,
            coverage=record.coverage,
            partial=self._spoken,
        )
        try:
            add_line(self._bench, end)
            write_record(self._bench, record)
        except KeenBenchError as failure:
            # Without the note it counts as interrupted, which can be resumed.
            log.error("how a run ended was not noted", extra={"error_code": failure.error_code})
        self.turn.end = end

    def tell_end(self) -> None:
        """Tell how the run ended: after its lock is free, so that a listener can go on."""
        record = self.record
        self._tell(
            "WorkshopRunFinished",
            message_id=record.answer_id,
            status=record.status,
            error=record.error.to_json() if record.error is not None else None,
            coverage=record.coverage,
        )

    # -------------------------------------------------------------------------------------------

    @property
    def _run_id(self) -> str:
        return self.record.run_id

    @contextmanager
    def _acting(self) -> Iterator[None]:
        with self._changed:
            self.check()
            yield

    def _add(self, line: Said) -> None:
        add_line(self._bench, line)
        self.turn.said.append(line)
        self.record.coverage = self.coverage.to_json()
        write_record(self._bench, self.record)

    def _tell(self, event_name: EventName, /, **data: Any) -> None:
        event = Event(event_name, self._bench.workbench_id, {"run_id": self._run_id, **data})
        self._engine.events(event)


class ToolUsed:
    outcome: ToolOutcome | None = None


def _tool_line(run_id: str, step: str, call: dict[str, Any], outcome: ToolOutcome) -> ToolLine:
    return ToolLine(
        run_id=run_id,
        step=step,
        call_id=call["id"],
        name=call["name"],
        ok=outcome.ok,
        changed=outcome.changed,
        summary=summary_of(outcome),
        text=outcome.text,
        entry_id=outcome.entry_id or None,
        paths=list(outcome.paths),
    )


def summary_of(outcome: ToolOutcome) -> str:
    """Return one line for people: which files, and what became of the call."""
    if outcome.error is not None:
        return outcome.error.message
    if outcome.wrote:
        what = "Made" if outcome.made == outcome.wrote else "Changed"
        sources = [path for path in outcome.paths if path not in outcome.wrote]
        origin = f" from {', '.join(sources)}" if sources else ""
        return f"{what} {', '.join(outcome.wrote)}{origin}."
    what = "Looked at" if outcome.ok else "Refused"
    return f"{what} {', '.join(outcome.paths)}." if outcome.paths else "Done."


def shortened(value: Any) -> Any:
    """Return arguments as an event shows them: long texts and lists are only counted."""
    if isinstance(value, str):
        if len(value) <= _MOST_SHOWN:
            return value
        return f"{value[:_MOST_SHOWN]}… ({len(value)} characters)"
    if isinstance(value, dict):
        return {key: shortened(item) for key, item in value.items()}
    if isinstance(value, list) and len(json.dumps(value, default=str)) > _MOST_SHOWN:
        return f"({len(value)} items)"
    return value
