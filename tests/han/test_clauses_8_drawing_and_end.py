"""Chapter 8 of the rules of HAN: drawing, and the end of the game."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from lantern import Match
from tests.han.box import BORDER, DISPLAY, SEATS, SPACES, TABLES, WAYS, cards, ordered, pack, without
from tests.han.shown import census, deck, discards, display, exhausted, hand, items, points, seen
from tests.han.table import caps, courts, crowded, dealt, last_turn, position, ways
from tests.matches import outcome, phase, play_all, seat_number, to_act
from tests.refusals import assert_legal, assert_refused


def three_drawn(**more: Any) -> Match:
    """Alex has played all three cards and is to draw."""
    where = "n" if more.get("map_name") == WAYS else "w"
    match = position("RGG", houses=f"B {where}1", **more)
    return play_all(match, f"house {where}2 with red", f"house {where}3 with green green", "end")


# 8.1: refilling the hand


def test_every_card_comes_from_the_display_or_the_deck_as_one_likes() -> None:
    """8.1: one by one; the choice is free each time."""
    for choices in product(("take violet", "draw"), repeat=3):
        match = three_drawn(display="VVVV", deck="YOG" + "R" * 8)
        for choice in choices:
            assert set(match.actions()) == {"draw", "take violet"}
            match.play(choice)
        blind = choices.count("draw")
        assert hand(match, "A") == ordered("V" * (3 - blind) + "YOG"[:blind])
        assert to_act(match) == "B"


def test_what_is_taken_leaves_the_display() -> None:
    """8.1: and is in the hand."""
    match = three_drawn(display="VYOG")
    match.play("take orange")
    assert (hand(match, "A"), display(match)) == ("O", "VYG")
    assert_refused(match, "take orange", "8.1")
    match.play("take green")
    assert (hand(match, "A"), display(match)) == ("OG", "VY")


@pytest.mark.parametrize("colour", ["orange", "red"])
def test_only_what_lies_face_up_can_be_taken(colour: str) -> None:
    """8.1: a colour that is not there can't."""
    assert_refused(three_drawn(display="VVYG"), f"take {colour}", "8.1")


def test_a_colour_that_lies_there_twice_is_one_choice() -> None:
    """8.1: cards of a colour are alike."""
    match = three_drawn(display="VVGG")
    assert sorted(match.actions()) == ["draw", "take green", "take violet"]


def test_a_blind_card_is_the_next_of_the_deck_and_seen_before_the_next_choice() -> None:
    """8.1: its owner knows it at once."""
    match = three_drawn(deck="OYV" + "R" * 8)
    for known in ("O", "YO", "VYO"):
        match.play("draw")
        assert match.view(1)["hands"][0]["cards"] == cards(known)


def test_the_display_is_refilled_only_when_the_hand_is_full() -> None:
    """8.1: not between two cards."""
    match = three_drawn(display="VYOG", deck="RRR" + "VVYYOOGG")
    match.play("take violet")
    assert (display(match), len(deck(match))) == ("YOG", 11)
    match.play("take yellow")
    assert (display(match), len(deck(match))) == ("OG", 11)
    match.play("draw")
    assert hand(match, "A") == "VYR"
    assert (display(match), deck(match)) == ("OGRR", "VVYYOOGG")


@pytest.mark.parametrize("map_name", [BORDER, WAYS])
@pytest.mark.parametrize("taken", [0, 1, 2, 3])
def test_the_display_is_filled_up_from_the_deck(map_name: str, taken: int) -> None:
    """8.1: as many as were taken, the next ones of the deck, to 4 or to 3."""
    face_up = "V" * DISPLAY[map_name]
    match = three_drawn(map_name=map_name, display=face_up, deck="YYYOOOGGG")
    play_all(match, *["draw"] * (3 - taken), *["take violet"] * taken)
    drawn, refill = "YYYOOOGGG"[: 3 - taken], "YYYOOOGGG"[3 - taken : 3]
    assert hand(match, "A") == ordered("V" * taken + drawn)
    assert display(match) == ordered("V" * (len(face_up) - taken) + refill)
    assert deck(match) == "OOOGGG"


@pytest.mark.parametrize(
    ("held", "actions", "count"),
    [
        ("RVY", ["house w2 with red"], 1),
        ("RRY", ["house w2 with red", "house w3 with red"], 2),
        ("VVY", ["house w2 with violet violet"], 2),
        ("RVV", ["house bzw with red violet violet"], 3),
    ],
)
def test_as_many_cards_are_drawn_as_were_played(held: str, actions: list[str], count: int) -> None:
    """8.1: to three in hand."""
    match = play_all(position(held, houses="B w1"), *actions, "end")
    before = len(deck(match))
    for _ in range(count):
        assert to_act(match) == "A"
        match.play("draw")
    assert (to_act(match), len(hand(match, "A")), len(deck(match))) == ("B", 3, before - count)


def test_after_a_discard_one_card_is_drawn() -> None:
    """8.1: after A or B."""
    match = play_all(position("RVY", display="VYOG", deck="RRRR"), "discard red", "take green")
    assert (hand(match, "A"), display(match), deck(match), to_act(match)) == ("VYG", "VYOR", "RRR", "B")


def test_a_card_just_discarded_can_not_be_drawn() -> None:
    """8.1: from the display or the deck, not from the discards."""
    match = play_all(position("RVY", display="VYOG"), "discard red")
    assert_refused(match, "take red", "8.1")


def test_drawing_is_for_the_end_of_the_turn() -> None:
    """8.1: after A or B."""
    match = position("RRV", houses="B w1", display="VYOG")
    assert_refused(match, "draw")
    match.play("house w2 with red")
    assert_refused(match, "draw")
    assert_refused(match, "take green")


def test_cards_taken_openly_are_remembered() -> None:
    """8.1 and 1.6: those from the display, not those from the deck."""
    match = three_drawn(display="VYOG", deck="RRR" + "VVYY")
    play_all(match, "take green", "draw", "take violet")
    assert (seen(match, "A"), hand(match, "A")) == ("VG", "VGR")


# 8.0 and 8.2: the deck runs out for the first time


class Expected:
    """Drawing as chapter 8 tells it, in plain steps."""

    def __init__(self, face_up: str, pile: str, thrown: str, ran_out: int) -> None:
        self.hand, self.display, self.deck, self.discards, self.ran_out = "", face_up, list(pile), thrown, ran_out

    def next_card(self) -> str:
        card = self.deck.pop(0)
        if not self.deck:
            self.ran_out += 1
            if self.ran_out == 1:
                self.deck, self.discards = ["?"] * len(self.discards), ""
        return card

    def draw(self) -> None:
        if self.ran_out < 2:
            self.hand += self.next_card()

    def take(self, card: str) -> None:
        if self.ran_out < 2:
            self.hand += card
            self.display = without(self.display, card)

    def refill(self, size: int) -> None:
        while self.ran_out < 2 and len(self.display) < size:
            self.display += self.next_card()


def fits(known: str, cards_there: str) -> bool:
    """Whether cards are those expected, where ? stands for any."""
    certain = Counter(known.replace("?", ""))
    return len(known) == len(cards_there) and not certain - Counter(cards_there)


@pytest.mark.parametrize("map_name", [BORDER, WAYS])
@pytest.mark.parametrize("ran_out", [0, 1])
@pytest.mark.parametrize("size", range(1, 8))
@pytest.mark.parametrize("choices", ["".join(chosen) for chosen in product("td", repeat=3)])
@pytest.mark.sampled(4)
def test_the_deck_runs_out_at_every_point_of_a_turn(map_name: str, ran_out: int, size: int, choices: str) -> None:
    """8.0: on any card of the hand or of the display; the first time it goes on, the second time all stops at once."""
    pile, face_up = "YOVGRYO"[:size], "V" * DISPLAY[map_name]
    match = three_drawn(map_name=map_name, display=face_up, deck=pile, exhausted=ran_out)
    thrown = discards(match)
    model = Expected(face_up, pile, thrown, ran_out)
    for choice in choices:
        if model.ran_out < 2:
            assert (to_act(match), phase(match)) == ("A", "draw")
            match.play("take violet" if choice == "t" else "draw")
            model.take("V") if choice == "t" else model.draw()
    model.refill(len(face_up))
    assert census(match) == pack(map_name, 4)
    assert exhausted(match) == model.ran_out
    assert fits(model.hand, hand(match, "A"))
    assert fits(model.display, display(match))
    assert len(deck(match)) == len(model.deck)
    assert discards(match) == model.discards
    if (ran_out, model.ran_out) == (0, 1):
        assert len(thrown) - len(model.deck) == (model.hand + model.display).count("?")
        known = Counter((model.hand + model.display).replace("?", ""))
        assert Counter(hand(match, "A") + display(match) + deck(match)) - known == Counter(thrown)
    assert to_act(match) == "B"
    assert match.view()["last_turns"] == (3 if model.ran_out == 2 else None)


def test_the_first_time_the_discards_are_the_new_deck_at_once() -> None:
    """8.2: with the cards just played; the display stays."""
    match = three_drawn(display="VYOG", deck="V")
    thrown = discards(match)
    assert not Counter("RGG") - Counter(thrown)
    match.play("draw")
    assert (exhausted(match), discards(match), display(match)) == (1, "", "VYOG")
    assert ordered(deck(match)) == thrown
    assert (to_act(match), phase(match), hand(match, "A")) == ("A", "draw", "V")


def test_cards_just_played_can_be_drawn_again() -> None:
    """8.0: the cards just played are shuffled in too."""
    every = pack(BORDER, 3)
    left = without(every, "RGG" + "VVV" + "YYY" + "VVVV" + "Y")
    match = position(
        "RGG", players=3, houses="B w1", hands={"B": "VVV", "C": "YYY"}, display="VVVV", deck="Y", discards=left
    )
    play_all(match, "house w2 with red", "house w3 with green green", "end", "draw")
    assert ordered(deck(match)) == ordered(left + "RGG")


@pytest.mark.parametrize("card", ["red", "green"])
def test_a_card_just_discarded_is_shuffled_in_too(card: str) -> None:
    """8.0: action B as well."""
    match = position("RGV", display="VVVV", deck="Y")
    before = discards(match)
    play_all(match, f"discard {card}", "draw")
    assert exhausted(match) == 1
    assert ordered(deck(match)) == ordered(before + card[0].upper())
    assert to_act(match) == "B"


def test_the_deck_runs_out_on_the_last_card_of_the_hand() -> None:
    """8.0: the hand is full and the display too, but the deck is shuffled at once."""
    match = three_drawn(display="VYOG", deck="YOV")
    thrown = discards(match)
    play_all(match, "draw", "draw")
    assert (exhausted(match), len(deck(match))) == (0, 1)
    match.play("draw")
    assert (exhausted(match), hand(match, "A"), display(match), to_act(match)) == (1, "VYO", "VYOG", "B")
    assert (ordered(deck(match)), discards(match)) == (thrown, "")


def test_the_deck_runs_out_on_the_last_card_of_the_display() -> None:
    """8.0: by refilling the display."""
    match = three_drawn(display="VYOG", deck="YOV")
    thrown = discards(match)
    play_all(match, "take violet", "take yellow", "take orange")
    assert (exhausted(match), display(match), to_act(match)) == (1, "VYOG", "B")
    assert (ordered(deck(match)), discards(match)) == (thrown, "")


def test_the_deck_runs_out_in_the_middle_of_the_display() -> None:
    """8.0: the rest comes from the new deck."""
    match = three_drawn(display="VVVG", deck="Y")
    thrown = discards(match)
    play_all(match, "take violet", "take violet", "take violet")
    assert exhausted(match) == 1
    assert not Counter("YG") - Counter(display(match))
    assert len(display(match)) == 4
    assert ordered(deck(match) + display(match)) == ordered(thrown + "YG")


def test_the_player_goes_on_drawing_after_the_reshuffle() -> None:
    """8.2: from the new deck or from the display that stayed; then the display is refilled."""
    match = three_drawn(display="VYOG", deck="V")
    thrown = discards(match)
    play_all(match, "draw", "take green")
    assert (to_act(match), hand(match, "A"), display(match)) == ("A", "VG", "VYO")
    match.play("draw")
    assert (to_act(match), len(display(match)), len(deck(match))) == ("B", 4, len(thrown) - 2)


def test_after_the_first_time_play_goes_on_as_before() -> None:
    """8.2: round after round."""
    match = three_drawn(display="VYOG", deck="YOV")
    play_all(match, "draw", "draw", "draw")
    for _ in range(6):
        held = match.reveal()["hands"][(match.to_act or 1) - 1]
        play_all(match, f"discard {held[0]}", "draw")
    assert (exhausted(match), len(discards(match)), match.over) == (1, 6, False)
    assert match.view()["last_turns"] is None


def test_the_new_deck_is_shuffled() -> None:
    """8.2: not laid in the order of the discards."""
    orders = set()
    for seed in range(6):
        match = play_all(
            position("RGG", deck="V", display="VYOG", seed=seed, hands={"B": "VVV", "C": "YYY", "D": "OOO"}),
            "discard red",
            "draw",
        )
        orders.add(deck(match))
    assert len(orders) == 6


def test_the_deck_of_a_whole_game_runs_out_twice() -> None:
    """8.0: every card of the deck was drawn before, and every card thrown away after; then come the last turns."""
    match = dealt("VRR RGG YYY", "VYOG")
    turns = []
    while exhausted(match) < 2:
        held = match.reveal()["hands"][(match.to_act or 1) - 1]
        play_all(match, f"discard {held[0]}", "draw")
        turns.append(exhausted(match))
    first = len(pack(BORDER, 3)) - 9 - 4
    assert turns == [0] * (first - 1) + [1] * first + [2]


# 8.3: the deck runs out for the second time


@pytest.mark.parametrize("card", ["take violet", "draw"])
def test_the_second_time_drawing_stops_at_once(card: str) -> None:
    """8.0: with fewer than three cards in hand, from the display too; the display is not refilled."""
    match = three_drawn(display="VVVG", deck="Y", exhausted=1)
    thrown = discards(match)
    play_all(match, "take violet", "draw")
    assert (exhausted(match), hand(match, "A"), display(match)) == (2, "VY", "VVG")
    assert (deck(match), discards(match)) == ("", thrown)
    assert (to_act(match), phase(match)) == ("B", "place")
    assert_refused(match, card)


def test_the_second_time_while_refilling_the_display() -> None:
    """8.0: the cards still missing there stay missing."""
    match = three_drawn(display="VVVG", deck="YO", exhausted=1)
    play_all(match, "take violet", "take violet", "take violet")
    assert (exhausted(match), hand(match, "A"), display(match), deck(match)) == (2, "VVV", "YOG", "")
    assert to_act(match) == "B"


@pytest.mark.parametrize("left", [0, 1, 2])
def test_how_many_cards_are_held_when_the_deck_is_gone(left: int) -> None:
    """8.0: one, two or three, depending on which draw emptied it."""
    match = three_drawn(display="VVVG", deck="YOV"[: left + 1], exhausted=1)
    play_all(match, *["draw"] * (left + 1))
    assert hand(match, "A") == ordered("YOV"[: left + 1])
    assert (to_act(match), exhausted(match)) == ("B", 2)


def rounds() -> list[tuple[int, str, str]]:
    """Every number of players with every holder of the Emperor and every seat in whose turn the deck runs out."""
    return [
        (players, emperor, seat) for players in (2, 3, 4, 5) for emperor in SEATS[:players] for seat in SEATS[:players]
    ]


def last_seats(players: int, emperor: str, seat: str) -> list[str]:
    """The seats that still have a turn after this one in the round that the Emperor's holder began."""
    order = [SEATS[(seat_number(emperor) - 1 + number) % players] for number in range(players)]
    return order[order.index(seat) + 1 :]


@pytest.mark.parametrize(("players", "emperor", "seat"), rounds())
def test_the_round_is_finished(players: int, emperor: str, seat: str) -> None:
    """8.3: it ends with the seat to the right of the Emperor's holder, at once if the deck ran out in its turn."""
    map_name = WAYS if players == 2 else BORDER
    match = position(players=players, map_name=map_name, emperor=emperor, to_act=seat, deck="V", exhausted=1)
    own = match.reveal()["hands"][seat_number(seat) - 1][0]
    play_all(match, f"discard {own}", "draw")
    assert exhausted(match) == 2
    after = last_seats(players, emperor, seat)
    for number, other in enumerate(after):
        assert match.view()["last_turns"] == len(after) - number
        assert to_act(match) == other
        held = hand(match, other)
        play_all(match, f"discard {cards(held)[0]}")
        assert hand(match, other) == held[1:]
    assert match.over
    assert match.reveal()["end"] == outcome(match)["reason"] == "last round over"
    assert phase(match) == "over"


@pytest.mark.parametrize(("players", "emperor", "seat"), rounds())
def test_the_round_is_finished_when_the_display_empties_the_deck(players: int, emperor: str, seat: str) -> None:
    """8.3: by refilling the display."""
    map_name = WAYS if players == 2 else BORDER
    match = position(players=players, map_name=map_name, emperor=emperor, to_act=seat, deck="V", exhausted=1)
    own = match.reveal()["hands"][seat_number(seat) - 1][0]
    play_all(match, f"discard {own}", f"take {match.reveal()['display'][0]}")
    after = last_seats(players, emperor, seat)
    assert match.over == (after == [])
    assert to_act(match) == (after[0] if after else None)
    assert match.view()["last_turns"] in (len(after), None if match.over else len(after))


def test_nobody_draws_any_more() -> None:
    """8.3: neither after A nor after B; the turn passes at once."""
    match = position("RRV", houses="C w1", display="VYOG", deck="", exhausted=2, hands={"B": "RYY"})
    thrown = discards(match)
    play_all(match, "house w2 with red", "end")
    assert (to_act(match), hand(match, "A"), display(match)) == ("B", "VR", "VYOG")
    match.play("discard red")
    assert (to_act(match), hand(match, "B"), display(match)) == ("C", "YY", "VYOG")
    assert discards(match) == ordered(thrown + "RR")
    assert (deck(match), exhausted(match)) == ("", 2)


@pytest.mark.parametrize("action", ["draw", "take violet"])
def test_drawing_is_refused_in_the_last_turns(action: str) -> None:
    """8.3: from display or deck."""
    match = position("RRV", display="VYOG", deck="", exhausted=2)
    assert_refused(match, action)


def test_the_last_turns_are_turns_like_any_other() -> None:
    """8.3 and 2.1: two pieces, or a discard; no passing."""
    match = position("RRV", houses="C w1", deck="", exhausted=2)
    assert_refused(match, "end", "2.2")
    play_all(match, "house w2 with red", "house w3 with red")
    assert match.actions() == ["end"]


def test_a_discard_in_a_last_turn_is_one_card() -> None:
    """8.3: a discard without a draw."""
    match = play_all(position("RRV", deck="", exhausted=2), "discard violet")
    assert (hand(match, "A"), to_act(match), phase(match)) == ("RR", "B", "place")


def test_the_last_seat_of_the_round_ends_the_game_by_its_turn() -> None:
    """8.3: then final scoring."""
    match = last_turn("RV", houses="D w1 w2 | A w3")
    play_all(match, "house w4 with red")
    assert not match.over
    match.play("end")
    assert match.over
    assert match.scores == [3, 0, 0, 4]
    assert match.actions() == []


@pytest.mark.parametrize("action", ["house w1 with red", "discard violet", "end", "draw", "take red"])
def test_nothing_is_legal_once_it_is_over(action: str) -> None:
    """8.3: the game is over."""
    match = play_all(last_turn("VV"), "discard violet")
    assert (match.to_act, match.actions()) == (None, [])
    assert match.why_not(action) is not None


def test_a_turn_of_the_last_round_may_complete_a_province() -> None:
    """8.3 and 7.1: house scoring as ever."""
    match = position("RRV", houses="B w1 w2 w3 w4 w5 | C bzw", deck="", exhausted=2)
    match.play("house w6 with red")
    assert match.scores == [5, 7, 5, 0]


@pytest.mark.parametrize(("map_name", "players"), TABLES)
def test_hands_not_played_out_are_worth_nothing(map_name: str, players: int) -> None:
    """8.3 and 9: only the board counts."""
    last = SEATS[players - 1]
    match = position(map_name=map_name, players=players, to_act=last, deck="", exhausted=2)
    match.play(f"discard {match.reveal()['hands'][players - 1][0]}")
    assert (match.over, match.scores) == (True, [0] * players)


# 8.4: nothing can be placed


def nearly(
    map_name: str, players: int, card: str, free: str = "", room: dict[str, int] | None = None, **more: Any
) -> Match:
    """A board full but for some spaces, with emissaries as many as it takes, but for some room."""
    board = crowded(map_name, players, free)
    return position(
        card,
        map_name=map_name,
        players=players,
        houses=board,
        emissaries=courts(map_name, players, board, room),
        **more,
    )


def test_the_last_emissary_ends_the_game_at_once() -> None:
    """8.4: every space taken, every dragon space full; no end of turn, no drawing."""
    match = nearly(WAYS, 4, "GGR", room={"mg": 1})
    assert_legal(match, "emissary mg with green")
    before = deck(match), display(match)
    match.play("emissary mg with green")
    assert match.over
    assert (phase(match), match.to_act, match.actions()) == ("over", None, [])
    assert outcome(match)["reason"] == match.reveal()["end"] == "nothing can be placed"
    assert (hand(match, "A"), deck(match), display(match)) == ("GR", *before)


def test_the_last_house_ends_the_game_at_once() -> None:
    """8.4: the fourth space of East Market goes to its fourth owner, whose house raises no cap."""
    match = nearly(WAYS, 4, "OOR", free="e4", to_act="D")
    match.play("house e4 with orange")
    assert match.over
    assert match.reveal()["end"] == "nothing can be placed"


def test_the_houses_are_scored_before_the_game_ends() -> None:
    """8.4: after any house scoring; then comes the final one."""
    match = nearly(WAYS, 4, "OOR", free="e4", to_act="D")
    assert "em" not in match.reveal()["scored"]
    match.play("house e4 with orange")
    assert sorted(match.reveal()["scored"]) == sorted(SPACES[WAYS])
    assert points(match, "province", "em", "scored") == [4, 4, 4, 4]
    assert items(match, "province", when="final") == []


def test_a_house_that_raises_a_cap_does_not_end_the_game() -> None:
    """8.4: an emissary can still be placed."""
    match = nearly(WAYS, 4, "OOR", free="e4", to_act="A")
    match.play("house e4 with orange")
    assert not match.over
    assert match.view()["standing"]["em"]["cap"] == 2
    match.play("emissary em with orange")
    assert match.over


def test_the_first_of_two_pieces_may_end_the_game() -> None:
    """8.4: checked after every placement, though another card could be played."""
    match = nearly(WAYS, 4, "GGG", room={"mg": 1})
    match.play("emissary mg with green")
    assert match.over


def test_the_second_of_two_pieces_may_end_the_game() -> None:
    """8.4: two emissaries were missing."""
    match = nearly(WAYS, 4, "GGG", room={"mg": 2})
    match.play("emissary mg with green")
    assert not match.over
    match.play("emissary mg with green")
    assert match.over


def test_room_for_an_emissary_elsewhere_keeps_the_game_going() -> None:
    """8.4: anywhere on the board, though not in this turn."""
    match = nearly(WAYS, 4, "GGG", room={"mg": 1, "cl": 1})
    match.play("emissary mg with green")
    assert not match.over
    assert match.actions() == ["end"]


def test_a_free_space_elsewhere_keeps_the_game_going() -> None:
    """8.4: a house of any player."""
    match = nearly(WAYS, 4, "GGG", free="x4", room={"mg": 1})
    match.play("emissary mg with green")
    assert not match.over


def test_cards_do_not_matter() -> None:
    """8.4: holding any cards he likes; here nobody has the card that it would take, and none is left to draw."""
    nothing = {"B": "R", "C": "R", "D": "R"}
    match = nearly(WAYS, 4, "G", free="v5", room={"mg": 1}, deck="", display="YYY", exhausted=2, hands=nothing)
    match.play("emissary mg with green")
    assert not match.over


def test_an_emissary_of_another_player_keeps_the_game_going() -> None:
    """8.4: no player; Alex has none left, Barbara has."""
    board = crowded(WAYS, 2)
    sent = "wm AA | em AA | xp AA | mg AB | wy BBB"
    match = ways("GGG", players=2, houses=board, emissaries=sent)
    assert caps(WAYS, board)["mg"] == 3
    match.play("emissary mg with green")
    assert not match.over


def two_players_sent(last: str) -> Match:
    """Two players on a full board who have sent all but one of their sixteen emissaries."""
    board = crowded(WAYS, 2)
    sent = {
        "A": "wm AA | em AA | xp AA | mg AB | wy BBB | cl BB | np BB",
        "B": "wm AA | em AA | xp AA | mg AA | wy BBB | cl BB | np BB",
    }
    return ways("GGG", players=2, houses=board, emissaries=sent[last], to_act=last)


@pytest.mark.parametrize("last", "AB")
def test_no_emissary_left_in_any_supply_ends_the_game(last: str) -> None:
    """8.4: dragon spaces have room, but all sixteen are placed."""
    match = two_players_sent(last)
    match.play("emissary mg with green")
    assert [left["emissaries"] for left in match.view()["supply"]] == [0, 0]
    assert match.view()["standing"]["gg"]["cap"] == 2
    assert match.over
    assert match.reveal()["end"] == "nothing can be placed"


def test_no_houses_left_of_the_player_to_act_but_of_another() -> None:
    """8.4: a house of any player; Alex has none left."""
    alex = "A m1 m2 m3 m4 e1 e2 e3 e4 x1 x2 x3 x4 g1 g2 g3 n1 n2 n3 n4 a1"
    barbara = "B a2 a3 j1 j2 j3 j4 j5 v1 v2 v3 v4 v5 c1 c2 c3 c4"
    match = ways("GGG", players=2, houses=f"{alex} | {barbara}", emissaries="wm AAAA | em AAA | np BBBB | wy BBBB")
    match.play("emissary mg with green")
    assert [left["houses"] for left in match.view()["supply"]] == [0, 4]
    assert [left["emissaries"] for left in match.view()["supply"]] == [0, 0]
    assert not match.over


def test_it_ends_in_the_final_round_too() -> None:
    """8.4: the turns still to come are not played."""
    match = nearly(WAYS, 4, "GGR", room={"mg": 1}, exhausted=2, deck="")
    assert match.view()["last_turns"] == 4
    match.play("emissary mg with green")
    assert match.over
    assert match.reveal()["end"] == "nothing can be placed"


def test_it_ends_in_the_very_last_turn_too() -> None:
    """8.4: at once, before the round is over."""
    board = crowded(WAYS, 4)
    match = last_turn("GG", map_name=WAYS, houses=board, emissaries=courts(WAYS, 4, board, {"mg": 1}))
    match.play("emissary mg with green")
    assert match.reveal()["end"] == "nothing can be placed"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_ends_on_border_disputes_too(players: int) -> None:
    """8.4: all 46 spaces taken, six of them on borders."""
    match = nearly(BORDER, players, "VVR", room={"chu": 1}, to_act="C")
    assert len(match.reveal()["houses"]) == 46
    match.play("emissary chu with violet")
    assert match.over
    assert match.reveal()["end"] == "nothing can be placed"


def test_a_free_border_space_keeps_the_game_going() -> None:
    """8.4: it takes a house."""
    match = nearly(BORDER, 4, "VVR", free="bql", room={"chu": 1})
    match.play("emissary chu with violet")
    assert not match.over


def test_a_border_house_may_end_the_game() -> None:
    """8.4 and 7.1: it completes two provinces, which score first."""
    board = crowded(BORDER, 5, "bql")
    assert caps(BORDER, f"{board} | E bql") == caps(BORDER, board)
    match = position("YYO", to_act="E", players=5, houses=board, emissaries=courts(BORDER, 5, board))
    match.play("house bql with yellow orange")
    assert match.over
    assert sorted(match.reveal()["scored"]) == sorted(SPACES[BORDER])


def test_the_final_scoring_follows() -> None:
    """8.4 and 9: alliances, roads and ports count as at any end."""
    match = nearly(BORDER, 4, "VVR", room={"chu": 1})
    before = match.scores
    match.play("emissary chu with violet")
    final = [
        sum(extra)
        for extra in zip(points(match, "alliance"), points(match, "row"), points(match, "ports"), strict=True)
    ]
    assert match.scores == [start + more for start, more in zip(before, final, strict=True)]
    assert sum(points(match, "ports")) > 0


def test_market_places_left_keep_nothing_going_on_a_full_board() -> None:
    """8.4 and 11.1: a market place takes a free space, and there is none."""
    match = nearly(WAYS, 4, "GGR", room={"mg": 1}, variant=True)
    match.play("emissary mg with green")
    assert match.over


def test_a_free_space_keeps_the_game_going_with_market_places() -> None:
    """8.4: it takes a house, and a market place too."""
    match = nearly(WAYS, 4, "GGR", free="x4", room={"mg": 1}, variant=True)
    match.play("emissary mg with green")
    assert not match.over


def test_a_market_place_may_end_the_game() -> None:
    """8.4 and 11.2: it takes the last space and does not count on the dragon space."""
    match = nearly(WAYS, 4, "OOR", free="e4", to_act="D", variant=True)
    match.play("market e4 with orange orange")
    assert match.over
    assert match.reveal()["end"] == "nothing can be placed"
    assert match.reveal()["emissaries"]["em"][3] >= 1


def test_fortifications_left_keep_nothing_going_on_a_full_board() -> None:
    """8.4 and 10.1: a fortification takes a free space, and there is none."""
    match = nearly(BORDER, 4, "VVR", room={"chu": 1}, variant=True)
    match.play("emissary chu with violet")
    assert match.over


def test_a_fortification_may_end_the_game() -> None:
    """8.4 and 10.1: with its house it takes the last space."""
    board = crowded(BORDER, 4, "z4")
    match = position("OOR", to_act="D", houses=board, emissaries=courts(BORDER, 4, board), variant=True)
    assert caps(BORDER, f"{board} | D z4") == caps(BORDER, board)
    match.play("fortify z4 with orange orange")
    assert match.over
