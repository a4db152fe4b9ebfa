"""The page: what a browser loads before it shows something, and how long the first paint takes."""

from __future__ import annotations

import gzip
import os
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from scripts.system_parts import browser as browser_here

from bench._serving import TOKEN, serving

ROUNDS = 7

# When the first content was painted, and when a heading of the page itself stood there.
_PAINTED = """() => new Promise((found) => {
    const look = () => {
        const [paint] = performance.getEntriesByName("first-contentful-paint");
        if (paint) found(paint.startTime);
        else requestAnimationFrame(look);
    };
    look();
})"""


def run() -> list[dict[str, Any]]:
    chromium = browser_here()
    if chromium is None:
        return []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as port:
        address = f"http://127.0.0.1:{port}"
        arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
            visits = [_visit(browser, address) for _ in range(ROUNDS + 1)][1:]
            browser.close()
    painted = statistics.median(paint for paint, _ in visits) / 1000
    loaded = max(size for _, size in visits) / 1024
    return [
        _row("first paint of Home, nothing cached", painted, "s", 1),
        _row("scripts and styles before the lazy parts, gzipped", loaded, "KB", 600),
    ]


def _visit(browser: Browser, address: str) -> tuple[float, int]:
    """Open Home in a new window; return when it was painted and the bytes loaded until then."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    assets: list[bytes] = []
    page.on(
        "response",
        lambda response: assets.append(response.body()) if "/assets/" in response.url else None,
    )
    page.goto(f"{address}/?token={TOKEN}")
    painted: float = page.evaluate(_PAINTED)
    page.get_by_role("heading", name="Workbenches").wait_for()
    context.close()
    return painted, sum(len(gzip.compress(asset)) for asset in assets)


def _row(name: str, value: float, unit: str, most: float) -> dict[str, Any]:
    return {
        "name": name,
        "value": value,
        "unit": unit,
        "target": f"<= {most:g} {unit}",
        "reference": None,
        "ratio": None,
        "held": value <= most,
    }
