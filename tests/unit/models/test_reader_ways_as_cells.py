"""Small words that are cells: what went in and out, and the lamps that are on."""

from __future__ import annotations

import pytest

from tests.unit.models.asking import Dataset


def depot() -> Dataset:
    return Dataset(
        {
            "goods": """select * from (values
                ('A1', 'Rope', 12.5, 40), ('A2', 'Chain', 30.0, 15), ('A3', 'Hook', 2.0, 90))
                t(code, good, unit_cost, stock)""",
            "movements": """select * from (values
                (1, 'A1', timestamp '2024-01-05 09:00:00', 'in', 20, 'Raj'),
                (2, 'A1', '2024-02-05 10:00:00', 'out', 5, 'Raj'),
                (3, 'A2', '2024-02-09 11:00:00', 'out', 8, 'Sue'),
                (4, 'A3', '2024-03-01 12:00:00', 'in', 50, 'Sue'),
                (5, 'A3', '2025-01-04 13:00:00', 'out', 11, 'Raj'),
                (6, 'A1', '2025-02-04 14:00:00', 'in', 7, 'Sue'),
                (7, 'A2', '2025-01-20 14:00:00', 'in', 4, 'Sue'))
                t(movement_id, code, moved_at, direction, quantity, worker)""",
        },
        ("movements.code goods.code",),
    )


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many units went out in 2024?", [(13,)]),
        ("How many units came in in 2024?", [(70,)]),
        ("How many units came in last month?", [(4,)]),
        ("How many out movements did Raj make?", [(2,)]),
        ("How many in movements did Raj make?", [(1,)]),
        ("Total quantity where direction is out", [(24,)]),
        ("Total quantity where direction is in", [(81,)]),
        ("How many movements are in and how many are out?", [("in", 4), ("out", 3)]),
        ("Compare units in and units out", [("in", 81), ("out", 24)]),
    ],
)
def test_a_way_that_a_column_of_few_kinds_holds_is_that_cell(
    question: str, rows: list[tuple[object, ...]]
) -> None:
    assert depot().ask(question) == rows


def test_goods_are_ranked_by_what_was_moved_out_of_each() -> None:
    found = depot().ask("Top 2 goods by quantity moved out")
    assert [(row[1], row[-1]) for row in found] == [("Hook", 11), ("Chain", 8)]


def test_rows_with_a_direction_are_those_that_have_it() -> None:
    found = depot().ask("Which movements have direction out?")
    assert [row[0] for row in found] == [2, 3, 5]


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many movements were there in 2024?", 4),
        ("How many movements in March 2024?", 1),
        ("How many movements were carried out by Raj?", 3),
        ("Find out how many movements Sue made", 4),
    ],
)
def test_in_before_a_time_and_out_after_its_verb_are_no_cells(question: str, count: int) -> None:
    assert depot().ask(question) == [(count,)]


def test_only_a_column_of_few_kinds_tells_ways() -> None:
    visits = Dataset(
        {"visits": "select i as visit_id, 'note ' || i as note, i as minutes from range(40) t(i)"}
    )
    visits.connection.execute("update visits set note = 'out' where visit_id = 3")
    assert visits.ask("How many visits were carried out?") == [(40,)]


def test_incoming_and_outgoing_are_the_ways_in_and_out() -> None:
    assert depot().ask("Total incoming quantity") == [(81,)]
    found = depot().ask("How many movements did each worker make?", "only outgoing ones")
    assert found == [("Raj", 2), ("Sue", 1)]


def test_a_net_quantity_is_asked_about_and_not_the_sum_of_all() -> None:
    assert "net" in depot().asked_back("net quantity by good")
