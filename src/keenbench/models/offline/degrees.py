"""Words that say how much of something there is: what each is measured by, and which way.

`deep` is a depth, and the more of it the deeper; `shallow` the same the other way. Each word stands
here once; its other forms follow: deeper, deepest, deeper than, how deep, deepest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_WORDS = """
    expensive pricey costly dear + price cost fare fee rate charge
    cheap affordable inexpensive - price cost fare fee rate charge
    heavy weighty + weight mass load
    light - weight mass load
    tall + height elevation altitude
    wide broad + width
    narrow slim - width
    thick + thickness pages
    thin - thickness pages
    deep + depth
    shallow - depth
    steep + gradient slope incline steepness
    hilly mountainous + elevation ascent climb altitude
    fast quick speedy rapid + speed velocity pace
    slow sluggish - speed velocity pace
    hot warm balmy + temperature temp
    cold cool chilly frosty - temperature temp
    wet rainy + rain rainfall precipitation wetness
    dry arid - rain rainfall precipitation humidity moisture
    windy blustery breezy gusty + wind gust
    calm - wind gust
    sunny + sunshine sun sunlight
    cloudy overcast + cloud cloudiness
    snowy + snow snowfall
    humid muggy moist damp + humidity moisture
    foggy hazy misty - visibility
    stormy + wind gust storm
    dirty polluted smoggy + pollution pm aqi particulate pollutant no2 emission
    clean - pollution pm aqi particulate pollutant no2 emission
    loud noisy + noise loudness decibel db volume
    strong powerful intense potent + strength magnitude power force intensity horsepower abv alcohol
    weak feeble - strength magnitude power force intensity horsepower abv alcohol
    severe + severity magnitude intensity
    bright luminous + brightness luminosity lumen
    dim faint - brightness luminosity lumen
    rich wealthy affluent prosperous + income wealth worth gdp salary wage pay hourly
    poor deprived - income wealth worth gdp salary wage pay hourly
    populous populated + population inhabitant
    dense crowded packed congested + density crowd occupancy population attendance traffic
    full + occupancy fullness attendance
    empty - occupancy fullness attendance
    generous charitable + generosity donation gift amount given donated contribution pledge total
    stingy mean-spirited - donation gift amount given donated contribution tip pledge total
    profitable lucrative + profit margin return
    unprofitable - profit margin return
    valuable precious prized + value worth price amount
    productive + output production yield productivity produced made
    efficient economical frugal fuel-efficient fuel-economical + efficiency mpg economy
    inefficient uneconomical - efficiency mpg economy
    thirsty power-hungry energy-hungry + consumption usage use used fuel litre water
    wasteful + waste wastage consumption usage
    spacious roomy + area size capacity sqft sqm m2 floor
    cramped - area size capacity sqft sqm m2 floor
    bulky voluminous + volume size
    lengthy + length duration runtime minutes hours pages
    brief - length duration runtime minutes hours pages
    difficult hard tough challenging tricky + difficulty hardness
    easy - difficulty hardness
    dangerous deadly lethal fatal hazardous + death fatality casualty killed injury crime accident
    risky + risk
    safe + safety
    fertile + fertility births yield
    happy satisfied contented content + happiness satisfaction ladder csat score rating
    unhappy dissatisfied miserable - happiness satisfaction ladder csat score rating
    healthy + health expectancy
    corrupt + corruption
    peaceful + peace
    literate educated + literacy education schooling
    experienced seasoned senior veteran + experience seniority tenure service years
    inexperienced junior - experience seniority tenure service years
    spicy + spiciness heat scoville spice
    sweet sugary + sugar sweetness brix
    salty + salt sodium
    bitter hoppy + ibu bitterness
    sour acidic tart + acidity acid
    fatty greasy + fat calorie kcal
    calorific caloric fattening + calorie kcal energy
    alcoholic boozy + abv alcohol strength
    caffeinated + caffeine
    tasty delicious + taste rating score
    danceable + danceability
    energetic + energy
    tardy + delay overdue late lateness
    punctual prompt - delay late lateness
    indebted + debt
    volatile + volatility deviation
    reliable + reliability uptime
    sparse - density
"""
"""Words of the same meaning, whether more of it is more (+) or less (-), and words of headers."""

_BY_COUNT = "busy loyal faithful prolific frequent common widespread"
_SELDOM = "rare uncommon"

_DOERS = frozenset(("cleaner", "cooler", "dryer", "emptier", "fuller"))
"""Comparatives that are mostly somebody or something."""
_NOT_ASKED = frozenset(["common", "rare", "full", "empty", "clean", "calm", "dear", "content"])
"""What how … asks no number for: how full or how common something is, by itself."""


@dataclass(frozen=True)
class Degree:
    """A form of a word of degree: its tag, the way it goes, and the headers that it is told by."""

    phrase: str
    tag: Literal["super", "direction", "versus", "cmp", "how_much"]
    value: str
    dims: tuple[str, ...]


def grades(word: str) -> tuple[str, str] | None:
    """Return the comparative and superlative of a short word; longer ones have more and most."""
    vowels = len(re.findall(r"[aeiouy]+", word.removesuffix("e")))
    if not word.isalpha() or word.endswith(("ed", "ous", "ful", "able", "ile", "cey")):
        return None
    if vowels > 2 or (vowels == 2 and not word.endswith(("y", "ow", "le"))):
        return None
    if word.endswith("e"):
        base = word[:-1]
    elif word.endswith("y") and word[-2] not in "aeiou":
        base = word[:-1] + "i"
    elif re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]", word):
        base = word + word[-1]
    else:
        base = word
    return base + "er", base + "est"


def degrees() -> Iterator[Degree]:
    """Return all forms of all words."""
    for line in _WORDS.strip().splitlines():
        sign = "+" if " + " in line else "-"
        words, _, headers = line.partition(f" {sign} ")
        for word in words.split():
            yield from _forms(word.replace("-", " "), sign == "+", tuple(headers.split()))
    for more, words in ((True, _BY_COUNT), (False, _SELDOM)):
        for word in words.split():
            yield from (f for f in _forms(word, more, ("*count",)) if f.tag in ("super", "versus"))


def _forms(word: str, more: bool, dims: tuple[str, ...]) -> Iterator[Degree]:
    pairs = [(f"more {word}", f"most {word}", more), (f"less {word}", f"least {word}", not more)]
    short = grades(word)
    if short is not None:
        pairs.append((*short, more))
    for comparative, superlative, up in pairs:
        way = "desc" if up else "asc"
        yield Degree(superlative, "super", way, dims)
        yield Degree(f"{superlative} first", "direction", way, ())
        if comparative not in _DOERS:
            yield Degree(comparative, "versus", way, dims)
        yield Degree(f"{comparative} than", "cmp", ">" if up else "<", dims)
    if word not in _NOT_ASKED and dims != ("*count",):
        yield Degree(f"how {word}", "how_much", "avg", dims)


__all__ = ["Degree", "degrees", "grades"]
