"""A new, empty document: the same bytes every time."""

from __future__ import annotations

import io
import zipfile
from pathlib import PurePath

from keenbench.formats.docx.edit.styles import built_in
from keenbench.formats.ooxml_names import R, W
from keenbench.formats.xml_write import DECLARATION

_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_MAIN_TYPES = {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    ".dotx": "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    ".docm": "application/vnd.ms-word.document.macroEnabled.main+xml",
    ".dotm": "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
}
SUFFIXES = tuple(_MAIN_TYPES)
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_NS = f'xmlns:w="{W[1:-1]}" xmlns:r="{R[1:-1]}"'
_STYLES = (
    "normal", *(f"heading {level}" for level in range(1, 7)), "title", "subtitle",
    "list paragraph", "quote", "caption", "header", "footer", "hyperlink", "normal table",
    "table grid",
)  # fmt: skip


def main_type(path: str) -> str:
    """Return the content type of the main part of a document with this name."""
    return _MAIN_TYPES[PurePath(path).suffix.lower()]


def new_document(path: str) -> bytes:
    """Return an empty document for a file of this name."""
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main_type(path)}"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{_WORD}styles+xml"/>'
        f'<Override PartName="/word/settings.xml" ContentType="{_WORD}settings+xml"/>'
        '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-'
        'package.core-properties+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/relationships/officeDocument" '
        'Target="word/document.xml"/>'
        f'<Relationship Id="rId2" Type="{_PACKAGE}/relationships/metadata/core-properties" '
        'Target="docProps/core.xml"/></Relationships>',
        "docProps/core.xml": f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"/>',
        "word/document.xml": f"<w:document {_NS}><w:body><w:sectPr>"
        '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" '
        'w:left="1440" w:header="720" w:footer="720" w:gutter="0"/><w:cols w:space="720"/>'
        "</w:sectPr></w:body></w:document>",
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/relationships/styles" Target="styles.xml"/>'
        f'<Relationship Id="rId2" Type="{_OFFICE}/relationships/settings" '
        'Target="settings.xml"/></Relationships>',
        "word/settings.xml": f'<w:settings {_NS}><w:defaultTabStop w:val="720"/>'
        '<w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting '
        'w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
        'w:val="15"/></w:compat></w:settings>',
        "word/styles.xml": f"<w:styles {_NS}><w:docDefaults><w:rPrDefault><w:rPr>"
        '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/>'
        '<w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault>'
        '<w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr>'
        f"</w:pPrDefault></w:docDefaults>{''.join(map(built_in, _STYLES))}</w:styles>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, xml in parts.items():
            info = zipfile.ZipInfo(name, _FIXED_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, DECLARATION + xml.encode(), compresslevel=6)
    return out.getvalue()
