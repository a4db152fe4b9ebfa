"""Support tickets and the agents who answered them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random

from scripts.demo_data.tables import (
    Cell,
    a_day,
    full_name,
    table,
)


def support() -> dict[str, bytes]:
    random = Random(20240202)
    teams = {"Billing": 5, "Technical": 8, "Accounts": 4, "Onboarding": 3}
    agents: list[list[Cell]] = []
    for team, size in teams.items():
        for _ in range(size):
            site = random.choices(("Dublin", "Berlin", "Remote"), (45, 35, 20))[0]
            hired = a_day(random, date(2018, 3, 1), date(2024, 6, 30))
            agents.append([f"A{len(agents) + 1:02d}", full_name(random), team, site])
            agents[-1].append(hired.isoformat())

    tickets: list[list[Cell]] = []
    opened = datetime(2024, 1, 2, 8, 3)
    for key in range(10001, 11801):
        opened += timedelta(minutes=random.randrange(20, 560))
        priority = random.choices(("low", "normal", "high", "urgent"), (25, 50, 18, 7))[0]
        channel = random.choices(("email", "chat", "phone", "web form"), (42, 30, 18, 10))[0]
        topic = random.choices(
            ("Login", "Invoice", "Refund", "Bug", "Feature request", "Delivery"),
            (22, 20, 14, 24, 8, 12),
        )[0]
        agent: Cell = random.choice(agents)[0] if random.random() > 0.04 else None
        if agent and random.random() < 0.01:
            agent = "A77"  # left the company, and the list of agents
        hours = {"low": 60, "normal": 36, "high": 16, "urgent": 6}[priority] * random.uniform(
            0.1, 2.2
        )
        status = random.choices(("closed", "open", "pending"), (88, 7, 5))[0]
        closed = opened + timedelta(minutes=round(hours * 60)) if status == "closed" else None
        score = random.choices((1, 2, 3, 4, 5), (6, 9, 18, 37, 30))[0]
        tickets.append(
            [
                key,
                agent,
                topic,
                priority,
                channel if random.random() > 0.02 else None,
                status,
                opened.isoformat(sep=" "),
                closed.isoformat(sep=" ") if closed else None,
                random.randrange(2, 40 if channel in ("chat", "phone") else 480),
                Decimal(round(hours * 10)).scaleb(-1) if closed else None,
                score if closed and random.random() < 0.55 else None,
            ]
        )
    return {
        "support/agents.csv": table(("agent_id", "agent_name", "team", "site", "hired_on"), agents),
        "support/tickets.csv": table(
            (
                "ticket_id",
                "agent_id",
                "topic",
                "priority",
                "channel",
                "status",
                "opened_at",
                "closed_at",
                "first_response_minutes",
                "resolution_hours",
                "satisfaction",
            ),
            tickets,
        ),
    }
