"""Arguments that a model wrote, checked against the tool's schema.

Models differ in small ways that mean nothing: null for what is left out, 3.0 or "3" for 3, a list
written as a text of JSON. Those are read as meant. Everything else that does not fit is refused in
words that say what would.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection, Mapping
from typing import Any

from keenbench.errors import InvalidParams
from keenbench.workshop.tool_run import ToolSpec

_WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def check_arguments(
    spec: ToolSpec, arguments: Mapping[str, Any], also: Mapping[str, dict[str, Any]] | None = None
) -> dict[str, Any]:
    """Return the arguments as the tool takes them, or raise naming what does not fit.

    `also` are parameters that the tool takes without naming them in its schema.
    """
    try:
        json.dumps(arguments, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise _refused("A text holds half of a surrogate pair, which is no character.") from None
    known: dict[str, dict[str, Any]] = {**(also or {}), **spec.parameters["properties"]}
    checked: dict[str, Any] = {}
    for key, value in arguments.items():
        if key not in known:
            raise _refused(f"{key} is not a parameter of {spec.name}{_near(key, known)}.")
        if value is None or (value == "" and key not in spec.parameters.get("required", ())):
            continue
        checked[key] = _fitting(key, value, known[key])
    for key in spec.parameters.get("required", ()):
        if key not in checked:
            raise _refused(f"{key} is required.")
    return checked


def _fitting(key: str, value: Any, schema: Mapping[str, Any]) -> Any:
    wanted = schema.get("type")
    value = _as_meant(value, wanted)
    if not _is(value, wanted):
        raise _refused(f"{key} must be {_WORDS[str(wanted)]}.")
    allowed = schema.get("enum")
    if allowed is not None and value not in allowed:
        raise _refused(f"{key} must be one of {', '.join(map(str, allowed))}.")
    if wanted == "array" and schema.get("items", {}).get("type") in ("string", "object"):
        items = schema["items"]
        return [_fitting(f"{key}[{at}]", item, _shallow(items)) for at, item in enumerate(value)]
    return value


def _shallow(items: Mapping[str, Any]) -> dict[str, Any]:
    """Only the kind of an item is checked here; what is in it the worker checks, by name."""
    return {"type": items["type"]}


def _as_meant(value: Any, wanted: object) -> Any:
    if wanted == "integer":
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
            return int(value)
    elif wanted in ("array", "object") and isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    elif wanted == "array" and isinstance(value, dict):
        return [value]
    elif wanted == "boolean" and isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    elif wanted == "string" and isinstance(value, int | float) and not isinstance(value, bool):
        return str(int(value) if isinstance(value, float) and value.is_integer() else value)
    elif wanted == "string" and isinstance(value, list) and value and all(map(_is_whole, value)):
        return ",".join(map(str, value))  # pages
    return value


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is(value: Any, wanted: object) -> bool:
    if wanted == "string":
        return isinstance(value, str)
    if wanted == "integer":
        return _is_whole(value)
    if wanted == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if wanted == "boolean":
        return isinstance(value, bool)
    if wanted == "array":
        return isinstance(value, list)
    if wanted == "object":
        return isinstance(value, dict)
    return True


def _near(key: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    return f"; did you mean {close[0]}?" if close else f"; it takes {', '.join(known)}"


def _refused(message: str) -> InvalidParams:
    return InvalidParams(message, phase="workshop")
