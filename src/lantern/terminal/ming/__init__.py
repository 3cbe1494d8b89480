"""Ming Dynastie at the terminal."""

from lantern.terminal.ming.scores import sum_up
from lantern.terminal.ming.table import draw, uncover

__all__ = ["draw", "sum_up", "uncover"]
