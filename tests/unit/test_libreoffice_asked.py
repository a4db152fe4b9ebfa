"""The LibreOffice that the fidelity tests ask: a hang is named, and the next question goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fidelity.libreoffice import LibreOffice, OfficeHung

# In the place of uno_side.py: a child of it, as LibreOffice is, holds on to nothing of ours.
SIDE = """
import json, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"],
                         stdout=subprocess.DEVNULL)
for line in sys.stdin:
    job = json.loads(line)
    if "hangs" in job["path"]:
        time.sleep(600)
    if "dies" in job["path"]:
        sys.exit(3)
    print(json.dumps({"sheets": [job["path"]], "child": child.pid}), flush=True)
child.kill()
"""


@pytest.fixture
def office() -> Iterator[LibreOffice]:
    with LibreOffice((sys.executable, "-c", SIDE)) as started:
        yield started


def test_a_workbook_that_has_no_end_is_named_and_the_next_is_read(office: LibreOffice) -> None:
    first = office.ask(Path("one.xlsx"))["child"]
    with pytest.raises(OfficeHung, match=r"hangs\.xlsx"):
        office.ask(Path("hangs.xlsx"), seconds=0.5)
    answer = office.ask(Path("two.xlsx"))
    assert answer["sheets"] == ["two.xlsx"]
    assert answer["child"] != first
    assert not Path(f"/proc/{first}/cmdline").exists() or (
        Path(f"/proc/{first}/cmdline").read_bytes() == b""  # ended, and not yet collected
    )


def test_a_workbook_that_ends_libreoffice_is_named_and_the_next_is_read(
    office: LibreOffice,
) -> None:
    with pytest.raises(AssertionError, match=r"went away over dies\.xlsx"):
        office.ask(Path("dies.xlsx"))
    assert office.ask(Path("two.xlsx"))["sheets"] == ["two.xlsx"]
