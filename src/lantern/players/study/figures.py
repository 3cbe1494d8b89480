"""A game as its designers ask about it: who wins, what points come from, how long it is, and what is used and pays.

Bots play games, every one of them is played again move by move, and what is counted is plain data, from which reports
are drawn. An error is how far the true figure may lie from the one counted, in 95 of 100 such counts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np

from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, Phrase, quoted
from lantern.kernel.game import Game
from lantern.kernel.options import shown
from lantern.languages import DEFAULT
from lantern.players.arena.deals import SURE, Played, Tables, share_error
from lantern.players.arena.ladder import deals_for
from lantern.players.arena.plan import Plan, plan
from lantern.players.study.observer import Games, Numbers, Observer
from lantern.version import __version__

FORMAT = "lantern study 1"
PLAYERS = "players"
"""What can be compared beside the options."""
COMPARED = ("points", "best", "margin", "moves", "turns", "first")
"""Figures whose differences from choice to choice are told."""


@dataclass(frozen=True)
class Asked:
    """What is to be studied."""

    game: Game
    players: int
    chosen: Json
    """The options that were named."""
    bots: tuple[str, ...]
    games: int
    seed: int
    compare: str | None = None
    """The option whose choices are compared."""
    language: str = DEFAULT
    """In which people are told why a choice can't be played."""


def study(asked: Asked, workers: int | None = None, progress: Callable[[int], None] = lambda done: None) -> Json:
    """Play what is asked for, count it, and tell it with all that it depends on, as plain data."""
    choices, left_out = choices_of(asked)
    plans = _plans(asked, list(choices.values()))
    counted = [play(one, workers, progress) for one in plans]
    game = asked.game.sheet
    return {
        "format": FORMAT,
        "version": __version__,
        "command": _command(asked, plans[0]),
        "game": game.name,
        "title": game.title,
        "rules": game.rules_version,
        "team": game.team,
        "bots": list(plans[0].names),
        "seed": asked.seed,
        "compare": asked.compare,
        "left_out": [{"choice": choice, "why": why.told(asked.language)} for choice, why in left_out.items()],
        "variations": [
            {"choice": choice, "options": shown(one.options), **figures(one, games)}
            for choice, one, games in zip(choices, plans, counted, strict=True)
        ],
        "differences": [_differences(game.team, counted[0], games) for games in counted[1:]],
    }


def choices_of(asked: Asked) -> tuple[dict[str, Json], dict[str, BadInput]]:
    """The options to play with, by what is chosen of the one that is compared; and what can't be played, with why."""
    if asked.compare is None:
        return {"": asked.game.options(asked.players, **asked.chosen)}, {}
    choices: dict[str, Json] = {}
    left_out: dict[str, BadInput] = {}
    for choice in _all_choices(asked.game, asked.compare):
        chosen = {PLAYERS: asked.players} | asked.chosen | {asked.compare: choice}
        try:
            options = asked.game.options(**chosen)
        except BadInput as error:
            left_out[_choice_name(choice)] = error
            continue
        if options not in choices.values():
            choices[_choice_name(options[asked.compare])] = options
    if not choices:
        raise next(iter(left_out.values()))
    if len(choices) < 2:
        reasons = [Phrase("bad.within", what=choice, fault=error) for choice, error in left_out.items()]
        if not reasons:
            raise BadInput("bad.compare.nothing", option=asked.compare)
        raise BadInput("bad.compare.nothing_else", option=asked.compare, reasons=reduce(_both, reasons))
    return choices, left_out


def _both(one: Phrase, other: Phrase) -> Phrase:
    return Phrase("bad.both", one=one, other=other)


def _all_choices(game: Game, name: str) -> Sequence[Any]:
    """What an option may be, or how many may play."""
    known: dict[str, Sequence[Any]] = {option.name: option.choices for option in game.sheet.options}
    known[PLAYERS] = game.sheet.seats
    if name not in known:
        raise BadInput("bad.compare.no_option", game=game.sheet.called, name=quoted(name), options=known)
    return known[name]


def _choice_name(choice: object) -> str:
    if isinstance(choice, bool):
        return "on" if choice else "off"
    return "not set" if choice is None else str(choice)


def _plans(asked: Asked, choices: Sequence[Json]) -> list[Plan]:
    """The games to play: a table as it is named, from every seat, and the same deals for every choice."""
    team = asked.game.sheet.team
    first = plan(asked.game, choices[0], asked.bots, asked.games, asked.seed, mixed=team)
    others = [plan(asked.game, options, first.names, asked.games, asked.seed, mixed=team) for options in choices[1:]]
    return [first, *others]


def _command(asked: Asked, first: Plan) -> str:
    """The command that makes the same study."""
    if asked.compare is None:
        return replace(first, mixed=False).command("study")
    usual = asked.game.options(asked.players) if asked.compare != PLAYERS else {PLAYERS: asked.players}
    words = replace(first, options=first.options | {asked.compare: usual[asked.compare]}, mixed=False).command("study")
    return f"{words} --compare {asked.compare}"


def play(planned: Plan, workers: int | None = None, progress: Callable[[int], None] = lambda done: None) -> Games:
    """Play what is planned, and play it again to see what is done in it."""
    tables, _ = planned.tables()
    tables.prepare(written=True)
    observer, games = Observer(planned.game, planned.options), Games(len(tables.seatings))
    for played in tables.play_all(0, deals_for(planned.games, tables.seatings), planned.seed, workers, written=True):
        games.add(played, [observer.watch(*one) for one in _written(tables, planned.seed, len(games), played)])
        progress(len(played))
    return games


def _written(tables: Tables, seed: int, before: int, played: Played) -> Iterator[tuple[int, list[int]]]:
    """The seed and the actions of every game that was written down, so many games having been played before."""
    assert played.actions is not None, "the games were written down"
    ends = np.cumsum(played.outcomes["length"])[:-1]
    for number, actions in enumerate(np.split(played.actions, ends), before):
        yield seed + number // len(tables.seatings), actions.tolist()


def figures(planned: Plan, games: Games) -> Json:
    """All that is told of the games of one table."""
    team = planned.game.sheet.team
    return {
        "players": games.seats,
        "games": len(games),
        "deals": len(games) // games.seatings,
        **({"team": _team(games)} if team else {"wins": _wins(planned, games)}),
        "points": _points(team, games),
        "sources": _sources(team, games),
        "length": {"moves": spread(games.outcome("length"), games), "turns": spread(_turns(games), games)},
        "endings": _endings(planned.game, games),
        "uses": _uses(team, games),
    }


def mean(values: Numbers, games: Games, here: Numbers | None = None) -> Json:
    """The mean of [game] some numbers, or of those here; the games of a deal have their luck in common."""
    of_deals = _of_deals(values, games, here)
    if len(of_deals) == 0:
        return {"mean": None, "error": None}
    error = SURE * float(of_deals.std(ddof=1)) / math.sqrt(len(of_deals)) if len(of_deals) > 1 else None
    return {"mean": float(of_deals.mean()), "error": error}


def _of_deals(values: Numbers, games: Games, here: Numbers | None = None) -> Numbers:
    """[deal] the mean of [game] some numbers, for the deals of which any is here."""
    weights = np.ones(len(values)) if here is None else here.astype(float)
    count = np.bincount(games.deals, weights)
    total = np.bincount(games.deals, weights * values)
    return np.asarray(total[count > 0] / count[count > 0])


def share(values: Numbers, games: Games) -> Json:
    """The mean of [game] some numbers from 0 to 1."""
    of_deals = _of_deals(values, games)
    error = share_error(float(of_deals.sum()), float((of_deals**2).sum()), len(of_deals))
    return {"share": float(of_deals.mean()), "error": error}


def spread(values: Numbers, games: Games) -> Json:
    """[game] some whole numbers: their mean, and how often each came up."""
    return mean(values, games) | {"counts": _counts(values)}


def _counts(values: Numbers) -> list[list[int]]:
    """Every number that came up, and how often."""
    return [[number, count] for number, count in sorted(Counter(values.ravel().tolist()).items())]


def _turns(games: Games) -> Numbers:
    return np.array([game.turns for game in games.seen])


def _wins(planned: Plan, games: Games) -> Json:
    """Who wins: by the order of play, by the seat, and by the bot."""
    wins, names = games.wins, planned.names
    told: Json = {
        "fair": 1 / games.seats,
        "order": _each(games.in_order(wins), games),
        "seats": _each(wins, games),
        "shared": share((wins.max(axis=1) < 1).astype(float), games),
    }
    if len(set(names)) > 1:
        told["bots"] = [
            {"name": side.name, **share((wins * here).sum(axis=1), games), "fair": float(here.mean())}
            for side in planned.tables()[1].sides
            for here in [np.tile(side.here, (len(games) // games.seatings, 1))]
        ]
    return told


def _each(wins: Numbers, games: Games) -> list[Json]:
    """The share of the wins of every column, from 1."""
    return [{"place": place, **share(column, games)} for place, column in enumerate(wins.T, 1)]


def _points(team: bool, games: Games) -> Json:
    """Points: of every seat, of the best, and how far it is ahead; of a team once."""
    points = games.points
    if team:
        return {"all": spread(points[:, 0], games)}
    of_seats = mean(points.mean(axis=1), games) | {"counts": _counts(points)}
    return {
        "all": of_seats,
        "best": spread(points.max(axis=1), games),
        "margin": spread(games.margins, games),
        "order": [{"place": place, **mean(of, games)} for place, of in enumerate(games.in_order(points).T, 1)],
    }


def _team(games: Games) -> Json:
    """How well a team does, and what lies on the table in the end."""
    maximum, points = games.played[0].maximum, games.points[:, 0]
    lost = np.array([game.lost for game in games.seen])
    return {
        "maximum": maximum,
        "perfect": share((points == maximum).astype(float), games),
        "lost": share(lost.astype(float), games),
        "at_end": {
            name: spread(np.array([game.at_end[name] for game in games.seen]), games) for name in games.seen[0].at_end
        },
    }


def _endings(game: Game, games: Games) -> list[Json]:
    """Why the games were over, the most frequent reason first."""
    codes = games.outcome("ending")
    told = [
        {"reason": game.sheet.endings[code], "games": count, **share((codes == code).astype(float), games)}
        for code, count in _counts(codes)
    ]
    return sorted(told, key=lambda one: -one["games"])


def _sources(team: bool, games: Games) -> list[Json]:
    """Where points come from, and the parts of every source, the largest first."""
    parts = games.sources()
    kinds = dict.fromkeys(kind for kind, _ in parts)
    told = []
    for kind in kinds:
        mine = {part: points for (of, part), points in parts.items() if of == kind}
        whole = {"source": kind, **_source(team, np.sum(list(mine.values()), axis=0), games)}
        each = [{"part": part, **_source(team, points, games)} for part, points in mine.items()]
        told.append(whole | {"parts": sorted(each, key=lambda one: -abs(one["mean"]))})
    return sorted(told, key=lambda one: -abs(one["mean"]))


def _source(team: bool, points: Numbers, games: Games) -> Json:
    """What a source brings a seat in a game, winners and others apart; a team all together."""
    scored = share((points != 0).any(axis=1).astype(float), games)["share"]
    if team:
        return {**mean(points.sum(axis=1), games), "scored": scored}
    won = games.wins > 0
    winners, others = _mean_of(points, won), _mean_of(points, ~won)
    apart = np.asarray(~won.all(axis=1))
    return {
        **mean(points.mean(axis=1), games),
        "scored": scored,
        "winners": mean(winners, games)["mean"],
        "others": mean(others, games, apart)["mean"],
        "gain": mean(winners - others, games, apart),
        "order": [mean(column, games)["mean"] for column in games.in_order(points).T],
    }


def _mean_of(values: Numbers, here: Numbers) -> Numbers:
    """[game] the mean over the seats that are here, 0 where none is."""
    return np.asarray((values * here).sum(axis=1) / np.maximum(here.sum(axis=1), 1))


def _uses(team: bool, games: Games) -> Json:
    """What is used, group by group, and whether it goes with winning, the most used first."""
    groups: dict[str, list[Json]] = {}
    for (group, name), counts in games.uses().items():
        worth = _team_worth(counts, games) if team else _worth(counts, games)
        used = mean(counts.sum(axis=1), games)
        row = {"name": name, "count": int(counts.sum()), "games": int(counts.any(axis=1).sum()), **used, **worth}
        groups.setdefault(group, []).append(row)
    return {group: sorted(rows, key=lambda one: (-one["count"], one["name"])) for group, rows in groups.items()}


def _worth(counts: Numbers, games: Games) -> Json:
    """The share of the wins of the seats that used something more than their table did on average.

    Of several such seats at a table only one can win, so that the error is rather too much than too little.
    """
    more = counts > counts.mean(axis=1, keepdims=True)
    won = games.wins[more]
    if len(won) == 0:
        return {"more": 0, "share": None, "share_error": None}
    error = share_error(float(won.sum()), float((won**2).sum()), len(won))
    return {"more": len(won), "share": float(won.mean()), "share_error": error}


def _team_worth(counts: Numbers, games: Games) -> Json:
    """How many points more a team has in games in which something was used more than on average than in the others."""
    used, points = counts.sum(axis=1), games.points[:, 0]
    more = used > used.mean()
    many, few = points[more], points[~more]
    if min(len(many), len(few)) < 2:
        return {"more": len(many), "gain": None, "gain_error": None}
    error = SURE * math.sqrt(many.var(ddof=1) / len(many) + few.var(ddof=1) / len(few))
    return {"more": len(many), "gain": float(many.mean() - few.mean()), "gain_error": error}


def _differences(team: bool, usual: Games, other: Games) -> Json:
    """How far the figures of another choice lie from those of the first, deal by deal."""
    told = {}
    for name in COMPARED:
        if not (team and name in ("best", "margin", "first")):
            apart = _of_deals(_compared(name, other), other) - _of_deals(_compared(name, usual), usual)
            error = SURE * float(apart.std(ddof=1)) / math.sqrt(len(apart)) if len(apart) > 1 else None
            told[name] = {"mean": float(apart.mean()), "error": error}
    return told


def _compared(name: str, games: Games) -> Numbers:
    """[game] a figure."""
    ways: dict[str, Callable[[], Numbers]] = {
        "points": lambda: np.asarray(games.points.mean(axis=1)),
        "best": lambda: np.asarray(games.points.max(axis=1)),
        "margin": lambda: games.margins,
        "moves": lambda: games.outcome("length"),
        "turns": lambda: _turns(games),
        "first": lambda: games.in_order(games.wins)[:, 0],
    }
    return ways[name]()
