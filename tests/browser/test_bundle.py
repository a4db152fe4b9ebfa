"""What a browser loads before it shows the first page."""

from __future__ import annotations

import gzip
import re

from tests.browser.conftest import ROOT

UI = ROOT / "src" / "keenbench" / "server" / "ui"
MOST_BYTES = 600 * 1024

_LOADED = re.compile(r'<(?:script|link)\b[^>]*?\b(?:src|href)="(/[^"]+)"')
_IMPORTED = re.compile(r'(?:^|[;}])import(?:[\w*{}\s,$]+from)?"(\./[^"]+)"')


def loaded_at_once() -> set[str]:
    """Return what index.html loads, and what those scripts import before they run."""
    waiting = [name.lstrip("/") for name in _LOADED.findall((UI / "index.html").read_text())]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith(".js"):
            text = (UI / name).read_text()
            waiting += [f"assets/{part.removeprefix('./')}" for part in _IMPORTED.findall(text)]
    return found


def test_the_page_needs_at_most_600_kb_before_its_lazy_parts() -> None:
    sizes = {name: len(gzip.compress((UI / name).read_bytes())) for name in loaded_at_once()}
    assert any(name.endswith(".js") for name in sizes)
    assert sum(sizes.values()) <= MOST_BYTES, sizes


def test_charts_and_opened_files_are_lazy() -> None:
    at_once = loaded_at_once()
    lazy = {f"assets/{file.name}" for file in (UI / "assets").iterdir()} - at_once
    for part in ("vega", "FilePage", "SettingsPage"):
        assert any(part in name for name in lazy), part
        assert not any(part in name for name in at_once), part


def test_nothing_is_loaded_from_elsewhere() -> None:
    index = (UI / "index.html").read_text()
    assert not re.search(r'(?:src|href)="(?:https?:)?//', index)
    for style in (UI / "assets").glob("*.css"):
        assert not re.search(r"url\(\s*['\"]?(?:https?:)?//|@import", style.read_text()), style.name
