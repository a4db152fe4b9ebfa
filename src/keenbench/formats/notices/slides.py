"""Notices of presentations: actions that start something, and slides that do not show."""

from __future__ import annotations

import re

from keenbench.errors import FileReadFailed
from keenbench.formats.notices.shape import Signs
from keenbench.formats.ooxml_names import A
from keenbench.formats.package import Package

_SLIDE = re.compile(r"(?:^|/)slides/[^/]+\.xml$")
_ACTION = (f"{A}hlinkClick", f"{A}hlinkHover", f"{A}hlinkMouseOver")


def signs(package: Package) -> Signs:
    found = Signs()
    hidden = 0
    for name in package.names():
        if _SLIDE.search(name) is None:
            continue
        try:
            root = package.xml(name)
        except FileReadFailed:
            continue
        hidden += root.get("show") in ("0", "false")
        for link in root.iter(*_ACTION):
            action = link.get("action", "").lower()
            if action.startswith(("ppaction://program", "ppaction://macro", "ppaction://ole")):
                found["active_content", "an action that starts a program"] += 1
    if hidden:
        found["hidden_slide", "slides"] += hidden
    return found
