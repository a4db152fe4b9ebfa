"""What every test can use."""

from __future__ import annotations

pytest_plugins = ["tests.system_parts_plugin"]
