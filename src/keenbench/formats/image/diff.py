"""Two versions of an image: what is said of each, and what of it differs."""

from __future__ import annotations

from keenbench.formats.call import Call, FileParams
from keenbench.formats.comparing import Compared, CompareParams, Ids
from keenbench.formats.image.diff_shape import ImageChange, ImagesCompared
from keenbench.formats.image.metadata import read_metadata
from keenbench.formats.image.methods import ImageMetadata

_PROPERTIES = ("format", "width", "height", "color_depth", "size_bytes")


def compare_images(call: Call, params: CompareParams) -> ImagesCompared:
    sides: list[ImageMetadata | None] = []
    for root in (params.reference_root, None if params.deleted else params.root):
        if root is None:
            sides.append(None)
            continue
        asked = FileParams(workbench_id=params.workbench_id, root=root, path=params.path)
        sides.append(read_metadata(call, asked))
    before, after = sides
    ids = Ids()
    changes: list[ImageChange] = []
    for name in _PROPERTIES:
        was, now = (getattr(side, name) if side is not None else None for side in sides)
        if was != now:
            changes.append(
                ImageChange(change_id=ids.of(name, was, now), type=name, before=was, after=now)
            )
    if not changes:
        changes.append(
            ImageChange(change_id=ids.of("content"), type="content", before=None, after=None)
        )
    return ImagesCompared(before=before, after=after, **Compared(changes).page(params))
