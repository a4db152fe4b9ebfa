"""Ten thousand random and malformed lines: each answered as JSON-RPC 2.0 says, and it lives."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

LINES = 10_000


def odd_value(dice: random.Random, depth: int = 0) -> Any:
    simple = [None, True, False, 0, -1, 2**70, 1.5, "", "x", "\u0000", "\ud800", "é" * 50, "2.0"]
    if depth > 3 or dice.random() < 0.7:
        return dice.choice(simple)
    if dice.random() < 0.5:
        return [odd_value(dice, depth + 1) for _ in range(dice.randrange(4))]
    return {dice.choice(["id", "method", "path", "x"]): odd_value(dice, depth + 1)}


def almost_request(dice: random.Random, number: int) -> Any:
    request: dict[str, Any] = {
        "jsonrpc": dice.choice(["2.0"] * 8 + ["1.0", 2, None]),
        "id": dice.choice([number, f"s{number}", number + 0.5, odd_value(dice)]),
        "method": dice.choice(["WorkerGetInfo", "Nothing", "TextGetMap", "$/cancel", 7, ""]),
        "params": dice.choice([{}, {"workbench_id": ".."}, odd_value(dice), [1], {"id": number}]),
    }
    for key in list(request):
        if dice.random() < 0.15:
            del request[key]
    return request


def line(dice: random.Random, number: int) -> bytes:
    kind = dice.random()
    if kind < 0.45:
        return json.dumps(almost_request(dice, number)).encode()
    if kind < 0.55:
        size = dice.choice([0, 1, 2, 5])
        return json.dumps([almost_request(dice, number) for _ in range(size)]).encode()
    if kind < 0.65:
        return json.dumps(odd_value(dice)).encode()
    if kind < 0.75:
        whole = json.dumps(almost_request(dice, number)).encode()
        return whole[: dice.randrange(len(whole))]
    if kind < 0.85:
        return bytes(dice.randrange(256) for _ in range(dice.randrange(40))).replace(b"\n", b"")
    if kind < 0.9:
        opener = dice.choice([b"[", b'{"a":'])
        return opener * dice.choice([10, 5_000, 50_000])
    if kind < 0.95:
        digits = b"9" * dice.choice([20, 400, 6_000])
        return b'{"jsonrpc":"2.0","id":' + digits + b',"method":"Nothing"}'
    return b'{"jsonrpc":"2.0","method":"Nothing","params":{"x":NaN},"id":%d}' % number


def expected(raw: bytes) -> list[Any] | None:
    """Return the answers due, as (id, code), by a reading of the specification of our own."""

    def refuse(name: str) -> Any:
        raise ValueError(name)

    class Long:
        pass

    def integer(text: str) -> Any:
        return int(text) if len(text) < 4300 else Long()

    try:
        document = json.loads(raw.decode(), parse_constant=refuse, parse_int=integer)
    except (ValueError, RecursionError):
        return [("null", -32700)]
    if isinstance(document, list):
        if not document:
            return [("null", -32600)]
        return [answer for entry in document for answer in one(entry)]
    return one(document)


def one(entry: Any) -> list[Any]:
    if not isinstance(entry, dict):
        return [("null", -32600)]
    given = entry.get("id")
    usable = given is None or (isinstance(given, str | int | float) and not isinstance(given, bool))
    if not usable:
        return [("null", -32600)]
    name = json.dumps(given)
    params = entry.get("params", {})
    if entry.get("jsonrpc") != "2.0" or not isinstance(entry.get("method"), str):
        return [(name, -32600)]
    if not isinstance(params, dict | list):
        return [(name, -32600)]
    if "id" not in entry:
        return []
    return [(name, code_of(entry["method"], params))]


def code_of(method: str, params: Any) -> int:
    if isinstance(params, list):
        return -32602
    if method == "$/cancel":
        target = params.get("id")
        fits = target is None or isinstance(target, str | int | float)
        known = set(params) == {"id"} and fits and not isinstance(target, bool)
        return 0 if known else -32602
    if method == "WorkerGetInfo":
        wrong = set(params) - {"workbench_id", "root", "path", "progress"}
        fits = all(v is None or isinstance(v, str) for k, v in params.items() if k != "progress")
        return -32602 if wrong or not fits else 0
    if method == "TextGetMap":
        return -32602
    return -32601


def test_every_line_is_answered_and_the_worker_lives(tmp_path: Path) -> None:
    dice = random.Random(20261115)
    lines = [line(dice, number) for number in range(LINES)]
    worker = subprocess.Popen(
        [sys.executable, "-m", "keenbench", "worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"KEENBENCH_WORKBENCHES_DIR": str(tmp_path)},
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    got: Counter[Any] = Counter()
    alive: list[Any] = []

    def read() -> None:
        assert worker.stdout is not None
        for raw in worker.stdout:
            answer = json.loads(raw)
            for each in answer if isinstance(answer, list) else [answer]:
                if each.get("id") == "last":
                    alive.append(each)
                    continue
                assert each["jsonrpc"] == "2.0"
                if "error" in each:
                    assert each["error"]["data"]["error_code"] == "VALIDATION_FAILED"
                code = each["error"]["code"] if "error" in each else 0
                got[(json.dumps(each["id"]), code)] += 1

    reader = threading.Thread(target=read)
    reader.start()
    for raw in lines:
        worker.stdin.write(raw + b"\n")
    worker.stdin.flush()
    worker.stdin.write(b'{"jsonrpc":"2.0","id":"last","method":"WorkerGetInfo"}\n')
    worker.stdin.close()
    reader.join(120)
    assert worker.wait(30) == 0
    due = Counter(answer for raw in lines for answer in expected(raw) or [])
    assert got == due
    assert alive[0]["result"]["ok"] is True
