"""The tables a learner plays at; only where there is torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lantern
from lantern.kernel.batch import Batch
from lantern.players.batch_bot import BatchBot

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.plain_only(reason="shown with plain rules: compiling takes longer than playing")

from examples import tables  # noqa: E402

CPU = torch.device("cpu")
HAN = tables.kinds("han", 2, [], [])[0]


def test_kinds_are_the_plain_game_and_each_variant_alone() -> None:
    plain, market = tables.kinds("han", 3, ["map=ways-of-diplomacy"], ["market_places", "market_places"])
    assert (plain.name, market.name) == ("plain", "market_places")
    assert plain.options == lantern.game("han").options(3, map="ways-of-diplomacy")
    assert market.options == {**plain.options, "market_places": True}
    assert plain.seats == market.seats == 3
    assert plain.seen == market.seen == 768


def test_a_variant_of_what_is_usual_is_to_leave_it_out() -> None:
    kinds = tables.kinds("khan", None, [], ["place_rulers", "drive_out_home"])
    assert [kind.options["place_rulers"] for kind in kinds] == [False, True, False]
    assert [kind.options["drive_out_home"] for kind in kinds] == [True, True, False]
    assert kinds[0].seats == 2


@pytest.mark.parametrize(
    ("text", "value"), [("start=2", 2), ("start=none", None), ("market_places=true", True), ("map=None", None)]
)
def test_options_are_read_as_they_are_written(text: str, value: Any) -> None:
    name = text.partition("=")[0]
    assert tables._option(lantern.game("han"), text) == (name, value)


@pytest.mark.parametrize(
    ("game", "options", "variants", "words"),
    [
        ("hanabi", [], [], "all together"),
        ("han", ["map"], [], "NAME=VALUE"),
        ("han", ["colour=red"], [], "no option 'colour'"),
        ("han", ["start=9"], [], "option start"),
        ("han", [], ["map"], "no variant"),
        ("han", [], ["fortifications"], "not played on Ways of Diplomacy"),
        ("chess", [], [], "no game"),
    ],
)
def test_what_can_not_be_played_is_refused(game: str, options: list[str], variants: list[str], words: str) -> None:
    with pytest.raises(lantern.BadInput, match=words):
        tables.kinds(game, None, options, variants)


def test_all_kinds_must_look_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables.Kind, "seen", property(lambda kind: 5 + kind.options["fortifications"]))
    with pytest.raises(lantern.BadInput, match="with fortifications a seat sees 6 numbers, without it 5"):
        tables.kinds("han", 3, [], ["fortifications"])


@pytest.mark.parametrize("players", [2, 3])
def test_the_learner_has_each_seat_in_turn(players: int) -> None:
    table = tables.against_club(tables.kinds("han", players, [], [])[0], 6, 5, CPU)
    own = 0
    for _ in range(8):
        mine = table.mine()
        assert mine.tolist() == [seat == row % players for row, seat in enumerate(table.batch.seats.tolist())]
        first_legal = table.told("masks").argmax(dim=1)
        played = table.step(first_legal.clone())
        assert (played == first_legal)[torch.as_tensor(mine)].all()
        assert not table.batch.codes.any()
        own += int(mine.sum())
    assert 0 < own < 48


def test_games_are_spread_over_different_moments() -> None:
    table = tables.spread(tables.against_club(HAN, 4, 5, CPU), 8)
    assert table.batch.tables.moves.tolist() == [0, 2, 4, 6]


def test_a_game_is_as_long_as_random_ones_are() -> None:
    assert 103 <= tables.moves_of_a_game(HAN, 1) <= 122


def test_a_lesson_is_what_the_opponent_does() -> None:
    lesson, games = tables.lesson(HAN, 4, 5, CPU), HAN.batch(4, 5)
    games.reset()
    opponent = BatchBot(games, tables.OPPONENT)
    for _ in range(6):
        expected = opponent.choose().copy()
        games.step(expected)
        assert lesson.mine().all()
        assert lesson.step(torch.zeros(4, dtype=torch.int64)).tolist() == expected.tolist()


class OnDevice:
    """A batch that tells and takes tensors only, as one on a GPU does."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch

    def __len__(self) -> int:
        return len(self.batch)

    def __getattr__(self, name: str) -> Any:
        told = getattr(self.batch, name)
        return torch.as_tensor(told) if isinstance(told, np.ndarray) else told

    def step(self, actions: Any) -> None:
        assert isinstance(actions, torch.Tensor)
        self.batch.step(actions.numpy())


def test_a_batch_on_a_gpu_is_handed_tensors() -> None:
    there, here = tables.Table(OnDevice(HAN.batch(4, 5)), CPU), tables.against_itself(HAN, 4, 5, CPU)
    for table in (there, here):
        tables.spread(table, 8)
        table.step(table.told("masks").argmax(dim=1))
    assert (there.on_processor, here.on_processor) == (False, True)
    assert torch.equal(there.told("observations"), here.told("observations"))


def test_games_against_itself_are_played_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def batch(name: str, games: int, seed: int, device: str, **options: Any) -> Batch:
        asked.append(device)
        return lantern.game(name).batch(games, seed=seed, **options)

    monkeypatch.setattr(lantern, "batch", batch)
    for on_gpu in (False, True):
        tables.against_itself(HAN, 4, 5, CPU, on_gpu)
    assert asked == ["cpu", "gpu"]
