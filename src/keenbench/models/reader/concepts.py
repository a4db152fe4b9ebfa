"""States that rows are said to be in, and the words by which a table may tell them.

`active` is seldom a column: a day on which something ended that has not come says it as well, or a
status. A concept lists what people say and what tables hold; `states` looks for the evidence.
"""

from __future__ import annotations

from keenbench.models.reader.concept import Concept


def _words(text: str) -> frozenset[str]:
    """Return phrases parted by commas."""
    return frozenset(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())


def _of_a_body(*verbs: str) -> frozenset[str]:
    """Return phrases such as left the company, of all that people are with."""
    return frozenset(f"{verb} {the} {body}" for verb in verbs for the in _THE for body in _BODIES)


_THE = ("the", "our", "this")
_BODIES = (
    "company", "firm", "business", "organisation", "organization", "club", "gym", "team", "scheme",
    "service", "bank", "programme", "program", "school", "charity", "union", "society", "practice",
)  # fmt: skip


_DONE = _words(
    """returned, return, delivered, delivery, completed, completion, finished, finish, paid,
submitted, submission, closed, arrived, arrival, shipped, actual, received, done,
settled, resolved, handed"""
)
"""Words of the day on which something was done."""
_LIMITS = _words("due, deadline, promised, expected, target, scheduled, planned, agreed")
"""Words of the day by which it should have been."""

CONCEPTS: tuple[Concept, ...] = (
    Concept(
        "finished",
        so=_words("finished, completed, complete, done, concluded, fulfilled, wrapped up"),
        not_so=_words(
            """unfinished, incomplete, uncompleted, ongoing, in progress, under way, underway,
            in the works, still going, still running, still to do, not finished yet"""
        ),
        cells=_words("done, completed, complete, finished, fulfilled, concluded"),
        cells_not=_words(
            "in progress, ongoing, under way, started, wip, work in progress, processing, running"
        ),
        flags=_words("completed, complete, finished, done, fulfilled"),
        dates=_words(
            "completed, completion, complete, finished, finish, done, fulfilled, end, ended"
        ),
    ),
    Concept(
        "closed",
        so=_words("closed, resolved, solved, dealt with, sorted out, wound up"),
        not_so=_words("open, unresolved, unsolved, not resolved"),
        cells=_words("closed, resolved, solved, done, completed, finished"),
        cells_not=_words("open, active, live"),
        flags=_words("closed, resolved, solved"),
        flags_not=_words("open, is open"),
        dates=_words(
            "closed, close, closing, closure, resolved, resolution, completed, end, ended, solved"
        ),
    ),
    Concept(
        "gone",
        so=_words(
            """inactive, former, lapsed, churned, churn, departed, gone, no longer active,
            no longer with us, no longer here, left us, not active any more, ex, left, quit,
            leaver, leavers, no longer employed, no longer work here, no longer working here"""
        )
        | _of_a_body("left", "quit", "no longer with", "no longer at", "no longer work for"),
        not_so=_words(
            """active, current, existing, still with us, still here, still there, still around,
            still employed, still working, still a member, still members, live,
            still in, still inside, still on site, still staying, still renting, still serving,
            still on board,
            still waiting, still in care, still on the books, remaining, stayed, remained, stay,
            retained, remain, still work here, still working here, still work for us"""
        )
        | _of_a_body(
            "stayed with", "still with", "still at", "still work for", "still working for"
        ),
        cells=_words(
            "inactive, former, lapsed, churned, left, ended, terminated, cancelled, gone, archived"
        ),
        cells_not=_words("active, current, live, existing"),
        flags=_words(
            """inactive, left, archived, discontinued, withdrew, withdrawn, cancelled, terminated,
            churned, retired, lapsed, attrition, exited, quit, leaver, resigned"""
        ),
        flags_not=_words("active, current, live, enabled, is active"),
        dates=_words(
            """left, leave, leaving, end, ended, cancel, cancelled, cancellation, terminated,
            termination, exit, discharge, discharged, outcome, resigned, departure, departed,
            archived, churned, churn, retired, disposed, withdrawn, moved out, checkout, out,
            collected, picked up, rehomed, adopted, released, returned, employment end, exited,
            last working, quit, leaver"""
        ),
    ),
    Concept(
        "paid",
        so=_words("paid, settled, cleared, paid up, paid off, paid for"),
        not_so=_words(
            """unpaid, outstanding, owing, owed, owe, owes, unsettled, in arrears, still owed,
            not paid,
            still to be paid, awaiting payment, left to pay, yet to be paid, yet to pay,
            not yet paid, to be paid, still owe, still owes, not been paid"""
        ),
        cells=_words("paid, settled, cleared, paid in full"),
        cells_not=_words("unpaid, outstanding, owing, due"),
        cells_worse=_words("overdue, in arrears, arrears"),
        flags=_words("paid, settled, cleared, is paid"),
        flags_not=_words("unpaid, outstanding"),
        dates=_words("paid, payment, settled, settlement, cleared"),
        left=_words("outstanding, owed, owing, arrears, unpaid, balance due, amount due"),
    ),
    Concept(
        "fully paid",
        so=_words("fully paid, paid in full, completely paid, wholly paid, entirely paid"),
        cells=_words("paid, settled, cleared, paid in full, fully paid"),
        flags=_words("paid, settled, cleared, is paid, fully paid"),
        dates=_words("paid, settled, cleared"),
        left=_words("outstanding, owed, owing, arrears, unpaid, balance due, amount due"),
    ),
    Concept(
        "late",
        so=_words(
            """late, delayed, tardy, behind schedule, after the deadline, too late,
            missed the deadline, missing the deadline, later than due, later than promised,
            after the due date, after their due date, after its due date, late back"""
        ),
        not_so=_words(
            """on time, punctual, punctually, in time, on schedule, before the deadline,
            within the deadline, by the due date, by the deadline, before the due date, promptly,
            within the due date, by their due date, by its due date"""
        ),
        cells=_words("late, overdue, delayed"),
        cells_not=_words("on time, punctual, on schedule, early"),
        flags=_words("late, overdue, delayed, is late, was late"),
        flags_not=_words("on time, punctual"),
        some=_words(
            "days late, days overdue, minutes late, delay, lateness, hours late, mins late"
        ),
        done=_DONE,
        limit=_LIMITS,
    ),
    Concept(
        "early",
        so=_words(
            """early, ahead of schedule, ahead of time, too early, before it was due,
            ahead of the deadline, ahead of the due date, in good time"""
        ),
        cells=_words("early"),
        flags=_words("early, is early"),
        done=_DONE,
        limit=_LIMITS,
    ),
    Concept(
        "overdue",
        so=_words("overdue, past due"),
        cells=_words("overdue, past due"),
        flags=_words("overdue, is overdue"),
        some=_words("days overdue, days late"),
    ),
    Concept(
        "sold out",
        so=_words(
            """sold out, full, fully booked, at capacity, full up, booked out, full house,
            packed out, no seats left, no places left, completely full"""
        ),
        not_so=_words("not sold out, not full"),
        cells=_words("sold out, full, fully booked"),
        flags=_words("sold out, full, fully booked"),
        done=_words(
            """tickets, tickets sold, sold, booked, attendance, attendees, enrolled, bookings,
            occupied, taken, filled, seats sold, places taken, registered, occupancy"""
        ),
        limit=_words("capacity, seats, places, max places, max, maximum, spaces, beds"),
    ),
    Concept(
        "out of stock",
        so=_words(
            """out of stock, not in stock, run out, none left, sold out, no stock, unavailable,
            ran out of, no longer in stock, out of"""
        ),
        not_so=_words("in stock, available, on hand, still in stock"),
        cells=_words("out of stock, sold out, unavailable"),
        cells_not=_words("in stock, available"),
        flags=_words("out of stock, sold out"),
        flags_not=_words("in stock, available"),
        left=_words(
            """stock, in stock, on hand, qty on hand, quantity on hand, stock level, inventory,
            units in stock, stock qty, stock quantity, stock count, available, remaining"""
        ),
    ),
    Concept(
        "held",
        so=_words(
            """went ahead, took place, taken place, go ahead, goes ahead, gone ahead, happened,
            actually happened, actually took place"""
        ),
        not_so=_words("did not happen, did not go ahead, did not take place, fell through"),
        cells=_words(
            "held, played, completed, done, took place, attended, performed, went ahead, happened"
        ),
        cells_not=_words("cancelled, canceled, called off, abandoned, postponed"),
        flags_not=_words("cancelled, canceled"),
    ),
    Concept(
        "over",
        so=_words("completed, finished, concluded"),
        cells=_words("checked out, played, attended, ended, discharged"),
    ),
    Concept(
        "cancelled",
        so=_words("cancelled, canceled, called off, scrapped, axed"),
        not_so=_words("not cancelled, going ahead, still on"),
        cells=_words("cancelled, canceled, called off"),
        flags=_words("cancelled, canceled"),
        dates=_words("cancel, cancelled, canceled, cancellation"),
    ),
    Concept(
        "returned",
        so=_words(
            """returned, brought back, come back, came back, handed back, given back, sent back,
            back, gone back, handed in"""
        ),
        not_so=_words(
            """still out, on loan, out on loan, still on loan, still borrowed, not back,
            still out on loan, not yet back, unreturned, still missing"""
        ),
        cells=_words("returned, back"),
        cells_not=_words("on loan, out, borrowed"),
        flags=_words("returned, is returned"),
        dates=_words("returned, return, back, handed back, checked in"),
    ),
    Concept(
        "attended",
        so=_words(
            """attended, showed up, turned up, show up, turn up, present, shown up, attend,
            came along, made it"""
        ),
        not_so=_words("no show, no shows, absent, absentees, failed to show, missed, stayed away"),
        cells=_words("attended, present, completed"),
        cells_not=_words("missed, absent, no show, did not attend, dna"),
        flags=_words("attended, checked in, present, showed up, turned up, show"),
        flags_not=_words("no show, absent, missed, noshow"),
    ),
    Concept(
        "on display",
        so=_words(
            """on show, on display, on view, on exhibition, displayed, exhibited, being shown,
            being displayed, being exhibited"""
        ),
        not_so=_words(
            "in storage, in store, not on show, not on display, off display, stored away"
        ),
        cells=_words("on display, on show, displayed, exhibited, on view, on exhibition"),
        cells_not=_words("in storage, stored, in store, storage"),
        flags=_words("on display, on show, displayed, exhibited, on view, display, exhibition"),
        flags_not=_words("in storage, stored, in store"),
    ),
    Concept(
        "assigned",
        so=_words("assigned, allocated"),
        not_so=_words("unassigned, unallocated, not assigned, up for grabs"),
        cells_not=_words("unassigned, unallocated"),
        flags=_words("assigned, allocated"),
        holders=_words(
            """assigned, assignee, agent, handler, handled, owner, officer, adjuster, contractor,
            allocated, engineer, technician, handled by, dealt"""
        ),
    ),
    Concept(
        "let",
        so=_words("let, let out, rented out, occupied, tenanted, rented"),
        not_so=_words("vacant, unlet, unoccupied, untenanted, empty, not let"),
        cells=_words("let, occupied, rented, tenanted"),
        cells_not=_words("vacant, empty, available, unlet, void"),
        flags=_words("let, occupied, rented"),
        flags_not=_words("vacant, empty, available"),
        holders=_words("tenant, tenant name, occupant, occupier, renter"),
    ),
    Concept(
        "full time",
        so=_words("full time, full timer, full timers, fulltime, fulltimers, full timed"),
        not_so=_words("part time, part timer, part timers, parttime, parttimers"),
        cells=_words("full time, fulltime, ft"),
        cells_not=_words("part time, parttime, pt"),
        flags=_words("full time, fulltime, is full time"),
        flags_not=_words("part time, parttime, is part time"),
    ),
    Concept(
        "anonymous",
        so=_words("anonymous, anonymously, nameless, unnamed"),
        not_so=_words("named"),
        cells=_words("anonymous, anon"),
        flags=_words("anonymous"),
        holders=frozenset(("*person",)),
    ),
    Concept(
        "recurring",
        so=_words("recurring, regular"),
        not_so=_words("one off, one offs, non recurring"),
        cells=_words("recurring, regular"),
        cells_not=_words("one off, one time, once"),
        flags=_words("recurring, is recurring, regular, is regular"),
        flags_not=_words("one off, one time, is one off"),
    ),
    Concept(
        "rejected",
        so=_words("rejected, declined, refused, denied, turned down, knocked back, unsuccessful"),
        cells=_words("rejected, declined, refused, denied, turned down, unsuccessful, refusal"),
        flags_not=_words("approved, accepted"),
    ),
    Concept(
        "approved",
        so=_words("approved, accepted, granted, authorised, authorized, signed off, successful"),
        cells=_words("approved, accepted, granted, authorised, authorized, signed off, successful"),
        flags=_words("approved, accepted, granted"),
        dates=_words("approved, approval, accepted, granted"),
    ),
    Concept(
        "passed",
        so=_words("passed, got through"),
        not_so=_words("failed, flunked"),
        cells=_words("pass, passed"),
        cells_not=_words("fail, failed"),
        flags=_words("passed, pass"),
        flags_not=_words("failed, fail"),
    ),
    Concept(
        "won",
        so=_words("won, win, wins"),
        cells=_words("won, win, closed won, won deal, victory"),
        flags=_words("won, is won, elected"),
    ),
    Concept(
        "lost",
        so=_words("lost, lose, losses"),
        cells=_words("lost, loss, closed lost, lost deal, defeat"),
        flags=_words("lost, is lost"),
    ),
    Concept(
        "dry",
        so=_words("dry, rainless, rain free, without rain, no rain"),
        not_so=_words("wet, rainy, with rain, with some rain, when it rained, it rained"),
        cells=_words("dry"),
        cells_not=_words("wet, rain, rainy"),
        flags_not=_words("rain, rainy, wet, rained"),
        left=_words(
            """rain, rainfall, rain mm, rain in, rainfall mm, precipitation, precip, prcp,
            precipitation mm, rainfall in, rain inches, total rain, daily rain"""
        ),
    ),
    Concept(
        "faulty",
        so=_words("faulty, defective, broken, not working, damaged, out of order"),
        cells=_words("faulty, defective, broken, not working, defect, out of order"),
        flags=_words("faulty, fault, defective, broken, defect"),
    ),
)

SAID: dict[str, list[tuple[Concept, bool]]] = {}
"""What is said, and which concept it means, as so or not so."""
for _concept in CONCEPTS:
    for _phrase in _concept.so:
        SAID.setdefault(_phrase, []).append((_concept, True))
    for _phrase in _concept.not_so:
        SAID.setdefault(_phrase, []).append((_concept, False))

DEEDS = {
    "rejection": "rejected", "refusal": "refused", "approval": "approved", "completion":
    "completed", "cancellation": "cancelled", "attendance": "attended", "absence": "absent",
    "failure": "failed", "fail": "failed", "pass": "passed", "success": "successful",
    "acceptance": "accepted", "resolution": "resolved", "closure": "closed", "win": "won",
    "loss": "lost", "defect": "defective", "occupancy": "occupied", "vacancy": "vacant",
    "payment": "paid", "return": "returned", "no-show": "no show",
}  # fmt: skip
"""What the rate of a state is called by: the rejection rate is that of the rejected."""
PLAIN_STATES = _words(
    """finished, completed, closed, resolved, solved, returned, cancelled, canceled, approved,
    rejected, declined, refused, passed, failed, overdue, delayed, inactive, lapsed, unpaid"""
)
"""Words that say a state and hardly ever anything else: left out, they change the question."""
PHRASES_OF_STATES = frozenset(phrase for phrase in SAID if " " in phrase) - {"out of"}
"""Those of several words, which a question must be cut around."""
