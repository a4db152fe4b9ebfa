"""A fork of this process in namespaces of its own, by the kernel's calls.

What bwrap does at each start, for a process that was started before: `fork_server.py` runs in a
box of bwrap's and makes boxes within it. The outer one is the wall to the host; these are the
walls between one query and the next.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
from pathlib import Path

from keenbench.sandbox import seccomp

# The number of clone(2); its first argument is the flags on both.
_CLONE = {"x86_64": 56, "aarch64": 220}
_NEW_IPC, _NEW_NET, _NEW_NS = 0x0800_0000, 0x4000_0000, 0x0002_0000
_NEW_PID, _NEW_USER, _NEW_UTS = 0x2000_0000, 0x1000_0000, 0x0400_0000
# A descriptor of the new process: its number may be another's by the time one looks.
_PIDFD = 0x1000
_PRIVATE = 0x4000 | 0x4_0000  # MS_REC, MS_PRIVATE
_PLAIN_DATA = 0x2 | 0x4  # MS_NOSUID, MS_NODEV
_READ_ONLY, _NO_PROGRAMS = 0x1, 0x8  # MS_RDONLY, MS_NOEXEC
_TMP_FILES = 16_384
_SET_SECCOMP, _FILTER = 22, 2
_CAPABILITY_VERSION = 0x2008_0522

_libc = ctypes.CDLL(None, use_errno=True)


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def fork(*, user: bool) -> int | None:
    """Fork into new namespaces, a user namespace among them where `user`.

    Returns a descriptor of the new process, and None in that process. For a process of one thread.
    """
    number = _CLONE.get(platform.machine())
    if number is None:
        raise OSError("clone(2) is not known for this machine")
    flags = _NEW_PID | _NEW_NS | _NEW_IPC | _NEW_NET | _NEW_UTS | (_NEW_USER if user else 0)
    flags |= _PIDFD | signal.SIGCHLD
    process = ctypes.c_int(-1)
    ctypes.pythonapi.PyOS_BeforeFork()
    pid = _libc.syscall(number, ctypes.c_ulong(flags), None, ctypes.byref(process), None, None)
    if pid == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
        return None
    error = ctypes.get_errno()
    ctypes.pythonapi.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(error, os.strerror(error))
    return process.value


def keep_uid() -> None:
    """In a new user namespace, be the uid and gid that this process was outside."""
    uid, gid = _outside()
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")


_uid_outside, _gid_outside = os.geteuid(), os.getegid()


def _outside() -> tuple[int, int]:
    # Asked for when this module was loaded: before the map is written everyone is nobody.
    return _uid_outside, _gid_outside


def set_up_files(tmp_bytes: int) -> None:
    """Have a /tmp of one's own, a /proc that names nobody else, and no terminals."""
    _mount(b"none", b"/", None, _PRIVATE)
    size = f"size={tmp_bytes},nr_inodes={_TMP_FILES},mode=1777"
    _mount(b"tmpfs", b"/tmp", size.encode(), _PLAIN_DATA)
    _mount(b"proc", b"/proc", None, _PLAIN_DATA | _NO_PROGRAMS)
    # Those of the box around would be shared with every other fork.
    _mount(b"tmpfs", b"/dev/pts", b"size=4k", _PLAIN_DATA | _NO_PROGRAMS | _READ_ONLY)


def _mount(kind: bytes, place: bytes, options: bytes | None, flags: int) -> None:
    if _libc.mount(kind, place, kind, ctypes.c_ulong(flags), options) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error), place.decode())


def drop_capabilities() -> None:
    """Give up every capability, and fail where one is left."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    if _libc.capset(header, nothing) != 0:
        raise OSError(ctypes.get_errno(), "capset")
    held = (ctypes.c_uint32 * 6)(*[1] * 6)
    if _libc.capget(header, held) != 0 or any(held):
        raise OSError("a capability is left")


def filter_calls() -> None:
    """Take away the system calls that no box has. Needs no_new_privs, which bwrap has set."""
    program = seccomp.program()
    if program is None:
        return
    loaded = _Filter(len(program) // 8, program)
    if _libc.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(loaded), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")
