"""Advice for people: what actions are worth, matches looked at again, and why a move."""
