"""Learning by playing: a guided first game for every game, and puzzles from matches of bots, as data."""
