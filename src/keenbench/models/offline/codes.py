"""What is written short in tables and said in full, or the other way round: general knowledge.

One group holds all ways to write one thing. They serve cells (`Platform` X360, `Dept` HR) and words
of headers (`JP_Sales`, `vat_amt`) alike.
"""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.header_words import meanings
from keenbench.models.offline.places import AMBIGUOUS_CODES, COUNTRIES, REGIONS, STATES
from keenbench.models.offline.words import name_words, stem, word_set

_CALENDAR = """
    monday, mon; tuesday, tue, tues; wednesday, wed; thursday, thu, thur, thurs; friday, fri;
    saturday, sat; sunday, sun; january, jan; february, feb; march, mar; april, apr; june, jun;
    july, jul; august, aug; september, sep, sept; october, oct; november, nov; december, dec;
    annual, annually, yearly; monthly, per month; weekly, per week; quarterly, per quarter;
    year to date, ytd; month to date, mtd; first, 1st; second, 2nd; third, 3rd
"""
_PEOPLE = """
    male, man, men, m, boy, boys, gentleman, gentlemen, mens, men's;
    female, woman, women, f, girl, girls, lady, ladies, womens, women's; yes, y, true, ja;
    no, n, false, nein; married, m; divorced, d; widowed, w; single, s; full time, ft, full-time;
    part time, pt, part-time; temporary, temp; permanent, perm; self employed, self-employed;
    chief executive, ceo, chief executive officer; chief financial officer, cfo; vice president, vp;
    managing director, md; personal assistant, pa; bachelor, ba, bsc, bachelors, undergraduate;
    master, ma, msc, masters; doctorate, phd, doctoral
"""
_OFFICE = """
    human resources, hr, people operations; information technology, it, ict; quality assurance, qa;
    research and development, r and d, r&d, rnd; public relations, pr; customer service, cs, csr;
    customer support, cs; question and answer, q and a, q&a, qa session; finance, fin;
    operations, ops; marketing, mktg, mkt; administration, admin; engineering, eng;
    accounting, acct, accounts; purchasing, procurement; legal, law; sales, sls;
    small and medium business, smb, sme; business to business, b2b; business to consumer, b2c;
    head office, hq, headquarters; not applicable, n/a, na; to be confirmed, tbc;
    to be decided, tbd; work in progress, wip, in progress; non governmental organisation, ngo;
    out of office, ooo; key performance indicator, kpi; service level agreement, sla;
    frequently asked questions, faq; point of sale, pos; return on investment, roi
"""
_MONEY = """
    usd, us dollar, us dollars, dollar, dollars; eur, euro, euros; gbp, pound, pounds, sterling;
    jpy, yen; chf, swiss francs, francs; inr, rupee, rupees; cny, yuan, rmb; cad, canadian dollars;
    aud, australian dollars; sek, kronor; value added tax, vat; goods and services tax, gst;
    credit card, cc; direct debit, dd; bank transfer, wire, wire transfer, bacs; cheque, check, chq;
    cash on delivery, cod; purchase order, po; credit note, cn; invoice, inv
"""
_OTHER = """
    role playing, rpg, role playing game; first person shooter, fps; real time strategy, rts;
    science fiction, sci fi, sci-fi, scifi; romantic comedy, romcom, rom com;
    documentary, doc, documentaries; television, tv; personal computer, pc; playstation, ps, psx;
    electricity, elec, electric, electrical; natural gas, gas; heating, hvac;
    electric vehicle, ev; liquefied petroleum gas, lpg; accident and emergency, a&e, a and e;
    emergency room, er; emergency department, ed; intensive care, icu, itu;
    general practitioner, gp; ear nose and throat, ent; obstetrics and gynaecology, obgyn;
    physical education, pe; information and communication technology, ict; maths, mathematics, math;
    goalkeeper, gk, keeper; defender, df, def; midfielder, mf, mid; forward, fw, fwd, striker;
    did not finish, dnf; did not start, dns; man of the match, motm; small, s, sm; medium, m, med;
    large, l, lg; extra large, xl; extra small, xs; extra extra large, xxl; sports utility vehicle,
    suv; heavy goods vehicle, hgv, truck, lorry; apartment, apt, flat; street, st; road, rd;
    avenue, ave; company, co, corp; limited, ltd; incorporated, inc; department, dept; government,
    gov, govt; university, uni; laboratory, lab; approximately, approx; temperature, temp;
    paid, bezahlt; open, offen; cancelled, canceled, storniert; closed, geschlossen;
    overdue, uberfallig; income, einnahmen; expenses, ausgaben; refrigerator, fridge;
    telephone, phone, tel; mobile, cell, cellphone; photograph, photo; veterinarian, vet;
    vegetarian, veggie, veg; air conditioning, ac, aircon, air con; bed and breakfast, b&b, b and b;
    all inclusive, ai; full board, fb; half board, hb; room only, ro
"""
_ONLY_IN_HEADERS = word_set("n s e w m f d l st co in is it no at be me or us am pm to so as")
"""Too short, or too much a word of its own, to be a code within a header."""


@lru_cache(maxsize=1)
def _groups() -> tuple[tuple[str, ...], ...]:
    text = ";".join((_CALENDAR, _PEOPLE, _OFFICE, _MONEY, _OTHER))
    listed = (
        tuple(name.strip() for name in " ".join(group.split()).split(","))
        for group in text.split(";")
    )
    return (*COUNTRIES, *REGIONS, *STATES, *listed)


@lru_cache(maxsize=1)
def _by_name() -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for index, group in enumerate(_groups()):
        for name in group:
            found.setdefault(name, []).append(index)
    return {name: tuple(places) for name, places in found.items()}


@lru_cache(maxsize=8192)
def value_forms(words: str) -> tuple[str, ...]:
    """Return how else cells may write what a question calls `words` (folded), itself first."""
    found = dict.fromkeys([words])
    for index in _by_name().get(words, ()):
        found.update(dict.fromkeys(_groups()[index]))
    return tuple(found)


_OF_COUNTRIES = word_set("country nation nationality market origin iso territory geo destination")
_OF_STATES = word_set("state province st county")


_LETTERS = (
    (word_set("sex gender"), word_set("male female")),
    (word_set("marital status"), word_set("married single divorced widowed")),
    (word_set("size"), word_set("small medium large")),
    (word_set("region area zone direction side district"), word_set("north south east west")),
)
"""What one letter may stand for, by a word of the header."""


def may_stand_for(cell: str, asked: str, header: str) -> bool:
    """Whether a code may mean what was asked for in its column: CA of states is no Canada."""
    code = cell.casefold()
    if len(code) == 1:
        said = {each for word in name_words(header) for each in meanings(word)}
        forms = set(value_forms(asked))
        return any(said & headers and forms & means for headers, means in _LETTERS)
    if code not in AMBIGUOUS_CODES:
        return True
    words = {stem(word) for word in name_words(header)}
    kinds = _by_name().get(asked, ())
    country = any(index < len(COUNTRIES) for index in kinds)
    state = any(_groups()[index] in STATES for index in kinds)
    if country and not state:
        return not words & _OF_STATES
    return not (state and not country) or not words & _OF_COUNTRIES


@lru_cache(maxsize=65536)
def same_code(asked: str, header: str) -> bool:
    """Whether a word of a header is short for what was said: jp, of Japan or Japanese."""
    if header in _ONLY_IN_HEADERS or asked in _ONLY_IN_HEADERS or asked == header:
        return False
    names = _by_name()
    own = {*names.get(asked, ()), *names.get(stem(asked), ())}
    return bool(own & set(names.get(header, ())))


@lru_cache(maxsize=8192)
def with_codes(asked: tuple[str, ...], header: tuple[str, ...]) -> tuple[str, ...]:
    """Return words with what a header writes short put as it does: na, of North American."""
    for code in header:
        if code in _ONLY_IN_HEADERS or code in asked:
            continue
        for form in value_forms(code):
            words = tuple(form.split())
            if len(words) < 2:
                continue
            for at in range(len(asked) - len(words) + 1):
                if asked[at : at + len(words)] == words:
                    return (*asked[:at], code, *asked[at + len(words) :])
    return asked


@lru_cache(maxsize=8192)
def is_phrase(words: str) -> bool:
    """Whether several words are one thing that has a short form."""
    return words in _by_name()


__all__ = ["is_phrase", "may_stand_for", "same_code", "value_forms", "with_codes"]
