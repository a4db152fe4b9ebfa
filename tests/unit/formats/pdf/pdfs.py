"""PDF documents made in a few lines."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter

import keenbench.formats.pdf.methods  # noqa: F401  registers the methods


def pdf_bytes(pages: Sequence[str], catalog: str = "", more: Sequence[str] = ()) -> bytes:
    """Return a document with these texts on its pages, a line each; `more` are extra objects."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for at, text in enumerate(pages):
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * at} 0 R >>"
        )
        lines = "".join(
            f"1 0 0 1 72 {720 - 14 * n} Tm ({line}) Tj " for n, line in enumerate(text.split("\n"))
        )
        stream = f"BT /F1 12 Tf {lines}ET"
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects += more
    return assembled(objects)


def assembled(objects: Sequence[str]) -> bytes:
    out = io.BytesIO()
    out.write(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1"))
    start = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    for place in places:
        out.write(f"{place:010} 00000 n \n".encode())
    out.write(f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\n".encode())
    out.write(f"startxref\n{start}\n%%EOF\n".encode())
    return out.getvalue()


def write_pdf(folder: Path, pages: Sequence[str], **more: Any) -> Path:
    file = folder / "paper.pdf"
    file.write_bytes(pdf_bytes(pages, **more))
    return file


def rewritten(data: bytes) -> PdfWriter:
    """Return a writer of pypdf's that holds the document."""
    return PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
