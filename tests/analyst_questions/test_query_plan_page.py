"""docs/query-plan.md says what works: each of its plans is checked, compiled and run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from keenbench.query.compile import compile_plan
from keenbench.query.plan import (
    AggregateName,
    Condition,
    Expression,
    Operator,
    QueryPlan,
    Unit,
    WindowName,
    read_plan,
)
from tests.analyst_questions.in_process import tables

PAGE = (Path(__file__).parents[2] / "docs" / "query-plan.md").read_text()
PLANS = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
def test_a_plan_of_the_page_has_rows(plan: dict[str, Any]) -> None:
    shop = tables("shop")
    read = read_plan({"dataset_id": "shop", **plan})
    columns, rows, sql = shop.run(read)
    assert columns and rows
    assert compile_plan(read_plan(json.dumps(read.to_json())), shop.schema).sql == sql


def test_every_key_and_word_of_plans_is_on_the_page() -> None:
    words = [*QueryPlan.model_fields, *Expression.model_fields, *Condition.model_fields]
    for each in (AggregateName, WindowName, Unit, Operator):
        words += get_args(each)
    missing = [word for word in words if word not in re.findall(r"[\w=!<>]+", PAGE)]
    assert missing == []
