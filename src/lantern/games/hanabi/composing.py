"""What of a position of Hanabi an editor sets."""

from __future__ import annotations

from collections.abc import Iterable

from lantern.games.hanabi import board, ends, phases
from lantern.kernel.composing import Marked, Part, Rows, by_seat, cards, name, names, number, part, seat
from lantern.kernel.contract import Json

UP, DOWN = [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]
MOST_IN_HAND = {2: 5, 3: 5, 4: 4, 5: 4}
"""[players] the cards of a full hand (HANABI-1.3)."""
OPTIONAL = {board.MULTICOLOUR: "multicolour", board.BLACK: "black_powder"}
"""[suit] the option with which it is played."""


def parts(options: Json) -> list[Part]:
    """The cards in hands with their hints, what is built, discarded and left, and whose turn it is."""
    suits = [suit for place, suit in enumerate(board.SUIT_NAMES) if place not in OPTIONAL or options[OPTIONAL[place]]]
    kinds = [f"{suit} {value}" for suit in suits for value in UP]
    return [
        part("hands", by_seat(_held(kinds, MOST_IN_HAND[options["players"]])), "cards", pool=True, resets=("last",)),
        part("fireworks", _fireworks(suits), "cards", pool=True, resets=("score", "last")),
        part("discards", cards(kinds, "card", board.MOST_CARDS), "cards", pool=True, resets=("last",)),
        part("deck", cards(kinds, "card", board.MOST_CARDS, rest=True), "cards", pool=True),
        part("to_act", seat(optional=True), "turn", resets=("last",)),
        part("tokens", number(0, board.ALL_TOKENS), "turn", resets=("last",)),
        part("errors", number(0, board.ALL_ERRORS), "turn", resets=("score", "last")),
        part("turns_left", number(0, options["players"], optional=True), "turn", resets=("last",)),
        part("phase", name(phases.NAMES), "turn", resets=("last",)),
        *(
            [part("tiles", names(board.TILE_NAMES, "tile_short"), "more", resets=("turned",))]
            if options["flares"]
            else []
        ),
        *([part("returned", name(kinds, "card", optional=True), "more")] if options["flares"] else []),
        part("end", name(ends.NAMES[1:], "ending", optional=True), "more", resets=("score", "last")),
    ]


def _held(kinds: list[str], most: int) -> Marked:
    """The cards of a hand, each with the hints that may touch it."""
    fits = {kind: _fitting(kind) for kind in kinds}
    return Marked(kind="marked", names=kinds, of="card", most=most, hints=[*board.HINT_NAMES], fits=fits)


def _fitting(kind: str) -> list[str]:
    bits = int(board.FITTING[board.KIND_OF_NAME[kind]])
    return [hint for number_, hint in enumerate(board.HINT_NAMES) if bits >> number_ & 1]


def _fireworks(suits: Iterable[str]) -> Rows:
    """What is built; the firework of black powder goes down."""
    down = board.SUIT_NAMES[board.BLACK]
    return Rows(kind="rows", rows={suit: DOWN if suit == down else UP for suit in suits}, of="suit")
