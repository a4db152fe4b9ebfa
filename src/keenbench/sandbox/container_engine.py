"""Containers by the command line of docker or podman: start, kill, and sweep what was left."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from keenbench.errors import ToolWorkerUnavailable
from keenbench.sandbox.profiles import MIB

log = logging.getLogger(__name__)

Engine = Literal["docker", "podman"]

# Says whose a container is: the server's host and pid, and when that process started.
LABEL = "io.keenbench.runner"

# Seed 003, word for word.
_SEED = "--network none --read-only --pids-limit 64 --cpus 0.5"
_TMP = "--tmpfs /tmp:rw,noexec,nosuid,size=64m"
_MORE = "--cap-drop ALL --security-opt no-new-privileges --user 64533:64533"
# Podman raises limits to the host's hard ones, which fails where it may not.
_PODMAN = "--ulimit nofile=1024:1024 --ulimit nproc=1024:1024"


@dataclass(frozen=True)
class Image:
    """How containers are started."""

    engine: Engine
    name: str
    memory_bytes: int = 512 * MIB

    @property
    def command(self) -> list[str]:
        # crun, podman's usual choice, wants a cgroup set-up that small machines often lack.
        runc = self.engine == "podman" and shutil.which("runc") is not None
        return [self.engine, *(["--runtime", "runc"] if runc else [])]

    def run(self, container: str, mounts: list[str]) -> list[str]:
        """Return the command that starts a container which reads its request from stdin."""
        limits = f"{_SEED} --memory {self.memory_bytes // MIB}m {_TMP} {_MORE}"
        return [
            *self.command,
            *f"run --rm --interactive --pull never --name {container}".split(),
            *("--label", f"{LABEL}={_owner()}"),
            *limits.split(),
            *mounts,
            *(_PODMAN.split() if self.engine == "podman" else []),
            self.name,
        ]

    def remove(self, container: str) -> None:
        """Kill a container and remove it, by name or id; no matter if it is gone already."""
        # Podman would give it ten seconds to end by itself.
        at_once = ["--time", "0"] if self.engine == "podman" else []
        start([*self.command, "rm", "--force", *at_once, container]).communicate()


def sweep(image: Image) -> None:
    """Remove containers whose server is gone."""
    label = f'.Label "{LABEL}"' if image.engine == "docker" else f'index .Labels "{LABEL}"'
    shown = f"{{{{.ID}}}} {{{{{label}}}}}"
    listing = start(
        [*image.command, "ps", "--all", "--filter", f"label={LABEL}", "--format", shown]
    )
    found, said = listing.communicate()
    if listing.returncode != 0:
        raise ToolWorkerUnavailable(why(image, said), retryable=False)
    for line in found.decode().splitlines():
        container, _, owner = line.partition(" ")
        if _is_gone(owner):
            log.info("removing a container that was left behind")
            image.remove(container)


def _owner() -> str:
    return f"{socket.gethostname()}:{os.getpid()}:{_started(os.getpid())}"


def _is_gone(owner: str) -> bool:
    host, _, process = owner.rpartition(":")[0].rpartition(":")
    # Of another host's containers nothing is known here.
    return host == socket.gethostname() and owner != f"{host}:{process}:{_started(process)}"


def _started(pid: int | str) -> str:
    """Return when a process started, in the kernel's ticks: pids come again, with another time."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""


def start(argv: list[str]) -> subprocess.Popen[bytes]:
    """Start `argv` with pipes to it."""
    # In a session of its own: an interrupt at the terminal is ours to handle.
    try:
        return subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise ToolWorkerUnavailable(f"{argv[0]} could not be started: {error.strerror}.") from None


def why(image: Image, said: bytes) -> str:
    """Return what to tell a person when the engine failed and `said` this."""
    reason = " ".join(said.decode(errors="replace").split())[:300]
    if "No such image" in reason or "image not known" in reason:
        return (
            f"There is no image {image.name}: build it with `{image.engine} build "
            f"-t {image.name} -f deploy/runner/Dockerfile .`."
        )
    return f"{image.engine} could not start a container: {reason or 'it said nothing'}"
