"""Assets of one document carried to another: the parameters and results that formats share."""

from __future__ import annotations

from typing import Any, Protocol

from pydantic import Field

from keenbench.errors import SandboxViolation, ValidationFailed
from keenbench.formats.call import FileParams, FileRef
from keenbench.formats.shape import MapWarning
from keenbench.paths import is_draft_root
from keenbench.registry import Ok, Params, Result


class AssetRequest(Params):
    """An asset, and where it goes."""

    asset_id: str
    slide_index: int | None = Field(default=None, ge=0, description="The slide it goes to.")
    left: float | None = Field(default=None, ge=-100, le=100, description="Inches.")
    top: float | None = Field(default=None, ge=-100, le=100)
    width: float | None = Field(default=None, gt=0, le=100)
    height: float | None = Field(default=None, gt=0, le=100)


class CopyAssetsParams(FileParams):
    path: str = Field(default="", description="Not used here: source_path and target_path are.")
    source_path: str
    target_path: str
    source_root: str = "draft"
    target_root: str = "draft"
    assets: list[str | AssetRequest] = Field(min_length=1, max_length=500)
    allow_break_signature: bool = False

    @property
    def requests(self) -> list[AssetRequest]:
        return [AssetRequest(asset_id=one) if isinstance(one, str) else one for one in self.assets]


class CopiedAsset(Result):
    asset_id: str
    type: str
    target: str = Field(description="What it is in the target: a part, or a layout's name.")
    slide_index: int | None = None


class AssetsCopied(Ok):
    copied: list[CopiedAsset]
    warnings: list[MapWarning] = Field(default_factory=list)


def copy_reads(params: Any) -> list[FileRef]:
    return [
        FileRef(params.source_root, params.source_path),
        FileRef(params.target_root, params.target_path),
    ]


def copy_writes(params: Any) -> FileRef:
    return FileRef(params.target_root, params.target_path)


class Places(Protocol):
    """The two files of a call that carries assets."""

    source_path: str
    target_path: str
    source_root: str
    target_root: str


def check_places(params: Places) -> None:
    """Refuse to carry a file's assets to itself, or to anywhere but a Draft."""
    if not is_draft_root(params.target_root):
        raise SandboxViolation("Published changes only by Publish.", path=params.target_path)
    source = (params.source_root, params.source_path)
    if source == (params.target_root, params.target_path):
        raise ValidationFailed(
            "source_path and target_path are the same file.", path=params.target_path
        )
