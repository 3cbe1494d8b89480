"""Figures for people: the games there are, and what many games came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Option
from lantern.kernel.game import Game
from lantern.languages import Tongue
from lantern.languages.words import listed
from lantern.players import Bot, bots
from lantern.players.arena.deals import Tally
from lantern.players.arena.ladder import Ladder
from lantern.players.arena.plan import Plan

BAR = 40
"""The longest bar of a chart, in characters."""
MOST_ROWS = 31
EIGHTHS = " ▏▎▍▌▋▊▉"
ENGLISH = Tongue()
RIVALS = ("bot", "won", "", "fair", "elo", "points", "")
TEAM = ("table", "points", "", "perfect", "", "beside_first", "")
"""The columns of a contest, with its errors beside the figures."""


def fact_sheet(game: Game, say: Tongue = ENGLISH) -> RenderableType:
    """A game with its options and bots."""
    sheet = game.sheet
    players = say("ui.players_from_to", least=sheet.seats.start, most=sheet.seats.stop - 1)
    title = Text(say.title(sheet.name, sheet.title), "bold")
    head = Text.assemble(title, f"  {players}  ", (f"lantern play {sheet.name}", "bold cyan"))
    pitch = say.known(f"{sheet.name}.pitch", sheet.summary)
    options = _listing(
        say("figures.options"), ((flag_name(it), option_words(say, sheet.name, it)) for it in sheet.options)
    )
    known = _listing(say("figures.bots"), ((bot.name, _bot(say, sheet.name, bot)) for bot in bots(game).values()))
    return Group(head, Text(pitch), Text(), options, Text(), known)


def option_words(say: Tongue, game: str, option: Option) -> str:
    """What an option is about, what may be given for it that is not listed elsewhere, and its default."""
    about = say.known(f"{game}.option.{option.name}", option.summary)
    if option.own:
        choices = listed(say.language, list(named_choices(option)), "terminal.or")
        about = say("figures.own", about=about, choices=choices)
    usual = say.choice(option.default)
    return f"{about} [{usual if option.is_flag or option.default is None else say('figures.default', choice=usual)}]"


def _bot(say: Tongue, game: str, bot: Bot) -> str:
    """How a bot plays, and how it is told to think longer."""
    how = say.known(f"{game}.level.{bot.name}", say.known(f"level.{bot.name}", bot.summary))
    example = f"{bot.name}:seconds=3"
    return say("figures.bot_thinks", how=how, seconds=f"{bot.seconds:g}", example=example) if bot.seconds else how


def _listing(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    """Names with their explanations under a title."""
    table = Table(title, "", box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    for name, meaning in rows:
        table.add_row(Text(f"  {name}", no_wrap=True), Text(meaning))
    return table


def flag_name(option: Option) -> str:
    """An option as it is named on the command line."""
    return "--" + option.name.replace("_", "-")


def named_choices(option: Option) -> dict[str, int | str]:
    """The choices of an option by how they are written on the command line, where no choice is no word."""
    return {str(choice): choice for choice in option.choices if choice is not None}


def report(tally: Tally, game: str = "", say: Tongue = ENGLISH) -> RenderableType:
    """What many games came to: how fast, who won, how well, and how they ended."""
    wins: list[RenderableType] = [_wins(tally, say), Text()] if tally.won else []
    return Group(_speed(tally, say), Text(), *wins, _scores(tally, say), Text(), _endings(tally, game, say))


def standings(ladder: Ladder, plan: Plan, say: Tongue = ENGLISH) -> RenderableType:
    """What a contest came to: how fast, who won how much of it, and how to see a game of it."""
    figures = _team_table(ladder, say) if ladder.team else _rivals_table(ladder, say)
    again = Text.assemble(f"{say('figures.again')} ", (f"{plan.command()} --save-game NUMBER FILE", "cyan"))
    deals = Text(say("figures.deals", count=ladder.deals, times=len(ladder.sides[0].here)))
    endings = _endings_of_sides(ladder, plan.game.name, say)
    return Group(_speed(ladder, say), deals, Text(), figures, Text(), *endings, Text(), again)


def _endings_of_sides(ladder: Ladder, game: str, say: Tongue) -> Iterator[Text]:
    """How the games ended, for every table of a team; rivals have theirs in common."""
    for side in ladder.results() if ladder.team else ladder.results()[:1]:
        counts = sorted(side["endings"].items(), key=lambda item: -item[1])
        words = ", ".join(f"{say.ending(game, it)} {_percent(say, count / side['games'])}" for it, count in counts)
        yield Text(f"{side['name']}: {words}" if ladder.team else words)


def _percent(say: Tongue, share: float) -> str:
    return f"{say.number(100 * share, '.1f')} %"


def _rivals_table(ladder: Ladder, say: Tongue) -> Table:
    """Each bot's share of the wins beside its fair one."""
    table = _figures(*(say(f"figures.{head}") if head else "" for head in RIVALS))
    for side in ladder.results():
        share, error, fair = (say.number(100 * side[key], ".1f") for key in ("share", "share_error", "fair_share"))
        elo = say.number(side["elo"], "+.0f") if "elo" in side else ""
        points = say.number(side["points"], ".1f"), f"± {say.number(side['points_error'], '.1f')}"
        table.add_row(side["name"], Text(f"{share} %", "bold"), f"± {error}", f"{fair} %", elo, *points)
    return table


def _team_table(ladder: Ladder, say: Tongue) -> Table:
    """Each table's points and perfect games, and how it does beside the first on the same deals."""
    table = _figures(*(say(f"figures.{head}") if head else "" for head in TEAM))
    for side in ladder.results():
        points = Text(say.number(side["points"], ".3f"), "bold"), f"± {say.number(side['points_error'], '.3f')}"
        perfect = _percent(say, side["perfect"]), f"± {say.number(100 * side['perfect_error'], '.1f')}"
        gain = (
            (say.number(side["gain"], "+.3f"), f"± {say.number(side['gain_error'], '.3f')}") if "gain" in side else ()
        )
        table.add_row(side["name"], *points, *perfect, *gain)
    return table


def _figures(name: str, *columns: str) -> Table:
    """A table of figures, the first column for names."""
    table = Table(name, box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _speed(tally: Tally | Ladder, say: Tongue) -> Text:
    rate = say("figures.too_fast")
    if tally.seconds:
        rate = say("figures.rate", rate=say.number(tally.moves_per_second, ",.0f"))
    games, moves = (say.number(number, ",") for number in (tally.games, tally.moves))
    return Text(say("figures.speed", games=games, moves=moves, seconds=say.number(tally.seconds, ".2f"), rate=rate))


def _wins(tally: Tally, say: Tongue) -> Table:
    """The share of games that every seat won."""
    table = Table.grid(padding=(0, 1))
    for seat, (share, error) in enumerate(zip(tally.win_shares, tally.win_errors, strict=True), 1):
        won = Text(_percent(say, share), "bold", justify="right")
        table.add_row(say("figures.seat_won", number=seat), won, f"± {say.number(100 * error, '.1f')}")
    return table


def _scores(tally: Tally, say: Tongue) -> RenderableType:
    """The mean of every seat, once if all are alike, and the chart of seat 1."""
    means, bars = [say.number(mean, ".2f") for mean in tally.mean_scores], chart(tally.scores, say)
    if len(set(means)) == 1:
        return Group(Text.assemble(f"{say('figures.mean')} ", (means[0], "bold")), bars)
    each = ", ".join(f"{say('report.wins.seat', number=seat)} {mean}" for seat, mean in enumerate(means, 1))
    return Group(Text.assemble(f"{say('figures.means')} ", (each, "bold")), Text(say("figures.first_seat")), bars)


def chart(counts: Mapping[int, int], say: Tongue = ENGLISH) -> Table:
    """How often each number of points came up, as bars."""
    total, rows = sum(counts.values()), list(_bins(counts, say))
    most = max(count for _, count in rows)
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column(width=BAR)
    table.add_column(justify="right")
    table.add_column(justify="right")
    for label, count in rows:
        table.add_row(label, Text(_bar(count / most), "cyan"), say.number(count, ","), _percent(say, count / total))
    return table


def _bins(counts: Mapping[int, int], say: Tongue) -> Iterator[tuple[str, int]]:
    """All points from the least to the most, several to a row when there are too many."""
    least, most = min(counts), max(counts)
    width = -(-(most - least + 1) // MOST_ROWS)
    for first in range(least, most + 1, width):
        label = str(first) if width == 1 else say("report.range", first=first, last=first + width - 1)
        yield label, sum(counts.get(points, 0) for points in range(first, first + width))


def _bar(share: float) -> str:
    """A bar as long as a share of the longest, to an eighth of a character."""
    whole, rest = divmod(round(share * BAR * 8), 8)
    return ("█" * whole + EIGHTHS[rest]).rstrip()


def _endings(tally: Tally, game: str, say: Tongue) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    for reason, count in sorted(tally.endings.items(), key=lambda item: -item[1]):
        share = _percent(say, count / tally.games)
        table.add_row(say.ending(game, reason) if game else reason, say.number(count, ","), share)
    return table
