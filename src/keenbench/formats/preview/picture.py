"""Pixels within bounds: 2048 x 2048, and 10 MB as base64."""

from __future__ import annotations

import base64
import io

from PIL import Image

from keenbench.formats.preview.methods import Picture

MAX_SIDE = 2048
MAX_BASE64 = 10 * 1024 * 1024
MIME_TYPE = "image/png"
# Zlib's quickest that still halves a page of text; the next levels cost more than they save.
_LEVEL = 3


def fitting(width: float, height: float) -> tuple[float, bool]:
    """Return the factor that brings a size within the bounds, and whether it had to shrink."""
    largest = max(width, height)
    return (MAX_SIDE / largest, True) if largest > MAX_SIDE else (1.0, False)


def encode(image: Image.Image, *, scaled_down: bool) -> Picture:
    """Return the image as PNG, smaller until it fits."""
    while True:
        written = io.BytesIO()
        image.save(written, "PNG", compress_level=_LEVEL)
        data = base64.b64encode(written.getbuffer())
        if len(data) <= MAX_BASE64:
            return Picture(bytes_base64=data.decode(), mime_type=MIME_TYPE, scaled_down=scaled_down)
        # Noise does not compress: bytes go with the pixels.
        smaller = (max(1, int(image.width * 0.7)), max(1, int(image.height * 0.7)))
        image = image.resize(smaller, Image.Resampling.LANCZOS)
        scaled_down = True
