"""A server that is killed with SIGKILL in the middle of a run, at a call of its storage module.

`python -m tests.integration.workshop.killed_server FOLDER N` serves the app with the model of
`SCRIPT`, prints its port, and dies at the N-th storage call after the model was first asked.
"""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import uvicorn
from langchain_core.messages import AIMessage

from keenbench import storage
from keenbench.server.app import create_app
from tests.integration.workbench.crashing import Crash
from tests.integration.workshop.scripted import (
    ScriptedModel,
    ScriptedModels,
    call,
    calls,
    settings_of,
)

ASK = "Bring the report up to date."
FILES: dict[str, bytes | str] = {
    "notes.txt": "old\n",
    "rows.csv": "n,name\n1,one\n2,two\n3,three\n",
}


def _rows(first: int) -> AIMessage:
    values = [[number, number * number] for number in range(first, first + 5)]
    op = {"op": "set_range", "sheet": "Squares", "start": f"A{first}", "values": values}
    return call("xlsx_operations", path="squares.xlsx", operations=[op])


SCRIPT: dict[str, Any] = {
    ASK: [
        calls(("read_file", {"path": "notes.txt"}), ("table_get_map", {"path": "rows.csv"})),
        call(
            "xlsx_operations",
            path="squares.xlsx",
            create_new=True,
            operations=[{"op": "ensure_sheet", "sheet": "Squares"}],
        ),
        _rows(1),
        # Two changes by one answer: a kill may fall between them.
        calls(
            ("write_text_file", {"path": "notes.txt", "content": "new\n"}),
            (
                "table_export",
                {
                    "path": "rows.csv",
                    "query": "SELECT name, n * 2 AS twice FROM data ORDER BY n",
                    "target_path": "twice.csv",
                    "format": "csv",
                },
            ),
        ),
        _rows(6),
        # What was appended twice would show here.
        call(
            "docx_operations",
            path="log.docx",
            create_new=True,
            operations=[{"op": "append_paragraph", "text": "Brought up to date."}],
        ),
        call(
            "docx_operations",
            path="log.docx",
            operations=[{"op": "append_paragraph", "text": "And once more."}],
        ),
        AIMessage("The report is up to date."),
    ]
}


def main() -> None:
    folder, at = Path(sys.argv[1]), int(sys.argv[2])
    settings = settings_of(folder)
    model = ScriptedModel(script=SCRIPT)

    def begin(_: object) -> None:
        if len(model.seen) == 1:
            storage.watch(Crash(at))

    model.gate = begin
    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(settings, models=ScriptedModels(settings, model))
    config = uvicorn.Config(app, log_config=None, access_log=False)
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
