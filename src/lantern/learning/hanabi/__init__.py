"""Hanabi's lesson, and what its puzzles are made of."""
