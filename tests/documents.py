"""Documents made in a few lines, and the worker's methods called on them."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path
from typing import Any

import keenbench.formats.docx.methods
import keenbench.formats.odt.methods
import keenbench.formats.pptx.methods  # noqa: F401  registers the methods
from keenbench.formats.call import Call, methods

OOXML = "http://schemas.openxmlformats.org"
RELATIONSHIPS = f"{OOXML}/officeDocument/2006/relationships"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"

NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": f"{OOXML}/wordprocessingml/2006/main",
        "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
        "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
        "r": RELATIONSHIPS,
        "a": f"{OOXML}/drawingml/2006/main",
        "p": f"{OOXML}/presentationml/2006/main",
        "m": f"{OOXML}/officeDocument/2006/math",
        "wp": f"{OOXML}/drawingml/2006/wordprocessingDrawing",
        "pic": f"{OOXML}/drawingml/2006/picture",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "c": f"{OOXML}/drawingml/2006/chart",
        "dgm": f"{OOXML}/drawingml/2006/diagram",
        "mc": f"{OOXML}/markup-compatibility/2006",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
    }.items()
)
ODF_NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        **{
            name: f"urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"
            for name, long in {
                "office": "office",
                "text": "text",
                "table": "table",
                "draw": "drawing",
                "style": "style",
                "svg": "svg-compatible",
                "form": "form",
            }.items()
        },
        "xlink": "http://www.w3.org/1999/xlink",
        "dc": "http://purl.org/dc/elements/1.1/",
        "math": "http://www.w3.org/1998/Math/MathML",
    }.items()
)


def call(method: str, file: Path, **params: Any) -> Any:
    """Return what a worker method gives for `file`, as it goes over the wire."""
    found = methods.get(method)
    assert found is not None
    parsed = found.parse({"workbench_id": "w", "root": "published", "path": file.name, **params})
    descriptor = os.open(file, os.O_RDONLY)
    try:
        made = found.function(
            Call(files={("published", file.name): descriptor}, out=file.parent), parsed
        )
    finally:
        os.close(descriptor)
    return made.model_dump(mode="json")


def zipped(parts: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def relationships(*entries: tuple[str, str, str], external: tuple[str, ...] = ()) -> str:
    """Return a .rels part of (id, last word of the type, target) entries."""
    made = "".join(
        f'<Relationship Id="{id}" Type="{RELATIONSHIPS}/{kind}" Target="{target}"'
        + (' TargetMode="External"' if id in external else "")
        + "/>"
        for id, kind, target in entries
    )
    return f'<Relationships xmlns="{OOXML}/package/2006/relationships">{made}</Relationships>'


def content_types(*overrides: tuple[str, str]) -> str:
    made = "".join(
        f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in overrides
    )
    return (
        f'<Types xmlns="{OOXML}/package/2006/content-types">'
        f'<Default Extension="xml" ContentType="application/xml"/>{made}</Types>'
    )


_WORD_PARTS = {
    "styles": "styles",
    "numbering": "numbering",
    "footnotes": "footnotes",
    "endnotes": "endnotes",
    "comments": "comments",
    "header1": "header",
    "footer1": "footer",
    "chart1": "chart",
    "data1": "diagramData",
}


def word_parts(
    body: str, links: tuple[tuple[str, str, str], ...] = (), **parts: str
) -> dict[str, str | bytes]:
    """Return the parts of a Word document: its body's XML, and other parts by name.

    A part is referred to by an id of its own name: r:id="header1".
    """
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": content_types(("/word/document.xml", f"{WORD}.document.main+xml")),
        "_rels/.rels": relationships(("rId1", "officeDocument", "word/document.xml")),
        "word/document.xml": f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relationships(
            *((name, _WORD_PARTS[name], f"{name}.xml") for name in parts),
            *links,
            external=tuple(id for id, kind, _ in links if kind == "hyperlink"),
        ),
    }
    for name, xml in parts.items():
        made[f"word/{name}.xml"] = xml.replace(">", f" {NAMESPACES}>", 1)
    return made


def word(folder: Path, body: str, **parts: Any) -> Path:
    """Write a Word document made of raw XML and return its path."""
    file = folder / "made.docx"
    file.write_bytes(zipped(word_parts(body, **parts)))
    return file


def odf(folder: Path, body: str, *, automatic: str = "", styles: str = "", **parts: str) -> Path:
    """Write an OpenDocument text made of raw XML and return its path."""
    file = folder / "made.odt"
    file.write_bytes(
        zipped(
            {
                "mimetype": "application/vnd.oasis.opendocument.text",
                "content.xml": f"<office:document-content {ODF_NAMESPACES}>"
                f"<office:automatic-styles>{automatic}</office:automatic-styles>"
                f"<office:body><office:text>{body}</office:text></office:body>"
                "</office:document-content>",
                "styles.xml": f"<office:document-styles {ODF_NAMESPACES}>{styles}"
                "</office:document-styles>",
                **parts,
            }
        )
    )
    return file


def text_of(method: str, file: Path, **params: Any) -> str:
    text = call(method, file, **params)["text"]
    assert isinstance(text, str)
    return text


def paragraph(text: str, style: str | None = None) -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"
