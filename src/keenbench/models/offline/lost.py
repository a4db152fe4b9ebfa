"""What is said where a question, or a word of it, was not understood."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence, listed


def why_lost(s: Sentence, lost: list[Item]) -> str:
    words = listed(f'"{item.text}"' for item in lost)
    named = [item for item in lost if item.names_something]
    if named:
        item = named[0]
        what = (
            item.tables[0].table if item.tables else item.columns[0].ref.column
            if item.columns else item.values[0].values[0] if item.values else item.text
        )  # fmt: skip
        return (
            f"I did not understand what {words} ({what}) should do in this question. Could you say "
            "it in another way, for example with “by”, “where” or “total”?"
        )
    near = nearest(s, lost[0])
    hint = f" Did you mean {listed(near)}?" if near else ""
    return f"I do not know what {words} means in this dataset.{hint}{_columns(s)}"


def nearest(s: Sentence, item: Item) -> list[str]:
    from rapidfuzz import fuzz, process

    names = [t.name for t in s.schema.tables]
    names += [c.name for t in s.schema.tables for c in t.columns]
    names += [v for t in s.schema.tables for c in t.columns for v in (c.values or ())]
    found = process.extract(
        item.norm, list(dict.fromkeys(names)), scorer=fuzz.WRatio, limit=3, score_cutoff=70,
        processor=str.casefold,
    )  # fmt: skip
    return [match for match, _, _ in found]


def _columns(s: Sentence) -> str:
    tables = s.near[:1] or [t.name for t in s.schema.tables][:3]
    parts = [f"{t}: {', '.join(c.name for c in s.table(t).columns[:12])}" for t in tables]
    return f" I see {'; '.join(parts)}."


def cannot(s: Sentence) -> str:
    return (
        "I can answer questions about these tables: how many, total, average, least, greatest, "
        f"share, by group, in a period.{_columns(s)} What would you like to know?"
    )
