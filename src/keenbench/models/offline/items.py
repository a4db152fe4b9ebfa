"""A question cut into items: the longest runs of words that mean something together.

An item keeps every reading that its words have (a column, a value, a figure…); which of them is
meant is for the reader to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from keenbench.models.offline.calendar_spans import Ambiguous, AnyPeriod, Period
from keenbench.models.offline.headers import is_day_of, is_kind_of, says_all
from keenbench.models.offline.lexicon import PHRASES, Meaning
from keenbench.models.offline.linking import (
    ColumnLink,
    TableLink,
    link_columns,
    link_tables,
)
from keenbench.models.offline.look_ups import CELLS_BEGIN, CELLS_END, NOUNS_TOO, may_be_value
from keenbench.models.offline.numbered_rows import names_one_row
from keenbench.models.offline.numbers import read_number
from keenbench.models.offline.periods import read_period
from keenbench.models.offline.rows import rows_called
from keenbench.models.offline.small_cells import cells_written_small
from keenbench.models.offline.small_nouns import rows_called_small
from keenbench.models.offline.small_words import FILLERS, LIGHT_VERBS
from keenbench.models.offline.used_most import used_most
from keenbench.models.offline.value_matching import is_deed_of_kind
from keenbench.models.offline.values import Known, ValueLink
from keenbench.models.offline.way_cells import is_way
from keenbench.models.offline.whole_cells import ARTICLES, as_quoted, whole_cells, without_articles
from keenbench.models.offline.words import Token, name_words, stem
from keenbench.models.reader.concepts import PHRASES_OF_STATES
from keenbench.query.dataset_schema import DatasetSchema

_LONGEST = 6
_INNER = ("of", "the", "a", "an")
_COPULAS = frozenset(("is", "are", "was", "were", "been", "be"))
_WHERE = ("in", "from", "at", "for", "on")
_NAME_BEGINNINGS = frozenset(("overall", "total", "single", "given", "current", "actual", "own"))
_WORKS = frozenset(("times", "minus", "plus", "multiplied", "divided"))
_NAME_ENDINGS = (
    "in",
    "out",
    "up",
    "off",
    "over",
    "no",
    "value",
    "values",
    "figure",
    "figures",
    "result",
)
"""Words that say nothing by themselves, and end names: check_out, order value."""
_PLACED = ("on", "in", "for", "at", "out", "off", "under")
"""Small words that a header of yes and no may begin with: On Display, In Stock, For Sale."""


@dataclass
class Item:
    """Some words of the question and all that they may mean."""

    start: int
    tokens: tuple[Token, ...]
    meaning: Meaning | None = None
    columns: list[ColumnLink] = field(default_factory=list)
    tables: list[TableLink] = field(default_factory=list)
    values: list[ValueLink] = field(default_factory=list)
    rows_of: str | None = None
    """The table whose rows the noun means."""
    rows_maybe: list[str] = field(default_factory=list)
    number: int | float | None = None
    period: AnyPeriod | Ambiguous | None = None
    used: bool = False
    is_cell: bool = False
    """Whether it is a small word written as the name that a cell is, and nothing else."""

    @cached_property
    def norm(self) -> str:
        # Read 2,000 times for one question.
        return " ".join(token.norm for token in self.tokens)

    @property
    def text(self) -> str:
        return " ".join(token.text for token in self.tokens)

    @property
    def end(self) -> int:
        return self.start + len(self.tokens)

    @property
    def tag(self) -> str:
        return self.meaning.tag if self.meaning else ""

    @property
    def quoted(self) -> bool:
        return self.tokens[0].kind == "quoted"

    @property
    def names_something(self) -> bool:
        return bool(self.columns or self.tables or self.values or self.rows_of)

    @property
    def is_filler(self) -> bool:
        return self.tag == "filler" and not self.names_something

    @property
    def is_bare_year(self) -> bool:
        return isinstance(self.period, Period) and len(self.tokens) == 1 and self.norm.isdigit()


@dataclass
class _Span:
    item: Item
    weight: float


def read_items(tokens: Sequence[Token], schema: DatasetSchema, known: Known) -> list[Item]:
    """Return the items that cover the question best; every token is in one of them."""
    spans: dict[tuple[int, int], _Span] = {}
    for start in range(len(tokens)):
        for length in range(1, min(_LONGEST, len(tokens) - start) + 1):
            span = _span(tokens, start, length, schema, known)
            if span is not None:
                spans[start, length] = span
    best: list[tuple[float, int]] = [(0.0, 0)] * (len(tokens) + 1)
    for start in range(len(tokens) - 1, -1, -1):
        best[start] = max(
            (spans[start, length].weight + best[start + length][0], length)
            for length in range(1, min(_LONGEST, len(tokens) - start) + 1)
            if (start, length) in spans
        )
    items, at = [], 0
    while at < len(tokens):
        length = best[at][1]
        items.append(spans[at, length].item)
        at += length
    return items


def _span(
    tokens: Sequence[Token], start: int, length: int, schema: DatasetSchema, known: Known
) -> _Span | None:
    piece = tuple(tokens[start : start + length])
    item = Item(start, piece)
    size = length**1.2
    weight = 0.0 if length == 1 else -1.0
    if item.quoted:
        if length > 1:
            return None
        _link_values(item, known)
        item.columns = [c for c in link_columns(item.norm.split(), schema) if c.how == "exact"]
        return _Span(item, 1.5)
    if length > 1 and any(token.after_mark for token in piece[1:]):
        return _period_span(tokens, item, size)  # a comma parts names, but not "March 5, 2024"
    if any(token.kind == "quoted" for token in piece):
        return None
    if length > 2 and names_one_row(tokens, start + length, schema):
        return None  # the total of order 5001
    norm = item.norm
    meaning = PHRASES.get(norm) or used_most(tokens, start, length)
    if start and norm in NOUNS_TOO:
        meaning = None
    if not start and meaning is not None and meaning.tag == "cmp_after":
        meaning = None  # "and before 2000?" goes on from a question, and from no number
    if meaning is None and norm in PHRASES_OF_STATES:
        meaning = Meaning("state")
    state = meaning is not None and length > 1 and meaning.tag == "state"
    if state and _is_way_cell(tokens, start + length - 1, schema, known):
        meaning = None  # moved out, where a column tells movements in from those out
    if meaning is not None:
        item.meaning = meaning
        weight = 0.9 * size
    elif length == 1 and norm in FILLERS:
        item.meaning = Meaning("filler")
        weight = 0.1
    elif length == 1 and (norm in LIGHT_VERBS or stem(norm) in LIGHT_VERBS):
        item.meaning = Meaning("light")
        weight = 0.3
    weight = max(weight, _read_amounts(tokens, item, size))
    if length > 1 and item.period is not None and _is_way_cell(tokens, start, schema, known):
        return None  # what came in last month came in
    named = _link_names(item, schema, size)
    if length > 1 and _tells_cells_too(item, known):
        return None  # electricity usage, of a kWh, where a cell is called Electricity
    if item.tag == "filler" and length == 1 and not item.tables:
        item.tables = rows_called_small(tokens, start, schema)
    weight = max(weight, named)
    _link_values(item, known)
    if length == 1:
        cells, item.is_cell = cells_written_small(tokens, start, schema, known)
        item.values = cells or item.values
    if item.is_cell:
        item.meaning, item.columns, item.tables = None, [], []
        return _Span(item, 1.0)
    if item.values and _calls_rows(item, schema):
        item.values = []
        weight = max(weight, 0.8 * size)
    if item.values:
        weight = max(weight, item.values[0].score * size)
    return _Span(item, weight) if weight >= 0 else None


def _tells_cells_too(item: Item, known: Known) -> bool:
    """Whether words that no header holds mean a column together, and one of them names a cell."""
    if not item.columns or item.tables or any(c.how != "synonym" for c in item.columns):
        return False
    links = [link for token in item.tokens for link in known.links([token.norm])]
    return any(link.how == "exact" for link in links)


def _is_way_cell(tokens: Sequence[Token], at: int, schema: DatasetSchema, known: Known) -> bool:
    return is_way(tokens, at, schema) and cells_written_small(tokens, at, schema, known)[1]


def _calls_rows(item: Item, schema: DatasetSchema) -> bool:
    """Whether a noun of the table's name means its rows, though some cells hold the word too.

    Of a table `wine_cellar`, `wines` are its rows, and not those in a region `Wines sold`.
    """
    token = item.tokens[0]
    plural = token.stem != token.norm
    if len(item.tokens) > 1 or item.columns or item.meaning is not None or not plural:
        return False
    owners = {link.ref.table for link in item.values if link.how == "part"}
    if len(owners) != 1 or any(link.how != "part" for link in item.values):
        return False
    table = owners.pop()
    if token.stem not in {stem(word) for word in name_words(table)}:
        return False
    if not item.tables:
        item.rows_of = item.rows_of or table
    return True


def _period_span(tokens: Sequence[Token], item: Item, size: float) -> _Span | None:
    weight = _read_amounts(tokens, item, size)
    return _Span(item, weight) if item.period is not None else None


def _read_amounts(tokens: Sequence[Token], item: Item, size: float) -> float:
    weight = -1.0
    period = read_period(tokens, item.start)
    if period is not None and period[1] == len(item.tokens):
        item.period = period[0]
        weight = 1.05 * size
    number = read_number(tokens, item.start)
    if number is not None and number[1] == len(item.tokens):
        item.number = number[0]
        weight = max(weight, 1.0 * size)
    return weight


def _link_names(item: Item, schema: DatasetSchema, size: float) -> float:
    words = [token.norm for token in item.tokens]
    if any(token.kind != "word" for token in item.tokens) and not _has_letters(item):
        return -1.0
    if len(words) > 1 and {words[0], words[-1]} & _WORKS:
        return -1.0  # tonnes times price
    content = [w for i, w in enumerate(words) if w not in _INNER or i in (0, len(words) - 1)]
    said = _said_in_full(words, schema) or _with_its_place(words, schema)
    if said:
        item.columns = said
        return said[0].score * size
    if len(words) > 1 and (_is_glue(words[0]) or _is_glue(words[-1])):
        columns = [
            c for c in link_columns(words, schema)
            if (c.how == "exact" and c.score > 0.98) or says_all(words, c.ref.column)
        ]  # fmt: skip
        edge = words[0] in ("no", "not", "non") or words[-1] in _NAME_ENDINGS
        edge = edge or any(len(name_words(c.ref.column)) == len(words) > 2 for c in columns)
        edge = edge or (words[-1] == "for" and not _is_glue(words[0]))  # signed for
        edge = edge or (words[0] in _PLACED and not _is_glue(words[-1]))  # on display
        joined = "".join(map(stem, words))
        tables = [
            t for t in link_tables(words, schema)
            if joined in {"".join(map(stem, name_words(t.table))), stem(t.table.casefold())}
        ]  # fmt: skip
        if len(words) == 2 and words[-1] in ("in", "out", "up", "off") and tables:
            item.tables = tables  # check-ins
        if (edge or words[0] in _NAME_BEGINNINGS) and columns:
            item.columns = columns  # a column called no_show, overall score, or out of hours
            return columns[0].score * size
        return size if item.tables else -1.0
    # A word with a meaning of its own names a column only when it is the whole of the name.
    plain = item.meaning is None or item.tag in ("light", "state")
    columns = link_columns(content, schema)
    tables = link_tables(content, schema)
    if len(words) > 1 and getattr(PHRASES.get(words[0]), "tag", "") == "super":
        # The lowest temperature is the lowest of them, though a column may be called Min Temp.
        columns = [c for c in columns if c.how != "synonym"]
    figure = len(words) == 2 and getattr(PHRASES.get(words[0]), "tag", "") == "agg"
    if figure and any(c.how == "exact" and c.score > 0.97 for c in link_columns(words[1:], schema)):
        # The total count is all of a column Count, and no column Total.
        columns = [c for c in columns if name_words(c.ref.column) == tuple(words)]
    shared = words[1:2] == ["of"] and getattr(PHRASES.get(words[0]), "tag", "") == "share"
    if len(words) > 2 and (shared or PHRASES.get(" ".join(words[:2])) is not None):
        # "number of payments" counts payments, unless a column is called just so
        whole = [*columns, *link_columns(words, schema)]  # a column called Type of Work
        columns = [
            c for c in [*whole, *link_columns([*words[2:], "type"], schema)]
            if list(name_words(c.ref.column)) in (content, words)
            or is_kind_of(words, c.ref.column)
        ]  # fmt: skip
        if getattr(PHRASES.get(" ".join(words[:2])), "tag", "") != "agg":
            columns.sort(key=lambda c: -c.score)  # of a number of reviews, rows come first
        tables = []
    if item.tag == "share" and words[-1] in ("rate", "rates"):
        columns = [c for c in columns if "rate" in name_words(c.ref.column)]  # the nightly rate
    elif not plain:
        columns = [c for c in columns if c.how == "exact" and c.score >= 0.97]
        tables = [
            t for t in tables
            if t.how == "exact" and t.score >= 0.97
        ]  # fmt: skip
    if item.tag == "light":
        columns = [
            c for c in columns if c.how in ("exact", "verb") or is_day_of(words, c.ref.column)
        ]
        tables = [t for t in tables if t.how == "exact"]
    if columns:
        top = columns[0].score
        noun = not content[-1].endswith(("ed", "ing"))
        verb = columns[0].how == "verb" and noun  # a screen is a ScreenNo before it is a screening
        item.columns = [
            c for c in columns
            if c.score >= top - 0.12 or (verb and content[-1] in name_words(c.ref.column))
        ][:12]  # fmt: skip
    item.tables = [t for t in tables if t.score >= 0.7]
    if plain and not item.tables:
        whose = rows_called(content[0], schema) if len(content) == 1 else ()
        item.rows_of = whose[0] if len(whose) == 1 else None
        item.rows_maybe = list(whose)
    scores = [c.score for c in item.columns[:1]] + [t.score for t in item.tables[:1]]
    if item.rows_of:
        scores.append(0.8)
    return max(scores) * size if scores else -1.0


def _said_in_full(words: Sequence[str], schema: DatasetSchema) -> list[ColumnLink]:
    """Return what a whole sentence says of a column: a thank you was sent, of ThankYouSent."""
    told = tuple(word for word in words if word not in _COPULAS)
    if len(told) < 2 or len(told) == len(words) or {words[0], words[-1]} & _COPULAS:
        return []
    return [c for c in link_columns(told, schema) if name_words(c.ref.column) == told]


def _with_its_place(words: Sequence[str], schema: DatasetSchema) -> list[ColumnLink]:
    """Return the column that something is counted in for a place: sales in Japan, of JP_Sales."""
    at = next((i for i, word in enumerate(words) if word in _WHERE and 0 < i < len(words) - 1), 0)
    left, right = words[:at], [w for w in words[at + 1 :] if w not in ARTICLES]
    if not at or not right or any(_is_glue(word) for word in (*left, *right)):
        return []
    whole = [c for c in link_columns([*right, *left], schema) if c.how == "exact"]
    return [c for c in whole if c.score >= 0.9 and len(name_words(c.ref.column)) > 1]


def _has_letters(item: Item) -> bool:
    return any(any(c.isalpha() for c in token.text) for token in item.tokens)


def _is_glue(word: str) -> bool:
    meaning = PHRASES.get(word) if word not in NOUNS_TOO else None  # the annual output
    return word in FILLERS or (
        meaning is not None
        and meaning.tag in ("and", "or", "group", "which", "list", "null", "not", "only")
    )


def _is_letter(item: Item) -> bool:
    """Whether a name ends in a capital letter: Crew A, Division I."""
    return len(item.tokens[-1].text) == 1 and item.tokens[-1].text.isupper()


def _means_so(link: ValueLink, item: Item) -> bool:
    """Whether cells say in another form how often it is: who pays annually, of annual plans."""
    said = item.meaning if item.tag == "bucket" else None
    return said is not None and all(PHRASES.get(cell.casefold()) == said for cell in link.values)


def _link_values(item: Item, known: Known) -> None:
    words = [token.norm for token in item.tokens]
    if len(words) == 1 and not item.quoted:
        token = item.tokens[0]
        short = len(token.norm) <= 3 and not token.text.isupper()
        if short and (token.norm in FILLERS or item.meaning is not None):
            return
        plain = not token.text.isupper() and token.norm != "single"  # as people are, or not
        if token.norm in FILLERS and plain:
            return
        if token.kind == "symbol" or (item.meaning and not may_be_value(token)):
            return
    elif not item.quoted and (_is_glue(words[0]) or (_is_glue(words[-1]) and not _is_letter(item))):
        begins = words[0] in CELLS_BEGIN or all(t.text[:1].isupper() for t in item.tokens)
        begins = begins or (len(without_articles(words)) > 2 and not _is_glue(words[-1]))
        if begins or (words[-1] in CELLS_END and not _is_glue(words[0])):
            item.values = whole_cells(words, known)
        return
    asked = item.norm.split() if item.quoted else words
    if asked:
        links = known.links(asked)
        if not item.quoted and not any(link.how == "exact" for link in links):
            links = whole_cells(words, known) or links
        if item.meaning is not None or item.number is not None:
            same = [replace(link, how="exact") for link in links if _means_so(link, item)]
            kinds = [link for link in links if item.tag == "light" and is_deed_of_kind(link)]
            links = [link for link in links if link.how == "exact"] or same or kinds
        item.values = [as_quoted(link, item.tokens[0]) for link in links] if item.quoted else links
