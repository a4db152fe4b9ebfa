"""Real files of the corpus searched for active content: none fails but those that are refused."""

from __future__ import annotations

import pytest

from keenbench.errors import KeenBenchError
from tests.comparing import compared
from tests.fidelity.marked import corpus_files

KINDS = ("docx", "xlsx", "pptx", "odt", "pdf", "csv", "text", "image")

pytestmark = pytest.mark.skipif(not list(corpus_files("docx")), reason="no corpus here")
SUFFIXES = (".html", ".md", ".svg", ".xml", ".csv", ".tsv", ".psv")


@pytest.mark.parametrize("kind", KINDS)
def test_every_real_file_is_searched_or_refused_by_name(kind: str) -> None:
    for file, _ in corpus_files(kind):
        office = kind in ("docx", "xlsx", "pptx", "odt", "pdf")
        if file.stat().st_size > 3_000_000 or not (office or file.suffix in SUFFIXES):
            continue
        try:
            found = compared("NoticesFind", None, file)
        except KeenBenchError as error:
            assert error.message.endswith("."), file.name
            continue
        assert all(one["message"].endswith(".") for one in found["notices"]), file.name
        # What was there before is no news.
        assert compared("NoticesFind", file, file)["notices"] == [], file.name
