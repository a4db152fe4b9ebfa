"""Texts of cells: shared with others where the workbook keeps such a list, else in the cell."""

from __future__ import annotations

import re

from keenbench.formats.package_edit import PackageEdit
from keenbench.formats.xlsx.edit.cell_xml import escaped
from keenbench.formats.xlsx.edit.names import MAIN
from keenbench.formats.xlsx.plain_xml import NotPlain, check_plain
from keenbench.formats.xlsx.sheet_rows import attributes_of
from keenbench.formats.xlsx.xml_text import decoded, string_text

# A list larger than this is left alone: one more text is not worth writing it again.
_MOST_BYTES = 32 * 1024 * 1024
_ROOT = re.compile(rb"<sst((?:\s[^>]*?)?)\s*(/?)>")
_ITEM = re.compile(rb"<si\s*/>|<si(?:\s[^>]*)?>.*?</si\s*>", re.DOTALL)
# What XML cannot hold, or would not give back as it was.
_ODD = re.compile("[\x00-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]")
_LOOKS_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def text_xml(text: str) -> bytes:
    """Return <t> with the text as spreadsheets write it."""
    text = _LOOKS_ESCAPED.sub("_x005F_", text)
    text = _ODD.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
    space = ' xml:space="preserve"' if text != text.strip() or "\n" in text or "  " in text else ""
    return f"<t{space}>{escaped(text)}</t>".encode()


class SharedStrings:
    """The list of texts that cells share, which only grows."""

    def __init__(self, edit: PackageEdit, part: str | None) -> None:
        self._edit = edit
        self._part = part
        self._data: bytes | None = None
        self._known: dict[bytes, int] = {}
        self._new: list[bytes] = []
        self._count = 0
        self._uses = 0
        self._usable: bool | None = None
        self._texts: list[str] | None = None

    def cell(self, text: str) -> tuple[bytes, bytes]:
        """Return the type of a cell that holds the text, and its content."""
        xml = text_xml(text)
        if not self._load():
            return b"inlineStr", b"<is>%s</is>" % xml
        item = b"<si>%s</si>" % xml
        number = self._known.get(item)
        if number is None:
            number = self._known[item] = self._count + len(self._new)
            self._new.append(item)
        self._uses += 1
        return b"s", b"<v>%d</v>" % number

    def text(self, number: int) -> str | None:
        """Return the text that cells share under a number."""
        if self._texts is None:
            self._texts = []
            if self._part is not None and self._part in self._edit:
                root = self._edit.xml(self._part)
                for item in root.iterfind(f"{MAIN}si"):
                    runs = [item, *item.iterfind(f"{MAIN}r")]
                    pieces = (t.text or "" for run in runs for t in run.iterfind(f"{MAIN}t"))
                    self._texts.append(decoded("".join(pieces)))
        known = len(self._texts)
        if number < known:
            return self._texts[number]
        new = number - self._count
        return string_text(self._new[new]) if 0 <= new < len(self._new) else None

    def dropped(self) -> None:
        """A cell that shared a text no longer does."""
        self._uses -= 1

    def settled(self) -> str | None:
        """Write the list where it grew, and return its part."""
        if not self._new:
            return None
        assert self._data is not None
        assert self._part is not None
        root = _ROOT.search(self._data)
        assert root is not None
        attributes = attributes_of(root[1])
        uses = attributes.get(b"count", b"")
        if uses.isdigit():
            attributes[b"count"] = b"%d" % max(0, int(uses) + self._uses)
        if b"uniqueCount" in attributes:
            attributes[b"uniqueCount"] = b"%d" % (self._count + len(self._new))
        said = b"".join(b' %s="%s"' % pair for pair in attributes.items())
        start, new = b"<sst%s>" % said, b"".join(self._new)
        if root[2]:
            data = self._data[: root.start()] + start + new + b"</sst>" + self._data[root.end() :]
        else:
            end = self._items_end()
            old = self._data[root.end() : end]
            data = self._data[: root.start()] + start + old + new + self._data[end:]
        self._edit.replace(self._part, data)
        return self._part

    def _items_end(self) -> int:
        """Return where the items end: an extension may follow them."""
        assert self._data is not None
        last = max(self._data.rfind(b"</si>"), self._data.rfind(b"<si/>"))
        if last >= 0:
            return last + 5
        return self._data.rfind(b"</sst")

    def _load(self) -> bool:
        if self._usable is None:
            self._usable = self._read()
        return self._usable

    def _read(self) -> bool:
        if self._part is None or self._part not in self._edit:
            return False
        data = self._edit.read(self._part)
        if len(data) > _MOST_BYTES:
            return False
        try:
            for _ in check_plain([data]):
                pass
        except NotPlain:
            return False
        root = _ROOT.search(data)
        if root is None:
            return False
        items = _ITEM.findall(data, root.end())
        # Where the pattern misses an item, numbers would be wrong.
        if len(items) != data.count(b"<si>") + data.count(b"<si ") + data.count(b"<si/"):
            return False
        for number, item in enumerate(items):
            self._known.setdefault(item, number)
        self._data, self._count = data, len(items)
        return True
