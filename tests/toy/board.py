"""The material: a row of squares with a card for each, as the tables that the rules read.

Squares and cards are numbers from 0; people count them from 1.

    0  1  2  3  4  5  6  7  8
"""

from __future__ import annotations

import numpy as np

SQUARES = 9
CARDS = SQUARES
MOST_SEATS = 3
DEALT = 2
MOST_HELD = 4
MOST_STONES = 2

FREE = -1
NO_CARD = -1
UNKNOWN = -2

ALL_SQUARES = (1 << SQUARES) - 1
ALL_CARDS = (1 << CARDS) - 1

BESIDE = np.array([(1 << square << 1 | 1 << square >> 1) & ALL_SQUARES for square in range(SQUARES)], np.int64)
"""[square] the set of squares next to it."""
