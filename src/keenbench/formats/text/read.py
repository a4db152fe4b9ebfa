"""Reading windows of lines, chunks, and whole texts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from keenbench.errors import FileReadFailed, TooLarge, ValidationFailed
from keenbench.formats.call import Call, FileParams
from keenbench.formats.shape import ChunkInfo, Covered, chunk_count, window_info
from keenbench.formats.text.encoding import as_encoding, detect
from keenbench.formats.text.lines import TextFile
from keenbench.formats.text.methods import (
    CHUNK_LINES,
    TextExtractParams,
    TextRead,
    TextReadParams,
)

# Of UTF-8. A message on the wire holds 64 MB, and JSON may write a byte as six.
READ_LIMIT = 16 * 1024 * 1024


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Turn a fault of the disk into an error that names the file."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileReadFailed(f"The file cannot be read: {reason}.", path=path) from None


@contextmanager
def open_text(call: Call, params: FileParams, encoding: str | None) -> Iterator[TextFile]:
    """Give the text file that `params` names, its encoding found and its lines indexed."""
    with call.open(params.root, params.path) as file, reading(params.path):
        size = file.seek(0, os.SEEK_END)

        def watch(done: int) -> None:
            call.progress(done, size, "reading")

        if encoding is None:
            detected = detect(file, params.path, watch)
        else:
            detected = as_encoding(file, encoding, params.path)
        yield TextFile(file, detected, watch)


def read_lines(call: Call, params: TextReadParams) -> TextRead:
    by_lines = params.line_start is not None or params.line_count is not None
    if by_lines and params.chunk is not None:
        raise ValidationFailed("Give chunk, or line_start and line_count, not both.")
    with open_text(call, params, params.encoding) as text:
        if by_lines:
            first = params.line_start or 1
            wanted = params.line_count or CHUNK_LINES
        else:
            first, wanted = _lines_of_chunk(text, params.chunk or 0), CHUNK_LINES
        return _read(text, first, wanted, params.char_start, params.char_count)


def extract_text(call: Call, params: TextExtractParams) -> TextRead:
    with open_text(call, params, params.encoding) as text:
        if params.chunk is not None:
            return _read(text, _lines_of_chunk(text, params.chunk), CHUNK_LINES)
        return _read(text, 1, max(1, text.line_count))


def _lines_of_chunk(text: TextFile, chunk: int) -> int:
    """Return the first line of `chunk`, 1-based."""
    count = chunk_count(text.line_count, CHUNK_LINES)
    if chunk >= max(1, count):  # an empty file has no chunk, but the first can be asked for
        raise ValidationFailed(f"chunk {chunk} does not exist; the file has {count}, from 0 on.")
    return chunk * CHUNK_LINES + 1


def _read(
    text: TextFile,
    first: int,
    wanted: int,
    char_start: int | None = None,
    char_count: int | None = None,
) -> TextRead:
    last = max(first - 1, min(first + wanted - 1, text.line_count))
    info = window_info(
        unit="lines", first=first, last=last, total=text.line_count, size=CHUNK_LINES
    )
    start, end = text.char_offset(first - 1), text.char_offset(last)
    if last < first:
        start = end
    if char_start is not None or char_count is not None:
        info, start, end = _part_of_lines(info, start, end, char_start or 1, char_count)
    content = _bounded(text, start, end, info)
    return TextRead(text=content, chunk_info=info, warnings=list(text.detected.warnings))


def _part_of_lines(
    info: ChunkInfo, start: int, end: int, char_start: int, char_count: int | None
) -> tuple[ChunkInfo, int, int]:
    """Narrow a window of lines to some of its characters."""
    total = end - start
    last = total if char_count is None else min(char_start + char_count - 1, total)
    last = max(last, char_start - 1)
    covered = Covered(unit="characters", first=char_start, last=last, total=total)
    has_more = info.has_more or (last < total and char_start <= total)
    narrowed = info.model_copy(update={"covered": covered, "has_more": has_more})
    return narrowed, min(start + char_start - 1, end), min(start + last, end)


def _bounded(text: TextFile, start: int, end: int, info: ChunkInfo) -> str:
    """Return the text, or refuse one that is too large for a result."""
    if end - start <= READ_LIMIT:
        content = text.text(start, end)
        if len(content) * 4 <= READ_LIMIT or len(content.encode()) <= READ_LIMIT:
            return content
    if info.covered.unit == "characters":
        how = "Ask for fewer characters."
    elif info.covered.first == info.covered.last:
        how = "Read the line in parts with char_start and char_count."
    else:
        how = (
            "Read it with TextReadLines, fewer lines at a time (line_start, line_count); a very "
            "long line in parts with char_start and char_count."
        )
    raise TooLarge(
        f"Lines {info.range} are too large for one read: {end - start} characters, "
        f"where {READ_LIMIT} bytes are the limit. {how}"
    )
