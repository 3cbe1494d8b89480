"""What the expert counts on the table, and how it compares what it may do in the worlds it deals itself."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import numpy as np
import pytest

from lantern.games.hanabi.board import BLACK, COPIES, KINDS, VALUES
from lantern.games.hanabi.knowledge import cards_built, kinds_in_play, unseen_copies
from lantern.games.hanabi.scoring import team_score
from lantern.games.hanabi.state import State
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import PLAIN, entry, plainly
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.players import SCRATCH
from lantern.players.hanabi.counts import count_of, share, weigh
from lantern.players.hanabi.hats.bot import HATS, look_at_own
from lantern.players.hanabi.hats.thinking import CERTAINTY, EXPERT
from lantern.players.hanabi.hats.worlds import deal_world, most_points, play_on
from lantern.players.hanabi.public import MOST_OPTIONS, playable_kinds, price, useless_kinds, vital_kinds
from lantern.players.player import Player
from tests.effort import enough
from tests.hanabi.box import GAME

OPTIONS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 5, "empty_hints": False},
    {"players": 3, "multicolour": True, "flares": True},
    {"players": 4, "black_powder": True},
    {"players": 2, "black_powder": True, "black_values": "ordinary", "flares": True},
    {"players": 3, "multicolour": True, "black_powder": True, "final_bouquet": True},
]
GAMES = enough(2, thorough=5, plain=1)
THINKING = EXPERT.with_settings({"rounds": 2, "deck": 5} if PLAIN else {"rounds": 40}, "expert:thinking")
BY_HATS = HATS if PLAIN else EXPERT.with_settings({"rounds": 1, "deck": 1}, "expert:hardly")
"""With compiled rules an expert who hardly thinks, for whom nothing more has to be compiled."""


# What lies on the table.


def kinds_of(word: int) -> list[int]:
    """A set of kinds, one by one."""
    return [kind for kind in range(KINDS) if word >> kind & 1]


def left_of(state: State, kind: int) -> int:
    """How many cards of a kind are not among the discards."""
    return int(COPIES[state.ordinary_black, kind] - state.discarded[kind])


def lacking_kinds(state: State, suit: int) -> list[int]:
    """The kinds that a firework lacks, in order."""
    kinds = [suit * VALUES + value for value in range(VALUES)]
    return (kinds[::-1] if suit == BLACK else kinds)[state.firework[suit] :]


def slow_counts(state: State) -> dict[str, list[int]]:
    """The same as a memory keeps, card by card."""
    in_play = kinds_of(plainly(kinds_in_play)(state))
    lacking = [lacking_kinds(state, suit) for suit in sorted({kind // VALUES for kind in in_play})]
    needed = [kind for kinds in lacking for kind in takewhile(lambda kind: left_of(state, kind) > 0, kinds)]
    return {
        "playable": sorted(kinds[0] for kinds in lacking if kinds),
        "useless": sorted({*in_play} - {*needed}),
        "vital": sorted(kind for kind in needed if left_of(state, kind) == 1),
        "covered": [left_of(state, kind) - plainly(cards_built)(state, kind) for kind in in_play],
        "unseen": [plainly(unseen_copies)(state, state.to_act, kind) for kind in in_play],
    }


@pytest.mark.parametrize("options", OPTIONS[:: 2 if PLAIN else 1], ids=str)
@pytest.mark.sampled(2)
def test_what_a_memory_keeps_of_the_table_is_so(options: dict[str, Any]) -> None:
    for seed in range(GAMES):
        match, player = GAME.match(seed=seed, **options), Player(GAME, BY_HATS, seed)
        reachable = []
        while not match.over:
            action = player.choose(match)
            state, memory = match.state[0], player._minds[0][0]
            in_play, slow = kinds_of(plainly(kinds_in_play)(state)), slow_counts(state)
            plainly(look_at_own)(memory, state)
            for name in ("playable", "useless", "vital"):
                assert kinds_of(int(memory[name])) == slow[name]
            for name in ("covered", "unseen"):
                assert [plainly(count_of)(memory[name], kind) for kind in in_play] == slow[name]
            rules = (playable_kinds, useless_kinds, vital_kinds)
            assert [kinds_of(plainly(rule)(state)) for rule in rules] == list(slow.values())[:3]
            reachable.append(plainly(most_points)(memory, state))
            match.play(action)
        assert plainly(team_score)(match.state[0]) <= min(reachable)
        assert options.get("flares") or reachable == sorted(reachable, reverse=True)


def test_cards_are_weighed_by_how_many_there_are() -> None:
    counts = np.array([0b0101, 0b0110], np.int64)
    assert [plainly(count_of)(counts, kind) for kind in range(4)] == [1, 2, 3, 0]
    assert plainly(weigh)(counts, 0b1011) == 3
    assert plainly(share)(counts, 0b0111, 0b0011) == 500
    assert [plainly(share)(counts, 0b0011, wanted) for wanted in (0b0111, 0b0100)] == [1000, 0]
    assert plainly(share)(counts, 0b11000, 0b01000) == 0


def test_a_card_costs_more_for_every_card_from_it_to_the_end_of_its_firework() -> None:
    three_of_each = np.full(2, (1 << KINDS) - 1, np.int64)
    for kind in range(KINDS):
        following = lacking_kinds(new_records(State, 1)[0], kind // VALUES)[::-1].index(kind) + 1
        assert plainly(price)(three_of_each, 1 << kind, 100, 7) == 3 * (100 + 7 * following)
    assert (
        plainly(price)(np.array([0b101, 0b010], np.int64), 0b111, 100, 7)
        == 100 + 7 * 5 + 2 * (100 + 7 * 4) + 100 + 7 * 3
    )


# Worlds.

OPTION, TRIED, GAIN, EXACT, EXACT_SPREAD = range(5)
BELOW, CHANGED = range(2)


@entry("hanabi: the expert's candidates, compared in all worlds")
def compare_in_all(seen: Records, mind: Records, choice: Records, scratch: Records, out: Any) -> None:
    """Play every candidate in all worlds that were thought of: [option, OPTION ...], and in the last row BELOW ..."""
    state, memory, total = seen[len(seen) - 1], mind[0], out.shape[0] - 1
    most = most_points(memory, state)
    for world in range(memory.worlds):
        deal_world(memory, state, scratch, choice[0], world)
        usual = play_on(mind, scratch, memory.option[0], choice[0], world)
        out[total, BELOW] += usual < most
        out[total, CHANGED] += memory.put_off[world] != (usual == most)
        for option in range(memory.options):
            gain = play_on(mind, scratch, memory.option[option], choice[0], world) - usual
            out[option, EXACT] += gain
            out[option, EXACT_SPREAD] += gain * gain
    for option in range(memory.options):
        out[option, OPTION] = memory.option[option]
        out[option, TRIED] = memory.tried[option]
        out[option, GAIN] = memory.gain[option]


@pytest.mark.parametrize("options", OPTIONS[:: 3 if PLAIN else 1], ids=str)
@pytest.mark.sampled(2)
def test_what_is_chosen_is_best_in_all_worlds(options: dict[str, Any]) -> None:
    departures = 0
    for seed in range(GAMES):
        match, player = GAME.match(seed=seed, **options), Player(GAME, THINKING, seed)
        while not match.over:
            assert match.to_act is not None
            action = player.choose(match)
            if player.thought > 0:
                departures += check_choice(match.watched(match.to_act - 1), player._minds[0], action)
            match.play(action)
    assert departures > 0 or PLAIN or options["players"] > 2


def check_choice(seen: Records, mind: Records, action: int) -> bool:
    """Compare what the expert chose with all it might have done; whether it departed from the usual action."""
    choice, scratch = new_records(Stream, 1), new_records(GAME.sheet.state, SCRATCH)
    seed_all(choice, 1, CHOICE, 0, 1)
    out = np.zeros((MOST_OPTIONS + 1, 5), np.int64)
    compare_in_all(seen, mind, choice, scratch, out)
    found, rows = out[-1], out[: mind[0]["options"]]
    assert found[CHANGED] == 0, "a world that is dealt again is the same, and played the same"
    made_up = [mind[0]["put_off"][: mind[0]["met"][option]].sum() for option in range(len(rows))]
    met = rows[:, TRIED] - made_up == found[BELOW]
    assert (rows[met, GAIN] >= rows[met, EXACT]).all(), "nothing is gained in worlds put off"
    (chosen,) = (row for row in rows if row[OPTION] == action)
    if chosen[TRIED] == mind[0]["worlds"]:
        assert chosen[GAIN] == chosen[EXACT]
    if met[1:].all():
        assert action == best_by_all(rows, int(CERTAINTY[seen[-1]["seats"]]))
    return bool(action != rows[0][OPTION])


def best_by_all(rows: Any, certainty: int) -> int:
    """The action that a comparison in all worlds would choose."""
    gains = [row for row in rows if row[EXACT] > 0 and row[EXACT] ** 2 > certainty * row[EXACT_SPREAD]]
    return int(max(gains, key=lambda row: row[EXACT])[OPTION] if gains else rows[0][OPTION])
