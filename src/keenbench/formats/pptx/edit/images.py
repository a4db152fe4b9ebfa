"""Pictures on slides."""

from __future__ import annotations

import io
from xml.sax.saxutils import quoteattr

from PIL import Image

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import OpReport
from keenbench.formats.call import Call
from keenbench.formats.pptx.edit.deck import EMU, DeckEdit, element, next_shape_id
from keenbench.formats.pptx.edit.frames import Spot, place, spot_for, warn_of_spot
from keenbench.formats.pptx.edit.ops import AddImage

_SUFFIXES = {"PNG": "png", "JPEG": "jpg", "GIF": "gif", "BMP": "bmp", "TIFF": "tif"}
_TYPES = {"png": "png", "jpg": "jpeg", "gif": "gif", "bmp": "bmp", "tif": "tiff"}
_MOST_BYTES = 64 * 1024 * 1024
_MOST_PIXELS = 100_000_000
_DPI = 96.0
_THINNEST = EMU // 100


def add_image(
    deck: DeckEdit, part: str, op: AddImage, call: Call, root: str, report: OpReport, where: str
) -> None:
    with call.open(root, op.image_path) as file:
        data = file.read(_MOST_BYTES + 1)
    suffix, natural = picture_of(data, op.image_path, where)
    op = _on_slide(deck, op, natural, report)
    spot = spot_for(deck, part, op, "pic", natural, (EMU, EMU), report)
    if min(spot.width, spot.height) < _THINNEST:
        raise ValidationFailed(
            f"{where}.image_path would be {spot.width / EMU:.4f} by {spot.height / EMU:.4f} inches "
            "on the slide, too thin to be seen. Give width and height both, or another picture.",
            path=op.image_path,
        )
    media = media_part(deck, data, suffix)
    warn_of_spot(deck, part, op, spot, report)
    draw(deck, part, media, spot, op.alt_text)
    report.count(width=round(spot.width / EMU, 3), height=round(spot.height / EMU, 3))


def _on_slide(deck: DeckEdit, op: AddImage, natural: tuple[int, int], report: OpReport) -> AddImage:
    """Return the operation with a smaller size where the side not asked for outgrows the slide."""
    if (op.width is None) == (op.height is None):
        return op
    if op.width is not None:
        side, asked, most = "width", op.width, deck.size[1] / natural[1] * natural[0] / EMU
    else:
        side, asked, most = "height", op.height or 0.0, deck.size[0] / natural[0] * natural[1] / EMU
    if asked <= most:
        return op
    report.warn(
        "fitted",
        f"With a {side} of {asked:g} inches the picture would be larger than the slide; its {side} "
        f"is {most:.2f} inches.",
    )
    return op.model_copy(update={side: most})


def draw(deck: DeckEdit, part: str, media: str, spot: Spot, alt_text: str | None) -> None:
    """Put a picture on a slide."""
    id = deck.relate(part, "image", media)
    number = next_shape_id(deck.tree(part))
    said = f" descr={quoteattr(alt_text)}" if alt_text else ""
    made = element(
        f'<p:pic><p:nvPicPr><p:cNvPr id="{number}" name="Picture {number - 1}"{said}/>'
        '<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr>'
        f'<p:nvPr>{spot.ph}</p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="{id}"/><a:stretch>'
        f'<a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="{spot.left}" '
        f'y="{spot.top}"/><a:ext cx="{spot.width}" cy="{spot.height}"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'
    )
    place(deck, part, made, spot)


def picture_of(data: bytes, name: str, where: str) -> tuple[str, tuple[int, int]]:
    """Return the suffix of a picture and how large it is in EMU, or raise where it is none."""
    if len(data) > _MOST_BYTES:
        raise ValidationFailed(f"{where}.image_path is larger than {_MOST_BYTES} bytes.", path=name)
    try:
        with Image.open(io.BytesIO(data)) as image:
            width, height = image.size
            suffix = _SUFFIXES.get(image.format or "")
            dpi = image.info.get("dpi", (_DPI, _DPI))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        suffix, width, height, dpi = None, 0, 0, (_DPI, _DPI)
    if suffix is None or not 0 < width * height <= _MOST_PIXELS:
        raise ValidationFailed(
            f"{where}.image_path is no picture that PowerPoint shows: png, jpeg, gif, bmp or tiff "
            f"of at most {_MOST_PIXELS} pixels.",
            path=name,
        )
    across, down = (_sane(value) for value in dpi[:2])
    return suffix, (max(1, round(width / across * EMU)), max(1, round(height / down * EMU)))


def media_part(deck: DeckEdit, data: bytes, suffix: str, type: str | None = None) -> str:
    """Return the part that holds these bytes, one that is there already where there is."""
    for name in deck.edit.names():
        alike = name.startswith("ppt/media/") and name.lower().endswith(f".{suffix}")
        if alike and deck.edit.read(name) == data:
            return name
    name = deck.edit.free_name(f"ppt/media/image{{}}.{suffix}")
    deck.add(name, data, type or f"image/{_TYPES[suffix]}")
    return name


def _sane(dpi: object) -> float:
    try:
        value = float(dpi)  # type: ignore[arg-type]
    except (TypeError, ValueError, ZeroDivisionError):
        return _DPI
    return value if 20 <= value <= 2400 else _DPI
