"""Which files a model may see in a run, as they are now.

The active view (the Draft where it has a file, else Published) of the files of the manifest: the
list that the user agreed to. What stands in the Draft alone is out of sight until it is published,
but for what this same model wrote itself, and for models that keep everything on this machine.
"""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass
from pathlib import PurePath

from keenbench.errors import FileMissing, SandboxViolation
from keenbench.paths import check_name
from keenbench.reading import View
from keenbench.workbench.draft import Draft, read_draft
from keenbench.workbench.files import same_name
from keenbench.workbench.kinds import Kind, kind_of
from keenbench.workbench.manifest import FileEntry, Manifest, read_manifest
from keenbench.workshop import tool_log
from keenbench.workshop.tool_run import ToolRun

TABLE_ENDINGS = frozenset((".csv", ".tsv", ".psv"))
_NEAR = 3


@dataclass(frozen=True)
class VisibleFile:
    """A file as the active view shows it."""

    path: str
    size: int
    # The Draft's version of it; None where Published shows through.
    state: str | None = None
    # Its line in the manifest; None for what stands in the Draft alone.
    entry: FileEntry | None = None

    @property
    def draft_only(self) -> bool:
        return self.entry is None

    @property
    def kind(self) -> Kind:
        return kind_of(self.path)

    @property
    def is_table(self) -> bool:
        return is_table(self.path)

    @property
    def what(self) -> str:
        """The kind of file in the words that the prompt uses."""
        return "table" if self.is_table else self.kind.file_kind


def is_table(path: str) -> bool:
    return PurePath(path).suffix.lower() in TABLE_ENDINGS


class VisibleFiles:
    """All files that a model may see, by path."""

    def __init__(
        self,
        files: dict[str, VisibleFile],
        *,
        deleted: frozenset[str] = frozenset(),
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        self.files = files
        self.deleted = deleted
        # In the Draft, and not for this model's eyes.
        self.hidden = hidden

    def get(self, path: str) -> VisibleFile | None:
        return self.files.get(path)

    def require(self, path: str, key: str = "path") -> VisibleFile:
        """Return the file, or say which names there are that are near."""
        self.check_name(path, key)
        found = self.files.get(path)
        if found is not None:
            return found
        near = self.near(path)
        if path in self.deleted:
            said = f"{path} was deleted in the Draft."
        else:
            said = f"There is no file {path} in this workbench."
        if near:
            said += f" Did you mean {' or '.join(near)}?"
        raise FileMissing(said, path=path, phase="workshop", detail={"did_you_mean": near})

    def check_name(self, path: str, key: str = "path") -> None:
        """Raise unless `path` is a plain name."""
        try:
            check_name(path)
        except SandboxViolation as error:
            name = PurePath(path.replace("\\", "/")).name if path else ""
            near = [name] if name in self.files else self.near(name)
            said = f"{error.message} {key} is the plain name of a file of this workbench."
            if near:
                said += f" Did you mean {' or '.join(near)}?"
            raise SandboxViolation(said, phase="workshop", detail={"did_you_mean": near}) from None

    def near(self, path: str) -> list[str]:
        """Return names like this one: of another case, another ending, a letter off."""
        same = [name for name in self.files if same_name(name) == same_name(path)]
        stem = same_name(PurePath(path).stem)
        other_ending = [name for name in self.files if same_name(PurePath(name).stem) == stem]
        folded = {same_name(name): name for name in self.files}
        close = difflib.get_close_matches(same_name(path), folded, n=_NEAR, cutoff=0.75)
        found = [*same, *other_ending, *(folded[name] for name in close)]
        return list(dict.fromkeys(found))[:_NEAR]


def look(run: ToolRun) -> VisibleFiles:
    """Return what the run's model may see now."""

    def read(view: View) -> tuple[Manifest, Draft | None, dict[str, int]]:
        manifest, draft = read_manifest(view), read_draft(view)
        return manifest, draft, active_sizes(view, manifest, draft)

    manifest, draft, sizes = run.bench.read(read)
    drafted = draft.files if draft is not None else {}
    only = [path for path in drafted if path not in manifest]
    own = tool_log.written_by(run.bench, run.model_id) if only and run.leaves else set(only)
    files = {
        path: VisibleFile(
            path,
            sizes[path],
            drafted[path].sha256 if path in drafted else None,
            manifest.get(path),
        )
        for path in sorted({*manifest.paths, *only})
        if path in sizes and (path in manifest or path in own)
    }
    return VisibleFiles(
        files,
        deleted=frozenset(draft.deleted if draft is not None else ()),
        hidden=frozenset(only) - own,
    )


def active_sizes(view: View, manifest: Manifest, draft: Draft | None) -> dict[str, int]:
    """Return the sizes of the files that the active view shows."""
    drafted = draft.files if draft is not None else {}
    gone = set(draft.deleted if draft is not None else ())
    sizes = {path: file.size for path, file in drafted.items()}
    for path in manifest.paths:
        if path not in sizes and path not in gone:
            stat: os.stat_result | None = view.stat("published", path)
            if stat is not None:
                sizes[path] = stat.st_size
    return sizes
