"""Words that hold a sentence together, and verbs that say little by themselves."""

from __future__ import annotations

from keenbench.models.offline.words import word_set

FILLERS = word_set(
    """
    a an the of in on at to for from with is are was were be been being am there their its it
    this that these those do does did has have had having as if then so such also us our we i
    you my your they them he she his her which one ones all any some overall entire whole
    total's me would could should can will shall may might please currently ever dataset table
    file data database csv much many lot lots about around given present how what's let's whats
    figure figures here above-mentioned within into out up respectively exist
    exists existing existed contain held occurring appear appears appeared available
    listed there's where's who's hi hello hey thanks thank ok okay now and/or i'd i'm we're
    we've itself themselves own each other result results answer question know like than
    single individual actual actually particular specific anyone someone everyone anybody both
    anything something everything everybody nobody meaning i.e e.g ie eg namely respectively
    anywhere everywhere somewhere
    pls plz yet via using use split breakdown distribution altogether already actually und
    """
)
"""Words that hold a sentence together and say nothing of what is asked."""


AUXILIARIES = word_set("is are was were do does did has have had")
"""What a question of yes or no begins with."""


LIGHT_VERBS = word_set(
    """
    be have do make made get got go went come came take took taken place placed happen happened
    occur occurred belong belongs belonged include included includes contain contained contains
    record recorded report reported reach reached see seen saw show shown showed find found
    exist live lives lived living locate located base based comes originate originates situated
    carry carried register registered log logged produce produced receive received receives
    offer offered operate operated provide provided account accounted accounts turn turned count
    counted measure measured observe observed list listed put work works worked give gave given
    say says said mean call called hold held run ran bring brought had has having generate
    generated generates perform performed makes use used play played sign signed look looks
    issue issued write written wrote enter entered display displayed rank ranks ranked discover
    discovered build built manufacture manufactured travel travelled traveled
    travelling traveling send sends sent
    hand handed file filed bring brings brought lead leads led keep kept want wanted need needed
    stay stayed try tried start started become became attract attracted gets getting goes going
    handle handles handled host hosts hosted manage manages managed organise organised organize
    organized own owns owned employ employs employed serve serves served feature features featured
    supply supplies supplied draw draws drew drawn teach teaches taught treat treats treated
    oversee oversees house houses boast boasts grown cover covers covered
    """
)
"""Verbs that only join a thing to its figure or place, unless a column carries their name."""


LOOKING_AFTER = (
    "look after", "looks after", "looked after", "looking after", "take care of", "takes care of",
    "took care of", "deal with", "deals with", "in hand", "on their books", "on his books",
    "on her books", "to their name",
)  # fmt: skip
"""What says of people that something is theirs to do."""


WHENEVER = (
    "over all years", "across all years", "in all years", "for all years", "of all years",
    "all years", "over all months", "across all months", "in all months", "for all months",
    "of all months", "all months", "over all the years", "across all the years",
    "in all the years", "for all the years", "of all the years", "all the years",
    "over all time", "across all time", "in all time", "for all time", "of all time",
    "over all dates", "across all dates", "in all dates", "for all dates", "of all dates",
    "all dates", "over all quarters", "across all quarters", "in all quarters",
    "for all quarters", "of all quarters", "all quarters", "any year", "in any year",
    "of any year", "every year combined", "all years together", "all years combined",
    "all years taken together", "across the years", "ever recorded", "since records began",
    "over the year", "during the year", "throughout the year", "through the year",
    "across the year", "over the whole year", "over the period", "during the period",
    "over the whole period", "across the period", "to date", "over all", "across the board",
    "all told", "all in all", "worldwide", "globally", "in the world", "on the planet",
    "all time", "whatever the year", "regardless of year",
)  # fmt: skip
"""What says of all dates alike that it does not matter when."""
