"""The top level of JSON, XML, YAML and delimited text."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keenbench.formats.text.codec import UTF_8
from keenbench.formats.text.encoding import Detected
from keenbench.formats.text.lines import TextFile
from keenbench.formats.text.methods import TextMap
from keenbench.formats.text.structure import Unreadable
from keenbench.formats.text.structure_json import read_json
from tests.unit.formats.text.bench import Bench, codes


def mapped(bench: Bench, name: str, text: str, **params: Any) -> TextMap:
    bench.put(name, text.encode())
    return bench.map(name, **params)


# JSON


def test_json_gives_the_keys_of_an_object(bench: Bench) -> None:
    found = mapped(bench, "a.json", '{"b": {"deep": 1}, "a": [1, {"x": 2}], "é\\u00e9": null}')
    assert (found.top_level, found.keys, found.keys_count) == ("object", ["b", "a", "éé"], 3)


def test_json_says_how_many_items_an_array_has(bench: Bench) -> None:
    found = mapped(bench, "a.json", '[1, [2, 3], {"a": [4]}, "x"]')
    assert (found.top_level, found.item_count, found.keys) == ("array", 4, None)


@pytest.mark.parametrize(
    ("text", "kind"),
    [('"x"', "string"), ("-1.5e3", "number"), ("true", "boolean"), ("null", "null")],
)
def test_json_may_be_a_single_value(bench: Bench, text: str, kind: str) -> None:
    assert mapped(bench, "a.json", text).top_level == kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"a" 1}',
        "[1,]",
        '{"a":1,}',
        "[1] 2",
        "{'a':1}",
        "nul",
        "01",
        '"\\x"',
        "[}",
        '"\n"',
    ],
)
def test_malformed_json_still_maps_as_text(bench: Bench, text: str) -> None:
    found = mapped(bench, "a.json", text)
    assert codes(found) == ["structure_unreadable"]
    assert (found.top_level, found.keys) == (None, None)
    assert found.char_count == len(text)


def test_the_keys_of_a_large_object_are_paged(bench: Bench) -> None:
    text = json.dumps({f"key{number}": number for number in range(1000)})
    found = mapped(bench, "a.json", text)
    assert found.keys is not None
    assert (found.keys_count, len(found.keys)) == (1000, 40)
    assert found.keys[19:21] == ["key19", "key980"]
    assert mapped(bench, "a.json", text, offset=500, limit=2).keys == ["key500", "key501"]


def test_deep_json_is_refused_without_harm(bench: Bench) -> None:
    found = mapped(bench, "a.json", "[" * 3_000_000)
    assert codes(found) == ["structure_unreadable"]


def test_a_key_that_is_half_a_character_is_shown_as_it_is_written(bench: Bench) -> None:
    found = mapped(bench, "a.json", '{"\\ud83d\\ude00": 1, "\\ud83d": 2}')
    assert found.keys == ["😀", "\\ud83d"]


def test_past_the_budget_json_gives_what_was_seen_and_says_so(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keenbench.formats.text.structure_json.BUDGET", 20)
    found = mapped(bench, "a.json", '{"a": 1, "b": [], "c": {}}')
    assert (found.top_level, found.keys) == ("object", ["a", "b"])
    assert codes(found) == ["structure_partial"]


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)


def _read(text: str) -> tuple[str | None, object]:
    """What our reader makes of a text: its kind, and its keys or number of items."""
    found = read_json(TextFile(io.BytesIO(text.encode()), Detected(UTF_8, 1.0)))
    return found.top_level, found.keys.items if found.keys else found.item_count


def _expected(text: str) -> tuple[str | None, object]:
    def refuse(constant: str) -> None:
        raise ValueError(constant)

    pairs = json.loads(text, object_pairs_hook=tuple, parse_constant=refuse)
    if isinstance(pairs, tuple):
        # Half of a surrogate pair is no character; it is shown as it is written.
        return "object", [key.encode("utf-8", "backslashreplace").decode() for key, _ in pairs]
    if isinstance(pairs, list):
        return "array", len(pairs)
    kinds = {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}
    return kinds[type(pairs)], None


@pytest.mark.usefixtures("small_blocks")
@given(values, st.booleans(), st.sampled_from([None, 1]), st.data())
@settings(
    deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_json_is_read_as_the_standard_library_reads_it(
    value: object, escape: bool, indent: int | None, data: st.DataObject
) -> None:
    text = json.dumps(value, ensure_ascii=escape, indent=indent)
    if data.draw(st.booleans()):  # damage it somewhere
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from('[]{},:"\\e1 ')) + text[at + 1 :]
    try:
        expected = _expected(text)
    except ValueError:
        with pytest.raises(Unreadable):
            _read(text)
    else:
        assert _read(text) == expected


def test_json_of_the_corpus(bench: Bench, corpus: Path) -> None:
    bench.put("cars.json", (corpus / "text/vega-datasets__cars.json").read_bytes())
    found = bench.map("cars.json")
    assert (found.top_level, found.item_count) == ("array", 406)


# XML


def test_xml_gives_its_root_and_the_names_of_its_children(bench: Bench) -> None:
    found = mapped(bench, "a.xml", "<x:shop xmlns:x='u'><book><title/></book><cd/><book/></x:shop>")
    assert (found.root, found.children) == ("x:shop", ["book", "cd"])
    assert (found.children_count, found.child_count) == (2, 3)


def test_xml_is_read_in_the_encoding_of_the_file_whatever_it_declares(bench: Bench) -> None:
    text = "<?xml version='1.0' encoding='UTF-16'?><wörter><ä/></wörter>"
    bench.put("a.xml", b"\xff\xfe" + text.encode("utf-16-le"))
    assert bench.map("a.xml").root == "wörter"
    bench.put("b.xml", text.encode())
    assert bench.map("b.xml").children == ["ä"]


BOMB = (
    "<!DOCTYPE a [<!ENTITY b 'ha'>"
    + "".join(f"<!ENTITY b{n} '&b{n - 1 or ''};&b{n - 1 or ''};'>" for n in range(1, 40))
    + "]><a>&b39;</a>"
)


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        "<!DOCTYPE a [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><a>&f;</a>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://127.0.0.1:9/x'> %p;]><a/>",
        "<a>" * 50_000,
        "<a b='" + "x" * 3_000_000 + "'/>",
        "<a><!--" + "x" * 3_000_000 + "--></a>",
        "<a><b></a>",
        "not xml",
        "",
    ],
    ids=["laughs", "file", "parameter", "deep", "attribute", "comment", "bad", "text", "empty"],
)
def test_hostile_or_malformed_xml_still_maps_as_text(bench: Bench, text: str) -> None:
    found = mapped(bench, "a.xml", text)
    assert codes(found) == ["structure_unreadable"]
    assert (found.root, found.children) == (None, None)
    assert "passwd" not in found.model_dump_json()


def test_a_document_type_alone_does_no_harm(bench: Bench) -> None:
    found = mapped(bench, "a.xml", "<!DOCTYPE a SYSTEM 'http://127.0.0.1:9/a.dtd'><a>&x;<b/></a>")
    assert (found.root, found.children) == ("a", ["b"])


def test_past_the_budget_xml_gives_what_was_seen_and_says_so(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keenbench.formats.text.structure_xml.BUDGET", 30)
    found = mapped(bench, "a.xml", "<a><b/><c/><d/>" + "text" * 20 + "</a>")
    assert (found.root, found.children) == ("a", ["b", "c", "d"])
    assert codes(found) == ["structure_partial"]


# YAML


def test_yaml_gives_the_keys_of_its_first_document(bench: Bench) -> None:
    found = mapped(bench, "a.yml", "b: 1\na:\n  deep: [x, y]\n1: x\n---\nother: 2\n")
    assert (found.format, found.top_level, found.keys) == ("yaml", "object", ["b", "a", "1"])
    assert found.document_count == 2


def test_yaml_may_be_a_list(bench: Bench) -> None:
    found = mapped(bench, "a.yaml", "- a\n- b: 1\n- [c, d]\n")
    assert (found.top_level, found.item_count, found.keys) == ("array", 3, None)


def test_yaml_constructs_and_expands_nothing(bench: Bench) -> None:
    levels = "".join(f"l{n}: &l{n} [*l{n - 1}, *l{n - 1}]\n" for n in range(1, 60))
    text = "l0: &l0 [ha]\n" + levels + "run: !!python/object/apply:os.abort []\n? [a, b]\n: c\n"
    found = mapped(bench, "a.yaml", text, offset=58, limit=10)
    assert found.warnings == []
    assert found.keys == ["l58", "l59", "run", "(a key that is itself a list or map)"]


@pytest.mark.parametrize(
    "text", ["a: [1, 2\nb: }", "a: b: c", "\ta: 1", "[" * 100_000, "a: \x01"], ids=range(5)
)
def test_malformed_yaml_still_maps_as_text(bench: Bench, text: str) -> None:
    found = mapped(bench, "a.yaml", text)
    assert codes(found) == ["structure_unreadable"]
    assert found.keys is None


def test_an_empty_yaml_has_no_document(bench: Bench) -> None:
    found = mapped(bench, "a.yaml", "# nothing yet\n")
    assert (found.document_count, found.top_level, found.warnings) == (0, None, [])


def test_past_the_budget_yaml_gives_what_was_seen_and_says_so(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keenbench.formats.text.structure_yaml.BUDGET", 20)
    found = mapped(bench, "a.yaml", "a: 1\nb: 2\nc: [3,\n  4,\n  5]\n")
    assert found.keys is not None
    assert found.keys[:2] == ["a", "b"]
    assert codes(found) == ["structure_partial"]


# Delimited text


@pytest.mark.parametrize(
    ("name", "text", "delimiter"),
    [
        ("a.csv", 'id,"last, first",city\n1,x,y\n', ","),
        ("a.csv", "id;last, first;city\n1;x, y;z\n", ";"),
        ("a.csv", "id\tlast, first\tcity\n1\tx\ty\n", "\t"),
        ("a.tsv", "id\tlast, first\tcity\n1\tx\ty\n", "\t"),
        ("a.psv", "id|last, first|city\n1|x|y\n", "|"),
    ],
)
def test_a_table_gives_its_headers(bench: Bench, name: str, text: str, delimiter: str) -> None:
    found = mapped(bench, name, text)
    assert (found.delimiter, found.column_count) == (delimiter, 3)
    assert found.headers == ["id", "last, first", "city"]


def test_a_header_may_hold_line_breaks(bench: Bench) -> None:
    assert mapped(bench, "a.csv", '"two\r\nlines",b\n1,2\n').headers == ["two\r\nlines", "b"]


def test_one_column_needs_no_delimiter(bench: Bench) -> None:
    assert mapped(bench, "a.csv", "name\nAnn\n").headers == ["name"]


def test_an_empty_table_has_no_headers(bench: Bench) -> None:
    found = mapped(bench, "a.csv", "")
    assert (found.headers, found.column_count, found.warnings) == (None, None, [])


def test_many_columns_are_counted_and_shown_at_both_ends(bench: Bench) -> None:
    found = mapped(bench, "a.csv", ",".join(f"c{n}" for n in range(1000)) + "\n")
    assert found.headers is not None
    assert (found.column_count, len(found.headers), found.headers[-1]) == (1000, 40, "c999")


def test_a_first_row_without_an_end_is_said_to_be_unreadable(bench: Bench) -> None:
    found = mapped(bench, "a.csv", '"' + "x\n" * 100_000)
    assert codes(found) == ["structure_unreadable"]
