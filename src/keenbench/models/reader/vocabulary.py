"""English that a question may use without saying anything about the tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from keenbench.models.offline.slips import mistyped
from keenbench.models.offline.words import root, word_set

_VERBS = word_set(
    """
    calculate compute determine estimate analyse analyze display
    switch switched enable enabled tick ticked flag flagged activate activated
    buy bought sell sold register submit win won come came handle log serve run ran take took make
    made get got give gave go went see saw look bring brought raise raised collect collected earn
    earned end ended turn turned happen occurred occur arrive arrived visit visited attend attended
    join joined book booked place placed process processed do did done work worked use used need
    needed want wanted have had been put set keep kept hold held show showed shown find found let
    lets stay stayed live lived belong belonged sit sits stand stands lie lies fall fell add added
    sum adds amount amounts equal equals spend spent pay pays paid cost costs charge charged bill
    billed write wrote written play played teach taught learn learned study studied treat treated
    fill filled complete completed finish finished start started begin began open opened close
    closed send sent ship shipped receive received deliver delivered drive drove driven fly flew
    carry carried haul hauled pick picked drop dropped move moved clean cleaned check checked fix
    fixed repair repaired build built create created produce produced grow grew grown harvest
    harvested plant planted cook cooked eat ate drink drank order ordered request requested apply
    applied ask asked answer answered call called report reported record recorded track tracked
    score scored rate rated rank ranked grade graded mark marked vote voted host hosted lead led
    manage managed oversee supervise run assign assigned allocate allocated cover covered contain
    contained include included involve involved relate related concern concerned count counted
    measure measured weigh weighed last lasted reach reached hit achieve achieved gain gained lose
    lost break broke broken fail failed pass passed miss missed skip skipped show perform performed
    offer offered provide provided supply supplied stock stocked store stored own owned rent rented
    hire hired lease leased borrow borrowed lend lent return returned refund refunded cancel
    cancelled renew renewed sign signed enrol enrolled enroll admit admitted discharge discharged
    diagnose diagnosed prescribe prescribed refer referred transfer transferred claim claimed settle
    settled approve approved reject rejected decline declined accept accepted resolve resolved
    generate generated publish published release released issue issued print printed post posted
    upload download stream streamed listen watch watched read view viewed click subscribe
    subscribed donate donated contribute contributed sponsor sponsored fund funded award awarded
    volunteer help helped support supported contact contacted email phone reply replied respond
    responded think say said tell told mean meant expect expected plan planned try tried seem
    appear know knew compare leave left live work bring takes taking getting having going doing
    making being coming selling buying paying costing earning spending working living running
    driving sitting standing using playing holding
    burn burned burnt consume consumed guzzle guzzled clock clocked rack racked notch notched chalk
    chalked tot totted sat rake raked churn churned undergo underwent undergone obtain obtained
    acquire acquired attract attracted draw drew drawn tackle tackled address addressed destine
    destined head headed accumulate accumulated amass amassed accrue accrued total totalled totaled
    log logged pull pulled net netted bag bagged land landed secure secured net shift shifted
    flog flogged knock knocked turn pocket pocketed fetch fetched command commanded require required
    experience experienced suffer suffered encounter encountered face faced enter entered compete
    competed participate participated engage engaged employ employed feature featured meet met meets
    stand stood
    """
)
_NOUNS = word_set(
    """
    copy copies piece pieces
    thing things stuff one ones lot lots bit kind kinds sort way ways case cases time times
    please thanks hi hello hey everyone anybody team guys folks us everything nothing detail
    details info information overview summary list table view data dataset file sheet spreadsheet
    column row field record answer question number figure amount period range part place
    idea business company firm organisation organization office shop store system database
    books file record history work life world end top bottom side total overall
    """
)
_OTHERS = word_set(
    """
    despite although though while whereas however also too either even ever still yet already
    just only really actually roughly approximately about exactly altogether together alone
    currently now today recently usually normally generally typically mostly mainly often always
    sometimes again back away off out up down in on over through throughout around across along
    ahead apart aside against onto upon toward towards among amongst per via whole entire full
    complete single individual separate respective actual real main general usual typical common
    given certain particular specific same similar different various several many much more most
    few less least enough extra additional further next previous past present current recent
    very willing possible available overall combined new whatever whichever completely entirely
    fully ever collective collectively respectively precisely inclusive
    noted noticed observed spotted mentioned documented
    here there where when why how who whom whose which what that this these those it its
    him her them they he she we our ours us you your i my me mine myself ourselves themselves
    is are was were be been being am do does did has have had having can could will would shall
    should may might must a an the and or but nor so if then else than as at by for from into of
    off on onto to with within without because since until unless quickly please pls plz kindly
    quick simple simply basically ok okay well right sure anyway btw fyi hmm um
    don't doesn't didn't who've we've they've i've you've who'd we'd they'd who're that're
    across all any each every some no not none
    """
)
_MEASURED_TOO = word_set(
    "score scores rate rates grade grades mark marks measure weight rank size review reviews"
)
_LIGHT_MONEY = word_set("make made give gave bring brought raise")
_LONG_ENOUGH = 6
_NEUTRAL = frozenset((*_NOUNS, *_OTHERS))
_NEUTRAL_ROOTS = frozenset(root(word) for word in _VERBS)


def cost_of_leaving_out(word: str) -> float:
    """Return how much a reading loses that gives no meaning to a word that names nothing."""
    if word.endswith(("ee", "ees")) and root(word) in MONEY and word not in ("fee", "fees"):
        return 0.95  # who is paid, and not what
    if root(word) in MONEY and word not in _LIGHT_MONEY:
        return 0.12
    if word in _NEUTRAL:
        return 0.03
    if word in _MEASURED_TOO:
        return 0.4
    doer = word.endswith(("er", "ers", "or", "ors")) and word not in _VERBS
    if word in _VERBS or (root(word) in _NEUTRAL_ROOTS and not doer):
        return 0.08
    return 0.12 if _is_mistyped_verb(word) else 0.95


@lru_cache(maxsize=4096)
def _is_mistyped_verb(word: str) -> bool:
    """Whether a word is likely a verb that anybody uses with a slip in it: handeled."""
    if len(word) < _LONG_ENOUGH or not word.endswith(("ed", "ing")):
        return False
    forms = {form for verb in _VERBS for form in (verb, f"{verb}d", f"{verb}ed", f"{verb}ing")}
    meant = [form for form in forms if form.endswith(word[-2:]) and mistyped(word, form)]
    if word.endswith("ing"):  # parking, marketing and heating are things, and no slips
        meant = [form for form in meant if form[0] == word[0] and abs(len(form) - len(word)) == 1]
    return bool(meant)


CURRENCIES = word_set(
    """
    pound pounds quid gbp euro euros eur dollar dollars usd bucks franc francs chf yen krona kroner
    """
)
WORTH = ("value", "values", "worth", "amount", "amounts")
FOR_EACH = ("per", "for each", "for every")

MONEY = frozenset(
    root(word)
    for word in word_set(
        """
        revenue sales takings income earnings turnover proceeds money cash spend spent spending pay
        paid cost costs charge charged bill billed earn earned raise raised worth value amount
        amounts price fee fees pounds dollars euros quid bucks gross net total owed owing make made
        bring brought collect collected give gave donated donate contribute contributed
        """
    )
)
"""Roots of words that speak of money: with a sum of money in the answer they say no more."""
MONEY_NOUNS = frozenset(
    [
        "revenue",
        "revenues",
        "takings",
        "income",
        "earnings",
        "turnover",
        "proceeds",
        "money",
        "cash",
        "spend",
        "spending",
        "expenditure",
        "outlay",
        "sales",
        "receipts",
    ]
)
"""Words that ask for a sum of money though no header may hold them."""
MONEY_TOTALS = frozenset(
    root(word) for word in (*MONEY_NOUNS, "spent", "earned", "billed", "charged", "raised", "paid")
)
"""Roots of words that mean all of it together, even of what is a price for one."""
MONEY_ONLY = frozenset(
    root(word)
    for word in word_set(
        """
        price prices cost costs fee fees fare rent salary wage pay pounds dollars euros budget
        profit expense expenses charge payment
        """
    )
)
"""Roots of words that are of money and nothing else: a price is no unemployment rate."""
EARNING_VERBS = frozenset(
    root(word)
    for word in word_set(
        """
        spend spent earn earned bring brought generate generated gross grossed raise raised collect
        collected cost costs pay paid charge charged bill billed make made donate donated give gave
        given
        contribute contributed owe owed refund refunded invoice invoiced take took turn
        """
    )
)
"""Verbs of which the object, where none is said, is money: what brought in the most."""
SELLING = frozenset(
    root(word)
    for word in word_set(
        """
        sell sold buy bought purchase purchased ship shipped deliver delivered dispatch dispatched
        bake baked make made produce produced manufacture manufactured stock stocked pack packed
        order ordered supply supplied import imported export exported serve served
        """
    )
)
"""Roots of verbs of which the object is pieces: how many were sold, not in how many sales."""
PRODUCING = frozenset(
    root(word)
    for word in word_set(
        """
        yield yielded produce produced grow grew grown harvest harvested catch caught land landed
        pick picked generate generated output brew brewed extract extracted mine mined recycle
        recycled consume consumed burn burned burnt pump pumped lay laid
        """
    )
)
"""Verbs of which the object, where none is said, is how much of it there was: weight, litres."""
BEFORE_OR_AFTER = {
    "after": ">", "later": ">", "past": ">", "beyond": ">", "before": "<", "earlier": "<",
    "ahead of": "<", "prior": "<",
}  # fmt: skip
"""Words that hold a day against another, where no period follows."""
ANY_PIECE = word_set("copy copies piece pieces one ones unit item items thing things bit part")
"""Nouns for one of something, which say little of what it is."""
ANYBODY = word_set(
    """
    person people individual folk human guy somebody child kid baby infant toddler youngster teen
    teenager adult grownup boy girl lad lass man woman male female lady gentleman pensioner senior
    newcomer newbie inhabitant
    """
)
ANY_CUSTOMER = word_set("customer client user member staff employee worker guest visitor name")
AT_WORK = word_set(
    """
    operator driver agent rep salesperson seller manager supervisor officer handler assignee
    engineer technician attendant nurse doctor vet clerk cashier instructor teacher tutor staff
    employee worker courier pilot captain chef cook waiter barista cleaner mechanic inspector
    assessor adjuster consultant developer reviewer approver landlord trainer coach picker packer
    """
)
SERVED = word_set(
    """
    customer client buyer shopper purchaser consumer guest visitor patient tenant passenger donor
    borrower student pupil subscriber claimant applicant policyholder payer lodger attendee
    """
)
NOBODY: frozenset[str] = frozenset()
ON_THE_OTHER_SIDE = {
    **dict.fromkeys(("customer", "client", "guest", "visitor"), AT_WORK),
    **dict.fromkeys(("staff", "employee", "worker"), SERVED),
}
"""Words of headers that name those whom a noun cannot mean: no customer is an operator."""


PEOPLE = word_set(
    """
    person people individual folk human man woman guy customer client buyer shopper purchaser
    consumer user member subscriber guest visitor attendee participant delegate respondent applicant
    candidate employee staff worker colleague personnel teammate contractor freelancer driver rider
    passenger traveller traveler patient student pupil learner trainee teacher instructor tutor
    resident tenant landlord owner holder donor volunteer player athlete runner scorer author writer
    artist agent rep salesperson seller manager supervisor boss officer handler assignee developer
    engineer technician attendant nurse doctor vet clerk cashier operator carer interviewer
    recruiter
    organiser host sponsor beneficiary claimant borrower reader viewer listener caller policyholder
    name contact signatory partner consultant adviser advisor solicitor lawyer examiner inspector
    child kid baby infant toddler youngster teen teenager adult boy girl lad lass lady gentleman
    pensioner senior newcomer mother father parent sibling spouse subject enrollee entrant finisher
    trainer builder dealer skipper bidder trader renter assessor auditor surveyor researcher
    investigator lecturer reseller distributor starter joiner leaver practitioner occupier occupant
    competitor contestant swimmer cyclist walker hiker golfer angler rower skater climber
    warden courier pilot captain coach referee chef cook waiter waitress barista server cleaner
    dentist clinician pharmacist therapist physiotherapist lecturer professor surgeon practitioner
    physician librarian translator interpreter journalist editor reporter photographer musician
    composer singer actor actress director producer designer architect plumber electrician mechanic
    carpenter builder gardener groomer trainer judge umpire barrister paralegal accountant auditor
    analyst broker banker teller dispatcher conductor skipper sailor fisherman farmer breeder jockey
    cyclist swimmer rower climber hiker keeper ranger guard marshal steward bartender sommelier
    baker butcher brewer winemaker picker packer loader fitter installer welder painter decorator
    tailor hairdresser barber stylist beautician midwife paramedic optician optometrist radiographer
    surveyor valuer negotiator lodger guarantor secretary treasurer president mayor councillor voter
    parent guardian child kid apprentice intern graduate researcher scientist curator archivist
    nominee winner victim witness suspect offender defendant plaintiff prisoner detective fundraiser
    backer signer approver reviewer submitter creator referrer sender recipient payee payer bidder
    inhabitant citizen
    biker skier golfer boxer wrestler goalkeeper striker bowler batsman batter pitcher racer
    """
)
"""Nouns for people: what who asks for, and what a row or a column of people may be called."""
HEADS = word_set(
    """
    party guest pax cover headcount attendance attendee passenger participant visitor adult child
    people person population diner inhabitant resident
    """
)
"""Words of headers that count people in a row."""
EVENTS = word_set(
    """
    visit trip journey ride booking reservation appointment session meeting call order purchase sale
    transaction deal payment donation gift return refund claim complaint request ticket incident
    issue bug fault case job task shift delivery shipment movement loan checkout rental hire stay
    admission screening match game fixture race event class lesson exam test application enrolment
    enrollment registration interview harvest reading measurement inspection clean cleaning service
    repair treatment procedure response submission entry log download play stream episode invoice
    bill expense timesheet contract policy subscription vote goal load run result record
    """
)
THINGS = word_set(
    """
    item product article good thing device machine equipment asset kit gear vehicle car
    van truck lorry bus bike bicycle book title film movie song track album property house home flat
    apartment listing building room site plot field animal pet plant crop part component tool
    """
)
THEM = frozenset(("them", "those", "these", "they", "their", "theirs", "ones"))
"""Words that point at rows of the answer before."""
BACK = THEM | {"that", "it", "its", "this"}
DO = ("do", "does", "did", "would", "will")
FURTHER = word_set("also too further additionally split break broken segment")
"""With these a new group is one more, not another: split that by region."""
BESIDES = frozenset(("also", "too", "add", "include", "including", "additionally", "besides"))
REST = frozenset(("rest", "others", "remaining", "remainder"))
REVERSED = (
    "the other way round", "the other way around", "other way round", "other way around",
    "the other way", "in reverse", "reverse it", "reverse that", "reverse", "reversed", "flip it",
    "flip that", "flip", "backwards", "upside down", "in reverse order", "reverse order",
    "opposite order", "the opposite order",
)  # fmt: skip


def turning_words(said: Sequence[str]) -> set[str]:
    """Return the words of a message that turn the answer before round, or ask for its rest."""
    text = f" {' '.join(said)} "
    turned = [phrase for phrase in REVERSED if f" {phrase} " in text]
    return {word for phrase in turned for word in phrase.split()} | (REST & set(said))


GOING_ON = word_set(
    """
    now only just also instead same again too then but so ok okay oh nice great cool thanks thank
    perfect super lovely good right well hmm hm interesting wow sorry actually please pls plz thing
    one ones rather make do can could you would we look at let lets see break broken down split up
    into further additionally keep restrict narrow filter limit show give me this that those them
    these they their theirs it its what's whats how about as well still else but
    """
)
"""What only says that a message goes on from the one before, and says nothing by itself there."""
PLACES = word_set(
    """
    place location venue site city town country port harbour terminal room hall branch street
    address region area district depot office store shop station stop field plot round ward
    building floor stadium ground route line zone park museum clinic hospital school warehouse
    """
)
"""Nouns for where something was: what where asks for."""

ORDERS = word_set(
    """
    send email mail call phone ring text delete remove update change set insert create add cancel
    notify remind write book reserve drop edit rename fix repair import upload save move copy
    archive restore assign approve reject order buy sell pay invoice refund ship install run execute
    open close lock unlock turn switch
    """
)
"""What someone begins with who wants something done, not told."""
