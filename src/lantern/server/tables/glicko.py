"""Glicko-2: how strong somebody is, and how sure that is, from what he won and lost.

After Mark E. Glickman, "Example of the Glicko-2 system" (http://www.glicko.net/glicko/glicko2.pdf), whose names the
steps and the variables have. A rating is on the scale of Glicko, on which 1500 is average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
AVERAGE = 1500.0
TAU = 0.5
"""How fast volatility changes."""
NEAR = 0.000_001
"""How near the iteration comes."""
MOST_DEVIATION = 350.0


@dataclass(frozen=True)
class Rating:
    """How strong somebody is: within twice the deviation of the rating, nearly always."""

    rating: float = AVERAGE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


@dataclass(frozen=True)
class Game:
    """A game against somebody: 1 if it was won, 0 if it was lost."""

    against: Rating
    score: float


def after(player: Rating, games: Sequence[Game]) -> Rating:
    """A player's rating after the games of a period, of which there is one at least."""
    mu, phi = (player.rating - AVERAGE) / SCALE, player.deviation / SCALE
    precision, gain = 0.0, 0.0
    for game in games:
        mu_j, g_j = (game.against.rating - AVERAGE) / SCALE, _g(game.against.deviation / SCALE)
        expected = 1 / (1 + exp(-g_j * (mu - mu_j)))
        precision += g_j**2 * expected * (1 - expected)
        gain += g_j * (game.score - expected)
    v = 1 / precision
    volatility = _volatility(player.volatility, phi, v, v * gain)
    phi_star = sqrt(phi**2 + volatility**2)
    new_phi = 1 / sqrt(1 / phi_star**2 + 1 / v)
    rating = (mu + new_phi**2 * gain) * SCALE + AVERAGE
    return Rating(rating, min(new_phi * SCALE, MOST_DEVIATION), volatility)


def _g(phi: float) -> float:
    """How much a game against somebody counts whose strength is known so well (step 3)."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """How much the strength changes, by the Illinois algorithm (step 5)."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > NEAR:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)
