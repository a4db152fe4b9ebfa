"""Words for the same thing in single trades: farms, clinics, clubs, shops, courts, building sites.

As in `thesaurus`, a group is read both ways; a semicolon ends it.
"""

from __future__ import annotations

_PEOPLE = """
    business, premises, establishment, outlet, venue, trader, place, operator;
    assigned, assignee, responsible, handler, handled, dealt; assignee, developer, engineer, dev;
    clinician, doctor, gp, practitioner, consultant, physician; carer, caregiver, keyworker;
    crew, team, gang, squad; chef, cook; waiter, server, waitress; cashier, clerk, till;
    inspector, assessor, auditor, surveyor, examiner; investigator, researcher, scientist, pi;
    coach, trainer, instructor; tenant, renter, lessee, occupant, occupier;
    landlord, owner, lessor; applicant, candidate, bidder;
    contractor, supplier, builder, tradesman; parent, guardian, mother, father;
    subject, participant, patient, volunteer; dealer, reseller, distributor; client, account;
    solicitor, lawyer, attorney; skipper, captain, master; driver, chauffeur, cabbie;
    rider, cyclist; waiting, queue, backlog;
"""
_ROWS = """
    prescription, script, rx; dispensing, dispensed, script, prescription;
    job, work, assignment, gig, contract; concert, gig, show, performance;
    show, performance, screening; bid, offer, quote, tender; quote, quotation, estimate;
    tender, procurement; equipment, kit, gear, tool, machine; livestock, cattle, cow, animal, herd;
    sheep, flock, ewe; poultry, hen, chicken, bird; dog, pet, puppy; horse, pony, mare;
    hive, colony, bee; catch, haul, landing; crop, plant, plot, bed; plot, allotment, parcel;
    field, paddock; harvest, pick, picking, crop; specimen, sample; dig, excavation, trench;
    artefact, artifact, find, object; exhibit, artwork, piece, object; painting, artwork, picture;
    medicine, drug, meds; vaccine, jab, dose; surgery, operation, op; ward, unit, department;
    bed, berth; flat, apartment, unit, property; repair, fix, maintenance;
    breakdown, fault, failure; defect, flaw, fault, reject; outage, downtime, disruption;
    bug, issue, defect; release, version, build; commit, change; email, message, mailing;
    campaign, promotion, advert, ad; ad, advertising, advertisement, marketing;
    lead, prospect, enquiry, inquiry; opportunity, deal, pipeline; quota, target, goal;
    shift, rota, roster; overtime, extra hours; timesheet, hours, logged; sickness, sick, illness;
    training, course, workshop; certificate, certification, qualification;
    lesson, class, session, tutorial; homework, assignment, coursework; exam, assessment, paper;
    term, semester; form, class, tutor; fixture, match, game; race, heat, event; lap, round;
    booking, reservation, appointment; stay, booking, visit, night; checkin, arrival;
    checkout, departure; cabin, room, suite; pitch, plot, site; trip, excursion, outing, tour;
    cruise, sailing, voyage; crossing, sailing, trip; train, service, run; route, line, service;
    stop, station; lorry, truck, hgv, vehicle; van, vehicle; bike, bicycle, cycle; scooter, bike;
    parking, car park; bay, space, spot; parcel, package, shipment; pallet, load;
    container, box, crate; freight, cargo, load; tariff, duty, rate; plan, package, tier;
    policy, insurance, cover; claim, case; loan, mortgage, credit; grant, award, funding;
    payout, paid;
    pledge, donation; appeal, campaign; petition, signature; survey, questionnaire, poll;
    response, answer, reply; rating, feedback, review; comment, remark, note, feedback;
    photo, picture, image; recipe, ingredient; dish, course, plate; drink, beverage; menu, dish;
    cover, guest, diner; meal, sitting; bean, coffee; brew, beer, batch; vintage, year;
    grape, variety; tree, planting; breeding, litter; hatch, hatching; log, entry, record;
    visit, call, inspection; incident, case, event, accident; alarm, alert, warning;
    permit, licence, license, permission; complaint, grievance, issue;
    fine, penalty, ticket, sanction; matter, case, file; hearing, trial, case;
    verdict, outcome, ruling; outcome, result, decision; decision, ruling, outcome;
    transfer, move, relocation; vacancy, opening, role, post, position; interview, screening;
    hire, recruit, starter, joiner; leaver, departure; absence, sick, off;
    holiday, leave, vacation; expense, claim; mileage, distance, miles; fuel, petrol, diesel, gas;
"""
_FIGURES = """
    mpg, economy, efficiency, mileage; minimum, low, lowest; maximum, high, highest, peak;
    humidity, moisture; sunshine, sun, hours; visibility, view; turnout, attendance;
    headcount, staff, employees; occupancy, full, fullness, occupied; footfall, visitor, visits;
    impressions, views, impr; conversion, converted, conv; clicks, click; sessions, visits;
    bounce, bounced; churn, cancellation; markup, margin; arrears, debt, owed, outstanding;
    overpayment, refund; surcharge, supplement; deposit, downpayment;
    installment, instalment, payment; bonus, reward; commission, cut; stake, bet, wager;
    jackpot, prize, winnings; handicap, rating; spend, spent, outlay;
    actual, spent, spend, spending; planned, budget, budgeted; dose, dosage;
    strength, dosage, dose; sugar, brix; alcohol, abv, strength; bedroom, bed; bathroom, bath;
    storey, floor, level; floor, level, storey; party, group, size; nights, stay;
    time, duration, minutes; gallon, mpg;
"""
_KINDS = """
    via, channel, route, medium;
    material, substance; flavour, flavor, taste; pattern, design; stage, phase, step, milestone;
    phase, stage; severity, seriousness; condition, state, shape; tag, label;
    reason, grounds, motive; source, origin, provenance; origin, from; hub, depot, base;
    aisle, shelf, section; desk, counter; wing, block, building; campus, site;
    parish, village, town; county, shire, region; postcode, zip, zipcode; beach, coast, shore;
    river, stream, water; meal, time, sitting; weather, conditions; surface, terrain, ground;
"""


def _groups(text: str) -> list[tuple[str, ...]]:
    groups = (" ".join(group.split()) for group in text.split(";"))
    return [tuple(word.strip() for word in group.split(",")) for group in groups if group]


OF_TRADES: tuple[tuple[str, ...], ...] = tuple(
    group for text in (_PEOPLE, _ROWS, _FIGURES, _KINDS) for group in _groups(text)
)
