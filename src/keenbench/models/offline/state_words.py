"""States that rows are in, as people say them, and the words of tables that tell them.

A state is told by a cell of a category, a column of yes and no, a day that has come or not, a sum
that is there or not. Both ways of saying it stand here; which of them a table can tell is for
`states` to find out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from keenbench.models.offline.words import root


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.replace("\n", " ").split(",") if part)


@dataclass(frozen=True)
class State:
    """What is said of a row for which something is so, and of one for which it is not (yet)."""

    so: str
    not_so: str
    cells: str = ""
    """Cells that say that it is so; `other_cells` that it is not."""
    other_cells: str = ""
    flags: str = ""
    """Words of yes/no columns that say it; `other_flags` the contrary."""
    other_flags: str = ""
    dates: str = ""
    """Words of days that have come where it is so."""
    sums: str = ""
    """Words of numbers that are over 0 where it is so."""
    texts: str = ""
    """Words of columns that are filled in where it is so."""


STATES: tuple[State, ...] = (
    State(  # 0: money
        so="paid, paid up, paid off, settled up, cleared, paid in full, fully paid",
        not_so="""unpaid, outstanding, not paid for, owed, owing, awaiting payment, still owed,
            still owing, to be paid, yet to be paid, still to be paid, payment outstanding,
            still outstanding, unsettled, waiting to be paid, waiting for payment, in arrears""",
        cells="paid, settled, cleared, paid in full",
        other_cells="unpaid, outstanding, open, overdue, due, pending, not paid, part paid, owing",
        flags="paid, settled, cleared",
        other_flags="unpaid, outstanding, owing",
        dates="paid, payment, settled, cleared",
        sums="paid",
    ),
    State(  # 1: what goes on, and what has come to an end
        so="""inactive, former, ex, lapsed, churned, departed, resigned, terminated, expired,
            deactivated, discontinued, no longer active, no longer with us, no longer here,
            no longer employed, no longer working, no longer, gone, ended, stopped, defunct,
            not active any more, not active anymore, left us, walked away, moved on, given up,
            signed off, dropped out, quit, retired, withdrawn, cancelled, canceled""",
        not_so="""active, current, currently active, existing, ongoing, live, in force, in effect,
            still with us, still here, still active, still employed, still working, still running,
            still going, still around, still subscribed, still enrolled, still there,
            still on board, remaining, serving, current active, still working here,
            still working for us, still with the company, still with the firm, still on the books,
            still on our books, still in force, still current, actively""",
        cells="""inactive, former, lapsed, churned, left, departed, resigned, terminated, expired,
            deactivated, discontinued, ended, cancelled, canceled, closed, withdrawn, retired,
            dropped out, stopped, leaver""",
        other_cells="""active, current, live, ongoing, running, employed, in force, in use,
            in service, enrolled, valid, in effect, existing""",
        flags="""inactive, cancelled, canceled, discontinued, retired, terminated, left, churned,
            expired, closed, archived, ended, lapsed, withdrawn""",
        other_flags="active, current, live, enabled, employed, ongoing, valid, running",
        dates="""cancelled, cancel, cancellation, canceled, end, ended, leaving, left, leave, exit,
            exited, termination, terminated, departure, departed, discharge, discharged, checkout,
            churn, churned, retired, retirement, resigned, resignation, withdrawn, withdrawal,
            closed, quit, lapsed, disposed, disposal, decommissioned, finish, finished, outcome""",
    ),
    State(  # 2: work that is done
        so="""closed, resolved, finished, completed, solved, fixed, concluded, finalised, finalized,
            dealt with, wrapped up, sorted out, sorted, complete, done, cleared up, over and done,
            closed out, signed off, over, closed down""",
        not_so="""open, unresolved, ongoing, in progress, unfinished, incomplete, outstanding,
            active, unsolved, unfixed, still open, not finished, underway,
            under way, still going on, still outstanding, still being worked on,
            uncompleted, still in progress, still ongoing, live, yet to be closed,
            yet to be resolved, yet to be completed, to be done, still to do, to do""",
        cells="""closed, resolved, finished, completed, solved, fixed, done, complete, concluded,
            finalised""",
        other_cells="""open, unresolved, ongoing, in progress, pending, new, reopened, unfinished,
            incomplete, active, underway, started, not started, waiting, under review, on hold,
            to do, todo, backlog""",
        flags="closed, resolved, finished, completed, complete, solved, fixed, done",
        other_flags="open, unresolved, ongoing, pending",
        dates="""closed, close, closing, resolved, finished, finish, completed, completion, solved,
            fixed, done, end, ended, concluded, resolution, closure""",
    ),
    State(  # 3: what was lent
        so="""returned, brought back, given back, handed back, back, back in, sent back, come back,
            came back, coming back, sending back, send back, comes back, taken back""",
        not_so="""on loan, out on loan, still out on loan, unreturned, lent out,
            rented out, hired out, checked out, out on hire, still on loan, not back yet, not back,
            on hire, still lent out, still rented out, still borrowed, out at the moment,
            still checked out, away, not returned yet, yet to be returned""",
        cells="returned, back, checked in, available, in",
        other_cells="on loan, out, lent, rented, borrowed, checked out, active, hired, in use",
        flags="returned, back",
        other_flags="out, lent, rented",
        dates="returned, return, back, checkin, dropoff",
    ),
    State(  # 4: what is for sale
        so="sold, snapped up, gone",
        not_so="""unsold, on the market, still on the market, for sale, still for sale, on sale,
            still available, available, not sold, still unsold, left to sell, up for sale,
            still listed, still up for sale""",
        cells="sold, sold stc, sale agreed",
        other_cells="available, unsold, for sale, on the market, listed, active, in stock",
        flags="sold",
        other_flags="available, unsold",
        dates="sold, sale, sell",
        sums="",
    ),
    State(  # 5: what was sent
        so="delivered, arrived, got there, handed over, landed",
        not_so="""undelivered, on its way, on their way, en route, on the way, in transit, underway,
            still in transit, still on its way, still on their way, still on the way,
            not delivered, awaiting delivery, still en route, outstanding, yet to arrive,
            yet to be delivered, still to come, still to be delivered""",
        cells="delivered, arrived, landed, received",
        other_cells="in transit, on the way, en route, shipped, dispatched, out for delivery",
        flags="delivered, arrived, received",
        dates="delivered, delivery, arrived, arrival, received",
    ),
    State(  # 6
        so="shipped, dispatched, sent out, sent off, posted",
        not_so="unshipped, not shipped, yet to ship, waiting to ship, awaiting dispatch",
        cells="shipped, dispatched, sent, delivered, in transit",
        other_cells="processing, pending, packing, unshipped, new",
        flags="shipped, dispatched, sent",
        dates="shipped, dispatched, sent, ship, dispatch",
    ),
    State(  # 7: who came
        so="""attended, showed up, turned up, came along, checked in,
            show up, turn up, come along, check in, attend""",
        not_so="""no show, no shows, no-show, absent, absentees, missed, missing out, stayed away,
            did not show, failed to show up, failed to turn up, failed to attend""",
        cells="attended, showed up, checked in, present, turned up",
        other_cells="no show, noshow, absent, missed, did not attend, dna, not attended",
        flags="attended, checked in, present, showed up, showed, arrived, attendance",
        other_flags="no show, noshow, absent, missed",
    ),
    State(  # 8
        so="deceased, dead, died, passed away, perished, lost their lives",
        not_so="alive, living, surviving, still alive, still living, survived",
        cells="deceased, dead, died, euthanised",
        other_cells="alive, living",
        flags="deceased, dead, died",
        other_flags="alive, survived, living",
        dates="death, died, deceased",
    ),
    State(  # 9
        so="decided, decided on",
        not_so="""undecided, awaiting a decision, awaiting decision, waiting for a decision,
            still undecided, not decided, without a decision, still awaiting a decision,
            still waiting for a decision, yet to be decided""",
        other_cells="undecided, awaiting decision, under review, in review, pending",
        dates="decided, decision",
    ),
    State(  # 10
        so="assigned, allocated, given to someone",
        not_so="""unassigned, not assigned, unallocated, without an owner, not allocated,
            nobody is assigned, not given to anyone""",
        cells="assigned, allocated",
        other_cells="unassigned, unallocated",
        flags="assigned, allocated",
        texts="assigned, assignee, allocated, owner, agent, handler",
    ),
    State(  # 11: in its new home
        so="rehomed, adopted out, found a home, found a new home, placed in a home",
        not_so="""waiting for a home, still waiting for a home, looking for a home, in the shelter,
            still in the shelter, still looking for a home, waiting to be adopted, unadopted,
            waiting for adoption, still waiting to be adopted, available for adoption,
            up for adoption, still at the shelter""",
        cells="adopted, rehomed",
        dates="outcome, adoption, adopted, left, departure, exit",
    ),
    State(  # 12
        so="late, delayed, overdue, behind schedule, not on time, tardy",
        not_so="on time, in time, punctual, punctually, on schedule, not late",
        cells="late, delayed, overdue",
        other_cells="on time, punctual, on schedule, in time",
        flags="late, delayed, overdue",
        other_flags="ontime, on time, punctual",
    ),
    State(  # 13
        so="named",
        not_so="anonymous, anonymously, nameless, unnamed, without a name, without giving a name",
        cells="named",
        other_cells="anonymous",
        flags="named",
        other_flags="anonymous",
        texts="donor, giver, author, reporter, respondent, name",
    ),
    State(  # 14: what there is of it
        so="available in stock",
        not_so="out of stock, run out, sold out of, not in stock, run out of stock, none left",
        cells="in stock, available",
        other_cells="out of stock, sold out, unavailable",
        flags="in stock, available, instock",
        other_flags="out of stock, sold out",
        sums="stock, hand, onhand, inventory",
    ),
)

RATES: dict[str, tuple[tuple[int, bool], ...]] = {
    "churn": ((1, True),), "attrition": ((1, True),), "dropout": ((1, True),),
    "retention": ((1, False),), "attendance": ((7, True),), "turnout": ((7, True),),
    "completion": ((2, True),), "resolution": ((2, True),), "payment": ((0, True),),
    "collection": ((0, True),), "delivery": ((5, True),), "punctuality": ((12, False),),
}  # fmt: skip
"""What a rate of something is the share of."""
SOFT = frozenset(("currently", "at the moment", "right now", "presently", "at present"))
"""What says that a state is that of today, and adds nothing where no table tells it."""
LIKE_CELLS: tuple[tuple[str, ...], ...] = tuple(
    map(
        _phrases,
        (
            """rejected, declined, refused, denied, turned down, knocked back, unsuccessful,
            turned away, disallowed, dismissed, not approved""",
            "approved, accepted, granted, allowed, authorised, authorized, agreed",
            "cancelled, canceled, called off, scrapped",
            "completed, finished, done, concluded, carried out",
            "pending, in the pipeline",
            "withdrawn, withdrew, pulled out, retracted, withdrawal, withdrawals, withdraw",
            """no show, no shows, noshow, did not attend, missed, failed to show up,
            failed to turn up""",
            "hired, taken on, recruited, employed",
            "returned, sent back, brought back, returns, return",
            "failed, unsuccessful, fell through, failure, failures",
            "urgent, pressing",
            "passed, got through",
            "retired, decommissioned, taken out of service, scrapped",
            "in repair, being repaired, under repair, being fixed, broken",
            "spare, unused, not in use",
            "in use, being used",
            "adopted, rehomed, found a home, found a new home, adoption",
            "deceased, died, dead, passed away",
            "written off, wrote off, write off, write offs",
            "disputed, contested, in dispute, challenged",
            "refunded, refund, money back",
            "upheld, successful, granted, allowed",
            "on hold, paused, suspended",
            "in progress, being worked on, underway, under way",
            "under review, being reviewed, in review",
            "won, successful, win, wins, victory, victories",
            "lost, unsuccessful, loss, losses, lose, defeat, defeats",
            "dropped out, withdrawn, left early, dropouts",
            "draw, draws, drawn, drew, tie, ties, tied",
            "loss, lost, losses, defeat, defeats",
            "win, won, wins, victory, victories",
            "refused, refusal, refusals",
            "left, leaver, leavers",
            "died, death, deaths",
            "outbound, outgoing, went out, going out, gone out",
            "inbound, incoming, came in, coming in",
            "dine in, dined in, ate in, eaten in, eat in",
            "takeaway, takeout, take away, take out, took away, to go",
            "delivery, delivered, home delivery",
            "full time, fulltime",
            "part time, parttime",
            "company, corporate, corporation, companies, business, businesses, firm, firms",
            "individual, individuals, private, private person, private people",
            "rain, rainy, raining, wet, rained",
            "sunny, sun, sunshine, the sun shone",
            "snow, snowy, snowing, snowed",
            "cloudy, clouds, overcast",
            "fog, foggy, mist, misty",
            "wind, windy",
            "annual, annually, yearly, per year, a year, once a year, by the year",
            "monthly, per month, by the month, every month, once a month",
            "weekly, every week, once a week",
            "quarterly, every quarter",
            "card, by card, credit card, debit card",
            "vegetarian, veggie, vegetarians, veggies, meat free",
            "remote, remotely, from home, home office",
        ),
    )
)
"""Cells of categories, and what people say instead. The word of a cell itself always goes first."""


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, tuple[tuple[int, bool], ...]]:
    found: dict[str, list[tuple[int, bool]]] = {}
    for index, state in enumerate(STATES):
        for text, way in ((state.so, True), (state.not_so, False)):
            for phrase in _phrases(text):
                found.setdefault(phrase, []).append((index, way))
    # "still open" is "open", with a word before it that adds nothing.
    again = {f"still {phrase}" for phrase in found}
    return {phrase: tuple(ways) for phrase, ways in found.items() if phrase not in again}


def states_said(phrase: str) -> tuple[tuple[int, bool], ...]:
    """Return the states that a phrase says, each with whether it says that it is so."""
    return _lexicon().get(phrase, ())


@lru_cache(maxsize=1)
def _cell_groups() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for group in LIKE_CELLS:
        for phrase in group:
            found.setdefault(phrase, set()).update(group)
    return {phrase: frozenset(group) for phrase, group in found.items()}


def cells_like(phrase: str) -> frozenset[str]:
    """Return the cells that a phrase may be said for; none for one that stands for itself."""
    return _cell_groups().get(phrase, frozenset())


@lru_cache(maxsize=256)
def phrases(text: str) -> frozenset[str]:
    return frozenset(_phrases(text))


@lru_cache(maxsize=256)
def roots(text: str) -> frozenset[str]:
    return frozenset(root(word) for phrase in _phrases(text) for word in [phrase.replace(" ", "")])


LONGEST_SAID = max(len(phrase.split()) for phrase in (*_lexicon(), *_cell_groups()))
