"""Changes of a package, and the guard that compares the old with the new."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from keenbench.errors import ValidationFailed
from keenbench.formats import fidelity
from keenbench.formats.call import Call
from keenbench.formats.fidelity import Touched
from keenbench.formats.package import Package
from keenbench.formats.package_edit import PackageEdit
from tests.documents import (
    OOXML,
    RELATIONSHIPS,
    content_types,
    paragraph,
    relationships,
    word_parts,
    zipped,
)

DOCUMENT = "word/document.xml"
PARTS = word_parts(
    paragraph("Hello"),
    styles="<w:styles/>",
    header1="<w:hdr/>",
    links=(("rId1", "hyperlink", "https://example.org"),),
)


def edited(parts: dict[str, str | bytes] | None = None) -> PackageEdit:
    return PackageEdit(Package(io.BytesIO(zipped(parts or PARTS)), "made.docx"))


def written(edit: PackageEdit, folder: Path) -> Package:
    edit.write(folder / "result")
    return Package(io.BytesIO((folder / "result").read_bytes()), "made.docx")


def refusal(edit: PackageEdit, folder: Path, touched: Touched) -> str:
    after = written(edit, folder)
    with pytest.raises(ValidationFailed) as caught:
        fidelity.check(edit.package, after, touched)
    return caught.value.message


def test_the_same_changes_give_the_same_bytes(tmp_path: Path) -> None:
    results = []
    for name in ("one", "two"):
        edit = edited()
        edit.replace("word/styles.xml", b"<styles/>")
        edit.add("word/z.xml", b"<z/>", "application/z+xml")
        edit.add("word/a.xml", b"<a/>", "application/a+xml")
        edit.relate(DOCUMENT, "theme", "word/a.xml")
        edit.write(tmp_path / name)
        results.append((tmp_path / name).read_bytes())
    assert results[0] == results[1]
    with zipfile.ZipFile(tmp_path / "one") as archive:
        assert archive.testzip() is None
        assert archive.namelist()[-2:] == ["word/a.xml", "word/z.xml"]
        assert archive.getinfo("word/a.xml").date_time == (1980, 1, 1, 0, 0, 0)


def test_a_member_with_a_data_descriptor_is_copied(tmp_path: Path) -> None:
    class Unseekable(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: int) -> int:
            raise OSError

    out = Unseekable()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in PARTS.items():
            archive.writestr(name, data)
    edit = PackageEdit(Package(io.BytesIO(out.getvalue()), "made.docx"))
    edit.replace("word/styles.xml", b"<new/>")
    after = written(edit, tmp_path)
    assert after.read(DOCUMENT) == edit.package.read(DOCUMENT)
    assert after.read("word/styles.xml") == b"<new/>"


def test_folders_and_the_comment_of_a_zip_are_kept(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.comment = b"made by hand"
        archive.mkdir("Configurations2/")
        for name, data in PARTS.items():
            archive.writestr(name, data)
    edit = PackageEdit(Package(io.BytesIO(out.getvalue()), "made.docx"))
    edit.write(tmp_path / "result")
    with zipfile.ZipFile(tmp_path / "result") as archive:
        assert archive.comment == b"made by hand"
        assert archive.namelist()[0] == "Configurations2/"


def test_the_head_comments_and_unused_namespaces_of_a_part_survive() -> None:
    xml = (
        "\ufeff<?xml version='1.0' encoding='utf-8' standalone='no'?>\r\n"
        '<!-- before --><?pi x?><w:styles xmlns:w="urn:w" xmlns:w14="urn:14" '
        'xmlns:mc="urn:mc" mc:Ignorable="w14"><!-- inside --><w:a xml:space="preserve"> </w:a>'
        "<w:b><![CDATA[<>]]></w:b></w:styles>"
    ).encode()
    edit = edited({**PARTS, "word/styles.xml": xml})
    edit.xml("word/styles.xml").set("new", "1")
    edit.changed("word/styles.xml")
    now = edit.read("word/styles.xml")
    assert now.startswith(b"\xef\xbb\xbf<?xml version='1.0' encoding='utf-8' standalone='no'?>\r\n")
    for kept in (
        b"<!-- before -->",
        b"<?pi x?>",
        b'xmlns:w14="urn:14"',
        b"<!-- inside -->",
        b"<![CDATA[<>]]>",
        b'xml:space="preserve"',
    ):
        assert kept in now


def test_strict_names_are_written_back_as_strict() -> None:
    strict = "http://purl.oclc.org/ooxml"
    parts: dict[str, str | bytes] = {
        name: str(data)
        .replace(f"{OOXML}/wordprocessingml/2006/main", f"{strict}/wordprocessingml/main")
        .replace(
            f"{OOXML}/officeDocument/2006/relationships", f"{strict}/officeDocument/relationships"
        )
        for name, data in PARTS.items()
    }
    edit = edited(parts)
    root = edit.xml(DOCUMENT)
    assert root.tag == f"{{{OOXML}/wordprocessingml/2006/main}}document"
    edit.changed(DOCUMENT)
    edit.add("word/theme.xml", f'<a xmlns="{OOXML}/drawingml/2006/main"/>'.encode(), "a/b")
    edit.relate(DOCUMENT, "theme", "word/theme.xml")
    assert f'xmlns:w="{strict}/wordprocessingml/main"'.encode() in edit.read(DOCUMENT)
    assert f"{strict}/drawingml/main".encode() in edit.read("word/theme.xml")
    links = edit.read("word/_rels/document.xml.rels")
    assert RELATIONSHIPS.encode() not in links
    assert f"{OOXML}/package/2006/relationships".encode() in links


def test_a_new_relationship_takes_the_smallest_free_id(tmp_path: Path) -> None:
    edit = edited()
    assert edit.relate(DOCUMENT, "theme", "word/theme/theme1.xml") == "rId2"
    found = edit.relationships(DOCUMENT).get("rId2")
    assert found is not None
    assert (found.target, found.part) == ("theme/theme1.xml", "word/theme/theme1.xml")
    assert edit.relate("word/styles.xml", "hyperlink", "https://a.b", external=True) == "rId1"
    assert edit.relate("", "thumbnail", "docProps/t.png") == "rId2"


def test_a_new_part_gets_a_content_type_and_a_removed_one_loses_it() -> None:
    edit = edited()
    edit.add("word/media/image1.png", b"png")
    edit.add("word/media/image2.png", b"png")
    edit.add("word/theme.xml", b"<a/>", "application/theme+xml")
    types = edit.read("[Content_Types].xml").decode()
    assert types.count('Extension="png"') == 1
    assert edit.content_type("word/media/image2.png") == "image/png"
    assert edit.content_type("word/theme.xml") == "application/theme+xml"
    edit.remove("word/theme.xml")
    assert b"theme" not in edit.read("[Content_Types].xml")
    assert edit.free_name("word/media/image{}.png") == "word/media/image3.png"


def test_an_odf_part_is_listed_in_the_manifest(tmp_path: Path) -> None:
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="/" manifest:media-type="a"/>'
        '<manifest:file-entry manifest:full-path="old.png" manifest:media-type="image/png"/>'
        "</manifest:manifest>"
    )
    edit = edited(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": "<a/>",
            "old.png": b"old",
            "META-INF/manifest.xml": manifest,
        }
    )
    edit.add("Pictures/new.png", b"png", "image/png")
    edit.remove("old.png")
    now = edit.read("META-INF/manifest.xml")
    assert b'full-path="Pictures/new.png" manifest:media-type="image/png"' in now
    assert b"old.png" not in now
    touched = Touched(added=frozenset({"Pictures/new.png"}), removed=frozenset({"old.png"}))
    fidelity.check(edit.package, written(edit, tmp_path), touched)
    assert "old.png" in refusal(edit, tmp_path, Touched(added=frozenset({"Pictures/new.png"})))


def test_what_was_not_touched_must_not_change(tmp_path: Path) -> None:
    edit = edited()
    edit.replace("word/styles.xml", b"<styles/>")
    assert "content of word/styles.xml" in refusal(edit, tmp_path, Touched())
    fidelity.check(
        edit.package, written(edit, tmp_path), Touched(changed=frozenset({"word/styles.xml"}))
    )


def test_a_lost_part_relationship_or_content_type_is_refused(tmp_path: Path) -> None:
    edit = edited()
    edit.unrelate(DOCUMENT, "header1")
    assert "to header1.xml" in refusal(edit, tmp_path, Touched())
    edit = edited()
    edit.remove("word/header1.xml")
    assert "word/header1.xml (lost)" in refusal(edit, tmp_path, Touched())
    removed = Touched(removed=frozenset({"word/header1.xml"}))
    assert "refers to in header1.xml" in refusal(edit, tmp_path, removed)
    edit.unrelate(DOCUMENT, "header1")
    fidelity.check(edit.package, written(edit, tmp_path), removed)
    edit = edited()
    edit.replace("[Content_Types].xml", content_types().encode())
    assert "content type of word/document.xml" in refusal(edit, tmp_path, Touched())
    edit = edited()
    edit.replace(
        "_rels/.rels", relationships(("rId1", "officeDocument", "word/styles.xml")).encode()
    )
    assert "reference of the package" in refusal(edit, tmp_path, Touched())
    edit = edited()
    edit.add("word/theme.xml", b"<a/>", "application/theme+xml")
    assert "word/theme.xml (new)" in refusal(edit, tmp_path, Touched())


def test_a_signed_document_is_only_changed_when_its_user_agrees(tmp_path: Path) -> None:
    parts = {**PARTS, "_xmlsignatures/sig1.xml": "<s/>"}
    edit = edited(parts)
    edit.replace("word/styles.xml", b"<styles/>")
    touched = Touched(changed=frozenset({"word/styles.xml"}))
    call = Call(files={}, out=tmp_path)
    with pytest.raises(ValidationFailed, match="signed"):
        fidelity.save(call, edit, touched, allow_break_signature=False)
    assert not call.result_path.exists()
    warnings = fidelity.save(call, edit, touched, allow_break_signature=True)
    assert [warning.code for warning in warnings] == ["signature_broken"]
    assert call.result_path.exists()


def test_a_result_that_is_no_xml_is_refused(tmp_path: Path) -> None:
    edit = edited()
    edit.replace("word/styles.xml", b"<styles>")
    touched = Touched(changed=frozenset({"word/styles.xml"}))
    with pytest.raises(ValidationFailed, match="read back"):
        fidelity.save(Call(files={}, out=tmp_path), edit, touched, allow_break_signature=False)
