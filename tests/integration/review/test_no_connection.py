"""Review makes no model call: none of its methods opens a connection, in any of our processes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keenbench.engine.engine import Engine
from keenbench.engine.table import METHODS
from tests.integration.review.test_structured_diffs import add, edit
from tests.integration.workbench.conftest import Bench

pytestmark = pytest.mark.needs("bubblewrap")

_watched: list[list[str]] = []
_NETWORK = ("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo")


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _NETWORK and _watched:
        _watched[-1].append(event)


# A hook stays for the life of the process; it does nothing unless a test watches.
sys.addaudithook(_note)


@pytest.fixture
def connections(engine: Engine) -> Iterator[list[str]]:
    """Give what this process does on the network meanwhile."""
    # The probes of the sandbox, which run at start, listen on the loopback to see it unreached.
    assert engine.health.wait(240)
    _watched.append([])
    yield _watched[-1]
    _watched.pop()


def network_sockets(pid: int) -> list[str]:
    """Return the network sockets that a process and its children hold."""
    inodes = set()
    for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        try:
            rows = Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]
        except OSError:
            continue
        inodes |= {row.split()[9] for row in rows}
    found = []
    folder = Path(f"/proc/{pid}/fd")
    try:
        links = [str(fd.readlink()) for fd in folder.iterdir()]
    except OSError:
        return []
    found += [link for link in links if link.removeprefix("socket:[").rstrip("]") in inodes]
    for child in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            below = child.read_text().split()
        except OSError:
            continue
        found += [one for number in below for one in network_sockets(int(number))]
    return found


FILES = {
    "Docx": "simple.docx",
    "Odt": "notes.odt",
    "Xlsx": "multi-sheet.xlsx",
    "Pptx": "slides.pptx",
    "Pdf": "report.pdf",
    "Image": "chart.png",
    "Table": "data.csv",
    "Text": "notes.txt",
}
OFFICE_PAGES = {
    "ReviewGetDocxPreviewPage",
    "ReviewGetOdtPreviewPage",
    "ReviewGetXlsxPreviewPage",
    "ReviewGetPptxPreviewSlide",
}


def test_no_method_of_review_opens_a_connection(bench: Bench, connections: list[str]) -> None:
    add(bench, "simple.docx", "notes.odt", "multi-sheet.xlsx", "slides.pptx", "report.pdf")
    add(bench, "chart.png")
    edit(bench, "simple.docx", "docx", {"op": "append_paragraph", "text": "More."})
    edit(bench, "notes.odt", "odt", {"op": "append_paragraph", "text": "More."})
    cell = {"cell": "B3", "value": 121}
    edit(bench, "multi-sheet.xlsx", "xlsx", {"op": "set_cells", "sheet": "Sales", "cells": [cell]})
    edit(bench, "slides.pptx", "pptx", {"op": "set_notes", "index": 0, "text": "Say it."})
    note = {"op": "add_note", "page": 1, "x": 1, "y": 1, "text": "Why?"}
    edit(bench, "report.pdf", "pdf", note)
    bench.propose(notes__txt="one\n", data__csv="a,b\n1,3\n")
    drawn = (bench.folder / "published" / "chart.png").read_bytes()
    (bench.folder / "draft" / "chart.png").write_bytes(drawn + b"\0")

    called = set()
    for method in sorted(name for name in METHODS.names() if name.startswith("Review")):
        if method in OFFICE_PAGES and shutil.which("soffice") is None:
            called.add(method)
            continue
        if method in ("ReviewGetChangeSet", "ReviewRejectChange"):
            continue
        kind = next(kind for kind in FILES if method.startswith(f"ReviewGet{kind}"))
        bench.call(method, path=FILES[kind])
        called.add(method)
    assert bench.call("ReviewGetChangeSet")["changes"]
    (hunk,) = bench.call("ReviewGetTextDiff", path="notes.txt")["hunks"]
    bench.call("ReviewRejectChange", path="notes.txt", change_ids=[hunk["change_id"]])
    called |= {"ReviewGetChangeSet", "ReviewRejectChange"}

    assert called == {name for name in METHODS.names() if name.startswith("Review")}
    assert connections == []
    assert network_sockets(os.getpid()) == []
