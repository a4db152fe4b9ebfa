"""Large results: receipts, previews, and pages that together are the whole."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keenbench.errors import TooLarge, ValidationFailed
from keenbench.workshop import receipts

ROWS = {"columns": ["a", "b"], "rows": [[n, f"text {n}"] for n in range(5000)], "has_more": False}


# Long by repeating, so that hypothesis need not make every character.
LONG = st.tuples(st.text(max_size=12), st.integers(1, 3000)).map(lambda p: p[0] * p[1])
ITEMS = st.tuples(st.text(max_size=300), st.integers(0, 200)).map(lambda p: [p[0]] * p[1])
VALUES = st.integers() | st.none() | LONG | ITEMS | st.dictionaries(st.text(max_size=4), LONG)


def rejoined(result: dict[str, Any]) -> Any:
    """Put the pages of a result together again, as a reader of all of them could."""
    pages = receipts.pages_of(result)
    if len(pages) == 1:
        return pages[0]
    assert [page["page"] for page in pages] == list(range(len(pages)))
    assert [page.get("has_more_pages", False) for page in pages[:-1]] == [True] * (len(pages) - 1)
    assert "has_more_pages" not in pages[-1]
    if "json_part" in pages[0]:
        return json.loads("".join(page["json_part"] for page in pages))
    whole = dict(result)
    for name, value in result.items():
        parts = [page[name] for page in pages if name in page]
        if any(part != value for part in parts):
            whole[name] = list(chain(*parts)) if isinstance(value, list) else "".join(parts)
    return whole


def test_a_result_of_8_kb_is_given_whole_and_a_larger_one_as_a_receipt() -> None:
    around = receipts.size_of({"text": ""})
    assert not receipts.needs_receipt({"text": "x" * (8 * 1024 - around)})
    assert receipts.needs_receipt({"text": "x" * (8 * 1024 - around + 1)})


def test_a_receipt_of_rows_shows_the_first_rows_and_the_facts() -> None:
    receipt = receipts.receipt_for("res_1", ROWS)
    assert receipt["entry_id"] == "res_1"
    assert receipt["size_bytes"] == receipts.size_of(ROWS)
    assert receipt["preview"]["columns"] == ["a", "b"]
    assert receipt["preview"]["rows"][0] == [0, "text 0"]
    assert receipt["preview"]["rows_shown"].endswith("of 5000")
    assert "recall_tool_result" in receipt["note"]


def test_a_receipt_of_a_text_shows_its_beginning() -> None:
    text = "".join(f"line {n}\n" for n in range(3000))
    preview = receipts.preview_of({"text": text, "chunk_info": {"range": "1-3000"}})
    assert text.startswith(preview["text"])
    assert len(preview["text"]) > 2000
    assert preview["chunk_info"] == {"range": "1-3000"}
    assert f"of {len(text)} characters" in preview["text_shown"]


def test_a_receipt_of_a_map_shows_headings() -> None:
    sections = [{"index": n, "heading": f"Chapter {n}"} for n in range(2000)]
    preview = receipts.preview_of({"format": "docx", "sections": sections})
    assert preview["sections"][0] == {"index": 0, "heading": "Chapter 0"}


def test_a_receipt_of_two_long_lists_shows_the_beginning_of_both() -> None:
    result = {"styles": ["s" * 50] * 400, "assets": ["a" * 50] * 400, "map": {"x": ["m"] * 9000}}
    preview = receipts.preview_of(result)
    assert preview["styles"][0] == "s" * 50
    assert preview["assets_shown"].endswith("of 400")
    assert preview["map"]["x"][0] == "m"
    assert preview["map"]["x_shown"].endswith("of 9000")


@settings(deadline=None, max_examples=50)
@given(
    st.dictionaries(
        st.text(min_size=1, max_size=5),
        LONG | ITEMS,
        max_size=4,
    )
)
def test_a_receipt_is_itself_small(result: dict[str, Any]) -> None:
    assert receipts.size_of(receipts.receipt_for("res_1", result)) <= receipts.RECEIPT_BYTES


@settings(deadline=None, max_examples=50)
@given(
    st.dictionaries(
        st.sampled_from(["text", "rows", "columns", "chunk_info"]),
        VALUES | st.just(ROWS["rows"]),
        max_size=4,
    )
)
def test_the_pages_of_a_result_are_the_result(result: dict[str, Any]) -> None:
    assert rejoined(result) == result


@settings(deadline=None, max_examples=50)
@given(LONG)
def test_no_page_is_larger_than_a_page(text: str) -> None:
    for page in receipts.pages_of({"text": text, "has_more": True}):
        assert receipts.size_of(page) <= receipts.PAGE_BYTES + 200


def test_a_page_that_does_not_exist_is_refused_with_the_number_of_pages() -> None:
    with pytest.raises(ValidationFailed, match=r"pages, from 0 on; there is no page 99"):
        receipts.page_of(ROWS, 99, "res_1")


def test_a_result_past_all_measure_is_refused_with_what_to_do() -> None:
    with pytest.raises(TooLarge, match="fewer rows"):
        receipts.check_size({"text": "x" * (receipts.RESULT_BYTES + 1)})
