"""Queries in podman, for real."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from scripts import container_engines

from keenbench.sandbox.container_engine import Image
from tests.integration.containers.containers_suite import *  # noqa: F403

pytestmark = [pytest.mark.needs("podman"), pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    with container_engines.podman() as name:
        yield Image("podman", name)
