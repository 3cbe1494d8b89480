"""A game that is new: without bots, with some, and with a search that has learned nothing yet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lantern import BadInput
from lantern.kernel.game import Game
from lantern.kernel.record import Cells, State
from lantern.kernel.rule import plainly, rule
from lantern.players import CLUB, MOST_SEATS, Bot, bots, check_seats, levels, part_of
from lantern.players.advice.judge import Searching, opinion_of
from lantern.players.advice.reasons import proposed, reasons
from lantern.players.arena.contest import Company
from lantern.players.search.prior_bot import beginner
from lantern.players.search.tree import Guide, expert, guides, tables_for
from lantern.players.search.value import FEATURES, HIDDEN, new_weights, read_weights, weights_file, weights_of
from lantern.players.training.value import Teacher, fit
from tests.kernel.table import TOY
from tests.players.toys import HASTY, TOYS, last_legal, put_module, toys
from tests.tables import ALL_GAMES, PLAYED, Table, at, played, seeds, spread

__all__ = ["toys"]
GUIDES = guides()
in_plain = pytest.mark.plain_only(reason="played with plain rules: compiling takes minutes")


def called(name: str) -> Game:
    """The toy by another name."""
    return Game(replace(TOY.sheet, name=name))


# Parts.


def test_a_game_without_bots_has_those_who_play_at_random() -> None:
    assert list(bots(TOY)) == list(levels(TOY)) == ["random"]
    assert part_of(TOY) is part_of(TOY, "judging") is None


def test_a_game_without_bots_says_that_nobody_can_judge_it() -> None:
    with pytest.raises(BadInput, match="has no bot 'expert'; it has random"):
        opinion_of(TOY)


def test_a_game_without_reasons_gives_none() -> None:
    match = TOY.match(2, seed=1)
    seen = match.concealed(0)
    assert reasons(TOY, seen, seen, 0) == []
    assert proposed(TOY, match.concealed((match.to_act or 0) - 1), match.numbers()[0]) == []


@pytest.mark.parametrize("name", ["plan", "search", "reasons", "value"])
def test_a_game_may_be_called_like_a_module_beside_the_bots(name: str) -> None:
    assert part_of(called(name)) is part_of(called(name), "judging") is None
    assert list(bots(called(name))) == ["random"]


@pytest.mark.usefixtures("toys")
def test_a_games_own_bots_are_found_by_its_folder() -> None:
    assert list(bots(TOY).values())[1:] == TOYS
    assert part_of(TOY, "judging") is None


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_every_game_is_judged_and_explained(game: Game) -> None:
    assert game.name in GUIDES or part_of(game, "judging") is not None
    assert part_of(game, "reasons") is not None


def test_a_game_for_more_than_there_is_room_for_is_noticed() -> None:
    large = Game(replace(TOY.sheet, seats=range(2, MOST_SEATS + 2)))
    with pytest.raises(AssertionError, match="up to 6 players: raise"):
        Company(large, [HASTY])
    for game in ALL_GAMES:
        check_seats(game.sheet)


# A search.


@rule
def no_prior(state: State, action: int) -> float:
    """All look alike."""
    return 0.0


@rule
def cards(state: State, seat: int, out: Cells) -> int:
    """The cards that a seat holds."""
    out[0] = state.held[seat]
    return 1


GUIDE = Guide(last_legal, no_prior, cards)


@pytest.fixture
def guided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy has a guide, and nobody has trained it."""
    own = [beginner(TOY.sheet, GUIDE), Bot(CLUB, HASTY.summary, last_legal), expert(TOY.sheet, GUIDE, rounds=4.0)]
    put_module(monkeypatch, "lantern.players.toy", BOTS=own)
    put_module(monkeypatch, "lantern.players.toy.guide", GUIDE=GUIDE, TABLES=tables_for((2, 3)))


def test_what_was_never_trained_has_learned_nothing() -> None:
    untaught = weights_of("toy")
    assert {name: values.shape for name, values in untaught.items()} == {
        "input": (FEATURES, HIDDEN),
        "input_bias": (HIDDEN,),
        "output": (HIDDEN,),
        "output_bias": (1,),
    }
    assert all(np.array_equal(values, untaught[name]) for name, values in weights_of("toy").items())


@in_plain
@pytest.mark.usefixtures("guided")
def test_a_game_is_trained_by_a_search_that_has_learned_nothing() -> None:
    teacher = Teacher(TOY, 1)
    alone = teacher.play(TOY.options(2), games=20, seed=1, rounds=0, erring=80, mix=0.5)
    searched = teacher.play(TOY.options(3), games=2, seed=1, rounds=3, erring=0, mix=0.5)
    assert len(alone.worths) > 0
    assert len(searched.worths) > 0
    assert not alone.seen[:, 1:].any()
    weights = new_weights(1)
    curve = fit(alone, weights, epochs=1, rate=0.003, seed=1, tell=lambda line: None)
    assert len(curve) == 1


@in_plain
@pytest.mark.usefixtures("guided")
def test_it_plays_and_judges_all_the_same() -> None:
    match = TOY.match(2, seed=1)
    assert list(levels(TOY)) == ["random", "beginner", "club", "expert"]
    assert match.to_act is not None
    judgement = Searching(TOY, 5).judge(match.concealed(match.to_act - 1), match.to_act - 1, 1)
    assert match.why_not(judgement.best) is None


@pytest.mark.parametrize("game", GUIDES)
def test_every_game_with_a_guide_has_been_trained(game: str) -> None:
    assert read_weights(weights_file(game)).keys() == new_weights(1).keys()


def test_weights_lie_beside_the_guide() -> None:
    for name, guide in GUIDES.items():
        assert weights_file(name).parent == Path(guide.__file__ or "").parent


@in_plain
@pytest.mark.parametrize("table", [table for table in PLAYED if table.game.name in GUIDES], ids=str)
def test_no_game_writes_more_features_than_there_is_room_for(table: Table) -> None:
    features = plainly(GUIDES[table.game.name].GUIDE.features)
    match = played(table, seeds(table)[0])
    for ply in spread(match.ply, 3):
        state = at(match, ply).state[0]
        for seat in range(table.options["players"]):
            out = np.full(2 * FEATURES, np.nan)
            count = features(state, seat, out)
            assert count <= FEATURES
            assert not np.isnan(out[:count]).any()
            assert np.isnan(out[FEATURES:]).all()
