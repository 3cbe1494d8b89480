"""Ming Dynastie's own bots, weakest first."""

from lantern.games.ming import SHEET
from lantern.players import CLUB, Bot
from lantern.players.ming.greedy import greedy
from lantern.players.ming.guide import GUIDE
from lantern.players.search.prior_bot import beginner
from lantern.players.search.tree import expert

BOTS = [
    beginner(SHEET, GUIDE, sharpness=2.0),
    Bot(CLUB, "plans its prince's way through the districts where members bring most", greedy),
    expert(SHEET, GUIDE, exploration=0.3),
]
