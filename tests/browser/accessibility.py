"""axe-core over a page: what keeps someone from using it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

_RUN = """() => axe.run(document, {
    resultTypes: ["violations"],
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
})"""


def serious_violations(page: Page) -> list[str]:
    """Return each serious or critical violation with the element it was found on."""
    # Evaluated by the browser's own tools, which the Content-Security-Policy does not bind.
    page.evaluate(AXE.read_text() + "; undefined")
    found: dict[str, Any] = page.evaluate(_RUN)
    return [
        f"{violation['id']}: {node['html'][:160]} ({node['failureSummary'][:300]})"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def check_in_light_and_dark(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = serious_violations(page)
        assert found == [], f"{scheme}: " + "\n".join(found)
    page.emulate_media(color_scheme="light")
