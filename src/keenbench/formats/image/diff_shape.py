"""What a change of an image looks like to whoever asks."""

from __future__ import annotations

from pydantic import Field

from keenbench.formats.comparing import ComparedPage
from keenbench.formats.image.methods import ImageMetadata
from keenbench.registry import Result


class ImageChange(Result):
    """One property that differs; `content` where the bytes differ and nothing else does."""

    change_id: str
    type: str
    before: str | int | float | None
    after: str | int | float | None


class ImagesCompared(ComparedPage):
    """An image before and after; null where there is none."""

    before: ImageMetadata | None
    after: ImageMetadata | None
    changes: list[ImageChange] = Field(description="A changed picture is one change: its content.")
