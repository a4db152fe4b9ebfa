"""What an edit did, as a reader of Review is told: plain sentences, and who made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

# What one operation did, and what several of it did ({n} of them). Where `_SIZES` names a list,
# its items are counted rather than the operations.
_DEEDS: dict[str, tuple[str, str]] = {
    "ensure_sheet": ("sheet made", "{n} sheets made"),
    "set_cells": ("1 cell set", "{n} cells set"),
    "set_range": ("a range filled", "{n} ranges filled"),
    "set_column_widths": ("width of 1 column set", "widths of {n} columns set"),
    "set_row_heights": ("height of 1 row set", "heights of {n} rows set"),
    "freeze_panes": ("panes frozen", "panes frozen"),
    "clear_range": ("a range cleared", "{n} ranges cleared"),
    "insert_rows": ("rows inserted", "rows inserted in {n} places"),
    "delete_rows": ("rows deleted", "rows deleted in {n} places"),
    "insert_columns": ("columns inserted", "columns inserted in {n} places"),
    "delete_columns": ("columns deleted", "columns deleted in {n} places"),
    "rename_sheet": ("a sheet renamed", "{n} sheets renamed"),
    "delete_sheet": ("a sheet deleted", "{n} sheets deleted"),
    "copy_sheet": ("a sheet copied", "{n} sheets copied"),
    "merge_cells": ("cells merged", "cells merged in {n} places"),
    "unmerge_cells": ("merged cells parted", "merged cells parted in {n} places"),
    "set_autofilter": ("filter buttons set", "filter buttons set"),
    "add_conditional_format": ("a conditional format added", "{n} conditional formats added"),
    "add_data_validation": ("a rule for what may be typed added", "{n} rules for input added"),
    "define_name": ("a name defined", "{n} names defined"),
    "sort_range": ("rows sorted", "{n} ranges sorted"),
    "set_page_setup": ("page setup changed", "page setup changed"),
    "set_tab_color": ("colour of a tab set", "colours of {n} tabs set"),
    "set_hidden": ("what is hidden changed", "what is hidden changed"),
    "summarize_by_category": ("amounts added up by category", "amounts added up by category"),
    "set_paragraphs": ("text written anew", "text written anew"),
    "append_paragraph": ("1 paragraph added at the end", "{n} paragraphs added at the end"),
    "replace_text": ("text replaced", "{n} texts replaced"),
    "insert_paragraphs": ("1 paragraph inserted", "{n} paragraphs inserted"),
    "delete_paragraphs": ("paragraphs deleted", "paragraphs deleted in {n} places"),
    "replace_section": ("a section written anew", "{n} sections written anew"),
    "add_table": ("a table added", "{n} tables added"),
    "set_table_cells": ("1 table cell set", "{n} table cells set"),
    "append_table_rows": ("1 table row added", "{n} table rows added"),
    "insert_image": ("a picture inserted", "{n} pictures inserted"),
    "add_image": ("a picture added", "{n} pictures added"),
    "add_comment": ("a comment added", "{n} comments added"),
    "set_header_footer": ("header or footer set", "headers and footers set"),
    "add_page_break": ("a page break added", "{n} page breaks added"),
    "format_table": ("a table formatted", "{n} tables formatted"),
    "set_page": ("page setup changed", "page setup changed"),
    "define_style": ("a style defined", "{n} styles defined"),
    "add_footnote": ("a footnote added", "{n} footnotes added"),
    "set_properties": ("document properties set", "document properties set"),
    "add_slide": ("1 slide added", "{n} slides added"),
    "set_slide_text": ("text of 1 slide set", "text of {n} slides set"),
    "append_bullets": ("1 bullet added", "{n} bullets added"),
    "set_notes": ("speaker notes of 1 slide set", "speaker notes of {n} slides set"),
    "add_chart": ("a chart added", "{n} charts added"),
    "move_slide": ("1 slide moved", "{n} slides moved"),
    "duplicate_slide": ("1 slide copied", "{n} slides copied"),
    "delete_slide": ("1 slide deleted", "{n} slides deleted"),
    "set_layout": ("layout of 1 slide changed", "layouts of {n} slides changed"),
    "format_text": ("text formatted", "text formatted in {n} places"),
    "add_hyperlink": ("a link added", "{n} links added"),
    "set_footer": ("footer changed", "footer changed"),
    "set_slide_size": ("size of the slides changed", "size of the slides changed"),
    "add_note": ("a note added", "{n} notes added"),
    "highlight_text": ("text highlighted", "{n} texts highlighted"),
    "add_link": ("a link added", "{n} links added"),
}
_SIZES = {
    "set_cells": "cells",
    "set_column_widths": "columns",
    "set_row_heights": "rows",
    "insert_paragraphs": "paragraphs",
    "set_table_cells": "cells",
    "append_table_rows": "rows",
    "append_bullets": "bullets",
}
# More than these would not be read.
_DEEDS_TOLD = 4


def told_operations(ops: Iterable[Mapping[str, Any]]) -> str:
    """Return what these operations do to a file, in the order in which they begin."""
    done: Counter[str] = Counter()
    sheets: dict[str, None] = {}
    for op in ops:
        name = str(op.get("op"))
        items = op.get(_SIZES.get(name, ""))
        done[name] += len(items) if isinstance(items, list) and items else 1
        if isinstance(op.get("sheet"), str):
            sheets[op["sheet"]] = None
    deeds = [_deed(name, times) for name, times in done.items()]
    if len(deeds) > _DEEDS_TOLD:
        rest = len(deeds) - _DEEDS_TOLD
        deeds = [*deeds[:_DEEDS_TOLD], f"{rest} more kinds of change" if rest > 1 else "1 more"]
    words = ", ".join(deeds)
    where = f" on {next(iter(sheets))}" if len(sheets) == 1 else ""
    return f"{words[:1].upper()}{words[1:]}{where}."


def _deed(name: str, times: int) -> str:
    one, many = _DEEDS.get(name, (name.replace("_", " "),) * 2)
    return one if times == 1 else many.replace("{n}", str(times))


def made_by(model_id: str) -> str:
    """Return whose work an edit is."""
    provider, _, name = model_id.partition(":")
    return "By the offline model." if provider == "offline" else f"By {name or provider}."
