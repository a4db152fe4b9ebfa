"""Engine methods of providers, models and what the user chose."""

from __future__ import annotations

from pydantic import Field, SecretStr

from keenbench.engine.engine import Engine, methods
from keenbench.errors import KeenBenchError, ValidationFailed
from keenbench.models.asking import list_models
from keenbench.models.catalog import models_to_choose
from keenbench.models.keys import Access, KeySource, not_configured
from keenbench.models.of_engine import models_of
from keenbench.models.providers import OFFLINE, PROVIDERS, Provider, provider_of
from keenbench.models.registry import ModelRef, Models
from keenbench.registry import Params, Result
from keenbench.workbench.consent import ConsentMode
from keenbench.workbench.egress import needs_consent
from keenbench.workbench.preferences import Source

# A model server on this machine answers at once or is not there.
_LOCAL_SECONDS = 2.0


class ProviderParams(Params):
    provider_id: str


class StatusParams(Params):
    provider_id: str | None = None


class SetKeyParams(Params):
    provider_id: str
    # A secret to Pydantic too: no error of its own shows what was sent.
    api_key: SecretStr | None = None
    base_url: str | None = Field(default=None, max_length=2048)


class ProviderStatus(Result):
    """How a provider is set up. The key itself is in none of its fields."""

    provider_id: str
    name: str
    configured: bool
    key_source: KeySource
    base_url: str | None
    needs_key: bool
    needs_consent: bool
    message: str


class ProvidersStatus(Result):
    providers: list[ProviderStatus]
    keys_stored_in: str


class ProviderValidated(Result):
    provider_id: str
    ok: bool
    message: str
    models: list[str]


class NoParams(Params):
    pass


class SupportedModel(Result):
    model_id: str
    provider_id: str
    model: str
    name: str
    context_tokens: int
    configured: bool
    needs_consent: bool
    deprecated: bool


class SupportedModels(Result):
    models: list[SupportedModel]
    default_model: str


class SettingsParams(Params):
    default_model: str | None = None
    consent_mode: ConsentMode | None = None


class UserSettings(Result):
    default_model: str
    default_model_source: Source
    consent_mode: ConsentMode


@methods.method("ProvidersGetStatus")
def providers_get_status(engine: Engine, params: StatusParams) -> ProvidersStatus:
    """Tell of each provider, or of one, whether it is set up and where its key comes from."""
    models = models_of(engine)
    chosen = (
        [provider_of(params.provider_id)]
        if params.provider_id is not None
        else list(PROVIDERS.values())
    )
    return ProvidersStatus(
        providers=[_status(models, provider) for provider in chosen],
        keys_stored_in=models.keys.stored_in,
    )


@methods.method("ProvidersSetApiKey")
def providers_set_api_key(engine: Engine, params: SetKeyParams) -> ProviderStatus:
    """Store a provider's key, and its address where it is not the usual one."""
    provider = provider_of(params.provider_id)
    models = models_of(engine)
    key = params.api_key.get_secret_value().strip() if params.api_key is not None else ""
    if provider.provider_id == OFFLINE:
        raise ValidationFailed("The offline model needs no key.", phase="settings")
    if provider.needs_key and not key:
        raise ValidationFailed(
            "api_key is required.", phase="settings", provider_id=provider.provider_id
        )
    if not provider.needs_key and not params.base_url:
        raise ValidationFailed(
            "base_url is required: where the local model listens.",
            phase="settings",
            provider_id=provider.provider_id,
        )
    models.keys.keep(provider, key or None, params.base_url or None)
    return _status(models, provider)


@methods.method("ProvidersClearApiKey")
def providers_clear_api_key(engine: Engine, params: ProviderParams) -> ProviderStatus:
    """Forget a provider's stored key and address."""
    provider = provider_of(params.provider_id)
    models = models_of(engine)
    models.keys.forget(provider)
    return _status(models, provider)


@methods.method("ProvidersValidate")
def providers_validate(engine: Engine, params: ProviderParams) -> ProviderValidated:
    """Ask a provider which models it has, which shows that key and address work."""
    provider = provider_of(params.provider_id)
    if provider.provider_id == OFFLINE:
        return ProviderValidated(
            provider_id=OFFLINE, ok=True, message="The offline model is ready.", models=[OFFLINE]
        )
    access = models_of(engine).keys.access(provider)
    if not access.configured:
        raise not_configured(access)
    found = list_models(access, _nobody(provider))
    return ProviderValidated(
        provider_id=provider.provider_id,
        ok=True,
        message=f"{provider.name} answers and accepts this setup.",
        models=found,
    )


@methods.method("ModelsListSupported")
def models_list_supported(engine: Engine, params: NoParams) -> SupportedModels:
    """List the models that are known; any other `provider_id:model` is accepted too."""
    models = models_of(engine)
    listed = [_supported(models, ModelRef(OFFLINE, OFFLINE, False), "Offline model", True)]
    for provider in PROVIDERS.values():
        if provider.provider_id == OFFLINE:
            continue
        access = models.keys.access(provider)
        needed = needs_consent(provider.provider_id, access.base_url)
        named = [(m.model, m.name, m.deprecated) for m in models_to_choose(provider.provider_id)]
        if provider.provider_id == "local" and access.configured:
            named = [(name, name, False) for name in _local_models(access)]
        listed += [
            _supported(
                models,
                ModelRef(provider.provider_id, model, needed),
                name,
                access.configured,
                deprecated,
            )
            for model, name, deprecated in named
        ]
    return SupportedModels(models=listed, default_model=models.preferences.default_model[0])


@methods.method("SettingsGet")
def settings_get(engine: Engine, params: NoParams) -> UserSettings:
    """Return what the user chose: the default model and the mode of consent."""
    return _chosen(engine)


def _chosen(engine: Engine) -> UserSettings:
    model, source = engine.preferences.default_model
    return UserSettings(
        default_model=model,
        default_model_source=source,
        consent_mode=engine.preferences.consent_mode,
    )


@methods.method("SettingsSet")
def settings_set(engine: Engine, params: SettingsParams) -> UserSettings:
    """Keep the default model, the mode of consent, or both; what is left out stays."""
    chosen = None
    if params.default_model is not None:
        chosen = models_of(engine).find(params.default_model).model_id
        _, source = engine.preferences.default_model
        if source == "environment":
            raise ValidationFailed(
                "KEENBENCH_MODEL names the model; take it out of the environment to choose one "
                "here.",
                phase="settings",
            )
    engine.preferences.choose(default_model=chosen, consent_mode=params.consent_mode)
    return _chosen(engine)


def _status(models: Models, provider: Provider) -> ProviderStatus:
    access = models.keys.access(provider)
    return ProviderStatus(
        provider_id=provider.provider_id,
        name=provider.name,
        configured=access.configured,
        key_source=access.key_source,
        base_url=access.base_url,
        needs_key=provider.needs_key,
        needs_consent=needs_consent(provider.provider_id, access.base_url),
        message=_sentence(access),
    )


def _sentence(access: Access) -> str:
    provider = access.provider
    if provider.provider_id == OFFLINE:
        return "The offline model needs no key, and nothing leaves this machine."
    if not access.configured:
        return str(not_configured(access).message)
    match access.key_source:
        case "environment":
            return (
                "The key comes from the environment, which wins over a stored one; it can only "
                "be removed there."
            )
        case "keyring":
            return "The key is kept in the system's password store."
        case "file":
            return (
                "This system has no password store, so the key is kept unencrypted in a file of "
                "the data folder that only your user can read."
            )
        case _:
            return f"{provider.name} is asked at {access.base_url}, without a key."


def _local_models(access: Access) -> list[str]:
    """Return what a model server of the user's own offers; nothing while it is not running."""
    try:
        return list_models(access, _nobody(access.provider), seconds=_LOCAL_SECONDS)
    except KeenBenchError:
        return []  # ProvidersValidate says why; the list of models is there without it


def _supported(
    models: Models, ref: ModelRef, name: str, configured: bool, deprecated: bool = False
) -> SupportedModel:
    return SupportedModel(
        model_id=ref.model_id,
        provider_id=ref.provider_id,
        model=ref.model,
        name=name,
        context_tokens=models.context_tokens(ref),
        configured=configured,
        needs_consent=ref.needs_consent,
        deprecated=deprecated,
    )


def _nobody(provider: Provider) -> ModelRef:
    """No model in particular: the question is to the provider."""
    return ModelRef(provider.provider_id, "", needs_consent=True)
