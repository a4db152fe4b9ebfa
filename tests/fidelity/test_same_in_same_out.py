"""The same document gives the same map, chunks and text in another process, on another day."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fidelity.marked import REFUSED, corpus_files
from tests.fidelity.mutants import FIXTURES

ROOT = Path(__file__).parents[2]
CODE = """
import hashlib, json, sys
from pathlib import Path
from tests.documents import call
kind = sys.argv[1]
digest = hashlib.sha256()
for name in sys.argv[2:]:
    for method in ("GetMap", "ExtractText"):
        digest.update(json.dumps(call(kind.capitalize() + method, Path(name))).encode())
print(digest.hexdigest())
"""


@pytest.mark.parametrize("kind", ["docx", "odt", "pptx"])
def test_another_process_reads_the_same(kind: str) -> None:
    files = [
        str(file)
        for file, note in corpus_files(kind)
        if not any(words in note for words in REFUSED)
    ] or [str(file) for file in FIXTURES.glob(f"*.{kind}")]
    seen = set()
    for seed in ("1", "2"):
        # Python orders sets of strings differently under each seed.
        done = subprocess.run(
            [sys.executable, "-c", CODE, kind, *files],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(done.stdout)
    assert len(seen) == 1
