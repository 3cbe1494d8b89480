"""HAN's own bots, weakest first."""

from lantern.games.han import SHEET
from lantern.players import CLUB, Bot
from lantern.players.han.greedy import greedy
from lantern.players.han.guide import GUIDE
from lantern.players.search.prior_bot import beginner
from lantern.players.search.tree import END_OF_TURN, expert

BOTS = [
    beginner(SHEET, GUIDE),
    Bot(CLUB, "takes what brings most now: majorities, alliances in sight, rows that grow", greedy),
    expert(SHEET, GUIDE, width=2.0, widening=0.3, horizon=float(END_OF_TURN)),
]
