"""Random numbers as an argument: a stream is one 64-bit number, the same plain, compiled and on a GPU.

The generator is multiply-with-carry: the low half of `word` is the value x, the high half the carry c; a step
is x * MULTIPLIER + c, and the number given out is x xor c. MULTIPLIER is below 2**31, so that no product leaves
a signed 64-bit number, and MULTIPLIER * 2**32 - 1 is a safe prime, so that every stream is part of a cycle of
about 2**62 numbers. `python -m benchmarks.randomness` feeds it to a foreign test suite.
"""

from __future__ import annotations

from lantern.kernel.record import long, record
from lantern.kernel.rule import rule

MULTIPLIER = 2083801278
LOW = 0xFFFFFFFF


@record
class Stream:
    """A stream of random numbers."""

    word: int = long()  # carry in the high half, value in the low half; never zero


@rule
def draw(rng: Stream, count: int) -> int:
    """A number from 0 to count - 1, each as likely (to within one in a billion); count is below 2**31."""
    value = rng.word & LOW
    carry = rng.word >> 32
    rng.word = value * MULTIPLIER + carry
    return ((value ^ carry) * count) >> 32


@rule
def seed_stream(rng: Stream, seed: int, number: int) -> None:
    """Set a stream to the start of stream `number` of a seed (both from 0 to 2**63 - 1)."""
    high = scramble(seed & LOW)
    low = scramble(high ^ (seed >> 32))
    high = scramble((high + low + (number & LOW)) & LOW)
    low = scramble(high ^ low ^ (number >> 32))
    high = scramble((high + low) & LOW)
    rng.word = ((high >> 2) << 32) | low | 1


@rule
def scramble(value: int) -> int:
    """A 32-bit number in which every bit depends on every bit of the given one."""
    value ^= value >> 16
    value = multiply_low(value, 0x7FEB352D)
    value ^= value >> 15
    value = multiply_low(value, 0x846CA68B)
    return value ^ (value >> 16)


@rule
def multiply_low(a: int, b: int) -> int:
    """The low 32 bits of a product of two 32-bit numbers, without leaving 63 bits on the way."""
    return ((a & 0xFFFF) * b + ((((a >> 16) * b) & 0xFFFF) << 16)) & LOW
