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
