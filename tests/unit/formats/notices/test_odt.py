"""OpenDocument texts are searched in their objects too, and for what they load when opened."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.unit.formats.notices.test_notices import told

SPACES = 'xmlns:x="http://www.w3.org/1999/xlink" xmlns:m="urn:m"'


def text(file: Path, part: str = "", inner: str = "") -> Path:
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        made.writestr("content.xml", f"<m:a {SPACES}/>")
        if part:
            made.writestr(part, f"<m:a {SPACES}>{inner}</m:a>")
    return file


@pytest.mark.parametrize(
    ("part", "inner", "code"),
    [
        ("meta.xml", '<m:template x:href="http://e.example/t.ott"/>', "attached_template"),
        ("meta.xml", '<m:auto-reload x:href="http://e.example/t"/>', "external_link"),
        ("Object 1/content.xml", '<m:image x:href="http://e.example/t"/>', "remote_image"),
        ("styles.xml", '<m:image x:href="file:///etc/x.png"/>', "external_link"),
        ("styles.xml", '<m:image x:href="../../x.png"/>', "external_link"),
    ],
)
def test_what_a_text_loads_is_told(tmp_path: Path, part: str, inner: str, code: str) -> None:
    old, new = text(tmp_path / "old.odt"), text(tmp_path / "new.odt", part, inner)
    assert set(told(old, new)) == {code}
