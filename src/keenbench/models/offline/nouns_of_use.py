"""`electricity use by quarter`: a noun, and so what is measured, where `use` is mostly a verb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.models.offline.small_words import AUXILIARIES, FILLERS, LIGHT_VERBS
from keenbench.models.offline.words import Token, name_words, stem, word_set
from keenbench.query.dataset_schema import DatasetSchema

_GOES_ON = word_set(
    "in on at by for during since from per among of across within with between to over and than"
)


def with_nouns_of_use(tokens: Sequence[Token], schema: DatasetSchema) -> list[Token]:
    """Return a question that says usage where it says so by `use`, and no header holds the word."""
    headers = (column.name for table in schema.tables for column in table.columns)
    if any(token.norm == "use" for token in tokens) and any(
        "use" in name_words(h) for h in headers
    ):
        return list(tokens)
    return [
        replace(token, norm="usage") if token.norm == "use" and _is_noun(tokens, at) else token
        for at, token in enumerate(tokens)
    ]


def _is_noun(tokens: Sequence[Token], at: int) -> bool:
    """Whether nobody is said who uses, nor what: the gas use of a site, but not whose sites use."""
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if after is not None and not after.after_mark and after.norm not in _GOES_ON:
        return False
    if before is None or tokens[at].after_mark or before.kind != "word":
        return False
    small = before.norm in FILLERS | LIGHT_VERBS | AUXILIARIES
    single = stem(before.norm) == before.norm
    return single and not small
