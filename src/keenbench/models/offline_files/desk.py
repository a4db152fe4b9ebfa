"""The files of the workbench as a request sees them: which is meant, and where results go."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from keenbench.models.offline_files.naming import Mention, by_stem, mentions, nearest
from keenbench.models.offline_files.turn import Say, Turn

Fits = Callable[[str], bool]
_KEEPS = re.compile(
    r"\b(?:sav|stor|export|writ|convert|put|creat|mak|turn|output|speicher|exportier)\w*\b", re.I
)
_LEADS_TO_TARGET = re.compile(
    r"\b(?:as|to|into|in|called|named|als|nach)\s+(?:an?\s+|the\s+)?(?:new\s+)?"
    r"(?:(?:file|table|workbook|sheet|document|spreadsheet)\s+)?(?:called\s+|named\s+)?$",
    re.I,
)
_THIS = re.compile(
    r"\b(?:this|that|the|same)\s+(?:file|document|table|sheet|workbook|deck|presentation|text)\b"
    r"|\b(?:it|this|that)\b",
    re.I,
)
_ALL = re.compile(r"\b(?:everywhere|all(?:\s+(?:of\s+)?(?:the|my))?\s+files|every\s+file)\b", re.I)


@dataclass
class Desk:
    """One request over the files of a workbench."""

    turn: Turn
    entries: dict[str, dict[str, Any]]

    @property
    def text(self) -> str:
        return self.turn.request

    @property
    def paths(self) -> list[str]:
        return list(self.entries)

    @property
    def all_files(self) -> bool:
        return _ALL.search(self.text) is not None

    @property
    def named(self) -> list[Mention]:
        return mentions(self.text, self.paths)

    def target(self) -> Mention | None:
        """Return the name under which the result is to be saved, if the request gives one."""
        for mention in reversed(self.named):
            before = self.text[: mention.start].rstrip("\"“'` ") + " "
            lead = _LEADS_TO_TARGET.search(before)
            if lead is None or not _KEEPS.search(before[: lead.start()]):
                continue
            if mention.path is None or lead.group().split()[0].lower() in ("as", "als"):
                return mention
        return None

    def source(self, fits: Fits = lambda path: True) -> str | None:
        """Return the file that the request is about; None where it names none at all.

        `fits` decides between several files where the request leaves that open.
        """
        target = self.target()
        named = [m for m in self.named if m != target]
        there = list(dict.fromkeys(m.path for m in named if m.path is not None))
        if len(there) > 1:
            fitting = [p for p in there if fits(p)]
            if len(fitting) == 1:
                return fitting[0]
            raise Say(f"One file at a time, please: do you mean {_either(there)}?")
        if there:
            return there[0]
        if named:
            raise Say(self._not_there(named[0].text))
        stems = by_stem(self._without_quotes(), self.paths)
        if len(stems) > 1:
            stems = [p for p in stems if fits(p)] or stems
        if len(stems) == 1:
            return stems[0]
        if len(stems) > 1:
            raise Say(f"Do you mean {_either(stems)}?")
        if _THIS.search(self.text):
            for earlier in reversed(self.turn.earlier):
                before = [m.path for m in mentions(earlier, self.paths) if m.path is not None]
                if before:
                    return before[-1]
        fitting = [p for p in self.paths if fits(p)]
        return fitting[0] if len(fitting) == 1 else None

    def required_source(self, fits: Fits = lambda path: True) -> str:
        """Return the file that the request is about, or ask which."""
        source = self.source(fits)
        if source is not None:
            return source
        fitting = [p for p in self.paths if fits(p)]
        if not self.paths:
            raise Say("There are no files in this workbench yet; add some first.")
        raise Say(f"Which file do you mean? There {_are(fitting or self.paths)}.")

    def free_name(self, wanted: str) -> str:
        """Return `wanted`, or it with a number, so that no file there is written over."""
        stem, _, end = wanted.rpartition(".")
        taken = {path.casefold() for path in self.paths}
        name, number = wanted, 2
        while name.casefold() in taken:
            name, number = f"{stem}_{number}.{end}", number + 1
        return name

    def masked(self) -> str:
        """Return the request with every file name taken out; its place shows as ``\\x00``."""
        text = self.text
        for mention in reversed(self.named):
            text = f"{text[: mention.start]}\x00{text[mention.end :]}"
        return text

    def _without_quotes(self) -> str:
        return re.sub(r"[\"“][^\"”]*[\"”]", " ", self.text)

    def _not_there(self, name: str) -> str:
        like = nearest(name, self.paths)
        if like is not None:
            return f"There is no file {name} in this workbench. Do you mean {like}?"
        if not self.paths:
            return f"There is no file {name}: this workbench has no files yet."
        return f"There is no file {name} in this workbench; there {_are(self.paths)}."


def open_desk(turn: Turn) -> Desk:
    told = turn.call("list_files")
    return Desk(turn, {entry["path"]: entry for entry in told["files"]})


def _either(paths: list[str]) -> str:
    return f"{', '.join(paths[:-1])} or {paths[-1]}"


def _are(paths: list[str]) -> str:
    if len(paths) == 1:
        return f"is {paths[0]}"
    shown = paths[:12]
    more = f" and {len(paths) - 12} more" if len(paths) > 12 else ""
    return f"are {', '.join(shown)}{more}"
