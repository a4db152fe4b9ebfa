"""Pages of a PDF as images."""

from __future__ import annotations

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.call import Call, FileParams
from keenbench.formats.pdf.document import load_pdf
from keenbench.formats.preview.methods import PageImage
from keenbench.formats.preview.picture import encode, fitting

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
                bitmap = page.render(
                    scale=_DOTS * scale * factor, may_draw_forms=True, rev_byteorder=True
                )
            except pypdfium2.PdfiumError:
                raise FileReadFailed(
                    f"Page {page_index + 1} is damaged and cannot be drawn.", path=params.path
                ) from None
            image = bitmap.to_pil().convert("RGB")
        finally:
            document.close()
    picture = encode(image, scaled_down=scaled_down)
    return PageImage(page_count=count, **picture.model_dump())


def _source(call: Call, params: FileParams) -> tuple[str, str, int]:
    """Return the file to draw from, and which page of the document is its first."""
    for root, name in call.files:
        if root == "preview":
            return root, name, int(name.partition(":")[2])
    return params.root, params.path, 1
