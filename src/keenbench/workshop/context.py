"""What a model knows before the first word: the rules, and every file with its map.

Maps first: no content but that of small texts, and never that of a table. The same workbench gives
the same bytes. What does not fit into the budget is shortened, the largest first, and said to be.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from keenbench.engine.engine import Engine
from keenbench.errors import ContextExhausted, FileReadFailed
from keenbench.reading import MANIFEST, View
from keenbench.workbench.bench import Workbench
from keenbench.workbench.draft import Draft, read_draft
from keenbench.workbench.manifest import Manifest, parse_manifest
from keenbench.workshop import map_summaries
from keenbench.workshop.coverage import Coverage, Reading
from keenbench.workshop.file_maps import FileMaps, Mapped
from keenbench.workshop.prompts import workshop as words
from keenbench.workshop.receipts import dump
from keenbench.workshop.tool_run import ToolRun
from keenbench.workshop.visible_files import VisibleFile, active_sizes

# Bytes of a prompt that make a token at least, whatever the model: JSON and digits are dense.
_BYTES_A_TOKEN = 3
# A larger map is shortened even where there is room: it is sent with every message.
MAP_BYTES = 12 * 1024


@dataclass(frozen=True)
class Context:
    """The system prompt of a run."""

    prompt: str
    # The files whose map is shortened or left out, by path.
    summarised: list[str] = field(default_factory=list)
    # The files whose whole text is in the prompt.
    inlined: list[str] = field(default_factory=list)

    @property
    def tokens(self) -> int:
        return tokens_of(self.prompt)


def tokens_of(text: str) -> int:
    """Return how many tokens a text has at most, near enough for a budget."""
    return -(-len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN)


def build(
    engine: Engine,
    bench: Workbench,
    budget_tokens: int,
    run: ToolRun | None = None,
    *,
    rules: str = words.RULES,
) -> Context:
    """Return the prompt for the workbench as it is now, within the budget, or raise.

    The run can be cancelled meanwhile, and its coverage learns how much there is to read and which
    small texts were given whole.
    """
    files, missing = _files(bench)
    mapped = engine.part(FileMaps).of(bench, files, run.canceled if run is not None else None)
    lines = [_Line(file, mapped.get(file.path)) for file in files]
    _fit(lines, budget_tokens - tokens_of(rules) - 200)
    parts = [rules]
    parts.append(words.FILES_HEAD.format(count=len(files)) if lines else words.NO_FILES)
    parts[-1] += "".join(f"\n{line.text}" for line in lines)
    summarised = [line.file.path for line in lines if line.is_shortened]
    if summarised:
        parts.append(words.SHORTENED.format(count=len(summarised)))
    if any(line.not_inlined for line in lines):
        parts.append(words.NOT_INLINED)
    if missing:
        parts.append(f"Deleted in the Draft: {dump(missing)}")
    context = Context(
        "\n\n".join(parts), summarised, [line.file.path for line in lines if line.content]
    )
    if context.tokens > budget_tokens:
        raise _exhausted(len(files), context.tokens, budget_tokens)
    if run is not None:
        _teach(run.coverage, lines)
    return context


def _files(bench: Workbench) -> tuple[list[VisibleFile], list[str]]:
    """Return the active view of the files of the manifest, and those the Draft deletes."""

    def read(view: View) -> tuple[Manifest, Draft | None, dict[str, int]]:
        raw = view.read_json("meta", MANIFEST)
        if raw is None:
            raise FileReadFailed(
                "The workbench's list of files is missing, and a model is not asked without it.",
                phase="workshop",
                workbench_id=bench.workbench_id,
            )
        manifest, draft = parse_manifest(raw), read_draft(view)
        return manifest, draft, active_sizes(view, manifest, draft)

    manifest, draft, sizes = bench.read(read)
    drafted = draft.files if draft is not None else {}
    gone = set(draft.deleted if draft is not None else ())
    files = [
        VisibleFile(
            entry.path,
            # One that went missing on the disk is listed as it was; its map will say so.
            sizes.get(entry.path, entry.size),
            drafted[entry.path].sha256 if entry.path in drafted else None,
            entry,
        )
        for entry in manifest.files
        if entry.path not in gone
    ]
    return files, sorted(gone)


class _Line:
    """One file in the prompt, as full as there is room for."""

    def __init__(self, file: VisibleFile, mapped: Mapped | None) -> None:
        self.file = file
        self.mapped = mapped or Mapped()
        self.content = self.mapped.text
        self.not_inlined = False
        self.map: dict[str, Any] | None = None
        self._shorter: dict[str, Any] | None = None
        self._left_out = False
        if self.mapped.map is not None:
            self.map = map_summaries.whole(self.mapped.map)
            self._shorter = map_summaries.shortened(self.mapped.map)
            if len(dump(self.map).encode()) > MAP_BYTES:
                self._shorten()

    @property
    def is_shortened(self) -> bool:
        return self._left_out or (self.map is not None and "map_shortened" in self.map)

    @property
    def text(self) -> str:
        file = self.file
        entry: dict[str, Any] = {"path": file.path, "kind": file.what, "size": file.size}
        if file.kind.read_only:
            entry["read_only"] = True
        if file.state is not None:
            entry["changed_in_draft"] = True
        if file.kind.is_opaque:
            entry["note"] = "present; opaque, its content is unavailable"
        elif self.mapped.problem is not None:
            entry["note"] = f"present; its content is unavailable: {self.mapped.problem}"
        elif self._left_out:
            entry["map_left_out"] = True
        else:
            entry["map"] = self.map
        if self.content is not None:
            entry["content"] = self.content
        elif self.not_inlined:
            entry["not_inlined"] = True
        return dump(entry)

    @property
    def tokens(self) -> int:
        return tokens_of(self.text) + 1

    def give_way(self) -> bool:
        """Become shorter by a step; False when this is as short as it gets."""
        if self.content is not None:
            self.content, self.not_inlined = None, True
        elif self._shorter is not None:
            self._shorten()
        elif self.map is not None and not self._left_out:
            self._left_out = True
        else:
            return False
        return True

    def _shorten(self) -> None:
        shorter, self._shorter = self._shorter, None
        if len(dump(shorter)) < len(dump(self.map)):
            self.map = shorter


def _fit(lines: list[_Line], budget: int) -> None:
    """Shorten the longest lines until all fit, or none can be shortened any more."""
    sizes = {id(line): line.tokens for line in lines}
    total = sum(sizes.values())
    able = list(lines)
    while total > budget and able:
        # By path where two are equal: the same files are shortened every time.
        longest = max(able, key=lambda line: (sizes[id(line)], line.file.path))
        if not longest.give_way():
            able.remove(longest)
            continue
        total -= sizes[id(longest)]
        sizes[id(longest)] = longest.tokens
        total += sizes[id(longest)]


def _teach(coverage: Coverage, lines: list[_Line]) -> None:
    for line in lines:
        if line.mapped.map is not None:
            coverage.know(line.file.path, line.mapped.map)
        if line.content is not None and line.mapped.map is not None:
            count = int(line.mapped.map["line_count"])
            coverage.add([Reading(line.file.path, "lines", 1, count, count)])


def _exhausted(count: int, needed: int, budget: int) -> ContextExhausted:
    return ContextExhausted(
        f"The rules and the list of the workbench's {count} files alone take about {needed} "
        f"tokens, where this model has room for {budget} beside its tools. Use one with a larger "
        "context (for a server of your own, KEENBENCH_LOCAL_CONTEXT_TOKENS says how large it is), "
        "or split the files over several workbenches.",
        phase="workshop",
        detail={"needed_tokens": needed, "budget_tokens": budget, "files": count},
    )
