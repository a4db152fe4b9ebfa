"""A server of its own for a bench, with empty data."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

TOKEN = "bench"


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """Run KeenBench over the data in `folder`; give the port that it answers on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "keenbench", "serve", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--token", TOKEN, "--no-browser"],
        env=os.environ | {"KEENBENCH_DATA_DIR": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(f"http://127.0.0.1:{port}/healthz")
        yield port
    finally:
        process.terminate()
        process.wait(30)


def _wait(address: str) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            urlopen(address, timeout=5).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
