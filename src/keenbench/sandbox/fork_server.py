"""Inside a box: waits with a module loaded, and forks a box of its own for each who asks.

Starting Python and loading DuckDB takes 0.12 s of a processor, a fork with its namespaces 6 ms. No
untrusted byte comes here: the messages are the broker's, and a fork speaks with the broker by a
socket of its own. What every fork is to find ready, a module makes in `before_forks`; no thread may
be left of it.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from keenbench.sandbox import channel as messages
from keenbench.sandbox import namespaces
from keenbench.sandbox.inside import set_limits, silence

Main = Callable[[socket.socket], None]


def main(channel: socket.socket) -> None:
    order, _ = messages.receive(channel)
    module = importlib.import_module(order["module"])
    if hasattr(module, "before_forks"):
        module.before_forks(order["memory_bytes"], order["tmp_bytes"])
    if len(list(Path("/proc/self/task").iterdir())) > 1:
        sys.exit("what is to be forked has more than one thread")
    # Forks end unwatched by us; the broker holds a descriptor of each.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # What is loaded by now is the forks' too; a collection there would copy all of it.
    gc.collect()
    gc.freeze()
    messages.send(channel, {"ready": True}, [])
    while True:
        try:
            order, descriptors = messages.receive(channel)
        except messages.ChannelClosed:
            return
        try:
            process = namespaces.fork(user=order["uid"] is None)
        except OSError as error:
            messages.send(channel, {"refused": f"fork: {error.strerror}"}, [])
        else:
            if process is None:
                _serve(module.main, order, descriptors)
            messages.send(channel, {"refused": None}, [process])
            os.close(process)
        for fd in descriptors:
            os.close(fd)


def _serve(main: Main, order: dict[str, Any], descriptors: list[int]) -> NoReturn:
    """Shut the box around this fork, tell so, and be what was asked for."""
    status = 1
    try:
        channel = _shut(order, descriptors)
        messages.send(channel, {"boxed": True}, [])
        silence()
        main(channel)
        status = 0
    except OSError:
        traceback.print_exc()
    finally:
        # Whatever happened: nothing of the server's may run on in a fork.
        os._exit(status)


def _shut(order: dict[str, Any], descriptors: list[int]) -> socket.socket:
    # A group of processes reaches across PID namespaces: kill(0) would be the server's end.
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    uid = order["uid"]
    if uid is None:
        namespaces.keep_uid()
    own, *joins = descriptors
    for fd in joins:
        os.write(fd, b"0")
    namespaces.set_up_files(order["tmp_bytes"])
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    os.closerange(3, own)
    os.closerange(own + 1, 1 << 20)
    set_limits(order["limits"])
    namespaces.drop_capabilities()
    namespaces.filter_calls()
    return socket.socket(fileno=own)
