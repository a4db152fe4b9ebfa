"""Every package of the corpus written again: what was not touched is the same, byte for byte."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from keenbench.errors import FileReadFailed, KeenBenchError
from keenbench.formats import fidelity
from keenbench.formats.fidelity import Touched
from keenbench.formats.package import Package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.xml_part import parse_xml
from keenbench.formats.zip_splice import raw_chunks
from tests.fidelity.marked import corpus_files

FILES = [file for kind in ("docx", "xlsx", "pptx", "odt") for file, _ in corpus_files(kind)]

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus here")


def packages(step: int = 1) -> Iterator[Package]:
    """Give every file of the corpus that is a package, or every fourth."""
    for path in FILES[::step]:
        with path.open("rb") as file:
            try:
                package = Package(file, path.name)
                if package.flavour is None:
                    continue
            except FileReadFailed:
                continue
            yield package


def raw(package: Package) -> dict[str, tuple[str, int]]:
    return {
        part.name: (
            hashlib.sha256(b"".join(raw_chunks(package.file, part.info))).hexdigest(),
            part.info.CRC,
        )
        for part in package.parts
    }


def test_a_package_written_without_a_change_holds_the_same_raw_bytes(tmp_path: Path) -> None:
    result = tmp_path / "result"
    count = parts = 0
    for package in packages():
        PackageEdit(package).write(result)
        with result.open("rb") as file:
            after = Package(file, package.path)
            assert after.names() == package.names(), package.path
            assert raw(after) == raw(package), package.path
            fidelity.check(package, after, Touched())
        count += 1
        parts += len(package.parts)
    print(f"packages: {count} written without a change, {parts} parts the same to the byte")
    assert count >= 140


def test_a_part_that_changes_leaves_all_others_as_they_are(tmp_path: Path) -> None:
    result = tmp_path / "result"
    count = 0
    for package in packages():
        xml = [part for part in package.parts if part.name.endswith(".xml") and part.size < 10**6]
        name = next((part.name for part in xml if part.name.count("/") == 1), None)
        if name is None:
            continue
        edit = PackageEdit(package)
        try:
            edit.xml(name)
        except KeenBenchError:
            continue  # damaged on purpose
        edit.changed(name)
        edit.write(result)
        with result.open("rb") as file:
            after = Package(file, package.path)
            before_raw, after_raw = raw(package), raw(after)
            before_raw.pop(name)
            after_raw.pop(name)
            assert after_raw == before_raw, package.path
            fidelity.check(package, after, Touched(changed=frozenset({name})))
        count += 1
    print(f"packages: {count} with one part changed, all others the same to the byte")
    assert count >= 140


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])
def test_xml_written_again_means_the_same(step: int) -> None:
    """Canonical XML of every XML part is the same after parse and write; a quarter always."""
    from lxml import etree

    count = 0
    for package in packages(step):
        edit = PackageEdit(package)
        for part in package.parts:
            if not part.name.endswith((".xml", ".rels")) or part.size > 10**6:
                continue
            try:
                edit.xml(part.name)
                old = package.read(part.name)
            except KeenBenchError:
                continue
            edit.changed(part.name)
            new = edit.read(part.name)
            pair = [
                etree.tostring(
                    parse_xml(data, part.name, path="", doctype="bare", whole=True),
                    method="c14n2",
                )
                for data in (old, new)
            ]
            assert pair[0] == pair[1], f"{package.path} {part.name}"
            count += 1
    print(f"packages: {count} XML parts written again mean the same")
    assert count > 2000 // step
