"""What a model is told of the table tools, word for word as the product's design has it."""

# ruff: noqa: E501 - the words are as they are

from __future__ import annotations

from typing import Any

TOOLS: tuple[dict[str, Any], ...] = (
    {
        "name": "table_get_map",
        "description": "Get a structural map of a tabular text file (CSV). Returns column names, "
        "inferred types, row count, chunk boundaries, and encoding metadata. Use this "
        "to understand the table structure before reading or querying.",
        "parameters": {
            "type": "object",
            "properties": {"path": {"type": "string", "description": "Workbench file path"}},
            "required": ["path"],
        },
    },
    {
        "name": "table_describe",
        "description": "Get detailed column descriptions for a tabular text file. Returns per-column "
        "inferred type, nullability, and distinct-value estimates. More detailed than "
        "the map's column list.",
        "parameters": {
            "type": "object",
            "properties": {"path": {"type": "string", "description": "Workbench file path"}},
            "required": ["path"],
        },
    },
    {
        "name": "table_stats",
        "description": "Get summary statistics for columns in a tabular file. Numeric columns: min, "
        "max, mean, sum, stddev. String columns: min/max length, most common values. "
        "Date columns: min, max. Specify columns to limit scope, or omit for all "
        "columns.",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Workbench file path"},
                "columns": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Column names to get stats for. Omit for all columns.",
                },
            },
            "required": ["path"],
        },
    },
    {
        "name": "table_read_rows",
        "description": "Read a range of rows from a tabular file by position. Use for browsing data "
        "without writing SQL. Returns rows with column headers and types.",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Workbench file path"},
                "row_start": {
                    "type": "integer",
                    "description": "First row to read (1-based, excluding header)",
                },
                "row_count": {"type": "integer", "description": "Number of rows to read"},
                "columns": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Column names to include. Omit for all columns.",
                },
            },
            "required": ["path", "row_start", "row_count"],
        },
    },
    {
        "name": "table_query",
        "description": "Run a read-only SQL query against a tabular file. The table is available as "
        "'data' in the query (e.g., SELECT * FROM data WHERE amount > 100). Only "
        "SELECT statements are allowed. For large results, use window_rows and "
        "window_offset to paginate. Run a COUNT(*) first to estimate result size "
        "before fetching rows.",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Workbench file path"},
                "query": {
                    "type": "string",
                    "description": "SQL SELECT query. Reference the table as 'data'.",
                },
                "window_rows": {
                    "type": "integer",
                    "description": "Maximum rows to return in this "
                    "response. Omit for engine "
                    "default.",
                },
                "window_offset": {
                    "type": "integer",
                    "description": "Row offset for pagination. Omit or 0 for the first window.",
                },
            },
            "required": ["path", "query"],
        },
    },
    {
        "name": "table_export",
        "description": "Export tabular data to a file in Draft. Can export the full table or a query "
        "result subset. Target must be a .csv or .xlsx file path in Draft.",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Source workbench file path"},
                "query": {
                    "type": "string",
                    "description": "Optional SQL query to "
                    "filter/transform data before export. "
                    "If omitted, exports the full table.",
                },
                "target_path": {"type": "string", "description": "Destination file path in Draft"},
                "format": {
                    "type": "string",
                    "enum": ["csv", "xlsx"],
                    "description": "Output format",
                },
                "sheet": {
                    "type": "string",
                    "description": "Sheet name for xlsx output. Defaults to 'Sheet1'.",
                },
            },
            "required": ["path", "target_path", "format"],
        },
    },
)

# The worker method behind each tool.
METHODS = {
    "table_get_map": "TabularGetMap",
    "table_describe": "TabularDescribe",
    "table_stats": "TabularGetStats",
    "table_read_rows": "TabularReadRows",
    "table_query": "TabularQuery",
    "table_export": "TabularExport",
}
