"""Text of Word documents that does not show: hidden, too small, or in the colour of its ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from keenbench.formats.docx.edit.places import blocks
from keenbench.formats.notices.colours import WHITE, Colour, colour_of, is_unreadable
from keenbench.formats.notices.shape import Signs, placed, telling
from keenbench.formats.ooxml_names import W14, W, is_on
from keenbench.formats.xml_part import Element

_SMALLEST = 2  # half points
_TRANSPARENT = 95_000  # of 100,000, which shows nothing
_HIGHLIGHTS = {"white": WHITE, "black": (0, 0, 0), "none": None}
_BOX = f"{W}txbxContent"
_PARTS = {
    "hdr": "a page header",
    "ftr": "a page footer",
    "footnotes": "a footnote",
    "endnotes": "an endnote",
    "comments": "a comment",
}


@dataclass(frozen=True)
class _Looks:
    """What decides whether text shows; None where nothing is said of it."""

    vanishes: bool | None = None
    colour: Colour | str | None = None  # a text: one that is not known
    size: int | None = None
    ground: Colour | str | None = None
    clear: bool | None = None

    def over(self, below: _Looks) -> _Looks:
        """Return these looks, with those below where nothing is said."""
        said = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if getattr(self, one.name) is not None
        }
        return replace(below, **said)


def hidden_text_signs(roots: Sequence[Element]) -> Signs:
    found = Signs()
    styles = _Styles(roots)
    page = next((_page(root) for root in roots if root.tag == f"{W}document"), WHITE)
    for root in roots:
        where = _Where(root)
        for run in root.iter(f"{W}r"):
            text = "".join(one.text or "" for one in run.iter(f"{W}t", f"{W}delText")).strip()
            if text and _is_hidden(run, styles, page):
                told = telling("passages that Word does not show", text)
                found["hidden_text", placed(told, where.of(run))] += 1
    return found


def _is_hidden(run: Element, styles: _Styles, page: Colour | str) -> bool:
    paragraph = next(run.iterancestors(f"{W}p"), None)
    own = _said(run.find(f"{W}rPr"))
    if own == _PLAIN and not styles.any_hides:
        return False
    looks = own.over(styles.of(_style(run, "r"), _style(paragraph, "p")))
    if looks.vanishes or looks.clear or (looks.size is not None and looks.size <= _SMALLEST):
        return True
    if not isinstance(looks.colour, tuple):
        return False
    ground = looks.ground or _ground(run, paragraph, page)
    return isinstance(ground, tuple) and is_unreadable(looks.colour, ground)


_PLAIN = _Looks()


class _Styles:
    """The styles of a document, with what they have from those they are based on."""

    def __init__(self, roots: Sequence[Element]) -> None:
        self._own: dict[str, _Looks] = {}
        self._based: dict[str, str] = {}
        self._default = ""
        for root in roots:
            for style in root.iter(f"{W}style"):
                name = style.get(f"{W}styleId", "")
                shade = _shade(style.find(f"{W}pPr/{W}shd"))
                self._own[name] = _said(style.find(f"{W}rPr")).over(_Looks(ground=shade))
                above = style.find(f"{W}basedOn")
                if above is not None:
                    self._based[name] = above.get(f"{W}val", "")
                if style.get(f"{W}type") == "paragraph" and is_on(style.get(f"{W}default", "0")):
                    self._default = name
        self.any_hides = any(looks != _PLAIN for looks in self._own.values())
        self._known: dict[tuple[str, str], _Looks] = {}

    def of(self, run: str, paragraph: str) -> _Looks:
        """Return the looks of text in these styles."""
        key = (run, paragraph)
        if key not in self._known:
            self._known[key] = self._chain(run).over(self._chain(paragraph or self._default))
        return self._known[key]

    def _chain(self, name: str) -> _Looks:
        found, seen = _PLAIN, set[str]()
        while name and name not in seen:
            seen.add(name)
            found = found.over(self._own.get(name, _PLAIN))
            name = self._based.get(name, "")
        return found


class _Where:
    """The places of a part: the paragraphs and tables of a body, counted from 1."""

    def __init__(self, root: Element) -> None:
        self._part = _PARTS.get(str(root.tag).removeprefix(W), "beside the text")
        body = root.find(f"{W}body")
        self._named = dict(_names(body)) if body is not None else {}

    def of(self, run: Element) -> str:
        for above in run.iterancestors(f"{W}p", f"{W}tbl"):
            if above in self._named:
                return self._named[above]
        return self._part


def _names(body: Element) -> Iterator[tuple[Element, str]]:
    counts = {"paragraph": 0, "table": 0}
    for block in blocks(body):
        kind = "paragraph" if block.tag == f"{W}p" else "table"
        counts[kind] += 1
        yield block, f"{kind} {counts[kind]}"


def _said(properties: Element | None) -> _Looks:
    """Return what run properties say themselves."""
    if properties is None:
        return _PLAIN
    vanish, colour = properties.find(f"{W}vanish"), properties.find(f"{W}color")
    size = properties.find(f"{W}sz")
    half_points = size.get(f"{W}val", "") if size is not None else ""
    return _Looks(
        vanishes=None if vanish is None else is_on(vanish.get(f"{W}val")),
        colour=None if colour is None else _colour(colour),
        size=int(half_points) if half_points.isdecimal() and len(half_points) < 6 else None,
        ground=_highlight(properties.find(f"{W}highlight")) or _shade(properties.find(f"{W}shd")),
        clear=_is_clear(properties.find(f"{W14}textFill")),
    )


def _colour(element: Element) -> Colour | str:
    theme = element.get(f"{W}themeColor")
    if theme in ("background1", "light1") and not (
        element.get(f"{W}themeShade") or element.get(f"{W}themeTint")
    ):
        return WHITE
    return colour_of(element.get(f"{W}val")) or "another"


def _highlight(element: Element | None) -> Colour | str | None:
    if element is None:
        return None
    return _HIGHLIGHTS.get(element.get(f"{W}val", ""), "another")


def _shade(element: Element | None) -> Colour | str | None:
    if element is None or element.get(f"{W}val") == "nil":
        return None
    if element.get(f"{W}val", "clear") not in ("clear", "solid"):
        return "a pattern"
    fill = element.get(f"{W}color" if element.get(f"{W}val") == "solid" else f"{W}fill")
    if fill in (None, "auto"):
        return "a theme's" if element.get(f"{W}themeFill") else None
    return colour_of(fill) or "another"


def _is_clear(fill: Element | None) -> bool | None:
    if fill is None:
        return None
    if fill.find(f"{W14}noFill") is not None:
        return True
    shares = [one.get(f"{W14}val", "") for one in fill.iter(f"{W14}alpha")]
    return any(share.isdecimal() and int(share) >= _TRANSPARENT for share in shares) or None


def _ground(run: Element, paragraph: Element | None, page: Colour | str) -> Colour | str:
    """Return what a run stands on, as far as that is known."""
    own = None if paragraph is None else _shade(paragraph.find(f"{W}pPr/{W}shd"))
    if own is not None:
        return own
    for above in run.iterancestors(f"{W}tc", f"{W}tbl", _BOX):
        if above.tag == _BOX:
            return "that of a box"
        if above.tag == f"{W}tc":
            shade = _shade(above.find(f"{W}tcPr/{W}shd"))
            if shade is not None:
                return shade
        elif above.find(f"{W}tblPr/{W}tblStyle") is not None:
            return "that of a table's style"
    return page


def _page(root: Element) -> Colour | str:
    background = root.find(f"{W}background")
    if background is None:
        return WHITE
    return colour_of(background.get(f"{W}color")) or "another"


def _style(element: Element | None, letter: str) -> str:
    if element is None:
        return ""
    named = element.find(f"{W}{letter}Pr/{W}{letter}Style")
    return named.get(f"{W}val", "") if named is not None else ""
