"""Presentations: map, slides shape by shape, and text."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pptx
import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from keenbench.errors import FileReadFailed, ValidationFailed
from tests.documents import OOXML, call, relationships, text_of

Deck = Any  # python-pptx gives its factory function no type of its own
P188 = "http://schemas.microsoft.com/office/powerpoint/2018/8/main"


def saved(folder: Path, deck: Deck) -> Path:
    file = folder / "made.pptx"
    deck.save(str(file))
    return file


def changed(file: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """Change the parts of a saved presentation."""
    with zipfile.ZipFile(file) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    change(parts)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    file.write_bytes(out.getvalue())
    return file


def chart_data(series: str) -> CategoryChartData:
    data = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["Q1", "Q2"]
    data.add_series(series, (1, 2))  # type: ignore[no-untyped-call]
    return data


def titled(deck: Deck, title: str, *bullets: str) -> Any:
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = title
    frame = slide.placeholders[1].text_frame
    frame.text = bullets[0] if bullets else ""
    for level, bullet in enumerate(bullets[1:], start=1):
        line = frame.add_paragraph()
        line.text, line.level = bullet, level
    return slide


def test_the_map_tells_title_layout_and_what_a_slide_holds(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = titled(deck, "Results", "up")
    slide.notes_slide.notes_text_frame.text = "say hello"
    slide.shapes.add_table(1, 1, 0, 0, Inches(1), Inches(1))
    data = chart_data("North")
    slide.shapes.add_chart(XL_CHART_TYPE.PIE, 0, 0, Inches(2), Inches(2), data)
    deck.slides.add_slide(deck.slide_layouts[6])
    found = call("PptxGetMap", saved(tmp_path, deck))
    first, second = found["slides"]
    assert found["slide_count"] == 2
    assert (found["slide_width"], found["slide_height"]) == (10.0, 7.5)
    assert (first["title"], first["layout"]) == ("Results", "Title and Content")
    assert first["has_tables"] and first["has_charts"] and first["has_notes"]
    assert (second["title"], second["layout"], second["has_notes"]) == (None, "Blank", False)


def test_text_is_given_slide_by_slide_with_levels_and_notes(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = titled(deck, "One", "a", "b")
    slide.notes_slide.notes_text_frame.text = "remember"
    titled(deck, "Two", "c")
    file = saved(tmp_path, deck)
    assert text_of("PptxExtractText", file) == (
        "[slide 1]\nOne\na\n  b\n[notes: remember]\n[slide 2]\nTwo\nc\n"
    )
    second = call("PptxExtractText", file, slide_index=1)
    assert second["text"] == "[slide 2]\nTwo\nc\n"
    assert second["chunk_info"] == {
        "chunk_index": 1,
        "total_chunks": 2,
        "has_more": False,
        "range": "2-2",
        "covered": {"unit": "slides", "from": 2, "to": 2, "total": 2},
    }
    assert call("PptxExtractText", file, chunk=1) == second


def test_hidden_slides_are_read_and_said(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    titled(deck, "Secret").element.set("show", "0")
    file = saved(tmp_path, deck)
    assert call("PptxGetMap", file)["slides"][0]["hidden"] is True
    assert text_of("PptxExtractText", file).startswith("[slide 1, hidden]\nSecret\n")


def test_shapes_in_groups_are_read_where_they_stand(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    group = slide.shapes.add_group_shape()
    box = group.shapes.add_textbox(Inches(1), Inches(2), Inches(3), Inches(1))
    box.text_frame.text = "grouped"
    shapes = call("PptxGetSlideContent", saved(tmp_path, deck))["slide"]["shapes"]
    assert [(one["shape_type"], one.get("group")) for one in shapes] == [
        ("group", None),
        ("text_box", 0),
    ]
    assert (shapes[1]["left"], shapes[1]["top"], shapes[1]["width"]) == (1.0, 2.0, 3.0)
    assert shapes[1]["text_blocks"][0]["text"] == "grouped"


def test_placeholders_inherit_the_place_of_their_layout(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = titled(deck, "Title", "x")
    read = call("PptxGetSlideContent", saved(tmp_path, deck))["slide"]["shapes"][0]
    assert read["placeholder_type"] == "title"
    assert read["left"] == pytest.approx(slide.shapes.title.left / 914400, abs=1e-4)
    assert read["width"] == pytest.approx(slide.shapes.title.width / 914400, abs=1e-4)


def test_lite_leaves_out_places_and_formatting(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = titled(deck, "Title", "x")
    slide.shapes.title.text_frame.paragraphs[0].runs[0].font.bold = True
    file = saved(tmp_path, deck)
    full = call("PptxGetSlideContent", file)["slide"]["shapes"][0]
    lite = call("PptxGetSlideContent", file, detail="lite")["slide"]["shapes"][0]
    assert full["text_blocks"][0]["runs"] == [{"text": "Title", "bold": True}]
    assert "left" in full
    assert "left" not in lite
    assert lite["text_blocks"] == [{"text": "Title", "level": 0}]


def test_tables_keep_their_columns_through_merges(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    table = slide.shapes.add_table(2, 2, 0, 0, Inches(4), Inches(1)).table
    table.cell(0, 0).text = "wide"
    table.cell(0, 0).merge(table.cell(0, 1))
    table.cell(1, 1).text = "b"
    file = saved(tmp_path, deck)
    [shape] = call("PptxGetSlideContent", file)["slide"]["shapes"]
    assert shape["table"] == {"row_count": 2, "col_count": 2, "rows": [["wide", None], ["", "b"]]}
    assert text_of("PptxExtractText", file) == "[slide 1]\nwide\t\n\tb\n"


def test_charts_say_their_titles_and_series(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    data = chart_data("North")
    chart = slide.shapes.add_chart(
        XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(4), Inches(3), data
    ).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Sales"
    file = saved(tmp_path, deck)
    assert text_of("PptxExtractText", file) == "[slide 1]\n[chart: Sales\nseries: North]\n"


def test_pictures_carry_their_alternative_text(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    fixtures = Path(__file__).parents[3] / "fixtures" / "office"
    picture = slide.shapes.add_picture(str(fixtures / "chart.png"), 0, 0)
    picture._element.nvPicPr.cNvPr.set("descr", "Bars")
    file = saved(tmp_path, deck)
    [shape] = call("PptxGetSlideContent", file)["slide"]["shapes"]
    assert (shape["has_image"], shape["alt_text"]) == (True, "Bars")
    assert text_of("PptxExtractText", file) == "[slide 1]\n[image: Bars]\n"


def test_comments_of_both_kinds_are_read(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    titled(deck, "One")
    file = saved(tmp_path, deck)

    def add(parts: dict[str, bytes]) -> None:
        main = "ppt/_rels/presentation.xml.rels"
        slide = "ppt/slides/_rels/slide1.xml.rels"
        for name, entries in {
            main: (("x1", "commentAuthors", "ca.xml"), ("x2", "authors", "authors.xml")),
            slide: (
                ("x3", "comments", "../comments/old.xml"),
                ("x4", "comments", "../comments/new.xml"),
            ),
        }.items():
            more = re.findall("<Relationship .*?/>", relationships(*entries))
            end = b"</Relationships>"
            parts[name] = parts[name].replace(end, "".join(more).encode() + end)
        p = f'xmlns:p="{OOXML}/presentationml/2006/main"'
        t = f'xmlns:a="{OOXML}/drawingml/2006/main" xmlns:t="{P188}"'
        body = "<t:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></t:txBody>"
        reply = f'<t:replyLst><t:reply authorId="{{G}}">{body.format("so")}</t:reply></t:replyLst>'
        thread = f'<t:cm authorId="{{G}}">{reply}{body.format("really?")}</t:cm>'
        classic = '<p:cm authorId="0"><p:text>why?</p:text></p:cm>'
        for name, xml in {
            "ca.xml": f'<p:cmAuthorLst {p}><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>',
            "authors.xml": f'<t:authorLst {t}><t:author id="{{G}}" name="Bo"/></t:authorLst>',
            "comments/old.xml": f"<p:cmLst {p}>{classic}</p:cmLst>",
            "comments/new.xml": f"<t:cmLst {t}>{thread}</t:cmLst>",
        }.items():
            parts[f"ppt/{name}"] = xml.encode()

    read = text_of("PptxExtractText", changed(file, add))
    assert read.endswith("[comment by Ada: why?]\n[comment by Bo: really?]\n[reply by Bo: so]\n")


def test_a_damaged_slide_leaves_the_others_readable(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    titled(deck, "One")
    titled(deck, "Two")
    file = changed(
        saved(tmp_path, deck), lambda parts: parts.update({"ppt/slides/slide1.xml": b"<broken"})
    )
    found = call("PptxGetMap", file)
    assert "not well-formed" in found["slides"][0]["unreadable"]
    assert [warning["code"] for warning in found["warnings"]] == ["part_unreadable"]
    assert text_of("PptxExtractText", file, slide_index=1) == "[slide 2]\nTwo\n"
    with pytest.raises(FileReadFailed, match="Slide 0 cannot be read; the others can"):
        call("PptxGetSlideContent", file, slide_index=0)


def test_a_slide_with_damaged_relationships_is_read(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    titled(deck, "One")
    file = changed(
        saved(tmp_path, deck),
        lambda parts: parts.update({"ppt/slides/_rels/slide1.xml.rels": b"<broken"}),
    )
    read = call("PptxExtractText", file, slide_index=0)
    assert read["text"] == "[slide 1]\nOne\n"
    assert [warning["code"] for warning in read["warnings"]] == ["part_unreadable"]


def test_a_long_slide_is_read_in_chunks(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    titled(deck, "Long", *("word " * 200 for _ in range(9)))
    file = saved(tmp_path, deck)
    [entry] = call("PptxGetMap", file)["slides"]
    assert entry["exceeds_chunk"] is True
    chunks = [
        call("PptxExtractText", file, slide_index=0, chunk=chunk)
        for chunk in range(entry["chunks_count"])
    ]
    assert "".join(chunk["text"] for chunk in chunks) == text_of("PptxExtractText", file)
    assert [chunk["chunk_info"]["has_more"] for chunk in chunks][-1] is False


def test_a_slide_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    file = saved(tmp_path, pptx.Presentation())
    with pytest.raises(ValidationFailed, match="slide 0 does not exist"):
        call("PptxGetSlideContent", file)
    assert text_of("PptxExtractText", file) == ""


def test_a_map_of_many_slides_stays_small_and_pages(tmp_path: Path) -> None:
    deck = pptx.Presentation()
    for number in range(60):
        titled(deck, f"{number} " + "lange Überschrift " * 20)
    file = saved(tmp_path, deck)
    found = call("PptxGetMap", file)
    assert len(json.dumps(found)) <= 64 * 1024
    assert [one["index"] for one in found["slides"]] == [*range(20), *range(40, 60)]
    page = call("PptxGetMap", file, offset=20, limit=20)
    assert [one["index"] for one in page["slides"]] == list(range(20, 40))
