"""What the map of a text file tells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keenbench.errors import FileMissing, FileReadFailed, ValidationFailed
from tests.unit.formats.text.bench import Bench, codes


def test_a_plain_text_maps_to_its_lines(bench: Bench) -> None:
    bench.put("notes.txt", b"line\n" * 350)
    assert bench.map("notes.txt").model_dump(mode="json") == {
        "path": "notes.txt",
        "format": "text",
        "size_bytes": 1750,
        "warnings": [],
        "line_count": 350,
        "char_count": 1750,
        "encoding": "utf-8",
        "encoding_confidence": 1.0,
        "has_bom": False,
        "line_ending": "lf",
        "exceeds_chunk": True,
        "chunking": {"unit": "lines", "size": 200, "count": 2},
        "chunks_count": 2,
        "chunks": [
            {"index": 0, "lines": "1-200", "char_count": 1000, "exceeds_chunk": False},
            {"index": 1, "lines": "201-350", "char_count": 750, "exceeds_chunk": False},
        ],
    }


def test_an_empty_file_has_no_lines_and_no_chunks(bench: Bench) -> None:
    bench.put("empty.txt", b"")
    found = bench.map("empty.txt")
    assert (found.line_count, found.char_count, found.chunks, found.line_ending) == (
        0,
        0,
        [],
        "none",
    )


def test_characters_are_counted_not_bytes_and_the_mark_is_not_one(bench: Bench) -> None:
    bench.put("a.txt", b"\xef\xbb\xbf" + "東京\n".encode())
    found = bench.map("a.txt")
    assert (found.char_count, found.has_bom, found.size_bytes) == (3, True, 10)


def test_mixed_line_ends_are_counted_in_a_warning(bench: Bench) -> None:
    bench.put("a.txt", b"a\nb\r\nc\rd\n")
    found = bench.map("a.txt")
    assert found.line_ending == "mixed"
    assert codes(found) == ["mixed_line_ends"]
    assert "2 LF, 1 CRLF, 1 CR" in found.warnings[0].message


def test_a_long_map_shows_both_ends_and_pages_through_the_rest(bench: Bench) -> None:
    bench.put("a.txt", b"x\n" * 20_000)
    found = bench.map("a.txt")
    assert (found.chunks_count, len(found.chunks)) == (100, 40)
    assert [chunk.index for chunk in found.chunks[19:21]] == [19, 80]
    page = bench.map("a.txt", offset=50, limit=2)
    assert [chunk.lines for chunk in page.chunks] == ["10001-10200", "10201-10400"]


def test_a_limit_past_what_a_map_may_hold_is_refused(bench: Bench) -> None:
    bench.put("a.txt", b"x\n")
    with pytest.raises(ValidationFailed, match="limit"):
        bench.map("a.txt", limit=101)


def test_a_map_stays_small_whatever_the_file_holds(bench: Bench) -> None:
    keys = {"\x01" * 5000 + str(number): 1 for number in range(500)}
    bench.put("a.json", (json.dumps(keys) + "\n" * 30_000).encode())
    for params in ({}, {"offset": 0, "limit": 100}):
        assert len(bench.map("a.json", **params).model_dump_json()) < 64 * 1024


def test_a_chunk_that_one_read_cannot_give_says_so(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keenbench.formats.text.map.READ_LIMIT", 100)
    bench.put("a.txt", b"x" * 101)
    assert [chunk.exceeds_chunk for chunk in bench.map("a.txt").chunks] == [True]


def test_a_doubtful_encoding_is_named_in_a_warning(bench: Bench) -> None:
    bench.put("a.csv", "id,city\n1,Zürich\n".encode("cp850"))
    assert codes(bench.map("a.csv")) == ["encoding_uncertain"]


def test_a_given_encoding_overrules_the_guess(bench: Bench) -> None:
    bench.put("a.txt", "Привет\n".encode("cp1251"))
    assert bench.map("a.txt", encoding="koi8-r").encoding == "koi8-r"


def test_a_zip_named_csv_is_refused(bench: Bench) -> None:
    bench.put("sales.csv", b"PK\x03\x04 and so on")
    with pytest.raises(FileReadFailed, match=r"a zip archive .* named \.csv"):
        bench.map("sales.csv")


def test_a_missing_file_is_named(bench: Bench) -> None:
    with pytest.raises(FileMissing, match=r"gone\.txt"):
        bench.map("gone.txt")


def test_progress_is_told_while_a_file_is_read(bench: Bench) -> None:
    told: list[tuple[int, int | None, str]] = []

    def progress(done: int, total: int | None, stage: str) -> None:
        told.append((done, total, stage))

    bench.put("a.txt", b"x\n" * 1_500_000)
    bench.call("TextGetMap", "a.txt", progress=progress)
    assert told[-1] == (3_000_000, 3_000_000, "reading")


def test_every_text_of_the_corpus_maps_small(bench: Bench, corpus: Path) -> None:
    for source in sorted((corpus / "text").iterdir()):
        bench.put(source.name, source.read_bytes())
        found = bench.map(source.name)
        assert len(found.model_dump_json()) < 64 * 1024
        assert found.char_count == len(bench.text(source.name))
