"""The report of a study as a page: one file, without scripts, that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

from lantern.kernel.contract import Json
from lantern.report.markup import Markup, folded, joined, table, tag
from lantern.report.names import Names
from lantern.report.plots import dots, histogram, pairs, whisker

MANY = 12
"""A table with more rows is folded."""
NOTHING = "-"
FEWEST = 20
"""With fewer games nothing is said about whether something is worth it."""
ACTIONS = "action"
HOW_TO_READ = (
    "After ± stands how far the true figure may lie from the one counted, in 95 of 100 such counts. "
    "What goes with winning need not be why somebody won; and of a hundred things that make no difference, "
    "about five will look as if they did."
)


def page(data: Json, boards: Sequence[Json]) -> str:
    """A study as HTML; boards are the fixed things of each table, from which places have their names."""
    title = f"{data['title']}: a study"
    style = (files(__package__) / "style.css").read_text("utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Markup(style)),
    )
    names = [Names(data["game"], board) for board in boards]
    variations = list(zip(data["variations"], names, strict=True))
    parts = [tag("h1", title), _facts(data), tag("p", HOW_TO_READ, class_="soft")]
    if data["compare"]:
        parts.append(_side_by_side(data, names))
    parts += [_variation(data, variation, known) for variation, known in variations]
    body = tag("body", tag("main", *parts))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _facts(data: Json) -> Markup:
    """What was played, and how to play it again."""
    first = data["variations"][0]
    last = data["seed"] + first["deals"] - 1
    facts = {
        "Game": f"{data['title']}, version {data['rules']} of its rules",
        "Players": _of_all(data, "players"),
        "Options": _options(first["options"], data["compare"]),
        "Bots": ", ".join(data["bots"]) + (" on all seats" if len(data["bots"]) == 1 else ", from every seat"),
        "Games": _of_all(data, "games"),
        "Seeds": f"{data['seed']} to {last}",
        "Made by": f"lantern {data['version']}",
    }
    rows = [joined(tag("dt", name), tag("dd", words)) for name, words in facts.items()]
    return tag("dl", *rows, tag("dt", "Command"), tag("dd", tag("code", data["command"])))


def _of_all(data: Json, name: str) -> str:
    """A number that may differ between the variations."""
    return ", ".join(dict.fromkeys(f"{variation[name]:,}" for variation in data["variations"]))


def _options(options: Json, compared: str | None) -> str:
    told = {name: value for name, value in options.items() if name not in ("players", compared)}
    words = [f"{name.replace('_', ' ')}: {_choice(value)}" for name, value in told.items()]
    return ", ".join(words) or "none"


def _choice(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "not set" if value is None else str(value)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _share(one: Json) -> Markup:
    return joined(_percent(one["share"]), _error(100 * one["error"], 1))


def _error(error: float | None, places: int = 2) -> Markup:
    return Markup("") if error is None else tag("span", f" ± {error:.{places}f}", class_="error-text")


def _mean(one: Json) -> Markup:
    return joined(NOTHING if one["mean"] is None else f"{one['mean']:.2f}", _error(one["error"]))


def _variation(data: Json, variation: Json, names: Names) -> Markup:
    """All figures of one table."""
    parts = [
        _tiles(variation),
        _who_wins(variation) if "wins" in variation else _how_well(variation, names),
        _points(variation),
        _sources(data["title"], variation, names),
        _length(variation),
        _uses(variation, names),
    ]
    if not data["compare"]:
        return joined(*parts)
    return folded(f"{_option_words(data['compare'])}: {variation['choice']}, all figures", *parts)


def _option_words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _tiles(variation: Json) -> Markup:
    """The figures that one asks for first."""
    points, length = variation["points"], variation["length"]
    tiles = [(f"{variation['games']:,}", "games")]
    if "wins" in variation:
        first = variation["wins"]["order"][0]
        tiles += [
            (_percent(first["share"]), f"won by who begins (fair: {_percent(variation['wins']['fair'])})"),
            (f"{points['all']['mean']:.1f}", "points a seat"),
            (f"{points['best']['mean']:.1f}", "points of the best seat"),
            (f"{points['margin']['mean']:.1f}", "points ahead of the next"),
        ]
    else:
        team = variation["team"]
        tiles += [
            (f"{points['all']['mean']:.2f}", f"points of {team['maximum']}"),
            (_percent(team["perfect"]["share"]), "perfect games"),
            (_percent(team["lost"]["share"]), "lost games"),
        ]
    tiles.append((f"{length['moves']['mean']:.0f}", f"moves in {length['turns']['mean']:.0f} turns"))
    return tag("ul", *(tag("li", tag("b", figure), tag("span", words)) for figure, words in tiles), class_="tiles")


def _place(place: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place, "th")
    return f"{place}{ending} to play"


def _who_wins(variation: Json) -> Markup:
    """Wins by the order of play, by seat and by bot."""
    wins, points = variation["wins"], variation["points"]
    fair, games = wins["fair"], variation["games"]
    rows = [
        [_place(one["place"]), _share(one), _against(one["share"], one["error"], fair, games), _mean(scored)]
        for one, scored in zip(wins["order"], points["order"], strict=True)
    ]
    parts = [
        dots(
            "Wins by the order of play",
            [(_place(one["place"]), one["share"], one["error"]) for one in wins["order"]],
            "share of the games won; dashed: a fair share",
            lambda share: f"{100 * share:.1f} %",
            fair,
        )
    ]
    if "bots" in wins:
        parts.append(
            dots(
                "Wins by bot",
                [(one["name"], one["share"], one["error"]) for one in wins["bots"]],
                "share of the games won",
                lambda share: f"{100 * share:.1f} %",
                None,
            )
        )
    shared = f"Several share the win in {_percent(wins['shared']['share'])} of the games; each then counts for a part."
    seats = [[f"seat {one['place']}", _share(one)] for one in wins["seats"]]
    return joined(
        tag("h2", "Who wins"),
        tag("div", *parts, class_="plots"),
        table(
            "Wins by the order of play",
            ["from who began", "games won", f"beside {_percent(fair)}", "points"],
            rows,
        ),
        tag("p", shared),
        _bots(wins["bots"]) if "bots" in wins else None,
        folded("The same by seat", table("Wins by seat", ["seat", "games won"], seats)),
    )


def _bots(bots: list[Json]) -> Markup:
    rows = [[one["name"], _share(one), _percent(one["fair"])] for one in bots]
    return table("Wins by bot", ["bot", "games won", "fair by its seats"], rows)


def _against(share: float, error: float, fair: float, count: int) -> Markup:
    """Whether a figure of so many games is clearly more or less than another, in words."""
    if count < FEWEST:
        return tag("span", " too few", class_="soft")
    if abs(share - fair) <= error:
        return tag("span", " not clear", class_="soft")
    return tag("span", " ▲ more", class_="more") if share > fair else tag("span", " ▼ less", class_="less")


def _how_well(variation: Json, names: Names) -> Markup:
    """How well a team does."""
    team, points = variation["team"], variation["points"]["all"]
    rows = [
        ["points", _mean(points)],
        ["perfect games", _share(team["perfect"])],
        ["lost games", _share(team["lost"])],
        *([names.amount(name) + " when it is over", _mean(spread)] for name, spread in team["at_end"].items()),
    ]
    plots = [
        histogram(f"{names.amount(name).capitalize()} when it is over", spread, names.amount(name))
        for name, spread in team["at_end"].items()
    ]
    return joined(
        tag("h2", "How well the team does"),
        table("The team", ["figure", "a game"], rows),
        tag("div", *plots, class_="plots"),
    )


def _points(variation: Json) -> Markup:
    """How points are spread."""
    points = variation["points"]
    if "best" not in points:
        plots = [histogram("Points of the team", points["all"], "points")]
    else:
        plots = [
            histogram("Points of all seats", points["all"], "points of a seat", "seats"),
            histogram("Points of the best seat", points["best"], "points"),
            histogram("How far the best seat is ahead", points["margin"], "points ahead of the next"),
        ]
    return joined(tag("h2", "Points"), tag("div", *plots, class_="plots"))


def _sources(title: str, variation: Json, names: Names) -> Markup:
    """Where points come from."""
    sources = variation["sources"]
    called = [names.source(one["source"]) for one in sources]
    rivals = "wins" in variation
    if rivals:
        plot = pairs(
            "Points by source",
            [(name, [one["winners"], one["others"] or 0.0]) for name, one in zip(called, sources, strict=True)],
            "points of a seat in a game",
            ["winners", "others"],
        )
    else:
        parts = [one for source in sources for one in source["parts"]]
        kinds = [source["source"] for source in sources for _ in source["parts"]]
        plot = pairs(
            "Points by source",
            [(names.thing(kind, one["part"]), [one["mean"]]) for kind, one in zip(kinds, parts, strict=True)],
            "points in a game",
            ["team"],
        )
    rows = [_source_row(name, one) for name, one in zip(called, sources, strict=True)]
    details = [
        folded(
            f"{name.capitalize()}, one by one ({len(one['parts'])})",
            table(
                f"Points from {name}, one by one",
                _source_head(rivals),
                [_source_row(names.thing(one["source"], part["part"]), part) for part in one["parts"]],
            ),
        )
        for name, one in zip(called, sources, strict=True)
        if len(one["parts"]) > 1
    ]
    return joined(
        tag("h2", "Where points come from"),
        tag("div", plot, class_="plots"),
        table(f"Points by source in {title}", _source_head(rivals), rows),
        folded("The same by the order of play", _sources_in_order(called, sources)) if rivals else None,
        *details,
    )


def _source_head(rivals: bool) -> list[str]:
    if rivals:
        return ["source", "points of a seat", "games in which it scores", "winners", "others", "winners have more"]
    return ["source", "points of the team", "games in which it scores"]


def _source_row(name: str, one: Json) -> list[str]:
    row: list[str] = [name, _mean(one), _percent(one["scored"])]
    if "gain" in one:
        others = NOTHING if one["others"] is None else f"{one['others']:.2f}"
        row += [f"{one['winners']:.2f}", others, _gain(one["gain"]["mean"], one["gain"]["error"])]
    return row


def _gain(gain: float | None, error: float | None) -> Markup:
    """A difference with its sign and error."""
    return joined(NOTHING) if gain is None else joined(f"{gain:+.2f}", _error(error))


def _sources_in_order(called: list[str], sources: list[Json]) -> Markup:
    head = ["source", *(_place(place) for place in range(1, len(sources[0]["order"]) + 1))]
    rows = [[name, *(f"{mean:.2f}" for mean in one["order"])] for name, one in zip(called, sources, strict=True)]
    return table("Points by source and order of play", head, rows)


def _length(variation: Json) -> Markup:
    """How long games are, and how they end."""
    length, endings = variation["length"], variation["endings"]
    rows = [[one["reason"], f"{one['games']:,}", _share(one)] for one in endings]
    return joined(
        tag("h2", "Length and end"),
        tag(
            "div",
            histogram("Moves of a game", length["moves"], "moves: decisions of all seats"),
            histogram("Turns of a game", length["turns"], "turns: moves of one seat on end count once"),
            class_="plots",
        ),
        table("How games end", ["reason", "games", "share"], rows),
    )


def _uses(variation: Json, names: Names) -> Markup:
    """What is used, and whether it goes with winning."""
    if "wins" in variation:
        words = (
            "“Used more” are the seats that used it more often than their table did on average. Beside it stands the "
            f"share of the games that they won; with no effect it would be {_percent(variation['wins']['fair'])}."
        )
    else:
        words = "“Gain” is how many points more the team has in games in which it was used more than on average."
    groups = dict(variation["uses"])
    actions = _use_table("Kinds of action", ACTIONS, groups.pop(ACTIONS), variation, names)
    folds = [
        folded(
            f"{names.group(group)} ({len(rows)})",
            _use_table(names.group(group), group, rows, variation, names),
            unfolded=len(rows) <= MANY,
        )
        for group in names.in_order(groups)
        for rows in [groups[group]]
    ]
    return joined(tag("h2", "What is used, and is it worth it"), tag("p", words), actions, *folds)


def _use_table(title: str, group: str, rows: list[Json], variation: Json, names: Names) -> Markup:
    rivals = "wins" in variation
    head = ["what", "times", "a game", "games with it", "used more"]
    head += ["of them won", "beside a fair share"] if rivals else ["gain in points", "beside none"]
    told = []
    for row in rows:
        name = names.action(row["name"]) if group == ACTIONS else names.thing(group, row["name"])
        cells = [name, f"{row['count']:,}", _mean(row), _percent(row["games"] / variation["games"]), f"{row['more']:,}"]
        told.append(cells + (_worth(row, variation["wins"]["fair"]) if rivals else _team_worth(row)))
    return table(title, head, told)


def _worth(row: Json, fair: float) -> list[str]:
    """The share of the wins, drawn and judged."""
    if row["share"] is None:
        return [NOTHING, ""]
    share, error = row["share"], row["share_error"]
    told = joined(_percent(share), _error(100 * error, 1))
    return [told, joined(whisker(share, error, fair, max(fair, 0.3)), _against(share, error, fair, row["more"]))]


def _team_worth(row: Json) -> list[str]:
    if row["gain"] is None:
        return [NOTHING, ""]
    gain, error = row["gain"], row["gain_error"]
    return [_gain(gain, error), joined(whisker(gain, error, 0.0, 5.0), _against(gain, error, 0.0, row["more"]))]


def _side_by_side(data: Json, names: Sequence[Names]) -> Markup:
    """The choices of an option beside each other."""
    option = _option_words(data["compare"])
    head = ["figure", *(f"{option}: {variation['choice']}" for variation in data["variations"])]
    left_out = [tag("li", f"{one['choice']}: {one['why']}") for one in data["left_out"]]
    return joined(
        tag("h2", f"{option}, choice by choice"),
        tag("div", *_choice_plots(data["variations"], data["team"]), class_="plots"),
        table("Figures on the same deals", head, _figure_rows(data["variations"])),
        _difference_table(data, option),
        table("How games end", head, _ending_rows(data["variations"])),
        table("Points by source", head, _source_rows(data["variations"], names[0])),
        table("Kinds of action, times a game", head, _action_rows(data["variations"], names[0])),
        joined(tag("p", "Left out, for they can't be played here:"), tag("ul", *left_out)) if left_out else None,
    )


def _choice_plots(variations: list[Json], team: bool) -> Iterator[Markup]:
    """Points and lengths, a row for each choice."""
    figures = [("Points of the team" if team else "Points of a seat", "points", "all")]
    figures += [] if team else [("How far the best seat is ahead", "points", "margin")]
    figures += [("Moves of a game", "length", "moves")]
    for title, part, name in figures:
        rows = [(one["choice"], one[part][name]["mean"], one[part][name]["error"]) for one in variations]
        yield dots(title, rows, "moves" if part == "length" else "points", lambda value: f"{value:.1f}", None)


def _figure_rows(variations: list[Json]) -> list[list[str]]:
    """The main figures of each variation."""
    rows = [["games", *(f"{one['games']:,}" for one in variations)]]
    if "wins" in variations[0]:
        rows += [
            ["won by who begins", *(_share(one["wins"]["order"][0]) for one in variations)],
            ["a fair share", *(_percent(one["wins"]["fair"]) for one in variations)],
            ["points of the best seat", *(_mean(one["points"]["best"]) for one in variations)],
            ["points ahead of the next", *(_mean(one["points"]["margin"]) for one in variations)],
        ]
    else:
        rows += [
            ["perfect games", *(_share(one["team"]["perfect"]) for one in variations)],
            ["lost games", *(_share(one["team"]["lost"]) for one in variations)],
        ]
    rows.insert(1, ["points", *(_mean(one["points"]["all"]) for one in variations)])
    return rows + [[name, *(_mean(one["length"][name]) for one in variations)] for name in ("moves", "turns")]


def _difference_table(data: Json, option: str) -> Markup:
    """How the figures of other choices differ from those of the first."""
    called = {
        "points": "points",
        "best": "points of the best seat",
        "margin": "points ahead of the next",
        "moves": "moves",
        "turns": "turns",
        "first": "won by who begins, in percentage points",
    }
    first, *others = data["variations"]
    scales = {"first": 100.0}
    rows = []
    for name in data["differences"][0]:
        scale = scales.get(name, 1.0)
        found = [one[name] for one in data["differences"]]
        told = [_gain(scale * one["mean"], None if one["error"] is None else scale * one["error"]) for one in found]
        rows.append([called[name], *told])
    caption = f"Difference from “{option}: {first['choice']}”, deal by deal"
    return table(caption, ["figure", *(f"{option}: {one['choice']}" for one in others)], rows)


def _ending_rows(variations: list[Json]) -> list[list[str]]:
    found = [{one["reason"]: _share(one) for one in variation["endings"]} for variation in variations]
    return _rows_of(found)


def _source_rows(variations: list[Json], names: Names) -> list[list[str]]:
    return _rows_of([{names.source(one["source"]): _mean(one) for one in each["sources"]} for each in variations])


def _action_rows(variations: list[Json], names: Names) -> list[list[str]]:
    return _rows_of([{names.action(one["name"]): _mean(one) for one in each["uses"][ACTIONS]} for each in variations])


def _rows_of(columns: list[dict[str, Markup]]) -> list[list[str]]:
    """A row for every name that any column has."""
    names = dict.fromkeys(name for column in columns for name in column)
    return [[name, *(column.get(name, NOTHING) for column in columns)] for name in names]
