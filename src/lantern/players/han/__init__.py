"""HAN's own bots, weakest first."""

from lantern.games.han import SHEET
from lantern.players import Bot, thinker
from lantern.players.han.greedy import greedy
from lantern.players.han.guide import GUIDE
from lantern.players.impressions import impulsive
from lantern.players.search import USUAL, build_search, search_memory
from lantern.players.value import weights_of

BOTS = [
    impulsive("beginner", "does what looks good at first sight", SHEET, GUIDE.prior, 1.0),
    Bot("club", "takes what brings most now: majorities, alliances in sight, rows that grow", greedy),
    thinker(
        "expert",
        "thinks ahead through thousands of games that may come",
        search_memory(SHEET, weights_of("han")),
        build_search(SHEET, GUIDE),
        USUAL | {"width": 2.0, "widening": 0.3},
    ),
]
