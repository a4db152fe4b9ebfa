"""The worker's methods that draw: what they take and what they give.

Office documents come here as PDF: the renderer has made a window of their pages, and the broker
hands it over as `pages:N`, N being the first page in it.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from keenbench.formats.call import Call, FileParams, FileRef, methods
from keenbench.registry import Result

SMALLEST_SCALE, LARGEST_SCALE = 0.25, 2.0


def _clamped(value: object) -> object:
    """Bring a scale into its bounds: nobody is helped by a refusal."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return min(max(float(value), SMALLEST_SCALE), LARGEST_SCALE)
    return value


Scale = Annotated[
    float,
    BeforeValidator(_clamped),
    Field(description="1.0 is 100 dots an inch; from 0.25 to 2.0, others are brought there [1.0]."),
]


class ImageRenderParams(FileParams):
    scale: Scale = 1.0


class PageParams(ImageRenderParams):
    page_index: int = Field(default=0, ge=0, description="0-based [0].")


class SlideParams(ImageRenderParams):
    slide_index: int = Field(default=0, ge=0, description="0-based [0].")


class Picture(Result):
    bytes_base64: str
    mime_type: str
    scaled_down: bool = Field(
        description="Drawn smaller than asked, to stay within 2048 x 2048 pixels and 10 MB."
    )


class PageImage(Picture):
    page_count: int


class SlideImage(Picture):
    slide_count: int


def window_of(first: int) -> FileRef:
    """Return the name under which a window of pages is handed over."""
    return FileRef("preview", f"pages:{first}")


def _draw_page(call: Call, params: FileParams, page_index: int, scale: float) -> PageImage:
    from keenbench.formats.preview.pages import draw_page

    return draw_page(call, params, page_index, scale)


@methods.method("PdfRenderPage", preview="pdf")
def pdf_render_page(call: Call, params: PageParams) -> PageImage:
    """Draw a page of a PDF."""
    return _draw_page(call, params, params.page_index, params.scale)


@methods.method("DocxRenderPage", preview="office")
def docx_render_page(call: Call, params: PageParams) -> PageImage:
    """Draw a page of a Word document, as LibreOffice lays it out."""
    return _draw_page(call, params, params.page_index, params.scale)


@methods.method("OdtRenderPage", preview="office")
def odt_render_page(call: Call, params: PageParams) -> PageImage:
    """Draw a page of an OpenDocument text, as LibreOffice lays it out."""
    return _draw_page(call, params, params.page_index, params.scale)


@methods.method("XlsxRenderPage", preview="office")
def xlsx_render_page(call: Call, params: PageParams) -> PageImage:
    """Draw a page of a workbook as it would be printed, as LibreOffice lays it out."""
    return _draw_page(call, params, params.page_index, params.scale)


@methods.method("PptxRenderSlide", preview="office")
def pptx_render_slide(call: Call, params: SlideParams) -> SlideImage:
    """Draw a slide, hidden ones too, as LibreOffice lays it out."""
    page = _draw_page(call, params, params.slide_index, params.scale)
    values = page.model_dump()
    return SlideImage(slide_count=values.pop("page_count"), **values)


@methods.method("ImageRender", preview="image")
def image_render(call: Call, params: ImageRenderParams) -> Picture:
    """Draw an image: svg as pixels, large ones smaller, turned the way its camera was held."""
    from keenbench.formats.preview.images import draw_image

    return draw_image(call, params)
