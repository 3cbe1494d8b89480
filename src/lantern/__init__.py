"""A table for board games: play them, study them, train on them."""

from lantern.games import batch, game, names
from lantern.kernel.batch import Batch
from lantern.kernel.contract import Event
from lantern.kernel.errors import BadInput, LanternError, Refusal, Refused
from lantern.kernel.game import Game, Match
from lantern.learning.puzzles import Puzzle, puzzles
from lantern.players.arena.dataset import read_games
from lantern.players.player import Player
from lantern.players.player import ready as bot
from lantern.version import __version__ as __version__

__all__ = [
    "BadInput",
    "Batch",
    "Event",
    "Game",
    "LanternError",
    "Match",
    "Player",
    "Puzzle",
    "Refusal",
    "Refused",
    "batch",
    "bot",
    "game",
    "names",
    "puzzles",
    "read_games",
]
