"""replace_text: everywhere text lives, across runs, keeping how it looks."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from tests.documents import NAMESPACES, paragraph, text_of, word
from tests.docx_edits import W, edited, part


def runs(*texts: tuple[str, str]) -> str:
    made = "".join(
        f'<w:r><w:rPr>{looks}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'
        for text, looks in texts
    )
    return f"<w:p>{made}</w:p>"


def replaced(file: Path, search: str, replace: str, **more: Any) -> tuple[Path, dict[str, Any]]:
    op = {"op": "replace_text", "search": search, "replace": replace, **more}
    result, answer = edited(file, op)
    return result, answer["report"][0]


def looks_of(file: Path) -> list[tuple[str, bool, bool]]:
    [first, *_] = docx.Document(str(file)).paragraphs
    return [(run.text, bool(run.bold), bool(run.italic)) for run in first.runs if run.text]


def test_across_runs_the_new_text_looks_like_the_beginning_of_the_old(tmp_path: Path) -> None:
    file = word(tmp_path, runs(("Hel", "<w:b/>"), ("lo wor", "<w:i/>"), ("ld!", "")))
    result, report = replaced(file, "Hello world", "Goodbye")
    assert looks_of(result) == [("Goodbye", True, False), ("!", False, False)]
    assert report["matches"] == 1


def test_words_that_stay_keep_their_own_looks(tmp_path: Path) -> None:
    file = word(tmp_path, runs(("the old ", ""), ("term", "<w:b/>"), (" here", "<w:i/>")))
    result, _ = replaced(file, "old term here", "new term here")
    assert looks_of(result) == [
        ("the new ", False, False),
        ("term", True, False),
        (" here", False, True),
    ]


def test_line_ends_and_tabs_have_elements_of_their_own(tmp_path: Path) -> None:
    result, _ = replaced(word(tmp_path, paragraph("a|b")), "|", "1\n2\t3\r\n4")
    assert docx.Document(str(result)).paragraphs[0].text == "a1\n2\t3\n4b"
    assert all("\n" not in (t.text or "") for t in part(result).iter(f"{W}t"))


def test_a_tab_in_the_text_is_found(tmp_path: Path) -> None:
    file = word(tmp_path, "<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r></w:p>")
    result, report = replaced(file, "a\tb", "c")
    assert report["matches"] == 1
    assert docx.Document(str(result)).paragraphs[0].text == "c"


@pytest.mark.parametrize(
    ("text", "search", "more", "wanted"),
    [
        ("Cat cat scatter", "cat", {}, "Cat dog sdogter"),
        ("Cat cat scatter", "cat", {"match_case": False}, "dog dog sdogter"),
        ("Cat cat scatter", "cat", {"whole_word": True}, "Cat dog scatter"),
        ("Cat cat scatter", "CAT", {"whole_word": True, "match_case": False}, "dog dog scatter"),
        ("İstanbul straße X", "x", {"match_case": False}, "İstanbul straße dog"),
        ("a.b axb", "a.b", {}, "dog axb"),
    ],
)
def test_case_and_whole_words(
    tmp_path: Path, text: str, search: str, more: dict[str, Any], wanted: str
) -> None:
    result, _ = replaced(word(tmp_path, paragraph(text)), search, "dog", **more)
    assert docx.Document(str(result)).paragraphs[0].text == wanted


def test_zero_matches_are_said(tmp_path: Path) -> None:
    file = word(tmp_path, paragraph("something"))
    result, report = replaced(file, "nothing", "x")
    assert report["matches"] == 0
    assert report["warnings"][0]["code"] == "no_match"
    with zipfile.ZipFile(file) as before, zipfile.ZipFile(result) as after:
        assert {name: after.read(name) for name in after.namelist()} == {
            name: before.read(name) for name in before.namelist()
        }


BOX = (
    "<mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:inline><wps:wsp><wps:txbx>"
    "<w:txbxContent>{0}</w:txbxContent></wps:txbx></wps:wsp></wp:inline></w:drawing></mc:Choice>"
    "<mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>{0}</w:txbxContent></v:textbox>"
    "</v:shape></w:pict></mc:Fallback></mc:AlternateContent>"
)
OLD = paragraph("an old word")
PLACES = {
    "a nested table": f"<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:tc>{OLD}</w:tc></w:tr></w:tbl>"
    "<w:p/></w:tc></w:tr></w:tbl>",
    "a text box, both branches": f"<w:p><w:r>{BOX.format(OLD)}</w:r></w:p>",
    "a content control": f"<w:sdt><w:sdtContent>{OLD}</w:sdtContent></w:sdt>",
    "an inline content control": "<w:p><w:sdt><w:sdtContent><w:r><w:t>an old word</w:t></w:r>"
    "</w:sdtContent></w:sdt></w:p>",
    "a link": "<w:p><w:hyperlink w:anchor='x'><w:r><w:t>an old word</w:t></w:r>"
    "</w:hyperlink></w:p>",
    "a field": "<w:p><w:fldSimple w:instr='TITLE'><w:r><w:t>an old word</w:t></w:r></w:fldSimple>"
    "</w:p>",
    "a smart tag": "<w:p><w:smartTag><w:r><w:t>an old word</w:t></w:r></w:smartTag></w:p>",
    "a tracked insertion": "<w:p><w:ins w:id='1' w:author='A'><w:r><w:t>an old word</w:t></w:r>"
    "</w:ins></w:p>",
}


@pytest.mark.parametrize("place", PLACES)
def test_text_is_replaced_wherever_it_stands(tmp_path: Path, place: str) -> None:
    result, report = replaced(word(tmp_path, PLACES[place]), "old", "new")
    assert report["matches"] == 1
    assert b"old" not in etree.tostring(part(result))
    assert "an new word" in text_of("DocxExtractText", result)


def test_text_beside_the_body_is_replaced_and_counted_by_place(tmp_path: Path) -> None:
    file = word(
        tmp_path,
        "<w:p><w:r><w:t>old</w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r>"
        "<w:r><w:commentReference w:id='0'/></w:r></w:p>"
        "<w:sectPr><w:headerReference r:id='header1' w:type='default'/></w:sectPr>",
        header1=f"<w:hdr>{OLD}</w:hdr>",
        footnotes=f"<w:footnotes><w:footnote w:id='2'>{OLD}</w:footnote></w:footnotes>",
        comments=f"<w:comments><w:comment w:id='0'>{OLD}</w:comment></w:comments>",
    )
    result, report = replaced(file, "old", "new")
    assert report["places"] == {"body": 1, "comments": 1, "footnotes": 1, "headers": 1}
    assert "old" not in text_of("DocxExtractText", result)


def test_deleted_text_is_not_touched(tmp_path: Path) -> None:
    file = word(
        tmp_path,
        "<w:p><w:del w:id='1' w:author='A'><w:r><w:delText>old</w:delText></w:r></w:del>"
        "<w:moveFrom w:id='2' w:author='A'><w:r><w:t>old</w:t></w:r></w:moveFrom></w:p>",
    )
    result, report = replaced(file, "old", "new")
    assert report["matches"] == 0
    assert part(result).findtext(f".//{W}delText") == "old"


def test_pictures_notes_and_fields_inside_a_match_stay(tmp_path: Path) -> None:
    file = word(
        tmp_path,
        "<w:p><w:r><w:t>Hel</w:t><w:drawing/><w:t>lo</w:t></w:r><w:bookmarkStart w:id='1' "
        "w:name='b'/><w:r><w:footnoteReference w:id='2'/></w:r><w:bookmarkEnd w:id='1'/>"
        "<w:r><w:t xml:space='preserve'> world</w:t></w:r></w:p>",
        footnotes="<w:footnotes><w:footnote w:id='2'><w:p/></w:footnote></w:footnotes>",
    )
    result, report = replaced(file, "Hello world", "Bye")
    body = part(result)
    assert report["matches"] == 1
    assert "".join(t.text or "" for t in body.iter(f"{W}t")) == "Bye"
    for kept in ("drawing", "footnoteReference", "bookmarkStart", "bookmarkEnd"):
        assert body.find(f".//{W}{kept}") is not None, kept


@settings(max_examples=40, deadline=None)
@given(
    pieces=st.lists(st.text("ab <&", min_size=1, max_size=4), min_size=1, max_size=5),
    search=st.text("ab ", min_size=1, max_size=3),
    replace=st.text("abX \n", max_size=4),
    tracked=st.booleans(),
)
def test_what_is_read_afterwards_is_the_replaced_text(
    tmp_path_factory: pytest.TempPathFactory,
    pieces: list[str],
    search: str,
    replace: str,
    tracked: bool,
) -> None:
    folder = tmp_path_factory.mktemp("law")
    escaped = [one.replace("&", "&amp;").replace("<", "&lt;") for one in pieces]
    file = word(folder, runs(*((one, "") for one in escaped)))
    op = {"op": "replace_text", "search": search, "replace": replace}
    result, _ = edited(file, op, track_changes=tracked)
    live = []
    for element in part(result).iter(f"{W}t", f"{W}br"):
        live.append("\n" if element.tag == f"{W}br" else element.text or "")
    assert "".join(live) == "".join(pieces).replace(search, replace)
    if tracked:
        old = [
            element.text or ""
            for element in part(result).iter(f"{W}t", f"{W}delText")
            if next(element.iterancestors(f"{W}ins"), None) is None
        ]
        assert "".join(old) == "".join(pieces)


def test_namespaces_and_unknown_markup_survive(tmp_path: Path) -> None:
    file = word(tmp_path, "<w:p><w:r><w:t>old</w:t></w:r></w:p><x:odd xmlns:x='urn:x'>1</x:odd>")
    result, _ = replaced(file, "old", "new")
    root = part(result)
    assert root.find(".//{urn:x}odd") is not None
    for declared in NAMESPACES.split():
        prefix = declared.partition("=")[0].removeprefix("xmlns:")
        assert prefix in root.nsmap


def _control(properties: str) -> str:
    return (
        f"<w:p><w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent><w:r><w:t>old</w:t></w:r>"
        "</w:sdtContent></w:sdt></w:p>"
    )


def _field(code: str) -> str:
    marks = [
        f"<w:r><w:fldChar w:fldCharType='{one}'/></w:r>" for one in ("begin", "separate", "end")
    ]
    code = f"<w:r><w:instrText>{code}</w:instrText></w:r>"
    return f"<w:p>{marks[0]}{code}{marks[1]}<w:r><w:t>old</w:t></w:r>{marks[2]}</w:p>"


@pytest.mark.parametrize(
    ("place", "codes"),
    [
        (_control(""), []),
        (_control("<w:dataBinding w:xpath='/a'/>"), ["bound_text"]),
        (_control("<w:lock w:val='contentLocked'/>"), ["bound_text"]),
        (_control("<w:lock w:val='sdtLocked'/>"), []),
        (_field(" REF mark "), ["field_results"]),
        (_field(' HYPERLINK "https://a.example" '), []),
        (
            "<w:p><w:fldSimple w:instr='TITLE'><w:r><w:t>old</w:t></w:r></w:fldSimple></w:p>",
            ["field_results"],
        ),
        (_field("REF mark") + paragraph("old"), ["field_results"]),
    ],
)
def test_text_that_word_writes_itself_is_said(tmp_path: Path, place: str, codes: list[str]) -> None:
    result, report = replaced(word(tmp_path, place), "old", "new")
    assert [one["code"] for one in report["warnings"]] == codes
    assert "old" not in text_of("DocxExtractText", result)
