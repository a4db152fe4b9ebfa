"""Which files may be written, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from keenbench.errors import ValidationFailed
from keenbench.workbench.bench import Workbench
from keenbench.workbench.draft import Draft
from keenbench.workbench.files import check_count, check_new_name, same_name
from keenbench.workbench.kinds import OpsKind, kind_of
from keenbench.workbench.manifest import Manifest

TEXT_WRITE = "TextWrite"
APPLY_METHODS: dict[OpsKind, str] = {
    "docx": "DocxApplyOps",
    "xlsx": "XlsxApplyOps",
    "pptx": "PptxApplyOps",
    "odt": "OdtApplyOps",
    "pdf": "PdfApplyOps",
}
PDF_ANNOTATIONS = frozenset({"add_note", "highlight_text", "add_link"})

_KIND_OF_METHOD = {method: kind for kind, method in APPLY_METHODS.items()}


def check_target(path: str, method: str, params: Mapping[str, Any]) -> None:
    """Raise unless the worker's `method` may make a new version of the file `path`."""
    check_new_name(path)
    kind = _KIND_OF_METHOD.get(method)
    if method == TEXT_WRITE:
        check_text_target(path)
    elif kind is not None:
        check_ops_target(path, kind, (op for op in params.get("ops", ()) if isinstance(op, dict)))
    elif kind_of(path).read_only:
        raise _refused(path, f"{path} is read-only.")


def check_text_target(path: str) -> None:
    found = kind_of(path)
    if found.read_only:
        raise _refused(path, f"{path} is read-only: a {found.file_kind} is not written as text.")
    if found.is_opaque:
        raise _refused(path, f"{path} is of a kind that KeenBench does not write.")
    if not found.writable_as_text:
        raise _refused(path, f"{path} is changed by {found.file_kind} operations, not as text.")


def check_ops_target(path: str, kind: OpsKind, ops: Iterable[Mapping[str, Any]]) -> None:
    found = kind_of(path)
    if found.file_kind == "image":
        raise _refused(path, f"{path} is read-only: images are not edited.")
    if found.file_kind != kind:
        raise _refused(path, f"{path} is no {kind} file, so {kind} operations cannot change it.")
    if kind == "pdf":
        for op in ops:
            if op.get("op") not in PDF_ANNOTATIONS:
                raise _refused(
                    path,
                    f"{path} is read-only but for the annotations "
                    f"{', '.join(sorted(PDF_ANNOTATIONS))}.",
                )


def check_names(
    bench: Workbench, manifest: Manifest, draft: Draft | None, paths: Iterable[str]
) -> None:
    """Raise if new files would clash with others by name or make too many."""
    known = {same_name(path): path for path in manifest.paths}
    for path in draft.files if draft is not None else ():
        known.setdefault(same_name(path), path)
    for path in paths:
        taken = known.setdefault(same_name(path), path)
        if taken != path:
            raise _refused(path, f"{path} differs only in case from {taken}, which stands there.")
    gone = len(draft.deleted) if draft is not None else 0
    check_count(bench, len(known) - gone)


def _refused(path: str, message: str) -> ValidationFailed:
    return ValidationFailed(message, path=path, phase="workshop")
