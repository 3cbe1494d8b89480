"""Policy nets: what the nets say, for which tables they are asked, and how what they say is used."""

from __future__ import annotations

import json
from importlib.resources import files
from math import tanh
from typing import Any

import numpy as np
import pytest

import lantern
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import plainly
from lantern.players import bot
from lantern.players.han.policy_net import NETS, POLICY_NETS, serving
from lantern.players.player import Player, new_mind
from lantern.players.search import policy_net as search_policy_net
from lantern.players.search.policy_net import PolicyNets
from lantern.players.search.tree import guides, tree_of

HAN = lantern.game("han")
OWN = {"map": json.loads((files("lantern.games.han") / "data" / "ways_of_diplomacy.json").read_text("utf-8"))}


def position(seed: int, moves: int, **options: Any) -> Records:
    """A game after some random moves."""
    batch = HAN.batch(1, seed=seed, **options)
    batch.reset()
    for _ in range(moves):
        batch.step(batch.random_actions())
    return batch.states


def mind_at(states: Records) -> Any:
    """The mind of an expert at a table."""
    return new_mind(bot(HAN, "expert"), 1, states[0])


def by_numpy(net: dict[str, Any], seen: Any) -> tuple[Any, Any]:
    """[action] urges and [seats ahead] pays."""
    kept = {name: values.astype(np.float64) for name, values in net.items()}
    inner = np.maximum(seen @ kept["first_weights"] + kept["first_bias"], 0)
    inner = np.maximum(inner @ kept["second_weights"] + kept["second_bias"], 0)
    return (
        kept["policy_weights"] @ inner + kept["policy_bias"],
        np.tanh(kept["value_weights"] @ inner + kept["value_bias"]),
    )


@pytest.mark.parametrize(("seed", "moves"), [(1, 0), (2, 30), (3, 77)])
def test_a_net_says_what_its_weights_say(seed: int, moves: int) -> None:
    states = position(seed, moves, players=2)
    mind = mind_at(states)
    rules = HAN.sheet.rules
    sense, expect = search_policy_net.build_policy_net(rules)
    plainly(sense)(states[0], mind[0])
    seen = np.zeros(HAN.sheet.observation_size(HAN.options(2)), np.int8)
    plainly(rules.observe)(states[0], plainly(rules.seat_to_act)(states[0]), seen)
    urges, pays = by_numpy(POLICY_NETS.nets["2-ways-of-diplomacy"], seen)
    for action in range(0, HAN.sheet.actions, 7):
        assert plainly(search_policy_net.urge)(mind[0], action) == pytest.approx(urges[action], abs=1e-3)
    for ahead in range(2):
        assert plainly(search_policy_net.expected_pay)(mind[0], ahead) == pytest.approx(pays[ahead], abs=1e-4)
    plainly(expect)(states[0], mind[0])
    mover = plainly(rules.seat_to_act)(states[0])
    assert mind["value"][0, mover] == pytest.approx((pays[0] + 1) / 2, abs=1e-4)
    assert mind["value"][0, :2].sum() == pytest.approx(1)


def test_what_is_paid_becomes_shares_of_the_win_seat_by_seat() -> None:
    """Three seats, a net that sees nothing: its biases say what each seat ahead is paid."""
    pays = (0.9, -0.3, -0.99)
    nothing = {
        "first_weights": np.zeros((827, search_policy_net.WIDTH)),
        "first_bias": np.zeros(search_policy_net.WIDTH),
        "second_weights": np.zeros((search_policy_net.WIDTH, search_policy_net.WIDTH)),
        "second_bias": np.zeros(search_policy_net.WIDTH),
        "policy_weights": np.zeros((HAN.sheet.actions, search_policy_net.WIDTH)),
        "policy_bias": np.arange(HAN.sheet.actions) / 100,
        "value_weights": np.zeros((3, search_policy_net.WIDTH)),
        "value_bias": np.arctanh(pays),
    }
    net = {name: values.astype(np.float16) for name, values in nothing.items()}
    policy_net = PolicyNets({"any": net}, lambda state: "any")
    search_policy_net.check_fits(policy_net, HAN.sheet)
    states = position(5, 7, players=3)
    mind = new_records(tree_of(HAN.sheet, policy_net), 1)
    policy_net.fill(mind, states[0])
    mover = plainly(HAN.sheet.rules.seat_to_act)(states[0])
    _, expect = search_policy_net.build_policy_net(HAN.sheet.rules)
    plainly(expect)(states[0], mind[0])
    shares = np.array([max((tanh(np.arctanh(pay)) * 2 + 1) / 3, 0) for pay in pays])
    for ahead in range(3):
        assert mind["value"][0, (mover + ahead) % 3] == pytest.approx((shares / shares.sum())[ahead], abs=1e-3)
    assert plainly(search_policy_net.urge)(mind[0], 200) == pytest.approx(2, abs=1e-2)


def test_layers_are_worked_out_anew() -> None:
    mind = mind_at(position(1, 0, players=2))
    mind["observed"][0, :5] = 1
    plainly(search_policy_net.work_out)(mind[0])
    once = mind["second_layer"].copy()
    plainly(search_policy_net.work_out)(mind[0])
    assert (mind["second_layer"] == once).all()
    assert once.min() == 0 < once.max()


@pytest.mark.parametrize(
    ("options", "net"),
    [
        ({"players": 2}, "2-ways-of-diplomacy"),
        ({"players": 2, **OWN}, "2-ways-of-diplomacy"),
        ({"players": 2, "market_places": True}, "2-ways-of-diplomacy-market-places"),
        ({"players": 3}, "3-border-disputes"),
        ({"players": 3, "map": "ways-of-diplomacy"}, "3-ways-of-diplomacy"),
        ({"players": 4, "map": "ways-of-diplomacy", "market_places": True}, "4-ways-of-diplomacy"),
        ({"players": 4, "fortifications": True}, "4-border-disputes"),
    ],
)
def test_a_net_serves_the_tables_it_was_trained_at(options: Any, net: str) -> None:
    assert serving(position(1, 3, **options)[0]) == serving(HAN.records(HAN.options(**options), 1)[0]) == net
    assert len(POLICY_NETS.nets[net]["first_weights"]) == HAN.sheet.observation_size(HAN.options(**options))
    assert len(POLICY_NETS.nets[net]["value_bias"]) == options["players"]


def test_all_nets_serve_a_table_that_is_measured() -> None:
    measured = guides()["han"].MEASURED
    served = [serving(HAN.match(seed=1, **options).state[0]) for options in measured]
    assert set(served) == {*NETS, None}
    assert {options["players"] for options, net in zip(measured, served, strict=True) if net is None} == {5}


def test_a_map_that_is_only_much_like_it_is_another_one() -> None:
    changed = json.loads(json.dumps(OWN["map"]))
    first, second = changed["alliances"][:2]
    first["between"], second["between"] = second["between"], first["between"]
    assert serving(position(1, 0, players=2, map=changed)[0]) is None


def test_it_can_be_left_unasked() -> None:
    states, rng = position(4, 20, players=2), new_records(Stream, 1)
    scratch = new_records(HAN.sheet.state, 4)
    for name, sensing in (("expert:rounds=4", 1), ("expert:rounds=4:policy_net=0", 0)):
        asked = bot(HAN, name)
        mind = new_mind(asked, 1, states[0])
        assert asked.thinking is not None
        plainly(asked.thinking.start)(states[0], mind, rng[0], scratch)
        assert mind["sensing"][0] == sensing


def test_a_mind_goes_from_table_to_table() -> None:
    mind = new_records(tree_of(HAN.sheet, POLICY_NETS), 2)
    for options in ({"players": 4}, {"players": 2}, {"players": 5}, {"players": 3, "map": "ways-of-diplomacy"}):
        state = position(1, 0, **options)[0]
        for _ in range(2):
            POLICY_NETS.fill(mind, state)
            served = serving(state)
            if served is None:
                assert mind["net"].tolist() == [0, 0]
            else:
                assert [NETS[number - 1] for number in mind["net"]] == [served, served]
                for name, values in POLICY_NETS.nets[served].items():
                    lying: Any = mind[name]
                    assert all((row[tuple(map(slice, values.shape))] == values).all() for row in lying), name


def test_a_player_goes_from_table_to_table() -> None:
    """At every table it chooses as one does that never sat at another."""
    expert = bot(HAN, "expert:rounds=2")
    player = Player(HAN, expert, 1)
    for options in ({"players": 3}, {"players": 2}, {"players": 5}, {"players": 2}):
        match = HAN.match(seed=3, **options)
        player.reseed(4)
        fresh = Player(HAN, expert, 4)
        assert player.choose(match) == fresh.choose(match)


def test_a_net_of_another_shape_is_noticed() -> None:
    net = {**POLICY_NETS.nets[NETS[0]], "policy_bias": np.zeros(5, np.float16)}
    with pytest.raises(AssertionError, match="a net has other arrays"):
        search_policy_net.check_fits(PolicyNets({"odd": net}, serving), HAN.sheet)
