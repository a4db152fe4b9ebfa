"""What a call names as its table: delimited text, or a sheet of a workbook."""

from __future__ import annotations

from pathlib import PurePath

from keenbench.errors import ValidationFailed
from keenbench.formats.call import Call
from keenbench.registry import Result
from keenbench.tables.description import Description
from keenbench.tables.ingest import Overrides, ingest
from keenbench.tables.methods import IngestParams

WORKBOOKS = frozenset((".xlsx", ".xlsm", ".xltx", ".xltm"))


class Ingested(Result):
    description: Description


def ingest_file(call: Call, params: IngestParams) -> Ingested:
    """Load the file that `params` names into the call's result."""
    with call.open(params.root, params.path) as file:
        if PurePath(params.path).suffix.lower() in WORKBOOKS:
            from keenbench.tables.sheets import ingest_sheet

            if params.encoding is not None or params.delimiter is not None:
                raise ValidationFailed("A workbook has no encoding and no delimiter.")
            if params.source_table is not None or params.rejected:
                raise ValidationFailed(
                    "source_table and rejected belong to delimited text; a workbook's tables are "
                    "told apart by source_sheet and source_range."
                )
            description = ingest_sheet(
                file, params.path, call.out, params.source_sheet, params.source_range, call.progress
            )
        else:
            if params.source_sheet is not None or params.source_range is not None:
                raise ValidationFailed("source_sheet and source_range belong to workbooks.")
            overrides = Overrides(
                params.encoding, params.delimiter, params.source_table or 1, params.rejected
            )
            description = ingest(file, params.path, call.out, overrides, call.progress)
    return Ingested(description=description)
