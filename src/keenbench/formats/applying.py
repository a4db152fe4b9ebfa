"""What the methods that apply operations to a document share: their parameters and their report."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import (
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from keenbench.errors import SandboxViolation, ValidationFailed
from keenbench.formats.call import Call, FileParams, FileRef
from keenbench.formats.focus import Focus
from keenbench.formats.shape import MapWarning, WhenPresent
from keenbench.paths import is_draft_root
from keenbench.registry import Ok, Params, Result
from keenbench.validation_words import in_words

Base = Literal["existing", "copy", "new"]


class Op(Params):
    """One operation; an unknown key is refused."""

    op: str

    model_config = ConfigDict(
        extra="forbid", strict=True, validate_by_name=True, validate_by_alias=True
    )


def _untagged(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
    try:
        return validate(value)
    except ValidationError as error:
        details = [
            InitErrorDetails(
                type=PydanticCustomError(*_words(fault)),
                loc=_keys(fault, value),
                input=fault["input"],
            )
            for fault in error.errors(include_url=False)
        ]
        raise ValidationError.from_exception_data(error.title, details) from None


def _words(fault: ErrorDetails) -> tuple[str, str, dict[str, Any]]:
    """Return the kind of a fault and what is said of it."""
    kind, words = fault["type"], in_words(fault)
    if kind == "union_tag_not_found":
        kind = "missing"
    elif kind == "union_tag_invalid":
        words = f"names no operation; there are {fault['ctx']['expected_tags']}".replace("'", "")
    return kind, "{words}", {"words": words}


def _keys(fault: ErrorDetails, value: Any) -> tuple[int | str, ...]:
    """Return where a fault is in what the caller wrote, an operation's tag and types left out."""
    if fault["type"].startswith("union_tag_") and not fault["loc"]:
        return ("op",)
    # Pydantic names the operation between its index and the key (ops[0].add_note.page), and the
    # member of a union or a function that checks after it.
    path, at = fault["loc"][1:], value
    keys: list[int | str] = []
    for step, part in enumerate(path, 1):
        missing = step == len(path) and fault["type"] == "missing"
        if isinstance(at, dict) and (part in at or missing):
            at = at.get(part)
        elif isinstance(at, list) and isinstance(part, int):
            at = at[part] if part < len(at) else None
        else:
            continue
        keys.append(part)
    return tuple(keys)


# Put on a union of operations, so that a fault is named ops[0].page.
NAMED_BY_KEY = WrapValidator(_untagged)


class ApplyParams(FileParams):
    """The parameters of every method that applies operations; `ops` is each format's own."""

    create_new: bool = Field(default=False, description="Make the file; it must not exist yet.")
    copy_from: str | None = Field(
        default=None, description="Make the file as a copy of this one, then apply the operations."
    )
    source_root: str | None = Field(default=None, description="Where copy_from lies [root].")
    allow_break_signature: bool = Field(
        default=False, description="Edit a signed document, whose signature then no longer holds."
    )

    @model_validator(mode="after")
    def _does_something(self) -> ApplyParams:
        made = self.create_new or self.copy_from is not None
        if not made and not getattr(self, "ops", None):
            raise ValueError("ops is empty, so there is nothing to apply")
        return self


class OpReport(Result):
    """What one operation did: its counts stand beside these fields."""

    model_config = ConfigDict(extra="allow")

    index: int
    op: str
    warnings: list[MapWarning] = Field(default_factory=list)

    def count(self, **counts: Any) -> None:
        for name, value in counts.items():
            setattr(self, name, value)

    def warn(self, code: str, message: str) -> None:
        warning = MapWarning(code=code, message=message)
        if warning not in self.warnings:
            self.warnings.append(warning)


class Applied(Ok):
    """What became of the operations, one report each in their order."""

    report: list[OpReport]
    warnings: list[MapWarning] = Field(default_factory=list)
    focus: Focus | None = WhenPresent


def applied_reads(params: Any) -> list[FileRef]:
    """The files that applying operations reads: the target, the one copied, and images."""
    made = params.create_new or params.copy_from is not None
    reads = [FileRef(params.root, params.path, optional=made)]
    if params.copy_from is not None:
        reads.append(FileRef(params.source_root or params.root, params.copy_from))
    images: dict[str, FileRef] = {}
    for index, op in enumerate(params.ops):
        name = getattr(op, "image_path", None)
        if name:
            asked_by = f"ops[{index}].image_path"
            images.setdefault(name, FileRef(params.root, name, asked_by=asked_by))
    return [*reads, *images.values()]


def applied_writes(params: Any) -> FileRef:
    return FileRef(params.root, params.path)


def base_of(call: Call, params: ApplyParams) -> tuple[Base, FileRef]:
    """Return what the operations start from, or raise where the parameters contradict the disk."""
    if not is_draft_root(params.root):
        raise SandboxViolation("Published changes only by Publish.", path=params.path)
    if params.create_new and params.copy_from is not None:
        raise ValidationFailed("Give create_new or copy_from, not both.", path=params.path)
    there = call.has(params.root, params.path)
    if params.create_new or params.copy_from is not None:
        word = "create_new" if params.create_new else "copy_from"
        if there:
            raise ValidationFailed(
                f"{word} makes a new file, but {params.path} exists. Give another name, or leave "
                f"{word} out to edit it.",
                path=params.path,
            )
        if params.copy_from is None:
            return "new", FileRef(params.root, params.path)
        return "copy", FileRef(params.source_root or params.root, params.copy_from)
    return "existing", FileRef(params.root, params.path)
