"""`careful`: it plays what it knows to fit, discards what it knows to be useless, hints at what can be played."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from lantern import BadInput, Match
from lantern.kernel.contract import Json
from lantern.kernel.rule import PLAIN
from lantern.players import bots
from lantern.players.arena.deals import simulate
from lantern.players.player import Player, seat
from tests.hanabi.box import GAME, TILES
from tests.hanabi.lucky import built_cards, next_cards
from tests.hanabi.table import position

FLAGS = ("multicolour", "black_powder", "flares", "final_bouquet", "empty_hints")
COMBINATIONS = [dict(zip(FLAGS, values, strict=True)) for values in product((False, True), repeat=len(FLAGS))]
GAMES = 400
in_many_games = pytest.mark.skipif(PLAIN, reason="hundreds of games take too long in plain Python")


@cache
def careful() -> Player:
    return seat(GAME, "beginner", 1)


def chosen(match: Match) -> str:
    """What `careful` does here, in words; it must be legal."""
    number = careful().choose(match)
    assert number in match.numbers()
    return match.words.write_action(number)


def told(match: Match, seat: int, *hints: str) -> Match:
    """The same match where a seat was told of its cards, one text a card: "red, ones"."""
    data = match.reveal()
    for card, text in zip(data["hands"][seat - 1], hints, strict=False):
        card["told"] = [word.strip() for word in text.split(",") if word.strip()]
    return GAME.position(data)


# Legal everywhere.


def play_through(match: Match) -> None:
    """A whole game; no card is ever played that its owner did not know to fit, but where nothing else is legal."""
    while not match.over:
        before, action = match.reveal(), chosen(match)
        match.play(action)
        if action.startswith("play") and match.reveal()["errors"] > before["errors"]:
            assert before["tokens"] == 8 or not before["hands"][before["to_act"] - 1]


@pytest.mark.parametrize("players", [2, 5] if PLAIN else [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(0, 32, 31 if PLAIN else 1))
@pytest.mark.sampled(3)
def test_it_plays_whole_games_legally_with_all_options(players: int, number: int) -> None:
    black_values = ("mirrored", "ordinary")[number // 2 % 2]
    play_through(GAME.match(players=players, seed=number, black_values=black_values, **COMBINATIONS[number]))


def test_it_answers_every_tile() -> None:
    """Games that begin with four fireworks a card short, so that tiles come up at once."""
    phases = set()
    for number in range(6):
        tiles = TILES[number:] + TILES[:number]
        match = position(
            "R5 W5 ... | B5 Y5 ... | G5 ...",
            fireworks="R4 W4 B4 Y4",
            discards="G1 G1 G2",
            tiles=tiles,
            flares=True,
            black_powder=True,
        )
        match = told(told(match, 1, "red, fives", "white, fives"), 2, "blue, fives", "yellow, fives")
        while not match.over and match.ply < 12:
            phases.add(match.reveal()["phase"])
            match.play(chosen(match))
    assert phases == {"turn", "colour hint", "value hint", "return", "rekindle"}


def test_it_gives_or_declines_the_free_hint_of_an_empty_deck() -> None:
    tiles = ["return", *(tile for tile in TILES if tile != "return")]
    match = position("R5 ... | ...", fireworks="R4", deck="", turns_left=2, tiles=tiles, flares=True)
    match.play("play 1")
    assert match.reveal()["phase"] == "return"
    assert chosen(match).startswith(("hint 2 ", "decline"))


def test_it_passes_when_nothing_else_can_be_done() -> None:
    recorded = json.loads((Path(__file__).parent / "recorded" / "pass.json").read_text())
    assert chosen(GAME.position(recorded["position"])) == "pass"


def test_it_has_nothing_to_choose_once_a_match_is_over() -> None:
    match = position("R3 ... | ...", errors=2)
    match.play("play 1")
    with pytest.raises(BadInput, match="the match is over"):
        careful().choose(match)


# Playing.


def test_it_plays_a_card_it_was_told_all_about() -> None:
    match = position("W3 R1 B4 Y4 G4 | ...", tokens=8)
    assert chosen(told(match, 1, "", "red, ones")) == "play 2"


def test_it_plays_a_card_whose_value_alone_shows_that_it_fits() -> None:
    match = position("W3 R1 B4 Y4 G4 | ...", tokens=8)
    assert chosen(told(match, 1, "", "ones")) == "play 2"


def test_it_plays_a_card_that_fits_whatever_it_is() -> None:
    """A 2 fits white and red; of the other colours all 2s lie open."""
    match = position("Y4 R2 W3 W3 G4 | ...", fireworks="W1 R1 B2 Y2 G2", discards="B2 Y2 G2")
    assert chosen(told(match, 1, "", "twos")) == "play 2"


def test_it_knows_a_card_because_it_sees_all_others_of_its_colour() -> None:
    match = position(
        "W4 R5 B4 Y4 G4 | R1 R1 R2 R3 R4 | ...", fireworks="R4", discards="", tokens=8, deck_top="W5"
    )  # fmt: skip
    assert chosen(told(match, 1, "", "red")) == "play 2"


def test_it_does_not_play_a_card_that_may_not_fit() -> None:
    """A red card is a 1 or another: it is not played, though it would fit."""
    match = position("W3 R1 B4 Y4 G4 | ...", tokens=4)
    assert not chosen(told(match, 1, "", "red")).startswith("play")


def test_it_plays_the_oldest_of_several() -> None:
    match = position("W3 R1 B1 Y4 G4 | ...", tokens=8)
    assert chosen(told(match, 1, "", "ones", "ones")) == "play 2"


def test_it_plays_before_it_hints_or_discards() -> None:
    match = position("W1 R1 B4 Y4 G4 | Y1 G1 ...", fireworks="W1", tokens=5)
    assert chosen(told(match, 1, "white, ones", "red, ones")) == "play 2"


def test_it_plays_black_downwards_and_multicolour_upwards() -> None:
    match = position("W3 K5 M1 Y4 G4 | ...", tokens=8, multicolour=True, black_powder=True)
    assert chosen(told(match, 1, "", "", "red, white, ones")) == "play 3"
    match = position("W3 K4 B4 Y4 G4 | ...", fireworks="K5 W3 R3 B3 Y3 G3", tokens=8, black_powder=True)
    assert chosen(told(match, 1, "", "fours")) == "play 2"


def test_it_knows_that_a_returned_card_is_no_older_one() -> None:
    """Red's 5 went back into the deck: an older red card can only be the 4 that is still missing."""
    tiles = ["return", *(tile for tile in TILES if tile != "return")]
    match = position(
        "W5 W1 Y1 Y2 G1 | R4 B2 B3 B4 Y4",
        fireworks="W4 R3",
        discards="R1 R1 R2 R3 R4 R5",
        tiles=tiles,
        flares=True,
        tokens=5,
    )
    match = told(match, 2, "red")
    match.play("play 1")
    assert chosen(match) == "return red 5"
    match.play("return red 5")
    assert match.view(2)["hands"][1][0]["possible"] == ["red 4"]
    assert chosen(match) == "play 1"


# Discarding.


def test_it_discards_a_card_it_knows_to_be_built() -> None:
    match = position("W3 R1 B4 Y4 G4 | W1 W1 R2 R2 B2", fireworks="R1", tokens=0)
    assert chosen(told(match, 1, "", "red, ones")) == "discard 2"


def test_it_discards_a_card_beyond_one_that_is_lost() -> None:
    """Both red 2s are gone: no red card after the 1 is of use."""
    match = position("W3 R4 B4 Y4 G4 | ...", fireworks="R1", discards="R2 R2", tokens=0)
    assert chosen(told(match, 1, "", "red, fours")) == "discard 2"


def test_it_discards_the_oldest_card_nobody_hinted_at() -> None:
    match = position("W3 R4 B4 Y4 G4 | ...", tokens=0)
    assert chosen(told(match, 1, "threes", "fours", "", "fours", "")) == "discard 3"


def test_it_keeps_a_card_it_knows_to_be_the_last_of_its_kind() -> None:
    match = position("R5 W3 B4 Y4 G4 | ...", tokens=0)
    assert chosen(told(match, 1, "fives", "threes", "fours", "fours", "fours")) != "discard 1"


def test_it_does_not_discard_while_all_tokens_are_there() -> None:
    match = position("W3 R4 B4 Y4 G4 | W4 R3 B5 Y3 G5", tokens=8)
    assert chosen(match).startswith("hint 2 ")


# Hinting.


def hinted_places(match: Match, action: str) -> list[int]:
    (event, *_) = match.play(action)
    assert event.key == "hinted"
    return list(event.arguments["positions"])


def test_it_hints_at_a_card_that_can_be_played() -> None:
    match = position("W3 R4 B4 Y4 G4 | R3 R1 B3 Y3 G3", tokens=5)
    action = chosen(match)
    assert action in ("hint 2 ones", "hint 2 red")
    assert 2 in hinted_places(match, action)


def test_it_prefers_the_hint_after_which_the_card_is_known_to_fit() -> None:
    match = position("W3 R4 B4 Y4 G4 | R3 R1 B3 Y3 G3", tokens=5)
    assert chosen(match) == "hint 2 ones"


def test_it_hints_at_a_card_that_can_be_played_wherever_it_is() -> None:
    match = position("W3 R4 B4 Y4 | W4 R3 B3 Y3 | R4 B3 W4 G3 | G4 Y3 G1 B5", tokens=5)
    action = chosen(match)
    assert action == "hint 4 ones"
    assert hinted_places(match, action) == [3]


def test_the_hinted_card_is_then_played() -> None:
    match = position("W3 R4 B4 Y4 G4 | R3 R1 B3 Y3 G3", tokens=5)
    match.play(chosen(match))
    assert chosen(match) == "play 2"
    match.play("play 2")
    assert match.scores == [1, 1]


def test_it_does_not_repeat_a_hint_that_tells_nothing_new() -> None:
    match = told(position("W3 R4 B4 Y4 G4 | R3 R1 B3 Y3 G3", tokens=5), 2, "", "red, ones")
    assert chosen(match).startswith("discard")


def test_it_points_at_the_card_even_if_its_owner_will_not_be_sure() -> None:
    """Of the 2s only red fits: neither its colour nor its value makes the card sure."""
    match = position("W3 R4 B4 Y4 G4 | R3 R2 B3 Y3 G3", fireworks="R1", tokens=5)
    assert chosen(match) in ("hint 2 red", "hint 2 twos")


def test_its_free_colour_hint_is_its_best_colour_hint() -> None:
    tiles = ["colour hint", *(tile for tile in TILES if tile != "colour hint")]
    match = position("W5 R4 B4 Y4 G4 | R3 R1 B3 Y3 G3", fireworks="W4", tiles=tiles, flares=True)
    match.play("play 1")
    assert chosen(match) == "hint 2 red"


# Bonus tiles.


def test_it_returns_the_card_of_which_fewest_are_left() -> None:
    tiles = ["return", *(tile for tile in TILES if tile != "return")]
    match = position("W5 ... | ...", fireworks="W4", discards="R1 B5 Y2 Y2 W1", tiles=tiles, flares=True)
    match.play("play 1")
    assert chosen(match) in ("return blue 5", "return yellow 2")


def test_it_plays_a_card_from_the_discards_that_fits() -> None:
    tiles = ["rekindle", *(tile for tile in TILES if tile != "rekindle")]
    match = position("W5 ... | ...", fireworks="W4", discards="R1 B3 Y2", tiles=tiles, flares=True)
    match.play("play 1")
    assert chosen(match) == "play red 1"


# It sees what its seat sees.


def test_its_choice_does_not_depend_on_its_own_hidden_cards() -> None:
    """Its hand and the deck exchanged card by card, as long as what was told stays true."""
    match = GAME.match(players=3, seed=4)
    for _ in range(12):
        data = match.reveal()
        own, deck = data["hands"][data["to_act"] - 1], data["deck"]
        for place, card in enumerate(own):
            if not card["told"] and not card["not"]:
                card["card"], deck[-place - 1] = deck[-place - 1], card["card"]
        assert chosen(GAME.position(data)) == chosen(match)
        match.play(chosen(match))


def test_two_of_them_with_the_same_seed_choose_alike() -> None:
    one, other = seat(GAME, "beginner", 3), seat(GAME, "beginner", 3)
    match = GAME.match(players=2, seed=5)
    for _ in range(20):
        number = one.choose(match)
        assert other.choose(match) == number
        match.play(number)


def test_it_is_listed_after_random() -> None:
    assert list(bots(GAME))[:2] == ["random", "beginner"]
    with pytest.raises(BadInput, match=r"Hanabi has no bot 'clever'; it has random.* beginner"):
        seat(GAME, "clever", 1)


# How well it plays.


def mean(bot: str, games: int, **options: object) -> float:
    chosen_options: Json = GAME.options(**options)  # type: ignore[arg-type]
    return simulate(GAME, chosen_options, [bot] * chosen_options["players"], games, seed=1).mean_scores[0]


@in_many_games
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_beats_random_by_far(players: int) -> None:
    """Even where a lost game keeps its points."""
    assert mean("beginner", GAMES, players=players) > 10
    assert mean("random", 10 * GAMES, players=players, score_on_loss=True) < 2


@in_many_games
def test_it_never_loses_the_original_game() -> None:
    tally = simulate(GAME, GAME.options(players=3), ["beginner"] * 3, GAMES, seed=7)
    assert set(tally.endings) <= {"last round over", "all fireworks complete"}
    assert tally.games == GAMES


@in_many_games
def test_one_careful_player_among_random_ones_plays_too() -> None:
    options = GAME.options(players=3, score_on_loss=True)
    tally = simulate(GAME, options, ["beginner", "random", "random"], GAMES, seed=7)
    assert tally.games == GAMES


def test_what_it_plays_fits() -> None:
    """Followed through whole games: nothing is left to luck, and all that is built was known to fit."""
    for seed in range(1 if PLAIN else 6):
        match = GAME.match(players=2, seed=seed)
        while not match.over:
            before, action = match.reveal(), chosen(match)
            own = [card["card"] for card in before["hands"][before["to_act"] - 1]]
            if action.startswith("play"):
                assert own[int(action.split()[1]) - 1] in next_cards(before)
            match.play(action)
        assert match.scores[0] == len(built_cards(match.reveal())) > 5
