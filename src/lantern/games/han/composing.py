"""What of a position of HAN an editor sets, and where on the map."""

from __future__ import annotations

from lantern.games.han import board as han_board
from lantern.games.han import ends, phases
from lantern.games.han.board import COLOUR_NAMES, FORTIFICATIONS, HAND_SIZE, MARKET_PLACES, MOST_CARDS
from lantern.games.han.maps import board_of
from lantern.kernel.composing import Part, by_name, by_seat, cards, name, names, number, part, seat
from lantern.kernel.contract import Json

MOST_POINTS = 999
UNKNOWN_CARDS = ("seen", "older", "not_older")
"""What all know of the cards in hands."""


def parts(options: Json) -> list[Part]:
    """The pieces on the map, the cards, whose turn it is, and the points."""
    map_ = board_of(options["map"])
    spaces, provinces = [*map_.number_of_space], [*map_.number_of_province]
    moved = ("scored", "turn", "last")
    markers = [marker for marker in (FORTIFICATIONS, MARKET_PLACES) if options[marker]]
    owned = by_name(spaces, seat())
    pieces = [part("houses", owned, "board", things="space", resets=moved, clears=markers)]
    if options[FORTIFICATIONS]:
        pieces += [part("fortifications", owned, "board", things="space", resets=moved, along=["houses"])]
    if options[MARKET_PLACES]:
        pieces += [part("market_places", owned, "board", things="space", resets=moved, clears=["houses"])]
    sent = by_name(provinces, by_seat(number(0, han_board.ALL_EMISSARIES)), "province")
    held = by_seat(cards(COLOUR_NAMES, "card", HAND_SIZE))
    return [
        *pieces,
        part("emissaries", sent, "board", things="dragon", resets=("turn", "last")),
        part("hands", held, "cards", pool=True, resets=(*UNKNOWN_CARDS, "turn", "last")),
        part("display", cards(COLOUR_NAMES, "card", map_.display), "cards", pool=True, resets=("last",)),
        part("discards", cards(COLOUR_NAMES, "card", MOST_CARDS), "cards", pool=True, resets=("last",)),
        part("deck", cards(COLOUR_NAMES, "card", MOST_CARDS, rest=True), "cards", pool=True),
        part("to_act", seat(optional=True), "turn", resets=("turn", "last")),
        part("phase", name(phases.NAMES), "turn", resets=("turn", "last")),
        part("emperor", seat(), "turn"),
        part("exhausted", number(0, 2), "turn", resets=("older", "not_older")),
        part("scores", by_seat(number(0, MOST_POINTS)), "points"),
        part("turn.placed", number(0, 2), "more", resets=("last",)),
        part("turn.provinces", names(provinces, "province"), "more", resets=("last",)),
        part("turn.empty", names(provinces, "province"), "more", resets=("last",)),
        part("seen", by_seat(cards(COLOUR_NAMES, "card", HAND_SIZE)), "more", resets=("older", "not_older")),
        part("end", name(ends.NAMES[1:], "ending", optional=True), "more", resets=("last",)),
    ]
