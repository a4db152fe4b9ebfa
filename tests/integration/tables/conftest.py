"""A workbench with tables, answered by the real broker: boxed parsers, boxed runners."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from keenbench.jsonrpc import Caller
from keenbench.sandbox.backends import parser_box
from keenbench.settings import Settings
from keenbench.worker.broker import Broker
from keenbench.worker.files import WorkbenchFiles


class Bench:
    """One workbench, and a broker that can be ended and started again."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(data_dir=folder)
        self.workbench = self.settings.workbenches_dir / "w"
        self.published = self.workbench / "published"
        self.draft = self.workbench / "draft"
        self.tabular = self.workbench / "meta" / "tabular"
        self.published.mkdir(parents=True)
        (self.workbench / "meta").mkdir()
        self.start()

    def start(self) -> None:
        files = WorkbenchFiles(self.settings.workbenches_dir)
        self.broker = Broker(self.settings, parser_box(self.settings), files)

    def restart(self) -> None:
        self.broker.close()
        self.start()

    def add(self, name: str, text: str | bytes) -> Path:
        path = self.published / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def call(
        self,
        method: str,
        path: str,
        *,
        canceled: threading.Event | None = None,
        report: Callable[[int, int | None, str], None] | None = None,
        **params: Any,
    ) -> Any:
        caller = Caller(report or (lambda done, total, stage: None), canceled or threading.Event())
        return self.broker.handle(method, {"workbench_id": "w", "path": path, **params}, caller)

    @property
    def databases(self) -> list[str]:
        return sorted(path.stem for path in self.tabular.glob("*.duckdb"))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    try:
        yield made
    finally:
        made.broker.close()


SALES = "day,city,amount,qty\n" + "".join(
    f"2024-01-{n % 28 + 1:02d},{('Rome', 'Oslo', 'Lima')[n % 3]},{n / 7:.2f},{n % 5}\n"
    for n in range(1200)
)
