"""What a workbook has that can be carried to another: the methods' parameters and results."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from keenbench.formats.call import Call, FileParams, methods
from keenbench.formats.carrying import copy_reads, copy_writes
from keenbench.formats.shape import MapWarning, WhenPresent
from keenbench.registry import Ok, Params, Result

ASSET_TYPES = (
    "cell_styles",
    "conditional_format",
    "chart",
    "image",
    "merged_ranges",
    "name",
)


class XlsxStylesParams(FileParams):
    sheet: str | None = Field(default=None, description="The name of a sheet [all sheets].")


class UsedStyle(Result):
    """How some cells look, in the names that edits take."""

    sheet: str
    cells: int
    example: str
    style: dict[str, Any]


class XlsxAsset(Result):
    asset_id: str
    type: str
    sheet: str | None = WhenPresent
    name: str | None = WhenPresent
    range: str | None = WhenPresent
    description: str | None = WhenPresent


class XlsxStyles(Result):
    styles: list[UsedStyle] = Field(description="The most used first, 100 of a sheet at most.")
    assets: list[XlsxAsset]
    supported_copy_asset_types: list[str]
    warnings: list[MapWarning] = Field(default_factory=list)


class XlsxAssetRequest(Params):
    """An asset, and where it goes."""

    asset_id: str
    sheet: str | None = Field(
        default=None, description="The target's sheet [the one called as in the source]."
    )
    anchor: str | None = Field(
        default=None, description="A cell for the corner of a chart or image [where it stood]."
    )


class XlsxCopyAssetsParams(FileParams):
    path: str = Field(default="", description="Not used here: source_path and target_path are.")
    source_path: str
    target_path: str
    source_root: str = "draft"
    target_root: str = "draft"
    assets: list[str | XlsxAssetRequest] = Field(min_length=1, max_length=500)
    allow_break_signature: bool = False

    @property
    def requests(self) -> list[XlsxAssetRequest]:
        return [
            XlsxAssetRequest(asset_id=one) if isinstance(one, str) else one for one in self.assets
        ]


class XlsxCopiedAsset(Result):
    asset_id: str
    type: str
    target: str = Field(description="What it is in the target: a range, a part or a name.")
    sheet: str | None = WhenPresent


class XlsxAssetsCopied(Ok):
    copied: list[XlsxCopiedAsset]
    warnings: list[MapWarning] = Field(default_factory=list)


@methods.method("XlsxGetStyles")
def xlsx_get_styles(call: Call, params: XlsxStylesParams) -> XlsxStyles:
    """Say how the cells of a workbook look, and what of it can be carried to another."""
    from keenbench.formats.xlsx.edit.assets import styles_of

    return styles_of(call, params)


@methods.method("XlsxCopyAssets", reads=copy_reads, writes=copy_writes)
def xlsx_copy_assets(call: Call, params: XlsxCopyAssetsParams) -> XlsxAssetsCopied:
    """Carry cell styles, rules, charts, images, merges and names of one workbook to another."""
    from keenbench.formats.xlsx.edit.carry_assets import copy_assets

    return copy_assets(call, params)
