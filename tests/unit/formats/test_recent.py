"""What a child remembers of files."""

from __future__ import annotations

import os
import time
from pathlib import Path

from keenbench.formats.recent import Recent


def made(recent: Recent[str], path: Path, made_before: list[str]) -> str:
    def make() -> str:
        made_before.append(path.name)
        return path.read_text()

    with path.open("rb") as file:
        return recent.of(file, make)


def settle(path: Path) -> None:
    """Wait until the file's times are past doubt."""
    while time.time_ns() - path.stat().st_ctime_ns < 150_000_000:
        time.sleep(0.02)


def test_what_was_made_of_a_file_is_not_made_again(tmp_path: Path) -> None:
    recent: Recent[str] = Recent(100, len)
    path = tmp_path / "a"
    path.write_text("one")
    settle(path)
    makings: list[str] = []
    assert [made(recent, path, makings) for _ in range(3)] == ["one"] * 3
    assert makings == ["a"]


def test_a_replaced_file_is_another(tmp_path: Path) -> None:
    recent: Recent[str] = Recent(100, len)
    path = tmp_path / "a"
    path.write_text("one")
    settle(path)
    makings: list[str] = []
    made(recent, path, makings)
    (tmp_path / "b").write_text("two")
    (tmp_path / "b").replace(path)
    assert made(recent, path, makings) == "two"


def test_what_changed_a_moment_ago_is_not_trusted(tmp_path: Path) -> None:
    recent: Recent[str] = Recent(100, len)
    path = tmp_path / "a"
    makings: list[str] = []
    path.write_text("one")
    os.utime(path, ns=(0, time.time_ns() + 10**9))
    made(recent, path, makings)
    made(recent, path, makings)
    assert makings == ["a", "a"]


def test_the_oldest_is_forgotten_when_there_is_too_much(tmp_path: Path) -> None:
    recent: Recent[str] = Recent(5, len)
    makings: list[str] = []
    for name in ("a", "b"):
        (tmp_path / name).write_text("xxx")
        settle(tmp_path / name)
    made(recent, tmp_path / "a", makings)
    made(recent, tmp_path / "b", makings)
    made(recent, tmp_path / "b", makings)
    made(recent, tmp_path / "a", makings)
    assert makings == ["a", "b", "a"]
