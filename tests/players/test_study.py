"""Studies: what is counted, beside a slow count over the same matches."""

from __future__ import annotations

import json
from collections import Counter
from statistics import mean, stdev
from typing import Any

import pytest

import lantern
from lantern import BadInput, Match
from lantern.kernel.game import Game
from lantern.kernel.rule import PLAIN
from lantern.players.arena.deals import share_error
from lantern.players.arena.plan import plan
from lantern.players.study.figures import Asked, choices_of, study
from lantern.players.study.observer import use_of
from tests.kernel.table import PRIZED, TOY
from tests.players.toys import toys

__all__ = ["toys"]
HANABI = lantern.game("hanabi")
PARTS = {("han", "row"): "houses", ("khan", "piece"): "piece", ("khan", "territory"): "place"}
"""[game, source] by what its parts are told apart; "of" otherwise."""
SEED = 5
BEGINNER = ("beginner",)
"""Who plays Hanabi: other tests compile that too."""
in_plain = pytest.mark.plain_only(reason="played with plain rules: compiling takes minutes")


def asked(game: Game, players: int, games: int, bots: tuple[str, ...] = (), **more: Any) -> Asked:
    bots = bots or usual_bots(game)
    chosen = {name: value for name, value in more.items() if name != "compare"}
    return Asked(game, players, chosen, bots, games, SEED, more.get("compare"))


def usual_bots(game: Game) -> tuple[str, ...]:
    return BEGINNER if game is HANABI else ("random",)


def figures(game: Game, players: int, games: int, **chosen: Any) -> dict[str, Any]:
    """The figures of a study of one table."""
    (variation,) = study(asked(game, players, games, **chosen))["variations"]
    found: dict[str, Any] = variation
    return found


def matches_of(game: Game, players: int, games: int, **chosen: Any) -> list[Match]:
    """The matches that a study of such a table plays."""
    planned = plan(game, game.options(players, **chosen), usual_bots(game), games, SEED, mixed=game.sheet.team)
    tables, _ = planned.tables()
    return [tables.play_match(number, SEED)[0] for number in range(games)]


# The slow twin.


class Told:
    """A match as it is told by going through it once more, action by action."""

    def __init__(self, match: Match) -> None:
        self.players = match.options["players"]
        replay = match.game.match(seed=match.seed, **match.options)
        assert replay.to_act is not None
        self.began = replay.to_act
        self.seats: list[int] = []
        self.uses: Counter[tuple[str, str, int]] = Counter()
        for action in match.history:
            seat = replay.to_act
            assert seat is not None
            self.seats.append(seat)
            self.uses["action", action.split()[0], seat] += 1
            for thing in replay.touch(action):
                if ":" in thing and not thing.startswith("prince:"):
                    group, name = thing.split(":", 1)
                    self.uses[group, self.seen_from(seat, group, name), seat] += 1
            for event in replay.play(action):
                if match.game == HANABI and event.key in ("played", "failed", "discarded"):
                    self.uses[event.key, event.arguments["card"], seat] += 1
        self.result = replay.result or {}
        self.points = replay.scores
        self.winners = self.result.get("winners", [])
        self.items = replay.breakdown() if match.game.sheet.team else self.result.get("breakdown", replay.breakdown())
        self.reveal = replay.reveal()

    def seen_from(self, seat: int, group: str, name: str) -> str:
        if group == "seat":
            return "+" + str((int(name) - seat + self.players) % self.players)
        return name[len(f"{seat}.") :] if name.startswith(f"{seat}.") else name

    def win(self, seat: int) -> float:
        return 1 / len(self.winners) if seat in self.winners else 0.0

    @property
    def turns(self) -> int:
        return 1 + sum(one != other for one, other in zip(self.seats, self.seats[1:], strict=False))


def check_uses(found: dict[str, Any], told: list[Told], team: bool) -> None:
    rows = {(group, row["name"]): row for group, rows in found["uses"].items() for row in rows}
    assert set(rows) == {key[:2] for one in told for key in one.uses}
    for (group, name), row in rows.items():
        counts = [[one.uses[group, name, seat] for seat in range(1, one.players + 1)] for one in told]
        assert row["count"] == sum(map(sum, counts))
        assert row["games"] == sum(any(of_game) for of_game in counts)
        assert row["mean"] == pytest.approx(mean(map(sum, counts)))
        assert row["error"] == pytest.approx(1.96 * stdev(map(sum, counts)) / len(told) ** 0.5)
        if not team:
            won = [
                one.win(seat)
                for one, of_game in zip(told, counts, strict=True)
                for seat, count in enumerate(of_game, 1)
                if count > mean(of_game)
            ]
            assert row["more"] == len(won)
            assert row["share"] == (pytest.approx(mean(won)) if won else None)
            if won:
                assert row["share_error"] == pytest.approx(share_error(sum(won), sum(w * w for w in won), len(won)))


def check_sources(game: str, found: dict[str, Any], told: list[Told]) -> None:
    for source in found["sources"]:
        kind = source["source"]
        for part in source["parts"]:
            key = PARTS.get((game, kind), "of")
            mine = [
                Counter(
                    {
                        seat: sum(
                            item["points"]
                            for item in one.items
                            if (item["kind"], str(item.get(key, ""))) == (kind, part["part"]) and item["seat"] == seat
                        )
                        for seat in range(1, one.players + 1)
                    }
                )
                for one in told
            ]
            each = [points[seat] for points in mine for seat in points]
            assert part["mean"] == pytest.approx(mean(each))
            best = [mean(points[seat] for seat in one.winners) for one, points in zip(told, mine, strict=True)]
            assert part["winners"] == pytest.approx(mean(best))
            others = [
                mean(points[seat] for seat in points if seat not in one.winners)
                for one, points in zip(told, mine, strict=True)
                if len(one.winners) < one.players
            ]
            assert part["others"] == pytest.approx(mean(others))
            assert source["mean"] == pytest.approx(sum(part["mean"] for part in source["parts"]))


def check_rivals(game: Game, players: int, games: int, **chosen: Any) -> None:
    found = figures(game, players, games, **chosen)
    told = [Told(match) for match in matches_of(game, players, games, **chosen)]
    assert (found["games"], found["players"]) == (games, players)
    for place, one in enumerate(found["wins"]["order"]):
        won = [each.win((each.began - 1 + place) % players + 1) for each in told]
        assert one["share"] == pytest.approx(mean(won))
        assert one["error"] == pytest.approx(share_error(sum(won), sum(w * w for w in won), games))
    for seat, one in enumerate(found["wins"]["seats"], 1):
        assert one["share"] == pytest.approx(mean(each.win(seat) for each in told))
    assert found["wins"]["shared"]["share"] == pytest.approx(mean(len(each.winners) > 1 for each in told))
    assert found["points"]["all"]["counts"] == listed(points for each in told for points in each.points)
    assert found["points"]["best"]["counts"] == listed(max(each.points) for each in told)
    assert found["points"]["margin"]["counts"] == listed(
        sorted(each.points)[-1] - sorted(each.points)[-2] for each in told
    )
    check_length(found, told)
    check_uses(found, told, team=False)
    check_sources(game.name, found, told)


def listed(values: Any) -> list[list[int]]:
    return [[value, count] for value, count in sorted(Counter(values).items())]


def check_length(found: dict[str, Any], told: list[Told]) -> None:
    assert found["length"]["moves"]["counts"] == listed(len(each.seats) for each in told)
    assert found["length"]["turns"]["counts"] == listed(each.turns for each in told)
    reasons = Counter(each.result["reason"] for each in told)
    assert {one["reason"]: one["games"] for one in found["endings"]} == reasons


def test_the_toy_is_counted_like_the_matches_replayed() -> None:
    check_rivals(TOY, 3, 30)
    check_rivals(TOY, 2, 10, apart=True)


@in_plain
@pytest.mark.parametrize("name", ["han", "ming", "khan"])
def test_the_games_of_rivals_are_counted_like_the_matches_replayed(name: str) -> None:
    check_rivals(lantern.game(name), 3, 2)


def test_hanabi_is_counted_like_the_matches_replayed() -> None:
    games = 6 if PLAIN else 20
    found = figures(HANABI, 3, games)
    told = [Told(match) for match in matches_of(HANABI, 3, games)]
    check_length(found, told)
    check_uses(found, told, team=True)
    team = found["team"]
    assert found["points"]["all"]["counts"] == listed(each.points[0] for each in told)
    assert team["maximum"] == 25
    assert team["lost"]["share"] == pytest.approx(mean(each.result["lost"] for each in told))
    assert team["perfect"]["share"] == pytest.approx(mean(each.points[0] == 25 for each in told))
    for name in ("tokens", "errors"):
        assert team["at_end"][name]["counts"] == listed(each.reveal[name] for each in told)
    hints = next(row for row in found["uses"]["action"] if row["name"] == "hint")
    used = [sum(count for key, count in each.uses.items() if key[:2] == ("action", "hint")) for each in told]
    more = [each.points[0] for each, count in zip(told, used, strict=True) if count > mean(used)]
    less = [each.points[0] for each, count in zip(told, used, strict=True) if count <= mean(used)]
    assert hints["gain"] == pytest.approx(mean(more) - mean(less))
    firework = next(one for one in found["sources"] if one["source"] == "firework")
    assert {part["part"] for part in firework["parts"]} == {"white", "red", "blue", "yellow", "green"}
    assert found["points"]["all"]["mean"] == pytest.approx(sum(one["mean"] for one in found["sources"]))


# What must add up, and stay the same.


def test_shares_and_parts_add_up() -> None:
    found = figures(TOY, 3, 25)
    for shares in (found["wins"]["order"], found["wins"]["seats"], found["endings"]):
        assert sum(one["share"] for one in shares) == pytest.approx(1)
    assert sum(one["mean"] for one in found["sources"]) == pytest.approx(found["points"]["all"]["mean"])
    assert sum(row["mean"] for row in found["uses"]["action"]) == pytest.approx(found["length"]["moves"]["mean"])
    assert sum(one["games"] for one in found["endings"]) == found["games"] == 25


@pytest.mark.usefixtures("toys")
def test_the_same_seed_is_the_same_study_on_any_number_of_threads() -> None:
    what = asked(TOY, 3, 20, ("witness", "random"))
    first = study(what, workers=1)
    assert first == study(what, workers=3) == json.loads(json.dumps(first))
    assert first["variations"][0]["games"] == 21


@pytest.mark.usefixtures("toys")
def test_several_bots_play_every_deal_from_every_seat() -> None:
    found = study(asked(TOY, 3, 12, ("witness", "random")))["variations"][0]
    assert (found["deals"], found["games"]) == (4, 12)
    witness, other = found["wins"]["bots"]
    assert (witness["name"], other["name"]) == ("witness", "random")
    assert [witness["fair"], other["fair"]] == pytest.approx([1 / 3, 2 / 3])
    assert witness["share"] + other["share"] == pytest.approx(1)
    assert sum(one["mean"] for one in found["sources"]) == pytest.approx(found["points"]["all"]["mean"])


def test_a_single_game_has_no_error_where_none_can_be_told() -> None:
    found = figures(TOY, 2, 1)
    assert found["points"]["all"]["error"] is None
    assert found["wins"]["order"][0]["error"] > 0


def test_progress_is_told_game_by_game() -> None:
    done: list[int] = []
    study(asked(TOY, 2, 9), progress=done.append)
    assert sum(done) == 9


def test_the_command_makes_the_same_study() -> None:
    assert study(asked(TOY, 2, 3, apart=True))["command"] == (
        "lantern study toy --players 2 --apart --bots random --games 3 --seed 5"
    )
    assert study(asked(TOY, 2, 3, compare="apart"))["command"] == (
        "lantern study toy --players 2 --bots random --games 3 --seed 5 --compare apart"
    )
    assert "--players 2 " in study(asked(TOY, 2, 3, compare="players"))["command"]


# Choices side by side.


def test_choices_are_compared_on_the_same_deals() -> None:
    found = study(asked(TOY, 3, 20, compare="apart"))
    off, on = found["variations"]
    assert (off["choice"], on["choice"]) == ("off", "on")
    assert off == figures(TOY, 3, 20) | {"choice": "off", "options": TOY.options(3)}
    assert on == figures(TOY, 3, 20, apart=True) | {"choice": "on", "options": TOY.options(3, apart=True)}
    usual, other = (matches_of(TOY, 3, 20, apart=apart) for apart in (False, True))
    apart = [two.ply - one.ply for one, two in zip(usual, other, strict=True)]
    moves = found["differences"][0]["moves"]
    assert moves["mean"] == pytest.approx(mean(apart))
    assert moves["error"] == pytest.approx(1.96 * stdev(apart) / 20**0.5)
    assert moves["mean"] == pytest.approx(on["length"]["moves"]["mean"] - off["length"]["moves"]["mean"])


def test_numbers_of_players_are_compared() -> None:
    found = study(asked(TOY, 2, 5, compare="players"))
    assert [one["players"] for one in found["variations"]] == [2, 3]
    assert [len(one["wins"]["order"]) for one in found["variations"]] == [2, 3]


def test_what_can_not_be_played_is_left_out_and_what_follows_counts_once() -> None:
    choices, left_out = choices_of(asked(PRIZED, 3, 5, compare="prizes"))
    assert list(choices) == ["many", "few"]
    assert left_out == {}
    with pytest.raises(BadInput, match=r"prizes has nothing to compare with here \(many: .*stones apart\)"):
        choices_of(asked(PRIZED, 2, 5, compare="prizes"))
    choices, left_out = choices_of(asked(lantern.game("han"), 3, 5, compare="start"))
    assert list(choices) == ["not set", "1", "2", "3"]
    assert list(left_out) == ["4", "5"]


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(BadInput, match="The Toy has no option 'weather' to compare; it has apart or players"):
        study(asked(TOY, 2, 5, compare="weather"))
    with pytest.raises(BadInput, match=r"^option apart is 'rain'; it may be False or True$"):
        study(asked(TOY, 2, 5, apart="rain", compare="players"))
    with pytest.raises(BadInput, match="games is 0; it must be at least 1"):
        study(asked(TOY, 2, 0))
    with pytest.raises(BadInput, match="3 bots for 2 seats"):
        study(asked(TOY, 2, 5, ("random", "random", "random")))


def test_things_are_counted_without_whose_they_are() -> None:
    assert use_of("seat:1", 3, 4) == ("seat", "+2")
    assert use_of("card:2.5", 2, 4) == ("card", "5")
    assert use_of("square:F3", 2, 4) == ("square", "F3")
    assert use_of("prince:2", 2, 4) == ("prince", "2")
    assert use_of("prince:2", 2, 4, ("prince",)) is None
    assert use_of("deck", 2, 4) is None
