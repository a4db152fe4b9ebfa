"""What a file is, by its extension alone: the workbench never looks inside."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

FileKind = Literal["text", "docx", "odt", "xlsx", "pptx", "pdf", "image", "binary"]
PreviewKind = Literal["diff", "image", "grid", "none"]
# The kinds that are changed by operations rather than by text.
OpsKind = Literal["docx", "xlsx", "pptx", "odt", "pdf"]

_OOXML = "application/vnd.openxmlformats-officedocument"
_OPAQUE_TYPE = "application/octet-stream"

_TEXT: dict[str, str] = {
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".json": "application/json",
    ".xml": "application/xml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".html": "text/html",
    ".js": "text/javascript",
    ".ts": "text/x-typescript",
    ".py": "text/x-python",
    ".java": "text/x-java",
    ".go": "text/x-go",
    ".rb": "text/x-ruby",
    ".rs": "text/x-rust",
    ".c": "text/x-c",
    ".cpp": "text/x-c++",
    ".h": "text/x-c",
    ".css": "text/css",
    ".sql": "application/sql",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".psv": "text/plain",
}
_OFFICE: dict[str, tuple[FileKind, str]] = {
    ".docx": ("docx", f"{_OOXML}.wordprocessingml.document"),
    ".docm": ("docx", "application/vnd.ms-word.document.macroEnabled.12"),
    ".dotx": ("docx", f"{_OOXML}.wordprocessingml.template"),
    ".dotm": ("docx", "application/vnd.ms-word.template.macroEnabled.12"),
    ".xlsx": ("xlsx", f"{_OOXML}.spreadsheetml.sheet"),
    ".xlsm": ("xlsx", "application/vnd.ms-excel.sheet.macroEnabled.12"),
    ".xltx": ("xlsx", f"{_OOXML}.spreadsheetml.template"),
    ".xltm": ("xlsx", "application/vnd.ms-excel.template.macroEnabled.12"),
    ".pptx": ("pptx", f"{_OOXML}.presentationml.presentation"),
    ".pptm": ("pptx", "application/vnd.ms-powerpoint.presentation.macroEnabled.12"),
    ".potx": ("pptx", f"{_OOXML}.presentationml.template"),
    ".potm": ("pptx", "application/vnd.ms-powerpoint.template.macroEnabled.12"),
    ".ppsx": ("pptx", f"{_OOXML}.presentationml.slideshow"),
    ".odt": ("odt", "application/vnd.oasis.opendocument.text"),
    ".ott": ("odt", "application/vnd.oasis.opendocument.text-template"),
    ".pdf": ("pdf", "application/pdf"),
}
_IMAGES: dict[str, str] = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".bmp": "image/bmp",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".svg": "image/svg+xml",
}
_PREVIEWS: dict[FileKind, PreviewKind] = {
    "text": "diff",
    "docx": "diff",
    "odt": "diff",
    "pptx": "diff",
    "pdf": "diff",
    "xlsx": "grid",
    "image": "image",
    "binary": "none",
}
# Python's own table, without the machine's: the same name has the same type everywhere.
_OTHERS = mimetypes.MimeTypes(filenames=())


@dataclass(frozen=True)
class Kind:
    file_kind: FileKind
    mime_type: str

    @property
    def is_opaque(self) -> bool:
        """True for a file that is never parsed."""
        return self.file_kind == "binary"

    @property
    def read_only(self) -> bool:
        """True for a file that refuses text writes and operations (but for pdf's annotations)."""
        return self.file_kind in ("pdf", "image")

    @property
    def writable_as_text(self) -> bool:
        return self.file_kind == "text"

    @property
    def preview_kind(self) -> PreviewKind:
        return _PREVIEWS[self.file_kind]


def kind_of(path: str) -> Kind:
    """Return what the file of this name is."""
    extension = PurePath(path).suffix.lower()
    if extension in _TEXT:
        return Kind("text", _TEXT[extension])
    if extension in _OFFICE:
        return Kind(*_OFFICE[extension])
    if extension in _IMAGES:
        return Kind("image", _IMAGES[extension])
    return Kind("binary", _OTHERS.types_map[True].get(extension, _OPAQUE_TYPE))
