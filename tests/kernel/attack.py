"""How whoever has seen a few cards computes the others: against the stream of a seed it works.

The stream is multiply-with-carry (kernel/rng.py): a word w is x + 2**32 c, and 2**32 times the next word is w modulo
MODULUS. So the words of a stream are one unknown number times known powers, and c is the upper part of each. If the
first bits of c were known for a dozen words in a row, the unknown number would be a close point of a lattice.

A shuffle gives out x xor c, scaled: about six bits for each card. The next c is x times a number, but for its last
bits; so from the first bits of one c those of all others follow, but for a few cases at every step. All cases are
tried, and each word that is found is checked against all that was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lantern.kernel.rng import LOW, MULTIPLIER

MODULUS = MULTIPLIER * 2**32 - 1
BLOCK = 27
"""The first bits of c are known as a block of 2**27 numbers."""
WORDS = 14
"""Words in a row from which the lattice is made."""
MOST_CASES = 500_000
"""Where more cases are open, the words after these are tried instead."""

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]


def deck_from(seen: Mapping[int, int], size: int) -> list[int] | None:
    """The whole deck, from the places of its last cards [card: place]; None where no stream deals that."""
    first = min(seen)
    drawn = draws_of(seen)
    for start in range(first, size - WORDS + 1):
        for word in words_that_fit([(drawn[card], card + 1) for card in range(start, start + WORDS)]):
            found = dealt(back(word, start - 1), size)
            if all(found[place] == card for card, place in seen.items()):
                return found
    return None


def draws_of(seen: Mapping[int, int]) -> dict[int, int]:
    """What was drawn for each card: where it was put when its turn came, unless a later card took its place."""
    drawn: dict[int, int] = {}
    for card in sorted(seen, reverse=True):
        place = seen[card]
        drawn[card] = place if place <= card else drawn[place]
    return drawn


def dealt(word: int, size: int) -> list[int]:
    """The deck that a stream shuffles from its order, beginning with a word."""
    deck = list(range(size))
    for place in range(1, size):
        other = (((word & LOW) ^ (word >> 32)) * (place + 1)) >> 32
        deck[place], deck[other] = deck[other], deck[place]
        word = (word & LOW) * MULTIPLIER + (word >> 32)
    return deck


def back(word: int, steps: int) -> int:
    """The word so many steps before this one."""
    return word * pow(2, 32 * steps, MODULUS) % MODULUS


def words_that_fit(outputs: list[tuple[int, int]]) -> list[int]:
    """The words from which a stream gives out these numbers, each scaled to a count."""
    carries = possible_carries(outputs)
    points = close_points(carries * 2.0**32)
    words = points[(points > 0) & (points < MODULUS)]
    word = words
    for output, count in outputs:
        given = (((word & LOW) ^ (word >> 32)) * count) >> 32
        words, word = words[given == output], word[given == output]
        word = (word & LOW) * MULTIPLIER + (word >> 32)
    return [int(word) for word in words]


def possible_carries(outputs: list[tuple[int, int]]) -> Reals:
    """[case, word] about what c may be in each word, in all cases that the numbers given out leave open."""
    lowest = np.arange(MULTIPLIER >> BLOCK, -1, -1, dtype=np.int64) << BLOCK
    highest = np.minimum(lowest + (1 << BLOCK), MULTIPLIER)
    middles = [(lowest + highest) / 2]
    for output, count in outputs[:-1]:
        blocks = range((output << 32) // count >> BLOCK, (((output + 1) << 32) // count >> BLOCK) + 1)
        if len(lowest) * len(blocks) > MOST_CASES:
            return np.zeros((0, WORDS))
        cases = [next_carries(lowest, block) for block in blocks]
        low, high, origin = (np.concatenate(parts) for parts in zip(*cases, strict=True))
        middles = [middle[origin] for middle in middles]
        lowest, highest = low, high
        middles.append((lowest + highest) / 2)
    return np.stack(middles, axis=1)


def next_carries(lowest: Ints, block: int) -> tuple[Ints, Ints, Ints]:
    """From cases of c and the block of what is given out: the next c from and to, and of which case it is."""
    x = ((lowest >> BLOCK) ^ block) << BLOCK
    low, high = (x * MULTIPLIER) >> 32, ((x + (1 << BLOCK)) * MULTIPLIER >> 32) + 1
    cut = ((low >> BLOCK) + 1) << BLOCK
    crossed = np.flatnonzero(high > cut)
    return (
        np.concatenate([low, cut[crossed]]),
        np.concatenate([np.minimum(high, cut), high[crossed]]),
        np.concatenate([np.arange(len(lowest)), crossed]),
    )


def close_points(targets: Reals) -> Ints:
    """The first coordinate of a point of the lattice near each target, plane by plane (Babai)."""
    basis = lattice()
    reals = basis.astype(np.float64)
    orthogonal = np.linalg.qr(reals.T)[0].T
    heights = np.einsum("ij,ij->i", orthogonal, reals)
    first = np.zeros(len(targets), np.int64)
    rest = targets.copy()
    for row in reversed(range(WORDS)):
        count = np.rint(rest @ orthogonal[row] / heights[row])
        rest -= count[:, None] * reals[row]
        first += count.astype(np.int64) * basis[row, 0]
    return first


@cache
def lattice() -> Ints:
    """A basis of short vectors for the words that follow each other."""
    power = pow(2, -32, MODULUS)
    rows = [[pow(power, word, MODULUS) for word in range(WORDS)]]
    rows += [[MODULUS if word == row else 0 for word in range(WORDS)] for row in range(1, WORDS)]
    return np.array(reduced(rows), np.int64)


def reduced(rows: list[list[int]]) -> list[list[int]]:
    """A basis of the same lattice with short vectors (Lenstra, Lenstra and Lovász, in whole numbers)."""
    size = len(rows)
    dot = [[0] * size for _ in range(size)]
    volume = [1] + [0] * size

    def orthogonalise(k: int) -> None:
        for j in range(k + 1):
            product = sum(a * b for a, b in zip(rows[k], rows[j], strict=True))
            for i in range(j):
                product = (volume[i + 1] * product - dot[k][i] * dot[j][i]) // volume[i]
            dot[k][j] = product
        volume[k + 1] = dot[k][k]

    def shorten(k: int, j: int) -> None:
        if 2 * abs(dot[k][j]) > volume[j + 1]:
            times = (2 * dot[k][j] + volume[j + 1]) // (2 * volume[j + 1])
            rows[k] = [a - times * b for a, b in zip(rows[k], rows[j], strict=True)]
            dot[k][j] -= times * volume[j + 1]
            for i in range(j):
                dot[k][i] -= times * dot[j][i]

    orthogonalise(0)
    k = 1
    while k < size:
        orthogonalise(k)
        shorten(k, k - 1)
        if 4 * (volume[k + 1] * volume[k - 1] + dot[k][k - 1] ** 2) < 3 * volume[k] ** 2:
            rows[k], rows[k - 1] = rows[k - 1], rows[k]
            orthogonalise(k - 1)
            k = max(1, k - 1)
        else:
            for j in reversed(range(k - 1)):
                shorten(k, j)
            k += 1
    return rows
