"""What the cell styles of a workbook make of numbers."""

from __future__ import annotations

from keenbench.formats.xlsx.addresses import whole_number
from keenbench.formats.xlsx.dates import BUILT_IN, Moment, moment_of
from keenbench.formats.xlsx.style_lists import styles_of
from keenbench.formats.xml_part import Element

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class Styles:
    """Which styles show a number as a date, a time or a duration."""

    def __init__(self, root: Element | None = None) -> None:
        self._moments: list[Moment] = []
        self._by_text: dict[bytes, Moment] = {b"": Moment.NONE}
        if root is None:
            return
        codes: dict[str, Moment] = {}
        for element in root.iterfind(f"{_MAIN}numFmts/{_MAIN}numFmt"):
            codes[element.get("numFmtId", "")] = moment_of(element.get("formatCode", ""))
        for element in styles_of(root.find(f"{_MAIN}cellXfs")):
            number = element.get("numFmtId", "0")
            built_in = BUILT_IN.get(whole_number(number) or 0, Moment.NONE)
            self._moments.append(codes.get(number, built_in))

    def moment(self, style: bytes) -> Moment:
        """Return what the style numbered so makes of a number."""
        found = self._by_text.get(style)
        if found is None:
            at = int(style) if style.isdigit() and len(style) < 10 else len(self._moments)
            found = self._moments[at] if at < len(self._moments) else Moment.NONE
            if len(self._by_text) < 100_000:
                self._by_text[style] = found
        return found
