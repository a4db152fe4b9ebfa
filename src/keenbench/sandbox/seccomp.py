"""A system-call filter for the box, as the BPF program that bwrap loads.

Namespaces and limits are the walls; this takes away the tools with which kernels have been dug
under: new namespaces, mounts, kernel keyrings, BPF, io_uring, tracing of other processes. What is
on the list fails with EPERM, the rest goes through.
"""

from __future__ import annotations

import errno
import platform
import struct

# System calls by number: x86_64, aarch64.
_DENIED = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "bpf": (321, 280),
    "delete_module": (176, 106),
    "finit_module": (313, 273),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "init_module": (175, 105),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "pivot_root": (155, 41),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "setns": (308, 268),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}
_CLONE = (56, 220)
_SOCKET = (41, 198)
# UNIX, INET, INET6, NETLINK: those that a network namespace holds. Not so AF_VSOCK, which on a
# virtual machine leads to its host.
_SOCKETS = (1, 2, 10, 16)
# clone3 hides its flags behind a pointer that a filter cannot read: ENOSYS makes glibc use clone.
_CLONE3 = 435
# NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_CLONE_NEW = 0x00020000 | 0x02000000 | 0x7C000000
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

_LOAD, _JUMP_EQ, _JUMP_GE, _JUMP_SET, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_NUMBER, _ARCH, _ARG0 = 0, 4, 16  # offsets in struct seccomp_data


def _instruction(code: int, yes: int, no: int, value: int) -> bytes:
    return struct.pack("HBBI", code, yes, no, value)


def _fail(number: int) -> int:
    return 0x00050000 | number


def program() -> bytes | None:
    """Return the filter for this machine, or None for an architecture it was not written for."""
    known = _ARCHITECTURES.get(platform.machine())
    if known is None:
        return None
    column, audit = known
    code = [
        _instruction(_LOAD, 0, 0, _ARCH),
        _instruction(_JUMP_EQ, 1, 0, audit),
        _instruction(_RETURN, 0, 0, _KILL),
        _instruction(_LOAD, 0, 0, _NUMBER),
        # The x32 numbers of x86_64 are another door to the same calls.
        _instruction(_JUMP_GE, 0, 1, 0x40000000),
        _instruction(_RETURN, 0, 0, _fail(errno.ENOSYS)),
        _instruction(_JUMP_EQ, 0, 1, _CLONE3),
        _instruction(_RETURN, 0, 0, _fail(errno.ENOSYS)),
        _instruction(_JUMP_EQ, 0, 3, _CLONE[column]),
        _instruction(_LOAD, 0, 0, _ARG0),
        _instruction(_JUMP_SET, 0, 1, _CLONE_NEW),
        _instruction(_RETURN, 0, 0, _fail(errno.EPERM)),
        _instruction(_LOAD, 0, 0, _NUMBER),
    ]
    code += [
        _instruction(_JUMP_EQ, 0, len(_SOCKETS) + 3, _SOCKET[column]),
        _instruction(_LOAD, 0, 0, _ARG0),
        *(
            _instruction(_JUMP_EQ, len(_SOCKETS) - place, 0, family)
            for place, family in enumerate(_SOCKETS)
        ),
        _instruction(_RETURN, 0, 0, _fail(errno.EAFNOSUPPORT)),
        _instruction(_LOAD, 0, 0, _NUMBER),
    ]
    for numbers in _DENIED.values():
        code.append(_instruction(_JUMP_EQ, 0, 1, numbers[column]))
        code.append(_instruction(_RETURN, 0, 0, _fail(errno.EPERM)))
    code.append(_instruction(_RETURN, 0, 0, _ALLOW))
    return b"".join(code)
