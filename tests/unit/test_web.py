"""The UI's own unit tests, and what its lock file may not hold."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_ui_passes_its_own_unit_tests() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "build_ui.py"), "--test"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_lock_file_pins_every_package_by_hash_and_names_no_address() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    installed = {name: package for name, package in packages.items() if name}
    assert len(installed) > 50
    assert [name for name, package in installed.items() if "integrity" not in package] == []
    assert [name for name, package in installed.items() if "resolved" in package] == []


def test_the_lock_file_serves_other_systems_than_the_one_it_was_made_on() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    bundlers = {
        name.removeprefix("node_modules/@rolldown/binding-")
        for name in packages
        if name.startswith("node_modules/@rolldown/binding-")
    }
    assert {"linux-x64-gnu", "linux-arm64-gnu", "linux-x64-musl", "darwin-arm64"} <= bundlers


def test_every_version_of_a_package_is_exact() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text())
    versions = package["dependencies"] | package["devDependencies"]
    assert [name for name, version in versions.items() if not version[0].isdigit()] == []
