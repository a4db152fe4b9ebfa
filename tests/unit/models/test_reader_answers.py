"""What the reader makes of questions, by the answers that two small datasets give."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from keenbench.models.offline.frame import Understanding
from keenbench.models.reader import choosing
from keenbench.models.reader.assembly import Assembly
from tests.unit.models.asking import Dataset
from tests.unit.models.invented import bakeries, dogs


@pytest.fixture(scope="module")
def chain() -> Dataset:
    return bakeries()


@pytest.fixture(scope="module")
def home() -> Dataset:
    return dogs()


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many shops are in Aven?", [(2,)]),
        ("How many sales were in Aven?", [(3,)]),
        ("How many sales did Harbour have?", [(3,)]),
        ("How many different products were sold?", [(3,)]),
        ("How many shops have more than 2 sales?", [(1,)]),
    ],
)
def test_the_table_that_the_noun_names_is_counted(
    chain: Dataset, question: str, rows: list[Any]
) -> None:
    assert chain.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many large dogs are there?", [(2,)]),
        ("dogs by size", [("large", 2), ("medium", 1), ("small", 2)]),
        ("How many dogs are in the Red kennel?", [(3,)]),
        ("how many kennels", [(2,)]),
        ("average weight of small dogs", [(6.75,)]),
        ("dogs between 6 and 13 kg", [("Bo", 12), ("Pip", 6), ("Tam", 7.5)]),
    ],
)
def test_a_word_is_header_cell_or_unit_as_the_table_says(
    home: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(home.ask(question)) == rows


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Which shop took the most?", (2, "Harbour", 52)),
        ("Which shop had the most sales?", (2, "Harbour", 3)),
        ("Which product sold the most pieces?", ("Rye", 11)),
        ("top 2 products by takings", ("Rye", 44)),
        ("What is the highest takings of a single sale?", (6, 24)),
    ],
)
def test_groups_are_ranked_by_what_they_come_to_and_rows_by_their_own(
    chain: Dataset, question: str, first: tuple[Any, ...]
) -> None:
    assert chain.ask(question)[0] == first


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which dog is the heaviest?", [("Rex", 24.5)]),
        ("second heaviest dog", [("Una", 21)]),
        ("the two lightest dogs", [("Pip", 6), ("Tam", 7.5)]),
        ("lightest collie", [("Una", 21)]),
        ("Which breed is the heaviest on average?", [("Collie", 22.75)]),
    ],
)
def test_what_stands_first_is_shown_by_its_name(
    home: Dataset, question: str, rows: list[Any]
) -> None:
    assert home.ask(question) == rows


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("What share of sales are online?", 50),
        ("What percentage of takings came from cake?", 100 * 38 / 82),
    ],
)
def test_a_share_is_of_rows_or_of_a_sum(chain: Dataset, question: str, share: float) -> None:
    assert chain.ask(question) == [(pytest.approx(share),)]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which shops have no sales?", [(4, "Station")]),
        ("Which shops never sold a tart?", [(1, "Mill Road"), (3, "Old Gate"), (4, "Station")]),
        ("How many sales have no complaint?", [(4,)]),
        ("sales with a complaint", [(2, "burnt"), (4, "late")]),
    ],
)
def test_what_is_not_there_is_a_missing_row_or_an_empty_cell(
    chain: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(chain.ask(question)) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many dogs were adopted?", [(3,)]),
        ("How many dogs are not adopted yet?", [(2,)]),
        ("How many dogs are Collies or weigh under 7 kg?", [(3,)]),
        ("which dogs are not terriers", [("Bo", "Beagle"), ("Rex", "Collie"), ("Una", "Collie")]),
    ],
)
def test_conditions_hold_or_not_and_one_of_two_is_enough(
    home: Dataset, question: str, rows: list[Any]
) -> None:
    assert sorted(home.ask(question)) == rows


def test_two_groups_are_set_side_by_side(chain: Dataset) -> None:
    assert chain.ask("Did card or cash bring in more?") == [("cash", 42), ("card", 40)]


def test_the_difference_of_two_groups_is_a_number(chain: Dataset) -> None:
    assert 6 in chain.ask("How much more did bread take than cake?")[0]


def test_months_are_those_of_the_year_that_was_said(chain: Dataset) -> None:
    assert [row[1] for row in chain.ask("monthly takings in 2024")] == [22, 28, 8]


def test_a_list_has_the_columns_that_were_named(chain: Dataset) -> None:
    rows = chain.ask("show product, pieces and takings of sales over 10")

    assert sorted(row[-3:] for row in rows) == [("Rye", 3, 12), ("Rye", 6, 24), ("Tart", 1, 20)]
    assert chain.ask("list the shops with their town and staff")[0] == (1, "Mill Road", "Aven", 4)


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (("How many sales in 2024?", "and in 2025?"), [(1,)]),
        (("How many cake sales were there?", "what about bread?"), [(3,)]),
        (("total takings by kind", "only cash"), [("bread", 24), ("cake", 18)]),
        (("Which shop took the most?", "and the least?"), [(3, "Old Gate", 8)]),
        (("Which sales were online?", "how many are there?"), [(3,)]),
    ],
)
def test_a_message_changes_the_question_before(
    chain: Dataset, questions: tuple[str, ...], rows: list[Any]
) -> None:
    assert chain.ask(*questions) == rows


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("How many gluten sales were there?", "gluten"),
        ("average wobble per shop", "wobble"),
        ("show me the quasars", "quasars"),
        ("email the shops in Aven", "email"),
    ],
)
def test_a_word_that_says_nothing_here_is_asked_about(
    chain: Dataset, question: str, word: str
) -> None:
    assert word in chain.asked_back(question)


def test_a_row_of_totals_is_no_row_of_its_own() -> None:
    stalls = Dataset(
        {
            "stalls": "select * from (values ('Fish', 10), ('Bread', 20), ('Total', 30)) "
            "t(stall, takings)"
        }
    )

    assert stalls.ask("total takings") == [(30,)]
    assert stalls.ask("Which stall has the highest takings?") == [("Bread", 20)]


def test_no_part_of_the_reader_hides_a_method_of_another() -> None:
    owners: dict[str, list[str]] = defaultdict(list)
    for part in Assembly.__mro__[:-1]:
        for name, value in vars(part).items():
            if callable(value) and not name.startswith("__"):
                owners[name].append(part.__name__)

    assert {name: found for name, found in owners.items() if len(found) > 1} == {}


@pytest.mark.parametrize(("sure", "doubts"), [(0.0, False), (1.01, True)])
def test_an_answer_that_is_in_doubt_says_so(
    chain: Dataset, monkeypatch: pytest.MonkeyPatch, sure: float, doubts: bool
) -> None:
    monkeypatch.setattr(choosing, "SURE", sure)
    meant = chain.understand("How many shops are in Aven?")
    assert isinstance(meant, Understanding)
    assert any("not quite sure" in remark for remark in meant.remarks) == doubts
