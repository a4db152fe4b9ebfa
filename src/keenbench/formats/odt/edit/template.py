"""A new OpenDocument text: nothing in it but the usual styles."""

from __future__ import annotations

import io

from keenbench.formats.zip_splice import Made, write_zip

MIMETYPE = "application/vnd.oasis.opendocument.text"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMESPACES = " ".join(
    [
        *(
            f'xmlns:{prefix}="{_ODF}{name}:1.0"'
            for prefix, name in (
                ("office", "office"),
                ("style", "style"),
                ("text", "text"),
                ("table", "table"),
                ("draw", "drawing"),
                ("fo", "xsl-fo-compatible"),
                ("svg", "svg-compatible"),
            )
        ),
        'xmlns:xlink="http://www.w3.org/1999/xlink"',
    ]
)
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_HEADINGS = ((1, 18), (2, 16), (3, 14), (4, 13), (5, 12), (6, 11))


def new_text(*, template: bool = False) -> bytes:
    """Return the bytes of a new document, always the same; a template for .ott."""
    mimetype = MIMETYPE + ("-template" if template else "")
    parts = {
        "mimetype": mimetype,
        "content.xml": _content(),
        "styles.xml": _styles(),
        "meta.xml": f"{_HEAD}<office:document-meta {_NAMESPACES} "
        'office:version="1.3"><office:meta/></office:document-meta>',
        "META-INF/manifest.xml": _manifest(mimetype),
    }
    out = io.BytesIO()
    write_zip(out, [_made(name, text.encode()) for name, text in parts.items()])
    return out.getvalue()


def _made(name: str, data: bytes) -> Made:
    return Made(name, lambda: (data,), len(data), stored=name == "mimetype")


def _content() -> str:
    return (
        f'{_HEAD}<office:document-content {_NAMESPACES} office:version="1.3">'
        "<office:font-face-decls/><office:automatic-styles/>"
        "<office:body><office:text/></office:body></office:document-content>"
    )


def _manifest(mimetype: str) -> str:
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{kind}"/>'
        for name, kind in (
            ("/", mimetype),
            ("content.xml", "text/xml"),
            ("styles.xml", "text/xml"),
            ("meta.xml", "text/xml"),
        )
    )
    return (
        f'{_HEAD}<manifest:manifest xmlns:manifest="{_ODF}manifest:1.0" manifest:version="1.3">'
        f"{entries}</manifest:manifest>"
    )


def _styles() -> str:
    headings = "".join(
        _paragraph_style(
            f"Heading_20_{level}",
            f"Heading {level}",
            "Heading",
            f'<style:text-properties fo:font-size="{size}pt" fo:font-weight="bold"/>',
            f' style:default-outline-level="{level}"',
        )
        for level, size in _HEADINGS
    )
    return (
        f'{_HEAD}<office:document-styles {_NAMESPACES} office:version="1.3"><office:styles>'
        '<style:default-style style:family="paragraph"><style:text-properties '
        'fo:font-family="\'Liberation Serif\'" fo:font-size="12pt"/></style:default-style>'
        '<style:style style:name="Standard" style:family="paragraph" style:class="text"/>'
        + _paragraph_style(
            "Text_20_body",
            "Text body",
            "Standard",
            '<style:paragraph-properties fo:margin-bottom="0.1in"/>',
        )
        + _paragraph_style(
            "Heading",
            "Heading",
            "Standard",
            '<style:paragraph-properties fo:margin-top="0.17in" fo:margin-bottom="0.08in" '
            'fo:keep-with-next="always"/><style:text-properties '
            "fo:font-family=\"'Liberation Sans'\"/>",
        )
        + headings
        + _paragraph_style(
            "Title",
            "Title",
            "Heading",
            '<style:paragraph-properties fo:text-align="center"/>'
            '<style:text-properties fo:font-size="28pt" fo:font-weight="bold"/>',
        )
        + _paragraph_style(
            "Subtitle",
            "Subtitle",
            "Heading",
            '<style:paragraph-properties fo:text-align="center"/>'
            '<style:text-properties fo:font-size="18pt"/>',
        )
        + "</office:styles><office:automatic-styles>"
        '<style:page-layout style:name="pm1"><style:page-layout-properties '
        'fo:page-width="8.5in" fo:page-height="11in" fo:margin-top="1in" fo:margin-bottom="1in" '
        'fo:margin-left="1in" fo:margin-right="1in"/></style:page-layout>'
        "</office:automatic-styles><office:master-styles>"
        '<style:master-page style:name="Standard" style:page-layout-name="pm1"/>'
        "</office:master-styles></office:document-styles>"
    )


def _paragraph_style(name: str, shown: str, parent: str, inner: str, more: str = "") -> str:
    return (
        f'<style:style style:name="{name}" style:display-name="{shown}" style:family="paragraph" '
        f'style:parent-style-name="{parent}" style:class="text"{more}>{inner}</style:style>'
    )
