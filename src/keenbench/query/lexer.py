"""Reads SQL text into tokens, and writes it back in a form that every parser reads alike.

sqlglot and DuckDB 2.0 disagree about text before they disagree about grammar: nested comments
end in different places, `'a'` newline `'b'` is one string to one of them, `{#` opens a comment
only in sqlglot, U+200B is a space only in DuckDB, a backtick quotes only in DuckDB, `0x1F` is a
number only in sqlglot, U+017F makes a keyword only in sqlglot. An attack lives in such gaps. So
the text is read once here, by DuckDB's rules, and both parsers are given only what is plain:
comments become blanks, E'' and $$ strings become '' strings, words beyond ASCII become quoted
names, and what cannot be made plain is refused.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from keenbench.query import functions
from keenbench.query.refusal import SqlRefused, unparsable
from keenbench.query.shape import check_shape
from keenbench.query.tokens import Kind, Token

MAX_SQL_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Text:
    """A statement in its plain form: its tokens, and the text of each with the blanks before it."""

    tokens: tuple[Token, ...]
    pieces: tuple[str, ...]

    @property
    def sql(self) -> str:
        return "".join(self.pieces).strip()


_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_NUMBER = re.compile(r"(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9][0-9_]*)?")
_LINE_END = re.compile(r"[\r\n]|\Z")
_DOLLAR = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)?\$")
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\\": "\\", "'": "'"}
_MARKS = frozenset("()[]{}.,;:#")
_OPERATOR = re.compile(r"(?:(?!--|/\*)[-+*/%^<>=~!|&@])+")
# Signs that end an operator are signs of what follows, unless one of these stands in it.
_KEEPS_ITS_SIGN = frozenset("%^~!|&@")
_OPERATORS = functions.word_set(
    """
    + - * / // % ** ^ | || & && << >> ~ ~~ ~~* ~~~ ~* !~ !~* !~~ !~~* ^@ @ @> <@ <-> <=> -> ->> =>
    = == <> != < <= > >= !
    """
)
# sqlglot's template marks. Nested structs hold the first two, which are written apart instead.
_BRACE_PAIRS = frozenset(("{{", "}}"))
_TEMPLATE = frozenset(("{%", "{#", "%}", "#}"))
_DIGITS = frozenset("0123456789")
# Letters that make a string of another kind when they touch its quote (E is read here).
_PREFIXES = frozenset("bnxru")


def read(sql: str) -> Text:
    """Return `sql` in its plain form, with its final semicolon gone.

    Raises SqlRefused for text that is too long, too deep, or that parsers might read apart.
    """
    if len(sql) > MAX_SQL_BYTES or len(_utf8(sql)) > MAX_SQL_BYTES:
        raise SqlRefused(
            f"The SQL is longer than {MAX_SQL_BYTES // 1024} KB; shorten it.", reason="size"
        )
    if "\0" in sql:
        raise SqlRefused("The SQL holds a NUL character.", reason="text")
    # A byte-order mark is no part of the text that follows it.
    reader = _Reader(sql.removeprefix("\ufeff"))
    reader.run()
    tokens = _one_statement(reader.tokens)
    check_shape(tokens)
    return Text(tuple(tokens), tuple(reader.pieces[: len(tokens)]))


def _utf8(sql: str) -> bytes:
    try:
        return sql.encode()
    except UnicodeEncodeError:
        raise SqlRefused(
            "The SQL holds a broken character (half of a surrogate pair).", reason="text"
        ) from None


class _Reader:
    def __init__(self, sql: str) -> None:
        self.sql = sql
        self.at = 0
        self.tokens: list[Token] = []
        self.pieces: list[str] = []
        self._blanks: list[str] = []

    def run(self) -> None:
        while self.at < len(self.sql):
            self._step(self.sql[self.at])

    def _step(self, char: str) -> None:
        sql, at = self.sql, self.at
        if space := _SPACE.match(sql, at):
            # A vertical tab is a blank to DuckDB and nothing to sqlglot.
            self._blank(space.group().replace("\v", " ").replace("\f", " "), space.end())
        elif sql.startswith("--", at):
            self._line_comment()
        elif sql.startswith("/*", at):
            self._block_comment()
        elif char == "'":
            self._string(at)
        elif char == '"' or char == "`":
            self._quoted(char)
        elif char == "$":
            self._dollar()
        elif char in _DIGITS or (char == "." and sql[at + 1 : at + 2] in _DIGITS):
            self._number()
        elif char == "_" or char.isalpha():
            self._word()
        elif char in _MARKS:
            self._mark(char)
        elif operator := _OPERATOR.match(sql, at):
            self._operator(operator.group())
        elif char == "?":
            raise SqlRefused(
                "The SQL holds a parameter (?); write the value itself.", reason="parameter"
            )
        elif unicodedata.category(char) == "Zs":
            self._blank(" ", at + 1)
        else:
            raise SqlRefused(
                f"The SQL holds the character U+{ord(char):04X} outside of quotes.", reason="text"
            )

    def _blank(self, text: str, end: int) -> None:
        self._blanks.append(text)
        self.at = end

    def _add(self, token: Token, text: str, end: int) -> None:
        if token.kind is Kind.STRING and self.tokens and self.tokens[-1].kind is Kind.STRING:
            # 'a' newline 'b' is one string to DuckDB and an alias to sqlglot.
            raise SqlRefused(
                "Two strings stand side by side; join them with || or put a comma between.",
                reason="text",
            )
        if text[0] == '"' and not self._blanks and self.pieces and self.pieces[-1][-1] == '"':
            # A word quoted here must not become one name with its neighbour: é"b".
            self._blanks.append(" ")
        self.tokens.append(token)
        self.pieces.append("".join((*self._blanks, text)))
        self._blanks.clear()
        self.at = end

    def _line_comment(self) -> None:
        end = _LINE_END.search(self.sql, self.at)
        stop = end.start() if end else len(self.sql)
        self._blank(" " * (stop - self.at), stop)

    def _block_comment(self) -> None:
        depth, at = 0, self.at
        while True:
            edge = _COMMENT_EDGE.search(self.sql, at)
            if edge is None:
                raise unparsable("A /* comment is not closed.")
            depth += 1 if edge.group() == "/*" else -1
            at = edge.end()
            if depth == 0:
                break
        # As long as before and with its line ends, so that later error positions hold.
        self._blank(re.sub(r"[^\r\n]", " ", self.sql[self.at : at]), at)

    def _string(self, at: int) -> None:
        end = at + 1
        while True:
            end = self.sql.find("'", end)
            if end < 0:
                raise unparsable("A string is not closed: ' is missing.")
            if self.sql.startswith("''", end):
                end += 2
                continue
            break
        value = self.sql[at + 1 : end].replace("''", "'")
        self._add(Token(Kind.STRING, value), _as_string(value), end + 1)

    def _escaped_string(self, at: int) -> None:
        chars: list[str] = []
        at += 1
        while True:
            char = self.sql[at : at + 1]
            following = self.sql[at + 1 : at + 2]
            if not char or (char == "\\" and not following):
                raise unparsable("A string is not closed: ' is missing.")
            if char == "\\":
                if following not in _ESCAPES:
                    raise SqlRefused(
                        f"The escape \\{following} in an E'' string is not supported; "
                        "write the character itself or use chr().",
                        reason="text",
                    )
                chars.append(_ESCAPES[following])
                at += 2
            elif char == "'" and following == "'":
                chars.append("'")
                at += 2
            elif char == "'":
                break
            else:
                chars.append(char)
                at += 1
        value = "".join(chars)
        self._add(Token(Kind.STRING, value), _as_string(value), at + 1)

    def _dollar(self) -> None:
        tag = _DOLLAR.match(self.sql, self.at)
        if tag is None or self._touches_a_word():
            raise SqlRefused(
                "The SQL holds a parameter ($); write the value itself.", reason="parameter"
            )
        end = self.sql.find(tag.group(), tag.end())
        if end < 0:
            raise unparsable(f"A string is not closed: {tag.group()} is missing.")
        value = self.sql[tag.end() : end]
        self._add(Token(Kind.STRING, value), _as_string(value), end + len(tag.group()))

    def _touches_a_word(self) -> bool:
        before = self.sql[self.at - 1 : self.at] if self.at else ""
        return before in ("_", '"', "`", ")", "]") or before.isalnum()

    def _quoted(self, quote: str) -> None:
        end = self.at + 1
        while True:
            end = self.sql.find(quote, end)
            if end < 0:
                raise unparsable(f"A quoted name is not closed: {quote} is missing.")
            if self.sql.startswith(quote * 2, end):
                if quote == "`":
                    raise SqlRefused('Quote names with ", not with `.', reason="text")
                end += 2
                continue
            break
        value = self.sql[self.at + 1 : end].replace(quote * 2, quote)
        if not value:
            raise unparsable('An empty name: "".')
        self._add(Token(Kind.QUOTED, value), _as_name(value), end + 1)

    def _number(self) -> None:
        number = _NUMBER.match(self.sql, self.at)
        end = number.end() if number else self.at
        after = self.sql[end : end + 1]
        if number is None or after == "_" or after == "." or after.isalnum():
            # To DuckDB 0x1F is the number 0 called x1F.
            raise unparsable("A number is followed by a letter, or holds two points.")
        if number.group()[0] == "." and self._touches_a_word():
            raise unparsable("A name is followed by a point and a number.")
        self._add(Token(Kind.NUMBER, number.group()), number.group(), end)

    def _word(self) -> None:
        end = self.at
        while end < len(self.sql) and _continues_word(self.sql[end]):
            end += 1
        word = self.sql[self.at : end]
        if self.sql.startswith("'", end):
            if word in ("e", "E"):
                self._escaped_string(end)
                return
            if word.lower() in _PREFIXES:
                raise SqlRefused(
                    f"Strings of the form {word}'…' are not supported; use '…' "
                    "(from_hex('…') for bytes).",
                    reason="text",
                )
        if word.isascii():
            self._add(Token(Kind.WORD, word), word, end)
        else:
            # No keyword and no function is spelled beyond ASCII, so that this is a plain name;
            # quoted, no parser's upper() can make a keyword of it (ſ, ß and ı can become S, SS, I).
            self._add(Token(Kind.QUOTED, word), _as_name(word), end)

    def _mark(self, char: str) -> None:
        pair = self.sql[self.at : self.at + 2]
        if pair in _TEMPLATE:
            raise unparsable(f"Unexpected {pair}.")
        text = f"{char} " if pair in _BRACE_PAIRS else char
        self._add(Token(Kind.MARK, char), text, self.at + 1)

    def _operator(self, run: str) -> None:
        """DuckDB reads a run of marks as one operator, known or not; sqlglot takes it apart."""
        end = self.at + len(run)
        signs = ""
        if _KEEPS_ITS_SIGN.isdisjoint(run):
            core = run.rstrip("+-") or run[0]
            core = run if run in _OPERATORS else core
            signs = run[len(core) :]
            run = core
        if run not in _OPERATORS or self.sql.startswith("}", end):
            raise unparsable(f"{run[:10]} is not an operator; put blanks between operators.")
        self._add(Token(Kind.MARK, run), run, end)
        for sign in signs:
            self._add(Token(Kind.MARK, sign), f" {sign}", end)


def _continues_word(char: str) -> bool:
    if char.isascii():
        return char == "_" or char.isalnum()
    # Letters, marks that combine with them, and digits of any script.
    return unicodedata.category(char)[0] in "LMN"


def _as_string(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _as_name(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'


def _one_statement(tokens: list[Token]) -> list[Token]:
    end = len(tokens)
    while end and tokens[end - 1] == Token(Kind.MARK, ";"):
        end -= 1
    if not end:
        raise SqlRefused("There is no statement in the SQL.", reason="statements")
    if any(token.kind is Kind.MARK and token.value == ";" for token in tokens[:end]):
        raise SqlRefused(
            "The SQL holds more than one statement; send them one at a time.", reason="statements"
        )
    return tokens[:end]
