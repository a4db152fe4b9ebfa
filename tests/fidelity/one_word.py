"""A one-word edit of a real document, and the proof that nothing else changed."""

from __future__ import annotations

import re
import subprocess
import zipfile
from collections import Counter
from pathlib import Path

import pypdfium2

LIBREOFFICE_SECONDS = 180


def a_word(text: str, shown: str, apart: str = "") -> tuple[str, str] | None:
    """Return a word that both readers see, and not `apart`; and its letters in another order."""
    words = set(re.findall(r"[^\W\d_]{2,14}", text))
    for word in sorted(words, key=lambda one: (-len(one), one)):
        other = word[1:] + word[0]
        if other != word and word in shown and other not in text and word not in apart:
            return word, other
    return None


def parts(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def changed_parts(before: Path, after: Path) -> list[str]:
    """Return the parts that differ, having seen that none is lost and none is new."""
    old, new = parts(before), parts(after)
    assert list(new) == list(old), before.name
    return [name for name in old if old[name] != new[name]]


def as_pdfs(files: list[Path], out: Path) -> dict[str, Path]:
    """Return the PDF that LibreOffice makes of each file, where it makes one."""
    out.mkdir(parents=True, exist_ok=True)
    for file in files:
        try:
            subprocess.run(
                [
                    "soffice",
                    f"-env:UserInstallation=file://{out}/profile",
                    "--headless",
                    "--convert-to",
                    "pdf",
                    "--outdir",
                    str(out),
                    str(file),
                ],
                check=False,
                capture_output=True,
                timeout=LIBREOFFICE_SECONDS,
            )
        except subprocess.TimeoutExpired:
            continue
    made = {file.name: out / f"{file.stem}.pdf" for file in files}
    return {name: pdf for name, pdf in made.items() if pdf.exists()}


def looks(pdf: Path) -> tuple[int, Counter[str]]:
    """Return the pages of a PDF and how often each letter stands on them."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        text = "".join(page.get_textpage().get_text_range() for page in document)
        letters = Counter(char for char in text if char.isalnum())
        return len(document), letters
    finally:
        document.close()
