"""A disk that fills up, at every point of every action: a small tmpfs with less and less left."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from keenbench.errors import DiskFull, KeenBenchError
from keenbench.workbench.recovery import recover_all
from tests.integration.workbench.scenarios import SCENARIOS, Home, Scenario, check_whole, seen

PAGE = 4096
# So many sizes in a row that sufficed, and larger ones will too.
ENOUGH = 6
NAMES = {
    "add files",
    "first write",
    "undo",
    "publish",
    "publish some",
    "discard",
    "checkpoint",
    "restore",
    "fork",
    "consent",
    "audit",
}


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A disk of one megabyte."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    place = tmp_path_factory.mktemp("disk")
    command = ["mount", "-t", "tmpfs", "-o", "size=1m,mode=0700", "keenbench-test", str(place)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(disk: Path, pages: int) -> Path:
    """Leave this many pages of the disk free."""
    filler = disk / "filler"
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    with filler.open("wb") as file:
        file.write(b"x" * max(0, free - pages * PAGE))
    return filler


@pytest.mark.parametrize(
    "scenario", [each for each in SCENARIOS if each.name in NAMES], ids=lambda each: each.name
)
def test_a_full_disk_is_told_and_nothing_is_lost(
    scenario: Scenario, disk: Path, tmp_path: Path
) -> None:
    template = tmp_path / "template"
    scenario.set_up(Home(template))
    before = seen(Home(template))
    full = enough = 0
    for pages in range(64):
        if enough == ENOUGH:
            break
        home = Home(disk / "home")
        shutil.rmtree(home.root, ignore_errors=True)
        (disk / "filler").unlink(missing_ok=True)
        shutil.copytree(template, home.root)
        filler = fill(disk, pages)
        try:
            scenario.action(home)
            told: KeenBenchError | None = None
        except KeenBenchError as error:
            told = error
        if told is not None:
            assert isinstance(told, DiskFull), told
            assert "free_disk_space" in told.info().actions
            full += 1
        enough = enough + 1 if told is None else 0
        left = seen(home)
        if told is not None:
            assert left == before, f"{scenario.name} with {pages} pages left"
        filler.unlink()
        recover_all(home.workbenches)
        assert seen(home) == left, f"{scenario.name} with {pages} pages left: after a start"
        check_whole(home)
        if told is not None:
            scenario.action(home)
        after = seen(home)
        assert after != before or scenario.name == "audit"
    assert full > 0, "the disk was never full"
    assert enough == ENOUGH, "the disk was never large enough"
