"""Which LibreOffice this machine has, and what of the machine it needs to see."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from keenbench.sandbox.box import Mount

# Fonts, their configuration, and what LibreOffice keeps outside its own folder.
_SHARED = (
    "/usr/share/fonts",
    "/usr/share/fontconfig",
    "/usr/local/share/fonts",
    "/usr/share/libreoffice",
    "/usr/share/hunspell",
    "/usr/share/mythes",
    "/usr/share/hyphen",
    "/usr/share/liblangtag",
    "/etc/fonts",
    "/etc/libreoffice",
    "/var/cache/fontconfig",
)


@dataclass(frozen=True)
class Office:
    """A LibreOffice: its program, and a Python that can speak with it."""

    binary: Path
    python: Path
    version: str

    def mounts(self) -> tuple[Mount, ...]:
        """Return what its box must show beside what every box shows."""
        wanted = [Path(place) for place in _SHARED]
        wanted += [self.binary.parent.parent, self.python]
        return tuple(Mount(path, path) for path in wanted if path.exists())


def has_office() -> bool:
    """Tell whether there is one, without asking it what it is, which takes a second."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    return found is not None and _python_of(Path(found).resolve().parent) is not None


@cache
def find_office() -> Office | None:
    """Return the LibreOffice of this machine, where there is one that Python can drive."""
    for name in ("soffice", "libreoffice"):
        found = shutil.which(name)
        if found is None:
            continue
        program = Path(found).resolve().parent
        binary = program / "soffice.bin"
        python = _python_of(program)
        if binary.exists() and python is not None:
            return Office(binary, python.resolve(), _version_of(binary))
    return None


def _python_of(program: Path) -> Path | None:
    """Return a Python that knows LibreOffice's own module: the bundled one, or the system's."""
    for candidate in (program / "python", Path("/usr/bin/python3")):
        if not candidate.exists():
            continue
        asked = subprocess.run(
            [candidate, "-I", "-c", "import uno"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env={"PATH": os.defpath},
        )
        if asked.returncode == 0:
            return candidate
    return None


def _version_of(binary: Path) -> str:
    asked = subprocess.run(
        [binary, "--version"], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    words = asked.stdout.split()
    return words[1] if len(words) > 1 else "unknown"
