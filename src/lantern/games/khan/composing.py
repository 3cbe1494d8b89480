"""What of a position of Khan an editor sets, and where on the board."""

from __future__ import annotations

from lantern.games.khan import board, ends, phases
from lantern.kernel.composing import (
    Part,
    Pieces,
    by_name,
    by_seat,
    cards,
    flag,
    name,
    number,
    part,
    seat,
    seats,
)
from lantern.kernel.contract import Json

ASKED = ("proposal", "consented", "asked_in", "refused")
"""What one has asked the others for."""
MOVED = (*ASKED, "last", "fled")
USED = ("last_special", "last")


def parts(options: Json) -> list[Part]:
    """What stands and lies on the board, the cards, whose turn it is, and the special cards."""
    players = options["players"]
    some = [str(number_) for number_ in range(1, players + 1)]
    land = [board.name_of(square) for square in board.LAND_SQUARES]
    whereabouts = name(land, "square", things="square", also=["home", "unplaced"])
    protected = board.REGION_NAMES if players == board.MOST_SEATS else ("all",)
    return [
        part("yurts", by_name(land, seat("neutral")), "board", things="square", resets=MOVED),
        part("pieces", _pieces(), "board", things="square", resets=("scores", *MOVED), clears=["yurts"]),
        part(
            "rulers",
            by_name(board.RULER_NAMES, whereabouts, "realm"),
            "board",
            things="square",
            resets=("courts.*", *MOVED),
            clears=["yurts"],
        ),
        part("courts", by_name(board.RULER_NAMES, number(0, board.COURT_YURTS), "realm"), "more"),
        part(
            "hands",
            by_seat(cards(board.CARD_NAMES, "card", board.HAND_SIZE)),
            "cards",
            pool=True,
            resets=("drawn", "bounds", "last"),
        ),
        part("discards", cards(board.CARD_NAMES, "card", board.CARDS), "cards", pool=True, resets=("last",)),
        part("deck", cards(board.CARD_NAMES, "card", board.CARDS, rest=True), "cards", pool=True),
        part("turn", seat(), "turn", resets=("to_act", "actions_left", *MOVED)),
        part("phase", name(phases.NAMES), "turn", resets=("to_act", "actions_left", *MOVED)),
        part("actions_left", number(0, 2), "turn", resets=("last",)),
        part("start_player", seat(), "turn"),
        part("final", flag(), "turn", resets=("to_act", "actions_left", *MOVED)),
        part("specials", by_seat(by_name(board.SPECIAL_NAMES, number(0, 2), "special")), "more", resets=USED),
        part("patronage", seats(), "more", resets=USED),
        part("gods", by_name(some, name(protected, "symbol", optional=True), "seat"), "more", resets=USED),
        part("reserved", by_name(some, name(board.TYPE_NAMES, "piece", optional=True), "seat"), "more", resets=USED),
        part("reshuffles", number(0, 99), "more", resets=("drawn",)),
        part("end", name(ends.NAMES[1:], "ending", optional=True), "more", resets=MOVED),
    ]


def _pieces() -> Pieces:
    """Each piece with the number of squares it covers, in whatever form."""
    size_of = {form.type: len(form.offsets) for form in board.FORMS}
    return Pieces(
        kind="pieces", of="piece", sizes={name_: size_of[kind] for kind, name_ in enumerate(board.TYPE_NAMES)}
    )
