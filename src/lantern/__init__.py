"""A table for board games: play them, study them, train on them."""

from lantern.games import batch, game, names
from lantern.kernel.batch import Batch
from lantern.kernel.contract import Event
from lantern.kernel.errors import BadInput, LanternError, Refusal, Refused
from lantern.kernel.game import Game, Match
from lantern.players.arena.dataset import read_games
from lantern.players.player import Player
from lantern.players.player import ready as bot

__version__ = "0.1.0"

__all__ = [
    "BadInput",
    "Batch",
    "Event",
    "Game",
    "LanternError",
    "Match",
    "Player",
    "Refusal",
    "Refused",
    "batch",
    "bot",
    "game",
    "names",
    "read_games",
]
