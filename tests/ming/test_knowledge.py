"""Who knows what in Ming Dynastie: everything but the order of the deck and return cards chosen in secret.

A hidden choice is 0 to 6, each as likely; the deck is any order of the cards that are in it.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from lantern import Match
from lantern.kernel.contract import Json
from lantern.kernel.rule import PLAIN
from tests.matches import phase, play_all, to_act
from tests.ming.box import GAME, SEATS
from tests.ming.shown import choices, deck, display
from tests.ming.table import position, scoring
from tests.worlds import assert_told_apart, deal_worlds, same_for, same_record

SAMPLES = 70 if PLAIN else 2_100
VIEWERS = [1, 2, 3, None]


# Return cards chosen in secret

CITY = "W1 AAB | W2 BBC | W3 CCA | O1 ABC"
"""A, B and C have three members each in the city of white, and one in that of orange."""


def choosing(*actions: str, players: int = 3, **more: Any) -> Match:
    """The city of white, after these choices."""
    return play_all(scoring(CITY, players=players, **more), *actions)


@pytest.mark.parametrize("sums", [(0, 1), (1, 2), (3, 6), (5, 6), (0, 6)])
def test_a_choice_is_known_to_the_chooser_alone(sums: tuple[int, int]) -> None:
    """7.4: two worlds that differ in it look the same to the others, though 3 and 6 return as many."""
    one, other = (choosing(f"return {number}") for number in sums)
    assert same_for(one, other, 2, 3, None)
    assert_told_apart(one, other, 1)


def test_choices_stay_hidden_until_the_last() -> None:
    """7.4: B has chosen too, C has not."""
    one, other = choosing("return 0", "return 2"), choosing("return 3", "return 2")
    assert same_for(one, other, 2, 3, None)
    assert_told_apart(one, other, 1)
    one, other = choosing("return 0", "return 2"), choosing("return 0", "return 5")
    assert same_for(one, other, 1, 3, None)
    assert_told_apart(one, other, 2)


def test_a_transcript_tells_no_secret_choice() -> None:
    """7.4: not before all have chosen; then the sums are told."""
    one, other = choosing("return 1", "return 2"), choosing("return 1", "return 4")
    assert one.transcript() == other.transcript()
    assert "return 2" not in one.transcript()
    one.play("return 0")
    assert "2 by Seat 2" in one.transcript() or "2 by Seat 3" in one.transcript()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_after_the_last_choice_all_see_them(viewer: int | None) -> None:
    """7.4: all reveal at once."""
    one = choosing("return 1", "return 2", "return 0")
    other = choosing("return 2", "return 2", "return 0")
    assert_told_apart(one, other, viewer)
    assert one.tell([next(event for event in one.log_of(viewer) if event.key == "revealed")])
    assert one.view(viewer)["scoring"]["chosen"] == one.reveal()["scoring"]["chosen"]


def test_a_single_chooser_reveals_at_once() -> None:
    """7.4: there is nobody to wait for."""
    matches = [play_all(scoring("W1 AAA | W2 AAA | O1 B"), f"return {number}") for number in (1, 2)]
    for viewer in (2, 3, 4, None):
        assert_told_apart(matches[0], matches[1], viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_the_view_shows_while_choices_are_secret(viewer: int | None) -> None:
    """7.4: that a seat has chosen, not what."""
    match = choosing("return 3", "return 5")
    shown = match.view(viewer)["scoring"]["chosen"]
    assert shown == [3 if viewer == 1 else "hidden", 5 if viewer == 2 else "hidden", None]
    last = match.view(viewer)["last"]
    assert last["seat"] == 2
    assert viewer == 2 or "5" not in last["action"]
    assert match.reveal()["scoring"]["chosen"] == [3, 5, None]


def test_the_choices_of_earlier_cities_are_known() -> None:
    """7.4: only those of the city being scored are secret."""
    one = choosing("return 6", "return 0", "return 0", "return 1")
    other = choosing("return 6", "return 0", "return 0", "return 4")
    assert (one.reveal()["scoring"]["province"], to_act(one)) == ("orange", "B")
    assert same_for(one, other, 2, 3, None)
    assert_told_apart(one, other, 1)
    different = choosing("return 0", "return 0", "return 0", "return 1")
    assert_told_apart(one, different, 3)


@pytest.mark.parametrize("number", [2, 4, 6])
def test_a_hidden_choice_changes_no_decision_of_another(number: int) -> None:
    """7.4: nor scores, nor what is shown of them."""
    one, other = choosing("return 0", round=number), choosing("return 6", round=number)
    assert one.actions() == other.actions() == [f"return {total}" for total in range(7)]
    assert one.scores == other.scores
    assert one.breakdown() == other.breakdown()


def test_two_players_choose_in_secret_too() -> None:
    """9.3: before the neutrals."""
    one, other = (play_all(scoring("W1 nnA | W2 nnB", players=2), f"return {number}") for number in (0, 1))
    assert same_for(one, other, 2, None)
    assert_told_apart(one, other, 1)


# The order of the deck


def decks(*orders: str, **more: Any) -> list[Match]:
    """Matches whose decks have the same cards in these orders; every other card lies on the discards."""
    return [position(phase="cards", spaces="white ABC", deck=order, **more) for order in orders]


def test_the_order_of_the_deck_is_known_to_nobody() -> None:
    """2.4: until a card is turned up."""
    one, other = decks("ox camel junk", "junk ox camel")
    assert deck(one) != deck(other)
    assert same_for(one, other, *VIEWERS)
    for match in (one, other):
        match.play("dragon white")
    assert same_for(one, other, *VIEWERS)


def test_a_card_turned_up_is_known_to_all() -> None:
    """5.1a."""
    one, other = decks("ox camel junk", "junk ox camel")
    for match in (one, other):
        match.play("take white")
    for viewer in VIEWERS:
        assert one.view(viewer)["display"] == display(one) != other.view(viewer)["display"]
        assert not same_record(one, other, viewer)


def test_what_is_in_the_deck_is_known_to_all() -> None:
    """2.4: every other card lies open, so another card in the deck would be noticed."""
    one, other = decks("ox camel junk", "ox camel horse")
    for viewer in VIEWERS:
        assert not same_record(one, other, viewer)


# Hands


def test_every_card_taken_is_taken_openly() -> None:
    """2.4: secret hands are not shown, but known to bots and in the log."""
    for secret in (False, True):
        one, other = (
            position(phase="cards", spaces="white ABC | blue ABC", options={"secret_hands": secret}) for _ in range(2)
        )
        one.play("take white")
        other.play("take blue")
        for viewer in (2, 3, None):
            assert one.log_of(viewer) == one.log != other.log_of(viewer)
            assert not same_record(one, other, viewer)


def test_nothing_else_is_hidden() -> None:
    """2.4: the rest of a view is the same for all and as it is."""
    match = choosing("return 3")
    reveal = match.reveal()
    names = "round phase to_act start_player princes to_place spaces open monasteries palaces display discards dragons"
    for viewer in VIEWERS:
        view = match.view(viewer)
        for name in [*names.split(), "hands", "tiles", "passed", "scores", "scored", "end", "options"]:
            assert view[name] == reveal[name], name
        assert view["deck"] == len(reveal["deck"])
        assert view["seat"] == viewer
        assert view["breakdown"] == match.breakdown()
        assert view["result"] is None


# Worlds


def worlds(match: Match, seat: str, count: int = SAMPLES) -> list[Json]:
    """Worlds as `determinize` deals them from what the seat can see, alike ones together."""
    found = deal_worlds(match, SEATS.index(seat), count, json.dumps)
    return [json.loads(world) for world in found.elements()]


def chosen_in(world: Json) -> tuple[Any, ...]:
    """The choices of a world."""
    return tuple(world["scoring"]["chosen"])


def assert_even(counts: Counter[Any], kinds: int) -> None:
    """Each of so many kinds is there, and none more or less often than chance explains."""
    total = counts.total()
    assert len(counts) == kinds
    square = sum((count - total / kinds) ** 2 / (total / kinds) for count in counts.values())
    assert square < kinds - 1 + 5 * (2 * (kinds - 1)) ** 0.5


SHORT = "junk horse rickshaw"
"""A deck of three cards, so that few worlds have to be told apart."""


def short_deck(*actions: str) -> Match:
    """The city of white, after these choices, with three cards in the deck."""
    return choosing(*actions, deck=SHORT)


@pytest.mark.parametrize(("seat", "own"), [("A", (0, 4)), ("B", (1, 2))])
def test_a_world_keeps_ones_own_choice_and_draws_the_others_evenly(seat: str, own: tuple[int, int]) -> None:
    """7.4: 0 to 6, each as likely, whatever was chosen."""
    place, number = own
    found = [chosen_in(world) for world in worlds(short_deck("return 4", "return 2"), seat)]
    assert {chosen[place] for chosen in found} == {number}
    assert {chosen[2] for chosen in found} == {None}
    assert_even(Counter(chosen[1 - place] for chosen in found), 7)


def test_the_one_who_has_not_chosen_draws_both() -> None:
    """7.4: each for itself, 49 pairs."""
    found = [chosen_in(world) for world in worlds(short_deck("return 4", "return 2"), "C")]
    assert {chosen[2] for chosen in found} == {None}
    if not PLAIN:
        assert_even(Counter(chosen[:2] for chosen in found), 49)


def test_choices_that_are_known_are_not_drawn() -> None:
    """7.4: after the reveal a world keeps them."""
    match = short_deck("return 1", "return 2", "return 1")
    assert phase(match) == "back"
    for seat in "ABC":
        assert {chosen_in(world) for world in worlds(match, seat, 20)} == {tuple(match.reveal()["scoring"]["chosen"])}


def test_the_deck_is_any_order_of_its_cards() -> None:
    """2.4: each as likely."""
    match = position(phase="cards", spaces="white ABC", deck="ox camel junk")
    for seat in "AC":
        found = Counter(tuple(world["deck"]) for world in worlds(match, seat))
        assert set(found) == set(permutations(["ox", "camel", "junk"]))
        assert_even(found, 6)


def test_equal_cards_in_the_deck_are_no_different_worlds() -> None:
    """2.4: two of a kind make an order twice as likely as it would be otherwise."""
    match = position(phase="cards", spaces="white ABC", deck="ox ox junk junk")
    found = Counter(tuple(world["deck"]) for world in worlds(match, "B"))
    assert_even(found, 6)


MOMENTS = {
    "members": lambda: position(phase="members", round=1, players=3),
    "cards": lambda: position(phase="cards", spaces="white ABC", hands={"B": "ox ox"}),
    "secret hands": lambda: position(
        phase="cards", spaces="white ABC", hands={"B": "ox ox"}, options={"secret_hands": True}
    ),
    "walk": lambda: play_all(position(hands={"A": "camel junk ox"}), "step W2 with camel"),
    "return": lambda: choosing("return 2"),
    "back": lambda: choosing("return 2", "return 2", "return 2"),
}


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("seat", "ABC")
def test_a_world_keeps_all_else(name: str, seat: str) -> None:
    """2.4: hands too, shown or not; and no card is lost."""
    match = MOMENTS[name]()
    true = match.reveal()
    for world in worlds(match, seat, 4):
        for part in set(world) - {"deck", "scoring", "last", "options", "game"}:
            assert world[part] == true[part], part
        assert sorted(world["deck"]) == sorted(true["deck"])


def test_worlds_of_the_same_knowledge_are_the_same() -> None:
    """7.4: a world depends on nothing that the seat can't know."""
    matches = [choosing("return 1", "return 4"), choosing("return 6", "return 4")]
    assert worlds(matches[0], "B", 8) == worlds(matches[1], "B", 8)
    assert worlds(matches[0], "C", 8) == worlds(matches[1], "C", 8)


def test_a_world_can_be_played_on() -> None:
    """7.4: it is a position like any other."""
    match = choosing("return 1", "return 4")
    for world in worlds(match, "C", 5):
        again = GAME.position({"options": match.options, **world})
        assert again.actions() == match.actions()
        assert choices(again, "return") == set("0123456")
        again.play("return 0")
        assert phase(again) in ("back", "return")


def test_even_and_uneven() -> None:
    """Even counts are no surprise; many more of some are one."""
    assert_even(Counter({kind: 300 + kind for kind in range(7)}), 7)
    with pytest.raises(AssertionError):
        assert_even(Counter({kind: 300 + 90 * (kind < 2) for kind in range(7)}), 7)
