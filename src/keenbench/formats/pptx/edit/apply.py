"""Applying operations to a presentation."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import Applied, base_of
from keenbench.formats.call import Call
from keenbench.formats.documents import require_kind
from keenbench.formats.fidelity import save
from keenbench.formats.package import Package, open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.pptx.deck import Deck
from keenbench.formats.pptx.edit import ops
from keenbench.formats.pptx.edit.deck import DeckEdit
from keenbench.formats.pptx.edit.focus import Watched
from keenbench.formats.pptx.edit.overflowing import report_overflow
from keenbench.formats.pptx.edit.run_op import run_op
from keenbench.formats.pptx.edit.template import new_deck

_SUFFIXES = (".pptx", ".pptm", ".potx", ".potm", ".ppsx")
_NEW_SUFFIXES = (".pptx", ".potx", ".ppsx")


def apply_pptx(call: Call, params: ops.PptxApplyParams) -> Applied:
    suffix = PurePath(params.path).suffix.lower()
    if suffix not in _SUFFIXES:
        raise ValidationFailed(
            f"{params.path} is not named as a presentation ({' '.join(_SUFFIXES)}).",
            path=params.path,
        )
    with _opened(call, params, suffix) as package:
        deck = DeckEdit(PackageEdit(package))
        watched, report = Watched(deck), []
        for index, op in enumerate(params.ops):
            report.append(run_op(deck, call, params.root, index, op))
            watched.after(op, report[-1])
        count = deck.slide_count
        report_overflow(call, deck, report)

        def read_back(after: Package) -> None:
            again = Deck(after)
            broken = [n for n in range(again.slide_count) if again.slide(n).unreadable is not None]
            was_broken = _unreadable(package)
            if again.slide_count != count or len(broken) > was_broken:
                raise ValidationFailed(
                    "The edit was refused, for its result does not read back. The file is "
                    "unchanged.",
                    subphase="fidelity",
                    path=params.path,
                )

        warnings = save(
            call,
            deck.edit,
            deck.touched,
            allow_break_signature=params.allow_break_signature,
            read_back=read_back,
        )
    return Applied(report=report, warnings=warnings, focus=watched.focus())


def _unreadable(package: Package) -> int:
    deck = Deck(package)
    return sum(1 for n in range(deck.slide_count) if deck.slide(n).unreadable is not None)


@contextmanager
def _opened(call: Call, params: ops.PptxApplyParams, suffix: str) -> Iterator[Package]:
    base, source = base_of(call, params)
    if base == "new":
        if suffix not in _NEW_SUFFIXES:
            raise ValidationFailed(
                f"A new presentation has no macros: name it .pptx, not {suffix}.", path=params.path
            )
        with open_package(io.BytesIO(new_deck(suffix)), params.path) as package:
            yield package
        return
    kept = PurePath(source.name).suffix.lower()
    if base == "copy" and kept != suffix:
        raise ValidationFailed(
            f"A copy keeps the kind of its source: name it {kept}, not {suffix}.", path=params.path
        )
    with call.open(source.root, source.name) as file, open_package(file, source.name) as package:
        require_kind(package, "pptx")
        yield package
