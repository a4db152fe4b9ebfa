"""Runs in LibreOffice's own Python: writes pages of a document as PDF, or an answer about it.

One JSON request a line on stdin, one answer a line on stdout. It imports nothing of KeenBench, as
that Python may be another version than ours.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException
from com.sun.star.uno import Exception as OfficeException

# This Python is started without any folder of ours on its path.
sys.path.append(str(Path(__file__).parent))
import answers_script  # type: ignore[import-not-found]

_START_SECONDS = 40.0
# With a new profile it sets itself up, ends, and wants to be started again.
_AGAIN = (79, 81)
_FILTERS = (
    ("com.sun.star.text.GenericTextDocument", "writer_pdf_Export"),
    ("com.sun.star.sheet.SpreadsheetDocument", "calc_pdf_Export"),
    ("com.sun.star.presentation.PresentationDocument", "impress_pdf_Export"),
    ("com.sun.star.drawing.DrawingDocument", "draw_pdf_Export"),
)


def value(name: str, content: Any) -> Any:
    made = PropertyValue()
    made.Name, made.Value = name, content
    return made


def values(**items: Any) -> tuple[Any, ...]:
    return tuple(value(name, content) for name, content in items.items())


def launch(command: list[str]) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)


def start(binary: str) -> Any:
    """Start LibreOffice and return its desktop."""
    command = [
        binary,
        "--headless",
        "--invisible",
        "--norestore",
        "--nologo",
        "--nodefault",
        "--nolockcheck",
        "--nofirststartwizard",
        "-env:UserInstallation=file:///tmp/profile",
        "--accept=pipe,name=keenbench;urp;StarOffice.ComponentContext",
    ]
    process = launch(command)
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local
    )
    address = "uno:pipe,name=keenbench;urp;StarOffice.ComponentContext"
    ends = time.monotonic() + _START_SECONDS
    while True:
        try:
            context = resolver.resolve(address)
            break
        except NoConnectException:
            code = process.poll()
            if code in _AGAIN:
                process = launch(command)
            elif code is not None or time.monotonic() > ends:
                sys.exit(f"LibreOffice does not start (exit {code})")
            time.sleep(0.05)
    return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)


def loaded(desktop: Any, path: str, **more: Any) -> Any:
    """Return a document, opened so that nothing in it runs or reaches out."""
    document = desktop.loadComponentFromURL(
        uno.systemPathToFileUrl(path),
        "_blank",
        0,
        values(
            Hidden=True,
            MacroExecutionMode=0,  # never
            UpdateDocMode=0,  # no link is followed
            **more,
        ),
    )
    if document is None:
        raise RuntimeError("not loaded")
    return document


def closed(document: Any) -> None:
    try:
        document.close(True)
    except DisposedException:
        sys.exit("LibreOffice is gone")
    except OfficeException:
        document.dispose()


class Pages:
    """The document that was asked about last stays open: its next pages are asked for next."""

    def __init__(self, desktop: Any) -> None:
        self.desktop = desktop
        self.key: str | None = None
        self.document: Any = None
        self.filter: str | None = None
        self.count = 0

    def open(self, key: str, path: str) -> None:
        if key == self.key and self.document is not None:
            return
        self.close()
        self.document = loaded(self.desktop, path, ReadOnly=True)
        self.key = key
        self.filter = next(
            (name for service, name in _FILTERS if self.document.supportsService(service)), None
        )
        if self.filter is None:
            raise RuntimeError("no pages")
        self.count = self.document.getRendererCount(self.document, ())

    def close(self) -> None:
        document, self.document, self.key = self.document, None, None
        if document is not None:
            closed(document)

    def write(self, out: str, first: int, last: int) -> None:
        data = uno.Any(
            "[]com.sun.star.beans.PropertyValue",
            values(
                PageRange=f"{first}-{min(last, max(1, self.count))}",
                ExportBookmarks=False,
                ExportHiddenSlides=True,
                ExportNotes=False,
                UseTaggedPDF=False,
                ReduceImageResolution=True,
                MaxImageResolution=300,
            ),
        )
        self.document.storeToURL(
            uno.systemPathToFileUrl(out),
            (value("FilterName", self.filter), value("FilterData", data)),
        )


def answer_to(desktop: Any, asked: dict[str, Any]) -> None:
    document = loaded(desktop, asked["path"])
    try:
        answers_script.ANSWERS[asked["ask"]](document, asked["question"], asked["out"])
    finally:
        closed(document)


def main() -> None:
    pages = Pages(start(sys.argv[1]))
    sys.stdout.write('{"ready": true}\n')
    sys.stdout.flush()
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, Any] = {}
        try:
            if "ask" in asked:
                answer_to(pages.desktop, asked)
            else:
                pages.open(asked["key"], asked["path"])
                pages.write(asked["out"], asked["first"], asked["last"])
                answer = {"page_count": pages.count}
        except DisposedException:
            sys.exit("LibreOffice is gone")
        except (OfficeException, RuntimeError) as error:
            pages.close()
            answer = {"failed": type(error).__name__}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
