"""`make bench` runs every module of `bench`: each has to be one that can be run."""

from __future__ import annotations

import importlib
import pkgutil

import bench
import pytest

MODULES = [m.name for m in pkgutil.iter_modules(bench.__path__) if not m.name.startswith("_")]


@pytest.mark.parametrize("name", MODULES)
def test_a_module_of_the_bench_can_be_run(name: str) -> None:
    assert callable(importlib.import_module(f"bench.{name}").run)
