"""Tracked edits: real revisions, signed by KeenBench, dated only when a date is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from keenbench.formats.call import Call
from keenbench.formats.docx.edit.document import DocumentEdit
from keenbench.formats.docx.edit.places import paragraphs, tables
from keenbench.formats.package import open_package
from keenbench.formats.package_edit import PackageEdit
from tests.documents import paragraph, text_of, word
from tests.docx_edits import W, created, edited, part
from tests.fidelity.marked import REFUSED, corpus_files
from tests.fidelity.settled import settled


def test_revisions_carry_the_author_and_only_a_given_date(tmp_path: Path) -> None:
    file = word(tmp_path, paragraph("an old word") + paragraph("more"))
    op = {"op": "replace_text", "search": "old", "replace": "new"}
    given: tuple[tuple[dict[str, Any], str, str | None], ...] = (
        ({}, "KeenBench", None),
        ({"author": "Ann", "date": "2026-01-02T03:04:05Z"}, "Ann", "2026-01-02T03:04:05Z"),
    )
    for params, author, date in given:
        result, _ = edited(file, op, track_changes=True, **params)
        for mark in part(result).iter(f"{W}ins", f"{W}del"):
            assert (mark.get(f"{W}author"), mark.get(f"{W}date")) == (author, date)
        assert text_of("DocxExtractText", result) == "an {--old--}{++new++} word\nmore\n"


def test_ids_of_revisions_are_unique(tmp_path: Path) -> None:
    file = word(tmp_path, "".join(paragraph(f"old {n} old") for n in range(5)))
    result, _ = edited(
        file,
        {"op": "replace_text", "search": "old", "replace": "new"},
        {"op": "delete_paragraphs", "start": 3, "count": 2},
        {"op": "add_table", "rows": [["a"]]},
        track_changes=True,
    )
    ids = [one.get(f"{W}id") for one in part(result).iter() if one.get(f"{W}author")]
    assert len(ids) == len(set(ids)) > 12


def test_what_was_inserted_in_the_same_call_is_edited_in_place(tmp_path: Path) -> None:
    file = word(tmp_path, paragraph("a"))
    result, _ = edited(
        file,
        {"op": "append_paragraph", "text": "one two"},
        {"op": "replace_text", "search": "two", "replace": "three"},
        track_changes=True,
    )
    assert text_of("DocxExtractText", result) == "a\n{++one three++}\n"
    assert part(result).find(f".//{W}delText") is None


def test_deleting_in_someones_insertion_keeps_their_mark(tmp_path: Path) -> None:
    file = word(
        tmp_path,
        "<w:p><w:ins w:id='7' w:author='Bob'><w:r><w:t>one two three</w:t></w:r></w:ins></w:p>",
    )
    op = {"op": "replace_text", "search": "two", "replace": "2"}
    result, _ = edited(file, op, track_changes=True)
    root = part(result)
    [gone] = root.iter(f"{W}del")
    holder = gone.getparent()
    assert holder is not None
    assert (holder.tag, holder.get(f"{W}author")) == (f"{W}ins", "Bob")
    ours = [one for one in root.iter(f"{W}ins") if one.get(f"{W}author") == "KeenBench"]
    assert [one.findtext(f".//{W}t") for one in ours] == ["2"]


def test_rows_and_page_settings_are_tracked(tmp_path: Path) -> None:
    made = created(tmp_path, {"op": "add_table", "rows": [["a", "b"]]})
    result, answer = edited(
        made,
        {"op": "append_table_rows", "table": 0, "rows": [["c", "d"]]},
        {"op": "set_page", "orientation": "landscape"},
        {"op": "define_style", "name": "X", "bold": True},
        track_changes=True,
    )
    root = part(result)
    assert root.find(f".//{W}tr/{W}trPr/{W}ins") is not None
    old = root.find(f".//{W}sectPrChange/{W}sectPr/{W}pgSz")
    assert old is not None
    assert old.get(f"{W}w") == "12240"
    assert [one["code"] for one in answer["report"][2]["warnings"]] == ["not_tracked"]


def test_a_footer_in_a_content_control_is_settled_both_ways(tmp_path: Path) -> None:
    old = "".join(paragraph(one) for one in ("old", "text"))
    file = word(
        tmp_path,
        "<w:p/><w:sectPr><w:footerReference r:id='footer1' w:type='default'/></w:sectPr>",
        footer1=f"<w:ftr><w:sdt><w:sdtContent>{old}</w:sdtContent></w:sdt></w:ftr>",
    )
    op = {"op": "set_header_footer", "where": "footer", "parts": [{"text": "new"}]}
    result, _ = edited(file, op, track_changes=True)
    root = part(result, "word/footer1.xml")
    assert [one.text for one in root.iter(f"{W}delText")] == ["old", "text"]
    assert [one.text for one in root.iter(f"{W}t")] == ["new"]
    rejected = settled(result, accept=False)["word/footer1.xml"]
    assert [text for _, text in rejected] == ["old", "text"]
    accepted = settled(result, accept=True)["word/footer1.xml"]
    assert [text for _, text in accepted if text] == ["new"]


def test_indexes_are_those_that_the_reader_gives() -> None:
    for file, note in corpus_files("docx"):
        if any(words in note for words in REFUSED):
            continue
        with file.open("rb") as stream, open_package(stream, file.name) as package:
            doc = DocumentEdit(Call(files={}, out=file.parent), "draft", PackageEdit(package))
            outline, _ = doc.read()
            for kind, found in (("paragraph", paragraphs(doc)), ("table", tables(doc))):
                read = [block.source for block in outline.blocks if block.kind == kind]
                assert len(read) == len(found), file.name
                assert all(one is other for one, other in zip(read, found, strict=True)), file.name
