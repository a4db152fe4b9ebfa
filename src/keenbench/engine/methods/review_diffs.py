"""Review, format by format: what changed in documents, cells, slides, rows, pages and images.

The engine says which two versions are meant; they are compared in the parser's box.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import Field, create_model

from keenbench.engine.engine import Engine, current_caller, methods
from keenbench.engine.methods.review import ReviewFileParams
from keenbench.engine.methods.review_sides import ReferenceSource, comparison, sides
from keenbench.errors import ValidationFailed
from keenbench.formats.comparing import MOST_CHANGES, PAGE_CHANGES
from keenbench.formats.shape import WhenPresent
from keenbench.registry import Method
from keenbench.workbench.kinds import FileKind, kind_of
from keenbench.worker.table import METHODS as WORKER_METHODS


class DiffParams(ReviewFileParams):
    """What every structured diff takes."""

    offset: int = Field(default=0, ge=0, description="The first change of the page, 0-based [0].")
    limit: int = Field(
        default=PAGE_CHANGES, ge=1, le=MOST_CHANGES, description="Changes a page [100]."
    )


_COMMON = {"workbench_id", "root", "path", "progress", "reference_root", "deleted"}
TABLES = (".csv", ".tsv", ".psv")


def _diff(name: str, summary: str, asked: dict[FileKind, str]) -> None:
    """Register a method of Review; `asked` names the worker's method for each kind of file."""
    found = WORKER_METHODS.get(next(iter(asked.values())))
    assert found is not None
    own: dict[str, Any] = {
        key: (field.annotation, field)
        for key, field in found.params.model_fields.items()
        if key not in _COMMON and key not in DiffParams.model_fields
    }
    params = create_model(f"{name}Params", __base__=DiffParams, **own)
    result = create_model(
        f"{name}Result",
        __base__=found.result,
        reference_source=(ReferenceSource, ...),
        reference_warning=(str | None, WhenPresent),
    )
    methods.add(Method(name, _compare(name, asked), params, result, summary))


def _compare(name: str, asked: dict[FileKind, str]) -> Callable[[Engine, Any], Any]:
    def compare(engine: Engine, params: DiffParams) -> Any:
        bench = engine.workbenches.get(params.workbench_id)
        compared = bench.read(lambda view: comparison(view, params.path))
        method = asked.get(kind_of(params.path).file_kind)
        is_table = params.path.lower().endswith(TABLES)
        if method is None or (name == "ReviewGetTableDiff" and not is_table):
            raise ValidationFailed(
                f"{name} does not compare files of this type.", path=params.path, phase="review"
            )
        body = params.model_dump(mode="json", exclude_unset=True) | sides(compared)
        caller = current_caller.get()
        answer = engine.worker.call(
            method, body, canceled=caller.canceled if caller is not None else None
        )
        told: dict[str, Any] = {"reference_source": compared.reference_source}
        if compared.reference_warning is not None:
            told["reference_warning"] = compared.reference_warning
        return answer | told

    return compare


_diff(
    "ReviewGetXlsxCellDiff",
    "Show what changed in a workbook: cells, rows and columns, what stands beside them.",
    {"xlsx": "XlsxCompare"},
)
_diff(
    "ReviewGetDocxContentDiff",
    "Show what changed in a text document: paragraphs, tables, notes, formatting.",
    {"docx": "DocxCompare", "odt": "OdtCompare"},
)
_diff(
    "ReviewGetPptxContentDiff",
    "Show what changed in a presentation: slides, shapes, texts, notes.",
    {"pptx": "PptxCompare"},
)
_diff(
    "ReviewGetPdfDiff",
    "Show what changed in a PDF: pages by their text, annotations, form fields.",
    {"pdf": "PdfCompare"},
)
_diff(
    "ReviewGetImageDiff",
    "Show what an image was and what it is.",
    {"image": "ImageCompare"},
)
_diff(
    "ReviewGetTableDiff",
    "Show what changed in a table of delimited text: rows, columns, cells.",
    {"text": "TableCompare"},
)
