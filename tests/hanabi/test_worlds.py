"""Worlds dealt to a seat by `determinize`, against all worlds counted by brute force.

The counting knows nothing of the fast rules: every card is a thing of its own, every order of the unseen cards and
every shuffle is tried, and what disagrees with anything the seat saw is thrown away. What is left is equally likely.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from lantern import Match
from lantern.kernel.chance import number_of
from lantern.kernel.contract import Json
from lantern.kernel.record import Records
from lantern.kernel.rule import PLAIN
from lantern.kernel.seeds import CHANCE
from tests.hanabi.box import GAME, TILES
from tests.hanabi.lucky import lucky_action
from tests.hanabi.table import position
from tests.hanabi.twin import full_deck, hint_fits
from tests.matches import play_all
from tests.worlds import UNLIKELY, assert_as_expected, stream, surprise

World = tuple[str, ...]
"""A seat's own cards, oldest first, and then the deck, next card first."""

Seen = tuple[Any, ...]
"""Something a seat saw happen: ("I lose", place, card), ("I draw",), ("drawn", card), ("told", hint, places),
("return", card)."""

SAMPLES = 50 if PLAIN else 20_000
REPLAYS = 30 if PLAIN else 3_000


# Worlds counted.


def unseen_cards(reveal: Json, seat: int) -> list[str]:
    """The cards of the game that do not lie open before a seat."""
    unseen = Counter(full_deck(reveal["options"]))
    unseen.subtract(f"{suit} {value}" for suit, values in reveal["fireworks"].items() for value in values)
    unseen.subtract(reveal["discards"])
    unseen.subtract(card["card"] for hand in others_hands(reveal, seat) for card in hand)
    return sorted(unseen.elements())


def others_hands(reveal: Json, seat: int) -> list[list[Json]]:
    return [hand for owner, hand in enumerate(reveal["hands"], 1) if owner != seat]


def agrees(card: str, held: Json) -> bool:
    """Whether a card can be the one that this was told of."""
    return all(hint_fits(hint, card) for hint in held["told"]) and not any(hint_fits(h, card) for h in held["not"])


def outcomes(hand: Sequence[str], deck: Sequence[str], events: Sequence[Seen]) -> Iterator[World]:
    """What a world becomes, once for every shuffle, where all that the seat saw comes about in it."""
    hand, deck = list(hand), list(deck)
    for number, event in enumerate(events, 1):
        match event:
            case "I lose", place, card:
                if hand.pop(place - 1) != card:
                    return
            case ("I draw",):
                hand.append(deck.pop(0))
            case "drawn", card:
                if deck.pop(0) != card:
                    return
            case "told", hint, places:
                if [place for place, card in enumerate(hand, 1) if hint_fits(hint, card)] != places:
                    return
            case "return", card:
                for shuffled, times in Counter(permutations([*deck, card])).items():
                    for world in outcomes(hand, shuffled, events[number:]):
                        yield from [world] * times
                return
    yield (*hand, *deck)


def count_worlds(start: Json, seat: int, events: Sequence[Seen] = ()) -> Counter[World]:
    """In how many ways each world has come about, for all that a seat knew at the start and saw since."""
    own = start["hands"][seat - 1]
    worlds: Counter[World] = Counter()
    for order, times in Counter(permutations(unseen_cards(start, seat))).items():
        if all(agrees(card, held) for card, held in zip(order, own, strict=False)):
            for world in outcomes(order[: len(own)], order[len(own) :], events):
                worlds[world] += times
    return worlds


# Worlds dealt.


def true_world(match: Match, seat: int) -> World:
    reveal = match.reveal()
    return (*(card["card"] for card in reveal["hands"][seat - 1]), *reveal["deck"])


def hidden_cells(states: Records, seat: int) -> bytes:
    """A seat's hand and the deck in a record: one number a place."""
    return bytes(states["hand"][0, seat - 1]) + bytes(states["deck"][0])


def named(cells_dealt: Mapping[bytes, int]) -> Counter[World]:
    """Worlds in words: kinds are numbered as they follow in a whole deck, and what is no card is negative."""
    kinds = list(dict.fromkeys(full_deck(GAME.options(multicolour=True, black_powder=True))))
    worlds: Counter[World] = Counter()
    for numbers, count in cells_dealt.items():
        worlds[tuple(kinds[number] for number in numbers if number < len(kinds))] += count
    return worlds


def deal_worlds(match: Match, seat: int, count: int = SAMPLES) -> Counter[World]:
    """Worlds as `determinize` deals them from what the seat can see."""
    world, choice = match.concealed(seat - 1), stream(77)
    hand, deck = world["hand"][0, seat - 1], world["deck"][0]
    dealt: Counter[bytes] = Counter()
    for _ in range(count):
        GAME.engine.determinize(world, seat - 1, choice)
        dealt[hand.tobytes() + deck.tobytes()] += 1
    return named(dealt)


# The two compared.


def assert_dealt_as_counted(match: Match, seat: int, expected: Counter[World]) -> None:
    """`determinize` deals the worlds counted, all of them, no others, and as often as they come about."""
    assert_as_expected(deal_worlds(match, seat), expected, true_world(match, seat))


def told(match: Match, seat: int, *hints: str) -> Match:
    """The same match where a seat was told of its cards, one text a card: "red, not fives"."""
    data = match.reveal()
    for card, text in zip(data["hands"][seat - 1], hints, strict=False):
        words = [word.strip() for word in text.split(",") if word.strip()]
        card["told"] = [word for word in words if not word.startswith("not ")]
        card["not"] = [word.removeprefix("not ") for word in words if word.startswith("not ")]
    return GAME.position(data)


OTHERS = "| B1 B2 B3 B4 | Y1 Y2 Y3 Y4 | G1 G2 G3 G4"
"""The hands of seats 2 to 4 where nothing about them matters."""

OVERLAP = ("red", "ones", "", "")
"""Hints that share the red 1: whoever deals card after card from what is left gives it to the first place too often."""


def four_seats(own: str, deck: str, *hints: str, **options: Any) -> Callable[[], Match]:
    """Seat 1 holds four cards and was told something of them; everything else not named lies open."""

    def build() -> Match:
        turns_left = None if deck else 2
        return told(position(own + OTHERS, deck=deck, turns_left=turns_left, **options), 1, *hints)

    return build


STILL = {
    "nothing told": four_seats("R1 R1 W2 G4", "R1 W2 B3"),
    "nothing told, deck empty": four_seats("R1 R1 W2 G4", ""),
    "one card in the deck": four_seats("R1 W1 W2 R2", "R3", "red", "white", "not fives", "twos"),
    "hints that overlap": four_seats("R2 R1 W1 W2", "R1 Y5 W1", *OVERLAP),
    "hints that overlap in one card": four_seats("R1 W1 R2 B5", "W2 R2 Y3", "red", "not twos", "not white"),
    "negative hints alone": four_seats("R1 W1 W2 R2", "B5 R1 W3", "not white", "not red", "not ones", "not white"),
    "every place told of, many places alike": four_seats("R1 R1 W1 W1", "R2 W2", "ones", "ones", "ones", "ones"),
    "everything told": four_seats("R1 R2 W2 W1", "", "red, ones", "red, twos", "white, twos", "white, ones"),
    "multicolour fits every colour": four_seats(
        "M1 R1 M2 W2", "R2 M1 W1", "red", "red, not twos", "white, red", "white", multicolour=True
    ),
    "multicolour is excluded by any colour": four_seats(
        "M1 R1 R2 W2", "M2 M1 W1", "ones", "not blue", "red", "not red", multicolour=True
    ),
    "black fits no colour": four_seats(
        "K5 R1 K4 W2", "R2 K5 W1", "not red, not white", "not fives", "not white", black_powder=True
    ),
    "black told by its value": four_seats("K5 R5 K1 W1", "K5 W5 R1", "fives", "fives", "ones", black_powder=True),
    "ordinary black": four_seats(
        "K1 R1 K1 W1", "K5 K1", "ones", "not white", black_powder=True, black_values="ordinary"
    ),
    "multicolour and black": four_seats(
        "K5 M5 R5 M1", "K1 K5 R1", "fives", "red", "fives, not white", "blue", multicolour=True, black_powder=True
    ),
}


@pytest.mark.parametrize("build", STILL.values(), ids=STILL.keys())
@pytest.mark.sampled(3)
def test_every_world_that_fits_the_hints_is_as_likely(build: Callable[[], Match]) -> None:
    match = build()
    expected = count_worlds(match.reveal(), 1)
    assert len(set(expected.values())) == 1
    assert_dealt_as_counted(match, 1, expected)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_every_seat_has_worlds_of_its_own(seat: int) -> None:
    match = position("R1 R2 W1 W2 Y1 | R1 B2 Y1 Y2 Y3 | R1 G2 G2 Y1 W1", deck="R2 W1", to_act=2)
    hidden = told(match, seat, "ones", "twos", "not red", "", "not fives")
    assert_dealt_as_counted(hidden, seat, count_worlds(hidden.reveal(), seat))


def test_a_hand_of_five_with_hints_really_given() -> None:
    match = position("R1 R2 W1 W2 R1 | B1 B2 B3 B4 Y4", deck="W3 Y1 R1", tokens=8)
    play_all(match, "hint 2 fives", "hint 1 red", "play 1", "hint 1 ones", "hint 2 blue")
    own = match.reveal()["hands"][0]
    assert [(card["told"], card["not"]) for card in own] == [
        (["red"], ["ones"]),
        (["ones"], ["red"]),
        ([], ["red", "ones"]),
        (["red", "ones"], []),
        ([], ["ones"]),
    ]
    assert_dealt_as_counted(match, 1, count_worlds(match.reveal(), 1))


def deal_in_turn(unseen: list[str], own: list[Json], choices: random.Random) -> World | None:
    """The naive way: card after card from what is left and fits; None where nothing is left that fits."""
    left, hand = list(unseen), []
    for held in own:
        fitting = [card for card in left if agrees(card, held)]
        if not fitting:
            return None
        hand.append(choices.choice(fitting))
        left.remove(hand[-1])
    choices.shuffle(left)
    return (*hand, *left)


def test_dealing_card_after_card_would_be_rejected() -> None:
    start, choices = STILL["hints that overlap"]().reveal(), random.Random(5)
    unseen, expected = unseen_cards(start, 1), count_worlds(start, 1)
    tries = [deal_in_turn(unseen, start["hands"][0], choices) for _ in range(20_000)]
    naive = Counter(world for world in tries if world is not None)
    assert set(naive) == set(expected)
    assert surprise(naive, expected) > 2 * UNLIKELY


def test_an_even_deal_passes_and_a_slightly_uneven_one_does_not() -> None:
    """The measure itself: even counts are no surprise, a fifth more of some is one, and so is a world left out."""
    choices, sides = random.Random(6), dict.fromkeys(range(100), 1)
    even = Counter(choices.choices(range(100), k=20_000))
    assert abs(surprise(even, sides)) < UNLIKELY
    uneven = Counter(choices.choices(range(100), weights=[6] * 20 + [5] * 80, k=20_000))
    assert surprise(uneven, sides) > UNLIKELY
    assert surprise(Counter(choices.choices(range(99), k=20_000)), sides) > UNLIKELY


# A card returned to the deck by a bonus tile (HANABI-7.2e).


def watch(match: Match, seat: int, action: str) -> list[Seen]:
    """Play an action; what a seat sees of it that tells something of its own cards or the deck."""
    actor, deck = match.to_act, len(match.reveal()["deck"])
    assert actor is not None
    (deed, *_) = match.play(action)
    after = match.reveal()
    seen: list[Seen] = []
    if deed.key in ("played", "failed", "discarded") and actor == seat:
        seen.append(("I lose", deed.arguments["position"], deed.arguments["card"]))
    if deed.key.startswith("hinted") and deed.arguments["to"] == seat:
        seen.append(("told", deed.arguments["hint"], deed.arguments["positions"]))
    if deed.key == "returned":
        seen.append(("return", deed.arguments["card"]))
        deck += 1
    if len(after["deck"]) < deck:
        drawn = after["hands"][actor - 1][-1]["card"]
        seen.append(("I draw",) if actor == seat else ("drawn", drawn))
    return seen


def watch_all(match: Match, seat: int, actions: Sequence[str]) -> list[Seen]:
    return [event for action in actions for event in watch(match, seat, action)]


def about_to_return(own: str, deck: str, seed: int, *hints: str, **options: Any) -> Match:
    """Seat 4 is to complete red and turn up the tile that returns a card; seat 1 was told of its cards."""
    hands = f"{own} | B1 B2 B3 B4 | Y1 Y2 Y3 Y4 | R5 G2 G3 G4"
    tiles = ["return", *(tile for tile in TILES if tile != "return")]
    match = position(hands, fireworks="R4", deck=deck, to_act=4, tiles=tiles, flares=True, **options)
    return GAME.position(told(match, 1, *hints).reveal(), seed=seed)


@dataclass(frozen=True)
class Returned:
    """The end of a game in which a card is returned, as seat 1 sees it."""

    own: str
    deck: str
    actions: str
    hints: tuple[str, ...] = ()
    shown: str = ""
    """The cards that others shall draw and that the seat itself shall lose, in this order; anything if empty."""
    options: Json = field(default_factory=dict)

    def played(self, seed: int) -> tuple[Match, Json, list[Seen]]:
        """The match, the position before it and what the seat saw; chance shuffles as the seed says."""
        match = about_to_return(self.own, self.deck, seed, *self.hints, **self.options)
        return match, match.reveal(), watch_all(match, 1, self.actions.split(", "))

    def played_as_wanted(self) -> tuple[Match, Json, list[Seen]]:
        """The same with the first seed that shows the cards wanted."""
        for seed in range(10_000):
            match, start, seen = self.played(seed)
            shown = [event[-1] for event in seen if event[0] in ("drawn", "I lose")]
            if not self.shown or shown == self.shown.split(", "):
                return match, start, seen
        raise AssertionError("no seed shuffles so")


WAIT = "hint 2 red, hint 3 red, hint 4 red"

RETURNED = {
    "the only one of its kind": Returned("R1 W2 W2 R2", "R1 W1", "play 1, return green 5"),
    "the only one of its kind, then a draw": Returned("R1 W2 W2 R2", "R1 W1", "play 1, return green 5, discard 2"),
    "the only one of its kind, then hints": Returned(
        "W5 W2 R2 B5", "G5 W1", "play 1, return yellow 5, hint 2 red, hint 3 red, hint 1 fives", ("not ones",)
    ),
    "others of its kind unseen": Returned("W1 R2 B1 R3", "W1 B1", "play 1, return white 1"),
    "others of its kind unseen, one hinted at in an old place": Returned(
        "W1 R2 W3 R1", "W1 W3", "play 1, return white 1", ("white", "not white", "", "not fives")
    ),
    "others of its kind unseen, then a draw": Returned(
        "W1 R2 B1 R3", "W1 B1 R1", "play 1, return white 1, discard 2, hint 1 red", shown="red 1, red 2"
    ),
    "a fresh one in another's hand": Returned("W1 R2 B1 R3", "W1 B1", "play 1, return white 1", shown="white 1"),
    "fresh ones in two others' hands": Returned(
        "W1 R2 B1 R3", "W1 B1", "play 1, return white 1, hint 2 red, discard 4", shown="white 1, white 1"
    ),
    "drawn, seen and gone again": Returned(
        "W1 R2 B1 R3", "W1 B1", f"play 1, return white 1, {WAIT}, discard 4", shown="white 1, blue 1"
    ),
    "drawn, seen and built": Returned(
        "W1 R2 B1 R3", "W1 B1 W3", f"play 1, return white 1, {WAIT}, play 4", shown="white 1, blue 1"
    ),
    "drawn by the seat itself and gone again": Returned(
        "W1 R2 B1 R3",
        "W1 B1 W3 W4",
        "play 1, return white 1, discard 4, hint 1 ones, hint 1 white, hint 1 red, discard 4",
        shown="white 3, red 3, white 1",
    ),
    "another of its kind gone from an old place": Returned(
        "W1 R2 B1 R3", "W1 B1 W3", "play 1, return white 1, discard 1", shown="white 3, white 1"
    ),
    "multicolour": Returned(
        "M1 R2 M2 W2",
        "M1 W1",
        "play 1, return multicolour 1, hint 2 red, hint 3 red, hint 1 white",
        ("red",),
        options={"multicolour": True},
    ),
    "black": Returned(
        "K5 R2 K4 W2",
        "K5 W1",
        "play 1, return black 5, hint 2 red, hint 3 red, hint 1 fives",
        ("not red",),
        options={"black_powder": True},
    ),
}


@pytest.mark.parametrize("returned", RETURNED.values(), ids=RETURNED.keys())
@pytest.mark.sampled(3)
def test_worlds_after_a_card_returned_to_the_deck(returned: Returned) -> None:
    match, start, seen = returned.played_as_wanted()
    assert_dealt_as_counted(match, 1, count_worlds(start, 1, seen))


@pytest.mark.parametrize("seat", [2, 4])
def test_worlds_of_the_others_after_a_card_returned(seat: int) -> None:
    """Seat 4 turned the tile and drew first; seat 2 has old cards alone."""
    match = about_to_return("W1 R2 B1 R3", "W1 G1", 3)
    start = match.reveal()
    seen = watch_all(match, seat, ["play 1", "return white 1", "discard 2"])
    assert_dealt_as_counted(match, seat, count_worlds(start, seat, seen))


def test_worlds_with_more_places_for_the_returned_card_are_more_likely() -> None:
    """All worlds alike, though none with the card in an old place, would be rejected."""
    _, start, seen = RETURNED["others of its kind unseen"].played_as_wanted()
    expected = count_worlds(start, 1, seen)
    assert len(set(expected.values())) > 1
    even = Counter(random.Random(1).choices(sorted(expected), k=20_000))
    assert surprise(even, expected) > 2 * UNLIKELY


def test_the_returned_card_is_not_dealt_to_an_old_place() -> None:
    match = about_to_return("R1 W2 W2 R2", "R1 W1", 1)
    play_all(match, "play 1", "return green 5", "discard 2")
    places = {place for world in deal_worlds(match, 1, 50) for place, card in enumerate(world) if card == "green 5"}
    assert places <= {3, 4, 5}


# Whole games, really played.


def chosen_deal(number: int, players: int) -> Match:
    """A game with a deck and tiles of our choice, shuffled by a foreign generator."""
    choices = random.Random(number)
    deck = full_deck(GAME.options(players=players))
    tiles = list(TILES)
    choices.shuffle(deck)
    choices.shuffle(tiles)
    return GAME.match(players=players, flares=True, deck=deck, tiles=tiles, seed=number)


def lucky_return(number: int, players: int) -> Match | None:
    """Such a game up to the choice of a card to return; None if too many cards are hidden then, or it never comes."""
    match, choices = chosen_deal(number, players), random.Random(number)
    while not match.over:
        reveal = match.reveal()
        if reveal["phase"] == "return":
            return match if 1 <= len(reveal["deck"]) <= 3 else None
        match.play(lucky_action(match, choices, luck=0.98))
    return None


def lucky_end(match: Match, seat: int, number: int, more: int) -> tuple[Json, list[Seen]]:
    """Return a card of which the seat misses most others, play on; the position before and what the seat saw."""
    choices, start = random.Random(number), match.reveal()
    unseen = Counter(unseen_cards(start, seat))
    seen = watch(match, seat, max(match.actions(), key=lambda action: unseen[action.removeprefix("return ")]))
    for _ in range(more):
        if not match.over:
            seen += watch(match, seat, lucky_action(match, choices, luck=0.98))
    return start, seen


WHOLE_GAMES = [
    (23, 5, 3, 0),
    (25, 4, 1, 3),
    (46, 4, 2, 0),
    (46, 4, 1, 3),
    (68, 5, 2, 3),
    (98, 5, 2, 3),
    (117, 5, 5, 6),
    (117, 5, 3, 3),
    (118, 5, 1, 3),
]
"""Deals in which the tile "return" comes when few cards are hidden: number, players, seat, actions after it."""


@pytest.mark.parametrize(("number", "players", "seat", "more"), WHOLE_GAMES[: 3 if PLAIN else None])
@pytest.mark.sampled(3)
def test_worlds_late_in_whole_games(number: int, players: int, seat: int, more: int) -> None:
    match = lucky_return(number, players)
    assert match is not None
    start, seen = lucky_end(match, seat, number, more)
    assert_dealt_as_counted(match, seat, count_worlds(start, seat, seen))


def places_unseen(match: Match, seat: int) -> list[int]:
    """The places in the deck, as first laid, of the cards a seat holds or that are still to be drawn."""
    again = chosen_deal(number_of(match.seed), match.options["players"])
    size, left = len(again.reveal()["hands"][0]), len(again.reveal()["deck"])
    next_place = size * match.options["players"]
    hands = [list(range(first, first + size)) for first in range(0, next_place, size)]
    for action in match.history:
        assert again.to_act is not None
        hand = hands[again.to_act - 1]
        (deed, *_) = again.play(action)
        if "position" in deed.arguments:
            hand.pop(deed.arguments["position"] - 1)
        if len(again.reveal()["deck"]) < left:
            hand.append(next_place)
            next_place, left = next_place + 1, left - 1
    return [*hands[seat - 1], *range(next_place, next_place + left)]


def lay(states: Records, deck: list[int]) -> None:
    """Deal a deck anew into a record at its beginning."""
    state, dealt = states[0], 0
    for seat in range(state.seats):
        state.hand[seat, : state.held[seat]] = deck[dealt : dealt + state.held[seat]]
        dealt += state.held[seat]
    state.deck[dealt : len(deck)] = deck[dealt:]


def replay(states: Records, chance: Records, actions: list[int], seat: int, seen: list[bytes]) -> bool:
    """Play a whole game in a record; whether it looks to a seat all along as it did."""
    for action, wanted in zip(actions, seen, strict=True):
        if GAME.engine.step(states, chance, action):
            return False
        concealed = states.copy()
        GAME.engine.conceal(concealed, seat - 1)
        if concealed.tobytes() != wanted:
            return False
    return True


def first_deck(match: Match) -> list[int]:
    """The cards of a match at its beginning, as numbers, in the order they are dealt and drawn."""
    state = match.state[0]
    dealt = [int(kind) for hand in state.hand for kind in hand if kind >= 0]
    return dealt + [int(kind) for kind in state.deck if kind >= 0]


def deal_games(number: int, players: int, seat: int, places: list[int], history: list[str]) -> Counter[World]:
    """The worlds in which whole games end that look to a seat as this one did, dealt anew where it could not look."""
    match, choices = chosen_deal(number, players), random.Random(number)
    beginning, deck = match.state, first_deck(match)
    actions: list[int] = []
    seen: list[bytes] = []
    for action in history:
        match.play(action)
        actions.append(match._numbers[-1])
        seen.append(match.concealed(seat - 1).tobytes())
    found: Counter[bytes] = Counter()
    for attempt in range(REPLAYS):
        states, laid = beginning.copy(), list(deck)
        for place, other in zip(places, choices.sample(places, len(places)), strict=True):
            laid[place] = deck[other]
        lay(states, laid)
        if replay(states, stream(attempt, CHANCE), actions, seat, seen):
            found[hidden_cells(states, seat)] += 1
    return named(found)


@pytest.mark.parametrize(
    ("number", "players", "seat", "more"), [(112, 4, 1, 0), pytest.param(98, 5, 2, 3, marks=pytest.mark.thorough)]
)
def test_games_dealt_anew_at_random_end_in_the_worlds_counted(number: int, players: int, seat: int, more: int) -> None:
    """The counting checked by playing: shuffled at random, replayed by the rules, kept where all looks alike."""
    match = lucky_return(number, players)
    assert match is not None
    places = places_unseen(match, seat)
    start, events = lucky_end(match, seat, number, more)
    expected = count_worlds(start, seat, events)
    found = deal_games(number, players, seat, places, match.history)
    assert found.total() > REPLAYS / 50
    assert set(found) <= set(expected)
    assert surprise(found, expected) < UNLIKELY


# Bonus tiles.


def deal_tiles(match: Match, seat: int, count: int) -> Counter[tuple[int, ...]]:
    concealed, choice = match.concealed(seat - 1), stream(78)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(count):
        world = concealed.copy()
        GAME.engine.determinize(world, seat - 1, choice)
        orders[tuple(world["tile"][0].tolist())] += 1
    return orders


@pytest.mark.parametrize("left", [0, 1, 2, 3, 6])
def test_tiles_face_down_lie_in_any_order_and_those_turned_stay(left: int) -> None:
    """Without 5 Flares there are none; six face down have 720 orders."""
    match = position("R1 R1 W2 G4" + OTHERS, deck="R1 W2", tiles=TILES[6 - left :], flares=True)
    turned = tuple(range(6 - left))
    expected = Counter({turned + order: 1 for order in permutations(range(6 - left, 6))})
    orders = deal_tiles(match, 1, SAMPLES)
    assert set(orders) <= set(expected)
    if not PLAIN:
        assert set(orders) == set(expected)
    assert surprise(orders, expected) < UNLIKELY


def test_tiles_turned_up_in_play_stay_in_their_places() -> None:
    tiles = ["value hint", "token", "rekindle", "return", "repair", "colour hint"]
    match = position("R5 W5 B1 B2" + OTHERS, fireworks="R4 W4", tiles=tiles, flares=True)
    play_all(match, "play 1", "hint 2 ones", "hint 1 fives", "hint 1 ones", "hint 2 red", "play 1")
    orders = deal_tiles(match, 2, SAMPLES)
    numbers = [TILES.index(tile) for tile in tiles]
    assert {order[:2] for order in orders} == {tuple(numbers[:2])}
    assert {tuple(sorted(order[2:])) for order in orders} == {tuple(sorted(numbers[2:]))}
    expected = Counter({tuple(numbers[:2]) + order: 1 for order in permutations(numbers[2:])})
    assert surprise(orders, expected) < UNLIKELY


def test_a_game_without_tiles_gets_none() -> None:
    assert set(deal_tiles(position("R1 R1 W2 G4" + OTHERS, deck="R1"), 1, 50)) == {(-1,) * 6}


def test_tiles_and_cards_are_dealt_independently() -> None:
    match = told(position("R1 R1 W2 G4" + OTHERS, deck="W2", tiles=TILES[4:], flares=True), 1, "red", "", "white")
    concealed, choice = match.concealed(0), stream(79)
    pairs: Counter[tuple[bytes, int]] = Counter()
    for _ in range(SAMPLES):
        world = concealed.copy()
        GAME.engine.determinize(world, 0, choice)
        pairs[hidden_cells(world, 1), int(world["tile"][0, 5])] += 1
    worlds = {cards for cards, _ in pairs}
    assert len(worlds) == len(count_worlds(match.reveal(), 1))
    assert surprise(pairs, {(cards, tile): 1 for cards in worlds for tile in (4, 5)}) < UNLIKELY


# What a view calls possible.


def possible(match: Match, seat: int) -> list[set[str]]:
    return [set(card["possible"]) for card in match.view(seat)["hands"][seat - 1]]


@pytest.mark.parametrize("build", STILL.values(), ids=STILL.keys())
def test_a_card_can_be_what_it_is_in_a_world_that_fits_its_own_hints(build: Callable[[], Match]) -> None:
    match = build()
    for place, kinds in enumerate(possible(match, 1)):
        alone = match.reveal()
        for other, card in enumerate(alone["hands"][0]):
            if other != place:
                card["told"], card["not"] = [], []
        assert kinds == {world[place] for world in count_worlds(alone, 1)}


@pytest.mark.parametrize("returned", RETURNED.values(), ids=RETURNED.keys())
@pytest.mark.sampled(3)
def test_a_card_can_be_what_it_is_in_a_world_after_a_card_returned(returned: Returned) -> None:
    match, start, seen = returned.played_as_wanted()
    worlds = count_worlds(start, 1, seen)
    hinted = any(card["told"] or card["not"] for card in match.reveal()["hands"][0])
    for place, kinds in enumerate(possible(match, 1)):
        found = {world[place] for world in worlds}
        assert found <= kinds if hinted else found == kinds


# What is dealt does not depend on the truth.


@pytest.mark.parametrize("build", STILL.values(), ids=STILL.keys())
def test_the_truth_has_no_part_in_it(build: Callable[[], Match]) -> None:
    """From any world that looks the same, concealed or not, the same numbers deal the same."""
    match = build()
    concealed = match.concealed(0)
    results = set()
    for number in range(20):
        world = match.state
        GAME.engine.determinize(world, 0, stream(number))
        for state in (world, match.state, concealed.copy()):
            GAME.engine.determinize(state, 0, stream(1000))
            results.add(state.tobytes())
    assert len(results) == 1


def test_nothing_else_changes() -> None:
    match, start, _ = RETURNED["fresh ones in two others' hands"].played_as_wanted()
    assert start["returned"] is None
    before = match.state
    for number in range(50):
        world = match.state
        GAME.engine.determinize(world, 0, stream(number))
        for name in before.dtype.names or ():
            if name == "hand":
                assert np.array_equal(world["hand"][0, 1:], before["hand"][0, 1:])
            elif name not in ("deck", "tile"):
                assert np.array_equal(world[name], before[name]), name
