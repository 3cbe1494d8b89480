"""Nonsense asked of any game: every error says what is wrong and what is allowed."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from lantern import Match
from lantern.kernel.game import Game
from tests.kernel.table import TOY
from tests.refusals import complaint
from tests.tables import ALL_GAMES

every_game = pytest.mark.parametrize("game", [TOY, *ALL_GAMES], ids=lambda game: game.name)
NO_SAVED_MATCH = "this is not a saved match: "
NO_FORMAT = f"{NO_SAVED_MATCH}it does not say \"format\": 'lantern match 1'"
NO_TEXT = f"{NO_SAVED_MATCH}the JSON object must be str"
NO_JSON = f"{NO_SAVED_MATCH}line 1, column "


def begun(game: Game) -> Match:
    """A match after its first action."""
    match = game.match(seed=12)
    match.play(match.actions()[-1])
    return match


@every_game
@pytest.mark.parametrize("players", [1, 6, 0, -2, True, 2.0, "2", [2]])
def test_wrong_numbers_of_players(game: Game, players: Any) -> None:
    seats = game.sheet.seats
    message = f"{game.sheet.title} is for {seats.start} to {seats.stop - 1} players, not {players!r}"
    assert complaint(game.match, players) == message
    assert complaint(game.options, players) == message
    assert complaint(game.batch, 3, players) == message


@every_game
def test_the_first_numbers_of_players_that_are_wrong(game: Game) -> None:
    for players in (game.sheet.seats.start - 1, game.sheet.seats.stop):
        assert complaint(game.match, players).endswith(f" players, not {players}")


@every_game
def test_unknown_options(game: Game) -> None:
    message = f"{game.sheet.title} has no option 'colour'; its options are "
    assert complaint(game.match, colour="red").startswith(message)
    assert complaint(game.batch, 2, colour="red").startswith(message)


@every_game
@pytest.mark.parametrize("seed", [-1, 2**62, 1.0, "1", True, [1], float("nan")])
def test_wrong_seeds(game: Game, seed: Any) -> None:
    message = f"seed is {seed!r}; it is a whole number from 0 to 2**62 - 1"
    assert complaint(game.batch, 2, seed=seed) == message
    assert complaint(game.match, seed=seed).startswith(message)
    assert complaint(game.position, game.match(seed=1).reveal(), seed=seed).startswith(message)


@every_game
@pytest.mark.parametrize("action", [None, 1.0, True, b"draw", [], ("play", 1), np.float64(1), np.True_])
def test_actions_of_a_wrong_type(game: Game, action: Any) -> None:
    match = game.match(seed=1)
    for ask in (match.play, match.why_not, match.touch):
        assert complaint(ask, action).startswith("an action is a text such as '")
        assert complaint(ask, action).endswith(f"', not {action!r}")


@every_game
def test_numbers_that_are_no_action(game: Game) -> None:
    match, actions = game.match(seed=1), game.sheet.actions
    for number in (-1, actions, 2**70, np.int64(-5)):
        for ask in (match.play, match.why_not, match.touch):
            assert complaint(ask, number) == f"action {number} is none of the {actions} of {game.sheet.title}"


@every_game
@pytest.mark.parametrize("seat", [0, 3, -1, True, 1.0, "1"])
def test_seats_that_are_not_at_the_table(game: Game, seat: Any) -> None:
    assert complaint(game.match(2, seed=1).view, seat) == f"seat is {seat!r}; it is a whole number from 1 to 2"


@every_game
def test_seats_are_counted_at_the_table(game: Game) -> None:
    assert complaint(game.match(3, seed=1).view, 4) == "seat is 4; it is a whole number from 1 to 3"


NO_TEXTS = {
    "nothing": ("", NO_JSON),
    "prose": ("place 3", NO_JSON),
    "half": ("{", NO_JSON),
    "None": (None, NO_TEXT),
    "a number": (5, NO_TEXT),
    "a list": ("[]", NO_FORMAT),
    "null": ("null", NO_FORMAT),
    "an empty object": ("{}", NO_FORMAT),
    "nested without end": ("[" * 100_000, NO_SAVED_MATCH),
}


@every_game
@pytest.mark.parametrize(("text", "message"), NO_TEXTS.values(), ids=NO_TEXTS)
def test_what_is_no_saved_match(game: Game, text: Any, message: str) -> None:
    assert complaint(game.load, text).startswith(message)


@every_game
def test_a_saved_match_cut_off_or_written_twice(game: Game) -> None:
    text = begun(game).save()
    for wrong in (text[:50], text[:-9], text * 2):
        assert complaint(game.load, wrong).startswith(NO_SAVED_MATCH)


DAMAGED = "this saved match is damaged: "
KEY = "it is a whole number from 0 to 2**62 - 1"
DAMAGES = [
    ({"format": "lantern match 2"}, NO_FORMAT),
    ({"game": "chess"}, "this is a match of chess, not of {name}"),
    ({"game": 3}, f"{DAMAGED}'game' is 3, not a text"),
    ({"rules": 99}, "played by version 99 of the rules of {title}; this is version {version}"),
    ({"rules": "1"}, f"{DAMAGED}'rules' is '1', not a whole number"),
    ({"options": [2]}, f"{DAMAGED}'options' is [2], not an object"),
    ({"options": {}}, "players"),
    ({"options": {"players": 9}}, "{title} is for {least} to {most} players, not 9"),
    ({"options": {"players": 2, "colour": 1}}, "{title} has no option 'colour'; its options are "),
    ({"seed": "x"}, f"seed is 'x'; {KEY}, or a key of 64 digits 0 to f"),
    ({"seed": True}, f"{DAMAGED}'seed' is True, not a whole number or a text"),
    ({"seed": -1}, f"seed is -1; {KEY}"),
    ({"setup": None}, f"{DAMAGED}'setup' is None, not an object"),
    ({"setup": []}, f"{DAMAGED}'setup' is [], not an object"),
    ({"setup": {"decks": []}}, "decks"),
    ({"position": 5}, f"{DAMAGED}'position' is neither null nor a position"),
    ({"position": [1]}, f"{DAMAGED}'position' is neither null nor a position"),
    ({"position": {}}, "a position needs 'options'"),
    ({"actions": "draw"}, f"{DAMAGED}'actions' is 'draw', not a list"),
    ({"actions": ["dance"]}, "action 1 of the saved match, 'dance': 'dance' is no action of {the_title}"),
    ({"actions": [99_999]}, "action 1 of the saved match, 99999: action 99999 is none of the "),
    ({"actions": [None]}, "action 1 of the saved match, None: an action is a text such as '"),
    ({"actions": [[]]}, "action 1 of the saved match, []: an action is a text such as '"),
]  # fmt: skip


@every_game
@pytest.mark.parametrize(("change", "message"), DAMAGES, ids=lambda part: json.dumps(part)[:40])
def test_damaged_saved_matches(game: Game, change: Any, message: str) -> None:
    sheet = game.sheet
    wanted = message.format(
        name=game.name,
        title=sheet.title,
        the_title=sheet.title.replace("The ", "the "),
        version=sheet.rules_version,
        least=sheet.seats.start,
        most=sheet.seats.stop - 1,
    )
    assert wanted in complaint(game.load, json.dumps(json.loads(begun(game).save()) | change))


@every_game
@pytest.mark.parametrize("key", ["format", "game", "rules", "options", "seed", "setup", "position", "actions"])
def test_saved_matches_with_something_missing(game: Game, key: str) -> None:
    saved = json.loads(begun(game).save())
    del saved[key]
    assert repr(key) in complaint(game.load, json.dumps(saved)).replace('"', "'")


@every_game
def test_what_was_given_can_be_changed_afterwards(game: Game) -> None:
    position = game.match(seed=1).reveal()
    match, again = game.position(position, seed=1), game.position(position, seed=1)
    position.clear()
    assert match.save() == again.save() == game.load(match.save()).save()
