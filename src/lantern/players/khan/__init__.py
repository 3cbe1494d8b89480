"""Khan's own bots, weakest first."""

from lantern.games.khan import SHEET
from lantern.players import Bot, thinker
from lantern.players.impressions import impulsive
from lantern.players.khan.greedy import greedy
from lantern.players.khan.guide import GUIDE
from lantern.players.search import END_OF_TURN, USUAL, build_search, search_memory
from lantern.players.value import weights_of

BOTS = [
    impulsive("beginner", "does what looks good at first sight", SHEET, GUIDE.prior, 1.0),
    Bot("club", "lays the piece that brings most now, and puts yurts where pieces can grow", greedy),
    thinker(
        "expert",
        "thinks ahead through thousands of games that may come",
        search_memory(SHEET, weights_of("khan")),
        build_search(SHEET, GUIDE),
        USUAL | {"horizon": float(END_OF_TURN), "exploration": 0.7},
    ),
]
