from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keenbench import paths
from keenbench.errors import FileMissing, KeenBenchError, SandboxViolation, UnknownId
from keenbench.reading import open_file


@pytest.fixture
def workbenches(tmp_path: Path) -> Path:
    """Two workbenches, and a secret beside them."""
    for workbench in ("one", "two"):
        for root in ("published", "draft", "meta", "draft.p1.staging"):
            folder = tmp_path / "workbenches" / workbench / root
            folder.mkdir(parents=True)
            (folder / "a.txt").write_text(f"{workbench} {root}")
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path / "workbenches"


def content(workbenches: Path, workbench: str, root: str, name: str) -> str:
    fd = open_file(workbenches, workbench, root, name)
    with os.fdopen(fd, "r") as file:
        return file.read()


def test_each_root_gives_its_own_file(workbenches: Path) -> None:
    for root in ("published", "draft", "draft.p1.staging"):
        assert content(workbenches, "one", root, "a.txt") == f"one {root}"


def test_draft_falls_through_to_published(workbenches: Path) -> None:
    (workbenches / "one" / "draft" / "a.txt").unlink()
    assert content(workbenches, "one", "draft", "a.txt") == "one published"
    (workbenches / "one" / "draft").rmdir()
    assert content(workbenches, "one", "draft", "a.txt") == "one published"
    (workbenches / "one" / "published" / "a.txt").unlink()
    with pytest.raises(FileMissing):
        content(workbenches, "one", "draft", "a.txt")


@pytest.mark.parametrize(
    "name",
    [
        "..",
        ".",
        "",
        "../secret.txt",
        "/etc/passwd",
        "a\0.txt",
        "sub/a.txt",
        "..\\a",
        "a\nb",
        "x" * 256,
        "\ud800",
        "published/../../secret.txt",
    ],
)
def test_a_name_that_is_not_flat_is_refused(workbenches: Path, name: str) -> None:
    with pytest.raises(SandboxViolation):
        open_file(workbenches, "one", "draft", name)


@pytest.mark.parametrize("workbench", ["..", ".", "", "one/../two", "one\0", "x" * 65, "a b", "é"])
def test_a_workbench_id_out_of_its_alphabet_is_refused(workbenches: Path, workbench: str) -> None:
    with pytest.raises(SandboxViolation):
        open_file(workbenches, workbench, "draft", "a.txt")


@pytest.mark.parametrize(
    "root",
    [
        "meta",
        "..",
        "",
        "Draft",
        "PUBLISHED",
        "draft/",
        "draft.x",
        "draft..staging",
        "draft.a/b.staging",
        "meta/checkpoints",
        "draft\n",
    ],
)
def test_a_root_that_is_not_for_files_is_refused(workbenches: Path, root: str) -> None:
    with pytest.raises(SandboxViolation):
        open_file(workbenches, "one", root, "a.txt")


def test_an_unknown_workbench_is_named_as_such(workbenches: Path) -> None:
    with pytest.raises(UnknownId):
        open_file(workbenches, "three", "draft", "a.txt")


def test_links_are_followed_at_no_step(workbenches: Path, tmp_path: Path) -> None:
    published = workbenches / "one" / "published"
    (published / "link.txt").symlink_to(tmp_path / "secret.txt")
    (workbenches / "linked").symlink_to(workbenches / "one")
    (workbenches / "three").mkdir()
    (workbenches / "three" / "published").symlink_to(published)
    for workbench, name in (("one", "link.txt"), ("linked", "a.txt"), ("three", "a.txt")):
        with pytest.raises(SandboxViolation):
            open_file(workbenches, workbench, "published", name)


def test_a_link_in_the_draft_does_not_show_the_published_file(
    workbenches: Path, tmp_path: Path
) -> None:
    draft = workbenches / "one" / "draft" / "a.txt"
    draft.unlink()
    draft.symlink_to(tmp_path / "secret.txt")
    with pytest.raises(SandboxViolation):
        open_file(workbenches, "one", "draft", "a.txt")


def test_a_fifo_and_a_folder_are_refused_without_waiting(workbenches: Path) -> None:
    os.mkfifo(workbenches / "one" / "published" / "pipe.txt")
    (workbenches / "one" / "published" / "folder").mkdir()
    for name in ("pipe.txt", "folder"):
        with pytest.raises(SandboxViolation):
            open_file(workbenches, "one", "published", name)


def test_published_is_never_made_or_opened_for_writing(workbenches: Path) -> None:
    with (
        pytest.raises(SandboxViolation),
        paths.open_root(workbenches, "one", "published", create=True),
    ):
        pass


def test_a_link_swapped_in_while_we_open_is_never_followed(
    workbenches: Path, tmp_path: Path
) -> None:
    target = workbenches / "one" / "published" / "a.txt"
    decoy, link = tmp_path / "decoy", tmp_path / "link"
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            link.unlink(missing_ok=True)
            link.symlink_to(tmp_path / "secret.txt")
            link.rename(target)
            decoy.write_text("one published")
            decoy.rename(target)

    swapper = threading.Thread(target=swap)
    swapper.start()
    refused = 0
    try:
        for _ in range(3000):
            try:
                assert content(workbenches, "one", "published", "a.txt") == "one published"
            except SandboxViolation:
                refused += 1
    finally:
        stop.set()
        swapper.join()
    assert refused > 0, "the link was never met, so the test showed nothing"


@given(name=st.text(max_size=300))
def test_no_name_opens_anything_but_a_file_of_its_own_root(
    tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    base = tmp_path_factory.getbasetemp() / "names"
    published = base / "one" / "published"
    published.mkdir(parents=True, exist_ok=True)
    (base / "one" / "outside").write_text("x")
    with pytest.raises(KeenBenchError) as refusal:
        open_file(base, "one", "published", name)
    assert refusal.value.info().error_code in ("SANDBOX_VIOLATION", "FILE_READ_FAILED")
