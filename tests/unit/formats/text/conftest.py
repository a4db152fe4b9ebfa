"""A workbench of one file, on which text methods are called as the worker calls them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.formats.text.bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Blocks of a few bytes, so that every border between them is met by small texts."""
    monkeypatch.setattr("keenbench.formats.text.encoding.BLOCK_BYTES", 7)
    yield


@pytest.fixture(scope="session")
def corpus() -> Path:
    root = Path(__file__).parents[4]
    path = Path(os.environ.get("KEENBENCH_CORPUS", root / "../shared/corpus"))
    if not (path / "MANIFEST.tsv").is_file():
        pytest.skip("corpus not found")
    return path
