"""Looks, rules, charts, images, merges and names carried from one workbook to another."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from PIL import Image

from keenbench.errors import ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.xlsx.asset_methods import (
    XlsxAssetsCopied,
    XlsxCopyAssetsParams,
    XlsxStyles,
    XlsxStylesParams,
)
from keenbench.formats.xlsx.edit.assets import styles_of
from keenbench.formats.xlsx.edit.carry_assets import copy_assets
from keenbench.registry import parse


@pytest.fixture
def source(tmp_path: Path) -> Path:
    Image.new("RGB", (40, 20), "red").save(tmp_path / "logo.png")
    path = tmp_path / "source.xlsx"
    with xlsxwriter.Workbook(path) as book:
        money = book.add_format({"bold": True, "bg_color": "#FFEE00", "num_format": '#,##0.00 "€"'})
        green = book.add_format({"bg_color": "#00FF00"})
        sheet = book.add_worksheet("Data")
        sheet.set_column("B:B", 33)
        sheet.set_row(0, 45)
        sheet.write("A1", "Name", money)
        for row in range(1, 6):
            sheet.write(row, 1, row, money)
        sheet.merge_range("D1:E2", "together", money)
        sheet.conditional_format(
            "B2:B6", {"type": "cell", "criteria": ">", "value": 3, "format": green}
        )
        chart = book.add_chart({"type": "column"})
        chart.add_series({"name": "=Data!$A$1", "values": "=Data!$B$2:$B$6"})
        sheet.insert_chart("G2", chart)
        sheet.insert_image("G20", str(tmp_path / "logo.png"))
        book.define_name("Amounts", "=Data!$B$2:$B$6")
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "target.xlsx"
    with xlsxwriter.Workbook(path) as book:
        italic = book.add_format({"italic": True})
        sheet = book.add_worksheet("Figures")
        sheet.write_column(1, 1, [10, 20, 30, 40, 50], italic)
        book.add_worksheet("Notes").write("A1", "untouched")
    return path


def listed(path: Path, **params: Any) -> XlsxStyles:
    asked = parse(XlsxStylesParams, {"workbench_id": "wb", "path": path.name, **params})
    fd = os.open(path, os.O_RDONLY)
    try:
        return styles_of(Call({("draft", path.name): fd}, path.parent), asked)
    finally:
        os.close(fd)


def carried(source: Path, target: Path, assets: list[Any]) -> tuple[XlsxAssetsCopied, Path]:
    params = parse(
        XlsxCopyAssetsParams,
        {
            "workbench_id": "wb",
            "source_path": source.name,
            "target_path": target.name,
            "assets": assets,
        },
    )
    out = source.parent / "out"
    out.mkdir(exist_ok=True)
    fds = {
        ("draft", source.name): os.open(source, os.O_RDONLY),
        ("draft", target.name): os.open(target, os.O_RDONLY),
    }
    try:
        answer = copy_assets(Call(fds, out), params)
    finally:
        for fd in fds.values():
            os.close(fd)
    done = source.parent / "done.xlsx"
    (out / "result").replace(done)
    return answer, done


def test_styles_are_told_in_the_names_that_edits_take(source: Path) -> None:
    answer = listed(source)
    most = answer.styles[0]
    assert (most.sheet, most.example) == ("Data", "A1")
    assert most.style["font_bold"] is True
    assert most.style["fill_color"] == "#FFEE00"
    assert {asset.type for asset in answer.assets} == {
        "cell_styles",
        "conditional_format",
        "chart",
        "image",
        "merged_ranges",
        "name",
    }
    assert set(answer.supported_copy_asset_types) >= {asset.type for asset in answer.assets}


def test_everything_listed_can_be_carried_to_another_sheet(source: Path, target: Path) -> None:
    assets = [{"asset_id": a.asset_id, "sheet": "Figures"} for a in listed(source).assets]
    answer, done = carried(source, target, assets)
    assert len(answer.copied) == len(assets)
    book = openpyxl.load_workbook(done)
    sheet: Any = book["Figures"]
    assert sheet["B2"].value == 10
    assert sheet["B2"].font.b
    assert sheet["B2"].fill.fgColor.rgb == "FFFFEE00"
    assert sheet["B2"].number_format == '#,##0.00 "€"'
    assert sheet.column_dimensions["B"].width > 30
    assert sheet.row_dimensions[1].height == 45
    assert [str(area) for area in sheet.merged_cells.ranges] == ["D1:E2"]
    (area,) = sheet.conditional_formatting
    assert str(area.sqref) == "B2:B6"
    assert area.rules[0].dxf.fill.bgColor.rgb == "FF00FF00"
    (chart,) = sheet._charts
    assert chart.series[0].val.numRef.f == "Figures!$B$2:$B$6"
    assert len(sheet._images) == 1
    assert book.defined_names["Amounts"].attr_text == "Figures!$B$2:$B$6"
    assert book["Notes"]["A1"].value == "untouched"


def test_a_chart_goes_where_it_is_asked_to_go(source: Path, target: Path) -> None:
    _, done = carried(
        source, target, [{"asset_id": "chart:Data:0", "sheet": "Figures", "anchor": "C30"}]
    )
    sheet: Any = openpyxl.load_workbook(done)["Figures"]
    (chart,) = sheet._charts
    start = chart.anchor._from
    assert (start.row, start.col) == (29, 2)


def test_the_same_assets_give_the_same_bytes(source: Path, target: Path) -> None:
    assets = [{"asset_id": a.asset_id, "sheet": "Figures"} for a in listed(source).assets]
    first = carried(source, target, assets)[1].read_bytes()
    assert carried(source, target, assets)[1].read_bytes() == first


@pytest.mark.parametrize(
    "asset",
    [
        "chart:Data:7",
        "chart:Nowhere:0",
        "nothing",
        {"asset_id": "chart:Data:0", "sheet": "Nowhere"},
        "chart:Data:0",
        {"asset_id": "chart:Data:0", "sheet": "Figures", "anchor": "nowhere"},
    ],
)
def test_what_cannot_be_carried_is_refused(source: Path, target: Path, asset: Any) -> None:
    before = target.read_bytes()
    with pytest.raises(ValidationFailed):
        carried(source, target, [asset])
    assert target.read_bytes() == before
