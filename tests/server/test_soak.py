"""A short soak on either database; `make soak` is the long one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def soak(*arguments: str) -> None:
    """Soak in a process of its own, which says on failure what was wrong."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.server.soak", *arguments],
        env=os.environ | {"LANTERN_RULES": "plain"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
    print(run.stdout)


def test_killed_on_sqlite() -> None:
    soak("--database", "sqlite", "--kills", "1", "--minutes", "0.05", "--tables", "4", "--thinkers", "0")


def test_killed_stopped_and_without_its_database_on_postgresql() -> None:
    soak("--database", "postgres", "--processes", "2", "--kills", "1", "--stops", "1", "--restarts", "1",
         "--minutes", "0.05", "--tables", "4", "--thinkers", "0")  # fmt: skip


@pytest.mark.thorough
def test_killed_often_on_sqlite() -> None:
    soak("--database", "sqlite", "--kills", "8", "--minutes", "0.3", "--tables", "4")


@pytest.mark.thorough
def test_killed_and_stopped_often_on_postgresql() -> None:
    soak("--database", "postgres", "--kills", "6", "--stops", "2", "--restarts", "1", "--minutes", "0.3",
         "--tables", "4")  # fmt: skip
