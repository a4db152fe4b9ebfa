"""The small workbench that the lists of SQL speak about."""

from __future__ import annotations

# The names a query may use, and the columns behind each.
TABLES: dict[str, tuple[str, ...]] = {
    "data": (
        "id",
        "region",
        "product",
        "status",
        "amount",
        "price",
        "qty",
        "sold_on",
        "sold_at",
        "load",
        "update",
        "user",
        "note",
        "tags",
        "info",
        "größe",
    ),
    "customers": ("id", "name", "region", "country", "joined"),
    "sales 2024.csv": ("id", "v"),
    # Columns that bear the names of statements.
    "words": (
        "id",
        "insert",
        "drop",
        "grant",
        "set",
        "call",
        "copy",
        "values",
        "map",
        "rollback",
    ),
}

SETUP = (
    """
    CREATE TABLE data AS
    SELECT i AS id,
           ['north', 'south', 'east', 'west'][1 + i % 4] AS region,
           'product ' || (i % 7) AS product,
           ['open', 'call', 'update', 'a;b'][1 + i % 4] AS status,
           (i * 1.25)::DECIMAL(12, 2) AS amount,
           i / 3.0::DOUBLE AS price,
           (i % 11)::INTEGER AS qty,
           DATE '2024-01-01' + (i % 90)::INTEGER AS sold_on,
           TIMESTAMP '2024-01-01 08:00:00' + to_hours(i) AS sold_at,
           (i % 5) / 10.0::DOUBLE AS load,
           'v' || (i % 3) AS "update",
           'u' || (i % 6) AS "user",
           CASE WHEN i % 9 = 0 THEN NULL ELSE '50% of ' || i END AS note,
           ['t' || (i % 2), 't' || (i % 3)] AS tags,
           ('{"a": ' || i || ', "b": [1, 2]}')::JSON AS info,
           (i % 13)::INTEGER AS größe
    FROM range(200) t(i)
    """,
    """
    CREATE TABLE customers AS
    SELECT i AS id, 'Customer ' || i AS name,
           ['north', 'south', 'east'][1 + i % 3] AS region,
           ['DE', 'FR'][1 + i % 2] AS country,
           DATE '2020-01-01' + (i * 10)::INTEGER AS joined
    FROM range(40) t(i)
    """,
    """
    CREATE TABLE words AS
    SELECT i AS id, i AS "insert", i AS "drop", i AS "grant", i AS "set", i AS "call",
           i AS "copy", i AS "values", i AS "map", i AS "rollback"
    FROM range(5) t(i)
    """,
    'CREATE TABLE "sales 2024.csv" AS SELECT i AS id, i * 2 AS v FROM range(20) t(i)',
)
