"""Khan's own bots, weakest first."""

from lantern.games.khan import SHEET
from lantern.players import CLUB, Bot
from lantern.players.khan.greedy import greedy
from lantern.players.khan.guide import GUIDE
from lantern.players.search.prior_bot import beginner
from lantern.players.search.tree import END_OF_TURN, expert

BOTS = [
    beginner(SHEET, GUIDE),
    Bot(CLUB, "lays the piece that brings most now, and puts yurts where pieces can grow", greedy),
    expert(SHEET, GUIDE, horizon=float(END_OF_TURN), exploration=0.7),
]
