"""Texts are read as a browser reads them: what is written otherwise is found all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from keenbench.errors import FileReadFailed
from tests.unit.formats.notices.test_notices import told

E = "e.example"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('<img src="&#104;ttp://e.example/x">', "remote_image"),
        ('<img src="ht\ntp://e.example/x">', "remote_image"),
        ('<img src="/\\e.example/x">', "remote_image"),
        ('<img src="http:\\\\e.example/x">', "remote_image"),
        ('<img srcset="a.png 1x, http://e.example/x 2x">', "remote_image"),
        ('<img src="a.png" src="http://e.example/x">', "remote_image"),
        ('<a href="#" ping="http://e.example/x">x</a>', "external_link"),
        ('<form action="http://e.example/x">', "external_link"),
        ('<button formaction="//e.example/x">', "external_link"),
        ('<p style="background:u\\72l(http\\3a//e.example/x)">', "external_link"),
        ("<style>@import 'http://e.example/x';</style>", "external_link"),
        ("<p style=\"background:image-set('//e.example/x' 1x)\">", "external_link"),
        ('<iframe srcdoc="<img src=http://e.example/x>"></iframe>', "remote_image"),
    ],
)
def test_a_page_that_loads_is_told_by_its_host(tmp_path: Path, text: str, code: str) -> None:
    new = tmp_path / "page.html"
    new.write_text(text)
    assert E in told(None, new)[code]


@pytest.mark.parametrize(
    "text",
    [
        '<a href="java\tscript:go()">x</a>',
        '<a href="&#106;avascript:go()">x</a>',
        '<iframe src="data:text/html,x"></iframe>',
        '<object data="data:text/html,x"></object>',
        '<svg><set attributeName="onmouseover" to="go()"/></svg>',
        '<svg><animate attributeName="href" values="javascript:go()"/></svg>',
        '<meta http-equiv="&#114;efresh" content="0;url=x">',
        '<p title="a > b" onclick="go()">',
    ],
)
def test_a_page_that_runs_something_is_told(tmp_path: Path, text: str) -> None:
    new = tmp_path / "page.html"
    new.write_text(text)
    assert "script" in told(None, new)


def test_another_script_in_place_of_the_old_one_is_told(tmp_path: Path) -> None:
    old, new = tmp_path / "old.html", tmp_path / "new.html"
    old.write_text("<script>one()</script>")
    new.write_text("<script>two()</script>")
    assert "script" in told(old, new)
    assert told(old, old) == {}


@pytest.mark.parametrize("text", ["<p hidden>x</p>", '<p style="display: none">x</p>'])
def test_parts_of_a_page_that_do_not_show_are_told(tmp_path: Path, text: str) -> None:
    new = tmp_path / "page.html"
    new.write_text(text)
    assert set(told(None, new)) == {"hidden_text"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("![a]\n\n[a]: http://e.example/x", "remote_image"),
        ("![a][]\n\n[A]: http://e.example/x", "remote_image"),
        ("![b][a]\n\n[a]:\n  http://e.example/x", "remote_image"),
        ("![a [b] c](http://e.example/x)", "remote_image"),
        ("![a](&#104;ttp://e.example/x)", "remote_image"),
        ("[![a](http://e.example/x)](here)", "remote_image"),
        ("[x](javascript:go())", "script"),
    ],
)
def test_notes_are_read_as_they_are_shown(tmp_path: Path, text: str, code: str) -> None:
    new = tmp_path / "note.md"
    new.write_text(text)
    assert set(told(None, new)) == {code}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.css", "@import url(http://e.example/x);"),
        ("a.css", "p { background: u/**/rl('//e.example/x') }"),
        ("a.xml", '<?xml-stylesheet href="http://e.example/x"?><a/>'),
        ("a.xml", '<!DOCTYPE a SYSTEM "http://e.example/x"><a/>'),
        ("a.xml", '<a><xi:include href="http://e.example/x"/></a>'),
        ("a.svg", '<svg><use q:href="http://e.example/x"/></svg>'),
    ],
)
def test_styles_and_xml_that_load_are_told(tmp_path: Path, name: str, text: str) -> None:
    new = tmp_path / name
    new.write_text(text)
    assert E in told(None, new)["external_link"]


def test_an_entity_from_outside_is_asked_for(tmp_path: Path) -> None:
    new = tmp_path / "a.xml"
    new.write_text('<!DOCTYPE a [<!ENTITY b SYSTEM "http://e.example/x">]><a>&b;</a>')
    assert "not_checked" in told(None, new)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plain.svg", '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(#a)"/></svg>'),
        ("plain.html", '<!DOCTYPE html><p title="http://e.example">http://e.example</p>'),
        ("plain.md", "A [x] of ![y] and `a | b`.\n"),
        ("plain.css", "p { color: red } /* http://e.example */"),
    ],
)
def test_what_only_looks_like_it_is_not_told(tmp_path: Path, name: str, text: str) -> None:
    new = tmp_path / name
    new.write_text(text)
    assert told(None, new) == {}


HOSTILE = ["<" + "a" * 1_000_000, "![" * 300_000, "<a " * 300_000, "[" * 500_000, "<!--" * 200_000]


@pytest.mark.parametrize("name", ["note.md", "page.html", "a.css"])
@pytest.mark.parametrize("text", HOSTILE, ids=["tag", "image", "tags", "brackets", "comments"])
def test_texts_made_to_take_long_are_searched_or_refused(
    tmp_path: Path, name: str, text: str
) -> None:
    new = tmp_path / name
    new.write_text(text)
    try:
        assert told(None, new) == {}
    except FileReadFailed as error:  # which the engine tells as not checked
        assert "do not end" in error.message
