"""Cells told by the words beside a noun: heads of department; women or girls."""

from __future__ import annotations

from keenbench.models.offline.items import Item
from keenbench.models.offline.sentence import Sentence
from keenbench.models.offline.value_matching import ValueLink
from keenbench.models.offline.words import stem
from keenbench.models.reader.sense import Sense

_SAID_ALREADY = 0.6


def cells_of_each(item: Item, s: Sentence) -> list[Sense] | None:
    """Return what heads of department are, where a cell is Head of Sales and one Head of Legal.

    The noun means these cells, and the column behind its `of` no more than they say themselves.

    None where the cells are not so called: the name of a column is then what it always is.
    """
    at = s.items.index(item)
    if item.columns and at > 1 and s.items[at - 1].norm == "of":
        return [Sense("used", 0.0)] if _such_cells(at - 2, s) else None
    if not item.values:
        return None
    return [
        Sense("val", 0.05, ref=link.ref, table=link.ref.table, values=link.values, how="exact")
        for link in _such_cells(at, s)
    ] or None


def said_beside_it(item: Item, link: ValueLink, s: Sentence) -> float:
    """Return what it costs that a looser word names a cell which another names just beside it.

    `women or girls`, of a man, a woman and a child: who says both does not mean the same by them.
    """
    at = s.items.index(item)
    if link.how != "verb":
        return 0.0
    sides = (s.items[max(0, at - 2) : at][::-1], s.items[at + 1 : at + 3])
    beside = [side[1] for side in sides if len(side) > 1 and side[0].tag in ("and", "or")]
    named = any(
        other.how == "exact" and other.ref == link.ref and {*other.values} >= {*link.values}
        for each in beside for other in each.values
    )  # fmt: skip
    return _SAID_ALREADY if named else 0.0


def _such_cells(at: int, s: Sentence) -> list[ValueLink]:
    if at + 2 >= len(s.items) or s.items[at + 1].norm != "of":
        return []
    noun, kind = s.items[at], s.items[at + 2]
    columns = {link.ref for link in kind.columns if link.how in ("exact", "part")}
    found = []
    for link in noun.values:
        cells = [cell.casefold().split() for cell in link.values]
        called = all(
            len(words) > 2 and words[1] == "of" and stem(words[0]) == noun.tokens[-1].stem
            for words in cells
        )
        if called and len(cells) > 1 and len(noun.tokens) == 1 and columns - {link.ref}:
            found.append(link)
    return found


__all__ = ["cells_of_each", "said_beside_it"]
