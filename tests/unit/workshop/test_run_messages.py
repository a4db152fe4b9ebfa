"""What a model is shown of a conversation: neutral, whole, and within its window."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolMessage,
    messages_to_dict,
)

from keenbench.workshop.conversation import EndLine, ModelLine, NoteLine, ToolLine, Turn, UserLine
from keenbench.workshop.run_messages import (
    fit,
    past_messages,
    settle,
    size_of,
    turn_messages,
    unanswered_calls,
)


def user(text: str = "do it") -> UserLine:
    return UserLine(
        message_id="m",
        text=text,
        created_at="t",
        run_id="r",
        answer_id="a",
        checkpoint_id="c",
        model_id="x:y",
    )


def call(call_id: str, name: str = "read_file") -> dict[str, Any]:
    return {"name": name, "args": {"path": "a"}, "id": call_id, "type": "tool_call"}


def said(step: int, text: str, *ids: str, model_id: str = "x:y", **more: Any) -> ModelLine:
    [message] = messages_to_dict([AIMessage(text, tool_calls=[call(i) for i in ids], **more)])
    return ModelLine(run_id="r", step=step, model_id=model_id, at="t", message=message)


def tool(call_id: str, text: str = "{}", entry_id: str | None = None) -> ToolLine:
    return ToolLine(
        run_id="r",
        step="1.0",
        call_id=call_id,
        name="read_file",
        ok=True,
        summary="",
        text=text,
        entry_id=entry_id,
    )


def paired(messages: list[BaseMessage]) -> bool:
    """True when each call is answered right after it, as every provider demands."""
    waiting: list[Any] = []
    for message in messages:
        if isinstance(message, ToolMessage):
            if message.tool_call_id not in waiting:
                return False
            waiting.remove(message.tool_call_id)
        else:
            if waiting:
                return False
            waiting = (
                [c["id"] for c in message.tool_calls] if isinstance(message, AIMessage) else []
            )
    return not waiting


def test_the_models_own_messages_are_kept_only_for_itself() -> None:
    odd = said(1, "Hello", "1", additional_kwargs={"signature": "s"})
    turn = Turn(user(), [odd, tool("1")])
    own, other = turn_messages(turn, "x:y")[1], turn_messages(turn, "z:other")[1]
    assert own.additional_kwargs == {"signature": "s"}
    assert other.additional_kwargs == {}
    assert isinstance(other, AIMessage)
    assert other.tool_calls == [call("1")]


def test_a_turn_that_broke_off_ends_with_a_word_about_it() -> None:
    end = EndLine(run_id="r", status="canceled", at="t", partial="I was ab")
    turn = Turn(user(), [said(1, "", "1", "2"), tool("1")], end)
    messages = past_messages(turn)
    assert paired(messages)
    assert "not carried out" in str(messages[-2].content)
    assert messages[-1].content == "I was ab\n(the user cancelled this turn)"
    assert isinstance(past_messages(Turn(user()))[-1], AIMessage)


def test_calls_that_wait_for_an_answer_are_found_with_their_numbers() -> None:
    turn = Turn(user(), [said(1, "", "1", "2", "3"), tool("1")])
    assert [(n, c["id"]) for n, c in unanswered_calls(turn_messages(turn))] == [(1, "2"), (2, "3")]
    turn.said.append(NoteLine(run_id="r", text="note"))
    assert unanswered_calls(turn_messages(turn)) == []


def test_ids_that_come_twice_or_not_at_all_are_given_anew() -> None:
    message = AIMessage(
        "x",
        tool_calls=[
            {"name": "a", "args": {}, "id": "call_0"},
            {"name": "b", "args": {}, "id": None},
            {"name": "c", "args": {}, "id": "call_0"},
        ],
    )
    ids = [each["id"] for each in settle(message, 4, {"call_9"}).message.tool_calls]
    assert len(set(ids)) == 3
    assert ids[0] == "call_0"
    again = settle(message, 5, set(ids))  # type: ignore[arg-type]
    assert not {each["id"] for each in again.message.tool_calls} & set(ids)


def test_an_answer_that_is_in_order_is_left_as_it_is() -> None:
    message = AIMessage("x", tool_calls=[{"name": "a", "args": {}, "id": "1"}])
    assert settle(message, 1, set()).message is message


turns = st.lists(
    st.tuples(st.integers(0, 400), st.lists(st.integers(0, 3000), max_size=4)), max_size=5
)


def build(shape: tuple[int, list[int]]) -> Turn:
    words, results = shape
    lines: list[Any] = []
    for number, size in enumerate(results):
        lines += [said(number + 1, "", f"c{number}"), tool(f"c{number}", "x" * size, f"e{number}")]
    return Turn(user("u" * (words + 1)), [*lines, said(9, "done")])


@given(turns, st.tuples(st.integers(0, 50), st.lists(st.integers(0, 5000), max_size=6)), st.data())
def test_what_is_shown_fits_is_paired_and_says_what_is_missing(
    past: list[tuple[int, list[int]]], current: tuple[int, list[int]], data: st.DataObject
) -> None:
    before = [past_messages(build(shape)) for shape in past]
    now = turn_messages(build(current))[:-1]
    whole = sum(size_of(m) for turn in [*before, now] for m in turn)
    room = data.draw(st.integers(0, whole + 50))
    shown = fit(before, now, room, {f"c{n}": f"e{n}" for n in range(6)}.get)
    if shown is None:
        return
    assert sum(map(size_of, shown.messages)) <= room
    assert paired(shown.messages)
    # The user's words of this turn are there, and turns go whole and from the front.
    assert any(m.content == now[0].content for m in shown.messages if isinstance(m, HumanMessage))
    kept = [m for turn in before[shown.turns_left_out :] for m in turn]
    assert shown.messages[: len(kept)] == kept
    left_out = sum("left out" in str(m.content) for m in shown.messages)
    assert left_out == shown.results_left_out
    assert bool(shown.note) == bool(shown.turns_left_out or shown.results_left_out)
    if room >= whole:
        assert shown.messages == [*kept, *now]


def test_a_result_that_is_left_out_says_how_to_get_it_again() -> None:
    now = turn_messages(build((3, [4000, 10])))[:-1]
    shown = fit([], now, sum(map(size_of, now)) - 500, {"c0": "res_1"}.get)
    assert shown is not None
    assert 'entry_id "res_1"' in str(shown.messages[2].content)
    assert "left out" in shown.note
