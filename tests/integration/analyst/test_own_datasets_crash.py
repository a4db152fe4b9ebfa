"""Adding and removing a dataset, killed at every call of the disk: it is whole or gone."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from keenbench import storage
from keenbench.analyst.dataset import Dataset
from keenbench.analyst.datasets import Datasets
from keenbench.analyst.own_datasets import OwnDatasets
from keenbench.errors import FileReadFailed
from keenbench.settings import Settings
from tests.integration.workbench.crashing import crashes

FILES = {"orders.csv": b"id,amount\n1,2\n" * 9, "shops.csv": b"id,town\n1,Aven\n"}


class Reader:
    """In place of the worker: notes what was read, which a crash can come in the middle of."""

    def __init__(self, root: Path, refuses: bool = False) -> None:
        self._root = root
        self._refuses = refuses

    def describe(self, dataset: Dataset) -> None:
        for file in dataset.files:
            assert (self._root / "datasets" / file.path).read_bytes() == FILES[file.name]
        fd = os.open(self._root, os.O_RDONLY)
        storage.sync_folder(fd)  # something that a kill can come before
        storage.write_file(fd, f"described-{dataset.id}", b"")
        os.close(fd)
        if self._refuses:
            raise FileReadFailed("There is no table in it.")

    def forget(self, dataset_id: str) -> None:
        pass


def own(root: Path, *, refuses: bool = False) -> OwnDatasets:
    settings = Settings(data_dir=root, datasets_dir=root / "none")
    return OwnDatasets(settings, cast(Datasets, Reader(root, refuses)))


def add(root: Path, name: str = "Shop") -> str:
    uploads = [(file, iter((data[:9], data[9:]))) for file, data in FILES.items()]
    return own(root).add(name, uploads).id


def remove_all(root: Path) -> None:
    for dataset_id in registered(root):
        own(root).remove(dataset_id)


def registered(root: Path) -> list[str]:
    try:
        document = json.loads((root / "datasets" / "registry.json").read_bytes())
    except FileNotFoundError:
        return []
    return [entry["id"] for entry in document["datasets"]]


def check(root: Path) -> None:
    """Assert that what is registered is whole and was read, and a start leaves nothing else."""
    for dataset_id in registered(root):
        for file, data in FILES.items():
            assert (root / "datasets" / dataset_id / file).read_bytes() == data
        assert (root / f"described-{dataset_id}").exists()
    own(root).clear_up()
    folder = root / "datasets"
    left = {path.name for path in folder.iterdir()} if folder.exists() else set()
    assert left - {"registry.json", "lock"} == set(registered(root))


@pytest.fixture
def root() -> Iterator[Path]:
    """A folder in memory, where there is one: a hundred crashes wait for no disk."""
    shm = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None) as made:
        yield Path(made) / "home"


def crash_anywhere(root: Path, action: Callable[[Path], object], *, after: int) -> int:
    """Check what every crash of an action leaves; return how many calls it was crashed at."""
    before = len(registered(root))
    found = crashes(root, root.with_name("crashed"), partial(action, root))
    for crashed in found:
        now = len(registered(crashed.root))
        assert now == after if crashed.acknowledged else now in (before, after)
        check(crashed.root)
    return found[-1].at


def test_a_dataset_that_is_killed_while_added_is_whole_or_gone(root: Path) -> None:
    root.mkdir()
    add(root, "Before")
    assert crash_anywhere(root, add, after=2) > 20


def test_the_first_dataset_too(root: Path) -> None:
    root.mkdir()
    assert crash_anywhere(root, add, after=1) > 20


def test_a_dataset_that_is_killed_while_removed_is_whole_or_gone(root: Path) -> None:
    root.mkdir()
    add(root)
    assert crash_anywhere(root, remove_all, after=0) > 5


def test_a_dataset_that_cannot_be_read_was_never_registered(root: Path) -> None:
    root.mkdir()
    with pytest.raises(FileReadFailed):
        own(root, refuses=True).add("Shop", [(file, iter((data,))) for file, data in FILES.items()])
    check(root)
    assert registered(root) == []


def test_what_another_process_is_adding_is_not_cleared_away(root: Path) -> None:
    root.mkdir()

    def slowly() -> Iterator[bytes]:
        yield b"id,amount\n1,2\n" * 5
        own(root).clear_up()
        yield b"id,amount\n1,2\n" * 4

    shop = ("shops.csv", iter((FILES["shops.csv"],)))
    own(root).add("Shop", [("orders.csv", slowly()), shop])
    assert len(registered(root)) == 1
    check(root)


def test_folders_that_are_not_of_ours_are_left(root: Path) -> None:
    root.mkdir()
    add(root)
    (root / "datasets" / "My notes").mkdir()
    (root / "datasets" / "left-0123abcd").mkdir()
    own(root).clear_up()
    assert {path.name for path in (root / "datasets").iterdir() if path.is_dir()} == {
        "My notes",
        *registered(root),
    }
