"""Reading text: windows, chunks, the whole."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keenbench.errors import TooLarge, ValidationFailed
from tests.unit.formats.text.bench import Bench


@pytest.fixture
def numbered(bench: Bench) -> Bench:
    """A file of 450 numbered lines."""
    bench.put("a.txt", "".join(f"line {number}\n" for number in range(1, 451)).encode())
    return bench


def test_without_a_region_the_first_chunk_is_read(numbered: Bench) -> None:
    found = numbered.read("a.txt")
    assert found.text.startswith("line 1\n")
    assert found.text.endswith("line 200\n")
    assert found.model_dump(mode="json")["chunk_info"] == {
        "chunk_index": 0,
        "total_chunks": 3,
        "has_more": True,
        "range": "1-200",
        "covered": {"unit": "lines", "from": 1, "to": 200, "total": 450},
    }


def test_a_window_of_lines_is_read_with_its_line_ends(numbered: Bench) -> None:
    found = numbered.read("a.txt", line_start=199, line_count=3)
    assert found.text == "line 199\nline 200\nline 201\n"
    assert (found.chunk_info.chunk_index, found.chunk_info.range) == (0, "199-201")
    assert found.chunk_info.has_more


def test_the_last_window_has_no_more(numbered: Bench) -> None:
    found = numbered.read("a.txt", line_start=441, line_count=200)
    assert found.chunk_info.range == "441-450"
    assert (found.chunk_info.chunk_index, found.chunk_info.has_more) == (2, False)


def test_line_start_alone_reads_a_chunk_from_there(numbered: Bench) -> None:
    assert numbered.read("a.txt", line_start=11).chunk_info.range == "11-210"


def test_past_the_end_there_is_nothing_and_no_more(numbered: Bench) -> None:
    found = numbered.read("a.txt", line_start=451)
    assert (found.text, found.chunk_info.range, found.chunk_info.has_more) == ("", "", False)


def test_a_chunk_of_the_map_is_read_by_its_index_or_its_lines(numbered: Bench) -> None:
    chunk = numbered.map("a.txt").chunks[1]
    first, last = map(int, chunk.lines.split("-"))
    by_index = numbered.read("a.txt", chunk=1)
    assert by_index == numbered.read("a.txt", line_start=first, line_count=last - first + 1)
    assert len(by_index.text) == chunk.char_count


@pytest.mark.parametrize(
    "params",
    [
        {"line_start": 0},
        {"line_count": 0},
        {"line_start": -5},
        {"chunk": -1},
        {"chunk": 3},
        {"chunk": 0, "line_start": 1},
        {"chunk": 0, "line_count": 1},
        {"char_start": 0},
        {"lines": "1-5"},
    ],
)
def test_a_bad_region_is_refused(numbered: Bench, params: dict[str, Any]) -> None:
    with pytest.raises(ValidationFailed):
        numbered.read("a.txt", **params)


def test_an_empty_file_reads_as_nothing(bench: Bench) -> None:
    bench.put("a.txt", b"")
    found = bench.read("a.txt")
    assert (found.text, found.chunk_info.total_chunks, found.chunk_info.has_more) == ("", 0, False)
    assert bench.text("a.txt") == ""


def test_a_very_long_line_is_refused_whole_and_read_in_parts(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keenbench.formats.text.read.READ_LIMIT", 1000)
    line = "".join(f"{number:05}" for number in range(500))
    bench.put("a.txt", f"first\n{line}\nlast\n".encode())
    with pytest.raises(TooLarge, match="char_start and char_count"):
        bench.read("a.txt", line_start=2, line_count=1)
    parts = []
    start = 1
    while True:
        found = bench.read("a.txt", line_start=2, line_count=1, char_start=start, char_count=1000)
        parts.append(found.text)
        covered = found.chunk_info.covered
        assert (covered.unit, covered.first, covered.total) == ("characters", start, 2501)
        if covered.last == covered.total:
            break
        start = covered.last + 1
    assert "".join(parts) == line + "\n"


def test_a_part_past_the_end_of_the_lines_is_empty(numbered: Bench) -> None:
    found = numbered.read("a.txt", line_start=450, char_start=100, char_count=5)
    assert (found.text, found.chunk_info.has_more) == ("", False)


def test_a_whole_text_past_the_limit_says_how_to_read_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keenbench.formats.text.read.READ_LIMIT", 1000)
    bench.put("a.txt", "é\n".encode() * 400)
    with pytest.raises(TooLarge, match="TextReadLines"):
        bench.text("a.txt")


def test_the_whole_text_says_that_it_is_whole(numbered: Bench) -> None:
    info = numbered.call("TextExtractText", "a.txt").chunk_info
    assert (info.range, info.total_chunks, info.has_more) == ("1-450", 3, False)


def test_a_chunk_can_be_extracted(numbered: Bench) -> None:
    assert numbered.text("a.txt", chunk=2).startswith("line 401\n")


def test_no_character_is_ever_replaced(bench: Bench) -> None:
    bench.put("a.txt", b"caf\xe9 \x81 and \xff\xfe\n")
    found = bench.read("a.txt")
    assert "\ufffd" not in found.text
    assert [warning.code for warning in found.warnings] == ["encoding_uncertain"]


pieces = st.lists(
    st.sampled_from(["\n", "\r", "\r\n", "word", "é", "\u2028", "\n" * 150, "x\r\n" * 90]),
    max_size=30,
)


@given(pieces)
@settings(deadline=None, max_examples=60)
def test_the_chunks_of_a_map_cover_everything_once(parts: list[str]) -> None:
    text = "".join(parts)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        bench.put("a.txt", text.encode())
        found = bench.map("a.txt", limit=100)
        chunks = [bench.read("a.txt", chunk=chunk.index) for chunk in found.chunks]
        assert "".join(chunk.text for chunk in chunks) == text
        assert [len(chunk.text) for chunk in chunks] == [c.char_count for c in found.chunks]
        assert [chunk.chunk_info.range for chunk in chunks] == [c.lines for c in found.chunks]
        assert [chunk.chunk_info.has_more for chunk in chunks] == [
            index < len(chunks) - 1 for index in range(len(chunks))
        ]
