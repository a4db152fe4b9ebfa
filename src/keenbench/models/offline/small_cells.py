"""Small words that are cells: a plan called Plus, a state called No, a tier called Top.

Such a word holds sentences together, or asks for a figure, wherever it is written as one. With a
capital inside a sentence, or beside the header of its column, it is a name like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keenbench.models.offline.columns import ColumnRef
from keenbench.models.offline.lexicon import PHRASES
from keenbench.models.offline.linking import link_columns
from keenbench.models.offline.small_words import FILLERS
from keenbench.models.offline.value_matching import ValueLink
from keenbench.models.offline.values import Known
from keenbench.models.offline.way_cells import WAYS_SAID, is_way, ways_in
from keenbench.models.offline.words import Token
from keenbench.query.dataset_schema import DatasetSchema

_ARTICLES = ("the", "a", "an")
_IS = ("is", "are", "was", "were", "=", "as")
_ALSO_CELLS = frozenset(("other", "all", "any", "both", "single", "present", "overall", "plus"))
_TAGS_OF_CELLS = ("agg", "super", "null", "not", "only", "rest", "versus", "distinct", "top")
_JOINTS = ("and", "or", "filler", "only", "list", "rows")
"""What a word is that a sentence may do without, so that nobody would miss it."""


def is_small(token: Token) -> bool:
    """Return whether a word means something in any question, whatever the tables hold."""
    return token.kind == "word" and (token.norm in FILLERS or token.norm in PHRASES)


def is_capital(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a word inside a sentence is written as a name is: the Plus plan.

    In a question all of whose words have capitals this says nothing, nor does it of `Top 5`.
    """
    token = tokens[at]
    if not at or token.text == "I" or not token.text[:1].isupper() or token.text.isupper():
        return False
    if at + 1 < len(tokens) and tokens[at + 1].kind == "number":
        return False
    others = [t for i, t in enumerate(tokens) if i not in (0, at) and t.kind == "word"]
    return not others or any(t.text[:1].islower() for t in others)


def is_written_as_name(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a small word is a name: it has a capital, or begins what it is a kind of.

    `Plus members by branch`, and not `Plus the average`, which goes on from an answer.
    """
    begins = not at and tokens[0].text == "Plus" and len(tokens) > 1 and not is_small(tokens[1])
    return begins or is_capital(tokens, at)


def headers_beside(tokens: Sequence[Token], at: int, schema: DatasetSchema) -> set[ColumnRef]:
    """Return the columns of text whose header stands beside a word: state no, the plus plan."""
    meaning = PHRASES.get(tokens[at].norm)
    often = meaning is not None and meaning.tag in _TAGS_OF_CELLS
    if not often and tokens[at].norm not in _ALSO_CELLS:
        return set()  # the status of orders
    before = at - 1
    if before > 0 and tokens[before].norm in _IS:
        before -= 1  # where the state is no
    found = _called(tokens, before, schema)
    after = _called(tokens, at + 1, schema)
    if found:
        return set() if after else found  # the plan plus the branch
    led = at > 0 and tokens[at - 1].norm in _ARTICLES
    return after if after and led and tokens[at + 1].stem == tokens[at + 1].norm else set()


def _called(tokens: Sequence[Token], at: int, schema: DatasetSchema) -> set[ColumnRef]:
    if not 0 <= at < len(tokens) or tokens[at].kind != "word" or tokens[at].norm in FILLERS:
        return set()
    texts = {
        ColumnRef(table.name, column.name)
        for table in schema.tables for column in table.columns if column.type == "string"
    }  # fmt: skip
    links = link_columns([tokens[at].norm], schema)
    return {x.ref for x in links if x.how == "exact" and x.score > 0.97 and x.ref in texts}


def cells_written_small(
    tokens: Sequence[Token], at: int, schema: DatasetSchema, known: Known
) -> tuple[list[ValueLink], bool]:
    """Return the cells that a small word is, and whether it can be nothing else."""
    token = tokens[at]
    said = WAYS_SAID.get(token.norm)
    if said is not None and not any(x.how == "exact" for x in known.links([token.norm])):
        ways = ways_in(known.links([said]), schema)
        return ways, bool(ways)  # the incoming quantity, of a direction that is in or out
    if not is_small(token):
        return [], False
    links = [link for link in known.links([token.norm]) if link.how == "exact"]
    if not links:
        return [], False
    meaning = PHRASES.get(token.norm)
    joint = meaning is None or meaning.tag in _JOINTS
    if is_written_as_name(tokens, at):
        same = [
            replace(link, values=cells)
            for link in links
            if (cells := tuple(cell for cell in link.values if cell.strip() == token.text))
        ]
        if same:
            return same, True
    if is_way(tokens, at, schema) and (ways := ways_in(links, schema)):
        return ways, True
    beside = headers_beside(tokens, at, schema)
    links = [link for link in links if link.ref in beside]
    return links, bool(links) and joint
