"""What the line under an answer says of a tool's call."""

from __future__ import annotations

from keenbench.workshop.run_steps import summary_of
from keenbench.workshop.tool_run import ToolOutcome


def said(paths: list[str], wrote: list[str], made: list[str]) -> str:
    return summary_of(ToolOutcome("{}", True, "entry", paths, wrote, made))


def test_a_file_that_was_only_read_is_not_said_to_be_changed() -> None:
    assert said(["big.csv", "sorted.csv"], ["sorted.csv"], ["sorted.csv"]) == (
        "Made sorted.csv from big.csv."
    )
    assert said(["big.csv", "old.csv"], ["old.csv"], []) == "Changed old.csv from big.csv."
    assert said(["big.csv"], ["big.csv"], []) == "Changed big.csv."
    assert said(["big.csv"], [], []) == "Looked at big.csv."
