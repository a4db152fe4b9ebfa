"""Every image of the corpus: measured as Pillow measures it, or refused."""

from __future__ import annotations

import pytest
from PIL import Image

import keenbench.formats.image.methods  # noqa: F401  registers the methods
from keenbench.errors import FileReadFailed
from tests.documents import call
from tests.fidelity.marked import corpus_files

FILES = list(corpus_files("image"))
REFUSED = (".wmf", ".emf")

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def test_every_image_is_measured_or_refused() -> None:
    measured = drawings = refused = 0
    for file, note in FILES:
        if "must be refused" in note or file.suffix in REFUSED:
            with pytest.raises(FileReadFailed):
                call("ImageGetMetadata", file)
            refused += 1
            continue
        found = call("ImageGetMetadata", file)
        assert found["size_bytes"] == file.stat().st_size
        assert found["warnings"] == []
        if file.suffix == ".svg":
            assert found["format"] == "svg"
            drawings += 1
            continue
        with Image.open(file) as image:
            assert (found["width"], found["height"]) == image.size
            assert found["format"] == str(image.format).lower()
        measured += 1
    print(f"image: {measured} pictures and {drawings} drawings measured, {refused} refused")
    assert measured + drawings >= 25
