"""Page lists as people write them: "1-5,8", 1-based."""

from __future__ import annotations

import re

from keenbench.errors import ValidationFailed

_SPAN = re.compile(r"\s*([0-9]{1,9})\s*(?:-\s*([0-9]{1,9})\s*)?")


def parse_pages(pages: str | list[int], page_count: int) -> list[int]:
    """Return the pages meant, each once, in the order asked for."""
    spans = _spans(pages) if isinstance(pages, str) else [(page, page) for page in pages]
    if not spans:
        raise ValidationFailed('pages is empty; give pages as "1-5,8" or [1, 2].')
    wanted: dict[int, None] = {}
    for first, last in spans:
        if first < 1 or last > page_count:
            page = first if first < 1 or first > page_count else last
            raise ValidationFailed(f"There is no page {page}; the document has 1-{page_count}.")
        if last < first:
            raise ValidationFailed(f"pages {first}-{last} ends before it begins.")
        wanted.update(dict.fromkeys(range(first, last + 1)))
    return list(wanted)


def write_pages(pages: list[int]) -> str:
    """Return a list of pages as people write it: 1-5,8."""
    spans: list[tuple[int, int]] = []
    for page in pages:
        if spans and page == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], page)
        else:
            spans.append((page, page))
    if len(spans) == 1:
        return f"{spans[0][0]}-{spans[0][1]}"
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def _spans(pages: str) -> list[tuple[int, int]]:
    spans = []
    for piece in pages.split(","):
        match = _SPAN.fullmatch(piece)
        if match is None:
            raise ValidationFailed('pages is not a list of pages such as "1-5,8".')
        spans.append((int(match[1]), int(match[2] or match[1])))
    return spans
