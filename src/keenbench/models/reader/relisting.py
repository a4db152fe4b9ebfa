"""The rows behind an answer: `who are they?`, `which artists were those?`, `only the names`."""

from __future__ import annotations

from keenbench.models.offline.columns import ColumnRef, names_of
from keenbench.models.offline.frame import Ask, Key, Order, Test, Understanding
from keenbench.models.reader.merging import merged
from keenbench.models.reader.parts import Part
from keenbench.models.reader.reordering import Reordering
from keenbench.models.reader.vocabulary import BACK, DO, THEM

_NAMES = ("name", "names")


class Relisting(Reordering):
    def _finish(self, changes: dict[str, object]) -> Understanding:
        raise NotImplementedError  # what follows puts the whole together

    def _lists(self) -> bool:
        """`who are they?`, `which of those are overdue?`: the rows, not their number."""
        previous = self.previous
        if not (previous.figures or previous.count_groups) or self.keys or self.figures:
            return False
        if self.open("agg", "how_much", "share", "super", "versus", "trend"):
            return False
        theirs = bool(set(self.words) & THEM) or self._concerns()
        if previous.keys and previous.limit is not None and "all" in self.words:
            self.limitless = True
            return False
        asks = [p for p in self.parts if p.tag in ("list", "which") and p.norm != "please"]
        if not asks:
            return False
        plain = asks[0].norm == "what" or asks[0].tag == "list"
        told = bool(self.tests) and not theirs
        return (theirs and not (plain and asks[0].norm == "what" and self.tests)) or (
            not told and len(self.parts) <= 3 and asks[0].norm != "what"
        )

    def _concerns(self) -> bool:
        """`which tenants does that concern?`: that stands for the rows of the answer."""
        pairs = set(zip(self.words, self.words[1:], strict=False))
        return any((verb, that) in pairs for verb in DO for that in ("that", "this"))

    def _listing(self, tests: list[Test]) -> Understanding:
        previous, was = self.previous, self.was
        base: dict[str, object] = {
            "change": None, "exists": False, "limit": None, "offset": None, "order": (),
        }  # fmt: skip
        if previous.having and previous.keys:
            figures = tuple(dict.fromkeys(h.figure for h in previous.having))
            base |= {"count_groups": False, "figures": figures, "tests": tuple(tests)}
            return self._finish(base)
        if previous.keys:
            raise Ask("All the rows behind that, or something of each group?")
        if was is not None and was.share == "of_rows":
            tests = merged(tests, was.where, narrows=True)
        table = was.table if was is not None else previous.subject
        asked = self._asked_of_them(table)
        if asked:
            shown, distinct = asked, True
        elif was is not None and was.func == "count_distinct" and was.column is not None:
            shown, distinct = [was.column], True
        else:
            shown, distinct = self.show_rows(table), False
            shown += [r for t in tests for r in t.columns() if r.table == table and not r.worked]
        for part in self.parts:
            if part.kind == "col" and not part.used and part.sense.ref is not None:
                self.use(part)
                shown.append(part.sense.ref)
        self.subject, self.shown = table, list(dict.fromkeys(shown))
        self.tests = [(test, -1) for test in tests]
        self.sort()
        base |= {"figures": (), "keys": (), "distinct": distinct, "tests": tuple(tests),
                 "subject": table, "shown": tuple(self.shown), "order": tuple(self.order),
                 "limit": self.limit}  # fmt: skip
        return self._finish(base)

    def row_of_edge(self) -> dict[str, object] | None:
        """`who ran that?` after the fastest time: what has the least, or the greatest, of all."""
        was, previous = self.was, self.previous
        if was is None or was.func not in ("min", "max") or was.column is None or previous.keys:
            return None
        points = bool(set(self.words) & {"that", "it", "this"})
        if not points or len(previous.figures) > 1 or self.open("agg", "how_much", "super"):
            return None
        shown = self.asked_of_row(was.column.table)
        if not shown:
            return None
        way = "asc" if was.func == "min" else "desc"
        present = Test(column=was.column, op="is_not_null", said="")
        return {
            "figures": (), "subject": was.column.table, "shown": (*shown, was.column),
            "tests": (*previous.tests, present), "limit": 1,
            "order": (Order(column=was.column, direction=way),),
        }  # fmt: skip

    def _asked_of_them(self, table: str) -> list[ColumnRef]:
        """`which artists were those?` after so many concerts: each artist of them once."""
        asks = [p for p in self.parts if p.tag == "which" and p.value == "which"]
        noun = self.after(asks[0].at) if asks else None
        if noun is None or noun.used or not self.is_entity(noun) or noun.kind == "unit":
            return []
        ref = noun.sense.ref
        own = noun.sense.table == table
        if (noun.kind == "rows" and own) or noun.sense.table not in self.s.reach(table):
            return []
        if ref is not None and self.nature(ref).unique and own:
            return []
        self.use(noun, *self.open("distinct"))
        return [ref] if ref is not None else self.show_rows(noun.sense.table)

    def more_keys(self, keys: list[Key]) -> list[Key]:
        """`show their clubs too`, of each runner: one more column of what the groups are of."""
        named = [
            p for p in self.parts
            if not p.used and p.kind == "col" and p.sense.ref is not None and self._of_keys(p, keys)
        ]  # fmt: skip
        shows = bool(self.open("list")) or bool(set(self.words) & {"their", "with"})
        if not named or not shows or self.open("group", "only", "super", "share"):
            return keys
        self.use(*named, *self.open("list"))
        self.keeps_rank = True
        return [*keys, *(Key(column=p.sense.ref) for p in named if p.sense.ref is not None)]

    def _of_keys(self, part: Part, keys: list[Key]) -> bool:
        ref = part.sense.ref
        told = {key.column.table for key in keys if self.nature(key.column).unique}
        return ref is not None and ref.table in told and all(key.column != ref for key in keys)

    def _only_names(self) -> list[ColumnRef]:
        """`only the names`, `just their names please`: what people call the rows."""
        said = [p for p in self.parts if p.norm in _NAMES and p.kind in ("skip", "used")]
        table = self.s.schema.table(self.previous.subject)
        if not said or table is None or not self.narrows:
            return []
        self.use(*self.open("only"))
        return names_of(self.s.schema, table)

    def _shown(self) -> list[ColumnRef]:
        """`and their capitals`, `just the names`: other columns of the rows that were listed."""
        previous = self.previous
        if previous.figures or previous.keys or self.figures or self.keys:
            return [] if self.figures or self.keys else list(previous.shown)
        named = [
            p for p in self.parts
            if p.kind == "col" and not p.used and p.sense.ref is not None
            and all(p is not by for _, _, by in self.sort_by)
        ]  # fmt: skip
        if not named and self._only_names():
            return self._only_names()
        if not named and bool(set(self.words) & BACK):
            return list(dict.fromkeys([*previous.shown, *self.asked_of_row(previous.subject)]))
        if not named or self.open("super"):
            return list(previous.shown)
        self.use(*named)
        refs = [p.sense.ref for p in named if p.sense.ref is not None]
        only = bool({"only", "just"} & set(self.words)) and not self.tests_changed()
        return list(dict.fromkeys(refs if only else [*previous.shown, *refs]))

    def tests_changed(self) -> bool:
        return [t for t, _ in self.tests] != list(self.previous.tests)
