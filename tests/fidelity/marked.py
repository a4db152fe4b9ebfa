"""Documents whose every text is replaced by a mark of its own, to count that each is read once.

An independent reading: raw regular expressions over the zip's members and ElementTree for where a
mark stands, nothing of the code under test.
"""

from __future__ import annotations

import itertools
import os
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

CORPUS = Path(
    os.environ.get("KEENBENCH_CORPUS", Path(__file__).parents[2] / ".." / "shared" / "corpus")
)
MARK = re.compile(r"⟦\d+⟧")

# What MANIFEST.tsv says of files that must not be read.
REFUSED = ("must be refused", "theme-only", "must not be resolved", "encrypted")

Spot = tuple[str, tuple[ET.Element, ...]]


@dataclass
class Marks:
    """Which marks must be read once, which may be, and which must not be at all."""

    once: set[str] = field(default_factory=set)
    at_least_once: set[str] = field(default_factory=set)
    perhaps: set[str] = field(default_factory=set)
    never: set[str] = field(default_factory=set)

    def misread(self, text: str) -> list[str]:
        counts: dict[str, int] = {}
        for mark in MARK.findall(text):
            counts[mark] = counts.get(mark, 0) + 1
        return [
            *(f"{mark} ×{counts.get(mark, 0)}" for mark in self.once if counts.get(mark, 0) != 1),
            *(f"{mark} missing" for mark in self.at_least_once if mark not in counts),
            *(f"{mark} ×{counts[mark]}" for mark in self.perhaps if counts.get(mark, 0) > 1),
            *(f"{mark} shown" for mark in self.never if mark in counts),
        ]


def corpus_files(kind: str) -> Iterator[tuple[Path, str]]:
    """Yield the files of a kind with what the manifest notes of them."""
    manifest = CORPUS / "MANIFEST.tsv"
    if not manifest.exists():
        return
    for line in manifest.read_text("utf-8").splitlines()[1:]:
        fields = line.split("\t")
        if fields[0].startswith(f"{kind}/"):
            yield CORPUS / fields[0], fields[6]


def mark_texts(
    source: Path, target: Path, texts: re.Pattern[bytes], part: Callable[[str], bool]
) -> dict[str, list[Spot]]:
    """Write `source` with marks for texts into `target`; return by part where each mark stands.

    `texts` matches what stands before a text, the text, and what stands after it.
    """
    count = 0

    def mark(match: re.Match[bytes]) -> bytes:
        nonlocal count
        if not match[2].strip():
            return match[0]
        count += 1
        return match[1] + f"⟦{count}⟧".encode() + match[3]

    spots: dict[str, list[Spot]] = {}
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            try:
                data = old.read(info)
            except zipfile.BadZipFile:
                continue  # a part that is damaged on purpose
            if part(info.filename):
                data = texts.sub(mark, data)
                spots[info.filename] = list(_spots(ET.fromstring(data)))
            new.writestr(info.filename, data)
    return spots


def local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def ooxml_marks(spots: dict[str, list[Spot]]) -> Marks:
    """Sort the marks of OOXML parts: of alternate contents only one branch is read."""
    marks = Marks()
    for found in spots.values():
        for mark, above in found:
            marks.once.add(mark)
            for parent, child in itertools.pairwise(above):
                if local(parent) != "AlternateContent":
                    continue
                earlier = list(parent)[: list(parent).index(child)]
                if any(MARK.search("".join(branch.itertext())) for branch in earlier):
                    marks.never.add(mark)
                elif local(child) == "Fallback":
                    marks.perhaps.add(mark)
    marks.perhaps -= marks.never
    marks.once -= marks.never | marks.perhaps
    return marks


def _spots(root: ET.Element) -> Iterator[Spot]:
    stack: list[tuple[ET.Element, ...]] = [(root,)]
    while stack:
        above = stack.pop()
        element = above[-1]
        for mark in MARK.findall(element.text or ""):
            yield mark, above
        for child in element:
            for mark in MARK.findall(child.tail or ""):
                yield mark, above
            stack.append((*above, child))
