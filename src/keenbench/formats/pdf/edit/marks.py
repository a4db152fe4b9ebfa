"""The dictionaries of notes, highlights and links, and how they look."""

from __future__ import annotations

from collections.abc import Sequence

from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

from keenbench.formats.pdf.edit.places import Quad

NOTE_POINTS = 20.0  # how large a note's sign is
_PRINTED = 4
_SIGN = 4 | 8 | 16  # printed; neither zoomed nor turned with the page
_YELLOW = "FFD800"


def note(
    corner: tuple[float, float], text: str, author: str, date: str | None, name: str
) -> DictionaryObject:
    """Return a note whose sign has its top left at `corner`, without its looks."""
    left, top = corner
    made = _annotation("Text", Quad(left, top - NOTE_POINTS, left + NOTE_POINTS, top), _SIGN, name)
    made[NameObject("/Contents")] = TextStringObject(text)
    made[NameObject("/T")] = TextStringObject(author)
    made[NameObject("/Name")] = NameObject("/Note")
    made[NameObject("/C")] = _colour(_YELLOW)
    if date is not None:
        digits = "".join(char for char in date if char.isdecimal()).ljust(14, "0")
        made[NameObject("/M")] = TextStringObject(f"D:{digits}Z")
    return made


def note_looks() -> DecodedStreamObject:
    """Return the sign of a note: a yellow leaf with three lines."""
    red, green, blue = _parts(_YELLOW)
    drawn = (
        f"{red:.4f} {green:.4f} {blue:.4f} rg 0.35 G 1 w 1 1 18 18 re B "
        "0.35 G 4 14 m 16 14 l 4 10 m 16 10 l 4 6 m 12 6 l S"
    )
    return _form(drawn, Quad(0, 0, NOTE_POINTS, NOTE_POINTS), {})


def highlight(quads: Sequence[Quad], colour: str | None, name: str) -> DictionaryObject:
    """Return a highlight over the rectangles, without its looks."""
    made = _annotation("Highlight", around(quads), _PRINTED, name)
    made[NameObject("/QuadPoints")] = _quad_points(quads)
    made[NameObject("/C")] = _colour(colour or _YELLOW)
    made[NameObject("/T")] = TextStringObject("KeenBench")
    return made


def highlight_looks(quads: Sequence[Quad], colour: str | None) -> DecodedStreamObject:
    """Return the marker's colour over the rectangles, the text showing through."""
    red, green, blue = _parts(colour or _YELLOW)
    boxes = " ".join(
        f"{quad.left:.4f} {quad.bottom:.4f} {quad.right - quad.left:.4f} "
        f"{quad.top - quad.bottom:.4f} re"
        for quad in quads
    )
    state = DictionaryObject({NameObject("/BM"): NameObject("/Multiply")})
    states = DictionaryObject({NameObject("/G0"): state})
    drawn = f"/G0 gs {red:.4f} {green:.4f} {blue:.4f} rg {boxes} f"
    return _form(drawn, around(quads), {"/ExtGState": states})


def link(quads: Sequence[Quad], url: str, name: str) -> DictionaryObject:
    """Return a link over the rectangles."""
    made = _annotation("Link", around(quads), _PRINTED, name)
    made[NameObject("/QuadPoints")] = _quad_points(quads)
    made[NameObject("/Border")] = ArrayObject([NumberObject(0)] * 3)
    made[NameObject("/A")] = DictionaryObject(
        {
            NameObject("/S"): NameObject("/URI"),
            NameObject("/URI"): ByteStringObject(url.encode("ascii")),
        }
    )
    return made


def wear(annotation: DictionaryObject, looks: IndirectObject) -> None:
    """Give an annotation its looks."""
    annotation[NameObject("/AP")] = DictionaryObject({NameObject("/N"): looks})


def around(quads: Sequence[Quad]) -> Quad:
    return Quad(
        min(quad.left for quad in quads),
        min(quad.bottom for quad in quads),
        max(quad.right for quad in quads),
        max(quad.top for quad in quads),
    )


def _annotation(kind: str, rect: Quad, flags: int, name: str) -> DictionaryObject:
    return DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Annot"),
            NameObject("/Subtype"): NameObject(f"/{kind}"),
            NameObject("/Rect"): _numbers(rect),
            NameObject("/F"): NumberObject(flags),
            NameObject("/NM"): TextStringObject(name),
        }
    )


def _form(drawn: str, box: Quad, resources: dict[str, PdfObject]) -> DecodedStreamObject:
    form = DecodedStreamObject()
    form.set_data(drawn.encode("ascii"))
    form[NameObject("/Type")] = NameObject("/XObject")
    form[NameObject("/Subtype")] = NameObject("/Form")
    form[NameObject("/BBox")] = _numbers(box)
    form[NameObject("/Resources")] = DictionaryObject(
        {NameObject(key): value for key, value in resources.items()}
    )
    return form


def _quad_points(quads: Sequence[Quad]) -> ArrayObject:
    # Top left, top right, bottom left, bottom right: what readers expect, whatever the
    # specification's picture says.
    return ArrayObject(
        FloatObject(round(value, 4))
        for quad in quads
        for value in (
            *(quad.left, quad.top, quad.right, quad.top),
            *(quad.left, quad.bottom, quad.right, quad.bottom),
        )
    )


def _numbers(values: Sequence[float]) -> ArrayObject:
    return ArrayObject(FloatObject(round(value, 4)) for value in values)


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def _colour(colour: str) -> ArrayObject:
    return ArrayObject(FloatObject(round(part, 4)) for part in _parts(colour))
