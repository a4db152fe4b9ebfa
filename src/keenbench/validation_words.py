"""What is wrong with a parameter, in words for whoever sent it rather than for who wrote the model.

Each reads on from the parameter's name: “limit must be a whole number”.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TYPES = {
    "missing": "is required",
    "string_type": "must be a text",
    "string_unicode": "must be a text of whole characters",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "is too large a number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "dataclass_type": "must be an object",
    "json_invalid": "is not JSON",
}
_BOUNDS = {
    "greater_than": ("must be over", "gt"),
    "greater_than_equal": ("must be at least", "ge"),
    "less_than": ("must be under", "lt"),
    "less_than_equal": ("must be at most", "le"),
}
_SIZES = {
    "string_too_long": "character",
    "string_too_short": "character",
    "too_long": "item",
    "too_short": "item",
}


def sentence(where: str, fault: Mapping[str, Any], *, unknown: str = "is not a parameter") -> str:
    """Return the fault of the parameter `where` as a sentence."""
    what = in_words(fault, unknown=unknown)
    if not where:
        return f"{what}."
    # What a model of ours says of itself begins small and reads on; a sentence begins anew.
    return f"{where} {what}." if what[:1].islower() else f"{where}: {what}."


def in_words(fault: Mapping[str, Any], *, unknown: str = "is not a parameter") -> str:
    """Return what one of Pydantic's errors says; `unknown` is said of a key that there is not."""
    kind, told = str(fault["type"]), fault.get("ctx") or {}
    if kind == "extra_forbidden":
        return unknown
    if kind in _TYPES:
        return _TYPES[kind]
    words, name = _BOUNDS.get(kind, ("", ""))
    if name in told:
        return f"{words} {told[name]}"
    if kind in ("literal_error", "enum") and "expected" in told:
        return f"must be {told['expected']}"
    if kind == "string_pattern_mismatch" and "pattern" in told:
        return f"must be of the form {told['pattern']}"
    if kind in _SIZES and told.keys() & {"max_length", "min_length"}:
        return _bounded(told, _SIZES[kind])
    return str(fault["msg"]).removeprefix("Value error, ")


def _bounded(told: Mapping[str, Any], of: str) -> str:
    most = "max_length" in told
    count = told["max_length" if most else "min_length"]
    plural = "" if count == 1 else "s"
    return f"must have at {'most' if most else 'least'} {count} {of}{plural}"
