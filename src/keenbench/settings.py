"""What the user can set, read once from the environment."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from keenbench.demo_datasets import demo_datasets_dir
from keenbench.errors import ValidationFailed
from keenbench.validation_words import sentence

SandboxName = Literal["bubblewrap", "docker", "podman", "process"]

MIB = 1024 * 1024


def _env(name: str, *, keenbench: bool = True) -> AliasChoices:
    return AliasChoices(f"KEENBENCH_{name}" if keenbench else name)


def _own(*names: str) -> Any:
    """Take a setting from any of `names`, each with KEENBENCH_ before it first."""
    return Field(validation_alias=AliasChoices(*(f"KEENBENCH_{n}" for n in names), *names))


def default_data_dir() -> Path:
    base = os.environ.get("XDG_DATA_HOME")
    # The XDG rule: a relative value is to be ignored.
    if base and Path(base).is_absolute():
        return Path(base) / "keenbench"
    return Path.home() / ".local" / "share" / "keenbench"


class Settings(BaseSettings):
    """One object, made by the door and handed down; nothing below reads the environment."""

    model_config = SettingsConfigDict(
        populate_by_name=True, extra="ignore", frozen=True, env_ignore_empty=True
    )

    data_dir: Annotated[
        Path, Field(default_factory=default_data_dir, validation_alias=_env("DATA_DIR"))
    ]
    workbenches_override: Annotated[
        Path | None, Field(validation_alias=_env("WORKBENCHES_DIR"))
    ] = None
    # Of characters that mean the same in an address, a header and a cookie.
    token: Annotated[
        str | None,
        Field(validation_alias=_env("TOKEN"), repr=False, pattern=r"^[A-Za-z0-9._~-]{1,256}$"),
    ] = None
    sandbox: Annotated[SandboxName | None, Field(validation_alias=_env("SANDBOX"))] = None
    tool_worker_path: Annotated[Path | None, Field(validation_alias=_env("TOOL_WORKER_PATH"))] = (
        None
    )
    preview_renderer_path: Annotated[
        Path | None, Field(validation_alias=_env("PREVIEW_RENDERER_PATH"))
    ] = None
    model: Annotated[str, Field(validation_alias=_env("MODEL"))] = "offline"
    tabular_query_timeout_ms: Annotated[
        int, Field(gt=0, validation_alias=_env("TABULAR_QUERY_TIMEOUT_MS"))
    ] = 10_000
    tabular_memory_limit_mb: Annotated[
        int, Field(gt=0, le=1_000_000, validation_alias=_env("TABULAR_MEMORY_LIMIT_MB"))
    ] = 512
    # Keys and addresses of providers. A key under either name; ours wins.
    anthropic_api_key: Annotated[SecretStr | None, _own("ANTHROPIC_API_KEY")] = None
    openai_api_key: Annotated[SecretStr | None, _own("OPENAI_API_KEY")] = None
    google_api_key: Annotated[SecretStr | None, _own("GOOGLE_API_KEY", "GEMINI_API_KEY")] = None
    mistral_api_key: Annotated[SecretStr | None, _own("MISTRAL_API_KEY")] = None
    local_api_key: Annotated[SecretStr | None, _own("LOCAL_API_KEY")] = None
    anthropic_base_url: Annotated[str | None, _own("ANTHROPIC_BASE_URL")] = None
    openai_base_url: Annotated[str | None, _own("OPENAI_BASE_URL")] = None
    google_base_url: Annotated[str | None, _own("GOOGLE_BASE_URL")] = None
    mistral_base_url: Annotated[str | None, _own("MISTRAL_BASE_URL")] = None
    local_base_url: Annotated[str | None, _own("LOCAL_BASE_URL")] = None
    # How much a local model can be told at once; its server seldom says.
    local_context_tokens: Annotated[
        int | None, Field(gt=0, validation_alias=_env("LOCAL_CONTEXT_TOKENS"))
    ] = None
    runner_image: Annotated[str, Field(validation_alias=_env("RUNNER_IMAGE", keenbench=False))] = (
        "keenbench-runner:latest"
    )
    run_timeout_seconds: Annotated[
        float, Field(gt=0, le=86_400, validation_alias=_env("RUN_TIMEOUT_SECONDS", keenbench=False))
    ] = 10.0
    max_rows: Annotated[int, Field(gt=0, validation_alias=_env("MAX_ROWS", keenbench=False))] = 200
    datasets_dir: Annotated[
        Path,
        Field(
            default_factory=demo_datasets_dir,
            validation_alias=_env("DATASETS_DIR", keenbench=False),
        ),
    ]
    capsule_db_override: Annotated[
        Path | None, Field(validation_alias=_env("CAPSULE_DB_PATH", keenbench=False))
    ] = None
    # May hold a password.
    capsule_db_url: Annotated[
        str | None, Field(validation_alias=_env("CAPSULE_DB_URL", keenbench=False), repr=False)
    ] = None
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"],
        BeforeValidator(lambda value: str(value).upper()),
        Field(validation_alias=_env("LOG_LEVEL", keenbench=False)),
    ] = "INFO"

    # How much of the machine the worker may take, and what a workbench may hold.
    parser_children: Annotated[
        int, Field(ge=1, le=16, validation_alias=_env("PARSER_CHILDREN"))
    ] = 2
    parser_memory_mb: Annotated[
        int, Field(ge=256, le=1_000_000, validation_alias=_env("PARSER_MEMORY_MB"))
    ] = 2048
    call_timeout_seconds: Annotated[
        float, Field(gt=0, le=86_400, validation_alias=_env("CALL_TIMEOUT_SECONDS"))
    ] = 120.0
    # How far one run of the Workshop goes before it asks: tool calls and answers without one, and
    # tokens.
    workshop_max_steps: Annotated[
        int, Field(ge=1, le=100_000, validation_alias=_env("WORKSHOP_MAX_STEPS"))
    ] = 200
    workshop_max_tokens: Annotated[
        int, Field(ge=1, validation_alias=_env("WORKSHOP_MAX_TOKENS"))
    ] = 5_000_000
    max_files: Annotated[int, Field(gt=0, validation_alias=_env("MAX_FILES"))] = 200
    max_file_bytes: Annotated[int, Field(gt=0, validation_alias=_env("MAX_FILE_BYTES"))] = (
        2048 * MIB
    )

    @cached_property
    def workbenches_dir(self) -> Path:
        return self.workbenches_override or self.data_dir / "workbenches"

    @property
    def own_datasets_dir(self) -> Path:
        """Where the datasets lie that the user added."""
        return self.data_dir / "datasets"

    @property
    def descriptions_dir(self) -> Path:
        """Where is kept what was worked out of datasets."""
        return self.data_dir / "descriptions"

    @property
    def dataset_exports_dir(self) -> Path:
        """Where the worker leaves the rows of a run that are to be downloaded."""
        return self.data_dir / "exports"

    @property
    def capsule_db_path(self) -> Path:
        return self.capsule_db_override or self.data_dir / "capsules.sqlite"

    def for_worker(self) -> dict[str, str]:
        """Return the environment that makes a worker of ours read these same settings."""
        values = {
            "KEENBENCH_DATA_DIR": self.data_dir,
            "KEENBENCH_WORKBENCHES_DIR": self.workbenches_dir,
            "KEENBENCH_SANDBOX": self.sandbox,
            "KEENBENCH_PREVIEW_RENDERER_PATH": self.preview_renderer_path,
            "KEENBENCH_TABULAR_QUERY_TIMEOUT_MS": self.tabular_query_timeout_ms,
            "KEENBENCH_TABULAR_MEMORY_LIMIT_MB": self.tabular_memory_limit_mb,
            "KEENBENCH_PARSER_CHILDREN": self.parser_children,
            "KEENBENCH_PARSER_MEMORY_MB": self.parser_memory_mb,
            "KEENBENCH_CALL_TIMEOUT_SECONDS": self.call_timeout_seconds,
            "RUNNER_IMAGE": self.runner_image,
            "DATASETS_DIR": self.datasets_dir.absolute(),
            "LOG_LEVEL": self.log_level,
        }
        return {name: str(value) for name, value in values.items() if value is not None}


def load_settings() -> Settings:
    """Return the settings of the environment, or say which of them makes no sense."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        raise ValidationFailed(sentence(name, first), phase="settings") from None
