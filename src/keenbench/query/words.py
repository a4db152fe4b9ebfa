"""What words may stand where, checked on the tokens and held against sqlglot's tree.

Names of functions are checked here rather than on the tree, because sqlglot folds many names into
one class and leaves unknown ones unread. Every name before a parenthesis must be an allowed
function, a word of the grammar, or the alias that the tree says it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NoReturn

from sqlglot import exp

from keenbench.query import functions
from keenbench.query.functions import word_set
from keenbench.query.lexer import Text
from keenbench.query.names import fold, refuse_function, refuse_type
from keenbench.query.refusal import SqlRefused, unparsable
from keenbench.query.tokens import Kind, Token

_OPEN = Token(Kind.MARK, "(")
_END = Token(Kind.MARK, ";")
_CLOSE = Token(Kind.MARK, ")")
_COMMA = Token(Kind.MARK, ",")

READING_WORDS = frozenset(
    ("select", "with", "from", "values", "table", "describe", "desc", "summarize", "pivot",
     "pivot_wider", "pivot_longer", "unpivot")
)  # fmt: skip
OTHER_STATEMENTS = word_set(
    """
    abort alter analyze attach begin call checkpoint comment commit connect copy create deallocate
    delete detach disconnect drop end execute explain export force grant import insert install kill
    load lock merge pragma prepare reindex release replace reset revoke rollback savepoint set show
    start truncate update upsert use vacuum
    """
)
_PIVOT_WORDS = frozenset(("pivot", "pivot_wider", "pivot_longer", "unpivot"))


def check_first_word(token: Token) -> None:
    word = fold(token.value)
    if token == _OPEN or (token.kind is Kind.WORD and word in READING_WORDS):
        return
    if token.kind is Kind.WORD and word in OTHER_STATEMENTS:
        raise SqlRefused(
            f"{word.upper()} is not allowed: a query only reads "
            "(SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE, PIVOT, UNPIVOT).",
            reason="statement",
        )
    raise unparsable("The SQL does not begin like a query; begin with SELECT, WITH or FROM.")


def pivot_with_tail(text: Text) -> Text:
    """Return `PIVOT … ORDER BY x` as `FROM (PIVOT …) ORDER BY x`, which sqlglot can read too."""
    if text.tokens[0].kind is not Kind.WORD or fold(text.tokens[0].value) not in _PIVOT_WORDS:
        return text
    depth = 0
    for index, token in enumerate(text.tokens):
        if token.kind is Kind.MARK and token.value in "([{":
            depth += 1
        elif token.kind is Kind.MARK and token.value in ")]}":
            depth -= 1
        elif (
            depth == 0
            and token.kind is Kind.WORD
            and fold(token.value) in ("order", "limit", "offset")
        ):
            head, tail = slice(0, index), slice(index, None)
            return Text(
                (Token(Kind.WORD, "FROM"), _OPEN, *text.tokens[head],
                 Token(Kind.MARK, ")"), *text.tokens[tail]),
                ("FROM ", "(", *text.pieces[head], ")", *text.pieces[tail]),
            )  # fmt: skip
    return text


# Statement words that a SELECT also uses in a sense of its own, or that DuckDB reserves.
_ALSO_GRAMMAR = frozenset(("end", "replace", "show"))
_QUOTABLE = (OTHER_STATEMENTS | {"values", "default", "map", "export_state"}) - _ALSO_GRAMMAR


def quote_columns(text: Text, columns: Collection[str]) -> Text:
    """Return `text` with quotes around columns that bear the name of a statement.

    To DuckDB `SELECT drop FROM data` asks for a column where there is one; sqlglot cannot read it.
    Quoted, both can, and neither can take it for the statement.
    """
    tokens, pieces = list(text.tokens), list(text.pieces)
    after = (*text.tokens[1:], _END)
    for index, (token, following) in enumerate(zip(text.tokens, after, strict=True)):
        word = fold(token.value)
        if index == 0 or token.kind is not Kind.WORD or word not in _QUOTABLE:
            continue
        if word in columns and following.value not in ("(", "{"):
            tokens[index] = Token(Kind.QUOTED, token.value)
            pieces[index] = f'{pieces[index][: -len(token.value)]}"{token.value}"'
    return Text(tuple(tokens), tuple(pieces))


def check_calls(text: Text, nodes: Sequence[exp.Expr]) -> None:
    """Refuse a name before a parenthesis that is no allowed function and no word or alias."""
    aliases = Counter(
        fold(node.name)
        for node in nodes
        if isinstance(node, exp.TableAlias) and node.args.get("columns")
    )
    unknown: Counter[str] = Counter()
    for token, following in zip(text.tokens, text.tokens[1:], strict=False):
        if not token.is_name or following != _OPEN:
            continue
        name = fold(token.value)
        if name in functions.FUNCTIONS or name in functions.TABLE_FUNCTIONS:
            continue
        if token.kind is Kind.WORD and (
            name in functions.WORDS_BEFORE_PARENTHESIS or name in functions.PARAMETRIC_TYPES
        ):
            continue
        unknown[name] += 1
    for name, count in unknown.items():
        if aliases[name] < count:
            refuse_function(name)


# Words that may follow a column, where a statement of that name would go on with something else.
_AFTER_A_COLUMN = word_set(
    """
    and as asc at between collate desc filter glob ignore ilike in is isnull like not notnull nulls
    or order over respect similar
    """
)


# After these a query or a source begins.
_BEFORE_VALUES = word_set(
    "all as describe distinct except from intersect join lateral name summarize union"
)


def check_typed_strings(text: Text) -> None:
    """Refuse `name 'text'` unless the name is a built-in type or a word of the grammar.

    To DuckDB it is a cast to the type of that name; sqlglot may take the string for an alias.
    """
    for token, following in zip(text.tokens, text.tokens[1:], strict=False):
        if following.kind is not Kind.STRING or not token.is_name:
            continue
        word = fold(token.value)
        if token.kind is not Kind.WORD or (
            word not in functions.TYPES and word not in functions.WORDS_BEFORE_STRING
        ):
            refuse_type()


def check_openings(text: Text, nodes: Sequence[exp.Expr]) -> None:
    """Refuse words that open a statement or a source to one parser and are a name to the other.

    DuckDB lists the catalog for `SELECT (SHOW TABLES)`, and even for `(SHOW)`, where sqlglot sees
    a column called show; and it looks for a table called values in `FROM values x`. Such names
    need quotes.
    """
    described = values = 0
    before = (_END, *text.tokens)
    after = (*text.tokens[1:], _END)
    for index, (mark, token, following) in enumerate(zip(before, text.tokens, after, strict=False)):
        if token.kind is not Kind.WORD:
            continue
        word = fold(token.value)
        if word == "values" and following == _OPEN:
            values += 1
            _check_values_opens(text.tokens, index)
        if word == "export_state":
            refuse_bare_word(token.value)
        if mark != _OPEN:
            continue
        if word in ("describe", "summarize"):
            described += 1
        elif word in ("show", "desc") or (
            word in OTHER_STATEMENTS
            and (following.is_name or following.kind is Kind.STRING)
            and fold(following.value) not in _AFTER_A_COLUMN
        ):
            refuse_bare_word(token.value)
    found = sum(isinstance(node, exp.Describe | exp.Summarize) for node in nodes[1:])
    if described != found:
        refuse_bare_word("describe or summarize")
    if values != sum(isinstance(node, exp.Values) for node in nodes):
        refuse_bare_word("values")


def _check_values_opens(tokens: Sequence[Token], at: int) -> None:
    """Refuse VALUES after what is no opening of a query.

    sqlglot reads `FROM somewhere VALUES (1)` as the values alone and forgets the source.
    """
    before = tokens[at - 1] if at else _OPEN
    if before == _CLOSE:
        depth, opening = 1, at - 2
        while depth and opening >= 0:
            depth += (tokens[opening] == _CLOSE) - (tokens[opening] == _OPEN)
            opening -= 1
        # The body of a WITH is the one bracket that a query may follow.
        before = tokens[opening] if opening >= 0 else _CLOSE
        opens = before.kind is Kind.WORD and fold(before.value) in ("as", "materialized")
    else:
        opens = before in (_OPEN, _COMMA) or (
            before.kind is Kind.WORD and fold(before.value) in _BEFORE_VALUES
        )
    if not opens:
        refuse_bare_word("values")


def refuse_bare_word(word: str) -> NoReturn:
    raise SqlRefused(
        f"{word} is a statement and not allowed here; write it in double quotes if it is a name.",
        reason="statement",
    )
