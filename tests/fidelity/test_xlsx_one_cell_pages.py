"""LibreOffice makes the same pages of a workbook after one cell of it was edited."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.fidelity.libreoffice import convert
from tests.fidelity.one_word import looks
from tests.fidelity.test_xlsx_one_cell import FILES, TEXT, edit

SAMPLE = [file for file in FILES if file.stat().st_size < 12_000][:3]
SECONDS = 900
# Pages of large sheets take minutes each, whatever was edited.
LARGEST = 400_000

pytestmark = [
    pytest.mark.skipif(not FILES, reason="no corpus here"),
    pytest.mark.needs("libreoffice"),
    pytest.mark.timeout(2 * SECONDS),
]


def pdfs(files: list[Path], out: Path) -> dict[str, Path]:
    """Return the PDF that LibreOffice makes of each file, where it makes one."""
    assert convert(files, out, "pdf", SECONDS), f"LibreOffice did not end in {SECONDS} s"
    return {pdf.stem: pdf for pdf in out.glob("*.pdf")}


def compared(files: list[Path], folder: Path) -> tuple[int, int, list[str]]:
    """Return how many made pages before and after, how many neither, and what differs."""
    old, new = folder / "old", folder / "new"
    for each in (old, new):
        each.mkdir()
    pairs = []
    for at, file in enumerate(files):
        done = edit(file, folder / "out")
        if done is None:
            continue
        # Names of the corpus differ in more than their stems; these do not.
        name = f"f{at}{file.suffix}"
        shutil.copy(file, old / name)
        shutil.copy(done[2], new / name)
        pairs.append((file.name, name))
    before = pdfs([old / name for _, name in pairs], folder / "old-pdf")
    after = pdfs([new / name for _, name in pairs], folder / "new-pdf")
    same = neither = 0
    faults = []
    for title, name in pairs:
        stem = Path(name).stem
        if stem not in before and stem not in after:
            neither += 1
            continue
        if (stem in before) != (stem in after) and stem not in after:
            faults.append(f"{title}: no pages any more")
            continue
        if stem not in before:
            continue  # an empty workbook has no pages, one with a cell has
        (pages, letters), (now, now_letters) = looks(before[stem]), looks(after[stem])
        # Where row numbers are printed, those of the new rows are.
        extra = Counter({char: n for char, n in (now_letters - letters).items() if char.isalpha()})
        if letters - now_letters or extra - Counter(TEXT.replace(" ", "")):
            faults.append(f"{title}: other text")
        if not pages <= now <= pages + 2:
            faults.append(f"{title}: {now} pages, not {pages}")
        same += 1
    return same, neither, faults


def test_a_few_edited_workbooks_make_the_same_pages(tmp_path: Path) -> None:
    same, _, faults = compared(SAMPLE, tmp_path)
    assert not faults
    assert same


@pytest.mark.slow
def test_every_edited_workbook_makes_the_same_pages(tmp_path: Path) -> None:
    files = [file for file in FILES if file.stat().st_size < LARGEST]
    same, neither, faults = compared(files, tmp_path)
    print(
        f"xlsx one-cell edit: LibreOffice makes the same pages of {same} of {len(files)}, "
        f"of {neither} none before and after"
    )
    assert not faults, faults
    assert same >= 30
