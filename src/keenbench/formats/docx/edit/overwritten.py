"""Text that Word writes itself: results of fields, and content controls that show bound data.

It can be replaced, but what was put there does not last; whoever replaces it is told.
"""

from __future__ import annotations

from functools import cached_property

from keenbench.formats.applying import OpReport
from keenbench.formats.docx.edit.lines import Atom
from keenbench.formats.docx.story import TEXT
from keenbench.formats.ooxml_names import W
from keenbench.formats.xml_part import Element

_CHAR, _CODE, _SIMPLE = f"{W}fldChar", f"{W}instrText", f"{W}fldSimple"
# Fields whose result is what a person wrote: Word keeps it.
_WRITTEN = {"HYPERLINK", "FORMTEXT", "FORMDROPDOWN", "FORMCHECKBOX"}
_LOCKED = {"contentLocked", "sdtContentLocked"}


class Overwritten:
    """Counts the replaced texts of which Word has the last word."""

    def __init__(self) -> None:
        self.bound = self.locked = self.fields = 0

    def count(self, atoms: list[Atom], results: Results) -> None:
        """Count one match by the elements it stands in."""
        controls = [
            properties
            for atom in atoms
            for control in atom.element.iterancestors(f"{W}sdt")
            for properties in control.iterchildren(f"{W}sdtPr")
        ]
        self.bound += any(map(_is_bound, controls))
        self.locked += any(map(_is_locked, controls))
        self.fields += any(atom.element in results for atom in atoms)

    def say(self, report: OpReport) -> None:
        if self.bound:
            report.warn(
                "bound_text",
                f"{self.bound} of the matches stand in content controls that show data of the "
                "document; Word may show the data there again, which was not changed.",
            )
        if self.locked:
            report.warn(
                "bound_text",
                f"{self.locked} of the matches stand in content controls that are locked against "
                "editing; they were replaced all the same.",
            )
        if self.fields:
            report.warn(
                "field_results",
                f"{self.fields} of the matches stand in results of fields, which Word works out "
                "again when the fields are updated.",
            )


class Results:
    """The texts of a part that are results of fields, as they stood when first asked for."""

    def __init__(self, root: Element) -> None:
        self._root = root

    def __contains__(self, element: Element) -> bool:
        if any(_worked_out(one.get(f"{W}instr", "")) for one in element.iterancestors(_SIMPLE)):
            return True
        return element in self._texts

    @cached_property
    def _texts(self) -> set[Element]:
        found: set[Element] = set()
        open_fields: list[tuple[list[str], list[bool]]] = []  # code, and whether it has ended
        for element in self._root.iter(_CHAR, _CODE, TEXT):
            if element.tag == _CHAR:
                kind = element.get(f"{W}fldCharType")
                if kind == "begin":
                    open_fields.append(([], []))
                elif kind == "separate" and open_fields:
                    open_fields[-1][1].append(True)
                elif kind == "end" and open_fields:
                    open_fields.pop()
            elif element.tag == _CODE:
                if open_fields:
                    open_fields[-1][0].append(element.text or "")
            elif any(ended and _worked_out("".join(code)) for code, ended in open_fields):
                found.add(element)
        return found


def _worked_out(code: str) -> bool:
    words = code.split(maxsplit=1)
    return bool(words) and words[0].upper() not in _WRITTEN


def _is_bound(properties: Element) -> bool:
    # Word 2013 writes w15:dataBinding for controls of rich text.
    return any(True for _ in properties.iterchildren("{*}dataBinding"))


def _is_locked(properties: Element) -> bool:
    lock = properties.find(f"{W}lock")
    return lock is not None and lock.get(f"{W}val") in _LOCKED
