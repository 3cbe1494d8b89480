"""Games, played as people play them, by clicking and by tapping: their beginnings, every kind of action, their ends."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from lantern.kernel.game import Match
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, words
from tests.effort import enough
from tests.under_way import after, kind_of, nearly_over, where

# Sentences without a space between them, and words that are not there.
BADLY_SAID = re.compile(r"[.!?][^\W\d_]|[{}]|\.log\.")


def check_end(visitor: Visitor) -> None:
    """The table says who won, tells every point and whose it is, and the log has every move."""
    match, page = visitor.match, visitor.page
    result = match.result
    assert result is not None
    assert visitor.sentence not in ("", words()["ui.over"])
    visitor.tab("score")
    scored = sum(item["points"] != 0 for item in match.breakdown())
    for folded in page.locator(".breakdown .unfold").all():
        folded.click()
    expect(page.locator(".breakdown tbody tr:not(:has(.unfold))")).to_have_count(scored)
    totals = [int(text) for text in page.locator(".breakdown tfoot td").all_inner_texts()]
    assert totals == ([] if not scored else [result["score"]] if "score" in result else match.scores)
    visitor.tab("log")
    expect(page.locator(".log li")).to_have_count(match.ply)
    assert [line for line in visitor.log() if BADLY_SAID.search(line)] == []


GAMES = {
    "han, market places, phone": ("han", ("me", "random"), ("market_places",), "narrow"),
    "hanabi": ("hanabi", ("me", "beginner", "beginner"), (), "desktop"),
    "khan, phone": ("khan", ("me", "random"), (), "narrow"),
    "ming, neutral family": ("ming", ("me", "random"), (), "desktop"),
    "han, fortifications": ("han", ("me", "random", "random"), ("fortifications",), "desktop"),
    "hanabi, alone": ("hanabi", ("me", "me", "me"), (), "desktop"),
    "hanabi, final bouquet, phone": (
        "hanabi",
        ("me", "beginner", "beginner", "beginner"),
        ("final_bouquet",),
        "narrow",
    ),
    "khan, rulers placed": ("khan", ("me", "random"), ("place_rulers",), "desktop"),
    "ming, secret hands, phone": ("ming", ("me", "random", "random"), ("secret_hands",), "narrow"),
}
thorough = pytest.mark.thorough
EVERY_GAME = [pytest.param(*game, id=name) for name, game in GAMES.items()]


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "seats", "options", "size"), EVERY_GAME)
def test_a_whole_game(visit: Visit, game: str, seats: tuple[str, ...], options: tuple[str, ...], size: str) -> None:
    visitor = visit(size=size)
    visitor.set_table(game, *seats, seed=11, options=options)
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(f"{game} {size}"))
    check_end(visitor)
    assert visitor.sideways() == []


BEGINNINGS = [
    pytest.param(*game, id=name, marks=thorough if number else ()) for number, (name, game) in enumerate(GAMES.items())
][:4]


@pytest.mark.parametrize(("game", "seats", "options", "size"), BEGINNINGS)
def test_the_beginning(visit: Visit, game: str, seats: tuple[str, ...], options: tuple[str, ...], size: str) -> None:
    """A table is ordered by its form, and the first actions are found by clicking about."""
    visitor = visit(size=size)
    visitor.set_table(game, *seats, seed=11, options=options)
    first = visitor.wait_for_turn().ply
    visitor.play_at_random(random.Random(f"{game} {size}"), until=first + enough(2, thorough=4, plain=2))
    assert dict.fromkeys(options, True).items() <= visitor.match.options.items()
    assert visitor.sideways() == []


@dataclass(frozen=True)
class Place:
    """A match that is under way, or nearly over, and how many plies of it are played; None is to the end."""

    match: Callable[[], Match]
    plies: int | None = None
    clicking_about: bool = False
    """A piece in the hand lies down as it is shown, so that by clicking its squares it may come to lie otherwise."""


BOTS = {"han": "random", "hanabi": "beginner", "khan": "random", "ming": "random"}
VARIANTS = {"flares": True, "multicolour": True, "black_powder": True}
PLACES = {
    "han": [Place(lambda: nearly_over("han", 2, 6, "random", 15, market_places=True))],
    "hanabi": [Place(lambda: nearly_over("hanabi", 2, 30, "beginner", 8, **VARIANTS))],
    "khan": [
        Place(lambda: after("khan", 4, 11, 3, "random"), 19),
        Place(lambda: nearly_over("khan", 2, 11, "random", 1), clicking_about=True),
    ],
    "ming": [
        Place(lambda: after("ming", 2, 11, 5, "random"), 4),
        Place(lambda: after("ming", 3, 8, 116, "random"), 8),
        Place(lambda: nearly_over("ming", 4, 7, "random", 5)),
    ],
}
"""Where most kinds of action can be clicked, the last to the end; what cards will come no test knows."""
KINDS = {
    "han": {
        "house space hand",
        "market market_place space hand",
        "emissary dragon hand",
        "discard hand",
        "end",
        "take display",
        "draw deck",
    },
    "hanabi": {"hint seat", "play card", "discard card", "play discard rekindle", "return discard"},
    "khan": {
        "yurt square",
        "invade card square",
        "drive ruler",
        "anywhere square",
        "conquer piece square",
        "consent",
        "refuse",
        "morale special",
        "patronage special",
        "gods special region",
        "reserve special piece",
        "pass",
        "discard card",
        "stop",
    },
    "ming": {
        "neutral district",
        "prince district",
        "member space",
        "take card",
        "dragon dragons space",
        "step district hand",
        "stay hand",
        "pass",
        "stop",
        "deploy members district",
        "deploy members monastery",
        "back palace",
        "return",
    },
}
"""What people click for each kind of action: what it is called, and the kinds of things that it touches."""


@pytest.mark.parametrize(
    ("game", "size"), [("han", "narrow"), ("hanabi", "desktop"), ("khan", "narrow"), ("ming", "desktop")]
)
def test_every_kind_of_action_is_clicked_and_the_end(visit: Visit, game: str, size: str) -> None:
    """The clicks play just what was meant: where there is much to click, to the end, and whatever is left then."""
    visitor = visit(size=size)
    clicked: set[str] = set()
    for place in PLACES[game]:
        match = place.match()
        visitor.order(game, *["me"] * match.options["players"], saved=match.save())
        visitor.wait_for_turn()
        if place.clicking_about:
            visitor.play_at_random(random.Random(game))
            continue
        until = None if place.plies is None else match.ply + place.plies
        visitor.play_everything(BOTS[game], clicked, until)
    check_end(visitor)
    assert visitor.sideways() == []
    for kind in sorted(KINDS[game] - clicked):
        match = where(PLACES[game][0].match(), kind, BOTS[game])
        visitor.order(game, *["me"] * match.options["players"], saved=match.save())
        visitor.play_everything(BOTS[game], KINDS[game] - {kind}, until=match.ply + 1)
        clicked.add(kind_of(match, visitor.match.history[match.ply]))
    assert clicked == KINDS[game]


@pytest.mark.thorough
def test_a_whole_game_of_hanabi_by_intent(visit: Visit) -> None:
    """With all its variants, and long enough that they matter: the clicks play just what was meant."""
    visitor = visit()
    visitor.set_table("hanabi", "me", "me", seed=5, options=tuple(VARIANTS))
    visitor.play_wisely("beginner")
    check_end(visitor)
    assert len(visitor.match.history) > 40
