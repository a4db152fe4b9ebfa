"""Hostile code, run inside a box by tests: each attempt is one way out.

Mounted into the box by `test_box.py`; answers `{"outcome": …}` for each `{"attempt": …}`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import time
from pathlib import Path
from typing import Any

from keenbench.sandbox import channel as messages


def main(channel: socket.socket) -> None:
    while True:
        try:
            order, _ = messages.receive(channel)
        except messages.ChannelClosed:
            return
        attempt = ATTEMPTS[order.pop("attempt")]
        try:
            outcome = attempt(**order)
        except MemoryError:
            outcome = "refused: MemoryError"
        except OSError as error:
            outcome = f"refused: {type(error).__name__} {error.errno}"
        messages.send(channel, {"outcome": outcome}, [])


def connect(host: str, port: int) -> Any:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as attempt:
        attempt.settimeout(2)
        attempt.connect((host, port))
        return "connected"


def connect_unix(address: str) -> Any:
    with socket.socket(socket.AF_UNIX) as attempt:
        attempt.connect(address.replace("@", "\0"))
        return "connected"


def read(path: str) -> Any:
    return Path(path).read_text()


def write(path: str) -> Any:
    Path(path).write_text("changed")
    return "written"


def listing(path: str) -> Any:
    return sorted(entry.name for entry in Path(path).iterdir())


def fork_bomb() -> Any:
    started: list[int] = []
    with contextlib.suppress(BlockingIOError):
        while len(started) < 5000:
            pid = os.fork()
            if pid == 0:
                time.sleep(30)
                os._exit(0)
            started.append(pid)
    for pid in started:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return len(started)


def allocate(size: int) -> Any:
    block = bytearray(size)
    for place in range(0, size, 4096):
        block[place] = 1
    return "allocated"


def allocate_in_children(count: int, size: int) -> Any:
    """Stay under the limit of each process, and far over it together."""
    pids = []
    for _ in range(count):
        pid = os.fork()
        if pid == 0:
            with contextlib.suppress(MemoryError):
                allocate(size)
                time.sleep(5)
            os._exit(0)
        pids.append(pid)
    return [os.waitpid(pid, 0)[1] for pid in pids]


def fill(folder: str, files: int, size: int) -> Any:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for number in range(files):
        with (Path(folder) / str(number)).open("wb") as file:
            for _ in range(size >> 20):
                file.write(b"x" * (1 << 20))
    return "filled"


def descriptors() -> Any:
    return sorted(int(entry.name) for entry in Path("/proc/self/fd").iterdir())


# Held open for as long as the box is.
_listening: list[socket.socket] = []


def listen() -> Any:
    _listening.append(socket.create_server(("127.0.0.1", 0)))
    return _listening[-1].getsockname()[1]


def listen_unix(name: str) -> Any:
    server = socket.socket(socket.AF_UNIX)
    server.bind(f"\0{name}")
    server.listen()
    _listening.append(server)
    return "listening"


def send_signal(pid: int, number: int = 0) -> Any:
    os.kill(pid, number)
    return "signalled"


def open_terminal() -> Any:
    os.openpty()
    return "opened"


def open_socket(family: int) -> Any:
    socket.socket(family, socket.SOCK_STREAM).close()
    return "opened"


def link(path: str) -> Any:
    return str(Path(path).readlink())


def system_call(name: str) -> Any:
    libc = ctypes.CDLL(None, use_errno=True)
    calls = {
        "unshare": lambda: libc.unshare(0x1000_0000),
        "mount": lambda: libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None),
        "ptrace": lambda: libc.ptrace(16, 1, 0, 0),
    }
    if calls[name]() != 0:
        raise OSError(ctypes.get_errno(), name)
    return "done"


def environment() -> Any:
    return dict(os.environ)


def wait_for_ever() -> Any:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(1)


ATTEMPTS = {
    function.__name__: function
    for function in (
        connect,
        connect_unix,
        read,
        write,
        listing,
        fork_bomb,
        allocate,
        allocate_in_children,
        fill,
        descriptors,
        environment,
        listen,
        listen_unix,
        send_signal,
        open_terminal,
        open_socket,
        link,
        system_call,
        wait_for_ever,
    )
}
