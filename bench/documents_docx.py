"""Word documents: a map of 2000 paragraphs against lxml parsing them; one section; memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import docx
from lxml import etree

import keenbench.formats.docx.methods  # noqa: F401  registers the methods
from keenbench.formats.call import Call, methods
from keenbench.formats.docx import read

PARAGRAPHS = 2000
MEMORY_MB = 250
# The parts that a map of this file reads.
_PARTS = (
    "[Content_Types].xml",
    "_rels/.rels",
    "word/_rels/document.xml.rels",
    "word/document.xml",
    "word/styles.xml",
    "word/numbering.xml",
)


def make(file: Path) -> None:
    """Write a report: a heading every 40 paragraphs, three runs in each of the others."""
    document = docx.Document()
    for number in range(PARAGRAPHS):
        if number % 40 == 0:
            document.add_heading(f"Section {number // 40}", 1 + number // 40 % 3)
            continue
        paragraph = document.add_paragraph(f"Paragraph {number} begins with a few plain words, ")
        paragraph.add_run("then some in bold").bold = True
        paragraph.add_run(", and goes on for as long as a line or two on a printed page would be.")
    document.save(str(file))


def call(method: str, file: Path, **params: Any) -> None:
    found = methods.get(method)
    assert found is not None
    parsed = found.parse(
        {"workbench_id": "bench", "root": "published", "path": file.name, **params}
    )
    descriptor = os.open(file, os.O_RDONLY)
    try:
        made = found.function(
            Call(files={("published", file.name): descriptor}, out=file.parent), parsed
        )
        made.model_dump(mode="json")
    finally:
        os.close(descriptor)


def cold(method: str, file: Path, **params: Any) -> None:
    """Call without what an earlier call has left in memory."""
    read._walked.forget()
    call(method, file, **params)


def parse(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        for name in _PARTS:
            etree.fromstring(archive.read(name))


def best(work: Callable[[], None], other: Callable[[], None]) -> tuple[float, float]:
    """Return the best times of both, taken in turns: other work on the machine slows both alike."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(25):
        for kept, one in zip(times, (work, other), strict=True):
            start = time.perf_counter()
            one()
            kept.append(time.perf_counter() - start)
    return min(times[0]), min(times[1])


def peak_mb(file: Path) -> float:
    """Return the peak memory of a fresh process that maps the file."""
    code = (
        "import resource, sys; from pathlib import Path; from bench.documents_docx import call;"
        "call('DocxGetMap', Path(sys.argv[1]));"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def run() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.docx"
        make(file)
        mapping, parsing = best(lambda: cold("DocxGetMap", file), lambda: parse(file))
        yield {
            "name": "docx map, 2000 paragraphs",
            "value": mapping,
            "unit": "s",
            "target": "3 x lxml parsing the same parts",
            "reference": parsing,
            "ratio": mapping / parsing,
            "held": mapping <= 3 * parsing,
        }
        section, again = best(
            lambda: cold("DocxGetSectionContent", file, section_index=30),
            lambda: call("DocxGetSectionContent", file, section_index=30),
        )
        yield {
            "name": "docx section of 2000 paragraphs, cold",
            "value": section,
            "unit": "s",
            "target": "0.1 s",
            "reference": 0.1,
            "ratio": section / 0.1,
            "held": section <= 0.1,
        }
        yield {
            "name": "docx section of 2000 paragraphs, again",
            "value": again,
            "unit": "s",
            "target": "0.1 s",
            "reference": 0.1,
            "ratio": again / 0.1,
            "held": again <= 0.1,
        }
        memory = peak_mb(file)
        yield {
            "name": "docx map memory",
            "value": memory,
            "unit": "MB",
            "target": f"{MEMORY_MB} MB",
            "reference": MEMORY_MB,
            "ratio": memory / MEMORY_MB,
            "held": memory <= MEMORY_MB,
        }
