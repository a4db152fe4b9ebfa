"""A test that needs a missing part is skipped and counted, and fails where CI must have it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

CONFTEST = """
from scripts.system_parts import PARTS, Part

PARTS["anvil"] = Part(("anvil",), lambda: False)
PARTS["hammer"] = Part(("hammer",), lambda: True)
"""

TESTS = """
import pytest

@pytest.mark.needs("anvil")
@pytest.mark.parametrize("number", [1, 2])
def test_that_needs_an_anvil(number): pass

@pytest.mark.needs("hammer")
def test_that_needs_a_hammer(): pass

@pytest.mark.needs("nail")
def test_that_needs_what_nobody_knows(): pass
"""


def run(folder: Path, *arguments: str, ci: bool) -> tuple[bool, str]:
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_forge.py").write_text(TESTS)
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    environment |= {"PYTHONPATH": str(ROOT)} | ({"CI": "true"} if ci else {})
    # The plugins that are installed take most of the time of so small a run.
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    plugins = ["-p", "tests.system_parts_plugin", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *plugins, "--rootdir", str(folder), *arguments]
    command += ["--override-ini", "markers=needs(part)", str(folder)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "arguments", [(), ("-p", "xdist", "-n", "2")], ids=["one process", "xdist"]
)
def test_a_missing_part_skips_its_tests_and_the_summary_counts_them(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    green, output = run(tmp_path, *arguments, "-k", "not nobody", ci=False)
    assert green
    assert "1 passed, 2 skipped" in output
    assert "Skipped for want of a system part: 2 need anvil." in output


def test_with_ci_a_missing_part_is_a_failure(tmp_path: Path) -> None:
    green, output = run(tmp_path, "-k", "not nobody", ci=True)
    assert not green
    assert "skipped" not in output
    assert "anvil is missing, and CI must have it" in output


def test_a_part_that_nobody_knows_is_a_failure_and_not_a_skip(tmp_path: Path) -> None:
    green, output = run(tmp_path, "-k", "nobody", ci=False)
    assert not green
    assert "knows no part 'nail'" in output
