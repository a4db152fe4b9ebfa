"""Escape probes: a box is what it keeps in, so each kind of box is asked to get out.

`run_probes` starts a box per profile and has `escape.py` try, from inside, what must not succeed.
The parent holds the other end of each attempt: a port that listens, a file with a secret.
"""

from __future__ import annotations

import os
import secrets
import socket
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from keenbench.errors import ToolWorkerUnavailable
from keenbench.sandbox import channel as messages
from keenbench.sandbox.box import Box, Mount
from keenbench.sandbox.profiles import PARSER, RUNNER, Profile


@dataclass(frozen=True)
class Probe:
    """One attempt, and whether the box held."""

    name: str
    ok: bool
    detail: str

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def run_probes(box: Box, profiles: tuple[Profile, ...] = (PARSER, RUNNER)) -> list[Probe]:
    """Return what each attempt came to, for every profile."""
    with (
        tempfile.TemporaryDirectory(prefix="keenbench-probe-") as folder,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        secret = Path(folder) / "secret"
        secret.write_text(secrets.token_hex(16))
        return [
            Probe(f"{profile.name}: {probe['name']}", bool(probe["ok"]), str(probe["detail"]))
            for profile in profiles
            for probe in _try(box, profile, secret, listener.getsockname()[1])
        ]


def _try(box: Box, profile: Profile, secret: Path, port: int) -> list[dict[str, Any]]:
    out = secret.parent / profile.name
    out.mkdir()
    boxed = box.spawn("keenbench.sandbox.escape", profile, (Mount(out, Path("/out"), True),))
    try:
        boxed.socket.settimeout(30)
        order = {
            "secret": str(secret),
            "port": port,
            "pid": os.getpid(),
            "out": str(boxed.inside(out)),
            "limits": asdict(profile),
        }
        messages.send(boxed.socket, order, [])
        answer, _ = messages.receive(boxed.socket)
        probes: list[dict[str, Any]] = answer["probes"]
        return probes
    except (messages.ChannelClosed, TimeoutError):
        raise ToolWorkerUnavailable(
            "The sandbox did not start. On Linux it needs bubblewrap and unprivileged user "
            "namespaces.",
            retryable=False,
        ) from None
    finally:
        boxed.kill()
