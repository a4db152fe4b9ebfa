"""A document as a row of blocks, cut into sections at its headings and into chunks of text.

The whole text is the texts of the sections one after another, a section's text that of its chunks,
a chunk's text that of its pieces. A piece (a paragraph with what belongs to it, or a row of a
table) is never cut. So the counts of a map add up, and reading every chunk reads every character
exactly once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from keenbench.errors import TooLarge, ValidationFailed
from keenbench.formats.outline_shape import CHUNK_CHARS, DocumentText, SectionName
from keenbench.formats.shape import ChunkInfo, Covered, MapWarning, short_name

# Of UTF-8. A message on the wire holds 64 MB, and JSON may write a byte as six.
READ_LIMIT = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Aside:
    """What stands beside the text of a block: a note, a comment, a box, a page header."""

    kind: str
    label: str
    text: str

    @property
    def line(self) -> str:
        return f"[{self.label}: {self.text}]\n" if self.text else f"[{self.label}]\n"


@dataclass(frozen=True, slots=True)
class Image:
    rel_id: str | None
    target: str | None
    alt_text: str | None

    @property
    def mark(self) -> str:
        return f"[image: {self.alt_text}]" if self.alt_text else "[image]"


@dataclass(slots=True)
class Gathered:
    """What was met while a text was walked, to stand beside it."""

    asides: list[Aside] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)

    @property
    def lines(self) -> str:
        if not self.asides and not self.images:
            return ""
        marks = "".join(f"{image.mark}\n" for image in self.images)
        return marks + "".join(aside.line for aside in self.asides)


@dataclass(slots=True)
class Block:
    """A paragraph, a table, or something else that the body holds.

    `pieces` is its text, every one ended by a line end: one for a paragraph, one a row for a table.
    """

    kind: Literal["paragraph", "table", "other"]
    index: int
    pieces: list[str]
    heading: str | None = None
    level: int = 0
    label: str | None = None
    images: Sequence[Image] = ()
    asides: Sequence[Aside] = ()
    rows: Sequence[list[str | None]] = ()
    source: Any = None  # the element it was made from

    @property
    def char_count(self) -> int:
        return sum(map(len, self.pieces))

    @property
    def says_nothing(self) -> bool:
        return not self.images and not any(piece.strip() for piece in self.pieces)


class Piece(NamedTuple):
    """One piece of a block: `row` counts within a table."""

    block: Block
    row: int
    text: str


@dataclass
class Chunk:
    """Pieces that are read together, and where they stand in their section (0-based)."""

    index: int
    pieces: list[Piece]
    char_count: int
    paragraph_count: int
    first_char: int
    first_paragraph: int

    @cached_property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def paragraphs(self) -> str:
        """The paragraphs it holds, "26-48"; "" where it holds none (rows of a table)."""
        count = self.paragraph_count
        return f"{self.first_paragraph + 1}-{self.first_paragraph + count}" if count else ""


@dataclass
class Section:
    """What stands under one heading, or before the first."""

    index: int
    heading: str | None
    level: int
    label: str | None
    blocks: list[Block]

    @cached_property
    def char_count(self) -> int:
        return sum(chunk.char_count for chunk in self.chunks)

    @cached_property
    def paragraph_count(self) -> int:
        return sum(chunk.paragraph_count for chunk in self.chunks)

    @cached_property
    def chunks(self) -> list[Chunk]:
        return list(_chunks(self.blocks))

    def chunk(self, index: int) -> Chunk:
        if index >= len(self.chunks):
            raise ValidationFailed(
                f"chunk {index} does not exist; section {self.index} has {len(self.chunks)}, "
                "from 0 on."
            )
        return self.chunks[index]

    def chunk_info(self, chunk: Chunk) -> ChunkInfo:
        return ChunkInfo(
            chunk_index=chunk.index,
            total_chunks=len(self.chunks),
            has_more=chunk.index + 1 < len(self.chunks),
            range=chunk.paragraphs,
            covered=Covered(
                unit="characters",
                first=chunk.first_char + 1,
                last=chunk.first_char + chunk.char_count,
                total=self.char_count,
            ),
        )


@dataclass
class Outline:
    """A whole document."""

    blocks: list[Block]
    has_headers_footers: bool = False
    warnings: list[MapWarning] = field(default_factory=list)

    @cached_property
    def sections(self) -> list[Section]:
        return list(_sections(self.blocks))

    @cached_property
    def char_count(self) -> int:
        return sum(section.char_count for section in self.sections)

    @cached_property
    def paragraph_count(self) -> int:
        return sum(section.paragraph_count for section in self.sections)

    def find(self, wanted: int | str) -> Section:
        """Return the section of this index or heading."""
        if isinstance(wanted, int):
            return self._at(wanted)
        for same in (_exactly, _loosely):
            found = [s for s in self.sections if s.heading is not None and same(s, wanted)]
            if len(found) == 1:
                return found[0]
            if found:
                indexes = ", ".join(str(section.index) for section in found[:20])
                raise ValidationFailed(
                    f"{len(found)} sections have this heading; give an index: {indexes}."
                )
        if wanted.strip().isdecimal():
            return self._at(int(wanted))
        raise ValidationFailed(
            "No section has this heading; the map lists the headings and their indexes."
        )

    def name_of(self, section: Section) -> SectionName:
        heading = None if section.heading is None else short_name(section.heading)
        return SectionName(
            index=section.index, count=len(self.sections), heading=heading, level=section.level
        )

    def read(self, wanted: int | str | None, chunk_index: int | None, path: str) -> DocumentText:
        """Return the text of a chunk, of a section, or of the whole."""
        if wanted is None and chunk_index is None:
            return self._whole(path)
        section = self.find(0 if wanted is None else wanted)
        if chunk_index is None:
            text = "".join(chunk.text for chunk in section.chunks)
            count = section.paragraph_count
            info = _all_of(text, count, len(section.chunks))
        else:
            chunk = section.chunk(chunk_index)
            text, info = chunk.text, section.chunk_info(chunk)
        return DocumentText(
            text=_bounded(text, path),
            chunk_info=info,
            section=self.name_of(section),
            warnings=self.warnings,
        )

    def _whole(self, path: str) -> DocumentText:
        text = "".join(piece for block in self.blocks for piece in block.pieces)
        chunks = sum(len(section.chunks) for section in self.sections)
        info = _all_of(text, self.paragraph_count, chunks)
        return DocumentText(text=_bounded(text, path), chunk_info=info, warnings=self.warnings)

    def _at(self, index: int) -> Section:
        if 0 <= index < len(self.sections):
            return self.sections[index]
        raise ValidationFailed(
            f"section {index} does not exist; the document has {len(self.sections)}, from 0 on."
        )


_MARKS = re.compile(r"\{--.*?--\}|\{\+\+|\+\+\}|\[\^[^\]]*\]", re.DOTALL)


def heading_of(text: str) -> str | None:
    """Return a heading's text as it reads now: no note marks, no deleted words; None if empty."""
    return " ".join(_MARKS.sub("", text).split()) or None


def _all_of(text: str, paragraphs: int, chunks: int) -> ChunkInfo:
    return ChunkInfo(
        chunk_index=0,
        total_chunks=chunks,
        has_more=False,
        range=f"1-{paragraphs}" if paragraphs else "",
        covered=Covered(unit="characters", first=1, last=len(text), total=len(text)),
    )


def _bounded(text: str, path: str) -> str:
    if len(text) * 4 > READ_LIMIT and len(text.encode("utf-8", "replace")) > READ_LIMIT:
        raise TooLarge(
            f"The text is too large for one read: {len(text)} characters, where {READ_LIMIT} bytes "
            "are the limit. Read it by section and chunk, as the map lists them.",
            path=path,
        )
    return text


def _sections(blocks: list[Block]) -> Iterator[Section]:
    starts = [at for at, block in enumerate(blocks) if block.heading is not None]
    # Empty paragraphs before the first heading are no section of their own: they belong to it.
    if starts and all(block.says_nothing for block in blocks[: starts[0]]):
        starts[0] = 0
    elif blocks and (not starts or starts[0] > 0):
        starts.insert(0, 0)
    for index, start in enumerate(starts):
        end = starts[index + 1] if index + 1 < len(starts) else len(blocks)
        part = blocks[start:end]
        head = next((block for block in part if block.heading is not None), None)
        if head is None:
            yield Section(index, None, 0, None, part)
        else:
            yield Section(index, head.heading, head.level, head.label, part)


def _chunks(blocks: Iterable[Block]) -> Iterator[Chunk]:
    pieces: list[Piece] = []
    length = paragraphs = index = first_char = first_paragraph = 0
    for block in blocks:
        counts = block.kind == "paragraph"
        for row, text in enumerate(block.pieces):
            size = len(text)
            if pieces and length + size > CHUNK_CHARS:
                yield Chunk(index, pieces, length, paragraphs, first_char, first_paragraph)
                index += 1
                first_char += length
                first_paragraph += paragraphs
                pieces, length, paragraphs = [], 0, 0
            pieces.append(Piece(block, row, text))
            length += size
            paragraphs += counts
    if pieces:
        yield Chunk(index, pieces, length, paragraphs, first_char, first_paragraph)


def _exactly(section: Section, wanted: str) -> bool:
    return section.heading == wanted


def _loosely(section: Section, wanted: str) -> bool:
    """Compare as a person would who typed it, with or without the heading's number.

    What a map has cut ends in …: its beginning is enough.
    """
    words = _plain(wanted)
    heading = _plain(section.heading or "")
    if words in (heading, f"{_plain(section.label or '')} {heading}"):
        return True
    return words.endswith("…") and len(words) > 1 and heading.startswith(words[:-1].rstrip())


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
