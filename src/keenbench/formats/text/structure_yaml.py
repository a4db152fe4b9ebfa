"""The top level of a YAML text.

Only events are read, so that nothing is ever made of what they say: a tag constructs no object, and
an alias stays a name, whatever it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from keenbench.formats.shape import Page, short_name
from keenbench.formats.text.lines import TextFile
from keenbench.formats.text.structure import Structure, Unreadable

# libyaml gives some 200,000 events a second to Python; the parser in Python is ten times slower.
BUDGET = 8_000_000 if yaml.__with_libyaml__ else 800_000
_MAX_DEPTH = 1_000

_Loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


def read_yaml(text: TextFile, page: Page | None = None) -> Structure:
    """Return what the first document of a YAML text is, its keys, and how many documents follow."""
    found = Structure(page)
    whole = text.char_count <= BUDGET
    try:
        _read(_Pieces(text.pieces(0, BUDGET)), found)
    except yaml.YAMLError as error:
        if whole:
            mark = getattr(error, "problem_mark", None)
            where = f" (line {mark.line + 1})" if mark else ""
            raise Unreadable(f"it is not well-formed{where}.") from None
    if not whole:
        found.partial(f"the first {BUDGET} characters")
    return found


class _Pieces:
    """Pieces of a text as the stream that yaml reads from."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces
        self._rest = b""

    def read(self, size: int = -1) -> bytes:
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            self._rest = piece.encode("utf-8")
        if size < 0:
            size = len(self._rest)
        data, self._rest = self._rest[:size], self._rest[size:]
        return data


def _read(stream: _Pieces, found: Structure) -> None:
    depth = 0
    at_key = False  # whether the next node of the first level is a key
    found.document_count = 0
    for event in yaml.parse(stream, Loader=_Loader):
        if isinstance(event, yaml.DocumentStartEvent):
            found.document_count += 1
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        is_node = isinstance(event, yaml.NodeEvent)
        if is_node and found.document_count == 1:
            if depth == 0:
                _top(event, found)
                at_key = True
            elif depth == 1 and found.keys is not None:
                if at_key:
                    found.keys.add(_key(event))
                at_key = not at_key
            elif depth == 1 and found.item_count is not None:
                found.item_count += 1
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _MAX_DEPTH:
                raise Unreadable(f"it is nested more than {_MAX_DEPTH} deep.")


def _top(event: yaml.Event, found: Structure) -> None:
    if isinstance(event, yaml.MappingStartEvent):
        found.top_level = "object"
        found.keys = found.listing()
    elif isinstance(event, yaml.SequenceStartEvent):
        found.top_level = "array"
        found.item_count = 0
    else:
        found.top_level = "scalar"


def _key(event: yaml.Event) -> str:
    if isinstance(event, yaml.ScalarEvent):
        return short_name(event.value)
    if isinstance(event, yaml.AliasEvent):
        return short_name(f"*{event.anchor}")
    return "(a key that is itself a list or map)"
