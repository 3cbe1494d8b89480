"""Learning by playing: a guided first game for every game, as data."""
