"""What the user says when asked back: it completes the question before, and is none by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.day_ranges import with_whole_days
from keenbench.models.offline.explaining import explain
from keenbench.models.offline.frame import Pending, Understanding
from keenbench.models.offline.items import Item
from keenbench.models.offline.words import Token, tokenise, word_set
from keenbench.query.dataset_schema import DatasetSchema

_SURE = 0.8
_MOST_WORDS = 3
_ASKING = ("agg", "how_much", "which", "share")
_POLITE = frozenset(("please", "thanks", "mean", "meant", "i", "the", "column", "one", "yes"))


_AGREEING = word_set(
    """
    yes yep yeah yup sure ok okay right correct exactly indeed please do so that is it go ahead the
    i mean meant what thanks this was y ja oui si fine good
    """
)
"""What a yes may be made of."""
_AGREES = frozenset(
    ("yes", "yep", "yeah", "yup", "sure", "ok", "okay", "right", "correct", "exactly", "indeed",
     "that", "ja", "oui", "si", "y", "please")
)  # fmt: skip
_DECLINES = frozenset(("no", "nope", "nah", "neither", "none", "nein", "non", "not", "that"))
_PLACES = {
    "first": 0, "1": 0, "one": 0, "former": 0, "1st": 0, "a": 0,
    "second": 1, "2": 1, "two": 1, "latter": 1, "2nd": 1, "other": 1, "b": 1,
}  # fmt: skip


def agreed(reply: Sequence[Token], pending: Pending) -> Understanding | None:
    """Return the reading that a reply agrees to: `yes`, `the second one`; None if it does not."""
    words = [token.norm for token in reply]
    if not pending.proposed or not words:
        return None
    rest = [word for word in words if word not in _AGREEING]
    rest = [word for word in rest if word != "one"] or rest  # the second one
    places = {_PLACES[word] for word in rest if word in _PLACES}
    if len(places) == 1 and len(rest) == 1:
        place = places.pop()
        return pending.proposed[place] if place < len(pending.proposed) else None
    return pending.proposed[0] if not rest and set(words) & _AGREES else None


def declined(reply: Sequence[Token], pending: Pending) -> bool:
    """Return whether a reply says that what was proposed is not meant, and no more."""
    words = {token.norm for token in reply}
    return bool(pending.proposed and words & _DECLINES) and words <= _DECLINES | _POLITE


def went_by(proposed: Understanding, meant: Understanding, schema: DatasetSchema) -> Understanding:
    """Return what goes on from a reading that was only proposed, and says so."""
    said = explain(proposed.model_copy(update={"remarks": ()}), schema)
    said = said.removeprefix("I understood: ").rstrip(".")
    remark = f"I went by {said} as what was asked before."
    return meant.model_copy(update={"remarks": (*meant.remarks, remark)})


def is_reply(items: Sequence[Item]) -> bool:
    """Return whether a message only names something, as one does when asked which."""
    told = [i for i in items if not i.is_filler and i.norm not in _POLITE]
    asks = any(i.tag in _ASKING and not i.columns for i in told)
    return 0 < len(told) <= _MOST_WORDS and not (asks and any(i.names_something for i in told))


def named_in(items: Sequence[Item]) -> tuple[ColumnRef, ...]:
    """Return the columns that a reply names."""
    return tuple(link.ref for i in items for link in i.columns if link.score >= _SURE)


def completed(pending: Pending, reply: Sequence[Token]) -> Iterator[list[Token]]:
    """Give the ways in which a reply may complete the question, the likeliest first."""
    asked = with_whole_days(tokenise(pending.question))
    said = [token for token in reply if token.norm not in _POLITE] or list(reply)
    if pending.words:
        words = [token.norm for token in tokenise(pending.words[0])]
        for at in range(len(asked) - len(words) + 1):
            if words and [token.norm for token in asked[at : at + len(words)]] == words:
                yield [*asked[:at], *said, *asked[at + len(words) :]]
                break
    yield asked
    yield [*said, *asked]
    yield [*asked, *tokenise("by"), *said]
    yield [*asked, *said]
