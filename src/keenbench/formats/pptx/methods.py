"""The worker's methods on PowerPoint presentations: what they take and what they give."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from keenbench.formats.applying import Applied, applied_reads, applied_writes
from keenbench.formats.asking import After, TakeParams
from keenbench.formats.call import Call, FileParams, internal, methods
from keenbench.formats.carrying import AssetsCopied, CopyAssetsParams, copy_reads, copy_writes
from keenbench.formats.pptx.edit.ops import PptxApplyParams
from keenbench.formats.shape import (
    ChunkInfo,
    Chunking,
    MapBase,
    MapParams,
    MapWarning,
    WhenAny,
    WhenPresent,
)
from keenbench.registry import Result

_SLIDE = Field(default=None, ge=0, description="The slide, 0-based.")


class SlideEntry(Result):
    index: int
    title: str | None
    layout: str | None
    hidden: bool
    has_images: bool
    has_charts: bool
    has_tables: bool
    has_notes: bool
    has_comments: bool
    char_count: int
    exceeds_chunk: bool
    chunks_count: int = Field(description="Read them with slide_index and chunk.")
    unreadable: str | None = WhenPresent


class DeckMap(MapBase):
    """What a presentation is made of, without its content."""

    slides: list[SlideEntry]
    slides_count: int
    slide_count: int
    slide_width: float | None = Field(description="In inches.")
    slide_height: float | None
    total_char_count: int
    chunking: Chunking


class DeckTextParams(FileParams):
    slide_index: int | None = _SLIDE
    chunk: int | None = Field(
        default=None,
        ge=0,
        description="A chunk of that slide [the whole slide]; without slide_index, a slide.",
    )


class DeckText(Result):
    text: str
    chunk_info: ChunkInfo
    warnings: list[MapWarning] = WhenAny


class SlideRun(Result):
    text: str
    font_name: str | None = WhenPresent
    font_size: float | None = WhenPresent
    bold: bool | None = WhenPresent
    italic: bool | None = WhenPresent
    underline: bool | None = WhenPresent
    strike: bool | None = WhenPresent
    font_color: str | None = WhenPresent
    link: str | None = WhenPresent


class TextBlock(Result):
    """One paragraph of a shape."""

    text: str
    level: int
    runs: list[SlideRun] | None = WhenPresent


class SlideTable(Result):
    row_count: int
    col_count: int
    rows: list[list[str | None]] = Field(description="Null where a merged cell covers the place.")


class SlideShape(Result):
    """One shape; places and sizes in inches, as the operations take them."""

    index: int
    name: str
    shape_type: str
    left: float | None = WhenPresent
    top: float | None = WhenPresent
    width: float | None = WhenPresent
    height: float | None = WhenPresent
    placeholder_type: str | None = WhenPresent
    group: int | None = Field(
        default=None,
        exclude_if=lambda value: value is None,
        description="The index of the group it stands in.",
    )
    text_blocks: list[TextBlock]
    table: SlideTable | None = WhenPresent
    chart: str | None = WhenPresent
    diagram: str | None = WhenPresent
    has_image: bool
    alt_text: str | None = WhenPresent
    hidden: bool | None = WhenPresent


class SlideComment(Result):
    author: str | None
    text: str
    reply: bool = False


class Slide(Result):
    index: int
    title: str | None
    layout: str | None
    hidden: bool
    shapes: list[SlideShape]
    notes: str | None
    comments: list[SlideComment] = WhenAny


class SlideContent(Result):
    slide_index: int
    slide_count: int
    slide: Slide
    warnings: list[MapWarning] = WhenAny


class SlideContentParams(FileParams):
    slide_index: int = Field(default=0, ge=0, description="The slide, 0-based [0].")
    detail: Literal["positioned", "lite"] = Field(
        default="positioned", description="lite leaves out places and formatting."
    )


class LayoutPlaceholder(Result):
    """A place that a layout offers, in inches."""

    type: str
    idx: str
    name: str
    left: float | None = WhenPresent
    top: float | None = WhenPresent
    width: float | None = WhenPresent
    height: float | None = WhenPresent


class DeckLayout(Result):
    name: str
    type: str | None
    placeholders: list[LayoutPlaceholder]


class DeckMaster(Result):
    theme: str | None
    fonts: dict[str, str]
    colors: dict[str, str]
    layouts: list[DeckLayout]


class DeckStyles(Result):
    slide_width: float = Field(description="In inches.")
    slide_height: float
    masters: list[DeckMaster]


class DeckAsset(Result):
    asset_id: str
    type: str
    name: str
    content_type: str | None = WhenPresent
    size_bytes: int | None = WhenPresent
    slides: list[int] | None = WhenPresent
    alt_text: str | None = WhenPresent


class PptxStyles(Result):
    """How a deck looks, and what of it can be carried to another."""

    styles: DeckStyles
    assets: list[DeckAsset]
    supported_copy_asset_types: list[str]


@methods.method("PptxGetMap")
def pptx_get_map(call: Call, params: MapParams) -> DeckMap:
    """Say what a presentation is made of: its slides, titles, layouts, and what they hold."""
    from keenbench.formats.pptx.read import map_pptx

    return map_pptx(call, params)


@methods.method("PptxExtractText")
def pptx_extract_text(call: Call, params: DeckTextParams) -> DeckText:
    """Read a presentation as text: a chunk, a slide, or the whole."""
    from keenbench.formats.pptx.read import extract_pptx

    return extract_pptx(call, params)


@methods.method("PptxGetSlideContent")
def pptx_get_slide_content(call: Call, params: SlideContentParams) -> SlideContent:
    """Read one slide shape by shape."""
    from keenbench.formats.pptx.read import read_slide

    return read_slide(call, params)


# Some seconds at most: an estimate stands where they do not suffice.
_HEIGHTS = After(ask="text_heights", suffix=".pptx", seconds=10, take="PptxTakeTextHeights")


@methods.method("PptxApplyOps", reads=applied_reads, writes=applied_writes, after=_HEIGHTS)
def pptx_apply_ops(call: Call, params: PptxApplyParams) -> Applied:
    """Edit a presentation, or make a new one; what is not named stays as it is."""
    from keenbench.formats.pptx.edit.apply import apply_pptx

    return apply_pptx(call, params)


@methods.method("PptxGetStyles")
def pptx_get_styles(call: Call, params: FileParams) -> PptxStyles:
    """Say which masters, layouts, fonts, colours and pictures a presentation has."""
    from keenbench.formats.pptx.edit.assets import styles_of

    return styles_of(call, params)


@methods.method("PptxCopyAssets", reads=copy_reads, writes=copy_writes)
def pptx_copy_assets(call: Call, params: CopyAssetsParams) -> AssetsCopied:
    """Carry pictures and layouts of one presentation to another."""
    from keenbench.formats.pptx.edit.carry import copy_assets

    return copy_assets(call, params)


@internal.method("PptxTakeTextHeights")
def pptx_take_text_heights(call: Call, params: TakeParams) -> Applied:
    """Say which texts overflow as LibreOffice lays them out, in place of the estimate."""
    from keenbench.formats.pptx.edit.overflowing import take_text_heights

    return take_text_heights(call, params)
