"""Answers with many calls: each is a step, and there is a most."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage

from tests.integration.workshop.conftest import Scripted
from tests.integration.workshop.scripted import Desk, calls

pytestmark = pytest.mark.needs("bubblewrap")


def writes(count: int, first: int = 0) -> AIMessage:
    made: list[tuple[str, dict[str, Any]]] = [
        ("write_text_file", {"path": f"f{n}.txt", "content": "x\n"})
        for n in range(first, first + count)
    ]
    return calls(*made)


def steps(desk: Desk) -> int:
    return int(desk.rpc("WorkshopGetState")["steps"])


def test_every_call_of_an_answer_is_a_step(scripted: Scripted) -> None:
    desk, _ = scripted({"go": [writes(5), AIMessage("Five.")]})
    assert desk.done("go").strip() == "Five."
    assert steps(desk) == 6


def test_the_bound_falls_between_two_calls_and_resuming_makes_the_rest(
    scripted: Scripted,
) -> None:
    desk, _ = scripted({"go": [writes(5), AIMessage("Five.")]}, workshop_max_steps=3)
    ended = desk.say("go")
    assert (ended["status"], ended["error"]["error_code"]) == ("failed", "BUDGET_CAP_REACHED")
    assert (sorted(desk.changes()), steps(desk)) == (["f0.txt", "f1.txt", "f2.txt"], 3)
    resumed = desk.rpc("WorkshopResumeRun", run_id=ended["run_id"], wait=True)
    assert resumed["status"] == "completed", resumed
    assert (len(desk.changes()), steps(desk)) == (5, 6)


@pytest.mark.parametrize("count", [65, 1500])
def test_of_too_many_calls_the_first_are_made_and_the_model_is_told(
    scripted: Scripted, count: int
) -> None:
    desk, model = scripted({"go": [writes(count), writes(1, first=64), AIMessage("Done now.")]})
    assert desk.done("go").strip() == "Done now."
    assert sorted(desk.changes()) == sorted(f"f{n}.txt" for n in range(65))
    assert steps(desk) == 66
    # Every call that the model is shown as its own is answered, and the last one tells it.
    told = [message for message in model.seen[1] if isinstance(message, ToolMessage)]
    [asked] = [message for message in model.seen[1] if isinstance(message, AIMessage)]
    assert [each.tool_call_id for each in told] == [each["id"] for each in asked.tool_calls]
    assert len(told) == 64
    assert f"made {count} calls" in str(told[-1].content)
    assert "at most 64 calls in one answer" in str(told[-1].content)
    assert not any("calls in one answer" in str(each.content) for each in told[:-1])
