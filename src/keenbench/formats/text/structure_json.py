"""The top level of a JSON text: what it is, and the keys of an object.

A tokenizer of our own rather than a parser, because it holds nothing but the depth and the names of
the first level: neither a gigabyte of values nor ten million open brackets cost memory. It checks
the grammar as it goes, so a text that it reads is JSON.
"""

from __future__ import annotations

import re

from keenbench.formats.shape import Page, short_name
from keenbench.formats.text.lines import TextFile
from keenbench.formats.text.structure import MAX_DEPTH, Structure, Unreadable

BUDGET = 64_000_000  # characters
STEPS = 2_000_000  # of the tokenizer: some 5 s; most files take far fewer for all of the budget
_LONGEST_NUMBER = 10_000
_KEY_KEPT = 2_000  # characters of a key as written; what a map shows is far less

_SPACE = re.compile(r"[ \t\n\r]*+")
_IN_STRING = re.compile(r'(?:[^"\\\x00-\x1f]++|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+')
_ATOM = re.compile(r"[-+.0-9A-Za-z]++")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_SCALARS = {"true": "boolean", "false": "boolean", "null": "null"}


def _member_patterns(levels: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for many members, or items, at once that nest at most `levels` deep.

    That is what most of most files is, and stepping over it so is some ten times as quick. Each
    ends with its comma, so that the reader stands where it stood before.
    """
    space = r"[ \t\n\r]*+"
    string = rf'"{_IN_STRING.pattern}"'
    value = rf"(?>{string}|true|false|null|{_NUMBER.pattern})"
    for _ in range(levels):
        member = rf"{space}{string}{space}:{space}{value}{space}"
        item = rf"{space}{value}{space}"
        value = (
            rf"(?>{string}|true|false|null|{_NUMBER.pattern}"
            rf"|\[(?>{item}(?>,{item})*+|{space})\]|\{{(?>{member}(?>,{member})*+|{space})\}})"
        )
    return (
        re.compile(rf"(?>{space}{string}{space}:{space}{value}{space},)++"),
        re.compile(rf"(?>{space}{value}{space},)++"),
    )


_MEMBERS, _ITEMS = _member_patterns(2)

_VALUE, _VALUE_OR_END, _KEY, _KEY_OR_END, _COLON, _COMMA_OR_END, _DONE = range(7)


def read_json(text: TextFile, page: Page | None = None) -> Structure:
    """Return what the top level of a JSON text is, and its keys."""
    reader = _Reader(page)
    seen = 0
    for piece in text.pieces(0, BUDGET):
        reader.feed(piece)
        seen += len(piece)
        if reader.steps > STEPS:
            break
    if seen < text.char_count:
        reader.found.partial(f"the first {seen} characters")
        return reader.found
    reader.finish()
    return reader.found


class _Reader:
    """Reads a JSON text that arrives in pieces."""

    def __init__(self, page: Page | None) -> None:
        self.found = Structure(page)
        self.steps = 0
        self._open = bytearray()  # one byte for each open bracket
        self._expect = _VALUE
        self._rest = ""
        self._in_string = False
        self._key: list[str] | None = None  # of the first level, while its string is read
        self._key_length = 0

    def feed(self, piece: str) -> None:
        self._read(self._rest + piece, final=False)

    def finish(self) -> None:
        self._read(self._rest, final=True)
        if self._in_string or self._expect != _DONE:
            raise Unreadable("it ends too early.")

    def _read(self, text: str, *, final: bool) -> None:
        at = 0
        end = len(text)
        while at < end:
            self.steps += 1
            if self._in_string:
                at, wants_more = self._string(text, at, final)
                if wants_more:
                    break
                continue
            at = _after(_SPACE, text, at)
            if len(self._open) > 1 and self._expect in (_KEY, _VALUE, _KEY_OR_END, _VALUE_OR_END):
                at = _after(_SPACE, text, self._flat(text, at))
            if at == end:
                break
            char = text[at]
            if char == '"':
                self._begin_string()
                at += 1
            elif char in "{}[],:":
                self._bracket(char)
                at += 1
            else:
                match = _ATOM.match(text, at)
                if match is None:
                    raise Unreadable("a character stands where none may.")
                if match.end() == end and not final:
                    if end - at > _LONGEST_NUMBER:
                        raise Unreadable("a number or word is too long.")
                    break
                self._atom(match[0])
                at = match.end()
        self._rest = text[at:]

    def _flat(self, text: str, at: int) -> int:
        """Step over members that hold little nested, below the first level."""
        in_object = self._open[-1] == ord("{")
        if in_object == (self._expect in (_VALUE, _VALUE_OR_END)):
            return at  # the value of a member: it has a key before it, not a comma
        stop = _after(_MEMBERS if in_object else _ITEMS, text, at)
        if stop > at:
            self._expect = _KEY if in_object else _VALUE
        return stop

    def _string(self, text: str, at: int, final: bool) -> tuple[int, bool]:
        """Step over (the rest of) a string; also return whether it goes on in the next piece."""
        stop = _after(_IN_STRING, text, at)
        if self._key is not None and self._key_length < _KEY_KEPT:
            self._key.append(text[at : min(stop, at + _KEY_KEPT)])
            self._key_length += stop - at
        if stop == len(text):
            return stop, True
        if text[stop] == '"':
            self._end_string()
            return stop + 1, False
        if text[stop] == "\\" and len(text) - stop < 6 and not final:
            return stop, True  # an escape that the end of the piece cuts
        raise Unreadable("a string holds a line break, a control character or a bad escape.")

    def _begin_string(self) -> None:
        is_key = self._expect in (_KEY, _KEY_OR_END)
        if not is_key:
            self._value("string")
        else:
            self._expect = _COLON
            if len(self._open) == 1:
                self._key, self._key_length = [], 0
        self._in_string = True

    def _end_string(self) -> None:
        self._in_string = False
        if self._key is not None and self.found.keys is not None:
            self.found.keys.add(short_name(_unescaped("".join(self._key))))
            self._key = None

    def _atom(self, word: str) -> None:
        kind = _SCALARS.get(word) or ("number" if _NUMBER.fullmatch(word) else None)
        if kind is None:
            raise Unreadable("a word stands where a value must.")
        self._value(kind)

    def _value(self, kind: str) -> None:
        """Take a scalar, or the beginning of a string."""
        if self._expect not in (_VALUE, _VALUE_OR_END):
            raise Unreadable("a value stands where none may.")
        self._count_item()
        if not self._open:
            self.found.top_level = kind
        self._expect = _COMMA_OR_END if self._open else _DONE

    def _count_item(self) -> None:
        if len(self._open) == 1 and self.found.item_count is not None:
            self.found.item_count += 1

    def _bracket(self, char: str) -> None:
        if char in "{[":
            self._opened(char)
        elif char in "}]":
            self._closed(char)
        elif char == ":" and self._expect == _COLON:
            self._expect = _VALUE
        elif char == "," and self._expect == _COMMA_OR_END:
            self._expect = _KEY if self._open[-1] == ord("{") else _VALUE
        else:
            raise Unreadable("a comma or colon stands where none may.")

    def _opened(self, char: str) -> None:
        if self._expect not in (_VALUE, _VALUE_OR_END):
            raise Unreadable("a bracket stands where none may.")
        if len(self._open) >= MAX_DEPTH:
            raise Unreadable(f"it is nested more than {MAX_DEPTH} deep.")
        self._count_item()
        if not self._open:
            self.found.top_level = "object" if char == "{" else "array"
            if char == "{":
                self.found.keys = self.found.listing()
            else:
                self.found.item_count = 0
        self._open.append(ord(char))
        self._expect = _KEY_OR_END if char == "{" else _VALUE_OR_END

    def _closed(self, char: str) -> None:
        wanted = (_KEY_OR_END, ord("{")) if char == "}" else (_VALUE_OR_END, ord("["))
        may = self._expect in (wanted[0], _COMMA_OR_END) and self._open[-1:] == bytes([wanted[1]])
        if not may:
            raise Unreadable("a bracket closes what is not open.")
        self._open.pop()
        self._expect = _COMMA_OR_END if self._open else _DONE


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return the place after what `pattern` matches at `at`."""
    match = pattern.match(text, at)
    return match.end() if match else at


_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _unescaped(written: str) -> str:
    """Return a string as it is meant, but for half characters, which stay as they are written."""

    def meant(match: re.Match[str]) -> str:
        code, short = match.groups()
        return chr(int(code, 16)) if code else _ESCAPES.get(short, short)

    text = _ESCAPE.sub(meant, written)
    # Two escapes may be the halves of one character; a half alone is no character at all.
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return paired.encode("utf-8", "backslashreplace").decode("utf-8")
