"""Values that a question names, and the columns that hold them."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.frame import Ask, Test
from keenbench.models.offline.lexicon import BUCKET_UNITS
from keenbench.models.offline.negating import GLUE, is_negated
from keenbench.models.offline.rows import row_names
from keenbench.models.offline.sentence import Placed, Sentence, listed
from keenbench.models.offline.thesaurus import is_money_word
from keenbench.models.offline.values import ValueLink
from keenbench.models.offline.words import name_words, root, stem, value_words, word_set
from keenbench.query.plan import Operator

_FROM = frozenset(["origin", "from", "source", "departure", "dep", "pickup", "start", "sender"])
_TO = frozenset(["destination", "dest", "to", "arrival", "arr", "dropoff", "end", "recipient"])
_MOVES = {
    **dict.fromkeys(
        ("started", "starting", "start", "starts", "began", "begin", "beginning", "departed",
         "departing", "depart", "leave", "left", "leaving"), _FROM,
    ),
    **dict.fromkeys(
        ("ended", "ending", "end", "ends", "finished", "finish", "arrived", "arriving", "arrive"),
        _TO,
    ),
}  # fmt: skip


def read_values(s: Sentence) -> None:
    at = 0
    while at < len(s.items):
        if not _is_value(s, at):
            at += 1
            continue
        ref, link, hint = _value_column(s, at)
        found = [(at, link)]
        last = max(at, hint) if hint is not None else at
        while True:
            following = s.after(last, over=("filler", "and", "or", "compare"))
            if following is None or not _is_value(s, following) or not _joined(s, last, following):
                break
            same = [v for v in s.items[following].values if v.ref == ref]
            if not same:
                break
            found.append((following, same[0]))
            last = following
        joints = [
            i for i in range(at, last) if s.items[i].tag in ("and", "or") and not s.items[i].used
        ]
        s.use(*(index for index, _ in found), *joints, hint)
        if len(found) == 1 and link.how == "part" and _said_before(s, ref, link, at):
            at = last + 1
            continue
        s.tests.append(Placed(_value_test(s, ref, [link for _, link in found], at, hint), at))
        at = last + 1


def _said_before(s: Sentence, ref: ColumnRef, link: ValueLink, at: int) -> bool:
    """`damaged in the post`, of a cell `Damaged in post`: the words before have named it."""
    for placed in s.tests:
        cells = placed.test.value
        named = set(cells if isinstance(cells, tuple) else (cells,))
        if placed.test.column == ref and placed.at < at and set(link.values) <= named:
            return True
    return False


def _joined(s: Sentence, one: int, other: int) -> bool:
    gap = s.between(one, other)
    listed_ = s.items[other].tokens[0].after_mark
    return listed_ or any(i.tag in ("and", "or", "compare") for i in gap)


def _is_value(s: Sentence, at: int) -> bool:
    item = s.items[at]
    if item.used or not item.values:
        return False
    best = item.values[0]
    if item.quoted:
        return True
    capital = item.tokens[0].text[:1].isupper() and item.start > 0
    beside = _hint(s, at) is not None or _hint_after_list(s, at)
    if best.how != "exact" and stem(item.norm) in BUCKET_UNITS and not capital:
        return False  # "per quarter", though some cell says Station Quarter
    if item.tag == "bucket":
        return beside or capital or _is_cycle(s, at) or _is_how_often(s, at)
    if item.tag == "growth" and best.how == "exact":
        return True
    if item.meaning is not None and item.tag not in ("light", "filler"):
        return (beside or capital) and best.how == "exact"
    if item.tables and item.tables[0].how == "exact" and not (capital and best.how == "exact"):
        return False
    if best.how == "like" and (
        item.tables or item.rows_of or any(c.how in ("exact", "verb") for c in item.columns)
    ):
        return False  # what is said in other words gives way to what is said
    if best.how == "part" and not capital and len(item.tokens) == 1:
        # A word in the middle of some cells is no name where it can mean anything else.
        if item.rows_of or item.tables or item.tag or is_money_word(item.norm):
            return False
        if not any(v.is_short for v in item.values) or _is_other_deed(s, at):
            return False
    if item.columns:
        top = item.columns[0]
        if top.how == "exact" and top.score >= 0.95:
            return best.how == "exact" and (beside or capital)
        if best.how == "part":
            header = {stem(word) for word in name_words(top.ref.column)}
            plain = len(item.tokens) == 1 and item.tokens[0].stem in header and not capital
            return top.score < 0.8 and top.how != "verb" and not plain
    return not (item.period is not None and best.how != "exact")


_BILLED = frozenset(
    map(root, word_set("pay pays paid paying bill billed charge charged invoice renew subscribe"))
)
_CYCLES = word_set("plan billing cycle basis contract payer subscriber subscription payment")


def _is_cycle(s: Sentence, at: int) -> bool:
    """`customers who pay annually`, `monthly plans`: a value of how often, and no time of rows."""
    verb, noun = s.before(at), s.items[at + 1] if at + 1 < len(s.items) else None
    if verb is not None and root(s.items[verb].norm) in _BILLED:
        return True
    if noun is None:
        return False
    counted = verb is not None and s.items[verb].norm in ("how many", "number of")
    return stem(noun.norm) in _CYCLES or (counted and bool(noun.rows_of or noun.tables))


def _is_other_deed(s: Sentence, at: int) -> bool:
    """`switched on` is no `Switched to competitor`: a verb that a cell begins with says little."""
    item = s.items[at]
    if not item.norm.endswith(("ed", "ing")):
        return False
    said = {token.stem for other in s.items for token in other.tokens}
    rest = [
        {w for w in map(stem, value_words(cell)) if len(w) > 3 and w != item.tokens[0].stem}
        for link in item.values for cell in link.values
    ]  # fmt: skip
    beside = s.items[at + 1].norm if at + 1 < len(s.items) else ""
    return beside in ("on", "off", "up", "out", "down") and not any(words & said for words in rest)


def _is_how_often(s: Sentence, at: int) -> bool:
    """`customers who pay monthly`, `annual plans`: said of rows; `monthly revenue` is not."""
    following = s.after(at, over=("filler", "light"))
    if following is not None:
        item = s.items[following]
        if any(s.is_number(c.ref) for c in item.columns) or item.tag in ("agg", "how_much"):
            return False
        if is_money_word(item.norm):
            return False
        if item.tables or item.rows_of:
            return True
    before = s.items[at - 1] if at else None
    rows = before is not None and (before.tables or before.rows_of or before.columns)
    return before is not None and not rows and before.tag not in ("agg", "group", "list", "share")


def _hint_after_list(s: Sentence, at: int) -> bool:
    """`first and third class`: the column is named after the last of a list."""
    if at + 2 >= len(s.items) or s.items[at + 1].tag not in ("and", "or"):
        return False
    refs = {v.ref for v in s.items[at].values}
    shared = any(v.ref in refs for v in s.items[at + 2].values)
    return shared and _hint(s, at + 2) is not None


def _hint(s: Sentence, at: int) -> int | None:
    """Return the item beside a value that names its column: `status cancelled`, `West region`."""
    refs = {v.ref for v in s.items[at].values}
    for side in (s.before(at), s.after(at)):
        if side is None:
            continue
        item = s.items[side]
        gap = [i.norm for i in s.between(min(side, at), max(side, at))]
        if any(w not in ("the", "is", "was", "are", "of", "a", "were", "in", "with") for w in gap):
            continue
        if side > at and gap:
            continue
        if any(c.ref in refs for c in item.columns):
            return side
        if (
            side > at
            and item.tables
            and any(v.ref.table == item.tables[0].table for v in s.items[at].values)
        ):
            continue
    return None


def _value_column(s: Sentence, at: int) -> tuple[ColumnRef, ValueLink, int | None]:
    item = s.items[at]
    links = [v for v in item.values if v.how == item.values[0].how]
    hint = _hint(s, at)
    if hint is not None:
        refs = [c.ref for c in s.items[hint].columns]
        named = [v for v in item.values if v.ref in refs]
        if named:
            best = min(named, key=lambda v: refs.index(v.ref))
            return best.ref, best, hint if not s.items[hint].used else None
    if len(links) > 1:
        links = _by_preposition(s, at, links)
    if len(links) > 1:
        links = _nearest(s, links)
    if len(links) > 1:
        links = _told_elsewhere(s, at, links)
    if len(links) > 1:
        names = listed(f"{v.ref.table}.{v.ref.column}" for v in links)
        raise Ask(f'"{item.text}" is a value of {names}. Which one do you mean?', item.text)
    if links[0].how in ("typo", "like"):
        s.remark(f'I read "{item.text}" as “{links[0].values[0]}”.')
    return links[0].ref, links[0], None


def _by_preposition(s: Sentence, at: int, links: list[ValueLink]) -> list[ValueLink]:
    previous = s.items[at - 1].norm if at else ""
    wanted = {"from": _FROM, "to": _TO, "into": _TO}.get(previous, frozenset())
    verb = s.before(at, over=("filler",))
    if not wanted and verb is not None:
        wanted = _MOVES.get(s.items[verb].norm, frozenset())
        if wanted and any(wanted & set(name_words(v.ref.column)) for v in links):
            s.use(verb)
    fits = [v for v in links if wanted & set(name_words(v.ref.column))]
    return fits or links


def _nearest(s: Sentence, links: list[ValueLink]) -> list[ValueLink]:
    for name in s.near:
        here = [v for v in links if v.ref.table == name]
        if here:
            return here
    for name in s.near:
        here = [v for v in links if v.ref.table in s.reach(name)]
        if here:
            return here
    return links


def _told_elsewhere(s: Sentence, at: int, links: list[ValueLink]) -> list[ValueLink]:
    """Choose by what another word says (`home games of Leeds`), else the column that names rows."""
    hinted = [v for v in links if v.ref in s.hints]
    if hinted:
        return hinted[:1]
    said = {
        link.ref for i, item in enumerate(s.items) if i != at and not item.tables
        for link in item.columns
    }  # fmt: skip
    named = [v for v in links if v.ref in said]
    if len(named) == 1:
        for i, item in enumerate(s.items):
            own = {link.ref for link in item.columns}
            if i != at and named[0].ref in own and len(own) > 1 and not item.tables:
                item.used = True  # "home", which is said of goals as well
        return named
    tables = {v.ref.table for v in links}
    for table in tables if len(tables) == 1 else ():
        names = [v for v in links if v.ref in row_names(s.schema, table)]
        if names:
            return names[:1]
        if _same_texts(s, links):
            return links[:1]
    return links


def _same_texts(s: Sentence, links: list[ValueLink]) -> bool:
    """Whether columns only repeat each other, as names in several languages do."""
    counts = {s.column(v.ref).distinct for v in links}
    rows = s.table(links[0].ref.table).row_count
    return all(c is not None and c >= 0.8 * rows for c in counts)


def _value_test(
    s: Sentence, ref: ColumnRef, links: list[ValueLink], at: int, hint: int | None
) -> Test:
    cells = list(dict.fromkeys(cell for link in links for cell in link.values))
    folded = list({cell.casefold(): cell for cell in reversed(cells)}.values())[::-1]
    negated = is_negated(s, min(at, hint) if hint is not None else at)
    shown = listed(f"“{cell}”" for cell in folded)
    if len(folded) > 6:
        shown = f"one of {len(folded)} values with “{links[0].asked}”"
    if len(folded) > 50:
        if negated:
            raise Ask(f"Too many values of {ref} hold “{links[0].asked}” to leave them out.")
        said = f"{ref} containing “{links[0].asked}”"
        return Test(column=ref, op="contains", value=links[0].asked, said=said)
    if len(folded) == 1:
        op: Operator = "!=" if negated else "="
        return Test(
            column=ref, op=op, value=folded[0], said=f"{ref} {'not ' if negated else ''}{shown}"
        )
    many: Operator = "not_in" if negated else "in"
    return Test(
        column=ref, op=many, value=tuple(folded), said=f"{ref} {'not ' if negated else ''}{shown}"
    )


def read_paid(s: Sentence) -> None:
    """`paid by card`, `paid by men`: the value says how or by whom; the verb adds nothing."""
    for at, item in enumerate(s.items):
        if item.norm not in ("paid", "paying") or item.used:
            continue
        following = s.after(at, over=(*GLUE, "group"))
        if following is None or any(i.norm == "for" for i in s.between(at, following)):
            continue  # what was paid, for what
        if s.items[following].used and s.items[following].values:
            s.use(at)
