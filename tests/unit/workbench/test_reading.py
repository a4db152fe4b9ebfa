"""Readers never wait, and never see half of a change."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from keenbench import storage
from keenbench.errors import FileMissing, SandboxViolation, UnknownId
from keenbench.reading import open_file, open_files
from keenbench.workbench.bench import Workbench
from keenbench.workbench.discard import delete_file, discard_draft
from keenbench.workbench.files import remove_files
from keenbench.workbench.publish import publish
from tests.workbench_texts import add, folder_of, published, write


def texts(bench: Workbench, *wanted: tuple[str, str]) -> list[str | None]:
    found = open_files(bench.workbenches, bench.workbench_id, wanted)
    result: list[str | None] = []
    for fd in found:
        if fd is None:
            result.append(None)
        else:
            with os.fdopen(fd, "rb") as file:
                result.append(file.read().decode())
    return result


def test_each_root_shows_what_it_should(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    (folder_of(bench) / "draft.x.staging").mkdir()
    (folder_of(bench) / "draft.x.staging/plan.md").write_text("# Staged\n")
    assert texts(
        bench,
        ("published", "notes.txt"),
        ("draft", "notes.txt"),
        ("reference", "notes.txt"),
        ("draft.x.staging", "notes.txt"),
        ("draft.x.staging", "plan.md"),
        ("draft", "plan.md"),
        ("reference", "plan.md"),
        ("draft", "never.txt"),
    ) == [
        "first notes\n",
        "second\n",
        "first notes\n",
        "second\n",
        "# Staged\n",
        "# Plan\n",
        None,
        None,
    ]


def test_a_file_deleted_in_the_draft_does_not_show_through(bench: Workbench) -> None:
    delete_file(bench, "notes.txt")
    assert texts(bench, ("draft", "notes.txt"), ("published", "notes.txt")) == [
        None,
        "first notes\n",
    ]


@pytest.mark.parametrize("root", ["meta", "..", "draft/../meta", "", "draft.a/b.staging"])
def test_no_other_place_of_a_workbench_is_read(bench: Workbench, root: str) -> None:
    with pytest.raises(SandboxViolation):
        texts(bench, (root, "files.json"))


@pytest.mark.parametrize("name", ["../meta/files.json", "/etc/passwd", "..", "", "a\x00"])
def test_no_name_leaves_its_root(bench: Workbench, name: str) -> None:
    with pytest.raises(SandboxViolation):
        texts(bench, ("published", name))


def test_links_are_not_followed(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (folder_of(bench) / "draft").mkdir(exist_ok=True)
    (folder_of(bench) / "draft/notes.txt").symlink_to(tmp_path / "secret")
    with pytest.raises(SandboxViolation):
        texts(bench, ("draft", "notes.txt"))
    (folder_of(bench) / "draft/notes.txt").unlink()
    (folder_of(bench) / "draft").rmdir()
    (folder_of(bench) / "draft").symlink_to(tmp_path)
    with pytest.raises(SandboxViolation):
        texts(bench, ("draft", "secret"))


def test_what_is_missing_is_told(bench: Workbench) -> None:
    with pytest.raises(FileMissing):
        open_file(bench.workbenches, bench.workbench_id, "draft", "never.txt")
    with pytest.raises(UnknownId):
        open_file(bench.workbenches, "wb_unknown", "draft", "notes.txt")


class Looking:
    """A watcher that reads the workbench at every call that a writer makes."""

    def __init__(self, bench: Workbench, wanted: list[tuple[str, str]]) -> None:
        self.bench = bench
        self.wanted = wanted
        self.seen: list[tuple[str | None, ...]] = []

    def before(self, call: str) -> None:
        storage.watch(None)
        self.seen.append(tuple(texts(self.bench, *self.wanted)))
        storage.watch(self)

    def synced(self, fd: int) -> None: ...


def look_during(bench: Workbench, wanted: list[tuple[str, str]], action: object) -> Looking:
    looking = Looking(bench, wanted)
    storage.watch(looking)
    try:
        action()  # type: ignore[operator]
    finally:
        storage.watch(None)
    return looking


def test_at_every_moment_of_a_publish_the_set_is_old_or_new(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "plan.md": "# Second\n", "new.md": "new\n"})
    delete_file(bench, "data.csv")
    names = ["notes.txt", "plan.md", "new.md", "data.csv"]
    wanted = [("published", name) for name in names] + [("draft", name) for name in names]
    looking = look_during(bench, wanted, lambda: publish(bench, confirm_deletions=["data.csv"]))
    new = ("second\n", "# Second\n", "new\n", None)
    old = ("first notes\n", "# Plan\n", None, "a,b\n1,2\n")
    # Whoever reads the Draft reads the same all the time: it becomes Published.
    assert set(looking.seen) == {old + new, new + new}
    assert looking.seen == sorted(looking.seen, key=lambda seen: seen[:4] == new), "never back"


def test_at_every_moment_of_a_batch_the_draft_is_old_or_new(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    wanted = [("draft", "notes.txt"), ("draft", "plan.md"), ("draft", "new.md")]
    looking = look_during(
        bench, wanted, lambda: write(bench, {"notes.txt": "3\n", "plan.md": "3\n", "new.md": "3\n"})
    )
    assert set(looking.seen) == {("second\n", "# Plan\n", None), ("3\n", "3\n", "3\n")}


def test_at_every_moment_of_a_discard_the_draft_is_whole_or_gone(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n", "plan.md": "# Second\n"})
    wanted = [("draft", "notes.txt"), ("draft", "plan.md")]
    looking = look_during(bench, wanted, lambda: discard_draft(bench))
    assert set(looking.seen) == {("second\n", "# Second\n"), ("first notes\n", "# Plan\n")}


def test_readers_beside_a_writer_see_only_whole_sets(empty: Workbench) -> None:
    """Every set that is published consists of equal texts; no reader may see two different."""
    names = [f"{letter}.txt" for letter in "abcdef"]
    add(empty, dict.fromkeys(names, "0\n"))
    wanted = [("published", name) for name in names]
    done = threading.Event()
    mixed: list[list[str | None]] = []
    looks = 0

    def read() -> None:
        nonlocal looks
        while not done.is_set():
            found = texts(empty, *wanted)
            looks += 1
            if len(set(found)) != 1:
                mixed.append(found)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for number in range(1, 16):
        write(empty, dict.fromkeys(names, f"{number}\n"))
        publish(empty)
    done.set()
    for reader in readers:
        reader.join()
    assert not mixed
    assert looks > 10
    remove_files(empty, names[:3])
    assert len(published(empty)) == 3
