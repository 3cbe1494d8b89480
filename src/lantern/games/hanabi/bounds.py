"""What no game exceeds, worked out from the rules clause by clause."""

from __future__ import annotations

from lantern.games.hanabi.state import State


def longest(state: State) -> int:
    """Plays and discards until the deck is empty, the hints they pay for, tiles, and the last round (HANABI-2, 3, 7).

    In Final Bouquet every card may leave a hand. Between two decisions at an empty deck all others may pass (HANABI-4).
    """
    fireworks = 5 + state.multicolour + state.black_powder
    cards = 10 * fireworks
    hands = state.seats * (5 if state.seats <= 3 else 4)
    tiles = 6 * state.flares
    used = (cards if state.final_bouquet else cards - hands) + state.flares
    hints = 8 + used + fireworks
    passes = (state.seats - 1) * (hands + 8 + hands + fireworks) if state.final_bouquet else 0
    return int(used + hints + tiles + state.seats + passes)


def team_points(state: State) -> tuple[int, int]:
    """Five a firework; black only costs points (HANABI-3.4, 5.1, 6.4)."""
    return -5 * state.black_powder, 25 + 5 * state.multicolour
