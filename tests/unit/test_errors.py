from __future__ import annotations

import pickle

import pytest

from keenbench import errors
from keenbench.errors import ERROR_CODES, ErrorInfo, KeenBenchError, from_info

# CONTRACTS §1, word for word.
CONTRACT_CODES = """
EGRESS_CONSENT_REQUIRED, EGRESS_BLOCKED_BY_POLICY, PROVIDER_NOT_CONFIGURED, PROVIDER_AUTH_FAILED,
PROVIDER_RATE_LIMITED, PROVIDER_UNAVAILABLE, NETWORK_UNAVAILABLE, VALIDATION_FAILED,
SANDBOX_VIOLATION, CONTEXT_EXHAUSTED, FILE_READ_FAILED, FILE_WRITE_FAILED, DISK_FULL,
CHECKPOINT_CREATE_FAILED, CHECKPOINT_RESTORE_FAILED, CONFLICT_PUBLISHED_CHANGED, USER_CANCELED,
BUDGET_CAP_REACHED, AGENT_LOOP_DETECTED, TOOL_WORKER_UNAVAILABLE, VALIDATION_ERROR,
SQL_POLICY_VIOLATION, RUNNER_TIMEOUT, RUNNER_RESOURCE_EXCEEDED, RUNNER_INTERNAL_ERROR
"""


def leaves() -> list[type[KeenBenchError]]:
    return [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, KeenBenchError) and not kind.__subclasses__()
    ]


def test_the_codes_are_those_of_the_contract() -> None:
    assert {code.strip() for code in CONTRACT_CODES.split(",")} == ERROR_CODES


@pytest.mark.parametrize("leaf", leaves(), ids=lambda leaf: leaf.__name__)
def test_every_error_survives_a_border(leaf: type[KeenBenchError]) -> None:
    error = leaf("Something.", path="a.txt", detail={"n": 1})
    sent = ErrorInfo.model_validate(error.info().to_json())
    back = from_info(sent)
    assert type(back) is leaf
    assert back.info() == error.info()
    assert pickle.loads(pickle.dumps(error)).info() == error.info()


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("VALIDATION_FAILED", 400),
        ("VALIDATION_ERROR", 400),
        ("SANDBOX_VIOLATION", 403),
        ("EGRESS_CONSENT_REQUIRED", 403),
        ("SQL_POLICY_VIOLATION", 403),
        ("CONFLICT_PUBLISHED_CHANGED", 409),
        ("PROVIDER_RATE_LIMITED", 429),
        ("TOOL_WORKER_UNAVAILABLE", 503),
        ("RUNNER_TIMEOUT", 504),
        ("DISK_FULL", 507),
    ],
)
def test_http_status_of_each_code(code: str, status: int) -> None:
    info = ErrorInfo(error_code=code, message="x", retryable=False, actions=[])
    assert from_info(info).http_status == status
