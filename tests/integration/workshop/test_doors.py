"""The Workshop through the other doors: stdio, OpenAPI and the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keenbench.engine_methods import METHODS
from keenbench.server.app import create_app
from tests.integration.workshop.scripted import settings_of

pytestmark = pytest.mark.needs("bubblewrap")

WORKSHOP = {
    "WorkshopSendUserMessage",
    "WorkshopGetState",
    "WorkshopGetConversation",
    "WorkshopCancelRun",
    "WorkshopResumeRun",
    "WorkshopSetActiveModel",
    "WorkshopUndoToMessage",
    "WorkshopRegenerate",
}


def test_openapi_lists_every_method_with_its_parameters_and_result(tmp_path: Path) -> None:
    document = create_app(settings_of(tmp_path)).openapi()
    assert set(METHODS.names()) >= WORKSHOP
    for name in WORKSHOP:
        assert f"/rpc/{name}" in document["paths"], name
    sent = document["components"]["schemas"]["SendParams"]
    assert set(sent["properties"]) == {"workbench_id", "text", "model_id", "analysis", "wait"}


def test_importing_the_doors_loads_no_langchain() -> None:
    code = (
        "import sys, keenbench.server.app, keenbench.cli, keenbench.engine_methods;"
        "sys.exit(', '.join(n for n in sys.modules if n.startswith(('lang', 'duckdb'))) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_run_over_stdio_with_its_events(tmp_path: Path) -> None:
    """The offline model, which needs neither key nor consent, asked what is in a file."""
    process = subprocess.Popen(
        [sys.executable, "-m", "keenbench", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"KEENBENCH_DATA_DIR": str(tmp_path / "data")},
    )
    events: list[str] = []
    try:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(method: str, **params: Any) -> Any:
            line = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            process.stdin.write(json.dumps(line) + "\n")  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]
            for answer in process.stdout or ():
                told = json.loads(answer)
                if told.get("id") == 1:
                    return told["result"]
                events.append(told["method"])
            raise AssertionError("the engine ended")

        file = tmp_path / "notes.txt"
        file.write_text("Alpha is here.\n")
        workbench = ask("WorkbenchCreate", name="Mine")["workbench_id"]
        ask("WorkbenchFilesAdd", workbench_id=workbench, source_paths=[str(file)])
        asked = {"workbench_id": workbench, "model_id": "offline", "wait": True}
        ended = ask("WorkshopSendUserMessage", text="replace Alpha with Beta in notes.txt", **asked)
        assert ended["status"] == "completed", ended
        assert (
            ask("ReviewGetChangeSet", workbench_id=workbench)["changes"][0]["path"] == "notes.txt"
        )
        assert {"WorkshopToolExecuting", "WorkshopToolComplete"} <= set(events)
    finally:
        process.kill()
        process.wait()


def test_keenbench_chat_prints_words_and_tools(tmp_path: Path) -> None:
    from keenbench.engine.engine import Engine
    from keenbench.workbench import files

    data = tmp_path / "data"
    engine = Engine(settings_of(data))
    bench = engine.workbenches.create("Mine")
    files.add_uploads(bench, [("notes.txt", [b"Alpha is here.\n"])])
    engine.close()

    def chat(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "keenbench", "chat", *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env=os.environ | {"KEENBENCH_DATA_DIR": str(data)} | env,
        )

    done = chat("Mine", "replace Alpha with Beta in notes.txt")
    assert done.returncode == 0, done.stderr
    assert "notes.txt" in done.stdout
    assert "✎" in done.stdout
    unknown = chat("Nobody", "hello")
    assert (unknown.returncode, "No workbench" in unknown.stderr) == (2, True)
    refused = chat("Mine", "hello", "--model", "openai:gpt-5", OPENAI_API_KEY="k")
    assert refused.returncode == 6
    assert "consent" in refused.stderr
