"""Questions in German, said in English word by word where a word holds the sentence together.

Names of columns and values stay as they are: the tables have them in German too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.models.offline.words import Token, word_set

_ENGLISH = {
    "wie viele": "how many", "wieviele": "how many", "wie viel": "how much", "wieviel": "how much",
    "wie hoch": "what", "wie oft": "how many times", "welche": "which", "welcher": "which",
    "welches": "which", "welchen": "which", "welchem": "which", "wer": "who", "wo": "where",
    "wann": "when", "was": "what", "zeige": "show", "zeig": "show", "liste": "list",
    "gib": "give", "nenne": "list", "mir": "me", "bitte": "please", "gibt": "are", "es": "there",
    "ist": "is", "sind": "are", "war": "was", "waren": "were", "hat": "has", "haben": "have",
    "hatte": "had", "hatten": "had", "wurde": "was", "wurden": "were", "wird": "is",
    "der": "the", "die": "the", "das": "the", "den": "the", "dem": "the", "des": "the",
    "ein": "a", "eine": "a", "einen": "a", "einem": "a", "einer": "a", "im": "in the",
    "in": "in", "am": "on the", "an": "on", "auf": "on", "aus": "from", "bei": "at",
    "beim": "at the", "mit": "with", "ohne": "without", "und": "and", "oder": "or",
    "nicht": "not", "kein": "no", "keine": "no", "keinen": "no", "pro": "per", "je": "per",
    "nach": "by", "jeden": "each", "jede": "each", "jedes": "each", "fur": "for", "von": "of",
    "vom": "of the", "zu": "to", "zum": "to the", "bis": "to", "seit": "since",
    "vor": "before", "zwischen": "between", "uber": "over", "unter": "under",
    "mehr als": "more than", "weniger als": "less than", "mindestens": "at least",
    "hochstens": "at most", "grosser als": "greater than", "kleiner als": "less than",
    "anzahl": "number of", "summe": "sum of", "gesamt": "total", "gesamte": "total",
    "insgesamt": "in total", "gesamter": "total", "durchschnitt": "average",
    "durchschnittlich": "average", "durchschnittliche": "average",
    "durchschnittlicher": "average", "durchschnittliches": "average", "mittelwert": "average",
    "hochste": "highest", "hochsten": "highest", "hochster": "highest", "grosste": "largest",
    "grossten": "largest", "grosster": "largest", "niedrigste": "lowest",
    "niedrigsten": "lowest", "kleinste": "smallest", "kleinsten": "smallest",
    "meisten": "most", "meiste": "most", "wenigsten": "fewest", "teuerste": "most expensive",
    "teuersten": "most expensive", "billigste": "cheapest", "billigsten": "cheapest",
    "gunstigste": "cheapest", "neueste": "latest", "neuesten": "latest", "letzte": "last",
    "letzten": "last", "erste": "first", "ersten": "first", "alteste": "oldest",
    "jahr": "year", "jahre": "years", "jahren": "years", "monat": "month", "monate": "months",
    "monaten": "months", "tag": "day", "tage": "days", "woche": "week", "wochen": "weeks",
    "quartal": "quarter", "anteil": "share", "prozent": "percent", "verschiedene": "different",
    "unterschiedliche": "different", "nur": "only", "auch": "also", "alle": "all",
    "allen": "all", "aller": "of all", "unsere": "our", "unser": "our", "wir": "we",
    "sortiert": "sorted", "absteigend": "descending", "aufsteigend": "ascending",
    "januar": "january", "februar": "february", "marz": "march", "mai": "may", "juni": "june",
    "juli": "july", "oktober": "october", "dezember": "december", "gewesen": "been",
    "davon": "of them", "umsatz": "revenue", "jetzt": "now", "ab": "since", "wochentag": "weekday",
}  # fmt: skip
_SURE = word_set(
    """
    wie wieviele wieviel welche welcher welches welchen wer wann zeige zeig gib nenne bitte gibt
    ist sind hat haben wurde wurden der das dem mit ohne und oder nicht kein keine
    fur vom seit zwischen uber anzahl summe insgesamt durchschnitt durchschnittlich
    durchschnittliche durchschnittlicher hochste hochsten grosste grossten meisten monat jahr
    quartal anteil prozent teuerste wir
    """
)


_NAMES_TOO = frozenset(("uber",))
"""Words that are names too, where nothing else is German: Uber, of a list of merchants."""


def is_german(tokens: Sequence[Token]) -> bool:
    """Return whether the words that hold a question together are German."""
    return any(token.kind == "word" and token.norm in _SURE for token in tokens)


def _is_sure_without(tokens: Sequence[Token], at: int) -> bool:
    """Whether other words are German too: Uber alone is the name of a firm."""
    return is_german([*tokens[:at], *tokens[at + 1 :]])


def in_english(tokens: list[Token]) -> list[Token]:
    """Return a German question with its common words in English; any other as it is."""
    if not is_german(tokens):
        return tokens
    said: list[Token] = []
    at = 0
    while at < len(tokens):
        pair = " ".join(token.norm for token in tokens[at : at + 2])
        length = 2 if pair in _ENGLISH else 1
        token = tokens[at]
        words = _ENGLISH.get(pair if length == 2 else token.norm)
        name = token.text.istitle() and token.norm in _NAMES_TOO
        if words is None or token.kind != "word" or (name and not _is_sure_without(tokens, at)):
            said.append(token)
            at += 1
            continue
        said += [replace(token, text=word, norm=word) for word in words.split()]
        at += length
    return said
