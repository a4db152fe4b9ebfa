from __future__ import annotations

from typing import Any

import pytest

from keenbench.errors import (
    KeenBenchError,
    SandboxViolation,
    UnknownId,
    UnknownMethod,
    ValidationFailed,
)
from keenbench.workbench.bench import Workbench
from keenbench.workbench.changes import focus_hint_of, summary_of
from keenbench.workbench.draft import read_draft, require_draft
from keenbench.workbench.edits import Applied
from keenbench.workbench.proposals import (
    apply_proposal,
    dismiss_proposal,
    get_proposal,
    parse_proposal,
    save_proposal,
)
from tests.workbench_texts import active, changed, folder_of, published, text_worker, write

MIB = 1024 * 1024


def v2(**parts: Any) -> dict[str, Any]:
    return {"schema_version": 2, **parts}


def ops(path: str, kind: str, count: int = 1, **more: Any) -> dict[str, Any]:
    return {"path": path, "kind": kind, "ops": [{"op": "append_paragraph"}] * count, **more}


def apply(bench: Workbench, raw: dict[str, Any]) -> Applied:
    return apply_proposal(bench, text_worker(bench), parse_proposal(raw))


REFUSED: dict[str, dict[str, Any]] = {
    "an unknown version": {"schema_version": 3, "no_changes": True},
    "a version that is no number": {"schema_version": "2", "no_changes": True},
    "true as a version": {"schema_version": True, "no_changes": True},
    "nothing at all": {},
    "nothing in version 2": v2(writes=[], ops=[]),
    "no_changes with writes": v2(no_changes=True, writes=[{"path": "a.md", "content": ""}]),
    "ops in version 1": {"schema_version": 1, "ops": [ops("a.docx", "docx")]},
    "ops without a version": {"ops": [ops("a.docx", "docx")]},
    "an unknown key": v2(no_changes=True, rationale="because"),
    "an unknown key in a write": v2(writes=[{"path": "a.md", "content": "", "mode": "w"}]),
    "deletes": v2(no_changes=True, deletes=["notes.txt"]),
    "delete": v2(writes=[{"path": "a.md", "content": ""}], delete="notes.txt"),
    "delete in an entry": v2(writes=[{"path": "a.md", "content": "", "delete": True}]),
    "delete deep inside": v2(ops=[ops("a.docx", "docx", ops=[{"op": "x", "y": [{"delete": 1}]}])]),
    "11 writes": v2(writes=[{"path": f"{n}.md", "content": ""} for n in range(11)]),
    "a write over 1 MiB": v2(writes=[{"path": "a.md", "content": "é" * (MIB // 2 + 1)}]),
    "101 ops for a file": v2(ops=[ops("a.docx", "docx", 101)]),
    "501 ops": v2(ops=[ops(f"{n}.docx", "docx", 100) for n in range(5)] + [ops("x.docx", "docx")]),
    "no ops for a file": v2(ops=[ops("a.docx", "docx", 0)]),
    "a kind that is not the extension's": v2(ops=[ops("a.docx", "xlsx")]),
    "a kind that is none": v2(ops=[ops("a.txt", "text")]),
    "the same path twice": v2(writes=[{"path": "a.md", "content": ""}] * 2),
    "a path twice but for case": v2(
        writes=[{"path": "a.md", "content": ""}, {"path": "A.MD", "content": ""}]
    ),
    "an office file as text": v2(writes=[{"path": "a.docx", "content": "x"}]),
    "a pdf as text": v2(writes=[{"path": "a.pdf", "content": "x"}]),
    "an image as text": v2(writes=[{"path": "a.svg", "content": "<svg/>"}]),
    "an opaque file as text": v2(writes=[{"path": "a.bin", "content": "x"}]),
    "ops on an image": v2(ops=[ops("a.png", "docx")]),
    "pdf ops that are no annotation": v2(ops=[ops("a.pdf", "pdf")]),
    "a focus hint of another kind": v2(ops=[ops("a.docx", "docx", focus_hint={"slide_index": 1})]),
    "writes that are no list": v2(writes={"path": "a.md", "content": ""}),
}


@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED.keys())
def test_a_proposal_that_fails_validation_changes_nothing(
    bench: Workbench, raw: dict[str, Any]
) -> None:
    before = sorted(path.name for path in folder_of(bench).rglob("*"))
    with pytest.raises(ValidationFailed):
        apply(bench, raw)
    assert sorted(path.name for path in folder_of(bench).rglob("*")) == before


@pytest.mark.parametrize("path", ["../a.md", "sub/a.md", "..", "a\\b.md"])
def test_a_path_out_of_bounds_is_a_sandbox_violation(bench: Workbench, path: str) -> None:
    with pytest.raises(SandboxViolation):
        apply(bench, v2(writes=[{"path": path, "content": "x"}]))


ACCEPTED: dict[str, dict[str, Any]] = {
    "version 1": {
        "schema_version": 1,
        "summary": "s",
        "writes": [{"path": "a.md", "content": "x"}],
    },
    "no version": {"writes": [{"path": "a.md", "content": "x"}]},
    "ops only": v2(ops=[ops("a.docx", "docx", 100, summary="s")]),
    "no changes": v2(no_changes=True, writes=[], ops=[], warnings=["nothing to do"]),
    "10 writes of 1 MiB": v2(writes=[{"path": f"{n}.md", "content": "x" * MIB} for n in range(10)]),
    "500 ops": v2(ops=[ops(f"{n}.docx", "docx", 100) for n in range(5)]),
    "pdf annotations": v2(
        ops=[{"path": "a.pdf", "kind": "pdf", "ops": [{"op": "add_note"}, {"op": "add_link"}]}]
    ),
    "a macro file": v2(ops=[ops("a.xlsm", "xlsx")]),
    "a missing summary": v2(ops=[ops("a.odt", "odt")]),
}


@pytest.mark.parametrize("raw", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_a_proposal_within_the_limits_is_accepted(raw: dict[str, Any]) -> None:
    parse_proposal(raw)


def test_files_that_succeed_are_swapped_in_together_with_a_result_for_each(
    bench: Workbench,
) -> None:
    raw = v2(
        summary="Two of three",
        writes=[
            {"path": "notes.txt", "content": "second\n", "summary": "shorter"},
            {"path": "new.md", "content": "# New\n"},
        ],
        ops=[ops("report.docx", "docx", summary="first draft")],
        warnings=["I could not read the annex."],
    )

    def no_office(method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method != "TextWrite":
            raise UnknownMethod(f"There is no method {method}.")
        return text_worker(bench)(method, params)

    applied = apply_proposal(bench, no_office, parse_proposal(raw))
    assert [(result.path, result.ok) for result in applied.results] == [
        ("notes.txt", True),
        ("new.md", True),
        ("report.docx", False),
    ]
    draft = bench.read(require_draft)
    assert applied.draft_id == draft.draft_id
    assert changed(bench) == {"notes.txt": "modified", "new.md": "added"}
    assert draft.summary == "Two of three"
    assert draft.notices == ["I could not read the annex."]
    assert bench.read(lambda view: summary_of(view, draft, "notes.txt")) == "shorter"
    assert not list(folder_of(bench).glob("draft.*"))


def test_if_no_file_succeeds_no_draft_is_made(bench: Workbench) -> None:
    def broken(method: str, params: dict[str, Any]) -> dict[str, Any]:
        raise ValidationFailed("ops[0].op is unknown.")

    applied = apply_proposal(bench, broken, parse_proposal(v2(ops=[ops("a.docx", "docx")])))
    assert applied.draft_id is None
    assert bench.read(read_draft) is None
    assert not list(folder_of(bench).glob("draft*"))


def test_no_changes_makes_no_draft(bench: Workbench) -> None:
    applied = apply(bench, v2(no_changes=True))
    assert (applied.draft_id, applied.results) == (None, [])
    assert bench.read(read_draft) is None


def test_a_failed_file_leaves_the_draft_it_was_for_as_it_was(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})

    def half(method: str, params: dict[str, Any]) -> dict[str, Any]:
        text_worker(bench)("TextWrite", params)
        raise ValidationFailed("The last op failed.")

    applied = apply_proposal(
        bench, half, parse_proposal(v2(writes=[{"path": "notes.txt", "content": "third\n"}]))
    )
    assert not applied.results[0].ok
    assert active(bench, "notes.txt") == {"notes.txt": "second\n"}


def test_an_entry_for_a_path_that_does_not_exist_creates_it(bench: Workbench) -> None:
    asked: list[tuple[str, str, Any]] = []

    def office(method: str, params: dict[str, Any]) -> dict[str, Any]:
        asked.append((params["path"], params["root"], params.get("create_new")))
        return text_worker(bench)("TextWrite", {**params, "content": f"document {len(asked)}"})

    for number in (1, 2):
        raw = v2(proposal_id=f"prop-{number}", ops=[ops("new.docx", "docx")])
        apply_proposal(bench, office, parse_proposal(raw))
    assert asked == [
        ("new.docx", "draft.prop-1.staging", True),
        ("new.docx", "draft.prop-2.staging", None),
    ]
    draft = bench.read(require_draft)
    assert bench.read(lambda view: summary_of(view, draft, "new.docx")) == "Summary unavailable."


def test_where_the_change_is_can_be_told_or_is_as_the_worker_says(bench: Workbench) -> None:
    made = {"sheet": "S", "row_start": 2, "row_end": 5, "col_start": 1, "col_end": 3}

    def office(method: str, params: dict[str, Any]) -> dict[str, Any]:
        answer = text_worker(bench)("TextWrite", {**params, "content": method})
        return answer | ({"focus": made} if method == "XlsxApplyOps" else {})

    raw = v2(
        ops=[
            ops("a.xlsx", "xlsx"),
            ops("b.xlsx", "xlsx", focus_hint={"sheet": "T"}),
            ops("c.docx", "docx", focus_hint={"section_index": 2}),
            ops("d.docx", "docx"),
        ]
    )
    apply_proposal(bench, office, parse_proposal(raw))
    draft = bench.read(require_draft)
    hints = [
        bench.read(lambda view, path=path: focus_hint_of(view, draft, path))  # type: ignore[misc]
        for path in ("a.xlsx", "b.xlsx", "c.docx", "d.docx")
    ]
    assert hints == [made, {"sheet": "T"}, {"section_index": 2}, None]


def test_a_kept_proposal_is_applied_once(bench: Workbench) -> None:
    kept = save_proposal(bench, parse_proposal(v2(writes=[{"path": "a.md", "content": "a\n"}])))
    proposal = bench.read(lambda view: get_proposal(view, kept.proposal_id)).proposal
    first = apply_proposal(bench, text_worker(bench), proposal)
    again = apply_proposal(bench, text_worker(bench), proposal)
    assert (first.repeated, again.repeated) == (False, True)
    status = bench.read(lambda view: get_proposal(view, kept.proposal_id)).status
    assert status == "applied"


def test_a_dismissed_proposal_is_remembered_as_dismissed(bench: Workbench) -> None:
    kept = save_proposal(bench, parse_proposal(v2(no_changes=True)))
    dismiss_proposal(bench, kept.proposal_id)
    assert bench.read(lambda view: get_proposal(view, kept.proposal_id)).status == "dismissed"
    with pytest.raises(UnknownId):
        dismiss_proposal(bench, "p_unknown")
    with pytest.raises(KeenBenchError):
        dismiss_proposal(bench, "../../files")


def test_applying_never_touches_published(bench: Workbench) -> None:
    before = published(bench)
    apply(bench, v2(writes=[{"path": "notes.txt", "content": "x\n"}]))
    assert published(bench) == before
