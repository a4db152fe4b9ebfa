"""General words for a column of whatever is listed: its name, number, date or amount."""

from __future__ import annotations

from keenbench.models.offline.words import word_set

NAME = word_set("name names called")
KEY = word_set("id ids ref refs reference references number numbers no nos code codes")
AMOUNT = word_set("amount amounts sum sums value values figure figures total totals price cost")
DATE = word_set("date dates day when")
