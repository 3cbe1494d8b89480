"""A study in short: the figures that one asks for first."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lantern.kernel.contract import Json

ACTIONS = "action"


def summary(data: Json) -> RenderableType:
    """What a study came to, its choices side by side."""
    bots = f"{', '.join(data['bots'])}{' on all seats' if len(data['bots']) == 1 else ''}"
    head = Text(f"{data['title']}: {bots}, seed {data['seed']}")
    left_out = [Text(f"left out: {one['choice']}: {one['why']}") for one in data["left_out"]]
    return Group(head, *left_out, Text(), _figures(data), Text(), _endings(data), Text(), _actions(data))


def _table(data: Json, title: str) -> Table:
    """A table with a column for every choice."""
    table = Table(title, box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    option = (data["compare"] or "").replace("_", " ")
    for variation in data["variations"]:
        table.add_column(f"{option}: {variation['choice']}" if option else "", justify="right")
    return table


def _figures(data: Json) -> Table:
    """Wins, points and length."""
    variations, table = data["variations"], _table(data, "figure")
    table.add_row("games", *(f"{one['games']:,}" for one in variations))
    if data["team"]:
        table.add_row("points", *(_mean(one["points"]["all"]) for one in variations))
        table.add_row("perfect games", *(_share(one["team"]["perfect"]) for one in variations))
        table.add_row("lost games", *(_share(one["team"]["lost"]) for one in variations))
    else:
        for place in range(max(one["players"] for one in variations)):
            orders = [one["wins"]["order"] for one in variations]
            shares = [_share(order[place]) if place < len(order) else "" for order in orders]
            table.add_row(f"won by number {place + 1} to play", *shares)
        table.add_row("points of a seat", *(_mean(one["points"]["all"]) for one in variations))
        table.add_row("points of the best", *(_mean(one["points"]["best"]) for one in variations))
        table.add_row("points ahead", *(_mean(one["points"]["margin"]) for one in variations))
    for name in ("moves", "turns"):
        table.add_row(name, *(_mean(one["length"][name]) for one in variations))
    return table


def _endings(data: Json) -> Table:
    """How games end."""
    table = _table(data, "how games end")
    found = [{one["reason"]: _share(one) for one in each["endings"]} for each in data["variations"]]
    for reason in dict.fromkeys(reason for one in found for reason in one):
        table.add_row(reason, *(one.get(reason, "") for one in found))
    return table


def _actions(data: Json) -> Table:
    """How often each kind of action is taken."""
    table = _table(data, "actions a game")
    found = [{one["name"]: _mean(one) for one in each["uses"][ACTIONS]} for each in data["variations"]]
    for name in dict.fromkeys(name for one in found for name in one):
        table.add_row(name, *(one.get(name, "") for one in found))
    return table


def _mean(one: Json) -> str:
    return f"{one['mean']:.2f}" + ("" if one["error"] is None else f" ± {one['error']:.2f}")


def _share(one: Json) -> str:
    return f"{100 * one['share']:.1f} % ± {100 * one['error']:.1f}"
