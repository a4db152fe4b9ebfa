"""The operations on office files, as a model is told of them.

Each format's full JSON Schema is 3 to 27 KB of references and unions, which some providers refuse
and all of them charge for with every call. A model gets a plain schema instead (one kind of item
with the keys of all operations) and, in the description, one line for each operation with what it
takes. Both are made from the operations' own models; the worker still checks every key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

Schema = dict[str, Any]

# How deep a plain schema goes: operation, list, item, style. What lies deeper is in the reference.
_DEPTH = 5


@cache
def _schemas() -> dict[str, Schema]:
    # Loads the worker's own tables, which only a run needs.
    from keenbench.worker.broker import ops_schemas

    return ops_schemas()


@cache
def operation_names(kind: str) -> tuple[str, ...]:
    return tuple(name for name, _ in _operations(kind))


@cache
def reference(kind: str) -> str:
    """Return a line for each operation: its keys (* is required), and what it does."""
    said: set[str] = set()
    lines = [_line(kind, name, schema, said) for name, schema in _operations(kind)]
    shapes = [
        f"{name} = {{{', '.join(_keys(kind, schema, said))}}}"
        for name, schema in _shared(kind).items()
    ]
    return "\n".join([*lines, *shapes])


def lines_for(kind: str, names: Iterable[object]) -> list[str]:
    """Return what the operations of these names take, for a model that got one wrong."""
    wanted = set(names)
    return [
        _line(kind, name, schema, set()) for name, schema in _operations(kind) if name in wanted
    ]


@cache
def items_schema(kind: str) -> Schema:
    """Return the plain schema of one operation: `op`, and the keys of all of them."""
    properties: Schema = {
        "op": {"type": "string", "enum": list(operation_names(kind))},
    }
    for _, schema in _operations(kind):
        for key, value in schema["properties"].items():
            if key == "op":
                continue
            plain = _plain(kind, value, _DEPTH, key)
            before = properties.get(key)
            properties[key] = plain if before is None else _either(before, plain)
    return {"type": "object", "properties": properties, "required": ["op"]}


def _operations(kind: str) -> Iterator[tuple[str, Schema]]:
    for one in _schemas()[kind]["items"]["oneOf"]:
        schema = _resolved(kind, one)
        yield schema["properties"]["op"]["const"], schema


def _resolved(kind: str, schema: Mapping[str, Any]) -> Schema:
    found = schema
    while "$ref" in found:
        found = _schemas()[kind]["$defs"][str(found["$ref"]).rpartition("/")[2]]
    return dict(found)


def _shared(kind: str) -> dict[str, Schema]:
    """Return the shapes that operations take inside, by name."""
    operations = {schema["title"] for _, schema in _operations(kind)}
    return {
        name: schema
        for name, schema in _schemas()[kind].get("$defs", {}).items()
        if name not in operations and schema.get("type") == "object"
    }


# -- one line an operation ------------------------------------------------------------------------


def _line(kind: str, name: str, schema: Schema, told: set[str]) -> str:
    keys = [key for key in _keys(kind, schema, told) if not key.startswith("op*")]
    return f"- {name}({', '.join(keys)}): {' '.join(schema.get('description', '').split())}"


def _keys(kind: str, schema: Schema, told: set[str]) -> Iterator[str]:
    """Give each key with its shape; what is said of a key is said once."""
    required = schema.get("required", ())
    for key, value in schema.get("properties", {}).items():
        said = key + ("*" if key in required else "")
        words = str(value.get("description") or "").rstrip(".")
        default = value.get("default")
        if shape := _shape(kind, value):
            said += f" {shape}"
        if default not in (None, [], {}) and "[" not in words:
            said += f" [{str(default).lower() if isinstance(default, bool) else default}]"
        yield f"{said} ({words})" if words and f"{key}: {words}" not in told else said
        told.add(f"{key}: {words}")


def _shape(kind: str, schema: Mapping[str, Any]) -> str:
    """Return the shape of a value in a word; nothing for what its name says."""
    if "$ref" in schema:
        found = _resolved(kind, schema)
        return found["title"] if found.get("type") == "object" else _shape(kind, found)
    if "enum" in schema:
        return "|".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    members = _members(schema)
    if members:
        shapes = [_shape(kind, one) or str(one.get("type", "")) for one in members]
        if {"string", "number"} <= set(shapes):
            return "value"
        return "" if shapes == ["string"] else "|".join(dict.fromkeys(filter(None, shapes)))
    if schema.get("type") == "array":
        items = schema.get("items", {})
        return f"[{_shape(kind, items) or items.get('type', '')}]"
    if schema.get("type") == "boolean":
        return "true|false"
    return ""


def _members(schema: Mapping[str, Any]) -> list[Schema]:
    """Return what a value may be instead, null apart."""
    members: list[Schema] = schema.get("anyOf") or schema.get("oneOf") or []
    return [one for one in members if one != {"type": "null"}]


# -- a plain schema -------------------------------------------------------------------------------


def _plain(kind: str, schema: Mapping[str, Any], depth: int, key: str = "") -> Schema:
    """Return a schema of type, properties, required, items, enum, and anyOf for cells alone."""
    found = _resolved(kind, schema)
    members = _members(found)
    if members:
        plain = [_plain(kind, one, depth) for one in members]
        types = {one.get("type") for one in plain}
        if "string" in types and types & {"number", "integer"}:
            # A cell, or a column: were one type named, numbers would come as texts.
            return dict(_SCALAR if "boolean" in types else _TEXT_OR_NUMBER)
        return plain[0] if len(plain) == 1 else _richest(plain)
    kind_of_value = found.get("type")
    if kind_of_value is None and "const" in found:
        return {"type": "string", "enum": [found["const"]]}
    if kind_of_value is None:
        kind_of_value = _UNTYPED.get(key, "string")
    if kind_of_value == "array":
        items = _plain(kind, found.get("items", {}), depth - 1)
        return {"type": "array", "items": items}
    if kind_of_value == "object":
        if depth <= 0 or not found.get("properties"):
            return {"type": "object"}
        properties = {
            name: _plain(kind, value, depth - 1, name)
            for name, value in found["properties"].items()
        }
        required = list(found.get("required", ()))
        return {"type": "object", "properties": properties, "required": required}
    if "enum" in found:
        return {"type": "string", "enum": [str(one) for one in found["enum"] if one is not None]}
    return {"type": kind_of_value}


_TEXT_OR_NUMBER: Schema = {"anyOf": [{"type": "string"}, {"type": "number"}]}
_SCALAR: Schema = {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]}
# Style fields take anything, so that a bad one is skipped with a warning; these are meant.
_UNTYPED = {
    "font_size": "number",
    "font_bold": "boolean",
    "font_italic": "boolean",
    "wrap_text": "boolean",
}
_RICHER = {"array": 5, "object": 4, "": 3, "string": 2, "number": 1, "integer": 1, "boolean": 0}


def _richest(schemas: list[Schema]) -> Schema:
    return max(schemas, key=lambda one: _RICHER[one.get("type", "")])


def _either(one: Schema, other: Schema) -> Schema:
    """Return a schema for a key that two operations mean differently; the reference says how."""
    if one == other:
        return one
    if one.get("type") == other.get("type") == "string":
        if "enum" in one and "enum" in other:
            return {"type": "string", "enum": list(dict.fromkeys([*one["enum"], *other["enum"]]))}
        return {"type": "string"}
    if one.get("type") == other.get("type") == "object":
        properties = {**other.get("properties", {}), **one.get("properties", {})}
        required = [key for key in one.get("required", ()) if key in other.get("required", ())]
        return {"type": "object", "properties": properties, "required": required}
    if one.get("type") == other.get("type") == "array":
        return {"type": "array", "items": _either(one["items"], other["items"])}
    return _richest([one, other])
