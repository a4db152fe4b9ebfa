"""Taking back single changes of a Draft's file: what every format shares.

The reference's own region is put back into the Draft's file, in the parser's box. What comes of it
is compared with the reference again, and is kept only if it differs in what it differed before
without the changes named. Otherwise the changes hang together with others; the refusal names them.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, BinaryIO, TypeVar

from pydantic import Field

from keenbench.errors import ValidationFailed
from keenbench.formats.call import Call, FileRef
from keenbench.formats.comparing import Compared, SidesParams, open_sides
from keenbench.registry import Ok
from keenbench.storage import write_failed

MOST_REJECTED = 1000
# Changes that a refusal tells of.
_NAMED = 20
# What of a change a refusal shows: where it is, never what the document says.
_PLACES = (
    "sheet", "cell", "row", "column", "range", "section_index", "index", "slide_index", "shape",
    "old_row", "old_column", "old_index", "old_slide_index", "col",
)  # fmt: skip

Change = TypeVar("Change")


class RejectParams(SidesParams):
    """Write `path` in `root` anew, without some of what tells it from the reference."""

    change_ids: list[str] = Field(min_length=1, max_length=MOST_REJECTED)


class Rejected(Ok):
    """What became of the file; `whole` when nothing is left of its changes."""

    whole: bool


def rejecting_writes(params: Any) -> FileRef:
    return FileRef(params.root, params.path)


Compare = Callable[[BinaryIO | None, BinaryIO | None], Compared[Change]]
PutBack = Callable[[BinaryIO, BinaryIO, Sequence[Change]], None]


def take_back(
    call: Call,
    params: RejectParams,
    compare: Compare[Change],
    put_back: PutBack[Change],
    follows: Callable[[Change], bool] = lambda change: False,
    mends: Callable[[Change], bool] = lambda change: False,
) -> Rejected:
    """Take back the changes named, or refuse and say why.

    `put_back` leaves the new file at `call.result_path`. Changes that `follows` tells to be worked
    out of others may come and go with them. Differences that come of putting back (a formula that
    had lost the row it names) and that `mends` knows are put back in their turn.
    """
    with open_sides(call, params) as (old, new):
        found = compare(old, new)
        chosen = _chosen(found, params)
        if len(chosen) == len(found.changes):
            kept = old or new
            assert kept is not None
            _copy(kept, call)
            return Rejected(whole=True)
        if old is None or new is None:
            what = "adds" if old is None else "deletes"
            raise refused(
                f"The Draft {what} this file as a whole; take the file back instead.",
                "not_rejectable",
                params,
            )
        put_back(old, new, chosen)
        with call.result_path.open("rb") as made:
            after = compare(old, made)
        came = _came(found.changes, chosen, after.changes, follows)
        if came and all(mends(change) for change in came):
            aside = call.result_path.rename(call.out / "first")
            with aside.open("rb") as made:
                put_back(old, made, came)
            aside.unlink()
            with call.result_path.open("rb") as made:
                after = compare(old, made)
    check_left(found.changes, chosen, after.changes, params, follows)
    return Rejected(whole=False)


def _came(
    before: Sequence[Change],
    chosen: Sequence[Change],
    after: Sequence[Change],
    follows: Callable[[Change], bool],
) -> list[Change]:
    """Return the differences that were not there before."""
    gone = {_id(change) for change in chosen}
    known = _names([change for change in before if _id(change) not in gone])
    return [c for c in after if not follows(c) and _name(c) not in known]


def _chosen(found: Compared[Any], params: RejectParams) -> list[Any]:
    wanted = set(params.change_ids)
    chosen = [change for change in found.changes if change.change_id in wanted]
    missing = sorted(wanted - {change.change_id for change in chosen})
    if missing:
        raise ValidationFailed(
            "The file has no such change; the Draft is another than the one that was shown. "
            "Look at it again.",
            phase="review",
            subphase="unknown_change",
            path=params.path,
            detail={"change_ids": missing},
        )
    if any(warning.code == "too_many_changes" for warning in found.warnings):
        raise refused(
            "The file has more changes than are listed, so that none can be taken back alone; "
            "take the file back instead.",
            "not_rejectable",
            params,
        )
    return chosen


def refused(
    message: str, subphase: str, params: RejectParams, changes: Collection[Any] = ()
) -> ValidationFailed:
    """Return the refusal to take changes back; `changes` are those it is about."""
    ids = [change.change_id for change in changes]
    return ValidationFailed(
        message,
        phase="review",
        subphase=subphase,
        path=params.path,
        detail={"change_ids": ids or (params.change_ids if subphase != "depends" else [])},
    )


def not_rejectable(what: str, params: RejectParams, changes: Collection[Any]) -> ValidationFailed:
    return refused(
        f"{what} cannot be taken back alone; take back the whole file's changes, or change it "
        "again.",
        "not_rejectable",
        params,
        changes,
    )


def check_left(
    before: Sequence[Any],
    chosen: Sequence[Any],
    after: Sequence[Any],
    params: RejectParams,
    follows: Callable[[Any], bool] = lambda change: False,
) -> None:
    """Raise unless what is left of the changes is what there was without those chosen."""
    gone = {change.change_id for change in chosen}
    kept = [c for c in before if c.change_id not in gone and not follows(c)]
    left = [c for c in after if not follows(c)]
    expected, found = _names(kept), _names(left)
    if expected == found:
        return
    went = [change for change in kept if _name(change) in expected - found]
    came = [change for change in left if _name(change) in found - expected]
    if went and not came:
        many = f"{len(went)} other changes" if len(went) > 1 else "another change"
        message = f"It goes together with {many} ({_told(went)}). Take them back together."
    elif went:
        message = (
            f"{_told(went)} would read otherwise without it; take them back together, or change "
            "the file again."
        )
    else:
        message = (
            f"Without it the file would differ from its reference in another way ({_told(came)}); "
            "take back the file, or change it again."
        )
    error = refused(message, "depends", params, went)
    error.fields["detail"]["changes"] = [_short(change) for change in went[:_NAMED]]
    raise error


def _id(change: Any) -> str:
    return str(change.change_id)


def _name(change: Any) -> str:
    """Return a change's name; equal ones are told apart only by their order."""
    return _id(change).partition("-")[0]


def _names(changes: Sequence[Any]) -> Counter[str]:
    return Counter(_name(change) for change in changes)


def _short(change: Any) -> dict[str, Any]:
    said = {name: getattr(change, name, None) for name in ("change_id", "type", *_PLACES)}
    return {name: value for name, value in said.items() if value is not None}


def _told(changes: Sequence[Any]) -> str:
    counts = Counter(getattr(change, "type", "hunk").replace("_", " ") for change in changes)
    return ", ".join(f"{count} × {kind}" for kind, count in counts.items())


def _copy(source: BinaryIO, call: Call) -> None:
    source.seek(0)
    try:
        with call.result_path.open("wb") as target:
            shutil.copyfileobj(source, target)
    except OSError as error:
        raise write_failed(error, "the result") from None
