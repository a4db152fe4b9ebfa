from __future__ import annotations

import pytest

from keenbench.errors import EgressBlocked, EgressConsentRequired, ValidationFailed
from keenbench.workbench.bench import Workbench
from keenbench.workbench.consent import (
    ConsentMode,
    SessionConsent,
    consent_status,
    grant_consent,
    list_egress,
    require_consent,
)
from keenbench.workbench.egress import check_base_url, is_loopback, needs_consent
from keenbench.workbench.manifest import read_manifest
from keenbench.workbench.publish import publish
from tests.workbench_texts import add, folder_of, write


def scope(bench: Workbench) -> str:
    return bench.read(read_manifest).scope_hash


def granted(
    bench: Workbench,
    provider_id: str = "openai",
    model_id: str = "gpt",
    *,
    mode: ConsentMode = "ask",
    session: SessionConsent | None = None,
    base_url: str | None = None,
) -> bool:
    return consent_status(
        bench,
        provider_id,
        model_id,
        mode=mode,
        session=session or SessionConsent(),
        base_url=base_url,
    ).granted


def test_consent_is_for_one_provider_one_model_and_one_list_of_files(bench: Workbench) -> None:
    assert not granted(bench)
    grant_consent(bench, "openai", "gpt", scope(bench), session=SessionConsent())
    assert granted(bench)
    assert not granted(bench, model_id="gpt-mini")
    assert not granted(bench, provider_id="anthropic")
    add(bench, {"more.bin": "opaque files count too"})
    assert not granted(bench)


def test_publishing_new_contents_does_not_ask_again(bench: Workbench) -> None:
    grant_consent(bench, "openai", "gpt", scope(bench), session=SessionConsent())
    write(bench, {"notes.txt": "quite another content\n"})
    assert granted(bench), "a Draft is no part of the scope"
    publish(bench)
    assert granted(bench)


def test_a_stale_hash_is_refused_and_the_current_one_told(bench: Workbench) -> None:
    stale = scope(bench)
    add(bench, {"more.txt": "x"})
    with pytest.raises(ValidationFailed) as error:
        grant_consent(bench, "openai", "gpt", stale, session=SessionConsent())
    assert error.value.info().scope_hash == scope(bench)
    assert not granted(bench)


def test_consent_that_is_not_kept_ends_with_the_process(bench: Workbench) -> None:
    session = SessionConsent()
    grant_consent(bench, "openai", "gpt", scope(bench), persist=False, session=session)
    assert granted(bench, session=session)
    assert not granted(bench)
    assert not (folder_of(bench) / "meta/egress_consent.json").exists()


def test_allow_all_asks_for_nothing(bench: Workbench) -> None:
    assert granted(bench, mode="allow_all")


def test_only_what_stays_on_this_machine_needs_no_consent(bench: Workbench) -> None:
    assert granted(bench, "offline", "offline")
    assert granted(bench, "local", "llama", base_url="http://127.0.0.1:11434/v1")
    assert not granted(bench, "local", "llama", base_url="https://models.example.com/v1")
    assert not granted(bench, "local", "llama")
    # A named provider needs it wherever its base URL points.
    assert not granted(bench, "openai", "gpt", base_url="http://localhost:8080")


def test_without_consent_nothing_is_sent_and_the_refusal_is_noted(bench: Workbench) -> None:
    session = SessionConsent()
    with pytest.raises(EgressConsentRequired) as error:
        require_consent(bench, "openai", "gpt", mode="ask", session=session, run_id="r1")
    told = error.value.info()
    assert (told.scope_hash, told.actions) == (scope(bench), ["grant_consent"])
    grant_consent(bench, "openai", "gpt", scope(bench), session=session)
    require_consent(bench, "openai", "gpt", mode="ask", session=session, run_id="r2")
    events = list_egress(bench)
    assert [event["kind"] for event in events] == ["refused", "granted", "sent"]
    assert events[2]["run_id"] == "r2"


def test_an_unknown_provider_is_refused(bench: Workbench) -> None:
    with pytest.raises(ValidationFailed):
        granted(bench, "acme")


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://api.example.com/v1", True),
        ("http://localhost:11434", True),
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.8.8.8/", True),
        ("http://[::1]:8000", True),
        ("http://[::ffff:127.0.0.1]/", True),
        ("http://api.example.com/v1", False),
        ("http://192.168.1.5:11434", False),
        ("http://localhost.example.com", False),
        ("http://127.0.0.1.example.com", False),
        ("http://2130706433/", False),
        ("http://0.0.0.0:8000", False),
    ],
)
def test_plain_http_goes_to_this_machine_only(url: str, allowed: bool) -> None:
    if allowed:
        assert check_base_url("local", url) == url
    else:
        with pytest.raises(EgressBlocked):
            check_base_url("local", url)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://localhost",
        "localhost:8000",
        "",
        "https://",
        "https://me:pw@host/",
        "http://[::1",
        "http://localhost\t.example.com/",
        "https://a\\b",
        "https://host:port/",
    ],
)
def test_what_is_no_base_url_is_refused(url: str) -> None:
    with pytest.raises(ValidationFailed):
        check_base_url("local", url)


def test_loopback_is_told_without_looking_a_name_up() -> None:
    assert is_loopback("LOCALHOST")
    assert not is_loopback("my-machine")
    assert needs_consent("local", "https://my-machine/v1")
