"""`@pytest.mark.needs("chromium")`: a test that needs a part of the system.

Where the part is missing the test is skipped and counted in the closing summary; with CI=true it
fails, so that a machine that should have everything cannot stay green without it.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache

import pytest
from scripts.system_parts import PARTS

_PROPERTY = "missing_part"


@cache
def _present(name: str) -> bool:
    return PARTS[name].present()


# First, so that no fixture is set up for a test that is then skipped.
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if name not in PARTS:
                pytest.fail(f"scripts/system_parts.py knows no part {name!r}", pytrace=False)
            if _present(name):
                continue
            # A property travels with the report, from xdist's workers too.
            item.user_properties.append((_PROPERTY, name))
            if os.environ.get("CI") == "true":
                pytest.fail(f"{name} is missing, and CI must have it", pytrace=False)
            pytest.skip(f"{name} is missing")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    parts = Counter(
        value
        for report in terminalreporter.stats.get("skipped", [])
        for key, value in getattr(report, "user_properties", [])
        if key == _PROPERTY
    )
    if parts:
        tests = ", ".join(f"{count} need {name}" for name, count in sorted(parts.items()))
        terminalreporter.write_line(
            f"Skipped for want of a system part: {tests}. `python -m scripts.system_parts` "
            "installs what it may.",
            yellow=True,
        )
