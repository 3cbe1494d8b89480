"""`hats`: all keep the same tables, nobody looks where he may not, and strangers at the table do no harm."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from lantern import Match
from lantern.kernel.rule import PLAIN
from lantern.players import Bot, bot
from lantern.players.hanabi.hats import HATS
from lantern.players.hanabi.search import EXPERT
from lantern.players.player import Player
from tests.hanabi.hats_table import AHEAD, BY_HATS, CAREFUL, RANDOM, SHORTLY, Watcher, tables_of, watched
from tests.hanabi.table import GAME, PLAYERS, all_cards, cards, deck_size, position

FLAGS = ("multicolour", "black_powder", "flares", "final_bouquet", "empty_hints")
COMBINATIONS = [dict(zip(FLAGS, values, strict=True)) for values in product((False, True), repeat=len(FLAGS))]
GAMES = 1 if PLAIN else 20
MANY = 200
in_many_games = pytest.mark.skipif(PLAIN, reason="hundreds of games take too long in plain Python")


def mean(lineup: list[int], games: int, **options: bool) -> float:
    return sum(watched(lineup, seed, **options).score for seed in range(games)) / games


@pytest.mark.parametrize("players", [3] if PLAIN else PLAYERS)
@pytest.mark.parametrize("number", range(5, 32, 26 if PLAIN else 1))
def test_all_seats_keep_the_same_tables_from_what_each_sees(players: int, number: int) -> None:
    """After every move, with all options; every action is legal and does not depend on the own hand."""
    black_values = ("mirrored", "ordinary")[number // 2 % 2]
    for seed in range(GAMES):
        seen = watched([BY_HATS] * players, seed, black_values=black_values, **COMBINATIONS[number])
        assert seen.moves > 20 or COMBINATIONS[number]["final_bouquet"]
        assert (seen.illegal, seen.unlike, seen.peeked, seen.distrusted) == (0, 0, 0, 0)
        assert seen.wrong == 0, "what the tables say is true"


@pytest.mark.parametrize("players", [3] if PLAIN else PLAYERS)
def test_thinking_ahead_misleads_nobody(players: int) -> None:
    for seed in range(GAMES):
        seen = watched([AHEAD] * players, seed)
        assert (seen.illegal, seen.unlike, seen.peeked, seen.wrong, seen.distrusted) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("stranger", [CAREFUL, RANDOM])
@pytest.mark.parametrize("players", [3] if PLAIN else PLAYERS)
def test_strangers_are_noticed(players: int, stranger: int) -> None:
    noticed = 0
    for seed in range(GAMES):
        seen = watched([stranger] + [BY_HATS] * (players - 1), seed)
        assert (seen.illegal, seen.peeked) == (0, 0)
        noticed += seen.distrusted & 1
    assert noticed >= GAMES // 2


# At a table.


def at_a_table(bots: list[Bot | str], seed: int, threads: int | None = None) -> list[Player]:
    """Bots on their seats."""
    found = [bot(GAME, one) if isinstance(one, str) else one for one in bots]
    return [Player(GAME, one, seed + number, threads) for number, one in enumerate(found)]


def play_on(match: Match, players: list[Player]) -> Iterator[None]:
    """Let everybody choose in turn until the match is over; all they choose is legal."""
    while not match.over:
        assert match.to_act is not None
        action = players[match.to_act - 1].choose(match)
        assert match.why_not(action) is None
        match.play(action)
        yield


@pytest.mark.parametrize("players", [2, 4])
def test_thinking_by_the_clock_on_several_threads_misleads_nobody(players: int) -> None:
    hasty = EXPERT.with_settings({"seconds": 0.01, "deck": 6 if PLAIN else 0}, "hasty")
    match = GAME.match(players=players, seed=3)
    witness = Watcher(match, -1)
    for _ in play_on(match, at_a_table([hasty] * players, 1, threads=3)):
        assert not witness.see(match)
    assert witness.distrusted == 0


@pytest.mark.parametrize(
    "company",
    [
        ["careful"],
        ["random"],
        ["careful", "careful"],
        ["random", "careful"],
        ["random", "careful", "random", "careful"],
    ],
)
def test_in_mixed_company_it_plays_on(company: list[str]) -> None:
    for seed in range(1 if PLAIN else 5):
        match = GAME.match(players=len(company) + 1, seed=seed)
        for _ in play_on(match, at_a_table([SHORTLY, *company], seed)):
            pass
        assert match.over


def test_with_half_a_table_of_strangers_the_others_still_understand_each_other() -> None:
    match = GAME.match(players=4, seed=2)
    watchers = [Watcher(match, index) for index in (-1, 0, 2)]
    for _ in play_on(match, at_a_table([SHORTLY, "careful"] * 2, 2)):
        for watcher in watchers:
            watcher.see(match)
        assert tables_of(watchers[0].memory) == tables_of(watchers[1].memory) == tables_of(watchers[2].memory)


@pytest.mark.parametrize("company", [["hats", "hats", "hats"], ["hats", "careful"], ["hats", "random"]])
def test_what_a_player_remembers_is_what_it_would_have_kept_move_by_move(company: list[str]) -> None:
    match = GAME.match(players=len(company), seed=6)
    players = at_a_table([HATS if name == "hats" else name for name in company], 6)
    watcher = Watcher(match, 0)
    for _ in play_on(match, players):
        watcher.see(match)
        if match.to_act == 1:
            players[0].choose(match)
            assert tables_of(players[0]._minds[0]) == tables_of(watcher.memory)


def test_a_match_that_begins_in_the_middle_is_taken_up_by_what_the_hints_have_told() -> None:
    match = position("W3 R1 B4 Y4 G4 | ... | ...", tokens=8)
    data = match.reveal()
    data["hands"][0][1]["told"] = ["red", "ones"]
    (action,) = {player.choose(GAME.position(data)) for player in at_a_table([HATS, SHORTLY], 1)}
    assert match.words.write_action(action) == "play 2"


# It sees what its seat sees.


def with_two_cards_exchanged(match: Match, order: list[str], one: int, other: int) -> Match | None:
    """The same match from a deck in which two cards lie in each other's place; None if it can't have gone so."""
    order = [*order]
    order[one], order[other] = order[other], order[one]
    changed = GAME.match(players=match.options["players"], seed=match.seed, deck=order)
    for action in match.history:
        if changed.over or changed.why_not(action):
            return None
        changed.play(action)
    return changed


def looks_alike(match: Match, other: Match, index: int) -> bool:
    """Whether a seat can't tell two matches apart by anything it has seen, though its own hand differs."""
    hands = [one.state[0].hand[index].tobytes() for one in (match, other)]
    return hands[0] != hands[1] and match.watched(index).tobytes() == other.watched(index).tobytes()


@pytest.mark.parametrize("one", [HATS, SHORTLY], ids=["hats", "expert"])
def test_its_choice_does_not_change_with_a_hand_that_fits_all_it_has_seen(one: Bot) -> None:
    chance = Random(5)
    order = cards(" ".join(all_cards()))
    chance.shuffle(order)
    match = GAME.match(players=2, seed=5, deck=order)
    players = at_a_table([one] * 2, 5)
    exchanged = 0
    for _ in play_on(match, players):
        drawn = len(order) - deck_size(match)
        if match.to_act is None or drawn == len(order):
            continue
        index, player = match.to_act - 1, players[match.to_act - 1]
        places = [(chance.randrange(drawn), chance.randrange(drawn, len(order))) for _ in range(8)]
        for other in (with_two_cards_exchanged(match, order, *pair) for pair in places):
            if other is not None and not other.over and looks_alike(match, other, index):
                player.reseed(7)
                action = player.choose(match)
                player.reseed(7)
                assert player.choose(other) == action
                exchanged += 1
    assert exchanged > 5


# How well it plays.


@in_many_games
@pytest.mark.parametrize(("players", "least"), [(2, 22.3), (3, 24.8), (4, 24.9), (5, 24.88)])
def test_how_well_it_plays(players: int, least: float) -> None:
    assert mean([BY_HATS] * players, MANY) > least


@in_many_games
@pytest.mark.parametrize(("players", "least"), [(2, 22.0), (3, 24.7), (4, 24.85), (5, 24.82)])
def test_how_well_it_plays_where_every_hint_must_touch_a_card(players: int, least: float) -> None:
    assert mean([BY_HATS] * players, MANY, empty_hints=False) > least


@in_many_games
@pytest.mark.parametrize("players", PLAYERS)
def test_with_careful_partners_it_plays_about_as_well_as_they_do(players: int) -> None:
    alone = mean([CAREFUL] * players, MANY)
    assert mean([BY_HATS] + [CAREFUL] * (players - 1), MANY) > alone - 3
    assert mean([BY_HATS] * (players - 1) + [CAREFUL], MANY) > alone - 3


@in_many_games
def test_with_a_random_partner_it_keeps_building() -> None:
    """A random player loses most games by errors; what was built by then shows that the others go on."""
    kept = {"score_on_loss": True}
    assert mean([BY_HATS, RANDOM], MANY, **kept) > mean([CAREFUL, RANDOM], MANY, **kept) - 1
    assert mean([BY_HATS] * 4 + [RANDOM], MANY, **kept) > mean([CAREFUL] * 4 + [RANDOM], MANY, **kept) - 3
