"""What was worked out of datasets, kept on the disk: a server that starts need not do it again.

One file a dataset, which stands for one version of its files, one entry of the registry and one
version of KeenBench; whatever does not fit is worked out anew. Losing one loses nothing.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from keenbench import __version__, storage
from keenbench.analyst.dataset import Dataset, Described, TableSource
from keenbench.analyst.queries import engine_version
from keenbench.analyst.versions import Version
from keenbench.errors import KeenBenchError
from keenbench.query.dataset_schema import schema_from_json, schema_to_json

log = logging.getLogger(__name__)

_WORKED_OUT_AS = 2
"""Raise it when tables, readings or relations of the same files come out otherwise than before."""
_MOST_BYTES = 64 * 1000 * 1000
_OURS = re.compile(r"[0-9a-f]{64}\.json")
# No link is followed, and what is no file does not hold us up.
_PLAINLY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class KeptDescriptions:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, dataset: Dataset, version: Version) -> Described | None:
        """Return what was worked out of this version of the dataset, where that was kept."""
        try:
            seal, _, told = self._read(_name(dataset.id)).partition(b"\n")
            if seal != _seal(dataset, version, told):
                return None  # of something else, or damaged
            return _described(dataset, version, json.loads(told))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            log.warning("a kept description is damaged", extra={"reason": type(error).__name__})
            return None

    def _read(self, name: str) -> bytes:
        with self._opened() as folder:
            fd = os.open(name, _PLAINLY, dir_fd=folder)
            with os.fdopen(fd, "rb") as file:
                if not stat.S_ISREG(os.fstat(fd).st_mode):
                    raise OSError("no plain file")
                return file.read(_MOST_BYTES)

    def keep(self, described: Described) -> None:
        try:
            told = json.dumps(_told(described), ensure_ascii=False).encode()
            data = _seal(described.dataset, described.version, told) + b"\n" + told
            if len(data) > _MOST_BYTES:
                return
            storage.make_folders(self._folder)
            with self._opened() as folder:
                storage.write_file(folder, _name(described.dataset.id), data)
        except (KeenBenchError, OSError, ValueError, RecursionError) as error:
            # It is worked out again after the next start; that the disk is full, others will say.
            log.warning("a description was not kept", extra={"reason": type(error).__name__})

    def forget(self, dataset_id: str) -> None:
        self._remove([_name(dataset_id)])

    def forget_all_but(self, dataset_ids: Iterable[str]) -> None:
        kept = {_name(dataset_id) for dataset_id in dataset_ids}
        try:
            with self._opened() as folder:
                found = _names(folder)
        except OSError:
            return
        # Whatever else somebody put there is not ours to remove.
        ours = (name for name in found if _OURS.fullmatch(name) or storage.is_temporary(name))
        self._remove(name for name in ours if name not in kept)

    def _remove(self, names: Iterable[str]) -> None:
        try:
            with self._opened() as folder:
                for name in names:
                    storage.remove(folder, name)
        except (KeenBenchError, OSError) as error:
            if not isinstance(error, FileNotFoundError):
                log.warning("a description was not removed", extra={"reason": type(error).__name__})

    @contextmanager
    def _opened(self) -> Iterator[int]:
        folder = os.open(self._folder, os.O_DIRECTORY | _PLAINLY)
        try:
            yield folder
        finally:
            os.close(folder)


def _told(described: Described) -> dict[str, Any]:
    files = described.dataset.files
    return {
        "schema": schema_to_json(described.schema),
        "sources": [
            {"name": each.name, "file": files.index(each.file), "sheet": each.sheet}
            for each in described.sources.values()
        ],
        "warnings": list(described.warnings),
    }


def _described(dataset: Dataset, version: Version, told: dict[str, Any]) -> Described:
    sources = {
        each["name"]: TableSource(each["name"], dataset.files[each["file"]], each["sheet"])
        for each in told["sources"]
    }
    schema = schema_from_json(told["schema"])
    return Described(dataset, version, schema, sources, tuple(told["warnings"]))


def _names(folder: int) -> list[str]:
    return sorted(os.listdir(folder))


def _name(dataset_id: str) -> str:
    return f"{hashlib.sha256(dataset_id.encode()).hexdigest()}.json"


def _seal(dataset: Dataset, version: Version, told: bytes) -> bytes:
    """Return a hash of what was told and of all that it was worked out from."""
    entry: dict[str, Any] | None = None
    if dataset.entry is not None:
        entry = dataset.entry.model_dump(mode="json", by_alias=True)
    files = [[file.name, file.path] for file in dataset.files]
    of = [
        _WORKED_OUT_AS, __version__, engine_version(), dataset.id, dataset.place, files, entry,
        version.hash, list(version.file_hashes),
    ]  # fmt: skip
    seal = hashlib.sha256(json.dumps(of, sort_keys=True).encode())
    seal.update(told)
    return seal.hexdigest().encode()
