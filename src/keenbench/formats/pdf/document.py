"""Opening a PDF, and saying why one cannot be opened."""

from __future__ import annotations

import ctypes
import logging
import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import BinaryIO

import pypdfium2
import pypdfium2.raw as pdfium

from keenbench.errors import FileReadFailed
from keenbench.formats.call import Call, FileParams
from keenbench.formats.text.binary import HEAD_BYTES, known_format

# It warns of circular outlines and the like in words that may quote the document.
logging.getLogger("pypdfium2").setLevel(logging.CRITICAL)

_HEADER_WITHIN = 1024  # where readers look for %PDF-


@contextmanager
def open_pdf(call: Call, params: FileParams) -> Iterator[pypdfium2.PdfDocument]:
    """Give the document that `params` names, its forms loaded."""
    with call.open(params.root, params.path) as file:
        document = load_pdf(file, params.path)
        try:
            yield document
        finally:
            document.close()


def load_pdf(file: BinaryIO, path: str) -> pypdfium2.PdfDocument:
    """Return the document in `file`, its forms loaded, or raise saying why it cannot be."""
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        raise FileReadFailed("The file is empty.", path=path)
    file.seek(0)
    head = file.read(HEAD_BYTES)
    if b"%PDF-" not in head[:_HEADER_WITHIN]:
        kind = known_format(head)
        if kind is not None:
            suffix = PurePath(path).suffix
            raise FileReadFailed(f"This is {kind} named {suffix}, not a PDF document.", path=path)
    try:
        # Pages of the file are read as pdfium asks for them; a private map, since ctypes takes only
        # writable memory.
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        document = pypdfium2.PdfDocument((ctypes.c_ubyte * size).from_buffer(mapped))
        document.init_forms()
    except pypdfium2.PdfiumError as error:
        raise FileReadFailed(_why(error), path=path) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileReadFailed(f"The file cannot be read: {reason}.", path=path) from None
    return document


def _why(error: pypdfium2.PdfiumError) -> str:
    if error.err_code == pdfium.FPDF_ERR_PASSWORD:
        return (
            "The PDF is encrypted with a password. Remove the password in the program that made "
            "it, and add it again."
        )
    if error.err_code == pdfium.FPDF_ERR_SECURITY:
        return "The PDF is encrypted in a way that cannot be read here."
    return "The PDF is damaged: it has no pages that can be found."
