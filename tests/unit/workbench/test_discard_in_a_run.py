"""What the user takes back while a run is at work on the same Draft."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keenbench.errors import Busy
from keenbench.workbench.bench import Workbench
from keenbench.workbench.discard import delete_file, discard_draft, revert_file
from keenbench.workbench.draft import read_draft
from keenbench.workbench.runs import running
from tests.workbench_texts import changed, write


@pytest.mark.parametrize(
    "take_back",
    [
        discard_draft,
        lambda bench: discard_draft(bench, ["notes.txt"]),
        lambda bench: revert_file(bench, "notes.txt"),
        lambda bench: delete_file(bench, "notes.txt"),
    ],
    ids=["discard", "discard paths", "revert", "delete"],
)
def test_nothing_is_taken_back_while_a_run_is_active(
    bench: Workbench, take_back: Callable[[Workbench], None]
) -> None:
    write(bench, {"notes.txt": "made by the run\n"})
    before = changed(bench)
    with running(bench, "run-1"):
        with pytest.raises(Busy) as error:
            take_back(bench)
        assert changed(bench) == before
    assert error.value.info().run_id == "run-1"
    take_back(bench)
    draft = bench.read(read_draft)
    assert draft is None or changed(bench) != before
