"""The broker: checks names and parameters, hands each call to a boxed child, places results.

It parses nothing. A call's files are opened here, so the child that parses them sees these and
nothing else of the workbench.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import cache
from importlib import metadata
from typing import Any

from pydantic import TypeAdapter

from keenbench import __version__, paths
from keenbench.errors import FileMissing, SandboxViolation, UnknownMethod
from keenbench.formats.call import Call, FileParams, FileRef, file_read
from keenbench.jsonrpc import Caller
from keenbench.registry import Method, Params, parse
from keenbench.sandbox.box import Box
from keenbench.sandbox.profiles import MIB, PARSER
from keenbench.settings import Settings
from keenbench.storage import write_failed
from keenbench.worker.after import AfterSteps
from keenbench.worker.datasets import METHODS as DATASET_METHODS
from keenbench.worker.datasets import DatasetCalls
from keenbench.worker.files import Files
from keenbench.worker.parser import Order, Parser
from keenbench.worker.pool import ParserPool
from keenbench.worker.previews import PreviewCalls
from keenbench.worker.renderer import Renderer
from keenbench.worker.scratch import Scratch
from keenbench.worker.table import METHODS
from keenbench.worker.tabular import TableCalls

_LIBRARIES = ("pydantic", "charset-normalizer", "lxml", "pyyaml", "duckdb", "sqlglot")


@cache
def ops_schemas() -> dict[str, Any]:
    """Return the JSON Schema of each format's list of operations. Made once: it takes 90 ms."""
    schemas = {}
    for kind in ("docx", "xlsx", "pptx", "odt", "pdf"):
        method = METHODS.get(f"{kind.capitalize()}ApplyOps")
        if method is not None:
            ops = TypeAdapter(method.params.model_fields["ops"].rebuild_annotation())
            schemas[kind] = ops.json_schema()
    return schemas


@cache
def _versions() -> dict[str, str]:
    return {name: metadata.version(name) for name in _LIBRARIES}


class GetInfoParams(Params):
    """Common parameters are accepted, and mean nothing here."""

    workbench_id: str | None = None
    root: str | None = None
    path: str | None = None
    progress: bool = False


class Broker:
    """Answers worker methods. One call at a time in each child; a few children."""

    name = "keenbench"

    def __init__(self, settings: Settings, box: Box, files: Files) -> None:
        self._settings = settings
        self._box = box
        self._files = files
        self._scratch = Scratch(settings.data_dir / "out")
        self._pool = ParserPool(settings.parser_children, self._start_parser)
        self._renderer = Renderer(box, self._scratch, settings.preview_renderer_path)
        self._after = AfterSteps(self._renderer)
        self._previews = PreviewCalls(settings, files, self._pool, self._renderer)
        self._tables = TableCalls(settings, files, self._pool)
        self._datasets = DatasetCalls(settings, files, self._pool, self._tables)

    def close(self) -> None:
        self._tables.close()
        self._renderer.close()
        self._pool.close()
        self._scratch.remove()

    def handle(self, name: str, params: dict[str, Any], caller: Caller) -> Any:
        if name == "WorkerGetInfo":
            parse(GetInfoParams, params)
            return self.info()
        if name in DATASET_METHODS:
            return self._datasets.handle(name, params, caller)
        method = METHODS.get(name)
        if method is None:
            raise UnknownMethod(f"There is no method {name}.")
        if "table" in method.options:
            return self._tables.run(method, params, caller)
        if "preview" in method.options:
            return self._previews.run(method, params, caller)
        return self._run(method, params, caller)

    def info(self) -> dict[str, Any]:
        return {
            "ok": True,
            "worker": self.name,
            "version": __version__,
            "methods": ["WorkerGetInfo", *METHODS.names(), *DATASET_METHODS],
            "ops_schema": ops_schemas(),
            "libraries": _versions(),
            "renderer": {
                "available": self._renderer.available,
                "version": self._renderer.version,
            },
            "sandbox": {"backend": self._box.name},
            "parsers": self._pool.status(),
            "parsers_started": self._pool.started,
        }

    def _start_parser(self, workbench_id: str) -> Parser:
        profile = PARSER.with_memory(self._settings.parser_memory_mb * MIB)
        try:
            folder = self._scratch.folder()
        except OSError as error:
            raise write_failed(error, "the result") from None
        return Parser(self._box, profile, folder)

    def _run(self, method: Method[Call], raw: dict[str, Any], caller: Caller) -> Any:
        params = method.parse(raw)
        assert isinstance(params, FileParams)
        workbench_id = paths.check_workbench_id(params.workbench_id)
        reads: list[FileRef] = method.options.get("reads", file_read)(params)
        writes = method.options.get("writes")
        target: FileRef | None = writes(params) if writes is not None else None
        for ref in (*reads, *([target] if target is not None else [])):
            paths.check_root(ref.root)
            paths.check_name(ref.name)
        if target is not None and not paths.is_draft_root(target.root):
            raise SandboxViolation("Published changes only by Publish.", path=target.name)
        with ExitStack() as opened:
            files, descriptors = self._open(workbench_id, reads, opened)
            order = Order(
                method=method.name,
                params=raw,
                files=files,
                descriptors=descriptors,
                deadline=method.options.get("deadline", self._settings.call_timeout_seconds),
                progress=caller.report if params.progress else None,
                canceled=caller.canceled,
            )
            with self._pool.parser(workbench_id, caller.canceled) as parser, parser.out() as out:
                result = parser.run(order, out)
                if target is None:
                    return result
                after = method.options.get("after")
                with self._after.finished(after, order, parser, out, result) as done:
                    self._files.place(workbench_id, target.root, target.name, done.file)
                return done.result

    def _open(
        self, workbench_id: str, reads: list[FileRef], opened: ExitStack
    ) -> tuple[list[FileRef], list[int]]:
        """Open what the call reads, all as of one moment."""
        found = self._files.open(workbench_id, [(ref.root, ref.name) for ref in reads])
        for fd in found:
            if fd is not None:
                opened.callback(os.close, fd)
        for ref, fd in zip(reads, found, strict=True):
            if fd is None and not ref.optional:
                by = f"{ref.asked_by}: there" if ref.asked_by is not None else "There"
                raise FileMissing(f"{by} is no file {ref.name}.", path=ref.name)
        there = [(ref, fd) for ref, fd in zip(reads, found, strict=True) if fd is not None]
        return [ref for ref, _ in there], [fd for _, fd in there]
