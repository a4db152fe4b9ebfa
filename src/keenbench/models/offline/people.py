"""Which columns say who: by what they are called, and by cells that look like names of people."""

from __future__ import annotations

import re

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.kinds import PERSONS
from keenbench.models.offline.rows import row_names
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, stem, word_set

BODIES = word_set(
    """
    supplier vendor merchant company firm organisation organization payee recipient beneficiary
    counterparty institution team club carrier airline shipper manufacturer maker acquirer
    acquiring provider publisher bank brand sender payer party opponent charity sponsor
    distributor retailer courier landlord customer client buyer account
    """
)
_NO_NAMES = ("code", "id", "no", "nr", "number", "email", "type", "kind", "date", "status", "phone")
_ACTING = ("by", "to", "with")
_NAME = re.compile(
    r"(?:(?:Dr|Prof|Mr|Mrs|Ms|Miss|Sir)\.? )?[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,3}"
)


def header_words(name: str) -> set[str]:
    return {stem(m) for word in name_words(name) for m in meanings(word)}


def says_who(s: Sentence, ref: ColumnRef) -> bool:
    """Return whether the cells of a column are people, going by its header and its cells."""
    column = s.column(ref)
    words = name_words(ref.column)
    if column.type != "string" or not words or words[-1] in _NO_NAMES:
        return False
    if header_words(ref.column) & PERSONS:
        return True
    if len(words) < 2 or words[-1] not in _ACTING or (column.distinct or 0) < 3:
        return False
    cells = s.known.category(ref, column) or []
    s.wait()
    named = [cell for cell in cells if _NAME.fullmatch(cell)]
    return bool(cells) and len(named) == len(cells) and any(" " in cell for cell in cells)


def may_be_who(s: Sentence, ref: ColumnRef) -> bool:
    """Return whether a column may answer who: people, bodies that act, or what rows are called."""
    if says_who(s, ref):
        return True
    words = header_words(ref.column)
    if words & BODIES or "name" in words:
        return True
    table = header_words(ref.table)
    return bool(table & (PERSONS | BODIES)) and ref in row_names(s.schema, ref.table)
