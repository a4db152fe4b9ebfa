"""What providers raise becomes one of our own errors, told by codes and never by words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.errors import KeenBenchError, UserCanceled
from keenbench.models.provider_errors import from_headers, from_status, retry_after, typed
from keenbench.models.registry import ModelRef

REF = ModelRef("openai", "gpt-4.1", needs_consent=True)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_in_each_of_its_forms(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert from_headers(headers) == seconds


def test_retry_after_may_be_a_date() -> None:
    until = datetime.now(UTC) + timedelta(seconds=30)
    found = from_headers({"retry-after": format_datetime(until, usegmt=True)})
    assert found is not None and 20 < found <= 30


def test_google_says_it_in_the_body() -> None:
    error = RuntimeError()
    details = {"error": {"details": [{"@type": "other"}, {"retryDelay": "34.5s"}]}}
    error.details = details  # type: ignore[attr-defined]
    assert retry_after([error]) == 34.5


@given(st.integers(300, 599))
def test_every_status_is_an_error_that_names_the_provider_and_says_no_more(status: int) -> None:
    error = from_status(status, REF)
    info = error.info()
    assert info.provider_id == "openai" and info.model_id == "openai:gpt-4.1"
    assert "OpenAI" in error.message
    assert info.detail["status"] == status


@given(st.sampled_from([ValueError, KeyError, RuntimeError, TypeError, OSError]), st.text())
def test_no_words_of_an_exception_are_passed_on(kind: type[Exception], words: str) -> None:
    error = typed(kind(f"<<{words}>>"), REF)
    assert isinstance(error, KeenBenchError)
    assert f"<<{words}>>" not in str(error.info().to_json())


def test_an_error_of_ours_inside_another_stays_what_it_is() -> None:
    def wrapped() -> Any:
        try:
            raise UserCanceled("The run was cancelled.")
        except UserCanceled as error:
            raise RuntimeError("a package's own") from error

    with pytest.raises(RuntimeError) as raised:
        wrapped()
    assert isinstance(typed(raised.value, REF), UserCanceled)
