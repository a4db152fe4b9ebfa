"""Notices of pages and drawings: what their tags load, run and hide."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from keenbench.errors import FileReadFailed
from keenbench.formats.notices.page_hidden import HiddenParts
from keenbench.formats.notices.shape import NoticeCode, Signs, is_remote, leads_to, telling
from keenbench.formats.notices.styles import hides, style_signs

_IMAGES = {"img", "image", "feimage", "input", "picture", "source"}
_LOADED = {
    *("iframe", "frame", "embed", "object", "link", "video", "audio", "track", "use", "base"),
    *("script", "include", "import", "applet", "portal", "animate", "set", "mpath", "pattern"),
}
_SOURCES = {
    *("src", "href", "data", "poster", "background", "action", "formaction", "manifest"),
    *("codebase", "code", "archive", "classid", "lowsrc", "dynsrc", "longdesc", "cite", "profile"),
    *("to", "from", "values", "by", "schemalocation", "nonamespaceschemalocation"),
}
_LISTS = {"srcset", "imagesrcset", "ping"}
_SENT = {"action", "formaction", "ping"}
_BLANKS = re.compile(r"[\x00-\x20]")
_SCRIPTS = ("javascript:", "vbscript:", "livescript:", "data:text/html", "data:image/svg")
_ANIMATED = {"set", "animate", "animatetransform", "animatemotion"}
_ADDRESS = re.compile(r"[\"']([^\"']{1,9999})[\"']")
_PAGES_IN_PAGES = 3
# A page that says nothing of what its text stands on is white.
_GROUND = re.compile(r"background|bgcolor|prefers-color-scheme|color-scheme", re.IGNORECASE)
# Characters that are read in vain for the ends of tags; sane pages take none.
_MOST_IN_VAIN = 16_000_000


def markup_signs(text: str, depth: int = 0) -> Signs:
    """Return what the tags of a text do, as a browser reads them."""
    reader = _Tags(depth, on_white=_GROUND.search(text) is None)
    reader.feed(text)
    reader.close()
    reader.hidden.finish()
    reader.found.update(reader.hidden.found)
    reader.style("".join(reader.styles))
    return reader.found


class _Tags(HTMLParser):
    """Every tag with all values of its attributes, entities read."""

    def __init__(self, depth: int, *, on_white: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.found = Signs()
        self.hidden = HiddenParts()
        self._on_white = on_white
        self.styles: list[str] = []
        self._in_style = False
        self._depth = depth
        self._in_vain = 0

    def check_for_whole_start_tag(self, i: int) -> int:
        return self._spent(i, super().check_for_whole_start_tag(i))

    def parse_html_declaration(self, i: int) -> int:
        return self._spent(i, super().parse_html_declaration(i))

    def parse_comment(self, i: int, report: bool = True) -> int:
        return self._spent(i, super().parse_comment(i, report))

    def parse_pi(self, i: int) -> int:
        return self._spent(i, super().parse_pi(i))

    def parse_endtag(self, i: int) -> int:
        return self._spent(i, super().parse_endtag(i))

    def _spent(self, start: int, end: int) -> int:
        """Count what was read in vain: every mark without an end is sought to the end."""
        if end < 0:
            self._in_vain += len(self.rawdata) - start
            if self._in_vain > _MOST_IN_VAIN:
                raise FileReadFailed("The text holds too many tags that do not end to be searched.")
        return end

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        local = tag.rpartition(":")[2]
        self._in_style = local == "style"
        if local == "script":
            said = repr(attrs)
            self.found["script", telling("script", said)] += 1
        for name, value in attrs:
            self._attribute(local, name, name.rpartition(":")[2], value or "")
        given = {name: value or "" for name, value in attrs}
        if local == "meta" and given.get("http-equiv", "").strip().lower() == "refresh":
            self.found["script", telling("refresh", given.get("content", ""))] += 1
        if local in _ANIMATED and given.get("attributename", "").lower().startswith("on"):
            self.found["script", telling("an animated action", repr(attrs))] += 1
        hidden = "hidden" in given or hides(given.get("style", ""), on_white=self._on_white)
        if local == "font" and self._on_white:
            hidden = hidden or hides(f"color:{given.get('color', '')}", on_white=True)
        hidden = hidden and local not in ("input", "script", "template", "svg")
        self.hidden.starts(local, attrs, self.getpos()[0], hidden)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # A browser takes <p hidden/> for <p hidden>; a drawing ends it, and so does this.
        self.handle_starttag(tag, attrs)
        self.hidden.ends(tag.rpartition(":")[2])

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False
        self.hidden.ends(tag.rpartition(":")[2])

    def handle_data(self, data: str) -> None:
        self.hidden.says(data)
        if self._in_style:
            self.styles.append(data + "\n")
        elif self.cdata_elem == "script":
            # Another script in place of the old one is a new one.
            self.found["script", telling("script", data)] += 1

    def handle_decl(self, decl: str) -> None:
        self._declared(decl)

    def unknown_decl(self, data: str) -> None:
        self._declared(data)

    def handle_pi(self, data: str) -> None:
        if data.lower().startswith("xml-stylesheet"):
            self._declared(data)

    def handle_comment(self, data: str) -> None:
        # What older browsers read as a page of its own: <!--[if IE]> … <![endif]-->
        if data.lstrip().lower().startswith("[if"):
            self._page(data)

    def style(self, text: str) -> None:
        self.found.update(style_signs(text))

    def _declared(self, text: str) -> None:
        """Tell of a style or of a definition that is loaded; the names of standards are not."""
        for match in _ADDRESS.finditer(text):
            known = match[1].lower().startswith(("http://www.w3.org/", "https://www.w3.org/"))
            if is_remote(match[1]) and not known:
                self.found["external_link", leads_to(match[1])] += 1

    def _page(self, text: str) -> None:
        if self._depth < _PAGES_IN_PAGES:
            self.found.update(markup_signs(text, self._depth + 1))
        else:
            told = "A page holds pages in pages."
            self.found["not_checked", telling(told, text)] += 1

    def _attribute(self, tag: str, name: str, local: str, value: str) -> None:
        folded = _BLANKS.sub("", value[:9999]).lower()
        if local.startswith("on") and len(local) > 3:
            self.found["script", telling(local, value)] += 1
        elif folded.startswith(_SCRIPTS) and not (tag == "img" and folded.startswith("data:image")):
            self.found["script", telling("javascript address", value)] += 1
        elif local == "srcdoc":
            self.found["script", telling("a page in the page", value)] += 1
            self._page(value)
        elif local == "style":
            self.style(value)
        elif local in _LISTS:
            for target in re.split(r"[\s,]+", value):
                self._leads(tag, local, target)
        elif local in _SOURCES:
            for target in value.split(";") if local == "values" else [value]:
                self._leads(tag, local, target)
        elif local in ("fill", "stroke", "filter", "mask", "clip-path", "cursor", "marker"):
            self.style(value)
        if tag in ("iframe", "object", "embed") and folded.startswith("data:"):
            self.found["script", telling("a page in the page", value)] += 1

    def _leads(self, tag: str, name: str, target: str) -> None:
        if is_remote(target):
            self.found[_code(tag, name), leads_to(target)] += 1


def _code(tag: str, name: str) -> NoticeCode:
    if name in _SENT:
        return "external_link"
    if tag in _IMAGES:
        return "remote_image"
    if tag in _LOADED:
        return "external_link"
    return "link" if name in ("href", "cite", "longdesc", "profile") else "external_link"
