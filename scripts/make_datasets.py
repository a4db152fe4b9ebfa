"""Make the demo datasets: `python -m scripts.make_datasets [FOLDER]`.

The same run gives the same bytes: one seed a dataset, no clock, nothing of anyone else's. The data
has what real exports have: empty cells, keys that match nothing, mixed case, a German statement
with decimal commas in Latin-1. What a table or column means is written by hand in
datasets/registry.json; only its row counts and version hashes are filled in here.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from scripts.demo_data.bank import bank
from scripts.demo_data.hr import hr
from scripts.demo_data.sensors import sensors
from scripts.demo_data.shop import shop
from scripts.demo_data.support import support

FOLDER = Path(__file__).parent.parent / "datasets"
REGISTRY = FOLDER / "registry.json"


def main(folder: Path = FOLDER) -> None:
    files = {**shop(), **support(), **sensors(), **bank(), **hr()}
    for name, content in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    (folder / "registry.json").write_bytes(registry(files))
    print(f"{len(files)} files, {sum(map(len, files.values())):,} bytes in {folder}")


def registry(files: dict[str, bytes]) -> bytes:
    """Return the written descriptions with what follows from the files' bytes filled in."""
    described = json.loads(REGISTRY.read_text(encoding="utf-8"))
    for dataset in described["datasets"]:
        joined = hashlib.sha256()
        for file in sorted(dataset["files"], key=lambda file: str(file["name"])):
            joined.update(files[file["path"]])
            # No cell of ours holds a line break, so the lines are the header and the rows.
            file["row_count"] = files[file["path"]].count(b"\n") - 1
        dataset["version_hash"] = f"sha256:{joined.hexdigest()}"
    return (json.dumps(described, ensure_ascii=False, indent=2) + "\n").encode()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
