"""What kind of thing the rows of a table are: people, animals, machines, places.

A general noun of a kind means the rows of the one table that holds such things: people are those
who registered, equipment the assets, pets the animals. Nouns of a particular thing are no part of
this: whoever counts drivers in a table of fines is asked.
"""

from __future__ import annotations

from functools import lru_cache

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.synonyms import meanings
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.query.dataset_schema import ColumnSchema, DatasetSchema, TableSchema

PERSONS = word_set(
    """
    actor adjuster adopter adult agent applicant artist assignee athlete attendant attendee
    auditor author beneficiary borrower boss buyer caller candidate captain cashier chef child
    claimant clerk client coach colleague composer consultant contact contractor crew customer
    delegate dentist developer director doctor donor driver editor employee engineer exhibitor
    freelancer giver guest handler hire holder host inmate inspector instructor investor joiner
    judge kid landlord lead learner leaver lecturer lender manager mechanic member mentor nurse
    officer operator owner parent participant passenger patient people person personnel pilot
    player policyholder presenter producer professor prospect pupil recruiter referee registrant
    renter rep resident respondent reviewer rider runner salesperson scorer seller server singer
    speaker sponsor staff student subscriber supervisor supporter surgeon suspect teacher
    technician tenant therapist trainee trainer tutor user vet visitor volunteer voter waiter
    warden winner witness worker workforce writer
    """
)
STAFF = word_set(
    """
    employee agent doctor teacher driver worker staff manager rep salesperson consultant assignee
    server waiter attendant lecturer tutor instructor dentist nurse vet adjuster recruiter
    technician engineer mechanic developer crew coach director
    """
)
"""Those of them who serve the others."""
_OTHER_KINDS: tuple[tuple[frozenset[str], frozenset[str], frozenset[str]], ...] = (
    # nouns of the kind in general; words of a table's name; headers of which two are enough
    (
        word_set("animal pet creature beast"),
        word_set("animal pet dog cat horse livestock cattle"),
        word_set("species breed neutered vaccinated microchip"),
    ),
    (
        word_set(
            """
            equipment device machine gadget hardware kit gear asset appliance apparatus tool
            instrument piece unit thing item object
            """
        ),
        word_set("asset device equipment machine hardware instrument tool appliance inventory"),
        word_set("brand model serial warranty manufacturer purchase device asset"),
    ),
    (
        word_set("vehicle car motor automobile"),
        word_set("vehicle car fleet van truck lorry automobile motor"),
        word_set("odometer mileage registration fuel mpg horsepower plate"),
    ),
    (
        word_set("product item article good thing merchandise line sku"),
        word_set("product item article good stock inventory part catalogue catalog merchandise"),
        word_set("sku price stock supplier reorder barcode"),
    ),
    (
        word_set("place location spot site"),
        word_set("place city town station store shop branch venue site location airport country"),
        word_set("latitude longitude address population elevation"),
    ),
    (
        word_set("home property house dwelling residence place listing building"),
        word_set("listing property house home apartment flat dwelling"),
        word_set("bedroom bathroom asking floor sqft sqm garden"),
    ),
    (
        word_set("bug issue defect problem fault ticket glitch error"),
        word_set("bug defect issue ticket incident fault"),
        word_set("severity assignee reproducible regression resolution"),
    ),
)
_PEOPLE = word_set(
    """
    person people persons folk folks individual guy human soul somebody everybody man men woman
    women
    """
) - word_set("man men woman women")
_OF_PERSONS = word_set("sex gender age dob birthdate birthday salary wage email phone nationality")
_NAME = word_set("name full first last surname fullname")


@lru_cache(maxsize=4096)
def tables_of_kind(noun: str, schema: DatasetSchema) -> tuple[str, ...]:
    """Return the tables whose rows are of the kind that a general noun names."""
    plain = stem(noun)
    if plain in _PEOPLE or noun in _PEOPLE:
        return tuple(t.name for t in schema.tables if _holds_people(t))
    for nouns, names, headers in _OTHER_KINDS:
        if plain not in nouns:
            continue
        found = tuple(t.name for t in schema.tables if _is_kind(t, names, headers))
        if found:
            return found
    return ()


def _words(name: str) -> set[str]:
    return {stem(m) for word in name_words(name) for m in meanings(word)}


def _holds_people(table: TableSchema) -> bool:
    if _last(table.name) in PERSONS:
        return True
    headers = set().union(*(_words(column.name) for column in table.columns))
    if len(headers & _OF_PERSONS) >= 2 and headers & _NAME and not headers & {"species", "breed"}:
        return True
    return any(_is_person(column) and _tells_apart(table, column) for column in table.columns[:3])


def _last(name: str) -> str:
    words = name_words(name)
    return stem(words[-1]) if words else ""


def _is_person(column: ColumnSchema) -> bool:
    words = [stem(word) for word in name_words(column.name) if word not in _NAME]
    return column.type == "string" and len(words) == 1 and words[0] in PERSONS


def _tells_apart(table: TableSchema, column: ColumnSchema) -> bool:
    return column.distinct is not None and column.distinct >= 0.9 * max(1, table.row_count)


def _is_kind(table: TableSchema, names: frozenset[str], headers: frozenset[str]) -> bool:
    if {stem(word) for word in name_words(table.name)} & names:
        return True
    own = set().union(*(_words(column.name) for column in table.columns))
    return len(own & headers) >= 2


@lru_cache(maxsize=1024)
def person_column(schema: DatasetSchema, name: str) -> ColumnRef | None:
    """Return the only column of a table that says which person a row is of, or how many."""
    table = schema.table(name)
    if table is None:
        return None
    found = [ColumnRef(name, c.name) for c in table.columns if _is_person(c)]
    counts = [ColumnRef(name, c.name) for c in table.columns if _counts_people(c)]
    others = [ref for ref in found if not _words(ref.column) & STAFF]
    if counts:
        return counts[0] if len(counts) == 1 and not others else None
    return (others or found)[0] if len(others or found) == 1 else None


def _counts_people(column: ColumnSchema) -> bool:
    """A number of guests, of attendees."""
    words = name_words(column.name)
    plural = bool(words) and stem(words[-1]) != words[-1]
    return column.type == "integer" and plural and stem(words[-1]) in PERSONS


def is_people(noun: str) -> bool:
    """Return whether a noun is one for people in general."""
    return noun in _PEOPLE or stem(noun) in _PEOPLE
