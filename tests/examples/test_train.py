"""The training example: a few updates, and its parts; only where there is torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples.curve import Point

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.plain_only(reason="shown with plain rules: compiling takes longer than playing")

from examples import learner, tables, train  # noqa: E402

CPU = torch.device("cpu")
HAN, HAN_FOR_3 = (tables.kinds("han", players, [], [])[0] for players in (2, 3))


def net(kind: tables.Kind) -> learner.Net:
    return learner.Net(kind.seen, kind.actions, 16, kind.seats)


def facts_of(folder: Path, *given: str) -> dict[str, Any]:
    """What a few updates write down."""
    train.main([*given, "--check", "--device", "cpu", "--out", str(folder)])
    facts: dict[str, Any] = json.loads((folder / "curve.json").read_text("utf-8"))
    curve = [Point(**point) for point in facts["curve"]]
    assert curve[0].decisions == 0 < curve[-1].decisions
    assert all(0 <= point.share <= 1 for point in curve)
    assert (folder / "curve.svg").read_text("utf-8").startswith("<svg")
    return facts


def test_a_few_updates_write_weights_a_curve_and_a_picture(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, "ming", "--players", "2")
    assert facts["game"] == "ming"
    assert facts["variants"] == {}
    assert 199 <= facts["settings"]["spread"] <= 269
    assert torch.load(tmp_path / "weights.pt")["value.weight"].shape == (2, 16)


def test_a_variant_is_learnt_and_measured_too(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, "han", "--players", "3", "--variant", "fortifications", "--spread", "12")
    variant = facts["variants"]["fortifications"]
    assert not facts["options"]["fortifications"]
    assert variant["options"] == {**facts["options"], "fortifications": True}
    assert [point["games"] for point in variant["curve"]] == [3, 3]
    assert torch.load(tmp_path / "weights.pt")["value.weight"].shape == (3, 16)


def test_what_can_not_be_played_is_said() -> None:
    with pytest.raises(SystemExit, match="no variant"):
        train.main(["ming", "--variant", "fortifications", "--check"])


@pytest.mark.parametrize(("club", "sizes"), [(0.0, [8]), (0.25, [6, 2]), (0.5, [4, 4]), (1.0, [8])])
def test_every_kind_has_as_many_games(club: float, sizes: list[int]) -> None:
    kinds = tables.kinds("ming", 2, [], ["secret_hands"])
    asked = train.arguments(["ming", "--games", "16", "--club", str(club), "--device", "cpu"])
    found = train.tables_for(kinds, asked, CPU)
    for secret in (False, True):
        assert [len(table.batch) for table in found if table.batch.options["secret_hands"] == secret] == sizes
    assert len({table.batch.seed for table in found}) == len(found)
    assert sum(len(table.batch) for table in found if table.opponent) == round(16 * club)


def test_only_legal_actions_are_chosen() -> None:
    table, one = tables.against_itself(HAN_FOR_3, 6, 5, CPU), net(HAN_FOR_3)
    for _ in range(10):
        decisions = train.collect(one, table, 2)
        assert not table.batch.codes.any()
        assert len(decisions) == 12
        assert decisions.legal.gather(1, decisions.actions[:, None]).all()
        assert decisions.mine.all()


def test_against_the_opponent_others_decisions_are_told_apart() -> None:
    table, twin = (tables.against_club(HAN_FOR_3, 6, 5, CPU) for _ in range(2))
    decisions = train.collect(net(HAN_FOR_3), table, 8)
    mine = decisions.mine.reshape(8, 6)
    for step, actions in enumerate(decisions.actions.reshape(8, 6)):
        assert mine[step].tolist() == twin.mine().tolist()
        twin.batch.step(actions.numpy())
        assert not twin.batch.codes.any()
    assert 0 < mine.sum() < 48
    assert (twin.batch.observations == table.batch.observations).all()


def test_the_end_of_a_game_is_what_every_seat_is_paid() -> None:
    kind = tables.kinds("ming", 3, [], [])[0]
    table, one = tables.against_itself(kind, 2, 5, CPU), net(kind)
    ended: list[int] = []
    while not ended:
        movers = table.batch.seats.copy()
        decisions = train.collect(one, table, 1)
        ended = np.flatnonzero(table.batch.ended).tolist()
    for row in ended:
        paid = np.roll(table.batch.rewards[row], -movers[row])
        assert decisions.worth[row].tolist() == pytest.approx(paid.tolist())


@pytest.mark.parametrize("kind", [HAN, HAN_FOR_3])
def test_the_measure_counts_every_deal_from_every_seat(kind: tables.Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    won = {0: [1.0, 0.0], 1: [0.5, 0.0], 2: [0.0, 0.0]}
    monkeypatch.setattr(train, "won_from", lambda net, kind, seat, deals, device: np.array(won[seat]))
    share, error = train.measure(net(kind), kind, 2, CPU)
    assert share == pytest.approx(1.5 / 2 / kind.seats)
    assert error > 0


def test_a_win_is_counted_in_parts() -> None:
    won = [train.won_from(net(HAN), HAN, seat, 2, CPU) for seat in range(2)]
    assert all(set(each.tolist()) <= {0.0, 0.5, 1.0} for each in won)
