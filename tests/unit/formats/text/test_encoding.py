"""Which encoding a file is found to be in."""

from __future__ import annotations

import codecs
import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.text.codec import find_codec, named_codec
from keenbench.formats.text.encoding import BLOCK_BYTES, Detected, as_encoding, detect
from tests.unit.formats.text.samples import SAMPLES

CASES = [
    pytest.param(text, python, id=f"{name}-{python}")
    for name, (text, pythons) in SAMPLES.items()
    for python in pythons
]


def found(data: bytes, path: str = "notes.txt") -> Detected:
    return detect(io.BytesIO(data), path)


def decoded(data: bytes, detected: Detected) -> str:
    return data[len(detected.bom) :].decode(detected.codec.python)


@pytest.mark.parametrize(("text", "python"), CASES)
def test_text_in_an_old_encoding_reads_as_it_was_written(text: str, python: str) -> None:
    data = text.encode(python)
    assert decoded(data, found(data)) == text


def test_a_single_odd_letter_is_a_guess_and_says_so() -> None:
    detected = found("id,city\n1,London\n2,Zürich\n".encode("mac_roman"))
    assert detected.confidence < 0.8
    assert [warning.code for warning in detected.warnings] == ["encoding_uncertain"]


def test_a_plain_windows_file_with_a_euro_sign_is_windows_1252_without_a_warning() -> None:
    detected = found("item,price\npen,€1.20\n".encode("cp1252"))
    assert (detected.encoding, detected.warnings) == ("windows-1252", ())
    assert detected.confidence >= 0.8


@pytest.mark.parametrize(
    ("mark", "python", "name"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16le"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16be"),
        (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32le"),
        (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32be"),
    ],
)
def test_a_byte_order_mark_decides(mark: bytes, python: str, name: str) -> None:
    data = mark + "naïve 東京\n".encode(python)
    detected = found(data)
    assert (detected.encoding, detected.has_bom, detected.confidence) == (name, True, 1.0)
    assert decoded(data, detected) == "naïve 東京\n"


@pytest.mark.parametrize("python", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", ["plain words\n", "Grüße, 3 €\n", "昨年、当社は\n1,2\n"])
def test_wide_unicode_without_a_mark_is_told_by_its_nul_bytes(python: str, text: str) -> None:
    data = text.encode(python)
    assert decoded(data, found(data)) == text


def test_an_empty_file_is_utf_8() -> None:
    assert found(b"") == Detected(named_codec("utf-8"), 1.0)


def test_the_first_byte_beyond_ascii_may_come_late() -> None:
    data = b"plain line\n" * 200_000 + "Жители Казани\n".encode("cp1251")
    assert found(data).encoding == "windows-1251"


def test_one_very_long_line_is_told_too() -> None:
    data = b"x" * 2_500_000 + ", la société a livré près de mille pièces".encode("cp1252")
    assert found(data).encoding == "windows-1252"


def test_what_the_sample_suggests_must_hold_for_the_whole_file() -> None:
    # Greek to begin with, and at the end a byte that windows-1253 does not have.
    text = "Πέρυσι η εταιρεία πούλησε περισσότερα σκάφη από ποτέ.\n" * 2000
    data = text.encode("cp1253") + b"\xff\xd2\n"
    detected = found(data)
    assert detected.encoding != "windows-1253"
    assert decoded(data, detected).encode(detected.codec.python) == data


def test_bytes_that_windows_leaves_undefined_are_kept() -> None:
    data = b"caf\xe9 \x80 5 \x81\x8d\x8f\x90\x9d\n" * 3
    detected = as_encoding(io.BytesIO(data), "windows-1252")
    assert decoded(data, detected) == "café € 5 \x81\x8d\x8f\x90\x9d\n" * 3
    assert decoded(data, detected).encode(detected.codec.python) == data


def test_stray_bytes_in_plain_text_are_taken_for_no_other_script() -> None:
    data = b"valid,invalid_\xff\xff_part,valid\n"
    detected = found(data)
    assert detected.encoding == "windows-1252"
    assert [warning.code for warning in detected.warnings] == ["encoding_uncertain"]


def test_utf_8_with_a_stray_byte_stays_readable_and_says_where_the_byte_is() -> None:
    text = "naïve café, Zürich, 東京\n"
    data = text.encode() * 3 + b"\xff\n" + text.encode()
    detected = found(data)
    assert detected.encoding == "utf-8"
    assert decoded(data, detected) == text * 3 + "\uefff\n" + text
    (warning,) = detected.warnings
    assert warning.code == "damaged_utf8"
    assert f"FF in line 4 (byte {len(text.encode()) * 3})" in warning.message
    assert detected.reversible
    assert decoded(data, detected).encode(detected.codec.python) == data


def test_stray_bytes_are_counted_by_line_across_blocks_and_line_ends() -> None:
    line = "Zürich\r\n".encode()
    many = line * (BLOCK_BYTES // len(line) + 1)
    for more in (b"", b"x", b"xx"):  # so that a block ends at each place of a line end
        data = more + many + b"\xe9" + many + "ü".encode()[:1]
        damage = found(data).damage
        assert damage is not None
        assert [(place.byte, place.offset) for place in damage.places] == [
            (0xE9, len(more + many)),
            (0xC3, len(data) - 1),
        ]
        assert [place.line for place in damage.places] == [
            many.count(b"\n") + 1,
            2 * many.count(b"\n") + 1,
        ]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("Müller;ok\nx;\udcff\n", "utf-8"),
        ("Müller\nWeiß\nRen\udce9\n", "utf-8"),
        ("\ufeffplain\ncaf\udce9\n", "utf-8"),
        # Two exports joined: as windows-1252 no byte is lost.
        ("Müller Weiß\n" * 3 + "Ren\udce9 M\udcfcller\n" * 3, "windows-1252"),
        ("caf\udce9 \udce0 la carte\n", "windows-1252"),
    ],
)
def test_valid_characters_against_stray_bytes_decide(data: str, encoding: str) -> None:
    assert found(data.encode("utf-8", "surrogateescape")).encoding == encoding


def test_other_encodings_are_not_taken_for_damaged_utf_8() -> None:
    for text, encoding in (
        ("ООО «Ромашка», СССР» и США» — счёт №5\n", "cp1251"),
        ("产品目标努力价格公司\n", "gb18030"),
        ("株式会社の製品価格表です\n", "cp932"),
    ):
        data = text.encode(encoding)
        assert found(data).damage is None
        assert found(data * 50).damage is None


def test_a_file_with_stand_ins_of_its_own_is_not_written_in_silence() -> None:
    data = "Zürich, Weiß, naïve, \uefe9\n".encode() + b"\xe9\n"
    assert not found(data).reversible


@pytest.mark.parametrize(
    ("path", "head"),
    [
        ("a.xml", b"<?xml version='1.0' encoding='windows-1250'?>\n<a>"),
        ("a.html", b"<html><meta charset=windows-1250>\n"),
        ("a.py", b"#!/usr/bin/python\n# -*- coding: cp1250 -*-\n"),
        ("a.css", b'@charset "windows-1250";\n'),
    ],
)
def test_what_a_file_declares_of_itself_is_believed(path: str, head: bytes) -> None:
    assert found(head + "słoń".encode("cp1250"), path).encoding == "windows-1250"


def test_a_declaration_that_the_bytes_deny_is_not_believed() -> None:
    data = "<?xml version='1.0' encoding='shift_jis'?><a>Zoë 東京</a>".encode()
    assert found(data, "a.xml").encoding == "utf-8"


def test_a_name_as_windows_writes_it_in_japanese_can_be_written_back() -> None:
    text = "髙橋さんの請求書は金曜日までに﨑山へお送りください。\n"
    data = text.encode("cp932").replace(b"\xee\xe0", b"\xfb\xfc").replace(b"\xed\x95", b"\xfa\xb1")
    detected = found(data)
    assert (detected.encoding, detected.reversible) == ("shift_jis", True)
    assert decoded(data, detected) == text


def test_characters_written_in_both_their_places_are_read_but_not_relied_on() -> None:
    text = "高橋さんの請求書は金曜日までに本社へお送りください。\n".encode("cp932")
    data = text * 4 + b"\xee\xe0\xfb\xfc\n"
    detected = found(data)
    assert decoded(data, detected).endswith("髙髙\n")
    assert not detected.reversible
    assert [warning.code for warning in detected.warnings] == ["encoding_not_reversible"]


def test_japanese_mail_is_read_in_either_of_its_forms() -> None:
    text = SAMPLES["japanese"][0]
    for data in (
        text.encode("iso2022_jp"),
        text.encode("iso2022_jp").replace(b"\x1b(B", b"\x1b(J"),
    ):
        detected = found(data)
        assert (detected.encoding, detected.reversible) == ("iso-2022-jp", True)
        assert decoded(data, detected) == text


def _zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return buffer.getvalue()


def _tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a"))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("path", "data", "says"),
    [
        ("sales.csv", _zip(), "a zip archive"),
        ("a.txt", b"%PDF-1.7\nplain so far\n", "a PDF document"),
        ("a.txt", b"\x89PNG\r\n\x1a\n" + bytes(20), "a PNG image"),
        ("a.md", b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff", "a GIF image"),
        ("a.txt", _tar(), "a tar archive"),
        ("a.txt", b"PAR1" + bytes(range(256)), "a Parquet file"),
        ("a.json", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64), "Office document"),
        ("a.txt", bytes(range(256)) * 10, "binary data"),
        ("a.txt", b"word \x00\x00\x00\x00\x00\x00 word", "binary data"),
    ],
)
def test_a_file_that_is_no_text_is_refused_by_what_it_is(path: str, data: bytes, says: str) -> None:
    with pytest.raises(FileReadFailed, match=says) as caught:
        found(data, path)
    assert f"named .{path.split('.')[1]}" in caught.value.message


def test_text_that_only_mentions_a_format_is_text() -> None:
    assert found(b"id,type,WEBP\n1,RIFF,BM\n", "a.csv").encoding == "utf-8"
    assert found(b"PAR1,PAR2\n").encoding == "utf-8"
    assert found(b"GIF89a is a format\n").encoding == "utf-8"


def test_a_stray_nul_in_plain_text_is_kept_and_mentioned() -> None:
    detected = found(b"col1|col2|col3\nval1|val\x002|val3\n")
    assert detected.encoding == "utf-8"
    assert [warning.code for warning in detected.warnings] == ["nul_characters"]


def test_fields_separated_by_control_characters_are_text() -> None:
    assert found(b"a\x01b\x01c\n" * 20).encoding == "utf-8"
    assert found("é\x1fb\x1fc\x1e".encode("cp1252") * 20).encoding == "windows-1252"


def test_a_given_encoding_overrules_the_guess() -> None:
    detected = as_encoding(io.BytesIO(b"\xe9"), "cp1251")
    assert (detected.encoding, detected.confidence) == ("windows-1251", 1.0)


def test_a_given_encoding_that_the_file_is_not_in_is_refused_with_the_place() -> None:
    with pytest.raises(ValidationFailed, match="not utf-8: byte 4"):
        as_encoding(io.BytesIO(b"good\xff"), "utf-8")


def test_an_unknown_encoding_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValidationFailed, match="shift_jis"):
        as_encoding(io.BytesIO(b""), "rot13")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("UTF8", "utf-8"),
        ("ASCII", "utf-8"),
        ("ISO-8859-1", "windows-1252"),
        ("latin_1", "windows-1252"),
        ("CP1252", "windows-1252"),
        ("Shift-JIS", "shift_jis"),
        ("GB2312", "gb18030"),
        ("utf_16", "utf-16le"),
        ("cp437", "ibm437"),
    ],
)
def test_encodings_are_known_by_the_names_people_use(label: str, name: str) -> None:
    codec = find_codec(label)
    assert codec is not None
    assert codec.name == name


def test_utf_16_takes_the_order_of_bytes_from_the_mark() -> None:
    detected = as_encoding(
        io.BytesIO("é".encode("utf-16-be").join([codecs.BOM_UTF16_BE, b""])), "utf-16"
    )
    assert (detected.encoding, detected.has_bom) == ("utf-16be", True)


raw = st.binary(max_size=400) | st.builds(
    lambda parts: b"".join(parts),
    st.lists(
        st.sampled_from(
            [
                b"word ",
                b"\n",
                b"\r\n",
                b"\xe9",
                b"\x82\xa0",
                b"\x00",
                "é".encode(),
                b"\x1b$B",
                b"\x81",
                b"\xff\xfe",
            ]
        ),
        max_size=40,
    ),
)


@given(raw)
@settings(max_examples=400, deadline=None)
def test_whatever_is_found_gives_the_same_bytes_back_or_says_that_it_does_not(data: bytes) -> None:
    try:
        detected = found(data)
    except FileReadFailed:
        return
    again = detected.bom + decoded(data, detected).encode(detected.codec.python)
    assert (again == data) == detected.reversible


@given(raw)
@settings(max_examples=100, deadline=None)
def test_the_same_bytes_are_always_found_to_be_the_same(data: bytes) -> None:
    def outcome() -> object:
        try:
            return found(data)
        except FileReadFailed as error:
            return error.message

    assert outcome() == outcome()


def test_memory_stays_small_on_a_large_file(tmp_path: Path) -> None:
    """A sparse file of 256 MB: an encoding is never sought in more than a block at a time."""
    import resource

    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.seek(256 * 1024 * 1024)
        file.write(b"\xff")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with path.open("rb") as file, pytest.raises(FileReadFailed):
        detect(file, path.name)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024


CORPUS_TEXTS = {
    "text/chardet___ude_1.txt": ("shift_jis", "cp932"),
    "text/chardet___ude_1__Big5.txt": ("big5", "big5"),
    "text/chardet___ude_1__iso-2022-jp.txt": ("iso-2022-jp", "iso2022_jp"),
    "text/chardet___ude_1__iso-8859-2-polish.txt": ("iso-8859-2", "iso8859_2"),
    "text/chardet___ude_1__windows-1251-russian.txt": ("windows-1251", "cp1251"),
    "text/chardet___ude_4.txt": ("utf-8", "utf-8-sig"),
    "text/chardet___ude_he2.txt": ("windows-1255", "cp1255"),
    "text/chardet__nobom-utf16le.txt": ("utf-16le", "utf-16-le"),
    "csv/duckdb__all_latin1.csv": ("windows-1252", "latin-1"),
    "csv/duckdb__latin1.csv": ("windows-1252", "latin-1"),
    "csv/duckdb__shift_jis.csv": ("shift_jis", "cp932"),
    "csv/duckdb__utf16.csv": ("utf-16le", "utf-16"),
    "csv/pandas__sauron.SHIFT_JIS.csv": ("shift_jis", "cp932"),
    "csv/pandas__unicode_series.csv": ("windows-1252", "latin-1"),
    "csv/rust-csv__uspop-latin1.csv": ("windows-1252", "latin-1"),
}


@pytest.mark.parametrize("name", CORPUS_TEXTS)
def test_corpus_texts_are_found_in_the_encoding_they_are_known_to_be_in(
    corpus: Path, name: str
) -> None:
    encoding, python = CORPUS_TEXTS[name]
    data = (corpus / name).read_bytes()
    detected = found(data, name)
    assert detected.encoding == encoding
    assert decoded(data, detected) == data.decode(python)


def test_every_text_of_the_corpus_reads_without_loss_or_is_refused(corpus: Path) -> None:
    refused = []
    for folder, _, names in os.walk(corpus):
        if Path(folder).relative_to(corpus).parts[:1] not in (("csv",), ("text",)):
            continue
        for name in names:
            data = (Path(folder) / name).read_bytes()
            try:
                detected = found(data, name)
            except FileReadFailed:
                refused.append(name)
                continue
            again = detected.bom + decoded(data, detected).encode(detected.codec.python)
            assert (again == data) == detected.reversible, name
    # Two inputs of a fuzzer that are neither UTF-8 nor free of NUL bytes.
    assert sorted(refused) == ["duckdb__42.csv", "duckdb__case_57.csv"]
