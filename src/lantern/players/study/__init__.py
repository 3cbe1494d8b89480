"""What designers ask of a game, counted over games that bots play."""
