"""The Workshop of an engine: conversations about workbenches, and the runs that answer in them."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from keenbench.engine.engine import Engine
from keenbench.errors import (
    Busy,
    UnknownId,
    ValidationFailed,
)
from keenbench.models.of_engine import models_of
from keenbench.models.registry import ModelRef
from keenbench.workbench.audit import AuditEntry, AuditLog
from keenbench.workbench.bench import Workbench
from keenbench.workbench.checkpoints import create_checkpoint
from keenbench.workbench.consent import consent_status, require_consent
from keenbench.workbench.identity import new_id, now
from keenbench.workbench.restore import Restored
from keenbench.workbench.runs import running
from keenbench.workshop.conversation import (
    SwitchLine,
    Turn,
    UserLine,
    add_line,
    read_conversation,
)
from keenbench.workshop.run_active import ActiveRun, Ended
from keenbench.workshop.run_intent import only_looks
from keenbench.workshop.run_record import RunRecord, look_up_run, new_record, write_record
from keenbench.workshop.run_steps import Steps
from keenbench.workshop.tool_run import ToolRun
from keenbench.workshop.undo import undo_to
from keenbench.workshop.views import can_resume, messages_of, state_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

# A tool at work is waited for when its run is cancelled; the worker ends it in well under this.
_CANCEL_SECONDS = 60.0
_CLOSE_SECONDS = 10.0
_LABEL = 80


@dataclass(frozen=True)
class Started:
    """A run that has begun."""

    user: UserLine
    model_id: str
    run: ActiveRun

    def wait(self) -> Ended:
        ended = self.run.wait()
        assert ended is not None
        return ended


@dataclass(frozen=True)
class Undone:
    text: str
    restored: Restored


class Workshop:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._models = models_of(engine)
        self._lock = threading.Lock()
        self._active: dict[str, ActiveRun] = {}
        engine.before_close.append(self.close)

    # -- what was said --------------------------------------------------------------------------

    def state(self, workbench_id: str) -> dict[str, Any]:
        conversation, record = self._bench(workbench_id).read(
            lambda view: (read_conversation(view), look_up_run(view)[1])
        )
        model_id = conversation.model_id or self._models.find(None).model_id
        return state_of(record, model_id)

    def messages(self, workbench_id: str) -> list[dict[str, Any]]:
        return self._bench(workbench_id).read(messages_of)

    def set_model(self, workbench_id: str, model_id: str) -> None:
        ref = self._models.find(model_id)
        bench = self._bench(workbench_id)
        add_line(bench, SwitchLine(model_id=ref.model_id, at=now()))

    # -- runs -----------------------------------------------------------------------------------

    def send(
        self,
        workbench_id: str,
        text: str,
        *,
        model_id: str | None = None,
        analysis: bool | None = None,
    ) -> Started:
        """Take what the user says and begin a run; it is safe when this returns."""
        if not text.strip():
            raise ValidationFailed("A message has words.", phase="workshop")
        bench = self._bench(workbench_id)
        conversation = bench.read(read_conversation)
        ref, model = self._ready(bench, model_id or conversation.model_id)
        run_id = new_id("run")
        with ExitStack() as held:
            held.enter_context(running(bench, run_id))
            checkpoint = create_checkpoint(bench, "auto", _label(text), self._engine.events)
            user = UserLine(
                message_id=new_id("msg"),
                text=text,
                created_at=now(),
                run_id=run_id,
                answer_id=new_id("msg"),
                checkpoint_id=checkpoint.checkpoint_id,
                model_id=ref.model_id,
                analysis=only_looks(text, analysis),
            )
            self._audit(bench, "WorkshopSendUserMessage", ref, user)
            add_line(bench, user)
            record = new_record(user)
            write_record(bench, record)
            run = self._start(bench, ref, model, Turn(user), record, held)
        return Started(user, ref.model_id, run)

    def resume(self, workbench_id: str, run_id: str, *, model_id: str | None = None) -> Started:
        """Go on with the latest run, unless it has answered."""
        bench = self._bench(workbench_id)
        turn, record = self._find_run(bench, run_id)
        if record.status == "completed":
            raise ValidationFailed(
                "The run has ended with an answer; there is nothing to resume.",
                phase="workshop",
                run_id=run_id,
            )
        if not can_resume(record):
            raise ValidationFailed(
                "The model went in circles here, and would again; ask in other words.",
                phase="workshop",
                run_id=run_id,
                actions=("switch_model",),
            )
        picked = bench.read(read_conversation).model_id
        since = picked if picked != turn.user.model_id else record.model_id
        ref, model = self._ready(bench, model_id or since)
        with ExitStack() as held:
            held.enter_context(running(bench, run_id))
            # Looked up again: only now can nobody else go on with it.
            turn, record = self._find_run(bench, run_id)
            record = record.model_copy(
                update={
                    "model_id": ref.model_id,
                    "status": "running",
                    "error": None,
                    "finished_at": None,
                    "nudged": False,
                    "steps_before": record.steps_taken,
                    "tokens_before": record.tokens,
                }
            )
            self._audit(bench, "WorkshopResumeRun", ref, turn.user)
            write_record(bench, record)
            run = self._start(bench, ref, model, turn, record, held)
        return Started(turn.user, ref.model_id, run)

    def cancel(self, workbench_id: str, run_id: str) -> None:
        """End a run, and return when it has ended."""
        bench = self._bench(workbench_id)
        with self._lock:
            run = self._active.get(workbench_id)
        if run is not None and run.run_id == run_id:
            run.stop("canceled")
            run.wait(_CANCEL_SECONDS)
            return
        _, record = self._find_run(bench, run_id)
        if record.status == "running":
            raise Busy(
                "The run is at work in another process of KeenBench; cancel it there.",
                phase="workshop",
                run_id=run_id,
            )

    def undo(self, workbench_id: str, message_id: str) -> Undone:
        """Take Draft and conversation back to before a message."""
        bench = self._bench(workbench_id)
        before = bench.read(read_conversation)
        turn = before.find(message_id)
        restored = undo_to(self._engine, bench, turn)
        # The conversation of then may name another model; that one was not picked last.
        if before.model_id and before.model_id != self.state(workbench_id)["model_id"]:
            add_line(bench, SwitchLine(model_id=before.model_id, at=now()))
        return Undone(turn.user.text, restored)

    def regenerate(
        self, workbench_id: str, message_id: str | None, *, model_id: str | None = None
    ) -> Started:
        """Say a message again, from the state in which it was first said."""
        bench = self._bench(workbench_id)
        conversation = bench.read(read_conversation)
        turn = conversation.find(message_id)
        # What it can be refused for is settled before anything is taken back.
        ref, _ = self._ready(bench, model_id or conversation.model_id)
        undo_to(self._engine, bench, turn)
        return self.send(
            workbench_id, turn.user.text, model_id=ref.model_id, analysis=turn.user.analysis
        )

    def close(self) -> None:
        """Interrupt all runs; they can be resumed."""
        with self._lock:
            runs = list(self._active.values())
        for run in runs:
            run.stop("interrupted")
        for run in runs:
            run.wait(_CLOSE_SECONDS)

    # -------------------------------------------------------------------------------------------

    def _bench(self, workbench_id: str) -> Workbench:
        return self._engine.workbenches.get(workbench_id)

    def _find_run(self, bench: Workbench, run_id: str) -> tuple[Turn, RunRecord]:
        turn, record = bench.read(look_up_run)
        if turn is None or record is None or record.run_id != run_id:
            raise UnknownId(
                f"The latest run of this workbench is not {run_id[:100]}.", phase="workshop"
            )
        return turn, record

    def _ready(self, bench: Workbench, model_id: str | None) -> tuple[ModelRef, BaseChatModel]:
        """Return the model, after all that it can be refused for: its key, and consent."""
        ref = self._models.find(model_id)
        model = self._models.chat_model(ref)
        if ref.needs_consent:
            status = consent_status(bench, ref.provider_id, ref.model, **self._consent)
            if not status.granted:
                self._leave(bench, ref, None)
        return ref, model

    def _leave(self, bench: Workbench, ref: ModelRef, run_id: str | None) -> None:
        """Note that content leaves for the model, or raise because it may not."""
        if ref.needs_consent:
            require_consent(bench, ref.provider_id, ref.model, run_id=run_id, **self._consent)

    @property
    def _consent(self) -> dict[str, Any]:
        return {"mode": self._engine.consent_mode, "session": self._engine.session_consent}

    def _start(
        self,
        bench: Workbench,
        ref: ModelRef,
        model: BaseChatModel,
        turn: Turn,
        record: RunRecord,
        held: ExitStack,
    ) -> ActiveRun:
        tool_run = ToolRun(
            bench,
            record.run_id,
            ref.model_id,
            leaves=ref.needs_consent,
            analysis=record.analysis,
        )
        past = bench.read(read_conversation).turns[:-1]
        steps = Steps(self._engine, bench, turn, past, record, tool_run.coverage, tool_run.canceled)
        leave = partial(self._leave, bench, ref, record.run_id)
        run = ActiveRun(
            steps, partial(self._work, ref, model, tool_run, steps, leave), held.pop_all()
        )
        with self._lock:
            self._active[bench.workbench_id] = run
        run.start()
        return run

    def _work(
        self, ref: ModelRef, model: BaseChatModel, tool_run: ToolRun, steps: Steps, leave: Any
    ) -> None:
        # LangChain is loaded here, in the run's own thread.
        from keenbench.workshop.agent import Agent, Bounds
        from keenbench.workshop.context import build
        from keenbench.workshop.toolbox import Toolbox, resume

        settings, bench = self._engine.settings, tool_run.bench
        bounds = Bounds(
            settings.workshop_max_steps,
            settings.workshop_max_tokens,
            self._models.context_tokens(ref),
        )

        def brief(tokens: int) -> str:
            return build(self._engine, bench, tokens, tool_run).prompt

        resume(tool_run)  # of a run that begins, there is nothing to take up
        toolbox = Toolbox(self._engine, tool_run)
        Agent(ref, model, toolbox, steps, bounds, leave).take_turn(brief)

    def _audit(self, bench: Workbench, action: str, ref: ModelRef, user: UserLine) -> None:
        AuditLog(bench, self._engine.settings.data_dir).enter(
            AuditEntry(
                action=action,
                provider_id=ref.provider_id,
                model_id=ref.model,
                run_id=user.run_id,
                checkpoint_id=user.checkpoint_id,
            )
        )


def workshop_of(engine: Engine) -> Workshop:
    """Return the one Workshop of an engine."""
    return engine.part(Workshop)


def _label(text: str) -> str:
    """Return what a message's checkpoint is called: its first words."""
    line = " ".join(text.split())
    return line if len(line) <= _LABEL else f"{line[:_LABEL]}…"
