"""Pages of a PDF as images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.call import Call, FileParams
from keenbench.formats.pdf.document import load_pdf
from keenbench.formats.preview.methods import PageImage
from keenbench.formats.preview.picture import encode, fitting

if TYPE_CHECKING:
    from PIL import Image
    from pypdfium2 import PdfPage

# Dots an inch at scale 1; a PDF measures in 72nds.
_DOTS = 100 / 72


def draw_page(call: Call, params: FileParams, page_index: int, scale: float) -> PageImage:
    """Draw a page of the PDF that `params` names, or of the window that the renderer made of it."""
    import pypdfium2

    root, name, first = _source(call, params)
    with call.open(root, name) as file:
        document = load_pdf(file, params.path)
        try:
            count = len(document)
            index = page_index - (first - 1)
            if index >= count or index < 0:
                last = first - 1 + count
                raise ValidationFailed(
                    f"page_index {page_index} is past the end: there are {last} pages.",
                    path=params.path,
                )
            try:
                page = document[index]
                width, height = page.get_size()
                factor, scaled_down = fitting(width * _DOTS * scale, height * _DOTS * scale)
                image = _drawn(page, _DOTS * scale * factor)
            except pypdfium2.PdfiumError:
                raise FileReadFailed(
                    f"Page {page_index + 1} is damaged and cannot be drawn.", path=params.path
                ) from None
        finally:
            document.close()
    picture = encode(image, scaled_down=scaled_down)
    return PageImage(page_count=count, **picture.model_dump())


def _drawn(page: PdfPage, scale: float) -> Image.Image:
    """Return a page at the nearest whole number of dots.

    The library stretches it to the next one, by which the last lines of an A4 page lie most of a
    dot too low: 4 % of mean difference to other programs where this has 2.5 %.
    """
    import pypdfium2
    import pypdfium2.raw as pdfium

    width, height = (max(1, round(side * scale)) for side in page.get_size())
    bitmap = pypdfium2.PdfBitmap.new_native(
        width, height, pdfium.FPDFBitmap_BGR, rev_byteorder=True
    )
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    flags = pdfium.FPDF_ANNOT | pdfium.FPDF_REVERSE_BYTE_ORDER
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    if page.formenv:
        pdfium.FPDF_FFLDraw(page.formenv, bitmap, page, 0, 0, width, height, 0, flags)
    image: Image.Image = bitmap.to_pil().convert("RGB")
    return image


def _source(call: Call, params: FileParams) -> tuple[str, str, int]:
    """Return the file to draw from, and which page of the document is its first."""
    for root, name in call.files:
        if root == "preview":
            return root, name, int(name.partition(":")[2])
    return params.root, params.path, 1
