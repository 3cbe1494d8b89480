"""Why a move: every move has its reasons, told in every language, and they tell nothing that was not to be seen."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import lantern
from lantern import learning
from lantern.kernel.contract import Json
from lantern.kernel.game import Game
from lantern.kernel.record import Records, new_records
from lantern.kernel.rng import Stream
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.languages import LANGUAGES
from lantern.languages.words import DEFAULT, catalogue
from lantern.players.advice import reasons as common
from lantern.players.advice.reasons import MOST, Reason, proposed, reasons, told
from tests.effort import enough
from tests.tables import ALL_GAMES, PLAYED, Table, at, played, seeds, share, spread

pytestmark = pytest.mark.plain_only(reason="reasons are plain Python either way, and tested so")
MOVES = enough(60, thorough=200, plain=60)
"""How many moves of a game are explained to all seats."""
WORLDS = range(3)
NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve"]
GAMES = [game.name for game in ALL_GAMES]
UNTIDY = re.compile(r"\s\s|\s[.,:;!?]|[.,:;!?]{2}|[{}|\"`]")
"""Double spaces, a space before a mark, two marks in a row, what a phrase left open, quotes of another language."""

every_table = pytest.mark.parametrize("table", PLAYED, ids=str)


def moves(table: Table, number: int) -> Iterator[tuple[lantern.Match, int, lantern.Match]]:
    """A table's share of so many moves of random matches: the match before, the action, the match after."""
    match = played(table, seeds(table)[0])
    for ply in spread(match.ply - 1, max(2, share(table, number))):
        yield at(match, ply), match._numbers[ply], at(match, ply + 1)


def mover(before: lantern.Match) -> int:
    assert before.to_act is not None
    return before.to_act - 1


@every_table
@pytest.mark.sampled(4)
def test_every_move_has_reasons_for_everybody_in_every_language(table: Table) -> None:
    for before, _, after in moves(table, MOVES):
        for viewer in range(-1, table.options["players"]):
            found = reasons(table.game, before.concealed(viewer), after.concealed(viewer), mover(before))
            assert 1 <= len(found) <= MOST
            assert len(set(map(repr, found))) == len(found)
            for reason in found:
                check_told(reason, after.board())


def check_told(reason: Reason, board: Json) -> None:
    json.dumps(reason.values)
    for language in LANGUAGES:
        sentence = told(reason, language, board, NAMES)
        assert sentence[0].isupper() or sentence[0].isdigit(), sentence
        assert sentence.endswith("."), sentence
        assert UNTIDY.search(sentence) is None, sentence


@every_table
def test_a_move_that_is_proposed_is_explained_like_one_that_was_made_whatever_chance_showed(table: Table) -> None:
    for before, action, after in moves(table, MOVES // 2):
        seat = mover(before)
        seen = before.concealed(seat)
        made = reasons(table.game, seen, after.concealed(seat), seat)
        assert [proposed(table.game, seen, action, world) for world in WORLDS] == [made] * len(WORLDS)


@every_table
def test_equal_views_give_equal_reasons(table: Table) -> None:
    for before, _, after in moves(table, MOVES // 4):
        for viewer in range(table.options["players"]):
            here = reasons(table.game, before.concealed(viewer), after.concealed(viewer), mover(before))
            there = reasons(table.game, elsewhere(before, viewer), elsewhere(after, viewer), mover(before))
            assert repr(here) == repr(there)


def elsewhere(match: lantern.Match, viewer: int) -> Records:
    """What a seat sees in another world that it can't tell from this one."""
    world, chance = match.state, new_records(Stream, 1)
    seed_all(chance, match.ply, CHOICE, 0, 1)
    match.game.engine.determinize(world, viewer, chance)
    match.game.engine.conceal(world, viewer)
    return world


@every_table
def test_giving_reasons_changes_nothing(table: Table) -> None:
    for before, _, after in moves(table, MOVES // 4):
        seat = mover(before)
        one, other = before.concealed(seat), after.concealed(seat)
        kept = one.tobytes(), other.tobytes()
        first = reasons(table.game, one, other, seat)
        assert reasons(table.game, one, other, seat) == first
        assert (one.tobytes(), other.tobytes()) == kept


def test_the_first_three_reasons_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = lantern.game("han")
    many = [Reason(f"han.{number}") for number in range(5)]
    monkeypatch.setattr("lantern.players.han.reasons.reasons", lambda *_: many)
    seen = game.match(seed=1).concealed(0)
    assert common.reasons(game, seen, seen, 0) == many[:3]


def test_the_action_and_the_seat_are_handed_to_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []
    game: Game = lantern.game("han")

    def note(before: Records, after: Records, action: int, seat: int) -> list[Reason]:
        given.extend([before.tobytes(), after.tobytes(), action, seat])
        return []

    monkeypatch.setattr("lantern.players.han.reasons.reasons", note)
    match = game.match(seed=1, start=2)
    before = match.concealed(0)
    action = match.numbers()[0]
    match.play(action)
    after = match.concealed(0)
    reasons(game, before, after, 1)
    assert given == [before.tobytes(), after.tobytes(), action, 1]


def written(game: str) -> set[str]:
    """The keys that a game's reasons have in their sources; some are made of others: shared conquests, many cards."""
    paths = [
        Path(common.__file__).parents[1] / game / "reasons.py",
        Path(learning.__file__).parent / game / "answers.py",
    ]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths if path.exists()]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text.partition(".")[2] for text in texts if re.fullmatch(rf"{game}\.\w+", text)}


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_has_a_phrase_and_every_phrase_a_reason(game: str) -> None:
    reason = f"{game}.reason."
    known = {key.removeprefix(reason) for key in catalogue(game, DEFAULT) if key.startswith(reason)}
    assert written(game) <= known
    assert {key.removesuffix("_with").removesuffix("_many") for key in known} <= written(game)
