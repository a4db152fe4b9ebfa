"""Text that overflows its box: said in the reports, by estimate or as LibreOffice lays it out."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import Field, ValidationError

from keenbench.formats.applying import Applied, OpReport
from keenbench.formats.asking import TakeParams, answer_of, ask_office, question_of, senseless
from keenbench.formats.call import Call
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.edit.overflow import estimated
from keenbench.registry import Result

_POINTS = 72.0
_LEAST = 0.05  # inches: what nobody sees is not said


class Overflow(Result):
    """A text that is longer than its box."""

    slide_index: int
    shape: str
    shape_index: int
    by: Literal["render", "estimate"]
    needed_inches: float
    over_inches: float

    def told(self) -> str:
        how = "By estimate" if self.by == "estimate" else "As LibreOffice lays it out,"
        return (
            f"{how} the text of {self.shape or 'a shape'} on slide {self.slide_index} needs "
            f"{self.needed_inches:.1f} inches, {self.over_inches:.1f} more than its box is high. "
            "Look at the slide, shorten the text or give it a smaller font_size."
        )


class _Shape(Result):
    """A shape that is asked about."""

    slide: int
    name: str
    nth: int
    index: int
    op: int
    font_scale: float


class _Height(Result):
    """What LibreOffice says of one of them, in inches."""

    number: int = Field(ge=0)
    needed: float
    room: float


def report_overflow(call: Call, deck: DeckEdit, report: list[OpReport]) -> None:
    """Say by estimate which texts overflow, and have those measured that may."""
    near: list[_Shape] = []
    for fit in estimated(deck):
        if fit.is_over:
            over = Overflow(
                slide_index=fit.slide_index,
                shape=fit.shape,
                shape_index=fit.shape_index,
                by="estimate",
                needed_inches=round(fit.needed / _POINTS, 2),
                over_inches=round((fit.needed - fit.room) / _POINTS, 2),
            )
            _say(report[fit.op], over)
        if fit.is_near:
            near.append(
                _Shape(
                    slide=fit.slide_index,
                    name=fit.shape,
                    nth=fit.nth,
                    index=fit.shape_index,
                    op=fit.op,
                    font_scale=fit.font_scale,
                )
            )
    if near:
        ask_office(call, {"shapes": [one.model_dump() for one in near]})


def take_text_heights(call: Call, params: TakeParams) -> Applied:
    """Put what LibreOffice measured in the place of what was estimated."""
    applied = Applied.model_validate(params.so_far)
    asked = [_Shape.model_validate(one) for one in question_of(call)["shapes"]]
    try:
        heights = [_Height.model_validate(one) for one in json.loads(answer_of(call))]
        measured = [(asked[one.number], one) for one in heights]
    except (ValueError, TypeError, IndexError, ValidationError):
        raise senseless(params.path) from None
    for shape, height in measured:
        report = applied.report[shape.op]
        _take_back(report, shape)
        over = height.needed - height.room
        if over > _LEAST:
            said = Overflow(
                slide_index=shape.slide,
                shape=shape.name,
                shape_index=shape.index,
                by="render",
                needed_inches=round(height.needed, 2),
                over_inches=round(over, 2),
            )
            _say(report, said)
    return applied


def _listed(report: OpReport) -> list[Overflow]:
    listed = (report.__pydantic_extra__ or {}).get("overflow", [])
    return [Overflow.model_validate(one) for one in listed]


def _list(report: OpReport, listed: list[Overflow]) -> None:
    extra: dict[str, Any] = report.__pydantic_extra__ or {}
    extra.pop("overflow", None)
    if listed:
        report.count(overflow=[one.model_dump() for one in listed])


def _say(report: OpReport, overflow: Overflow) -> None:
    _list(report, [*_listed(report), overflow])
    report.warn("overflow", overflow.told())


def _take_back(report: OpReport, shape: _Shape) -> None:
    """Take back what was estimated of a shape."""
    place = (shape.slide, shape.index)
    gone = [one for one in _listed(report) if (one.slide_index, one.shape_index) == place]
    told = {one.told() for one in gone}
    report.warnings = [warning for warning in report.warnings if warning.message not in told]
    _list(report, [one for one in _listed(report) if one not in gone])
