"""Small tables made up for the reader's tests: a chain of bakeries, and a dogs' home."""

from __future__ import annotations

from tests.unit.models.asking import Dataset


def bakeries() -> Dataset:
    return Dataset(
        {
            "shops": """select * from (values
                (1, 'Mill Road', 'Aven', 4), (2, 'Harbour', 'Brix', 7), (3, 'Old Gate', 'Aven', 3),
                (4, 'Station', 'Corm', 5))
                t(shop_id, shop, town, staff)""",
            "sales": """select * from (values
                (1, 1, date '2024-01-05', 'Rye', 'bread', 3, 12.0, 'card', true, null),
                (2, 1, '2024-01-20', 'Bun', 'cake', 5, 10.0, 'cash', false, 'burnt'),
                (3, 2, '2024-02-03', 'Rye', 'bread', 2, 8.0, 'card', false, null),
                (4, 2, '2024-02-17', 'Tart', 'cake', 1, 20.0, 'card', true, 'late'),
                (5, 3, '2024-03-09', 'Bun', 'cake', 4, 8.0, 'cash', false, null),
                (6, 2, '2025-01-11', 'Rye', 'bread', 6, 24.0, 'cash', true, null))
                t(sale_id, shop_id, sold_on, product, kind, pieces, takings, payment, online,
                  complaint)""",
        },
        ("sales.shop_id shops.shop_id",),
    )


def dogs() -> Dataset:
    return Dataset(
        {
            "dogs": """select * from (values
                ('Rex', 'Collie', 'large', 24.5, date '2024-01-03', date '2024-02-01', 80, 'Red'),
                ('Pip', 'Terrier', 'small', 6.0, '2024-01-20', null, 50, 'Blue'),
                ('Una', 'Collie', 'large', 21.0, '2024-03-02', '2024-03-20', 90, 'Red'),
                ('Bo', 'Beagle', 'medium', 12.0, '2024-03-15', null, 50, 'Red'),
                ('Tam', 'Terrier', 'small', 7.5, '2024-04-01', '2024-06-01', 60, 'Blue'))
                t(dog, breed, size, weight_kg, arrived_on, adopted_on, fee, kennel)""",
        }
    )


def league() -> Dataset:
    """Matches with the goals of both sides, players with an age, and what supporters gave."""
    return Dataset(
        {
            "matches": """select * from (values
                (1, '2024/25', 'Oaks', 'Rovers', 2, 1, 900),
                (2, '2024/25', 'Rovers', 'Town', 1, 1, 700),
                (3, '2025/26', 'Town', 'Oaks', 0, 3, 800),
                (4, '2025/26', 'Oaks', 'Town', 2, 2, 850),
                (5, '2025/26', 'Rovers', 'Oaks', 4, 0, 950))
                t(match_id, season, home_team, away_team, home_goals, away_goals, attendance)""",
            "players": """select * from (values
                (1, 'Ann Bell', 'Oaks', 'Forward', 17, true),
                (2, 'Cy Dunn', 'Town', 'Forward', 31, true),
                (3, 'Eve Fox', 'Oaks', 'Keeper', 24, false),
                (4, 'Gus Hay', 'Rovers', 'Forward', 22, false))
                t(player_id, player_name, team, position, age, injured)""",
            "donors": """select * from (values
                (1, 'Ida Jay', 'Trust'), (2, 'Kim Low', 'Company'), (3, 'Max Nye', 'Trust'))
                t(donor_id, donor_name, donor_type)""",
            "donations": """select * from (values
                (1, 1, date '2025-01-05', 300.0, 'A', true),
                (2, 1, '2025-02-01', 300.0, null, false),
                (3, 2, '2025-03-01', 50.0, 'B', true), (4, 2, '2025-04-01', 60.0, null, true),
                (5, 2, '2025-05-01', 70.0, 'B', false), (6, 3, '2025-06-01', 20.0, 'B', false))
                t(donation_id, donor_id, given_on, amount, grade, gift_aid)""",
        },
        ("donations.donor_id donors.donor_id",),
    )  # fmt: skip


def pet_visits() -> Dataset:
    """Visits to a vet, of which some name no vet and one no branch."""
    return Dataset(
        {
            "visits": """select * from (values
                (1, 'Cat', 'indoor', date '2024-01-03', 40.0, 'Ann', 'East'),
                (2, 'Dog', 'outdoor', '2024-01-13', 60.0, 'Bob', null),
                (3, 'Dog', 'indoor', '2024-02-03', 80.0, 'Ann', 'West'),
                (4, 'Rabbit', 'indoor', '2024-02-05', 20.0, 'Bob', 'West'),
                (5, 'Cat', 'outdoor', '2024-03-03', 50.0, null, 'West'),
                (6, 'Cat', 'indoor', '2024-03-08', 30.0, null, 'East'))
                t(visit_no, species, kept, visit_date, fee, vet, branch)""",
        }
    )
