"""Hunks of a text taken back: the reference's lines stand again where they stood.

Lines are put together as characters in the Draft's own encoding and under its own mark. A line that
comes back keeps its end, unless the Draft gave all lines another; the end of the last line, or that
there is none, goes with the hunk that holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from keenbench.diff.text import MAX_LINES, Hunk, diff_lines
from keenbench.errors import TooLarge, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.comparing import Compared
from keenbench.formats.rejecting import Rejected, RejectParams, take_back
from keenbench.formats.text.encoding import Detected, detect
from keenbench.formats.text.lines import LINE_END, TextFile, count_ends
from keenbench.storage import write_failed

_ENDS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}


@dataclass(frozen=True)
class EndedLines:
    """A text, line by line, each with its end apart."""

    detected: Detected
    bodies: list[str]
    ends: list[str]

    @classmethod
    def of(cls, file: BinaryIO | None, path: str) -> EndedLines | None:
        if file is None:
            return None
        detected = detect(file, path)
        text = TextFile(file, detected).text()
        bodies, ends = [], []
        at = 0
        for match in LINE_END.finditer(text):
            bodies.append(text[at : match.start()])
            ends.append(match[0])
            at = match.end()
        if at < len(text):
            bodies.append(text[at:])
            ends.append("")
        return cls(detected, bodies, ends)

    @property
    def usual_end(self) -> str | None:
        """The end that all lines have; None where they differ or there is none."""
        return _ENDS.get(count_ends("".join(self.ends)).name)

    def between(self, first: int, last: int) -> list[tuple[str, str]]:
        return list(zip(self.bodies[first:last], self.ends[first:last], strict=True))

    def as_in(self, other: EndedLines, at: int) -> tuple[str, str]:
        """Return a line as it stands among those of another text: which may end all alike."""
        if at < 0:
            return "", ""
        own, usual = self.usual_end, other.usual_end
        end = usual if self.ends[at] and own and usual else self.ends[at]
        return self.bodies[at], end


def reject_hunks(call: Call, params: RejectParams) -> Rejected:
    def compare(old: BinaryIO | None, new: BinaryIO | None) -> Compared[Hunk]:
        sides = [EndedLines.of(file, params.path) for file in (old, new)]
        lines = [side.bodies if side is not None else [] for side in sides]
        if len(lines[0]) + len(lines[1]) > MAX_LINES:
            raise TooLarge(
                f"Texts of more than {MAX_LINES} lines are not compared.", path=params.path
            )
        return Compared(diff_lines(lines[0], lines[1]))

    def put_back(old: BinaryIO, new: BinaryIO, chosen: Sequence[Hunk]) -> None:
        before, after = EndedLines.of(old, params.path), EndedLines.of(new, params.path)
        assert before is not None
        assert after is not None
        write_lines(call, params.path, after, _without(before, after, chosen))

    return take_back(call, params, compare, put_back)


def _without(before: EndedLines, after: EndedLines, chosen: Sequence[Hunk]) -> list[str]:
    """Return the Draft's lines with the reference's in place of some hunks."""
    out: list[tuple[str, str]] = []
    done = 0
    for hunk in sorted(chosen, key=_first_new):
        first = _first_new(hunk)
        out += after.between(done, first)
        for line in hunk.lines:
            if line.type == "removed":
                assert line.old_line is not None
                out.append(before.as_in(after, line.old_line - 1))
            elif line.type == "context":
                assert line.new_line is not None
                out += after.between(line.new_line - 1, line.new_line)
        done = first + sum(1 for line in hunk.lines if line.type != "removed")
        if done == len(after.bodies) and hunk.lines[-1].type != "context" and out:
            # The text ends with this hunk: it ends as the reference does.
            out[-1] = (out[-1][0], before.as_in(after, len(before.ends) - 1)[1])
    return joined([*out, *after.between(done, len(after.bodies))], after)


def joined(lines: Sequence[tuple[str, str]], form: EndedLines) -> list[str]:
    """Return whole lines; only the last may be without an end."""
    usual = form.usual_end or next((end for end in form.ends if end), "\n")
    last = len(lines) - 1
    return [body + (end or (usual if at < last else "")) for at, (body, end) in enumerate(lines)]


def _first_new(hunk: Hunk) -> int:
    """Return where in the Draft's lines a hunk begins, from 0."""
    numbers = [line.new_line for line in hunk.lines if line.new_line is not None]
    return min(numbers) - 1 if numbers else 0


def write_lines(call: Call, path: str, form: EndedLines, lines: Sequence[str]) -> None:
    """Write lines in the encoding and under the mark of a text."""
    codec = form.detected.codec
    if not form.detected.reversible:
        raise ValidationFailed(
            f"{path} writes some characters in a form of {codec.name} that writing it again would "
            "change; take back the whole file.",
            phase="review",
            subphase="not_rejectable",
            path=path,
        )
    try:
        data = form.detected.bom + "".join(lines).encode(codec.python)
    except UnicodeEncodeError:
        raise ValidationFailed(
            f"The Draft has the file in {codec.name}, which cannot hold what the reference says "
            "there; take back the whole file.",
            phase="review",
            subphase="not_rejectable",
            path=path,
        ) from None
    try:
        call.result_path.write_bytes(data)
    except OSError as error:
        raise write_failed(error, path) from None
