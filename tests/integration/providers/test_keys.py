"""Keys: where they come from, where they are kept, and where they never appear."""

from __future__ import annotations

import json
import logging
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from keenbench.engine.engine import Engine
from keenbench.errors import KeenBenchError
from keenbench.logs import JsonLines
from keenbench.models import methods as _methods
from keenbench.models.keys import KEY_FILE, Keys
from keenbench.models.providers import provider_of
from keenbench.models.registry import Models
from keenbench.models.system_keyring import SystemKeyring
from keenbench.settings import Settings, load_settings
from keenbench.workbench.preferences import Preferences
from keenbench.worker import supervisor
from tests.integration.providers.wire import KEY, Fail, Say, serve

assert _methods  # importing it registers the methods

OTHER = "sk-other-key-9876543210"


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine(Settings(data_dir=tmp_path / "data"))


def status(engine: Engine, provider_id: str) -> dict[str, Any]:
    found = engine.call("ProvidersGetStatus", {"provider_id": provider_id})
    (one,) = found["providers"]
    assert isinstance(one, dict)
    return one


def set_key(engine: Engine, provider_id: str = "openai", **more: Any) -> dict[str, Any]:
    params = {"provider_id": provider_id, "api_key": KEY} | more
    answer = engine.call("ProvidersSetApiKey", params)
    assert isinstance(answer, dict)
    return answer


class InMemoryStore:
    """A password store as the library `keyring` has them."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        from keyring.errors import PasswordDeleteError

        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("not there")


def files_with(folder: Path, text: str) -> list[str]:
    return sorted(
        path.name
        for path in folder.rglob("*")
        if path.is_file() and text.encode() in path.read_bytes()
    )


def test_a_key_of_the_environment_is_used_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", f" {KEY}\n")
    monkeypatch.setenv("KEENBENCH_MISTRAL_API_KEY", OTHER)
    monkeypatch.setenv("MISTRAL_API_KEY", KEY)
    monkeypatch.setenv("KEENBENCH_DATA_DIR", str(tmp_path))
    engine = Engine(load_settings())
    google = status(engine, "google")
    assert (google["configured"], google["key_source"]) == (True, "environment")
    keys = Keys(engine.settings, engine.preferences, keyring=False)
    found = keys.access(provider_of("google")).key
    assert found is not None and found.get_secret_value() == KEY
    ours = keys.access(provider_of("mistral")).key
    assert ours is not None and ours.get_secret_value() == OTHER
    assert KEY not in repr(engine.settings) and KEY not in repr(keys.access(provider_of("google")))


def test_without_a_password_store_the_key_is_in_a_file_of_the_users_alone(
    engine: Engine, tmp_path: Path
) -> None:
    old = os.umask(0)
    try:
        answer = set_key(engine)
    finally:
        os.umask(old)
    assert (answer["key_source"], answer["configured"]) == ("file", True)
    assert "unencrypted in a file" in answer["message"]
    file = tmp_path / "data" / KEY_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_bytes())["openai"]["key"] == KEY
    assert files_with(tmp_path, KEY) == [KEY_FILE]


def test_a_key_file_is_never_readable_by_others_not_even_while_it_is_written(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    write = os.write

    def watched(fd: int, data: bytes) -> int:
        if KEY.encode() in bytes(data):
            modes.append(stat.S_IMODE(os.fstat(fd).st_mode))
        return write(fd, data)

    monkeypatch.setattr(os, "write", watched)
    set_key(engine)
    assert modes == [0o600]


def test_with_a_password_store_no_file_holds_the_key(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    store = InMemoryStore()
    preferences = Preferences(settings)
    keys = Keys(settings, preferences, SystemKeyring(store, tmp_path))
    keys.keep(provider_of("openai"), KEY, None)
    access = keys.access(provider_of("openai"))
    assert access.key_source == "keyring" and access.configured
    assert files_with(tmp_path, KEY) == []
    keys.forget(provider_of("openai"))
    assert store.kept == {}
    assert not keys.access(provider_of("openai")).configured


def test_two_data_folders_share_no_key(tmp_path: Path) -> None:
    store = InMemoryStore()
    for name in ("a", "b"):
        settings = Settings(data_dir=tmp_path / name)
        keys = Keys(settings, Preferences(settings), SystemKeyring(store, tmp_path / name))
        assert not keys.access(provider_of("openai")).configured
        keys.keep(provider_of("openai"), KEY, None)


def test_a_password_store_that_fails_is_an_error_without_the_key(tmp_path: Path) -> None:
    class Locked(InMemoryStore):
        def set_password(self, service: str, username: str, password: str) -> None:
            from keyring.errors import KeyringLocked

            raise KeyringLocked(f"cannot store {password}")

    settings = Settings(data_dir=tmp_path)
    keys = Keys(settings, Preferences(settings), SystemKeyring(Locked(), tmp_path))
    with pytest.raises(KeenBenchError) as raised:
        keys.keep(provider_of("openai"), KEY, None)
    assert "unlock it" in raised.value.message
    assert KEY not in json.dumps(raised.value.info().to_json())


def test_the_environment_wins_over_a_stored_key(tmp_path: Path) -> None:
    stored = Engine(Settings(data_dir=tmp_path))
    set_key(stored)
    engine = Engine(Settings(data_dir=tmp_path, openai_api_key=OTHER))
    found = Models(engine.settings).access("openai")
    assert found.key is not None and found.key.get_secret_value() == OTHER
    cleared = engine.call("ProvidersClearApiKey", {"provider_id": "openai"})
    assert cleared["key_source"] == "environment" and "only be removed there" in cleared["message"]
    assert status(stored, "openai")["key_source"] == "none"


def test_clearing_forgets_key_and_address(engine: Engine, tmp_path: Path) -> None:
    set_key(engine, base_url="https://gateway.example/v1")
    assert status(engine, "openai")["base_url"] == "https://gateway.example/v1"
    engine.call("ProvidersClearApiKey", {"provider_id": "openai"})
    after = status(engine, "openai")
    assert (after["configured"], after["key_source"]) == (False, "none")
    assert after["base_url"] == "https://api.openai.com/v1"
    assert files_with(tmp_path, KEY) == []


def test_a_stored_key_survives_a_restart(engine: Engine) -> None:
    set_key(engine)
    again = Engine(engine.settings)
    assert status(again, "openai")["configured"]


def test_a_key_is_never_sent_to_an_address_it_was_not_given_for(
    engine: Engine, tmp_path: Path
) -> None:
    set_key(engine)
    engine.preferences.keep_base_url("openai", "https://elsewhere.example/v1")
    assert not status(engine, "openai")["configured"]
    # Nor does an address that was stored get a key of the environment.
    other = Settings(data_dir=tmp_path / "data", openai_api_key=OTHER)
    assert Models(other).access("openai").base_url == "https://api.openai.com/v1"


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "schlüssel", "x" * 5000])
def test_what_cannot_be_a_key_is_refused_without_showing_it(engine: Engine, key: str) -> None:
    with pytest.raises(KeenBenchError) as raised:
        set_key(engine, api_key=key)
    assert raised.value.error_code == "VALIDATION_FAILED"
    assert key not in raised.value.message


def test_a_wrong_parameter_beside_the_key_does_not_show_it(engine: Engine) -> None:
    for more in ({"api_key": 17}, {"nonsense": KEY}, {"base_url": 3}):
        with pytest.raises(KeenBenchError) as raised:
            set_key(engine, **more)
        assert KEY not in json.dumps(raised.value.info().to_json())


@pytest.mark.parametrize("url", ["http://api.example/v1", "http://192.168.1.4:11434/v1"])
def test_plain_http_goes_to_this_machine_only(engine: Engine, url: str) -> None:
    for provider_id in ("openai", "local"):
        with pytest.raises(KeenBenchError) as raised:
            set_key(engine, provider_id, base_url=url)
        assert raised.value.error_code == "EGRESS_BLOCKED_BY_POLICY"
    assert not status(engine, "openai")["configured"]


def test_named_providers_need_consent_wherever_their_address_points(engine: Engine) -> None:
    for provider_id in ("anthropic", "openai", "google", "mistral"):
        set_key(engine, provider_id, base_url="http://127.0.0.1:9/v1")
        assert status(engine, provider_id)["needs_consent"]
        assert Models(engine.settings).find(f"{provider_id}:any-model").needs_consent


def test_a_local_model_needs_consent_only_away_from_this_machine(engine: Engine) -> None:
    set_key(engine, "local", api_key="", base_url="http://localhost:11434/v1")
    assert not status(engine, "local")["needs_consent"]
    ref = Models(engine.settings).find("local:llama3.2")
    assert not ref.needs_consent
    models = Models(engine.settings)
    model = models.chat_model(ref)
    set_key(engine, "local", base_url="https://models.example/v1")
    assert Models(engine.settings).find("local:llama3.2").needs_consent
    # A run that began on this machine does not go elsewhere without consent.
    with pytest.raises(KeenBenchError) as raised:
        model.invoke([HumanMessage("Hello.")])
    assert raised.value.error_code == "EGRESS_CONSENT_REQUIRED"


def test_a_key_that_is_set_or_cleared_counts_for_the_next_question(tmp_path: Path) -> None:
    with serve("openai", [Say("Yes."), Say("Never.")]) as server:
        engine = Engine(Settings(data_dir=tmp_path))
        set_key(engine, base_url=server.base_url, api_key=OTHER)
        models = Models(engine.settings)
        model = models.chat_model(models.find(server.model_id))
        with pytest.raises(KeenBenchError) as raised:
            model.invoke("Hello?")
        assert raised.value.error_code == "PROVIDER_AUTH_FAILED"
        set_key(engine, base_url=server.base_url)
        assert model.invoke("Hello?").text == "Yes."
        assert KEY not in repr(model) and KEY not in str(vars(models))
        engine.call("ProvidersClearApiKey", {"provider_id": "openai"})
        with pytest.raises(KeenBenchError) as raised:
            model.invoke("Hello?")
        assert raised.value.error_code == "PROVIDER_NOT_CONFIGURED"


def test_nothing_that_is_logged_holds_the_key_or_what_was_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keenbench.models.retrying.pause", lambda seconds: None)
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    keep = Keep()
    keep.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(keep)
    root.setLevel(logging.INFO)
    try:
        for dialect in ("anthropic", "openai", "google", "mistral"):
            with serve(dialect, [Fail(500), Fail(429), Fail(400)]) as server:
                models = Models(Settings(data_dir=tmp_path / dialect, **server.settings()))
                with pytest.raises(KeenBenchError):
                    models.chat_model(models.find(server.model_id)).invoke("the secret plan")
    finally:
        root.removeHandler(keep)
        root.setLevel(level)
    told = "\n".join(lines)
    assert "a provider is asked again" in told
    assert KEY not in told and "the secret plan" not in told


def test_no_child_gets_a_key_in_its_environment_or_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC", "OPENAI", "GOOGLE", "GEMINI", "MISTRAL", "LOCAL"):
        monkeypatch.setenv(f"{name}_API_KEY", KEY)
        monkeypatch.setenv(f"KEENBENCH_{name}_API_KEY", KEY)
    settings = Settings(data_dir=tmp_path)
    environment = supervisor._environment(settings)
    assert KEY not in "".join(environment.values())
    engine = Engine(settings)
    try:
        engine.call("ToolWorkerGetStatus", {})
        worker = engine.worker.status()["pid"]
        seen = {pid: _told(pid) for pid in (worker, *_descendants(worker))}
        assert b"KEENBENCH_DATA_DIR" in seen[worker]
        assert not [pid for pid, told in seen.items() if KEY.encode() in told]
    finally:
        engine.close()


def _told(pid: int) -> bytes:
    """Return the environment and the command of a process; a boxed one may not be ours to read."""
    try:
        return b"".join(Path(f"/proc/{pid}/{name}").read_bytes() for name in ("environ", "cmdline"))
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return b""


def _descendants(pid: int) -> list[int]:
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        try:
            stat_line = (entry / "stat").read_text() if entry.name.isdigit() else ""
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        if stat_line:
            parents[int(entry.name)] = int(stat_line.rpartition(")")[2].split()[1])
    found, added = {pid}, True
    while added:
        more = {child for child, parent in parents.items() if parent in found} - found
        found |= more
        added = bool(more)
    return sorted(found - {pid})


def test_importing_the_server_loads_no_langchain_and_no_provider() -> None:
    code = (
        "import sys, keenbench.server.app, keenbench.models.methods, keenbench.models.keys;"
        "bad = {m.split('.')[0] for m in sys.modules} & {'langchain', 'langchain_core',"
        " 'langgraph', 'openai', 'anthropic', 'google', 'langchain_openai', 'tokenizers',"
        " 'langchain_anthropic', 'langchain_google_genai', 'langchain_mistralai', 'keyring'};"
        "sys.exit(', '.join(sorted(bad)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"loaded: {done.stderr}"


def test_listing_models_and_setting_keys_loads_no_langchain(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; import keenbench.models.methods;"
        "from keenbench.engine.engine import Engine; from keenbench.settings import Settings;"
        f"engine = Engine(Settings(data_dir=Path({str(tmp_path)!r})));"
        "engine.call('ModelsListSupported', {}); engine.call('ProvidersGetStatus', {});"
        "engine.call('SettingsGet', {});"
        "sys.exit('loaded' if 'langchain_core' in sys.modules else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_over_http_a_key_goes_in_and_never_comes_out(tmp_path: Path) -> None:
    from fastapi.testclient import TestClient

    from keenbench.server.app import create_app

    app = create_app(Settings(data_dir=tmp_path, token="the-token"))
    client = TestClient(
        app, base_url="http://127.0.0.1", headers={"authorization": "Bearer the-token"}
    )
    body = {"provider_id": "anthropic", "api_key": KEY}
    for wrong in (
        body | {"provider_id": "nobody"},
        body | {"base_url": "http://elsewhere.example"},
        body | {"base_url": f"https://user:{KEY}@gateway.example"},
        body | {"api_key": [KEY]},
        body | {"api_key": f"{KEY} {KEY}"},
        [KEY],
    ):
        refused = client.post("/rpc/ProvidersSetApiKey", json=wrong)
        assert refused.status_code in (400, 403, 422), refused.text
        assert KEY not in refused.text
    kept = client.post("/rpc/ProvidersSetApiKey", json=body)
    assert kept.status_code == 200 and kept.json()["result"]["configured"]
    told = client.post("/rpc/ProvidersGetStatus", json={})
    assert KEY not in kept.text + told.text
    document = client.get("/openapi.json").json()
    field = document["components"]["schemas"]["SetKeyParams"]["properties"]["api_key"]
    assert "password" in json.dumps(field)
