"""An engine with its real worker, a workbench of files, and a toolbox over it."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from keenbench.engine.engine import Engine
from keenbench.settings import Settings
from keenbench.workbench.bench import Workbench
from keenbench.workshop.coverage import Coverage
from keenbench.workshop.loop_guard import LoopGuard
from keenbench.workshop.tool_run import ToolOutcome, ToolRun
from keenbench.workshop.toolbox import Toolbox

OFFICE = Path(__file__).parents[3] / "fixtures" / "office"


@dataclass
class Tools:
    """A run and its toolbox, as a model would use it."""

    engine: Engine
    bench: Workbench
    run: ToolRun
    toolbox: Toolbox
    steps: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def call(self, tool: str, /, **arguments: Any) -> ToolOutcome:
        return self.toolbox.call(tool, arguments, step=f"step-{next(self.steps)}")

    def told(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Return what a call says that must go well."""
        outcome = self.call(tool, **arguments)
        said: dict[str, Any] = json.loads(outcome.text)
        assert outcome.ok, said
        assert outcome.error is None
        return said

    def refused(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Return the error that a call is answered with; nothing may have changed."""
        before = self.draft_files
        outcome = self.call(tool, **arguments)
        assert not outcome.ok, outcome.text
        assert not outcome.changed
        assert outcome.error is not None
        assert self.draft_files == before
        error: dict[str, Any] = json.loads(outcome.text)["error"]
        assert error["code"] == outcome.error.error_code
        assert error["what_to_do"]
        return error

    def share(self, path: str) -> dict[str, Any]:
        (entry,) = [entry for entry in self.run.coverage.to_json() if entry["path"] == path]
        return entry

    def method(self, name: str, **params: Any) -> Any:
        return self.engine.call(name, {"workbench_id": self.bench.workbench_id, **params})

    def again(self, **changed: Any) -> Tools:
        """Return another toolbox over the same workbench, as after a restart."""
        run = replace(self.run, coverage=Coverage(), guard=LoopGuard(), **changed)
        return Tools(self.engine, run.bench, run, Toolbox(self.engine, run))

    @property
    def folder(self) -> Path:
        return self.bench.workbenches / self.bench.workbench_id

    @property
    def draft_files(self) -> dict[str, bytes]:
        folder = self.folder / "draft"
        return (
            {each.name: each.read_bytes() for each in folder.iterdir()} if folder.is_dir() else {}
        )

    @property
    def published_files(self) -> dict[str, bytes]:
        return {each.name: each.read_bytes() for each in (self.folder / "published").iterdir()}


MakeTools = Callable[..., Tools]


@pytest.fixture(scope="package")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    made = Engine(Settings(data_dir=tmp_path_factory.mktemp("data")))
    made.start()
    yield made
    made.close()


def make_bench(engine: Engine, folder: Path, *paths: Path, files: dict[str, bytes]) -> Workbench:
    created = engine.call("WorkbenchCreate", {"name": "Quarter"})
    sources = [str(path) for path in paths]
    for name, content in files.items():
        (folder / name).write_bytes(content)
        sources.append(str(folder / name))
    params = {"workbench_id": created["workbench_id"], "source_paths": sources}
    results = engine.call("WorkbenchFilesAdd", params)["results"]
    assert {each["status"] for each in results} <= {"added"}, results
    return engine.workbenches.get(created["workbench_id"])


def make_run(engine: Engine, bench: Workbench, **run: Any) -> Tools:
    made = replace(ToolRun(bench, f"run_{next(_RUNS)}", "offline", leaves=False), **run)
    return Tools(engine, bench, made, Toolbox(engine, made))


_RUNS = itertools.count(1)


@pytest.fixture
def make_tools(engine: Engine, tmp_path: Path) -> MakeTools:
    """Make a workbench of these files and a toolbox over it."""

    def make(*paths: Path, files: dict[str, bytes] | None = None, **run: Any) -> Tools:
        return make_run(engine, make_bench(engine, tmp_path, *paths, files=files or {}), **run)

    return make


@pytest.fixture(scope="module")
def shared_bench(
    request: pytest.FixtureRequest, engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> Workbench:
    """A workbench of the module's FILES; a parser serves one workbench, and starts in a second."""
    files: dict[str, bytes] = request.module.FILES
    paths: list[Path] = getattr(request.module, "PATHS", [])
    return make_bench(engine, tmp_path_factory.mktemp("files"), *paths, files=files)


@pytest.fixture
def tools(engine: Engine, shared_bench: Workbench) -> Iterator[Tools]:
    """A run over the module's workbench; what it leaves in the Draft goes after the test."""
    made = make_run(engine, shared_bench)
    yield made
    if made.method("DraftGetState")["has_draft"]:
        made.method("DraftDiscard")


def sales(rows: int) -> bytes:
    lines = [f"{('north', 'south', 'west')[n % 3]},{n}" for n in range(rows)]
    return ("region,amount\n" + "\n".join(lines) + "\n").encode()


def workbook(**sheets: Any) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()
