"""Hanabi's club: four conventions that people can learn in two minutes."""
