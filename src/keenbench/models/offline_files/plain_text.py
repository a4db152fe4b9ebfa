"""A text file as a whole, read window by window."""

from __future__ import annotations

from keenbench.models.offline_files.turn import Say, Turn

_LINES = 200
_MOST_LINES = 6_000


def read_whole(turn: Turn, path: str) -> str:
    """Return the whole text of a file; a part of it would be written back as if it were all."""
    parts: list[str] = []
    start = 1
    while True:
        told = turn.call("read_file", path=path, line_start=start, line_count=_LINES)
        parts.append(str(told["text"]))
        info = told["chunk_info"]
        if not info["has_more"]:
            return "".join(parts)
        covered = info["covered"]
        if covered["total"] > _MOST_LINES:
            raise Say(
                f"{path} has {covered['total']:,} lines; offline I change text files of up to "
                f"{_MOST_LINES:,}."
            )
        start = covered["to"] + 1


def write_whole(turn: Turn, path: str, text: str) -> None:
    turn.call("write_text_file", path=path, content=text)
