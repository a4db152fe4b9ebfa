"""Boxes forked from one that stands ready, where the kernel lets us; started one by one elsewhere.

The walls of a forked box are the same namespaces, limits, control group and system-call filter as
those of a started one. It stands within the box of its fork server, which has no network and no
file of the user's either. What forks share is how their memory is laid out.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import socket
import threading
import time
from pathlib import Path

from keenbench.errors import ToolWorkerUnavailable
from keenbench.sandbox import cgroup
from keenbench.sandbox import channel as messages
from keenbench.sandbox.box import BoxedProcess, Mount, Process, wait_for_end
from keenbench.sandbox.bubblewrap import Bubblewrap, limits
from keenbench.sandbox.profiles import Profile

log = logging.getLogger(__name__)

_START_SECONDS = 30.0

Kind = tuple[str, Profile, tuple[Mount, ...]]


class ForkedProcess(Process):
    """A process that a fork server made, held by a descriptor of it."""

    def __init__(self, descriptor: int) -> None:
        about = Path(f"/proc/self/fdinfo/{descriptor}").read_text()
        self.pid = int(re.findall(r"^Pid:\s*(-?\d+)$", about, re.MULTILINE)[0])
        self._descriptor = descriptor
        self._held = threading.Lock()

    def alive(self) -> bool:
        with self._held:
            return self._descriptor >= 0 and not wait_for_end(self._descriptor, 0)

    def stop(self) -> None:
        with self._held, contextlib.suppress(ProcessLookupError):
            if self._descriptor >= 0:
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)

    def end(self) -> None:
        self.stop()
        with self._held:
            if self._descriptor >= 0:
                # The fork is the init of its namespace, gone only when all of that is.
                wait_for_end(self._descriptor)
                os.close(self._descriptor)
                self._descriptor = -1


class _ForkServer:
    """The outside of `fork_server.py`, for boxes of one kind."""

    def __init__(self, boxed: BoxedProcess, module: str) -> None:
        self._boxed = boxed
        self.pid = boxed.pid
        self._asking = threading.Lock()
        messages.send(boxed.socket, {"module": module}, [])
        messages.receive_by(boxed.socket, time.monotonic() + _START_SECONDS)

    def fork(self, order: dict[str, object], descriptors: list[int]) -> ForkedProcess:
        with self._asking:
            messages.send(self._boxed.socket, order, descriptors)
            answer, made = messages.receive_by(
                self._boxed.socket, time.monotonic() + _START_SECONDS
            )
        if answer["refused"] is not None or len(made) != 1:
            raise _Refused(str(answer["refused"]))
        return ForkedProcess(made[0])

    def close(self) -> None:
        self._boxed.kill()


class _Refused(Exception):
    """No fork here."""


class ForkedBubblewrap(Bubblewrap):
    """Bubblewrap, started once for each kind of box and forked from then on."""

    def __init__(self, bwrap: str | None = None) -> None:
        super().__init__(bwrap)
        self._servers: dict[Kind, _ForkServer] = {}
        self._lock = threading.Lock()
        self._refused = False
        self._closed = False

    def spawn(self, module: str, profile: Profile, mounts: tuple[Mount, ...] = ()) -> BoxedProcess:
        kind = (module, profile, mounts)
        # A server that was killed is replaced; whatever else is wrong would be so again.
        for _ in range(2):
            if self._refused:
                break
            server = self._server(kind)
            try:
                return self._fork(server, kind)
            except (messages.ChannelClosed, TimeoutError):
                self._drop(kind, server)
            except _Refused as refused:
                self._refuse(str(refused))
        return super().spawn(module, profile, mounts)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            servers = list(self._servers.values())
            self._servers.clear()
        for server in servers:
            server.close()

    @property
    def pids(self) -> list[int]:
        """The processes of the fork servers."""
        with self._lock:
            return [server.pid for server in self._servers.values()]

    def _refuse(self, reason: str) -> None:
        log.warning("boxes are started one by one here: %s", reason)
        self._refused = True
        with self._lock:
            servers = list(self._servers.values())
            self._servers.clear()
        for server in servers:
            server.close()

    def _server(self, kind: Kind) -> _ForkServer:
        module, profile, mounts = kind
        with self._lock:
            if self._closed:
                raise ToolWorkerUnavailable("The sandboxes are shutting down.")
            if kind not in self._servers:
                name = "keenbench.sandbox.fork_server"
                boxed = self._start(name, profile, mounts, None, makes_boxes=True)
                try:
                    self._servers[kind] = _ForkServer(boxed, module)
                except (messages.ChannelClosed, TimeoutError):
                    boxed.kill()
                    raise ToolWorkerUnavailable(
                        "The sandbox did not start; `keenbench doctor` says what is missing."
                    ) from None
            return self._servers[kind]

    def _drop(self, kind: Kind, server: _ForkServer) -> None:
        with self._lock:
            if self._servers.get(kind) is server:
                del self._servers[kind]
        server.close()

    def _fork(self, server: _ForkServer, kind: Kind) -> BoxedProcess:
        _, profile, mounts = kind
        uid = self._new_uid(mounts)
        group = cgroup.make_group(profile)
        joins = group.open_joins() if group is not None else []
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        order: dict[str, object] = {
            "uid": uid,
            "tmp_bytes": profile.tmp_bytes,
            "limits": limits(profile),
        }
        process: Process | None = None
        try:
            process = server.fork(order, [theirs.fileno(), *joins])
            theirs.close()
            _wait_until_shut(ours)
        except BaseException:
            ours.close()
            if process is not None:
                process.end()
            if group is not None:
                group.remove()
            raise
        finally:
            theirs.close()
            for fd in joins:
                os.close(fd)
        return BoxedProcess(process, ours, os.geteuid() if uid is None else uid, group, mounts)


def _wait_until_shut(channel: socket.socket) -> None:
    """Wait for a fork to say that all its walls stand."""
    try:
        messages.receive_by(channel, time.monotonic() + _START_SECONDS)
    except messages.ChannelClosed:
        raise _Refused("a fork could not shut its box") from None
    channel.settimeout(None)
