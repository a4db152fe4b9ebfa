from __future__ import annotations

import errno
import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from keenbench import file_copy, storage
from keenbench.errors import DiskFull, FileWriteFailed, TooLarge


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[int]:
    fd = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield fd
    os.close(fd)


def names(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in tmp_path.iterdir())


def test_a_write_replaces_at_once_and_leaves_nothing_else(folder: int, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with (tmp_path / "a").open() as reader:
        storage.write_file(folder, "a", b"new")
        assert reader.read() == "old", "who has it open keeps what he opened"
    assert (tmp_path / "a").read_text() == "new"
    assert names(tmp_path) == ["a"]


def test_a_write_in_the_place_of_a_link_replaces_the_link(folder: int, tmp_path: Path) -> None:
    (tmp_path / "target").write_text("target")
    (tmp_path / "a").symlink_to(tmp_path / "target")
    storage.write_file(folder, "a", b"new")
    assert (tmp_path / "target").read_text() == "target"
    assert not (tmp_path / "a").is_symlink()


def test_an_append_does_not_follow_a_link(folder: int, tmp_path: Path) -> None:
    (tmp_path / "target").write_text("target")
    (tmp_path / "a").symlink_to(tmp_path / "target")
    with pytest.raises(FileWriteFailed):
        storage.append(folder, "a", b"line\n")
    assert (tmp_path / "target").read_text() == "target"


def test_a_stream_past_the_limit_leaves_nothing(folder: int, tmp_path: Path) -> None:
    with pytest.raises(TooLarge):
        storage.receive([b"x" * 6, b"x" * 6], folder, "a", limit=10)
    assert names(tmp_path) == []
    received = storage.receive([b"ab", b"c"], folder, "a", limit=10)
    assert (received.size, (tmp_path / "a").read_bytes()) == (3, b"abc")


def test_a_copy_has_blocks_or_bytes_of_its_own(folder: int, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(os.urandom(3_000_000))
    with (tmp_path / "a").open("rb") as source:
        assert storage.copy_into(source.fileno(), folder, "b") == 3_000_000
    before = (tmp_path / "b").read_bytes()
    with (tmp_path / "a").open("r+b") as file:
        file.write(b"changed in place")
    assert (tmp_path / "b").read_bytes() == before
    assert (tmp_path / "b").stat().st_nlink == 1


@pytest.mark.parametrize("refused", [errno.EXDEV, errno.EINVAL, errno.EOPNOTSUPP])
def test_a_copy_falls_back_to_reading(
    folder: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    def refuse(*args: object) -> int:
        raise OSError(refused, "no")

    monkeypatch.setattr(os, "copy_file_range", refuse)
    monkeypatch.setattr(fcntl, "ioctl", refuse)
    (tmp_path / "a").write_bytes(b"x" * 2_500_000)
    with (tmp_path / "a").open("rb") as source:
        assert storage.copy_into(source.fileno(), folder, "b") == 2_500_000
    assert (tmp_path / "b").read_bytes() == (tmp_path / "a").read_bytes()


def test_a_copy_does_not_believe_a_kernel_that_says_it_copied_nothing(
    folder: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "copy_file_range", lambda *args: 0)
    (tmp_path / "a").write_bytes(b"not empty")
    with (tmp_path / "a").open("rb") as source:
        storage.copy_into(source.fileno(), folder, "b")
    assert (tmp_path / "b").read_bytes() == b"not empty"


def test_a_scratch_file_is_emptied_while_it_is_copied(
    folder: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_copy, "_DRAINED_BYTES", 1 << 20)
    data = os.urandom(2_500_000)
    (tmp_path / "a").write_bytes(data)
    with (tmp_path / "a").open("r+b") as source:
        assert storage.drain_into(source.fileno(), folder, "b") == len(data)
        blocks = os.fstat(source.fileno()).st_blocks
    assert (tmp_path / "b").read_bytes() == data
    # Shared on a file system with reflinks, where there is nothing to let go.
    assert blocks * 512 < len(data) or (tmp_path / "a").read_bytes() == data


def test_a_file_with_another_name_keeps_its_bytes(folder: int, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100_000)
    (tmp_path / "other").hardlink_to(tmp_path / "a")
    with (tmp_path / "a").open("r+b") as source:
        storage.drain_into(source.fileno(), folder, "b")
    assert (tmp_path / "other").read_bytes() == (tmp_path / "b").read_bytes() == b"x" * 100_000


def test_a_new_copy_takes_no_name_that_is_taken(folder: int, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("mine")
    (tmp_path / "hanging").symlink_to(tmp_path / "nowhere")
    with (tmp_path / "a").open("rb") as source:
        assert not storage.copy_new(source.fileno(), folder, "a")
        assert not storage.copy_new(source.fileno(), folder, "hanging")
        assert storage.copy_new(source.fileno(), folder, "b")
    assert names(tmp_path) == ["a", "b", "hanging"]


def test_half_a_line_is_cut_before_the_next_is_added(folder: int, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"one\ntw")
    storage.append(folder, "log", b"three\n")
    assert (tmp_path / "log").read_bytes() == b"one\nthree\n"
    (tmp_path / "log").write_bytes(b"x" * 200_000)
    storage.append(folder, "log", b"first\n")
    assert (tmp_path / "log").read_bytes() == b"first\n"


def test_an_append_to_a_fixed_place_made_twice_stands_there_once(
    folder: int, tmp_path: Path
) -> None:
    (tmp_path / "log").write_bytes(b"one\n")
    for _ in range(2):
        assert storage.append(folder, "log", b"two\n", offset=4) == 8
    assert (tmp_path / "log").read_bytes() == b"one\ntwo\n"


def test_appends_of_many_threads_are_all_there(folder: int, tmp_path: Path) -> None:
    def add(mark: str) -> None:
        for number in range(50):
            storage.append(folder, "log", f"{mark}{number}\n".encode())

    threads = [threading.Thread(target=add, args=(mark,)) for mark in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = (tmp_path / "log").read_text().splitlines()
    assert sorted(lines) == sorted(f"{mark}{n}" for mark in "abcd" for n in range(50))


@pytest.mark.parametrize("full", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_told_as_such_and_leaves_the_old_file(
    folder: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: int
) -> None:
    (tmp_path / "a").write_text("old")
    (tmp_path / "log").write_text("one\n")

    def refuse(*args: object) -> int:
        raise OSError(full, "full")

    monkeypatch.setattr(os, "write", refuse)
    with pytest.raises(DiskFull):
        storage.write_file(folder, "a", b"new")
    with pytest.raises(DiskFull):
        storage.append(folder, "log", b"two\n")
    monkeypatch.undo()
    assert (tmp_path / "a").read_text() == "old"
    assert (tmp_path / "log").read_text() == "one\n"
    assert names(tmp_path) == ["a", "log"]


def test_any_other_failure_is_told_without_the_content(
    folder: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(fd: int) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(FileWriteFailed) as error:
        storage.write_file(folder, "a", b"secret content")
    assert error.value.info().error_code == "FILE_WRITE_FAILED"
    assert "secret" not in error.value.message
    assert names(tmp_path) == []


def test_a_tree_is_removed_without_following_links(folder: int, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept/a").write_text("a")
    (tmp_path / "tree/deep").mkdir(parents=True)
    (tmp_path / "tree/deep/link").symlink_to(tmp_path / "kept")
    storage.remove_tree(folder, "tree")
    storage.remove_tree(folder, "tree")
    assert names(tmp_path) == ["kept"]
    assert (tmp_path / "kept/a").exists()


def test_folders_are_made_as_far_as_they_are_missing(tmp_path: Path) -> None:
    storage.make_folders(tmp_path / "a/b/c")
    storage.make_folders(tmp_path / "a/b/c")
    assert (tmp_path / "a/b/c").stat().st_mode & 0o777 == 0o700


def test_a_watcher_hears_of_every_call_before_it_is_made(folder: int, tmp_path: Path) -> None:
    heard: list[str] = []

    class Watcher:
        def before(self, call: str) -> None:
            heard.append(call)

        def synced(self, fd: int) -> None:
            heard.append("synced")

    storage.watch(Watcher())
    try:
        storage.write_file(folder, "a", b"x")
    finally:
        storage.watch(None)
    assert heard == ["create", "write", "fsync", "synced", "rename", "fsync", "synced"]
