"""Who knows what in Khan: views, the log, and the worlds that `determinize` deals, against all worlds counted.

Every card is a thing of its own, and everybody sees which cards lie on the discard pile when it is shuffled. So the
cards that a seat can't see come in lots: those that others have drawn since the last reshuffle, together with the deck,
and for each deck before it those that others drew from it and still hold. Within a lot any order is as likely as any
other; no card is in a lot that it can't be in.

A card is played by its symbol, and of several the one whose ruler comes first. So everybody learns of the cards kept
that they are none with this symbol and an earlier ruler, and of a lot a card that was kept can only be one of the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, groupby, pairwise, permutations, product
from typing import Any, NamedTuple

import pytest

from lantern import Match
from lantern.kernel.contract import Json
from lantern.kernel.rule import PLAIN
from tests import worlds
from tests.khan.board import LAND, names
from tests.khan.box import GAME, NO_SPECIALS, PACK, RULERS, SEATS
from tests.khan.shown import deck, discards, hand, turn
from tests.khan.table import CALM, ending, idle, new_match, position, special
from tests.matches import phase, play_all, seat_number, to_act
from tests.worlds import SAMPLES, UNLIKELY, Place, assert_as_expected, deal, exchanged, same_for, surprise

HELD = "stone, sand, river, khan"

# Views.


def moments() -> list[Match]:
    """A game at several points: in both actions, while discarding, in step 4, while asked, after it, in the end."""
    board: Json = {"players": 3, "yurts": "A A5 C5 | B B5 | n A9", "patronage": "B", "top": CALM}
    return [
        position(HELD, **board),
        play_all(position(HELD, **board), "invade A6 with stone"),
        play_all(position(HELD, **board), "anywhere A10", "discard sand"),
        play_all(position(HELD, **board), "anywhere A10", "discard sand", "discard stone", "stop"),
        play_all(position(HELD, **board), "conquer domino A5 B5"),
        play_all(position(HELD, **board), "anywhere A10", "discard sand", "stop", "pass"),
        position(HELD, reshuffles=2, drawn={"A": [0, 0, 1, 2], "B": [0, 1, 1, 2], "C": [2, 2, 2, 2]}, **board),
        ending(players=3, yurts="A A5 B5"),
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


def twins(one: Place, other: Place, **more: Any) -> tuple[Match, Match]:
    """Two matches that differ in two hidden cards, exchanged."""
    return exchanged(position(seed=3, **more), one, other)


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
        play_all(match, "anywhere A10", "discard stone", "stop")
    assert hand(one, "A") != hand(other, "A")
    assert same_for(one, other, 2, 3, None)
    assert one.view(1) != other.view(1)


def test_what_another_keeps_stays_secret_while_he_plays() -> None:
    """3.3: a card that is not played tells nothing, through whole turns."""
    one, other = twins(("hands", 0, 0), ("deck", 6), specials=NO_SPECIALS, **THREE)
    for match in (one, other):
        play_all(match, "invade A10 with sand", "invade C5 with river")
    assert hand(one, "A") != hand(other, "A")
    assert same_for(one, other, 2, 3, None)


def test_a_card_that_is_played_turned_up_or_discarded_is_known_to_all() -> None:
    """3.3: it lies face up."""
    match = position(HELD, players=3, top="north, north")
    play_all(match, "invade A5 with stone", "drive song")
    assert match.log_of(2) == match.log_of(3) == match.log_of(None) == match.log
    match = play_all(position(HELD, players=3), "anywhere A5", "discard stone")
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
    match = position(players=3, yurts="A A5 C5 | B B5", patronage="B")
    play_all(match, "conquer domino A5 B5", "refuse", "conquer domino B5 C5", "consent")
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
    play_all(match, "anywhere A10", "discard stone", "discard sand", "stop")
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
    match.play("invade D5 with river")
    assert drawn(match, "A") == {"delhi khan": 0, "tibetan stone": 0, "song sand": 2}


# What a card that is played tells of those kept.


def known(match: Match, seat: str) -> dict[str, dict[str, str]]:
    """What all know of each card of a hand: for some symbols a ruler, after whom its own comes if it has the symbol."""
    return dict(zip(hand(match, seat), match.reveal()["bounds"][seat_number(seat) - 1], strict=True))


SAME = "hungarian stone, delhi stone, tibetan stone, song sand"
"""A hand with several cards of a symbol."""


def test_at_first_nothing_is_known() -> None:
    """3.3: of no card."""
    match = play_all(new_match(players=2), "yurt A5", "yurt A10", "yurt C1", "yurt M9", "yurt I5", "yurt L2")
    assert phase(match) == "actions"
    assert match.reveal()["bounds"] == [[{}] * 4] * 2


def test_a_played_card_tells_that_those_kept_come_after_it() -> None:
    """3.3: of several with a symbol the one whose ruler comes first goes."""
    match = play_all(position(SAME), "invade A5 with stone")
    assert match.reveal()["bounds"] == [[{"stone": "hungarian"}] * 3, [{}] * 4]


def test_so_does_a_discarded_card() -> None:
    """3.3 and 6.4: and the later of two tells more."""
    match = play_all(position(SAME), "anywhere A10", "discard stone", "discard stone", "discard sand")
    assert known(match, "A") == {"tibetan stone": {"stone": "delhi", "sand": "song"}}


def test_of_a_card_drawn_later_it_tells_nothing() -> None:
    """3.3: it may come before; and of those kept no less is known when it is played."""
    match = position(SAME, top="russian glaciers, seljuk stone, hungarian east", specials=NO_SPECIALS)
    play_all(match, "invade A5 with stone", "invade A6 with stone")
    assert known(match, "A") == {
        "russian glaciers": {},
        "seljuk stone": {},
        "song sand": {"stone": "delhi"},
        "tibetan stone": {"stone": "delhi"},
    }
    play_all(idle(match), "invade B5 with stone")
    assert known(match, "A") == {
        "russian glaciers": {"stone": "seljuk"},
        "song sand": {"stone": "delhi"},
        "tibetan stone": {"stone": "delhi"},
    }


def test_of_a_card_drawn_anew_nothing_is_known() -> None:
    """3.3: also if it was discarded in the same turn and has been shuffled."""
    match = position(HELD, deck="delhi north", specials=NO_SPECIALS)
    play_all(match, "anywhere A10", "discard stone", "discard sand", "stop")
    assert match.reveal()["drawn"][0] == [0, 0, 0, 1]
    assert match.reveal()["bounds"][0] == [{}, *[{"stone": "tibetan", "sand": "tibetan"}] * 2, {}]


def test_cards_are_kept_by_what_is_known_of_them() -> None:
    """3.3: after the deck they came from, before ruler and symbol; the last symbol counts most."""
    match = position(
        "tibetan stone, tibetan sand, delhi sand, song river",
        bounds={"A": [{}, {"khan": "seljuk"}, {"stone": "delhi", "sand": "russian"}, {}]},
    )
    assert hand(match, "A") == ["song river", "tibetan stone", "delhi sand", "tibetan sand"]
    assert match.reveal()["bounds"][0] == [{}, {}, {"stone": "delhi", "sand": "russian"}, {"khan": "seljuk"}]


KEEPING: Json = {
    "players": 3,
    "hands": {"A": SAME, "B": "delhi river, delhi khan, abbasid khan, delhi sand"},
    "deck": "tibetan sand, abbasid stone, russian south, hungarian east, russian west, tibetan river, seljuk river",
    "specials": NO_SPECIALS,
}
KEPT = ("hands", 0, 1)
"""Where A's song sand lies before A discards two of three stone cards and draws the two on top of the deck."""


def keep(match: Match) -> Match:
    """The match in A's next turn."""
    return idle(idle(play_all(match, "anywhere A10", "discard stone", "discard stone", "stop")))


@pytest.mark.parametrize("other", [("deck", 6), ("hands", 1, 0), ("hands", 1, 3), ("deck", 0)])
def test_the_places_of_cards_kept_tell_nothing_more(other: tuple[Any, ...]) -> None:
    """3.3: worlds that fit all that was seen look the same, though by their cards hands would be in another order."""
    matches = twins(KEPT, other, **KEEPING)
    for match in matches:
        keep(match)
    assert hand(matches[0], "A") != hand(matches[1], "A")
    assert same_for(*matches, 3, None)
    for match in matches:
        match.play("invade A5 with stone")
    assert hand(matches[0], "A") != hand(matches[1], "A")
    assert same_for(*matches, 3, None)


def test_all_see_since_when_a_played_card_was_held() -> None:
    """3.3: ruling; as at a table where hands lie in the order they were drawn."""
    old, fresh = twins(KEPT, ("deck", 0), **KEEPING)
    for match in (old, fresh):
        keep(match).play("invade B10 with sand")
    assert set(hand(old, "A")) == set(hand(fresh, "A")) == {"abbasid stone", "tibetan sand", "tibetan stone"}
    assert known(old, "A")["tibetan sand"] == {"sand": "song"}
    assert known(fresh, "A")["tibetan sand"] == {"stone": "delhi", "sand": "song"}
    assert old.view(3) == fresh.view(3)
    assert old.concealed(2).tobytes() != fresh.concealed(2).tobytes()


# Worlds counted.

World = tuple[tuple[str, ...], ...]
"""Every other seat's hand, as it is held, and then the deck, next card first."""


def in_order(cards: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Cards in the order of the pack."""
    return tuple(sorted(cards, key=PACK.index))


def can_be(card: str, what: Mapping[str, str]) -> bool:
    """Whether a card fits what is known of it."""
    ruler, symbol = card.split()
    return symbol not in what or RULERS.index(ruler) > RULERS.index(what[symbol])


class Places(NamedTuple):
    """Cards of one hand that were drawn from the same deck and of which the same is known."""

    seat: str
    level: int
    what: Mapping[str, str]
    size: int


def places_of(match: Match, seat: str) -> list[Places]:
    """A hand, as everybody sees it."""
    marks = zip(drawn(match, seat).values(), known(match, seat).values(), strict=True)
    return [Places(seat, level, what, len(list(alike))) for (level, what), alike in groupby(marks)]


def deals(pool: list[str], places: list[Places]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to deal cards to places that they fit, and the rest in every order."""
    if not places:
        yield from ([order] for order in permutations(pool))
        return
    for chosen in combinations([card for card in pool if can_be(card, places[0].what)], places[0].size):
        rest = [card for card in pool if card not in chosen]
        yield from ([in_order(chosen), *others] for others in deals(rest, places[1:]))


def count_worlds(match: Match, seat: str) -> set[World]:
    """Every world that a seat can't rule out; all are as likely."""
    reveal = match.reveal()
    others = [each for each in SEATS[: reveal["options"]["players"]] if each != seat]
    lots = []
    for level in range(reveal["reshuffles"] + 1):
        places = [part for each in others for part in places_of(match, each) if part.level == level]
        pool = [card for each in others for card, when in drawn(match, each).items() if when == level]
        pool += reveal["deck"] if level == reveal["reshuffles"] else []
        owners = [part.seat for part in places]
        lots.append([(list(zip(owners, dealt, strict=False)), dealt[-1]) for dealt in deals(pool, places)])
    worlds = set()
    for lot in product(*lots):
        hands = [
            tuple(card for dealt, _ in lot for owner, part in dealt if owner == each for card in part)
            for each in others
        ]
        worlds.add((*hands, lot[-1][1]))
    return worlds


# Worlds dealt.


def world_of(reveal: Json, seat: str) -> World:
    """What a seat can't see."""
    others = [index for index in range(len(reveal["hands"])) if index != seat_number(seat) - 1]
    return (*(tuple(reveal["hands"][index]) for index in others), tuple(reveal["deck"]))


def deal_worlds(match: Match, seat: str, count: int = SAMPLES) -> Counter[World]:
    """Worlds as `determinize` deals them from what the seat can see."""
    return worlds.deal_worlds(match, seat_number(seat) - 1, count, lambda reveal: world_of(reveal, seat))


def assert_dealt_as_counted(match: Match, seat: str) -> None:
    """`determinize` deals the worlds counted, all of them, no others, and each as often."""
    expected = dict.fromkeys(count_worlds(match, seat), 1)
    assert_as_expected(deal_worlds(match, seat), expected, world_of(match.reveal(), seat))


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
@pytest.mark.sampled(3)
def test_every_world_is_as_likely_as_it_is(situation: Json) -> None:
    """3.3: all that fits what a seat knows, and nothing else."""
    if "hands" in situation:
        situation = situation | {"drawn": situation["drawn"] | {"D": [1]}}
    assert_dealt_as_counted(position(**situation), "A")


BOUND: dict[str, Json] = {
    "a card kept": {
        "hands": {"B": "delhi stone, song sand, delhi river, goryeo khan"},
        "deck": "hungarian stone, abbasid stone, tibetan stone",
        "bounds": {"B": [{"stone": "abbasid"}, {}, {}, {}]},
    },
    "several kept": {
        "hands": {"B": "delhi stone, song sand, delhi river, goryeo khan"},
        "deck": "hungarian stone, russian sand, seljuk khan",
        "bounds": {"B": [*[{"stone": "abbasid", "sand": "russian"}] * 2, {"sand": "seljuk"}, {}]},
    },
    "no card of a symbol is left": {
        "hands": {"B": "delhi stone, song sand, delhi river, goryeo khan"},
        "deck": "hungarian stone, tibetan stone, seljuk khan",
        "bounds": {"B": [{}, *[{"stone": "tibetan", "khan": "song"}] * 3]},
    },
    "three players": {
        "players": 3,
        "hands": {
            "B": "delhi stone, song sand, delhi river, goryeo khan",
            "C": "delhi sand, song stone, song river, seljuk khan",
        },
        "deck": "hungarian stone",
        "bounds": {"B": [{"stone": "abbasid", "sand": "russian"}] * 4, "C": [*[{"stone": "russian"}] * 3, {}]},
    },
    "three players, bounds that cross": {
        "players": 3,
        "hands": {
            "B": "delhi stone, seljuk sand, delhi river, goryeo khan",
            "C": "delhi sand, seljuk stone, song river, seljuk khan",
        },
        "deck": "tibetan stone",
        "bounds": {"B": [{"stone": "goryeo"}] * 4, "C": [{"sand": "goryeo"}] * 4},
    },
    "of several decks": {
        "players": 3,
        "hands": {
            "B": "delhi stone, song sand, delhi river, goryeo khan",
            "C": "delhi sand, song stone, song river, seljuk khan",
        },
        "deck": "hungarian stone, russian river",
        "reshuffles": 1,
        "drawn": {"B": [0, 0, 0, 1], "C": [0, 0, 1, 1]},
        "bounds": {"B": [*[{"stone": "hungarian", "river": "seljuk"}] * 3, {}], "C": [{"sand": "song"}, {}, {}, {}]},
    },
}


@pytest.mark.parametrize("situation", BOUND.values(), ids=BOUND)
def test_every_world_fits_what_was_played(situation: Json) -> None:
    """3.3: a card kept is none of those that would have been played before."""
    assert_dealt_as_counted(position(**situation), "A")


@pytest.mark.parametrize("seat", "ABC")
def test_every_seat_has_worlds_of_its_own(seat: str) -> None:
    """3.3: whoever is to act."""
    match = position(
        players=3, turn="B", deck="north", reshuffles=1, drawn={"A": [0, 0, 0, 1], "B": [0, 0, 1, 1], "C": [0, 1, 1, 1]}
    )
    assert_dealt_as_counted(match, seat)


def test_worlds_in_the_middle_of_discarding() -> None:
    """6.4: for the one who waits."""
    match = position(HELD, deck="north, south, east")
    play_all(match, "anywhere A10", "discard stone", "discard sand")
    assert len(hand(match, "A")) == 2
    assert_dealt_as_counted(match, "B")
    assert_dealt_as_counted(match, "A")


def test_worlds_in_the_final_phase() -> None:
    """9.3: hands stay secret."""
    match = ending(deck="north, south", yurts="A A5 B5")
    assert_dealt_as_counted(match, "A")
    assert_dealt_as_counted(match, "B")


@pytest.mark.parametrize("moment", ["actions", "morale"])
def test_worlds_in_which_there_is_something_to_decide(moment: str) -> None:
    """6, 9.2: once no ruler can be driven out, who is still to act has a card for the only empty square."""
    squares = [square for square in names(LAND) if square != "C1"]
    left = {"actions": 1, "morale": 0}[moment]
    match = position(
        "glaciers, sand, river, stone", final=True, phase=moment, actions_left=left, yurts="B " + " ".join(squares)
    )
    for world in deal_worlds(match, "B", 100):
        assert {card.split()[1] for card in world[0]} & {"glaciers", "neighbours", "khan"}


def test_worlds_while_a_protector_is_asked() -> None:
    """7.7: for both."""
    match = position(deck="north, south", yurts="A A5 | B B5", patronage="B")
    match.play("conquer domino A5 B5")
    assert phase(match) == "consent"
    assert_dealt_as_counted(match, "A")
    assert_dealt_as_counted(match, "B")


# Worlds played.


def deal_all(data: Json, unseen: list[tuple[Any, ...]], sizes: list[int]) -> Iterator[Json]:
    """A position with the cards in places that a seat can't see dealt in every way, all as likely.

    Of so many places at a time the order does not matter.
    """
    pool = [data[pile][index] if pile == "deck" else data["hands"][pile][index] for pile, index in unseen]
    ends = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    for dealt in permutations(pool):
        if all(list(part) == sorted(part) for part in (dealt[a:b] for a, b in pairwise(ends))):
            copy: Json = {**data, "hands": [list(held) for held in data["hands"]], "deck": list(data["deck"])}
            for (pile, index), card in zip(unseen, dealt, strict=True):
                (copy["deck"] if pile == "deck" else copy["hands"][pile])[index] = card
            yield copy


def seen_by(match: Match, seat: str, actions: list[str]) -> list[bytes] | None:
    """What a seat sees while these actions are played; None if they can't be."""
    seen = [match.concealed(seat_number(seat) - 1).tobytes()]
    for action in actions:
        if match.why_not(action) is not None:
            return None
        match.play(action)
        seen.append(match.concealed(seat_number(seat) - 1).tobytes())
    return seen


LATER = [["discard sand"], ["discard stone", "discard stone"], ["discard stone"], []]


@pytest.mark.parametrize("later", LATER[:1] if PLAIN else LATER, ids=", then ".join)
def test_worlds_are_those_in_which_all_would_have_been_seen_as_it_was(later: list[str]) -> None:
    """3.3: every deal played through; of those in which B sees what it saw each is as likely."""
    data = position(
        "hungarian stone, delhi stone, song sand, tibetan khan",
        deck="russian stone, goryeo sand, russian west, hungarian east, abbasid stone",
        specials=NO_SPECIALS,
    ).reveal()
    turns = ["anywhere A10", "discard stone", "discard sand", "stop", "anywhere L12", "stop", "anywhere B10"]
    unseen = [(0, 0), (0, 1), (0, 2), (0, 3), ("deck", 0), ("deck", 1), ("deck", 4)]
    true = GAME.position(data)
    seen = seen_by(true, "B", turns + later)
    expected: Counter[World] = Counter()
    for world in deal_all(data, unseen, [4, 2, 1]):
        match = GAME.position(world)
        if seen_by(match, "B", turns + later) == seen:
            expected[world_of(match.reveal(), "B")] += 1
    found = deal_worlds(true, "B")
    assert set(expected) == count_worlds(true, "B")
    assert len(set(expected.values())) == 1
    assert set(found) <= set(expected)
    assert surprise(found, expected) < UNLIKELY


# The reshuffle, played.


def reshuffled() -> Match:
    """The deck ran out in A's refill: two of A's cards are from the new deck; B is to act."""
    match = position(HELD, deck="delhi north, delhi south", specials=NO_SPECIALS)
    return play_all(match, "anywhere A10", *(f"discard {symbol}" for symbol in ("stone", "sand", "river", "khan")))


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
            reveal = dict(match.words.reveal(deal(match, index, number)[0]))
            true = {name: part for name, part in match.reveal().items() if name in reveal}
            assert kept(reveal, seat) == kept(true, seat)
            held = [card for each in reveal["hands"] for card in each]
            assert in_order(held + reveal["deck"] + reveal["discards"]) == tuple(PACK)


def test_worlds_of_the_same_knowledge_are_the_same() -> None:
    """3.3: a world depends on nothing that the seat can't know."""
    one, other = twins(("hands", 1, 2), ("deck", 6), **THREE)
    for number in range(10):
        assert deal(one, 0, number).tobytes() == deal(other, 0, number).tobytes()


def test_before_the_deal_the_deck_is_any_order() -> None:
    """3.0: no card is known."""
    match = new_match(players=2)
    worlds = deal_worlds(match, "A", 20)
    assert len(worlds) == 20
    assert all(in_order(pile) == tuple(PACK) and one == () for one, pile in worlds)


def test_a_world_can_be_played_on() -> None:
    """3.3: it is a position like any other."""
    match = special(HELD, players=3, reshuffles=1, deck="north, south", drawn={"B": [0, 1, 1, 1]})
    again = GAME.position({"options": match.options, **dict(match.words.reveal(deal(match, 0, 5)[0]))})
    assert again.actions() == match.actions()
    assert again.view(1)["hands"] == match.view(1)["hands"]
