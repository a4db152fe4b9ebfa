"""Pages of a 60-page document: the first from a warm renderer, the next ones, the same again."""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import docx

from keenbench.jsonrpc import Caller
from keenbench.sandbox.backends import parser_box
from keenbench.settings import Settings
from keenbench.worker.broker import Broker
from keenbench.worker.files import WorkbenchFiles

PAGES = 60
ROUNDS = 3


def make(file: Path, seed: int) -> None:
    """Write about sixty pages of headings, paragraphs and tables."""
    chance = random.Random(seed)
    words = [f"word{number}" for number in range(400)]
    document = docx.Document()
    for page in range(PAGES):
        document.add_heading(f"Part {page + 1}", level=1)
        for _ in range(6):
            document.add_paragraph(" ".join(chance.choices(words, k=55)))
        table = document.add_table(rows=4, cols=4)
        for row in table.rows:
            for cell in row.cells:
                cell.text = chance.choice(words)
        document.add_page_break()  # type: ignore[no-untyped-call]
    document.save(str(file))


def cold(file: Path, folder: Path) -> float:
    """Return how long `soffice --convert-to pdf` takes from nothing, its profile made before."""
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder)]
    started = time.perf_counter()
    subprocess.run([*command, str(file)], check=True, capture_output=True)
    return time.perf_counter() - started


def run() -> list[dict[str, Any]]:
    if shutil.which("soffice") is None:
        return []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        published = folder / "workbenches" / "bench" / "published"
        published.mkdir(parents=True)
        files = [published / f"report{number}.docx" for number in range(ROUNDS)]
        for number, file in enumerate(files):
            make(file, number)
        settings = Settings(data_dir=folder / "data", workbenches_override=published.parents[1])
        broker = Broker(settings, parser_box(settings), WorkbenchFiles(published.parents[1]))
        try:
            return _measured(broker, files, folder)
        finally:
            broker.close()


def _measured(broker: Broker, files: list[Path], folder: Path) -> list[dict[str, Any]]:
    caller = Caller(lambda done, total, stage: None, threading.Event())

    def page(file: Path, index: int) -> float:
        asked = {
            "workbench_id": "bench",
            "root": "published",
            "path": file.name,
            "page_index": index,
        }
        started = time.perf_counter()
        answer = broker.handle("DocxRenderPage", asked, caller)
        assert answer["page_count"] >= PAGES
        return time.perf_counter() - started

    warm_up = files[0].with_name("warm.docx")
    document = docx.Document()
    document.add_paragraph("Warm")
    document.save(str(warm_up))
    broker.handle(
        "DocxRenderPage",
        {"workbench_id": "bench", "root": "published", "path": warm_up.name},
        caller,
    )
    cold(files[0], folder)
    first, reference, following, again = [], [], [], []
    for file in files:
        reference.append(cold(file, folder))
        first.append(page(file, 0))
        following += [page(file, index) for index in range(1, 12)]
        again += [page(file, 3) for _ in range(5)]
    whole, began = statistics.median(reference), statistics.median(first)
    return [
        {
            "name": "first page of a 60-page docx, warm renderer",
            "value": began,
            "unit": "s",
            "target": "<= 0.6 x cold soffice",
            "reference": whole,
            "ratio": began / whole,
            "held": began <= 0.6 * whole,
        },
        _row("next pages", following, 60),
        _row("same page again", again, 10),
    ]


def _row(name: str, seconds: list[float], most: float) -> dict[str, Any]:
    value = statistics.median(seconds) * 1000
    return {
        "name": f"{name} of a 60-page docx",
        "value": value,
        "unit": "ms",
        "target": f"<= {most:g} ms",
        "reference": None,
        "ratio": None,
        "held": value <= most,
    }
