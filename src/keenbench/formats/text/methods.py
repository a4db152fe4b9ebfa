"""The worker's methods on text files: what they take and what they give."""

from __future__ import annotations

from pydantic import Field

from keenbench.formats.call import Call, FileParams, FileRef, methods
from keenbench.formats.focus import Focus
from keenbench.formats.shape import (
    ChunkInfo,
    Chunking,
    MapBase,
    MapParams,
    MapWarning,
    WhenAny,
    WhenPresent,
)
from keenbench.registry import Ok, Result

CHUNK_LINES = 200

# What may be written as text.
# fmt: off
WRITABLE_SUFFIXES = (
    ".txt", ".md", ".json", ".xml", ".yaml", ".yml", ".html", ".js", ".ts", ".py", ".java", ".go",
    ".rb", ".rs", ".c", ".cpp", ".h", ".css", ".sql", ".csv", ".tsv", ".psv",
)
# fmt: on

_ENCODING = Field(
    default=None, description="Read the file in this encoding instead of the one found."
)


class TextChunk(Result):
    """One chunk of a map; read it with `chunk` or by its lines."""

    index: int
    lines: str
    char_count: int
    exceeds_chunk: bool = Field(
        description="More than one read gives; read it in parts with char_start and char_count."
    )


class TextMap(MapBase):
    """What a text file is made of, without its content."""

    line_count: int
    char_count: int
    encoding: str
    encoding_confidence: float
    has_bom: bool
    line_ending: str = Field(description="lf, crlf, cr, mixed, or none where no line ends.")
    exceeds_chunk: bool = Field(description="The file has more lines than one chunk.")
    chunking: Chunking
    chunks_count: int
    chunks: list[TextChunk]
    # Delimited text.
    delimiter: str | None = WhenPresent
    column_count: int | None = WhenPresent
    headers: list[str] | None = WhenPresent
    headers_count: int | None = WhenPresent
    # JSON and YAML (its first document): object, array, string, number, boolean, null, scalar.
    top_level: str | None = WhenPresent
    keys: list[str] | None = WhenPresent
    keys_count: int | None = WhenPresent
    item_count: int | None = WhenPresent
    document_count: int | None = WhenPresent
    # XML: the different names of the root's children, and how many children there are.
    root: str | None = WhenPresent
    children: list[str] | None = WhenPresent
    children_count: int | None = WhenPresent
    child_count: int | None = WhenPresent


class TextMapParams(MapParams):
    encoding: str | None = _ENCODING


class TextRead(Result):
    """Text as it stands in the file, line ends included."""

    text: str
    chunk_info: ChunkInfo
    warnings: list[MapWarning] = WhenAny


class TextReadParams(FileParams):
    line_start: int | None = Field(default=None, ge=1, description="The first line, 1-based [1].")
    line_count: int | None = Field(default=None, ge=1, description=f"Lines [{CHUNK_LINES}].")
    chunk: int | None = Field(default=None, ge=0, description="A chunk of the map, 0-based [0].")
    char_start: int | None = Field(
        default=None, ge=1, description="The first character of those lines, 1-based [1]."
    )
    char_count: int | None = Field(
        default=None, ge=1, description="Characters of those lines [all]; for very long lines."
    )
    encoding: str | None = _ENCODING


class TextExtractParams(FileParams):
    chunk: int | None = Field(default=None, ge=0, description="A chunk of the map [the whole].")
    encoding: str | None = _ENCODING


class TextWriteParams(FileParams):
    content: str = Field(description="The whole new content.")
    encoding: str | None = Field(
        default=None, description="Convert the file to this encoding [the file's own, else utf-8]."
    )


class TextWritten(Ok):
    """How the file was written."""

    size_bytes: int
    encoding: str
    line_ending: str
    has_bom: bool
    warnings: list[MapWarning]
    focus: Focus | None = WhenPresent


@methods.method("TextGetMap")
def text_get_map(call: Call, params: TextMapParams) -> TextMap:
    """Say how large a text file is, how it is encoded, and what it is made of."""
    from keenbench.formats.text.map import map_text

    return map_text(call, params)


@methods.method("TextReadLines")
def text_read_lines(call: Call, params: TextReadParams) -> TextRead:
    """Read a window of lines, or a chunk of the map; without either, the first chunk."""
    from keenbench.formats.text.read import read_lines

    return read_lines(call, params)


@methods.method("TextExtractText")
def text_extract_text(call: Call, params: TextExtractParams) -> TextRead:
    """Read a text file whole."""
    from keenbench.formats.text.read import extract_text

    return extract_text(call, params)


@methods.method(
    "TextWrite",
    reads=lambda params: [FileRef(params.root, params.path, optional=True)],
    writes=lambda params: FileRef(params.root, params.path),
)
def text_write(call: Call, params: TextWriteParams) -> TextWritten:
    """Write the whole new content of a text file, keeping its encoding and line ends."""
    from keenbench.formats.text.write import write_text

    return write_text(call, params)
