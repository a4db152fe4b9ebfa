"""Word documents are searched wherever their parts are and however their fields are spelt."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import qn

from tests.unit.formats.notices.test_notices import REMOTE, TYPE, field, rels, told, with_part, word


@pytest.fixture
def document(tmp_path: Path) -> Path:
    made = docx.Document()
    made.add_paragraph("Text of the document.")
    file = tmp_path / "old.docx"
    made.save(str(file))
    return file


def test_a_story_is_searched_by_any_name(document: Path, tmp_path: Path) -> None:
    new = word(document, field('DDEAUTO cmd "/c calc"'))
    renamed = tmp_path / "renamed.docx"
    with zipfile.ZipFile(new) as source, zipfile.ZipFile(renamed, "w") as made:
        for name in source.namelist():
            data = source.read(name)
            if name in ("[Content_Types].xml", "_rels/.rels"):
                data = data.replace(b"word/document.xml", b"word/main.xml")
            made.writestr(name.replace("word/document.xml", "word/main.xml"), data)
    assert "dde" in told(document, renamed)


def marks(made: Any, *pieces: str) -> None:
    paragraph = made.add_paragraph()
    for piece in pieces:
        run = paragraph.add_run()
        kind = {"{": "begin", "|": "separate", "}": "end"}.get(piece)
        element = OxmlElement("w:fldChar" if kind else "w:instrText")
        if kind:
            element.set(qn("w:fldCharType"), kind)
        else:
            element.text = piece
        run._element.append(element)


@pytest.mark.parametrize(
    "pieces",
    [
        ("{", "{", "QUOTE 68 68 69 65 85 84 79", "}", " cmd", "|", "}"),
        ("{", "SET x ", "{", " QUOTE 68", "}", "}"),
        ("{", "D", "{", "REF x", "}", " cmd", "}"),
    ],
)
def test_a_field_that_other_fields_put_together_is_asked_for(
    document: Path, pieces: tuple[str, ...]
) -> None:
    assert set(told(document, word(document, lambda made: marks(made, *pieces)))) == {"dde"}


def test_a_field_that_holds_a_plain_field_is_not(document: Path) -> None:
    pieces = ("{", "IF ", "{", "PAGE", "|", "}", ' = 1 "a" "b"', "|", "}")
    assert told(document, word(document, lambda made: marks(made, *pieces))) == {}


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ('INCLUDEPICTURE "http:\\\\\\\\evil.example\\\\x.png"', "remote_image"),
        ('INCLUDETEXT "http:\\\\\\\\evil.example\\\\x"', "external_link"),
        (f'HYPERLINK "{REMOTE}"', "link"),
    ],
)
def test_fields_that_lead_outside_are_told_by_their_host(
    document: Path, code: str, kind: str
) -> None:
    found = told(document, word(document, field(code)))
    assert "evil.example" in found[kind]


def test_a_document_inside_is_asked_for(document: Path, tmp_path: Path) -> None:
    entry = f'Type="{TYPE}package" Target="embeddings/x.docm"'
    first = with_part(document, tmp_path / "1.docx", "word/embeddings/x.docm", b"PK")
    name = "word/_rels/settings.xml.rels"
    new = with_part(first, tmp_path / "new.docx", name, rels(entry))
    assert "a document" in told(document, new)["active_content"]


def test_a_drawing_that_loads_a_picture_is_told(document: Path) -> None:
    def draw(made: Any) -> None:
        space = 'xmlns:v="urn:schemas-microsoft-com:vml"'
        made.add_paragraph()._p.append(parse_xml(f'<v:imagedata {space} src="{REMOTE}"/>'))

    assert set(told(document, word(document, draw))) == {"remote_image"}


def test_text_hidden_by_its_style_is_told(document: Path) -> None:
    def hide(made: Any) -> None:
        below = made.styles.add_style("Quiet", 1)
        above = made.styles.add_style("Still", 1)
        above.font.hidden = True
        below.base_style = above
        made.add_paragraph("secret", style=below)

    assert set(told(document, word(document, hide))) == {"hidden_text"}
