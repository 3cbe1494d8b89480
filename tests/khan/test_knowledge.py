"""Who knows what in Khan: views, the log, and the worlds that `determinize` deals, against all worlds counted.

Every card is a thing of its own, and everybody sees which cards lie on the discard pile when it is shuffled. So the
cards that a seat can't see come in lots: those that others have drawn since the last reshuffle, together with the deck,
and for each deck before it those that others drew from it and still hold. Within a lot any order is as likely as any
other; no card is in a lot that it can't be in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, permutations, product
from typing import Any

import pytest

from lantern import Match
from lantern.kernel.contract import Json
from lantern.kernel.engine import CHOICE, seed_all
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import PLAIN
from tests.khan.table import (
    CALM,
    GAME,
    NO_SPECIALS,
    PACK,
    SEATS,
    deck,
    discards,
    ending,
    hand,
    idle,
    new_match,
    phase,
    play_all,
    position,
    seat_number,
    special,
    to_act,
    turn,
    written,
)

SAMPLES = 60 if PLAIN else 12_000
UNLIKELY = 4.0
"""How many standard deviations, as of a normal distribution, are too many: a chance of one in thirty thousand."""
HELD = "stone, sand, river, khan"

# Views.


def moments() -> list[Match]:
    """A game at several points: in both actions, while discarding, in step 4, while asked, after it, in the end."""
    board: Json = {"players": 3, "yurts": "A 4,0 4,2 | B 4,1 | n 8,0", "patronage": "B", "top": CALM}
    return [
        position(HELD, **board),
        play_all(position(HELD, **board), "invade 5,0 with stone"),
        play_all(position(HELD, **board), "anywhere 9,0", "discard sand"),
        play_all(position(HELD, **board), "anywhere 9,0", "discard sand", "discard stone", "stop"),
        play_all(position(HELD, **board), "conquer domino 4,0 4,1"),
        play_all(position(HELD, **board), "anywhere 9,0", "discard sand", "stop", "pass"),
        position(HELD, reshuffles=2, drawn={"A": [0, 0, 1, 2], "B": [0, 1, 1, 2], "C": [2, 2, 2, 2]}, **board),
        ending(players=3, yurts="A 4,0 4,1"),
    ]


@pytest.mark.parametrize("moment", range(8))
@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_a_hand_is_seen_by_its_owner_alone(viewer: int | None, moment: int) -> None:
    """3.3: hands are secret; their sizes are not."""
    match = moments()[moment]
    for index, part in enumerate(match.view(viewer)["hands"]):
        held = match.reveal()["hands"][index]
        assert part["cards"] == (held if viewer == index + 1 else None)
        assert part["held"] == len(held)


@pytest.mark.parametrize("moment", range(8))
def test_everything_else_is_seen_by_all(moment: int) -> None:
    """2.4 and 3.3: the discards, special cards and what is in force lie open, and so does the board."""
    match = moments()[moment]
    reveal, views = match.reveal(), [match.view(seat) for seat in (1, 2, 3, None)]
    names = (
        "turn to_act phase actions_left final yurts rulers courts pieces discards reshuffles specials patronage gods"
    )
    for view in views:
        for name in [*names.split(), "reserved", "last_special", "proposal", "consented", "refused", "last", "scores"]:
            assert view[name] == reveal[name], name
        assert view["deck"] == len(reveal["deck"])
    strip = [{name: part for name, part in view.items() if name not in ("hands", "seat")} for view in views]
    assert all(view == strip[0] for view in strip)
    assert [view["seat"] for view in views] == [1, 2, 3, None]


def test_before_the_deal_there_is_nothing_to_see() -> None:
    """3.0: a deck of 72 cards, which nobody knows."""
    match = new_match(players=3)
    for seat in (1, 2, 3, None):
        view = match.view(seat)
        assert (view["deck"], view["discards"]) == (72, [])
        assert [part["held"] for part in view["hands"]] == [0, 0, 0]


# What only some seats learn.


def swapped(data: Json, one: tuple[Any, ...], other: tuple[Any, ...]) -> Json:
    """The position with two cards exchanged, each named by where it lies."""
    copy: Json = GAME.position(data).reveal()
    places = []
    for path in (one, other):
        pile = copy
        for step in path[:-1]:
            pile = pile[step]
        places.append((pile, path[-1]))
    (here, i), (there, j) = places
    here[i], there[j] = there[j], here[i]
    return copy


def twins(one: tuple[Any, ...], other: tuple[Any, ...], **more: Any) -> tuple[Match, Match]:
    """Two matches that differ in two hidden cards, exchanged."""
    data = GAME.position(written(**more), seed=3).reveal()
    return GAME.position(data, seed=3), GAME.position(swapped(data, one, other), seed=3)


def same_for(one: Match, other: Match, *viewers: int | None) -> bool:
    """Whether two matches look the same, in view, log and record, to each of these."""
    return all(
        one.view(viewer) == other.view(viewer)
        and one.log_of(viewer) == other.log_of(viewer)
        and one.concealed(-1 if viewer is None else viewer - 1).tobytes()
        == other.concealed(-1 if viewer is None else viewer - 1).tobytes()
        for viewer in viewers
    )


THREE: Json = {
    "players": 3,
    "hands": {
        "A": "seljuk stone, seljuk sand, seljuk river, seljuk khan",
        "B": "delhi stone, delhi sand, delhi river, delhi khan",
        "C": "song stone, song sand, song river, song khan",
    },
    "deck": "hungarian east, tibetan stone, russian south, tibetan river, tibetan khan, russian west, tibetan forest",
}


def test_the_order_of_the_deck_tells_nobody_anything() -> None:
    """3.3: until a card is turned up or drawn."""
    one, other = twins(("deck", 0), ("deck", 1), **THREE)
    assert deck(one) != deck(other)
    assert same_for(one, other, 1, 2, 3, None)


def test_another_hand_tells_nothing() -> None:
    """3.3: what B holds is seen by B alone."""
    one, other = twins(("hands", 1, 2), ("deck", 6), **THREE)
    assert hand(one, "B") != hand(other, "B")
    assert same_for(one, other, 1, 3, None)
    assert one.view(2) != other.view(2)


def test_two_other_hands_may_be_exchanged_before_a_third_seat() -> None:
    """3.3: it can't tell who holds what."""
    one, other = twins(("hands", 1, 0), ("hands", 2, 3), **THREE)
    assert hand(one, "B") != hand(other, "B")
    assert same_for(one, other, 1, None)
    assert not same_for(one, other, 2)
    assert not same_for(one, other, 3)


def test_a_drawn_card_is_known_to_the_drawer_alone() -> None:
    """3.3 and 8: neither views nor the log of the others tell it."""
    one, other = twins(("deck", 0), ("deck", 6), specials=NO_SPECIALS, **THREE)
    for match in (one, other):
        play_all(match, "anywhere 9,0", "discard stone", "stop")
    assert hand(one, "A") != hand(other, "A")
    assert same_for(one, other, 2, 3, None)
    assert one.view(1) != other.view(1)


def test_what_another_keeps_stays_secret_while_he_plays() -> None:
    """3.3: a card that is not played tells nothing, through whole turns."""
    one, other = twins(("hands", 0, 0), ("deck", 6), specials=NO_SPECIALS, **THREE)
    for match in (one, other):
        play_all(match, "invade 9,0 with sand", "invade 4,2 with river")
    assert hand(one, "A") != hand(other, "A")
    assert same_for(one, other, 2, 3, None)


def test_a_card_that_is_played_turned_up_or_discarded_is_known_to_all() -> None:
    """3.3: it lies face up."""
    match = position(HELD, players=3, top="north, north")
    play_all(match, "invade 4,0 with stone", "drive song")
    assert match.log_of(2) == match.log_of(3) == match.log_of(None) == match.log
    match = play_all(position(HELD, players=3), "anywhere 4,0", "discard stone")
    assert match.log_of(2) == match.log_of(3) == match.log_of(None) == match.log


def test_a_turned_up_card_differs_for_all() -> None:
    """5.1: everybody sees it."""
    one, other = twins(("deck", 0), ("deck", 6), **THREE)
    for match in (one, other):
        match.play("drive song")
    for viewer in (1, 2, 3, None):
        assert one.view(viewer)["discards"] != other.view(viewer)["discards"]
        assert one.log_of(viewer) != other.log_of(viewer)


def test_proposals_and_answers_are_known_to_all() -> None:
    """7.7: openly."""
    match = position(players=3, yurts="A 4,0 4,2 | B 4,1", patronage="B")
    play_all(match, "conquer domino 4,0 4,1", "refuse", "conquer domino 4,1 4,2", "consent")
    assert match.log_of(3) == match.log_of(None) == match.log


# When cards were drawn.


def drawn(match: Match, seat: str) -> dict[str, int]:
    """How many reshuffles there had been when each card of a hand was drawn."""
    return dict(zip(hand(match, seat), match.reveal()["drawn"][seat_number(seat) - 1], strict=True))


def test_before_the_first_reshuffle_all_cards_are_from_the_first_deck() -> None:
    """3.3."""
    match = idle(position(HELD, top=CALM, specials=NO_SPECIALS))
    assert match.reveal()["drawn"] == [[0] * 4, [0] * 4]


def test_cards_drawn_after_a_reshuffle_are_from_the_new_deck() -> None:
    """3.3: the card that emptied the deck is not."""
    match = position(HELD, deck="delhi north", specials=NO_SPECIALS)
    play_all(match, "anywhere 9,0", "discard stone", "discard sand", "stop")
    assert to_act(match) == "B"
    held = drawn(match, "A")
    assert sorted(held.values()) == [0, 0, 0, 1]
    assert held["delhi tundra"] == 0
    assert drawn(match, "B") == dict.fromkeys(hand(match, "B"), 0)


def test_cards_are_kept_by_the_deck_they_came_from() -> None:
    """3.3: a hand is shown in that order, then by ruler and symbol."""
    match = position(
        "song sand, seljuk river, tibetan stone, delhi khan",
        deck="north, south",
        reshuffles=2,
        drawn={"A": [2, 1, 0, 0], "B": [1, 1, 2, 2]},
    )
    assert hand(match, "A") == ["delhi khan", "tibetan stone", "seljuk river", "song sand"]
    assert match.reveal()["drawn"][0] == [0, 0, 1, 2]


def test_a_played_card_leaves_with_its_mark() -> None:
    """3.3: the others keep theirs."""
    match = position(
        "song sand, seljuk river, tibetan stone, delhi khan",
        deck="north, south, east",
        reshuffles=2,
        drawn={"A": [2, 1, 0, 0], "B": [1, 1, 2, 2]},
    )
    match.play("invade 4,3 with river")
    assert drawn(match, "A") == {"delhi khan": 0, "tibetan stone": 0, "song sand": 2}


# Worlds counted.

World = tuple[tuple[str, ...], ...]
"""Every other seat's hand, in the order of the pack, and then the deck, next card first."""


def in_order(cards: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Cards in the order of the pack."""
    return tuple(sorted(cards, key=PACK.index))


def deals(pool: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to deal cards to hands of these sizes, and the rest in every order."""
    if not sizes:
        yield from ([order] for order in permutations(pool))
        return
    for chosen in combinations(pool, sizes[0]):
        rest = [card for card in pool if card not in chosen]
        yield from ([chosen, *others] for others in deals(rest, sizes[1:]))


def count_worlds(match: Match, seat: str) -> set[World]:
    """Every world that a seat can't rule out; all are as likely."""
    reveal = match.reveal()
    others = [each for each in SEATS[: reveal["options"]["players"]] if each != seat]
    marks = [drawn(match, each) for each in others]
    lots = []
    for level in range(reveal["reshuffles"] + 1):
        pool = [card for mark in marks for card, when in mark.items() if when == level]
        sizes = [list(mark.values()).count(level) for mark in marks]
        last = level == reveal["reshuffles"]
        lots.append(list(deals(pool + (reveal["deck"] if last else []), sizes)))
    worlds = set()
    for lot in product(*lots):
        hands = [in_order([card for dealt in lot for card in dealt[number]]) for number in range(len(others))]
        worlds.add((*hands, tuple(lot[-1][-1])))
    return worlds


# Worlds dealt.


def stream(seed: int) -> Records:
    """A stream of chance."""
    streams = new_records(Stream, 1)
    seed_all(streams, seed, CHOICE, 0, 1)
    return streams


def world_of(reveal: Json, seat: str) -> World:
    """What a seat can't see."""
    others = [index for index in range(len(reveal["hands"])) if index != seat_number(seat) - 1]
    return (*(in_order(reveal["hands"][index]) for index in others), tuple(reveal["deck"]))


def deal_worlds(match: Match, seat: str, count: int = SAMPLES) -> Counter[World]:
    """Worlds as `determinize` deals them from what the seat can see."""
    index, choice = seat_number(seat) - 1, stream(77)
    dealt: Counter[bytes] = Counter()
    examples: dict[bytes, World] = {}
    for _ in range(count):
        world = match.concealed(index)
        GAME.engine.determinize(world, index, choice)
        cells = world.tobytes()
        if cells not in examples:
            examples[cells] = world_of(match.words.reveal(world[0]), seat)
        dealt[cells] += 1
    worlds: Counter[World] = Counter()
    for cells, times in dealt.items():
        worlds[examples[cells]] += times
    return worlds


def surprise(counts: Mapping[Any, int], expected: Mapping[Any, int]) -> float:
    """How far counts lie from what is expected: chi-square, in standard deviations of a normal distribution.

    Worlds are taken together in groups, each expected at least eight times.
    """
    scale = sum(counts.values()) / sum(expected.values())
    groups: list[list[float]] = [[0.0, 0.0]]
    for world in sorted(expected):
        groups[-1][0] += expected[world] * scale
        groups[-1][1] += counts.get(world, 0)
        if groups[-1][0] >= 8:
            groups.append([0.0, 0.0])
    rest = groups.pop()
    if len(groups) < 2:
        return 0.0
    groups[-1] = [groups[-1][0] + rest[0], groups[-1][1] + rest[1]]
    freedom = len(groups) - 1
    square = sum((there - mean) ** 2 / mean for mean, there in groups)
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def assert_dealt_as_counted(match: Match, seat: str) -> None:
    """`determinize` deals the worlds counted, all of them, no others, and each as often."""
    expected, dealt = count_worlds(match, seat), deal_worlds(match, seat)
    assert world_of(match.reveal(), seat) in expected
    assert set(dealt) <= expected
    if 20 * len(expected) < SAMPLES:
        assert set(dealt) == expected
    assert surprise(dealt, dict.fromkeys(expected, 1)) < UNLIKELY


STILL: dict[str, Json] = {
    "a hand and a deck": {"deck": "north, south, east"},
    "one card in the deck": {"deck": "north"},
    "after the reshuffle": {"deck": "north, south", "reshuffles": 1, "drawn": {"B": [0, 0, 1, 1]}},
    "after the reshuffle, own cards of both decks": {
        "deck": "north, south",
        "reshuffles": 1,
        "drawn": {"A": [0, 1, 0, 1], "B": [0, 1, 1, 1]},
    },
    "after the reshuffle, all drawn before": {"deck": "north, south, west", "reshuffles": 1, "drawn": {}},
    "after the reshuffle, none drawn before": {"deck": "north, south", "reshuffles": 1, "drawn": {"B": [1, 1, 1, 1]}},
    "after two reshuffles": {"deck": "north, south", "reshuffles": 2, "drawn": {"B": [0, 1, 2, 2]}},
    "after many": {"deck": "north, south", "reshuffles": 7, "drawn": {"A": [3, 4, 5, 6], "B": [2, 5, 7, 7]}},
    "three players": {"players": 3, "deck": "north"},
    "three players after the reshuffle": {
        "players": 3,
        "deck": "north, south",
        "reshuffles": 1,
        "drawn": {"B": [0, 0, 1, 1], "C": [0, 0, 0, 1]},
    },
    "three players after two reshuffles": {
        "players": 3,
        "deck": "north",
        "reshuffles": 2,
        "drawn": {"B": [0, 1, 1, 2], "C": [0, 0, 1, 2]},
    },
    "three players, all drawn before": {"players": 3, "deck": "north, east", "reshuffles": 1, "drawn": {}},
    "four players after the reshuffle": {
        "players": 4,
        "deck": "north",
        "reshuffles": 1,
        "drawn": {"B": [0, 0, 0, 1], "C": [0, 1, 1, 1], "D": [1, 1, 1, 1]},
        "hands": {"D": "sand", "B": "stone, stone, river, khan"},
        "phase": "discard",
        "actions_left": 0,
        "turn": "D",
    },
}


@pytest.mark.parametrize("situation", STILL.values(), ids=STILL)
def test_every_world_is_as_likely_as_it_is(situation: Json) -> None:
    """3.3: all that fits what a seat knows, and nothing else."""
    if "hands" in situation:
        situation = situation | {"drawn": situation["drawn"] | {"D": [1]}}
    assert_dealt_as_counted(position(**situation), "A")


@pytest.mark.parametrize("seat", "ABC")
def test_every_seat_has_worlds_of_its_own(seat: str) -> None:
    """3.3: whoever is to act."""
    match = position(
        players=3,
        turn="B",
        deck="north",
        reshuffles=1,
        drawn={"A": [0, 0, 0, 1], "B": [0, 0, 1, 1], "C": [0, 1, 1, 1]},
    )
    assert_dealt_as_counted(match, seat)


def test_worlds_in_the_middle_of_discarding() -> None:
    """6.4: for the one who waits."""
    match = position(HELD, deck="north, south, east")
    play_all(match, "anywhere 9,0", "discard stone", "discard sand")
    assert len(hand(match, "A")) == 2
    assert_dealt_as_counted(match, "B")
    assert_dealt_as_counted(match, "A")


def test_worlds_in_the_final_phase() -> None:
    """9.3: hands stay secret."""
    match = ending(deck="north, south", yurts="A 4,0 4,1")
    assert_dealt_as_counted(match, "A")
    assert_dealt_as_counted(match, "B")


def test_worlds_while_a_protector_is_asked() -> None:
    """7.7: for both."""
    match = position(deck="north, south", yurts="A 4,0 | B 4,1", patronage="B")
    match.play("conquer domino 4,0 4,1")
    assert phase(match) == "consent"
    assert_dealt_as_counted(match, "A")
    assert_dealt_as_counted(match, "B")


# The reshuffle, played.


def reshuffled() -> Match:
    """The deck ran out in A's refill: two of A's cards are from the new deck; B is to act."""
    match = position(HELD, deck="delhi north, delhi south", specials=NO_SPECIALS)
    return play_all(match, "anywhere 9,0", *(f"discard {symbol}" for symbol in ("stone", "sand", "river", "khan")))


def test_with_two_players_the_reshuffle_tells_each_what_the_other_drew_before() -> None:
    """3.3: all else was seen: the old deck was drawn up, the new one is the discards."""
    match = reshuffled()
    assert (turn(match), match.reveal()["reshuffles"]) == ("B", 1)
    old = {card for card, when in drawn(match, "A").items() if when == 0}
    new = {*deck(match), *(card for card, when in drawn(match, "A").items() if when == 1)}
    assert old == {"delhi tundra", "delhi river"}
    for held, pile in deal_worlds(match, "B", 50):
        assert old < set(held)
        assert {*held, *pile} == old | new
    for held, pile in deal_worlds(match, "A", 50):
        assert held == in_order(hand(match, "B"))
        assert set(pile) == set(deck(match))


def test_a_card_drawn_after_the_reshuffle_is_one_of_the_discards() -> None:
    """3.3: each as likely."""
    match = reshuffled()
    new = [*deck(match), *(card for card, when in drawn(match, "A").items() if when == 1)]
    times: Counter[str] = Counter()
    for (held, _), count in deal_worlds(match, "B", SAMPLES // 20).items():
        for card in set(held) & set(new):
            times[card] += count
    assert set(times) <= set(new)
    assert surprise(times, dict.fromkeys(new, 1)) < UNLIKELY


def test_a_card_turned_up_after_the_reshuffle_is_in_nobodys_hand() -> None:
    """3.3: it lies on the discard pile again."""
    match = reshuffled()
    (card,) = discards(match)
    for held, pile in deal_worlds(match, "B", 50):
        assert card not in held
        assert card not in pile


def test_the_older_cards_of_two_others_come_from_what_was_unseen_before() -> None:
    """3.3: with three players they may be exchanged between these two, and with nothing else."""
    match = position(players=3, deck="north", specials=NO_SPECIALS)
    match.play("drive song")
    assert match.reveal()["reshuffles"] == 1
    before = set(hand(match, "B")) | set(hand(match, "C"))
    worlds = deal_worlds(match, "A", 300 if not PLAIN else 20)
    assert all({*one, *other} == before for one, other, _ in worlds)
    assert len({(one, other) for one, other, _ in worlds}) > 1


def test_what_lay_on_the_discard_pile_is_told_apart_from_what_did_not() -> None:
    """3.3: B holds an old card, and another lies in the deck; A would know if they changed places."""
    one, other = twins(("hands", 1, 0), ("deck", 0), deck="north, south, east", reshuffles=1, drawn={})
    assert hand(one, "B") != hand(other, "B")
    assert one.concealed(0).tobytes() != other.concealed(0).tobytes()


# What a world keeps.


def kept(reveal: Json, seat: str) -> Json:
    """All that a seat knows for certain."""
    open_part = {name: part for name, part in reveal.items() if name not in ("hands", "deck", "game", "options")}
    sizes = [len(held) for held in reveal["hands"]], len(reveal["deck"])
    return {**open_part, "sizes": sizes, "own": reveal["hands"][seat_number(seat) - 1]}


@pytest.mark.parametrize("moment", range(8))
def test_a_world_keeps_what_the_seat_knows(moment: int) -> None:
    """3.3: own hand, discards, the sizes of hands and deck, when cards were drawn, and the whole board."""
    match = moments()[moment]
    for seat in "ABC":
        index = seat_number(seat) - 1
        for number in range(6):
            world = match.concealed(index)
            GAME.engine.determinize(world, index, stream(number))
            reveal = match.words.reveal(world[0])
            true = {name: part for name, part in match.reveal().items() if name in reveal}
            assert kept(reveal, seat) == kept(true, seat)
            held = [card for each in reveal["hands"] for card in each]
            assert in_order(held + reveal["deck"] + reveal["discards"]) == tuple(PACK)


def test_worlds_of_the_same_knowledge_are_the_same() -> None:
    """3.3: a world depends on nothing that the seat can't know."""
    one, other = twins(("hands", 1, 2), ("deck", 6), **THREE)
    for number in range(10):
        worlds = []
        for match in (one, other):
            world = match.concealed(0)
            GAME.engine.determinize(world, 0, stream(number))
            worlds.append(world.tobytes())
        assert worlds[0] == worlds[1]


def test_before_the_deal_the_deck_is_any_order() -> None:
    """3.0: no card is known."""
    match = new_match(players=2)
    worlds = deal_worlds(match, "A", 20)
    assert len(worlds) == 20
    assert all(in_order(pile) == tuple(PACK) and one == () for one, pile in worlds)


def test_a_world_can_be_played_on() -> None:
    """3.3: it is a position like any other."""
    match = special(HELD, players=3, reshuffles=1, deck="north, south", drawn={"B": [0, 1, 1, 1]})
    world = match.concealed(0)
    GAME.engine.determinize(world, 0, stream(5))
    again = GAME.position({"options": match.options, **match.words.reveal(world[0])})
    assert again.actions() == match.actions()
    assert again.view(1)["hands"] == match.view(1)["hands"]


def test_the_measure_itself() -> None:
    """Even counts are no surprise; many more of some are one."""
    sides = {(str(side),): 1 for side in range(40)}
    even = {side: 300 + (number % 3 - 1) * 17 for number, side in enumerate(sides)}
    uneven = {side: 300 + 90 * (number < 8) for number, side in enumerate(sides)}
    assert surprise(even, sides) < UNLIKELY < surprise(uneven, sides)
