"""Short forms of common words, and slips in them, with what they stand for.

By concept: verbs run together with their subject, negations without an apostrophe, chat spelling,
units, office shorthand, and slips that are too short for the rule that mends longer words.
"""

from __future__ import annotations


def _pairs(text: str) -> dict[str, str]:
    """Return what stands before each colon with what stands after it."""
    pairs = (line.split(":") for line in text.strip().split(","))
    return {short.strip(): meant.strip() for short, meant in pairs if short.strip()}


def _without_apostrophe() -> dict[str, str]:
    verbs = (
        "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "would", "should",
        "could", "must", "need",
    )  # fmt: skip
    return {f"{verb}nt": f"{verb} not" for verb in verbs} | {
        "cant": "can not", "wont": "will not", "aint": "is not", "ain't": "is not",
        "dosent": "does not", "doesent": "does not", "dident": "did not",
    }  # fmt: skip


CONTRACTIONS: dict[str, str] = _without_apostrophe() | _pairs(
    """
    whos: who, whats: what, wheres: where, whens: when, hows: how, whys: why,
    thats: that, theres: there, heres: here, lets: let us, whove: who have, who've: who have,
    who'd: who, who'll: who, whod: who, weve: we have, theyve: they have, youve: you have,
    ive: i have, theyre: they are, youre: you are, id've: i have,
    itd: it, thatve: that have, that've: that have, whatre: what are,
    gonna: going to, wanna: want to, gotta: have to, gimme: give me, lemme: let me,
    dunno: do not know, shoulda: should have, whatcha: what, y'all: you
    """
)
IN_FULL: dict[str, str] = _pairs(
    """
    bcs: because, bc: because, bcos: because, bcoz: because, becuz: because, cuz: because,
    coz: because, becos: because, becouse: because, becasue: because,
    pls: please, plse: please, pleas: please, thx: thanks, thnx: thanks, ty: thanks,
    ppl: people, peeps: people, ur: your, b4: before, btwn: between,
    thru: through, tho: though, abt: about, approx: approximately, incl: including,
    excl: excluding, esp: especially,
    rn: right now, atm: at the moment,
    hrs: hours, mins: minutes, secs: seconds, yrs: years, wks: weeks, mths: months, mnths: months,
    mos: months, qtr: quarter, qtrs: quarters, wkly: weekly, mthly: monthly, yrly: yearly,
    kgs: kg, kms: km, lbs: pounds, mtrs: metres, ltrs: litres,
    amt: amount, amts: amounts, qty: quantity, qtys: quantities, pct: percent, perc: percent,
    dept: department, depts: departments, cust: customer, custs: customers, emp: employee,
    emps: employees, appt: appointment, appts: appointments, acct: account, accts: accounts,
    txn: transaction, txns: transactions, invs: invoices,
    mgr: manager, mgrs: managers, num: number, nr: number, nbr: number, cnt: count, avrg: average,
    av: average, avge: average, tot: total, ttl: total, subs: subscriptions,
    temps: temperatures, sched: schedule, reqs: requests, regs: registrations,
    prods: products, info: information,
    wich: which, whcih: which, whihc: which, hwo: how, waht: what, wat: what,
    wht: what, hw: how, hwat: what, teh: the, hte: the, adn: and, nad: and, fro: from,
    taht: that, thier: their, ther: there, mnay: many, amny: many, mcuh: much,
    muhc: much, moer: more, mroe: more, lsit: list, shwo: show, giev: give, prive: price,
    yaer: year, yeras: years, avrage: average, averge: average,
    agerage: average, evry: every, eah: each, ech: each, betwen: between, beween: between,
    bewteen: between, recieved: received, recieve: receive, seperate: separate,
    seperately: separately, untill: until, wihtout: without, whithout: without,
    custmers: customers, costumers: customers, cusotmers: customers, oders: orders,
    orderd: ordered, payed: paid, adress: address, catagory: category, catagories: categories,
    responsable: responsible, occured: occurred, cancled: cancelled, canceld: cancelled,
    higest: highest, heighest: highest, highst: highest, lowst: lowest, lowset: lowest,
    precentage: percentage, percentge: percentage, persent: percent, totl: total, toatl: total
    """
)
"""Short and mistyped words of any question; a header or cell that is written so still matches."""

COMMON_WORDS: tuple[str, ...] = tuple(
    """
    average number total maximum minimum median percentage percent share count highest lowest
    largest smallest biggest cheapest latest earliest longest shortest between difference compare
    compared versus different distinct without excluding including except customers orders products
    revenue money amount price quantity category country month monthly yearly weekly quarter year
    women january february march april june july august september october november december monday
    tuesday wednesday thursday friday saturday sunday which where many more than least most fewer
    before after during since until other together altogether overall people started finished
    cancelled completed received delivered returned opened closed missing
    """.split()  # noqa: SIM905
)
"""Words of any question that are mended where they name nothing as they are written."""
