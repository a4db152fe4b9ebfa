"""What a workbook remembers of its formulas: the order to compute them in, and when to do it."""

from __future__ import annotations

from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.xlsx.edit.names import MAIN, WORKBOOK, child_in_order
from keenbench.formats.xml_part import Element


class Calculation:
    """Keeps calcChain true to the formulas there are, and asks for results when inputs change."""

    def __init__(self, edit: PackageEdit, main: str, chain: str | None) -> None:
        self._edit = edit
        self._main = main
        self._chain = chain
        self._gone: set[tuple[int, str]] = set()
        self._new: dict[tuple[int, str], None] = {}
        self.values_changed = False

    def formula_gone(self, sheet_id: int, cell: str) -> None:
        key = (sheet_id, cell)
        self._new.pop(key, None)
        self._gone.add(key)

    def formula_written(self, sheet_id: int, cell: str) -> None:
        self._new[sheet_id, cell] = None
        self._gone.discard((sheet_id, cell))

    def settle_chain(self) -> tuple[str, bool] | None:
        """Mend the chain; return its part and whether it is empty now, or None if it is as it was.

        A cell in the chain without a formula makes Excel repair the file.
        """
        chain = self._chain
        if chain is None or chain not in self._edit or not (self._gone or self._new):
            return None
        root = self._edit.xml(chain)
        known = self._drop(root)
        missing = [key for key in self._new if key not in known]
        for sheet_id, cell in missing:
            root.append(root.makeelement(f"{MAIN}c", {"r": cell, "i": str(sheet_id)}))
        self._gone.clear()
        self._new.clear()
        return chain, root.find(f"{MAIN}c") is None

    @property
    def is_asked_for(self) -> bool:
        """Whether every formula is computed when the workbook is opened."""
        found = self._edit.xml(self._main).find(f"{MAIN}calcPr")
        return found is not None and found.get("fullCalcOnLoad") in ("1", "true")

    def ask_for_results(self) -> bool:
        """Have every formula computed when the workbook is opened; return whether that is new."""
        if self.is_asked_for:
            return False
        child_in_order(self._edit.xml(self._main), "calcPr", WORKBOOK).set("fullCalcOnLoad", "1")
        return True

    def want_no_results(self) -> bool:
        """Have nothing computed on opening; return whether that is new."""
        found = self._edit.xml(self._main).find(f"{MAIN}calcPr")
        if found is None or "fullCalcOnLoad" not in found.attrib:
            return False
        del found.attrib["fullCalcOnLoad"]
        parent = found.getparent()
        if not found.attrib and parent is not None:
            parent.remove(found)
        return True

    def _drop(self, root: Element) -> set[tuple[int, str]]:
        """Remove the cells that no longer hold a formula; return those that stay."""
        kept: set[tuple[int, str]] = set()
        sheet = 0
        lost_sheet = False  # an entry that named its sheet went: the next one must name it
        for element in list(root.iterfind(f"{MAIN}c")):
            said = element.get("i")
            if said is not None and said.lstrip("-").isdigit():
                sheet = int(said)
                lost_sheet = False
            key = (sheet, element.get("r", ""))
            if key in self._gone:
                lost_sheet = lost_sheet or said is not None
                root.remove(element)
                continue
            if lost_sheet:
                element.set("i", str(sheet))
                lost_sheet = False
            kept.add(key)
        return kept
