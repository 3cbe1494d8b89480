"""`club`: what its hints mean, what it does with a person's, and that strangers at the table do no harm."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from lantern import Match
from lantern.games.hanabi.board import KIND_NAMES, MOST_HELD
from lantern.games.hanabi.state import State
from lantern.kernel.rule import PLAIN, rule
from lantern.players.hanabi.club.bot import CLUB, NOWHERE, Meaning, hint_meaning
from lantern.players.hanabi.mind import Notes
from lantern.players.player import Player
from tests.effort import enough
from tests.hanabi.box import GAME, PLAYERS, TILES, shorten
from tests.hanabi.table import position
from tests.hanabi.watched import CAREFUL, MEMBER, RANDOM, Looks, WatchedTable
from tests.matches import play_all

FLAGS = ("multicolour", "black_powder", "flares", "final_bouquet", "empty_hints")
COMBINATIONS = [dict(zip(FLAGS, values, strict=True)) for values in product((False, True), repeat=len(FLAGS))]
GAMES = enough(4, thorough=10, plain=1)
MANY = enough(60, thorough=200, plain=60)
in_many_games = pytest.mark.skipif(PLAIN, reason="hundreds of games take too long in plain Python")


@cache
def club() -> Player:
    return Player(GAME, CLUB, 1)


def chosen(match: Match) -> str:
    """What the bot does here, in words; it must be legal."""
    number = club().choose(match)
    assert number in match.numbers()
    return match.words.write_action(number)


def meaning(match: Match, action: str) -> Meaning | None:
    """What an action means, to one who sees all."""
    before = match.state
    match.play(action)
    return hint_meaning(before[0], match.state[0])


def read(match: Match, action: str) -> tuple[str, int, str]:
    """The meaning of a hint: play, rescue or knows; the number of the card it points at; what that card can be."""
    found = meaning(match, action)
    assert found is not None
    return found.kind, found.position + 1, shorten([KIND_NAMES[kind] for kind in found.kinds])


# At which card a hint points.


def test_a_hint_points_at_the_newest_card_it_touches() -> None:
    match = position("... | W3 R4 B4 R1 G4")
    assert read(match, "hint 2 red") == ("play", 4, "R1")
    assert chosen(match) == "play 4"


def test_it_points_at_the_next_to_go_if_it_touches_that() -> None:
    match = position("... | R1 W3 B4 R4 G4")
    assert read(match, "hint 2 red") == ("play", 1, "R1")
    assert chosen(match) == "play 1"


def test_it_points_at_a_card_without_a_hint_rather_than_at_a_newer_one_with_a_hint() -> None:
    match = play_all(position("... | W3 R1 B4 Y4 R4"), "hint 2 fours", "hint 1 fives")
    assert read(match, "hint 2 red") == ("play", 2, "R1")


def test_it_points_at_the_newest_card_if_all_had_a_hint() -> None:
    match = play_all(position("... | W3 B4 R2 Y4 G1", fireworks="R1"), "hint 2 twos", "hint 1 fives")
    assert read(match, "hint 2 red") == ("play", 3, "R2")


# To play.


def test_a_card_pointed_at_may_be_one_that_fits_after_cards_hinted_at() -> None:
    match = play_all(position("... | W3 B4 Y4 G4 R2 | W4 B4 Y3 R1 G3"), "hint 3 red", "hint 1 fives", "hint 1 fives")
    assert read(match, "hint 2 red") == ("play", 5, "R2")
    assert not chosen(match).startswith("play"), "it waits for the red 1"
    play_all(match, "discard 1", "play 4", "discard 1")
    assert chosen(match) == "play 4"


def test_all_ones_are_played() -> None:
    match = position("... | W1 B4 R1 G4 Y1", tokens=8)
    assert read(match, "hint 2 ones")[:2] == ("play", 1)
    for left in (3, 2, 1):
        action = chosen(match)
        assert action.startswith("play"), left
        match.play(action)
        match.play("hint 2 fours")
    assert match.scores == [3, 3]


def test_a_hint_at_a_card_that_can_not_be_played_yet_means_what_it_says() -> None:
    match = position("... | W3 R4 B4 R1 G4")
    assert read(match, "hint 2 fours") == ("knows", 5, "")
    assert not chosen(match).startswith("play")


def test_an_empty_hint_points_nowhere() -> None:
    match = position("... | W3 R4 B4 R1 G4")
    assert meaning(match, "hint 2 yellow") == Meaning("knows", 1, NOWHERE)


def test_other_actions_mean_nothing() -> None:
    match = position("... | ...")
    assert meaning(match, "discard 1") is None
    assert meaning(match, "play 1") is None


def test_multicolour_cards_may_be_meant_by_every_colour() -> None:
    match = position("... | W3 R4 B4 M1 G4", multicolour=True)
    assert read(match, "hint 2 red") == ("play", 4, "R1 M1")
    assert chosen(match) == "play 4"


def test_black_is_read_downwards() -> None:
    match = position("... | W3 R4 B4 K5 G4", black_powder=True, fireworks="")
    assert read(match, "hint 2 fives") == ("play", 4, "K5")
    assert chosen(match) == "play 4"


# To save.


def test_fives_may_save_the_next_to_go() -> None:
    match = position("... | R5 W3 B4 Y4 G4")
    assert read(match, "hint 2 fives") == ("rescue", 1, "W5 R5 B5 Y5 G5")
    assert chosen(match) not in ("play 1", "discard 1")


def test_a_colour_saves_no_five() -> None:
    match = position("... | R5 W3 B4 Y4 G4", fireworks="R3")
    assert read(match, "hint 2 red") == ("play", 1, "R4")


def test_the_last_of_a_kind_is_saved_by_value_or_colour() -> None:
    match = position("... | R3 W3 B4 Y4 G4", discards="R3")
    assert read(match, "hint 2 red") == ("rescue", 1, "R1 R3")
    assert chosen(match) not in ("play 1", "discard 1")
    assert read(position("... | R3 W4 B4 Y4 G4", discards="R3"), "hint 2 threes") == ("rescue", 1, "R3")


def test_twos_may_save_one_that_nobody_else_shows() -> None:
    match = position("W4 R4 B3 Y4 G3 | W2 W3 B4 Y4 G4 | R2 B2 W4 Y3 G3", fireworks="G1")
    assert read(match, "hint 2 twos") == ("rescue", 1, "W2 Y2 G2")


def test_the_last_black_card_is_a_one_and_saved_by_value() -> None:
    match = position("... | K1 R3 B4 Y4 G4", black_powder=True, fireworks="W1 R1 B1 Y1 G1")
    assert read(match, "hint 2 ones") == ("rescue", 1, "K1")


def test_it_saves_the_next_seat_s_five_before_it_plays() -> None:
    match = play_all(position("W1 R3 B3 Y3 G3 | R5 W4 B4 Y4 G4 | ..."), "discard 2", "discard 2", "hint 1 white")
    assert chosen(match) == "hint 2 fives"
    play_all(match, "hint 2 fives", "discard 1", "hint 2 blue")
    assert chosen(match) == "play 1"


# Which hints it gives.


def test_its_hint_is_read_as_it_is_meant() -> None:
    """Red would point at the red 4, the ones at the red 1."""
    match = position("... | W3 R1 B4 Y4 R4", tokens=5)
    assert chosen(match) == "hint 2 ones"


def test_it_does_not_hint_at_a_card_that_was_hinted_at_elsewhere() -> None:
    match = play_all(position("... | W3 R1 B4 Y4 G4 | W4 B3 R1 Y3 G3"), "hint 2 red", "hint 1 fives", "hint 1 fours")
    assert chosen(match) not in ("hint 3 red", "hint 3 ones")


def test_its_free_hint_is_a_good_one() -> None:
    tiles = ["value hint", *(tile for tile in TILES if tile != "value hint")]
    match = position("W5 R4 B4 Y4 G4 | R3 R1 B3 Y3 G3", fireworks="W4", tiles=tiles, flares=True)
    match.play("play 1")
    assert chosen(match) == "hint 2 ones"


def test_it_discards_the_next_to_go() -> None:
    match = play_all(position("W3 R4 B4 Y4 G4 | W4 R3 B3 Y3 G3", tokens=0), "discard 5", "hint 1 threes")
    assert chosen(match) == "discard 2"


# Whom it trusts.


def test_after_a_card_that_did_not_fit_it_takes_that_seat_at_its_word() -> None:
    match = position("... | W3 R4 B4 Y4 Y3 | ...", tokens=6)
    match.play("hint 2 red")
    assert chosen(match) == "play 2"
    play_all(match, "play 2", "hint 1 fives", "hint 2 yellow")
    assert not chosen(match).startswith("play"), "a person's hint led it astray once"


def test_it_still_trusts_the_others() -> None:
    match = position("... | W3 R4 B4 Y4 Y1 | ...", tokens=6)
    play_all(match, "hint 2 red", "play 2", "hint 2 yellow", "hint 3 fives")
    assert chosen(match).startswith("play")


def test_with_two_errors_it_plays_only_what_hints_say_outright() -> None:
    match = position("... | W3 R4 B4 R1 G4", errors=2)
    match.play("hint 2 red")
    assert not chosen(match).startswith("play")
    match = position("... | W3 R4 B4 R1 G4", errors=2)
    match.play("hint 2 ones")
    assert chosen(match) == "play 4"


def test_it_can_begin_in_the_middle_of_a_match() -> None:
    data = play_all(GAME.match(players=3, seed=3), "hint 2 ones", "discard 1", "hint 1 twos").reveal()
    assert chosen(GAME.position(data))


# At every table.


@rule
def notes_differ(one: Notes, other: Notes, state: State) -> bool:
    """Whether two seats noted different things."""
    for seat in range(state.seats):
        for place in range(MOST_HELD):
            if one.known[seat, place] != other.known[seat, place]:
                return True
            if one.giver[seat, place] != other.giver[seat, place]:
                return True
    return bool(one.members != other.members)


@rule
def is_told_wrong(notes: Notes, state: State) -> bool:
    """Whether a card is none of those that hints leave possible."""
    for seat in range(state.seats):
        for place in range(state.held[seat]):
            if not notes.told[seat, place] >> state.hand[seat, place] & 1:
                return True
    return False


@rule
def members_of(notes: Notes) -> int:
    """The set of seats that are taken to keep to the convention."""
    return notes.members


TABLE = WatchedTable(CLUB, Looks(notes_differ, is_told_wrong, members_of))


@pytest.mark.parametrize("players", [3] if PLAIN else PLAYERS)
@pytest.mark.parametrize("number", range(5, 32, 26 if PLAIN else 1))
@pytest.mark.sampled(3)
def test_it_plays_legally_and_by_what_it_sees_with_all_options(players: int, number: int) -> None:
    """What it notes and does is the same if it could see its own hand."""
    black_values = ("mirrored", "ordinary")[number // 2 % 2]
    for seed in range(GAMES):
        seen = TABLE.watched([MEMBER] * players, seed, black_values=black_values, **COMBINATIONS[number])
        assert seen.moves > 20 or COMBINATIONS[number]["final_bouquet"]
        assert (seen.illegal, seen.peeked, seen.unlike, seen.wrong, seen.fatal) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("stranger", [CAREFUL, RANDOM])
@pytest.mark.parametrize("players", [2] if PLAIN else PLAYERS)
def test_no_stranger_leads_it_into_a_third_error(players: int, stranger: int) -> None:
    noticed = 0
    for seed in range(GAMES):
        seen = TABLE.watched([stranger] + [MEMBER] * (players - 1), seed)
        assert (seen.illegal, seen.peeked, seen.unlike, seen.wrong, seen.fatal) == (0, 0, 0, 0, 0)
        noticed += seen.distrusted & 1
    assert PLAIN or noticed >= GAMES // 2


def test_all_viewers_agree_at_which_card_a_hint_points() -> None:
    match = GAME.match(players=3, seed=2)
    for _ in range(12):
        before = [match.concealed(viewer) for viewer in range(3)]
        match.play(chosen(match))
        after = [match.concealed(viewer) for viewer in range(3)]
        found = [hint_meaning(was[0], now[0]) for was, now in zip(before, after, strict=True)]
        assert len({(one.seat, one.position) if one else None for one in found}) == 1


# How well it plays.


@in_many_games
@pytest.mark.parametrize(("players", "least"), [(2, 21.5), (3, 22.5), (4, 22.3), (5, 20.9)])
def test_how_well_it_plays(players: int, least: float) -> None:
    assert TABLE.mean([MEMBER] * players, MANY) > least
    assert TABLE.mean([MEMBER] * players, MANY, empty_hints=False) > least


@in_many_games
@pytest.mark.parametrize("flag", ["multicolour", "black_powder", "flares", "final_bouquet"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.sampled(3)
def test_it_is_far_ahead_of_careful(players: int, flag: str) -> None:
    chosen_options = {flag: True, "score_on_loss": True}
    among_careful = TABLE.mean([CAREFUL] * players, MANY, **chosen_options)
    assert TABLE.mean([MEMBER] * players, MANY, **chosen_options) > among_careful + 2


@in_many_games
@pytest.mark.parametrize("players", PLAYERS)
def test_with_careful_partners_it_plays_as_well_as_they_do(players: int) -> None:
    alone = TABLE.mean([CAREFUL] * players, MANY)
    assert TABLE.mean([MEMBER] + [CAREFUL] * (players - 1), MANY) > alone - 0.5
    assert TABLE.mean([MEMBER] * (players - 1) + [CAREFUL], MANY) > alone - 0.5


@in_many_games
def test_with_a_random_partner_it_keeps_building() -> None:
    """A random player loses most games by errors; what was built by then shows that the others go on."""
    for players in (2, 4):
        club_and_random = TABLE.mean([MEMBER] * (players - 1) + [RANDOM], MANY, score_on_loss=True)
        assert club_and_random > TABLE.mean([CAREFUL] * (players - 1) + [RANDOM], MANY, score_on_loss=True) - 0.5
