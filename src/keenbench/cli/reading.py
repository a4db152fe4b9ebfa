"""`keenbench map | read | text FILE`: any file of the user's, parsed in the same box."""

from __future__ import annotations

import contextlib
import re
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from keenbench import logs
from keenbench.cli.output import print_json, print_outline, print_text, reports_errors
from keenbench.errors import (
    FileMissing,
    FileReadFailed,
    TooLarge,
    ValidationFailed,
)
from keenbench.jsonrpc import Caller
from keenbench.sandbox.backends import parser_box
from keenbench.settings import load_settings
from keenbench.workbench.kinds import kind_of
from keenbench.worker.broker import Broker
from keenbench.worker.files import LooseFile

FileArgument = Annotated[Path, typer.Argument(help="A file anywhere on your disk.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]

# The method of each verb, by kind of file.
_MAP = {
    "text": "TextGetMap",
    "docx": "DocxGetMap",
    "odt": "OdtGetMap",
    "pptx": "PptxGetMap",
    "xlsx": "XlsxGetMap",
    "pdf": "PdfGetMap",
    "image": "ImageGetMetadata",
}
_TEXT = {
    "text": "TextExtractText",
    "docx": "DocxExtractText",
    "odt": "OdtExtractText",
    "pptx": "PptxExtractText",
    "xlsx": "XlsxExtractText",
    "pdf": "PdfExtractText",
}
_READ = _TEXT | {"text": "TextReadLines", "xlsx": "XlsxReadRange"}
_TABLE_ENDINGS = frozenset((".csv", ".tsv", ".psv"))
# What else than `--chunk` names a region, by kind of file.
_REGION = {
    "text": ("lines",),
    "docx": ("section",),
    "odt": ("section",),
    "pptx": ("slide",),
    "xlsx": ("sheet", "range"),
    "pdf": ("pages",),
}


class Reader:
    """A broker of our own for one file, without a workbench."""

    def __init__(self, name: str, broker: Broker) -> None:
        self._name = name
        self._broker = broker
        self._canceled = threading.Event()
        signal.signal(signal.SIGINT, lambda number, frame: self._canceled.set())

    def call(self, method: str, **params: Any) -> Any:
        body = {"workbench_id": "file", "root": "published", "path": self._name}
        body |= {name: value for name, value in params.items() if value is not None}
        return self._broker.handle(method, body, Caller(_no_report, self._canceled))


def _no_report(done: int, total: int | None, stage: str) -> None:
    """The command line shows results, not stages."""


@contextlib.contextmanager
def open_reader(file: Path, *, target: Path | None = None) -> Iterator[Reader]:
    settings = load_settings()
    logs.set_up("WARNING")
    check_file(file)
    with tempfile.TemporaryDirectory(prefix="keenbench-") as scratch:
        loose = LooseFile(file, Path(scratch), target)
        broker = Broker(settings, parser_box(settings), loose)
        try:
            yield Reader(loose.name, broker)
        finally:
            broker.close()


def check_file(file: Path) -> None:
    """Raise unless there is a file that we may read."""
    try:
        if file.is_dir():
            raise FileReadFailed(f"{file} is a folder.")
        if not file.exists():
            raise FileMissing(f"There is no file {file}.")
    except PermissionError:
        raise FileReadFailed(f"{file} cannot be read: permission denied.") from None


def method_for(verb: dict[str, str], file: Path) -> str:
    check_file(file)
    kind = kind_of(file.name).file_kind
    if kind not in verb:
        raise ValidationFailed(f"This command does not read files of kind {kind}: {file}.")
    return verb[kind]


@reports_errors
def show_map(
    file: FileArgument,
    encoding: Annotated[str | None, typer.Option(help="Of a table or a text.")] = None,
    delimiter: Annotated[str | None, typer.Option(help="Of a table.")] = None,
    source_table: Annotated[
        int | None, typer.Option(help="Of a text file that holds several tables: which, from 1.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the structure of a file: what is in it and how large each part is."""
    table = file.suffix.lower() in _TABLE_ENDINGS
    method = "TabularGetMap" if table else method_for(_MAP, file)
    with open_reader(file) as reader:
        result = reader.call(
            method, encoding=encoding, delimiter=delimiter, source_table=source_table
        )
    if as_json:
        print_json(result)
    else:
        print_outline(result)


@reports_errors
def read(
    file: FileArgument,
    lines: Annotated[str | None, typer.Option(help="Lines A-B of a text file.")] = None,
    section: Annotated[
        str | None, typer.Option(help="A section of a document: its heading, or its index.")
    ] = None,
    slide: Annotated[int | None, typer.Option(min=0, help="A slide, from 0.")] = None,
    sheet: Annotated[str | None, typer.Option(help="A sheet of a workbook [the first].")] = None,
    cells: Annotated[str | None, typer.Option("--range", help="Cells, such as A1:E50.")] = None,
    pages: Annotated[str | None, typer.Option(help="Pages of a PDF, such as 1-5,8.")] = None,
    chunk: Annotated[int | None, typer.Option(help="A chunk that the map names, from 0.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Read one region of a file; without one, its first chunk."""
    method = method_for(_READ, file)
    given = {"lines": lines, "section": section, "slide": slide}
    given |= {"sheet": sheet, "range": cells, "pages": pages}
    params = region(file, {name: value for name, value in given.items() if value is not None})
    if chunk is None and not params:
        chunk = 0
    with open_reader(file) as reader:
        result = reader.call(method, **params, chunk=chunk)
    _print_text(result, as_json, asked_for=bool(params))


def region(file: Path, given: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of the region that the options name, if they fit the kind of file."""
    fitting = _REGION[kind_of(file.name).file_kind]
    for name in given:
        if name not in fitting:
            takes = " and ".join(f"--{other}" for other in fitting)
            raise ValidationFailed(f"--{name} does not fit {file.name}; it takes {takes}.")
    if "lines" in given:
        start, count = line_range(given["lines"])
        return {"line_start": start, "line_count": count}
    names = {"slide": "slide_index"}
    return {names.get(name, name): value for name, value in given.items()}


@reports_errors
def text(file: FileArgument, as_json: JsonOption = False) -> None:
    """Print the whole text of a file."""
    method = method_for(_TEXT, file)
    with open_reader(file) as reader:
        try:
            _print_text(reader.call(method), as_json)
        except TooLarge:
            if as_json or method != "TextExtractText":
                raise
            _stream_lines(reader)


def _stream_lines(reader: Reader) -> None:
    """Print a text that is too large for one answer, window by window."""
    start, count = 1, 200_000
    while True:
        try:
            result = reader.call("TextReadLines", line_start=start, line_count=count)
        except TooLarge:
            if count == 1:
                raise
            count //= 2
            continue
        print_text(result["text"])
        if not result["chunk_info"]["has_more"]:
            return
        start += count


def line_range(lines: str | None) -> tuple[int | None, int | None]:
    """Return start and count of `A-B`, or of the single line `A`."""
    if lines is None:
        return None, None
    found = re.fullmatch(r"([1-9][0-9]{0,17})(?:-([1-9][0-9]{0,17}))?", lines)
    if found is None:
        raise ValidationFailed("--lines takes A-B, counted from 1: --lines 201-350.")
    first, last = found.groups()
    start, end = int(first), int(last or first)
    if end < start:
        raise ValidationFailed("--lines ends before it begins.")
    return start, end - start + 1


def _print_text(result: dict[str, Any], as_json: bool, *, asked_for: bool = False) -> None:
    if as_json:
        print_json(result)
        return
    print_text(result["text"])
    if not result["text"].endswith(("\n", "\r")) and sys.stdout.isatty():
        print_text("\n")
    info = result["chunk_info"]
    if info["has_more"] and not asked_for:
        sys.stderr.write(
            f"chunk {info['chunk_index']} of {info['total_chunks']} ({info['range']}); "
            "there is more: --chunk\n"
        )
