"""Where lines begin, at every border between blocks."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keenbench.formats.text.codec import named_codec
from keenbench.formats.text.encoding import Detected
from keenbench.formats.text.lines import TextFile

LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
texts = st.lists(
    st.sampled_from(["a", "bc", "\n", "\r", "\r\n", "東", "\u2028", "\x0b", "\x85", ""]),
    max_size=60,
).map("".join)
ENCODINGS = ["utf-8", "utf-16le", "utf-32be", "gb18030"]


def opened(text: str, encoding: str = "utf-8", *, marked: bool = False) -> TextFile:
    codec = named_codec(encoding)
    mark = codec.mark if marked else b""
    return TextFile(io.BytesIO(mark + text.encode(codec.python)), Detected(codec, 1.0, mark))


@pytest.mark.usefixtures("small_blocks")
@given(texts, st.sampled_from(ENCODINGS), st.booleans())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lines_are_found_wherever_blocks_end(text: str, encoding: str, marked: bool) -> None:
    file = opened(text, encoding, marked=marked)
    lines = LINE.findall(text)
    assert file.text() == text
    assert file.char_count == len(text)
    assert file.line_count == len(lines)
    starts = [file.char_offset(number) for number in range(len(lines) + 1)]
    assert [text[a:b] for a, b in pairwise(starts)] == lines


@pytest.mark.usefixtures("small_blocks")
@given(texts, st.integers(0, 80), st.integers(0, 80))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_part_of_a_text_can_be_read(text: str, start: int, length: int) -> None:
    assert opened(text).text(start, start + length) == text[start : start + length]


@pytest.mark.usefixtures("small_blocks")
def test_escapes_that_switch_alphabets_survive_a_return_to_any_block() -> None:
    text = "昨年、\nabc 当社は\r\nボートを販売\n"
    file = opened(text, "iso-2022-jp")
    assert file.text(file.char_offset(2)) == "ボートを販売\n"


def test_only_lf_crlf_and_cr_end_a_line() -> None:
    assert opened("a\u2028b\x0bc\x0cd\x85e\x1cf").line_count == 1


@pytest.mark.parametrize(
    ("text", "count", "ends"),
    [
        ("", 0, "none"),
        ("a", 1, "none"),
        ("a\n", 1, "lf"),
        ("a\nb", 2, "lf"),
        ("\n", 1, "lf"),
        ("a\r\nb\r\n", 2, "crlf"),
        ("a\rb\r", 2, "cr"),
        ("a\n\r\n", 2, "mixed"),
        ("a\n\rb", 3, "mixed"),
    ],
)
def test_the_last_line_needs_no_end(text: str, count: int, ends: str) -> None:
    file = opened(text)
    assert (file.line_count, file.ends.name) == (count, ends)
