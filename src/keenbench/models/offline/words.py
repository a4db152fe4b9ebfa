"""A question as words, and names of columns as words: split, folded, cut to their stems."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from keenbench.models.offline.full_stops import ends_sentence
from keenbench.models.offline.spelling import plain_spelling

Kind = Literal["word", "number", "quoted", "symbol"]

_TOKEN = re.compile(
    r"""
      "(?P<double>[^"]*)" | “(?P<curly>[^”]*)” | «(?P<angle>[^»]*)» | `(?P<tick>[^`]*)`
    | (?<!\w)'(?P<single>[^']+)'(?!\w)
    | (?P<season>(?:19|20)\d\d/\d\d(?:\d\d)?|(?:19|20)\d\d[-–](?:1[3-9]|[2-9]\d)(?!-)
      |(?:19|20)\d\d[-–]\d\d(?=\s+(?:season|campaign|school|academic|financial|fiscal|tax)\b)
      )(?![\w/])
    | (?P<date>\d{4}-\d{1,2}-\d{1,2}|\d{4}-\d{2}(?![\d-])|\d{1,2}[./]\d{1,2}[./]\d{4})(?!\w)
    | (?P<number>[$€£¥]?[-−]?(?:\d{1,3}(?:[,\u202f]\d{3})+|\d+)(?:\.\d+)?|[$€£¥]?[-−]?\.\d+)
      (?P<scale>(?:k|m|bn|b|K|M|B)\b|%)?(?P<ordinal>(?:st|nd|rd|th|s)\b)?(?![\w])
    | (?P<symbol><=|>=|!=|<>|==|[<>=≤≥≠])
    | (?P<blood>\b(?:AB|A|B|O)[+−-])(?=\s|$|[,;?!.])
    | (?P<word>[^\W_]+(?:['’._&/+-][^\W_]+)*\+*|\#\w+)
    | (?P<divided>(?<=\s)[/÷](?=\s)) | (?P<times>(?<=\s)[*×](?=\s))
    | (?P<mark>[,;:?!&%]|(?<=\s)[-–—](?=\s)) | (?P<stop>(?<=\w)\.(?=\s+\S))
    """,
    re.VERBOSE,
)
_CAMEL = re.compile(
    r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+(?:\.\d+)?|[^\W\d_A-Za-z]+", re.UNICODE
)
_RANGE = re.compile(r"(?<![\w.,/-])(\d{1,3})\s?[-–—]\s?(\d{1,3})(?![\w,/-]|\.\d)")
"""`30-40`, which is neither a date nor 30 and less than nothing."""
_MONTHS = r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_TO = re.compile(
    rf"\b((?:{_MONTHS})[a-z]*(?:\s\d{{4}})?|(?<![\w/-])(?:19|20)\d\d)\s?[-–—]\s?"
    rf"(?=(?:(?:{_MONTHS})[a-z]*|(?:19|20)\d\d)\b(?![-/]))",
    re.IGNORECASE,
)
"""`Jan–Jun 2026`, `2023-2025`: from one to the other."""
_UPWARDS = re.compile(r"(?<![\w.,])(\d[\d,.]*)\+(?!\w)")
_SQUARE = re.compile(r"\bsquare (metre|meter|feet|foot|kilomet)\w*", re.IGNORECASE)
_SQUARES = {"metre": "sqm", "meter": "sqm", "feet": "sqft", "foot": "sqft", "kilomet": "km2"}
_CAMEL_UNIT = re.compile(r"(?<![A-Z])(?:[kMGT]Wh|kW|kVA|kHz|MHz|GHz)(?![a-z])")
"""Units that begin a word in the middle: OutputMWh."""
PREFIX = "un-"
"""How the negation of a word such as unsold is written: it turns no other word round."""
_ROUND = re.compile(r"\([^()]*\)")
_BRACKETS = re.compile(r"[(\[][^)\]]*[)\]]")

_IRREGULAR = {
    "people": "person",
    "persons": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "feet": "foot",
    "mice": "mouse",
    "criteria": "criterion",
    "data": "data",
    "series": "series",
    "species": "species",
    "status": "status",
    "statuses": "status",
    "bus": "bus",
    "gas": "gas",
    "lives": "life",
    "wives": "wife",
    "halves": "half",
    "analyses": "analysis",
    "indices": "index",
    "matrices": "matrix",
    "movies": "movie",
    "cookies": "cookie",
    "ties": "tie",
    "pies": "pie",
    "calories": "calorie",
    "cancelled": "canceled",
    "cancelling": "canceling",
    "colour": "color",
    "centre": "center",
    "paid": "pay",
    "sold": "sell",
    "bought": "buy",
    "spent": "spend",
    "made": "make",
    "won": "win",
    "lost": "lose",
    "sent": "send",
    "died": "die",
    "dead": "die",
    "deaths": "death",
    "flown": "fly",
    "flew": "fly",
    "born": "birth",
    "ridden": "ride",
    "rode": "ride",
    "driven": "drive",
    "drove": "drive",
    "written": "write",
    "wrote": "write",
    "eaten": "eat",
    "drunk": "drink",
    "taught": "teach",
    "gave": "give",
    "given": "give",
    "held": "hold",
    "left": "leave",
    "lent": "lend",
    "built": "build",
    "caught": "catch",
    "grew": "grow",
    "grown": "grow",
    "chosen": "choose",
    "chose": "choose",
    "swum": "swim",
    "ran": "run",
    "led": "lead",
    "sung": "sing",
    "worn": "wear",
    "kept": "keep",
    "ads": "ad",
    "taxis": "taxi",
    "skis": "ski",
    "minis": "mini",
    "kiwis": "kiwi",
    "emojis": "emoji",
    "kpis": "kpi",
    "apis": "api",
    "pis": "pi",
    "buses": "bus",
    "gases": "gas",
    "lenses": "lens",
    "leaves": "leave",
    "knives": "knife",
    "loaves": "loaf",
    "shelves": "shelf",
    "geese": "goose",
    "teeth": "tooth",
    "oxen": "ox",
    "heroes": "hero",
    "potatoes": "potato",
    "tomatoes": "tomato",
    "curricula": "curriculum",
    "diagnoses": "diagnosis",
    "crises": "crisis",
    "premises": "premises",
}


@dataclass(frozen=True)
class Token:
    """A word as it was written, and folded for matching."""

    text: str
    norm: str
    kind: Kind
    value: float | int | None = None
    """What a number is worth."""
    percent: bool = False
    currency: str = ""
    ordinal: bool = False
    after_mark: bool = False
    """A comma, colon or the like stands before it."""
    after_colon: bool = False
    """A colon, semicolon or dash stands before it: what follows is no part of a list before."""
    bracketed: bool = False
    """It stands in brackets, and says again what stands before them."""
    begins: bool = False
    """A sentence ended before it."""

    @property
    def stem(self) -> str:
        return stem(self.norm)


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, which may stand in several lines."""
    return frozenset(text.split())


def fold(text: str) -> str:
    """Return `text` without case and accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).replace("’", "'")


_PLURALS = word_set("ids ins ups outs skus cpus gpus menus gurus emus pcs tvs mps cds")
"""Plurals that neither the ending nor the length of a word tells."""


NO_DEEDS = frozenset(
    ("department", "apartment", "compartment", "statement", "basement", "pavement")
)
"""Nouns that end like the doing of something: who departed is no department."""


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return a folded word without its plural."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _PLURALS:
        return word[:-1]  # check-ins, SKUs
    if word.endswith("people"):
        return word[:-6] + "person"  # salespeople, tradespeople
    if word.endswith(("smen", "women", "rmen", "hmen")):
        return word[:-2] + "an"  # salesmen, chairmen, watchmen
    if not word.isascii() or len(word) < 4 or not word.isalpha():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word.endswith(("ss", "us", "is")):
        return word
    return word.removesuffix("s")


@lru_cache(maxsize=8192)
def root(word: str) -> str:
    """Return a folded word without plural and the endings of verbs: ships, shipped, shipping."""
    base = stem(word)
    if not base.isascii() or len(base) < 5 or base in NO_DEEDS:
        return base
    for ending in ("ations", "ation", "ments", "ment", "ings", "ing", "ied", "ed", "ers", "er",
                   "als", "al", "ly", "e", "y", "or"):  # fmt: skip
        least = 4 if ending in ("er", "ers", "or", "al", "als") else 3
        if base.endswith(ending) and len(base) - len(ending) >= least:
            base = base[: -len(ending)]
            if ending == "ly":
                base = base.removesuffix("e")  # privately, private
            break
    if len(base) > 3:
        base = base.removesuffix("e")
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "aeious":
        base = base[:-1]
    return base


def tokenise(question: str) -> list[Token]:
    """Return the words, numbers, quoted texts and signs of comparison of a question."""
    question = plain_spelling(question)
    question = _UPWARDS.sub(r"\1 or more", question)
    question = _RANGE.sub(r"\1 to \2", question)
    question = _TO.sub(r"\1 to ", question)
    question = _SQUARE.sub(lambda match: _SQUARES[match[1].casefold()], question)
    tokens: list[Token] = []
    after_mark = colon = begins = False
    brackets = [match.span() for match in _ROUND.finditer(question)]
    seen = start = 0
    for match in _TOKEN.finditer(question):
        if len(tokens) > seen and any(a < start < b for a, b in brackets):
            tokens[seen:] = [replace(token, bracketed=True) for token in tokens[seen:]]
        start, seen = match.start(), len(tokens)
        groups = match.groupdict()
        quoted = next(
            (groups[k] for k in ("double", "curly", "angle", "tick", "single") if groups[k]), None
        )
        if quoted is not None:
            tokens.append(Token(quoted, fold(quoted.strip()), "quoted", after_mark=after_mark))
        elif groups["season"]:
            tokens.append(Token(groups["season"], groups["season"], "word", after_mark=after_mark))
        elif groups["date"]:
            tokens.append(Token(groups["date"], groups["date"], "number", after_mark=after_mark))
        elif groups["number"]:
            tokens.append(_number(match, after_mark))
        elif groups["symbol"]:
            tokens.append(Token(groups["symbol"], groups["symbol"], "symbol"))
        elif groups["divided"]:
            tokens += [Token(word, word, "word") for word in ("divided", "by")]
        elif groups["times"]:
            tokens += [Token(word, word, "word") for word in ("multiplied", "by")]
        elif groups["blood"]:
            tokens.append(Token(match[0], fold(match[0]), "quoted", after_mark=after_mark))
        elif groups["word"]:
            tokens.extend(_word_tokens(groups["word"], after_mark))
        else:
            if groups["mark"] == "&":
                tokens.append(Token("&", "and", "word"))
            elif groups["mark"] == "%":
                tokens.append(Token("%", "percent", "word"))
            if groups["stop"]:
                begins = begins or (bool(tokens) and ends_sentence(tokens[-1].text))
                continue
            after_mark = groups["mark"] not in ("&", "%")
            colon = groups["mark"] in _COLONS
            begins = begins or groups["mark"] in ("?", "!")
            continue
        if (colon or begins) and len(tokens) > seen:
            told = replace(tokens[seen], after_colon=tokens[seen].after_colon or colon)
            tokens[seen] = replace(told, begins=begins)
        after_mark = colon = begins = False
    if len(tokens) > seen and any(a < start < b for a, b in brackets):
        tokens[seen:] = [replace(token, bracketed=True) for token in tokens[seen:]]
    return tokens


_COLONS = frozenset(":;-–—")
_MOST_DIGITS = 100
"""What is longer is no number that a column could be compared with."""


def _number(match: re.Match[str], after_mark: bool) -> Token:
    text = match["number"]
    currency = text[0] if text[0] in "$€£¥" else ""
    digits = text.lstrip("$€£¥").replace(",", "").replace("\u202f", "").replace("−", "-")
    if len(digits) > _MOST_DIGITS:
        return Token(match[0], match[0].casefold(), "word", after_mark=after_mark)
    value: float | int = float(digits) if "." in digits else int(digits)
    scale = match["scale"] or ""
    factor = {"k": 1000, "m": 10**6, "b": 10**9, "bn": 10**9}.get(scale.casefold(), 1)
    value = value * factor
    if isinstance(value, float) and value.is_integer() and factor > 1:
        value = int(value)
    return Token(
        match[0],
        match[0].casefold(),
        "number",
        value,
        percent=scale == "%",
        currency=currency,
        ordinal=bool(match["ordinal"]),
        after_mark=after_mark,
    )


def _word_tokens(word: str, after_mark: bool) -> list[Token]:
    """Return one token for a word; `customer's` is customer, a-b two words where both are long."""
    plain = re.sub(r"['’]s$|['’]$|['’](?=s\b)", "", word)
    folded = fold(plain)
    if folded in ("n't", "cannot"):
        return [Token(word, "not", "word")]
    if re.search(r"['’](?:ve|re|d|ll|m)$", folded) and len(folded) > 3:
        verb = re.sub(r"['’](?:ve|re|d|ll|m)$", "", folded)
        return [Token(verb, verb, "word", after_mark=after_mark)]
    if folded == "won't":
        return [
            Token("will", "will", "word", after_mark=after_mark),
            Token("not", "not", "word"),
        ]
    if re.search(r"n['’]t$", folded):
        verb = re.sub(r"n['’]t$", "", folded)
        return [
            Token(verb, verb, "word", after_mark=after_mark),
            Token("not", "not", "word"),
        ]
    parts = re.split(r"[-/]", plain)
    if len(parts) > 1 and all(len(p) > 1 for p in parts) and not any(c.isdigit() for c in plain):
        return [
            Token(p, fold(p), "word", after_mark=after_mark and i == 0) for i, p in enumerate(parts)
        ]
    return [Token(plain, folded, "word", after_mark=after_mark)]


@lru_cache(maxsize=4096)
def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a table's or column's name, folded: `unitPrice (EUR)` is unit, price.

    What stands in brackets is a unit or a remark and no part of the name, unless it is all of it.
    """
    plain = _BRACKETS.sub(" ", name)
    if not any(c.isalnum() for c in plain):
        plain = name
    # Without accents before the split, as é is no letter of the pattern's a to z.
    plain = _CAMEL_UNIT.sub(lambda match: f" {match[0].casefold()}", plain)
    bare = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return tuple(fold(part) for part in _CAMEL.findall(bare.replace("'", "")))


@lru_cache(maxsize=4096)
def bracketed(name: str) -> tuple[str, ...]:
    """Return the words that stand in brackets in a name: its unit, mostly."""
    return tuple(
        fold(part) for found in _BRACKETS.findall(name) for part in re.findall(r"[^\W\d_]+", found)
    )


@lru_cache(maxsize=65536)
def value_words(value: str) -> tuple[str, ...]:
    """Return the words of a cell, folded, for comparison with words of a question."""
    text = fold(value)
    if "n't" in text or "n’t" in text:  # in full, as those of a question are: won't fix
        text = re.sub(r"n['’]t\b", " not", re.sub(r"\bwon['’]t\b", "will not", text))
    return tuple(re.findall(r"[^\W_]+", text))
