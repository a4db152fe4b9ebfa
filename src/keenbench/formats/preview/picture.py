"""Pixels within bounds: 2048 x 2048, and 10 MB as base64."""

from __future__ import annotations

import base64
import struct
import zlib

from PIL import Image, ImageChops

from keenbench.formats.preview.methods import Picture

MAX_SIDE = 2048
MAX_BASE64 = 10 * 1024 * 1024
MIME_TYPE = "image/png"
# Zlib's quickest: the next levels cost more than they save.
_LEVEL = 1
_COLOUR_TYPES = {"L": 0, "RGB": 2, "RGBA": 6}


def fitting(width: float, height: float) -> tuple[float, bool]:
    """Return the factor that brings a size within the bounds, and whether it had to shrink."""
    largest = max(width, height)
    return (MAX_SIDE / largest, True) if largest > MAX_SIDE else (1.0, False)


def encode(image: Image.Image, *, scaled_down: bool) -> Picture:
    """Return the image as PNG, smaller until it fits."""
    if image.mode == "RGB" and _is_grey(image):
        # Most pages are black on white: a third of the bytes, in a third of the time.
        image = image.convert("L")
    while True:
        data = base64.b64encode(to_png(image))
        if len(data) <= MAX_BASE64:
            return Picture(bytes_base64=data.decode(), mime_type=MIME_TYPE, scaled_down=scaled_down)
        # Noise does not compress: bytes go with the pixels.
        smaller = (max(1, int(image.width * 0.7)), max(1, int(image.height * 0.7)))
        image = image.resize(smaller, Image.Resampling.LANCZOS)
        scaled_down = True


def to_png(image: Image.Image) -> bytes:
    """Return the image as PNG, no row filtered.

    Pillow tries five filters on every row, which takes twice the time for pages of text and saves
    nothing: they are flat already.
    """
    pixels = image.tobytes()
    stride = image.width * len(image.getbands())
    rows = b"".join(b"\0" + pixels[at : at + stride] for at in range(0, len(pixels), stride))
    head = struct.pack(">IIBBBBB", image.width, image.height, 8, _COLOUR_TYPES[image.mode], 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, _LEVEL)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _is_grey(image: Image.Image) -> bool:
    red, green, blue = image.split()
    return all(ImageChops.difference(red, other).getbbox() is None for other in (green, blue))
