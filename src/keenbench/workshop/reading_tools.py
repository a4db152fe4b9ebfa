"""Tools that look at files: list, map, read, styles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.workshop.coverage import Reading, Unit, cells_of, pages_of
from keenbench.workshop.tool_call import Told, ToolCall
from keenbench.workshop.visible_files import VisibleFile

MAP_METHODS = {
    "text": "TextGetMap",
    "table": "TabularGetMap",
    "docx": "DocxGetMap",
    "odt": "OdtGetMap",
    "pptx": "PptxGetMap",
    "xlsx": "XlsxGetMap",
    "pdf": "PdfGetMap",
    "image": "ImageGetMetadata",
}
# What names a region, by kind of file; the method that reads it.
_REGIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "text": ("TextReadLines", ("line_start", "line_count", "chunk")),
    "table": ("TextReadLines", ("line_start", "line_count", "chunk")),
    "docx": ("DocxExtractText", ("section", "chunk")),
    "odt": ("OdtExtractText", ("section", "chunk")),
    "pptx": ("PptxExtractText", ("slide_index", "chunk")),
    "xlsx": ("XlsxReadRange", ("sheet", "range", "chunk")),
    "pdf": ("PdfExtractText", ("pages", "chunk")),
}
_TABLE_NOTE = (
    "These are lines of a table's text. For rows, figures and queries use table_get_map, "
    "table_read_rows and table_query."
)


def list_files(call: ToolCall) -> Told:
    files = [_entry(file) for file in call.visible.files.values()]
    return Told({"files": files, "file_count": len(files)})


def get_file_info(call: ToolCall) -> Told:
    file = call.file()
    info = _entry(file)
    if file.entry is not None:
        info |= {"modified_at": file.entry.modified_at, "added_at": file.entry.added_at}
    if file.kind.is_opaque:
        return Told(info | {"map": None, "note": _opaque(file)})
    return Told(info | {"map": _map(call, file)})


def get_file_map(call: ToolCall) -> Told:
    file = call.file()
    if file.kind.is_opaque:
        raise ValidationFailed(_opaque(file), path=file.path, subphase="opaque")
    return Told(_map(call, file, **_paging(call, file)))


def read_file(call: ToolCall) -> Told:
    file = call.file()
    if file.kind.is_opaque:
        raise ValidationFailed(_opaque(file), path=file.path, subphase="opaque")
    if file.what == "image":
        facts = call.read("ImageGetMetadata", file.path)
        note = "An image has no text to read; these are its facts."
        return Told(facts | {"note": note})
    method, regions = _REGIONS[file.what]
    params = _region(call, file, regions)
    result = call.read(method, file.path, **params)
    # How large the whole is, for the share of it that was read.
    if not call.run.coverage.knows(file.path):
        _know(call, file)
    return Told(_for_model(file, result), _readings(file, params, result))


def get_styles(kind: str) -> Callable[[ToolCall], Told]:
    def styles(call: ToolCall) -> Told:
        file = call.file()
        if file.kind.file_kind != kind:
            raise ValidationFailed(
                f"{file.path} is no {kind} file; this tool reads {kind} files.", path=file.path
            )
        return Told(call.read(f"{kind.capitalize()}GetStyles", file.path, **call.given("sheet")))

    return styles


def _entry(file: VisibleFile) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "path": file.path,
        "file_kind": file.kind.file_kind,
        "size": file.size,
        "mime_type": file.kind.mime_type,
        "is_opaque": file.kind.is_opaque,
        "read_only": file.kind.read_only,
    }
    if file.is_table:
        entry["is_table"] = True
    if file.draft_only:
        entry["draft_only"] = True
    elif file.state is not None:
        entry["changed_in_draft"] = True
    return entry


def _opaque(file: VisibleFile) -> str:
    return (
        f"{file.path} is present, but of a kind that KeenBench never parses; its content is "
        "unavailable."
    )


def _map(call: ToolCall, file: VisibleFile, **params: Any) -> dict[str, Any]:
    found = call.read(MAP_METHODS[file.what], file.path, **params)
    if not params:
        call.run.coverage.know(file.path, found)
    return found


def _know(call: ToolCall, file: VisibleFile) -> None:
    """Learn how large a file is."""
    try:
        found = call.read(MAP_METHODS[file.what], file.path)
    except (ValidationFailed, FileReadFailed):
        return  # readable in part, without a map: its size is what the reads tell
    call.run.coverage.know(file.path, found)


def _paging(call: ToolCall, file: VisibleFile) -> dict[str, Any]:
    fitting = {"xlsx": ("sheet",), "docx": ("section",), "odt": ("section",)}.get(file.what, ())
    for name in ("sheet", "section"):
        if name in call.arguments and name not in fitting:
            raise ValidationFailed(f"{name} does not fit {file.path}, a {file.what} file.")
    if file.what == "image":
        return {}
    return call.given("offset", "limit", *fitting)


def _region(call: ToolCall, file: VisibleFile, regions: tuple[str, ...]) -> dict[str, Any]:
    """Return the region that is asked for, where it fits the kind of file; else chunk 0."""
    asked = {name: value for name, value in call.arguments.items() if name != "path"}
    for name in asked:
        if name not in regions:
            raise ValidationFailed(
                f"{name} does not fit {file.path}: a {file.what} file is read by "
                f"{', '.join(regions)}.",
                path=file.path,
            )
    if "!" in asked.get("range", "") and "sheet" not in asked:
        # As formulas write it: 'Two words'!A1:B5.
        sheet, _, cells = asked["range"].rpartition("!")
        asked |= {"sheet": sheet.strip("'").replace("''", "'"), "range": cells}
    return asked or {"chunk": 0}


def _for_model(file: VisibleFile, result: dict[str, Any]) -> dict[str, Any]:
    """Return a read without what it says twice."""
    if file.what == "table":
        return result | {"note": _TABLE_NOTE}
    if file.what != "xlsx":
        return result
    # The cells stand in `text`; `rows` and `formulas` say them again, blanks and all.
    told = {key: value for key, value in result.items() if key not in ("rows", "formulas")}
    area = cells_of(result["chunk_info"]["range"])
    if area is not None:
        told["formulas"] = {
            f"{_letters(area.first_column + at)}{area.first_row + down}": formula
            for down, row in enumerate(result.get("formulas") or ())
            for at, formula in enumerate(row)
            if formula is not None
        }
    return told


def _letters(column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _readings(file: VisibleFile, params: dict[str, Any], result: dict[str, Any]) -> list[Reading]:
    """Return what of the file a read has shown."""
    info = result["chunk_info"]
    covered = info["covered"]
    first, last, total = covered["from"], covered["to"], covered["total"]
    if file.what == "xlsx":
        area = cells_of(info["range"])
        if area is None:
            return []
        return [Reading(file.path, "cells", part=result["sheet"], area=area)]
    if file.what == "pdf":
        spans = pages_of(info["range"])
        return [Reading(file.path, "pages", begin, end, total) for begin, end in spans]
    if file.what == "pptx" and covered["unit"] == "characters":
        slide = str(params["slide_index"] + 1)
        return [Reading(file.path, "slides", first, last, total, part=slide)]
    part = str(result["section"]["index"]) if "section" in result else None
    unit: Unit = covered["unit"]
    return [Reading(file.path, unit, first, last, total, part=part)]
