"""Which words of a question may be cells, so that they are looked for in the tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from keenbench.models.offline.abbreviations import cut_to_letters
from keenbench.models.offline.codes import is_phrase
from keenbench.models.offline.lexicon import PHRASES
from keenbench.models.offline.linking import link_columns, link_tables
from keenbench.models.offline.never_cells import never_cells
from keenbench.models.offline.periods import MONTHS
from keenbench.models.offline.small_cells import headers_beside, is_small, is_written_as_name
from keenbench.models.offline.small_words import FILLERS, LIGHT_VERBS
from keenbench.models.offline.way_cells import WAYS_SAID, is_way
from keenbench.models.offline.words import Token, root, word_set
from keenbench.query.dataset_schema import DatasetSchema

_MAY_BE_VALUE = word_set(
    """
    first second third fourth fifth last top low high single none other no yes true false normal
    active open closed urgent unknown bottom current second-class count maximum minimum total
    medium large small new old good bad empty blank general standard special missing and or
    never weekly monthly daily yearly annual annually quarterly early late
    """
)
NOUNS_TOO = frozenset(("output", "return", "print", "display"))
"""Orders where a question begins with them, and names elsewhere."""
_BEFORE_A_CELL = word_set("of are is were was for many all by between than and or vs versus from")
CELLS_END = ("up", "out", "off", "in", "on", "over", "back", "away", "down", "through")
"""Small words that a cell may end with: Gave up, Checked out, Signed off."""
CELLS_BEGIN = ("no", "not", "non", "in", "on", "out", "at", "under", "for", "off", "to")
"""Small words that a cell may begin with: In repair, On hold, No show."""


def may_be_value(token: Token) -> bool:
    """Return whether a word with a meaning of its own is often a value too: First, low, None."""
    meaning = PHRASES.get(token.norm)
    loose = meaning is not None and meaning.tag in ("growth", "calc")  # calls that were dropped
    listed = token.norm in _MAY_BE_VALUE or token.norm in LIGHT_VERBS
    return loose or listed or token.text.isupper()


def words_to_look_up(tokens: Sequence[Token], schema: DatasetSchema) -> list[str]:
    """Return the words that may be values: those that name nothing of the schema outright."""
    named: set[int] = set()
    meant: set[int] = set()
    for start in range(len(tokens)):
        for length in range(1, min(4, len(tokens) - start) + 1):
            piece = tokens[start : start + length]
            norm = " ".join(t.norm for t in piece)
            meaning = PHRASES.get(norm)
            named_too = start > 0 and norm in NOUNS_TOO  # what did we return
            if meaning and not named_too and not (length == 1 and may_be_value(piece[0])):
                meant.update(range(start, start + length))
            if any(t.kind != "word" for t in piece):
                continue
            words = [t.norm for t in piece]
            if any(w in FILLERS for w in (words[0], words[-1])):
                continue
            columns = link_columns(words, schema)
            tables = link_tables(words, schema)
            if (columns and columns[0].how == "exact" and columns[0].score >= 0.95) or (
                tables and tables[0].how == "exact"
            ):
                named.update(range(start, start + length))
    found: dict[str, None] = {}
    for start in range(len(tokens) - 2):
        phrase = PHRASES.get(" ".join(t.norm for t in tokens[start : start + 3]))
        if phrase is not None and phrase.tag == "growth":
            found[tokens[start].norm] = None  # a contract that goes from month to month
    told = never_cells(tokens, schema)
    for index, token in enumerate(tokens):
        if token.kind == "quoted":
            found[token.text.strip()] = None
            continue
        if index in told:
            continue
        if token.kind == "symbol" or (token.kind == "number" and token.norm.isdigit()):
            continue
        if token.kind == "number" and not any(c.isalpha() for c in token.norm):
            continue
        if is_small(token) and (
            is_written_as_name(tokens, index) or headers_beside(tokens, index, schema)
        ):
            found[token.norm] = None  # the Plus plan, and those whose state is no
            continue
        if token.norm in WAYS_SAID:
            found[WAYS_SAID[token.norm]] = None
        if is_way(tokens, index, schema):
            found[token.norm] = None  # what went out
            continue
        capital = token.text[:1].isupper() and index > 0
        if index in named and not capital:
            continue
        upper = token.text.isupper() and index and token.text != "I"
        if token.norm in FILLERS and not upper and not _is_status(tokens, index):
            continue
        if index in meant and not capital:
            continue
        if index in meant and PHRASES.get(token.norm) is not None and not capital:
            continue
        if len(root(token.norm)) >= 2 or token.text.isupper():
            found[token.text if not token.text.isascii() else token.norm] = None
    for at, (one, other) in enumerate(pairwise(tokens)):
        plain = one.kind == "word" and one.norm not in FILLERS and at not in named | told
        if other.norm in CELLS_END and plain:
            found[f"{one.norm} {other.norm}"] = None  # who gave up
        if one.norm in CELLS_BEGIN and other.norm in LIGHT_VERBS and at + 1 not in named:
            found[f"{one.norm} {other.norm}"] = None  # those in use
    found |= dict.fromkeys(_written_short(tokens))
    return [word for word in found if word]


def _written_short(tokens: Sequence[Token]) -> list[str]:
    """Return what several words name that cells may write short: North America, of NA."""
    found = []
    for start in range(len(tokens)):
        for end in range(start + 2, min(start + 5, len(tokens)) + 1):
            phrase = " ".join(t.norm for t in tokens[start:end])
            if is_phrase(phrase):
                found.append(phrase)
            named = tokens[start].text[:1].isupper() and all(map(_is_name, tokens[start:end]))
            if named and end - start <= 4 and not _says_more(tokens[start:end], start):
                found += cut_to_letters([t.norm for t in tokens[start:end]])
    return found


def _says_more(tokens: Sequence[Token], start: int) -> bool:
    """Return whether words before a number are no name with it: Top 5, May 2024."""
    counts = not start and PHRASES.get(tokens[0].norm) is not None
    return tokens[-1].text.isdigit() and (counts or tokens[0].norm in MONTHS)


def _is_name(token: Token) -> bool:
    return token.text[:1].isupper() or token.text.isdigit()


def letters_of(tokens: Sequence[Token]) -> list[str]:
    """Return words in capitals that may be the first letters of a cell: EA, RPGs."""
    found = []
    for token in tokens:
        bare = token.text.removesuffix("s")
        plain = bare.isalpha() and bare.isupper() and 2 <= len(bare) <= 5
        if plain and PHRASES.get(token.norm) is None:
            found.append(bare)
    return found


def _is_status(tokens: Sequence[Token], index: int) -> bool:
    """`what share of single employees`: what they are, and not one of them by itself."""
    if tokens[index].norm != "single" or not index:
        return False
    return tokens[index - 1].norm in _BEFORE_A_CELL


__all__ = ["CELLS_BEGIN", "CELLS_END", "letters_of", "may_be_value", "words_to_look_up"]
