"""What a user is told of before a change is published: only what the change adds."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pypdf
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from pptx import Presentation
from pypdf.generic import DictionaryObject, NameObject, TextStringObject

from keenbench.formats.notices.shape import is_remote, place_of
from tests.comparing import compared

REMOTE = "http://evil.example/x"


def told(old: Path | None, new: Path) -> dict[str, str]:
    """Return the sentences about a file, by kind."""
    return {n["code"]: n["message"] for n in compared_notices(old, new)}


def compared_notices(old: Path | None, new: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = compared("NoticesFind", old, new)["notices"]
    return found


def with_part(file: Path, target: Path, name: str, data: bytes, **replaced: bytes) -> Path:
    """Copy a package with one more part, and others replaced."""
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(target, "w") as made:
        for info in source.infolist():
            if info.filename != name:
                made.writestr(info.filename, replaced.get(info.filename, source.read(info)))
        made.writestr(name, data)
    return target


def rels(*entries: str) -> bytes:
    inner = "".join(f'<Relationship Id="x{at}" {entry}/>' for at, entry in enumerate(entries))
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}">{inner}</Relationships>'.encode()


TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


@pytest.fixture
def document(tmp_path: Path) -> Path:
    made = docx.Document()
    made.add_paragraph("Text of the document.")
    file = tmp_path / "old.docx"
    made.save(str(file))
    return file


def word(old: Path, change: Any) -> Path:
    made = docx.Document(str(old))
    change(made)
    new = old.with_name("new.docx")
    made.save(str(new))
    return new


def field(code: str, *, cut: bool = False) -> Any:
    """Return a change that adds a field; cut into several runs as Word may cut it."""

    def change(made: Any) -> None:
        paragraph = made.add_paragraph()
        pieces = [code[:3], code[3:]] if cut else [code]
        marks: list[Any] = ["begin", *pieces, "end"]
        for at, mark in enumerate(marks):
            run = paragraph.add_run()
            if at in (0, len(marks) - 1):
                element = OxmlElement("w:fldChar")
                element.set(qn("w:fldCharType"), mark)
            else:
                element = OxmlElement("w:instrText")
                element.text = mark
            run._element.append(element)

    return change


def test_a_plain_edit_is_nothing_to_tell_of(document: Path) -> None:
    assert told(document, word(document, lambda made: made.add_paragraph("More."))) == {}


@pytest.mark.parametrize("cut", [False, True])
def test_a_field_that_asks_other_programs_is_told(document: Path, cut: bool) -> None:
    new = word(document, field('DDEAUTO cmd "/c calc"', cut=cut))
    assert "other programs" in told(document, new)["dde"]
    assert told(new, new) == {}


def test_a_field_that_loads_a_picture_is_told_by_its_host(document: Path) -> None:
    found = told(document, word(document, field(f'INCLUDEPICTURE "{REMOTE}.png" \\d')))
    assert "evil.example" in found["remote_image"]
    assert "/x" not in found["remote_image"]


def test_hidden_text_is_told(document: Path) -> None:
    def hide(made: Any) -> None:
        made.paragraphs[0].add_run("secret").font.hidden = True

    found = told(document, word(document, hide))
    assert set(found) == {"hidden_text"}
    assert "secret" not in found["hidden_text"]


def test_a_template_outside_is_told(document: Path, tmp_path: Path) -> None:
    entry = f'Type="{TYPE}attachedTemplate" Target="{REMOTE}.dotm" TargetMode="External"'
    name = "word/_rels/settings.xml.rels"
    new = with_part(document, tmp_path / "new.docx", name, rels(entry))
    assert "evil.example" in told(document, new)["attached_template"]


def test_a_program_that_was_exchanged_is_a_new_one(document: Path, tmp_path: Path) -> None:
    name = "word/_rels/document.xml.rels"
    with zipfile.ZipFile(document) as source:
        there = source.read(name)
    entry = f'<Relationship Id="v1" Type="{TYPE}vbaProject" Target="vbaProject.bin"/>'.replace(
        TYPE, "http://schemas.microsoft.com/office/2006/relationships/"
    )
    listed = there.replace(b"</Relationships>", entry.encode() + b"</Relationships>")
    part = "word/vbaProject.bin"
    one = with_part(document, tmp_path / "1.docm", part, b"one", **{name: listed})
    two = with_part(document, tmp_path / "2.docm", part, b"two", **{name: listed})
    assert "macros" in told(document, one)["macro"]
    assert told(one, one) == {}
    assert "macros" in told(one, two)["macro"]


def test_a_link_is_told_and_not_asked_for(document: Path, tmp_path: Path) -> None:
    entry = f'Type="{TYPE}hyperlink" Target="{REMOTE}" TargetMode="External"'
    name = "word/_rels/settings.xml.rels"
    new = with_part(document, tmp_path / "new.docx", name, rels(entry))
    assert set(told(document, new)) == {"link"}


# Workbooks.


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Data"
    sheet.append(["a", "b"])
    sheet["C1"] = "=A1&B1"
    made.create_sheet("Other")["A1"] = 1
    file = tmp_path / "old.xlsx"
    made.save(file)
    return file


def sheet(old: Path, change: Any) -> Path:
    made = openpyxl.load_workbook(old)
    change(made)
    new = old.with_name("new.xlsx")
    made.save(new)
    return new


@pytest.mark.parametrize(
    ("formula", "code", "words"),
    [
        (f'=WEBSERVICE("{REMOTE}")', "remote_formula", "WEBSERVICE in Data"),
        (f'=_xlfn.IMAGE("{REMOTE}")', "remote_formula", "IMAGE in Data"),
        ("=cmd|'/C calc'!A0", "dde", "other programs"),
        (f'=HYPERLINK("{REMOTE}","go")', "link", "evil.example"),
    ],
)
def test_formulas_that_reach_out_are_told(
    workbook: Path, formula: str, code: str, words: str
) -> None:
    def write(made: Any) -> None:
        made["Data"]["D1"] = formula

    found = told(workbook, sheet(workbook, write))
    assert words in found[code]
    assert set(found) == {code}


def test_a_text_that_looks_like_one_is_none(workbook: Path) -> None:
    def write(made: Any) -> None:
        made["Data"]["D1"] = '="WEBSERVICE(" & A1'
        made["Data"]["D2"] = "WEBSERVICE(x)"

    assert told(workbook, sheet(workbook, write)) == {}


def test_hidden_sheets_are_told_by_name(workbook: Path) -> None:
    def hide(made: Any) -> None:
        made["Other"].sheet_state = "veryHidden"

    assert "Other (deeply hidden)" in told(workbook, sheet(workbook, hide))["hidden_sheet"]


def test_new_errors_are_counted_and_their_first_cells_named(workbook: Path) -> None:
    def write(made: Any) -> None:
        for row in range(2, 7):
            made["Data"][f"E{row}"] = "#DIV/0!"

    new = sheet(workbook, write)
    assert told(workbook, new)["formula_error"].endswith("5 × #DIV/0! in Data (E2, E3, E4, …).")

    def shift(made: Any) -> None:
        made["Data"].insert_rows(1)

    assert told(new, sheet(new, shift)) == {}


# Others.


def test_hidden_slides_are_told(tmp_path: Path) -> None:
    made = Presentation()
    made.slides.add_slide(made.slide_layouts[0])
    made.save(str(tmp_path / "old.pptx"))
    made.slides[0]._element.set("show", "0")
    made.save(str(tmp_path / "new.pptx"))
    assert set(told(tmp_path / "old.pptx", tmp_path / "new.pptx")) == {"hidden_slide"}


def test_scripts_and_actions_of_a_pdf_are_told(tmp_path: Path) -> None:
    old, new = tmp_path / "old.pdf", tmp_path / "new.pdf"
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.write(old)
    script = {
        NameObject("/S"): NameObject("/JavaScript"),
        NameObject("/JS"): TextStringObject("app.alert(1)"),
    }
    writer._add_object(DictionaryObject(script))
    action = DictionaryObject({NameObject("/S"): NameObject("/Launch")})
    writer.root_object[NameObject("/OpenAction")] = action
    link = {NameObject("/S"): NameObject("/URI"), NameObject("/URI"): TextStringObject(REMOTE)}
    writer._add_object(DictionaryObject(link))
    writer.write(new)
    found = told(old, new)
    assert set(found) == {"script", "active_content", "link"}
    assert told(new, new) == {}


@pytest.mark.parametrize(
    ("name", "text", "codes"),
    [
        ("page.html", f'<img src="{REMOTE}.png">', {"remote_image"}),
        ("page.html", "<p onclick='go()'>x</p><script>1</script>", {"script"}),
        ("page.html", f'<a href="{REMOTE}">x</a><img src="here.png">', {"link"}),
        ("page.html", f'<iframe src="{REMOTE}"></iframe>', {"external_link"}),
        ("note.md", f"![x]({REMOTE}.png) and [y]({REMOTE})", {"remote_image"}),
        ("note.md", "![x](here.png)", set()),
        ("draw.svg", f'<svg><image xlink:href="{REMOTE}.png"/></svg>', {"remote_image"}),
        ("draw.svg", "<svg><script>1</script></svg>", {"script"}),
        ("table.csv", "a,b\n1,\"=cmd|'/C calc'!A0\"\n", {"dde"}),
        ("table.csv", "a,b\n1,=1+1\n-5,+3\n", set()),
    ],
)
def test_texts_are_looked_at_too(tmp_path: Path, name: str, text: str, codes: set[str]) -> None:
    new = tmp_path / name
    new.write_text(text)
    assert set(told(None, new)) == codes


@pytest.mark.parametrize(
    ("target", "remote", "place"),
    [
        ("https://user:pw@host.example:99/path?q", True, "host.example"),
        ("\\\\server\\share\\x.dot", True, "a file on another computer (server)"),
        ("file:///C:/x.dot", False, "another file"),
        ("C:\\x.dot", False, "another file"),
        ("mailto:a@b.example", False, "a mail address"),
        ("media/image1.png", False, "another file"),
        ("http://[bad", True, "an address that cannot be read"),
    ],
)
def test_a_place_is_told_without_its_address(target: str, remote: bool, place: str) -> None:
    assert (is_remote(target), place_of(target)) == (remote, place)
