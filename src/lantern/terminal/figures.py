"""Figures for people: the games there are, and what many games came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Option
from lantern.kernel.errors import listing
from lantern.kernel.game import Game
from lantern.players import Bot, bots
from lantern.players.arena.deals import Tally
from lantern.players.arena.ladder import Ladder
from lantern.players.arena.plan import Plan

BAR = 40
"""The longest bar of a chart, in characters."""
MOST_ROWS = 31
EIGHTHS = " ▏▎▍▌▋▊▉"


def fact_sheet(game: Game) -> RenderableType:
    """A game with its options and bots."""
    sheet = game.sheet
    players = f"{sheet.seats.start} to {sheet.seats.stop - 1} players"
    head = Text.assemble((sheet.title, "bold"), f"  {players}  ", (f"lantern play {sheet.name}", "bold cyan"))
    return Group(head, Text(sheet.summary), Text(), _options(sheet.options), Text(), _bots(game))


def _options(options: Iterable[Option]) -> Table:
    return _listing("options", ((flag_name(option), option_words(option)) for option in options))


def _bots(game: Game) -> Table:
    return _listing("bots", ((bot.name, _bot_words(bot)) for bot in bots(game).values()))


def _bot_words(bot: Bot) -> str:
    """How a bot plays, and how it is told to think longer."""
    return f"{bot.summary}; for {bot.seconds:g} s a move, or as in {bot.name}:seconds=3" if bot.seconds else bot.summary


def _listing(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    """Names with their explanations under a title."""
    table = Table(title, "", box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    for name, meaning in rows:
        table.add_row(Text(f"  {name}", no_wrap=True), Text(meaning))
    return table


def flag_name(option: Option) -> str:
    """An option as it is named on the command line."""
    return "--" + option.name.replace("_", "-")


def option_words(option: Option) -> str:
    """What an option is about, what may be given for it that is not listed elsewhere, and its default."""
    words = option.summary
    if option.own:
        words += f": {listing(named_choices(option))}, or a file with {option.own}"
    return f"{words} [{default_words(option)}]"


def named_choices(option: Option) -> dict[str, int | str]:
    """The choices of an option by how they are written on the command line, where no choice is no word."""
    return {str(choice): choice for choice in option.choices if choice is not None}


def default_words(option: Option) -> str:
    """What an option is if it is not named."""
    if option.is_flag:
        return "on" if option.default else "off"
    return "not set" if option.default is None else f"default {option.default}"


def report(tally: Tally) -> RenderableType:
    """What many games came to: how fast, who won, how well, and how they ended."""
    wins: list[RenderableType] = [_wins(tally), Text()] if tally.won else []
    return Group(_speed(tally), Text(), *wins, _scores(tally), Text(), _endings(tally))


def standings(ladder: Ladder, plan: Plan) -> RenderableType:
    """What a contest came to: how fast, who won how much of it, and how to see a game of it."""
    figures = _team_table(ladder) if ladder.team else _rivals_table(ladder)
    again = Text.assemble("one of the games: ", (f"{plan.command()} --save-game NUMBER FILE", "cyan"))
    return Group(_speed(ladder), _deals(ladder), Text(), figures, Text(), *_endings_of_sides(ladder), Text(), again)


def _deals(ladder: Ladder) -> Text:
    seatings = len(ladder.sides[0].here)
    deals = f"{ladder.deals:,} deals" if ladder.deals > 1 else "1 deal"
    return Text(deals + (f", each played {seatings} times" if seatings > 1 else ""))


def _endings_of_sides(ladder: Ladder) -> Iterator[Text]:
    """How the games ended, for every table of a team; rivals have theirs in common."""
    for side in ladder.results() if ladder.team else ladder.results()[:1]:
        counts = sorted(side["endings"].items(), key=lambda item: -item[1])
        words = ", ".join(f"{reason} {100 * count / side['games']:.1f} %" for reason, count in counts)
        yield Text(f"{side['name']}: {words}" if ladder.team else words)


def _rivals_table(ladder: Ladder) -> Table:
    """Each bot's share of the wins beside its fair one."""
    table = _figures("bot", "won", "", "fair", "Elo", "points", "")
    for side in ladder.results():
        share, error, fair = (f"{100 * side[key]:.1f}" for key in ("share", "share_error", "fair_share"))
        elo = f"{side['elo']:+.0f}" if "elo" in side else ""
        points = f"{side['points']:.1f}", f"± {side['points_error']:.1f}"
        table.add_row(side["name"], Text(f"{share} %", "bold"), f"± {error}", f"{fair} %", elo, *points)
    return table


def _team_table(ladder: Ladder) -> Table:
    """Each table's points and perfect games, and how it does beside the first on the same deals."""
    table = _figures("table", "points", "", "perfect", "", "beside the first", "")
    for side in ladder.results():
        points = Text(f"{side['points']:.3f}", "bold"), f"± {side['points_error']:.3f}"
        perfect = f"{100 * side['perfect']:.1f} %", f"± {100 * side['perfect_error']:.1f}"
        gain = (f"{side['gain']:+.3f}", f"± {side['gain_error']:.3f}") if "gain" in side else ()
        table.add_row(side["name"], *points, *perfect, *gain)
    return table


def _figures(name: str, *columns: str) -> Table:
    """A table of figures, the first column for names."""
    table = Table(name, box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _speed(tally: Tally | Ladder) -> Text:
    rate = f"{tally.moves_per_second:,.0f} moves a second" if tally.seconds else "too fast to measure"
    return Text(f"{tally.games:,} games, {tally.moves:,} moves in {tally.seconds:.2f} s: {rate}")


def _wins(tally: Tally) -> Table:
    """The share of games that every seat won."""
    table = Table.grid(padding=(0, 1))
    for seat, (share, error) in enumerate(zip(tally.win_shares, tally.win_errors, strict=True), 1):
        table.add_row(f"seat {seat} won", Text(f"{100 * share:.1f} %", "bold", justify="right"), f"± {100 * error:.1f}")
    return table


def _scores(tally: Tally) -> RenderableType:
    """The mean of every seat, once if all are alike, and the chart of seat 1."""
    means = [f"{mean:.2f}" for mean in tally.mean_scores]
    if len(set(means)) == 1:
        return Group(Text.assemble("mean score ", (means[0], "bold")), chart(tally.scores))
    each = ", ".join(f"seat {seat} {mean}" for seat, mean in enumerate(means, 1))
    return Group(Text.assemble("mean scores: ", (each, "bold")), Text("points of seat 1:"), chart(tally.scores))


def chart(counts: Mapping[int, int]) -> Table:
    """How often each number of points came up, as bars."""
    total, rows = sum(counts.values()), list(_bins(counts))
    most = max(count for _, count in rows)
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column(width=BAR)
    table.add_column(justify="right")
    table.add_column(justify="right")
    for label, count in rows:
        table.add_row(label, Text(_bar(count / most), "cyan"), f"{count:,}", f"{100 * count / total:.1f} %")
    return table


def _bins(counts: Mapping[int, int]) -> Iterator[tuple[str, int]]:
    """All points from the least to the most, several to a row when there are too many."""
    least, most = min(counts), max(counts)
    width = -(-(most - least + 1) // MOST_ROWS)
    for first in range(least, most + 1, width):
        label = str(first) if width == 1 else f"{first} to {first + width - 1}"
        yield label, sum(counts.get(points, 0) for points in range(first, first + width))


def _bar(share: float) -> str:
    """A bar as long as a share of the longest, to an eighth of a character."""
    whole, rest = divmod(round(share * BAR * 8), 8)
    return ("█" * whole + EIGHTHS[rest]).rstrip()


def _endings(tally: Tally) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    for reason, count in sorted(tally.endings.items(), key=lambda item: -item[1]):
        table.add_row(reason, f"{count:,}", f"{100 * count / tally.games:.1f} %")
    return table
