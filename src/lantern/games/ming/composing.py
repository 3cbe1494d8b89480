"""What of a position of Ming Dynastie an editor sets, and where on the map."""

from __future__ import annotations

from lantern.games.ming import board, ends, phases
from lantern.games.ming.board import CARD_NAMES, CARDS, DISTRICT_NAMES, PROVINCE_NAMES, SYMBOL_NAMES
from lantern.kernel.composing import Part, amounts, by_name, by_seat, cards, name, number, part, seat, seats
from lantern.kernel.contract import Json

MOST_POINTS = 999
ALL_MEMBERS = board.MEMBERS_A_ROUND * board.ROUNDS
PHASES = (*phases.NAMES, "over")


def parts(options: Json) -> list[Part]:
    """Princes and members on the map, the cards, the round and whose turn it is, and the points."""
    provinces, symbols = [*PROVINCE_NAMES], [*SYMBOL_NAMES]
    lived = by_seat(number(0, ALL_MEMBERS))
    return [
        *_members(options["players"]),
        part("spaces", by_name(provinces, lived, "province"), "board", things="space", resets=("last",)),
        part(
            "display",
            by_name(provinces, name(symbols, "card"), "province"),
            "board",
            things="card",
            pool=True,
            resets=("last",),
        ),
        part(
            "hands",
            by_seat(amounts(CARD_NAMES, "card", board.HAND_SIZE, free=CARD_NAMES[board.DRAGON :])),
            "cards",
            pool=True,
            resets=("dragons", "last"),
        ),
        part("discards", amounts(symbols, "card", CARDS), "cards", pool=True, resets=("last",)),
        part("deck", cards(symbols, "card", CARDS, rest=True), "cards", pool=True),
        part("round", number(1, board.ROUNDS), "turn", resets=("scoring", "last")),
        part("phase", name(PHASES), "turn", resets=("to_place", "passed", "scoring", "last")),
        part("to_act", seat(optional=True), "turn", resets=("last",)),
        part("start_player", seat(), "turn"),
        part("passed", seats(), "turn", resets=("last",)),
        part("to_place", by_seat(number(0, board.MEMBERS_A_ROUND)), "turn", resets=("last",)),
        part("scores", by_seat(number(0, MOST_POINTS)), "points", resets=("scored",)),
        part("tiles", by_seat(by_name(provinces, number(0, board.TILES), "province")), "points", resets=("last",)),
        part("scoring.province", name(provinces, "province", optional=True), "more", resets=("last",)),
        part("end", name(ends.NAMES[1:], "ending", optional=True), "more", resets=("scoring", "last")),
    ]


def _members(players: int) -> list[Part]:
    """Who stands in the districts, in their monasteries and on their palaces, with two players neutral members too."""
    at = name(DISTRICT_NAMES, "district", things="district", optional=True)
    lived = by_seat(number(0, ALL_MEMBERS))
    found = [
        part("princes", by_seat(at), "board", things="district", resets=("last",)),
        part("open", by_name(DISTRICT_NAMES, lived, "district"), "board", things="district", resets=("last",)),
        part("monasteries", by_name(DISTRICT_NAMES, seat(), "district"), "board", things="monastery", resets=("last",)),
        part("palaces", by_name(DISTRICT_NAMES, lived, "district"), "board", things="palace", resets=("last",)),
    ]
    if players == 2:
        few = by_name(DISTRICT_NAMES, number(0, board.MOST_NEUTRALS), "district")
        found += [
            part("neutrals", few, "board", things="district", resets=("last",)),
            part("neutral_palaces", few, "board", things="palace", resets=("last",)),
        ]
    return found
