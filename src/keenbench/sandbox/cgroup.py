"""A control group per box, where this system lets us make one.

Address-space limits count what a library reserves, not what it uses, and count each process on
its own; a memory cgroup counts what the whole box really holds. Both kinds of hierarchy are
served: v2 below our own group, where memory and pids are delegated to us, and v1.
"""

from __future__ import annotations

import os
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from keenbench.sandbox.profiles import Profile

_MOUNT = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class _Hierarchy:
    """Where groups can be made: one folder for v2, one per controller for v1."""

    version: int
    folders: tuple[Path, ...]


@dataclass
class Group:
    """The control group of one box."""

    version: int
    folders: tuple[Path, ...]

    def open_joins(self) -> list[int]:
        """Return descriptors to which the boxed process writes `0` to join."""
        return [os.open(folder / "cgroup.procs", os.O_WRONLY) for folder in self.folders]

    def out_of_memory(self) -> bool:
        name, key = (
            ("memory.events", "oom_kill")
            if self.version == 2
            else ("memory.oom_control", "oom_kill")
        )
        for folder in self.folders:
            try:
                lines = (folder / name).read_text().splitlines()
            except OSError:
                continue
            for line in lines:
                word, _, count = line.partition(" ")
                if word == key and int(count) > 0:
                    return True
        return False

    def remove(self) -> None:
        """Remove the group; its processes were killed and may take a moment to go."""
        for folder in self.folders:
            for _ in range(200):
                try:
                    folder.rmdir()
                    break
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.005)


def make_group(profile: Profile) -> Group | None:
    """Return a new group with the profile's limits, or None where there can be none."""
    hierarchy = _find()
    if hierarchy is None:
        return None
    name = f"keenbench-{os.getpid()}-{secrets.token_hex(4)}"
    group = Group(hierarchy.version, tuple(folder / name for folder in hierarchy.folders))
    limits = (
        {"memory.max": profile.memory_bytes, "memory.swap.max": 0, "pids.max": profile.processes}
        if hierarchy.version == 2
        else {"memory.limit_in_bytes": profile.memory_bytes, "pids.max": profile.processes}
    )
    try:
        for folder in group.folders:
            folder.mkdir()
            for file, value in limits.items():
                if (folder / file).exists():
                    (folder / file).write_text(str(value))
    except OSError:
        group.remove()
        return None
    return group


@cache
def _find() -> _Hierarchy | None:
    hierarchy = _look()
    if hierarchy is not None:
        _sweep(hierarchy)
    return hierarchy


def _sweep(hierarchy: _Hierarchy) -> None:
    """Remove the groups of processes that were killed before they could."""
    for folder in hierarchy.folders:
        for stale in folder.glob("keenbench-*-*"):
            owner = stale.name.split("-")[1]
            if not Path("/proc", owner).exists():
                with suppress(OSError):  # not empty yet, or someone else's
                    stale.rmdir()


def _look() -> _Hierarchy | None:
    if (_MOUNT / "cgroup.controllers").exists():
        own = _own_group("")
        parent = _MOUNT / own.lstrip("/") if own is not None else None
        if parent is not None and _delegates(parent):
            return _Hierarchy(2, (parent,))
        return None
    folders = tuple(
        _MOUNT / controller / own.lstrip("/")
        for controller in ("memory", "pids")
        if (own := _own_group(controller)) is not None
    )
    if len(folders) == 2 and all(os.access(folder, os.W_OK) for folder in folders):
        return _Hierarchy(1, folders)
    return None


def _own_group(controller: str) -> str | None:
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if controller in controllers.split(",") and not path.startswith("/.."):
            return path
    return None


def _delegates(parent: Path) -> bool:
    """Whether children of `parent` get memory and pids, and we may make children."""
    try:
        enabled = (parent / "cgroup.subtree_control").read_text().split()
    except OSError:
        return False
    return {"memory", "pids"} <= set(enabled) and os.access(parent, os.W_OK)
