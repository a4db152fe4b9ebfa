"""Previews: pages, slides and pictures, drawn once and kept under `meta/previews/`.

What is kept is named by the content it was made from and by what made it, so a changed file or a
newer LibreOffice never shows an old page. A preview is worth nothing but time: where it cannot be
kept it is drawn again.
"""

from __future__ import annotations

import base64
import binascii
import json
import logging
import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePath
from typing import Any

from keenbench import __version__, paths, reading, storage
from keenbench.errors import (
    FileMissing,
    FileReadFailed,
    KeenBenchError,
    RunnerResourceExceeded,
    ValidationFailed,
)
from keenbench.formats.call import Call, FileRef
from keenbench.formats.preview.methods import PageParams, SlideParams, window_of
from keenbench.jsonrpc import Caller
from keenbench.registry import Method
from keenbench.settings import Settings
from keenbench.worker.files import Files
from keenbench.worker.ingested import Identity
from keenbench.worker.parser import Order
from keenbench.worker.pool import ParserPool
from keenbench.worker.renderer import Document, Renderer, Window, unavailable

log = logging.getLogger(__name__)

# Pages that the renderer makes at once: the next ones are there when they are asked for.
WINDOW_PAGES = 20
# A slide full of pictures takes most of a second: 20 of one real deck took 14, its first alone 1.
WINDOW_SLIDES = 5
KEPT_BYTES = 256 * 1024 * 1024
_REMEMBERED = 512
# All that a page may take: to be judged, laid out and drawn, waiting for LibreOffice included.
_PAGE_SECONDS = 58.0
_DRAWING_SECONDS = 8.0  # of them, kept for the drawing
# Printed pages of a sheet, at some 45 rows by 8 columns each, that LibreOffice finds in time.
_MOST_PAGES = 1_000_000
_PAGE_CELLS = 45 * 8


class PreviewCalls:
    """Answers the …Render… methods."""

    def __init__(
        self, settings: Settings, files: Files, pool: ParserPool, renderer: Renderer
    ) -> None:
        self._settings = settings
        self._files = files
        self._pool = pool
        self._renderer = renderer
        self._hashes: dict[Identity, str] = {}
        self._lock = threading.Lock()

    def run(self, method: Method[Call], raw: dict[str, Any], caller: Caller) -> Any:
        params: Any = method.parse(raw)
        workbench_id = paths.check_workbench_id(params.workbench_id)
        root, name = paths.check_root(params.root), paths.check_name(params.path)
        (fd,) = self._files.open(workbench_id, [(root, name)])
        if fd is None:
            raise FileMissing(f"There is no file {name}.", path=name)
        with ExitStack() as opened:
            opened.callback(os.close, fd)
            content = self._content(fd)
            office = method.options["preview"] == "office"
            if office and not self._renderer.available:
                raise unavailable()
            kept = opened.enter_context(self._kept(workbench_id, content))
            maker = self._renderer.version if office else __version__
            drawn = f"{method.name}-{maker}-{_index(params)}@{params.scale:.4f}"
            found = kept.read(drawn)
            if found is not None:
                return found
            if not office:
                result = self._draw(method, raw, workbench_id, FileRef(root, name), fd, caller)
            else:
                result = self._draw_office(method, raw, workbench_id, fd, content, kept, caller)
            kept.write(drawn, result)
            return result

    def _draw_office(
        self,
        method: Method[Call],
        raw: dict[str, Any],
        workbench_id: str,
        fd: int,
        content: str,
        kept: Kept,
        caller: Caller,
    ) -> dict[str, Any]:
        params: Any = method.parse(raw)
        index = _index(params)
        window = _window(params)
        ends = time.monotonic() + _PAGE_SECONDS
        suffix = PurePath(params.path).suffix.lower()
        stem = f"pages-{self._renderer.version}{suffix}"
        count = kept.count(stem)
        if count is not None and index >= count:
            raise _past_the_end(params, count)
        named = f"{stem}-{window.first}-{window.last}.pdf"
        pdf = kept.open(named)
        if pdf is None:
            # What our own reader refuses, a bomb or a maze, LibreOffice is not asked to open; of an
            # empty file it would show an empty page.
            ours_first = os.pread(fd, 2, 0) in (b"PK", b"")
            if ours_first:
                _check_extent(self._judged(raw, workbench_id, method, fd, caller), params.path)
            document = Document(fd, suffix, content, params.path)
            made: list[int] = []

            def take(path: Path) -> None:
                made.append(_open_made(path))

            try:
                left = ends - time.monotonic() - _DRAWING_SECONDS
                count = self._renderer.pages(document, window, take, caller.canceled, left)
            except FileReadFailed:
                if not ours_first:
                    # Ours may say what is wrong; LibreOffice says only that it failed.
                    self._judged(raw, workbench_id, method, fd, caller)
                raise
            (pdf,) = made
            kept.copy(named, pdf)
            if count is not None:
                kept.write_count(stem, count)
        try:
            if count is not None and index >= count:
                raise _past_the_end(params, count)
            # A program that converts whole documents gives all pages at once.
            first = window.first if count is not None else 1
            left = max(_DRAWING_SECONDS, ends - time.monotonic())
            result = self._draw(method, raw, workbench_id, window_of(first), pdf, caller, left)
        finally:
            os.close(pdf)
        if count is not None:
            result["slide_count" if "slide_count" in result else "page_count"] = count
        return result

    def _draw(
        self,
        method: Method[Call],
        raw: dict[str, Any],
        workbench_id: str,
        source: FileRef,
        fd: int,
        caller: Caller,
        seconds: float = _PAGE_SECONDS,
    ) -> dict[str, Any]:
        return self._read(method.name, raw, workbench_id, source, fd, caller, seconds)

    def _read(
        self,
        method: str,
        raw: dict[str, Any],
        workbench_id: str,
        source: FileRef,
        fd: int,
        caller: Caller,
        seconds: float,
    ) -> dict[str, Any]:
        order = Order(
            method=method,
            params=raw,
            files=[source],
            descriptors=[fd],
            deadline=min(seconds, self._settings.call_timeout_seconds),
            progress=None,
            canceled=caller.canceled,
        )
        with self._pool.parser(workbench_id, caller.canceled) as parser, parser.out() as out:
            result: dict[str, Any] = parser.run(order, out)
            return result

    def _judged(
        self,
        raw: dict[str, Any],
        workbench_id: str,
        method: Method[Call],
        fd: int,
        caller: Caller,
    ) -> dict[str, Any]:
        """Return what our own reader, under its limits, says of the document; it names a password,
        a wrong ending, a damaged part or a hostile one."""
        prefix = method.name.partition("Render")[0]
        asked: dict[str, Any] = {
            key: raw[key] for key in ("workbench_id", "root", "path") if key in raw
        }
        source = FileRef(str(raw.get("root", "draft")), str(raw["path"]))
        name = f"{prefix}{'GetInfo' if prefix == 'Xlsx' else 'GetMap'}"
        seconds = _PAGE_SECONDS / 2
        return self._read(name, asked, workbench_id, source, fd, caller, seconds)

    def _content(self, fd: int) -> str:
        """Return the sha256 of the file, hashed once for each of its versions."""
        identity = Identity.of(os.fstat(fd))
        with self._lock:
            known = self._hashes.get(identity)
        if known is None:
            known = storage.digest(fd).sha256
            with self._lock:
                while len(self._hashes) >= _REMEMBERED:
                    self._hashes.pop(next(iter(self._hashes)))
                self._hashes[identity] = known
        return known

    @contextmanager
    def _kept(self, workbench_id: str, content: str) -> Iterator[Kept]:
        home = self._files.workbench(workbench_id)
        with Kept.opened(home, workbench_id, content) as kept:
            yield kept


class Kept:
    """What was drawn of one content, in `meta/previews/<content>/`; nothing where no home is."""

    def __init__(self, folder: int | None, previews: int | None) -> None:
        self._folder = folder
        self._previews = previews

    @classmethod
    @contextmanager
    def opened(cls, home: Path | None, workbench_id: str, content: str) -> Iterator[Kept]:
        if home is None:
            yield cls(None, None)
            return
        with reading.open_folders(home.parent, workbench_id) as folders:
            try:
                previews = folders.make("meta/previews")
                folder = folders.make(f"meta/previews/{content}")
            except KeenBenchError as error:
                log.warning("previews are not kept: %s", error.error_code)
                yield cls(None, None)
                return
            # So that what is looked at stays, and what is not goes first.
            os.utime(folder)
            yield cls(folder, previews)

    def open(self, name: str) -> int | None:
        if self._folder is None:
            return None
        try:
            return paths.open_at(self._folder, name)
        except FileMissing:
            return None

    def read(self, name: str) -> dict[str, Any] | None:
        """Return an answer that was kept: its picture, and what stands beside it."""
        if self._folder is None:
            return None
        picture = reading.read_bytes(self._folder, f"{name}.png")
        beside = reading.read_bytes(self._folder, f"{name}.json")
        if picture is None or beside is None:
            return None
        answer: dict[str, Any] = json.loads(beside)
        return answer | {"bytes_base64": base64.b64encode(picture).decode()}

    def write(self, name: str, result: dict[str, Any]) -> None:
        beside = {key: value for key, value in result.items() if key != "bytes_base64"}
        try:
            picture = base64.b64decode(result["bytes_base64"], validate=True)
        except binascii.Error:
            raise FileReadFailed("The preview makes no sense.") from None
        self._keep({f"{name}.png": picture, f"{name}.json": json.dumps(beside).encode()})

    def count(self, stem: str) -> int | None:
        found = None
        if self._folder is not None:
            found = reading.read_bytes(self._folder, f"{stem}.count")
        return int(found) if found is not None else None

    def write_count(self, stem: str, count: int) -> None:
        self._keep({f"{stem}.count": str(count).encode()})

    def copy(self, name: str, source: int) -> None:
        if self._folder is not None:
            self._trying(lambda folder: storage.copy_into(source, folder, name))

    def _keep(self, files: Mapping[str, bytes]) -> None:
        def write(folder: int) -> None:
            for name, data in files.items():
                storage.write_file(folder, name, data, settle=False)

        self._trying(write)

    def _trying(self, write: Any) -> None:
        """Keep what can be kept: a full disk must not hide a page that was drawn."""
        if self._folder is None or self._previews is None:
            return
        try:
            write(self._folder)
            _make_room(self._previews)
        except KeenBenchError as error:
            log.warning("a preview was not kept: %s", error.error_code)


def _make_room(previews: int) -> None:
    """Let go of what was not looked at for longest, until the rest fits."""
    kept = []
    for name in os.listdir(previews):
        if storage.is_temporary(name):
            continue
        folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=previews)
        try:
            with os.scandir(folder) as entries:
                size = sum(entry.stat(follow_symlinks=False).st_size for entry in entries)
            kept.append((os.fstat(folder).st_mtime_ns, size, name))
        finally:
            os.close(folder)
    total = sum(size for _, size, _ in kept)
    # Never the newest: it is what someone looks at now.
    for _, size, name in sorted(kept)[:-1]:
        if total <= KEPT_BYTES:
            return
        storage.remove_tree(previews, name)
        total -= size


def _window(params: PageParams | SlideParams) -> Window:
    size = WINDOW_SLIDES if isinstance(params, SlideParams) else WINDOW_PAGES
    first = _index(params) // size * size + 1
    return Window(first, first + size - 1)


def _index(params: PageParams | SlideParams | Any) -> int:
    if isinstance(params, SlideParams):
        return params.slide_index
    return params.page_index if isinstance(params, PageParams) else 0


def _check_extent(judged: dict[str, Any], path: str) -> None:
    """Raise where a sheet reaches so far that nobody could wait for its pages to be counted."""
    for sheet in judged.get("sheets", ()):
        if sheet["row_count"] * sheet["col_count"] > _MOST_PAGES * _PAGE_CELLS:
            raise RunnerResourceExceeded(
                f"Sheet {sheet['name']} reaches over {sheet['row_count']} rows and "
                f"{sheet['col_count']} columns, too far to be laid out as pages. Look at its cells "
                "in the grid, or remove what stands far out.",
                phase="worker",
                path=path,
                detail={"limit": "pages"},
            )


def _past_the_end(params: Any, count: int) -> ValidationFailed:
    unit = "slide" if isinstance(params, SlideParams) else "page"
    return ValidationFailed(
        f"{unit}_index {_index(params)} is past the end: there are {count} {unit}s.",
        path=params.path,
    )


def _open_made(path: Path) -> int:
    """Open what the renderer left, trusting nothing about it."""
    try:
        return os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        raise FileReadFailed("LibreOffice made no pages of the document.") from None
