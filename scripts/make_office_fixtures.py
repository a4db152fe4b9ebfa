"""Make the small office files that tests read: `python -m scripts.make_office_fixtures [FOLDER]`.

The same run gives the same files: fixed times, fixed content, no file of anyone else's.
"""

from __future__ import annotations

import io
import struct
import sys
import zipfile
import zlib
from datetime import UTC, datetime
from pathlib import Path

import docx
import odfdo
import pptx
import xlsxwriter

FOLDER = Path(__file__).parent.parent / "tests" / "fixtures" / "office"
MADE = datetime(2026, 1, 1, tzinfo=UTC)
ZIP_TIME = (2026, 1, 1, 0, 0, 0)


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in {
        "simple.docx": simple_docx,
        "notes.odt": notes_odt,
        "multi-sheet.xlsx": multi_sheet_xlsx,
        "slides.pptx": slides_pptx,
        "report.pdf": report_pdf,
        "chart.png": chart_png,
        "logo.svg": logo_svg,
        "unknown.bin": unknown_bin,
    }.items():
        (folder / name).write_bytes(make())
        print(folder / name)


def simple_docx() -> bytes:
    """One heading, two paragraphs."""
    document = docx.Document()
    properties = document.core_properties
    properties.created = properties.modified = MADE
    document.add_heading("Summary", level=1)
    document.add_paragraph("Revenue grew in every region during the third quarter.")
    document.add_paragraph("Costs stayed level, and two open positions were filled.")
    out = io.BytesIO()
    document.save(out)
    return settled(out.getvalue())


def notes_odt() -> bytes:
    """Two paragraphs."""
    document = odfdo.Document("text")
    document.body.clear()
    document.body.append(odfdo.Paragraph("The kickoff meeting is on Monday at ten."))
    document.body.append(odfdo.Paragraph("Maria brings the drafts, Carlos the figures."))
    document.meta.creation_date = document.meta.date = MADE.replace(tzinfo=None)
    out = io.BytesIO()
    document.save(out)
    return settled(out.getvalue())


def multi_sheet_xlsx() -> bytes:
    """Two sheets, formulas, merged cells."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.set_properties({"created": MADE})
    sales = book.add_worksheet("Sales")
    sales.merge_range("A1:C1", "Sales by region", book.add_format({"bold": True}))
    sales.write_row("A2", ["Region", "Q1", "Q2"])
    for row, (region, first, second) in enumerate(
        [("North", 120, 140), ("South", 90, 75), ("East", 60, 64)], start=2
    ):
        sales.write_row(row, 0, [region, first, second])
    sales.write_formula("B6", "=SUM(B3:B5)", value=270)
    sales.write_formula("C6", "=SUM(C3:C5)", value=279)
    sales.write_string("A6", "Total")
    summary = book.add_worksheet("Summary")
    summary.write_row("A1", ["Measure", "Value"])
    summary.write_string("A2", "Growth")
    summary.write_formula("B2", "=Sales!C6-Sales!B6", value=9)
    book.close()
    return settled(out.getvalue())


def slides_pptx() -> bytes:
    """Three slides with bullet lists."""
    deck = pptx.Presentation()
    deck.core_properties.created = deck.core_properties.modified = MADE
    title = deck.slides.add_slide(deck.slide_layouts[0])
    title.shapes.title.text = "Quarterly review"
    title.placeholders[1].text = "Third quarter"
    for heading, bullets in (
        ("Highlights", ["Revenue up", "Two hires", "One office moved"]),
        ("Next steps", ["Plan the budget", "Review contracts"]),
    ):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = heading
        frame = slide.placeholders[1].text_frame
        frame.text = bullets[0]
        for bullet in bullets[1:]:
            frame.add_paragraph().text = bullet
    out = io.BytesIO()
    deck.save(out)
    return settled(out.getvalue())


def report_pdf() -> bytes:
    """Two pages of text."""
    texts = ("Annual report: page one", "Outlook: page two")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [4 0 R 6 0 R] /Count 2 >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for at, text in enumerate(texts):
        stream = f"BT /F1 18 Tf 72 720 Td ({text}) Tj ET".encode()
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            b"/Resources << /Font << /F1 3 0 R >> >> " + f"/Contents {5 + 2 * at} 0 R >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
    return bytes(out)


def chart_png() -> bytes:
    """A bar chart of 200 × 200 pixels."""
    bars = {20: 60, 65: 120, 110: 90, 155: 150}
    rows = bytearray()
    for y in range(200):
        rows.append(0)
        for x in range(200):
            bar = next((height for left, height in bars.items() if left <= x < left + 30), 0)
            rows += b"\x2f\x54\x96" if 180 - bar <= y < 180 else b"\xff\xff\xff"

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", 200, 200, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(rows), 9))
        + chunk(b"IEND", b"")
    )


def logo_svg() -> bytes:
    return (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" viewBox="0 0 120 120">\n'
        b'  <rect x="10" y="10" width="100" height="100" rx="16" fill="#2f5496"/>\n'
        b'  <path d="M40 90 V30 M40 60 L80 30 M40 60 L80 90" stroke="#fff" stroke-width="12"'
        b' fill="none"/>\n'
        b"</svg>\n"
    )


def unknown_bin() -> bytes:
    """Bytes that are no known format."""
    return bytes((at * 73 + at // 7) % 256 for at in range(4096))


def settled(package: bytes) -> bytes:
    """Return a zip package with the same members at one fixed time."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            member = zipfile.ZipInfo(info.filename, ZIP_TIME)
            # ODF wants its first member, the mimetype, stored.
            stored = info.compress_type == zipfile.ZIP_STORED
            member.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            new.writestr(member, old.read(info))
    return out.getvalue()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
