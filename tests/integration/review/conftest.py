"""An engine with its real worker, and a workbench of office files in it."""

from tests.integration.workbench.conftest import bench, engine

__all__ = ["bench", "engine"]
