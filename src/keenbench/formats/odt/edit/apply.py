"""Applying operations to an OpenDocument text."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

from keenbench.errors import ValidationFailed
from keenbench.formats.applying import Applied, OpReport, base_of
from keenbench.formats.call import Call
from keenbench.formats.documents import require_kind
from keenbench.formats.fidelity import Touched, save
from keenbench.formats.focus import Focus
from keenbench.formats.odt.edit.focus import Before
from keenbench.formats.odt.edit.looks import Styles
from keenbench.formats.odt.edit.ops import (
    AppendParagraph,
    OdtApplyParams,
    OdtParagraph,
    ReplaceText,
    SetParagraphs,
)
from keenbench.formats.odt.edit.paragraphs import Builder
from keenbench.formats.odt.edit.slots import PARAGRAPHS, Line, lines
from keenbench.formats.odt.edit.template import new_text
from keenbench.formats.odt.names import OFFICE, STYLE, TEXT, XLINK
from keenbench.formats.package import Package, open_package
from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.styled_text import search_pattern
from keenbench.formats.xml_part import Element

_CONTENT = "content.xml"
_STYLES = "styles.xml"
# What stands in the body and is not text of it.
_KEPT = (
    *(f"{TEXT}{name}" for name in ("sequence-decls", "variable-decls", "user-field-decls")),
    f"{TEXT}dde-connection-decls",
    f"{TEXT}alphabetical-index-auto-mark-file",
    f"{OFFICE}forms",
)
_SUFFIXES = (".odt", ".ott")


def apply_odt(call: Call, params: OdtApplyParams) -> Applied:
    if PurePath(params.path).suffix.lower() not in _SUFFIXES:
        raise ValidationFailed(f"{params.path} is not named .odt or .ott.", path=params.path)
    with _opened(call, params) as package:
        edit = _TextEdit(PackageEdit(package))
        before = Before(package, edit.body)
        report = [edit.run(index, op) for index, op in enumerate(params.ops)]
        found: list[Focus | None] = []
        warnings = save(
            call,
            edit.edit,
            edit.touched,
            allow_break_signature=params.allow_break_signature,
            read_back=lambda after: found.append(before.focus(after)),
        )
    return Applied(report=report, warnings=warnings, focus=found[0])


@contextmanager
def _opened(call: Call, params: OdtApplyParams) -> Iterator[Package]:
    base, source = base_of(call, params)
    if base == "new":
        file = io.BytesIO(new_text(template=params.path.lower().endswith(".ott")))
        with open_package(file, params.path) as package:
            yield package
        return
    with (
        call.open(source.root, source.name) as opened,
        open_package(opened, source.name) as package,
    ):
        require_kind(package, "odt")
        yield package


class _TextEdit:
    """A document and what was done to it."""

    def __init__(self, edit: PackageEdit) -> None:
        self.edit = edit
        self._changed: set[str] = set()
        self._removed: set[str] = set()
        self._content = edit.xml(_CONTENT)
        body = self._content.find(f"{OFFICE}body/{OFFICE}text")
        if body is None:
            raise edit.package.damaged("has no text body")
        self.body: Element = body
        self._styles_root = edit.xml(_STYLES) if _STYLES in edit else None
        self._styles = Styles(self._content, self._styles_root)

    @property
    def touched(self) -> Touched:
        return Touched(changed=frozenset(self._changed), removed=frozenset(self._removed))

    def run(self, index: int, op: SetParagraphs | AppendParagraph | ReplaceText) -> OpReport:
        report = OpReport(index=index, op=op.op)
        if isinstance(op, ReplaceText):
            self._replace(op, report)
        elif isinstance(op, AppendParagraph):
            self._append(op, report)
        else:
            self._set(op, report)
        return report

    def _replace(self, op: ReplaceText, report: OpReport) -> None:
        pattern = search_pattern(op.search, match_case=op.match_case, whole_word=op.whole_word)
        count = self._replace_under(_CONTENT, self.body, pattern, op.replace)
        for part in _page_parts(self._styles_root):
            count += self._replace_under(_STYLES, part, pattern, op.replace)
        report.count(matches=count)
        if not count:
            report.warn("no_match", "The text was not found; nothing was replaced.")

    def _replace_under(self, part: str, root: Element, pattern: re.Pattern[str], new: str) -> int:
        count = sum(Line(paragraph).replace(pattern, new) for paragraph in list(lines(root)))
        if count:
            self._touch(part)
        return count

    def _append(self, op: AppendParagraph, report: OpReport) -> None:
        for block in Builder(self._styles, report).blocks([op]):
            self.body.append(block)
        self._touch(_CONTENT)
        report.count(paragraphs=1)

    def _set(self, op: SetParagraphs, report: OpReport) -> None:
        before = self._references()
        old = [child for child in self.body if _is_text(child)]
        page = self._first_page(old)
        for child in old:
            self.body.remove(child)
        given: list[OdtParagraph] = op.paragraphs or [OdtParagraph(text="")]
        for block in Builder(self._styles, report).blocks(given, page):
            self.body.append(block)
        self._touch(_CONTENT)
        removed = self._remove_unused(before - self._references())
        report.count(paragraphs=len(op.paragraphs), removed_blocks=len(old), removed_parts=removed)

    def _first_page(self, old: list[Element]) -> str | None:
        """Return the kind of page the document begins with, which its first paragraph says."""
        for child in old:
            for paragraph in child.iter(*PARAGRAPHS):
                return self._styles.master_page(paragraph.get(f"{TEXT}style-name"))
        return None

    def _references(self) -> set[str]:
        """Return what the document refers to inside its package."""
        roots = [root for root in (self._content, self._styles_root) if root is not None]
        found = (element.get(f"{XLINK}href") for root in roots for element in root.iter())
        return {href.removeprefix("./").strip("/") for href in found if href}

    def _remove_unused(self, gone: set[str]) -> int:
        """Remove the pictures and objects that only the old body showed."""
        removed = [
            name
            for name in self.edit.names()
            if name in gone
            or any(name.startswith((f"{one}/", f"ObjectReplacements/{one}")) for one in gone if one)
        ]
        for name in removed:
            self.edit.remove(name)
        self._removed.update(removed)
        for name in sorted(gone):
            self._removed.add(f"{name}/")  # the folder of an object stands in the manifest too
        return len(removed)

    def _touch(self, part: str) -> None:
        self.edit.changed(part)
        self._changed.add(part)


def _is_text(child: Element) -> bool:
    if not isinstance(child.tag, str) or child.tag in _KEPT:
        return False
    # A picture bound to its page, not to a paragraph, stays.
    return child.get(f"{TEXT}anchor-type") != "page"


def _page_parts(styles: Element | None) -> list[Element]:
    """Return the headers and footers of every kind of page."""
    masters = () if styles is None else styles.iter(f"{STYLE}master-page")
    return [
        part
        for master in masters
        for part in master
        if isinstance(part.tag, str) and part.tag.startswith((f"{STYLE}header", f"{STYLE}footer"))
    ]
