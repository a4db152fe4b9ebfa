"""The first code that runs in a box: give up what is left, then serve.

Run as `python -m keenbench.sandbox.inside CONFIG`. Limits are set here and not by the parent:
entering the namespaces resets what RLIMIT_NPROC counts, so a limit set outside does not hold.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import socket
import sys

from keenbench.loading import loading


def main() -> None:
    config = json.loads(sys.argv[1])
    for fd in config["cgroup_fds"]:
        os.write(fd, b"0")
        os.close(fd)
    uid = config["drop_to_uid"]
    if uid is not None:
        # Root outside: root's own processes are exempt from RLIMIT_NPROC.
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    if os.geteuid() == 0 and not config["may_be_root"]:
        sys.exit("a boxed process must not be root")
    os.umask(0o022)
    set_limits(config["limits"])
    channel = socket.socket(fileno=config["socket_fd"])
    if not config["makes_boxes"]:
        silence()
    with loading():
        module = importlib.import_module(config["module"])
    module.main(channel)


def silence() -> None:
    """Let go of stderr, which is the broker's own: a log of the host that could be emptied."""
    nothing = os.open("/dev/null", os.O_WRONLY)
    os.dup2(nothing, 2)
    os.close(nothing)


def set_limits(limits: dict[str, int]) -> None:
    """Set resource limits, by their names, from which there is no way back."""
    for name, value in limits.items():
        number = getattr(resource, name)
        _, hard = resource.getrlimit(number)
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(number, (limit, limit))


if __name__ == "__main__":
    main()
