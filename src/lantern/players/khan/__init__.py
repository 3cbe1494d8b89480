"""Khan's own bots: (name, summary, rule), weakest first."""

from lantern.players.khan.greedy import greedy

BOTS = (("greedy", "lays the piece that brings most now, and puts yurts where pieces can grow", greedy),)
