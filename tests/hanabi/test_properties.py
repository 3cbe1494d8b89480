"""What holds at any table whatever is done at it: legal moves, illegal ones, rubbish, saving, loading, undoing."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import lantern
from lantern import BadInput, Match, Refusal, Refused
from lantern.kernel.contract import Json
from tests.effort import enough
from tests.hanabi.lucky import lucky_action
from tests.hanabi.test_twin import compare, play_both, twin_of
from tests.hanabi.twin import HINTS, SUITS, TILES, Twin, full_deck, hint_fits, maximum, playing_order

GAME = lantern.game("hanabi")
ACTIONS = GAME.sheet.actions
FLAGS = ("multicolour", "black_powder", "flares", "final_bouquet", "empty_hints", "score_on_loss")


def bounded(examples: int, plain_examples: int, steps: int = 50) -> settings:
    """The same examples every time, and so many of them; one that fails is shown as it is found."""
    return settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=enough((examples + 2) // 3, thorough=examples, plain=plain_examples),
        stateful_step_count=steps,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


# What there is to try.

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 5),
        "black_values": st.sampled_from(["mirrored", "ordinary"]),
        "start": st.sampled_from([None, 1, 2]),
        **{flag: st.booleans() for flag in FLAGS},
    }
)
CARDS = st.builds("{} {}".format, st.sampled_from([*SUITS, "purple"]), st.integers(0, 6))
ABOUT = st.sampled_from([*HINTS, "1", "5", "black", "multicolour", "purple", "0"])
TEXTS = st.one_of(
    st.builds("play {}".format, st.integers(0, 6)),
    st.builds("discard {}".format, st.integers(0, 6)),
    st.builds("hint {} {}".format, st.integers(0, 6), ABOUT),
    st.builds("return {}".format, CARDS),
    st.builds("play {}".format, CARDS),
    st.sampled_from(["pass", "decline", "undo", "", "play", "hint 2", "PLAY 1", " discard  2 "]),
)
RUBBISH = st.one_of(
    st.text(max_size=12),
    st.none(),
    st.booleans(),
    st.floats(),
    st.binary(max_size=4),
    st.lists(st.integers(), max_size=3),
    st.integers(),
)
PLAIN_DATA = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)


# What must hold.


def census(reveal: Json) -> Counter[str]:
    """Every card wherever it lies."""
    lit = [f"{suit} {value}" for suit, values in reveal["fireworks"].items() for value in values]
    held = [card["card"] for hand in reveal["hands"] for card in hand]
    return Counter(lit + held + reveal["deck"] + reveal["discards"])


def check_cards(reveal: Json) -> None:
    """Every card of the game is there once; what was told of a card is true; fireworks are in order."""
    assert census(reveal) == Counter(full_deck(reveal["options"]))
    for suit, values in reveal["fireworks"].items():
        assert values == playing_order(suit)[: len(values)]
    for hand in reveal["hands"]:
        for card in hand:
            assert all(hint_fits(hint, card["card"]) for hint in card["told"])
            assert not any(hint_fits(hint, card["card"]) for hint in card["not"])


def check_hands(reveal: Json) -> None:
    """Hands are full while there are cards to draw, but for one whose tile waits for a choice."""
    size = 5 if reveal["options"]["players"] <= 3 else 4
    for seat, hand in enumerate(reveal["hands"], 1):
        waits = reveal["phase"] not in ("turn", "over") and seat == reveal["to_act"]
        just_ended = reveal["end"] and reveal["last"] and seat == reveal["last"]["seat"]
        assert len(hand) <= size
        if reveal["deck"]:
            assert len(hand) >= size - bool(waits or just_ended)


def check_table(reveal: Json) -> None:
    """Tokens, errors, tiles and the last round are in their bounds."""
    options = reveal["options"]
    assert 0 <= reveal["tokens"] <= 8
    assert 0 <= reveal["errors"] <= 3
    assert (reveal["errors"] == 3) == (reveal["end"] == "third error")
    assert set(reveal["tiles"]) <= (set(TILES) if options["flares"] else set())
    assert len(set(reveal["tiles"])) == len(reveal["tiles"])
    last_round = not reveal["deck"] and not options["final_bouquet"]
    assert (reveal["turns_left"] is not None) <= last_round
    if last_round and not reveal["end"]:
        assert 1 <= reveal["turns_left"] <= options["players"]
    if reveal["phase"] not in ("turn", "over"):
        assert options["flares"]
        assert reveal["phase"] not in reveal["tiles"]


def check_score(match: Match, reveal: Json) -> None:
    """One team, one score, within what can be reached; a result exactly when it is over."""
    least = -5 if match.options["black_powder"] else 0
    assert match.scores == [reveal["score"]] * match.options["players"]
    assert least <= reveal["score"] <= maximum(match.options)
    assert (match.result is None) == (not match.over) == (match.to_act is not None) == bool(match.actions())
    if match.result:
        assert match.result["score"] == reveal["score"]
        assert match.result["reason"] == reveal["end"]
        assert (match.result["reason"] == "all fireworks complete") <= (reveal["score"] == maximum(match.options))


def snapshot(match: Match) -> tuple[bytes, str, int, int, list[str]]:
    """All there is of a match."""
    return match.state.tobytes(), match.save(), match.ply, len(match.log), match.actions()


def attempt(match: Match, action: Any) -> Refusal | BadInput | None:
    """Ask, then play; None if it was played. What is refused or not understood must change nothing."""
    before = snapshot(match)
    try:
        answer: Refusal | BadInput | None = match.why_not(action)
    except BadInput as error:
        answer = error
    assert snapshot(match) == before
    if answer is not None:
        with pytest.raises((Refused, BadInput)) as caught:
            match.play(action)
        assert isinstance(caught.value, Refused) == isinstance(answer, Refusal)
        assert str(caught.value) == str(answer)
        assert snapshot(match) == before
    return answer


class Table(RuleBasedStateMachine):
    """A table at which anything may be tried, with the slow twin beside it."""

    match: Match
    twin: Twin

    @initialize(
        options=OPTIONS, seed=st.integers(0, 10**6), plies=st.integers(0, 100), luck=st.sampled_from([0.5, 0.95, 1.0])
    )
    def sit_down(self, options: Json, seed: int, plies: int, luck: float) -> None:
        """A game some way on."""
        self.match = GAME.match(seed=seed, **options)
        self.twin = twin_of(self.match)
        choices = random.Random(seed)
        while not self.match.over and self.match.ply < plies:
            play_both(self.match, self.twin, lucky_action(self.match, choices, luck))

    def play(self, action: str) -> None:
        assert action in self.twin.actions()
        play_both(self.match, self.twin, action)

    @rule(which=st.integers(0, 63))
    def play_something_legal(self, which: int) -> None:
        actions = self.match.actions()
        if actions:
            self.play(actions[which % len(actions)])

    @rule(seed=st.integers(0, 1000))
    def play_something_clever(self, seed: int) -> None:
        if not self.match.over:
            self.play(lucky_action(self.match, random.Random(seed), luck=1.0))

    @rule(text=TEXTS)
    def try_a_text(self, text: str) -> None:
        answer = attempt(self.match, text)
        if answer is None:
            number = self.match.words.read_action(text)
            assert isinstance(number, int)
            self.play(self.match.words.write_action(number))
        else:
            assert text not in self.twin.actions()

    @rule(number=st.integers(-3, ACTIONS + 3))
    def try_a_number(self, number: int) -> None:
        legal = number in self.match.numbers()
        answer = attempt(self.match, number)
        assert (answer is None) == legal
        assert isinstance(answer, BadInput) == (not 0 <= number < ACTIONS)
        if legal:
            self.play(self.match.words.write_action(number))

    @rule(thing=RUBBISH)
    def try_rubbish(self, thing: Any) -> None:
        if not isinstance(thing, int) or isinstance(thing, bool) or not 0 <= thing < ACTIONS:
            assert isinstance(attempt(self.match, thing), BadInput)

    @rule()
    def try_everything(self) -> None:
        refused = [number for number in range(ACTIONS) if self.match.why_not(number) is not None]
        assert sorted(refused + self.match.numbers()) == list(range(ACTIONS))

    @rule()
    def try_to_undo(self) -> None:
        before = snapshot(self.match)
        with pytest.raises(Refused):
            self.match.undo()
        assert snapshot(self.match) == before

    @rule()
    def save_and_go_on_with_what_is_loaded(self) -> None:
        loaded = GAME.load(self.match.save())
        assert snapshot(loaded) == snapshot(self.match)
        assert (loaded.log, loaded.result) == (self.match.log, self.match.result)
        self.match = loaded

    @rule(seed=st.integers(0, 100))
    def write_down_and_go_on_from_the_position(self, seed: int) -> None:
        placed = GAME.position(json.loads(json.dumps(self.match.reveal())), seed=seed)
        assert placed.reveal() == self.match.reveal()
        assert placed.actions() == self.match.actions()
        self.match = placed

    @rule(seat=st.integers(1, 5))
    def look(self, seat: int) -> None:
        if seat > self.match.options["players"]:
            with pytest.raises(BadInput):
                self.match.view(seat)
        else:
            seen, reveal = self.match.view(seat), self.match.reveal()
            assert json.loads(json.dumps(seen)) == seen
            for shown, true in zip(seen["hands"][seat - 1], reveal["hands"][seat - 1], strict=True):
                assert shown["card"] is None
                assert true["card"] in shown["possible"]

    @invariant()
    def all_is_well(self) -> None:
        reveal = self.match.reveal()
        check_cards(reveal)
        check_hands(reveal)
        check_table(reveal)
        check_score(self.match, reveal)
        compare(self.match, self.twin)


TestTable = Table.TestCase
TestTable.settings = bounded(60, 30, steps=40)


# Things that need no table.


@bounded(300, 60)
@given(OPTIONS, st.integers(0, 2**62 - 1))
def test_any_options_and_seed_deal_a_whole_game(options: Json, seed: int) -> None:
    match = GAME.match(seed=seed, **options)
    reveal = match.reveal()
    assert match.options == {**GAME.options(), **options}
    assert reveal["to_act"] == options["start"] or options["start"] is None
    check_cards(reveal)
    check_hands(reveal)
    check_table(reveal)


@bounded(300, 60)
@given(OPTIONS, st.sampled_from(["players", "black_values", "start", *FLAGS, "colour"]), RUBBISH)
def test_a_wrong_option_is_named(options: Json, name: str, value: Any) -> None:
    allowed = {option.name: option.choices for option in GAME.sheet.options} | {
        "players": (None, 2, 3, 4, 5),
        "colour": (),
    }
    if not any(choice == value and type(choice) is type(value) for choice in allowed[name]):
        with pytest.raises(BadInput, match=name):
            GAME.options(**options | {name: value})


@bounded(500, 200)
@given(st.one_of(st.text(), TEXTS))
def test_any_text_is_an_action_or_not_understood(text: str) -> None:
    words = GAME.sheet.words(GAME.options())
    try:
        action = words.read_action(text)
    except BadInput:
        return
    if not isinstance(action, Refusal):
        assert 0 <= action < ACTIONS
        assert words.read_action(words.write_action(action)) == action


@bounded(300, 100)
@given(st.one_of(PLAIN_DATA.map(json.dumps), st.text()))
def test_any_text_is_a_saved_match_or_not(text: str) -> None:
    with pytest.raises(BadInput):
        GAME.load(text)


@bounded(300, 100)
@given(PLAIN_DATA)
def test_any_data_is_a_position_or_not(data: Any) -> None:
    with pytest.raises(BadInput):
        GAME.position(data)


def places_in(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to everything in plain data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inner for place in places_in(value, (*path, key)))]


def spoil(data: Json, where: int, value: Any) -> Json:
    """The same data with one thing replaced, or left out where the value is ... itself."""
    data = copy.deepcopy(data)
    places = places_in(data)[1:]
    *path, key = places[where % len(places)]
    target: Any = data
    for step in path:
        target = target[step]
    if value is ...:
        del target[key]
    else:
        target[key] = value
    return data


SPOILING = st.one_of(
    st.just(...),
    PLAIN_DATA,
    st.integers(-2, 6),
    st.sampled_from([*HINTS, *TILES, "turn", "over", "third error", "play 1", "red 1", "black 5"]),
)


@cache
def some_game(number: int) -> Match:
    """One of several games, played for a while."""
    choices = random.Random(number)
    options = {flag: choices.random() < 0.5 for flag in FLAGS}
    match = GAME.match(players=2 + number % 4, seed=number, **options)
    while not match.over and match.ply < 10 * number:
        match.play(lucky_action(match, choices, luck=0.95))
    return match


@bounded(1500, 600)
@given(st.integers(0, 9), st.integers(0, 10**6), SPOILING)
def test_a_spoiled_position_is_refused_or_still_whole(number: int, where: int, value: Any) -> None:
    data = spoil(some_game(number).reveal(), where, value)
    try:
        match = GAME.position(data)
    except BadInput:
        return
    reveal = match.reveal()
    check_cards(reveal)
    assert 0 <= reveal["tokens"] <= 8
    assert (match.to_act is None) == match.over == (not match.actions())
    assert GAME.load(match.save()).reveal() == reveal


@bounded(600, 300)
@given(st.integers(0, 9), st.integers(0, 10**6), SPOILING)
def test_a_spoiled_saved_match_is_refused_or_still_whole(number: int, where: int, value: Any) -> None:
    text = json.dumps(spoil(json.loads(some_game(number).save()), where, value))
    try:
        match = GAME.load(text)
    except BadInput:
        return
    check_cards(match.reveal())
