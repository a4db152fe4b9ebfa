"""Reading a whole file by walking the map that it has of itself."""

from __future__ import annotations

import json
from pathlib import Path

from tests.documents import call, text_of

MAP_BYTES = 64 * 1024


def read_by_map(kind: str, file: Path) -> str:
    """Return the whole text, proven to be that of all chunks one after another."""
    name = kind.capitalize()
    found = call(f"{name}GetMap", file)
    assert len(json.dumps(found)) <= MAP_BYTES, f"{file.name}: the map is too large"
    if kind == "pptx":
        read = slides_by_map(file, found["slide_count"])
    else:
        read = sections_by_map(name, file)
    whole = text_of(f"{name}ExtractText", file)
    assert read == whole, f"{file.name}: chunks and whole differ"
    assert found["total_char_count"] == len(whole), f"{file.name}: the count is wrong"
    return whole


def sections_by_map(name: str, file: Path) -> str:
    out = ""
    for index in range(call(f"{name}GetMap", file)["sections_count"]):
        [section] = call(f"{name}GetMap", file, section=index)["sections"]
        text = ""
        for chunk in range(section["chunks_count"]):
            read = call(f"{name}ExtractText", file, section=index, chunk=chunk)
            assert read["chunk_info"]["covered"]["from"] == len(text) + 1
            text += read["text"]
            assert read["chunk_info"]["covered"]["to"] == len(text)
            if name == "Docx":
                content = call("DocxGetSectionContent", file, section_index=index, chunk=chunk)
                assert content["chunk_info"] == read["chunk_info"]
        assert len(text) == section["char_count"]
        out += text
    return out


def slides_by_map(file: Path, count: int) -> str:
    out = ""
    entries = [
        entry
        for offset in range(0, count, 100)
        for entry in call("PptxGetMap", file, offset=offset, limit=100)["slides"]
    ]
    assert [entry["index"] for entry in entries] == list(range(count))
    for index, entry in enumerate(entries):
        text = "".join(
            text_of("PptxExtractText", file, slide_index=index, chunk=chunk)
            for chunk in range(entry["chunks_count"])
        )
        assert len(text) == entry["char_count"]
        assert text == text_of("PptxExtractText", file, slide_index=index)
        call("PptxGetSlideContent", file, slide_index=index)
        out += text
    return out
