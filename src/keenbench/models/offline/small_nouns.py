"""Rows that are called by a word that mostly says nothing: results, of exam_results."""

from __future__ import annotations

from collections.abc import Sequence

from keenbench.models.offline.headers import table_words
from keenbench.models.offline.lexicon import PHRASES
from keenbench.models.offline.linking import TableLink, link_tables
from keenbench.models.offline.words import Token, name_words, stem
from keenbench.query.dataset_schema import DatasetSchema


def rows_called_small(tokens: Sequence[Token], at: int, schema: DatasetSchema) -> list[TableLink]:
    """Return the tables whose name ends in the word, said of several of them.

    Different results are not so many rows, but what a column says.
    """
    word = tokens[at]
    before = PHRASES.get(tokens[at - 1].norm) if at else None
    if word.stem == word.norm or (before is not None and before.tag == "distinct"):
        return []
    return [
        link for link in link_tables([word.norm], schema)
        if stem(table_words(name_words(link.table))[-1]) == word.stem
    ]  # fmt: skip


__all__ = ["rows_called_small"]
