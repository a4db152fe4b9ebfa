"""A picture that goes into a document: what its head says, nothing decoded."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from keenbench.formats.image.raster import MAX_PIXELS

INCH = 914_400  # in EMU
MOST_BYTES = 100 * 1024 * 1024
_ENDINGS = {"PNG": "png", "JPEG": "jpeg", "MPO": "jpeg", "GIF": "gif", "BMP": "bmp", "TIFF": "tiff"}
_SCREEN = 96  # dots an inch, where a picture does not say


@dataclass(frozen=True)
class Picture:
    """A picture, its file ending and its own size in EMU."""

    data: bytes
    ending: str
    width: int
    height: int


def picture_of(data: bytes) -> Picture:
    """Return a picture that Office shows; raise ValueError saying why it is none."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"is larger than {MOST_BYTES} bytes")
    limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        image = Image.open(io.BytesIO(data), formats=["PNG", "JPEG", "GIF", "BMP", "TIFF"])
        width, height = image.size
        kind, dots = image.format or "", image.info.get("dpi")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, struct.error):
        raise ValueError("is no PNG, JPEG, GIF, BMP or TIFF, which is what Office shows") from None
    finally:
        Image.MAX_IMAGE_PIXELS = limit
    if not 0 < width * height <= MAX_PIXELS:
        raise ValueError(f"has {width} × {height} pixels, too many")
    across, down = _dots(dots)
    return Picture(
        data,
        _ENDINGS[kind],
        max(1, round(width / across * INCH)),
        max(1, round(height / down * INCH)),
    )


def _dots(dots: object) -> tuple[float, float]:
    if isinstance(dots, tuple) and len(dots) == 2:
        try:
            across, down = float(dots[0]), float(dots[1])
        except (TypeError, ValueError, ZeroDivisionError):
            return _SCREEN, _SCREEN
        if 10 <= across <= 4800 and 10 <= down <= 4800:
            return round(across), round(down)
    return _SCREEN, _SCREEN
