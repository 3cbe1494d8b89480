"""HAN's own bots: (name, summary, rule), weakest first."""

from lantern.players.han.greedy import greedy

BOTS = (("greedy", "takes what brings most now: majorities, alliances in sight, rows that grow", greedy),)
