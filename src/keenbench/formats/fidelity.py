"""The guard of what an edit did not mean to touch.

Before a result replaces the old file, the two packages are compared. A part that differs and was
not touched, a part, relationship, content type or manifest entry that is lost: the edit is refused
and says what would be lost. The old file stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from keenbench.errors import FileReadFailed, ValidationFailed
from keenbench.formats.call import Call
from keenbench.formats.package import Package
from keenbench.formats.package_edit import MANIFEST, PackageEdit
from keenbench.formats.relationships import CONTENT_TYPES, Relationship, relationships_part
from keenbench.formats.shape import MapWarning
from keenbench.formats.zip_splice import SpliceFailed, raw_chunks
from keenbench.storage import write_failed

_MANIFEST = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"
_SIGNATURES = ("_xmlsignatures/", "META-INF/documentsignatures.xml")
_NAMED = 5
# Larger parts are read back by the format that patched them, row by row.
_TREE_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Touched:
    """What the operations say they touched.

    Relationship parts, [Content_Types].xml and ODF's manifest need not be named: what they say is
    compared, entry by entry.
    """

    changed: frozenset[str] = frozenset()
    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    # Relationships that were meant to go: (source part, id).
    unrelated: frozenset[tuple[str, str]] = frozenset()
    # Parts that were meant to get another content type.
    retyped: frozenset[str] = frozenset()


def check(before: Package, after: Package, touched: Touched) -> None:
    """Raise, naming what would be lost, where more changed than was touched."""
    lost = [*_parts(before, after, touched)]
    if after.flavour == "odf":
        lost += _manifest(before, after, touched)
    else:
        lost += _relationships(before, after, touched)
        lost += _content_types(before, after, touched)
    if not lost:
        return
    named = "; ".join(lost[:_NAMED])
    more = f"; and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
    raise ValidationFailed(
        f"The edit was refused, for it would change what it did not mean to touch: {named}{more}. "
        "The file is unchanged.",
        subphase="fidelity",
        path=before.path,
    )


def signed(package: Package) -> bool:
    """Return whether the document carries a digital signature."""
    return any(name.startswith(_SIGNATURES) for name in package.names())


def save(
    call: Call,
    edit: PackageEdit,
    touched: Touched,
    *,
    allow_break_signature: bool,
    read_back: Callable[[Package], None] | None = None,
) -> list[MapWarning]:
    """Write the result of a call, see that it lost nothing and reads back, and return warnings."""
    package = edit.package
    warnings = []
    if signed(package):
        if not allow_break_signature:
            raise ValidationFailed(
                "The document is digitally signed, and any edit breaks the signature. Ask the user "
                "first, then give allow_break_signature: true.",
                subphase="signed",
                path=package.path,
            )
        warnings.append(
            MapWarning(
                code="signature_broken",
                message="The document was digitally signed; its signature no longer holds.",
            )
        )
    try:
        edit.write(call.result_path)
        with call.result_path.open("rb") as file:
            after = Package(file, package.path)
            check(package, after, touched)
            _read_back(after, edit, touched)
            if read_back is not None:
                read_back(after)
    except OSError as error:
        raise write_failed(error, package.path) from None
    return warnings


def _read_back(after: Package, edit: PackageEdit, touched: Touched) -> None:
    """See that what was written is there, and that its XML is XML."""
    if after.names() != edit.names():
        raise _unwritten(after)
    for name in sorted(touched.changed | touched.added):
        if name not in after:
            continue  # added and removed again
        if not name.endswith((".xml", ".rels", ".vml")) or after.size(name) > _TREE_BYTES:
            continue
        try:
            after.xml(name)
        except FileReadFailed:
            raise _unwritten(after) from None


def _unwritten(after: Package) -> ValidationFailed:
    return ValidationFailed(
        "The edit was refused, for its result does not read back. The file is unchanged.",
        subphase="fidelity",
        path=after.path,
    )


def _parts(before: Package, after: Package, touched: Touched) -> list[str]:
    lost = []
    for part in before.parts:
        name = part.name
        if name in touched.removed or (_is_list(name) and name in after):
            continue
        if _is_list(name) and _owner(name) in touched.removed:
            continue
        if name not in after:
            lost.append(f"the part {name} (lost)")
        elif name not in touched.changed and not _same(before, after, name):
            lost.append(f"the content of {name}")
    new = set(after.names()) - set(before.names()) - touched.added
    lost += [f"the part {name} (new)" for name in sorted(new) if not _is_list(name)]
    return lost


def _is_list(name: str) -> bool:
    """Whether what the part says is compared entry by entry."""
    folded = name.lower()  # OOXML knows no case in names
    return folded in (CONTENT_TYPES.lower(), MANIFEST.lower()) or folded.endswith(".rels")


def _owner(relationships: str) -> str:
    """Return the part whose relationships a .rels part holds."""
    folder, _, name = relationships.rpartition("/")
    parent = folder.removesuffix("_rels")
    return parent + name.removesuffix(".rels")


def _same(before: Package, after: Package, name: str) -> bool:
    old, new = before.find(name), after.find(name)
    assert old is not None
    assert new is not None
    if (old.info.CRC, old.size) != (new.info.CRC, new.size):
        return False
    if old.info.compress_size == new.info.compress_size:
        try:
            pairs = zip(
                raw_chunks(before.file, old.info), raw_chunks(after.file, new.info), strict=True
            )
            if all(one == other for one, other in pairs):
                return True
        except SpliceFailed:
            return False
    return before.read(name) == after.read(name)


def _sources(package: Package) -> list[str]:
    found = [_owner(name) for name in package.names() if name.endswith(".rels")]
    return [source for source in found if relationships_part(source) in package]


def _relationships(before: Package, after: Package, touched: Touched) -> list[str]:
    lost = []
    for source in _sources(before):
        if source in touched.removed or _unreadable(before, source):
            continue
        now = after.relationships(source)
        for old in before.relationships(source):
            if (source, old.id) in touched.unrelated or old.part in touched.removed:
                continue
            new = now.get(old.id)
            if new is None or _meaning(new) != _meaning(old):
                lost.append(f"the reference of {source or 'the package'} to {old.target}")
    for source in _sources(after):
        if _unreadable(after, source):
            continue
        for new in after.relationships(source):
            if new.part in touched.removed and new.part not in after:
                lost.append(f"what {source or 'the package'} refers to in {new.target}")
    return lost


def _unreadable(package: Package, source: str) -> bool:
    """Whether the relationships are damaged, in which case they are only copied."""
    try:
        package.relationships(source)
    except FileReadFailed:
        return True
    return False


def _meaning(relationship: Relationship) -> tuple[str, str, bool]:
    return relationship.type, relationship.part or relationship.target, relationship.external


def _content_types(before: Package, after: Package, touched: Touched) -> list[str]:
    return [
        f"the content type of {name}"
        for name in before.names()
        if name in after
        and name not in touched.retyped
        and before.content_types.of(name) != after.content_types.of(name)
    ]


def _manifest(before: Package, after: Package, touched: Touched) -> list[str]:
    if MANIFEST not in before:
        return []
    entries = {
        element.get(f"{_MANIFEST}full-path"): element.get(f"{_MANIFEST}media-type")
        for element in after.xml(MANIFEST).iter(f"{_MANIFEST}file-entry")
    }
    lost = []
    for element in before.xml(MANIFEST).iter(f"{_MANIFEST}file-entry"):
        name = element.get(f"{_MANIFEST}full-path", "")
        if name in touched.removed:
            continue
        if entries.get(name) != element.get(f"{_MANIFEST}media-type"):
            lost.append(f"the manifest's entry of {name}")
    return lost
