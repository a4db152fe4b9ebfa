"""The engine: what every door talks to."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from pydantic import BaseModel

from keenbench.engine.health import Health
from keenbench.errors import UnknownMethod
from keenbench.jsonrpc import Caller
from keenbench.registry import Registry
from keenbench.settings import Settings
from keenbench.workbench import audit
from keenbench.workbench.bench import Limits
from keenbench.workbench.consent import ConsentMode, SessionConsent
from keenbench.workbench.dataset_consent import DatasetConsent
from keenbench.workbench.events import EventBus
from keenbench.workbench.preferences import Preferences
from keenbench.workbench.recovery import recover_all
from keenbench.workbench.workbenches import Workbenches
from keenbench.worker.supervisor import Supervisor

log = logging.getLogger(__name__)

Part = TypeVar("Part")

# Who waits for the method that this thread runs; a method that can take long asks.
current_caller: ContextVar[Caller | None] = ContextVar("current_caller", default=None)


class Engine:
    """One engine per process. Doors call `call`; methods use the parts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = Supervisor(settings)
        self.health = Health(settings, self.worker)
        self.events = EventBus()
        self.preferences = Preferences(settings)
        self.session_consent = SessionConsent()
        self.dataset_consent = DatasetConsent(settings.data_dir)
        # The files of a dataset that is no workbench: set by the Analyst, which knows them.
        self.dataset_scope: Callable[[str], list[str]] | None = None
        self.workbenches = Workbenches(
            settings.workbenches_dir, Limits(settings.max_files, settings.max_file_bytes)
        )
        # What must end before the worker does.
        self.before_close: list[Callable[[], None]] = []
        self._parts: dict[Callable[[Engine], Any], Any] = {}
        self._making = threading.RLock()

    def part(self, make: Callable[[Engine], Part]) -> Part:
        """Return what `make` makes of this engine; it is made once.

        Layers above keep here what they have one of per engine (the models, the Workshop).
        """
        with self._making:
            if make not in self._parts:
                self._parts[make] = make(self)
            part: Part = self._parts[make]
            return part

    def set_part(self, make: Callable[[Engine], Part], part: Part) -> None:
        """Have `part` stand for what `make` would make."""
        with self._making:
            self._parts[make] = part

    @property
    def consent_mode(self) -> ConsentMode:
        return self.preferences.consent_mode

    def start(self) -> None:
        """Finish what a crash interrupted, and bring up what need not wait for the first call."""
        try:
            recover_all(self.workbenches)
            audit.clear_up(self.settings.data_dir)
        except OSError as error:
            # A data folder that cannot be written can still be read from.
            log.error("what a crash left could not be finished", extra={"reason": error.strerror})
        self.health.start()

    def end_runs(self) -> None:
        """End what is at work, so that nobody waits for it any more."""
        for end in self.before_close:
            end()

    def close(self) -> None:
        self.end_runs()
        self.events.close()
        self.worker.close()

    def call(self, name: str, params: Any, caller: Caller | None = None) -> Any:
        """Run the engine method `name` and return its result as JSON values.

        `caller` can cancel it and hears of its progress, where its door lets callers do that.
        """
        # The table imports the methods, which import this module for its type.
        from keenbench.engine.table import METHODS

        method = METHODS.get(name)
        if method is None:
            raise UnknownMethod(f"There is no method {name}.")
        who = current_caller.set(caller)
        try:
            return to_json(method.function(self, method.parse(params)))
        finally:
            current_caller.reset(who)


def to_json(result: Any) -> Any:
    """Return a method's result as JSON values; the worker's results are that already."""
    return result.model_dump(mode="json") if isinstance(result, BaseModel) else result


# Every engine method registers itself here.
methods: Registry[Engine] = Registry()
