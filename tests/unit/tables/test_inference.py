"""What is told of a sample without the engine is what the engine tells of it."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keenbench.tables.database import open_engine
from keenbench.tables.inference import infer, infer_sample

_TRUTH = st.sampled_from(("true", "false", "True", "False", "TRUE", "FALSE", "tRUE"))
_DAY = st.dates().map(str) | st.sampled_from(("2024-02-30", "0000-01-01", "2023-02-29"))
_TIME = st.sampled_from(
    ("00:00", "23:59", "24:00", "12:61", "09:05:07", "23:59:60", "01:02:03.5", "01:02:03.123456")
)
_MOMENT = st.builds("{}{}{}".format, _DAY, st.sampled_from("T "), _TIME)
_CELLS = (
    st.lists(_TRUTH, min_size=1, max_size=8)
    | st.lists(_DAY, min_size=1, max_size=8)
    | st.lists(_MOMENT, min_size=1, max_size=8)
    | st.lists(_DAY | _MOMENT, min_size=1, max_size=8)
    | st.lists(_TRUTH | _DAY | _MOMENT | st.just("NA") | st.just("7"), min_size=1, max_size=8)
)


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with open_engine() as opened:
        yield opened


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cells=_CELLS)
def test_days_moments_and_truths_are_told_as_the_engine_tells_them(
    connection: duckdb.DuckDBPyConnection, cells: list[str]
) -> None:
    told = infer(connection, "SELECT unnest(?::VARCHAR[]) AS x", [cells])
    assert infer_sample(connection, cells) == told
