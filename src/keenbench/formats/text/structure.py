"""What a structured text is made of at its top level: keys, root and children, headers.

Only names are taken, never values; each is found while the text streams by, in bounded memory and
within a budget of characters. A text that cannot be read as what its name says is still a text: the
map then carries a warning instead of a structure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath

from keenbench.formats.shape import Listing, MapWarning, Page
from keenbench.formats.text.lines import TextFile

MAX_DEPTH = 10_000

_FORMATS = {
    ".json": "json",
    ".xml": "xml",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".csv": "csv",
    ".tsv": "tsv",
    ".psv": "psv",
}


class Unreadable(Exception):
    """The text is not what its name says; the message tells why, without any of its content."""


@dataclass
class Structure:
    """The top level of a text; what does not apply stays None."""

    page: Page | None = None
    top_level: str | None = None
    keys: Listing[str] | None = None
    item_count: int | None = None
    document_count: int | None = None
    root: str | None = None
    children: Listing[str] | None = None
    child_count: int | None = None
    delimiter: str | None = None
    headers: Listing[str] | None = None
    warnings: list[MapWarning] = field(default_factory=list)

    def listing(self) -> Listing[str]:
        return Listing(self.page)

    def partial(self, what: str) -> None:
        """Say that the structure is that of a part only."""
        message = f"Only {what} were looked at; what the structure lists is of those."
        self.warnings.append(MapWarning(code="structure_partial", message=message))


def format_of(path: str) -> str:
    """Return the format a map names: json, xml, yaml, csv, tsv, psv, and text for all else."""
    return _FORMATS.get(PurePath(path).suffix.lower(), "text")


def structure_of(text: TextFile, path: str, page: Page | None = None) -> Structure:
    """Return the structure of `text`, read as what the name of its file says."""
    kind = format_of(path)
    try:
        return _reader(kind)(text, page)
    except Unreadable as error:
        names = {"json": "JSON", "xml": "XML", "yaml": "YAML"}
        message = f"This is not readable as {names.get(kind, kind)}: {error}"
        warning = MapWarning(code="structure_unreadable", message=message)
        return Structure(warnings=[warning])


def _reader(kind: str) -> Callable[[TextFile, Page | None], Structure]:
    if kind == "json":
        from keenbench.formats.text.structure_json import read_json

        return read_json
    if kind == "xml":
        from keenbench.formats.text.structure_xml import read_xml

        return read_xml
    if kind == "yaml":
        from keenbench.formats.text.structure_yaml import read_yaml

        return read_yaml
    if kind in ("csv", "tsv", "psv"):
        from keenbench.formats.text.structure_csv import read_headers

        return read_headers(kind)
    return lambda text, page: Structure(page)
