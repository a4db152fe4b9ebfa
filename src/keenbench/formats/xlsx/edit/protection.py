"""Sheets that their author protected."""

from __future__ import annotations

from keenbench.formats.applying import OpReport
from keenbench.formats.xlsx.edit.sheet import EditedSheet


def warn_protected(sheet: EditedSheet, report: OpReport) -> None:
    """Tell that a protected sheet is edited: protection guards against slips, not against edits."""
    protection = sheet.frame.find("{*}sheetProtection")
    if protection is not None and protection.get("sheet") in ("1", "true"):
        report.warn("sheet_protected", f"The sheet {sheet.name} is protected; it was edited.")
