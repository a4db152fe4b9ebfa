"""The Analyst's page: a question, its steps, its table and chart, and how it came about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.integration.providers.wire import KEY, Say, serve

pytestmark = pytest.mark.needs("chromium", "bubblewrap")

BY_COUNTRY = "SQL: SELECT country, count(*) AS customers FROM customers GROUP BY country"


def ask(visitor: Visitor, question: str) -> None:
    visitor.page.get_by_label("Question", exact=True).fill(question)
    visitor.page.get_by_role("button", name="Ask").click()


def test_a_prompt_is_answered_with_steps_a_table_and_the_sql(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    page = visitor.page
    expect(page.get_by_role("combobox", name="Dataset")).to_have_value("shop")
    page.locator(".prompts button").first.click()
    turn = page.locator(".turn")
    expect(turn.get_by_text("Ran in the sandbox")).to_be_visible()
    expect(turn.get_by_role("table").first).to_be_visible()
    turn.get_by_text("Details").click()
    expect(turn.locator(".sql-word").first).to_have_text("SELECT")
    expect(turn.get_by_role("heading", name="Plan")).to_be_visible()
    turn.get_by_role("button", name="Replay").click()
    expect(turn.get_by_text("Same result, to the last byte.")).to_be_visible()
    visitor.shoot("analyst-answer")


def test_a_result_is_sorted_drawn_exported_and_found_again(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    page = visitor.page
    ask(visitor, BY_COUNTRY)
    result = page.get_by_role("region", name="Result")
    expect(result).to_be_visible()
    page.reload()  # the conversation is in the address
    expect(page.locator(".turn .question")).to_have_text(BY_COUNTRY)
    result.get_by_role("button", name="customers").click()
    numbers = result.locator("tbody td.numeric")
    expect(numbers.first).to_be_visible()
    shown = [int(text.replace(",", "")) for text in numbers.all_inner_texts()]
    assert shown == sorted(shown)
    # In a wide window the chart stands beside the table.
    expect(page.locator(".chart-place svg")).to_be_visible()
    page.get_by_label("Kind").select_option("Pie")
    expect(page.locator(".chart-place svg .mark-arc")).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="CSV").click()
    assert downloading.value.path().read_text().startswith("country,customers")
    page.get_by_text("Details").first.click()
    page.locator(".run-facts a").click()
    expect(page).to_have_url(re.compile(r"/analyst/runs/"))
    page.go_back()
    page.get_by_text("Runs", exact=True).click()
    page.locator(".history a").first.click()
    expect(page).to_have_url(re.compile(r"/analyst/runs/"))
    expect(page.get_by_role("heading", level=1)).to_have_text(BY_COUNTRY)
    visitor.shoot("analyst-run")
    page.get_by_role("link", name="its conversation").click()
    expect(page.locator(".turn .question")).to_have_text(BY_COUNTRY)


def test_an_answer_is_read_from_its_question_on(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    visitor.open("/analyst/datasets/shop")
    page = visitor.page
    for question in (BY_COUNTRY, f"{BY_COUNTRY} ORDER BY country"):
        ask(visitor, question)
        turn = page.locator(".turn").last
        expect(turn.locator(".chart-place svg")).to_be_visible()
        expect(turn.locator(".question")).to_have_text(question)
        expect(turn.locator(".question")).to_be_in_viewport(ratio=1)
        expect(turn.locator(".answer-text")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Ask")).to_be_in_viewport(ratio=1)


def test_what_is_refused_says_why_and_the_page_goes_on(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    ask(visitor, "SQL: DELETE FROM customers")
    expect(visitor.page.get_by_role("alert")).to_contain_text("DELETE is not allowed")
    ask(visitor, BY_COUNTRY)
    expect(visitor.page.get_by_role("region", name="Result")).to_be_visible()


def test_another_dataset_is_another_conversation(visitor: Visitor) -> None:
    visitor.open("/analyst/datasets/shop")
    page = visitor.page
    ask(visitor, BY_COUNTRY)
    expect(page.locator(".turn")).to_have_count(1)
    page.get_by_role("combobox", name="Dataset").select_option("support")
    expect(page).to_have_url(re.compile(r"/analyst/datasets/support$"))
    expect(page.locator(".turn")).to_have_count(0)
    expect(page.locator(".prompts button").first).to_be_visible()


def test_tables_from_the_disk_become_a_dataset(visitor: Visitor, tmp_path: Path) -> None:
    table = tmp_path / "visits.csv"
    table.write_text("day,city,visitors\n2024-01-01,Bern,10\n2024-01-02,Genf,32\n")
    page = visitor.page
    visitor.open("/analyst")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add tables").click()
    chooser.value.set_files([str(table)])
    expect(page.get_by_role("heading", name="Ask visits")).to_be_visible()
    page.get_by_role("textbox", name="Question").fill("total visitors")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("cell", name="42")).to_be_visible()


def test_a_file_that_cannot_be_read_is_told_beside_the_tables(
    visitor: Visitor, tmp_path: Path
) -> None:
    good, bad = tmp_path / "founders.csv", tmp_path / "bin.csv"
    good.write_text("name,founded\nAnn,2021\nBo,1998\n")
    bad.write_bytes(bytes(range(256)) * 40)
    page = visitor.page
    visitor.open("/analyst")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add tables").click()
    chooser.value.set_files([str(good), str(bad)])
    expect(page.get_by_role("heading", name="Ask founders")).to_be_visible()
    expect(page.locator(".analyst-side .warning-line")).to_contain_text("bin.csv")
    expect(page.locator(".chat-start .lead")).to_contain_text("1 table.")
    expect(page.locator(".sample").get_by_role("cell", name="2021", exact=True)).to_be_visible()


def test_a_provider_sees_a_dataset_only_after_consent(visitor: Visitor) -> None:
    visitor.expect_complaint("403")
    with serve("openai", [Say("Which table do you mean?")]) as server:
        visitor.server.call(
            "ProvidersSetApiKey", provider_id="openai", api_key=KEY, base_url=server.base_url
        )
        page = visitor.page
        visitor.open("/analyst/datasets/shop")
        page.get_by_label("Model").select_option(server.model_id)
        page.get_by_role("textbox", name="Question").fill("How is business?")
        page.get_by_role("button", name="Ask").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("orders")
        assert server.requests == []
        dialog.get_by_role("button", name="Allow").click()
        expect(page.get_by_text("Which table do you mean?")).to_be_visible()
        visitor.server.call("ProvidersClearApiKey", provider_id="openai")
