"""Comments on slides, of the old kind and the threaded one."""

from __future__ import annotations

from collections.abc import Iterator

from keenbench.formats.ooxml_names import P
from keenbench.formats.package import Package
from keenbench.formats.pptx.methods import SlideComment
from keenbench.formats.pptx.text import paragraph_text, paragraphs
from keenbench.formats.xml_part import Element

_NAME = 200  # a name stands with every comment
P188 = "{http://schemas.microsoft.com/office/powerpoint/2018/8/main}"


def comment_authors(package: Package, presentation: str) -> dict[str, str]:
    """Return the names of those who commented, by id."""
    names: dict[str, str] = {}
    for relationship in package.relationships(presentation).of_kind("commentAuthors", "authors"):
        if relationship.part is not None and relationship.part in package:
            for author in package.xml(relationship.part):
                names[author.get("id", "")] = author.get("name", "")[:_NAME]
    return names


def comments_of(root: Element, authors: dict[str, str]) -> Iterator[SlideComment]:
    """Yield the comments of one comments part, each followed by its replies."""
    for comment in root.iterchildren(f"{P}cm", f"{P188}cm"):
        author = authors.get(comment.get("authorId", "")) or None
        if comment.tag == f"{P}cm":
            yield SlideComment(author=author, text=comment.findtext(f"{P}text") or "")
            continue
        yield SlideComment(author=author, text=_body(comment))
        for reply in comment.iterchildren(f"{P188}replyLst"):
            for one in reply.iterchildren(f"{P188}reply"):
                name = authors.get(one.get("authorId", "")) or None
                yield SlideComment(author=name, text=_body(one), reply=True)


def _body(element: Element) -> str:
    body = element.find(f"{P188}txBody")
    return "" if body is None else "\n".join(paragraph_text(one) for one in paragraphs(body))
