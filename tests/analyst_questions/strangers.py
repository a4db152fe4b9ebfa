"""Suites by people who had seen nothing of the model: a folder each, with questions and tables.

Each was first met unseen; the first contact is what tells how the model does on tables of others.
The sixth, seventh and eighth have been learnt from since, the others not yet. The sixth was asked
through the app, the others of the model alone. The expected rows were worked out by the author's
own SQL, which stands beside each question.

| suite | questions | at first contact right | of the answers wrong |
|---|---|---|---|
| sixth | 152 | 59.2 % | 15.1 % |
| seventh | 127 | 66.1 % | 12.5 % |
| eighth | 130 | 42.3 % | 22.6 % |
| ninth | 130 | 40.0 % | 25.0 % |
| tenth | 129 | 49.6 % | 20.8 % |
| eleventh | 130 | 43.1 % | 18.3 % |
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "strangers"
NAMES = (
    "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
    "fourteenth", "fifteenth", "sixteenth", "seventeenth", "nineteenth", "twenty_first", "twentieth",
)  # fmt: skip
CORPUS = Path(
    os.environ.get("KEENBENCH_CORPUS", FOLDER.parent.parent.parent.parent / "shared" / "corpus")
)
_OF_CORPUS = {
    "mpg.csv": "mpg", "raw_customers.csv": "jaffle_shop", "raw_orders.csv": "jaffle_shop",
    "raw_payments.csv": "jaffle_shop", "seattle-weather.csv": "seattle_weather",
    "taxis.csv": "taxis", "tips.csv": "tips",
}  # fmt: skip
"""Tables that are not ours to keep: they lie in folders of the corpus, where there is one."""


@cache
def _read(suite: str) -> list[dict[str, Any]]:
    text = (FOLDER / suite / "questions.json").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(text)
    return found


def load(suite: str) -> list[dict[str, Any]]:
    """Return the questions of a suite, with datasets such as `seventh/hotel`."""
    return [{**question, "dataset": f"{suite}/{question['dataset']}"} for question in _read(suite)]


def files_of(dataset: str) -> list[Path]:
    suite, _, name = dataset.partition("/")
    files = next(question["files"] for question in _read(suite) if question["dataset"] == name)
    return [_path(suite, file) for file in files]


def _path(suite: str, file: str) -> Path:
    if file in _OF_CORPUS:
        return CORPUS / "csv" / "datasets" / _OF_CORPUS[file] / file
    return FOLDER / suite / "tables" / file
