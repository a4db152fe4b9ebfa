"""What the reading methods on presentations do."""

from __future__ import annotations

import json

from keenbench.errors import FileReadFailed, TooLarge, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.documents import open_document
from keenbench.formats.outline import READ_LIMIT, Section
from keenbench.formats.outline_shape import CHUNK_CHARS
from keenbench.formats.pptx.deck import Deck, DeckSlide
from keenbench.formats.pptx.methods import (
    DeckMap,
    DeckText,
    DeckTextParams,
    Slide,
    SlideContent,
    SlideContentParams,
    SlideEntry,
    SlideShape,
    SlideTable,
)
from keenbench.formats.pptx.shapes import Shape
from keenbench.formats.pptx.slide import slide_section
from keenbench.formats.pptx.text import paragraphs, table_rows, text_block
from keenbench.formats.relationships import Relationships
from keenbench.formats.shape import (
    ChunkInfo,
    Chunking,
    Listing,
    MapParams,
    short_name,
    window_info,
)

MAP_BYTES = 64 * 1024
EMU_PER_INCH = 914_400
_NAMES = (None, 60, 20, 8)  # how many characters of a title a map keeps, until it is small enough


def map_pptx(call: Call, params: MapParams) -> DeckMap:
    with open_document(call, params, "pptx") as package:
        deck = Deck(package)
        listing: Listing[SlideEntry] = Listing(params.page)
        total = 0
        for index in range(deck.slide_count):
            call.progress(index, deck.slide_count, "reading slides")
            slide = deck.slide(index)
            section = slide_section(slide)
            total += section.char_count
            listing.add(_entry(slide, section))
        size = deck.size
        found = DeckMap(
            path=params.path,
            format="pptx",
            size_bytes=package.size_bytes,
            warnings=deck.warnings,
            slides=listing.items,
            slides_count=deck.slide_count,
            slide_count=deck.slide_count,
            slide_width=None if size is None else _inches(size[0]),
            slide_height=None if size is None else _inches(size[1]),
            total_char_count=total,
            chunking=Chunking(unit="slides", size=1, count=deck.slide_count),
        )
        return _small(found)


def extract_pptx(call: Call, params: DeckTextParams) -> DeckText:
    with open_document(call, params, "pptx") as package:
        deck = Deck(package)
        index = params.slide_index if params.slide_index is not None else params.chunk
        if index is None:
            return _whole(call, deck, params.path)
        slide = _readable(deck, index)
        section = slide_section(slide)
        if params.slide_index is not None and params.chunk is not None:
            chunk = section.chunk(params.chunk)
            info = section.chunk_info(chunk)
            return DeckText(text=chunk.text, chunk_info=info, warnings=deck.warnings)
        text = "".join(chunk.text for chunk in section.chunks)
        return DeckText(
            text=_bounded(text, params.path),
            chunk_info=_slides_info(index, index, deck.slide_count),
            warnings=deck.warnings,
        )


def read_slide(call: Call, params: SlideContentParams) -> SlideContent:
    with open_document(call, params, "pptx") as package:
        deck = Deck(package)
        slide = _readable(deck, params.slide_index)
        links = None
        if params.detail == "positioned" and slide.part is not None:
            links = package.relationships(slide.part)
        return SlideContent(
            slide_index=slide.index,
            slide_count=deck.slide_count,
            slide=Slide(
                index=slide.index,
                title=slide.title,
                layout=slide.layout,
                hidden=slide.hidden,
                shapes=[_shape(slide, shape, links) for shape in slide.shapes],
                notes=slide.notes,
                comments=slide.comments,
            ),
            warnings=deck.warnings,
        )


def _readable(deck: Deck, index: int) -> DeckSlide:
    if index >= deck.slide_count:
        raise ValidationFailed(
            f"slide {index} does not exist; the presentation has {deck.slide_count}, from 0 on."
        )
    slide = deck.slide(index)
    if slide.unreadable is not None:
        raise FileReadFailed(
            f"Slide {index} cannot be read; the others can. {slide.unreadable}",
            path=deck.package.path,
        )
    return slide


def _whole(call: Call, deck: Deck, path: str) -> DeckText:
    texts: list[str] = []
    length = 0
    for index in range(deck.slide_count):
        call.progress(index, deck.slide_count, "reading slides")
        section = slide_section(deck.slide(index))
        length += section.char_count
        if length <= READ_LIMIT:  # past it only the count goes on, for the error that follows
            texts.extend(chunk.text for chunk in section.chunks)
    return DeckText(
        text=_bounded("".join(texts), path, length),
        chunk_info=_slides_info(0, deck.slide_count - 1, deck.slide_count),
        warnings=deck.warnings,
    )


def _slides_info(first: int, last: int, count: int) -> ChunkInfo:
    return window_info(unit="slides", first=first + 1, last=last + 1, total=count, size=1)


def _bounded(text: str, path: str, length: int = 0) -> str:
    length = max(length, len(text))
    if length * 4 > READ_LIMIT and (
        length > READ_LIMIT or len(text.encode("utf-8", "replace")) > READ_LIMIT
    ):
        raise TooLarge(
            f"The text is too large for one read: {length} characters, where {READ_LIMIT} bytes "
            "are the limit. Read it slide by slide, a large slide by its chunks.",
            path=path,
        )
    return text


def _entry(slide: DeckSlide, section: Section) -> SlideEntry:
    shapes = slide.shapes
    return SlideEntry(
        index=slide.index,
        title=None if slide.title is None else short_name(slide.title),
        layout=None if slide.layout is None else short_name(slide.layout),
        hidden=slide.hidden,
        has_images=any(shape.image_ids for shape in shapes),
        has_charts=any(shape.chart_id for shape in shapes),
        has_tables=any(shape.table is not None for shape in shapes),
        has_notes=slide.notes is not None,
        has_comments=bool(slide.comments),
        char_count=section.char_count,
        exceeds_chunk=section.char_count > CHUNK_CHARS,
        chunks_count=len(section.chunks),
        unreadable=slide.unreadable,
    )


def _small(found: DeckMap) -> DeckMap:
    """Cut long names until the map is as small as a map must be."""
    for length in _NAMES:
        if length is not None:
            for entry in found.slides:
                entry.title = _cut(entry.title, length)
                entry.layout = _cut(entry.layout, length)
        if len(json.dumps(found.model_dump(mode="json"))) <= MAP_BYTES:
            break
    return found


def _cut(name: str | None, length: int) -> str | None:
    return name if name is None or len(name) <= length else name[: length - 1] + "…"


def _shape(slide: DeckSlide, shape: Shape, links: Relationships | None) -> SlideShape:
    positioned = links is not None
    box = shape.box if positioned else None
    rows = None if shape.table is None else table_rows(shape.table)
    blocks = (
        [] if shape.body is None else [text_block(one, links) for one in paragraphs(shape.body)]
    )
    return SlideShape(
        index=shape.index,
        name=shape.name,
        shape_type=shape.kind,
        left=None if box is None else _inches(box.left),
        top=None if box is None else _inches(box.top),
        width=None if box is None else _inches(box.width),
        height=None if box is None else _inches(box.height),
        placeholder_type=None if shape.placeholder is None else shape.placeholder.kind,
        group=shape.group,
        text_blocks=blocks,
        table=None
        if rows is None
        else SlideTable(row_count=len(rows), col_count=max(map(len, rows), default=0), rows=rows),
        chart=slide.charts.get(shape.index),
        diagram=slide.diagrams.get(shape.index),
        has_image=bool(shape.image_ids),
        alt_text=shape.alt_text,
        hidden=shape.hidden or None,
    )


def _inches(emu: float) -> float:
    return round(emu / EMU_PER_INCH, 4)
