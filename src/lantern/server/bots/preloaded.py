"""What workers need. Their origin reads this in, and nothing else; they share what it has read."""

import atexit
import gc
from importlib import import_module

import lantern
from lantern.server.gc_freeze import all_stays

with all_stays():
    import_module("lantern.server.bots.thinking")
    for of in ("games", "players"):
        for game in lantern.names():
            import_module(f"lantern.{of}.{game}")
atexit.register(gc.freeze)
