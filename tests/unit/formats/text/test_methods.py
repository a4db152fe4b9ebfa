"""The text methods in the worker's table."""

from __future__ import annotations

import subprocess
import sys

import keenbench.formats.text.methods  # noqa: F401  registers the methods
from keenbench.formats.call import methods


def test_text_methods_are_in_the_table_with_a_summary() -> None:
    for name in ("TextGetMap", "TextReadLines", "TextExtractText", "TextWrite"):
        method = methods.get(name)
        assert method is not None
        assert method.summary


def test_knowing_the_methods_loads_nothing_that_parses() -> None:
    code = "import sys, keenbench.formats.text.methods; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    ours = [name for name in loaded if name.startswith("keenbench.formats.text.")]
    assert ours == ["keenbench.formats.text.methods"]
    assert "charset_normalizer" not in loaded
    assert "yaml" not in loaded
