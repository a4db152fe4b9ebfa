"""What one cell is to get."""

from __future__ import annotations

from dataclasses import dataclass

from keenbench.formats.xlsx.edit.cell_style import CellStyle
from keenbench.formats.xlsx.edit.values import Content


@dataclass(frozen=True)
class Write:
    """What one cell is to get: content (None keeps what it holds) and looks on top of its own."""

    row: int
    column: int
    content: Content | None
    style: CellStyle | None
    key: str  # what names it in a refusal
    text: str | None = None  # the text, where it is one: a table's header needs it
