"""Batches on an NVIDIA GPU, on machines that have one: compiling takes minutes there."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

import pytest

import lantern
from benchmarks.gpu import compare_steps
from lantern.kernel.errors import WrongCall
from lantern.kernel.gpu import the_gpu
from lantern.kernel.rule import PLAIN


@pytest.fixture
def cuda() -> Any:
    """The compiler's module for GPUs; without one there is nothing to test."""
    if PLAIN:
        pytest.skip("kernels are made of compiled rules")
    try:
        return the_gpu()
    except WrongCall:
        pytest.skip("needs an NVIDIA GPU and numba-cuda")


@pytest.mark.parametrize("name", ["hanabi", "khan"])
def test_steps_are_those_of_the_processor(name: str, cuda: Any) -> None:
    """Hanabi's step is one kernel, Khan's three; both are compared byte for byte, past the end of many games."""
    figures = compare_steps(lantern.game(name), {"players": 2}, "all", Namespace(compared=2048, steps=150))
    assert figures["games ended"] > 100
