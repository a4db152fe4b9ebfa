"""Images as the browser can show them: any format in, PNG out, within bounds."""

from __future__ import annotations

import io
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from keenbench.errors import FileReadFailed
from keenbench.formats.call import Call
from keenbench.formats.image.metadata import read_metadata
from keenbench.formats.image.raster import MAX_PIXELS
from keenbench.formats.preview.methods import ImageRenderParams, Picture
from keenbench.formats.preview.picture import MAX_SIDE, encode, fitting

# What browsers give a drawing that names no size of its own.
_UNSIZED = (300.0, 150.0)


def draw_image(call: Call, params: ImageRenderParams) -> Picture:
    known = read_metadata(call, params)
    if known.format == "svg":
        return _draw_svg(call, params, known.width, known.height)
    width, height = known.width or 0, known.height or 0
    if width * height > MAX_PIXELS:
        raise FileReadFailed(
            f"The image has {width} x {height} pixels, more than the {MAX_PIXELS} that are drawn.",
            path=params.path,
        )
    with call.open(params.root, params.path) as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            image: Image.Image = Image.open(file)
            factor, scaled_down = fitting(width * params.scale, height * params.scale)
            wanted = params.scale * factor
            # A JPEG is decoded smaller at once, which saves most of its memory.
            image.draft(None, (max(1, int(width * wanted)), max(1, int(height * wanted))))
            image.load()
            image = ImageOps.exif_transpose(image)
            shown = image.convert("RGBA" if image.has_transparency_data else "RGB")
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError):
            raise FileReadFailed(
                "The image is damaged and cannot be drawn.", path=params.path
            ) from None
    turned = (shown.width > shown.height) != (width > height)
    across, down = (height, width) if turned else (width, height)
    size = (max(1, round(across * wanted)), max(1, round(down * wanted)))
    if size != shown.size:
        shown = shown.resize(size, Image.Resampling.LANCZOS)
    return encode(shown, scaled_down=scaled_down)


def _draw_svg(
    call: Call, params: ImageRenderParams, width: float | None, height: float | None
) -> Picture:
    import resvg_py

    with call.open(params.root, params.path) as file:
        data = file.read()
    across, down = (width, height) if width and height else _UNSIZED
    factor, scaled_down = fitting(across * params.scale, down * params.scale)
    wanted = max(1, min(MAX_SIDE, round(across * params.scale * factor)))
    try:
        # No resources folder: a drawing shows what it carries, and fetches nothing.
        drawn = resvg_py.svg_to_bytes(svg_string=data.decode("utf-8-sig"), width=wanted, dpi=96.0)
        image: Image.Image = Image.open(io.BytesIO(bytes(drawn)))
        image.load()
    except (ValueError, OSError):
        raise FileReadFailed(
            "The drawing is damaged and cannot be drawn.", path=params.path
        ) from None
    more, shrunk = fitting(*image.size)
    if shrunk:
        image = image.resize((max(1, int(image.width * more)), max(1, int(image.height * more))))
    return encode(image.convert("RGBA"), scaled_down=scaled_down or shrunk)
