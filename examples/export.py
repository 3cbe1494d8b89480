"""Writes a trained network down as plain arrays, for players that do without torch.

    python -m examples.export trained/weights.pt FILE.npz

What the arrays are, `exported` says.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray


def exported(weights: dict[str, Any]) -> dict[str, NDArray[np.float16]]:
    """The arrays of a network by their names.

    first_weights [seen, width], first_bias [width], second_weights [width, width] with the first layer's neurons first,
    second_bias [width], policy_weights [actions, width], policy_bias [actions], value_weights [seats, width],
    value_bias [seats]: seats are counted from the one to act.
    """
    arrays = {
        "first_weights": weights["body.0.weight"].T,
        "first_bias": weights["body.0.bias"],
        "second_weights": weights["body.2.weight"].T,
        "second_bias": weights["body.2.bias"],
        "policy_weights": weights["policy.weight"],
        "policy_bias": weights["policy.bias"],
        "value_weights": _for_all_seats(weights["value.weight"]),
        "value_bias": _for_all_seats(weights["value.bias"]),
    }
    return {name: np.ascontiguousarray(array.numpy(), np.float16) for name, array in arrays.items()}


def _for_all_seats(values: torch.Tensor) -> torch.Tensor:
    """A row for every seat; where only one of two has one, the other may expect the contrary."""
    return torch.cat([values, -values]) if len(values) == 1 else values


def main(given: list[str] | None = None) -> None:
    """Read weights, write arrays."""
    parser = argparse.ArgumentParser(prog="python -m examples.export", description="Write a network as plain arrays.")
    parser.add_argument("weights", type=Path, help="weights.pt, as examples.train writes it")
    parser.add_argument("file", type=Path, help="an .npz file to write")
    asked = parser.parse_args(sys.argv[1:] if given is None else given)
    arrays: dict[str, Any] = exported(torch.load(asked.weights, map_location="cpu", weights_only=True))
    np.savez_compressed(asked.file, **arrays)


if __name__ == "__main__":
    main()
