"""What every test can use."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.system_parts_plugin"]

# A run of the tests judges a change, so the examples are the same each time, and how long one takes
# on a busy machine is no fault. `make test-all` looks for new examples instead.
_UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", _UNTIMED, derandomize=True)
settings.register_profile("searching", _UNTIMED)
settings.load_profile("steady")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect tests without looking for garbage among them; they stay until the end.

    Each of the processes collects all tests: 27 CPU seconds with, 19 without.
    """
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()
