"""The worker's methods that compare two versions of a file: what they take and what they give.

Only the engine calls them, for Review: it knows which two versions are meant.
"""

from __future__ import annotations

from keenbench.formats.call import Call, methods
from keenbench.formats.comparing import both_sides
from keenbench.formats.xlsx.diff.changes import XlsxCompared, XlsxCompareParams


@methods.method("XlsxCompare", reads=both_sides, compares=True)
def xlsx_compare(call: Call, params: XlsxCompareParams) -> XlsxCompared:
    """Say what differs between two versions of a workbook, by cells, rows and columns."""
    from keenbench.formats.xlsx.diff.workbook import compare_workbooks

    return compare_workbooks(call, params)
