"""The map of a text file."""

from __future__ import annotations

from keenbench.formats.call import Call
from keenbench.formats.shape import Chunking, MapWarning, Page, chunk_count, listed
from keenbench.formats.text.lines import LineEnds, TextFile
from keenbench.formats.text.methods import CHUNK_LINES, TextChunk, TextMap, TextMapParams
from keenbench.formats.text.read import READ_LIMIT, open_text
from keenbench.formats.text.structure import format_of, structure_of


def map_text(call: Call, params: TextMapParams) -> TextMap:
    with open_text(call, params, params.encoding) as text:
        structure = structure_of(text, params.path, params.page)
        count = chunk_count(text.line_count, CHUNK_LINES)
        return TextMap(
            path=params.path,
            format=format_of(params.path),
            size_bytes=text.size_bytes,
            warnings=[*text.detected.warnings, *_mixed(text.ends), *structure.warnings],
            line_count=text.line_count,
            char_count=text.char_count,
            encoding=text.detected.encoding,
            encoding_confidence=round(text.detected.confidence, 2),
            has_bom=text.detected.has_bom,
            line_ending=text.ends.name,
            exceeds_chunk=count > 1,
            chunking=Chunking(unit="lines", size=CHUNK_LINES, count=count),
            chunks_count=count,
            chunks=_chunks(text, count, params.page),
            delimiter=structure.delimiter,
            column_count=structure.headers and structure.headers.count,
            headers=structure.headers and structure.headers.items,
            headers_count=structure.headers and structure.headers.count,
            top_level=structure.top_level,
            keys=structure.keys and structure.keys.items,
            keys_count=structure.keys and structure.keys.count,
            item_count=structure.item_count,
            document_count=structure.document_count,
            root=structure.root,
            children=structure.children and structure.children.items,
            children_count=structure.children and structure.children.count,
            child_count=structure.child_count,
        )


def _chunks(text: TextFile, count: int, page: Page | None) -> list[TextChunk]:
    chunks: list[TextChunk] = []
    for index in listed(count, page):
        first = index * CHUNK_LINES
        last = min(first + CHUNK_LINES, text.line_count)
        chars = text.char_offset(last) - text.char_offset(first)
        chunks.append(
            TextChunk(
                index=index,
                lines=f"{first + 1}-{last}",
                char_count=chars,
                exceeds_chunk=chars > READ_LIMIT,
            )
        )
    return chunks


def _mixed(ends: LineEnds) -> list[MapWarning]:
    if ends.name != "mixed":
        return []
    message = f"The lines end in different ways: {ends.lf} LF, {ends.crlf} CRLF, {ends.cr} CR."
    return [MapWarning(code="mixed_line_ends", message=message)]
