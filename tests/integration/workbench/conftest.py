"""An engine with its real worker, and workbenches of texts in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from keenbench.engine.engine import Engine
from keenbench.errors import KeenBenchError
from keenbench.settings import Settings


@dataclass(frozen=True)
class Bench:
    """One workbench, as a user of the engine's methods sees it."""

    engine: Engine
    workbench_id: str
    sources: Path

    def call(self, method: str, **params: Any) -> Any:
        return self.engine.call(method, {"workbench_id": self.workbench_id, **params})

    def refused(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the error that a call is answered with."""
        with pytest.raises(KeenBenchError) as error:
            self.call(method, **params)
        return error.value.info().to_json()

    def add(self, **texts: bytes) -> None:
        """Add files; `notes__txt` stands for notes.txt."""
        paths = []
        for name, content in texts.items():
            path = self.sources / name.replace("__", ".")
            path.write_bytes(content)
            paths.append(str(path))
        results = self.call("WorkbenchFilesAdd", source_paths=paths)["results"]
        assert {result["status"] for result in results} == {"added"}, results

    def propose(self, **texts: str) -> Any:
        writes = [
            {"path": name.replace("__", "."), "content": text} for name, text in texts.items()
        ]
        return self.call("WorkshopApplyProposal", proposal={"schema_version": 2, "writes": writes})

    @property
    def folder(self) -> Path:
        return self.engine.settings.workbenches_dir / self.workbench_id

    def published(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (self.folder / "published").iterdir()}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    made = Engine(Settings(data_dir=tmp_path_factory.mktemp("data")))
    made.start()
    yield made
    made.close()


@pytest.fixture
def bench(engine: Engine, tmp_path: Path) -> Bench:
    """A workbench with notes.txt and data.csv."""
    created = engine.call("WorkbenchCreate", {"name": "Quarter"})
    sources = tmp_path / "sources"
    sources.mkdir()
    made = Bench(engine, created["workbench_id"], sources)
    made.add(notes__txt=b"one\ntwo\nthree\n", data__csv=b"a,b\n1,2\n")
    return made
