"""A server killed with SIGKILL in the middle of a run: nothing is lost or done twice."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.integration.workshop.conftest import open_app
from tests.integration.workshop.killed_server import ASK, FILES, SCRIPT
from tests.integration.workshop.office import words_of
from tests.integration.workshop.scripted import BEARER, LOCAL, Desk, ScriptedModel

pytestmark = pytest.mark.needs("bubblewrap")

ROOT = Path(__file__).parents[3]
PATHS = ["log.docx", "notes.txt", "squares.xlsx", "twice.csv"]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Draft of a run that nobody disturbed."""
    with ExitStack() as stack:
        client, models = open_app(stack, tmp_path_factory.mktemp("calm"))
        models.model = ScriptedModel(script=SCRIPT)
        desk = Desk(client)
        desk.add(FILES)
        desk.done(ASK)
        assert sorted(desk.changes()) == PATHS
        return desk.draft_hash()


def run_until_killed(folder: Path, at: int) -> tuple[str, dict[str, Any]]:
    """Start a run in a server that dies in the middle; return the workbench and what it said."""
    module = "tests.integration.workshop.killed_server"
    process = subprocess.Popen(
        [sys.executable, "-m", module, str(folder), str(at)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    )
    try:
        assert process.stdout is not None
        address = f"http://127.0.0.1:{process.stdout.readline().strip()}"

        def rpc(method: str, **params: Any) -> dict[str, Any]:
            headers = BEARER | {"content-type": "application/json"}
            body = json.dumps(params).encode()
            asked = urllib.request.Request(f"{address}/rpc/{method}", body, headers)
            with urllib.request.urlopen(asked, timeout=60) as answer:
                told: dict[str, Any] = json.load(answer)["result"]
                return told

        workbench_id: str = rpc("WorkbenchCreate", name="Mine")["workbench_id"]
        _upload(address, workbench_id)
        started = rpc(
            "WorkshopSendUserMessage", workbench_id=workbench_id, text=ASK, model_id=LOCAL
        )
        assert process.wait(timeout=120) == -9
        return workbench_id, started
    finally:
        process.kill()
        process.wait()


def _upload(address: str, workbench_id: str) -> None:
    parts = []
    for name, data in FILES.items():
        head = f'--x\r\ncontent-disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
        parts.append(head.encode() + (data if isinstance(data, bytes) else data.encode()) + b"\r\n")
    headers = BEARER | {"content-type": "multipart/form-data; boundary=x"}
    url = f"{address}/workbenches/{workbench_id}/files"
    asked = urllib.request.Request(url, b"".join(parts) + b"--x--", headers)
    urllib.request.urlopen(asked, timeout=60).read()


def check_that_it_resumes(folder: Path, at: int, uninterrupted: str) -> None:
    workbench_id, started = run_until_killed(folder, at)
    with ExitStack() as stack:
        client, models = open_app(stack, folder)
        models.model = ScriptedModel(script=SCRIPT)
        desk = Desk(client, workbench_id)
        state = desk.rpc("WorkshopGetState")
        assert (state["run_id"], state["status"]) == (started["run_id"], "interrupted")
        assert state["can_resume"] is True
        [said, answer] = desk.rpc("WorkshopGetConversation")["messages"]
        assert (said["text"], said["message_id"]) == (ASK, started["message_id"])
        assert answer["status"] == "interrupted"
        # What is in the Draft by now is whole, and can be looked at before it goes on.
        assert set(desk.changes()) <= set(PATHS)
        resumed = desk.rpc("WorkshopResumeRun", run_id=started["run_id"], wait=True)
        assert (resumed["status"], resumed["text"].strip()) == (
            "completed",
            "The report is up to date.",
        )
        assert desk.draft_hash() == uninterrupted
        assert words_of(desk.read("log.docx"))[-2:] == ["Brought up to date.", "And once more."]
        # The model was not asked again for what it had answered and was written down. Of several
        # calls by one answer each counts as a step.
        further = sum(not tool["call_id"].endswith(".0") for tool in answer["tools"])
        assert len(models.model.seen) == len(SCRIPT[ASK]) - (state["steps"] - further)
        assert desk.rpc("AuditVerify")["ok"] is True
        [undo, _] = desk.rpc("WorkshopGetConversation")["messages"]
        desk.rpc("WorkshopUndoToMessage", message_id=undo["message_id"])
        assert desk.rpc("DraftGetState")["has_draft"] is False


@pytest.mark.parametrize("at", [5, 230])
def test_a_killed_server_resumes_its_run_to_the_same_draft(
    tmp_path: Path, uninterrupted: str, at: int
) -> None:
    check_that_it_resumes(tmp_path, at, uninterrupted)


@pytest.mark.slow
@pytest.mark.parametrize("at", range(5, 330, 13))
def test_a_server_killed_anywhere_resumes_its_run_to_the_same_draft(
    tmp_path: Path, uninterrupted: str, at: int
) -> None:
    check_that_it_resumes(tmp_path, at, uninterrupted)
