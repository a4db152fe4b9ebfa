"""Engine methods: providers asked for real, models listed, choices kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from keenbench.engine.engine import Engine
from keenbench.errors import KeenBenchError
from keenbench.models import methods as _methods
from keenbench.models.registry import Models
from keenbench.settings import Settings
from keenbench.workbench.consent import require_consent
from tests.integration.providers.wire import DIALECTS, KEY, Fail, serve

assert _methods  # importing it registers the methods

every_dialect = pytest.mark.parametrize("dialect", DIALECTS)


def engine_of(tmp_path: Path, **more: Any) -> Engine:
    return Engine(Settings(data_dir=tmp_path / "data", **more))


def failure(engine: Engine, name: str, params: dict[str, Any]) -> KeenBenchError:
    with pytest.raises(KeenBenchError) as raised:
        engine.call(name, params)
    assert KEY not in str(raised.value.info().to_json())
    return raised.value


@every_dialect
def test_validating_asks_the_provider_and_lists_its_models(dialect: str, tmp_path: Path) -> None:
    with serve(dialect) as server:
        engine = engine_of(tmp_path, **server.settings())
        answer = engine.call("ProvidersValidate", {"provider_id": server.provider_id})
    assert answer["ok"] and answer["models"] == ["first-model", "second-model"]


@pytest.mark.parametrize("dialect", [name for name in DIALECTS if name != "local"])
def test_validating_a_wrong_key_says_so(dialect: str, tmp_path: Path) -> None:
    with serve(dialect) as server:
        settings = server.settings() | {f"{server.provider_id}_api_key": "wrong-key"}
        engine = engine_of(tmp_path, **settings)
        error = failure(engine, "ProvidersValidate", {"provider_id": server.provider_id})
    assert error.error_code == "PROVIDER_AUTH_FAILED"


@every_dialect
def test_validating_against_a_rate_limit_says_when(dialect: str, tmp_path: Path) -> None:
    with serve(dialect) as server:
        server.models_fail = Fail(429, {"Retry-After": "12"})
        engine = engine_of(tmp_path, **server.settings())
        error = failure(engine, "ProvidersValidate", {"provider_id": server.provider_id})
    assert error.error_code == "PROVIDER_RATE_LIMITED"
    assert error.fields["detail"]["retry_after"] == 12.0


@every_dialect
def test_validating_where_nobody_listens_is_a_network_error(dialect: str, tmp_path: Path) -> None:
    with serve(dialect) as server:
        pass
    engine = engine_of(tmp_path, **server.settings())
    error = failure(engine, "ProvidersValidate", {"provider_id": server.provider_id})
    assert error.error_code == "NETWORK_UNAVAILABLE"


def test_validating_without_a_key_says_how_to_set_one(tmp_path: Path) -> None:
    error = failure(engine_of(tmp_path), "ProvidersValidate", {"provider_id": "mistral"})
    assert error.error_code == "PROVIDER_NOT_CONFIGURED"
    assert "MISTRAL_API_KEY" in error.message
    assert "LOCAL_BASE_URL" in (
        failure(engine_of(tmp_path), "ProvidersValidate", {"provider_id": "local"}).message
    )


def test_the_offline_model_is_always_ready(tmp_path: Path) -> None:
    engine = engine_of(tmp_path)
    assert engine.call("ProvidersValidate", {"provider_id": "offline"})["ok"]
    by_id = {p["provider_id"]: p for p in engine.call("ProvidersGetStatus", {})["providers"]}
    assert by_id["offline"]["configured"] and not by_id["offline"]["needs_consent"]
    assert not by_id["openai"]["configured"]


def test_models_are_listed_with_what_they_can_be_told(tmp_path: Path) -> None:
    engine = engine_of(tmp_path, openai_api_key=KEY)
    listed = {m["model_id"]: m for m in engine.call("ModelsListSupported", {})["models"]}
    assert listed["offline"]["configured"]
    for provider_id in ("anthropic", "openai", "google", "mistral"):
        own = [m for m in listed.values() if m["provider_id"] == provider_id]
        assert len(own) > 5
        assert all(m["context_tokens"] > 1000 and m["needs_consent"] for m in own)
        assert all(m["configured"] == (provider_id == "openai") for m in own)
    # The newest first; those that speak or draw are for something else.
    names = list(listed)
    newer, older = names.index("openai:gpt-5"), names.index("openai:gpt-4.1")
    assert newer < older < names.index("openai:gpt-4o")
    assert not [each for each in listed if "realtime" in each or "image" in each]
    models = Models(engine.settings)
    assert listed["openai:gpt-4.1"]["context_tokens"] == models.context_tokens(
        models.find("openai:gpt-4.1")
    )


def test_a_profile_says_the_same_as_the_packages_own_model(tmp_path: Path) -> None:
    from langchain_openai import ChatOpenAI

    profile = ChatOpenAI(model="gpt-4.1", api_key="x").profile or {}
    models = Models(Settings(data_dir=tmp_path))
    assert models.context_tokens(models.find("openai:gpt-4.1")) == profile["max_input_tokens"]


def test_any_model_of_a_provider_can_be_named(tmp_path: Path) -> None:
    models = Models(Settings(data_dir=tmp_path, local_context_tokens=131_072))
    assert models.context_tokens(models.find("openai:not-yet-known")) == 32_000
    assert models.context_tokens(models.find("local:qwen3:8b")) == 131_072
    assert models.find("local:qwen3:8b").model == "qwen3:8b"
    with pytest.raises(KeenBenchError):
        models.find("openai")
    with pytest.raises(KeenBenchError):
        models.find("somebody:model")


def test_the_models_of_a_local_server_are_listed_while_it_runs(tmp_path: Path) -> None:
    with serve("local") as server:
        engine = engine_of(tmp_path, local_base_url=server.base_url)
        listed = engine.call("ModelsListSupported", {})["models"]
        assert [m["model_id"] for m in listed if m["provider_id"] == "local"] == [
            "local:first-model",
            "local:second-model",
        ]
    listed = engine.call("ModelsListSupported", {})["models"]
    assert not [m for m in listed if m["provider_id"] == "local"]


def test_choices_outlive_a_restart(tmp_path: Path) -> None:
    engine = engine_of(tmp_path)
    assert engine.call("SettingsGet", {}) == {
        "default_model": "offline",
        "default_model_source": "default",
        "consent_mode": "ask",
    }
    engine.call("SettingsSet", {"default_model": "anthropic:claude-fable-5"})
    engine.call("SettingsSet", {"consent_mode": "allow_all"})
    again = engine_of(tmp_path)
    assert again.call("SettingsGet", {}) == {
        "default_model": "anthropic:claude-fable-5",
        "default_model_source": "settings",
        "consent_mode": "allow_all",
    }
    assert Models(again.settings).find(None).model_id == "anthropic:claude-fable-5"


def test_a_model_of_the_environment_wins_and_cannot_be_overruled(tmp_path: Path) -> None:
    engine_of(tmp_path).call("SettingsSet", {"default_model": "openai:gpt-4.1"})
    engine = engine_of(tmp_path, model="offline")
    assert engine.call("SettingsGet", {})["default_model_source"] == "environment"
    error = failure(engine, "SettingsSet", {"default_model": "openai:gpt-4.1"})
    assert "KEENBENCH_MODEL" in error.message


@pytest.mark.parametrize(
    "params", [{"default_model": "gpt"}, {"consent_mode": "never"}, {"theme": "dark"}]
)
def test_a_choice_that_makes_no_sense_is_refused(tmp_path: Path, params: dict[str, str]) -> None:
    assert failure(engine_of(tmp_path), "SettingsSet", params).error_code == "VALIDATION_FAILED"


def test_allow_all_lets_content_leave_and_ask_does_not(tmp_path: Path) -> None:
    engine = engine_of(tmp_path)
    made = engine.call("WorkbenchCreate", {"name": "Plans"})
    bench = engine.workbenches.get(made["workbench_id"])

    def require() -> None:
        require_consent(
            bench,
            "openai",
            "gpt-4.1",
            mode=engine.consent_mode,
            session=engine.session_consent,
        )

    with pytest.raises(KeenBenchError) as raised:
        require()
    assert raised.value.error_code == "EGRESS_CONSENT_REQUIRED"
    engine.call("SettingsSet", {"consent_mode": "allow_all"})
    require()
    engine.call("SettingsSet", {"consent_mode": "ask"})
    with pytest.raises(KeenBenchError):
        require()


def test_damaged_choices_are_an_error_and_never_a_consent(tmp_path: Path) -> None:
    engine = engine_of(tmp_path)
    engine.call("SettingsSet", {"consent_mode": "ask"})
    (tmp_path / "data" / "preferences.json").write_text("{")
    assert failure(engine, "SettingsGet", {}).error_code == "FILE_READ_FAILED"
    (tmp_path / "data" / "preferences.json").write_text('{"consent_mode": "yes"}')
    assert failure(engine, "SettingsGet", {}).error_code == "FILE_READ_FAILED"
