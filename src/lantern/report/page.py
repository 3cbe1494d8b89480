"""The report of a study as a page: one file, without scripts, that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

from lantern.kernel.contract import Json, Sheet
from lantern.languages import DEFAULT, Tongue
from lantern.report.markup import Markup, folded, joined, table, tag
from lantern.report.names import Names
from lantern.report.plots import dots, histogram, pairs, whisker

MANY = 12
"""A table with more rows is folded."""
NOTHING = "-"
FEWEST = 20
"""With fewer games nothing is said about whether something is worth it."""
ACTIONS = "action"


def page(sheet: Sheet, data: Json, boards: Sequence[Json], language: str = DEFAULT) -> str:
    """A study of a game as HTML in a language; from the boards, one of each table, places have their names."""
    say = Tongue(language)
    title = say("report.title", title=say.title(data["game"], data["title"]))
    style = (files(__package__) / "style.css").read_text("utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Markup(style)),
    )
    names = [Names(sheet, board, language) for board in boards]
    variations = list(zip(data["variations"], names, strict=True))
    parts = [tag("h1", title), _facts(say, data, names[0]), tag("p", say("report.how_to_read"), class_="soft")]
    if data["compare"]:
        parts.append(_side_by_side(say, data, names))
    parts += [_variation(say, data, variation, known) for variation, known in variations]
    body = tag("body", tag("main", *parts))
    return f"<!doctype html>\n{tag('html', head, body, lang=language)}\n"


def _facts(say: Tongue, data: Json, names: Names) -> Markup:
    """What was played, and how to play it again."""
    first = data["variations"][0]
    last = data["seed"] + first["deals"] - 1
    facts = {
        say("report.fact.game"): say(
            "report.fact.rules", title=say.title(data["game"], data["title"]), version=str(data["rules"])
        ),
        say("ui.players"): _of_all(say, data, "players"),
        say("report.fact.options"): _options(say, names, first["options"], data["compare"]),
        say("report.fact.bots"): say(
            "report.on_all_seats" if len(data["bots"]) == 1 else "report.from_every_seat", bots=", ".join(data["bots"])
        ),
        say("report.fact.games"): _of_all(say, data, "games"),
        say("report.fact.seeds"): say("report.range", first=str(data["seed"]), last=str(last)),
        say("report.fact.made_by"): f"lantern {data['version']}",
    }
    rows = [joined(tag("dt", name), tag("dd", words)) for name, words in facts.items()]
    return tag("dl", *rows, tag("dt", say("report.fact.command")), tag("dd", tag("code", data["command"])))


def _of_all(say: Tongue, data: Json, name: str) -> str:
    """A number that may differ between the variations."""
    return ", ".join(dict.fromkeys(say.number(variation[name], ",") for variation in data["variations"]))


def _options(say: Tongue, names: Names, options: Json, compared: str | None) -> str:
    told = {name: value for name, value in options.items() if name not in ("players", compared)}
    words = [f"{names.option(name)}: {say.choice(value)}" for name, value in told.items()]
    return ", ".join(words) or say("report.no_options")


def _percent(say: Tongue, share: float) -> str:
    return f"{say.number(100 * share, '.1f')} %"


def _share(say: Tongue, one: Json) -> Markup:
    return joined(_percent(say, one["share"]), _error(say, 100 * one["error"], 1))


def _error(say: Tongue, error: float | None, places: int = 2) -> Markup:
    return Markup("") if error is None else tag("span", f" ± {say.number(error, f'.{places}f')}", class_="error-text")


def _mean(say: Tongue, one: Json) -> Markup:
    return joined(NOTHING if one["mean"] is None else say.number(one["mean"], ".2f"), _error(say, one["error"]))


def _variation(say: Tongue, data: Json, variation: Json, names: Names) -> Markup:
    """All figures of one table."""
    parts = [
        _tiles(say, variation),
        _who_wins(say, variation) if "wins" in variation else _how_well(say, variation, names),
        _points(say, variation),
        _sources(say, say.title(data["game"], data["title"]), variation, names),
        _length(say, variation, names),
        _uses(say, variation, names),
    ]
    if not data["compare"]:
        return joined(*parts)
    title = say(
        "report.all_figures", option=names.option(data["compare"]).capitalize(), choice=say.choice(variation["choice"])
    )
    return folded(title, *parts)


def _tiles(say: Tongue, variation: Json) -> Markup:
    """The figures that one asks for first."""
    points, length = variation["points"], variation["length"]
    tiles = [(say.number(variation["games"], ","), say("report.tile.games"))]
    if "wins" in variation:
        first = variation["wins"]["order"][0]
        tiles += [
            (_percent(say, first["share"]), say("report.tile.first", share=_percent(say, variation["wins"]["fair"]))),
            (say.number(points["all"]["mean"], ".1f"), say("report.tile.points")),
            (say.number(points["best"]["mean"], ".1f"), say("report.tile.best")),
            (say.number(points["margin"]["mean"], ".1f"), say("report.tile.margin")),
        ]
    else:
        team = variation["team"]
        tiles += [
            (say.number(points["all"]["mean"], ".2f"), say("report.tile.team_points", most=team["maximum"])),
            (_percent(say, team["perfect"]["share"]), say("report.tile.perfect")),
            (_percent(say, team["lost"]["share"]), say("report.tile.lost")),
        ]
    turns = f"{length['turns']['mean']:.0f}"
    tiles.append((f"{length['moves']['mean']:.0f}", say("report.tile.moves", turns=turns)))
    return tag("ul", *(tag("li", tag("b", figure), tag("span", words)) for figure, words in tiles), class_="tiles")


def _place(say: Tongue, place: int) -> str:
    return say("report.place", place=place)


def _who_wins(say: Tongue, variation: Json) -> Markup:
    """Wins by the order of play, by seat and by bot."""
    wins, points = variation["wins"], variation["points"]
    fair, games = wins["fair"], variation["games"]
    rows = [
        [
            _place(say, one["place"]),
            _share(say, one),
            _against(say, one["share"], one["error"], fair, games),
            _mean(say, scored),
        ]
        for one, scored in zip(wins["order"], points["order"], strict=True)
    ]
    parts = [
        dots(
            say("report.wins.by_order"),
            [(_place(say, one["place"]), one["share"], one["error"]) for one in wins["order"]],
            say("report.wins.axis_fair"),
            lambda share: _percent(say, share),
            fair,
        )
    ]
    if "bots" in wins:
        parts.append(
            dots(
                say("report.wins.by_bot"),
                [(one["name"], one["share"], one["error"]) for one in wins["bots"]],
                say("report.wins.axis"),
                lambda share: _percent(say, share),
                None,
            )
        )
    shared = say("report.wins.shared", share=_percent(say, wins["shared"]["share"]))
    seats = [[say("report.wins.seat", number=one["place"]), _share(say, one)] for one in wins["seats"]]
    return joined(
        tag("h2", say("report.wins.heading")),
        tag("div", *parts, class_="plots"),
        table(
            say("report.wins.by_order"),
            [
                say("report.head.from_first"),
                say("report.head.won"),
                say("report.head.beside", share=_percent(say, fair)),
                say("report.figure.points"),
            ],
            rows,
        ),
        tag("p", shared),
        _bots(say, wins["bots"]) if "bots" in wins else None,
        folded(
            say("report.wins.same_by_seat"),
            table(say("report.wins.by_seat"), [say("report.head.seat"), say("report.head.won")], seats),
        ),
    )


def _bots(say: Tongue, bots: list[Json]) -> Markup:
    rows = [[one["name"], _share(say, one), _percent(say, one["fair"])] for one in bots]
    return table(
        say("report.wins.by_bot"),
        [say("report.head.bot"), say("report.head.won"), say("report.head.fair_by_seats")],
        rows,
    )


def _against(say: Tongue, share: float, error: float, fair: float, count: int) -> Markup:
    """Whether a figure of so many games is clearly more or less than another, in words."""
    if count < FEWEST:
        return tag("span", f" {say('report.too_few')}", class_="soft")
    if abs(share - fair) <= error:
        return tag("span", f" {say('report.not_clear')}", class_="soft")
    if share > fair:
        return tag("span", f" {say('report.more')}", class_="more")
    return tag("span", f" {say('report.less')}", class_="less")


def _how_well(say: Tongue, variation: Json, names: Names) -> Markup:
    """How well a team does."""
    team, points = variation["team"], variation["points"]["all"]
    rows = [
        [say("report.figure.points"), _mean(say, points)],
        [say("report.figure.perfect"), _share(say, team["perfect"])],
        [say("report.figure.lost"), _share(say, team["lost"])],
        *(
            [say("report.team.at_end", amount=names.amount(name)), _mean(say, spread)]
            for name, spread in team["at_end"].items()
        ),
    ]
    plots = [
        histogram(say, say("report.team.at_end", amount=names.amount(name).capitalize()), spread, names.amount(name))
        for name, spread in team["at_end"].items()
    ]
    return joined(
        tag("h2", say("report.team.heading")),
        table(say("report.team.table"), [say("report.head.figure"), say("report.head.a_game")], rows),
        tag("div", *plots, class_="plots"),
    )


def _points(say: Tongue, variation: Json) -> Markup:
    """How points are spread."""
    points = variation["points"]
    if "best" not in points:
        plots = [histogram(say, say("report.points.team"), points["all"], say("report.figure.points"))]
    else:
        plots = [
            histogram(
                say,
                say("report.points.all"),
                points["all"],
                say("report.head.points_of_seat"),
                say("report.points.seats"),
            ),
            histogram(say, say("report.points.best"), points["best"], say("report.figure.points")),
            histogram(say, say("report.points.margin"), points["margin"], say("report.figure.margin")),
        ]
    return joined(tag("h2", say("report.points.heading")), tag("div", *plots, class_="plots"))


def _sources(say: Tongue, title: str, variation: Json, names: Names) -> Markup:
    """Where points come from."""
    sources = variation["sources"]
    called = [names.source(one["source"]) for one in sources]
    rivals = "wins" in variation
    if rivals:
        plot = pairs(
            say,
            say("report.sources.by_source"),
            [(name, [one["winners"], one["others"] or 0.0]) for name, one in zip(called, sources, strict=True)],
            say("report.sources.axis"),
            [say("report.head.winners"), say("report.head.others")],
        )
    else:
        parts = [one for source in sources for one in source["parts"]]
        kinds = [source["source"] for source in sources for _ in source["parts"]]
        plot = pairs(
            say,
            say("report.sources.by_source"),
            [(names.thing(kind, one["part"]), [one["mean"]]) for kind, one in zip(kinds, parts, strict=True)],
            say("report.sources.team_axis"),
            [say("report.team.name")],
        )
    rows = [_source_row(say, name, one) for name, one in zip(called, sources, strict=True)]
    details = [
        folded(
            say("report.sources.each", source=name.capitalize(), count=len(one["parts"])),
            table(
                say("report.sources.each_table", source=name),
                _source_head(say, rivals),
                [_source_row(say, names.thing(one["source"], part["part"]), part) for part in one["parts"]],
            ),
        )
        for name, one in zip(called, sources, strict=True)
        if len(one["parts"]) > 1
    ]
    return joined(
        tag("h2", say("report.sources.heading")),
        tag("div", plot, class_="plots"),
        table(say("report.sources.by_source_in", title=title), _source_head(say, rivals), rows),
        folded(say("report.sources.same_in_order"), _sources_in_order(say, called, sources)) if rivals else None,
        *details,
    )


def _source_head(say: Tongue, rivals: bool) -> list[str]:
    points = say("report.head.points_of_seat" if rivals else "report.head.points_of_team")
    head = [say("report.head.source"), points, say("report.head.scores_in")]
    return head + [say(f"report.head.{name}") for name in ("winners", "others", "winners_more") if rivals]


def _source_row(say: Tongue, name: str, one: Json) -> list[str]:
    row: list[str] = [name, _mean(say, one), _percent(say, one["scored"])]
    if "gain" in one:
        others = NOTHING if one["others"] is None else say.number(one["others"], ".2f")
        row += [say.number(one["winners"], ".2f"), others, _gain(say, one["gain"]["mean"], one["gain"]["error"])]
    return row


def _gain(say: Tongue, gain: float | None, error: float | None) -> Markup:
    """A difference with its sign and error."""
    return joined(NOTHING) if gain is None else joined(say.number(gain, "+.2f"), _error(say, error))


def _sources_in_order(say: Tongue, called: list[str], sources: list[Json]) -> Markup:
    head = [say("report.head.source"), *(_place(say, place) for place in range(1, len(sources[0]["order"]) + 1))]
    rows = [
        [name, *(say.number(mean, ".2f") for mean in one["order"])] for name, one in zip(called, sources, strict=True)
    ]
    return table(say("report.sources.in_order"), head, rows)


def _length(say: Tongue, variation: Json, names: Names) -> Markup:
    """How long games are, and how they end."""
    length, endings = variation["length"], variation["endings"]
    rows = [[names.ending(one["reason"]), say.number(one["games"], ","), _share(say, one)] for one in endings]
    return joined(
        tag("h2", say("report.length.heading")),
        tag(
            "div",
            histogram(say, say("report.length.moves"), length["moves"], say("report.length.moves_axis")),
            histogram(say, say("report.length.turns"), length["turns"], say("report.length.turns_axis")),
            class_="plots",
        ),
        table(
            say("report.length.endings"),
            [say("report.head.reason"), say("report.figure.games"), say("report.head.share")],
            rows,
        ),
    )


def _uses(say: Tongue, variation: Json, names: Names) -> Markup:
    """What is used, and whether it goes with winning."""
    if "wins" in variation:
        words = say("report.uses.rivals", share=_percent(say, variation["wins"]["fair"]))
    else:
        words = say("report.uses.team")
    groups = dict(variation["uses"])
    actions = _use_table(say, say("report.uses.actions"), ACTIONS, groups.pop(ACTIONS), variation, names)
    folds = [
        folded(
            f"{names.group(group)} ({len(rows)})",
            _use_table(say, names.group(group), group, rows, variation, names),
            unfolded=len(rows) <= MANY,
        )
        for group in names.in_order(groups)
        for rows in [groups[group]]
    ]
    return joined(tag("h2", say("report.uses.heading")), tag("p", words), actions, *folds)


def _use_table(say: Tongue, title: str, group: str, rows: list[Json], variation: Json, names: Names) -> Markup:
    rivals = "wins" in variation
    heads = ["what", "times", "a_game", "games_with", "used_more"]
    heads += ["won_of_them", "beside_fair"] if rivals else ["gain", "beside_none"]
    head = [say(f"report.head.{name}") for name in heads]
    told = []
    for row in rows:
        name = names.action(row["name"]) if group == ACTIONS else names.thing(group, row["name"])
        cells = [
            name,
            say.number(row["count"], ","),
            _mean(say, row),
            _percent(say, row["games"] / variation["games"]),
            say.number(row["more"], ","),
        ]
        told.append(cells + (_worth(say, row, variation["wins"]["fair"]) if rivals else _team_worth(say, row)))
    return table(title, head, told)


def _worth(say: Tongue, row: Json, fair: float) -> list[str]:
    """The share of the wins, drawn and judged."""
    if row["share"] is None:
        return [NOTHING, ""]
    share, error = row["share"], row["share_error"]
    told = joined(_percent(say, share), _error(say, 100 * error, 1))
    return [told, joined(whisker(share, error, fair, max(fair, 0.3)), _against(say, share, error, fair, row["more"]))]


def _team_worth(say: Tongue, row: Json) -> list[str]:
    if row["gain"] is None:
        return [NOTHING, ""]
    gain, error = row["gain"], row["gain_error"]
    return [
        _gain(say, gain, error),
        joined(whisker(gain, error, 0.0, 5.0), _against(say, gain, error, 0.0, row["more"])),
    ]


def _side_by_side(say: Tongue, data: Json, names: Sequence[Names]) -> Markup:
    """The choices of an option beside each other."""
    option = names[0].option(data["compare"]).capitalize()
    head = [say("report.head.figure"), *(f"{option}: {say.choice(one['choice'])}" for one in data["variations"])]
    left_out = [tag("li", f"{say.choice(one['choice'])}: {one['why']}") for one in data["left_out"]]
    return joined(
        tag("h2", say("report.compare.heading", option=option)),
        tag("div", *_choice_plots(say, data["variations"], data["team"]), class_="plots"),
        table(say("report.compare.figures"), head, _figure_rows(say, data["variations"])),
        _difference_table(say, data, option, names[0]),
        table(say("report.length.endings"), head, _ending_rows(say, data["variations"], names[0])),
        table(say("report.sources.by_source"), head, _source_rows(say, data["variations"], names[0])),
        table(say("report.compare.actions"), head, _action_rows(say, data["variations"], names[0])),
        joined(tag("p", say("report.compare.left_out")), tag("ul", *left_out)) if left_out else None,
    )


def _choice_plots(say: Tongue, variations: list[Json], team: bool) -> Iterator[Markup]:
    """Points and lengths, a row for each choice."""
    figures = [("report.points.team" if team else "report.points.seat", "points", "all")]
    figures += [] if team else [("report.points.margin", "points", "margin")]
    figures += [("report.length.moves", "length", "moves")]
    for title, part, name in figures:
        rows = [(say.choice(one["choice"]), one[part][name]["mean"], one[part][name]["error"]) for one in variations]
        axis = say("report.figure.moves" if part == "length" else "report.figure.points")
        yield dots(say(title), rows, axis, lambda value: say.number(value, ".1f"), None)


def _figure_rows(say: Tongue, variations: list[Json]) -> list[list[str]]:
    """The main figures of each variation."""
    rows = [[say("report.figure.games"), *(say.number(one["games"], ",") for one in variations)]]
    if "wins" in variations[0]:
        rows += [
            [say("report.figure.first"), *(_share(say, one["wins"]["order"][0]) for one in variations)],
            [say("report.figure.fair"), *(_percent(say, one["wins"]["fair"]) for one in variations)],
            [say("report.figure.best"), *(_mean(say, one["points"]["best"]) for one in variations)],
            [say("report.figure.margin"), *(_mean(say, one["points"]["margin"]) for one in variations)],
        ]
    else:
        rows += [
            [say("report.figure.perfect"), *(_share(say, one["team"]["perfect"]) for one in variations)],
            [say("report.figure.lost"), *(_share(say, one["team"]["lost"]) for one in variations)],
        ]
    rows.insert(1, [say("report.figure.points"), *(_mean(say, one["points"]["all"]) for one in variations)])
    return rows + [
        [say(f"report.figure.{name}"), *(_mean(say, one["length"][name]) for one in variations)]
        for name in ("moves", "turns")
    ]


def _difference_table(say: Tongue, data: Json, option: str, names: Names) -> Markup:
    """How the figures of other choices differ from those of the first."""
    first, *others = data["variations"]
    scales = {"first": 100.0}
    rows = []
    for name in data["differences"][0]:
        scale = scales.get(name, 1.0)
        found = [one[name] for one in data["differences"]]
        told = [
            _gain(say, scale * one["mean"], None if one["error"] is None else scale * one["error"]) for one in found
        ]
        label = say("report.figure.first_points" if name == "first" else f"report.figure.{name}")
        rows.append([label, *told])
    caption = say("report.compare.difference", option=option, choice=say.choice(first["choice"]))
    return table(
        caption, [say("report.head.figure"), *(f"{option}: {say.choice(one['choice'])}" for one in others)], rows
    )


def _ending_rows(say: Tongue, variations: list[Json], names: Names) -> list[list[str]]:
    found = [
        {names.ending(one["reason"]): _share(say, one) for one in variation["endings"]} for variation in variations
    ]
    return _rows_of(found)


def _source_rows(say: Tongue, variations: list[Json], names: Names) -> list[list[str]]:
    return _rows_of([{names.source(one["source"]): _mean(say, one) for one in each["sources"]} for each in variations])


def _action_rows(say: Tongue, variations: list[Json], names: Names) -> list[list[str]]:
    return _rows_of(
        [{names.action(one["name"]): _mean(say, one) for one in each["uses"][ACTIONS]} for each in variations]
    )


def _rows_of(columns: list[dict[str, Markup]]) -> list[list[str]]:
    """A row for every name that any column has."""
    names = dict.fromkeys(name for column in columns for name in column)
    return [[name, *(column.get(name, NOTHING) for column in columns)] for name in names]
