from __future__ import annotations

import os
from pathlib import Path

import pytest

from keenbench.errors import DraftExists, SandboxViolation, ValidationFailed
from keenbench.workbench.bench import Workbench
from keenbench.workbench.files import add_files, add_uploads, extract_files, remove_files
from keenbench.workbench.manifest import read_manifest
from keenbench.workbench.publish import publish
from tests.workbench_texts import add, folder_of, published, write


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "report.txt").write_text("report\n")
    (folder / "blob.bin").write_bytes(b"\x00\x01")
    return folder


def outcomes(results: object) -> dict[str, tuple[str, str | None]]:
    return {r.path: (r.status, r.reason) for r in results}  # type: ignore[attr-defined]


def test_each_file_is_added_or_skipped_with_a_reason(empty: Workbench, sources: Path) -> None:
    (sources / "link.txt").symlink_to(sources / "report.txt")
    (sources / "folder").mkdir()
    (sources / "big.txt").write_text("x" * 10_001)
    os.mkfifo(sources / "pipe.txt")
    names = ["report.txt", "blob.bin", "link.txt", "folder", "big.txt", "pipe.txt", "gone.txt"]
    results = add_files(empty, [sources / name for name in names])
    assert outcomes(results) == {
        "report.txt": ("added", None),
        "blob.bin": ("added", None),
        "link.txt": ("skipped", "symlink"),
        "folder": ("skipped", "directory"),
        "big.txt": ("skipped", "size_limit"),
        "pipe.txt": ("skipped", "unreadable"),
        "gone.txt": ("skipped", "unreadable"),
    }
    assert [r.path for r in results] == names
    assert empty.read(read_manifest).paths == ["blob.bin", "report.txt"]


def test_names_are_unique_without_regard_to_case(empty: Workbench) -> None:
    uploads = [
        ("Plan.md", [b"1"]),
        ("PLAN.MD", [b"2"]),
        ("stra\u00dfe.md", [b"3"]),
        ("STRASSE.md", [b"4"]),
    ]
    results = add_uploads(empty, uploads)
    assert [r.reason for r in results] == [None, "duplicate", None, "duplicate"]
    assert published(empty)["Plan.md"] == "1"


def test_a_file_that_stands_in_published_unlisted_is_not_overwritten(empty: Workbench) -> None:
    (folder_of(empty) / "published/mine.txt").write_text("mine")
    assert outcomes(add_uploads(empty, [("mine.txt", [b"yours"])])) == {
        "mine.txt": ("skipped", "duplicate")
    }
    assert (folder_of(empty) / "published/mine.txt").read_text() == "mine"


def test_an_upload_past_the_limit_leaves_nothing(empty: Workbench) -> None:
    results = add_uploads(empty, [("big.csv", [b"x" * 6_000, b"x" * 6_000]), ("ok.csv", [b"a"])])
    assert outcomes(results) == {"big.csv": ("skipped", "size_limit"), "ok.csv": ("added", None)}
    assert [path.name for path in (folder_of(empty) / "published").iterdir()] == ["ok.csv"]


def test_more_files_than_a_workbench_holds_are_refused_and_none_is_added(empty: Workbench) -> None:
    add(empty, {f"{n}.txt": "x" for n in range(20)})
    with pytest.raises(ValidationFailed, match="at most 20 files"):
        add_uploads(empty, [("one-more.txt", [b"x"])])
    assert len(published(empty)) == 20


@pytest.mark.parametrize("name", ["../up.txt", "a/b.txt", "a\\b.txt", "", "..", "nul\x00.txt"])
def test_a_name_that_leaves_the_workbench_is_refused(empty: Workbench, name: str) -> None:
    with pytest.raises(SandboxViolation):
        add_uploads(empty, [(name, [b"x"])])
    assert published(empty) == {}


def test_what_is_added_is_a_copy(empty: Workbench, sources: Path) -> None:
    add_files(empty, [sources / "report.txt"])
    (sources / "report.txt").write_text("changed later\n")
    assert published(empty)["report.txt"] == "report\n"


def test_a_file_keeps_its_time_of_change(empty: Workbench, sources: Path) -> None:
    os.utime(sources / "report.txt", (1_000_000_000, 1_000_000_000))
    add_files(empty, [sources / "report.txt"])
    (entry,) = empty.read(read_manifest).files
    assert entry.modified_at == "2001-09-09T01:46:40.000000Z"


def test_removing_tells_what_was_not_there(bench: Workbench) -> None:
    assert outcomes(remove_files(bench, ["notes.txt", "never.txt"])) == {
        "notes.txt": ("removed", None),
        "never.txt": ("skipped", "missing"),
    }
    assert sorted(published(bench)) == ["data.csv", "plan.md"]


def test_files_are_neither_added_nor_removed_while_there_is_a_draft(bench: Workbench) -> None:
    write(bench, {"notes.txt": "second\n"})
    with pytest.raises(DraftExists) as added:
        add_uploads(bench, [("new.txt", [b"x"])])
    with pytest.raises(DraftExists):
        remove_files(bench, ["notes.txt"])
    assert added.value.info().actions == ["review_draft", "discard_draft"]
    publish(bench)
    add(bench, {"new.txt": "x"})


def test_extracting_never_overwrites(bench: Workbench, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / "notes.txt").write_text("mine")
    (target / "notes (1).txt").symlink_to(tmp_path / "elsewhere")
    results = extract_files(bench, ["notes.txt", "plan.md", "gone.md"], target)
    assert [(r.status, r.final_path) for r in results] == [
        ("extracted", str(target / "notes (2).txt")),
        ("extracted", str(target / "plan.md")),
        ("skipped", None),
    ]
    assert (target / "notes.txt").read_text() == "mine"
    assert (target / "notes (2).txt").read_text() == "first notes\n"
    assert not (tmp_path / "elsewhere").exists()


def test_a_destination_that_is_a_link_is_not_followed(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(SandboxViolation):
        extract_files(bench, ["notes.txt"], tmp_path / "link")
    with pytest.raises(ValidationFailed):
        extract_files(bench, ["notes.txt"], tmp_path / "nowhere")
    assert list((tmp_path / "real").iterdir()) == []


def test_a_link_put_into_published_is_not_followed(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    inside = folder_of(bench) / "published/notes.txt"
    inside.unlink()
    inside.symlink_to(tmp_path / "secret")
    with pytest.raises(SandboxViolation):
        published(bench)
    (tmp_path / "out").mkdir()
    with pytest.raises(SandboxViolation):
        extract_files(bench, ["notes.txt"], tmp_path / "out")
