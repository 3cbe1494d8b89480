"""`greedy`: it lays the piece that brings most, puts yurts where pieces can grow, and beats who plays at random."""

from __future__ import annotations

import pytest

from lantern import BadInput, Match
from lantern.kernel.rule import PLAIN
from lantern.players import bot
from lantern.players.khan.greedy import greedy
from tests.greedy import chosen, games_won, in_many_games, player
from tests.khan.board import region
from tests.khan.box import GAME, PACK, drawn
from tests.khan.table import CALM, ending, over, position, special
from tests.matches import phase


def laid(match: Match) -> str:
    """The piece that `greedy` lays here."""
    verb, piece, *_ = chosen(match).split()
    assert verb == "conquer"
    return piece


# Conquests.


def test_it_lays_the_largest_piece() -> None:
    """Of four yurts in a row it takes all: a domino or three would bring less."""
    assert chosen(position(yurts=drawn("A5", "A A A A"))) == "conquer I-4 A5 B5 C5 D5"


def test_it_lays_five_where_it_can() -> None:
    match = position(yurts=drawn("A9", "A A A A", "n . . .") + " | A A5 B5 C5 D5")
    assert laid(match) == "L-5"


def test_it_covers_neutral_yurts_rather_than_its_own() -> None:
    """Three squares here or there: two of its own yurts are saved."""
    match = position(yurts="A A5 B5 C5 | A A10 | n B10 C10")
    assert chosen(match) == "conquer I-3 A10 B10 C10"


def test_it_keeps_a_piece_for_itself_rather_than_sharing_it() -> None:
    match = position(yurts="A A5 A10 | B B10 | n B5 C5 C10")
    assert chosen(match) == "conquer I-3 A5 B5 C5"


def test_it_lays_the_piece_that_joins_its_territory() -> None:
    """Two rows of three alike, one of them beside a piece of A's."""
    match = position(yurts="A A5 A10 | n B5 C5 B10 C10", pieces="domino A A11 B11")
    assert chosen(match) == "conquer I-3 A10 B10 C10"


def test_in_the_final_phase_it_lays_whatever_it_can() -> None:
    """A domino for two of its yurts is worth little, but there is nothing else to do."""
    assert laid(ending(yurts="A A5 B5")) == "domino"


def test_in_the_final_phase_it_passes_where_it_would_have_to_ask() -> None:
    match = ending(players=3, yurts="A A5 | B B5 | C A10 B10", patronage="B")
    assert chosen(match) == "pass"


# Yurts and rulers.


def test_it_puts_a_yurt_beside_its_own() -> None:
    """With a sand card and a yurt of its own in the middle of the sand."""
    match = position("sand, sand, sand, sand", yurts="A B11")
    where = chosen(match).removeprefix("invade ").removesuffix(" with sand")
    assert where in ("B10", "A11", "C11", "B12")


def test_it_fills_the_gap_between_two_of_its_own() -> None:
    match = position("stone, sand, stone, sand", yurts="A B10 B12 | B A6")
    assert chosen(match) == "invade B11 with sand"


def test_it_drives_out_the_ruler_beside_it_when_no_card_fits() -> None:
    """There is no free sand; the Seljuk stands beside A's yurt, and the yurt that he leaves will be a neighbour."""
    match = position("sand, sand, sand, sand", home="abbasid", yurts=f"A A7 | B {' '.join(region('sand'))}")
    assert chosen(match) == "drive seljuk"


# Special cards and consent.


def test_it_uses_high_morale_for_a_good_piece() -> None:
    """Five squares with three neutral yurts among them."""
    match = special("stone, sand, river, khan", yurts=drawn("A9", "A n n A", "n . . .") + " | A A5", top=CALM)
    assert chosen(match) == "morale"
    match.play("morale")
    assert laid(match) == "L-5"


def test_it_protects_its_yurts_when_it_has_many() -> None:
    assert chosen(special("stone, sand, river, khan", yurts="A A5 D7 A10 | B F2", top=CALM)) == "patronage"


def test_it_keeps_its_cards_when_there_is_little_to_gain() -> None:
    assert chosen(special("stone, sand, river, khan", yurts="A A5 | B F2", top=CALM)) == "pass"


@pytest.mark.parametrize(
    ("players", "yurts", "action", "answer"),
    [
        (2, "A A5 | B B5", "conquer domino A5 B5", "consent"),
        (4, "A A5 | B B5 | C C5", "conquer I-3 A5 B5 C5", "refuse"),
    ],
)
def test_it_shares_a_piece_with_one_and_not_with_two(players: int, yurts: str, action: str, answer: str) -> None:
    match = ending(players=players, yurts=yurts, patronage="B")
    match.play(action)
    assert phase(match) == "consent"
    assert chosen(match) == answer


# It sees what its seat sees.


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=PACK.index)


def test_its_choice_does_not_depend_on_what_is_hidden() -> None:
    """The next seat's hand exchanged for the next cards of the deck, and the deck turned round."""
    for seed in range(2 if PLAIN else 10):
        match = GAME.match(players=3, seed=seed)
        while phase(match) != "actions":
            match.play(match.numbers()[0])
        data = match.reveal()
        other, deck = data["to_act"] % 3, data["deck"]
        data["hands"][other], data["deck"] = in_order(deck[:4]), [*reversed(deck[4:]), *data["hands"][other]]
        assert chosen(GAME.position(data)) == chosen(match)


def test_it_has_nothing_to_choose_once_a_match_is_over() -> None:
    with pytest.raises(BadInput, match="the match is over"):
        player(GAME).choose(over(pieces="domino A A5 B5"))


def test_it_plays_at_the_club() -> None:
    assert bot(GAME, "club").choose is greedy


# How well it plays.


@in_many_games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_by_far(players: int) -> None:
    assert games_won(GAME, 24, players) >= 20


@in_many_games
def test_it_beats_random_with_rulers_placed_by_players_too() -> None:
    assert games_won(GAME, 8, 4, place_rulers=True, drive_out_home=False) >= 6
