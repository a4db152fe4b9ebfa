"""Customers, orders, order lines and products of a web shop."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from random import Random

from scripts.demo_data.tables import (
    Cell,
    a_day,
    cents,
    full_name,
    table,
)

CITIES = {
    "Germany": ("Berlin", "Hamburg", "Munich", "Cologne"),
    "France": ("Paris", "Lyon", "Nantes"),
    "United Kingdom": ("London", "Leeds", "Bristol"),
    "Spain": ("Madrid", "Valencia"),
    "Netherlands": ("Amsterdam", "Utrecht"),
    "Austria": ("Vienna", "Graz"),
    "Portugal": ("Lisbon", "Porto"),
}
CATALOGUE = {
    "Electronics": (
        ("Wireless Mouse", 24), ("Mechanical Keyboard", 89), ("USB-C Hub", 39),
        ("Noise-Cancelling Headphones", 199), ("Webcam HD", 59), ("Portable SSD 1TB", 119),
        ("Bluetooth Speaker", 79), ("Phone Stand", 15),
    ),
    "Furniture": (
        ("Standing Desk", 449), ("Office Chair", 289), ("Desk Lamp", 45), ("Bookshelf", 129),
        ("Filing Cabinet", 159), ("Monitor Arm", 99),
    ),
    "Stationery": (
        ("Notebook A5", 6), ("Gel Pen Set", 12), ("Desk Calendar", 14), ("Sticky Notes", 4),
        ("Whiteboard", 69), ("Paper Ream", 7), ("Fountain Pen", 54),
    ),
    "Kitchen": (
        ("Coffee Grinder", 65), ("Espresso Machine", 329), ("Water Bottle", 18), ("Mug Set", 27),
        ("Lunch Box", 21), ("Electric Kettle", 49),
    ),
    "Books": (
        ("Data Cookbook", 34), ("Quiet Offices", 22), ("The Long Ledger", 28),
        ("Maps of Work", 31), ("Small Teams", 19),
    ),
}  # fmt: skip


def shop() -> dict[str, bytes]:
    random = Random(20240101)
    countries = list(CITIES)
    customers: list[list[Cell]] = []
    for key in range(1, 321):
        name = full_name(random)
        country = random.choices(countries, (30, 20, 18, 10, 9, 8, 5))[0]
        city: str | None = random.choice(CITIES[country])
        if random.random() < 0.03:
            city = None
        elif city and random.random() < 0.04:
            city = random.choice((city.upper(), city.lower()))
        email = f"{name.lower().replace(' ', '.').replace(chr(39), '')}{key}@example.com"
        segment = random.choices(("Consumer", "Business", "Education"), (60, 30, 10))[0]
        signed_up = a_day(random, date(2022, 6, 1), date(2025, 9, 30))
        customers.append(
            [
                key,
                name,
                email if random.random() > 0.06 else None,
                city,
                country,
                segment,
                signed_up.isoformat(),
            ]
        )

    products: list[list[Cell]] = []
    for category, goods in CATALOGUE.items():
        for name, about in goods:
            price = cents(about - random.choice((0.01, 0.05, 0.10, 0.50)))
            cost = cents(float(price) * random.uniform(0.35, 0.7))
            stock = random.choice((0, random.randrange(3, 40), random.randrange(40, 400)))
            products.append([100 + len(products) + 1, name, category, price, cost, stock])

    orders: list[list[Cell]] = []
    items: list[list[Cell]] = []
    for key in range(5001, 6401):
        ordered = a_day(random, date(2023, 1, 1), date(2025, 12, 31))
        # A few orders of customers whose record was erased.
        customer = random.randrange(1, 321) if random.random() > 0.02 else 900 + key % 7
        status = random.choices(("completed", "shipped", "returned", "cancelled"), (74, 10, 9, 7))[
            0
        ]
        payment = random.choices(("card", "paypal", "invoice", "bank transfer"), (50, 28, 14, 8))[0]
        total = Decimal(0)
        for product in random.sample(products, random.choices((1, 2, 3, 4), (45, 30, 17, 8))[0]):
            quantity = random.choices((1, 2, 3, 5, 10), (62, 20, 10, 5, 3))[0]
            off = random.choices((0, 5, 10, 20), (70, 12, 12, 6))[0]
            # Prices rose once; what was paid stays with the order.
            paid = float(str(product[3])) * (0.92 if ordered.year == 2023 else 1.0)
            unit = cents(paid)
            line = cents(float(unit * quantity) * (100 - off) / 100)
            total += line
            # A few lines of products that left the catalogue.
            bought = product[0] if random.random() > 0.01 else 199
            items.append([len(items) + 1, key, bought, quantity, unit, off, line])
        shipping = cents(random.choice((0, 4.9, 6.9, 12.5))) if total < 150 else cents(0)
        orders.append(
            [
                key,
                customer,
                ordered.isoformat(),
                status,
                payment,
                shipping if random.random() > 0.02 else None,
                total,
            ]
        )
    return {
        "shop/customers.csv": table(
            ("customer_id", "name", "email", "city", "country", "segment", "signup_date"),
            customers,
        ),
        "shop/products.csv": table(
            ("product_id", "product_name", "category", "price", "cost", "stock"), products
        ),
        "shop/orders.csv": table(
            (
                "order_id",
                "customer_id",
                "order_date",
                "status",
                "payment_method",
                "shipping_cost",
                "total",
            ),
            orders,
        ),
        "shop/order_items.csv": table(
            (
                "item_id",
                "order_id",
                "product_id",
                "quantity",
                "unit_price",
                "discount_pct",
                "line_total",
            ),
            items,
        ),
    }
