"""The text of a Word document: everything a reader sees, once, in its place."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from keenbench.errors import FileReadFailed
from tests.documents import call, paragraph, text_of, word, word_parts, zipped


def text(folder: Path, body: str, **parts: object) -> str:
    return text_of("DocxExtractText", word(folder, body, **parts))


def test_paragraphs_are_lines(tmp_path: Path) -> None:
    assert text(tmp_path, paragraph("One") + "<w:p/>" + paragraph("Two")) == "One\n\nTwo\n"


def test_tabs_breaks_hyphens_and_symbols_are_characters(tmp_path: Path) -> None:
    run = (
        "<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/>"
        '<w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Arial" w:char="00E9"/></w:r></w:p>'
    )
    assert text(tmp_path, run) == "a\tb\nc\u2011✓é\n"


def test_a_table_stands_where_it_stands(tmp_path: Path) -> None:
    table = "<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>".format(
        paragraph("a"), paragraph("b") + paragraph("c")
    )
    body = paragraph("before") + table + paragraph("after")
    assert text(tmp_path, body) == "before\na\tb / c\nafter\n"


def test_merged_cells_are_given_once_and_keep_the_columns(tmp_path: Path) -> None:
    table = (
        '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/><w:vMerge w:val="restart"/></w:tcPr>'
        f"{paragraph('wide')}</w:tc><w:tc>{paragraph('x')}</w:tc></w:tr>"
        '<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/><w:vMerge/></w:tcPr><w:p/></w:tc>'
        f"<w:tc>{paragraph('y')}</w:tc></w:tr></w:tbl>"
    )
    file = word(tmp_path, table)
    assert text_of("DocxExtractText", file) == "wide\t\tx\n\t\ty\n"
    content = call("DocxGetSectionContent", file)["section"]
    assert content["tables"][0]["rows"] == [["wide", None, "x"], [None, None, "y"]]


def test_nested_tables_and_content_controls_are_read(tmp_path: Path) -> None:
    inner = f"<w:tbl><w:tr><w:tc>{paragraph('inner')}</w:tc></w:tr></w:tbl>"
    table = f"<w:tbl><w:tr><w:tc>{paragraph('outer')}{inner}<w:p/></w:tc></w:tr></w:tbl>"
    block = f"<w:sdt><w:sdtPr/><w:sdtContent>{paragraph('in control')}</w:sdtContent></w:sdt>"
    inline = "<w:p><w:sdt><w:sdtContent><w:r><w:t>in line</w:t></w:r></w:sdtContent></w:sdt></w:p>"
    assert text(tmp_path, table + block + inline) == "outer / inner / \nin control\nin line\n"


def test_rows_and_cells_in_content_controls_are_read(tmp_path: Path) -> None:
    cell = f"<w:sdt><w:sdtContent><w:tc>{paragraph('cell')}</w:tc></w:sdtContent></w:sdt>"
    row = f"<w:sdt><w:sdtContent><w:tr>{cell}</w:tr></w:sdtContent></w:sdt>"
    assert text(tmp_path, f"<w:tbl>{row}</w:tbl>") == "cell\n"


def test_tracked_changes_are_shown_as_such(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>a </w:t></w:r><w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>"
    )
    file = word(tmp_path, body)
    assert text_of("DocxExtractText", file) == "a {--old--}{++new++}\n"
    [read] = call("DocxGetSectionContent", file)["section"]["paragraphs"]
    assert read["text"] == "a new"
    assert [(run["text"], run.get("revision")) for run in read["runs"]] == [
        ("a ", None),
        ("old", "deleted"),
        ("new", "inserted"),
    ]


def test_notes_follow_the_paragraph_that_refers_to_them(tmp_path: Path) -> None:
    body = '<w:p><w:r><w:t>See</w:t><w:footnoteReference w:id="2"/></w:r></w:p>' + paragraph("next")
    notes = f'<w:footnotes><w:footnote w:id="2">{paragraph("the note")}</w:footnote></w:footnotes>'
    assert text(tmp_path, body, footnotes=notes) == "See[^1]\n[^1: the note]\nnext\n"


def test_a_note_that_nothing_refers_to_is_not_lost(tmp_path: Path) -> None:
    notes = f'<w:endnotes><w:endnote w:id="9">{paragraph("lonely")}</w:endnote></w:endnotes>'
    assert "lonely" in text(tmp_path, paragraph("x"), endnotes=notes)


def test_comments_name_their_author(tmp_path: Path) -> None:
    body = '<w:p><w:r><w:t>Text</w:t><w:commentReference w:id="0"/></w:r></w:p>'
    comments = (
        f'<w:comments><w:comment w:id="0" w:author="Ada">{paragraph("why?")}</w:comment>'
        "</w:comments>"
    )
    assert text(tmp_path, body, comments=comments) == "Text\n[comment by Ada: why?]\n"


def test_headers_and_footers_are_given_once(tmp_path: Path) -> None:
    section = '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>'
    body = f"<w:p><w:pPr>{section}</w:pPr><w:r><w:t>One</w:t></w:r></w:p>{section}"
    header = f"<w:hdr>{paragraph('Letterhead')}</w:hdr>"
    file = word(tmp_path, body, header1=header)
    assert text_of("DocxExtractText", file) == "One\n[header: Letterhead]\n"
    assert call("DocxGetMap", file)["has_headers_footers"] is True


def test_a_text_box_is_read_once_though_it_is_written_twice(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{paragraph('boxed')}</w:txbxContent>"
    body = (
        "<w:p><w:r><w:t>x</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires='wps'>"
        f"<w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx>{box}</wps:txbx>"
        "</wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r></w:p>"
    )
    assert text(tmp_path, body) == "x\n[text box: boxed]\n"


def test_fields_show_their_result_not_their_code(tmp_path: Path) -> None:
    body = (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText>'
        '<w:fldChar w:fldCharType="separate"/><w:t>7</w:t><w:fldChar w:fldCharType="end"/></w:r>'
        '<w:fldSimple w:instr="DATE"><w:r><w:t>today</w:t></w:r></w:fldSimple></w:p>'
    )
    assert text(tmp_path, body) == "7today\n"


def test_form_fields_show_their_state(tmp_path: Path) -> None:
    body = (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/>'
        "</w:checkBox></w:ffData></w:fldChar></w:r>"
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/>'
        '<w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData></w:fldChar>'
        "</w:r></w:p>"
    )
    assert text(tmp_path, body) == "☒blue\n"


def test_equations_are_written_on_a_line(tmp_path: Path) -> None:
    def run(of: str) -> str:
        return f"<m:r><m:t>{of}</m:t></m:r>"

    body = (
        f"<w:p><m:oMath>{run('x=')}<m:f><m:num>{run('a+b')}</m:num><m:den>{run('2')}</m:den></m:f>"
        f"<m:sSup><m:e>{run('c')}</m:e><m:sup>{run('2')}</m:sup></m:sSup></m:oMath></w:p>"
    )
    assert text(tmp_path, body) == "x=(a+b)/2c^2\n"


def test_images_charts_and_smartart_say_what_they_hold(tmp_path: Path) -> None:
    picture = (
        '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A cat"/><a:graphic>'
        '<a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="img"/></pic:blipFill></pic:pic>'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )
    drawing = "<w:p><w:r><w:drawing><wp:inline>{}</wp:inline></w:drawing></w:r></w:p>"
    chart = drawing.format('<c:chart r:id="chart1"/>')
    smart = drawing.format('<dgm:relIds r:dm="data1"/>')
    chart_part = (
        "<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p>"
        "</c:rich></c:tx></c:title><c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>North</c:v>"
        "</c:pt></c:strCache></c:strRef></c:tx></c:ser></c:chart></c:chartSpace>"
    )
    words = "<a:p><a:r><a:t>Plan</a:t></a:r></a:p>"
    data = f"<dgm:dataModel><dgm:pt><dgm:t>{words}</dgm:t></dgm:pt></dgm:dataModel>"
    links = (("img", "image", "media/cat.png"),)
    body = picture + chart + smart
    file = word(tmp_path, body, links=links, chart1=chart_part, data1=data)
    assert text_of("DocxExtractText", file) == (
        "\n[image: A cat]\n\n[chart: Sales\nseries: North]\n\n[diagram: Plan]\n"
    )
    images = call("DocxGetMap", file)["images"]
    assert [(image["alt_text"], image["target"]) for image in images] == [
        ("A cat", "word/media/cat.png")
    ]


def test_lists_are_numbered_as_word_numbers_them(tmp_path: Path) -> None:
    numbering = (
        '<w:numbering><w:abstractNum w:abstractNumId="0">'
        '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="%1."/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/>'
        '<w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>'
        '<w:abstractNum w:abstractNumId="1">'
        '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/></w:lvl>'
        "</w:abstractNum>"
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="1"/></w:lvlOverride></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num></w:numbering>'
    )

    def item(text: str, number: int, level: int = 0) -> str:
        return (
            f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
            f"</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"
        )

    body = item("a", 1) + item("b", 1, 1) + item("c", 1, 1) + item("d", 1) + item("e", 1, 1)
    body += item("f", 2) + item("g", 3)
    assert text(tmp_path, body, numbering=numbering) == (
        "1. a\n  1.a) b\n  1.b) c\n2. d\n  2.a) e\n1. f\n• g\n"
    )


def test_an_embedded_document_is_named(tmp_path: Path) -> None:
    links = (("chunk", "aFChunk", "part.html"),)
    file = word(tmp_path, paragraph("x") + '<w:altChunk r:id="chunk"/>', links=links)
    assert text_of("DocxExtractText", file) == "x\n[embedded document: word/part.html]\n"
    assert [warning["code"] for warning in call("DocxGetMap", file)["warnings"]] == [
        "embedded_document"
    ]


def test_a_damaged_part_beside_the_body_is_a_warning(tmp_path: Path) -> None:
    parts = word_parts(paragraph("still here"), comments="<w:comments>")
    file = tmp_path / "made.docx"
    file.write_bytes(zipped(parts))
    read = call("DocxExtractText", file)
    assert read["text"] == "still here\n"
    assert [warning["code"] for warning in read["warnings"]] == ["part_unreadable"]


def test_damaged_relationships_are_a_warning(tmp_path: Path) -> None:
    parts = word_parts(paragraph("still here"))
    parts["word/_rels/document.xml.rels"] = "<Relationships"
    file = tmp_path / "made.docx"
    file.write_bytes(zipped(parts))
    read = call("DocxExtractText", file)
    assert read["text"] == "still here\n"
    assert [warning["code"] for warning in read["warnings"]] == ["part_unreadable"]


def test_a_damaged_body_is_refused_with_its_name(tmp_path: Path) -> None:
    parts = word_parts("")
    parts["word/document.xml"] = "<w:document"
    file = tmp_path / "made.docx"
    file.write_bytes(zipped(parts))
    with pytest.raises(FileReadFailed, match=r"word/document\.xml is not well-formed"):
        call("DocxGetMap", file)


def test_runs_carry_the_formatting_that_operations_write(tmp_path: Path) -> None:
    file = tmp_path / "made.docx"
    document = docx.Document()
    made = document.add_paragraph("plain ")
    bold = made.add_run("bold")
    bold.bold = True
    bold.font.name = "Arial"
    bold.font.size = docx.shared.Pt(14)
    bold.font.color.rgb = docx.shared.RGBColor(0x1A, 0x2B, 0x3C)
    document.save(str(file))
    [read] = call("DocxGetSectionContent", file)["section"]["paragraphs"]
    assert read["style"] == "Normal"
    assert read["runs"] == [
        {"text": "plain "},
        {
            "text": "bold",
            "bold": True,
            "font_name": "Arial",
            "font_size": 14.0,
            "font_color": "#1A2B3C",
        },
    ]


def test_links_are_named_in_runs(tmp_path: Path) -> None:
    body = '<w:p><w:hyperlink r:id="go"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p>'
    file = word(tmp_path, body, links=(("go", "hyperlink", "https://example.com/"),))
    [read] = call("DocxGetSectionContent", file)["section"]["paragraphs"]
    assert read["runs"] == [{"text": "here", "link": "https://example.com/"}]


def test_notes_that_refer_to_themselves_end(tmp_path: Path) -> None:
    reference = '<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="1"/></w:r></w:p>'
    notes = f'<w:footnotes><w:footnote w:id="1">{reference}</w:footnote></w:footnotes>'
    assert text(tmp_path, reference, footnotes=notes) == "x[^1]\n[^1: x]\n"


def test_a_chain_of_notes_within_notes_is_refused(tmp_path: Path) -> None:
    def refer(to: int) -> str:
        return f'<w:p><w:r><w:footnoteReference w:id="{to}"/></w:r></w:p>'

    chain = "".join(f'<w:footnote w:id="{at}">{refer(at + 1)}</w:footnote>' for at in range(2000))
    with pytest.raises(FileReadFailed, match="nested too deeply"):
        text(tmp_path, refer(0), footnotes=f"<w:footnotes>{chain}</w:footnotes>")


def test_many_warnings_are_counted_rather_than_listed(tmp_path: Path) -> None:
    count = 100
    drawings = "".join(
        f'<w:p><w:r><w:drawing><c:chart r:id="c{at}"/></w:drawing></w:r></w:p>'
        for at in range(count)
    )
    links = tuple((f"c{at}", "chart", f"missing{at}.xml") for at in range(count))
    warnings = call("DocxGetMap", word(tmp_path, drawings, links=links))["warnings"]
    assert len(warnings) == 41
    assert warnings[-1] == {"code": "more_warnings", "message": "And 60 more."}


def test_the_default_style_may_be_a_list(tmp_path: Path) -> None:
    styles = (
        '<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>'
    )
    numbering = (
        '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/>'
        '<w:numFmt w:val="upperRoman"/><w:lvlText w:val="(%1)"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    )
    body = paragraph("a") + paragraph("b")
    assert text(tmp_path, body, styles=styles, numbering=numbering) == "(III) a\n(IV) b\n"
