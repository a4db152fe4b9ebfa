"""Writing text, so that what was not meant to change does not."""

from __future__ import annotations

import codecs
import tempfile
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from keenbench.errors import (
    FileReadFailed,
    FileWriteFailed,
    SandboxViolation,
    ValidationFailed,
)
from keenbench.formats.call import FileRef, methods
from tests.unit.formats.text.bench import Bench, codes
from tests.unit.formats.text.samples import SAMPLES


def test_a_new_file_is_utf_8_as_given(bench: Bench) -> None:
    done = bench.write("new.md", "# Überschrift\r\n東京\n")
    assert bench.written == "# Überschrift\r\n東京\n".encode()
    assert (done.ok, done.encoding, done.has_bom) == (True, "utf-8", False)
    assert (done.size_bytes, done.line_ending) == (len(bench.written), "mixed")


@pytest.mark.parametrize(
    ("mark", "python"),
    [
        (b"", "cp1252"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_encoding_and_mark_are_kept(bench: Bench, mark: bytes, python: str) -> None:
    bench.put("a.txt", mark + "Grüße aus Köln\n".encode(python))
    done = bench.write("a.txt", "Grüße aus Münster\n")
    assert bench.written == mark + "Grüße aus Münster\n".encode(python)
    assert done.has_bom == bool(mark)


@pytest.mark.parametrize(("end", "name"), [("\n", "lf"), ("\r\n", "crlf"), ("\r", "cr")])
@pytest.mark.parametrize("given_end", ["\n", "\r\n"])
def test_line_ends_are_kept(bench: Bench, end: str, name: str, given_end: str) -> None:
    bench.put("a.txt", f"one{end}two{end}".encode())
    done = bench.write("a.txt", f"one{given_end}2{given_end}three")
    assert bench.written == f"one{end}2{end}three".encode()
    assert done.line_ending == name


def test_line_ends_that_were_given_and_not_used_are_mentioned(bench: Bench) -> None:
    bench.put("a.txt", b"one\n")
    assert codes(bench.write("a.txt", "one\r\n")) == ["line_ends_changed"]


def test_in_a_file_of_mixed_line_ends_unchanged_lines_keep_theirs(bench: Bench) -> None:
    bench.put("a.txt", b"one\r\ntwo\nthree\rfour\r\nfive\n")
    done = bench.write("a.txt", "one\ntwo\nnew\nfour\nfive\n")
    assert bench.written == b"one\r\ntwo\nnew\nfour\r\nfive\n"
    assert codes(done) == ["mixed_line_ends"]


def test_a_line_that_moves_keeps_its_end_too(bench: Bench) -> None:
    bench.put("a.txt", b"one\r\ntwo\rthree\n")
    bench.write("a.txt", "zero\none\nhalf\ntwo\nthree\n")
    assert bench.written == b"zero\none\r\nhalf\ntwo\rthree\n"


def test_a_file_without_line_ends_takes_those_given(bench: Bench) -> None:
    bench.put("a.txt", b"one")
    bench.write("a.txt", "one\r\ntwo\r\n")
    assert bench.written == b"one\r\ntwo\r\n"


def test_a_character_that_the_encoding_cannot_hold_is_named_and_nothing_written(
    bench: Bench,
) -> None:
    bench.put("a.txt", "Grüße, größer, öfter\n".encode("cp1252"))
    with pytest.raises(ValidationFailed, match=r"windows-1252.*U\+4EAC, U\+6771.*utf-8"):
        bench.write("a.txt", "Grüße aus 東京\n")
    assert not (bench.out / "result").exists()


def test_a_given_encoding_converts_the_file(bench: Bench) -> None:
    bench.put("a.txt", "Grüße, größer, öfter\r\n".encode("cp1252"))
    done = bench.write("a.txt", "Grüße aus 東京\n", encoding="utf-8")
    assert bench.written == "Grüße aus 東京\r\n".encode()
    assert (done.encoding, done.warnings) == ("utf-8", [])


def test_a_file_made_utf_16_gets_its_mark(bench: Bench) -> None:
    done = bench.write("new.txt", "東京\n", encoding="utf-16")
    assert bench.written == codecs.BOM_UTF16_LE + "東京\n".encode("utf-16-le")
    assert (done.encoding, done.has_bom) == ("utf-16le", True)


def test_the_mark_is_not_doubled_when_the_content_brings_it(bench: Bench) -> None:
    bench.put("a.csv", codecs.BOM_UTF8 + b"a,b\n")
    bench.write("a.csv", "\ufeffa,c\n")
    assert bench.written == codecs.BOM_UTF8 + b"a,c\n"


def test_a_mark_that_is_also_a_character_comes_back(bench: Bench) -> None:
    bench.put("a.txt", 2 * codecs.BOM_UTF8 + b"x\n")
    bench.write("a.txt", "\ufeffx\n")
    assert bench.written == 2 * codecs.BOM_UTF8 + b"x\n"


def test_damaged_utf_32_is_not_read_as_utf_16(bench: Bench) -> None:
    bench.put("a.txt", b"\xff\xfe\0\0a\0\0\0\0\0\x11\0")
    with pytest.raises(FileReadFailed, match="utf-32le and is damaged"):
        bench.write("a.txt", "x")


@pytest.mark.parametrize("name", ["a.docx", "a.pdf", "a.png", "a.exe", "README", "a.txt.zip"])
def test_only_text_is_written_as_text(bench: Bench, name: str) -> None:
    with pytest.raises(ValidationFailed, match="not a kind"):
        bench.write(name, "x")


def test_an_extension_in_capitals_is_text_too(bench: Bench) -> None:
    assert bench.write("NOTES.TXT", "x\n").ok


def test_published_is_never_written(bench: Bench) -> None:
    with pytest.raises(SandboxViolation):
        bench.write("a.txt", "x", root="published")
    assert not (bench.out / "result").exists()


def test_a_file_that_is_no_text_is_not_replaced_by_text(bench: Bench) -> None:
    bench.put("a.csv", b"PK\x03\x04...")
    with pytest.raises(FileReadFailed, match="zip"):
        bench.write("a.csv", "a,b\n")


@pytest.mark.parametrize("content", ["%PDF-1.7 pretending\n", "\x00" * 20])
def test_content_that_could_not_be_read_again_is_refused(bench: Bench, content: str) -> None:
    with pytest.raises(ValidationFailed, match="not be read as text again"):
        bench.write("a.txt", content)


def test_a_file_that_encoding_would_change_is_written_only_when_told_how(bench: Bench) -> None:
    # Two places that hold 髙.
    bench.put("a.txt", SAMPLES["japanese"][0].encode("cp932") + b"\xee\xe0\xfb\xfc\n")
    text = bench.text("a.txt")
    assert text == SAMPLES["japanese"][0] + "髙髙\n"
    with pytest.raises(ValidationFailed, match="utf-8"):
        bench.write("a.txt", text)
    bench.write("a.txt", text, encoding="utf-8")
    assert bench.written == text.encode()


def test_content_that_will_be_taken_for_another_encoding_is_pointed_out(bench: Bench) -> None:
    bench.put("a.txt", SAMPLES["russian"][0].encode("koi8_r"))
    done = bench.write("a.txt", "№ 5 ё\n", encoding="cp866")
    assert codes(done) == ["encoding_uncertain"]


def test_a_declaration_that_no_longer_holds_is_pointed_out(bench: Bench) -> None:
    bench.put("a.xml", b"<?xml version='1.0' encoding='iso-8859-1'?><a/>")
    done = bench.write("a.xml", "<?xml version='1.0' encoding='iso-8859-1'?><a>é</a>")
    assert codes(done) == ["declared_encoding"]


def test_a_disk_that_fails_is_a_failed_write(bench: Bench) -> None:
    bench.out.rmdir()
    with pytest.raises(FileWriteFailed, match="could not be written"):
        bench.write("a.txt", "x")


def test_what_does_not_read_back_is_not_called_written(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "keenbench.formats.text.write._encoded", lambda *_, **__: b"something else\n"
    )
    with pytest.raises(FileWriteFailed, match="read back"):
        bench.write("a.txt", "x\n")


def test_the_method_names_the_file_it_reads_and_the_one_it_writes() -> None:
    method = methods.get("TextWrite")
    assert method is not None
    params = method.parse({"workbench_id": "w", "path": "a.txt", "content": ""})
    assert method.options["reads"](params) == [FileRef("draft", "a.txt", optional=True)]
    assert method.options["writes"](params) == FileRef("draft", "a.txt")


raw = st.one_of(
    st.binary(max_size=200),
    st.builds(
        lambda parts, mark, python: mark + "".join(parts).encode(python),
        st.lists(st.sampled_from(["word", "é", "\n", "\r\n", "\r", " "]), max_size=40),
        st.just(b""),
        st.sampled_from(["utf-8", "cp1252", "cp850", "mac_roman", "gb18030"]),
    ),
    st.builds(
        lambda parts: codecs.BOM_UTF16_BE + "".join(parts).encode("utf-16-be"),
        st.lists(st.sampled_from(["word", "é", "東", "\n", "\r\n", "\r"]), max_size=40),
    ),
)


@given(raw, st.booleans())
@settings(deadline=None, max_examples=300)
def test_writing_what_was_read_leaves_every_byte_as_it_was(data: bytes, plain: bool) -> None:
    """Also when the line ends come back as \\n, as models write them."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        bench.put("a.txt", data)
        try:
            text = bench.text("a.txt")
        except FileReadFailed:
            assume(False)
            return
        if plain:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        try:
            bench.write("a.txt", text)
        except ValidationFailed as error:
            assert "writing it again would change" in error.message
            return
        assert bench.written == data


def test_stray_bytes_in_utf_8_are_kept_by_an_edit_elsewhere(bench: Bench) -> None:
    data = "Zürich, Weiß, Müller\n".encode() + b"Ren\xe9, one\n"
    bench.put("a.txt", data)
    bench.write("a.txt", "Zürich, Weiß, Müller\nRen\uefe9, two\n")
    assert bench.written == data.replace(b"one", b"two")


def test_stand_ins_for_stray_bytes_are_not_written_as_characters(bench: Bench) -> None:
    bench.put("a.txt", "Zürich, Weiß, Müller\n".encode() + b"Ren\xe9\n")
    with pytest.raises(ValidationFailed, match="stand for"):
        bench.write("a.txt", "Zürich, Ren\uefe9\n", encoding="utf-8")
    bench.write("a.txt", "Zürich, René\n", encoding="utf-8")
    assert bench.written == "Zürich, René\n".encode()
