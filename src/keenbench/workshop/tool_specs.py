"""The tools that a model sees: names, words and schemas.

Schemas are plain (type, properties, required, items, enum, description), because providers differ
in what else they accept; `anyOf` stands only where a cell may be a text or a number.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from keenbench.tables.tools import TOOLS as TABLE_TOOLS
from keenbench.workshop import ops_specs
from keenbench.workshop.prompts import tools as words
from keenbench.workshop.tool_run import ToolSpec

Schema = dict[str, Any]

OPERATION_KINDS = ("docx", "xlsx", "pptx", "odt", "pdf")
STYLED_KINDS = ("xlsx", "docx", "pptx")
WRITING_TABLE_TOOLS = frozenset({"table_export", "table_update_from_export"})

# What table tools take beside the schema that the design gives them word for word.
TABLE_ALSO: dict[str, Schema] = {
    "encoding": {"type": "string"},
    "delimiter": {"type": "string"},
    "source_sheet": {"type": "string"},
    "source_range": {"type": "string"},
    "source_table": {"type": "integer"},
    "rejected": {"type": "boolean"},
}
ALSO: dict[str, dict[str, Schema]] = {
    "table_read_rows": {"raw": {"type": "boolean"}},
    "table_export": {"raw": {"type": "boolean"}, "split_sheets": {"type": "boolean"}},
}


def _text(description: str, **more: Any) -> Schema:
    return {"type": "string", "description": description, **more}


def _whole(description: str) -> Schema:
    return {"type": "integer", "description": description}


def _flag(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def _object(properties: Schema, *required: str) -> Schema:
    return {"type": "object", "properties": properties, "required": list(required)}


_PATH = _text("Workbench file path")

READ_FILE_PROPERTIES: Schema = {
    "path": _PATH,
    "sheet": _text("xlsx: the name of a sheet. Omit for the first."),
    "range": _text('xlsx: cells such as "A1:E50".'),
    "section": _text("docx, odt: the heading of a section as the map gives it, or its index."),
    "chunk": _whole(
        "A chunk that the map names, 0-based (within the sheet, section or slide). Omit all "
        "regions for chunk 0."
    ),
    "slide_index": _whole("pptx: the slide, 0-based."),
    "pages": _text('pdf: pages from 1 on, such as "1-5,8".'),
    "line_start": _whole("text: the first line, 1-based."),
    "line_count": _whole("text: how many lines."),
}

_MAP_PROPERTIES: Schema = {
    "path": _PATH,
    "offset": _whole("Page through long lists: the first entry, 0-based."),
    "limit": _whole("How many entries a page has, at most 100."),
    "sheet": _text("xlsx: this sheet alone."),
    "section": _text("docx, odt: this section alone, by heading or index."),
}

_UPDATE = _object(
    {
        "path": _text("Source workbench file path"),
        "query": _text("Optional SQL query over the source. If omitted, the full table."),
        "target_path": _text("The workbook (.xlsx) in Draft to write into"),
        "sheet": _text("The sheet to write to"),
        "mode": _text("How to write", enum=["replace_sheet", "append_rows", "write_range"]),
        "start_cell": _text("Where the rows begin. Defaults to A1."),
        "include_header": _flag("Write the column names first. Defaults to true."),
        "create_workbook_if_missing": _flag("Defaults to true."),
        "create_sheet_if_missing": _flag("Defaults to true."),
        "clear_target_range": _flag(
            "Empty what stands in the columns from start_cell down, first. Defaults to false."
        ),
    },
    "path",
    "target_path",
    "sheet",
    "mode",
)


@cache
def all_specs() -> tuple[ToolSpec, ...]:
    """Return every tool, always in the same order."""
    return (
        ToolSpec("list_files", words.LIST_FILES, _object({})),
        ToolSpec("get_file_info", words.GET_FILE_INFO, _object({"path": _PATH}, "path")),
        ToolSpec("get_file_map", words.GET_FILE_MAP, _object(_MAP_PROPERTIES, "path")),
        ToolSpec("read_file", words.READ_FILE, _object(READ_FILE_PROPERTIES, "path")),
        *(
            ToolSpec(
                tool["name"],
                tool["description"],
                tool["parameters"],
                writes=tool["name"] in WRITING_TABLE_TOOLS,
            )
            for tool in TABLE_TOOLS
        ),
        ToolSpec("table_update_from_export", words.TABLE_UPDATE, _UPDATE, writes=True),
        ToolSpec(
            "write_text_file",
            words.WRITE_TEXT_FILE,
            _object(
                {
                    "path": _text("File name in the workbench"),
                    "content": _text("The whole new content"),
                },
                "path",
                "content",
            ),
            writes=True,
        ),
        *(_operations(kind) for kind in OPERATION_KINDS),
        *(_get_styles(kind) for kind in STYLED_KINDS),
        *(_copy_assets(kind) for kind in STYLED_KINDS),
        ToolSpec(
            "recall_tool_result",
            words.RECALL,
            _object(
                {
                    "entry_id": _text("The id that the receipt gives"),
                    "page": _whole("Which page, 0-based. Omit for the first."),
                },
                "entry_id",
            ),
        ),
    )


@cache
def short_specs() -> tuple[ToolSpec, ...]:
    """Return every tool, of operations only their names in the schema: the description says all."""
    return tuple(
        replace(spec, parameters=_without_keys(spec.parameters))
        if "operations" in spec.parameters["properties"]
        else spec
        for spec in all_specs()
    )


def _without_keys(parameters: Schema) -> Schema:
    operations = parameters["properties"]["operations"]
    op = operations["items"]["properties"]["op"]
    short = operations | {"items": _object({"op": op}, "op")}
    return parameters | {"properties": parameters["properties"] | {"operations": short}}


def _operations(kind: str) -> ToolSpec:
    properties: Schema = {
        "path": _text("File name in the workbench"),
        "operations": {
            "type": "array",
            "items": ops_specs.items_schema(kind),
            "description": "Operations as listed in the tool's description, in order.",
        },
        "create_new": _flag("Make the file; it must not exist yet."),
        "copy_from": _text("Make the file as a copy of this one, then edit it."),
    }
    if kind == "docx":
        properties["track_changes"] = _flag("Write the edits as revisions.")
    if kind == "xlsx":
        properties["recalculate"] = _flag("Compute the results of formulas.")
    description = words.OPERATIONS.format(
        a_file=words.NAMES[kind],
        more=words.OPERATIONS_MORE[kind],
        reference=ops_specs.reference(kind),
    )
    return ToolSpec(
        f"{kind}_operations", description, _object(properties, "path", "operations"), writes=True
    )


def _get_styles(kind: str) -> ToolSpec:
    properties: Schema = {"path": _PATH}
    if kind == "xlsx":
        properties["sheet"] = _text("The name of a sheet. Omit for all.")
    description = words.GET_STYLES.format(a_file=words.NAMES[kind], kind=kind)
    return ToolSpec(f"{kind}_get_styles", description, _object(properties, "path"))


def _copy_assets(kind: str) -> ToolSpec:
    where: Schema = (
        {"sheet": _text("Target sheet"), "anchor": _text("Target cell")}
        if kind == "xlsx"
        else {"slide_index": _whole("Target slide, 0-based")}
        if kind == "pptx"
        else {}
    )
    assets: Schema = {
        "type": "array",
        "items": _object({"asset_id": _text("As get_styles gives it"), **where}, "asset_id"),
        "description": "What to carry, and where it goes.",
    }
    properties: Schema = {
        "source_path": _text("The file to take from"),
        "target_path": _text("The file in Draft to carry to"),
        "assets": assets,
    }
    return ToolSpec(
        f"{kind}_copy_assets",
        words.COPY_ASSETS.format(kind=kind),
        _object(properties, "source_path", "target_path", "assets"),
        writes=True,
    )
