"""Review: what the Draft changes, and how. No model has a part in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from keenbench.diff.text import MAX_LINES, Hunk, Line, LineType, diff_lines, split_lines
from keenbench.engine.engine import Engine, methods
from keenbench.errors import FileReadFailed, TooLarge, ValidationFailed
from keenbench.formats.shape import WhenPresent
from keenbench.paths import REFERENCE_ROOT
from keenbench.reading import View
from keenbench.registry import Params, Result
from keenbench.settings import MIB
from keenbench.workbench.changes import (
    Change,
    ChangeType,
    focus_hint_of,
    has_reference,
    read_change_set,
    summary_of,
)
from keenbench.workbench.draft import Draft, read_draft, require_draft
from keenbench.workbench.kinds import FileKind, PreviewKind, kind_of

ReferenceSource = Literal["draft_start_snapshot", "published_current_fallback", "none"]

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
_FALLBACK = (
    "The reference from the start of the Draft is not there; compared with Published as it is now."
)
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
    lines: list[DiffLine]


class TextDiff(Result):
    hunks: list[DiffHunk]
    too_large: bool
    reference_source: ReferenceSource
    reference_warning: str | None = WhenPresent


@methods.method("ReviewGetChangeSet")
def review_get_change_set(engine: Engine, params: ReviewParams) -> ChangeSetResult:
    """List what the Draft changes, with the hash that Publish asks for."""

    def look(view: View) -> ChangeSetResult:
        draft = read_draft(view)
        if draft is None:
            return ChangeSetResult(
                draft_id=None, change_set_hash=_NO_DRAFT_HASH, notices=[], changes=[]
            )
        change_set = read_change_set(view, draft)
        altered = [
            f"{path} changed in Published after the Draft began." for path in change_set.altered
        ]
        return ChangeSetResult(
            draft_id=draft.draft_id,
            change_set_hash=change_set.change_set_hash,
            draft_summary=draft.summary,
            notices=[*draft.notices, *altered],
            changes=[_item(view, draft, change) for change in change_set.changes],
        )

    return engine.workbenches.get(params.workbench_id).read(look)


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


@dataclass(frozen=True)
class Comparison:
    """A change, and where its older side is read from."""

    change: Change
    reference_root: str | None
    reference_source: ReferenceSource
    reference_warning: str | None = None


def comparison(view: View, path: str) -> Comparison:
    """Return what to compare for one changed file."""
    draft = require_draft(view)
    change = read_change_set(view, draft).get(path)
    if change is None:
        raise ValidationFailed(f"The Draft does not change {path}.", path=path, phase="review")
    if change.before is None:
        return Comparison(change, None, "none")
    if has_reference(view, draft, path):
        return Comparison(change, REFERENCE_ROOT, "draft_start_snapshot")
    return Comparison(change, "published", "published_current_fallback", _FALLBACK)


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
    warning = compared.reference_warning
    if change.before is not None and change.after is not None:
        warning = _line_ends(old_text, new_text, bool(hunks)) or warning
    return TextDiff(
        hunks=[_hunk(hunk) for hunk in hunks],
        too_large=False,
        reference_source=compared.reference_source,
        reference_warning=warning,
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
    text = engine.worker.call(method, body).get("text")
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


def _hunk(hunk: Hunk) -> DiffHunk:
    return DiffHunk(lines=[_line(line) for line in hunk.lines])


def _line(line: Line) -> DiffLine:
    return DiffLine(
        type=line.type,
        text=line.text,
        old_line=line.old_line,
        new_line=line.new_line,
        marks=list(line.marks) if line.marks is not None else None,
    )
