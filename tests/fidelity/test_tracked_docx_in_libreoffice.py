"""LibreOffice's opinion of tracked edits: accepted the edit, rejected the original."""

from __future__ import annotations

import difflib
import json
import subprocess
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from keenbench.errors import ValidationFailed
from tests.docx_edits import edited
from tests.fidelity.test_corpus_docx_edited import FILES
from tests.fidelity.test_tracked_docx import scenarios

_SIDE = Path(__file__).with_name("uno_settle.py")
SAMPLE = ("keenbench__simple.docx", "pandoc__11113.docx")
TRIED = ("replace", "append", "insert", "delete first", "section", "rows", "cell")

pytestmark = [
    pytest.mark.skipif(not FILES, reason="no corpus here"),
    pytest.mark.needs("libreoffice"),
]


def _texts(jobs: list[dict[str, Any]], profile: Path) -> list[str | None]:
    # Debian's python3-uno belongs to the system's Python, not to ours.
    done = subprocess.run(
        ["/usr/bin/python3", str(_SIDE), str(profile)],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    texts: list[str | None] = json.loads(done.stdout)
    return texts


def _plain(text: str) -> str:
    """Return the words, without empty lines and the marks that LibreOffice puts at pictures."""
    text = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def _apart(one: str, other: str) -> str:
    """Return the lines that differ, shortened."""
    lines = difflib.unified_diff(one.splitlines(), other.splitlines(), lineterm="", n=0)
    return " | ".join(line[:60] for line in lines if not line.startswith(("---", "+++", "@@")))


def _settled(files: list[Path], tmp_path: Path) -> None:
    jobs: list[dict[str, Any]] = []
    named = []
    for file in files:
        for name, ops in scenarios(file).items():
            if name not in TRIED:
                continue
            made = {}
            for kind in ("plain", "tracked"):
                folder = tmp_path / f"{file.stem}-{name}-{kind}"
                folder.mkdir()
                copy = folder / file.name
                copy.write_bytes(file.read_bytes())
                try:
                    made[kind], _ = edited(copy, *ops, track_changes=kind == "tracked")
                except ValidationFailed:
                    break
            if len(made) < 2:
                continue
            named.append(f"{file.name}: {name}")
            jobs += [
                {"path": str(made["plain"]), "settle": None},
                {"path": str(made["tracked"]), "settle": "accept"},
                {"path": str(file.resolve()), "settle": None},
                {"path": str(made["tracked"]), "settle": "reject"},
            ]
    texts = [_plain(text or "") for text in _texts(jobs, tmp_path / "profile")]
    faults = []
    for at, name in enumerate(named):
        wanted, accepted, original, rejected = texts[4 * at : 4 * at + 4]
        if accepted != wanted:
            faults.append(f"{name}: accepted {_apart(wanted, accepted)}")
        if rejected != original:
            faults.append(f"{name}: rejected {_apart(original, rejected)}")
    print(f"docx: LibreOffice settles {len(named)} tracked edits of {len(files)} files")
    assert not faults, faults


def test_libreoffice_accepts_and_rejects_as_we_do(tmp_path: Path) -> None:
    _settled([file for file in FILES if file.name in SAMPLE], tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_libreoffice_accepts_and_rejects_many_documents(tmp_path: Path) -> None:
    few = (
        "track", "Tika", "signed",  # changes of other people, or a signature
        "drop_cap", "Protection",  # LibreOffice settles nothing in these
        "Bug54849", "6733884933668864", "60316b",  # nor inside content controls
        "lists_continuing", "gridbefore", "poi__drawing",
    )  # fmt: skip
    files = [
        file
        for file in FILES
        if file.stat().st_size < 60_000 and not any(name in file.name for name in few)
    ]
    assert len(files) >= 15
    _settled(files, tmp_path)
