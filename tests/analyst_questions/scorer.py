"""Ask every question, and tell right answers from wrong ones and from those that asked back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.analyst_questions.comparing import is_expected

# Failed: a run that ended in an error, which is neither an answer nor a question.
Verdict = Literal["right", "asked", "wrong", "failed"]
Payload = dict[str, Any]
# Of a dataset, the thread to go on with (None begins one) and a question: what /chat answers.
Answer = Callable[[str, str | None, str], Payload]


@dataclass(frozen=True)
class Scored:
    question: dict[str, Any]
    verdict: Verdict
    answered: bool
    said: str
    shown: str
    sql: str | None


@dataclass(frozen=True)
class Score:
    entries: list[Scored] = field(default_factory=list)

    def count(self, verdict: Verdict) -> int:
        return sum(entry.verdict == verdict for entry in self.entries)

    @property
    def right_share(self) -> float:
        """The share of all questions met as they should be, by an answer or by asking."""
        return self.count("right") / len(self.entries) if self.entries else 0.0

    @property
    def wrong_share(self) -> float:
        """The share of the answers given, not of the questions, that was wrong."""
        answers = sum(entry.answered for entry in self.entries)
        return self.count("wrong") / answers if answers else 0.0

    def listing(self) -> str:
        lines = []
        for entry in self.entries:
            if entry.verdict == "right":
                continue
            question = entry.question
            lines.append(f"{entry.verdict.upper():6} {question['id']}: {question['question']}")
            lines.append(f"      said   {entry.said[:200]}")
            if entry.verdict in ("wrong", "failed"):
                wanted = question["expect"].get("rows", "to be asked or told")
                lines.append(f"      wanted {str(wanted)[:200]}")
                lines.append(f"      shown  {entry.shown[:200]}")
                lines.append(f"      sql    {str(entry.sql)[:400]}")
        return "\n".join([*lines, self.by_kind(), self.summary()])

    def by_kind(self) -> str:
        totals: Counter[str] = Counter()
        rights: Counter[str] = Counter()
        for entry in self.entries:
            totals.update(entry.question["kinds"])
            if entry.verdict == "right":
                rights.update(entry.question["kinds"])
        return "  ".join(f"{kind} {rights[kind]}/{all_}" for kind, all_ in totals.most_common())

    def summary(self) -> str:
        return (
            f"{len(self.entries)} questions: {self.count('right')} right "
            f"({self.right_share:.1%}), {self.count('asked')} asked, {self.count('wrong')} wrong "
            f"({self.wrong_share:.1%} of the answers given), {self.count('failed')} failed"
        )


def judge(expect: dict[str, Any], payload: Payload) -> Verdict:
    """Return what an answer is worth."""
    result = payload.get("result")
    status = payload.get("status")
    said = str(payload.get("assistant_message") or "").strip()
    if status == "needs_clarification" or (status == "success" and result is None and said):
        return "right" if expect["kind"] == "asks" else "asked"
    if status != "success" or result is None:
        return "failed"
    # No question wants more rows than the first window shows.
    if expect["kind"] == "asks" or result.get("has_more"):
        return "wrong"
    return "right" if is_expected(expect, result["rows"]) else "wrong"


def score(questions: Iterable[dict[str, Any]], answer: Answer) -> Score:
    """Ask the questions in order; a follow-up goes into the thread of what it follows."""
    threads: dict[str, str | None] = {}
    entries: list[Scored] = []
    for question in questions:
        thread = threads.get(question.get("follow_up_of", ""))
        payload = answer(question["dataset"], thread, question["question"])
        threads[question["id"]] = payload.get("thread_id")
        result = payload.get("result") or {}
        entries.append(
            Scored(
                question,
                judge(question["expect"], payload),
                payload.get("status") == "success" and payload.get("result") is not None,
                str(payload.get("assistant_message") or ""),
                f"{result.get('columns')} {result.get('rows')} {result.get('error')}",
                (payload.get("details") or {}).get("compiled_sql"),
            )
        )
    return Score(entries)
