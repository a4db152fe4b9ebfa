"""The step after a call in the test's own process: LibreOffice in its box, the parser here."""

from __future__ import annotations

import atexit
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

from keenbench.formats.asking import QUESTION, After
from keenbench.formats.call import Call
from keenbench.sandbox.bubblewrap import Bubblewrap
from keenbench.worker.after import AfterSteps
from keenbench.worker.parser import Order, Parser
from keenbench.worker.renderer import Renderer
from keenbench.worker.scratch import Scratch
from keenbench.worker.table import INTERNAL, METHODS


class ParserHere:
    """Runs internal methods without a box."""

    def alive(self) -> bool:
        return True

    @contextmanager
    def out(self) -> Iterator[Path]:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)

    def run(self, order: Order, out: Path) -> Any:
        method = INTERNAL.get(order.method)
        assert method is not None
        named = zip(order.files, order.descriptors, strict=True)
        call = Call({(ref.root, ref.name): fd for ref, fd in named}, out)
        return method.function(call, method.parse(order.params)).model_dump(mode="json")


@contextmanager
def own_renderer() -> Iterator[Renderer]:
    """Give a LibreOffice of the caller's own, not yet started."""
    with tempfile.TemporaryDirectory(prefix="keenbench-test-") as folder:
        scratch = Scratch(Path(folder))
        made = Renderer(Bubblewrap(), scratch, None)
        try:
            yield made
        finally:
            made.close()
            scratch.remove()


@cache
def renderer() -> Renderer:
    """Return one LibreOffice for all tests of the process."""
    standing = ExitStack()
    atexit.register(standing.close)
    return standing.enter_context(own_renderer())


def answered(
    name: str,
    params: dict[str, Any],
    out: Path,
    result: dict[str, Any],
    using: Renderer | None = None,
    seconds: float | None = None,
) -> dict[str, Any]:
    """Carry out the step after the method `name`, whose file and question lie in `out`."""
    if not (out / QUESTION).exists():
        return result
    method = METHODS.get(name)
    assert method is not None
    after: After = method.options["after"]
    if seconds is not None:
        after = replace(after, seconds=seconds)
    order = Order(name, params, [], [], 120, None, threading.Event())
    steps = AfterSteps(using or renderer())
    parser = cast(Parser, ParserHere())
    with steps.finished(after, order, parser, out, result) as done:
        data = done.file.read_bytes()
    (out / "result").write_bytes(data)
    for left in ("question", "document"):
        (out / left).unlink(missing_ok=True)
    return cast(dict[str, Any], done.result)
