from __future__ import annotations

import io
import json
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.errors import FileReadFailed, InvalidParams, UnknownMethod
from keenbench.jsonrpc import MAX_BATCH, Caller, LineServer


def handle(method: str, params: dict[str, Any], caller: Caller) -> Any:
    match method:
        case "echo":
            return params
        case "fail":
            raise FileReadFailed("It cannot be read.", path="a.txt")
        case "refuse":
            raise InvalidParams("x is required.")
        case "break":
            raise ZeroDivisionError
        case "progress":
            caller.report(1, 2, "half")
            return {}
        case "wait":
            assert caller.canceled.wait(10)
            return {"canceled": True}
        case "huge":
            return "x" * (65 * 1024 * 1024)
    raise UnknownMethod(f"There is no method {method}.")


def serve(*lines: bytes | str | Any) -> list[Any]:
    """Return what the server answers to `lines`; what is no bytes or text is sent as JSON."""
    raw = [
        line
        if isinstance(line, bytes)
        else (line if isinstance(line, str) else json.dumps(line)).encode()
        for line in lines
    ]
    answers = io.BytesIO()
    LineServer(io.BytesIO(b"\n".join(raw) + b"\n"), answers, handle).serve()
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def request(method: str, request_id: Any = 1, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}


def only(answers: list[Any]) -> Any:
    assert len(answers) == 1
    return answers[0]


def test_a_request_is_answered_with_its_id() -> None:
    assert only(serve(request("echo", "seven", a=1))) == {
        "jsonrpc": "2.0",
        "id": "seven",
        "result": {"a": 1},
    }


def test_an_error_carries_error_info() -> None:
    error = only(serve(request("fail")))["error"]
    assert error["code"] == -32000
    assert error["data"]["error_code"] == "FILE_READ_FAILED"
    assert error["data"]["path"] == "a.txt"


@pytest.mark.parametrize(
    ("line", "code", "request_id"),
    [
        (b"{", -32700, None),
        (b"", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b"NaN", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"echo","params":{"x":Infinity}}', -32700, None),
        (b"[" * 100_000, -32700, None),
        (b"1", -32600, None),
        (b"null", -32600, None),
        (b"[]", -32600, None),
        ({"id": 5}, -32600, 5),
        ({"jsonrpc": "1.0", "id": 5, "method": "echo"}, -32600, 5),
        ({"jsonrpc": "2.0", "id": 5, "method": 7}, -32600, 5),
        ({"jsonrpc": "2.0", "id": 5, "method": "echo", "params": "x"}, -32600, 5),
        ({"jsonrpc": "2.0", "id": True, "method": "echo"}, -32600, None),
        ({"jsonrpc": "2.0", "id": [1], "method": "echo"}, -32600, None),
        (b'{"jsonrpc":"2.0","id":1e999,"method":"echo"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"echo"}', -32600, None),
        ({"jsonrpc": "2.0", "id": 5, "method": "nothing"}, -32601, 5),
        ({"jsonrpc": "2.0", "id": 5, "method": "echo", "params": [1]}, -32602, 5),
        (request("refuse", 5), -32602, 5),
    ],
)
def test_what_is_wrong_gets_the_code_of_the_specification(
    line: Any, code: int, request_id: Any
) -> None:
    answer = only(serve(line))
    assert (answer["error"]["code"], answer["id"]) == (code, request_id)
    assert answer["error"]["data"]["error_code"] == "VALIDATION_FAILED"


def test_a_notification_is_never_answered() -> None:
    assert serve({"jsonrpc": "2.0", "method": "echo"}, {"jsonrpc": "2.0", "method": "none"}) == []


def test_a_batch_is_answered_as_one_array_without_its_notifications() -> None:
    batch = [request("echo", 1), {"jsonrpc": "2.0", "method": "echo"}, 7, request("fail", 2)]
    answers = only(serve(batch))
    assert sorted(str(answer["id"]) for answer in answers) == ["1", "2", "None"]
    assert serve([{"jsonrpc": "2.0", "method": "echo"}]) == []


def test_a_batch_past_the_limit_is_refused_once() -> None:
    assert only(serve([1] * (MAX_BATCH + 1)))["error"]["code"] == -32600


def test_a_fault_of_ours_is_an_answer_and_the_server_goes_on() -> None:
    broken, echoed = sorted(serve(request("break", 1), request("echo", 2)), key=lambda a: a["id"])
    assert broken["error"]["data"]["error_code"] == "TOOL_WORKER_UNAVAILABLE"
    assert echoed["result"] == {}


def test_a_line_past_64_mb_is_refused_and_the_next_is_read() -> None:
    long = b'{"x":"' + b"a" * (64 * 1024 * 1024 + 10) + b'"}'
    first, second = serve(long, request("echo", 2))
    assert first["error"]["code"] == -32600
    assert second["id"] == 2


def test_a_result_past_64_mb_is_refused_with_what_to_do() -> None:
    error = only(serve(request("huge")))["error"]
    assert "ask for a chunk" in error["message"]


def test_progress_names_the_call() -> None:
    progress, answer = serve(request("progress", 9))
    assert progress["method"] == "$/progress"
    assert progress["params"] == {"id": 9, "done": 1, "total": 2, "stage": "half"}
    assert answer["id"] == 9


def test_cancel_reaches_the_call_of_that_id_alone() -> None:
    read, write = _pipe()
    answers = io.BytesIO()
    server = threading.Thread(target=LineServer(read, answers, handle).serve)
    server.start()
    write.write(json.dumps(request("wait", "a")).encode() + b"\n")
    write.write(b'{"jsonrpc":"2.0","method":"$/cancel","params":{"id":"b"}}\n')
    write.write(b'{"jsonrpc":"2.0","id":2,"method":"$/cancel","params":{"id":"a"}}\n')
    write.close()
    server.join(20)
    got = {a["id"]: a["result"] for a in map(json.loads, answers.getvalue().splitlines())}
    assert got == {"a": {"canceled": True}, 2: {"ok": True}}


def _pipe() -> tuple[Any, Any]:
    import os

    read, write = os.pipe()
    return os.fdopen(read, "rb"), os.fdopen(write, "wb", buffering=0)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(
    request_id=st.text() | st.integers() | st.none(), params=st.dictionaries(st.text(), json_values)
)
def test_ids_and_values_come_back_unchanged(request_id: Any, params: Any) -> None:
    line = json.dumps({"jsonrpc": "2.0", "id": request_id, "method": "echo", "params": params})
    answer = only(serve(line))
    assert answer["id"] == request_id
    assert answer["result"] == params
