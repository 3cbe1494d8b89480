"""Matches, played on the toy: playing, refusing, undoing, saving, showing, and what the toy does not understand."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from lantern import Event, Match, Refusal, Refused
from lantern.kernel.game import Game
from tests.kernel.table import IN_ORDER, TOY, WHOLE_GAME, begin, play
from tests.refusals import complaint

# Playing


def test_a_match_tells_whose_decision_it_is_and_what_may_be_done() -> None:
    match = begin()
    assert (match.to_act, match.over, match.ply, match.result, match.scores) == (1, False, 0, None, [0, 0])
    assert match.actions() == [*(f"place {square}" for square in range(1, 10)), "draw"]
    assert match.numbers() == list(range(10))
    assert repr(match) == "<match of toy, 2 players, 0 actions, seat 1 to act>"
    assert repr(TOY) == "lantern.game('toy')"


def test_playing_tells_what_happened() -> None:
    match = begin()
    assert match.play("place 3") == [Event("placed", {"seat": 1, "square": 3})]
    card = match.reveal()["deck"][0]
    saw = Event("saw", {"seat": 1, "card": card}, known_to=(1,))
    assert match.play("draw") == [Event("drew", {"seat": 1, "left": 4}), saw]
    assert match.play("end turn") == [Event("turn_ended", {"seat": 1})]
    assert match.log == [
        Event("placed", {"seat": 1, "square": 3}),
        Event("drew", {"seat": 1, "left": 4}),
        saw,
        Event("turn_ended", {"seat": 1}),
    ]
    assert match.log_of(1) == match.log
    assert match.log_of(2) == match.log_of() == [event for event in match.log if event != saw]
    told = "Seat 1 places a stone on square 3. Seat 1 draws a card; 4 left. Seat 1 ends the turn."
    assert match.tell(match.log_of(2)) == told
    assert (match.history, match.ply, match.to_act) == (["place 3", "draw", "end turn"], 3, 2)


@pytest.mark.parametrize("action", ["place 3", "  PLACE   3 ", 2, np.int64(2), np.int8(2)])
def test_an_action_is_its_notation_or_its_number(action: Any) -> None:
    match = begin()
    match.play(action)
    assert match.history == ["place 3"]
    assert type(match._numbers[0]) is int


def test_a_finished_match_has_a_result_and_nothing_to_do() -> None:
    match = begin(WHOLE_GAME)
    assert (match.over, match.to_act, match.actions(), match.numbers()) == (True, None, [], [])
    assert match.result == {"reason": "row full", "scores": [9, 8], "winners": [1]}
    assert match.scores == [9, 8]
    assert match.log[-1] == Event("over", {"reason": "row full", "scores": [9, 8]})
    assert match.tell(match.log[-1:]) == "The game is over (row full): 9 and 8."
    assert repr(match) == "<match of toy, 2 players, 15 actions, over>"
    for action in range(TOY.sheet.actions):
        assert str(match.why_not(action)) == "The game is over. (TOY-3.1)"


def test_the_state_handed_out_is_a_copy() -> None:
    match = begin()
    match.state[0].stone[0] = 1
    match.concealed(0)[0].stone[0] = 1
    assert match.view()["row"] == [None] * 9


def test_a_seed_is_drawn_when_none_is_given() -> None:
    seeds = {TOY.match().seed for _ in range(5)}
    assert len(seeds) == 5
    assert TOY.load(TOY.match().save()).ply == 0


def test_a_seed_may_be_a_number_of_numpy() -> None:
    seed: Any = np.int64(7)
    match = TOY.match(seed=seed)
    assert type(match.seed) is int
    assert match.state.tobytes() == TOY.match(seed=7).state.tobytes()


def test_what_is_not_chosen_of_the_set_up_is_left_to_chance() -> None:
    assert TOY.match(seed=1, deck=None).state.tobytes() == TOY.match(seed=1).state.tobytes()
    assert TOY.match(seed=1, deck=None).setup == {}


# Refusing

REFUSALS = [
    ("place 3", "place 3", "TOY-2.1", "square_taken"),
    ("place 3, place 5", "place 7", "TOY-2.1", "no_more_stones"),
    ("draw", "draw", "TOY-2.2", "has_drawn"),
    ("draw, place 1, end turn, place 2, end turn, draw, place 3, end turn, place 4, end turn", "draw", "TOY-2.2",
     "hand_full"),
    ("draw", "end turn", "TOY-2.3", "stone_first"),
    ("", "move 1 2", "TOY-2.3", "no_moving"),
    (WHOLE_GAME, "draw", "TOY-3.1", "game_over"),
]  # fmt: skip


@pytest.mark.parametrize(("moves", "action", "clause", "key"), REFUSALS, ids=[key for *_, key in REFUSALS])
def test_a_refusal_names_its_clause_and_changes_nothing(moves: str, action: str, clause: str, key: str) -> None:
    match = begin(moves)
    before = match.save(), match.state.tobytes(), list(match.log), match._chance.tobytes()
    refusal = match.why_not(action)
    assert refusal is not None
    assert (refusal.clause, refusal.key) == (clause, key)
    with pytest.raises(Refused) as refused:
        match.play(action)
    assert refused.value.refusal == refusal
    assert (refused.value.clause, refused.value.message) == (clause, refusal.message)
    assert str(refused.value) == f"{refusal.message} ({clause})"
    assert (match.save(), match.state.tobytes(), match.log, match._chance.tobytes()) == before


def test_an_option_forbids_more() -> None:
    refusal = begin("place 3", apart=True).why_not("place 4")
    assert refusal is not None
    assert refusal.key == "side_by_side"
    assert begin("place 3", apart=False).why_not("place 4") is None
    assert begin("place 3", apart=True).why_not("place 5") is None


def test_nothing_forbids_a_legal_action() -> None:
    match = begin("place 3")
    assert {match.why_not(action) for action in match.actions()} == {None}


def test_what_can_never_be_done_touches_nothing() -> None:
    with pytest.raises(Refused, match=r"stays where it was placed.*TOY-2\.3"):
        begin().touch("move 1 2")


# Taking back


def test_stones_of_the_turn_can_be_taken_back_one_by_one() -> None:
    match = begin()
    states = [match.state.tobytes(), play(match, "place 3").state.tobytes()]
    match.play("place 5")
    match.undo()
    assert (match.state.tobytes(), match.history, match.ply) == (states[1], ["place 3"], 1)
    match.undo()
    assert (match.state.tobytes(), match.history, match.ply) == (states[0], [], 0)
    with pytest.raises(Refused, match=r"Nothing has been played yet\. \(undo\)"):
        match.undo()


def test_undo_stops_at_a_card_that_was_seen() -> None:
    match = begin("place 3, draw, place 5")
    match.undo()
    assert match.history == ["place 3", "draw"]
    before = match.save(), match.state.tobytes(), list(match.log)
    with pytest.raises(Refused, match="can't be taken back") as refused:
        match.undo()
    assert (refused.value.clause, refused.value.refusal.key) == ("undo", "settled")
    assert (match.save(), match.state.tobytes(), match.log) == before


@pytest.mark.parametrize("moves", ["place 3, end turn", "place 3, place 4, end turn, place 5"])
def test_undo_never_goes_past_the_end_of_a_turn(moves: str) -> None:
    match = begin(moves)
    while match.history[-1] != "end turn":
        match.undo()
    with pytest.raises(Refused, match="another player's turn"):
        match.undo()
    assert match.history == moves.split(", ")[: match.ply]


def test_nothing_is_taken_back_once_the_match_is_over() -> None:
    match = begin(WHOLE_GAME)
    with pytest.raises(Refused, match=r"The match is over\. \(undo\)") as refused:
        match.undo()
    assert (refused.value.refusal.key, match.over) == ("match_over", True)


def test_undo_shortens_the_log_by_what_it_takes_back() -> None:
    match = begin("place 3, end turn, place 5, place 7")
    match.undo()
    assert [event.key for event in match.log] == ["placed", "turn_ended", "placed"]
    match.undo()
    assert [event.key for event in match.log] == ["placed", "turn_ended"]
    match.play("place 9")
    assert match.log[-1] == Event("placed", {"seat": 2, "square": 9})


def test_what_is_played_again_gives_the_same() -> None:
    match = TOY.match(players=3, seed=5)
    play(match, "place 3, end turn, place 1, place 2")
    after, chance, log = match.state.tobytes(), match._chance.tobytes(), list(match.log)
    for _ in range(2):
        match.undo()
    play(match, "place 1, place 2")
    assert (match.state.tobytes(), match._chance.tobytes(), match.log) == (after, chance, log)


def test_what_was_taken_back_leaves_no_trace() -> None:
    straight = TOY.match(seed=5)
    play(straight, "place 4, draw, end turn, place 6, draw")
    winding = TOY.match(seed=5)
    play(winding, "place 9")
    winding.undo()
    play(winding, "place 4, draw, place 8")
    winding.undo()
    play(winding, "end turn, place 6, place 7")
    winding.undo()
    winding.play("draw")
    assert winding.state.tobytes() == straight.state.tobytes()
    assert winding._chance.tobytes() == straight._chance.tobytes()
    assert (winding.save(), winding.log) == (straight.save(), straight.log)
    assert winding.transcript() == straight.transcript()


def test_a_loaded_match_can_take_back_as_the_first_could() -> None:
    match = TOY.load(begin("draw, place 3").save())
    match.undo()
    assert match.history == ["draw"]
    with pytest.raises(Refused, match="can't be taken back"):
        match.undo()


def test_a_match_from_a_position_takes_back_what_was_played_since() -> None:
    match = TOY.position(begin("place 3").reveal())
    with pytest.raises(Refused, match="Nothing has been played yet"):
        match.undo()
    match.play("place 5")
    match.undo()
    assert match.view()["placed"] == [3]


# Saving


def test_a_saved_match_holds_the_game_the_options_the_seed_and_the_actions() -> None:
    assert json.loads(begin("place 3, draw", apart=True).save()) == {
        "format": "lantern match 1",
        "game": "toy",
        "rules": 1,
        "options": {"players": 2, "apart": True},
        "seed": 1,
        "setup": {"deck": IN_ORDER},
        "position": None,
        "actions": ["place 3", "draw"],
    }


@pytest.mark.parametrize("moves", ["", "place 3, draw", WHOLE_GAME])
@pytest.mark.parametrize("deck", [None, IN_ORDER, tuple(IN_ORDER)])
def test_a_loaded_match_is_the_same_match(moves: str, deck: Any) -> None:
    match = begin(moves, deck=deck)
    loaded = TOY.load(match.save())
    assert loaded.state.tobytes() == match.state.tobytes()
    assert loaded._chance.tobytes() == match._chance.tobytes()
    assert (loaded.log, loaded.save(), loaded.result) == (match.log, match.save(), match.result)
    assert loaded.transcript() == match.transcript()


def test_a_loaded_match_goes_on_as_the_first_would() -> None:
    match = TOY.match(players=3, seed=11)
    loaded = TOY.load(play(match, "place 3").save())
    for going_on in (match, loaded):
        play(going_on, "draw, end turn, draw, place 1, end turn")
    assert loaded.state.tobytes() == match.state.tobytes()


def test_numbers_serve_as_saved_actions_too() -> None:
    saved = json.loads(begin().save()) | {"actions": [2, 9, "end turn"]}
    assert TOY.load(json.dumps(saved)).history == ["place 3", "draw", "end turn"]


def test_a_match_from_a_position_is_saved_with_it() -> None:
    position = begin("place 3, draw").reveal()
    match = TOY.position(position, seed=4)
    match.play("end turn")
    saved = json.loads(match.save())
    assert (saved["position"], saved["actions"], saved["seed"]) == (position, ["end turn"], 4)
    loaded = TOY.load(match.save())
    assert (loaded.state.tobytes(), loaded.save()) == (match.state.tobytes(), match.save())


def test_a_transcript_reads_like_the_match() -> None:
    assert begin("place 3, draw, end turn", apart=True, deck=None, seed=8).transcript() == (
        "The Toy: players=2, apart=True, seed 8\n"
        "\n"
        "  1 seat 1 of 10 choices: place 3\n"
        "    Seat 1 places a stone on square 3.\n"
        "  2 seat 1 of  8 choices: draw\n"
        "    Seat 1 draws a card; 4 left.\n"
        "  3 seat 1 of  7 choices: end turn\n"
        "    Seat 1 ends the turn.\n"
        "\n"
        f"{json.dumps(begin('place 3, draw, end turn', apart=True, deck=None, seed=8).view(), sort_keys=True)}\n"
    )
    assert begin(WHOLE_GAME).transcript().endswith(
        ' 15 seat 1 of  2 choices: end turn\n'
        "    Seat 1 ends the turn. Seat 1 shows 1 and 2. Seat 2 shows 3, 4 and 5. "
        "The game is over (row full): 9 and 8.\n"
        "\n"
        '{"reason": "row full", "scores": [9, 8], "winners": [1]}\n'
    )  # fmt: skip


# Showing


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    match = begin("draw")
    hidden = [None, None]
    assert match.view(1)["hands"] == [[1, 2, 5], hidden]
    assert match.view(2)["hands"] == [[None, None, None], [3, 4]]
    assert match.view()["hands"] == [[None, None, None], hidden]
    assert [match.view(seat)["seat"] for seat in (1, 2, None)] == [1, 2, None]
    assert begin(WHOLE_GAME).view()["hands"] == [[1, 2], [3, 4, 5]]


def test_a_view_is_plain_data_with_the_game_and_how_far_it_is() -> None:
    match = begin("place 3", apart=True)
    view = match.view(2)
    assert json.loads(json.dumps(view)) == view
    assert view["game"] == "toy"
    assert view["options"] == {"players": 2, "apart": True}
    assert (view["ply"], view["to_act"], view["placed"], view["deck"]) == (1, 1, [3], 5)
    view["options"]["apart"] = False
    assert match.options["apart"] is True


def test_an_action_touches_things_on_the_table() -> None:
    match = begin("place 3")
    assert [match.touch(action) for action in ("place 5", "draw", "end turn")] == [
        ("square:5",),
        ("deck",),
        ("end_turn",),
    ]


@pytest.mark.parametrize("moves", ["", "place 3", "draw, place 3", "place 3, end turn", WHOLE_GAME])
def test_what_is_revealed_can_be_set_up_again(moves: str) -> None:
    match = begin(moves)
    again = TOY.position(json.loads(json.dumps(match.reveal())))
    assert again.state.tobytes() == match.state.tobytes()
    assert (again.reveal(), again.ply, again.log) == (match.reveal(), 0, [])
    assert again.actions() == match.actions()


def test_a_breakdown_says_what_points_are_made_of() -> None:
    stones = [{"kind": "stones", "seat": 1, "points": 1}, {"kind": "stones", "seat": 2, "points": 0}]
    assert begin("place 1").breakdown() == stones
    assert begin(WHOLE_GAME).breakdown() == [
        {"kind": "stones", "seat": 1, "points": 5},
        {"kind": "stones", "seat": 2, "points": 4},
        {"kind": "cards", "seat": 1, "points": 4},
        {"kind": "cards", "seat": 2, "points": 4},
    ]


# Asking for something wrong: every error says what is wrong and what is allowed


@pytest.mark.parametrize("value", [1, 0, "yes", None, 2.5, [True]])
def test_wrong_values_of_options(value: Any) -> None:
    assert complaint(TOY.match, apart=value) == f"option apart is {value!r}; it may be False or True"


def test_options_not_chosen_have_their_defaults() -> None:
    assert TOY.options() == {"players": 2, "apart": False}
    assert TOY.options(3, apart=True) == {"players": 3, "apart": True}


def test_the_largest_seed() -> None:
    assert TOY.load(TOY.match(seed=2**62 - 1).save()).seed == 2**62 - 1


@pytest.mark.parametrize("deck", [[], IN_ORDER[:-1], [*IN_ORDER, 9], [1] * 9, "123456789", 5, ["one"] * 9, [True] * 9])
def test_wrong_set_ups(deck: Any) -> None:
    assert complaint(TOY.match, deck=deck).startswith("deck")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dance", "'dance' is no action of the Toy; write for example: place 3, draw, end turn"),
        ("", "'' is no action of the Toy; write for example: place 3, draw, end turn"),
        ("place 0", "'place 0': '0' is no square; squares are numbers from 1 to 9"),
        ("place ten", "'place ten': 'ten' is no square; squares are numbers from 1 to 9"),
    ],
)
def test_texts_that_are_no_action(text: str, message: str) -> None:
    assert complaint(begin().play, text) == message
    assert complaint(begin().why_not, text) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (5, "a position is a dict as reveal() gives it, not 5"),
        ([], "a position is a dict as reveal() gives it, not []"),
        ({}, "a position needs 'options' with at least the number of 'players'"),
        ({"options": []}, "a position needs 'options' with at least the number of 'players'"),
        ({"options": {}}, "a position needs 'options' with at least the number of 'players'"),
        ({"options": {"players": 5}}, "The Toy is for 2 to 3 players, not 5"),
        ({"options": {"players": 2, "colour": 1}}, "The Toy has no option 'colour'; its options are apart"),
        ({"options": {"players": 2}}, "turn is missing"),
    ],
)
def test_what_is_no_position(data: Any, message: str) -> None:
    assert message in complaint(TOY.position, data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"turn": 3}, "turn is 3; it is a whole number from 1 to 2"),
        ({"turn": "1"}, "turn is '1'; it is a whole number from 1 to 2"),
        ({"row": [None] * 8}, "row has 8 squares; it has 9"),
        ({"row": [3] + [None] * 8}, "row is 3; it is a whole number from 1 to 2"),
        ({"row": None}, "row is None; it is a list"),
        ({"placed": [1]}, "placed: at most 2 of the squares nothing; given: [1]"),
        ({"hands": [[1, 2]]}, "hands has 1 entries; there are 2 players"),
        ({"hands": [[1, 2, 3, 4, 5], []]}, "hands has 5 entries; it has 4 at most"),
        ({"hands": [[1, 2], [2, 3]]}, "hands and deck together: every card from 1 to 9 once; given: [1, 2, 2, 3, 5"),
        ({"hands": [[1, 2, 3, 4], [5, 6, 7, 8]]}, "hands and deck together: every card from 1 to 9 once; given:"),
        ({"has_drawn": 2}, "has_drawn is 2; it is true or false"),
    ],
)
def test_positions_that_cannot_be(change: Any, message: str) -> None:
    assert message in complaint(TOY.position, begin().reveal() | change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"row": [1, 2] * 4 + [1]}, "row full"),
        ({"hands": [[1, 2, 3], [4, 5, 6], [7, 8, 9]], "deck": []}, "last card drawn"),
    ],
)
def test_a_position_can_be_one_in_which_the_game_is_over(change: Any, reason: str) -> None:
    result = TOY.position(begin(players=3).reveal() | {"to_act": None, "end": None} | change).result
    assert result is not None
    assert result["reason"] == reason


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"options": {"players": 2, "apart": "yes"}}, "option apart is 'yes'; it may be False or True"),
        ({"setup": {"deck": [1]}}, "deck: every card from 1 to 9 once; given: [1]"),
        ({"position": {"options": {"players": 2}}}, "turn is missing"),
        ({"position": {"options": {"players": 3}}}, "damaged: its position has other options than the match"),
        ({"actions": ["draw", "dance"]}, "action 2 of the saved match, 'dance': 'dance' is no action of the Toy"),
        ({"actions": ["draw", "draw", "place 1"]}, "action 2 of the saved match, 'draw': You have drawn a card this"),
        ({"actions": ["draw", "move 1 2"]}, "action 2 of the saved match, 'move 1 2': A stone stays where it was"),
        ({"actions": [*WHOLE_GAME.split(", "), "draw"]}, "action 16 of the saved match, 'draw': The game is over."),
    ],
)
def test_damaged_saved_matches(change: Any, message: str) -> None:
    saved = json.loads(begin().save()) | change
    assert message in complaint(TOY.load, json.dumps(saved))


def test_what_was_given_can_be_changed_afterwards() -> None:
    deck, position = list(IN_ORDER), begin().reveal()
    matches = [TOY.match(seed=1, deck=deck), TOY.position(position, seed=1)]
    saved = [match.save() for match in matches]
    deck.reverse()
    position["hands"][0].clear()
    assert [match.save() for match in matches] == saved


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"options": {"players": 2, "self": 1}}, "The Toy has no option 'self'", id="an option named self"),
        pytest.param({"setup": {"dek": IN_ORDER}}, "'dek'", id="an unknown set-up"),
        pytest.param({"position": {"game": "go", "options": {}}}, "this is a position of go", id="another game's"),
        pytest.param({"options": {}}, "players", id="no players"),
    ],
)
def test_saved_matches_with_damage_that_is_not_noticed(change: Any, message: str) -> None:
    saved = json.loads(begin().save()) | change
    assert message in complaint(TOY.load, json.dumps(saved))


def test_a_finished_match_gives_an_example_of_its_own_game() -> None:
    assert "such as 'place 1'" in complaint(begin(WHOLE_GAME).play, None)


def test_a_refusal_can_carry_arguments() -> None:
    refusal = Refusal("TOY-2.1", "square_taken", {"square": 3})
    assert (str(refusal), refusal.arguments, Refused(refusal).refusal) == (
        "A stone already lies on that square. (TOY-2.1)",
        {"square": 3},
        refusal,
    )


def test_the_kernel_hands_out_matches_of_any_game() -> None:
    assert isinstance(begin(), Match)
    assert isinstance(Game(TOY.sheet).match(seed=1), Match)
