"""`keenbench serve` as a process: its address, its events, its end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TOKEN = "serve-token"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "keenbench", "serve", "--port", "0", "--token", TOKEN]
    process = subprocess.Popen(
        [*command, "--no-browser", "--demo"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"KEENBENCH_DATA_DIR": str(tmp_path)},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"(http://127\.0\.0\.1:[0-9]+)/\?token=serve-token", line)
    assert found, line
    yield process, found[1]
    process.kill()
    process.wait()


def request(address: str, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    asked = urllib.request.Request(address + path, data, headers)
    return urllib.request.urlopen(asked, timeout=30)


def test_it_prints_the_address_it_listens_on_and_has_a_demo_workbench(
    server: tuple[subprocess.Popen[str], str],
) -> None:
    _, address = server
    listed = json.load(request(address, "/rpc/WorkbenchList", {}))["result"]["workbenches"]
    assert [each["name"] for each in listed] == ["Demo"]
    assert listed[0]["file_count"] == 3


def test_events_arrive_while_they_happen_and_listeners_do_not_hold_the_server(
    server: tuple[subprocess.Popen[str], str],
) -> None:
    process, address = server
    workbench = json.load(request(address, "/rpc/WorkbenchCreate", {"name": "Mine"}))
    workbench_id = workbench["result"]["workbench_id"]
    stream = request(address, f"/events?workbench_id={workbench_id}")
    assert stream.readline().startswith(b":")
    body = (
        b'--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhi\r\n--x--'
    )
    upload = urllib.request.Request(
        f"{address}/workbenches/{workbench_id}/files",
        body,
        {"authorization": f"Bearer {TOKEN}", "content-type": "multipart/form-data; boundary=x"},
    )
    urllib.request.urlopen(upload, timeout=30).read()
    lines = iter(stream.readline, b"")
    assert next(line for line in lines if line.startswith(b"event:")) == (
        b"event: WorkbenchFilesChanged\n"
    )
    data = json.loads(next(lines).removeprefix(b"data: "))
    assert data["workbench_id"] == workbench_id
    assert data["added"] == ["a.txt"]
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) in (0, -signal.SIGTERM)
