"""Words that hold a sentence together, and verbs that say little by themselves."""

from __future__ import annotations

from keenbench.models.offline.words import root, word_set

FILLERS = word_set(
    """
    a an the of in on at to for from with is are was were be been being am there their its it
    this that these those do does did has have had having as if then so such also us our we i
    you my your they them he she his her which one ones all any some overall entire whole
    total's me would could should can will shall may might please currently ever dataset table
    file data database csv much many lot lots about around given present how what's let's whats
    value values figure figures here above-mentioned within into out up respectively exist
    exists existing existed contain held hold holds occurring appear appears appeared available
    listed there's where's who's hi hello hey thanks thank ok okay now and/or i'd i'm we're
    we've itself themselves own each other result results answer question know like than
    single individual actual actually particular specific anyone someone everyone anybody both
    anything something everything everybody meaning i.e e.g ie eg namely respectively
    pls plz yet via using use split breakdown distribution altogether already actually und
    """
)
"""Words that hold a sentence together and say nothing of what is asked."""


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
    discovered build built manufacture manufactured travel travelled traveled send sends sent
    hand handed file filed bring brings brought lead leads led keep kept want wanted need needed
    stay stayed try tried start started become became attract attracted gets getting goes going
    handle handles handled host hosts hosted manage manages managed organise organised organize
    organized own owns owned employ employs employed serve serves served feature features featured
    supply supplies supplied draw draws drew drawn teach teaches taught treat treats treated
    oversee oversees house houses boast boasts grown cover covers covered remain remains remained
    """
)
"""Verbs that only join a thing to its figure or place, unless a column carries their name."""


ORDERS = word_set(
    """
    send email call delete remove update change set insert create add cancel notify write book
    drop edit rename fix import upload save
    """
)
"""What someone begins with who wants something done, not told."""


HAPPENS = frozenset(
    map(
        root,
        word_set(
            """
            buy bought purchase order reserve book enrol enroll join submit lodge raise log create
            make receive take hold run operate organise process administer see visit travel fly
            flew drive drove ride rode move transport issue hand give grant award donate contribute
            rent hire lease borrow lend lent play perform screen air publish release launch write
            produce direct build assemble construct install plant grow grew harvest pick catch
            caught observe measure scan sample clean wash teach study learn work live stay sleep
            eat ate dine drink drank consume use weigh occur happen prefer choose chose select
            name fill fill top scan park drop request apply sit sat cook bake brew roast print copy
            answer call phone email mail post share upload download stream watch listen read
            subscribe donate volunteer bid offer list stock carry wear wore win won score sail row
            swim walk hike climb ski complete attend enter done do haul let
            """
        ),
    )
)
"""Verbs that only say that what a row tells took place."""


PAST = word_set(
    """
    bought sold made took taken gave given ran held saw seen flew flown drove driven rode lent grew
    grown caught taught ate drank drunk chose chosen wrote written sat wore won swam brought spent
    got built went came left sent read hit met kept led told found put paid done let
    """
)
"""Verbs in the past that do not end in -ed."""


OUTCOMES = frozenset(
    map(root, word_set("win won complete done score apply grant award hire attend"))
)
"""Those of them that say how it ended, where a table tells that."""


DEAL_VERBS = word_set(
    """
    sell sold sells selling buy bought purchase purchased order ordered
    """
)
"""Verbs of trade: they add nothing to a total, and much where things are counted."""
