from __future__ import annotations

import pytest

from keenbench.workbench.kinds import kind_of


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.txt", "text"),
        ("A.CSV", "text"),
        ("x.tsv", "text"),
        ("x.sql", "text"),
        ("r.docx", "docx"),
        ("r.dotm", "docx"),
        ("r.xlsm", "xlsx"),
        ("r.ppsx", "pptx"),
        ("r.ott", "odt"),
        ("r.pdf", "pdf"),
        ("r.tiff", "image"),
        ("r.svg", "image"),
        ("r.bin", "binary"),
        ("noextension", "binary"),
        (".txt", "binary"),
    ],
)
def test_the_kind_of_a_file_is_its_extension(name: str, kind: str) -> None:
    assert kind_of(name).file_kind == kind


def test_pdf_and_images_are_read_only_and_odt_is_not() -> None:
    assert [kind_of(name).read_only for name in ("a.pdf", "a.png", "a.odt", "a.docx")] == [
        True,
        True,
        False,
        False,
    ]


def test_only_text_and_tables_are_written_as_text() -> None:
    writable = [
        name
        for name in ("a.md", "a.csv", "a.docx", "a.odt", "a.pdf", "a.bin")
        if kind_of(name).writable_as_text
    ]
    assert writable == ["a.md", "a.csv"]


def test_all_other_files_are_opaque() -> None:
    assert kind_of("a.exe").is_opaque
    assert kind_of("a.exe").preview_kind == "none"
    assert not kind_of("a.xlsx").is_opaque


def test_the_mime_type_does_not_depend_on_the_machine() -> None:
    assert kind_of("a.md").mime_type == "text/markdown"
    assert kind_of("a.zip").mime_type == "application/zip"
    assert kind_of("a.unheard-of").mime_type == "application/octet-stream"
