"""Images of pixels: their header tells all that is asked, and no pixel is decoded."""

from __future__ import annotations

import struct
import warnings
from pathlib import PurePath
from typing import BinaryIO

from PIL import Image, UnidentifiedImageError

from keenbench.errors import FileReadFailed
from keenbench.formats.image.methods import ImageMetadata
from keenbench.formats.shape import MapWarning

# 100 megapixels take 400 MB decoded; Pillow refuses to decode past twice its limit.
MAX_PIXELS = 100_000_000
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")
_NAMES = {"MPO": "jpeg"}  # a JPEG that holds more than one picture
_DEPTHS = {
    "1": 1,
    "L": 8,
    "P": 8,
    "LA": 16,
    "PA": 16,
    "I;16": 16,
    "I;16B": 16,
    "I;16L": 16,
    "RGB": 24,
    "YCbCr": 24,
    "LAB": 24,
    "HSV": 24,
    "RGBA": 32,
    "RGBX": 32,
    "RGBa": 32,
    "CMYK": 32,
    "I": 32,
    "F": 32,
}
_PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_TIFF_BITS, _TIFF_SAMPLES = 258, 277


def read_raster(file: BinaryIO, path: str, kind: str | None) -> ImageMetadata:
    """Return what the header of the image says; `kind` is what the file was recognised as."""
    declared = _webp_size(file.read(32))
    if declared is not None and declared[0] * declared[1] > MAX_PIXELS:
        # Pillow makes room for the whole picture when it opens a WebP.
        return _metadata(path, "webp", declared, None)
    file.seek(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Image.MAX_IMAGE_PIXELS = None  # nothing is decoded here
        try:
            image = Image.open(file, formats=_FORMATS)
        except UnidentifiedImageError:
            raise FileReadFailed(_why(path, kind), path=path) from None
        except (
            OSError,
            ValueError,
            SyntaxError,
            TypeError,
            KeyError,
            IndexError,
            AttributeError,
            OverflowError,
            EOFError,
            ZeroDivisionError,
            struct.error,
        ):
            # What Pillow's readers raise for a header that makes no sense.
            raise FileReadFailed(
                "The image is damaged: its header cannot be read.", path=path
            ) from None
        finally:
            Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    name = _NAMES.get(image.format or "", (image.format or "").lower())
    return _metadata(path, name, image.size, _depth(image, file))


def _metadata(
    path: str, name: str, size: tuple[int, int], color_depth: int | None
) -> ImageMetadata:
    width, height = size
    doubts = []
    if width * height > MAX_PIXELS:
        message = (
            f"The image has {width * height} pixels, more than the {MAX_PIXELS} that are decoded: "
            "it cannot be shown."
        )
        doubts.append(MapWarning(code="too_many_pixels", message=message))
    return ImageMetadata(
        path=path,
        format=name,
        size_bytes=0,
        warnings=doubts,
        width=width,
        height=height,
        color_depth=color_depth,
    )


def _depth(image: Image.Image, file: BinaryIO) -> int | None:
    """Return the bits a pixel has in the file, which Pillow's mode may round."""
    if image.format == "PNG":
        file.seek(24)
        bits, kind = struct.unpack("BB", file.read(2))
        return int(bits * _PNG_CHANNELS[kind]) if kind in _PNG_CHANNELS else None
    if image.format == "BMP":
        file.seek(14)
        header = file.read(16)
        if len(header) == 16 and struct.unpack_from("<I", header)[0] >= 40:
            return int(struct.unpack_from("<H", header, 14)[0])
    if image.format == "TIFF":
        tags = getattr(image, "tag_v2", {})
        bits, samples = tags.get(_TIFF_BITS, 1), tags.get(_TIFF_SAMPLES, 1)
        if isinstance(bits, tuple):
            return sum(bits) if len(bits) == samples or len(bits) > 1 else bits[0] * samples
        return int(bits) * int(samples)
    return _DEPTHS.get(image.mode)


def _webp_size(head: bytes) -> tuple[int, int] | None:
    """Return the canvas that a WebP declares."""
    if head[:4] != b"RIFF" or head[8:12] != b"WEBP" or len(head) < 30:
        return None
    if head[12:16] == b"VP8X":
        width = int.from_bytes(head[24:27], "little") + 1
        return width, int.from_bytes(head[27:30], "little") + 1
    if head[12:16] == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    if head[12:16] == b"VP8 ":
        width, height = struct.unpack_from("<HH", head, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


def _why(path: str, kind: str | None) -> str:
    suffix = PurePath(path).suffix
    named = f" named {suffix}" if suffix else ""
    if kind is None:
        return "This is no image that can be read: the file is damaged or mislabelled."
    if kind.endswith("image"):
        return "The image is damaged: its header cannot be read."
    return f"This is {kind}{named}, not an image."
