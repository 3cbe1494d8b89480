"""Hanabi's puzzles: what is said to be certain is so, whatever the seat can't see, and nothing else is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest

import lantern
from lantern.games.hanabi.board import FITTING, HINTS, KIND_NAMES, KINDS, MOST_HELD
from lantern.games.hanabi.state import NOT_TOLD
from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.kernel.record import Records
from lantern.kernel.rule import PLAIN, plainly
from lantern.languages import LANGUAGES
from lantern.languages.words import catalogue
from lantern.learning import why
from lantern.learning.hanabi import judged, puzzling
from lantern.learning.hanabi.deducing import CERTAIN, COUNTED, TOLD, WAYS, deduce
from lantern.learning.hanabi.imagining import Table, possible
from lantern.learning.hanabi.puzzling import MAKING, named
from lantern.learning.making import Found, Maker
from lantern.learning.puzzles import LEVELS, Line, Puzzle, Source, puzzles
from lantern.players.advice.reasons import told
from tests.hanabi.table import position
from tests.matches import play_all
from tests.worlds import deal

HANABI = lantern.game("hanabi")
CERTAINTIES = [maker for maker in MAKING.makers if maker.theme != "best"]
MAKER = {maker.theme: maker for maker in MAKING.makers}
HANDS = 20 if PLAIN else 400
MATCHES = 1 if PLAIN else len(MAKING.tables)
MOST_LAID = 3000
FIVES_IN_SIGHT = "W5 R1 R1 R1 B1 | R5 B5 Y5 G5 W1"


@pytest.fixture(autouse=True)
def easy_ones_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzling, "EASY", {})
    if PLAIN:
        monkeypatch.setattr(puzzling, "WORLDS", 40)


# What is known of a hand.


def some_hand(chance: random.Random) -> tuple[Records, list[int]]:
    """A table at which seat 1 was told something of each card, and a few cards that are left for it, its own among."""
    options = {"multicolour": chance.random() < 0.4, "black_powder": chance.random() < 0.4}
    state = HANABI.match(chance.choice([2, 4]), seed=chance.randrange(10**6), **options).state
    deck = list(state[0].deck[state[0].drawn : state[0].deck_size])
    own = list(state[0].hand[0, : state[0].held[0]])
    for place, kind in enumerate(own):
        for hint in chance.sample(range(HINTS), chance.randrange(6)):
            state[0].mark[0, place] |= 1 << (hint if FITTING[kind] >> hint & 1 else hint + NOT_TOLD)
    return state, [int(kind) for kind in [*own, *chance.sample(deck, chance.randrange(4))]]


def laid_out(sets: list[list[str]], left: Counter[str]) -> list[set[str]]:
    """What each card can be: every hand that the cards left allow is laid out."""
    hands = [hand for hand in product(*sets) if Counter(hand) <= left]
    return [set(cards) for cards in zip(*hands, strict=True)]


def test_what_is_certain_is_what_all_hands_have_that_can_be_laid_out() -> None:
    chance, taken_together = random.Random(1), 0
    for _ in range(HANDS):
        state, cards = some_hand(chance)
        left, known = np.bincount(cards, minlength=KINDS), np.zeros((MOST_HELD, WAYS), np.int64)
        plainly(deduce)(state[0], 0, left, known)
        ways = known[: state[0].held[0]].tolist()
        counted = [named(kinds[COUNTED]) for kinds in ways]
        if np.prod([len(some) for some in counted]) > MOST_LAID:
            continue
        names = Counter(KIND_NAMES[kind] for kind in cards)
        expected = laid_out(counted, names)
        assert [set(named(kinds[CERTAIN])) for kinds in ways] == expected
        told = [frozenset(named(kinds[TOLD])) for kinds in ways]
        assert [possible(told, names, place) for place in range(len(ways))] == expected
        taken_together += expected != [set(some) for some in counted]
    assert taken_together > HANDS / 20


def test_ways_that_need_more_leave_less_open() -> None:
    chance = random.Random(2)
    for _ in range(HANDS):
        state, cards = some_hand(chance)
        known = np.zeros((MOST_HELD, WAYS), np.int64)
        plainly(deduce)(state[0], 0, np.bincount(cards, minlength=KINDS), known)
        for place, kinds in enumerate(known[: state[0].held[0]].tolist()):
            assert all(after & ~before == 0 for before, after in pairwise(kinds))
            assert kinds[CERTAIN] >> state[0].hand[0, place] & 1


# What is found.


@cache
def all_found() -> list[tuple[Maker, Match, Found]]:
    """Puzzles from matches of beginners at all tables, each with the moment at which it was found."""
    return [
        (maker, match, found)
        for number, table in enumerate(MAKING.tables[:MATCHES])
        for match in moments(number, table)
        for maker in CERTAINTIES
        if (found := maker.find(match)) is not None
    ]


def moments(seed: int, options: Json) -> Iterator[Match]:
    """Every decision of a match."""
    match, beginner = HANABI.match(seed=seed, **options), lantern.bot("hanabi", "beginner", seed=seed)
    while not match.over:
        yield match.copy()
        match.play(beginner.choose(match))


def some_of(theme: str, most: int = 8) -> list[tuple[Maker, Match, Found]]:
    found = [one for one in all_found() if one[0].theme == theme]
    return found[:: max(1, len(found) // most)]


THEMES = [maker.theme for maker in CERTAINTIES]


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_found_can_be_done_and_is_so(theme: str) -> None:
    assert PLAIN or len(some_of(theme)) >= 8
    for maker, match, found in some_of(theme):
        assert set(found.solution) <= set(match.actions())
        assert found.answer is None or found.answer in found.choices
        assert (found.answer is None) == bool(found.solution)
        level = found.level if maker.count is None else maker.count(match, found.solution)
        assert level in LEVELS
        assert maker.check(match, found, 5, 1), (theme, match.history, found)


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_wrong_is_seen_to_be(theme: str) -> None:
    for maker, match, found in some_of(theme):
        for wrong in others_than(match, found):
            assert not maker.check(match, wrong, 5, 1), (match.history, wrong)


def others_than(match: Match, found: Found) -> Iterator[Found]:
    """The same with another answer; with something else that may be done as well, or in its place."""
    if found.answer is not None:
        yield from (replace(found, answer=choice) for choice in found.choices if choice != found.answer)
        return
    deed = next(iter(found.solution)).split()[0]
    other = next(action for action in match.actions() if action.startswith(deed) and action not in found.solution)
    yield replace(found, solution={other: {}})
    yield replace(found, solution={**found.solution, other: {}})


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_found_does_not_hang_on_what_is_hidden(theme: str) -> None:
    for maker, match, found in some_of(theme, 3):
        for number in range(3):
            world = match.words.reveal(deal(match, (match.to_act or 0) - 1, number)[0])
            other = HANABI.position({"game": "hanabi", "options": match.options, **world}, seed=1)
            assert maker.find(other) == found


def test_other_cards_are_such_as_hints_leave_open() -> None:
    for _, match, found in some_of("card", 40):
        assert found.about is not None
        seat, place = map(int, found.about.partition(":")[2].split("."))
        assert seat == match.to_act
        table = Table.of(match)
        told = table.view["hands"][seat - 1][place - 1]
        by_hints = table.by_hints(told)
        assert found.answer in by_hints
        assert len(found.choices) >= puzzling.LEAST_CHOICES
        assert set(found.choices) <= (by_hints if len(by_hints) >= puzzling.LEAST_CHOICES else table.by_touches(told))


# By hand.


def assert_found(theme: str, match: Match, solution: Line, counted: int) -> Found:
    """This is found, and so hard is it by how much there is to look at."""
    maker = MAKER[theme]
    found = maker.find(match)
    assert found == Found(solution)
    assert maker.count is not None
    assert maker.count(match, solution) == counted
    return found


def five_in_sight(**given: object) -> Match:
    """Seat 1 is told of its only five, and sees the others."""
    match = position(FIVES_IN_SIGHT, to_act=2, **given)  # type: ignore[arg-type]
    return play_all(match, "hint 1 fives")


def test_the_only_five_that_is_not_in_sight() -> None:
    found = MAKER["card"].find(five_in_sight())
    assert found == Found(
        choices=["white 5", "red 5", "blue 5", "yellow 5", "green 5"], answer="white 5", about="card:1.1", level=4
    )


def test_it_fits_or_not() -> None:
    fits, does_not = five_in_sight(fireworks="W4"), five_in_sight(fireworks="W3", discards="R2")
    assert_found("sure_play", fits, {"play 1": {}}, 3)
    assert MAKER["sure_play"].find(does_not) is None
    assert not MAKER["sure_play"].check(does_not, Found({"play 1": {}}), 1, 1)


def test_a_card_told_by_colour_and_value_is_no_puzzle() -> None:
    match = play_all(position(FIVES_IN_SIGHT, to_act=2, fireworks="W4"), "hint 1 fives", "hint 2 ones", "hint 1 white")
    assert MAKER["sure_play"].find(match) is None
    assert MAKER["card"].find(match) is None


def test_a_card_that_comes_after_a_lost_one_is_useless_unless_a_tile_may_bring_that_back() -> None:
    lost = five_in_sight(discards="W3 W3")
    assert_found("sure_discard", lost, {"discard 1": {}}, 3)
    flares = five_in_sight(discards="W3 W3", flares=True)
    assert MAKER["sure_discard"].find(flares) is None
    assert not MAKER["sure_discard"].check(flares, Found({"discard 1": {}}), 1, 1)


def test_no_discard_is_asked_for_while_all_tokens_are_there() -> None:
    assert MAKER["sure_discard"].find(five_in_sight(discards="W3 W3", tokens=8)) is not None
    all_there = play_all(five_in_sight(discards="W3 W3", tokens=7), "discard 5", "discard 5")
    assert all_there.view()["tokens"] == 8
    assert MAKER["sure_discard"].find(all_there) is None


# Hints.


def test_a_hint_after_which_a_partner_is_certain() -> None:
    match = position("W2 W2 R2 R2 B2 | W4 W1 R3 B3 G3")
    found = assert_found("sure_hint", match, {"hint 2 ones": {}}, 2)
    assert MAKER["sure_hint"].check(match, found, 3, 1)
    assert not MAKER["sure_hint"].check(match, Found({"hint 2 white": {}}), 3, 1)


# What does best.


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "STAGES", ((64, 2, 1, 0.4), (4, 3, 2, 1.0)))
    monkeypatch.setattr(judged, "CHECKING", ((64, 3, 1, 1.0),))
    monkeypatch.setattr(judged, "ONE_IN", 1)


def last_card(fireworks: str = "W4 R5 B5 Y5 G5") -> Match:
    """Seat 1 knows the card that completes all, and plays last."""
    match = position("W5 ... | ...", fireworks=fireworks, deck="", to_act=2, turns_left=2)
    return play_all(match, "hint 1 fives")


def test_what_does_best_is_found_again(few_games: None) -> None:
    match = last_card()
    found = MAKER["best"].find(match)
    assert found == Found({"play 1": {}}, worth=[25.0, 24.0])
    assert MAKER["best"].check(match, found, 4, 1)
    assert not MAKER["best"].check(match, Found({"discard 1": {}}), 4, 1)


def test_where_nothing_leads_there_is_nothing_to_find(few_games: None) -> None:
    assert MAKER["best"].find(last_card("W3 R5 B5 Y5 G5")) is None


def test_leads_and_their_errors() -> None:
    points = np.array([[3.0, 1.0, 2.0], [5.0, 3.0, 0.0]])
    assert judged.leads(points).tolist() == [2.0, 3.0]
    assert judged.errors(points).tolist() == pytest.approx([0.0, 2.0])


# The tables.


def test_tables_are_tables() -> None:
    for table in MAKING.tables:
        assert HANABI.match(seed=1, **table).options["players"] == table["players"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", MAKER)
def test_themes_have_words(theme: str, language: str) -> None:
    own, shared = catalogue("hanabi", language), catalogue("puzzle", language)
    for part in ("", ".ask", ".right", ".wrong"):
        assert f"hanabi.puzzle.{theme}{part}" in own or f"puzzle.{theme}{part}" in shared


# Why it is that card, and no other.


def card_told(match: Match, place: int, choice: str) -> list[str]:
    """What is said of a choice."""
    puzzle = Puzzle(
        Source("hanabi", 2, {}, 1, ()), 0, "card", 1, choices=(choice,), answer=choice, about=f"card:2.{place}"
    )
    return [told(reason, "en", match.board()) for reason in why.of_choice(puzzle, match, choice)]


def test_hints_say_which_card_it_is() -> None:
    match = position("R1 W2 B3 Y4 G4 | W3 W4 Y3 B4 G3", to_act=1)
    play_all(match, "hint 2 white", "discard 5", "hint 2 threes")
    assert card_told(match, 1, "white 3") == ["Hinted: white and 3s. That leaves white 3."]
    assert card_told(match, 1, "white 4") == ["It was hinted (3s), and the white 4 would not have been."]
    assert card_told(match, 2, "white 3") == ["A hint (3s) passed it by, and would have touched the white 3."]


def test_cards_in_sight_say_which_card_it_is() -> None:
    match = position("R5 B5 Y5 W1 W1 | G5 W4 Y3 B4 G3", discards="W5", to_act=1)
    play_all(match, "hint 2 fives")
    assert card_told(match, 1, "green 5") == [
        "Hinted: 5s. That leaves white 5, red 5, blue 5, yellow 5 and green 5.",
        "All in sight: white 5, red 5, blue 5 and yellow 5.",
    ]
    assert card_told(match, 1, "white 5") == ["Every white 5 is in sight."]
    assert card_told(match, 9, "white 5") == card_told(match, 1, "white") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzles_of_the_package_say_why(language: str) -> None:
    cards = [puzzle for puzzle in puzzles("hanabi") if puzzle.theme == "card"]
    for puzzle in random.Random(3).sample(cards, 12 if PLAIN else 60):
        match = puzzle.match()
        for choice in puzzle.choices:
            lines = [told(reason, language, match.board()) for reason in why.of_choice(puzzle, match, choice)]
            assert 1 <= len(lines) <= 3
            assert len({*lines}) == len(lines)
            assert choice == puzzle.answer or len(lines) == 1
