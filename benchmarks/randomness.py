"""The random streams as raw 32-bit numbers, for a test suite for random numbers such as dieharder.

    python -m benchmarks.randomness | dieharder -g 200 -a
    python -m benchmarks.randomness --streams | dieharder -g 200 -a

The first is one stream; the second takes one number from each of many streams of neighbouring seeds, in turn.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from lantern.kernel.record import Cells, Records, new_records
from lantern.kernel.rng import Stream, draw
from lantern.kernel.rule import entry
from lantern.kernel.seeds import seed_all

BLOCK = 2**16


@entry("randomness: numbers")
def fill(streams: Records, out: Cells) -> None:
    """The 32 bits that `draw` scales, from all streams in turn."""
    for i in range(BLOCK):
        rng = streams[i % len(streams)]
        out[i] = (rng.word[0] & 0xFFFFFFFF) ^ (rng.word[0] >> 32)
        draw(rng, 2)


def main() -> None:
    """Write numbers until nobody reads them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--streams", action="store_true", help="many streams in turn")
    count = BLOCK if parser.parse_args().streams else 1
    streams, out = new_records(Stream, count), np.zeros(BLOCK, np.int64)
    seed_all(streams, 1, 0, 0, count)
    try:
        while True:
            fill(streams, out)
            sys.stdout.buffer.write(out.astype(np.uint32).tobytes())
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
