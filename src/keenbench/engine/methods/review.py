"""Review: what the Draft changes, and how. No model has a part in it."""

from __future__ import annotations

import re
from hashlib import sha256

from keenbench.diff.text import MAX_LINES, Hunk, Line, LineType, diff_lines, split_lines
from keenbench.engine.engine import Engine, current_caller, methods
from keenbench.engine.methods.notices import Notice, notices_of
from keenbench.engine.methods.review_sides import (
    Comparison,
    ReferenceSource,
    comparison,
    comparison_of,
)
from keenbench.errors import FileReadFailed, TooLarge, ValidationFailed
from keenbench.formats.shape import WhenAny, WhenPresent
from keenbench.reading import View
from keenbench.registry import Params, Result
from keenbench.settings import MIB
from keenbench.workbench.changes import (
    Change,
    ChangeType,
    focus_hint_of,
    read_change_set,
    summary_of,
)
from keenbench.workbench.draft import Draft, read_draft
from keenbench.workbench.kinds import FileKind, PreviewKind, kind_of

# How the worker gives a file's text, by kind.
TEXT_METHODS: dict[FileKind, str] = {
    "text": "TextExtractText",
    "docx": "DocxExtractText",
    "odt": "OdtExtractText",
    "xlsx": "XlsxExtractText",
    "pptx": "PptxExtractText",
    "pdf": "PdfExtractText",
}
# Both sides together; the text of more does not come through the worker's pipe anyway.
_MAX_BYTES = 32 * MIB
_NO_DRAFT_HASH = sha256(b"").hexdigest()
_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE_ENDS = "Only line ends differ."
_LINE_ENDS_TOO = "Line ends differ too, which the lines below do not show."
_LAST_LINE_END = "The last line has a line end on one side only."


class ReviewParams(Params):
    workbench_id: str


class ReviewFileParams(ReviewParams):
    path: str


class ChangeItem(Result):
    path: str
    change_type: ChangeType
    file_kind: FileKind
    preview_kind: PreviewKind
    mime_type: str
    is_opaque: bool
    read_only: bool
    focus_hint: dict[str, int | str] | None = WhenPresent
    summary: str | None = WhenPresent
    bytes_before: int | None
    bytes_after: int | None
    notices: list[Notice] = WhenAny


class ChangeSetResult(Result):
    draft_id: str | None
    change_set_hash: str
    draft_summary: str | None = WhenPresent
    notices: list[str]
    changes: list[ChangeItem]


class DiffLine(Result):
    type: LineType
    text: str
    old_line: int | None = WhenPresent
    new_line: int | None = WhenPresent
    marks: list[tuple[int, int]] | None = WhenPresent


class DiffHunk(Result):
    """Some lines that changed; one with a change_id can be taken back alone."""

    lines: list[DiffLine]
    change_id: str | None = WhenPresent


class TextDiff(Result):
    hunks: list[DiffHunk]
    too_large: bool
    reference_source: ReferenceSource
    reference_warning: str | None = WhenPresent


@methods.method("ReviewGetChangeSet")
def review_get_change_set(engine: Engine, params: ReviewParams) -> ChangeSetResult:
    """List what the Draft changes, with the hash that Publish asks for."""

    def look(view: View) -> tuple[ChangeSetResult, list[Comparison]]:
        draft = read_draft(view)
        if draft is None:
            nothing = ChangeSetResult(
                draft_id=None, change_set_hash=_NO_DRAFT_HASH, notices=[], changes=[]
            )
            return nothing, []
        change_set = read_change_set(view, draft)
        altered = [
            f"{path} changed in Published after the Draft began." for path in change_set.altered
        ]
        result = ChangeSetResult(
            draft_id=draft.draft_id,
            change_set_hash=change_set.change_set_hash,
            draft_summary=draft.summary,
            notices=[*draft.notices, *altered],
            changes=[_item(view, draft, change) for change in change_set.changes],
        )
        return result, [comparison_of(view, draft, change) for change in change_set.changes]

    result, compared = engine.workbenches.get(params.workbench_id).read(look)
    for item, sides in zip(result.changes, compared, strict=True):
        item.notices = notices_of(engine, params.workbench_id, sides)
        result.notices += [f"{item.path}: {one.message}" for one in item.notices]
    return result


def _item(view: View, draft: Draft, change: Change) -> ChangeItem:
    kind = kind_of(change.path)
    return ChangeItem(
        path=change.path,
        change_type=change.change_type,
        file_kind=kind.file_kind,
        preview_kind=kind.preview_kind,
        mime_type=kind.mime_type,
        is_opaque=kind.is_opaque,
        read_only=kind.read_only,
        focus_hint=focus_hint_of(view, draft, change.path),
        summary=summary_of(view, draft, change.path),
        bytes_before=change.before.size if change.before is not None else None,
        bytes_after=change.after.size if change.after is not None else None,
    )


@methods.method("ReviewGetTextDiff")
def review_get_text_diff(engine: Engine, params: ReviewFileParams) -> TextDiff:
    """Show what changed in a file's text since the Draft first touched it."""
    bench = engine.workbenches.get(params.workbench_id)
    compared = bench.read(lambda view: comparison(view, params.path))
    change = compared.change
    sizes = [side.size for side in (change.before, change.after) if side is not None]
    if sum(sizes) > _MAX_BYTES:
        return _too_large(compared)
    try:
        old_text = (
            _text(engine, params, compared.reference_root) if change.before is not None else ""
        )
        new_text = _text(engine, params, "draft") if change.after is not None else ""
    except TooLarge:
        return _too_large(compared)
    old, new = split_lines(old_text), split_lines(new_text)
    if len(old) + len(new) > MAX_LINES:
        return _too_large(compared)
    hunks = diff_lines(old, new)
    warnings = [compared.reference_warning]
    if change.before is not None and change.after is not None:
        warnings.append(_line_ends(old_text, new_text, bool(hunks)))
    return TextDiff(
        hunks=[_hunk(hunk, is_text=kind_of(params.path).file_kind == "text") for hunk in hunks],
        too_large=False,
        reference_source=compared.reference_source,
        reference_warning=" ".join(filter(None, warnings)) or None,
    )


def _line_ends(old: str, new: str, lines_differ: bool) -> str | None:
    """Return what to say of line ends, which a diff of lines cannot show."""
    if old == new:
        return None
    if not lines_differ:
        return _LINE_ENDS
    kinds = [set(_LINE_END.findall(text)) for text in (old, new)]
    if all(kinds) and kinds[0] != kinds[1]:
        return _LINE_ENDS_TOO
    if old and new and old.endswith(("\n", "\r")) != new.endswith(("\n", "\r")):
        return _LAST_LINE_END
    return None


def _text(engine: Engine, params: ReviewFileParams, root: str | None) -> str:
    method = TEXT_METHODS.get(kind_of(params.path).file_kind)
    if method is None:
        raise ValidationFailed(
            "No diff available for this file type.", path=params.path, phase="review"
        )
    body = {"workbench_id": params.workbench_id, "root": root, "path": params.path}
    caller = current_caller.get()
    canceled = caller.canceled if caller is not None else None
    text = engine.worker.call(method, body, canceled=canceled).get("text")
    if not isinstance(text, str):
        raise FileReadFailed(f"The text of {params.path} could not be read.", path=params.path)
    return text


def _too_large(compared: Comparison) -> TextDiff:
    return TextDiff(
        hunks=[],
        too_large=True,
        reference_source=compared.reference_source,
        reference_warning=compared.reference_warning,
    )


def _hunk(hunk: Hunk, *, is_text: bool) -> DiffHunk:
    """Return a hunk; only where lines are the file itself can it be taken back."""
    return DiffHunk(
        lines=[_line(line) for line in hunk.lines], change_id=hunk.change_id if is_text else None
    )


def _line(line: Line) -> DiffLine:
    return DiffLine(
        type=line.type,
        text=line.text,
        old_line=line.old_line,
        new_line=line.new_line,
        marks=list(line.marks) if line.marks is not None else None,
    )
