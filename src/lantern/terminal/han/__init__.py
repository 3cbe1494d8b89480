"""HAN at the terminal."""

from lantern.terminal.han.scores import sum_up
from lantern.terminal.han.table import draw, uncover

__all__ = ["draw", "sum_up", "uncover"]
