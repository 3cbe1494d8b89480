"""Hanabi's own bots: (name, summary, rule), weakest first."""

from lantern.players.hanabi.careful import careful

BOTS = (
    ("careful", "plays what it knows to fit, discards what it knows to be useless, hints what can be played", careful),
)
