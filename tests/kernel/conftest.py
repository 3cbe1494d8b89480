"""Workshops: with an empty cache, and with one that was filled before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.kernel.workshop import Workshop, assert_compiled


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache after a process has called the door."""
    workshop = Workshop(tmp_path_factory.mktemp("compiled"))
    assert_compiled(workshop.run()[1])
    return workshop.cache


@pytest.fixture
def used(workshop: Workshop, compiled: Path) -> Workshop:
    """A workshop whose door was called before."""
    shutil.copytree(compiled, workshop.cache)
    return workshop
