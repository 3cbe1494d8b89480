"""Writes docs/bots.md from docs/bots.in.md, where a line such as [[ladder han]] stands for a table of results.

    python -m benchmarks.bots_page

What has not been played yet is a dash.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from benchmarks.matches import RESULTS, VARIANTS, Match, Results, chosen, percent
from benchmarks.rounds import head, row
from benchmarks.rules import name_of
from lantern.kernel.contract import Json
from lantern.players.open_hanabi import CHEATING

DOCS = RESULTS.parent
SOURCE, PAGE = DOCS / "bots.in.md", DOCS / "bots.md"
HEADING = (
    "<!-- Written by `python -m benchmarks.bots_page` from docs/bots.in.md and docs/results: change those. -->\n\n"
)
MARK = re.compile(r"^\[\[(\w+) (\w+)\]\]$", re.MULTILINE)
NOTHING = "—"


def page(source: str, results: Results) -> str:
    """The page: its text, with a table in place of every mark."""
    return HEADING + MARK.sub(lambda mark: TABLES_BY_NAME[mark[1]](mark[2], results), source)


def ladder_table(game: str, results: Results) -> str:
    """A row for every table, a column for every pairing: the share of the wins that the first of the two has."""
    return _by_pairs(chosen("ladder", [game]), results, lambda match: " : ".join(match.bots))


def strength_table(game: str, results: Results) -> str:
    """A row for every table, a column for every time."""
    return _by_pairs(chosen("strength", [game]), results, lambda match: " : ".join(map(_seconds, match.bots)))


def _seconds(name: str) -> str:
    return f"{name.partition('=')[2]} s"


def _by_pairs(matches: list[Match], results: Results, column: Callable[[Match], str]) -> str:
    columns = list(dict.fromkeys(column(match) for match in matches))
    at_table = {(name_of(match.table), column(match)): match for match in matches}
    rows = [
        row([name, f"{100 / players:.1f}", *(_share_at(at_table.get((name, pair)), results) for pair in columns)])
        for name, players in dict.fromkeys((name_of(match.table), match.table["players"]) for match in matches)
    ]
    return "\n".join([head(["table", "fair", *columns]), *rows, "", made_by(matches, results)])


def _share_at(match: Match | None, results: Results) -> str:
    return _share(results.of(match)) if match else ""


def _share(kept: Json | None) -> str:
    return percent(kept["results"][0], "share").removesuffix(" %") if kept else NOTHING


def tuning_table(game: str, results: Results) -> str:
    """A row for every setting that was tried, a column for every number of players."""
    matches = chosen("tuning", [game])
    players = sorted({match.table["players"] for match in matches})
    shares = {(match.bots[0], match.table["players"]): _share(results.of(match)) for match in matches}
    rows = [
        row([name.rpartition(":")[2], *(shares.get((name, number), "") for number in players)])
        for name in dict.fromkeys(match.bots[0] for match in matches)
    ]
    fair = [f"{number} players, fair {100 / number:.1f}" for number in players]
    return "\n".join([head(["setting", *fair]), *rows, "", made_by(matches, results)])


def policy_net_table(game: str, results: Results) -> str:
    """A row for every table that a game has a policy net for, a column for how much is thought."""
    return _by_pairs(chosen("policy_net", [game]), results, lambda match: match.bots[0].partition(":")[2])


def hanabi_table(name: str, results: Results) -> str:
    """A row for every variant, a column for every number of players, and beside them what `cheating` has there."""
    matches = _hanabi_matches(name)
    players = sorted({match.table["players"] for match in matches})
    beside = _hanabi_matches(CHEATING.name) if name != CHEATING.name else []
    rows = []
    for variant in VARIANTS:
        cells = [_points(results.of(match)) for match in _of_variant(matches, variant)]
        ceiling = [_mean(results.of(match)) for match in _of_variant(beside, variant)]
        rows.append(row([_variant_words(variant), *cells, *([" / ".join(ceiling)] if beside else [])]))
    columns = ["options", *map(str, players), *([f"{CHEATING.name}, {players[0]} to {players[-1]}"] if beside else [])]
    return "\n".join([head(columns), *rows, "", made_by(matches, results) + _fewer(matches, results)])


def _fewer(matches: list[Match], results: Results) -> str:
    """Which matches are not played to their end."""
    kept = ((match, results.of(match)) for match in matches)
    fewer = [f"{name_of(match.table)} {one['games']:,}" for match, one in kept if one and one["games"] < match.games]
    return f" Fewer than {matches[0].games:,}: {'; '.join(fewer)}." if fewer else ""


def _hanabi_matches(name: str) -> list[Match]:
    return [match for match in chosen("hanabi", []) if match.bots == (name,)]


def _of_variant(matches: list[Match], variant: Json) -> list[Match]:
    """Those with some options, by their number of players."""
    return sorted(
        (match for match in matches if _variant(match) == variant), key=lambda match: int(match.table["players"])
    )


def _variant(match: Match) -> Json:
    return {name: value for name, value in match.table.items() if name != "players"}


def _variant_words(variant: Json) -> str:
    return name_of({"players": 0, **variant}).removeprefix("0 players").removeprefix(", ") or "the original game"


def _mean(kept: Json | None) -> str:
    return f"{kept['results'][0]['points']:.2f}" if kept else NOTHING


def _mean_and_error(kept: Json | None) -> str:
    return f"{kept['results'][0]['points']:.3f} ± {kept['results'][0]['points_error']:.3f}" if kept else NOTHING


def _points(kept: Json | None) -> str:
    return f"{_mean_and_error(kept)}, {100 * kept['results'][0]['perfect']:.1f} %" if kept else NOTHING


def thought_table(game: str, results: Results) -> str:
    """A row for how much is thought."""
    matches = chosen("thought", [game])
    rows = [row([match.bots[0].partition("=")[2], _points(results.of(match))]) for match in matches]
    return "\n".join([head(["rounds a move", "2 players"]), *rows, "", made_by(matches, results)])


def mixed_table(game: str, results: Results) -> str:
    """A row for every pair of bots, a column for every number of players."""
    matches = chosen("mixed", [game])
    rows = [
        row([f"one {first}, the others {second}", *(_mean_and_error(results.of(match)) for match in of_row)])
        for (first, second), of_row in groupby(matches, key=lambda match: match.bots)
    ]
    players = dict.fromkeys(str(match.table["players"]) for match in matches)
    return "\n".join([head(["bots", *players]), *rows, "", made_by(matches, results)])


def pace_table(game: str, results: Results) -> str:
    """How many rounds a second bots think on one thread."""
    pace = {place: kept for place, kept in results.read("pace.json").items() if place.startswith(f"{game}, ")}
    rows = [row([place.partition(", ")[2], f"{kept['rounds_a_second']:,.0f}"]) for place, kept in pace.items()]
    return "\n".join([head(["table and bot", "rounds a second"]), *(rows or [row([NOTHING, NOTHING])])])


def reviews_table(game: str, results: Results) -> str:
    """A row for every number of players: errors of what reviews say, and how far it jumps where the turn passes."""
    kept = {players: one for players, one in results.read(f"reviews-{game}.json").items() if players != "came"}
    rows = []
    for players, one in sorted(kept.items()):
        errors = [f"{one[name]:.3f}" for name in ("even", "said", "trusted", "evened")]
        jumps = [f"{100 * one[name]:.1f}" for name in ("jump_said", "jump_trusted")]
        trust = " / ".join(f"{one['trust'][name]:.2f}" for name in ("turn", "careless", "early", "late"))
        rows.append(row([players, f"{one['matches']:,}", *errors, *jumps, trust]))
    columns = ["players", "matches", "even shares", "as said", "put right", "evened", "jump, as said", "put right"]
    return "\n".join([head([*columns, "turn / careless / early / late"]), *(rows or [row([NOTHING] * 9)])])


def came_table(game: str, results: Results) -> str:
    """A row for every fifth of a match: what reviews say there, between so much and so much, and what comes."""
    told = results.read(f"reviews-{game}.json").get("came", {}).get("trusted", [])
    rows = [row([f"fifth {number}", *map(_said_and_came, cells)]) for number, cells in enumerate(told, 1)]
    ranges = ["under 20 %", "20 to 40 %", "40 to 60 %", "60 to 80 %", "over 80 %"]
    return "\n".join([head(["part", *ranges]), *(rows or [row([NOTHING] * 6)])])


def _said_and_came(cell: tuple[float, float, int]) -> str:
    said, came, count = cell
    return f"{100 * said:.0f} : {100 * came:.0f} ({count:,})" if count else NOTHING


TABLES_BY_NAME = {
    "ladder": ladder_table,
    "strength": strength_table,
    "tuning": tuning_table,
    "policy_net": policy_net_table,
    "hanabi": hanabi_table,
    "thought": thought_table,
    "mixed": mixed_table,
    "pace": pace_table,
    "reviews": reviews_table,
    "came": came_table,
}


def made_by(matches: Iterable[Match], results: Results) -> str:
    """How many games, when, where, and the command of the first: all that a reader needs to do it again."""
    kept = [found for match in matches if (found := results.of(match))]
    if not kept:
        return "Not played yet."
    games = sorted({one["games"] for one in kept})
    counted = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    dates = " and ".join(dict.fromkeys(one["date"] for one in sorted(kept, key=lambda one: str(one["date"]))))
    machines = " and ".join(_machines(kept))
    return f"{counted} games each, seed {kept[0]['seed']}, {dates}, {machines}. The first: `{kept[0]['command']}`."


def _machines(kept: list[Json]) -> Iterator[str]:
    """The machines, each once."""
    named = sorted(f"{one['machine']['model']} ({one['machine']['cores']} cores)" for one in kept)
    for name, _ in groupby(named):
        yield name


def write(page_file: Path = PAGE) -> None:
    """Write the page."""
    page_file.write_text(page(SOURCE.read_text("utf-8"), Results(RESULTS)), "utf-8")


if __name__ == "__main__":
    write()
