"""No box at all: a plain child process under resource limits.

For systems without a sandbox, and only when the user asks for it by name: such a process can read
the user's files and reach the network.
"""

from __future__ import annotations

import json
import os
import socket

from keenbench.sandbox.box import Box, BoxedProcess, Mount, StartedProcess, start_process
from keenbench.sandbox.bubblewrap import environment, limits, python_argv
from keenbench.sandbox.profiles import Profile


class PlainProcess(Box):
    name = "process"

    def spawn(self, module: str, profile: Profile, mounts: tuple[Mount, ...] = ()) -> BoxedProcess:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        config = {
            "module": module,
            "socket_fd": theirs.fileno(),
            "cgroup_fds": [],
            "drop_to_uid": None,
            "may_be_root": True,
            "makes_boxes": False,
            # Without a namespace of its own this would count all of the user's processes.
            "limits": {k: v for k, v in limits(profile).items() if k != "RLIMIT_NPROC"},
        }
        try:
            process = start_process(
                python_argv(json.dumps(config)), environment(), [theirs.fileno()]
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        return BoxedProcess(StartedProcess(process), ours, os.geteuid())
