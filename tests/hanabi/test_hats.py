"""`hats`: all keep the same tables, nobody looks where he may not, and strangers at the table do no harm."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest

from lantern import Match
from lantern.games.hanabi.board import MOST_HELD, UNKNOWN
from lantern.games.hanabi.state import State
from lantern.kernel.record import Field, Records, new_records
from lantern.kernel.rule import PLAIN, entry, rule
from lantern.players import Bot, bot
from lantern.players.hanabi.club.bot import CLUB
from lantern.players.hanabi.hats.bot import HATS, begin
from lantern.players.hanabi.hats.hearing import hear
from lantern.players.hanabi.hats.thinking import EXPERT
from lantern.players.hanabi.mind import Mind, Notes
from lantern.players.hanabi.public import Memory
from lantern.players.player import Player
from tests.effort import enough
from tests.hanabi.box import GAME, PLAYERS, all_cards, cards
from tests.hanabi.shown import deck_size
from tests.hanabi.table import position
from tests.hanabi.watched import CAREFUL, MEMBER, RANDOM, Looks, WatchedTable

FLAGS = ("multicolour", "black_powder", "flares", "final_bouquet", "empty_hints")
COMBINATIONS = [dict(zip(FLAGS, values, strict=True)) for values in product((False, True), repeat=len(FLAGS))]
GAMES = enough(6, thorough=20, plain=1)
MANY = 200
in_many_games = pytest.mark.skipif(PLAIN, reason="hundreds of games take too long in plain Python")


@rule
def tables_differ(one: Memory, other: Memory, state: State) -> bool:
    """Whether two memories hold different public tables."""
    if one.trusted != other.trusted:
        return True
    for seat in range(state.seats):
        for place in range(MOST_HELD):
            if one.possible[seat, place] != other.possible[seat, place]:
                return True
            if one.source[seat, place] != other.source[seat, place]:
                return True
    return False


@rule
def is_wrong(memory: Memory, state: State) -> bool:
    """Whether a table excludes what a card in sight is."""
    for seat in range(state.seats):
        for place in range(state.held[seat]):
            kind = state.hand[seat, place]
            if kind != UNKNOWN and not memory.possible[seat, place] >> kind & 1:
                return True
    return False


@rule
def trusted_seats(memory: Memory) -> int:
    """The set of seats that are taken to play by hats."""
    return memory.trusted


LOOKS = Looks(tables_differ, is_wrong, trusted_seats)
SHORTLY = EXPERT.with_settings({"rounds": 3, "deck": 6}, "expert:rounds=3:deck=6")
HARDLY = EXPERT.with_settings({"rounds": 1, "deck": 1}, "expert:rounds=1:deck=1")
BY_HATS = WatchedTable(HATS if PLAIN else HARDLY, LOOKS, alike=True)
"""By hats; with compiled rules by an expert who hardly thinks, for whom nothing more has to be compiled."""
AHEAD = WatchedTable(SHORTLY, LOOKS, alike=True)


@pytest.mark.parametrize("players", [3] if PLAIN else PLAYERS)
@pytest.mark.parametrize("number", range(5, 32, 26 if PLAIN else 1))
@pytest.mark.sampled(3)
def test_all_seats_keep_the_same_tables_from_what_each_sees(players: int, number: int) -> None:
    """After every move, with all options; every action is legal and does not depend on the own hand."""
    black_values = ("mirrored", "ordinary")[number // 2 % 2]
    for seed in range(GAMES):
        seen = BY_HATS.watched([MEMBER] * players, seed, black_values=black_values, **COMBINATIONS[number])
        assert seen.moves > 20 or COMBINATIONS[number]["final_bouquet"]
        assert (seen.illegal, seen.unlike, seen.peeked, seen.distrusted) == (0, 0, 0, 0)
        assert seen.wrong == 0, "what the tables say is true"


@pytest.mark.parametrize("players", [3] if PLAIN else PLAYERS)
def test_thinking_ahead_misleads_nobody(players: int) -> None:
    for seed in range(GAMES):
        seen = AHEAD.watched([MEMBER] * players, seed)
        assert (seen.illegal, seen.unlike, seen.peeked, seen.wrong, seen.distrusted) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("stranger", [CAREFUL, RANDOM])
@pytest.mark.parametrize("players", [3] if PLAIN else PLAYERS)
@pytest.mark.parametrize("table", [BY_HATS, AHEAD], ids=["hats", "expert"])
@pytest.mark.parametrize("empty_hints", [True, False])
def test_strangers_are_noticed(table: WatchedTable, players: int, stranger: int, empty_hints: bool) -> None:
    noticed = 0
    for seed in range(GAMES):
        seen = table.watched([stranger] + [MEMBER] * (players - 1), seed, empty_hints=empty_hints)
        assert (seen.illegal, seen.peeked) == (0, 0)
        noticed += seen.distrusted & 1
    assert noticed >= GAMES // 2


# At a table.


@entry("hanabi: a seat begins to watch by hats")
def begin_watching(memories: Records, seen: Records, seat: int) -> None:
    """The first record of a match is seen."""
    begin(memories[0], seen[0], seat)


@entry("hanabi: a seat sees an action by hats")
def see_action(memories: Records, seen: Records, seat: int) -> bool:
    """The records before and after an action are seen; whether what is then thought of a hand in sight is wrong."""
    hear(memories[0], seen[0], seen[1], seat)
    return is_wrong(memories[0], seen[1])


class Watcher:
    """Keeps in mind a match that is played, move by move, as a seat (from 0) sees it; -1 sees all hands."""

    def __init__(self, match: Match, index: int) -> None:
        self.index = index
        self.memory = new_records(Mind, 1)
        self.last = self._look(match)
        begin_watching(self.memory, self.last, index)

    def _look(self, match: Match) -> Records:
        return match.concealed(self.index) if self.index >= 0 else match.state

    def see(self, match: Match) -> bool:
        """Somebody acted; whether what is now thought of a hand in sight is wrong."""
        before, self.last = self.last, self._look(match)
        return see_action(self.memory, np.concatenate([before, self.last]), self.index)

    @property
    def distrusted(self) -> int:
        """The set of seats that broke the convention."""
        return (1 << int(self.last["seats"][0])) - 1 - int(self.memory["trusted"][0])


def tables_of(memories: Records) -> list[bytes]:
    """What lasts in a memory from move to move."""
    lasting = ("possible", "covered", "hidden", "playable", "useless", "vital", "source", "trusted")
    return [memories[0][name].tobytes() for name in lasting]


def notes_of(minds: Records) -> list[bytes]:
    """What lasts in the club's notes from move to move."""
    return [minds[0][name].tobytes() for name in ("meant", "told", "known", "giver", "odd", "members")]


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


@pytest.mark.parametrize("players", [4] if PLAIN else [2, 4])
def test_thinking_by_the_clock_on_several_threads_misleads_nobody(players: int) -> None:
    hasty = EXPERT.with_settings({"seconds": 0.01, "deck": 6 if PLAIN else 0}, "expert:hasty")
    match = GAME.match(players=players, seed=3)
    witness = Watcher(match, -1)
    for _ in play_on(match, at_a_table([hasty] * players, 1, threads=3)):
        assert not witness.see(match)
    assert witness.distrusted == 0


@pytest.mark.parametrize(
    "company",
    [
        ["beginner"],
        ["random"],
        ["club"],
        ["beginner", "beginner"],
        ["club", "beginner"],
        ["random", "beginner"],
        ["random", "beginner", "random", "beginner"],
    ],
)
@pytest.mark.sampled(3)
def test_in_mixed_company_it_plays_on(company: list[str]) -> None:
    for seed in range(1 if PLAIN else 5):
        match = GAME.match(players=len(company) + 1, seed=seed)
        for _ in play_on(match, at_a_table([SHORTLY, *company], seed)):
            pass
        assert match.over


def test_rules_of_hats_and_rules_of_the_club_use_different_fields() -> None:
    names = [name for one in (Memory, Notes) for name, field in vars(one).items() if isinstance(field, Field)]
    assert len(names) == len({*names})


@pytest.mark.parametrize("company", [["club"]] if PLAIN else [["club"], ["club", "club"], ["beginner"]])
def test_with_strangers_alone_it_plays_as_the_club_does(company: list[str]) -> None:
    match = GAME.match(players=len(company) + 1, seed=3, start=1)
    players = at_a_table([SHORTLY, *company], 3)
    member = Player(GAME, CLUB, 3)
    watcher = Watcher(match, 0)
    alone = 0
    for _ in play_on(match, players):
        watcher.see(match)
        if match.to_act == 1 and watcher.memory["trusted"][0] == 1:
            for player in (players[0], member):
                player.reseed(7)
            assert players[0].choose(match) == member.choose(match)
            assert notes_of(players[0]._minds[0]) == notes_of(member._minds[0])
            alone += 1
    assert alone > 5


def test_with_half_a_table_of_strangers_the_others_still_understand_each_other() -> None:
    match = GAME.match(players=4, seed=2)
    watchers = [Watcher(match, index) for index in (-1, 0, 2)]
    for _ in play_on(match, at_a_table([SHORTLY, "beginner"] * 2, 2)):
        for watcher in watchers:
            watcher.see(match)
        assert tables_of(watchers[0].memory) == tables_of(watchers[1].memory) == tables_of(watchers[2].memory)


@pytest.mark.parametrize("company", [["hats", "hats", "hats"], ["hats", "beginner"], ["hats", "random"]])
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


EXCHANGES = enough(4, thorough=8, plain=8)
PAIRS: dict[str, list[Bot | str]] = {"hats": [HATS, HATS], "expert": [SHORTLY, SHORTLY], "mixed": [SHORTLY, CLUB]}


@pytest.mark.parametrize("pair", ["hats"] if PLAIN else PAIRS)
def test_its_choice_does_not_change_with_a_hand_that_fits_all_it_has_seen(pair: str) -> None:
    chance = Random(5)
    order = cards(" ".join(all_cards()))
    chance.shuffle(order)
    match = GAME.match(players=2, seed=5, deck=order)
    players = at_a_table(PAIRS[pair], 5)
    exchanged = 0
    for _ in play_on(match, players):
        drawn = len(order) - deck_size(match)
        if match.to_act is None or drawn == len(order):
            continue
        index, player = match.to_act - 1, players[match.to_act - 1]
        places = [(chance.randrange(drawn), chance.randrange(drawn, len(order))) for _ in range(EXCHANGES)]
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
@pytest.mark.parametrize(("players", "least"), [(2, 24.0), (3, 24.8), (4, 24.9), (5, 24.88)])
def test_how_well_it_plays(players: int, least: float) -> None:
    assert BY_HATS.mean([MEMBER] * players, MANY) > least


@in_many_games
@pytest.mark.parametrize(("players", "least"), [(2, 22.7), (3, 24.7), (4, 24.85), (5, 24.82)])
@pytest.mark.sampled(2)
def test_how_well_it_plays_where_every_hint_must_touch_a_card(players: int, least: float) -> None:
    assert BY_HATS.mean([MEMBER] * players, MANY, empty_hints=False) > least


@in_many_games
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.sampled(2)
def test_with_careful_partners_it_plays_about_as_well_as_they_do(players: int) -> None:
    alone = BY_HATS.mean([CAREFUL] * players, MANY)
    assert BY_HATS.mean([MEMBER] + [CAREFUL] * (players - 1), MANY) > alone - 3
    assert BY_HATS.mean([MEMBER] * (players - 1) + [CAREFUL], MANY) > alone - 3


@in_many_games
def test_with_a_random_partner_it_keeps_building() -> None:
    """A random player loses most games by errors; what was built by then shows that the others go on."""
    kept = {"score_on_loss": True}
    assert BY_HATS.mean([MEMBER, RANDOM], MANY, **kept) > BY_HATS.mean([CAREFUL, RANDOM], MANY, **kept) - 1
    with_careful = BY_HATS.mean([CAREFUL] * 4 + [RANDOM], MANY, **kept)
    assert BY_HATS.mean([MEMBER] * 4 + [RANDOM], MANY, **kept) > with_careful - 3
