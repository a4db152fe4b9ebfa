"""The built user interface: one page for every address a person may open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

UI = Path(__file__).parent / "ui"

_NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>KeenBench</title>
<h1>KeenBench is running</h1><p>Its page has not been built: run <code>make ui</code>.</p></html>"""

# Addresses that the page itself routes.
PAGES = (
    "/",
    "/workbenches/{workbench_id}",
    "/workbenches/{workbench_id}/file/{path}",
    "/workbenches/{workbench_id}/review",
    "/analyst",
    "/analyst/datasets/{dataset_id}",
    "/analyst/runs/{run_id}",
    "/settings",
)


class _Assets(StaticFiles):
    """Built files: their names hold a hash of their content, so a browser may keep them."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "private, max-age=31536000, immutable"
        return response


def page(status: int = 200, ui: Path = UI) -> Response:
    index = ui / "index.html"
    if not index.exists():
        return HTMLResponse(_NOT_BUILT, status)
    return FileResponse(index, status)


def wants_page(request: Request) -> bool:
    """Whether a person opened this address in a browser, rather than a program asked for it."""
    mode = request.headers.get("sec-fetch-mode", "navigate")
    accepts = request.headers.get("accept", "")
    return request.method == "GET" and mode == "navigate" and "text/html" in accepts


def install(app: FastAPI, ui: Path = UI) -> None:
    def index() -> Response:
        return page(ui=ui)

    for path in PAGES:
        app.add_api_route(path, index, methods=["GET"], include_in_schema=False)
    if (ui / "assets").is_dir():
        app.mount("/assets", _Assets(directory=ui / "assets"), name="assets")
