"""A table of methods built from typed functions.

The engine's methods, the worker's methods and the doors over them are all this one shape: a name,
a function of (context, parameters), a Pydantic model of its parameters and one of its result.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from keenbench.errors import InvalidParams
from keenbench.validation_words import sentence


def _encodes(value: Any) -> bool:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return False
        return True
    if isinstance(value, dict):
        return all(_encodes(key) and _encodes(item) for key, item in value.items())
    return all(map(_encodes, value)) if isinstance(value, list) else True


class Params(BaseModel):
    """Parameters of a method; an unknown one is refused, never dropped."""

    # Built when first used: all of them at once are a third of a child's start, and it uses few.
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _is_unicode(cls, values: Any) -> Any:
        """Refuse half of a surrogate pair, which JSON can say and nothing can store."""
        if not _encodes(values):
            raise ValueError("a text holds half of a surrogate pair, which is no character")
        return values


class Result(BaseModel):
    """What a method returns."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class Ok(Result):
    ok: bool = True


Context = TypeVar("Context")


@dataclass(frozen=True)
class Method(Generic[Context]):
    name: str
    function: Callable[[Context, Any], BaseModel]
    params: type[BaseModel]
    result: type[BaseModel]
    summary: str
    options: dict[str, Any] = field(default_factory=dict)

    def parse(self, params: object) -> BaseModel:
        return parse(self.params, params)


Model = TypeVar("Model", bound=BaseModel)


def parse(model: type[Model], params: object) -> Model:
    """Return validated parameters, or raise with the name of the first wrong one."""
    try:
        return model.model_validate(params)
    except ValidationError as error:
        raise InvalidParams(describe(error)) from None


class Registry(Generic[Context]):
    """Methods by name, in the order they were defined."""

    def __init__(self) -> None:
        self._methods: dict[str, Method[Context]] = {}

    def method(
        self, name: str, **options: Any
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register the decorated function, whose type hints name its models."""

        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            hints = get_type_hints(function)
            _, params = inspect.signature(function).parameters
            summary = (inspect.getdoc(function) or "").partition("\n")[0]
            self.add(Method(name, function, hints[params], hints["return"], summary, options))
            return function

        return register

    def add(self, method: Method[Context]) -> None:
        if method.name in self._methods:
            raise RuntimeError(f"method {method.name} is registered twice")
        self._methods[method.name] = method

    def get(self, name: str) -> Method[Context] | None:
        return self._methods.get(name)

    def __iter__(self) -> Iterator[Method[Context]]:
        return iter(self._methods.values())

    def names(self) -> list[str]:
        return list(self._methods)


def describe(error: ValidationError) -> str:
    """Return the first fault of a Pydantic error in one line that names the parameter."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ""
    for part in first["loc"]:
        where += f"[{part}]" if isinstance(part, int) else f".{part}" if where else str(part)
    return sentence(where, first)
