"""A server that is told to end in the middle of a run: it ends, and the run can be resumed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from tests.integration.providers.wire import Call, Hang, serve
from tests.integration.workshop.conftest import open_app
from tests.integration.workshop.scripted import BEARER, TOKEN, Desk, ScriptedModel

pytestmark = pytest.mark.needs("bubblewrap")


def test_sigterm_interrupts_runs_that_somebody_waits_for(tmp_path: Path) -> None:
    write = Call("write_text_file", {"path": "a.txt", "content": "x"})
    with serve("local", [write, Hang("I begin")]) as wire:
        own = {"KEENBENCH_DATA_DIR": str(tmp_path), "KEENBENCH_LOCAL_CONTEXT_TOKENS": "32768"}
        own["KEENBENCH_TOKEN"] = TOKEN
        own["LOCAL_BASE_URL"] = str(wire.settings()["local_base_url"])
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "keenbench",
                "serve",
                "--no-browser",
                "--port=0",
                "--token",
                TOKEN,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | own,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert found is not None

            def rpc(method: str, **params: Any) -> Any:
                headers = BEARER | {"content-type": "application/json"}
                asked = urllib.request.Request(
                    f"{found[0]}/rpc/{method}", json.dumps(params).encode(), headers
                )
                return json.load(urllib.request.urlopen(asked, timeout=120))["result"]

            workbench = rpc("WorkbenchCreate", name="Mine")["workbench_id"]
            ended: list[Any] = []

            def wait_for_it() -> None:
                said = {"workbench_id": workbench, "text": "go", "model_id": wire.model_id}
                try:
                    ended.append(rpc("WorkshopSendUserMessage", wait=True, **said))
                except (OSError, urllib.error.URLError) as error:
                    ended.append(error)

            waiting = threading.Thread(target=wait_for_it)
            waiting.start()
            while len(wire.requests) < 2:
                assert process.poll() is None
                threading.Event().wait(0.1)
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)
            waiting.join(60)
        finally:
            process.kill()
            process.wait()
        assert isinstance(ended[0], dict), ended
        assert (ended[0]["status"], ended[0]["error"]["actions"]) == ("interrupted", ["resume"])
    with ExitStack() as stack:
        client, models = open_app(stack, tmp_path)
        models.model = ScriptedModel(script={"go": [AIMessage("unused"), AIMessage("Went on.")]})
        desk = Desk(client, workbench)
        state = desk.rpc("WorkshopGetState")
        assert (state["status"], state["can_resume"], state["steps"]) == ("interrupted", True, 1)
        resumed = desk.rpc("WorkshopResumeRun", run_id=state["run_id"], wait=True)
        assert (resumed["status"], resumed["text"].strip()) == ("completed", "Went on.")
        assert desk.changes() == {"a.txt": "added"}
