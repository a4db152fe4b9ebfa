"""Every provider's own client library against a server that speaks its wire format."""

from __future__ import annotations

import pytest
from langchain_core.messages import HumanMessage

from tests.integration.providers.asked import TOOL, all_but, ask, every_dialect, failure
from tests.integration.providers.conftest import Find
from tests.integration.providers.wire import (
    Call,
    Cut,
    Drop,
    Fail,
    Garbage,
    Say,
    ScriptStep,
    Stop,
    Trouble,
    serve,
)


@every_dialect
def test_a_text_is_streamed_in_parts(dialect: str, find: Find) -> None:
    with serve(dialect, [Say("The total is 1,234.")]) as server:
        models, ref = find(server)
        parts = list(models.chat_model(ref).bind_tools([TOOL]).stream([HumanMessage("Total?")]))
    texts = [part.text for part in parts if part.text]
    assert len(texts) > 1
    assert "".join(texts) == "The total is 1,234."


@every_dialect
def test_tokens_are_counted(dialect: str, find: Find) -> None:
    with serve(dialect, [Say("Yes.")]) as server:
        usage = ask(find, server).usage_metadata
    if dialect != "mistral":  # it says nothing of them while it streams
        assert usage is not None and usage["input_tokens"] >= 100


@every_dialect
def test_a_wrong_key_is_said_and_not_tried_again(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(401)]) as server:
        error = failure(find, server)
        assert len(server.requests) == 1
    assert error.error_code == "PROVIDER_AUTH_FAILED"
    assert "open_settings" in error.fields["actions"]
    assert waits == []


@every_dialect
def test_a_rate_limit_is_waited_for_as_long_as_the_provider_says(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(429, {"Retry-After": "7"}), Say("Now.")]) as server:
        assert ask(find, server).text == "Now."
    assert waits == [7.0]


@every_dialect
def test_a_rate_limit_that_stays_is_an_error_that_says_when(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(429, {"Retry-After": "3"})] * 4) as server:
        error = failure(find, server)
    assert error.error_code == "PROVIDER_RATE_LIMITED"
    assert error.fields["detail"]["retry_after"] == 3.0
    assert waits == [3.0, 3.0, 3.0]


@every_dialect
def test_a_rate_limit_of_an_hour_is_not_waited_for(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(429, {"Retry-After": "3600"})]) as server:
        error = failure(find, server)
    assert error.fields["detail"]["retry_after"] == 3600.0
    assert waits == []


@every_dialect
def test_a_failing_server_is_asked_again_after_the_same_waits_each_time(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(500), Fail(503), Fail(500), Say("Here.")]) as server:
        assert ask(find, server).text == "Here."
    assert waits == [1.0, 2.0, 4.0]


@every_dialect
def test_a_server_that_keeps_failing_is_unavailable(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(500)] * 4) as server:
        error = failure(find, server)
        assert len(server.requests) == 4
    assert (error.error_code, error.fields["retryable"]) == ("PROVIDER_UNAVAILABLE", True)


@every_dialect
@pytest.mark.parametrize("clean", [False, True])
@pytest.mark.parametrize("call", [None, Call("write_cells", path="a.xlsx", rows=3)])
def test_half_an_answer_is_never_taken_for_a_whole_one(
    dialect: str, clean: bool, call: Call | None, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Cut(call=call, clean=clean)]) as server:
        error = failure(find, server)
    assert error.error_code == "PROVIDER_UNAVAILABLE"
    assert error.fields["subphase"] in ("cut_off", "bad_response")
    assert waits == []  # some of it was shown already


@every_dialect
def test_a_connection_that_closes_without_a_word_is_tried_again(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Drop(), Say("The total is 12.")]) as server:
        assert ask(find, server).text == "The total is 12."
    assert waits == [1.0]


@all_but("google")  # whose first event has a word in it
@pytest.mark.parametrize("first", [Cut(said=""), Cut(said="", clean=True)])
def test_an_answer_cut_before_its_first_word_is_asked_for_again(
    dialect: str, first: ScriptStep, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [first, Say("The total is 12.")]) as server:
        assert ask(find, server).text == "The total is 12."
    assert waits == [1.0]


@every_dialect
@pytest.mark.parametrize("said", ["", "The total"])
def test_an_event_that_is_no_json_is_a_bad_response(
    dialect: str, said: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Garbage(said)]) as server:
        error = failure(find, server)
    assert error.error_code == "PROVIDER_UNAVAILABLE"
    assert error.fields["subphase"] == "bad_response"


@every_dialect
def test_a_failure_reported_in_the_middle_of_an_answer_is_a_failure(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Trouble()]) as server:
        error = failure(find, server)
    assert error.error_code == "PROVIDER_UNAVAILABLE"
    assert error.fields["retryable"]
    assert waits == []


@all_but("mistral")  # whose package cannot tell it from another refusal
def test_a_prompt_that_is_too_long_says_what_to_do(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [Fail(400, too_long=True)]) as server:
        error = failure(find, server)
    assert error.error_code == "CONTEXT_EXHAUSTED"
    assert "fewer files" in error.message


@every_dialect
def test_a_refused_request_is_not_tried_again(dialect: str, find: Find, waits: list[float]) -> None:
    with serve(dialect, [Fail(400)]) as server:
        error = failure(find, server)
    assert error.fields["subphase"] == "request_rejected"
    assert not error.fields["retryable"]
    assert waits == []


@every_dialect
def test_an_unknown_model_is_named(dialect: str, find: Find, waits: list[float]) -> None:
    with serve(dialect, [Fail(404)]) as server:
        error = failure(find, server)
        assert server.model in error.message
    assert error.fields["subphase"] == "unknown_id"


@every_dialect
def test_an_answer_that_the_provider_withholds_is_refused(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect, [(Say("I"), Stop("refused"))]) as server:
        error = failure(find, server)
    assert error.fields["subphase"] == "refused"


@every_dialect
def test_an_answer_that_reached_its_longest_says_so(dialect: str, find: Find) -> None:
    with serve(dialect, [(Say("One, two,"), Stop("length"))]) as server:
        text = ask(find, server).text
    assert text.startswith("One, two,") and "stops here" in text


@every_dialect
def test_a_provider_that_is_not_there_is_unreachable(
    dialect: str, find: Find, waits: list[float]
) -> None:
    with serve(dialect) as server:
        pass
    error = failure(find, server)
    assert error.error_code == "NETWORK_UNAVAILABLE"
    assert waits == [1.0, 2.0, 4.0]


@every_dialect
def test_a_redirect_is_not_followed(dialect: str, find: Find, waits: list[float]) -> None:
    with serve(dialect, [Say("Never.")]) as elsewhere, serve(dialect) as server:
        server.redirect_to = f"{elsewhere.base_url}/elsewhere"
        error = failure(find, server)
        assert elsewhere.requests == []
    assert error.error_code in ("PROVIDER_UNAVAILABLE", "EGRESS_BLOCKED_BY_POLICY")


@every_dialect
def test_packages_tell_nothing_of_this_machine(dialect: str, find: Find) -> None:
    with serve(dialect, [Say("Yes.")]) as server:
        ask(find, server)
        headers = server.requests[0].headers
    assert headers["user-agent"].startswith("keenbench/")
    assert not [name for name in headers if name.startswith("x-stainless")]


@pytest.mark.parametrize("dialect", ["openai", "openai-responses"])
def test_openai_is_told_to_store_nothing(dialect: str, find: Find) -> None:
    with serve(dialect, [Say("Yes.")]) as server:
        ask(find, server)
        assert server.requests[0].body["store"] is False
