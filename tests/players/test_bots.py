"""Bots as people and programs ask for them: names and settings, and players at tables of every game."""

from __future__ import annotations

from functools import cache

import pytest

from lantern import BadInput, Match
from lantern.kernel.game import Game
from lantern.kernel.rule import PLAIN
from lantern.players import LEVELS, Bot, bot, bots, levels
from lantern.players.player import FEW_ROUNDS, Player, new_mind, seat
from tests.compile import TESTED
from tests.effort import enough
from tests.tables import ALL_GAMES, all_tables, at, played

GAMES = {game.name: game for game in ALL_GAMES}
THINKERS = [(game, name) for game, name in TESTED if bots(GAMES[game])[name].thinking]
every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
every_bot = pytest.mark.parametrize(("game", "name"), TESTED)
every_thinker = pytest.mark.parametrize(("game", "name"), THINKERS)
SEEDS = range(enough(1, thorough=3, plain=1))
ROUNDS = 2 if PLAIN else 20


def quick(game: Game, name: str) -> Bot:
    """A bot by its name, thinking shortly if it thinks."""
    return bot(game, f"{name}:rounds={ROUNDS}" if bots(game)[name].thinking else name)


# Names.


@every_game
def test_every_game_has_all_levels_weakest_first(game: Game) -> None:
    assert tuple(levels(game)) == LEVELS
    assert list(bots(game))[: len(LEVELS)] == list(LEVELS)


@every_game
def test_every_bot_says_in_a_few_words_how_it_plays(game: Game) -> None:
    summaries = [known.summary for known in bots(game).values()]
    assert len(set(summaries)) == len(summaries)
    for summary in summaries:
        assert 10 < len(summary) < 120
        assert summary == summary.strip(" .")


@every_bot
def test_a_bot_is_found_by_its_name(game: str, name: str) -> None:
    found = bot(GAMES[game], name)
    assert (found.name, found.kind) == (name, name)
    assert found.settings == bots(GAMES[game])[name].settings


@every_game
@pytest.mark.parametrize("name", ["", "grandmaster", "Expert", "expert ", " club", "club,expert", ":", "seconds=3"])
def test_a_name_that_nobody_has_is_refused(game: Game, name: str) -> None:
    with pytest.raises(BadInput, match="it has random, beginner, club"):
        bot(game, name)


# Settings.


@every_thinker
def test_a_bot_that_thinks_takes_a_second_unless_told_otherwise(game: str, name: str) -> None:
    known = GAMES[game]
    assert bot(known, name).seconds == 1
    assert bot(known, f"{name}:seconds=0.3").seconds == 0.3
    assert bot(known, f"{name}:rounds=500").seconds is None
    assert bot(known, f"{name}:rounds=500").settings["rounds"] == 500
    both = bot(known, f"{name}:rounds=500:seconds=2")
    assert (both.seconds, both.settings["rounds"]) == (2, 500)
    assert (both.name, both.kind) == (f"{name}:rounds=500:seconds=2", name)


@every_bot
def test_settings_are_written_where_the_bot_reads_them(game: str, name: str) -> None:
    known, table = bots(GAMES[game])[name], GAMES[game].match(seed=1).state[0]
    for setting, usual in known.settings.items():
        changed = bot(GAMES[game], f"{name}:{setting}={usual + 1}")
        for value in new_mind(changed, 2, table)[setting].tolist():
            assert value == pytest.approx(usual + 1)
        assert new_mind(known, 1, table)[setting][0] == pytest.approx(usual)
        assert known.settings[setting] == usual


@pytest.mark.parametrize("setting", ["", "seconds", "seconds=", "seconds=fast", "=3", "seconds=nan", "seconds=1,5"])
@every_thinker
def test_what_is_no_setting_is_refused(game: str, name: str, setting: str) -> None:
    with pytest.raises(BadInput, match="setting"):
        bot(GAMES[game], f"{name}:{setting}")


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "0", "-1", "61", "1e300"])
@every_thinker
def test_nobody_thinks_for_ever_or_not_at_all(game: str, name: str, value: str) -> None:
    for setting in ("seconds", "rounds") if value != "61" else ("seconds",):
        with pytest.raises(BadInput, match=f"{setting}"):
            bot(GAMES[game], f"{name}:{setting}={value}")


@every_bot
def test_a_setting_that_a_bot_does_not_have_is_refused(game: str, name: str) -> None:
    with pytest.raises(BadInput, match=f"{name} has no setting 'speed'"):
        bot(GAMES[game], f"{name}:speed=3")
    if not bots(GAMES[game])[name].thinking:
        with pytest.raises(BadInput, match=f"{name} has no setting 'seconds'"):
            bot(GAMES[game], f"{name}:seconds=3")


# Whole matches.


def play_on(match: Match, players: list[Player]) -> None:
    """Play a match to its end; it refuses what is illegal."""
    while match.to_act is not None:
        before = match.state.tobytes()
        action = players[match.to_act - 1].choose(match)
        assert match.state.tobytes() == before
        match.play(action)


@cache
def moment(game: str, players: int, share: float) -> Match:
    """A random match on a plain table, after a share of its actions; to be copied."""
    table = next(table for table in all_tables(GAMES[game]) if table.options == {"players": players})
    match = played(table, players)
    return at(match, int(share * match.ply))


SIZES = [(game, name, players) for game, name in TESTED for players in GAMES[game].sheet.seats][:: 4 if PLAIN else 1]


@pytest.mark.parametrize(("game", "name", "players"), SIZES)
@pytest.mark.sampled(3)
def test_whatever_a_bot_does_is_legal(game: str, name: str, players: int) -> None:
    """From the deal on; where the rules are plain and the bot thinks, the end of a match has to do."""
    bot = quick(GAMES[game], name)
    for seed in SEEDS:
        whole = GAMES[game].match(players, seed=seed)
        match = moment(game, players, 0.9).copy() if PLAIN and bot.thinking else whole
        play_on(match, [Player(match.game, bot, number) for number in range(players)])
        assert match.over


@pytest.mark.parametrize("first", LEVELS[-1:] if PLAIN else LEVELS)
@pytest.mark.parametrize(
    "game", [game for game in ALL_GAMES if (game.name, LEVELS[-1]) in TESTED], ids=lambda game: game.name
)
def test_all_levels_sit_at_one_table(game: Game, first: str) -> None:
    """Each level on a seat, as far as there are seats; whoever is first."""
    players = min(len(LEVELS), game.sheet.seats.stop - 1)
    names = [LEVELS[(LEVELS.index(first) + number) % len(LEVELS)] for number in range(players)]
    match = moment(game.name, players, 0.9 if PLAIN else 0).copy()
    play_on(match, [Player(game, quick(game, name), number) for number, name in enumerate(names)])
    assert match.over


@every_bot
def test_there_is_nothing_to_choose_when_a_match_is_over(game: str, name: str) -> None:
    with pytest.raises(BadInput, match="the match is over"):
        Player(GAMES[game], quick(GAMES[game], name), 1).choose(moment(game, 2, 1))


# Chance.


SHARES = (0.0, 0.3, 0.6, 0.9)


def choices_of(player: Player, game: str) -> list[int]:
    """What a player chooses at several moments, twice at each."""
    return [player.choose(moment(game, 2, share)) for share in SHARES for _ in range(2)]


@every_bot
def test_the_same_seed_makes_the_same_choices(game: str, name: str) -> None:
    """Of a new player, and of one that is given its seed again after it has played."""
    bot = quick(GAMES[game], name)
    player = Player(GAMES[game], bot, 5)
    choices = choices_of(player, game)
    assert choices_of(Player(GAMES[game], bot, 5), game) == choices
    player.reseed(5)
    assert choices_of(player, game) == choices


@every_game
def test_another_seed_makes_other_choices_at_random(game: Game) -> None:
    made = {tuple(choices_of(seat(game, "random", seed), game.name)) for seed in range(5)}
    assert len(made) == 5


# Thinking.


@every_thinker
def test_whoever_thinks_for_some_time_ends_with_a_legal_action(game: str, name: str) -> None:
    """On several threads."""
    player = Player(GAMES[game], bot(GAMES[game], f"{name}:seconds=0.05"), 1, threads=2)
    for share in SHARES[1:3]:
        match = moment(game, 2, share)
        assert match.why_not(player.choose(match)) is None


@every_thinker
def test_whoever_has_no_time_thinks_all_the_same(game: str, name: str) -> None:
    """On a busy machine the time may be over before it has begun."""
    match = GAMES[game].match(2, seed=1)
    player = Player(GAMES[game], bot(GAMES[game], f"{name}:seconds=1e-9"), 1, threads=2)
    assert match.why_not(player.choose(match)) is None
    assert player.thought > 0


@every_thinker
def test_whoever_is_told_to_end_does_so_at_once(game: str, name: str) -> None:
    """It has thought a little: it looks at the clock for the first time after a few rounds on each thread."""
    match = GAMES[game].match(2, seed=1)
    player = Player(GAMES[game], bot(GAMES[game], f"{name}:seconds=60"), 1, threads=2)
    player.latest = lambda: 0.0
    assert match.why_not(player.choose(match)) is None
    assert (player.thought, player.hurried) == (2 * FEW_ROUNDS, True)
    player.bot = bot(GAMES[game], f"{name}:rounds=1")
    player.choose(match)
    assert not player.hurried


@every_thinker
def test_whoever_thinks_for_some_rounds_does_so(game: str, name: str) -> None:
    player = seat(GAMES[game], f"{name}:rounds=3", 1)
    player.choose(GAMES[game].match(2, seed=1))
    assert player.thought == 3


def test_thinking_stops_where_more_of_it_would_not_change_the_choice() -> None:
    """Whoever is thorough thinks on to the same choice."""
    game, asked = GAMES["ming" if PLAIN else "han"], 60 if PLAIN else 3000
    short = []
    for share in SHARES:
        match = moment(game.name, 2, share)
        thorough = Player(game, bot(game, f"expert:rounds={asked}"), 1, thorough=True)
        usual = seat(game, f"expert:rounds={asked}", 1)
        assert usual.choose(match) == thorough.choose(match)
        assert thorough.thought == asked
        short.append(usual.thought < asked)
    assert any(short)


@pytest.mark.parametrize("game", ["han", "khan"] if PLAIN else ["han"])
def test_where_there_is_one_action_nobody_thinks(game: str) -> None:
    match = played(all_tables(GAMES[game])[0], 0)
    single = next(one for ply in range(match.ply) if len((one := at(match, ply)).numbers()) == 1)
    player = seat(GAMES[game], "expert:rounds=3", 1)
    assert [player.choose(single)] == single.numbers()
    assert player.thought == 0
