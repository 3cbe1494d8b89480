"""The Python interface as people use it, on Hanabi: matches, views, saved texts, positions, and all ways to err."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import lantern
from lantern import BadInput, Match, Refusal, Refused
from lantern.kernel.contract import Json, known
from lantern.kernel.record import new_records
from lantern.kernel.rng import Stream
from lantern.kernel.rule import PLAIN
from lantern.kernel.seeds import CHOICE, seed_all
from tests.hanabi.box import COLOURS, TILES, VALUES, all_cards, cards
from tests.hanabi.lucky import lucky_action
from tests.hanabi.table import position
from tests.hanabi.twin import full_deck, hint_fits
from tests.matches import play_all

GAME = lantern.game("hanabi")
EXPANSIONS: Json = {"multicolour": True, "black_powder": True, "flares": True}
CARD_NAMES = set(full_deck(GAME.options(multicolour=True, black_powder=True)))


def chosen_deck(seed: int = 1, **options: Any) -> list[str]:
    deck = cards(" ".join(all_cards(**options)))
    random.Random(seed).shuffle(deck)
    return deck


def start_of(match: Match) -> int:
    assert match.to_act is not None
    return match.to_act


def dumped(thing: object) -> str:
    """As JSON, without help for what JSON does not know."""
    return json.dumps(thing, sort_keys=True, allow_nan=False)


def lucky(seed: int, plies: int, **options: Any) -> Match:
    match, choices = GAME.match(seed=seed, **options), random.Random(seed)
    while not match.over and match.ply < plies:
        match.play(lucky_action(match, choices, luck=0.9))
    return match


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("luck", [0.2, 0.9])
def test_a_breakdown_adds_up_to_the_score(seed: int, luck: float) -> None:
    chosen = {"multicolour": seed % 2 == 0, "black_powder": seed % 3 > 0, "score_on_loss": seed % 4 == 0}
    match, choices = GAME.match(2 + seed % 4, seed=seed, **chosen), random.Random(seed)
    while not match.over:
        assert sum(item["points"] for item in match.breakdown()) == match.scores[0]
        match.play(lucky_action(match, choices, luck))
    assert sum(item["points"] for item in match.breakdown()) == match.scores[0]


def firework_items(**points: int) -> list[Json]:
    """What a breakdown says of the fireworks in play."""
    return [
        {"kind": "firework", "of": suit, "points": gives, "cards": gives + 5 if suit == "black" else gives}
        for suit, gives in points.items()
    ]


def test_a_breakdown_names_every_firework() -> None:
    match = position("R4 ... | ...", fireworks="R2 W5 K4", black_powder=True)
    assert match.breakdown() == firework_items(white=5, red=2, blue=0, yellow=0, green=0, black=-3)


@pytest.mark.parametrize("ended", [False, True])
def test_a_breakdown_is_the_same_for_everybody(ended: bool) -> None:
    match = position("R4 ... | ...", fireworks="R2 W5", errors=2 if ended else 0)
    match.play("play 1")
    assert [match.view(seat)["breakdown"] for seat in (None, 1, 2)] == [match.breakdown()] * 3
    if ended:
        assert [match.view(seat)["result"]["breakdown"] for seat in (None, 1, 2)] == [match.breakdown()] * 3


def test_a_breakdown_says_what_the_third_error_took() -> None:
    match = play_all(position("R4 ... | ...", fireworks="R2 W5", errors=2), "play 1")
    lost = {"kind": "lost", "of": "third error", "points": -7}
    assert match.breakdown() == [*firework_items(white=5, red=2, blue=0, yellow=0, green=0), lost]


def test_a_breakdown_says_what_a_lost_card_took() -> None:
    match = position("R5 ... | ...", fireworks="R2 W5 K5", tokens=0, final_bouquet=True, black_powder=True)
    match.play("discard 1")
    lost = {"kind": "lost", "of": "card lost", "points": -3}
    assert match.breakdown() == [*firework_items(white=5, red=2, blue=0, yellow=0, green=0, black=-4), lost]


@pytest.mark.parametrize("action", ["play 1", "discard 1"])
def test_a_lost_game_that_keeps_its_points_takes_nothing(action: str) -> None:
    bouquet = action == "discard 1"
    match = position("R5 ... | ...", fireworks="R2 W5", errors=2, tokens=0, final_bouquet=bouquet, score_on_loss=True)
    match.play(action)
    assert match.breakdown() == firework_items(white=5, red=2, blue=0, yellow=0, green=0)
    assert match.result is not None
    assert (match.result["lost"], match.result["score"]) == (True, 7)


# A first match.


def test_a_match_from_the_first_line_to_the_first_hint() -> None:
    game = lantern.game("hanabi")
    match = game.match(players=3, seed=11, multicolour=True)
    assert match.to_act in (1, 2, 3)
    assert match.over is False
    assert match.scores == [0, 0, 0]
    assert match.result is None
    other = start_of(match) % 3 + 1
    assert f"hint {other} red" in match.actions()
    events = match.play(f"hint {other} red")
    assert events[0].key in ("hinted", "hinted_none")
    assert match.to_act == other
    assert match.history == [f"hint {other} red"]
    assert match.ply == 1
    assert match.view(1)["tokens"] == 7


def test_the_games_have_names() -> None:
    assert "hanabi" in lantern.names()
    assert GAME.name == "hanabi"
    assert repr(GAME) == "lantern.game('hanabi')"
    assert lantern.game("hanabi") is GAME


def test_the_same_seed_deals_the_same_and_no_seed_something_new() -> None:
    assert GAME.match(seed=5).reveal() == GAME.match(seed=5).reveal()
    assert len({dumped(GAME.match().reveal()) for _ in range(10)}) == 10


def test_options_not_chosen_are_at_their_defaults() -> None:
    assert GAME.options() == {
        "players": 2,
        "multicolour": False,
        "black_powder": False,
        "flares": False,
        "final_bouquet": False,
        "empty_hints": True,
        "score_on_loss": False,
        "black_values": "mirrored",
        "start": None,
    }
    assert GAME.match(players=4, seed=1, flares=True).options == GAME.options(players=4, flares=True)


@pytest.mark.parametrize("start", [1, 2, 3])
def test_the_start_player_can_be_chosen(start: int) -> None:
    assert GAME.match(players=3, seed=1, start=start).to_act == start
    assert GAME.match(players=3, seed=1, start=start, deck=chosen_deck()).to_act == start


def test_the_start_player_is_drawn_by_lot_otherwise() -> None:
    assert {GAME.match(players=3, seed=seed).to_act for seed in range(40)} == {1, 2, 3}


def test_actions_are_texts_and_numbers_in_the_same_order() -> None:
    match = GAME.match(players=2, seed=1, start=1)
    assert match.actions() == [
        *(f"play {place}" for place in range(1, 6)),
        *(f"hint 2 {about}" for about in [*COLOURS, *VALUES]),
    ]
    assert [match.why_not(number) for number in match.numbers()] == [None] * 15
    for number, text in zip(match.numbers(), match.actions(), strict=True):
        one, other = GAME.match(players=2, seed=1, start=1), GAME.match(players=2, seed=1, start=1)
        one.play(number)
        other.play(text)
        assert one.reveal() == other.reveal()
        assert one.history == other.history == [text]


@pytest.mark.parametrize("text", ["HINT 2 Red", "  hint   2\tred ", "hint 2 red\n"])
def test_notation_is_read_in_any_case_and_spacing(text: str) -> None:
    match = GAME.match(players=2, seed=1, start=1)
    match.play(text)
    assert match.history == ["hint 2 red"]


@pytest.mark.parametrize(("short", "word"), list(zip("12345", VALUES, strict=True)))
def test_a_value_may_be_hinted_by_its_figure(short: str, word: str) -> None:
    match = GAME.match(players=2, seed=1, start=1)
    match.play(f"hint 2 {short}")
    assert match.history == [f"hint 2 {word}"]


# A chosen deck and chosen tiles.


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_chosen_deck_is_dealt_hand_by_hand_from_seat_1_and_then_drawn(players: int) -> None:
    deck, size = chosen_deck(), 5 if players <= 3 else 4
    match = GAME.match(players=players, deck=deck)
    hands = [[card["card"] for card in hand] for hand in match.reveal()["hands"]]
    assert hands == [deck[size * seat : size * (seat + 1)] for seat in range(players)]
    assert match.reveal()["deck"] == deck[size * players :]
    assert match.to_act == 1
    match.play("play 1")
    after = match.reveal()
    assert [card["card"] for card in after["hands"][0]] == [*deck[1:size], deck[size * players]]
    assert after["deck"] == deck[size * players + 1 :]


def test_a_deck_may_be_a_tuple_and_its_names_written_in_any_case() -> None:
    deck = chosen_deck()
    shouted = tuple(f" {name.upper()}" for name in deck)
    assert GAME.match(deck=shouted).reveal() == GAME.match(deck=deck).reveal()


def test_a_deck_of_none_is_shuffled() -> None:
    assert GAME.match(seed=3, deck=None, tiles=None).reveal() == GAME.match(seed=3).reveal()


def test_chosen_tiles_are_turned_in_order() -> None:
    tiles = ["rekindle", "token", "return", "repair", "value hint", "colour hint"]
    match = GAME.match(flares=True, tiles=tiles, deck=chosen_deck())
    assert match.reveal()["tiles"] == tiles
    assert GAME.match(flares=True, tiles=tuple(tiles), seed=1).reveal()["tiles"] == tiles


def test_a_chosen_deck_with_every_expansion() -> None:
    deck = chosen_deck(2, **EXPANSIONS)
    assert len(deck) == 70
    assert GAME.match(players=5, deck=deck, **EXPANSIONS).reveal()["deck"] == deck[20:]


# Refusals.


def test_a_refused_action_names_its_clause_and_changes_nothing() -> None:
    match = GAME.match(players=3, seed=11, multicolour=True)
    before = match.reveal(), match.save(), match.view(1), list(match.log), match.ply
    with pytest.raises(Refused) as caught:
        match.play("discard 1")
    assert caught.value.clause == "HANABI-2.2"
    said = "You can't discard while all 8 hint tokens are available: give a hint or play a card."
    assert caught.value.message == said
    assert str(caught.value) == f"{caught.value.message} (HANABI-2.2)"
    assert isinstance(caught.value, lantern.LanternError)
    assert not isinstance(caught.value, BadInput)
    assert (match.reveal(), match.save(), match.view(1), list(match.log), match.ply) == before
    assert caught.value.refusal == match.why_not("discard 1")


def test_why_not_says_nothing_of_a_legal_action_and_changes_nothing() -> None:
    match = GAME.match(players=3, seed=11)
    before = match.reveal(), match.save()
    assert match.why_not("play 1") is None
    refusal = match.why_not("discard 1")
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.key) == ("HANABI-2.2", "all_tokens_there")
    assert str(refusal).endswith("(HANABI-2.2)")
    assert (match.reveal(), match.save()) == before


REFUSED = [
    ("discard 1", "HANABI-2.2"),
    ("hint 1 red", "HANABI-2.1"),
    ("hint 4 red", "HANABI-1.1"),
    ("hint 2 multicolour", "HANABI-5.2"),
    ("hint 2 black", "HANABI-6.3"),
    ("pass", "HANABI-2"),
    ("decline", "HANABI-7.3"),
    ("return red 1", "HANABI-7.2"),
    ("play red 1", "HANABI-7.2"),
]


@pytest.mark.parametrize(("action", "clause"), REFUSED)
def test_what_the_rules_forbid_is_refused_with_its_clause(action: str, clause: str) -> None:
    match = GAME.match(players=3, start=1, seed=1)
    refusal = match.why_not(action)
    assert refusal is not None
    assert refusal.clause == clause
    with pytest.raises(Refused, match=clause):
        match.play(action)


def test_a_position_beyond_a_short_hand_is_refused_not_misunderstood() -> None:
    match = GAME.match(players=5, start=1, seed=1)
    with pytest.raises(Refused, match=r"HANABI-1\.3"):
        match.play("play 5")


def test_nothing_is_legal_once_it_is_over() -> None:
    match = position("R3 ... | ...", errors=2)
    match.play("play 1")
    assert match.over
    assert match.to_act is None
    assert match.actions() == []
    assert match.numbers() == []
    for action in ("play 1", "discard 1", "hint 2 red", "pass"):
        with pytest.raises(Refused, match="The game is over"):
            match.play(action)


def test_undo_is_refused_in_hanabi() -> None:
    """Every decision shows something or ends the turn."""
    match = GAME.match(players=2, seed=1)
    with pytest.raises(Refused, match="Nothing has been played"):
        match.undo()
    match.play(match.actions()[0])
    before = match.reveal(), match.save(), list(match.log)
    with pytest.raises(Refused, match="can't be taken back") as caught:
        match.undo()
    assert caught.value.clause == "undo"
    assert (match.reveal(), match.save(), list(match.log)) == before


# What is not understood.


@pytest.mark.parametrize("name", ["chess", "", "Hanabi", None, 5, pytest.param(["hanabi"], id="a list")])
def test_a_game_that_is_not_there(name: Any) -> None:
    with pytest.raises(BadInput, match=r"there is no game .*; there is .*hanabi"):
        lantern.game(name)


@pytest.mark.parametrize("name", ["colour", "Multicolour", "seat", "multicolor"])
def test_an_option_that_is_not_there(name: str) -> None:
    with pytest.raises(BadInput, match=rf"no option '{name}'; its options are multicolour, .* or start"):
        GAME.match(**{name: True})


FLAG_VALUES = "it may be False or True"
WRONG_VALUES = [
    *(("multicolour", value, FLAG_VALUES) for value in (1, 0, "yes", None, [True])),
    *((flag, "on", FLAG_VALUES) for flag in ("black_powder", "flares", "final_bouquet", "empty_hints")),
    ("score_on_loss", 1, FLAG_VALUES),
    ("black_values", "reversed", "it may be 'mirrored' or 'ordinary'"),
    ("black_values", None, "it may be 'mirrored' or 'ordinary'"),
    *(("start", value, "it may be None, 1, 2, 3, 4 or 5") for value in (0, 6, "1", True, 1.0)),
]


@pytest.mark.parametrize(("name", "value", "allowed"), WRONG_VALUES)
def test_a_wrong_value_of_an_option(name: str, value: Any, allowed: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.match(**{name: value})
    assert str(caught.value) == f"option {name} is {value!r}; {allowed}"


def test_a_start_player_who_is_not_at_the_table() -> None:
    with pytest.raises(BadInput, match="start is seat 3, but there are only 2 players"):
        GAME.match(players=2, start=3)


def without(deck: list[str], card: str) -> list[str]:
    deck = list(deck)
    deck.remove(card)
    return deck


WRONG_DECKS = {
    "a card missing": (without(chosen_deck(), "red 5"), "has 50 cards; missing 1 x red 5$"),
    "a card too many": ([*chosen_deck(), "red 5"], "has 50 cards; too many 1 x red 5$"),
    "one for another": (
        [*without(chosen_deck(), "red 5"), "red 1"],
        "has 50 cards; missing 1 x red 5; too many 1 x red 1$",
    ),
    "nothing": ([], "has 50 cards; missing 3 x white 1, "),
    "cards of an expansion": (chosen_deck(multicolour=True), "has 50 cards; too many 3 x multicolour 1, "),
    "a suit that is not there": ([*chosen_deck()[1:], "purple 1"], "'purple 1' is no card; a card is a suit .* 1 to 5"),
    "a value that is not there": ([*chosen_deck()[1:], "red 6"], "'red 6' is no card"),
    "a number": ([1, 2, 3], "deck: card is 1; it is a text"),
    "a text": ("red 1", "deck is 'red 1'; it is a list"),
    "a dict": ({"red 1": 3}, "deck is {'red 1': 3}; it is a list"),
    "an iterator": (iter(["red 1"]), "set-up: this is not plain data"),
}


def test_a_deck_that_is_a_generator() -> None:
    with pytest.raises(BadInput, match="set-up: this is not plain data"):
        GAME.match(deck=(card for card in chosen_deck()))


@pytest.mark.parametrize(("deck", "message"), WRONG_DECKS.values(), ids=WRONG_DECKS.keys())
def test_a_wrong_deck(deck: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        GAME.match(deck=deck)


def test_a_deck_without_the_cards_of_an_expansion() -> None:
    with pytest.raises(BadInput, match=r"has 60 cards; missing 1 x black 1, 2 x black 2, .* 3 x black 5$"):
        GAME.match(black_powder=True, deck=chosen_deck())


WRONG_TILES = {
    "too few": TILES[1:],
    "one twice": [*TILES[:5], TILES[0]],
    "one unknown": [*TILES[:5], "firework"],
    "none": [],
    "nonsense": ["x" * 1000] * 6,
}


@pytest.mark.parametrize("tiles", WRONG_TILES.values(), ids=WRONG_TILES.keys())
def test_wrong_tiles(tiles: list[str]) -> None:
    with pytest.raises(BadInput, match=r"tiles: 6 different ones of token, .* or rekindle; given: "):
        GAME.match(flares=True, tiles=tiles)


@pytest.mark.parametrize("tiles", ["token", 5, [1], {"token": 1}, [*TILES, "token"]])
def test_tiles_that_are_no_list_of_names(tiles: Any) -> None:
    with pytest.raises(BadInput, match=r"tiles is .*; it is a list|tiles: name is 1; it is a text|it has 6 at most"):
        GAME.match(flares=True, tiles=tiles)


def test_tiles_without_the_expansion() -> None:
    with pytest.raises(BadInput, match="tiles"):
        GAME.match(tiles=TILES)


NOTATION = "is no action of Hanabi; write for example: play 3, discard 1, hint 2 red, hint 2 fives"
PLACE = "a position in a hand is a number from 1 to 5, the oldest card first"
NO_CARD = r"is no card; a card is a suit \(white, .* or black\) and a value from 1 to 5"
NOT_UNDERSTOOD = {
    "": NOTATION,
    "dance": NOTATION,
    "play": NOTATION,
    "play x": NOTATION,
    "play -1": NOTATION,
    "play 1.0": NOTATION,
    "discard": NOTATION,
    "hint": NOTATION,
    "hint 2": NOTATION,
    "hint 2 red 3": NOTATION,
    "return red": NOTATION,
    "pass 1": NOTATION,
    "undo": NOTATION,
    "play 0": PLACE,
    "play 6": PLACE,
    "play 01": PLACE,
    "play ٣": PLACE,
    "discard 0": PLACE,
    "discard x": PLACE,
    "hint 0 red": "a seat is a number from 1 to 5",
    "hint 6 red": "a seat is a number from 1 to 5",
    "hint two red": "a seat is a number from 1 to 5",
    "hint 2 purple": "a hint names one of white, .* or fives",
    "hint 2 6": "a hint names one of white, .* or fives",
    "hint 2 red1": "a hint names one of white, .* or fives",
    "return purple 1": NO_CARD,
    "return red 0": NO_CARD,
    "play red 6": NO_CARD,
    "play 1 2": NO_CARD,
}


@pytest.mark.parametrize(("text", "message"), NOT_UNDERSTOOD.items())
def test_an_action_that_is_not_understood(text: str, message: str) -> None:
    match = GAME.match(players=2, start=1, seed=1)
    before = match.reveal(), match.save()
    for attempt in (match.play, match.why_not, match.touch):
        with pytest.raises(BadInput, match=message) as caught:
            attempt(text)
        assert text in str(caught.value) or text.split(" ", 1)[-1] in str(caught.value)
    assert (match.reveal(), match.save()) == before


# Views.


def test_a_view_holds_what_the_table_shows() -> None:
    match = lucky(4, 25, players=3, **EXPANSIONS)
    everything = match.reveal()
    for seat in (1, 2, 3):
        seen = match.view(seat)
        assert seen["game"] == "hanabi"
        assert seen["options"] == match.options
        assert seen["ply"] == 25
        assert seen["seat"] == seat
        assert seen["deck"] == len(everything["deck"])
        assert seen["tiles"] == {"left": len(everything["tiles"]), "turned": seen["tiles"]["turned"]}
        assert seen["maximum"] == 30
        assert seen["result"] is None
        for key in (
            "to_act",
            "phase",
            "tokens",
            "errors",
            "fireworks",
            "discards",
            "turns_left",
            "end",
            "score",
            "last",
        ):
            assert seen[key] == everything[key], key
        for owner in (1, 2, 3):
            hidden = [None] * 5 if owner == seat else [card["card"] for card in everything["hands"][owner - 1]]
            assert [card["card"] for card in seen["hands"][owner - 1]] == hidden
            for shown, true in zip(seen["hands"][owner - 1], everything["hands"][owner - 1], strict=True):
                assert (shown["told"], shown["not"]) == (true["told"], true["not"])
                assert true["card"] in shown["possible"]


def test_hints_show_in_every_view() -> None:
    match = GAME.match(players=3, deck=[*cards("R1 R2 W1 B5 R1"), *without_all(chosen_deck(), "R1 R2 W1 B5 R1")])
    play_all(match, "hint 2 green", "hint 1 red", "hint 1 ones")
    for seat in (None, 1, 2, 3):
        own = match.view(seat)["hands"][0]
        assert [card["told"] for card in own] == [["red", "ones"], ["red"], ["ones"], [], ["red", "ones"]]
        assert [card["not"] for card in own] == [[], ["ones"], ["red"], ["red", "ones"], []]
        assert own[0]["possible"] == own[4]["possible"] == ["red 1"]
        assert own[1]["possible"] == ["red 2", "red 3", "red 4", "red 5"]


def without_all(deck: list[str], short: str) -> list[str]:
    for card in cards(short):
        deck = without(deck, card)
    return deck


def test_what_others_hold_is_not_possible_in_ones_own_hand() -> None:
    match = position("R5 ... | W5 B5 ... | Y5 ...")
    assert {"red 5", "green 5"} <= set(match.view(1)["hands"][0][0]["possible"])
    assert not {"white 5", "blue 5", "yellow 5"} & set(match.view(1)["hands"][0][0]["possible"])
    assert {"white 5", "blue 5", "red 5"} <= set(match.view(1)["hands"][1][0]["possible"])
    assert {"white 5", "yellow 5", "red 5"} <= set(match.view()["hands"][0][0]["possible"])


def test_the_last_round_is_counted_down() -> None:
    match = position("R1 R1 W1 W1 B1 | Y1 Y1 Y2 Y2 Y3", deck="G1", tokens=7)
    assert match.view(1)["turns_left"] is None
    match.play("discard 1")
    assert (match.view(1)["turns_left"], match.view(1)["deck"]) == (2, 0)
    match.play("hint 1 red")
    assert match.view(2)["turns_left"] == 1
    match.play("hint 2 red")
    seen = match.view(2)
    assert (seen["turns_left"], seen["end"], seen["phase"], seen["to_act"]) == (0, "last round over", "over", None)


@pytest.mark.parametrize(
    ("fireworks", "score", "rating"), [("", 0, "risible"), ("R5 W2", 7, "mediocre"), ("R5 W5 B5 G3", 18, "excellent")]
)
def test_the_end_is_rated_in_every_view(fireworks: str, score: int, rating: str) -> None:
    match = position("R3 ... | ...", fireworks=fireworks, deck="", turns_left=1)
    match.play("hint 2 white")
    expected = {
        "reason": "last round over",
        "score": score,
        "maximum": 25,
        "lost": False,
        "rating": rating,
        "announcement": str(score),
        "breakdown": match.breakdown(),
    }
    assert match.result == expected
    assert match.scores == [score, score]
    for seat in (None, 1, 2):
        assert match.view(seat)["result"] == expected
        assert match.view(seat)["score"] == score


def test_turned_tiles_show_and_those_face_down_only_count() -> None:
    tiles = ["token", "repair", "rekindle", "return", "value hint", "colour hint"]
    match = position("R5 W5 ... | ...", fireworks="R4 W4", tiles=tiles, flares=True)
    assert match.view(1)["tiles"] == {"left": 6, "turned": []}
    play_all(match, "play 1", "hint 1 red", "play 1")
    for seat in (None, 1, 2):
        assert match.view(seat)["tiles"] == {"left": 4, "turned": ["token", "repair"]}


def test_a_game_without_tiles_has_none() -> None:
    assert GAME.match(seed=1).view()["tiles"] == {"left": 0, "turned": []}


# What a view must not tell.


def names_in(text: str) -> set[str]:
    """All names of cards anywhere in a text."""
    return {name for name in CARD_NAMES if name in text}


def test_a_spectator_reads_no_card_at_the_start() -> None:
    match = GAME.match(players=4, seed=9, **EXPANSIONS)
    seen = match.view()
    assert seen["seat"] is None
    for hand in seen["hands"]:
        for card in hand:
            assert card["card"] is None
            assert len(card.pop("possible")) == 35
    text = dumped(seen)
    assert names_in(text) == set()
    assert [tile for tile in TILES if f'"{tile}"' in text] == []


def test_a_seat_reads_only_the_others_cards_at_the_start() -> None:
    match = GAME.match(players=4, seed=9, **EXPANSIONS)
    for seat in (1, 2, 3, 4):
        seen = match.view(seat)
        held = {card["card"] for owner, hand in enumerate(match.reveal()["hands"], 1) if owner != seat for card in hand}
        for hand in seen["hands"]:
            for card in hand:
                del card["possible"]
        text = dumped(seen)
        assert names_in(text) == held
        assert [tile for tile in TILES if f'"{tile}"' in text] == []


def another_world(match: Match, seat: int, number: int) -> Match:
    """A match that a seat can't tell from this one, as a position of its own."""
    choice = new_records(Stream, 1)
    seed_all(choice, number, CHOICE, 0, 1)
    world = match.state
    GAME.engine.determinize(world, seat - 1, choice)
    return GAME.position({"options": match.options, **match.words.reveal(world[0])})


TABLES: list[Json] = [
    {"players": 2},
    {"players": 3, "multicolour": True},
    {"players": 4, "black_powder": True, "flares": True},
    {"players": 5, "final_bouquet": True, **EXPANSIONS},
]


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("plies", [0, 12, 33, 60])
def test_worlds_that_differ_in_hidden_things_look_the_same(options: Json, plies: int) -> None:
    match = lucky(plies + 1, plies, **options)
    here = GAME.position(match.reveal())
    for seat in range(1, options["players"] + 1):
        worlds = [another_world(match, seat, number) for number in range(1 if PLAIN else 3)]
        for there in worlds:
            assert dumped(there.view(seat)) == dumped(here.view(seat))
        if len(match.reveal()["deck"]) > 3:
            assert all(there.reveal() != here.reveal() for there in worlds)


@pytest.mark.parametrize("options", TABLES)
def test_a_spectator_cannot_tell_hands_deck_and_tiles_apart(options: Json) -> None:
    """All cards that nobody was told of, and the tiles, laid down in another order."""
    data = lucky(3, 20, **options).reveal()
    here = GAME.position(data)
    there_data, choices = copy.deepcopy(data), random.Random(2)
    untold = [card for hand in there_data["hands"] for card in hand if not card["told"] and not card["not"]]
    covered = [card["card"] for card in untold] + there_data["deck"]
    choices.shuffle(covered)
    for card in untold:
        card["card"] = covered.pop()
    there_data["deck"] = covered
    choices.shuffle(there_data["tiles"])
    there = GAME.position(there_data)
    assert there.reveal() != here.reveal()
    assert dumped(there.view()) == dumped(here.view())


@pytest.mark.parametrize("options", TABLES)
def test_the_log_names_only_cards_that_lie_open(options: Json) -> None:
    """To spectators, and to who drew a card; which one it was the others are told."""
    match, choices = GAME.match(seed=6, **options), random.Random(6)
    opened: set[str] = set()
    while not match.over:
        drawer = match.to_act
        events = match.play(lucky_action(match, choices, luck=0.9))
        assert all(event.known_to is None or drawer not in event.known_to for event in events)
        events = known(events, drawer)
        assert events == known(events, None)
        reveal = match.reveal()
        opened |= set(reveal["discards"])
        opened |= {f"{suit} {value}" for suit, values in reveal["fireworks"].items() for value in values}
        assert names_in(dumped([dict(event.arguments) for event in events])) <= opened
        assert names_in(match.tell(events)) <= opened
    assert match.log


def test_views_are_plain_data_that_belong_to_the_reader() -> None:
    match = lucky(2, 30, players=3, **EXPANSIONS)
    before = match.reveal(), match.save()
    for seat in (None, 1, 2, 3):
        seen = match.view(seat)
        assert json.loads(dumped(seen)) == seen
        seen["options"]["players"] = 9
        seen["hands"][0].clear()
        seen["fireworks"].clear()
        seen["discards"].clear()
    everything = match.reveal()
    assert json.loads(dumped(everything)) == everything
    everything["hands"].clear()
    everything["deck"].clear()
    match.state[0].tokens = 0
    assert (match.reveal(), match.save()) == before


# Everything written down, and read again.


def test_reveal_shows_every_card() -> None:
    everything = lucky(5, 40, players=5, **EXPANSIONS).reveal()
    lit = [f"{suit} {value}" for suit, values in everything["fireworks"].items() for value in values]
    held = [card["card"] for hand in everything["hands"] for card in hand]
    assert Counter(lit + held + everything["deck"] + everything["discards"]) == Counter(
        full_deck(everything["options"])
    )


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("plies", [0, 1, 17, 500])
def test_a_saved_match_is_loaded_as_it_was(options: Json, plies: int) -> None:
    match = lucky(7, plies, **options)
    loaded = GAME.load(match.save())
    assert loaded.reveal() == match.reveal()
    assert (loaded.history, loaded.log, loaded.options, loaded.seed) == (
        match.history,
        match.log,
        match.options,
        match.seed,
    )
    assert loaded.save() == match.save()
    choices, again = random.Random(1), random.Random(1)
    for _ in range(6):
        if not match.over:
            match.play(lucky_action(match, choices, luck=0.5))
            loaded.play(lucky_action(loaded, again, luck=0.5))
    assert loaded.reveal() == match.reveal()


def test_a_saved_match_keeps_its_deck_tiles_and_position() -> None:
    tiles = TILES[::-1]
    match = GAME.match(players=3, flares=True, deck=chosen_deck(), tiles=tiles)
    match.play("play 2")
    assert json.loads(match.save())["setup"] == {"deck": chosen_deck(), "tiles": tiles}
    assert GAME.load(match.save()).reveal() == match.reveal()
    placed = GAME.position(match.reveal(), seed=3)
    placed.play("play 1")
    assert GAME.load(placed.save()).reveal() == placed.reveal()


def test_a_saved_match_is_text_with_the_actions_in_words() -> None:
    match = GAME.match(players=2, seed=12, start=1)
    match.play("hint 2 red")
    saved = json.loads(match.save())
    assert saved == {
        "format": "lantern match 1",
        "game": "hanabi",
        "rules": GAME.sheet.rules_version,
        "options": match.options,
        "seed": 12,
        "setup": {},
        "position": None,
        "actions": ["hint 2 red"],
    }


WRONG_SAVED: dict[str, tuple[Json, str]] = {
    "wrong deck": ({"setup": {"deck": ["red 1"]}}, "deck: a game with these options has 50"),
    "an illegal action": (
        {"actions": ["play 1", "hint 2 red"]},
        r"action 2 of the saved match, 'hint 2 red': A hint goes to another player, not to yourself. \(HANABI-2.1\)",
    ),
}


@pytest.mark.parametrize(("change", "message"), WRONG_SAVED.values(), ids=WRONG_SAVED)
def test_a_wrong_saved_match(change: Json, message: str) -> None:
    saved = json.loads(GAME.match(players=2, seed=12, start=1).save())
    with pytest.raises(BadInput, match=message):
        GAME.load(json.dumps(saved | change))


def test_a_list_given_for_a_deck_stays_the_users_own() -> None:
    deck = chosen_deck()
    match = GAME.match(deck=deck)
    match.play("play 1")
    deck.reverse()
    assert GAME.load(match.save()).reveal() == match.reveal()


def test_a_position_given_stays_the_users_own() -> None:
    data = GAME.match(seed=1).reveal()
    match = GAME.position(data)
    data["hands"].reverse()
    assert GAME.load(match.save()).reveal() == match.reveal()


# Positions.


def late() -> Json:
    """A position with everything in it: every expansion, hints, discards, tiles turned."""
    match = position(
        "R1 W2 M1 K5 | R5 B2 M2 K4 | Y1 Y2 G3 W3 | Y5 G5 B3 W5",
        fireworks="B1 G2 R4 K5",
        discards="W1 W1 Y3 R2",
        tiles=TILES[2:],
        errors=1,
        **EXPANSIONS,
    )
    play_all(match, "hint 2 red", "discard 2")
    return match.reveal()


def ended(**changes: Any) -> Json:
    """A finished game."""
    match = position("R3 ... | ...", errors=2, deck_top="W1")
    match.play("play 1")
    return match.reveal() | changes


def test_a_position_is_read_back_from_what_reveal_wrote() -> None:
    data = late()
    match = GAME.position(json.loads(json.dumps(data)))
    assert match.reveal() == data
    assert match.ply == 0
    assert match.history == []
    assert match.to_act == 3
    assert GAME.position(ended()).result == GAME.load(GAME.position(ended()).save()).result


def test_a_position_keeps_the_order_in_which_tiles_were_turned() -> None:
    tiles = ["repair", "token", "rekindle", "return", "value hint", "colour hint"]
    match = position("R5 W5 ... | ...", fireworks="R4 W4", tiles=tiles, flares=True)
    play_all(match, "play 1", "hint 1 red", "play 1")
    assert match.view()["tiles"]["turned"] == ["repair", "token"]
    placed = GAME.position(match.reveal())
    assert placed.view()["tiles"] == match.view()["tiles"]
    assert placed.state.tobytes() == match.state.tobytes()


def test_a_position_may_leave_out_what_can_be_worked_out() -> None:
    data = GAME.match(players=2, seed=1).reveal()
    needed = ("options", "to_act", "phase", "tokens", "errors", "fireworks", "discards", "hands", "deck")
    short = {key: data[key] for key in needed}
    short["hands"] = [[{"card": card["card"]} for card in hand] for hand in data["hands"]]
    short["options"] = {"players": 2}
    assert GAME.position(short).reveal() == data


def change(*path: Any, to: Any) -> Callable[[Json], None]:
    """Another value somewhere in a position."""

    def carry_out(data: Json) -> None:
        target: Any = data
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = to

    return carry_out


def leave_out(key: str) -> Callable[[Json], None]:
    def carry_out(data: Json) -> None:
        del data[key]

    return carry_out


WRONG_POSITIONS = {
    "tokens": (change("tokens", to=9), "tokens is 9; it is a whole number from 0 to 8"),
    "tokens below zero": (change("tokens", to=-1), "tokens is -1; it is a whole number from 0 to 8"),
    "tokens a text": (change("tokens", to="8"), "tokens is '8'; it is a whole number from 0 to 8"),
    "tokens a flag": (change("tokens", to=True), "tokens is True; it is a whole number"),
    "errors": (change("errors", to=4), "errors is 4; it is a whole number from 0 to 3"),
    "third error": (change("errors", to=3), "end is null, but with three errors"),
    "seat": (change("to_act", to=5), "to_act is 5; it is a whole number from 1 to 4"),
    "no seat": (change("to_act", to=None), "to_act is None; it is a whole number from 1 to 4"),
    "phase": (change("phase", to="dawn"), "phase is 'dawn'; it is turn, colour hint, .* or rekindle"),
    "over": (change("phase", to="over"), "phase is 'over'; it is turn"),
    "end": (change("end", to="boredom"), "end is 'boredom'; it is third error, .* or card lost, or null"),
    "turns left": (change("turns_left", to=5), "turns_left is 5; it is a whole number from 0 to 4"),
    "turns left with a deck": (change("turns_left", to=2), "turns_left"),
    "firework unknown": (change("fireworks", "purple", to=[1]), "fireworks has no 'purple'; it has white, .* or black"),
    "firework": (change("fireworks", "red", to=[2]), r"fireworks: red is \[2\]; so many cards are built as \[1\]"),
    "black upwards": (change("fireworks", "black", to=[1]), r"fireworks: black is \[1\]; .* \[5\]"),
    "firework too long": (
        change("fireworks", "red", to=[1, 2, 3, 4, 5, 6]),
        "fireworks: red has 6 entries; it has 5 at most",
    ),
    "card gone": (change("fireworks", "red", to=[1, 2, 3]), "position: .* 70 cards; missing 1 x red 4"),
    "discards gone": (change("discards", to=[]), "position: .* 70 cards; missing "),
    "deck gone": (change("deck", to=[]), "position: .* 70 cards; missing "),
    "deck with no card": (change("deck", 0, to="purple 1"), "'purple 1' is no card"),
    "discards with no card": (change("discards", 0, to="red"), "'red' is no card"),
    "hand with no card": (change("hands", 0, 0, "card", to="R1"), "'R1' is no card"),
    "twice": (change("hands", 0, 0, "card", to="red 5"), "position: .* missing 1 x red 1; too many 1 x red 5"),
    "no hands": (change("hands", to=[]), "hands has 0 entries; there are 4 players"),
    "long hand": (change("hands", 0, to=[{"card": "red 1"}] * 5), "hands: seat 1 has 5 entries; it has 4 at most"),
    "told a lie": (
        change("hands", 1, 0, "told", to=["white"]),
        "hands: what was told of card 1 of seat 2 is not true of red 5",
    ),
    "not told the truth": (
        change("hands", 1, 0, "not", to=["red"]),
        "hands: what was told of card 1 of seat 2 is not true of red 5",
    ),
    "told of nothing": (change("hands", 1, 0, "told", to=["purple"]), "purple"),
    "told of black": (change("hands", 1, 0, "not", to=["black"]), "black"),
    "told no list": (change("hands", 1, 0, "told", to="red"), "told"),
    "tiles twice": (change("tiles", to=["token", "token"]), "tiles: 2 different ones of"),
    "tile unknown": (change("tiles", to=["firework"]), "tiles: 1 different ones of token, .* or rekindle"),
    "tiles no list": (change("tiles", to="token"), "tiles is 'token'; it is a list"),
    "players": (change("options", "players", to=9), "for 2 to 5 players, not 9"),
    "players and hands": (change("options", "players", to=3), "hands has 4 entries; there are 3 players"),
    "option": (change("options", "colour", to=1), "no option 'colour'"),
    "suit": (change("options", "multicolour", to=False), "fireworks has no 'multicolour'"),
    "tiles without flares": (change("options", "flares", to=False), "tiles"),
    "options": (change("options", to=None), "a position needs 'options' with at least"),
    "last action": (change("last", "action", to="dance"), "'dance' is no action"),
    "last hint": (change("last", "action", to="hint 2 black"), "last: You can't hint black"),
    "last seat": (change("last", "seat", to=7), "seat is 7; it is a whole number from 1 to 4"),
    "last card": (change("last", "card", to="purple 1"), "'purple 1' is no card"),
    "returned": (change("returned", to="purple 1"), "'purple 1' is no card"),
    "returned, but nowhere to be": (change("returned", to="red 5"), "returned"),
    "returned out below zero": (change("returned_out", to=-1), "returned_out"),
    "returned out a text": (change("returned_out", to="x"), "returned_out"),
    "returned out of range": (change("returned_out", to=300), "returned_out"),
    "drawn since no return": (change("hands", 0, 0, "drawn_since_return", to=True), "drawn_since_return"),
    "another game": (change("game", to="chess"), "chess"),
    **{
        f"without {key}": (leave_out(key), f"^{key} is missing$")
        for key in ("to_act", "phase", "tokens", "errors", "fireworks", "hands", "deck", "discards")
    },
    **{
        f"{key} a number": (change(key, to=5), f"^{key} is 5; it is (a list|an object)$")
        for key in ("fireworks", "hands", "deck", "discards")
    },
}


@pytest.mark.parametrize(("spoil", "message"), WRONG_POSITIONS.values(), ids=WRONG_POSITIONS)
def test_a_wrong_position(spoil: Callable[[Json], None], message: str) -> None:
    data = copy.deepcopy(late())
    spoil(data)
    with pytest.raises(BadInput, match=message):
        GAME.position(data)


WRONG_ENDS = {
    "third error without errors": ({"errors": 2}, "third error"),
    "complete without fireworks": ({"end": "all fireworks complete"}, "complete"),
    "card lost in the original game": ({"end": "card lost"}, "card lost"),
}


@pytest.mark.parametrize(("changes", "message"), WRONG_ENDS.values(), ids=WRONG_ENDS)
def test_an_end_that_did_not_come(changes: Json, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        GAME.position(ended(**changes))


def test_an_empty_deck_needs_the_turns_left() -> None:
    data = position("R1 ... | ...", deck="", turns_left=2).reveal()
    with pytest.raises(BadInput, match="turns_left: the deck is empty, so the last round has begun"):
        GAME.position(data | {"turns_left": None})


@pytest.mark.parametrize("phase", ["return", "rekindle"])
def test_a_tiles_choice_needs_something_to_choose(phase: str) -> None:
    face_down = [tile for tile in TILES if tile != phase]
    data = GAME.match(seed=1, flares=True).reveal() | {"phase": phase, "tiles": face_down, "turned": [phase]}
    with pytest.raises(BadInput, match=f"phase is '{phase}', but nothing can be done in it"):
        GAME.position(data)


def test_a_tile_still_face_down_asks_nothing() -> None:
    with pytest.raises(BadInput, match="phase is 'rekindle', but that bonus tile has not been turned up"):
        GAME.position(GAME.match(seed=1, flares=True).reveal() | {"phase": "rekindle"})


def test_hands_are_full_while_the_deck_lasts() -> None:
    data = GAME.match(players=2, seed=1).reveal()
    data["deck"].append(data["hands"][1].pop()["card"])
    with pytest.raises(BadInput, match="hands: seat 2 has 4 cards; while the deck lasts it has 5"):
        GAME.position(data)


def test_a_lost_card_ends_final_bouquet() -> None:
    data = position("W5 ... | ...", tokens=3, final_bouquet=True).reveal()
    data["discards"].append(data["hands"][0].pop(0)["card"])
    with pytest.raises(BadInput, match="end is null, but in Final Bouquet a card that is lost ends the game"):
        GAME.position(data)


def test_a_tiles_choice_needs_tiles() -> None:
    with pytest.raises(BadInput, match="phase is 'colour hint', but that bonus tile has not been turned up"):
        GAME.position(GAME.match(seed=1).reveal() | {"phase": "colour hint"})


def test_a_game_that_is_complete_is_over() -> None:
    match = position("R5 ... | ...", fireworks="R4 W5 B5 Y5 G5")
    match.play("play 1")
    with pytest.raises(BadInput, match="end is null, but with three errors or every firework complete"):
        GAME.position(match.reveal() | {"end": None})


def test_every_hint_fits_as_the_rulebook_says() -> None:
    """What a position may say was told of a card, for every card and hint."""
    match = GAME.match(players=2, seed=1, **EXPANSIONS)
    for card in sorted(CARD_NAMES):
        data = match.reveal()
        place_first(data, card)
        for about in [*COLOURS, *VALUES]:
            right, wrong = ("told", "not") if hint_fits(about, card) else ("not", "told")
            held = data["hands"][0][0]
            held["told"], held["not"] = [], []
            held[right] = [about]
            assert GAME.position(data).reveal()["hands"][0][0][right] == [about]
            held[right], held[wrong] = [], [about]
            with pytest.raises(BadInput, match="is not true of"):
                GAME.position(data)


def place_first(data: Json, card: str) -> None:
    """Exchange the first card of seat 1 for another one."""
    held = data["hands"][0][0]
    places: list[tuple[Any, Any]] = [(data["deck"], place) for place in range(len(data["deck"]))]
    places += [(other, "card") for hand in data["hands"] for other in hand]
    where, key = next((where, key) for where, key in places if where[key] == card)
    where[key], held["card"] = held["card"], card


@pytest.mark.parametrize("options", [{}, {"multicolour": True}, EXPANSIONS, EXPANSIONS | {"black_values": "ordinary"}])
def test_the_board_has_the_cards_in_play(options: Json) -> None:
    match = GAME.match(players=3, seed=1, **options)
    board = match.board()
    deck = [
        f"{suit['name']} {value}"
        for suit in board["suits"]
        for value, copies in zip(board["values"], suit["copies"], strict=True)
        for _ in range(copies)
    ]
    assert deck == full_deck(match.options)
    assert board["tiles"] == (TILES if options.get("flares") else [])
    for suit in board["suits"]:
        for hint in board["hints"][: len(COLOURS)]:
            assert (hint in suit["hinted_by"]) == hint_fits(hint, f"{suit['name']} 1")
