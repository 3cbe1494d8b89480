"""Ming Dynastie's own bots: (name, summary, rule), weakest first."""

from lantern.players.ming.greedy import greedy

BOTS = (("greedy", "plans its prince's way through the districts where members bring most", greedy),)
