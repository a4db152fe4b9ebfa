"""`make bench`: every figure that we claim, measured in one run; writes bench.json.

Each module here offers `run()`, which returns rows of CONTRACTS §9. A target is a ratio to a
reference of the same run wherever that can be, because machines are shared and noisy.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from pathlib import Path
from typing import Any

import bench


def main() -> None:
    wanted = set(sys.argv[1:])
    rows: list[dict[str, Any]] = []
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name.startswith("_") or (wanted and module.name not in wanted):
            continue
        for row in importlib.import_module(f"bench.{module.name}").run():
            rows.append(row)
            print_row(row)
    if not wanted:
        Path("bench.json").write_text(json.dumps(rows, indent=2) + "\n")
    # What has no target is there to compare with, and is neither held nor missed.
    targets = [row for row in rows if row["held"] is not None]
    missed = [row["name"] for row in targets if not row["held"]]
    print(f"\n{len(targets) - len(missed)} of {len(targets)} targets held.")
    if missed:
        print("missed: " + ", ".join(missed))


def print_row(row: dict[str, Any]) -> None:
    ratio = f" = {row['ratio']:.2f} x {row['reference']:.4g}" if row.get("ratio") else ""
    mark = {True: "held  ", False: "MISSED", None: "      "}[row["held"]]
    print(f"{mark} {row['name']}: {row['value']:.4g} {row['unit']}{ratio} (target {row['target']})")


if __name__ == "__main__":
    main()
