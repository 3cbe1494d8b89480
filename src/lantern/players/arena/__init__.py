"""Bots against bots: whole games on all cores, ladders, tournaments, and games kept in files."""
