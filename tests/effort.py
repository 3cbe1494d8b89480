"""How much is tried by tests that could go on for ever: games of twins, random matches, deals of bots.

`make test` tries what it takes to find errors in every run. `make thorough` (LANTERN_TESTS=thorough) tries more, and
plain rules less, for they are slow.
"""

from __future__ import annotations

import os
from typing import TypeVar

from lantern.kernel.rule import PLAIN

THOROUGH = os.environ.get("LANTERN_TESTS") == "thorough"
Amount = TypeVar("Amount")


def enough(usual: Amount, *, thorough: Amount, plain: Amount) -> Amount:
    """How much a test tries."""
    if PLAIN:
        return plain
    return thorough if THOROUGH else usual
