"""PDF: the text of 200 pages against pypdfium2 alone; memory."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2

import keenbench.formats.pdf.methods  # noqa: F401  registers the methods
from keenbench.formats.call import Call, methods

PAGES = 200
LINES = 50
MEMORY_MB = 250
_WORDS = (
    "the",
    "report",
    "of",
    "all",
    "that",
    "was",
    "said",
    "and",
    "done",
    "by",
    "many",
    "people",
)


def make(file: Path) -> None:
    """Write 200 pages of plain text."""
    chance = random.Random(1)
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(PAGES))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {PAGES} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for at in range(PAGES):
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * at} 0 R >>"
        )
        lines = "".join(
            f"1 0 0 1 72 {740 - 14 * n} Tm ({' '.join(chance.choices(_WORDS, k=13))}) Tj "
            for n in range(LINES)
        )
        stream = f"BT /F1 11 Tf {lines}ET"
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    out = io.BytesIO(b"%PDF-1.7\n")
    out.seek(0, io.SEEK_END)
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n{body}\nendobj\n".encode())
    start = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    out.write("".join(f"{place:010} 00000 n \n" for place in places).encode())
    out.write(f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\n".encode())
    out.write(f"startxref\n{start}\n%%EOF\n".encode())
    file.write_bytes(out.getvalue())


def read(file: Path) -> int:
    found = methods.get("PdfExtractText")
    assert found is not None
    parsed = found.parse({"workbench_id": "bench", "root": "published", "path": file.name})
    descriptor = os.open(file, os.O_RDONLY)
    try:
        call = Call(files={("published", file.name): descriptor}, out=file.parent)
        return len(found.function(call, parsed).model_dump_json())
    finally:
        os.close(descriptor)


def read_alone(file: Path) -> int:
    count = 0
    with pypdfium2.PdfDocument(file) as document:
        for page in document:
            textpage = page.get_textpage()
            count += len(textpage.get_text_range())
            textpage.close()
            page.close()
    return count


def timed(work: Callable[[Path], object], file: Path) -> float:
    began = time.perf_counter()
    work(file)
    return time.perf_counter() - began


def peak_mb(file: Path) -> float:
    code = (
        "import resource, sys; from pathlib import Path; from bench import documents_pdf as b; "
        "b.read(Path(sys.argv[1])); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pages.pdf"
        make(file)
        # In turns: other work on the machine slows both alike.
        pairs = [(timed(read, file), timed(read_alone, file)) for _ in range(15)]
        ours, theirs = (min(times) for times in zip(*pairs, strict=True))
        memory = peak_mb(file)
    return [
        {
            "name": f"pdf text, {PAGES} pages",
            "value": ours,
            "unit": "s",
            "target": "<= 1.2 x pypdfium2 alone",
            "reference": theirs,
            "ratio": ours / theirs,
            "held": ours <= 1.2 * theirs,
        },
        {
            "name": "pdf memory",
            "value": memory,
            "unit": "MB",
            "target": f"<= {MEMORY_MB} MB",
            "reference": None,
            "ratio": None,
            "held": memory <= MEMORY_MB,
        },
    ]
