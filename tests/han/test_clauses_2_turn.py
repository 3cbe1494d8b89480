"""Chapter 2 of the rules of HAN: the turn, and what of it can be taken back."""

from __future__ import annotations

import pytest

import lantern
from lantern import Match
from tests.han.box import WAYS
from tests.han.shown import deck, discards, display, emissaries, exhausted, hand, houses, seen
from tests.han.table import caps, courts, crowded, dealt, last_turn, position, ways
from tests.matches import phase, play_all, to_act
from tests.refusals import assert_legal, assert_not_undone, assert_refused

# 2.1: action A or action B, then the hand is replenished


TURNS = {
    "one card, one piece": ("RGG", ["house w2 with red"], "GG"),
    "two cards, one piece": ("RGG", ["house w2 with green green"], "R"),
    "two cards, two pieces": ("RRG", ["house w2 with red", "house w3 with red"], "G"),
    "three cards, two pieces": ("RGG", ["house w2 with red", "house w3 with green green"], ""),
    "three cards, one piece": ("RGG", ["house bzw with red green green"], ""),
}


@pytest.mark.parametrize(("held", "placed", "left"), TURNS.values(), ids=TURNS)
def test_one_to_three_cards_are_played_and_one_or_two_pieces_placed(held: str, placed: list[str], left: str) -> None:
    """2 and 2.1: then the hand is replenished and the next seat is to act."""
    match = position(held, houses="B w1")
    play_all(match, *placed)
    assert hand(match, "A") == left
    assert (to_act(match), phase(match)) == ("A", "place")
    match.play("end")
    for number in range(3 - len(left)):
        assert (to_act(match), phase(match), len(hand(match, "A"))) == ("A", "draw", len(left) + number)
        match.play("draw")
    assert len(hand(match, "A")) == 3
    assert (to_act(match), phase(match)) == ("B", "place")


@pytest.mark.parametrize("card", ["violet", "green", "red"])
def test_one_card_is_discarded(card: str) -> None:
    """2.1: action B; one card goes, one comes."""
    match = position("VGR", discards="")
    match.play(f"discard {card}")
    assert (phase(match), len(hand(match, "A"))) == ("draw", 2)
    assert match.reveal()["discards"] == [card]
    match.play("draw")
    assert len(hand(match, "A")) == 3
    assert (to_act(match), phase(match)) == ("B", "place")


@pytest.mark.parametrize(
    ("held", "legal"), [("VVV", {"violet"}), ("VVR", {"violet", "red"}), ("YOG", {"yellow", "orange", "green"})]
)
def test_any_card_held_may_be_discarded_and_no_other(held: str, legal: set[str]) -> None:
    """2.1: one of the cards in hand."""
    match = position(held)
    for colour in ("violet", "yellow", "orange", "green", "red"):
        if colour in legal:
            assert_legal(match, f"discard {colour}")
        else:
            assert_refused(match, f"discard {colour}")


def test_not_both_actions_in_a_turn() -> None:
    """2.1: either A or B."""
    match = position("RRV", houses="B w1")
    match.play("house w2 with red")
    assert_refused(match, "discard violet")
    assert_refused(match, "discard red")
    match.undo()
    match.play("discard violet")
    assert_refused(match, "house w2 with red")
    assert_refused(match, "discard red")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_seats_act_in_turn(players: int) -> None:
    """2 and 2.1: in turn order, seat after seat."""
    match = position(players=players, map_name=WAYS if players == 2 else "border-disputes")
    for number in range(2 * players + 1):
        assert match.to_act == number % players + 1
        held = match.reveal()["hands"][number % players]
        play_all(match, f"discard {held[0]}", "draw")


def test_nothing_of_a_turn_is_left_in_the_next() -> None:
    """2.1: the next seat starts anew, also in the same province."""
    match = position("RRR", houses="C w1", hands={"B": "RRV"})
    play_all(match, "house w2 with red", "house w3 with red", "end", "draw", "draw")
    assert match.reveal()["turn"]["placed"] == 0
    assert len(match.reveal()["turn"]["provinces"]) == 9
    assert "wei" not in match.reveal()["turn"]["empty"]
    play_all(match, "house w4 with red", "house w5 with red")


def test_a_province_is_empty_no_more_in_the_next_turn() -> None:
    """2.1 and 3.2: the seat after the first house there places two."""
    match = position("RVV", hands={"B": "RRV"})
    assert "wei" in match.reveal()["turn"]["empty"]
    play_all(match, "house w1 with red")
    assert "wei" in match.reveal()["turn"]["empty"]
    play_all(match, "end", "draw", "house w2 with red", "house w3 with red")


# 2.2: no passing


def test_no_passing() -> None:
    """2.2: a turn does not end before something was placed or discarded."""
    assert_refused(position("RRV"), "end", "2.2")
    assert_refused(position("RRV"), "draw")
    assert_refused(position("RRV", display="VYOG"), "take green")


def test_a_player_who_can_place_nothing_discards() -> None:
    """2.2: B is always possible; here it is all there is."""
    match = position("V", houses="A u1 u2 u3 u4 u5 u6 bsu buy", emissaries="chu AAAABBBB")
    assert match.actions() == ["discard violet"]


def test_a_player_who_could_place_may_discard() -> None:
    """2.1: either of the two, as one likes."""
    assert_legal(position("RRV"), "discard red", "discard violet", "house w1 with red")


def test_all_choices_of_a_turn_on_an_empty_board() -> None:
    """2.1: every space of the card's colour, a wild pair, border houses; emissaries nowhere; and the discards."""
    match = position("VRR")
    one_card = [f"house u{number} with violet" for number in range(1, 7)]
    one_card += [f"house w{number} with red" for number in range(1, 7)]
    one_card += [f"house s{number} with red" for number in range(1, 4)]
    others = "z1 z2 z3 z4 z5 c1 c2 c3 c4 q1 q2 q3 q4 l1 l2 l3 h1 h2 h3 h4 u1 u2 u3 u4 u5 u6 y1 y2 y3 y4 y5"
    wild = [f"house {space} with red red" for space in others.split()]
    border = [f"house {space} with red red" for space in ("bcs", "bsu", "bzw")]
    border += ["house bsu with red violet"]
    border += ["house bsu with violet red red", "house buy with violet red red"]
    rest = ["discard violet", "discard red"]
    assert set(match.actions()) == set(one_card + wild + border + rest)
    assert len(match.actions()) == len(set(match.actions()))


# 2.3: ending the turn


def test_ending_the_turn_is_a_decision_also_after_two_pieces() -> None:
    """2.3: ruling; it is the only one left then."""
    match = position("RRR", houses="B w1")
    play_all(match, "house w2 with red")
    assert_legal(match, "end", "house w3 with red")
    play_all(match, "house w3 with red")
    assert match.actions() == ["end"]
    match.play("end")
    assert phase(match) == "draw"


def test_the_turn_may_end_after_one_piece_with_cards_left() -> None:
    """2.1 and 2.3: one piece is enough."""
    match = play_all(position("RRR", houses="B w1"), "house w2 with red", "end")
    assert (phase(match), hand(match, "A")) == ("draw", "RR")


def test_refilling_the_hand_is_compulsory() -> None:
    """2.3: until there are three cards nothing but drawing is possible."""
    match = play_all(position("RRR", houses="B w1", display="VYOG"), "house w2 with red", "house w3 with red", "end")
    for _ in range(2):
        assert set(match.actions()) == {"draw", "take violet", "take yellow", "take orange", "take green"}
        for action in ("end", "discard red", "house w4 with red", "emissary wei with red"):
            assert_refused(match, action)
        match.play("draw")
    assert to_act(match) == "B"


def test_refilling_is_compulsory_after_a_discard_too() -> None:
    """2.3: action B as well."""
    match = play_all(position("RRR", display="VVVG"), "discard red")
    assert set(match.actions()) == {"draw", "take violet", "take green"}
    assert_refused(match, "end")


# Taking back (2.3)


def placements(variant: bool = False) -> Match:
    return position("RRY", houses="B w1 w2 w3 w4 w5 bzw", variant=variant)


UNDONE = {
    "a house": ["house w6 with red"],
    "an emissary": ["emissary wei with red"],
    "a wild pair": ["house c1 with red red"],
    "a border house": ["house bcs with yellow red"],
    "a border house for three": ["house bql with yellow red red"],
    "two pieces": ["emissary wei with red", "emissary wei with red"],
    "an emissary and a house": ["emissary wei with red", "house w6 with red"],
}


@pytest.mark.parametrize("actions", UNDONE.values(), ids=UNDONE)
def test_placements_are_taken_back_one_by_one(actions: list[str]) -> None:
    """2.3: until the turn is ended."""
    match = placements()
    stages = []
    for action in actions:
        stages.append((match.reveal(), match.scores, match.actions(), match.save(), list(match.log)))
        match.play(action)
    for stage in reversed(stages):
        assert match.why_not_undo() is None
        match.undo()
        assert (match.reveal(), match.scores, match.actions(), match.save(), list(match.log)) == stage
    assert match.why_not_undo() is not None


def test_a_house_scoring_is_taken_back() -> None:
    """2.3 and 7.1: points and mark go with the house."""
    match = placements()
    before = match.reveal()
    match.play("house w6 with red")
    assert (match.reveal()["scored"], match.scores) == (["wei"], [6, 7, 0, 0])
    match.undo()
    assert match.reveal() == before
    assert (match.reveal()["scored"], match.scores) == ([], [0, 0, 0, 0])


def test_a_fortification_is_taken_back() -> None:
    """2.3: marker, house and cards return."""
    match = position("YYY", houses="B q2", variant=True)
    before = match.reveal(), match.view(1)
    match.play("fortify q1 with yellow yellow")
    match.undo()
    assert (match.reveal(), match.view(1)) == before


def test_a_market_place_is_taken_back() -> None:
    """2.3: marker, emissary and cards return."""
    match = ways("GGG", houses="B j1", variant=True)
    before = match.reveal(), match.view(1)
    match.play("market j2 with green green")
    match.undo()
    assert (match.reveal(), match.view(1)) == before


def test_something_else_may_be_played_after_taking_back() -> None:
    """2.3: as if nothing had been placed."""
    match = position("RRV", houses="B w1")
    play_all(match, "house w2 with red")
    match.undo()
    play_all(match, "house s1 with red")
    assert houses(match) == {"w1": "B", "s1": "A"}


@pytest.mark.parametrize("card", ["red", "violet"])
def test_a_discard_is_taken_back_before_anything_is_drawn(card: str) -> None:
    """2.3: the turn is not over and nothing hidden was shown."""
    match = position("RRV")
    before = match.reveal(), match.save()
    match.play(f"discard {card}")
    assert match.why_not_undo() is None
    match.undo()
    assert (match.reveal(), match.save()) == before


def test_the_end_of_placing_is_taken_back_before_anything_is_drawn() -> None:
    """2.3: drawing is part of the turn, so it is not over yet."""
    match = play_all(position("RRV", houses="B w1", display="VYOG"), "house w2 with red")
    before = match.reveal(), match.save()
    play_all(match, "end")
    match.undo()
    assert (match.reveal(), match.save()) == before
    play_all(match, "house w3 with red", "end", "take green")
    for _ in range(4):
        match.undo()
    assert houses(match) == {"w1": "B"}


def test_a_card_from_the_display_is_taken_back_while_the_hand_is_not_full() -> None:
    """2.3: nothing hidden was shown."""
    match = play_all(position("RRV", houses="B w1", display="VYOG"), "house w2 with red", "house w3 with red", "end")
    before = match.reveal()
    match.play("take green")
    assert (display(match), seen(match, "A")) == ("VYO", "G")
    match.undo()
    assert match.reveal() == before


def test_a_blind_draw_is_not_taken_back() -> None:
    """2.3: it showed something hidden."""
    match = play_all(position("RRV", houses="B w1"), "house w2 with red", "house w3 with red", "end", "draw")
    assert phase(match) == "draw"
    assert_not_undone(match)


def test_a_card_from_the_display_after_a_blind_draw_is_taken_back_but_not_the_draw() -> None:
    """2.3: one decision at a time."""
    match = position("RGG", houses="B w1", display="VYOG")
    play_all(match, "house w2 with red", "house w3 with green green", "end", "draw")
    before = match.reveal()
    match.play("take green")
    match.undo()
    assert match.reveal() == before
    assert_not_undone(match)


def test_the_card_that_fills_the_hand_is_not_taken_back() -> None:
    """2.3: the display was refilled, and the turn is over."""
    match = play_all(position("RRV", display="VYOG"), "discard red", "take green")
    assert (to_act(match), len(display(match))) == ("B", 4)
    assert_not_undone(match)


def test_the_blind_draw_that_fills_the_hand_is_not_taken_back() -> None:
    """2.3: the turn is over."""
    match = play_all(position("RRV"), "discard red", "draw")
    assert to_act(match) == "B"
    assert_not_undone(match)


def test_taking_back_stops_at_the_beginning_of_the_turn() -> None:
    """2.3: the next seat takes back its own placements, not the turn before."""
    match = position("RRV", houses="C w1", hands={"B": "RRV"})
    play_all(match, "house w2 with red", "end", "draw", "house w3 with red", "house w4 with red")
    match.undo()
    match.undo()
    assert to_act(match) == "B"
    assert_not_undone(match)


def test_nothing_can_be_taken_back_at_the_start() -> None:
    """2.3: there is nothing."""
    match = dealt("VRR RGG YYY", "VYOG")
    with pytest.raises(lantern.Refused, match="Nothing"):
        match.undo()


def test_a_draw_that_reshuffles_is_not_taken_back() -> None:
    """2.3 and 8.2: chance came in."""
    match = play_all(position("RRV", deck="Y", houses="B w1"), "house w2 with red", "house w3 with red", "end", "draw")
    assert exhausted(match) == 1
    assert_not_undone(match)


def test_ending_a_last_turn_is_not_taken_back() -> None:
    """2.3 and 8.3: without a draw the turn is over with it."""
    match = position("RRV", houses="C w1", exhausted=2, deck="")
    play_all(match, "house w2 with red", "end")
    assert to_act(match) == "B"
    assert_not_undone(match)


def test_a_discard_in_a_last_turn_is_not_taken_back() -> None:
    """2.3 and 8.3: without a draw the turn is over with it."""
    match = play_all(position("RRV", exhausted=2, deck=""), "discard red")
    assert to_act(match) == "B"
    assert_not_undone(match)


@pytest.mark.parametrize("actions", [["discard violet"], ["house u1 with violet", "end"]])
def test_nothing_is_taken_back_after_the_end(actions: list[str]) -> None:
    """2.3: the last turn too is over."""
    match = play_all(last_turn("V"), *actions)
    assert match.over
    assert_not_undone(match)


def test_a_placement_that_ends_the_game_is_not_taken_back() -> None:
    """2.3 and 8.4: the game is over with it."""
    board = crowded(WAYS, 4)
    match = ways("GGG", houses=board, emissaries=courts(WAYS, 4, board, room={"mg": 1}))
    assert caps(WAYS, board)["mg"] == 2
    match.play("emissary mg with green")
    assert match.over
    assert_not_undone(match)


# What is written


@pytest.mark.parametrize("text", ["house w1 with red", "HOUSE W1 WITH Red", "  house  w1\twith red \n"])
def test_an_action_is_read_in_any_case_and_spacing(text: str) -> None:
    """2.1: what a player does, in words."""
    match = position("RRV")
    match.play(text)
    assert match.history == ["house w1 with red"]


@pytest.mark.parametrize(
    ("held", "text", "written"),
    [
        ("ORV", "house bzw with red orange", "house bzw with orange red"),
        ("GGR", "house bzw with green red green", "house bzw with red green green"),
        ("GGR", "house bzw with green green red", "house bzw with red green green"),
        ("GGO", "house bzw with green green orange", "house bzw with orange green green"),
    ],
)
def test_cards_are_read_in_any_order(held: str, text: str, written: str) -> None:
    """2.1: the required cards are written first, the first province's colour before the second's, then the pair."""
    match = position(held)
    match.play(text)
    assert match.history == [written]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "house",
        "house w1",
        "house w1 red",
        "house w9 with red",
        "house zz with red",
        "house wei with red",
        "emissary w1 with red",
        "emissary nowhere with red",
        "house w1 with blue",
        "house w1 with red 2",
        "house w1 w2 with red red",
        "discard",
        "discard blue",
        "discard red red",
        "take",
        "take blue",
        "draw red",
        "end turn",
        "pass",
        "fortify",
        "market",
        "fortify zz with red red",
    ],
)
def test_what_is_no_action_is_not_understood(text: str) -> None:
    """2.1: an unknown word, space, province or colour, or something left out or added."""
    match = position("RRV")
    before = match.reveal()
    with pytest.raises(lantern.BadInput):
        match.play(text)
    with pytest.raises(lantern.BadInput):
        match.why_not(text)
    assert match.reveal() == before


@pytest.mark.parametrize("text", ["house j1 with green", "emissary mg with green", "market j1 with green green"])
def test_a_space_of_another_map_is_not_there(text: str) -> None:
    """1.3: one map lies on the table."""
    with pytest.raises(lantern.LanternError):
        position("GGG").play(text)


def test_the_last_action_is_told() -> None:
    """2.1: everybody has seen what a seat did last."""
    match = position("RRV")
    assert match.reveal()["last"] is None
    match.play("house w1 with red")
    assert match.reveal()["last"] == match.view(3)["last"] == {"seat": 1, "action": "house w1 with red"}


def test_a_discard_leaves_the_board_as_it_is() -> None:
    """2.1: action B places nothing."""
    match = position("RRV", houses="B w1 w2", emissaries="wei B", discards="")
    play_all(match, "discard violet")
    assert (houses(match), emissaries(match, "wei"), discards(match)) == ({"w1": "B", "w2": "B"}, "B", "V")
    assert len(deck(match)) == 52 - 12 - 4
