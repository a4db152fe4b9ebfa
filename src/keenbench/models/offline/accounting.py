"""Every word of a question must have been placed: what was not may change what it asks for.

Words are let pass only where they say again what the plan says already.
"""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, unit_of
from keenbench.models.offline.comparing import unit_said
from keenbench.models.offline.frame import Ask
from keenbench.models.offline.items import Item
from keenbench.models.offline.lost import why_lost
from keenbench.models.offline.measures import is_money, measures_of
from keenbench.models.offline.small_words import DEAL_VERBS, HAPPENS, LIGHT_VERBS, OUTCOMES, PAST
from keenbench.models.offline.state_words import STATES, phrases
from keenbench.models.offline.states import STATUS
from keenbench.models.offline.subject import Subject
from keenbench.models.offline.synonyms import alike
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.words import name_words, root, stem, word_set

_SAYS_NOTHING = frozenset(
    ("filler", "light", "list", "which", "and", "or", "only", "as", "compare", "distinct")
)


_SUMS = word_set(
    "revenue income sales sale price payment expense expenditure money turnover profit takings "
    "proceeds receipts earnings"
)
_OCCASIONS = frozenset(("day", "occasion", "weather", "condition", "case", "one"))
_LABELS = ("id", "no", "nr", "number", "code", "key", "date", "time")


_DEALS = frozenset(
    map(root, word_set("sale sell sold order purchase buy bought transaction invoice item"))
)


class Accounting(Subject):
    def _account(self) -> None:
        """Ask about the words that the plan does not hold."""
        s = self.s
        used = self._used_columns()
        lost = [item for item in s.items if not item.used and not self._is_told(item, used)]
        if lost:
            raise Ask(why_lost(s, lost), *(item.text for item in lost))

    def _used_columns(self) -> set[ColumnRef]:
        s = self.s
        used = {ref for p in s.tests for ref in p.test.columns()}
        for figure in (*s.figures, *(h.figure for h in s.having)):
            used |= {ref for ref in (figure.column, figure.times, figure.per) if ref}
            used |= {ref for test in figure.where for ref in test.columns()}
        used |= {k.column for k in s.keys} | set(s.shown)
        return used | {o.column for o in s.order if o.column}

    def _is_told(self, item: Item, used: set[ColumnRef]) -> bool:
        s = self.s
        if item.is_filler:
            return True
        if item.tag in _SAYS_NOTHING and (
            item.tag != "light" or not item.columns or item.norm in LIGHT_VERBS
        ):
            return True
        if item.tag == "rows" and not item.columns:
            return True
        figures = [*s.figures, *(h.figure for h in s.having)]
        if item.norm in DEAL_VERBS and any(f.func in ("sum", "avg") for f in figures):
            return True
        counted = {f.table for f in figures} | {f.column.table for f in figures if f.column}
        subject = self._subject_or_none()
        if subject is not None:
            counted.add(subject)
        if item.tables and item.tables[0].score > 0.8:
            table = item.tables[0].table
            if table in counted or any(table in s.reach(t) for t in counted):
                return True
        if item.rows_of and item.rows_of in counted:
            return True
        if item.norm in ("people", "person", "persons", "everyone") and figures:
            return True
        if item.norm in ("company", "business", "firm", "organisation", "organization"):
            return not item.names_something  # whoever left it
        if any(self._labels(item, c.ref) and c.ref.table in counted for c in item.columns[:1]):
            return True
        dated = any(p.test.period for p in s.tests) or any(key.unit for key in s.keys)
        if item.norm == "new" and dated and any(f.func == "count" for f in figures):
            return True  # "new customers by year" are those of that year
        if item.norm == "through" and not item.names_something:
            return True
        if item.norm == "still" and self._still_said(item):
            return True
        if item.columns and any(c.ref in used for c in item.columns):
            return True
        if self._is_unit(item, used) or self._is_deed(item, counted):
            return True
        if self._happens(item, counted) or self._is_occasion(item):
            return True
        if item.states and self._is_own_deed(item, counted):
            return True
        return self._says_again(item, used)

    def _labels(self, item: Item, ref: ColumnRef) -> bool:
        """`the average age of female patients`: a noun of which a column gives the number."""
        words = [stem(word) for word in name_words(ref.column)]
        label = len(words) == 2 and words[1] in _LABELS and not self.s.column(ref).nullable
        return label and item.tokens[-1].stem == words[0] and not item.values

    def _still_said(self, item: Item) -> bool:
        """`still open`, `still operating`: the condition that follows says it."""
        at = self.s.items.index(item)
        following = self.s.after(at, over=("filler", "light", "only"))
        return following is not None and any(p.at == following for p in self.s.tests)

    def _is_unit(self, item: Item, used: set[ColumnRef]) -> bool:
        """`in days`, `spend the most minutes on`: what a column that was used is measured in."""
        units = {unit_of(self.s.column(ref)) for ref in used}
        if item.norm in ("spend", "spent", "spends"):
            return bool(units & {"min", "h", "d", "s"})
        sure = item.tables or item.values or any(c.how == "exact" for c in item.columns)
        return not sure and unit_said(item) in units - {None}

    def _is_deed(self, item: Item, counted: set[str]) -> bool:
        """`members who joined via a friend`: all of them did, each on a day that is known."""
        if not item.norm.endswith("ed") or item.values or not item.columns:
            return False
        links = [c for c in item.columns if c.how in ("exact", "verb", "part")]
        return bool(links) and all(
            self.s.is_time(c.ref) and not self.s.column(c.ref).nullable and c.ref.table in counted
            for c in links
        )

    def _happens(self, item: Item, counted: set[str]) -> bool:
        """`how many tickets did they buy`: that it took place says every row of what is counted.

        Not where rows of another table tell how often it did, or a column how it ended.
        """
        s = self.s
        plain = len(item.tokens) == 1 and not (item.values or item.tables or item.rows_of)
        if not plain or item.meaning is not None or root(item.norm) not in HAPPENS:
            return False
        if any(c.how in ("exact", "verb") for c in item.columns) or not self._is_verb(item):
            return False
        for name in counted:
            if any(r.to_table == name for r in s.schema.relations) and not s.order:
                return False
            if root(item.norm) in OUTCOMES and any(
                set(name_words(column.name)) & STATUS for column in s.table(name).columns
            ):
                return False
        at = s.items.index(item)
        return not any(s.items[i].tag in ("not", "null") for i in range(max(0, at - 3), at))

    def _is_own_deed(self, item: Item, counted: set[str]) -> bool:
        """`units sent back`, of a table of returns: every row of it is one that was."""
        names = {root(word) for name in counted for word in name_words(name)}
        said = {root(p) for i, so in item.states if so for p in phrases(STATES[i].so)}
        return bool(names & said) and not item.values

    def _is_verb(self, item: Item) -> bool:
        """Whether a word stands as a verb: did they visit, people study, who borrows."""
        s, word = self.s, item.norm
        if word.endswith(("er", "or", "ers", "ors", "ist", "ists")):
            return False
        if word.endswith(("ed", "ing")) or word in PAST:
            return True
        at = s.items.index(item)
        before = [i.norm for i in s.items[max(0, at - 6) : at]]
        noun = s.items[at - 1] if at else None
        if noun is None or noun.norm in ("the", "a", "an", "of", "on", "in", "for", "by", "per"):
            return False
        rows = noun.rows_of or noun.tables or noun.columns
        plural = noun.tokens[-1].stem != noun.tokens[-1].norm or noun.norm == "people"
        single = word.endswith("s") and not plural
        if set(before) & {"do", "does", "did"} or noun.norm in ("who", "that", "we", "they", "i"):
            return True
        return bool(rows) and (plural or single)

    def _is_occasion(self, item: Item) -> bool:
        """`takings on rainy days`: the days are those of the rows that the value leaves."""
        s = self.s
        at = s.items.index(item)
        told = at > 0 and s.items[at - 1].used and any(p.at == at - 1 for p in s.tests)
        counts = any(f.func in ("count", "count_distinct") for f in s.figures)
        return told and stem(item.norm) in _OCCASIONS and not counts

    def _deals(self, tables: set[str]) -> bool:
        """Whether the tables tell of sales at all: of parts in stock nobody knows what was sold."""
        names = [
            *tables, *(c.name for t in tables for c in self.s.table(t).columns)
        ]  # fmt: skip
        return bool({root(w) for name in names for w in name_words(name)} & _DEALS)

    def _says_again(self, item: Item, used: set[ColumnRef]) -> bool:
        """`embarked at Southampton`: a verb of a condition's column, of its table, of money."""
        s = self.s
        if item.values or item.number is not None or item.period is not None:
            return False
        words = [token.norm for token in item.tokens]
        about = {root(word) for word in name_words(s.schema.dataset_id)}
        if all(root(word) in about for word in words):
            return True
        if all(map(is_money_word, words)):
            tables = {f.table for f in s.figures} | {ref.table for ref in used}
            money = [r for t in tables for r in measures_of(s, t) if is_money(s, r, weakly=True)]
            counts = bool(s.figures) and not any(f.func == "sum" for f in s.figures)
            counts = counts and not set(words) & _SUMS  # "revenue per channel" counts no rows
            counts = counts and (not set(words) & DEAL_VERBS or self._deals(tables))
            if used & set(money) or (money and counts):
                return True
        names = {word for ref in used for word in name_words(ref.column)}
        names |= {word for ref in used for word in name_words(ref.table)}
        verb = item.norm.endswith("ed") or not item.names_something
        if verb and len(words) == 1 and root(item.norm) in {root(word) for word in names}:
            return True
        verbal = item.norm.endswith(("ed", "ing")) or not item.names_something
        return verbal and len(words) == 1 and any(alike(stem(item.norm), n) for n in names)
