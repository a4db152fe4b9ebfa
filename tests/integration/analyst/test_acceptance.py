"""Seed 003 §12 against bubblewrap."""

from __future__ import annotations

import pytest

from tests.integration.analyst.acceptance_suite import *  # noqa: F403

pytestmark = pytest.mark.needs("bubblewrap")
