"""Which of a row's dates a verb or noun of a question speaks of: sold, run out, took place.

A header's word that stands in the question says most; after it come words for the same event, so
that what `expires in May` has its `warranty_end` then, and who `came in` an `intake_date`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.families import same_family
from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, root, stem, word_set

_EVENTS: tuple[tuple[str, ...], ...] = (
    ("start", "begin", "commence", "inception", "onset", "effective", "from", "kick off",
     "launch", "go live", "went live", "get going"),
    ("end", "finish", "expire", "expiry", "expiration", "run out", "until", "lapse", "terminate",
     "termination", "end up", "be up", "valid", "to", "renew", "renewal", "come to"),
    ("arrive", "arrival", "intake", "admit", "admission", "come in", "came in", "check in",
     "checkin", "receive", "receipt", "enter", "entry", "take in", "took in", "in"),
    ("leave", "left", "depart", "departure", "discharge", "exit", "move out", "moved out",
     "check out", "checkout", "out", "outcome", "rehome", "adopt", "resign", "resignation", "quit",
     "retire", "retirement", "dismiss", "dismissal", "sack", "fire", "redundant", "redundancy",
     "terminate", "termination", "lay off", "laid off", "move on", "transfer"),
    ("join", "sign up", "signup", "register", "registration", "enrol", "enroll", "enrolment",
     "enrollment", "subscribe", "member", "hire", "employ", "recruit", "onboard", "start", "since",
     "sign", "come on board", "became"),
    ("sell", "sale", "sold", "buy", "bought", "purchase", "acquire", "acquisition", "transaction",
     "trade", "deal"),
    ("order", "place", "placed", "request", "purchase", "buy", "bought"),
    ("book", "booking", "reserve", "reservation", "make", "made"),
    ("pay", "paid", "payment", "settle", "settlement"),
    ("close", "closure", "closing", "resolve", "resolution", "fix", "repair", "mend",
     "solve", "complete", "clear", "sort out", "deal with",
     "completion", "finish", "done", "settle", "conclude", "end", "win", "won", "lose", "lost"),
    ("decide", "decision", "approve", "approval", "reject", "award", "outcome", "grant"),
    ("open", "raise", "log", "report", "create", "creation", "submit", "submission", "file",
     "lodge", "receive", "add", "apply", "applied", "application", "put in", "go in", "went in",
     "record", "start", "entered", "notify", "made", "make"),
    ("cancel", "cancellation", "churn", "quit", "terminate", "unsubscribe", "call off", "leave",
     "left", "depart"),
    ("due", "deadline", "payable", "owe", "target", "fall due", "expect", "promise", "schedule",
     "plan", "estimate", "need", "require"),
    ("ship", "shipment", "dispatch", "despatch", "send", "sent", "post", "go out", "went out",
     "leave", "left", "depart", "departure", "set off"),
    ("deliver", "delivery", "arrive", "arrival", "receive", "hand over"),
    ("return", "bring back", "brought back", "come back", "came back", "give back", "back",
     "send back", "sent back", "hand back", "dropoff", "drop off", "dropped off"),
    ("borrow", "loan", "lend", "lent", "issue", "take out", "took out", "checkout", "check out",
     "rent", "hire", "pick up", "pickup", "collect", "collection"),
    ("publish", "publication", "release", "launch", "air", "come out", "came out", "premiere",
     "broadcast", "issue"),
    ("event", "take place", "took place", "happen", "occur", "occurrence", "incident", "hold",
     "held", "play", "perform", "performance", "visit", "session", "game", "match", "travel"),
    ("birth", "born", "dob", "bear", "birthday", "birthdate"),
    ("death", "die", "dead", "decease"),
    ("build", "built", "construct", "construction", "found", "establish", "open", "opening"),
    ("inspect", "inspection", "check", "audit", "survey", "assess", "assessment", "review"),
    ("test", "exam", "examination", "sit", "sat", "take", "took"),
    ("install", "installation", "fit", "fitted", "mount", "commission"),
    ("invoice", "bill", "billing", "issue", "charge", "date"),
    ("login", "log in", "seen", "active", "contact"),
    ("harvest", "reap", "gather"),
    ("plant", "sow", "planting"),
    ("treat", "treatment", "appointment", "see", "saw", "seen", "consultation", "visit"),
    ("measure", "measurement", "read", "reading", "observe", "observation", "record", "sample"),
    ("donate", "donation", "give", "gave", "gift"),
)  # fmt: skip
PARTICLES = word_set("in out up off back over on board place due down to")
_DONE = word_set("made make done")
_GENERIC = word_set(
    "date day time datetime timestamp dt on at when d ts the of and year month first last"
)


@lru_cache(maxsize=1)
def _by_word() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for index, group in enumerate(_EVENTS):
        for word in group:
            first, _, rest = word.partition(" ")
            found.setdefault(f"{root(first)} {rest}".strip(), set()).add(index)
    return {word: frozenset(groups) for word, groups in found.items()}


def _events(word: str) -> frozenset[int]:
    first, _, rest = word.partition(" ")
    return _by_word().get(f"{root(first)} {rest}".strip(), frozenset())


@lru_cache(maxsize=2048)
def _header(name: str) -> tuple[frozenset[str], frozenset[int]]:
    """Return the roots of a header's telling words, and the events that they speak of."""
    words = [word for each in name_words(name) for word in (each, *sorted(meanings(each) - {each}))]
    telling = [word for word in words if word not in _GENERIC]
    # An offer that was made is no booking that was: another word of the header says what it is.
    named = [word for word in telling if word not in _DONE] or telling
    events = frozenset(group for word in named for group in _events(word))
    return frozenset(root(word) for word in telling), events


def told_by(words: Iterable[str], refs: list[ColumnRef]) -> ColumnRef | None:
    """Return the one column of dates that a verb, with its particle, or a noun speaks of."""
    said = list(words)
    literal = [ref for ref in refs if _header(ref.column)[0] & {root(w.split()[0]) for w in said}]
    if len(literal) == 1:
        return literal[0]
    if literal:
        return None
    for word in sorted(said, key=lambda each: -len(each.split())):
        groups = _events(word)
        found = [ref for ref in refs if groups & _header(ref.column)[1]]
        if len(found) == 1:
            return found[0]
        if found:
            return None
    return None


def date_told(
    s: Sentence, refs: list[ColumnRef], at: int | None = None
) -> tuple[ColumnRef, int] | None:
    """Return the column of dates that the words around a place tell, and where they stand.

    What happened to a row is said after it (`orders delivered in May`); before it, it says which
    rows (`delivered orders`), and what did not happen has no date.
    """
    place = len(s.items) if at is None else at
    order = [*range(place - 1, -1, -1), *range(place, len(s.items))]
    for index in order:
        if not _may_tell(s, index):
            continue
        if _names_rows(s.items[index]):
            own = _its_own_date(s.items[index], refs) or _of_what_they_did(s, index, refs)
            if own is not None:
                return own, index
            continue
        told = [ref for ref in refs if _may_be_of(s.items[index], ref)]
        found = told_by(said_at(s, index), told) or _told_by_cell(s.items[index], refs)
        if found is not None:
            return found, index
    return None


def _may_be_of(item: Item, ref: ColumnRef) -> bool:
    """Whether a word may tell a date: a Repair, as a cell says, is not yet the day it was done."""
    cell = any(link.how == "exact" for link in item.values) and not item.norm.endswith("ed")
    return not cell or bool(_header(ref.column)[0] & {root(token.norm) for token in item.tokens})


def _its_own_date(item: Item, refs: list[ColumnRef]) -> ColumnRef | None:
    """`sold in 2026`, `sales last year`: of dates of which one is the day of the sale, that one.

    What says only by its kind which rows are meant, and not by the name of the table.
    """
    words = [token.norm for token in item.tokens]
    if item.tables:
        if any(link.how == "exact" for link in item.tables):
            return None
        # The hearings of cases, which have a HearingDate; but bookings are not when they were made.
        said = {token.stem for token in item.tokens}
        found = [ref for ref in refs if said & {stem(h) for h in name_words(ref.column)}]
        return found[0] if len(found) == 1 else None
    found = [
        ref for ref in refs
        if any(same_family(w, h) for w in words for h in name_words(ref.column) if len(h) > 3)
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _of_what_they_did(s: Sentence, index: int, refs: list[ColumnRef]) -> ColumnRef | None:
    """`people who joined in 2025`: on the day of hire, though those who joined are rows too."""
    item = s.items[index]
    done = item.norm.endswith("ed") and not item.tables
    return told_by(said_at(s, index), refs) if done else None


def _told_by_cell(item: Item, refs: list[ColumnRef]) -> ColumnRef | None:
    """`who resigned in 2026`, of cells of leave_reason: on the leave_date."""
    headers = {link.ref.column for link in item.values if link.how in ("exact", "verb")}
    if len(headers) != 1:
        return None
    roots = _header(headers.pop())[0]
    found = [ref for ref in refs if roots & _header(ref.column)[0]]
    return found[0] if len(found) == 1 else None


def said_at(s: Sentence, index: int) -> list[str]:
    """Return the words of an item, and those with a particle as one: run out, take place."""
    item = s.items[index]
    words = [token.norm for token in item.tokens]
    following = s.items[index + 1].norm.split()[0] if index + 1 < len(s.items) else ""
    pairs = [f"{one} {two}" for one, two in zip(words, [*words[1:], following], strict=True)]
    return [*words, *(pair for pair in pairs if pair.split()[-1] in PARTICLES)]


def _names_rows(item: Item) -> bool:
    return bool(item.tables or (item.rows_of and item.tag != "light"))


def _may_tell(s: Sentence, index: int) -> bool:
    item = s.items[index]
    if item.period is not None or item.number is not None or item.quoted:
        return False
    if item.tag not in ("", "light", "match", "growth", "calc", "null") or item.norm in _GENERIC:
        return False
    if item.used and item.tag != "match":
        return False
    exact = [c.ref for c in item.columns if c.how == "exact" and c.ref.worked is None]
    if exact and not any(s.is_time(ref) for ref in exact) and not item.values:
        return False
    before = s.items[index - 1] if index else None
    if before is not None and (before.tag == "not" or before.norm in ("no", "without", "never")):
        return False
    following = s.items[index + 1] if index + 1 < len(s.items) else None
    ahead = following is not None and _names_rows(following) and item.norm.endswith(("ed", "en"))
    return not (ahead and not (before is not None and before.norm in ("we", "they", "he", "she")))
