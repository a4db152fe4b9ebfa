"""Review, change by change: what the user does not want is put back as it was."""

from __future__ import annotations

from pydantic import Field

from keenbench.engine.engine import Engine, methods
from keenbench.engine.methods.audited import audited
from keenbench.engine.methods.draft import Undoable
from keenbench.engine.methods.review import ReviewFileParams
from keenbench.engine.methods.review_diffs import TABLES
from keenbench.engine.methods.review_sides import comparison, sides
from keenbench.errors import ValidationFailed
from keenbench.formats.rejecting import MOST_REJECTED
from keenbench.reading import View
from keenbench.workbench.edits import Edit
from keenbench.workbench.kinds import FileKind, kind_of
from keenbench.workbench.rejecting import reject_changes

_METHODS: dict[FileKind, str] = {
    "text": "TextReject",
    "xlsx": "XlsxReject",
    "docx": "DocxReject",
    "pptx": "PptxReject",
    "odt": "OdtReject",
}


class RejectChangeParams(ReviewFileParams):
    change_ids: list[str] = Field(
        min_length=1, max_length=MOST_REJECTED, description="As the diffs of the file name them."
    )


@methods.method("ReviewRejectChange")
def review_reject_change(engine: Engine, params: RejectChangeParams) -> Undoable:
    """Put the reference back in place of some changes of a file, and of nothing else."""
    bench = engine.workbenches.get(params.workbench_id)

    def edit_of(view: View) -> Edit:
        compared = comparison(view, params.path)
        own = sides(compared)
        own.pop("root")
        return Edit(params.path, _method(params.path), {**own, "change_ids": params.change_ids})

    with audited(engine, bench, "ReviewRejectChange", [params.path]):
        taken = reject_changes(bench, engine.worker.call, edit_of, engine.events)
    return Undoable(undo_id=taken.undo_id)


def _method(path: str) -> str:
    method = "TableReject" if path.lower().endswith(TABLES) else None
    method = method or _METHODS.get(kind_of(path).file_kind)
    if method is None:
        raise ValidationFailed(
            "Changes of this type of file cannot be taken back one by one; take back the file.",
            path=path,
            phase="review",
            subphase="not_rejectable",
        )
    return method
