"""A table that is called as what its one figure is: the GDP, of a table gdp with a Value."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.words import name_words, stem, word_set
from keenbench.models.reader.nature import measures
from keenbench.models.reader.sense import Sense

_ANY_FIGURE = word_set("value amount figure measurement reading observation val obs total")


def figure_of_table(item: Item, s: Sentence) -> list[Sense]:
    """`GDP of Germany`, of a table gdp with a Value for each country and year: that value."""
    if item.tokens[-1].stem != item.tokens[-1].norm or item.columns:
        return []
    found = []
    for link in item.tables:
        own = measures(s.schema, link.table)
        if len(own) == 1 and link.how == "exact" and link.score >= 0.97:
            words = {stem(word) for word in name_words(own[0].ref.column)}
            if words <= _ANY_FIGURE:
                found.append(Sense("col", 0.0, ref=own[0].ref, table=link.table, how="exact"))
    return found


__all__ = ["figure_of_table"]
