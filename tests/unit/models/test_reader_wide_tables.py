"""A table of thousands of columns is asked about in time that grows as it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from keenbench.models.offline import columns, linking, understanding
from keenbench.models.offline.frame import Clarification
from keenbench.models.offline.lookups import Answer
from keenbench.models.offline.understanding import understand
from keenbench.models.reader.nature import measures
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema
from keenbench.query.plan import QueryPlan

WIDTH = 2000


@pytest.fixture
def wide(request: pytest.FixtureRequest) -> DatasetSchema:
    made = tuple(
        ColumnSchema(f"c{n}", "integer" if n % 2 else "string", distinct=3) for n in range(WIDTH)
    )
    # What is known of a schema is kept for it: one of its own for each test.
    return DatasetSchema(request.node.name, (TableSchema("wide", "wide.csv", 3, made),))


class _Nothing:
    """Look-ups that find nothing."""

    def ask(self, plan: QueryPlan) -> Answer:
        return Answer((), True)


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[object]:
    calls: list[object] = []
    inner: Callable[..., Any] = getattr(module, name)

    def call(*arguments: Any) -> Any:
        calls.append(arguments)
        return inner(*arguments)

    monkeypatch.setattr(module, name, call)
    return calls


def test_words_are_held_to_the_headers_that_they_may_name(
    wide: DatasetSchema, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counted(monkeypatch, linking, "match_words")
    understand("what is the average of c7 for each c2", wide, _Nothing())
    assert 0 < len(calls) < WIDTH


def test_what_tells_rows_apart_is_looked_for_once_for_a_table(
    wide: DatasetSchema, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counted(monkeypatch, columns, "_key_of")
    assert len(measures(wide, "wide")) == WIDTH // 2
    assert len(calls) == 1


def test_a_question_of_a_hundred_thousand_characters_is_not_read(
    wide: DatasetSchema, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counted(monkeypatch, understanding, "tokenise")
    told = understand("1 " * 49_000, wide, _Nothing())
    assert isinstance(told, Clarification)
    assert "long question" in told.message
    assert calls == []
