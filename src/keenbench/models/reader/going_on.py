"""Whether a message is a question of its own or goes on from the one before, by what each costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from keenbench.models.offline.calendar_spans import DayOfYear, DaysOfYear, PartOfYear
from keenbench.models.offline.frame import Ask, Test, Understanding
from keenbench.models.offline.items import Item
from keenbench.models.offline.lexicon import Meaning
from keenbench.models.offline.linking import TableLink
from keenbench.models.offline.sentence import Sentence, placed
from keenbench.models.offline.small_words import AUXILIARIES
from keenbench.models.offline.values import Known
from keenbench.models.offline.words import Token, word_set
from keenbench.models.reader.assembly import Assembly
from keenbench.models.reader.choosing import Asks, Found, likeliest
from keenbench.models.reader.following import Following, points_at_them
from keenbench.models.reader.merging import columns_tested, numbers_tested, tables_of, year_of
from keenbench.models.reader.nature import is_of_people
from keenbench.models.reader.periods_pointed_at import without_pointing
from keenbench.models.reader.reading import Make, copied, read, read_with_tail, readings
from keenbench.models.reader.row_pointed_at import RowPointedAt
from keenbench.models.reader.vocabulary import BACK, DO, GOING_ON, THEM, turning_words
from keenbench.query.dataset_schema import DatasetSchema

_TURNS = ("what about", "how about", "what if", "same", "the same", "and what about", "likewise")
_SOFT = word_set("and now only just but also then so ok okay again")
_LAST = word_set("only instead too either alone")
_THANKS = word_set("please pls plz thanks thank you thx cheers")
_DROPS = word_set("drop remove skip ignore omit forget scrap")
_CHANGES = word_set("add include exclude restrict narrow switch swap leave reverse flip")
_POLITE = frozenset(("please", "can you", "could you", "need", "want", "i need", "i want"))
_VERBS = AUXILIARIES | word_set("be been will")
_IMPERSONAL = ("does", "did", "do", "when", "if")
_PIECES = ("group", "bucket", "not", "null", "sort", "direction")
_JOINTS = ("compare", "and", "or")
_PREPOSITIONS = word_set(
    "in for from since before after during at on with within until of to between as"
)
_WHERE = word_set("in for from since before after during at on with within until between")
_ALONE, _SOFTLY, _PIECE = 0.9, 0.7, 0.3
"""What it costs to take for a whole question what says that it goes on, or is only a piece."""
_OWN = 0.6
"""What it costs to take for a change what asks a question of its own."""
_ELLIPTIC = 0.1
_NEAR = 0.045
_OF_ROWS = 0.3


def read_next(
    items: Sequence[Item],
    schema: DatasetSchema,
    known: Known,
    previous: Understanding,
    *,
    asking: bool = False,
) -> Understanding:
    """Return a message as a whole question, a change, or a question of the rows before.

    `asking` says that it ends in a question mark.
    """
    items, dated = without_pointing(items, previous)
    signs = Signs(items)
    back = RowPointedAt(items, previous, schema, known)
    if signs.cost_of_whole == 0:
        row = back.read()
        if row is not None:
            meant = read(row[0], schema, known, asking=asking, given=[*dated, *row[1]])
            return back.in_its_period(meant)
    if signs.cost_of_change >= _OWN:
        return read(items, schema, known, asking=asking, given=dated)
    try:
        return _changed_or_whole(items, schema, known, previous, dated, signs, asking=asking)
    except Ask:
        row = back.read(plural=True)
        if row is None:
            raise
        meant = read(row[0], schema, known, asking=asking, given=[*dated, *row[1]])
        return back.in_its_period(meant)


def _changed_or_whole(
    items: Sequence[Item],
    schema: DatasetSchema,
    known: Known,
    previous: Understanding,
    dated: Sequence[Test],
    signs: Signs,
    *,
    asking: bool,
) -> Understanding:
    changed, asked = _tried(
        _changed(items, schema, known, previous),
        lambda s, parts: Following(s, parts, previous),
        signs.cost_of_change,
    )
    if signs.of_rows and not signs.changes and not previous.having and previous.limit is None:
        found, why = _tried(
            _of_rows(items, schema, known, previous), Assembly, signs.cost_of_change + _OF_ROWS
        )
        found = [each for each in found if not _is_again(each[1], previous)]
        changed, asked = [*changed, *found], [*asked, *why]
    if signs.cost_of_whole >= _ALONE:
        return likeliest(changed, asked, schema)
    beside, meant = read_with_tail(items, schema, known, given=dated)
    if meant is not None and signs.cost_of_whole == 0:
        return meant
    alone = Sentence(copied(items), schema, known, tests=placed(dated))
    whole, why = _tried(alone, Assembly, signs.cost_of_whole, asking=asking)
    if whole and not changed and asked:
        cost, ask = min(asked, key=lambda pair: pair[0])
        if cost + _NEAR < min(each for each, _, _ in whole):
            raise ask
    beside = [(c + signs.cost_of_whole, m, a) for c, m, a in beside]
    return likeliest([*changed, *whole, *beside], [*asked, *why], schema)


def _is_again(meant: Understanding, previous: Understanding) -> bool:
    """Whether it is what was asked before: `which of those are in use?`, where nothing says so."""
    again = previous.model_copy(
        update={"remarks": meant.remarks, "sentence": meant.sentence, "shown": meant.shown,
                "via": meant.via, "named": meant.named, "distinct": meant.distinct, "plan": None}
    )  # fmt: skip
    return meant == again and {*meant.shown} <= {*previous.shown}


def without_joint(tokens: list[Token]) -> list[Token]:
    """Return a message without its first `and`, where that would be read as `5 and above`."""
    more = len(tokens) > 1 and tokens[0].norm == "and"
    compares = more and tokens[1].norm in ("above", "over", "below", "under", "more", "less", "up")
    return tokens[1:] if compares else tokens


def goes_on(items: Sequence[Item]) -> bool:
    """Return whether a message needs the answer before, of which there may be none."""
    signs = Signs(items)
    return signs.cost_of_whole >= _SOFTLY


def _tried(s: Sentence, make: Make, more: float, *, asking: bool = False) -> tuple[Found, Asks]:
    try:
        found, why = readings(s, make, asking=asking)
    except Ask as ask:
        return [], [(more, ask)]
    return [(c + more, m, a) for c, m, a in found], [(c + more, ask) for c, ask in why]


class Signs:
    """What in a message says that it goes on from the one before, and what that it stands alone."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.words = [word for item in items for word in item.norm.split()]
        self.told = [i for i in items if i.norm not in GOING_ON and not i.is_filler]
        self.asks = self._asks()
        self.of_rows = self._points(THEM) or self._of_each_of_them()
        self.back = self.of_rows or self._points(BACK - THEM) or self._leaves_out_what()
        self.back = self.back or self._names_nothing()
        # `exclude those over 50`: other rows of what was asked, and no question about them.
        self.changes = bool(self.words) and self.words[0] in _CHANGES | _DROPS
        self.turns = self._turns() or self._is_piece() or self._shows_more()
        self.opens = bool(self.words) and self.words[0] in _SOFT
        self.closes = self._closes()

    def _closes(self) -> bool:
        """`delivered orders only please`: what is said last restricts what was before."""
        said = list(self.words)
        while said and said[-1] in _THANKS:
            said.pop()
        return bool(said) and said[-1] in _LAST

    @property
    def cost_of_whole(self) -> float:
        if self.turns or self.back:
            return _ALONE
        if self.opens:
            return 0.0 if self.asks and self._named() else _SOFTLY
        if self.closes:
            return 0.0 if self.asks or self._figure() else _SOFTLY
        if self._elliptic() or self._ranks_only():
            return _PIECE
        return 0.0 if self.asks or self._headed() else _PIECE

    @property
    def cost_of_change(self) -> float:
        if self.turns or self.back:
            return 0.0
        if self.opens:
            return 0.05 if self.asks and self._named() else 0.0
        if self.closes:
            return _OWN if self.asks or self._figure() else 0.0
        if self._elliptic() or self._ranks_only():
            return _ELLIPTIC
        return _OWN if self.asks or self._headed() else 0.0

    def _asks(self) -> bool:
        return any(
            i.tag == "how_much" or (i.tag == "agg" and i.norm.startswith("how "))
            or (i.tag in ("which", "list") and i.norm not in _POLITE)
            for i in self.items
        )  # fmt: skip

    def _figure(self) -> bool:
        return any(i.tag in ("agg", "share", "super", "group", "bucket") for i in self.items)

    def _named(self) -> bool:
        """Whether it names what it asks for: how many orders, not how many were late."""
        return any(i.names_something for i in self.told) and not self._elliptic()

    def _headed(self) -> bool:
        """Whether anything is named that a question can be of: rows, a measure, an unknown noun."""
        figures = [i for i in self.told if i.tag in ("agg", "how_much", "bucket", "share")]
        nouns = [
            i for i in self.told
            if i.tables or i.rows_of or (i.columns and not i.values)
            or (i.meaning is None and i.number is None and i.period is None and not i.values)
        ]  # fmt: skip
        return bool(nouns) or len(figures) > 1

    def _elliptic(self) -> bool:
        """`how many were late?`, `how many in York?`: the noun is that of the question before."""
        for at, item in enumerate(self.items[:-1]):
            if item.norm == "how many":
                rows = any(i.tables or i.rows_of for i in self.items[at + 2 :])
                place = self.items[at + 1].norm in _WHERE and not rows
                return place or self.items[at + 1].norm in _VERBS
        return False

    def _names_nothing(self) -> bool:
        """`how many are there?`: of what was asked before, as nothing else is named."""
        return self._elliptic() and not any(
            i.names_something or i.tag == "state" or i.number is not None or i.period is not None
            or (i.meaning is None and i.norm not in GOING_ON)
            for i in self.told
        )  # fmt: skip

    def _ranks_only(self) -> bool:
        """`top branch?`, `the worst month?`: by what, only the question before says."""
        told = [i for i in self.told if i.tag != "which"]
        if not 1 <= len(told) <= 2 or told[0].tag != "super" or told[0].meaning is None:
            return False
        return not told[0].meaning.dims and not any(i.tag for i in told[1:])

    def _shows_more(self) -> bool:
        """`show the hire date as well`: one more column of what is shown."""
        also = self.words[-1] in ("too", "also", "well", "aswell") or "also" in self.words[:3]
        shows = any(i.tag == "list" for i in self.items[:2])
        return also and shows and not self._figure()

    def _turns(self) -> bool:
        said = " ".join(self.words)
        said = said.removeprefix("ok ").removeprefix("and ").removeprefix("but ")
        return said.startswith(_TURNS) or "instead" in self.words or self.changes

    def _is_piece(self) -> bool:
        """`per town`, `as a percentage of all orders`, `without the diverted ones`, `in 2024`."""
        if self.words[:1] == ["by"] and len(self.words) < 4:
            return True  # by whom
        if self._says_by_what():
            return True
        told = [i for i in self.items if i.norm not in GOING_ON or i.tag in _PIECES]
        if told and told[0].tag == "share" and self.words[0] in ("as", "in"):
            return True
        if told and all(i.period is not None or i.tag in _JOINTS for i in told):
            return True  # 2014 vs 2015
        if not told or any(i.tag in ("agg", "how_much", "which", "list") for i in told):
            return False
        first = told[0]
        rows = any(i.tables or i.rows_of for i in told[1:])
        if first.tag == "bucket":
            return not any(i.names_something or i.meaning is None for i in told[1:])
        if first.tag == "super" and not rows:
            ranked = told[1:2] and told[1].number is not None
            texts = any(i.columns and i.tag == "" for i in told[2:3])
            return bool(ranked) and not texts
        if first.norm == "no" and self.words[1:2] == ["of"]:
            return False  # no. of orders
        if first.tag == "sort":
            return "by" in first.norm or not any(i.tables or i.rows_of for i in told[1:2])
        ranked = any(i.tag == "super" for i in told[1:])
        return (first.tag in _PIECES or first.norm in _PREPOSITIONS) and not ranked

    def _says_by_what(self) -> bool:
        """`by number of rentals`, `by average fee`: the groups are those of the question before."""
        by = [i.norm for i in self.items[:1]] == ["by"] and len(self.items) > 2
        figure = by and self.items[1].tag == "agg"
        return figure and not any(i.tag in ("which", "list", "how_much") for i in self.items[2:])

    def _points(self, words: frozenset[str]) -> bool:
        """Whether a pronoun has nothing in the message itself that it could stand for.

        `split that`, `what was it`, `how many of them`; not `orders that were paid`, `this year`,
        `the heaviest dogs with their weights`, `how long does it take`.
        """
        named = False
        for at, item in enumerate(self.items):
            said = set(item.norm.split()) & words
            before = self.items[at - 1] if at else None
            following = self.items[at + 1] if at + 1 < len(self.items) else None
            after = following.norm if following is not None else ""
            if item.norm == "which" and not named and after in _VERBS | {"one", "ones"}:
                return True
            ends = following is None or following.tokens[0].after_mark or after in ("of", "out of")
            if said and ends and before is not None and before.norm in _VERBS:
                return True  # how many visits was that? what share is that of all?
            if "they" in said and before is not None and before.norm in _VERBS and self.asks:
                return True  # which projects are they in? how many orders did they place?
            done = before is not None and before.norm in DO and "it" not in said
            if said and done and self.asks and not (following and following.names_something):
                return True  # which tenants does that concern?
            if "that" in said and following is None and before is not None and self.asks:
                return True  # who ran that?
            if said and item.period is None:
                empty = before is not None and before.norm in _IMPERSONAL and "it" in said
                beside = following is not None and following.names_something and "this" in said
                relative = before is not None and before.names_something and "that" in said
                if not (named or empty or beside or relative):
                    return True
            named = named or item.names_something
        return False

    def _of_each_of_them(self) -> bool:
        """`what is the average tip for each of them?`: what is measured is none of them."""
        for at, item in enumerate(self.items):
            if item.tag == "group" and points_at_them(self.items[at + 1 :]):
                before = self.items[:at]
                own = [
                    i for ahead, i in pairwise(before)
                    if (i.tables or i.rows_of) and ahead.tag not in ("agg", "how_much", "filler")
                ]  # fmt: skip
                return not own and not any(i.tag == "list" for i in before)
        return False

    def _leaves_out_what(self) -> bool:
        """`which airline had the most?`: the most of what was asked before."""
        last = self.items[-1] if self.items else None
        if last is None or last.meaning is None or last.tag != "super" or last.meaning.dims:
            return False
        said = any(i.tag in ("agg", "how_much", "sort", "group") for i in self.items)
        return not said and len(self.told) <= 3


def _changed(
    items: Sequence[Item], schema: DatasetSchema, known: Known, previous: Understanding
) -> Sentence:
    """Return a message in the light of the question before: its tables, columns and year."""
    s = Sentence(copied(items), schema, known)
    s.near = list(dict.fromkeys([*tables_of(previous), *s.near]))
    s.hints = columns_tested(previous)
    year = year_of(previous)
    turned = turning_words([token.norm for item in s.items for token in item.tokens])
    numbers = {len(str(t.value)) for t in numbers_tested(previous)}
    for at, item in enumerate(s.items):
        part = item.period
        if isinstance(part, PartOfYear | DayOfYear | DaysOfYear) and year is not None:
            item.period = part.of(year) or part
        if item.is_bare_year and len(item.norm) in numbers:
            item.period = None  # "and 2001?" after "of vintage 1990"
        if at == 0 and item.norm in _DROPS and not item.columns:
            item.meaning = Meaning("not")
        elif _tells_which(s.items, at) or (
            set(item.norm.split()) <= GOING_ON | turned and not _exactly_named(item)
        ):
            item.used = True
    return s


def _tells_which(items: Sequence[Item], at: int) -> bool:
    """`leave out the ones who cancelled`: nobody asks who; it tells which ones."""
    return at > 0 and items[at].norm in ("who", "which") and items[at - 1].norm in THEM


def _exactly_named(item: Item) -> bool:
    ways = [c.how for c in item.columns] + [t.how for t in item.tables]
    ways += [v.how for v in item.values]
    return "exact" in ways or item.number is not None


def _of_rows(
    items: Sequence[Item], schema: DatasetSchema, known: Known, previous: Understanding
) -> Sentence:
    """Return a message in which `them` means the rows of the question before."""
    s = Sentence(copied(items), schema, known)
    s.near = list(dict.fromkeys([*tables_of(previous), *s.near]))
    s.hints = columns_tested(previous)
    s.tests = placed(previous.tests)
    who = items[0].norm == "who" and not is_of_people(schema, previous.subject)
    for at, item in enumerate(s.items):
        words = set(item.norm.split())
        if (who and words <= THEM) or _tells_which(s.items, at):
            item.used = True  # who has them: somebody, and none of the rows
        elif words & BACK and words <= BACK | {"of", "is", "are"}:
            item.tables = [TableLink(previous.subject, 1.0, "exact")]
            item.meaning = None
    return s
