"""`keenbench map | read | text FILE`: any file of the user's, parsed in the same box."""

from __future__ import annotations

import contextlib
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from keenbench import logs
from keenbench.cli.output import print_json, reports_errors
from keenbench.errors import FileMissing, TooLarge, ValidationFailed
from keenbench.jsonrpc import Caller
from keenbench.sandbox.backends import parser_box
from keenbench.settings import Settings
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

    def __init__(self, file: Path, broker: Broker) -> None:
        self._file = file
        self._broker = broker
        self._canceled = threading.Event()
        signal.signal(signal.SIGINT, lambda number, frame: self._canceled.set())

    def call(self, method: str, **params: Any) -> Any:
        body = {"workbench_id": "file", "root": "published", "path": self._file.name}
        body |= {name: value for name, value in params.items() if value is not None}
        return self._broker.handle(method, body, Caller(_no_report, self._canceled))


def _no_report(done: int, total: int | None, stage: str) -> None:
    """The command line shows results, not stages."""


@contextlib.contextmanager
def open_reader(file: Path, *, target: Path | None = None) -> Iterator[Reader]:
    settings = Settings()
    logs.set_up("WARNING")
    if not file.exists():
        raise FileMissing(f"There is no file {file}.", path=file.name)
    with tempfile.TemporaryDirectory(prefix="keenbench-") as scratch:
        broker = Broker(settings, parser_box(settings), LooseFile(file, Path(scratch), target))
        try:
            yield Reader(file, broker)
        finally:
            broker.close()


def method_for(verb: dict[str, str], file: Path) -> str:
    kind = kind_of(file.name).file_kind
    if kind not in verb:
        raise ValidationFailed(
            f"{file.name} is a {kind} file, which this command cannot read.", path=file.name
        )
    return verb[kind]


@reports_errors
def show_map(
    file: FileArgument,
    encoding: Annotated[str | None, typer.Option(help="Of a table or a text.")] = None,
    delimiter: Annotated[str | None, typer.Option(help="Of a table.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the structure of a file: what is in it and how large each part is."""
    table = file.suffix.lower() in _TABLE_ENDINGS
    method = "TabularGetMap" if table else method_for(_MAP, file)
    with open_reader(file) as reader:
        print_json(reader.call(method, encoding=encoding, delimiter=delimiter))


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
    _print_text(result, as_json)


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
        sys.stdout.write(result["text"])
        if not result["chunk_info"]["has_more"]:
            return
        start += count


def line_range(lines: str | None) -> tuple[int | None, int | None]:
    """Return start and count of `A-B`, or of the single line `A`."""
    if lines is None:
        return None, None
    first, _, last = lines.partition("-")
    if not first.isdigit() or (last and not last.isdigit()):
        raise ValidationFailed("--lines takes A-B, counted from 1: --lines 201-350.")
    start, end = int(first), int(last or first)
    if end < start:
        raise ValidationFailed("--lines ends before it begins.")
    return start, end - start + 1


def _print_text(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(result)
        return
    sys.stdout.write(result["text"])
    if not result["text"].endswith(("\n", "\r")) and sys.stdout.isatty():
        sys.stdout.write("\n")
    info = result["chunk_info"]
    if info["has_more"]:
        sys.stderr.write(
            f"chunk {info['chunk_index']} of {info['total_chunks']} ({info['range']}); "
            "there is more: --chunk\n"
        )
