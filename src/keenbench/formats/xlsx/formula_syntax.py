"""Whether Excel could read a formula: a file with one that it cannot is repaired on opening.

Only what is certainly wrong is refused; functions, names and the number of arguments are not known
here, and Excel shows an error value for those instead of repairing the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from keenbench.formats.xlsx.formulas import Kind, Token, tokens

_LONGEST_TEXT = 255
_DEEPEST = 64
_BINARY = frozenset("*/^&<>=")
_PAIRS = ("<=", ">=", "<>")
_REFERRING = (Kind.REFERENCE, Kind.ERROR, Kind.WORD, Kind.BRACKETS)
_NO_NAME = re.compile(r"[0-9][0-9.]*[A-Za-z_]\w*")


def refuse_unreadable(formula: str) -> None:
    """Raise ValueError saying why Excel could not read a formula."""
    reading = _Reading()
    for token in tokens(formula):
        if token.kind is Kind.SPACE:
            reading.gap = True
            continue
        reading.take(token)
        reading.gap = False
        reading.before = token
    reading.end()


@dataclass
class _Reading:
    """How far a formula was read."""

    before: Token | None = None  # the last token that is no space
    gap: bool = False  # whether a space follows it
    has_value: bool = False  # whether an operator may come
    # What the open parentheses belong to: True for those of a function.
    calls: list[bool] = field(default_factory=list)

    def take(self, token: Token) -> None:
        if token.kind in (Kind.TEXT, Kind.NUMBER, Kind.ARRAY):
            self._plain_value(token)
        elif token.kind in _REFERRING:
            self._reference(token)
        elif token.text == "(":
            self._open()
        elif token.text == ")":
            self._close()
        elif token.text == ",":
            if not self.has_value and not self._may_be_left_out():
                raise ValueError('is a formula with no value before a ","')
            self.has_value = False
        else:
            self._operator(token.text)

    def end(self) -> None:
        if self.calls:
            raise ValueError("is a formula whose parentheses are not closed")
        if not self.has_value:
            raise ValueError("is a formula that ends too early")

    def _plain_value(self, token: Token) -> None:
        if self.has_value:
            raise ValueError("is a formula with two values side by side and no operator")
        if token.kind is Kind.TEXT and len(token.text[1:-1].replace('""', '"')) > _LONGEST_TEXT:
            raise ValueError(
                f"is a formula with a text of more than {_LONGEST_TEXT} characters; join "
                "shorter ones with &"
            )
        self.has_value = True

    def _reference(self, token: Token) -> None:
        if self.has_value and not self._continues(token):
            raise ValueError("is a formula with two values side by side and no operator")
        if token.kind is Kind.WORD and _NO_NAME.fullmatch(token.text):
            raise ValueError("is a formula with a name that begins with a digit")
        self.has_value = True

    def _continues(self, token: Token) -> bool:
        """Whether a reference goes with what is before it: Table1[Name], or A1:B2 B1:C2."""
        before = self.before
        assert before is not None
        if self.gap:  # the operator that intersects two references
            return before.kind in _REFERRING or before.text == ")"
        return token.kind is Kind.BRACKETS and before.kind in (Kind.WORD, Kind.REFERENCE)

    def _open(self) -> None:
        before = self.before
        is_call = False
        if self.has_value:
            assert before is not None
            if before.kind not in _REFERRING and before.text != ")":
                raise ValueError("is a formula with two values side by side and no operator")
            is_call = before.kind in (Kind.WORD, Kind.REFERENCE)
        self.calls.append(is_call)
        if sum(self.calls) > _DEEPEST:
            raise ValueError(f"is a formula with more than {_DEEPEST} functions in each other")
        self.has_value = False

    def _close(self) -> None:
        if not self.calls:
            raise ValueError("is a formula whose parentheses are not opened")
        if not self.has_value and not self._may_be_left_out():
            raise ValueError('is a formula with no value before a ")"')
        self.calls.pop()
        self.has_value = True

    def _may_be_left_out(self) -> bool:
        """Whether an argument ends here that is not given: IF(A1,,2), NOW()."""
        in_call = bool(self.calls and self.calls[-1])
        # LAMBDA(1)() calls what is before it too.
        empty = self.before is not None and self.before.text in ("(", ",")
        return empty and (in_call or bool(self.calls))

    def _operator(self, text: str) -> None:
        if text == ";":
            raise ValueError("is a formula with semicolons; use commas")
        if text in ("+", "-"):
            self.has_value = False
            return
        if text == "!" and not self.has_value:
            return  # a name of any sheet: !A1
        if text == "%" or text == ":" or text in _BINARY:
            if not self.has_value and not self._completes(text):
                raise ValueError(f'is a formula with no value before "{text}"')
            self.has_value = text == "%"
            return
        raise ValueError(f'is a formula with "{text}" where none can be')

    def _completes(self, text: str) -> bool:
        """Whether it is the second half of <=, >= or <>."""
        before = self.before
        return before is not None and not self.gap and before.text + text in _PAIRS
