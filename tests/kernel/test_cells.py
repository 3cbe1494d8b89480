"""Runs of zeros and ones written into a row of cells."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from lantern.kernel.cells import write_amount, write_choice, write_zeros
from lantern.kernel.rule import plainly


def written(write: Callable[..., int], at: int, *numbers: int) -> tuple[list[int], int]:
    """A row of eight sevens after something was written into it, and where the next run begins."""
    rows = [np.full(8, 7, np.int8) for _ in range(2)]
    ends = [run(row, at, *numbers) for run, row in zip((write, plainly(write)), rows, strict=True)]
    assert ends[0] == ends[1]
    assert rows[0].tolist() == rows[1].tolist()
    return rows[0].tolist(), ends[0]


def test_zeros() -> None:
    assert written(write_zeros, 2, 3) == ([7, 7, 0, 0, 0, 7, 7, 7], 5)
    assert written(write_zeros, 2, 0) == ([7] * 8, 2)


@pytest.mark.parametrize(("amount", "run"), [(0, [0, 0, 0]), (1, [1, 0, 0]), (3, [1, 1, 1])])
def test_an_amount(amount: int, run: list[int]) -> None:
    assert written(write_amount, 1, amount, 3) == ([7, *run, 7, 7, 7, 7], 4)


@pytest.mark.parametrize(("choice", "run"), [(0, [1, 0, 0]), (2, [0, 0, 1]), (-1, [0, 0, 0])])
def test_a_choice(choice: int, run: list[int]) -> None:
    assert written(write_choice, 5, choice, 3) == ([7, 7, 7, 7, 7, *run], 8)
