"""Which dialect a text is in.

Each dialect that could be is tried on the head of the text. The right one cuts it into records of
few different widths (`pattern`), and into cells that look like something (`meaning`): numbers,
dates, addresses, plain words without another delimiter inside. The product decides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from keenbench.tables.cells import is_address, is_nothing, is_typed
from keenbench.tables.dialect import NO_DELIMITER, Dialect
from keenbench.tables.one_column import cuts_records
from keenbench.tables.records import Record, open_at_the_end, read_records

SNIFFED_CHARS = 48 * 1024
_SNIFFED_RECORDS = 400
_JUDGED_CELLS = 1500
_ENOUGH_LINES = 1

# In the order of how often files use them; of equals the earlier wins.
_DELIMITERS = (",", ";", "\t", "|", ":", " ", "~", "^", "\x01", "\x1f", "\x1e", "¦", "§", "!")
_RARE = {" ": 0.6, ":": 0.85, "!": 0.8, "~": 0.95, "^": 0.95, "§": 0.95}
_QUOTES = ('"', "'")
_SEPARATOR_LINE = re.compile(r"\A\"?sep=(.{1,4}?)\"?(\r\n|\n|\r)", re.IGNORECASE)
_PUNCTUATION_RUN = re.compile(r"[^\w\s\"'.,()/\\-]{2,4}")
_SUSPICIOUS = frozenset(";|\t\x01\x1f")


@dataclass(frozen=True)
class Sniffed:
    dialect: Dialect
    # `sep=;` in the first line, which is Excel's own and no part of the table.
    has_separator_line: bool
    score: float


def separator_line(text: str) -> str | None:
    """Return the delimiter that a `sep=` line names."""
    match = _SEPARATOR_LINE.match(text)
    return match.group(1) if match is not None else None


def split_lines(text: str) -> list[str]:
    """Return lines with their ends; only CR, LF and CRLF end one."""
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", text)


def sniff(text: str, *, delimiter: str | None = None) -> Sniffed:
    """Return the dialect of `text`, the head of a file cut at a line end."""
    named = separator_line(text)
    if named is not None:
        text = text[text.index("\n" if "\n" in text else "\r") + 1 :]
    delimiter = delimiter or named
    lines = split_lines(text[:SNIFFED_CHARS])
    cut = len(text) > SNIFFED_CHARS and len(lines) > 1
    if cut:
        lines.pop()
    head = _Head(lines, cut)
    found: list[Sniffed] = []
    for candidate in _delimiters(head.text, delimiter):
        found += _with_quotes(head, candidate, named is not None)
    # Sorting keeps the order of equals: the more usual delimiter wins.
    found.sort(key=lambda sniffed: round(sniffed.score, 9), reverse=True)
    if delimiter:
        return found[0]
    best = next((one for one in found if _cuts(head.whole(one.dialect), one.dialect)), None)
    if best is None:
        return max(_with_quotes(head, NO_DELIMITER, False), key=lambda one: one.score)
    return _with_space(head.whole(best.dialect), best)


class _Head:
    """The first lines of a text, `cut` where there are more."""

    def __init__(self, lines: list[str], cut: bool) -> None:
        self._lines = lines
        self._cut = cut
        self.text = "".join(lines)

    def whole(self, dialect: Dialect) -> list[str]:
        """Return the lines up to a cell of many lines that the cut goes through.

        Taken for a stray quote, it would make a record of each of its lines. What is left must
        still tell the dialect.
        """
        if not self._cut:
            return self._lines
        end = open_at_the_end(self._lines, dialect)
        return self._lines[:end] if end is not None and end >= _ENOUGH_LINES else self._lines


def _with_quotes(head: _Head, delimiter: str, has_separator_line: bool) -> list[Sniffed]:
    found = []
    for quote in _quotes(head.text, delimiter):
        dialect = Dialect(delimiter, quote, _escape(head.text, delimiter, quote))
        score = _score(head.whole(dialect), dialect)
        found.append(Sniffed(dialect, has_separator_line, score))
    return found


def _cuts(lines: list[str], dialect: Dialect) -> bool:
    """Whether the delimiter cuts records into cells, and not the values of a single column."""
    records = [record for record in read_records(lines, dialect) if not record.is_blank_line]
    records = records[:_SNIFFED_RECORDS]
    if not records:
        return True
    return cuts_records([record.cells for record in records], [r.text for r in records], dialect)


def _delimiters(head: str, given: str | None) -> Sequence[str]:
    if given is not None:
        return (given,)
    found = [delimiter for delimiter in _DELIMITERS if delimiter in head]
    runs = Counter(_PUNCTUATION_RUN.findall(head))
    for run, count in runs.most_common(3):
        if count < 2:
            continue
        found.append(run)
        one = run[0]
        alone = head.count(one) != len(run) * head.count(run)
        if one * len(run) == run and one in found and one not in ",;\t " and not alone:
            # It never stands alone, so it is not the delimiter; empty cells are not that regular.
            found.remove(one)
    return found or (",",)


def _quotes(head: str, delimiter: str) -> list[str]:
    """Return the quotes that stand where a quoted cell could begin and another could end."""
    found = []
    edge = re.escape(delimiter)
    for quote in _QUOTES:
        q = re.escape(quote)
        opens = re.search(rf"(?:\A|[\r\n]|{edge})[ ]*{q}", head)
        closes = re.search(rf"{q}[ ]*(?:{edge}|[\r\n]|\Z)", head)
        if opens and closes:
            found.append(quote)
    if '"' not in found and "'" in found:
        return ['"', "'"]
    return found or ['"']


def _escape(head: str, delimiter: str, quote: str) -> str:
    q, d = re.escape(quote), re.escape(delimiter)
    end = rf"(?:{d}|[\r\n]|\Z)"
    doubled = len(re.findall(rf"(?<!{q}){q}{q}(?!{q})(?!{end})", head))
    doubled += len(re.findall(rf"[^{q}\r\n]{q}{q}{q}(?={end})", head))
    for escape in ("\\", "\x00"):
        e = re.escape(escape)
        # Before a quote that does not close its cell, or before one and then the closing one.
        escaped = len(re.findall(rf"{e}{q}(?!{end})", head))
        escaped += len(re.findall(rf"{e}{q}{q}(?={end})", head))
        # Quotes inside cells that nothing marks: then a mark before one is chance.
        bare = len(re.findall(rf"\w{q}\w", head))
        if escaped > doubled + bare:
            return escape
    return quote


def _score(lines: list[str], dialect: Dialect) -> float:
    records: list[Record] = []
    for record in read_records(lines, dialect):
        if not record.is_blank_line:
            records.append(record)
        if len(records) >= _SNIFFED_RECORDS:
            break
    if not records:
        return 0.0
    pattern = _pattern([len(record.cells) for record in records])
    strays = sum(record.stray_quotes for record in records) / len(records)
    rare: float = _RARE.get(dialect.delimiter, 1.0)
    quoted = 1.0
    if dialect.quote == "'":
        quoted = 0.98  # an apostrophe unless it is clearly more
    meaning = _meaning(records, dialect)
    return pattern * meaning * rare * quoted * (1 - strays)


def _pattern(widths: list[int]) -> float:
    """Return how regular records of these widths are; one column is worth next to nothing."""
    counts = Counter(widths)
    usual = max(counts, key=lambda width: (counts[width] * (width > 1), width))
    total = 0.0
    for width, count in counts.items():
        total += count * max(width - 1, 1e-3) / width
    # A few rows out of line cost little; many kinds of rows cost much.
    regular = counts[usual] / len(widths)
    return float(total / len(widths) * regular / len(counts) ** 0.35)


def _meaning(records: list[Record], dialect: Dialect) -> float:
    """Return which part of the cells looks like something that a person would put in a cell."""
    others = _SUSPICIOUS - set(dialect.delimiter)
    known, total = 0.0, 0
    for record in records:
        for cell in record.cells:
            total += 1
            known += _is_meaningful(cell, dialect, others)
        if total > _JUDGED_CELLS:
            break
    return known / total if total else 0.0


def _is_meaningful(cell: str, dialect: Dialect, others: frozenset[str]) -> float:
    if is_nothing(cell) or is_typed(cell) or is_address(cell):
        return 1.0
    text = cell.strip()
    if dialect.quote and (text.startswith(dialect.quote) != text.endswith(dialect.quote)):
        return 0.1
    if text[0] in "\"'" and text[-1] == text[0] and len(text) > 1:
        return 0.3  # quoted by a quote that this dialect does not know
    if not others.isdisjoint(text):
        return 0.3
    if dialect.delimiter not in (",", ", ") and text.count(",") and " " not in text:
        return 0.4
    return 0.9


def _with_space(lines: list[str], best: Sniffed) -> Sniffed:
    """Return `, ` for `,` where every comma outside quotes has a space after it.

    Not where the cells are all numbers: there the space is padding, and the text stays as it is.
    """
    dialect = best.dialect
    if len(dialect.delimiter) != 1 or dialect.delimiter in " \t":
        return best
    spaced = Dialect(dialect.delimiter + " ", dialect.quote, dialect.escape)
    widths: Counter[int] = Counter()
    texts = 0
    for plain, wide in zip(read_records(lines, dialect), read_records(lines, spaced), strict=False):
        if plain.line != wide.line:
            break
        # An empty last cell may have lost its space at the line's end.
        bare = [cell for cell in plain.cells[1:] if not cell.startswith(" ")]
        if len(wide.cells) < 2 and not plain.is_blank_line:
            return best
        if any(cell for cell in bare) and dialect.quote not in plain.text:
            return best
        widths[len(wide.cells)] += 1
        texts += sum(1 for cell in wide.cells if not is_typed(cell) and not is_nothing(cell))
        if sum(widths.values()) >= 200:
            break
    if not texts or not widths or widths.most_common(1)[0][0] < 2:
        return best
    score = _score(lines, spaced)
    if score < best.score * 0.97 or texts <= widths.most_common(1)[0][0]:
        return best
    return Sniffed(spaced, best.has_separator_line, score)
