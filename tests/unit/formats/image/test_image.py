"""What is told of images."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import keenbench.formats.image.methods  # noqa: F401  registers the methods
from keenbench.errors import FileReadFailed
from tests.documents import call


def metadata(folder: Path, name: str, data: bytes) -> Any:
    (folder / name).write_bytes(data)
    return call("ImageGetMetadata", folder / name)


def picture(format: str, mode: str = "RGB", size: tuple[int, int] = (31, 17)) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, format)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "format", "mode", "depth"),
    [
        ("a.png", "PNG", "RGB", 24),
        ("a.png", "PNG", "RGBA", 32),
        ("a.png", "PNG", "1", 1),
        ("a.png", "PNG", "I;16", 16),
        ("a.png", "PNG", "LA", 16),
        ("a.jpg", "JPEG", "RGB", 24),
        ("a.jpeg", "JPEG", "L", 8),
        ("a.jpg", "JPEG", "CMYK", 32),
        ("a.gif", "GIF", "P", 8),
        ("a.webp", "WEBP", "RGB", 24),
        ("a.webp", "WEBP", "RGBA", 32),
        ("a.bmp", "BMP", "RGB", 24),
        ("a.bmp", "BMP", "1", 1),
        ("a.tif", "TIFF", "RGB", 24),
        ("a.TIFF", "TIFF", "1", 1),
    ],
)
def test_format_size_and_depth_of_a_picture(
    tmp_path: Path, name: str, format: str, mode: str, depth: int
) -> None:
    data = picture(format, mode)
    assert metadata(tmp_path, name, data) == {
        "path": name,
        "format": format.lower(),
        "width": 31,
        "height": 17,
        "size_bytes": len(data),
        "color_depth": depth,
        "warnings": [],
    }


def png_of(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rest = chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + rest


def test_a_decompression_bomb_is_measured_but_not_decoded(tmp_path: Path) -> None:
    found = metadata(tmp_path, "bomb.png", png_of(100_000, 100_000))
    assert (found["width"], found["height"]) == (100_000, 100_000)
    assert found["warnings"][0]["code"] == "too_many_pixels"


def test_a_huge_webp_is_measured_without_making_room_for_it(tmp_path: Path) -> None:
    canvas = (16_383 - 1).to_bytes(3, "little") * 2
    body = b"WEBPVP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + canvas
    found = metadata(tmp_path, "a.webp", b"RIFF" + struct.pack("<I", len(body)) + body + b"\0\0")
    assert (found["width"], found["height"]) == (16_383, 16_383)
    assert found["warnings"][0]["code"] == "too_many_pixels"


def test_a_picture_under_a_wrong_name_is_told(tmp_path: Path) -> None:
    found = metadata(tmp_path, "a.png", picture("JPEG"))
    assert found["format"] == "jpeg"
    assert found["warnings"][0]["code"] == "mislabelled"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.png", b"", "empty"),
        ("a.png", b"nothing of the kind", "no image"),
        ("a.png", b"%PDF-1.7 and more", "a PDF document"),
        ("a.png", picture("PNG")[:20], "damaged"),
        ("a.gif", b"GIF89a", "no image|damaged"),
        ("a.svg", b"no markup", "not XML"),
        ("a.svg", b"<svg><g></svg>", "not well-formed"),
        ("a.svg", b"<html/>", "no SVG"),
        ("a.svg", b"<svg>" + b"<g>" * 2_000 + b"</g>" * 2_000 + b"</svg>", "nested"),
        (
            "a.svg",
            b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
            "entities",
        ),
        ("a.svg", b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg/>', "entities"),
    ],
)
def test_what_is_no_image_is_refused_with_the_reason(
    tmp_path: Path, name: str, data: bytes, reason: str
) -> None:
    with pytest.raises(FileReadFailed, match=reason):
        metadata(tmp_path, name, data)


@pytest.mark.parametrize(
    ("attributes", "width", "height"),
    [
        ('width="200" height="100"', 200, 100),
        ('width="1in" height="2.54cm"', 96, 96),
        ('width="10mm" height="72pt"', 37.795, 96),
        ('viewBox="0 0 30 20"', 30, 20),
        ('width="60" viewBox="0 0 30 20"', 60, 40),
        ('width="100%" height="100%" viewBox="0 0 30 20"', None, None),
        ("", None, None),
        ('width="wide" height="-5"', None, None),
    ],
)
def test_a_drawing_has_the_size_it_gives_itself(
    tmp_path: Path, attributes: str, width: Any, height: Any
) -> None:
    found = metadata(
        tmp_path, "a.svg", f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}/>'.encode()
    )
    assert (found["format"], found["color_depth"]) == ("svg", None)
    assert (found["width"], found["height"]) == (width, height)


def test_a_doctype_and_plain_entities_are_no_harm(tmp_path: Path) -> None:
    data = (
        b'<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        b'"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" '
        b'[<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'
        b'<svg xmlns="&ns_svg;" width="5" height="6"/>'
    )
    assert metadata(tmp_path, "a.svg", data)["width"] == 5
