"""Review's previews: pages, slides, sheets and pictures of either version, side by side.

The left side is *Published (current preview)*, as it is now; diffs compare with the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from pydantic import create_model

from keenbench.engine.engine import Engine, current_caller, methods
from keenbench.engine.methods.review import ReviewFileParams
from keenbench.errors import FileMissing, ValidationFailed
from keenbench.formats.image.methods import ImageMetadata
from keenbench.formats.preview.methods import Picture, Scale
from keenbench.paths import check_name
from keenbench.registry import Method, Result
from keenbench.workbench.kinds import FileKind, kind_of
from keenbench.worker.table import METHODS as WORKER_METHODS

PreviewVersion = Literal["draft", "published"]

_COMMON = ("workbench_id", "root", "path", "progress")
# Review's method, the worker's, and the kind of file it draws.
_PREVIEWS: tuple[tuple[str, str, FileKind], ...] = (
    ("ReviewGetPdfPreviewPage", "PdfRenderPage", "pdf"),
    ("ReviewGetDocxPreviewPage", "DocxRenderPage", "docx"),
    ("ReviewGetOdtPreviewPage", "OdtRenderPage", "odt"),
    ("ReviewGetXlsxPreviewPage", "XlsxRenderPage", "xlsx"),
    ("ReviewGetPptxPreviewSlide", "PptxRenderSlide", "pptx"),
    ("ReviewGetXlsxPreviewGrid", "XlsxRenderGrid", "xlsx"),
)


class PreviewParams(ReviewFileParams):
    version: PreviewVersion = "draft"


def _preview(name: str, asked: str, kind: FileKind) -> None:
    found = WORKER_METHODS.get(asked)
    assert found is not None
    own: dict[str, Any] = {
        key: (field.annotation, field)
        for key, field in found.params.model_fields.items()
        if key not in _COMMON
    }
    params = create_model(f"{name}Params", __base__=PreviewParams, **own)
    summary = f"{found.summary.rstrip('.')}: of the Draft, or of Published."
    methods.add(Method(name, _ask(name, asked, kind), params, found.result, summary))


def _ask(name: str, asked: str, kind: FileKind) -> Callable[[Engine, Any], Any]:
    def ask(engine: Engine, params: PreviewParams) -> Any:
        _require_workbench(engine, params)
        if kind_of(params.path).file_kind != kind:
            raise ValidationFailed(
                f"{name} does not show files of this type.", path=params.path, phase="review"
            )
        body = params.model_dump(mode="json", exclude_unset=True, exclude={"version"})
        return _call(engine, asked, body | {"root": params.version})

    return ask


def _require_workbench(engine: Engine, params: ReviewFileParams) -> None:
    """Say that there is no such workbench or no such name, before the file is judged."""
    engine.workbenches.get(params.workbench_id).read(lambda view: view.token)
    check_name(params.path)


def _call(engine: Engine, method: str, body: dict[str, Any]) -> Any:
    caller = current_caller.get()
    return engine.worker.call(
        method, body, canceled=caller.canceled if caller is not None else None
    )


for _one in _PREVIEWS:
    _preview(*_one)


class ImagePreviewParams(ReviewFileParams):
    """`version` asks for one of the two; without it both are shown."""

    version: PreviewVersion | None = None
    scale: Scale = 1.0


class ImageSide(Picture):
    """A picture and what is known of it."""

    metadata: ImageMetadata


class ImagePreview(Result):
    draft: ImageSide | None
    published: ImageSide | None
    has_published: bool


@methods.method("ReviewGetImagePreview")
def review_get_image_preview(engine: Engine, params: ImagePreviewParams) -> ImagePreview:
    """Show an image as the Draft has it and as Published has it; null where one has it not.

    `version` leaves the other one out; `has_published` tells of Published all the same.
    """
    _require_workbench(engine, params)
    if kind_of(params.path).file_kind != "image":
        raise ValidationFailed(
            "ReviewGetImagePreview does not show files of this type.",
            path=params.path,
            phase="review",
        )
    draft = _image(engine, params, "draft") if params.version != "published" else None
    published = _image(engine, params, "published") if params.version != "draft" else None
    if draft is None and published is None:
        raise FileMissing(f"There is no file {params.path}.", path=params.path)
    has_published = published is not None
    if params.version == "draft":
        has_published = _metadata(engine, params, "published") is not None
    return ImagePreview(draft=draft, published=published, has_published=has_published)


def _image(engine: Engine, params: ImagePreviewParams, version: PreviewVersion) -> ImageSide | None:
    metadata = _metadata(engine, params, version)
    if metadata is None:
        return None
    body = _side(params, version) | {"scale": params.scale}
    return ImageSide(metadata=metadata, **_call(engine, "ImageRender", body))


def _metadata(
    engine: Engine, params: ImagePreviewParams, version: PreviewVersion
) -> ImageMetadata | None:
    try:
        found = _call(engine, "ImageGetMetadata", _side(params, version))
    except FileMissing:
        return None
    return ImageMetadata.model_validate(found)


def _side(params: ImagePreviewParams, version: PreviewVersion) -> dict[str, Any]:
    return {"workbench_id": params.workbench_id, "path": params.path, "root": version}
