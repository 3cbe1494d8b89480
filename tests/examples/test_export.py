"""A network as plain arrays; only where there is torch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from examples import export, learner  # noqa: E402

SEEN, ACTIONS, WIDTH = 6, 5, 8
SHAPES = {
    "first_weights": (SEEN, WIDTH),
    "first_bias": (WIDTH,),
    "second_weights": (WIDTH, WIDTH),
    "second_bias": (WIDTH,),
    "policy_weights": (ACTIONS, WIDTH),
    "policy_bias": (ACTIONS,),
}


def net(seats: int) -> learner.Net:
    torch.manual_seed(1)
    found = learner.Net(SEEN, ACTIONS, WIDTH, seats)
    for weights in found.parameters():
        torch.nn.init.normal_(weights, std=0.3)
    return found


def test_the_arrays_are_those_of_the_network(tmp_path: Path) -> None:
    one, file = net(3), tmp_path / "net.npz"
    torch.save(one.state_dict(), tmp_path / "weights.pt")
    export.main([str(tmp_path / "weights.pt"), str(file)])
    with np.load(file) as arrays:
        told = {name: arrays[name].astype(np.float32) for name in arrays.files}
        assert {array.dtype for array in arrays.values()} == {np.dtype(np.float16)}
    assert {name: array.shape for name, array in told.items()} == {
        **SHAPES,
        "value_weights": (3, WIDTH),
        "value_bias": (3,),
    }
    seen = np.eye(SEEN, dtype=np.float32)
    inner = np.maximum(seen @ told["first_weights"] + told["first_bias"], 0)
    inner = np.maximum(inner @ told["second_weights"] + told["second_bias"], 0)
    logits, values = one(torch.as_tensor(seen), torch.ones(SEEN, ACTIONS))
    assert inner @ told["policy_weights"].T + told["policy_bias"] == pytest.approx(logits.detach().numpy(), abs=0.01)
    expected = np.tanh(inner @ told["value_weights"].T + told["value_bias"])
    assert expected == pytest.approx(values.detach().numpy(), abs=0.01)


def test_with_one_value_for_two_the_other_seat_expects_the_contrary() -> None:
    arrays = export.exported(net(1).state_dict())
    assert arrays["value_weights"].shape == (2, WIDTH)
    assert arrays["value_bias"].shape == (2,)
    assert (arrays["value_weights"][1] == -arrays["value_weights"][0]).all()
    assert arrays["value_bias"][1] == -arrays["value_bias"][0] != 0
