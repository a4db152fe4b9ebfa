"""Everyday words for the same thing: what rows are called, and what their columns are called.

Unlike those of `thesaurus`, these only count where a word has no nearer meaning (`akin`). A group
is read both ways and a semicolon ends it. What stands on opposite sides
of something (buyer and seller, profit and loss, income and cost) never shares a group.
"""

from __future__ import annotations

from keenbench.models.offline.words import stem

_HOMES_AND_PLACES = """
    house, home, household, dwelling, property, residence; flat, apartment, unit, residence; house,
    villa, cottage, bungalow; property, listing, estate, premises; building, block, house; plot,
    land, lot; city, town, place, municipality, settlement; village, hamlet, settlement, town;
    country, nation, state; place, location, site, venue, spot; address, location, place; store,
    shop, branch, outlet, location; restaurant, eatery, diner, bistro; cafe, coffeehouse, teahouse;
    pub, bar, tavern, inn; hotel, hostel, inn, lodging, accommodation; hospital, clinic, practice,
    surgery; school, academy, college; museum, gallery; station, stop; airport, airfield, aerodrome;
    port, harbour, harbor, marina; factory, plant, mill, works; warehouse, depot, storeroom; office,
    bureau, workplace; farm, holding, ranch; garden, allotment; park, reserve; mountain, peak,
    summit, hill; river, stream; lake, reservoir, pond; beach, bay, shore; neighbourhood,
    neighborhood, quarter, district; suburb, district, area; continent, region; county, district,
    shire; planet, world; star, sun; room, chamber, space; desk, workstation; theatre, theater,
    playhouse; cinema, theater, multiplex; gym, club, centre;
"""
_PEOPLE = """
    employee, staff, worker, staffer, colleague, personnel, workforce, teammate, workmate,
    headcount; customer, client, account, shopper, buyer, purchaser, consumer, patron; member, user,
    subscriber; guest, visitor, attendee; student, pupil, learner, scholar; trainee, apprentice,
    intern; patient, case; donor, giver, supporter, contributor, benefactor; volunteer, helper;
    teacher, tutor, instructor, lecturer, professor; doctor, physician, clinician, medic; nurse,
    carer; dentist, hygienist, doctor, practitioner; vet, veterinarian; driver, chauffeur; pilot,
    captain; rider, cyclist, biker; runner, athlete, racer, entrant, competitor; player, footballer;
    passenger, traveller, traveler, rider; tourist, visitor, traveller; voter, elector; author,
    writer, novelist; artist, painter, sculptor; singer, musician, artist, performer, act; actor,
    star, performer; director, filmmaker; boss, manager, supervisor, superior, chief, head; manager,
    lead, leader, head; salesperson, salesman, saleswoman, rep, agent, seller, salesrep; rep,
    representative, agent, salesperson; technician, engineer, mechanic, fitter, repairer;
    technician, assigned, assignee; operator, agent, handler; supplier, vendor, provider,
    wholesaler; landlord, owner; tenant, renter, lodger, resident; resident, inhabitant, occupant;
    candidate, applicant, jobseeker; inspector, auditor, examiner, surveyor; judge, juror, assessor;
    lawyer, solicitor, attorney, barrister; organiser, organizer, host; sponsor, backer, funder;
    child, kid, youngster; parent, guardian; holder, owner; person, individual, human, somebody;
    respondent, participant, interviewee; subject, participant; chef, cook; waiter, server; company,
    firm, business, employer, organisation, organization, corporation, enterprise; team, squad,
    club, side; department, division, section, team; crew, team; breeder, owner;
"""
_WHAT_HAPPENS = """
    earthquake, quake, tremor, shock; storm, hurricane, cyclone, typhoon; fire, wildfire, blaze;
    flood, flooding; eruption, volcano; accident, crash, collision, incident; crime, offence,
    offense; order, purchase, transaction, sale; booking, reservation; visit, appointment,
    consultation; appointment, booking, slot; donation, gift, contribution, pledge; payment,
    transaction, transfer; job, task, assignment, workorder, ticket, request; ticket, issue,
    request, case, call; call, callout; fault, breakdown, defect, problem; complaint, grievance;
    repair, fix, job; service, servicing; delivery, shipment, consignment, drop; parcel, package,
    item; return, refund; invoice, bill; trip, journey, ride, travel; flight, departure; voyage,
    sailing, crossing, cruise; match, game, fixture; race, run, event; tournament, competition,
    contest; session, class, lesson; course, class, module; exam, test, assessment, quiz; enrolment,
    enrollment, registration, signup; event, function, happening; concert, gig, show; show,
    screening, performance; party, event; meeting, conference; shift, duty, rota; absence, leave;
    loan, checkout, borrowing; rental, hire, let; lease, tenancy, let, rental; sale, deal; claim,
    case; inspection, check, audit; admission, stay, hospitalisation, hospitalization; operation,
    procedure, surgery; treatment, therapy; prescription, script; vaccination, jab, shot; scan,
    xray, test; harvest, pick, crop; catch, landing; sighting, observation, record, spotting;
    discovery, detection; reading, measurement, observation, sample, record; survey, poll; vote,
    ballot; campaign, drive; download, install; click, hit; visit, session, hit; message, email,
    mail; post, article; subscription, membership; interview, talk; project, programme, program,
    scheme; grant, award;
"""
_THINGS = """
    film, movie, picture, title, flick; series, show, programme; episode, instalment, part; book,
    title, novel, volume, publication; song, track, tune, single; album, record, disc; game, title;
    magazine, journal, periodical; article, story, piece, paper; paper, publication; headline,
    title; product, item, article, sku, good, line, merchandise; item, line, piece; part, component,
    spare; material, ingredient, substance; car, vehicle, automobile, auto, motor; taxi,
    cab, taxicab, minicab; van, truck,
    lorry, vehicle; bike, bicycle, cycle; ship, boat, vessel; plane, aircraft, airplane; train,
    service; machine, device, equipment, appliance; asset, device, equipment, hardware, kit, gear,
    machine; equipment, tool, gear, kit; device, gadget, unit, sensor; computer, laptop,
    pc, machine; phone, handset, mobile, smartphone; animal, pet, creature; dog, hound; bird, fowl;
    fish, catch; tree, plant; plant, flower, crop; dish, meal, plate, course; drink, beverage; wine,
    bottle, vintage; beer, brew, ale; coffee, brew; stone, gem, diamond, jewel; painting, artwork,
    work, piece; exhibit, object, artefact, artifact; photo, picture, image; document, file, paper;
    contract, agreement, deal; policy, cover; server, host, machine; bug, defect, issue, error;
    feature, function; app, application, program; site, website, page; medicine, drug, medication,
    remedy; disease, illness, condition, ailment; symptom, complaint;
"""
_COLUMNS = """
    length, duration, runtime, running, lasting; runtime, minutes, duration; airtime, duration;
    certificate, certification, rating, classification; score, points, rating, mark, grade, result;
    review, rating, stars; opinion, rating; headline, title, name; caption, title; surname,
    lastname; phone, mobile, tel, telephone, cell, cellphone, landline; email, mail; cost, price,
    fee, charge, rate, amount; fare, ticket, price; toll, fee; postage, shipping; salary, wage, pay,
    compensation, income, earnings; bonus, incentive; pension, retirement; tenure, service; start,
    begin, commencement; end, finish, completion; deadline, due; opening, opened, launch; birthday,
    birthdate, dob; nationality, citizenship, country; ethnicity, race; religion, faith; marital,
    married; postcode, zip, postal; coordinates, location; temperature, temp, heat, warmth, degrees;
    rain, rainfall, precipitation; wind, gust, breeze; pollution, aqi, pollutant, particulate;
    depth, deep; strength, magnitude, power, intensity; economy, mpg, efficiency, consumption;
    engine, displacement; gearbox, transmission; mileage, odometer, kilometre, kilometer, miles;
    make, brand, manufacturer, marque, maker; horsepower, power, hp, bhp; fuel, petrol, gas; colour,
    color, shade, hue; size, dimension; material, fabric; flavour, flavor, taste; variety, cultivar,
    grape, type; breed, kind; stock, inventory, supply, onhand; shelf, aisle; barcode, ean, upc,
    sku; batch, lot; quantity, qty, units, pieces, count, number; reorder, restock; payout, payment,
    compensation; gdp, economy, output; population, inhabitants, people; density, crowding;
    literacy, reading; expectancy, lifespan, longevity; mortality, death; fertility, birth;
    unemployment, jobless; happiness, ladder, wellbeing; score, happiness; gross, boxoffice,
    takings; budget, cost; votes, ballots, ratings; views, plays, watches, streams; likes, hearts;
    shares, reposts; followers, fans, subscribers; clicks, hits; tier, level, band, bracket; level,
    grade, rank; seniority, level, grade; role, position, post, title, job; skill, expertise,
    specialty, speciality; specialty, speciality, field, discipline; reason, cause, grounds;
    outcome, result, verdict; note, comment, remark, memo; status, state, condition, stage;
    category, type, kind, class, sort; segment, group, category; channel, medium, route; platform,
    console, system; format, type; language, tongue; operator, airline, carrier; gate, terminal;
    seat, place; berth, cabin; embarkation, embarked, boarding, port; destination, arrival; origin,
    source, departure; diagnosis, condition, disease; ward, unit; blood, type; weight, mass; height,
    stature; attendance, turnout, crowd, audience, gate; capacity, seats, places; occupancy,
    utilisation, utilization; interest, rate; balance, funds; principal, loan, amount; currency,
    money; discount, reduction, markdown, rebate; tax, vat, duty; tip, gratuity; refund, repayment;
    assigned, handled, allocated, responsible; manager, person, lead; contact, person; supplier,
    vendor, provider, source; warranty, guarantee; licence, license, permit; registration, plate,
    reg, numberplate; serial, number; version, release, edition; edition, year, issue; publisher,
    label, imprint; studio, producer, production; genre, style;
"""


def _groups(text: str) -> list[tuple[str, ...]]:
    groups = (" ".join(group.split()) for group in text.split(";"))
    return [tuple(word.strip() for word in group.split(",")) for group in groups if group]


OF_EVERY_DAY: tuple[tuple[str, ...], ...] = tuple(
    group
    for text in (_HOMES_AND_PLACES, _PEOPLE, _WHAT_HAPPENS, _THINGS, _COLUMNS)
    for group in _groups(text)
)


def _all(text: str) -> frozenset[str]:
    return frozenset(stem(word) for group in _groups(text) for word in group)


HAPPENINGS = _all(_WHAT_HAPPENS)
EVERYDAY_NOUNS = HAPPENINGS | _all(_HOMES_AND_PLACES) | _all(_THINGS)
"""What a row may be called."""
COLUMN_WORDS = _all(_COLUMNS)
GENERAL: dict[str, frozenset[str]] = {
    **dict.fromkeys(("event", "incident", "occurrence", "happening"), _all(_WHAT_HAPPENS)),
    **dict.fromkeys(("place", "location", "site", "spot"), _all(_HOMES_AND_PLACES)),
    **dict.fromkeys(("item", "thing", "object", "article", "piece", "unit"), _all(_THINGS)),
}
"""General nouns, and what they may stand for where nothing nearer is there."""
