"""One JSON object in the data folder: read whole, changed by one writer at a time."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from keenbench import storage
from keenbench.errors import FileReadFailed
from keenbench.workbench.bench import LOCK_WAIT_SECONDS, locked

_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC


class DataRecord:
    """The file `name` of the data folder. A missing file is an empty object."""

    def __init__(self, data_dir: Path, name: str, *, mode: int = storage.FILE_MODE) -> None:
        self._data = data_dir
        self._name = name
        self._mode = mode

    def read(self) -> dict[str, Any]:
        try:
            fd = os.open(self._data / self._name, _FILE)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise FileReadFailed(
                f"{self._name} could not be read: {error.strerror}.", phase="settings"
            ) from None
        with os.fdopen(fd, "rb") as file:
            text = file.read()
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise FileReadFailed(
                f"{self._name} in the data folder is damaged; remove it, and set again what it "
                "held.",
                phase="settings",
            )
        return found

    @contextmanager
    def changing(self) -> Iterator[dict[str, Any]]:
        """Give the object to change; it is written, replacing the old one at once, at the end."""
        storage.make_folders(self._data)
        folder = os.open(self._data, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with locked(folder, f"{self._name}.lock", wait=LOCK_WAIT_SECONDS, workbench_id=None):
                record = self.read()
                yield record
                body = json.dumps({"schema_version": 1} | record, indent=1).encode()
                storage.write_file(folder, self._name, body, mode=self._mode)
        finally:
            os.close(folder)
