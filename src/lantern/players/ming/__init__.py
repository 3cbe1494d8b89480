"""Ming Dynastie's own bots, weakest first."""

from lantern.games.ming import SHEET
from lantern.players import Bot, thinker
from lantern.players.impressions import impulsive
from lantern.players.ming.greedy import greedy
from lantern.players.ming.guide import GUIDE
from lantern.players.search import USUAL, build_search, search_memory
from lantern.players.value import weights_of

BOTS = [
    impulsive("beginner", "does what looks good at first sight", SHEET, GUIDE.prior, 1.0),
    Bot("club", "plans its prince's way through the districts where members bring most", greedy),
    thinker(
        "expert",
        "thinks ahead through thousands of games that may come",
        search_memory(SHEET, weights_of("ming")),
        build_search(SHEET, GUIDE),
        USUAL | {"exploration": 0.3},
    ),
]
