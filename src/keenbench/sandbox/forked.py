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
from contextlib import ExitStack
from pathlib import Path

from keenbench.errors import ToolWorkerUnavailable
from keenbench.sandbox import cgroup
from keenbench.sandbox import channel as messages
from keenbench.sandbox.box import BoxedProcess, Mount, Process, wait_for_end
from keenbench.sandbox.bubblewrap import Bubblewrap, limits
from keenbench.sandbox.profiles import Profile

log = logging.getLogger(__name__)

_START_SECONDS = 30.0
# A fork takes 6 ms; a server that takes so long hangs, and another one is started.
_FORK_SECONDS = 5.0
_LOOK_SECONDS = 0.5
_MOST_FAILED_STARTS = 3

Kind = tuple[str, Profile, tuple[Mount, ...]]


class ForkedProcess(Process):
    """A process that a fork server made, held by a descriptor of it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor
        self._held = threading.Lock()
        about = Path(f"/proc/self/fdinfo/{descriptor}").read_text()
        # -1 where it has ended already.
        self.pid = int(re.findall(r"^Pid:\s*(-?\d+)$", about, re.MULTILINE)[0])

    def alive(self) -> bool:
        with self._held:
            return self._descriptor is not None and not wait_for_end(self._descriptor, 0)

    def stop(self) -> None:
        with self._held:
            if self._descriptor is not None:
                _kill(self._descriptor)

    def end(self) -> None:
        with self._held:
            descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            _kill(descriptor)
            # The fork is the init of its namespace, gone only when all of that is.
            wait_for_end(descriptor)
            os.close(descriptor)


def _kill(descriptor: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)


class _Refused(Exception):
    """The server made no fork, or it could not shut its box."""


class _ServerGone(Exception):
    """The server ended; another one can be asked."""


class _ServerHangs(Exception):
    """The server does not answer; another one can be asked, and what it forked goes on."""


class _ForkServer:
    """The outside of `fork_server.py`, for boxes of one kind."""

    def __init__(self, boxed: BoxedProcess, module: str, profile: Profile) -> None:
        self._boxed = boxed
        self.pid = boxed.pid
        self.has_forked = False
        self._asking = threading.Lock()
        self._forks: list[ForkedProcess] = []
        order = {
            "module": module,
            "memory_bytes": profile.memory_bytes,
            "tmp_bytes": profile.tmp_bytes,
        }
        messages.send(boxed.socket, order, [])
        messages.receive_by(boxed.socket, time.monotonic() + _START_SECONDS)

    def fork(self, order: dict[str, object], descriptors: list[int]) -> ForkedProcess:
        try:
            with self._asking:
                messages.send(self._boxed.socket, order, descriptors)
                answer, process = messages.receive_one_by(
                    self._boxed.socket, time.monotonic() + _FORK_SECONDS
                )
        except messages.ChannelClosed:
            raise _ServerGone from None
        except TimeoutError:
            raise _ServerHangs from None
        if process is None:
            raise _Refused(str(answer["refused"]))
        forked = ForkedProcess(process)
        self._forks = [*(each for each in self._forks if each.alive()), forked]
        return forked

    def wait_until_shut(self, channel: socket.socket) -> None:
        """Wait for a fork to say on its channel that all its walls stand."""
        try:
            messages.receive_by(channel, time.monotonic() + _START_SECONDS)
        except (messages.ChannelClosed, TimeoutError):
            if not self._boxed.alive():
                raise _ServerGone from None
            raise _Refused("a fork could not shut its box") from None
        channel.settimeout(None)
        self.has_forked = True

    def close(self) -> None:
        self._boxed.kill()

    def close_when_idle(self) -> None:
        """End once all forks have: a query that runs in one must not go with its server."""

        def wait() -> None:
            while any(each.alive() for each in self._forks):
                time.sleep(_LOOK_SECONDS)
            self.close()

        threading.Thread(target=wait, name="fork-server-ending", daemon=True).start()


class ForkedBubblewrap(Bubblewrap):
    """Bubblewrap, started once for each kind of box and forked from then on."""

    def __init__(self, bwrap: str | None = None) -> None:
        super().__init__(bwrap)
        self._servers: dict[Kind, _ForkServer] = {}
        self._hanging: list[_ForkServer] = []
        self._lock = threading.Lock()
        self._refused = False
        self._failed_starts = 0
        self._closed = False

    def spawn(self, module: str, profile: Profile, mounts: tuple[Mount, ...] = ()) -> BoxedProcess:
        kind = (module, profile, mounts)
        # A server that was killed is replaced, once.
        for _ in range(2):
            server = self._server(kind)
            if server is None:
                break
            try:
                return self._fork(server, kind)
            except _ServerGone:
                self._drop(kind, server)
            except _ServerHangs:
                self._leave(kind, server)
            except _Refused as refused:
                self._refuse(kind, server, str(refused))
                break
        return super().spawn(module, profile, mounts)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            servers = [*self._servers.values(), *self._hanging]
            self._servers.clear()
            self._hanging.clear()
        for server in servers:
            server.close()

    @property
    def pids(self) -> list[int]:
        """The processes of the fork servers."""
        with self._lock:
            return [server.pid for server in self._servers.values()]

    def _refuse(self, kind: Kind, server: _ForkServer, reason: str) -> None:
        """Start one box instead of forking it; all of them where no fork ever came about."""
        log.warning("a box is started instead of forked: %s", reason)
        if not server.has_forked:
            self._refused = True
            self._drop(kind, server)

    def _server(self, kind: Kind) -> _ForkServer | None:
        """Return the server of a kind of boxes; None where there can be none."""
        module, profile, mounts = kind
        with self._lock:
            if self._closed:
                raise ToolWorkerUnavailable("The sandboxes are shutting down.")
            if self._refused or kind in self._servers:
                return self._servers.get(kind)
            name = "keenbench.sandbox.fork_server"
            boxed = self._start(name, profile, mounts, None, makes_boxes=True)
            try:
                self._servers[kind] = _ForkServer(boxed, module, profile)
                self._failed_starts = 0
            except (messages.ChannelClosed, TimeoutError):
                boxed.kill()
                # It may have been killed by chance; what cannot be at all fails again.
                self._failed_starts += 1
                self._refused = self._failed_starts >= _MOST_FAILED_STARTS
                log.warning("a box is started instead of forked: a fork server did not start")
            return self._servers.get(kind)

    def _drop(self, kind: Kind, server: _ForkServer) -> None:
        with self._lock:
            if self._servers.get(kind) is server:
                del self._servers[kind]
        server.close()

    def _leave(self, kind: Kind, server: _ForkServer) -> None:
        with self._lock:
            if self._servers.get(kind) is not server:
                return  # another thread found it hanging, too
            del self._servers[kind]
            self._hanging.append(server)
        server.close_when_idle()

    def _fork(self, server: _ForkServer, kind: Kind) -> BoxedProcess:
        _, profile, mounts = kind
        uid = self._new_uid(mounts)
        with ExitStack() as made, ExitStack() as lent:
            group = cgroup.make_group(profile)
            joins: list[int] = []
            if group is not None:
                made.callback(group.remove)
                joins = group.open_joins()
                for fd in joins:
                    lent.callback(os.close, fd)
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
            made.callback(ours.close)
            lent.callback(theirs.close)
            order: dict[str, object] = {
                "uid": uid,
                "tmp_bytes": profile.tmp_bytes,
                "limits": limits(profile),
            }
            process = server.fork(order, [theirs.fileno(), *joins])
            made.callback(process.end)
            lent.close()
            server.wait_until_shut(ours)
            made.pop_all()
        return BoxedProcess(process, ours, os.geteuid() if uid is None else uid, group, mounts)
