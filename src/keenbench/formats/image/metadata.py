"""What an image is, whichever kind it is of."""

from __future__ import annotations

import os
from pathlib import PurePath

from keenbench.errors import FileReadFailed
from keenbench.formats.call import Call, FileParams
from keenbench.formats.image.methods import ImageMetadata
from keenbench.formats.shape import MapWarning
from keenbench.formats.text.binary import HEAD_BYTES, known_format

_SUFFIXES = {
    "png": (".png",),
    "jpeg": (".jpg", ".jpeg"),
    "gif": (".gif",),
    "webp": (".webp",),
    "bmp": (".bmp",),
    "tiff": (".tif", ".tiff"),
    "svg": (".svg",),
}


def read_metadata(call: Call, params: FileParams) -> ImageMetadata:
    with call.open(params.root, params.path) as file:
        try:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            head = file.read(HEAD_BYTES)
            file.seek(0)
            if size == 0:
                raise FileReadFailed("The file is empty.", path=params.path)
            named_svg = params.path.lower().endswith(".svg")
            if _is_markup(head) or (named_svg and known_format(head) is None):
                from keenbench.formats.image.svg import read_svg

                found = read_svg(file, params.path)
            else:
                from keenbench.formats.image.raster import read_raster

                found = read_raster(file, params.path, known_format(head))
        except OSError as error:
            reason = error.strerror or str(error)
            raise FileReadFailed(f"The file cannot be read: {reason}.", path=params.path) from None
    found.size_bytes = size
    suffix = PurePath(params.path).suffix.lower()
    if suffix and suffix not in _SUFFIXES[found.format]:
        message = f"The file is a {found.format} image, though it is named {suffix}."
        found.warnings.append(MapWarning(code="mislabelled", message=message))
    return found


def _is_markup(head: bytes) -> bool:
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return head.startswith((b"<", b"\xff\xfe<\x00", b"\xfe\xff\x00<"))
