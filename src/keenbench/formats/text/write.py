"""Writing the whole new content of a text file, so that what was not meant to change does not.

The file keeps its encoding, its byte order mark and its line ends. What cannot be kept is refused,
or said in a warning; what was written is read back before it is called done.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO

from keenbench.errors import FileReadFailed, FileWriteFailed, SandboxViolation, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.focus import Focus
from keenbench.formats.shape import MapWarning
from keenbench.formats.text.binary import HEAD_BYTES
from keenbench.formats.text.codec import UTF_8, Codec, asks_for_mark, named_codec
from keenbench.formats.text.encoding import Detected, declared_codec, detect
from keenbench.formats.text.line_ends import Ended, keep_line_ends
from keenbench.formats.text.lines import TextFile, count_ends
from keenbench.formats.text.methods import WRITABLE_SUFFIXES, TextWriteParams, TextWritten
from keenbench.formats.text.own_codecs import STAND_INS
from keenbench.formats.text.read import reading
from keenbench.paths import is_draft_root
from keenbench.storage import write_failed

_NAMED_CHARACTERS = 10


def write_text(call: Call, params: TextWriteParams) -> TextWritten:
    path = params.path
    if not is_draft_root(params.root):
        raise SandboxViolation("Published changes only by Publish.", path=path)
    if PurePath(path).suffix.lower() not in WRITABLE_SUFFIXES:
        kinds = " ".join(WRITABLE_SUFFIXES)
        raise ValidationFailed(
            f"{path} is not a kind that is written as text ({kinds}).", path=path
        )
    if call.has(params.root, path):
        with call.open(params.root, path) as file, reading(path):
            found = detect(file, path)
            form = _form(params, found)
            has_stray_bytes = found.damage is not None
            old = TextFile(file, found)
            ended = keep_line_ends(params.content, old)
            line = _first_other_line(old, ended.text)
            warnings = [*_doubts(found, params), *ended.warnings]
            file.seek(0)
            doubled = file.read(2 * len(found.bom)) == 2 * found.bom != b""
    else:
        form, line = _form(params, None), 0
        ended = Ended(params.content, [])
        warnings = []
        doubled = has_stray_bytes = False
    text = ended.text
    if form.codec == UTF_8 and has_stray_bytes and STAND_INS.search(text):
        raise ValidationFailed(
            f"{path} holds bytes that are not UTF-8, and the content the characters that stand for "
            "them. Leave encoding out to keep those bytes, or replace the characters first.",
            path=path,
        )
    if form.mark and text.startswith("\ufeff") and not doubled:
        text = text[1:]  # the mark itself, brought along; a file may hold it as a character too
    data = form.mark + _encoded(text, form.codec, path, known=params.encoding is None)
    try:
        call.result_path.write_bytes(data)
        with call.result_path.open("rb") as file:
            again, doubt = _read_back(file, path, form, text)
    except OSError as error:
        raise write_failed(error, path) from None
    return TextWritten(
        size_bytes=len(data),
        encoding=form.codec.name,
        line_ending=count_ends(text).name,
        has_bom=again.has_bom,
        warnings=[*warnings, *doubt, *_declared(data, path, form.codec)],
        focus=Focus(line_start=line),
    )


def _first_other_line(old: TextFile, new: str) -> int:
    """Return the line, 0-based, in which the new text first differs from the old one."""
    at = 0
    for piece in old.pieces():
        if not new.startswith(piece, at):
            at += next(n for n, one in enumerate(piece) if new[at + n : at + n + 1] != one)
            break
        at += len(piece)
    return count_ends(new[:at].removesuffix("\r")).total


@dataclass(frozen=True)
class _Form:
    """What a text is written as."""

    codec: Codec
    mark: bytes


def _form(params: TextWriteParams, old: Detected | None) -> _Form:
    if params.encoding is not None:
        codec = named_codec(params.encoding)
        if old is not None and old.codec == codec and not asks_for_mark(params.encoding):
            return _Form(codec, old.bom)
        # UTF-16 and UTF-32 are hardly ever recognised without their mark.
        marked = asks_for_mark(params.encoding) or (codec.is_unicode and codec != UTF_8)
        return _Form(codec, codec.mark if marked else b"")
    if old is None:
        return _Form(UTF_8, b"")
    if not old.reversible:
        raise ValidationFailed(
            f"{params.path} writes some characters in a form of {old.encoding} that writing it "
            'again would change. Give encoding "utf-8" to convert the file, or encoding '
            f'"{old.encoding}" to write it in the usual form.',
            path=params.path,
        )
    return _Form(old.codec, old.bom)


def _doubts(old: Detected, params: TextWriteParams) -> list[MapWarning]:
    """Return what is uncertain about the encoding that the file keeps."""
    if params.encoding is not None:
        return []
    return [warning for warning in old.warnings if warning.code != "nul_characters"]


def _encoded(text: str, codec: Codec, path: str, *, known: bool) -> bytes:
    try:
        return text.encode(codec.python)
    except UnicodeEncodeError:
        bad = sorted(char for char in set(text) if not _encodable(char, codec))
    named = ", ".join(f"U+{ord(char):04X}" for char in bad[:_NAMED_CHARACTERS])
    more = f" and {len(bad) - _NAMED_CHARACTERS} more" if len(bad) > _NAMED_CHARACTERS else ""
    which = f"{path} is in {codec.name}, which" if known else codec.name
    if codec.is_unicode:
        raise ValidationFailed(
            f"The content holds halves of characters ({named}{more}), which no file can.", path=path
        )
    raise ValidationFailed(
        f"{which} cannot hold these characters of the content: {named}{more}. "
        'Give encoding "utf-8" to convert the file.',
        path=path,
    )


def _encodable(char: str, codec: Codec) -> bool:
    try:
        char.encode(codec.python)
    except UnicodeEncodeError:
        return False
    return True


def _read_back(
    file: BinaryIO, path: str, form: _Form, text: str
) -> tuple[Detected, list[MapWarning]]:
    """Prove that the file says what was meant, and that it will be read as that again."""
    try:
        again = detect(file, path)
    except FileReadFailed as error:
        raise ValidationFailed(
            f"The content would not be read as text again. {error.message}", path=path
        ) from None
    try:
        written = TextFile(file, Detected(form.codec, 1.0, form.mark)).text()
    except UnicodeDecodeError:
        written = None
    if written != text:
        raise FileWriteFailed(f"{path} did not read back as it was written.", path=path)
    if again.codec == form.codec:
        return again, []
    if TextFile(file, again).text() == text:  # plain ASCII, the same in both
        return again, []
    message = (
        f"The file is written in {form.codec.name}, but its few characters beyond ASCII look like "
        f'{again.encoding}, which it will be read as. Give encoding "utf-8" to leave no doubt.'
    )
    return again, [MapWarning(code="encoding_uncertain", message=message)]


def _declared(data: bytes, path: str, codec: Codec) -> list[MapWarning]:
    """Return a warning where the file says of itself that it is in another encoding."""
    declared = declared_codec(data[:HEAD_BYTES], path)
    if declared is None or declared == codec or data.isascii():
        return []
    message = f"The file declares {declared.name}, but is written in {codec.name}."
    return [MapWarning(code="declared_encoding", message=message)]
