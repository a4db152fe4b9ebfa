"""The worker's methods on images: what they take and what they give."""

from __future__ import annotations

from pydantic import Field

from keenbench.formats.call import Call, FileParams, methods
from keenbench.formats.shape import MapBase


class ImageMetadata(MapBase):
    """What an image is; a drawing without a size of its own has null for it."""

    width: int | float | None = Field(description="In pixels.")
    height: int | float | None = Field(description="In pixels.")
    color_depth: int | None = Field(description="Bits a pixel; null for svg.")


@methods.method("ImageGetMetadata")
def image_get_metadata(call: Call, params: FileParams) -> ImageMetadata:
    """Say of which format and size an image is."""
    from keenbench.formats.image.metadata import read_metadata

    return read_metadata(call, params)
