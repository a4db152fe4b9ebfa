"""The files of a workbench: list, add, remove, extract."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from keenbench.engine.engine import Engine, methods
from keenbench.engine.methods.audited import audited
from keenbench.formats.shape import WhenPresent
from keenbench.registry import Params, Result
from keenbench.workbench import files
from keenbench.workbench.files import FileResult, Reason, Status
from keenbench.workbench.manifest import FileEntry, read_manifest
from keenbench.worker.ingested import sweep_quietly


class FilesParams(Params):
    workbench_id: str


class FileList(Result):
    files: list[FileEntry]


class AddParams(FilesParams):
    source_paths: list[str]


class RemoveParams(FilesParams):
    paths: list[str]


class ExtractParams(FilesParams):
    paths: list[str]
    destination: str


class FileOutcome(Result):
    path: str
    status: Status
    reason: Reason | None = WhenPresent
    final_path: str | None = WhenPresent


class AddResults(Result):
    results: list[FileOutcome]


def file_results(results: Sequence[FileResult]) -> AddResults:
    return AddResults(
        results=[
            FileOutcome(
                path=each.path,
                status=each.status,
                reason=each.reason,
                final_path=each.final_path,
            )
            for each in results
        ]
    )


@methods.method("WorkbenchFilesList")
def workbench_files_list(engine: Engine, params: FilesParams) -> FileList:
    """List the files of a workbench."""
    bench = engine.workbenches.get(params.workbench_id)
    return FileList(files=bench.read(read_manifest).files)


# Over HTTP files come as bytes: a page must not name files of the machine it is shown on.
@methods.method("WorkbenchFilesAdd", local_only=True)
def workbench_files_add(engine: Engine, params: AddParams) -> AddResults:
    """Copy files of this machine into a workbench; each is added, or skipped with a reason."""
    bench = engine.workbenches.get(params.workbench_id)
    sources = [Path(path) for path in params.source_paths]
    with audited(engine, bench, "WorkbenchFilesAdd") as audit:
        results = files.add_files(bench, sources, engine.events)
        audit.files = [each.path for each in results if each.status == "added"]
    return file_results(results)


@methods.method("WorkbenchFilesRemove")
def workbench_files_remove(engine: Engine, params: RemoveParams) -> AddResults:
    """Take files out of a workbench."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "WorkbenchFilesRemove", params.paths):
        results = files.remove_files(bench, params.paths, engine.events)
    sweep_quietly(bench.workbenches / bench.workbench_id)
    return file_results(results)


# Nor may it choose where on the machine to write; over HTTP files are downloaded.
@methods.method("WorkbenchFilesExtract", local_only=True)
def workbench_files_extract(engine: Engine, params: ExtractParams) -> AddResults:
    """Copy Published files to a folder of this machine; nothing there is overwritten."""
    bench = engine.workbenches.get(params.workbench_id)
    with audited(engine, bench, "WorkbenchFilesExtract", params.paths):
        results = files.extract_files(bench, params.paths, Path(params.destination))
    return file_results(results)
