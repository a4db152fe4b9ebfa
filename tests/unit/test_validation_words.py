"""What is said of a wrong parameter names it and says what it must be, in no library's words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from keenbench.registry import describe


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["one", "two", "three"] = "one"


class Given(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: Annotated[str, Field(min_length=1, max_length=3)] = "n"
    count: Annotated[int, Field(ge=1, lt=10)] = 1
    size: Annotated[float, Field(gt=0, le=2, allow_inf_nan=False)] = 1.0
    open: bool = True
    tags: Annotated[tuple[str, ...], Field(min_length=1, max_length=2)] = ("t",)
    inner: Inner = Inner()
    listed: list[Inner] = []
    code: Annotated[str, Field(pattern="^[a-z]+$")] = "c"
    needed: str

    @model_validator(mode="after")
    def _agrees(self) -> Given:
        if self.name == "bad":
            raise ValueError("bad is no name")
        return self


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"needed": None}, "needed must be a text."),
        ({"name": ""}, "name must have at least 1 character."),
        ({"name": "long"}, "name must have at most 3 characters."),
        ({"count": "1"}, "count must be a whole number."),
        ({"count": 1.5}, "count must be a whole number."),
        ({"count": 0}, "count must be at least 1."),
        ({"count": 10}, "count must be under 10."),
        ({"size": 0}, "size must be over 0.0."),
        ({"size": 3}, "size must be at most 2.0."),
        ({"size": float("nan")}, "size must be a finite number."),
        ({"open": 1}, "open must be true or false."),
        ({"tags": "t"}, "tags must be a list."),
        ({"tags": ()}, "tags must have at least 1 item."),
        ({"tags": ("a", "b", "c")}, "tags must have at most 2 items."),
        ({"inner": 5}, "inner must be an object."),
        ({"inner": {"kind": "four"}}, "inner.kind must be 'one', 'two' or 'three'."),
        ({"listed": [{}, {"knd": 1}]}, "listed[1].knd is not a parameter."),
        ({"code": "7"}, "code must be of the form ^[a-z]+$."),
        ({"name": "bad"}, "bad is no name."),
    ],
)
def test_a_fault_is_said_in_words(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Given.model_validate({"needed": "n"} | given)
    assert describe(caught.value) == said


def test_what_is_missing_is_required() -> None:
    with pytest.raises(ValidationError) as caught:
        Given.model_validate({})
    assert describe(caught.value) == "needed is required."
