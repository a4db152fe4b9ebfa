"""Words of one family: what is done, the doing of it, and what it makes of a thing.

Who asks for `adoptions` of a table with a cell `Adopted`, or for `withdrawals` where a status says
`Withdrawn`, says the same in another form of the word.
"""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.words import NO_DEEDS, root, stem

_ENDINGS = (
    "ations", "ation", "itions", "ition", "ments", "ment", "ances", "ance", "ences", "ence",
    "ions", "ion", "ings", "ing", "als", "al", "ures", "ure", "ies", "ied", "ery", "ed",
    "en", "es", "er", "or", "ive", "able", "ible", "y", "e", "n", "s", "d", "",
)  # fmt: skip
_SHORTEST = 4
_PARTICIPLES = ("ed", "ing")
_IRREGULAR: tuple[tuple[str, ...], ...] = (
    ("withdraw", "withdrawn", "withdrawal", "withdrawals", "withdrew"),
    ("submit", "submission", "submitted"), ("admit", "admission", "admitted"),
    ("decide", "decision", "decided"), ("lose", "loss", "lost", "losses", "losing"),
    ("win", "won", "winner", "wins", "winning"), ("sell", "sale", "sold", "sales", "selling"),
    ("pay", "paid", "payment", "payments", "paying"), ("die", "dead", "died", "death", "deaths"),
    ("resolve", "resolved", "resolution"), ("solve", "solved", "solution"),
    ("subscribe", "subscribed", "subscription", "subscriber"),
    ("prescribe", "prescribed", "prescription"), ("permit", "permission", "permitted"),
    ("extend", "extended", "extension"), ("suspend", "suspended", "suspension"),
    ("succeed", "success", "successful", "succeeded"), ("fail", "failure", "failed", "failing"),
    ("pass", "passed", "passes", "passing"), ("draw", "drawn", "drew", "draws"),
    ("lend", "lent", "loan", "loaned"), ("let", "letting", "lettings"),
    ("expire", "expired", "expiry", "expiration", "expires"), ("fraud", "fraudulent"),
    ("faulty", "fault", "faults"), ("damage", "damaged", "damages"), ("stray", "strays"),
    ("renew", "renewal", "renewed", "renewals"), ("regular", "regulars"),
    ("deliver", "delivery", "delivered", "deliveries", "undelivered"),
    ("receive", "received", "receipt", "receipts"),
    ("approve", "approved", "approval", "approvals"),
    ("arrive", "arrived", "arrival", "arrivals"), ("refuse", "refused", "refusal"),
    ("emergency", "emergencies"), ("private", "privately"), ("vip", "vips"),
    ("begin", "began", "begun"), ("freeze", "frozen", "froze"), ("steal", "stolen"),
    ("break", "broken", "broke", "breakage", "breakages"), ("choose", "chosen", "choice"),
    ("allergic", "allergy", "allergies"), ("smoke", "smoker", "smokers", "smoking"),
    ("register", "registered", "registration", "registrations", "registering"),
    ("maintain", "maintained", "maintenance"), ("describe", "described", "description"),
    ("convert", "converted", "conversion", "conversions"), ("divert", "diverted", "diversion"),
    ("include", "included", "inclusion"), ("exclude", "excluded", "exclusion", "exclusions"),
    ("collide", "collided", "collision"), ("retain", "retained", "retention"),
    ("detain", "detained", "detention"), ("dismiss", "dismissed", "dismissal", "dismissals"),
    ("enter", "entered", "entry", "entries", "entrant", "entrants"),
    ("respond", "responded", "response", "responses", "respondent"),
    ("attend", "attended", "attendance", "attendances", "attendee", "attendees"),
    ("complain", "complained", "complaint", "complaints"), ("grow", "grown", "growth", "grew"),
    ("weigh", "weighed", "weight", "weighs"), ("fly", "flown", "flew", "flight"),
    ("bereave", "bereaved", "bereavement"), ("evict", "evicted", "eviction"),
    ("absent", "absence", "absences", "absentee"), ("present", "presence"),
    ("overdue", "overdues"), ("retire", "retired", "retirement", "retiree", "retirees"),
    ("train", "trained", "trainee", "trainees", "training"),
    ("employ", "employed", "employment", "employee", "employees"),
    ("insure", "insured", "insurance"), ("married", "marriage"), ("sick", "sickness"),
)  # fmt: skip
_GROUP = {word: index for index, words in enumerate(_IRREGULAR) for word in words}


def kin(word: str) -> tuple[str, ...]:
    """Return the other forms of a word that no ending tells: absent, of absences."""
    found = _GROUP.get(word)
    return () if found is None else tuple(w for w in _IRREGULAR[found] if w != word)


@lru_cache(maxsize=16384)
def family_stem(word: str) -> str:
    """Return the beginning that all words of a family share; the word itself where it is short."""
    if not word.isascii() or not word.isalpha() or stem(word) in NO_DEEDS:
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            base = word[: len(word) - len(ending)]
            break
    else:
        return word
    if len(base) > _SHORTEST and base[-1] == base[-2] and base[-1] not in "aeious":
        base = base[:-1]  # cancelled, cancel
    return base


@lru_cache(maxsize=65536)
def same_family(one: str, other: str) -> bool:
    """Return whether two words are forms of one: adoption and adopted, withdrawal and withdrawn."""
    if one == other or stem(one) == stem(other) or root(one) == root(other):
        return True
    if one in _GROUP and _GROUP[one] == _GROUP.get(other):
        return True
    return _by_endings(one, other)


@lru_cache(maxsize=65536)
def regular_family(one: str, other: str) -> bool:
    """Return the same of words that only differ in their endings."""
    return stem(one) == stem(other) or root(one) == root(other) or _by_endings(one, other)


def _by_endings(one: str, other: str) -> bool:
    for verb, noun in ((one, other), (other, one)):
        if verb.endswith("ate") and noun.removesuffix("s") == verb[:-1] + "ion":
            return True  # relocate and relocation
        if stem(noun) == stem(verb) + "ment" and stem(noun) not in NO_DEEDS:
            return len(stem(verb)) >= _SHORTEST  # move and movement
    if not (one.endswith(_PARTICIPLES) or other.endswith(_PARTICIPLES)):
        return False  # a general is no generation
    mine, theirs = ({family_stem(word), family_stem(_as_participle(word))} for word in (one, other))
    return any(len(shared) >= _SHORTEST for shared in mine & theirs)


def _as_participle(word: str) -> str:
    """Return what is done for the doing of it: generated, of generation (which is no general)."""
    plain = word.removesuffix("s")
    if plain.endswith("ication") and len(plain) - len("ication") >= _SHORTEST - 1:
        return plain.removesuffix("ication") + "ied"  # applied, of an application
    if plain.endswith("ation") and len(plain) - len("ation") >= _SHORTEST:
        return plain.removesuffix("ion") + "ed"
    return word
