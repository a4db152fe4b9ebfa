"""What a sandbox backend offers: start one of our modules in a box, tell it apart, end it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from keenbench.errors import ToolWorkerUnavailable
from keenbench.sandbox.cgroup import Group
from keenbench.sandbox.profiles import Profile

T = TypeVar("T")


@dataclass(frozen=True)
class Mount:
    """A folder or file of the host that the box may see, at `target`."""

    source: Path
    target: Path
    writable: bool = False


class Process(ABC):
    """The outermost process of a box, as whoever started it holds it."""

    pid: int

    @abstractmethod
    def alive(self) -> bool: ...

    @abstractmethod
    def stop(self) -> None:
        """Kill it at once; the rest of the box goes with it, soon."""

    @abstractmethod
    def end(self) -> None:
        """Kill it, and wait until it and all that is in the box is gone."""


class StartedProcess(Process):
    """A process that we started."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    def alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    def end(self) -> None:
        if self._process.returncode is not None:
            return
        # The outermost process is the parent of the box's own init, which dies with it and takes
        # the whole PID namespace along; but not before bwrap has told the kernel so. Stopped, it
        # starts no other.
        os.kill(self.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        inits = _children(self.pid)
        for init in inits:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(init, signal.SIGKILL)
        os.kill(self.pid, signal.SIGKILL)
        self._process.wait()
        # An init is gone only when all of its namespace is: the kernel sees to that.
        for init in inits:
            wait_for_end(init)
            os.close(init)


@dataclass
class BoxedProcess:
    """A process in a box, and the socket on which we talk with it."""

    process: Process
    socket: socket.socket
    uid: int
    group: Group | None = None
    mounts: tuple[Mount, ...] = ()
    _ended: threading.Lock = field(default_factory=threading.Lock)

    @property
    def pid(self) -> int:
        return self.process.pid

    def alive(self) -> bool:
        return self.process.alive()

    def stop(self) -> None:
        """Kill it at once; what takes time is left to `kill`."""
        self.process.stop()

    def out_of_memory(self) -> bool:
        """Whether the kernel ended something in this box for want of memory."""
        return self.group is not None and self.group.out_of_memory()

    def inside(self, path: Path) -> Path:
        """Return where the box sees `path` of the host; the same path where nothing is mounted."""
        for mount in self.mounts:
            if path.is_relative_to(mount.source):
                return mount.target / path.relative_to(mount.source)
        return path

    def own(self, path: Path) -> None:
        """Give a file or folder of ours to the box's uid, so that it may write there."""
        if self.uid != os.geteuid():
            os.chown(path, self.uid, self.uid, follow_symlinks=False)

    def kill(self) -> None:
        """End every process of the box, and wait until they are gone."""
        with self._ended:
            self.process.end()
            self.socket.close()
            if self.group is not None:
                self.group.remove()
                self.group = None


def _children(pid: int) -> list[int]:
    """Return process descriptors of the children of `pid`, which no number reused can mislead."""
    found = []
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            found.append(os.pidfd_open(int(child)))
    return found


def wait_for_end(process: int, timeout_seconds: float = 5.0) -> bool:
    """Wait until the process behind a descriptor has ended; tell whether it has."""
    ended = select.poll()
    ended.register(process, select.POLLIN)
    return bool(ended.poll(timeout_seconds * 1000))


class Box(ABC):
    """A backend. `spawn` starts `module`'s `main(socket)` in a new box."""

    name: str

    @abstractmethod
    def spawn(self, module: str, profile: Profile, mounts: tuple[Mount, ...] = ()) -> BoxedProcess:
        """Start `module` under `profile`; raise ToolWorkerUnavailable where that cannot be.

        The folder behind a writable mount is given to the uid that the box runs under.
        """

    def close(self) -> None:  # noqa: B027 - most keep nothing running
        """End what the backend itself keeps running, and the boxes that depend on it."""


class _Spawner:
    """Starts processes from one thread that never ends.

    A box dies with its parent, and for the kernel the parent is the *thread* that forked: started
    from a pool's thread, a box would be killed when that thread goes.
    """

    def __init__(self) -> None:
        self._work: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._start = threading.Lock()
        self._pid = 0

    def run(self, start: Callable[[], T]) -> T:
        with self._start:
            if self._pid != os.getpid():  # not yet started, or this is a fork
                self._work = SimpleQueue()
                threading.Thread(target=self._loop, name="spawner", daemon=True).start()
                self._pid = os.getpid()
        future: Future[T] = Future()

        def work() -> None:
            try:
                future.set_result(start())
            except BaseException as error:  # noqa: BLE001 - handed to the waiting thread
                future.set_exception(error)

        self._work.put(work)
        return future.result()

    def _loop(self) -> None:
        work = self._work
        while True:
            work.get()()


_spawner = _Spawner()


def start_process(argv: list[str], env: dict[str, str], fds: list[int]) -> subprocess.Popen[bytes]:
    """Start `argv` with just `env` and `fds`, from the thread that outlives every box."""
    try:
        return _spawner.run(
            lambda: subprocess.Popen(
                argv,
                env=env,
                pass_fds=fds,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=None,
                start_new_session=True,
            )
        )
    except OSError as error:
        raise ToolWorkerUnavailable(
            f"The sandbox could not be started: {error.strerror}."
        ) from None
