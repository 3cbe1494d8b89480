"""Ming Dynastie's points as a terminal shows them: what the next scoring would bring, and the sheet of the game."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from lantern.games.ming.board import COMPONENTS
from lantern.kernel.contract import Json
from lantern.terminal.marks import STRONG, called, say, seats_of
from lantern.terminal.ming.marks import LAND_INKS, PALACE, coming, mark, ranked
from lantern.terminal.scores import Line, Source, items_of, summary, total

SOURCES = {"sets": ["set"], "city": ["palaces"], "most": ["majority"], "monks": ["monasteries"]}
LAST_SOURCES = {"sets": ["set"], "tiles": ["five", "single"], "most": ["majority"], "monks": ["monasteries"]}
"""What points come from; after the last round it is tiles instead of members in cities."""
LINES = ("set", "monasteries", "five", "single")
"""The lines of the sheet that are of no province; `earlier` is what a position brought along."""


def next_scoring(view: Json) -> Json:
    """The round of the scoring under way or to come, with what it pays."""
    after = view["round"] + (1 if view["phase"] == "start" else 0)
    found: Json = next(it for it in COMPONENTS["scorings"] if it["round"] >= after)
    return found


def pays(view: Json) -> str:
    """What the scoring under way or to come pays for."""
    scoring = next_scoring(view)
    paid = {"set": scoring["set"], "palace": scoring["palace"], "most": COMPONENTS["majority"]}
    paid |= {"monastery": COMPONENTS["monastery"]}
    if scoring is COMPONENTS["scorings"][-1]:
        paid |= {"five": COMPONENTS["set_of_five"], "single": COMPONENTS["single_tile"]}
    return ", ".join(say(view, f"ming.pays.{what}", points=points) for what, points in paid.items() if points)


def foreseen(view: Json) -> tuple[list[str], list[list[Text]]]:
    """The points of every seat, and what the next scoring would add if it came now; nothing while one is going on."""
    if view["scoring"] is not None or view["to_act"] is None:
        return [say(view, "report.figure.points")], [[Text(str(points), STRONG)] for points in view["scores"]]
    items, last = coming(view), next_scoring(view)["round"] == COMPONENTS["rounds"]
    sources = LAST_SOURCES if last else SOURCES
    rows = []
    for seat, points in enumerate(view["scores"], 1):
        brought = [sum(total(items_of(items, kind), seat) for kind in kinds) for kinds in sources.values()]
        cells = [str(points), *(f"+{number}" if number else "" for number in brought)]
        rows.append([*map(Text, cells), Text(str(points + sum(brought)), STRONG)])
    heads = [f"+{say(view, f'ming.coming.{source}')}" for source in sources]
    return [say(view, "drawing.now"), *heads, f"={say(view, 'ming.then')}"], rows


def points_of(view: Json, province: str, room: int) -> Text:
    """The points that a city would bring now."""
    items = [item for item in coming(view) if item["of"] == province]
    return ranked({seat: total(items, seat) for seat in seats_of(view)}, room)


def sum_up(view: Json) -> RenderableType:
    """The result of a finished game and the sheet of all that was scored, round by round."""
    return summary(view, _sources(view), mark)


def _sources(view: Json) -> Iterator[Source]:
    """The scorings that anybody has points from."""
    items = [item for item in view["result"]["breakdown"] if item["when"] == "scored"]
    for number in sorted({item["round"] for item in items}):
        own = [item for item in items if item["round"] == number]
        yield Source(say(view, "ming.round_scored", round=number), own, _lines(view, own))


def _lines(view: Json, items: list[Json]) -> Iterator[Line]:
    """Sets, the cities, monasteries and tiles of a scoring, in the order of scoring."""
    seats = seats_of(view)
    for name in sorted({item["of"] for item in items}, key=_place):
        own = [item for item in items if item["of"] == name]
        if name in LAND_INKS:
            yield (
                Text.assemble((f" {called(view, 'province', name)} ", LAND_INKS[name])),
                [_city_points(own, seat) for seat in seats],
            )
        elif name in LINES:
            yield Text(say(view, f"ming.report.source.{name}")), [_counted(own, seat) for seat in seats]


def _place(name: str) -> int:
    order = ["set", *LAND_INKS, "monasteries", "five", "single"]
    return order.index(name) if name in order else -1


def _city_points(items: list[Json], seat: int) -> Text:
    """A seat's members in a city, their points, and those for the majority."""
    own = [item for item in items if item["seat"] == seat]
    if not own:
        return Text()
    parts = [str(item["points"]) for item in own]
    return Text(f"({own[0]['members']}{PALACE}) {'+'.join(parts)}")


def _counted(items: list[Json], seat: int) -> Text:
    own = [item for item in items if item["seat"] == seat]
    return Text("".join(f"({item['members']}) {item['points']}" for item in own))
