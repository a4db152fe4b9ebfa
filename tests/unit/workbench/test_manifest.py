from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench.errors import FileReadFailed
from keenbench.workbench.bench import Workbench
from keenbench.workbench.manifest import (
    Manifest,
    entry_for,
    parse_manifest,
    read_manifest,
    scope_hash,
)
from keenbench.workbench.recovery import recover
from tests.workbench_texts import folder_of

TIMES = {"modified_at": "2025-01-01T00:00:00Z", "added_at": "2025-01-02T00:00:00Z"}


def test_version_1_is_migrated_on_load() -> None:
    manifest = parse_manifest(
        {
            "schema_version": 1,
            "files": [
                {"path": "notes.txt", "size": 3, **TIMES},
                {"path": "scan.pdf", "size": 9, **TIMES},
                {"path": "tool.bin", "size": 1, **TIMES},
            ],
        }
    )
    assert manifest.migrated
    assert [(f.path, f.file_kind, f.is_opaque, f.read_only) for f in manifest.files] == [
        ("notes.txt", "text", False, False),
        ("scan.pdf", "pdf", False, True),
        ("tool.bin", "binary", True, False),
    ]
    assert manifest.files[0].added_at == TIMES["added_at"]


def test_a_manifest_without_a_version_is_version_1() -> None:
    assert parse_manifest({"files": [{"path": "a.txt", "size": 1, **TIMES}]}).paths == ["a.txt"]


def test_a_start_writes_the_migrated_manifest(bench: Workbench) -> None:
    path = folder_of(bench) / "meta/files.json"
    files = [{"path": "notes.txt", "size": 12, **TIMES}]
    path.write_text(json.dumps({"schema_version": 1, "files": files}))
    recover(bench)
    kept = json.loads(path.read_text())
    assert kept["schema_version"] == 2
    assert kept["files"][0]["file_kind"] == "text"
    assert bench.read(read_manifest).paths == ["notes.txt"]


def test_a_manifest_of_a_newer_version_is_refused_and_not_guessed_at() -> None:
    with pytest.raises(FileReadFailed, match="newer"):
        parse_manifest({"schema_version": 3, "files": []})


def test_a_damaged_manifest_is_told_as_damaged() -> None:
    with pytest.raises(FileReadFailed, match="damaged"):
        parse_manifest({"schema_version": 2, "files": [{"path": "a.txt"}]})


def test_the_scope_hash_is_that_of_the_sorted_paths() -> None:
    expected = hashlib.sha256(b"a.txt\nb.bin").hexdigest()
    assert scope_hash(["b.bin", "a.txt"]) == expected


@given(st.lists(st.text(min_size=1).filter(lambda t: "\x00" not in t), unique=True))
def test_the_scope_hash_does_not_depend_on_order_size_or_time(paths: list[str]) -> None:
    def manifest(order: list[str], size: int) -> Manifest:
        return Manifest(entry_for(path, size, "x", "y") for path in order)

    try:
        "\n".join(paths).encode()
    except UnicodeEncodeError:
        return
    assert manifest(paths, 1).scope_hash == manifest(paths[::-1], 2).scope_hash
