"""Hanabi's own bots: the levels, weakest first, and `hats`, which is the expert without its thinking ahead."""

from lantern.players import Bot
from lantern.players.hanabi.careful import careful
from lantern.players.hanabi.club.bot import CLUB
from lantern.players.hanabi.hats.bot import HATS
from lantern.players.hanabi.hats.thinking import EXPERT

BEGINNER = Bot(
    "beginner", "goes by what hints say: plays what it knows to fit, hints what can be played", careful, literal=True
)
BOTS = [BEGINNER, CLUB, EXPERT, HATS]
