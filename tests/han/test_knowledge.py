"""Who knows what in HAN: views, the log, and the worlds that `determinize` deals, against all worlds counted.

The counting knows nothing of the rules: every card is a thing of its own, and every order of the unseen cards is
tried. While the first deck lasts they are one lot: the others' blind cards and the deck. The reshuffle parts them: the
new deck is the discards, which everybody saw, and the blind cards from before it are what was unseen then.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from lantern import Match
from lantern.kernel.contract import Json
from tests import worlds
from tests.han.box import BORDER, SEATS, WAYS, letters, ordered
from tests.han.shown import deck, hand, seen
from tests.han.table import position, ways
from tests.matches import play_all, seat_number, to_act
from tests.worlds import SAMPLES, UNLIKELY, Place, assert_as_expected, deal, exchanged, same_for, surprise


def older(match: Match, seat: str) -> str:
    """Those of a seat's blind cards that are from before the reshuffle."""
    return letters(match.reveal()["older"][seat_number(seat) - 1])


def shown(match: Match, viewer: str | None, seat: str) -> Json:
    """A seat's hand as another sees it."""
    view = match.view(None if viewer is None else seat_number(viewer))
    return dict(view["hands"][seat_number(seat) - 1])


# Views.


def moments() -> list[Match]:
    """A game at several points: before and in a turn, while drawing, after it, in the last round."""
    held = {"B": "VYO", "C": "GGR", "D": "RRR"}
    fresh = position("RGG", houses="B w1", hands=held, display="VYOG")
    placing = play_all(position("RGG", houses="B w1", hands=held, display="VYOG"), "house w2 with red")
    drawing = play_all(position("RGG", houses="B w1", hands=held, display="VYOG"), "discard red")
    after = play_all(position("RGG", houses="B w1", hands=held, display="VYOG"), "discard red", "draw")
    last = position("RGG", houses="B w1", hands=held, display="VYOG", exhausted=2, deck="")
    return [fresh, placing, drawing, after, last]


@pytest.mark.parametrize("moment", range(5))
@pytest.mark.parametrize("viewer", ["A", "B", "C", "D", None])
def test_a_hand_is_seen_by_its_owner_alone(viewer: str | None, moment: int) -> None:
    """1.6: hands are secret; their sizes are not."""
    match = moments()[moment]
    for seat in "ABCD":
        part = shown(match, viewer, seat)
        assert part["cards"] == (match.reveal()["hands"][seat_number(seat) - 1] if seat == viewer else None)
        assert part["held"] == len(hand(match, seat))


@pytest.mark.parametrize("moment", range(5))
def test_everything_else_is_seen_by_all(moment: int) -> None:
    """1.6: display, discards, deck size, supplies and scores are open, and so is the board."""
    match = moments()[moment]
    reveal, views = match.reveal(), [match.view(seat) for seat in (1, 2, 3, 4, None)]
    for view in views:
        for name in ("scores", "houses", "emissaries", "scored", "display", "discards", "exhausted", "turn", "last"):
            assert view[name] == reveal[name], name
        assert view["deck"] == len(reveal["deck"])
    strip = [{name: part for name, part in view.items() if name not in ("hands", "seat")} for view in views]
    assert all(view == strip[0] for view in strip)
    assert [view["seat"] for view in views] == [1, 2, 3, 4, None]


@pytest.mark.parametrize("moment", range(5))
def test_the_order_of_the_deck_is_in_no_view(moment: int) -> None:
    """1.6: the deck's size alone."""
    match = moments()[moment]
    for seat in (1, 2, 3, 4, None):
        assert isinstance(match.view(seat)["deck"], int)


def twins(one: Place, other: Place, **more: Any) -> tuple[Match, Match]:
    """Two matches that differ in two hidden cards, exchanged."""
    return exchanged(position(seed=3, **more), one, other)


HELD = {"A": "RGG", "B": "VYO", "C": "VGR"}


def test_the_order_of_the_deck_tells_nobody_anything() -> None:
    """1.6: until it is drawn."""
    one, other = twins(("deck", 0), ("deck", 1), players=3, hands=HELD, deck="RGVYO")
    assert same_for(one, other, 1, 2, 3, None)


def test_a_blind_draw_is_known_to_the_drawer_alone() -> None:
    """1.6: neither views nor the log of the others tell it."""
    one, other = twins(("deck", 0), ("deck", 1), players=3, hands=HELD, deck="RGVYO")
    for match in (one, other):
        play_all(match, "discard red", "draw")
    assert hand(one, "A") != hand(other, "A")
    assert same_for(one, other, 2, 3, None)
    assert one.view(1) != other.view(1)
    assert one.log_of(1) != other.log_of(1)


def test_a_card_from_the_display_is_known_to_all() -> None:
    """1.6: the log and the view of everybody tell it."""
    one = position("RGG", players=3, hands=HELD, display="VVVV")
    other = position("RGG", players=3, hands=HELD, display="YYYY")
    play_all(one, "discard red", "take violet")
    play_all(other, "discard red", "take yellow")
    for viewer in (1, 2, 3, None):
        assert one.log_of(viewer) != other.log_of(viewer)
    assert [shown(match, "B", "A")["seen"] for match in (one, other)] == [["violet"], ["yellow"]]


def test_another_hand_tells_nothing() -> None:
    """1.6: what B holds is seen by B alone, also while B plays other cards and draws."""
    one, other = twins(("hands", 1, 2), ("deck", 1), players=3, hands=HELD, deck="RGVYO", display="VVYY", to_act="B")
    assert (hand(one, "B"), hand(other, "B")) == ("VYO", "VYG")
    assert same_for(one, other, 1, 3, None)
    assert one.view(2) != other.view(2)
    for match in (one, other):
        match.play("house u1 with violet")
        match.play("end")
    assert same_for(one, other, 1, 3, None)
    for match in (one, other):
        match.play("draw")
    assert (hand(one, "B"), hand(other, "B")) == ("YOR", "YGR")
    assert same_for(one, other, 1, 3, None)


def test_two_other_hands_may_be_exchanged_before_a_third_seat() -> None:
    """1.6: it can't tell who holds what."""
    one, other = twins(("hands", 1, 0), ("hands", 2, 2), players=3, hands=HELD)
    assert (hand(other, "B"), hand(other, "C")) == ("YOR", "VVG")
    assert same_for(one, other, 1, None)


def test_the_log_tells_what_was_played_to_everybody() -> None:
    """3.6: cards go face up to the discards."""
    match = play_all(position("RGG", houses="B w1"), "house w2 with red", "house w3 with green green")
    assert match.log_of(3) == match.log_of(None) == match.log_of(1) == match.log


# Cards taken from the display.


@pytest.mark.parametrize("viewer", ["A", "B", "C", None])
def test_a_card_from_the_display_is_known_until_it_is_played(viewer: str | None) -> None:
    """1.6: through the turns of the others, until it leaves the hand."""
    match = position("RVV", players=3, hands={"B": "YYY", "C": "OOO"}, display="GGGG", deck="RRRRVVVV")
    play_all(match, "discard red", "take green")
    assert shown(match, viewer, "A")["seen"] == ["green"]
    play_all(match, "discard yellow", "draw", "discard orange", "draw")
    assert shown(match, viewer, "A")["seen"] == ["green"]
    play_all(match, "discard violet", "draw")
    assert shown(match, viewer, "A")["seen"] == ["green"]
    play_all(match, "discard yellow", "draw", "discard orange", "draw", "discard green")
    assert shown(match, viewer, "A")["seen"] == []


SEEN_AFTER = {
    "another card": ("RGG", "G", "discard red", "G"),
    "the card itself": ("RRG", "G", "discard green", ""),
    "one of two alike, the other blind": ("RGG", "G", "discard green", ""),
    "one of two seen": ("RGG", "GG", "discard green", "G"),
    "both of a pair": ("RGG", "GG", "house w2 with green green", ""),
    "a pair, one of them seen": ("RGG", "G", "house w2 with green green", ""),
    "a pair, the third seen": ("RGG", "R", "house w2 with green green", "R"),
    "a pair of three alike, one seen": ("GGG", "G", "house w2 with green green", ""),
    "a pair of three alike, all seen": ("GGG", "GGG", "house w2 with green green", "G"),
    "a border house": ("ORG", "OG", "house bzw with orange red", "G"),
}


@pytest.mark.parametrize(("held", "known", "action", "left"), SEEN_AFTER.values(), ids=SEEN_AFTER)
def test_of_cards_alike_the_one_that_was_seen_is_taken_to_be_played(
    held: str, known: str, action: str, left: str
) -> None:
    """1.6: playing a colour that is known to be held tells nothing of the other cards."""
    match = position(held, houses="B w1", seen={"A": known})
    assert seen(match, "A") == known
    match.play(action)
    assert seen(match, "A") == left


def test_what_is_known_survives_the_reshuffle() -> None:
    """1.6 and 8.2: a card seen stays seen."""
    match = play_all(
        position("RVV", display="GGGG", deck="R", seen={"B": "Y"}, hands={"B": "YYY"}), "discard red", "take green"
    )
    assert match.reveal()["exhausted"] == 1
    assert (seen(match, "A"), seen(match, "B")) == ("G", "Y")


# Blind cards and the reshuffle.


def test_before_the_reshuffle_no_blind_card_is_older() -> None:
    """8.2: there is one deck."""
    match = play_all(position("RVV", deck="GGGG"), "discard red", "draw")
    assert [older(match, seat) for seat in "ABCD"] == ["", "", "", ""]


def test_the_reshuffle_makes_all_blind_cards_older() -> None:
    """8.2: in every hand, the card that emptied the deck among them; those drawn after it are not."""
    match = position(
        "RGG", houses="B w1", hands={"B": "VYO", "C": "YYY", "D": "OOO"}, seen={"B": "Y"}, deck="V", display="OGGG"
    )
    play_all(match, "house w2 with red", "house w3 with green green", "end", "take green", "draw")
    assert match.reveal()["exhausted"] == 1
    assert [older(match, seat) for seat in "ABCD"] == ["V", "VO", "YYY", "OOO"]
    match.play("draw")
    assert (seen(match, "A"), older(match, "A")) == ("G", "V")


def test_older_cards_leave_as_they_are_played() -> None:
    """8.2: what was drawn since is not older."""
    match = position("RGG", exhausted=1, hands={"B": "VYO", "C": "YYY", "D": "OOO"}, deck="RVVVV", display="OGGG")
    assert [older(match, seat) for seat in "ABCD"] == ["GGR", "VYO", "YYY", "OOO"]
    play_all(match, "discard green", "draw")
    assert (hand(match, "A"), older(match, "A")) == ("GRR", "GR")


OLDER_AFTER = {
    "the older of two alike": ("YYO", "", "YO", "discard yellow", "O"),
    "the newer, where the older are others": ("GYO", "", "YO", "discard green", "YO"),
    "the seen one before the older one": ("YYO", "Y", "YO", "discard yellow", "YO"),
    "a pair, an older and a newer one": ("YYO", "", "YO", "house w2 with yellow yellow", "O"),
    "a pair of three alike": ("YYY", "", "YY", "house w2 with yellow yellow", ""),
    "a pair of three alike, one seen": ("YYY", "Y", "Y", "house w2 with yellow yellow", ""),
}


@pytest.mark.parametrize(("held", "known", "old", "action", "left"), OLDER_AFTER.values(), ids=OLDER_AFTER)
def test_of_cards_alike_the_best_known_one_is_taken_to_be_played(
    held: str, known: str, old: str, action: str, left: str
) -> None:
    """1.6 and 8.2: seen before older before newer; so nothing is learnt of a card that nobody saw."""
    match = position(held, houses="B w1", exhausted=1, deck="RVVVV", seen={"A": known}, older={"A": old})
    match.play(action)
    assert older(match, "A") == left


def test_playing_a_known_older_card_tells_nothing_of_the_newer_ones() -> None:
    """8.2: B certainly holds an older yellow card, so playing one leaves the newer card as open as it was."""
    match = ways(
        players=2,
        to_act="B",
        hands={"A": "RRV", "B": "YYO"},
        older={"B": "YO"},
        deck="RGYV",
        display="YOG",
        exhausted=1,
    )
    match.play("discard yellow")
    assert {one for one, _ in deal_worlds(match, "A")} == {"VO", "YO", "OG", "OR"}
    assert_dealt_as_counted(match, "A")


def test_the_emptying_draw_of_the_display_makes_no_card_older() -> None:
    """8.2: by refilling the display; blind cards held then are older all the same."""
    match = position("RVV", display="GGGG", deck="Y", hands={"B": "VYO"})
    play_all(match, "discard red", "take green")
    assert (seen(match, "A"), older(match, "A"), older(match, "B")) == ("G", "VV", "VYO")


# Worlds counted.


World = tuple[str, ...]
"""Every other seat's hand, sorted, and then the deck, next card first."""


def blind_cards(reveal: Json, seat: str) -> tuple[str, str, str]:
    """A seat's cards: those seen, those drawn blind from the first deck, those drawn blind from the deck that is."""
    index = seat_number(seat) - 1
    everything = Counter(letters(reveal["hands"][index]))
    known, old = letters(reveal["seen"][index]), letters(reveal["older"][index])
    if reveal["exhausted"] == 0:
        assert old == ""
    return known, old, "".join((everything - Counter(known) - Counter(old)).elements())


def count_worlds(match: Match, seat: str) -> Counter[World]:
    """In how many ways each world can have come about, for a seat that knows its own hand and what was seen."""
    reveal = match.reveal()
    others = [each for each in SEATS[: reveal["options"]["players"]] if each != seat]
    parts = {each: blind_cards(reveal, each) for each in others}
    first = "".join(old for _, old, _ in parts.values())
    second = "".join(new for _, _, new in parts.values()) + letters(reveal["deck"])
    worlds: Counter[World] = Counter()
    orders = Counter(permutations(first)), Counter(permutations(second))
    for (olds, times), (news, more_times) in product(*(order.items() for order in orders)):
        left, right = list(olds), list(news)
        world = []
        for known, old, new in parts.values():
            cards = list(known) + [left.pop(0) for _ in old] + [right.pop(0) for _ in new]
            world.append(ordered("".join(cards)))
        worlds[(*world, "".join(right))] += times * more_times
    return worlds


# Worlds dealt.


def world_of(reveal: Json, seat: str) -> World:
    others = [each for each in SEATS[: len(reveal["hands"])] if each != seat]
    return (*(letters(reveal["hands"][seat_number(each) - 1]) for each in others), letters(reveal["deck"]))


def deal_worlds(match: Match, seat: str, count: int = SAMPLES) -> Counter[World]:
    """Worlds as `determinize` deals them from what the seat can see."""
    return worlds.deal_worlds(match, seat_number(seat) - 1, count, lambda reveal: world_of(reveal, seat))


def assert_dealt_as_counted(match: Match, seat: str) -> None:
    """`determinize` deals the worlds counted, all of them, no others, and as often as they come about."""
    assert_as_expected(deal_worlds(match, seat), count_worlds(match, seat), world_of(match.reveal(), seat))


STILL: dict[str, Json] = {
    "a hand and a deck": {"hands": {"A": "RRV", "B": "RGV"}, "deck": "VRO"},
    "one card in the deck": {"hands": {"A": "RRV", "B": "RGV"}, "deck": "Y"},
    "all alike but one": {"hands": {"A": "RRV", "B": "GGG"}, "deck": "GGR"},
    "a card seen": {"hands": {"A": "RRV", "B": "RGV"}, "seen": {"B": "R"}, "deck": "VROR"},
    "a card seen that is alike": {"hands": {"A": "YYV", "B": "RRG"}, "seen": {"B": "R"}, "deck": "RGO"},
    "all cards seen": {"hands": {"A": "RRV", "B": "RGV"}, "seen": {"B": "VGR"}, "deck": "VROY"},
    "own cards seen": {"hands": {"A": "RRV", "B": "RGV"}, "seen": {"A": "RV"}, "deck": "VRO"},
    "after the reshuffle": {
        "hands": {"A": "RRV", "B": "RGV"},
        "older": {"A": "R", "B": "VG"},
        "deck": "ROO",
        "exhausted": 1,
    },
    "after the reshuffle, a card seen": {
        "hands": {"A": "RRV", "B": "RGV"},
        "seen": {"B": "G"},
        "older": {"B": "V"},
        "deck": "VROO",
        "exhausted": 1,
    },
    "after the reshuffle, all of them older": {
        "hands": {"A": "RRV", "B": "RGV"},
        "older": {"A": "RRV", "B": "VGR"},
        "deck": "ROGY",
        "exhausted": 1,
    },
    "after the reshuffle, none of them older": {
        "hands": {"A": "RRV", "B": "RGV"},
        "older": {},
        "deck": "ROG",
        "exhausted": 1,
    },
    "in the last round": {"hands": {"A": "RRV", "B": "RGV"}, "older": {"B": "R"}, "deck": "", "exhausted": 2},
    "three players": {"players": 3, "hands": {"A": "RRV", "B": "RG", "C": "OYV"}, "seen": {"C": "O"}, "deck": "VR"},
    "three players after the reshuffle": {
        "players": 3,
        "hands": {"A": "RRV", "B": "RGV", "C": "OYR"},
        "seen": {"C": "O"},
        "older": {"B": "RG", "C": "Y"},
        "deck": "GV",
        "exhausted": 1,
    },
    "three players in the last round": {
        "players": 3,
        "hands": {"A": "R", "B": "RGV", "C": "OYR"},
        "older": {"B": "RG", "C": "YO"},
        "deck": "",
        "exhausted": 2,
    },
}


@pytest.mark.parametrize("situation", STILL.values(), ids=STILL)
def test_every_world_is_as_likely_as_it_is(situation: Json) -> None:
    """1.6 and 8.2: all that fits what a seat knows, in proportion to the ways it can have come about."""
    data: Json = {"players": 2, "display": "YOG", "map_name": WAYS} | situation
    assert_dealt_as_counted(position(**data), "A")


@pytest.mark.parametrize("seat", "ABC")
def test_every_seat_has_worlds_of_its_own(seat: str) -> None:
    """1.6: whoever is to act."""
    match = ways(
        players=3,
        to_act="B",
        hands={"A": "RG", "B": "OV", "C": "YRR"},
        seen={"C": "R", "A": "G"},
        deck="VGR",
        display="YOG",
    )
    assert_dealt_as_counted(match, seat)


def test_worlds_in_the_middle_of_drawing() -> None:
    """1.6: a blind card drawn and a card taken in the same turn, for the one who waits."""
    match = ways("RGG", players=2, houses="B n1", hands={"B": "VYO"}, deck="RVGO", display="RYG")
    play_all(match, "house n2 with red", "house n3 with green green", "end", "take red", "draw")
    assert (to_act(match), hand(match, "A")) == ("A", "RR")
    assert_dealt_as_counted(match, "B")
    assert_dealt_as_counted(match, "A")


def test_worlds_after_blind_draws_of_everybody() -> None:
    """1.6: played, not written."""
    match = ways("RGG", players=2, hands={"B": "VYO"}, deck="RVGOYR", display="RYG")
    play_all(match, "discard green", "draw", "discard violet", "take yellow", "discard red", "draw")
    assert_dealt_as_counted(match, "A")
    assert_dealt_as_counted(match, "B")


# The reshuffle, played.


def test_with_two_players_the_reshuffle_tells_each_what_the_other_holds() -> None:
    """8.2: all else was seen: the deck was drawn up, the new one is the discards."""
    match = ways("RGG", players=2, hands={"B": "VYO"}, deck="R", display="RYG")
    play_all(match, "discard green", "draw")
    assert match.reveal()["exhausted"] == 1
    thrown = ordered(deck(match))
    for seat, other in (("A", "B"), ("B", "A")):
        for held, pile in deal_worlds(match, seat, 50):
            assert held == hand(match, other)
            assert ordered(pile) == thrown


def test_a_card_drawn_after_the_reshuffle_is_one_of_the_discards() -> None:
    """8.2: as likely each colour as it was thrown away; the older cards stay known."""
    match = ways("RGG", players=2, hands={"B": "VYO"}, deck="R", display="RYG")
    play_all(match, "discard green", "draw")
    pool = Counter(deck(match))
    play_all(match, "discard violet", "draw")
    drawn: Counter[World] = Counter()
    for (held, pile), times in deal_worlds(match, "A", SAMPLES // 10).items():
        (card,) = Counter(held) - Counter("YO")
        assert Counter(held) == Counter("YO") + Counter(card)
        assert Counter(card + pile) == pool
        drawn[(card,)] += times
    assert surprise(drawn, {(card,): count for card, count in pool.items()}) < UNLIKELY
    assert {held for held, _ in deal_worlds(match, "B", 20)} == {hand(match, "A")}


def test_the_older_cards_of_two_others_come_from_what_was_unseen_before() -> None:
    """8.2: with three players they may be exchanged between these two, and with nothing else."""
    match = ways("RGG", players=3, hands={"B": "VYO", "C": "RRR"}, deck="R", display="RYG")
    play_all(match, "discard green", "draw")
    worlds = deal_worlds(match, "A", 300)
    assert all(Counter(one + other) == Counter("VYORRR") for one, other, _ in worlds)
    assert len({(one, other) for one, other, _ in worlds}) > 1


# What a world keeps.


def kept(reveal: Json, seat: str) -> Json:
    """All that a seat knows for certain."""
    hidden = ("hands", "deck", "older")
    open_part = {name: part for name, part in reveal.items() if name not in hidden}
    sizes = [len(held) for held in reveal["hands"]], len(reveal["deck"]), [len(held) for held in reveal["older"]]
    index = seat_number(seat) - 1
    return {**open_part, "sizes": sizes, "own": reveal["hands"][index], "own older": reveal["older"][index]}


@pytest.mark.parametrize("map_name", [BORDER, WAYS])
@pytest.mark.parametrize("ran_out", [0, 1, 2])
def test_a_world_keeps_what_the_seat_knows(map_name: str, ran_out: int) -> None:
    """1.6: own hand, what was seen, display, discards, the sizes of hands and deck, and the whole board."""
    pile: Json = {"deck": "" if ran_out == 2 else "VYOGR"} if ran_out else {}
    standing = "B w1 w2" if map_name == BORDER else "B n1 n2"
    match = position("RGV", map_name=map_name, houses=standing, exhausted=ran_out, seen={"A": "G"}, **pile)
    for seat in "ABCD":
        index = seat_number(seat) - 1
        for number in range(8):
            reveal = dict(match.words.reveal(deal(match, index, number)[0]))
            true = {name: part for name, part in match.reveal().items() if name in reveal}
            assert kept(reveal, seat) == kept(true, seat)
            for held, known, old in zip(reveal["hands"], reveal["seen"], reveal["older"], strict=True):
                assert not (Counter(known) + Counter(old)) - Counter(held)


def test_the_seen_cards_of_others_are_in_every_world() -> None:
    """1.6: they are known."""
    match = ways(players=3, hands={"A": "RGV", "B": "VVO", "C": "RRY"}, seen={"B": "VV", "C": "Y"})
    for one, other, _ in deal_worlds(match, "A", 60):
        assert one.count("V") >= 2
        assert "Y" in other


def test_worlds_of_the_same_knowledge_are_the_same() -> None:
    """1.6: a world depends on nothing that the seat can't know."""
    one, other = twins(("hands", 1, 2), ("deck", 1), players=3, hands=HELD, deck="RGVYO")
    for number in range(10):
        assert deal(one, 0, number).tobytes() == deal(other, 0, number).tobytes()
