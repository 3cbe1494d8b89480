"""Chapter 7 of the rules of Khan: High Morale, Patronage, Gods, Reconnaissance, and consent."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import lantern
from lantern import Match
from lantern.kernel.contract import Json
from tests.khan.board import REGIONS
from tests.khan.box import NO_SPECIALS, PIECES, PLAYERS, SEATS, SPECIALS, drawn
from tests.khan.shown import choices, court, deck, discards, hand, in_force, left, pieces, ruler, specials, turn, yurts
from tests.khan.table import CALM, idle, position, special, third_action
from tests.matches import phase, play_all, to_act
from tests.refusals import assert_legal, assert_not_undone, assert_refused, assert_undone

HELD = "stone, sand, river, khan"

# 7.1: step 3


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("card", ["patronage", "gods"])
def test_a_card_in_force_leaves_in_step_3(card: str, players: int) -> None:
    """7.1: after step 2 of the next turn, and for good; before that it lies there."""
    force: Json = {"patronage": "A"} if card == "patronage" else {"gods": {"A": "all" if players < 4 else "sand"}}
    match = position(HELD, players=players, top="north, north", **force)
    assert in_force(match, card) == "A"
    match.play("drive song")
    assert in_force(match, card) == "A"
    match.play("drive song")
    assert phase(match) == "special"
    assert in_force(match, card) == ""
    assert specials(match, "A")[card] == SPECIALS[players][card] - 1


@pytest.mark.parametrize("actions", [["anywhere A10", "stop"], ["conquer domino A5 B5", "conquer domino A6 B6"]])
def test_whatever_was_done_in_step_2(actions: list[str]) -> None:
    """7.1: the card must leave."""
    match = play_all(position(HELD, yurts="A A5 B5 A6 B6", patronage="A"), *actions)
    assert in_force(match, "patronage") == ""


def test_the_cards_of_others_stay() -> None:
    """7.1: each in its owner's turn."""
    match = play_all(position(HELD, players=3, patronage="B", gods={"C": "all"}), "anywhere A10", "stop")
    assert (in_force(match, "patronage"), in_force(match, "gods")) == ("B", "C")


def test_a_card_leaves_also_if_no_special_card_is_left() -> None:
    """7.1: step 3 happens by itself."""
    match = play_all(position(HELD, specials=NO_SPECIALS, gods={"A": "all"}), "anywhere A10", "stop")
    assert (to_act(match), in_force(match, "gods")) == ("B", "")


# 7.2: High Morale


def test_high_morale_gives_a_third_action_at_once() -> None:
    """7.2: A, B or C."""
    match = special(HELD, yurts="A A5 B5")
    match.play("morale")
    assert (phase(match), to_act(match), left(match)) == ("morale", "A", 0)
    assert_legal(match, "invade A10 with sand", "drive song", "conquer domino A5 B5")


THIRD = {"A": "invade A10 with sand", "B": "drive song", "C": "conquer domino A5 B5"}


@pytest.mark.parametrize("kind", "ABC")
def test_the_third_action_is_done_and_the_card_leaves(kind: str) -> None:
    """7.2: then the hand is refilled and the turn is over; no other special card is used."""
    match = special(HELD, yurts="A A5 B5", top=CALM)
    play_all(match, "morale", THIRD[kind])
    assert (to_act(match), phase(match), left(match)) == ("B", "actions", 2)
    assert specials(match, "A") == SPECIALS[2] | {"morale": 1}
    assert len(hand(match, "A")) == 4
    if kind == "A":
        assert yurts(match)["A10"] == "A"
    elif kind == "B":
        assert ruler(match, "song") != "L10"
    else:
        assert pieces(match) == [("domino", "A", "A5 B5")]


@pytest.mark.parametrize("step_2", [["drive delhi", "drive delhi"], ["anywhere B10", "stop"]])
def test_never_d_as_the_third_action(step_2: list[str]) -> None:
    """7.2: also after D."""
    match = play_all(position(HELD, top="north, south"), *step_2, "morale")
    assert_refused(match, "anywhere A10", "7.2")
    assert not choices(match, "anywhere")


@pytest.mark.parametrize(("second", "third"), list(product("ABC", repeat=2)))
def test_high_morale_after_every_kind_of_action(second: str, third: str) -> None:
    """7.2: whatever was done in step 2, each kind may follow."""
    done = {"A": "invade C5 with stone", "B": "drive song", "C": "conquer domino A6 B6"}
    match = position(HELD, yurts="A A5 B5 A6 B6", top="north, north, north, hungarian south")
    play_all(match, "drive song", done[second], "morale", THIRD[third])
    assert to_act(match) == "B"
    assert specials(match, "A")["morale"] == 1


@pytest.mark.parametrize("third", "ABC")
@pytest.mark.parametrize("count", range(5))
def test_high_morale_after_d(third: str, count: int) -> None:
    """7.2: with the cards that were not discarded."""
    match = position(HELD, yurts="A A5 B5", top=CALM)
    order = ["stone", "river", "khan", "sand"]
    play_all(match, "anywhere B11", *(f"discard {symbol}" for symbol in order[:count]))
    if count < 4:
        match.play("stop")
    match.play("morale")
    if third == "A" and count == 4:
        assert_refused(match, THIRD["A"], "6.1")
        assert not choices(match, "invade")
    else:
        match.play(THIRD[third])
        assert to_act(match) == "B"


def test_b_may_name_the_same_ruler_a_third_time() -> None:
    """7.2: the yurts come from the common supply."""
    match = position(top="west, west, west, hungarian south", rulers={"delhi": "L11"})
    play_all(match, "drive delhi", "drive delhi", "morale", "drive delhi")
    assert (ruler(match, "delhi"), court(match, "delhi")) == ("I11", 5)
    assert [where for where, who in yurts(match).items() if who == "n"][-3:] == ["J11", "K11", "L11"]


def test_in_the_third_action_nothing_else_is_done() -> None:
    """7.2: an action, not another special card nor none; it may be taken back before."""
    match = play_all(special(HELD), "morale")
    for action in ("pass", "patronage", "gods", "reserve domino", "morale", "stop", "discard stone"):
        assert_refused(match, action)


def test_high_morale_is_taken_back_before_the_action() -> None:
    """7.2: nothing was shown."""
    assert_undone(special(HELD), "morale")


@pytest.mark.parametrize("kind", "ABC")
def test_the_third_action_is_not_taken_back(kind: str) -> None:
    """7.2: the turn is over with it."""
    match = play_all(special(HELD, yurts="A A5 B5", top=CALM), "morale", THIRD[kind])
    assert_not_undone(match)


def test_a_third_action_follows_the_rules_of_its_kind() -> None:
    """7.2: cards, squares and majorities as always."""
    match = play_all(special(HELD, yurts="A A5 | B B5 C5", home="delhi"), "morale")
    assert_refused(match, "invade D5 with tundra", "6.1")
    assert_refused(match, "invade D5 with sand", "6.1")
    assert_refused(match, "drive delhi", "6.2")
    assert_refused(match, "conquer I-3 A5 B5 C5", "6.3")


def test_two_high_morale_cards_serve_two_turns() -> None:
    """7.2 and 7.6: one in a turn."""
    match = special(HELD, top=CALM)
    play_all(match, "morale", "invade A10 with sand")
    idle(match)
    play_all(match, "anywhere B10", "stop", "morale", "drive song")
    assert specials(match, "A")["morale"] == 0
    idle(match)
    play_all(match, "anywhere C10", "stop")
    assert_refused(match, "morale", "2.4")


def asked(**more: Any) -> Match:
    """A, in step 4 with High Morale, has proposed a conquest that B's Patronage protects from him."""
    match = special(HELD, yurts="A A5 C5 D5 | B B5", patronage="B", **more)
    return play_all(match, "morale", "conquer domino A5 B5")


def test_a_third_action_may_need_consent() -> None:
    """7.2 and 7.7: given, it is done, and the card leaves."""
    match = asked(top=CALM)
    assert (phase(match), to_act(match), turn(match)) == ("consent", "B", "A")
    assert match.reveal()["asked_in"] == "morale"
    match.play("consent")
    assert pieces(match) == [("domino", "AB", "A5 B5")]
    assert (to_act(match), turn(match), specials(match, "A")["morale"]) == ("B", "B", 1)


@pytest.mark.parametrize("action", ["invade A10 with sand", "drive song", "conquer domino C5 D5"])
def test_after_a_refused_consent_another_action_may_be_chosen(action: str) -> None:
    """7.2: the card leaves once that is done."""
    match = play_all(asked(top=CALM), "refuse")
    assert (to_act(match), specials(match, "A")["morale"], pieces(match)) == ("A", 2, [])
    third_action(match).play(action)
    assert (to_act(match), specials(match, "A")["morale"]) == ("B", 1)


@pytest.mark.parametrize(("use", "card"), [("gods", "gods"), ("reserve domino", "reconnaissance"), ("pass", None)])
def test_after_a_refused_consent_the_card_may_be_kept(use: str, card: str | None) -> None:
    """7.2: another special card is used, or none."""
    match = play_all(asked(top=CALM), "refuse")
    assert_legal(match, use)
    match.play(use)
    assert to_act(match) == "B"
    kept = SPECIALS[2] | ({card: 1} if card else {})
    assert specials(match, "A") == kept


def test_after_a_refused_consent_the_same_is_not_proposed_again() -> None:
    """7.7: that turn; another conquest that needs consent may be."""
    match = third_action(play_all(asked(), "refuse"))
    assert_refused(match, "conquer domino A5 B5", "7.7")
    assert_legal(match, "conquer domino B5 C5")


def test_a_proposal_refused_in_step_2_is_not_made_with_high_morale() -> None:
    """7.7: it is the same turn."""
    match = position(HELD, yurts="A A5 | B B5", patronage="B", top=CALM)
    play_all(match, "conquer domino A5 B5", "refuse", "drive song", "drive song", "morale")
    assert_refused(match, "conquer domino A5 B5", "7.7")


# 7.3: Patronage of the Great Khan


@pytest.mark.parametrize("players", PLAYERS)
def test_patronage_comes_into_force_and_the_turn_ends(players: int) -> None:
    """7.3: with one's yurt on the card."""
    match = special(players=players, top=CALM)
    match.play("patronage")
    assert (in_force(match, "patronage"), to_act(match)) == ("A", "B")
    assert specials(match, "A")["patronage"] == SPECIALS[players]["patronage"] - 1
    assert_not_undone(match)


@pytest.mark.parametrize("owner", "BC")
def test_patronage_only_if_no_other_players_is_in_force(owner: str) -> None:
    """7.3: one at a time."""
    match = special(players=3, patronage=owner)
    assert_refused(match, "patronage", "7.3")
    assert_legal(match, "gods", "morale", "reserve domino", "pass")


def test_patronage_of_one_who_took_his_back_this_turn() -> None:
    """7.1 and 7.3: with three players B may use his once A's card has left in step 3."""
    match = position(players=3, patronage="A", top=CALM)
    idle(match)
    assert in_force(match, "patronage") == ""
    play_all(match, "anywhere A10", "stop")
    assert_legal(match, "patronage")


PROTECTED = drawn("A5", "A A B B", "n C C A")


def assert_verdict(match: Match, action: str, verdict: str) -> None:
    """A conquest is barred by a special card (7.7), asks for its owner's consent, or is free."""
    if verdict == "barred":
        assert_refused(match, action, "7.7")
        return
    assert_legal(match, action)
    match.play(action)
    assert phase(match) == ("consent" if verdict == "asks" else "actions")


@pytest.mark.parametrize(
    ("action", "verdict"),
    [
        ("conquer domino A5 B5", "free"),
        ("conquer domino A5 A6", "free"),
        ("conquer domino B5 B6", "free"),
        ("conquer domino B5 C5", "asks"),
        ("conquer domino D5 D6", "asks"),
        ("conquer I-3 A5 B5 C5", "barred"),
        ("conquer I-4 A5 B5 C5 D5", "asks"),
        ("conquer V-3 B5 C5 C6", "asks"),
        ("conquer V-3 D5 C6 D6", "asks"),
    ],
)
def test_others_may_not_cover_ones_yurts(action: str, verdict: str) -> None:
    """7.3 and 7.7: A meets B's Patronage; where B would share the majority it is B's to allow."""
    match = position(players=3, yurts=PROTECTED, patronage="B")
    assert_verdict(match, action, verdict)
    assert to_act(match) == ("B" if verdict == "asks" else "A")


def test_patronage_protects_yurts_placed_before_and_after() -> None:
    """7.3: all of the protector's."""
    match = position(players=3, turn="B", hands={"B": HELD}, yurts="A A5 B5", top=CALM)
    play_all(match, "invade C5 with stone", "invade D5 with river", "patronage")
    idle(match)
    assert (turn(match), in_force(match, "patronage")) == ("A", "B")
    assert_refused(match, "conquer I-3 A5 B5 C5", "7.7")


def test_patronage_does_not_bind_its_owner() -> None:
    """7.7: nor does it protect others."""
    match = position(players=3, turn="B", yurts="B A5 B5 | A C5 | n A6", patronage="B")
    play_all(match, "conquer I-3 A5 B5 C5")
    assert (phase(match), pieces(match)) == ("actions", [("I-3", "B", "A5 B5 C5")])


def test_patronage_lasts_until_the_next_turn_of_its_owner() -> None:
    """7.1 and 7.3: through the turns of all others."""
    match = special(players=3, yurts="A C5 | B A5 B5 | C B6 C6", top=CALM)
    match.play("patronage")
    assert_refused(match, "conquer I-3 A5 B5 C5", "7.7")
    idle(match)
    assert turn(match) == "C"
    assert_refused(match, "conquer V-3 C5 B6 C6", "7.7")
    idle(match)
    assert (turn(match), in_force(match, "patronage")) == ("A", "A")
    idle(match)
    assert (turn(match), in_force(match, "patronage")) == ("B", "")
    match.play("conquer I-3 A5 B5 C5")
    assert pieces(match) == [("I-3", "B", "A5 B5 C5")]


# 7.4: Support of the Gods


@pytest.mark.parametrize("players", [2, 3])
def test_the_gods_protect_all_neutral_yurts_among_two_or_three(players: int) -> None:
    """7.4: anywhere."""
    match = special(players=players, top=CALM)
    match.play("gods")
    assert match.reveal()["gods"] == {"1": "all"}
    assert specials(match, "A")["gods"] == SPECIALS[players]["gods"] - 1
    assert_not_undone(match)


@pytest.mark.parametrize("owner", "BC")
def test_gods_only_if_no_other_players_are_in_force(owner: str) -> None:
    """7.4: among two or three."""
    match = special(players=3, gods={owner: "all"})
    assert_refused(match, "gods", "7.4")
    assert_legal(match, "patronage", "morale", "reserve domino", "pass")


NEUTRAL = drawn("A5", "A A B n", "n C . .")


@pytest.mark.parametrize(
    ("action", "verdict"),
    [
        ("conquer domino A5 B5", "free"),
        ("conquer domino B5 C5", "free"),
        ("conquer domino B5 B6", "free"),
        ("conquer domino A5 A6", "barred"),
        ("conquer V-3 A5 B5 A6", "barred"),
        ("conquer I-3 B5 C5 D5", "asks"),
        ("conquer I-4 A5 B5 C5 D5", "barred"),
        ("conquer V-3 A5 A6 B6", "barred"),
    ],
)
def test_others_may_not_cover_neutral_yurts(action: str, verdict: str) -> None:
    """7.4 and 7.7: A meets B's Gods; where B would share the majority it is B's to allow."""
    match = position(players=3, yurts=NEUTRAL, gods={"B": "all"})
    assert_verdict(match, action, verdict)


@pytest.mark.parametrize("landscape", REGIONS)
def test_four_players_choose_a_region(landscape: str) -> None:
    """7.4: any of the six."""
    match = special(players=4, top=CALM)
    assert choices(match, "gods") == {f"gods {each}" for each in REGIONS}
    match.play(f"gods {landscape}")
    assert match.reveal()["gods"] == {"1": landscape}


def test_no_region_that_another_protects() -> None:
    """7.4: but any other."""
    match = special(players=4, gods={"B": "stone", "D": "sand"})
    assert_refused(match, "gods stone", "7.4")
    assert_refused(match, "gods sand", "7.4")
    assert choices(match, "gods") == {f"gods {each}" for each in REGIONS if each not in ("stone", "sand")}


@pytest.mark.parametrize("text", ["gods river", "gods neighbours", "gods khan", "gods all", "gods A5"])
def test_a_region_is_one_of_six(text: str) -> None:
    """7.4: the river is none."""
    with pytest.raises(lantern.LanternError):
        special(players=4).play(text)


def test_with_four_players_a_region_is_named_and_with_fewer_none() -> None:
    """7.4."""
    with pytest.raises(lantern.LanternError):
        special(players=4).play("gods")
    with pytest.raises(lantern.LanternError):
        special(players=3).play("gods stone")
    with pytest.raises(lantern.LanternError):
        special(players=2).play("gods stone")


@pytest.mark.parametrize(
    ("action", "verdict"),
    [
        ("conquer domino A9 B9", "barred"),
        ("conquer domino A10 B10", "free"),
        ("conquer domino B9 B10", "barred"),
        ("conquer domino A9 A10", "free"),
        ("conquer I-3 A9 A10 A11", "free"),
        ("conquer V-3 B9 C9 B10", "asks"),
        ("conquer O-4 B9 C9 B10 C10", "asks"),
        ("conquer domino B10 C10", "free"),
    ],
)
def test_with_four_players_the_squares_of_the_region_count(action: str, verdict: str) -> None:
    """7.4: C protects neutral yurts in the stone desert; the piece may lie across the border."""
    board = drawn("A9", "A n C", "n A n", "n . .")
    match = position(players=4, yurts=board, gods={"C": "stone"})
    assert_verdict(match, action, verdict)


def test_gods_do_not_bind_their_owner() -> None:
    """7.7: he may cover neutral yurts."""
    match = position(players=3, turn="B", yurts="B A5 | n B5", gods={"B": "all"})
    match.play("conquer domino A5 B5")
    assert pieces(match) == [("domino", "B", "A5 B5")]


def test_gods_protect_yurts_that_rulers_leave_later() -> None:
    """7.4: every neutral yurt."""
    match = position(yurts="A H10", gods={"B": "all"}, top="north")
    match.play("drive delhi")
    assert yurts(match)["I10"] == "n"
    assert_refused(match, "conquer domino H10 I10", "7.7")


def test_patronage_and_gods_of_different_players_are_in_force_together() -> None:
    """7.3 and 7.4: each kind for itself."""
    match = special(players=3, patronage="B", top=CALM)
    match.play("gods")
    assert (in_force(match, "patronage"), in_force(match, "gods")) == ("B", "A")


def test_several_gods_with_four_players() -> None:
    """7.4: each in a region of his own."""
    match = special(players=4, gods={"B": "stone", "C": "sand", "D": "forest"}, top=CALM)
    match.play("gods tundra")
    assert match.reveal()["gods"] == {"1": "tundra", "2": "stone", "3": "sand", "4": "forest"}


# 7.5: Reconnaissance


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("piece", ["domino", "O-4", "X-5", "bridge-3", "bridge-L"])
def test_a_piece_is_reserved_and_the_card_leaves(piece: str, players: int) -> None:
    """7.5: any piece beside the board."""
    match = special(players=players, top=CALM)
    assert choices(match, "reserve") == {f"reserve {each}" for each in PIECES}
    match.play(f"reserve {piece}")
    assert match.reveal()["reserved"] == {"1": piece}
    assert specials(match, "A")["reconnaissance"] == SPECIALS[players]["reconnaissance"] - 1
    assert match.view()["beside"] == special(players=players).view()["beside"]
    assert_not_undone(match)


def test_a_piece_that_is_used_up_is_not_reserved() -> None:
    """7.5: it must lie beside the board."""
    assert_refused(special(pieces="O-4 B A5 B5 A6 B6"), "reserve O-4", "7.5")


@pytest.mark.parametrize("players", PLAYERS)
def test_the_yurt_is_taken_back_as_the_next_turn_begins(players: int) -> None:
    """7.5: not before."""
    match = special(players=players, top=CALM)
    match.play("reserve O-4")
    for _ in range(players - 1):
        assert match.reveal()["reserved"] == {"1": "O-4"}
        idle(match)
    assert (turn(match), match.reveal()["reserved"]) == ("A", {})


BOTH_KINDS = "A A5 B5 C5 D6 F6 A9 A10"


@pytest.mark.parametrize("players", [2, 3])
def test_with_two_or_three_players_the_whole_type_is_barred(players: int) -> None:
    """7.5: all four dominoes; other types are free."""
    match = position(players=players, yurts=BOTH_KINDS, reserved={"B": "domino"})
    for squares in ("A5 B5", "B5 C5", "A9 A10"):
        assert_refused(match, f"conquer domino {squares}", "7.5")
    assert_legal(match, "conquer I-3 A5 B5 C5", "conquer bridge-3 D6 E6 F6")


@pytest.mark.parametrize(
    ("reserved", "barred", "allowed"),
    [
        ("I-3", "conquer I-3 A5 B5 C5", "conquer bridge-3 D6 E6 F6"),
        ("bridge-3", "conquer bridge-3 D6 E6 F6", "conquer I-3 A5 B5 C5"),
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_a_tile_and_a_bridge_of_one_shape_are_two_types(reserved: str, barred: str, allowed: str, players: int) -> None:
    """7.5: kind and shape."""
    match = position(players=players, yurts=BOTH_KINDS, reserved={"B": reserved})
    assert_refused(match, barred, "7.5")
    assert_legal(match, allowed)


def test_with_two_or_three_players_others_reserve_other_types_only() -> None:
    """7.5: though more of the type lie there."""
    match = special(players=3, reserved={"B": "domino", "C": "bridge-3"})
    assert_refused(match, "reserve domino", "7.5")
    assert_refused(match, "reserve bridge-3", "7.5")
    assert choices(match, "reserve") == {f"reserve {each}" for each in PIECES if each not in ("domino", "bridge-3")}


DOMINOES = ["domino D A5 B5", "domino D C5 D5", "domino D A6 B6", "domino D C6 D6"]
FOUR: list[tuple[int, str]] = [
    (used, reservers) for used in range(5) for reservers in ("", "B", "BC", "BCD") if len(reservers) <= 4 - used
]


@pytest.mark.parametrize(("used", "reservers"), FOUR)
def test_with_four_players_only_the_piece_is_barred(used: int, reservers: str) -> None:
    """7.5: of n like pieces with r reserved by others one may use or reserve one while n > r."""
    beside, reserved = 4 - used, len(reservers)
    board: Json = {
        "players": 4,
        "pieces": " | ".join(DOMINOES[:used]),
        "yurts": "A A9 A10",
        "reserved": dict.fromkeys(reservers, "domino"),
    }
    using, reserving = position(**board), special(**board)
    if beside > reserved:
        assert_legal(using, "conquer domino A9 A10")
        assert_legal(reserving, "reserve domino")
    else:
        assert_refused(using, "conquer domino A9 A10", *(["7.5"] if beside else []))
        assert_refused(reserving, "reserve domino", "7.5")


def test_with_four_players_single_pieces_are_barred() -> None:
    """7.5: one alone lies there."""
    match = position(players=4, yurts="A A5 B5 A6 B6", reserved={"C": "O-4"})
    assert_refused(match, "conquer O-4 A5 B5 A6 B6", "7.5")
    assert_legal(match, "conquer domino A5 B5")
    assert_refused(special(players=4, reserved={"C": "O-4"}), "reserve O-4", "7.5")


def test_a_reservation_shrinks_what_is_free_as_pieces_are_laid() -> None:
    """7.5: the first of two bridges may be used, the second is C's."""
    board: Json = {"players": 4, "yurts": "A C6 D6 F6 C7 D7 F7", "reserved": {"C": "bridge-4"}}
    match = position(**board)
    match.play("conquer bridge-4 C6 D6 E6 F6")
    assert_refused(match, "conquer bridge-4 C7 D7 E7 F7", "7.5")


@pytest.mark.parametrize("players", PLAYERS)
def test_the_one_who_reserved_uses_the_piece(players: int) -> None:
    """7.5: in his next turn it is there for him."""
    match = special(players=players, yurts="A A5 B5 A6 B6", top=CALM)
    match.play("reserve O-4")
    for _ in range(players - 1):
        idle(match)
    match.play("conquer O-4 A5 B5 A6 B6")
    assert pieces(match) == [("O-4", "A", "A5 B5 A6 B6")]


def test_a_reservation_does_not_yield_to_consent() -> None:
    """7.7: though B would share the piece."""
    match = position(yurts="A A5 | B B5", reserved={"B": "domino"})
    assert_refused(match, "conquer domino A5 B5", "7.5")
    match = position(players=3, yurts="A A5 | B B5", reserved={"C": "domino"}, patronage="B")
    assert_refused(match, "conquer domino A5 B5", "7.5")


# 7.6: one special card in a turn


def test_using_a_special_card_is_optional() -> None:
    """7.6: pass."""
    match = special(top=CALM)
    match.play("pass")
    assert (to_act(match), specials(match, "A")) == ("B", SPECIALS[2])


@pytest.mark.parametrize("use", ["patronage", "gods", "reserve domino"])
def test_one_special_card_and_the_turn_is_over(use: str) -> None:
    """7.6: at most one."""
    match = special(top=CALM)
    match.play(use)
    assert (turn(match), phase(match)) == ("B", "actions")


@pytest.mark.parametrize(("used", "other"), [("patronage", "gods"), ("gods", "patronage")])
def test_two_players_do_not_use_the_same_kind_twice_running(used: str, other: str) -> None:
    """7.6: the two kinds are counted separately."""
    match = special(last_special={"A": used})
    assert_refused(match, used, "7.6")
    assert_legal(match, other, "morale", "reserve domino", "pass")


@pytest.mark.parametrize(("used", "other"), [("patronage", "gods"), ("gods", "patronage")])
def test_two_players_over_several_turns(used: str, other: str) -> None:
    """7.6: after a turn with the other kind, or with none, it may be used again."""
    match = special(top=CALM)
    match.play(used)
    idle(match)
    play_all(match, "anywhere A10", "stop")
    assert_refused(match, used, "7.6")
    match.play(other)
    idle(match)
    play_all(match, "anywhere B10", "stop")
    assert_refused(match, other, "7.6")
    assert_legal(match, used)
    match.play("pass")
    idle(match)
    play_all(match, "anywhere C10", "stop")
    assert_legal(match, used, other)


@pytest.mark.parametrize("between", ["pass", "morale", "reserve domino"])
def test_a_turn_without_the_kind_is_enough(between: str) -> None:
    """7.6: the previous turn counts, not the one before it."""
    match = special(HELD, last_special={"A": "patronage"}, top=CALM)
    match.play(between)
    if between == "morale":
        match.play("invade D10 with sand")
    idle(match)
    play_all(match, "anywhere A10", "stop")
    assert_legal(match, "patronage")


@pytest.mark.parametrize("kind", ["morale", "reserve domino"])
def test_other_kinds_may_be_used_twice_running(kind: str) -> None:
    """7.6: High Morale and Reconnaissance."""
    match = special(HELD, top=CALM)
    for number in range(2):
        match.play(kind)
        if kind == "morale":
            match.play("drive song")
        idle(match)
        if number == 0:
            play_all(match, "anywhere A10", "stop")
    assert turn(match) == "A"


def test_special_cards_are_not_used_for_another() -> None:
    """7.6: in one's own turn."""
    match = special()
    assert to_act(match) == "A"
    assert set(match.actions()) == {"morale", "patronage", "gods", "pass"} | {f"reserve {piece}" for piece in PIECES}


# 7.7: consent


def proposed(**more: Any) -> Match:
    """A has proposed to conquer a yurt of B, whose Patronage is in force."""
    match = position(HELD, yurts="A A5 C5 | B B5", patronage="B", **more)
    return play_all(match, "conquer domino A5 B5")


def test_the_protector_is_asked() -> None:
    """7.7: openly; nobody else acts until he has answered."""
    match = proposed()
    reveal = match.reveal()
    assert (phase(match), to_act(match), turn(match)) == ("consent", "B", "A")
    assert reveal["proposal"] == match.view(1)["proposal"] == match.view(None)["proposal"] == "conquer domino A5 B5"
    assert (reveal["asked_in"], reveal["consented"], left(match)) == ("actions", [], 2)
    assert set(match.actions()) == {"consent", "refuse"}
    for action in ("pass", "drive song", "conquer domino A5 B5", "invade A10 with sand"):
        assert_refused(match, action)


def test_consent_is_given() -> None:
    """7.7: they conquer together, and the action is done."""
    match = play_all(proposed(), "consent")
    assert pieces(match) == [("domino", "AB", "A5 B5")]
    assert (phase(match), to_act(match), left(match)) == ("actions", "A", 1)
    assert match.reveal()["proposal"] is None
    assert match.reveal()["consented"] == []
    assert in_force(match, "patronage") == "B"
    assert match.scores == [1, 1]


def test_consent_is_refused() -> None:
    """7.7: nothing changes and it costs no action."""
    before = position(HELD, yurts="A A5 C5 | B B5", patronage="B").reveal()
    match = play_all(proposed(), "refuse")
    after = match.reveal()
    assert (phase(match), to_act(match), left(match)) == ("actions", "A", 2)
    assert after.pop("refused") == ["conquer domino A5 B5"]
    assert before.pop("refused") == []
    for reveal in (before, after):
        reveal.pop("last")
    assert after == before


def test_a_refused_proposal_is_not_made_again_that_turn() -> None:
    """7.7: the same kind of piece on the same squares; on other squares it is."""
    match = play_all(proposed(top="north"), "refuse")
    assert_refused(match, "conquer domino A5 B5", "7.7")
    assert_legal(match, "conquer domino B5 C5")
    match.play("drive song")
    assert_refused(match, "conquer domino A5 B5", "7.7")


def test_another_kind_of_piece_may_be_proposed_after_a_refusal() -> None:
    """7.7: on squares that overlap."""
    match = position(yurts="A A5 | B B5 | n C5", patronage="B")
    play_all(match, "conquer domino A5 B5", "refuse", "conquer I-3 A5 B5 C5", "consent")
    assert pieces(match) == [("I-3", "AB", "A5 B5 C5")]


def test_in_a_later_turn_it_may_be_proposed_again() -> None:
    """7.7: refusals are forgotten."""
    match = play_all(proposed(players=3, top=CALM), "refuse")
    idle(match)
    assert match.reveal()["refused"] == []
    again = position(HELD, yurts="A A5 C5 | B B5", patronage="B")
    assert_legal(again, "conquer domino A5 B5")


def test_several_proposals_may_be_refused() -> None:
    """7.7: none costs an action."""
    match = play_all(proposed(), "refuse", "conquer domino B5 C5", "refuse")
    assert (left(match), len(match.reveal()["refused"])) == (2, 2)
    assert choices(match, "conquer") == set()


def test_no_more_than_sixteen_proposals_are_refused_in_a_turn() -> None:
    """7.7: as the table has it; then none that needs consent is made."""
    board = drawn("A9", "A B A B A", "B A B A B A", "A B A . A B")
    match = position(yurts=f"{board} | A A5 B5", patronage="B")
    proposals = sorted(action for action in choices(match, "conquer") if action.split()[1] == "domino")
    proposals.remove("conquer domino A5 B5")
    assert len(proposals) > 16
    for action in proposals[:16]:
        play_all(match, action, "refuse")
    assert_refused(match, proposals[16], "7.7")
    assert_legal(match, "conquer domino A5 B5", "drive song")
    assert choices(match, "conquer") == {"conquer domino A5 B5"}


TWO_PROTECTORS = "A A5 | B B5 | C A6 | n B6"


@pytest.mark.parametrize("answers", [["consent", "consent"], ["consent", "refuse"], ["refuse"]])
def test_two_protectors_are_asked_in_turn_order(answers: list[str]) -> None:
    """7.7: one refusal is enough, then the next is not asked."""
    match = position(players=3, yurts=TWO_PROTECTORS, patronage="B", gods={"C": "all"})
    match.play("conquer O-4 A5 B5 A6 B6")
    for number, answer in enumerate(answers):
        assert (phase(match), to_act(match)) == ("consent", "BC"[number])
        assert match.reveal()["consented"] == [2][:number]
        match.play(answer)
    assert (phase(match), to_act(match)) == ("actions", "A")
    if answers[-1] == "consent":
        assert pieces(match) == [("O-4", "ABC", "A5 B5 A6 B6")]
        assert left(match) == 1
    else:
        assert (pieces(match), left(match), len(yurts(match))) == ([], 2, 4)
        assert_refused(match, "conquer O-4 A5 B5 A6 B6", "7.7")


@pytest.mark.parametrize(
    ("proposer", "patron", "god", "order"),
    [
        ("A", "B", "C", "BC"),
        ("A", "C", "B", "BC"),
        ("B", "A", "C", "CA"),
        ("B", "C", "A", "CA"),
        ("C", "A", "B", "AB"),
        ("C", "B", "A", "AB"),
    ],
)
def test_turn_order_begins_after_the_proposer(proposer: str, patron: str, god: str, order: str) -> None:
    """7.7: whatever the protections are."""
    match = position(players=3, turn=proposer, yurts=TWO_PROTECTORS, patronage=patron, gods={god: "all"})
    match.play("conquer O-4 A5 B5 A6 B6")
    for seat in order:
        assert to_act(match) == seat
        match.play("consent")
    assert pieces(match) == [("O-4", "ABC", "A5 B5 A6 B6")]
    assert to_act(match) == proposer


def test_four_players_and_two_regions() -> None:
    """7.7: neutral yurts in the stone desert are B's, those in the sand desert D's; C shares without being asked."""
    board = drawn("A9", "n A", "n B D")
    match = position(players=4, yurts=board, gods={"B": "stone", "D": "sand", "C": "tundra"})
    match.play("conquer P-5 A9 B9 A10 B10 C10")
    assert (phase(match), to_act(match)) == ("consent", "B")
    match.play("consent")
    assert (phase(match), to_act(match)) == ("consent", "D")
    match.play("consent")
    assert pieces(match) == [("P-5", "ABD", "A9 B9 A10 B10 C10")]


@pytest.mark.parametrize("proposer", SEATS)
def test_four_players_share_and_two_of_them_are_asked(proposer: str) -> None:
    """7.7: the Patron and the protector of the region, never the one who shares without a protection."""
    board = "A A5 | B B5 | C C5 | D A6 | n B6"
    others = [SEATS[(SEATS.index(proposer) + step) % 4] for step in (1, 2, 3)]
    match = position(players=4, turn=proposer, yurts=board, patronage=others[2], gods={others[1]: "stone"})
    match.play("conquer P-5 A5 B5 C5 A6 B6")
    for seat in others[1:]:
        assert (phase(match), to_act(match)) == ("consent", seat)
        match.play("consent")
    assert pieces(match) == [("P-5", "ABCD", "A5 B5 C5 A6 B6")]


@pytest.mark.parametrize("protector", ["patronage", "gods"])
def test_a_protector_who_would_not_share_can_not_be_asked(protector: str) -> None:
    """7.7: another's share does not help; every protector whose protection is broken must share."""
    board = "A A5 B5 | B A6 | C B6 C6 | n C5"
    force: Json = {"patronage": "B"} if protector == "patronage" else {"gods": {"B": "all"}}
    match = position(players=3, yurts=board, **force)
    assert_refused(match, "conquer P-5 A5 B5 C5 A6 B6", "7.7")
    both = position(players=3, yurts=board, patronage="C", gods={"B": "all"})
    assert_refused(both, "conquer P-5 A5 B5 C5 B6 C6", "7.7")
    assert_refused(both, "conquer O-4 A5 B5 A6 B6", "7.7")


def test_a_protector_whose_protection_is_not_broken_is_not_asked() -> None:
    """7.7: he shares as always."""
    match = position(players=3, yurts="A A5 | B B5 | C A6 | n B6", gods={"C": "all"})
    match.play("conquer V-3 A5 B5 A6")
    assert (phase(match), pieces(match)) == ("actions", [("V-3", "ABC", "A5 B5 A6")])
    match = position(players=3, yurts="A A5 | B B5 | n A6", patronage="C")
    match.play("conquer V-3 A5 B5 A6")
    assert (phase(match), pieces(match)) == ("actions", [("V-3", "AB", "A5 B5 A6")])


def test_gods_ask_with_two_and_three_players_too() -> None:
    """7.7: ruling; the book says so of four."""
    for players in (2, 3):
        match = position(players=players, yurts="A A5 | B B5 | n C5", gods={"B": "all"})
        match.play("conquer I-3 A5 B5 C5")
        assert (phase(match), to_act(match)) == ("consent", "B")
        match.play("consent")
        assert pieces(match) == [("I-3", "AB", "A5 B5 C5")]


def test_one_protector_is_asked_once_though_many_yurts_are_covered() -> None:
    """7.7: by player, not by yurt."""
    match = position(yurts="A A5 B5 | B A6 B6", patronage="B")
    play_all(match, "conquer O-4 A5 B5 A6 B6", "consent")
    assert pieces(match) == [("O-4", "AB", "A5 B5 A6 B6")]


def test_consent_may_be_asked_for_twice_in_a_turn() -> None:
    """7.7: in both actions."""
    match = position(yurts="A A5 A6 | B B5 B6", patronage="B")
    play_all(match, "conquer domino A5 B5", "consent", "conquer domino A6 B6", "consent")
    assert (phase(match), len(pieces(match))) == ("special", 2)


def test_a_proposal_is_not_taken_back() -> None:
    """7.7: it was put to somebody; neither are the answers nor what was before."""
    match = position(HELD, yurts="A A5 C5 | B B5", patronage="B")
    play_all(match, "invade A6 with stone", "conquer domino A5 B5")
    assert_not_undone(match)
    match.play("refuse")
    assert_not_undone(match)
    match.play("invade A10 with sand")
    match.undo()
    assert_not_undone(match)
    assert_not_undone(play_all(proposed(), "consent"))


def test_a_consent_of_one_of_two_is_not_taken_back() -> None:
    """7.7: the next has been asked."""
    match = position(players=3, yurts=TWO_PROTECTORS, patronage="B", gods={"C": "all"})
    play_all(match, "conquer O-4 A5 B5 A6 B6", "consent")
    assert_not_undone(match)


def test_cards_and_rulers_are_not_touched_by_a_refusal() -> None:
    """7.7: nothing changes."""
    match = proposed()
    before = hand(match, "A"), deck(match), discards(match), match.reveal()["rulers"]
    match.play("refuse")
    assert (hand(match, "A"), deck(match), discards(match), match.reveal()["rulers"]) == before


def test_a_consent_that_ends_the_turn_is_not_taken_back() -> None:
    """7.7: the card of the protector's own turn has been turned up, though he decides next."""
    match = position(yurts="A A10 | B B10", phase="morale", patronage="B", top=CALM)
    play_all(match, "conquer domino A10 B10", "consent")
    assert (turn(match), to_act(match)) == ("B", "B")
    assert_not_undone(match)
