"""Khan at the terminal."""

from lantern.terminal.khan.scores import sum_up
from lantern.terminal.khan.table import draw, uncover

__all__ = ["draw", "sum_up", "uncover"]
