"""Every error that leaves KeenBench, through whatever door.

    KeenBenchError
      EgressConsentRequired, EgressBlocked
      ProviderError
        ProviderNotConfigured, ProviderAuthFailed, ProviderRateLimited, ProviderUnavailable
        NetworkUnavailable
      ValidationFailed
        InvalidParams        a parameter that is wrong, missing or unknown
        UnknownMethod
        UnknownId            an id that names nothing                    (HTTP 404)
        AccessRefused        no access token, or a wrong one             (HTTP 401)
        TooLarge             a request past a limit                      (HTTP 413)
        Busy                 not now: a run is active, another writer    (HTTP 409)
        DraftExists          not while a Draft exists                    (HTTP 409)
      SandboxViolation       a path or a process out of bounds
      ContextExhausted
      FileReadFailed
        FileMissing                                                      (HTTP 404)
      FileWriteFailed
        DiskFull
      CheckpointCreateFailed, CheckpointRestoreFailed
      ConflictPublishedChanged, UserCanceled, BudgetCapReached, AgentLoopDetected
      ToolWorkerUnavailable
      RunError               a query that a person or a model wrote
        RunInvalid, SqlPolicyViolation, RunnerTimeout, RunnerResourceExceeded, RunnerInternalError

An error is raised where its cause is known, with a message a person can act on, and is turned
into JSON in exactly one place per door (`info()` gives the object they all send).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

if TYPE_CHECKING:
    from keenbench.error_info import ErrorInfo as ErrorInfo

Action = Literal[
    "retry",
    "resume",
    "switch_model",
    "open_settings",
    "restore_checkpoint",
    "free_disk_space",
    "view_report",
    "review_draft",
    "discard_draft",
    "grant_consent",
]

Phase = Literal[
    "workbench", "workshop", "review", "publish", "restore", "settings", "analyst", "worker"
]


class KeenBenchError(Exception):
    """The base of the tree; raise one of its leaves."""

    error_code: ClassVar[str] = "VALIDATION_FAILED"
    http_status: ClassVar[int] = 400
    retryable: ClassVar[bool] = False
    actions: ClassVar[tuple[Action, ...]] = ()
    subphase: ClassVar[str | None] = None

    def __init__(
        self,
        message: str,
        *,
        phase: Phase | None = None,
        subphase: str | None = None,
        actions: tuple[Action, ...] | None = None,
        retryable: bool | None = None,
        provider_id: str | None = None,
        model_id: str | None = None,
        workbench_id: str | None = None,
        run_id: str | None = None,
        scope_hash: str | None = None,
        path: str | None = None,
        detail: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        # Plain data: what a process without Pydantic can send.
        self.fields: dict[str, Any] = {
            "error_code": self.error_code,
            "message": message,
            "phase": phase,
            "subphase": subphase or self.subphase,
            "retryable": self.retryable if retryable is None else retryable,
            "actions": list(self.actions if actions is None else actions),
            "provider_id": provider_id,
            "model_id": model_id,
            "workbench_id": workbench_id,
            "run_id": run_id,
            "scope_hash": scope_hash,
            "path": path,
            "detail": detail,
        }

    def info(self) -> ErrorInfo:
        from keenbench.error_info import ErrorInfo

        return ErrorInfo(**self.fields)

    def __reduce__(self) -> tuple[Any, ...]:
        return from_info, (self.info(),)


class EgressConsentRequired(KeenBenchError):
    error_code = "EGRESS_CONSENT_REQUIRED"
    http_status = 403
    actions: ClassVar[tuple[Action, ...]] = ("grant_consent",)


class EgressBlocked(KeenBenchError):
    error_code = "EGRESS_BLOCKED_BY_POLICY"
    http_status = 403
    actions: ClassVar[tuple[Action, ...]] = ("open_settings",)


class ProviderError(KeenBenchError):
    error_code = "PROVIDER_UNAVAILABLE"
    http_status = 502


class ProviderNotConfigured(ProviderError):
    error_code = "PROVIDER_NOT_CONFIGURED"
    http_status = 400
    actions: ClassVar[tuple[Action, ...]] = ("open_settings", "switch_model")


class ProviderAuthFailed(ProviderError):
    error_code = "PROVIDER_AUTH_FAILED"
    actions: ClassVar[tuple[Action, ...]] = ("open_settings",)


class ProviderRateLimited(ProviderError):
    error_code = "PROVIDER_RATE_LIMITED"
    http_status = 429
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry", "switch_model")


class ProviderUnavailable(ProviderError):
    error_code = "PROVIDER_UNAVAILABLE"
    http_status = 503
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry", "switch_model")


class NetworkUnavailable(ProviderError):
    error_code = "NETWORK_UNAVAILABLE"
    http_status = 503
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry",)


class ValidationFailed(KeenBenchError):
    error_code = "VALIDATION_FAILED"


class InvalidParams(ValidationFailed):
    subphase = "params"


class UnknownMethod(ValidationFailed):
    subphase = "unknown_method"
    http_status = 404


class UnknownId(ValidationFailed):
    subphase = "unknown_id"
    http_status = 404


class AccessRefused(ValidationFailed):
    subphase = "access"
    http_status = 401


class TooLarge(ValidationFailed):
    subphase = "too_large"
    http_status = 413


class Busy(ValidationFailed):
    subphase = "busy"
    http_status = 409
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry",)


class DraftExists(ValidationFailed):
    subphase = "draft_exists"
    http_status = 409
    actions: ClassVar[tuple[Action, ...]] = ("review_draft", "discard_draft")


class SandboxViolation(KeenBenchError):
    error_code = "SANDBOX_VIOLATION"
    http_status = 403


class ContextExhausted(KeenBenchError):
    error_code = "CONTEXT_EXHAUSTED"
    actions: ClassVar[tuple[Action, ...]] = ("switch_model",)


class FileReadFailed(KeenBenchError):
    error_code = "FILE_READ_FAILED"
    http_status = 422


class FileMissing(FileReadFailed):
    subphase = "missing"
    http_status = 404


class FileWriteFailed(KeenBenchError):
    error_code = "FILE_WRITE_FAILED"
    http_status = 500
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry",)


class DiskFull(FileWriteFailed):
    error_code = "DISK_FULL"
    http_status = 507
    actions: ClassVar[tuple[Action, ...]] = ("free_disk_space", "retry")


class CheckpointCreateFailed(KeenBenchError):
    error_code = "CHECKPOINT_CREATE_FAILED"
    http_status = 500
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry",)


class CheckpointRestoreFailed(KeenBenchError):
    error_code = "CHECKPOINT_RESTORE_FAILED"
    http_status = 500
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry",)


class ConflictPublishedChanged(KeenBenchError):
    error_code = "CONFLICT_PUBLISHED_CHANGED"
    http_status = 409
    actions: ClassVar[tuple[Action, ...]] = ("review_draft", "discard_draft")


class UserCanceled(KeenBenchError):
    error_code = "USER_CANCELED"
    http_status = 409
    actions: ClassVar[tuple[Action, ...]] = ("retry",)
    retryable = True


class BudgetCapReached(KeenBenchError):
    error_code = "BUDGET_CAP_REACHED"
    http_status = 409
    actions: ClassVar[tuple[Action, ...]] = ("resume",)


class AgentLoopDetected(KeenBenchError):
    error_code = "AGENT_LOOP_DETECTED"
    http_status = 409
    actions: ClassVar[tuple[Action, ...]] = ("retry", "switch_model")


class ToolWorkerUnavailable(KeenBenchError):
    error_code = "TOOL_WORKER_UNAVAILABLE"
    http_status = 503
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry",)


class RunError(KeenBenchError):
    error_code = "RUNNER_INTERNAL_ERROR"
    http_status = 502


class RunInvalid(RunError):
    error_code = "VALIDATION_ERROR"
    http_status = 400


class SqlPolicyViolation(RunError):
    error_code = "SQL_POLICY_VIOLATION"
    http_status = 403


class RunnerTimeout(RunError):
    error_code = "RUNNER_TIMEOUT"
    http_status = 504
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry",)


class RunnerResourceExceeded(RunError):
    error_code = "RUNNER_RESOURCE_EXCEEDED"
    http_status = 400


class RunnerInternalError(RunError):
    error_code = "RUNNER_INTERNAL_ERROR"
    retryable = True
    actions: ClassVar[tuple[Action, ...]] = ("retry",)


_LEAVES: dict[tuple[str, str | None], type[KeenBenchError]] = {
    (leaf.error_code, leaf.subphase): leaf
    for leaf in (
        EgressConsentRequired,
        EgressBlocked,
        ProviderNotConfigured,
        ProviderAuthFailed,
        ProviderRateLimited,
        ProviderUnavailable,
        NetworkUnavailable,
        ValidationFailed,
        InvalidParams,
        UnknownMethod,
        UnknownId,
        AccessRefused,
        TooLarge,
        Busy,
        DraftExists,
        SandboxViolation,
        ContextExhausted,
        FileReadFailed,
        FileMissing,
        FileWriteFailed,
        DiskFull,
        CheckpointCreateFailed,
        CheckpointRestoreFailed,
        ConflictPublishedChanged,
        UserCanceled,
        BudgetCapReached,
        AgentLoopDetected,
        ToolWorkerUnavailable,
        RunInvalid,
        SqlPolicyViolation,
        RunnerTimeout,
        RunnerResourceExceeded,
        RunnerInternalError,
    )
}
ERROR_CODES = frozenset(code for code, _ in _LEAVES)


def from_info(info: ErrorInfo) -> KeenBenchError:
    """Return the error that `info` describes, as raised on the other side of a border."""
    leaf = _LEAVES.get((info.error_code, info.subphase)) or _LEAVES[(info.error_code, None)]
    fields = info.model_dump(exclude={"error_code", "actions"})
    return leaf(actions=tuple(info.actions), **fields)


def __getattr__(name: str) -> Any:
    # `from keenbench.errors import ErrorInfo` works, and only then is Pydantic loaded.
    if name == "ErrorInfo":
        from keenbench.error_info import ErrorInfo

        return ErrorInfo
    raise AttributeError(name)
