"""The tools as models see them: names, words, and schemas that every provider takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from keenbench.tables.tools import TOOLS as TABLE_TOOLS
from keenbench.worker.broker import ops_schemas
from keenbench.workshop import ops_specs
from keenbench.workshop.tool_run import ToolSpec
from keenbench.workshop.tool_specs import all_specs, short_specs

KINDS = ("docx", "xlsx", "pptx", "odt", "pdf")
SPECS = {spec.name: spec for spec in all_specs()}

# As the design has it (seed 001, "Workshop Agent Tool Definitions").
READ_FILE = [
    "Read content from a file. For large files, use get_file_info first to see the structural",
    "map, then read specific regions:",
    "- xlsx: specify sheet name and optional range (e.g. A1:E50)",
    "- docx: specify section heading or index",
    "- pptx: specify slide_index",
    '- pdf: specify page range (e.g. "1-5")',
    "- text: specify line_start and line_count for large files",
    "- csv/tabular: use tabular schema/stats/query tools for table workflows and export results to "
    "csv/xlsx",
    "- csv/tabular: run count-first probes before broad fetches, then use model-selected "
    "chunk/window progression for retrieval",
    "",
    "The map in the file context shows available regions, sizes, and chunk boundaries.",
    "Always check the map before reading to avoid requesting more data than needed.",
]


def schemas(value: Any) -> Iterator[dict[str, Any]]:
    """Give every schema inside a schema."""
    yield value
    for inner in value.get("properties", {}).values():
        yield from schemas(inner)
    for inner in value.get("anyOf", ()):
        yield from schemas(inner)
    if "items" in value:
        yield from schemas(value["items"])


def test_the_tools_are_those_of_the_contract() -> None:
    assert set(SPECS) == {
        "list_files",
        "get_file_info",
        "get_file_map",
        "read_file",
        *(tool["name"] for tool in TABLE_TOOLS),
        "table_update_from_export",
        "write_text_file",
        *(f"{kind}_operations" for kind in KINDS),
        *(f"{kind}_get_styles" for kind in ("xlsx", "docx", "pptx")),
        *(f"{kind}_copy_assets" for kind in ("xlsx", "docx", "pptx")),
        "recall_tool_result",
    }


def test_read_file_is_described_word_for_word() -> None:
    assert SPECS["read_file"].description.split("\n") == READ_FILE
    assert set(SPECS["read_file"].parameters["properties"]) == {
        *("path", "sheet", "range", "section", "chunk", "slide_index", "pages"),
        *("line_start", "line_count"),
    }
    assert SPECS["read_file"].parameters["required"] == ["path"]


@pytest.mark.parametrize("tool", TABLE_TOOLS, ids=lambda tool: str(tool["name"]))
def test_table_tools_have_the_schemas_of_the_design(tool: dict[str, Any]) -> None:
    spec = SPECS[tool["name"]]
    assert (spec.description, spec.parameters) == (tool["description"], tool["parameters"])


@pytest.mark.parametrize("kind", KINDS)
def test_operations_take_path_operations_create_new_and_copy_from(kind: str) -> None:
    parameters = SPECS[f"{kind}_operations"].parameters
    assert {"path", "operations", "create_new", "copy_from"} <= set(parameters["properties"])
    assert parameters["required"] == ["path", "operations"]


def test_exactly_the_tools_that_change_the_draft_say_so() -> None:
    assert {name for name, spec in SPECS.items() if spec.writes} == {
        "table_export",
        "table_update_from_export",
        "write_text_file",
        *(f"{kind}_operations" for kind in KINDS),
        *(f"{kind}_copy_assets" for kind in ("xlsx", "docx", "pptx")),
    }


@pytest.mark.parametrize("spec", all_specs(), ids=lambda spec: str(spec.name))
def test_schemas_are_plain(spec: ToolSpec) -> None:
    for schema in schemas(spec.parameters):
        assert set(schema) <= {
            *("type", "properties", "required", "items", "enum", "description", "anyOf"),
        }
        assert ("type" in schema) != ("anyOf" in schema)
        if schema.get("type") == "array":
            assert "items" in schema
        assert set(schema.get("required", ())) <= set(schema.get("properties", ()))
        assert all(isinstance(each, str) for each in schema.get("enum", ()))


def test_all_tools_together_cost_less_than_14_000_tokens() -> None:
    size = sum(len(spec.description) + len(json.dumps(spec.parameters)) for spec in all_specs())
    assert size < 56_000


@pytest.mark.parametrize("kind", KINDS)
def test_every_operation_and_key_of_the_worker_is_told(kind: str) -> None:
    schema = ops_schemas()[kind]
    told = ops_specs.reference(kind)
    plain = ops_specs.items_schema(kind)["properties"]
    for one in schema["items"]["oneOf"]:
        operation = schema["$defs"][one["$ref"].rpartition("/")[2]]
        name = operation["properties"]["op"]["const"]
        assert name in plain["op"]["enum"]
        (line,) = [line for line in told.split("\n") if line.startswith(f"- {name}(")]
        for key in operation["properties"]:
            assert key == "op" or f"{key}" in line
            assert key in plain
        for key in operation["required"]:
            assert key == "op" or f"{key}*" in line


def test_cells_may_be_numbers() -> None:
    values = ops_specs.items_schema("xlsx")["properties"]["values"]
    assert values["type"] == values["items"]["type"] == "array"
    types = [one["type"] for one in values["items"]["items"]["anyOf"]]
    assert types == ["string", "number", "boolean"]


def test_every_providers_package_takes_the_schemas_as_they_are_meant() -> None:
    from langchain_anthropic.chat_models import convert_to_anthropic_tool
    from langchain_core.tools import StructuredTool
    from langchain_core.utils.function_calling import convert_to_openai_tool

    from keenbench.models.gemini import declaration_of

    tools = [
        StructuredTool(name=spec.name, description=spec.description, args_schema=spec.parameters)
        for spec in all_specs()
    ]
    for tool, spec in zip(tools, all_specs(), strict=True):
        as_openai = convert_to_openai_tool(tool)["function"]
        assert as_openai["parameters"] == spec.parameters
        assert convert_to_anthropic_tool(tool)["input_schema"] == spec.parameters
        assert declaration_of(tool).parameters_json_schema == spec.parameters


def test_a_small_window_gets_the_same_tools_with_shorter_schemas() -> None:
    assert [spec.name for spec in short_specs()] == [spec.name for spec in all_specs()]
    size = sum(len(spec.description) + len(json.dumps(spec.parameters)) for spec in short_specs())
    assert size < 34_000
    for spec in short_specs():
        assert spec.description == SPECS[spec.name].description
        assert set(spec.parameters["properties"]) == set(SPECS[spec.name].parameters["properties"])


def test_the_specs_are_the_same_every_time() -> None:
    again = json.dumps([spec.parameters for spec in all_specs()])
    all_specs.cache_clear()
    ops_specs.items_schema.cache_clear()
    ops_specs.reference.cache_clear()
    assert json.dumps([spec.parameters for spec in all_specs()]) == again
