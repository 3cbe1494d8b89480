"""Matches that others have played, to go on with at a table."""

from __future__ import annotations

import lantern
from lantern.kernel.game import Match
from lantern.players import levels
from lantern.players.player import seat

MOST_PLIES = 10_000
MOST_MATCHES = 100


def good_bot(game: str) -> str:
    """The bot that plays a game best among those that answer at once."""
    return [name for name in levels(lantern.game(game)) if name != "expert"][-1]


def begun(game: str, players: int, seed: int, plies: int, bot: str, **options: bool) -> Match:
    """A match after so many plies, and then with the first seat to act."""
    match = lantern.game(game).match(players, seed=seed, **options)
    player = seat(match.game, bot, seed)
    while not match.over and (match.ply < plies or match.to_act != 1):
        match.play(player.choose(match))
    return match


def after(game: str, players: int, seed: int, plies: int, bot: str, **options: bool) -> Match:
    """A match after so many plies."""
    match = lantern.game(game).match(players, seed=seed, **options)
    player = seat(match.game, bot, seed)
    while match.ply < plies:
        match.play(player.choose(match))
    return match


def almost_over(game: str, players: int, seed: int, bot: str) -> Match:
    """A match just before its last ply."""
    return nearly_over(game, players, seed, bot, 1)


def nearly_over(game: str, players: int, seed: int, bot: str, left: int, **options: bool) -> Match:
    """A match so many plies before its end."""
    whole = begun(game, players, seed, MOST_PLIES, bot, **options)
    match = lantern.game(game).match(players, seed=seed, **options)
    for action in whole.history[:-left]:
        match.play(action)
    return match


def about(game: str, phase: str, players: int = 3, seed: int = 7) -> Match:
    """A match that has just come to a phase."""
    match = lantern.game(game).match(players, seed=seed)
    player = seat(match.game, "random", seed)
    while match.view(match.to_act)["phase"] != phase:
        match.play(player.choose(match))
    return match


def kind_of(match: Match, action: str) -> str:
    """What kind of action it is to who clicks it: what it is called, and the kinds of things that it touches."""
    verb = action.split(maxsplit=1)[0]
    touched = dict.fromkeys(thing.split(":")[0] for thing in match.touch(action))
    return " ".join([verb, *(thing for thing in touched if thing != verb)])


def where(like: Match, kind: str, bot: str) -> Match:
    """A match with the options of another, in which an action of a kind is legal, as clicks know kinds."""
    for seed in range(1, MOST_MATCHES):
        match = like.game.match(seed=seed, **like.options)
        player = seat(match.game, bot, seed)
        while not match.over:
            if any(kind_of(match, action) == kind for action in match.actions()):
                return match
            match.play(player.choose(match))
    raise AssertionError(f"nowhere is there {kind}")


def secret_choice(seed: int) -> Match:
    """A match of Ming in which two are about to choose return cards, the first seat first."""
    game = lantern.game("ming")
    match = game.match(2, seed=seed)
    player = seat(game, "random", seed)
    while not _is_secret(match):
        match.play(player.choose(match))
    return match


def _is_secret(match: Match) -> bool:
    """Whether the first seat has a choice now, and the second after it without knowing which it made."""
    if match.to_act != 1 or match.view(1)["phase"] != "return" or len(match.actions()) == 1:
        return False
    ahead = match.game.load(match.save())
    ahead.play(ahead.actions()[0])
    scoring = ahead.view(2)["scoring"]
    return ahead.to_act == 2 and scoring is not None and scoring["chosen"] == ["hidden", None]
