"""What runs in a box to prove it: attempts that must fail. Never run outside one."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import resource
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from keenbench.sandbox import channel as messages

_CLONE_NEWUSER = 0x10000000  # os.CLONE_NEWUSER, from Python 3.12 on


class _Held(Exception):
    """The attempt failed, as it should; the message says how."""


def main(channel: socket.socket) -> None:
    order, _ = messages.receive(channel)
    probes = [
        _probe("network", lambda: _connect(order["port"])),
        _probe("host files", lambda: _read_host(order["secret"])),
        _probe("write outside out/", _write_outside),
        _probe("other processes", lambda: _touch_process(order["pid"])),
        _probe("privileges", _gain_privileges),
        _probe("memory", lambda: _allocate(order["limits"])),
        _probe("fork bomb", lambda: _fork(order["limits"]["processes"])),
        _probe("disk", lambda: _fill(Path(order["out"]), order["limits"]["file_bytes"])),
    ]
    messages.send(channel, {"probes": probes}, [])


def _probe(name: str, attempt: Callable[[], str]) -> dict[str, Any]:
    try:
        return {"name": name, "ok": False, "detail": attempt()}
    except _Held as held:
        return {"name": name, "ok": True, "detail": str(held)}
    except OSError as error:
        return {"name": name, "ok": True, "detail": error.strerror or str(error)}


def _connect(port: int) -> str:
    for address in (("127.0.0.1", port), ("192.0.2.1", 80)):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as attempt:
            attempt.settimeout(2)
            with contextlib.suppress(OSError):
                attempt.connect(address)
                return f"connected to {address[0]}"
    raise _Held("no address could be reached")


def _read_host(secret: str) -> str:
    with contextlib.suppress(OSError):
        Path(secret).read_bytes()
        return "read a file of the host"
    for place in ("/etc/shadow", "/etc/ssh", "/home", "/var", "/sys", "/run"):
        if Path(place).exists():
            return f"{place} is in view"
    if "root:" in Path("/etc/passwd").read_text():
        return "/etc/passwd is the host's"
    raise _Held("nothing of the host is in view")


def _write_outside() -> str:
    for folder in ("/", "/usr/lib", "/etc", "/dev", "/dev/shm", str(Path(__file__).parent)):
        with contextlib.suppress(OSError):
            (Path(folder) / "keenbench-probe").write_text("x")
            (Path(folder) / "keenbench-probe").unlink()
            return f"wrote to {folder}"
    raise _Held("only out/ and /tmp can be written")


def _touch_process(pid: int) -> str:
    others = [entry.name for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    if len(others) > 3:
        return f"{len(others)} processes are in view"
    os.kill(pid, 0)
    return "a process outside can be signalled"


def _gain_privileges() -> str:
    if os.getuid() == 0 or os.geteuid() == 0:
        return "runs as root"
    status = dict(
        line.split(":\t", 1)
        for line in Path("/proc/self/status").read_text().splitlines()
        if ":\t" in line
    )
    if int(status["CapEff"], 16) or int(status["CapPrm"], 16):
        return "holds capabilities"
    if status["NoNewPrivs"].strip() != "1":
        return "could gain privileges by running a program"
    for become in (os.setuid, os.setgid):
        with contextlib.suppress(OSError):
            become(0)
            return "became root"
    if ctypes.CDLL(None).unshare(_CLONE_NEWUSER) == 0:
        return "made a user namespace"
    raise _Held("no privilege, none to be gained")


def _allocate(limits: dict[str, Any]) -> str:
    size = limits["memory_bytes"] + limits["reserve_bytes"] + (1 << 20)
    mmap.mmap(-1, size).close()
    return f"{size:,} bytes could be taken"


def _fork(limit: int) -> str:
    children: list[int] = []
    try:
        for _ in range(limit + 1):
            pid = os.fork()
            if pid == 0:
                time.sleep(60)
                os._exit(0)
            children.append(pid)
        return f"{len(children)} processes could be started"
    finally:
        for pid in children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _fill(out: Path, file_bytes: int) -> str:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    if soft == resource.RLIM_INFINITY or soft > file_bytes:
        return "files have no size limit"
    with (out / "large").open("wb") as large:
        large.truncate(file_bytes + 1)
    return "a file past the limit could be made"
