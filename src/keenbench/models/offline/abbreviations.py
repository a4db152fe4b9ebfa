"""Headers that are cut short, and words of their first letters.

Whoever makes a table writes `hyg_score`, `Act_Amt` or `FSM`; whoever asks says hygiene score,
actuals and free school meals. A cut word is no English word by itself: an agent is no age.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from keenbench.models.offline.words import word_set

_WHOLE_WORDS = word_set(
    """
    ace act add ads age ago aid ail aim air ale all and ant any ape app apt arc are ark arm art ash
    ask ate axe bad bag ban bar bat bay bed bee beg bet bid big bin bit boa bow box boy bud bug bun
    bus but buy bye cab can cap car cat cow cry cub cup cut dad dam day den dew did die dig dim dip
    dog dot dry due dye ear eat egg ego elf elm end era eve eye fan far fat fax fed fee few fig fin
    fir fit fix flu fly foe fog for fox fry fun fur gap gas gel gem get god got gum gun gut gym had
    ham has hat hay hen her hex hid him hip his hit hop hot how hub hue hug hut ice ill imp ink inn
    ion its jab jam jar jaw jay jet job jog joy jug key kid kin kit lab lap law lay led leg let lid
    lie lip lit log lot low mad man map mat may men met mix mob mop mud mug nap net new nil nod nor
    not now nun nut oak oar oat odd off oil old one our out owe owl own pad pal pan pat paw pay pea
    pen pet pie pig pin pit pod pop pot pro pub put rag ram ran rat raw ray red rib rid rim rip rob
    rod rot row rub rug run rut rye sad sat saw say sea see set sew sex she shy sin sip sir sit six
    ski sky sly son sow soy spa spy sub sue sum sun tag tan tap tar tax tea ten the tie tin tip toe
    ton too top toy try tub tug two use van vet via vow wad wag war was wax way web wed wet who why
    wig win wit won yes yet you zip zoo area base card care cart case cash cast cell cent chin city
    club coal coat code cold cook cool copy cost crew crop dark date deal dish door dose down draw
    duty east exam face fact fall farm fare fish flag flat food foot form fuel full fund game gate
    gift girl goal gold golf good hall hand head heat help herd high hill hire home hour idea iron
    item lake land lane lead left lens life lift line link list load loan lock long loss main make
    male mark mass mate meal meat mile milk mill mine mode moon name neck need note open pack page
    paid pair park part pass past path peak pest plan play plot plus pole pool port post race rail
    rain rank rate read real rent rest rice ride ring risk road role roof room root rope rose rule
    safe sale sand seat seed self sell sent ship shoe shop shot show side sign site size skin snow
    soil sold song sort spot star stay stem step stop suit tank task taxi team tent term test text
    tide tile till time tool tour town trap tree trim trip tube turn type unit user vote wage wait
    walk wall ward wash wave week well west wide wife wild wind wine wing wire wood word work yard
    year zone cons cars mans per pers port
    """
)
"""Words that a header may hold as they are: none of them is another one cut short."""
_CUT_TOO = frozenset(("act", "bud", "sub", "cap", "app", "fin", "pop"))
"""Words that are as often another one cut short: Act_Amt and Bud_Amt, of actuals and budget."""
_NO_INITIALS = word_set("id no nr st is it in at on to as by of or us we me my so do go am pm")
_NEVER_INITIALS = _NO_INITIALS | _WHOLE_WORDS
_PARTED = word_set(
    "and or by per in for with from the a an is are was were before after since until during till"
)
_MOST_LETTERS = 6
_SHORT = 3


@lru_cache(maxsize=65536)
def is_short_for(header: str, asked: str) -> bool:
    """Return whether a header's word is what was asked for, cut short: hyg, estab, viol, reqd."""
    if not header.isalpha() or not asked.isalpha() or len(header) < 3:
        return False
    if len(header) > _MOST_LETTERS or len(asked) < len(header) + 2:
        return False
    if header in _WHOLE_WORDS and header not in _CUT_TOO:
        return False
    if asked.startswith(header):
        return True
    if header.endswith("d") and asked.endswith("ed") and asked.startswith(header[:-1]):
        return True  # reqd
    silent = header.removesuffix("e") if asked.endswith("e") else header  # whse, rte
    if set(silent) & set("aeiou") or header[0] != asked[0]:
        return False
    if len(header) > _SHORT and _consonants(asked).startswith(header):
        return True  # cmpl, of completed
    return header[-1] in (asked[-1], asked.removesuffix("s")[-1]) and _in_order(header, asked)


def _consonants(word: str) -> str:
    return "".join(letter for letter in word if letter not in "aeiou")


def _in_order(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)


def is_initials(short: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether one word is made of the first letters of several: DNF, FSM, PIs."""
    if len(short) != 1 or len(words) < 2:
        return False
    word = short[0].removesuffix("s") if len(short[0]) > 2 else short[0]
    if word in _NEVER_INITIALS or not 2 <= len(word) <= _MOST_LETTERS:
        return False
    if _PARTED & set(words):
        return False  # name and mpg of european ones
    return word in cut_to_letters(words)


def cut_to_letters(words: Sequence[str]) -> list[str]:
    """Return what several words are cut to: EA, of Electronic Arts; SBP, of systolic BP."""
    first = "".join(each[0] for each in words if each)
    mixed = "".join(each if len(each) <= _SHORT else each[0] for each in words)
    return list(dict.fromkeys((first, mixed)))
