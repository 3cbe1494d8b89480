"""What bots believe: the worlds that `determinize` deals, in every game.

Here is what holds for all games alike: a world looks the same to the seat now, and would have looked the same all the
time; the truth has no part in it; all that is hidden varies; and worlds come as often as the deals from which the same
actions lead there. The counting by cards, game by game and for every kind of knowledge, is elsewhere:

    HAN      cards seen, cards from before the reshuffle: tests/han/test_knowledge.py
    Hanabi   hints, cards returned to the deck, bonus tiles: tests/hanabi/test_worlds.py
    Khan     the cycles of the deck, cards that were kept: tests/khan/test_knowledge.py
    Ming     the deck, return cards chosen in secret: tests/ming/test_knowledge.py

That worlds are whole, and that compiled and plain rules deal the same, is in tests/test_battery.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from lantern import Match
from lantern.kernel.contract import Json
from lantern.kernel.errors import LanternError
from lantern.kernel.record import Records
from lantern.kernel.rule import PLAIN
from tests.effort import enough
from tests.han.table import ways
from tests.hanabi.table import position as hanabi_position
from tests.khan.box import NO_SPECIALS
from tests.khan.table import position as khan_position
from tests.ming.table import position as ming_position
from tests.players.retold import calm_stretches, parts, retold, told
from tests.tables import PLAYED, Table
from tests.worlds import deal, deal_worlds, stream

every_table = pytest.mark.parametrize("table", PLAYED, ids=str)
PARTS = enough(2, thorough=3, plain=3)
WORLDS = enough(1, thorough=2, plain=2)


def seats_of(match: Match) -> range:
    return range(match.options["players"])


# Equal information.


@every_table
@pytest.mark.sampled(3)
def test_a_world_looks_the_same_to_the_seat_it_is_dealt_for(table: Table) -> None:
    for match in parts(table, 0, PARTS):
        for seat in seats_of(match):
            concealed = match.concealed(seat)
            for seed in range(WORLDS):
                world = deal(match, seat, seed)
                table.game.engine.conceal(world, seat)
                assert world.tobytes() == concealed.tobytes()


@every_table
def test_the_truth_has_no_part_in_a_world(table: Table) -> None:
    """From the open record and from one world after another the same numbers deal the same."""
    for match in parts(table, 0, PARTS):
        for seat in seats_of(match):
            world, open_record = deal(match, seat, 1), match.state
            again = deal(match, seat, 2)
            for record in (open_record, again):
                table.game.engine.determinize(record, seat, stream(1))
                assert record.tobytes() == world.tobytes()


def is_believable(match: Match, seat: int, world: Records) -> bool:
    """Whether a world can have come about in a match that the seat saw so."""
    try:
        other = retold(match, seat, world)
    except (LanternError, ValueError):
        return False
    same = other.watched(seat).tobytes() == match.watched(seat).tobytes()
    return same and other.state.tobytes() == world.tobytes()


@every_table
@pytest.mark.sampled(3)
def test_a_world_would_have_looked_the_same_all_the_time(table: Table) -> None:
    """From the last shuffle on the same actions lead to it, and the seat sees nothing else on the way."""
    for match in parts(table, 0, PARTS):
        for seat in seats_of(match):
            for number in range(WORLDS):
                world = deal(match, seat, number)
                assert is_believable(match, seat, world)


def test_a_newer_card_that_is_played_tells_that_no_older_one_is_like_it() -> None:
    """The oldest of like cards goes first: B played a newer yellow, so C has the older yellow one and B the orange."""
    match = ways(
        players=3,
        to_act="B",
        hands={"A": "RRV", "B": "YYO", "C": "YRG"},
        older={"B": "O", "C": "Y"},
        deck="RGVV",
        display="YOG",
        exhausted=1,
    )
    match = match.game.position(match.reveal(), seed=1)
    match.play("discard yellow")
    assert all(is_believable(match, 0, deal(match, 0, seed)) for seed in range(20))


MEMORIES = {"han": "seen", "hanabi": "mark", "khan": "bound"}
"""The field that keeps what was seen: cards taken openly, hints, what cards that were kept can't be."""


def deal_forgetfully(match: Match, seat: int, seed: int) -> Records:
    """A world as one would deal it who does not remember what was seen."""
    world, memory = match.concealed(seat), MEMORIES[match.game.name]
    kept = world[memory].copy()
    world[memory] = 0
    match.game.engine.determinize(world, seat, stream(seed))
    world[memory] = kept
    return world


@pytest.mark.parametrize("name", MEMORIES)
def test_who_forgets_what_was_seen_is_found_out(name: str) -> None:
    """The check itself: worlds that look right now, but not before."""
    table = next(table for table in PLAYED if table.game.name == name)
    assert not all(
        is_believable(match, seat, deal_forgetfully(match, seat, 1))
        for match in parts(table, 0, 12)
        for seat in seats_of(match)
    )


# Diversity.


def hidden_places(match: Match, seat: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The cells of the record that are blanked for a seat."""
    state, concealed = match.state, match.concealed(seat)
    for name in state.dtype.names or ():
        for place in np.argwhere(state[name][0] != concealed[name][0]):
            yield name, tuple(place)


def is_settled(match: Match, seat: int, name: str, place: tuple[int, ...]) -> bool:
    """Whether only one thing can be in a hidden place, before the deck has run out for the first time."""
    if match.game.name == "hanabi" and name == "hand":
        return len(match.view(seat + 1)["hands"][seat][place[1]]["possible"]) == 1
    if match.game.name == "han" and name == "hand":
        hand = match.view(seat + 1)["hands"][place[0]]
        return bool(len(hand["seen"]) == hand["held"])
    return match.game.name == "han" and name == "old"


MANY = 60
"""In so many worlds a place holds something else at least once, if it does so in one of ten."""


@every_table
@pytest.mark.sampled(3)
def test_all_that_is_hidden_varies(table: Table) -> None:
    match = told(table, 0, 0, len(calm_stretches(table, 0)[0]) // 3)
    for seat in seats_of(match):
        worlds = np.concatenate([deal(match, seat, seed) for seed in range(MANY)])
        places = [place for place in hidden_places(match, seat) if not is_settled(match, seat, *place)]
        assert len(places) > 10
        for name, place in places:
            assert len({int(cells[place]) for cells in worlds[name]}) > 1, (name, place)
        assert len({world.tobytes() for world in worlds}) == MANY


# Exact distribution.


World = tuple[tuple[str, ...], ...]
"""Piles of hidden cards: some hands, and then the deck."""


@dataclass(frozen=True)
class Small:
    """A part of a match with so few cards hidden from a seat that every deal of them can be played."""

    begin: Callable[[], Match]
    actions: str
    seat: int
    hands: tuple[int, ...]
    """The hands that the seat does not see; seats count from 0."""

    def played(self) -> Match:
        match = self.begin()
        for action in self.actions.split(", "):
            match.play(action)
        return match

    def hidden(self, data: Json) -> World:
        """The cards that the seat does not see, as they lie."""
        hands = [tuple(card_name(card) for card in data["hands"][hand]) for hand in self.hands]
        return (*hands, tuple(data["deck"]))

    def dealt(self, piles: Sequence[Sequence[str]]) -> World:
        """Piles as they are dealt: another's hand is put in order, only one's own in Hanabi is not."""
        own = self.hands == (self.seat,)
        return (*(tuple(hand if own else sorted(hand)) for hand in piles[:-1]), tuple(piles[-1]))

    def with_hidden(self, data: Json, piles: World) -> Json:
        """A position with other hidden cards."""
        other = deepcopy(data)
        for hand, pile in zip(self.hands, piles, strict=False):
            other["hands"][hand] = [with_name(card, name) for card, name in zip(data["hands"][hand], pile, strict=True)]
        return other | {"deck": list(piles[-1])}


def card_name(card: Any) -> str:
    """A card of a position; Hanabi's have marks."""
    return str(card["card"] if isinstance(card, dict) else card)


def with_name(card: Any, name: str) -> Any:
    return card | {"card": name} if isinstance(card, dict) else name


def count_deals(small: Small) -> Counter[World]:
    """How often every deal of the hidden cards comes about if they are shuffled."""
    true = small.hidden(small.begin().reveal())
    deals: Counter[World] = Counter()
    for order in permutations(card for pile in true for card in pile):
        left = iter(order)
        deals[small.dealt([[next(left) for _ in pile] for pile in true])] += 1
    return deals


def count_worlds(small: Small) -> Counter[World]:
    """The worlds in which the actions end from those deals from which all looks the same to the seat."""
    match, data = small.played(), small.begin().reveal()
    seen = match.watched(small.seat)
    worlds: Counter[World] = Counter()
    for piles, times in count_deals(small).items():
        other = match.game.position(small.with_hidden(data, piles), seed=match.seed)
        if plays_alike(other, match, small.seat, seen):
            worlds[small.hidden(other.reveal())] += times
    return worlds


def plays_alike(other: Match, match: Match, seat: int, seen: Records) -> bool:
    """Play the actions of a match in another one; whether they can be played and a seat sees the same."""
    for number, record in zip(match._numbers, seen, strict=False):
        if other.concealed(seat).tobytes() != record.tobytes() or other.why_not(number) is not None:
            return False
        other.play(number)
    return bool(other.concealed(seat).tobytes() == seen[-1].tobytes())


def dealt_in(small: Small, count: int) -> Counter[World]:
    """So many worlds as `determinize` deals them."""
    return deal_worlds(small.played(), small.seat, count, small.hidden)


EACH = 25 if PLAIN else 100
"""How often the least likely world is dealt on average."""


def is_even(dealt: Counter[World], expected: Counter[World]) -> bool:
    """Whether worlds were dealt as often as expected, as far as chance explains: chi-square, with a wide margin."""
    scale = dealt.total() / expected.total()
    square = sum((dealt[world] - scale * times) ** 2 / (scale * times) for world, times in expected.items())
    freedom = len(expected) - 1
    return set(dealt) <= set(expected) and square < freedom + 5 * (2 * freedom) ** 0.5


KHAN: Json = {
    "hand": "hungarian stone, delhi stone, song sand, tibetan khan",
    "deck": "russian stone, goryeo sand, russian west",
    "specials": NO_SPECIALS,
}
SMALL = {
    "han: a draw, a card taken, cards played": Small(
        lambda: ways("RGG", players=2, hands={"B": "VYO"}, deck="RVGR", display="RYG"),
        "discard green, draw, discard violet, take yellow, discard red",
        0,
        (1,),
    ),
    "han: two other hands": Small(
        lambda: ways("RG", players=3, hands={"B": "V", "C": "OG"}, deck="RVRY", display="RYG"),
        "discard green, draw, take yellow, discard violet, draw",
        2,
        (0, 1),
    ),
    "hanabi: a hint, and a card discarded that it touched": Small(
        lambda: hanabi_position(
            "R1 W1 R2 W2 | B1 B2 B3 B4 | Y1 Y2 Y3 Y4 | G1 G2 G3 G4", deck="R3 W1 R2", tokens=8, to_act=2
        ),
        "hint 1 ones, hint 4 green, hint 2 blue, discard 1, discard 1",
        0,
        (0,),
    ),
    "khan: cards kept, a card drawn, a card turned up": Small(
        lambda: khan_position(**KHAN), "anywhere A10, discard stone, stop", 1, (0,)
    ),
    "khan: two cards discarded": Small(
        lambda: khan_position(**KHAN), "anywhere A10, discard stone, discard stone", 1, (0,)
    ),
    "ming: cards turned up": Small(
        lambda: ming_position(phase="cards", spaces="white ABC | blue ABC", deck="ox camel ox junk horse"),
        "take white, dragon blue, take blue",
        0,
        (),
    ),
}


@pytest.mark.parametrize("small", SMALL.values(), ids=SMALL)
def test_worlds_come_as_often_as_the_deals_that_lead_there(small: Small) -> None:
    """Every deal is played; those from which the seat would have seen anything else are left out."""
    expected = count_worlds(small)
    assert len(count_deals(small)) > len(expected) > 2
    dealt = dealt_in(small, EACH * expected.total() // min(expected.values()))
    assert is_even(dealt, expected)
    assert set(dealt) == set(expected)


def test_who_peeks_is_found_out() -> None:
    """The measure itself: if every tenth world is the true one, that is too often; and so is always the same one."""
    small = SMALL["khan: two cards discarded"]
    expected = count_worlds(small)
    dealt = dealt_in(small, EACH * len(expected))
    true = small.hidden(small.played().reveal())
    assert is_even(dealt, expected)
    assert not is_even(dealt + Counter({true: dealt.total() // 10}), expected)
    assert not is_even(Counter({true: dealt.total()}), expected)
