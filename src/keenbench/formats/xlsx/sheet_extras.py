"""What a worksheet holds beside its cells: merges, rules, links to drawings and tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from keenbench.formats.xlsx.addresses import Range, find_range, whole_number
from keenbench.formats.xlsx.part_access import PartDamaged

MAX_MERGES = 100_000
_MAX_COLUMNS = 16_384


@dataclass(frozen=True)
class Columns:
    """What a sheet says of the columns from `first` to `last`."""

    first: int
    last: int
    width: float | None
    style: bytes
    hidden: bool


@dataclass
class Extras:
    """What stands before and after the rows of a sheet."""

    root: str = ""
    merges: list[Range] = field(default_factory=list)
    merge_count: int = 0
    has_conditional_formatting: bool = False
    has_data_validation: bool = False
    autofilter: Range | None = None
    columns: list[Columns] = field(default_factory=list)
    drawing_ids: list[str] = field(default_factory=list)
    table_ids: list[str] = field(default_factory=list)

    def weight(self) -> int:
        return 120 * (len(self.merges) + len(self.columns)) + 100 * (
            len(self.drawing_ids) + len(self.table_ids)
        )


class ExtrasReader:
    """Reads them from the XML of a sheet whose rows are left out."""

    def __init__(self, extras: Extras) -> None:
        self._extras = extras
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start

    def feed(self, data: bytes) -> None:
        self._parse(data, final=False)

    def finish(self) -> None:
        self._parse(b"", final=True)

    def _parse(self, data: bytes, *, final: bool) -> None:
        try:
            self._parser.Parse(data, final)
        except expat.ExpatError as error:
            raise PartDamaged(f"is not well-formed XML (line {error.lineno})") from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        extras = self._extras
        local = name.rpartition(":")[2]
        if not extras.root:
            extras.root = local
        if local == "mergeCell":
            merged = find_range(attributes.get("ref", ""))
            if merged is not None and merged.cell_count > 1:
                extras.merge_count += 1
                if len(extras.merges) < MAX_MERGES:
                    extras.merges.append(merged)
        elif local in ("conditionalFormatting", "conditionalFormattings"):
            extras.has_conditional_formatting = True
        elif local in ("dataValidation",):
            extras.has_data_validation = True
        elif local == "col" and len(extras.columns) < _MAX_COLUMNS:
            extras.columns += _columns(attributes)
        elif local == "autoFilter" and extras.autofilter is None:
            extras.autofilter = find_range(attributes.get("ref", ""))
        elif local == "drawing":
            extras.drawing_ids += _relationship(attributes)
        elif local == "tablePart":
            extras.table_ids += _relationship(attributes)


def _columns(attributes: dict[str, str]) -> list[Columns]:
    first, last = (whole_number(attributes.get(name)) for name in ("min", "max"))
    if first is None or last is None:
        return []
    try:
        width = float(attributes["width"]) if "width" in attributes else None
    except ValueError:
        width = None
    style = attributes.get("style", "").encode()
    return [Columns(first, last, width, style, attributes.get("hidden") in ("1", "true"))]


def _relationship(attributes: dict[str, str]) -> list[str]:
    """Return the relationship id, whatever prefix the attribute has."""
    return [value for key, value in attributes.items() if key.endswith(":id")][:1]
