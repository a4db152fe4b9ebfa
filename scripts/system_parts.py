"""The parts of the system that some tests need, and their Debian packages.

`make test` runs this: what is missing is installed where the user may install packages. Where that
cannot be, the parts are named and the tests that need them are skipped and counted.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

from keenbench.sandbox.bubblewrap import find_bwrap
from scripts import container_engines


def command(*names: str) -> Callable[[], bool]:
    """Return a check that one of these commands is on PATH."""
    return lambda: any(shutil.which(name) for name in names)


# The same engine without a browser's own window, which Chromium draws even where it is headless:
# three pages and six screenshots took 2.5 CPU seconds in the shell, 7.9 in Chromium.
_SHELL = "chromium-headless-shell"


def browser() -> str | None:
    """Return the Chromium that pages are tried in, the cheapest that is here."""
    found = map(shutil.which, (_SHELL, "chromium", "chromium-browser"))
    return next((path for path in found if path), None)


def prefer_shell() -> None:
    """Have the shell where only Chromium is installed, if it can be had."""
    if shutil.which(_SHELL) is None and why_not() is None:
        install_packages(_SHELL)


def box_starts() -> bool:
    """Tell whether bwrap, the system's or the wheel's, can make a box at all here.

    A container without user namespaces has the command and cannot use it.
    """
    bwrap = find_bwrap()
    if bwrap is None:
        return False
    attempt = [bwrap, "--unshare-all", "--ro-bind", "/", "/", "true"]
    return subprocess.run(attempt, capture_output=True).returncode == 0


def nothing() -> object:
    return None


@dataclass(frozen=True)
class Part:
    packages: tuple[str, ...]
    present: Callable[[], bool]
    # What takes too long to be done inside a test; kept for the next time.
    prepare: Callable[[], object] = nothing


# A new part is a line here, and `@pytest.mark.needs("its name")` on the tests that need it.
PARTS: dict[str, Part] = {
    "bubblewrap": Part(("bubblewrap",), box_starts),
    "chromium": Part((_SHELL, "fonts-dejavu-core"), lambda: browser() is not None, prefer_shell),
    "docker": Part(
        ("docker.io", "debootstrap"),
        container_engines.docker_present,
        container_engines.base_archive,
    ),
    "podman": Part(("podman", "runc"), container_engines.podman_present),
    # The second reader of every office file we write, and what makes pages of them.
    "libreoffice": Part(
        (
            "libreoffice-calc",
            "libreoffice-writer",
            "libreoffice-impress",
            "libreoffice-draw",
            "python3-uno",
            "fonts-liberation",
            "poppler-utils",
        ),
        command("soffice"),
    ),
}


def missing() -> list[str]:
    return [name for name, part in PARTS.items() if not part.present()]


def why_not() -> str | None:
    """Return why packages cannot be installed here, or None when they can."""
    if shutil.which("apt-get") is None:
        return "this system has no apt-get"
    if os.geteuid() != 0:
        return "only root may install packages"
    return None


def install(names: list[str]) -> None:
    install_packages(*(package for name in names for package in PARTS[name].packages))


def install_packages(*packages: str) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (
        ["update"],
        ["install", "--yes", "--no-install-recommends", *packages],
    ):
        done = subprocess.run(
            ["apt-get", "--quiet", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode != 0:
            print(done.stdout, file=sys.stderr)
            return


def prepare(name: str, part: Part) -> None:
    try:
        part.prepare()
    except RuntimeError as error:
        print(f"{name} could not be prepared: {error}", file=sys.stderr)


def main() -> int:
    lacking = missing()
    reason = why_not()
    if lacking and reason is None:
        print(f"Installing for the tests: {', '.join(lacking)}")
        install(lacking)
        lacking, reason = missing(), "apt-get could not install them"
    if lacking:
        packages = " ".join(p for name in lacking for p in PARTS[name].packages)
        print(f"Missing for the tests: {', '.join(lacking)} ({reason}).")
        print(f"Their tests will be skipped and counted. To have them: apt-get install {packages}")
    for name, part in PARTS.items():
        if name not in lacking:
            prepare(name, part)
    return 0


if __name__ == "__main__":
    sys.exit(main())
