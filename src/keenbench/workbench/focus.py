"""Where in a file Review looks first, as a proposal may say it.

Where it does not, the worker tells where its edit was made.
"""

from __future__ import annotations

from keenbench.errors import ValidationFailed
from keenbench.workbench.kinds import OpsKind

FocusHint = dict[str, int | str]

_FIELDS: dict[OpsKind, frozenset[str]] = {
    "xlsx": frozenset({"sheet", "row_start", "row_end", "col_start", "col_end"}),
    "docx": frozenset({"section_index"}),
    "pptx": frozenset({"slide_index"}),
    "odt": frozenset({"section_index"}),
    "pdf": frozenset({"page_index"}),
}


def check_focus_hint(path: str, kind: OpsKind, hint: FocusHint) -> None:
    wrong = [
        key
        for key, value in hint.items()
        if key not in _FIELDS[kind] or isinstance(value, str) != (key == "sheet")
    ]
    if wrong:
        raise ValidationFailed(f"focus_hint.{wrong[0]} is not known for {kind}.", path=path)
