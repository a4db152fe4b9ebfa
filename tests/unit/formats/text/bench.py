"""Text methods called on files of a folder, through the method table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import keenbench.formats.text.methods  # noqa: F401  registers the methods
from keenbench.formats.call import Call, ReportProgress, methods, no_progress
from keenbench.formats.text.methods import TextMap, TextRead, TextWritten


class Bench:
    """A folder with files, and what a method leaves behind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "out"
        self.out.mkdir(exist_ok=True)

    def put(self, name: str, data: bytes) -> None:
        (self.folder / name).write_bytes(data)

    def call(
        self, method: str, name: str, *, progress: ReportProgress = no_progress, **params: Any
    ) -> Any:
        found = methods.get(method)
        assert found is not None
        parsed = found.parse({"workbench_id": "w", "path": name, **params})
        root = params.get("root", "draft")
        path = self.folder / name
        files = {(root, name): os.open(path, os.O_RDONLY)} if path.exists() else {}
        try:
            return found.function(Call(files=files, out=self.out, progress=progress), parsed)
        finally:
            for descriptor in files.values():
                os.close(descriptor)

    def map(self, name: str, **params: Any) -> TextMap:
        result = self.call("TextGetMap", name, **params)
        assert isinstance(result, TextMap)
        return result

    def read(self, name: str, **params: Any) -> TextRead:
        result = self.call("TextReadLines", name, **params)
        assert isinstance(result, TextRead)
        return result

    def text(self, name: str, **params: Any) -> str:
        result = self.call("TextExtractText", name, **params)
        assert isinstance(result, TextRead)
        return result.text

    def write(self, name: str, content: str, **params: Any) -> TextWritten:
        result = self.call("TextWrite", name, content=content, **params)
        assert isinstance(result, TextWritten)
        return result

    @property
    def written(self) -> bytes:
        return (self.out / "result").read_bytes()


def codes(result: TextMap | TextRead | TextWritten) -> list[str]:
    return [warning.code for warning in result.warnings]
