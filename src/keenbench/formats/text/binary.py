"""What a file is that is no text, so that an error can name it."""

from __future__ import annotations

from pathlib import PurePath

from keenbench.errors import FileReadFailed

HEAD_BYTES = 64 * 1024

_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"PK\x03\x04", "a zip archive (as docx, xlsx, pptx and odt files are)"),
    (0, b"PK\x05\x06", "an empty zip archive"),
    (0, b"%PDF-", "a PDF document"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or encrypted Office document (OLE)"),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (0, b"\xff\xd8\xff", "a JPEG image"),
    (0, b"II*\x00", "a TIFF image"),
    (0, b"MM\x00*", "a TIFF image"),
    (0, b"\x1f\x8b\x08", "a gzip archive"),
    (0, b"BZh91AY&SY", "a bzip2 archive"),
    (0, b"\xfd7zXZ\x00", "an xz archive"),
    (0, b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (0, b"Rar!\x1a\x07", "a RAR archive"),
    (257, b"ustar\x00", "a tar archive"),
    (257, b"ustar  \x00", "a tar archive"),
    (0, b"SQLite format 3\x00", "an SQLite database"),
    (0, b"\x7fELF", "a program"),
    (0, b"MZ\x90\x00", "a Windows program"),
)
# Formats whose mark is plain letters, which a text might begin with too: named only where the rest
# of the head is not text.
_WEAK_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"PAR1", "a Parquet file"),
    (8, b"DUCK", "a DuckDB database"),
    (8, b"WEBP", "a WebP image"),
    (0, b"GIF89a", "a GIF image"),
    (0, b"GIF87a", "a GIF image"),
    (0, b"BM", "a BMP image"),
    (0, b"Obj\x01", "an Avro file"),
    (4, b"ftyp", "a video"),
    (0, b"ID3", "an MP3 recording"),
    (0, b"RIFF", "a sound or video"),
)
# Characters that text holds beside letters: tab, line ends, form feed, backspace, escape, the end
# mark of DOS, and the separators 01 and 1C to 1F that some exports put between fields.
_TEXT_CONTROLS = frozenset(b"\x01\x08\t\n\x0b\x0c\r\x1a\x1b\x1c\x1d\x1e\x1f")
_NOT_TEXT = bytes(byte for byte in range(32) if byte not in _TEXT_CONTROLS) + b"\x7f"


def known_format(head: bytes) -> str | None:
    """Return what kind of binary file begins like this, if it is a known one."""
    return _match(head, _MAGIC)


def not_text(path: str, head: bytes, why: str) -> FileReadFailed:
    """Return the error for a file that holds no text, naming what it is where that can be told."""
    kind = known_format(head) or _match(head, _WEAK_MAGIC)
    suffix = PurePath(path).suffix
    named = f" named {suffix}" if suffix else ""
    if kind:
        return FileReadFailed(f"This is {kind}{named}, not text.", path=path)
    return FileReadFailed(f"This is binary data{named}, not text: {why}.", path=path)


def control_count(data: bytes) -> int:
    """Return how many bytes of `data` are control characters that no text holds."""
    return len(data) - len(data.translate(None, _NOT_TEXT))


def _match(head: bytes, magic: tuple[tuple[int, bytes, str], ...]) -> str | None:
    for offset, mark, kind in magic:
        if head[offset : offset + len(mark)] == mark:
            return kind
    return None
