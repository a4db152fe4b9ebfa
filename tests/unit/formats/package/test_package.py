"""What a package is refused for, and what it gives."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from keenbench.errors import FileReadFailed
from keenbench.formats.documents import kind_of_package, main_part, require_kind
from keenbench.formats.package import Limits, Package
from tests.documents import content_types, paragraph, relationships, word_parts, zipped

HELLO = word_parts(paragraph("Hello"))


def opened(data: bytes, name: str = "made.docx", limits: Limits | None = None) -> Package:
    file = io.BytesIO(data)
    return Package(file, name, limits) if limits else Package(file, name)


def refusal(data: bytes, name: str = "made.docx", limits: Limits | None = None) -> str:
    with pytest.raises(FileReadFailed) as caught:
        require_kind(opened(data, name, limits), "docx")
    assert caught.value.info().path == name
    return caught.value.message


def test_parts_are_read_by_name_without_regard_to_case() -> None:
    package = opened(zipped(HELLO))
    assert "word/DOCUMENT.xml" in package
    assert package.read("Word/Document.xml") == package.read("word/document.xml")


def test_the_main_part_is_found_by_its_relationship_whatever_its_name() -> None:
    parts = dict(HELLO)
    parts["word/other.xml"] = parts.pop("word/document.xml")
    parts["_rels/.rels"] = relationships(("rId1", "officeDocument", "/word/other.xml"))
    package = opened(zipped(parts))
    assert main_part(package) == "word/other.xml"
    assert kind_of_package(package) == "docx"


def test_strict_ooxml_is_given_in_transitional_namespaces() -> None:
    parts = {
        name: str(data)
        .replace(
            "http://schemas.openxmlformats.org/wordprocessingml/2006/",
            "http://purl.oclc.org/ooxml/wordprocessingml/",
        )
        .replace(
            "http://schemas.openxmlformats.org/officeDocument/2006/",
            "http://purl.oclc.org/ooxml/officeDocument/",
        )
        for name, data in HELLO.items()
    }
    package = opened(zipped(dict(parts)))
    assert package.xml(main_part(package)).tag.endswith("wordprocessingml/2006/main}document")


def test_a_link_to_a_strict_namespace_stays_as_it_is_written() -> None:
    link = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    text = f'xmlns="{link}"'
    package = opened(zipped(word_parts(f"{paragraph(text)}<w:tag w:descr='{link}'/>")))
    root = package.xml("word/document.xml")
    assert text in "".join(map(str, root.itertext()))
    assert link in [value for element in root.iter() for value in element.attrib.values()]


def test_utf_16_parts_are_read() -> None:
    parts = dict(HELLO)
    xml = '<?xml version="1.0" encoding="UTF-16"?>' + str(parts["word/document.xml"])
    parts["word/document.xml"] = xml.encode("utf-16")
    assert "Hello" in "".join(map(str, opened(zipped(parts)).xml("word/document.xml").itertext()))


def test_backslashes_in_names_are_read_as_slashes() -> None:
    data = zipped({name.replace("/", "\\"): part for name, part in HELLO.items()})
    assert main_part(opened(data)) == "word/document.xml"


def test_a_damaged_part_fails_alone() -> None:
    parts = dict(HELLO)
    parts["word/other.xml"] = "<a>" + "x" * 500 + "</a>"
    data = bytearray(zipped(parts))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        at = archive.getinfo("word/other.xml").header_offset
    data[at + 30 + len("word/other.xml") + 4] ^= 0xFF
    package = opened(bytes(data))
    with pytest.raises(FileReadFailed, match=r"part word/other\.xml that"):
        package.read("word/other.xml")
    assert package.xml("word/document.xml") is not None


def test_a_part_whose_name_is_damaged_fails_alone() -> None:
    data = bytearray(zipped({**HELLO, "word/ö.xml": "<a/>"}))
    at = data.index("word/ö.xml".encode())
    data[at + 5] = 0xFF  # in the member's own header; the directory is sound
    package = opened(bytes(data))
    with pytest.raises(FileReadFailed, match="damaged"):
        package.read("word/ö.xml")
    assert package.xml("word/document.xml") is not None


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (b"{\\rtf1\\ansi hello}", "rich text"),
        (b"<html><body>hello", "web page"),
        (b"just words", "no zip archive"),
        (zipped(HELLO)[:-400], "directory is missing"),
        (zipped({}), "an empty zip archive"),
        (zipped({"a.txt": "hello"}), "holds no document"),
        (
            zipped(
                {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": ""}
            ),
            "an OpenDocument spreadsheet named .docx",
        ),
        (zipped({"mimetype": "application/epub+zip"}), "EPUB"),
        (zipped({"word/document.xml": "<a/>"}), "has no part [Content_Types].xml"),
    ],
)
def test_what_is_no_word_document_is_named(data: bytes, says: str) -> None:
    assert says in refusal(data)


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("spreadsheetml.sheet.main+xml", "an Excel workbook named .docx, not a Word document"),
        ("presentationml.presentation.main+xml", "a PowerPoint presentation"),
        ("themeManager+xml", "an Office theme without a document"),
    ],
)
def test_another_office_file_is_named(kind: str, says: str) -> None:
    parts = dict(HELLO)
    full = f"application/vnd.openxmlformats-officedocument.{kind}"
    parts["[Content_Types].xml"] = content_types(("/word/document.xml", full))
    assert says in refusal(zipped(parts))


@pytest.mark.parametrize(
    ("stream", "says"),
    [
        ("EncryptedPackage", "encrypted with a password"),
        ("WordDocument", "a Word document in the old binary format (.doc)"),
        ("Workbook", "an Excel workbook in the old binary format (.xls)"),
        ("PowerPoint Document", "in the old binary format (.ppt)"),
        ("Something", "OLE file"),
    ],
)
def test_old_and_encrypted_office_files_are_told_apart(stream: str, says: str) -> None:
    entry = stream.encode("utf-16-le").ljust(128, b"\0")
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0") + entry
    assert says in refusal(data)


@pytest.mark.parametrize(
    "name", ["../evil.xml", "/etc/passwd", "word//a.xml", "c:/a", "a/./b", "a\nb"]
)
def test_names_that_no_document_gives_are_refused(name: str) -> None:
    assert "name that no document gives" in refusal(zipped({**HELLO, name: "x"}))


def test_two_parts_of_one_name_are_refused() -> None:
    out = io.BytesIO(zipped(HELLO))
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("word/document.xml", "<other/>")
    assert "twice" in refusal(out.getvalue())
    assert "only in case" in refusal(zipped({**HELLO, "Word/document.XML": "x"}))


def test_a_zip_bomb_is_refused_before_it_is_inflated() -> None:
    bomb = zipped({**HELLO, "word/media/a.bin": b"\0" * 20_000_000})
    assert len(bomb) < 100_000
    assert "zip bomb" in refusal(bomb)


def test_size_and_number_of_parts_are_bounded() -> None:
    data = zipped({**HELLO, **{f"a{n}.xml": "x" * 1000 for n in range(20)}})
    assert "more than 10" in refusal(data, limits=Limits(parts=10))
    assert "inflates to" in refusal(data, limits=Limits(total_bytes=10_000))
    assert "inflates to" in refusal(data, limits=Limits(part_bytes=900))


def test_parts_that_share_their_bytes_are_refused() -> None:
    data = zipped({"a.xml": "x" * 100, "b.xml": "x" * 100, **HELLO})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        first, second = (archive.getinfo(name).header_offset for name in ("a.xml", "b.xml"))
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"b.xml"))
    assert int.from_bytes(data[at + 42 : at + 46], "little") == second
    overlapping = data[: at + 42] + first.to_bytes(4, "little") + data[at + 46 :]
    assert "overlap" in refusal(overlapping)


def test_a_zip_with_a_password_is_named() -> None:
    data = bytearray(zipped(HELLO))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    assert "encrypted with a password" in refusal(bytes(data))


@pytest.mark.parametrize(
    "prologue",
    [
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE a SYSTEM "http://example.com/a.dtd">',
        "<?xml version='1.0'?><!-- a --><!DOCTYPE a []>",
    ],
)
def test_document_types_and_entities_are_refused(prologue: str) -> None:
    parts = {**HELLO, "word/document.xml": prologue + str(HELLO["word/document.xml"])}
    with pytest.raises(FileReadFailed, match="declares a document type"):
        opened(zipped(parts)).xml("word/document.xml")


def test_xml_is_bounded_in_depth() -> None:
    deep = "<a>" * 400 + "</a>" * 400
    with pytest.raises(FileReadFailed, match="nested more than 256 deep"):
        opened(zipped({**HELLO, "deep.xml": deep})).xml("deep.xml")


def test_a_drawing_with_a_huge_attribute_is_read() -> None:
    noise = "".join(chr(65 + (at * at) % 26) for at in range(1000)) * 11_000
    package = opened(zipped({**HELLO, "huge.xml": f'<a b="{noise}"/>'}))
    assert len(package.xml("huge.xml").get("b", "")) == len(noise)


def test_xml_that_is_not_well_formed_says_which_part_and_line() -> None:
    with pytest.raises(FileReadFailed, match=r"part bad\.xml is not well-formed XML \(line 2\)"):
        opened(zipped({**HELLO, "bad.xml": "<a>\n<b></a>"})).xml("bad.xml")


def test_relationships_resolve_relative_absolute_and_outside_targets() -> None:
    parts = {
        **HELLO,
        "word/_rels/document.xml.rels": relationships(
            ("a", "image", "media/a%20b.png"),
            ("b", "image", "/word/media/b.png"),
            ("c", "image", "../media/c.png"),
            ("d", "hyperlink", "https://example.com/"),
            external=("d",),
        ),
    }
    links = opened(zipped(parts)).relationships("word/document.xml")
    found = {link.id: link.part for link in links}
    assert found == {
        "a": "word/media/a b.png",
        "b": "word/media/b.png",
        "c": "media/c.png",
        "d": None,
    }
    assert [link.id for link in links.of_kind("hyperlink")] == ["d"]


def test_an_encrypted_opendocument_is_named(tmp_path: Path) -> None:
    manifest = (
        '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry></m:manifest>'
    )
    data = zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": b"\x01\x02",
            "META-INF/manifest.xml": manifest,
        }
    )
    with pytest.raises(FileReadFailed, match="encrypted with a password"):
        require_kind(opened(data, "a.odt"), "odt")


def test_a_manifest_that_names_its_dtd_as_openoffice_2_did_is_read() -> None:
    manifest = (
        '<!DOCTYPE m:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">'
        '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    )
    data = zipped(
        {"mimetype": "application/vnd.oasis.opendocument.text", "META-INF/manifest.xml": manifest}
    )
    require_kind(opened(data, "a.odt"), "odt")
