"""What every test can use."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.system_parts_plugin"]

# A run of the tests judges a change, so the examples are the same each time, and how long one takes
# on a busy machine is no fault. `make test-all` looks for new examples instead.
_UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", _UNTIMED, derandomize=True)
settings.register_profile("searching", _UNTIMED)
settings.load_profile("steady")
