"""What a deck offers, and what is carried from one deck to another."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pptx
import pytest
from PIL import Image
from pptx.util import Inches

from keenbench.errors import ValidationFailed
from keenbench.formats.call import Call, methods
from tests.documents import call
from tests.edits import edited, sha256


def deck_with_picture(folder: Path) -> Path:
    Image.new("RGB", (20, 10), "green").save(folder / "logo.png")
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    slide.shapes.add_picture(str(folder / "logo.png"), Inches(1), Inches(2), Inches(3))
    file = folder / "source.pptx"
    deck.save(str(file))
    return file


def carry(source: Path, target: Path, *assets: Any, **more: Any) -> tuple[dict[str, Any], Path]:
    method = methods.get("PptxCopyAssets")
    assert method is not None
    params = method.parse(
        {
            "workbench_id": "w",
            "source_path": source.name,
            "target_path": target.name,
            "assets": list(assets),
            **more,
        }
    )
    files = {("draft", file.name): os.open(file, os.O_RDONLY) for file in (source, target)}
    out = target.parent / "carried"
    out.mkdir(exist_ok=True)
    try:
        answer = method.function(Call(files=files, out=out), params)
    finally:
        for descriptor in files.values():
            os.close(descriptor)
    return answer.model_dump(mode="json"), (out / "result").rename(out / target.name)


def new_deck(folder: Path) -> Path:
    _, made = edited(
        "PptxApplyOps",
        folder / "target.pptx",
        [{"op": "add_slide", "title": "Only"}],
        folder / "out",
        create_new=True,
    )
    return made.rename(folder / "target.pptx")


def test_styles_say_layouts_fonts_colours_and_pictures(tmp_path: Path) -> None:
    found = call("PptxGetStyles", deck_with_picture(tmp_path))
    [master] = found["styles"]["masters"]
    assert [layout["name"] for layout in master["layouts"]][:2] == [
        *("Title Slide", "Title and Content"),
    ]
    assert master["fonts"] == {"major": "Calibri", "minor": "Calibri"}
    assert master["colors"]["accent1"] == "#4F81BD"
    title = master["layouts"][1]["placeholders"][0]
    assert (title["type"], title["left"]) == ("title", 0.5)
    [image] = [asset for asset in found["assets"] if asset["type"] == "image"]
    assert image["slides"] == [0]
    assert found["supported_copy_asset_types"] == ["image", "layout"]


def test_a_picture_is_carried_to_where_it_stood_or_where_it_is_wanted(tmp_path: Path) -> None:
    source, target = deck_with_picture(tmp_path), new_deck(tmp_path)
    [asset] = [one for one in call("PptxGetStyles", source)["assets"] if one["type"] == "image"]
    answer, result = carry(
        source,
        target,
        asset["asset_id"],
        {"asset_id": asset["asset_id"], "slide_index": 0, "left": 4, "top": 4, "width": 2},
    )
    assert [one["slide_index"] for one in answer["copied"]] == [0, 0]
    first, second = [
        shape for shape in pptx.Presentation(str(result)).slides[0].shapes if shape.shape_type == 13
    ]
    assert (first.left, first.top, first.width) == (Inches(1), Inches(2), Inches(3))
    assert (second.left, second.width, second.height) == (Inches(4), Inches(2), Inches(1))
    assert first.image.blob == (tmp_path / "logo.png").read_bytes()


def test_a_layout_is_carried_whole_and_slides_can_be_made_of_it(tmp_path: Path) -> None:
    source, target = deck_with_picture(tmp_path), new_deck(tmp_path)
    wanted = [
        asset["asset_id"]
        for asset in call("PptxGetStyles", source)["assets"]
        if asset["name"] in ("Comparison", "Vertical Title and Text")
    ]
    assert len(wanted) == 2
    answer, result = carry(source, target, *wanted)
    assert [one["target"] for one in answer["copied"]] == ["Comparison", "Vertical Title and Text"]
    deck = pptx.Presentation(str(result))
    assert [layout.name for layout in deck.slide_masters[1].slide_layouts] == [
        *("Comparison", "Vertical Title and Text"),
    ]
    ids = deck.part._element.xpath("//p:sldMasterId/@id") + [
        one for master in deck.slide_masters for one in master._element.xpath("//p:sldLayoutId/@id")
    ]
    assert len(set(ids)) == len(ids)
    again = result.rename(tmp_path / "again.pptx")
    _, made = edited(
        "PptxApplyOps",
        again,
        [{"op": "add_slide", "layout": "Comparison", "title": "T"}],
        tmp_path / "out",
    )
    assert pptx.Presentation(str(made)).slides[1].slide_layout.name == "Comparison"


def test_the_same_assets_give_the_same_bytes(tmp_path: Path) -> None:
    source, target = deck_with_picture(tmp_path), new_deck(tmp_path)
    wanted = [asset["asset_id"] for asset in call("PptxGetStyles", source)["assets"]]
    first = sha256(carry(source, target, *wanted)[1])
    assert sha256(carry(source, target, *wanted)[1]) == first


@pytest.mark.parametrize("asset", ["image:ppt/media/none.png", "layout:x", "theme:y"])
def test_an_unknown_asset_is_refused(tmp_path: Path, asset: str) -> None:
    source, target = deck_with_picture(tmp_path), new_deck(tmp_path)
    with pytest.raises(ValidationFailed, match=r"assets\[0\]"):
        carry(source, target, asset)
