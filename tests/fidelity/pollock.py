"""The score of the Pollock benchmark: how much of a clean table a reader gave, in ten measures.

As the benchmark defines it: success; precision, recall and F1 of the header's cells, of whole
records (their cells joined) and of all cells. Headers and records are compared after
normalisation, cells as they are. Everything is a multiset; order does not count.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

Table = list[list[str]]
MEASURES = 10

_DATES = ("%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%Y-%m-%d %H:%M:%S", "%d-%b-%Y")
_TIMES = ("%H:%M", "%H:%M:%S")
_MONEY = re.compile(r"([$€£¥])\s*([\d,]+(?:\.\d+)?)")


def normalise(cell: str) -> str:
    text = cell.strip()
    if not text:
        return ""
    if text in ("True", "true", "1"):
        return "1"
    if text in ("False", "false", "0"):
        return "0"
    try:
        return str(int(text))
    except ValueError:
        pass
    try:
        return str(float(text))
    except ValueError:
        pass
    for formats, part in ((_TIMES, "time"), (_DATES, "date")):
        for form in formats:
            try:
                found = datetime.strptime(text, form)
            except ValueError:
                continue
            return found.time().isoformat() if part == "time" else found.isoformat()
    money = _MONEY.fullmatch(text)
    if money is not None:
        return money.group(1) + str(float(money.group(2).replace(",", "")))
    return text.lower()


def read_clean(path: Path) -> Table:
    text = path.read_bytes().decode("utf-8-sig", "replace")
    return [row for row in csv.reader(io.StringIO(text, newline="")) if row]


def score(loaded: Table | None, clean: Table) -> float:
    """Return the sum of the ten measures; `loaded` is None where the reader failed."""
    if loaded is None:
        return 0.0
    if not clean:
        return float(MEASURES)
    header = _overlap(
        [normalise(cell) for cell in clean[0]],
        [normalise(cell) for cell in loaded[0]] if loaded else [],
    )
    if len(clean) == 1:
        records = (1.0, 1.0, 1.0)
    else:
        records = _overlap(_joined(clean[1:]), _joined(loaded[1:]))
    cells = _overlap(
        [cell for row in clean for cell in row], [cell for row in loaded for cell in row]
    )
    return 1.0 + sum(header) + sum(records) + sum(cells)


def _joined(rows: Iterable[Sequence[str]]) -> list[str]:
    return ["".join(normalise(cell) for cell in row) for row in rows]


def _overlap(clean: list[str], loaded: list[str]) -> tuple[float, float, float]:
    if not clean or not loaded:
        return (0.0, 0.0, 0.0)
    shared = sum((Counter(clean) & Counter(loaded)).values())
    precision, recall = shared / len(clean), shared / len(loaded)
    f1 = 2 * precision * recall / (precision + recall) if shared else 0.0
    return precision, recall, f1


def simple(scores: dict[str, float]) -> float:
    return sum(scores.values()) / len(scores)


def weighted(scores: dict[str, float], weights: dict[str, float]) -> float:
    known = {name: weights[name] for name in scores if name in weights}
    return sum(scores[name] * weight for name, weight in known.items()) / sum(known.values())
