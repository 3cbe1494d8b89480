"""What workers need. Their origin reads this in, and nothing else; they share what it has read."""

import atexit
import gc
from importlib import import_module

import lantern
from lantern.players import bots
from lantern.server.gc_freeze import all_stays

with all_stays():
    import_module("lantern.server.bots.thinking")
    for game in lantern.names():
        bots(lantern.game(game))
atexit.register(gc.freeze)
