"""A study in short: the figures that one asks for first."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Json
from lantern.languages import DEFAULT, Tongue

ACTIONS = "action"


def summary(data: Json, language: str = DEFAULT) -> RenderableType:
    """What a study came to, its choices side by side."""
    say, bots = Tongue(language), ", ".join(data["bots"])
    title = say.title(data["game"], data["title"])
    bots = say("report.on_all_seats", bots=bots) if len(data["bots"]) == 1 else bots
    head = Text(say("report.summary", title=title, bots=bots, seed=str(data["seed"])))
    left_out = [
        Text(say("report.summary.left_out", choice=say.choice(one["choice"]), why=one["why"]))
        for one in data["left_out"]
    ]
    return Group(head, *left_out, Text(), _figures(say, data), Text(), _endings(say, data), Text(), _actions(say, data))


def _table(say: Tongue, data: Json, title: str) -> Table:
    """A table with a column for every choice."""
    table = Table(title, box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    option = say.option(data["game"], data["compare"]) if data["compare"] else ""
    for variation in data["variations"]:
        table.add_column(f"{option}: {say.choice(variation['choice'])}" if option else "", justify="right")
    return table


def _figures(say: Tongue, data: Json) -> Table:
    """Wins, points and length."""
    variations, table = data["variations"], _table(say, data, say("report.head.figure"))
    table.add_row(say("report.figure.games"), *(say.number(one["games"], ",") for one in variations))
    if data["team"]:
        table.add_row(say("report.figure.points"), *(_mean(say, one["points"]["all"]) for one in variations))
        table.add_row(say("report.figure.perfect"), *(_share(say, one["team"]["perfect"]) for one in variations))
        table.add_row(say("report.figure.lost"), *(_share(say, one["team"]["lost"]) for one in variations))
    else:
        for place in range(max(one["players"] for one in variations)):
            orders = [one["wins"]["order"] for one in variations]
            shares = [_share(say, order[place]) if place < len(order) else "" for order in orders]
            table.add_row(say("report.summary.won_by", place=place + 1), *shares)
        table.add_row(say("report.head.points_of_seat"), *(_mean(say, one["points"]["all"]) for one in variations))
        table.add_row(say("report.summary.best"), *(_mean(say, one["points"]["best"]) for one in variations))
        table.add_row(say("report.summary.margin"), *(_mean(say, one["points"]["margin"]) for one in variations))
    for name in ("moves", "turns"):
        table.add_row(say(f"report.figure.{name}"), *(_mean(say, one["length"][name]) for one in variations))
    return table


def _endings(say: Tongue, data: Json) -> Table:
    """How games end."""
    table = _table(say, data, say("report.summary.endings"))
    found = [
        {say.ending(data["game"], one["reason"]): _share(say, one) for one in each["endings"]}
        for each in data["variations"]
    ]
    for reason in dict.fromkeys(reason for one in found for reason in one):
        table.add_row(reason, *(one.get(reason, "") for one in found))
    return table


def _actions(say: Tongue, data: Json) -> Table:
    """How often each kind of action is taken."""
    table = _table(say, data, say("report.summary.actions"))
    found = [{one["name"]: _mean(say, one) for one in each["uses"][ACTIONS]} for each in data["variations"]]
    for name in dict.fromkeys(name for one in found for name in one):
        table.add_row(name, *(one.get(name, "") for one in found))
    return table


def _mean(say: Tongue, one: Json) -> str:
    return say.number(one["mean"], ".2f") + ("" if one["error"] is None else f" ± {say.number(one['error'], '.2f')}")


def _share(say: Tongue, one: Json) -> str:
    return f"{say.number(100 * one['share'], '.1f')} % ± {say.number(100 * one['error'], '.1f')}"
