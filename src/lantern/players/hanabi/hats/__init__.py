"""Hanabi's expert: every hint is a number."""
