"""When a model goes in circles, and when it does not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.errors import AgentLoopDetected
from keenbench.workshop.loop_guard import ENDED_AT, LoopGuard, fingerprint, plain_sql


def note(guard: LoopGuard, tool: str, **arguments: Any) -> str | None:
    return guard.note(fingerprint(tool, arguments), tool)


def test_the_same_call_is_told_at_three_and_ended_at_five() -> None:
    guard = LoopGuard()
    said = [note(guard, "read_file", path="a.txt") for _ in range(4)]
    assert said[:2] == [None, None]
    assert said[2] is not None
    assert "3 times" in said[2]
    assert said[3] is not None
    with pytest.raises(AgentLoopDetected) as caught:
        note(guard, "read_file", path="a.txt")
    assert caught.value.error_code == "AGENT_LOOP_DETECTED"


def test_five_successive_set_range_windows_are_no_loop() -> None:
    guard = LoopGuard()
    for window in range(5):
        ops = [{"op": "set_range", "start": f"A{window * 100 + 1}", "values": [[1]]}]
        assert note(guard, "xlsx_operations", path="a.xlsx", operations=ops) is None


def test_twenty_successive_table_windows_are_no_loop() -> None:
    guard = LoopGuard()
    for window in range(20):
        said = note(
            guard,
            "table_query",
            path="t.csv",
            query="SELECT * FROM data",
            window_rows=1000,
            window_offset=window * 1000,
        )
        assert said is None


def test_only_the_last_ten_calls_count() -> None:
    guard = LoopGuard()
    for at in range(60):
        # Every third call is the same: three or four of any ten, so told but never ended.
        note(guard, "read_file", path="a.txt" if at % 3 == 0 else f"{at}.txt")


def test_the_same_sql_in_another_dress_is_the_same_call() -> None:
    one = fingerprint("table_query", {"query": "SELECT a  FROM data -- all\n WHERE b = 'X';"})
    other = fingerprint("table_query", {"query": "select A from DATA where b='X'"})
    assert one == other


def test_texts_and_quoted_names_keep_their_case() -> None:
    assert plain_sql("select 'X'") != plain_sql("select 'x'")
    assert plain_sql('select "X Y" from data') != plain_sql("select 'X Y' from data")


def test_sql_that_cannot_be_read_still_has_a_fingerprint() -> None:
    assert plain_sql("select  'open") == "select 'open"


def test_a_read_after_a_change_is_another_call() -> None:
    assert fingerprint("read_file", {"path": "a"}, "s1") != fingerprint(
        "read_file", {"path": "a"}, "s2"
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)
ARGUMENTS = st.dictionaries(st.sampled_from(["path", "range", "operations"]), JSON)


@given(ARGUMENTS, ARGUMENTS)
def test_two_calls_are_the_same_only_if_all_arguments_are(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    same = fingerprint("t", one) == fingerprint("t", other)
    assert same == (repr(_sorted(one)) == repr(_sorted(other)))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


@given(st.lists(st.integers(0, 3), max_size=60))
def test_a_run_ends_exactly_when_a_call_is_the_fifth_of_ten(calls: list[int]) -> None:
    guard = LoopGuard()
    for at, call in enumerate(calls):
        window = calls[max(0, at - 9) : at + 1]
        if window.count(call) >= ENDED_AT:
            with pytest.raises(AgentLoopDetected):
                note(guard, "t", n=call)
            return
        assert (note(guard, "t", n=call) is not None) == (window.count(call) >= 3)
