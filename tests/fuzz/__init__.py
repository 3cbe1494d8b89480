"""What nobody should give the package, made at random: by the types of its functions, and by the shape of its data.

`LANTERN_FUZZ=50 pytest tests/fuzz tests/server/test_spoiled.py` tries fifty times as much as `make test`, and other
things every time.
"""

from __future__ import annotations

import os

EFFORT = int(os.environ.get("LANTERN_FUZZ", "0"))
"""How many times as much is tried as usual, every time something else; 0 is as usual, always the same."""


def tries(usual: int) -> int:
    """How often something is tried."""
    return usual * max(1, EFFORT)
