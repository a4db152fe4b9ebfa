"""Where the demo datasets are: DATASETS_DIR unless the user names another folder."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
# A wheel carries the folder inside the package; a checkout has it at its root.
_PLACES = (_PACKAGE / "datasets_demo", _PACKAGE.parent.parent / "datasets")


def demo_datasets_dir() -> Path:
    """Return the folder that holds the demo datasets and their registry.json."""
    return next((place for place in _PLACES if (place / "registry.json").is_file()), _PLACES[0])
