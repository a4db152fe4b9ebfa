"""“Replace A with B in report.docx”, in documents, slides, sheets and plain text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from keenbench.models.offline_files.desk import Desk
from keenbench.models.offline_files.naming import file_kind
from keenbench.models.offline_files.placing import require_placed
from keenbench.models.offline_files.plain_text import read_whole, write_whole
from keenbench.models.offline_files.sheets import replace_in_cells
from keenbench.models.offline_files.turn import Say, ToolFailed

_VERB = r"(?:replac\w*|chang\w*|swap\w*|substitut\w*|correct\w*|turn\w*|ersetz\w*|änder\w*)"
_WITH = r"(?:with|by|to|into|durch|in|→|->|=>)"
_QUOTED = r"[\"“„'‘`](?P<{name}>[^\"”“'’`\n]*)[\"”“'’`]"
_QUOTED_PAIR = re.compile(
    rf"{_QUOTED.format(name='old')}\s*{_WITH}\s+(?:the\s+\w+\s+)?{_QUOTED.format(name='new')}", re.I
)
_PLAIN_PAIR = re.compile(
    rf"\b{_VERB}\s+(?:(?:all|every|each|any)\s+)?(?:(?:the\s+)?(?:occurrences?|instances?)\s+of\s+)?"
    r"(?:the\s+(?:words?|names?|terms?|texts?|phrases?)\s+)?"
    r"(?P<old>.+?)\s+(?:with|by|to|durch|→|->|=>)\s+(?P<new>.+)$",
    re.I | re.S,
)
_REMOVE = re.compile(
    rf"\b(?:remove|delete|drop|strike)\b.{{0,30}}?{_QUOTED.format(name='old')}", re.I
)
_WHERE = re.compile(
    r"[\s,]*\b(?:in|inside|within|throughout|across|of|from|on)\s+(?:all\s+(?:of\s+)?)?"
    r"(?:the\s+|my\s+|this\s+)?(?:(?:file|document|table|text|sheet|workbook|deck|presentation)s?\s*)?"
    r"\x00.*$|[\s,]*\b(?:everywhere|in\s+(?:all\s+(?:the\s+|my\s+)?|every\s+|this\s+|the\s+)"
    r"(?:files?|documents?|text|deck|presentation))\b.*$",
    re.I | re.S,
)
_FIRST_WHERE = re.compile(
    r"^\s*(?:please\s+)?(?:in|inside|within)\s+(?:the\s+)?(?:\w+\s+)?\x00\s*,?", re.I
)
_IS_REPLACING = re.compile(rf"\b{_VERB}\b", re.I)
_ANY_CASE = re.compile(r"\b(?:ignor\w+\s+(?:upper|case)|any\s+case|case[- ]insensitive\w*)\b", re.I)
_WHOLE = re.compile(r"\bwhole\s+words?\b", re.I)
# Words that may belong to the request rather than to the new text.
_UNCLEAR = re.compile(
    r"\s(?:with|by|to|durch|in|on|of|only|except|but|and|save|as|from|after|before|if|where|column|"
    r"slide|sheet|row|page|header|footer|first|last)\s",
    re.I,
)
_CANNOT = {"pdf": "A PDF can be annotated here, not rewritten."}

_PLACED = """
    replace replacing change changing swap substitute correct turn ersetze ersetzen ändere
    occurrence occurrences instance instances word words name names term terms phrase phrases
    wort durch by remove delete drop strike ignore ignoring upper lower case
    insensitive whole regardless
"""

# Kinds whose operations replace text; text files are read and written whole.
_BY_OPS = frozenset(("docx", "pptx", "odt"))


@dataclass(frozen=True)
class Replacement:
    old: str
    new: str
    match_case: bool = True
    whole_word: bool = False

    @property
    def template(self) -> str:
        """The new text as `re` takes it: nothing in it stands for anything else."""
        return self.new.replace("\\", r"\\")

    def pattern(self) -> re.Pattern[str]:
        found = re.escape(self.old)
        if self.whole_word:
            found = rf"(?<!\w){found}(?!\w)"
        return re.compile(found, 0 if self.match_case else re.IGNORECASE)


def attempt(desk: Desk) -> str | None:
    """Carry the request out if it is one to replace text; return what was done."""
    wanted = read(desk)
    if not wanted:
        return None
    if desk.target() is not None:
        raise Say(
            "I replace text in the file itself and make no copy, so nothing was changed; leave out "
            "the new name, or choose a model in the settings."
        )
    require_placed(desk, _PLACED, *(span for each in wanted for span in (each.old, each.new)))
    paths = desk.paths if desk.all_files else [desk.required_source()]
    done = [_in_file(desk, path, wanted, alone=len(paths) == 1) for path in paths]
    said = [line for line in done if line]
    if not said:
        return f"{_searched(wanted)} in any of the files; nothing was changed."
    if len(paths) > 1:
        return "\n".join(f"- {line}" for line in said)
    return said[0]


def read(desk: Desk) -> list[Replacement]:
    """Return what the request wants replaced; raises Say where only quotes would make it clear."""
    text = desk.masked()
    how: dict[str, Any] = {
        "match_case": _ANY_CASE.search(text) is None,
        "whole_word": _WHOLE.search(text) is not None,
    }
    if _IS_REPLACING.search(text):
        pairs = [(m.group("old"), m.group("new")) for m in _QUOTED_PAIR.finditer(text)]
        if not pairs:
            pairs = _plain_pairs(text)
    else:
        removed = _REMOVE.search(text)
        pairs = [(removed.group("old"), "")] if removed else []
    if any(not old.strip() or "\x00" in old + new for old, new in pairs):
        return []
    return [Replacement(old, new, **how) for old, new in pairs]


def _plain_pairs(text: str) -> list[tuple[str, str]]:
    text = _ANY_CASE.sub(" ", _WHOLE.sub(" ", _FIRST_WHERE.sub("", text)))
    text = _WHERE.sub("", text).strip().rstrip(".!? ,;()")
    found = _PLAIN_PAIR.search(text)
    if found is None:
        return []
    old, new = found.group("old").strip(), found.group("new").strip()
    if _UNCLEAR.search(f" {new} ") or re.search(r"\bcells?\b", old, re.I):
        raise Say(
            "Please put both texts into quotation marks, for example: "
            "replace “old name” with “new name” in report.docx."
        )
    return [(old.strip("\"“”'‘’`"), new.strip("\"“”'‘’`"))]


def _in_file(desk: Desk, path: str, wanted: list[Replacement], *, alone: bool) -> str | None:
    """Return what was done in one file; None where nothing had to be."""
    kind = file_kind(path)
    if kind not in (*_BY_OPS, "xlsx", "text"):
        if alone:
            raise Say(f"{path} cannot be changed. {_CANNOT.get(kind, '')}".strip())
        return None
    left = 0
    try:
        if kind in _BY_OPS:
            count = _by_operations(desk, f"{kind}_operations", path, wanted)
        elif kind == "xlsx":
            cells = replace_in_cells(desk.turn, path, [(w.pattern(), w.template) for w in wanted])
            count, left = cells.count, cells.left
        else:
            count = _in_text(desk, path, wanted)
    except ToolFailed as failed:
        return f"{path} was not changed: {failed.message}"
    note = f" {left} cells that hold numbers or dates were left as they are." if left else ""
    if count == 0:
        return f"{_searched(wanted)} in {path}; nothing was changed.{note}" if alone else None
    times = "once" if count == 1 else f"{count} times"
    said = f"Replaced {_told(wanted)} {times} in {path}."
    return f"{said} The change is in the Draft, for Review.{note}"


def _by_operations(desk: Desk, tool: str, path: str, wanted: list[Replacement]) -> int:
    operations = [
        {
            "op": "replace_text",
            "search": each.old,
            "replace": each.new,
            "match_case": each.match_case,
            "whole_word": each.whole_word,
        }
        for each in wanted
    ]
    told = desk.turn.call(tool, path=path, operations=operations)
    return sum(int(line.get("matches") or 0) for line in told.get("report") or ())


def _in_text(desk: Desk, path: str, wanted: list[Replacement]) -> int:
    text = read_whole(desk.turn, path)
    count = 0
    for each in wanted:
        text, times = each.pattern().subn(each.template, text)
        count += times
    if count:
        write_whole(desk.turn, path, text)
    return count


def _searched(wanted: list[Replacement]) -> str:
    return "There is no " + " and no ".join(f"“{each.old}”" for each in wanted)


def _told(wanted: list[Replacement]) -> str:
    return " and ".join(
        f"“{each.old}” with “{each.new}”" if each.new else f"“{each.old}” (with nothing)"
        for each in wanted
    )
