"""How many cards there are of each kind, none to three: two sets of kinds, so that many are counted in one step."""

from __future__ import annotations

from lantern.games.hanabi.board import COPIES, KINDS
from lantern.games.hanabi.knowledge import kinds_in_play
from lantern.games.hanabi.state import State
from lantern.kernel.bits import count_bits
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule

ODD, PAIR = range(2)
"""The kinds of which there are one or three, and those of which there are two or three."""
SETS = 2


@rule
def count_undiscarded(counts: Cells, state: State) -> None:
    """Count the cards in play that are not among the discards."""
    in_play = kinds_in_play(state)
    odd = 0
    pair = 0
    for kind in range(KINDS):
        copies = COPIES[state.ordinary_black, kind] - state.discarded[kind]
        odd |= (copies & 1) << kind
        pair |= (copies >> 1) << kind
    counts[ODD] = odd & in_play
    counts[PAIR] = pair & in_play


@rule
def copy_counts(counts: Cells, of: Cells) -> None:
    """The same numbers."""
    counts[ODD] = of[ODD]
    counts[PAIR] = of[PAIR]


@rule
def count_of(counts: Cells, kind: int) -> int:
    """How many there are of a kind."""
    number: int = (counts[ODD] >> kind & 1) + 2 * (counts[PAIR] >> kind & 1)
    return number


@rule
def kinds_counted(counts: Cells) -> int:
    """The set of kinds of which there is a card."""
    kinds: int = counts[ODD] | counts[PAIR]
    return kinds


@rule
def kinds_single(counts: Cells) -> int:
    """The set of kinds of which there is exactly one card."""
    kinds: int = counts[ODD] & ~counts[PAIR]
    return kinds


@rule
def take_each(counts: Cells, kinds: int) -> None:
    """One card fewer of each of some kinds; there is one of each."""
    counts[PAIR] ^= kinds & ~counts[ODD]
    counts[ODD] ^= kinds


@rule
def weigh(counts: Cells, kinds: int) -> int:
    """How many cards there are of some kinds."""
    return count_bits(kinds & counts[ODD]) + 2 * count_bits(kinds & counts[PAIR])


@rule
def share(counts: Cells, kinds: int, wanted: int) -> int:
    """How likely, in thousandths, a card that is one of some kinds is one of the wanted."""
    if kinds & ~wanted == 0:
        return 1000
    if kinds & wanted == 0:
        return 0
    whole = weigh(counts, kinds)
    return 1000 * weigh(counts, kinds & wanted) // whole if whole > 0 else 0
