"""Nothing moves under a finger: the board, and all that has its place on the table, stays there all game long."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from lantern.kernel.game import Match
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.effort import THOROUGH, enough
from tests.under_way import about, almost_over

NEAR_PX = 0.6
"""Less than this is rounding."""

# What stays in its place all game long: areas of the table, and things by the beginning of their names. Cards in a hand
# close up, rulers flee, and what can be chosen now and then has no place of its own.
AREAS = {
    "han": (
        ".han .map",
        ".han .own",
        ".han .looks",
        ".han .piles",
        ".han .others",
        ".han .prospect",
        ".han .standings",
    ),
    "hanabi": (
        *(f".hanabi div.{part}" for part in ("sky", "supply", "discards", "others", "own", "choices")),
        ".hanabi .place",
    ),
    "khan": (".khan-table .scroll", ".khan-table .hand", ".khan-table .deeds", ".khan-table .pieces"),
    "ming": (".ming .map", ".ming .own", ".ming .spaces", ".ming .plaque", ".ming .families", ".ming .tools"),
}
THINGS = {
    "han": ("space:", "dragon:", "deck", "discard"),
    "hanabi": ("seat:", "discard:"),
    "khan": ("square:", "piece:", "special:", "invade", "drive", "anywhere"),
    "ming": ("district:", "palace:", "monastery:", "space:", "card:"),
}

# From now on the browser reports what shifts, by itself or with what it stands in, and what every click hit.
WATCH = """([areas]) => {
  window.shifted = [];
  window.hits = [];
  const watched = () => areas.flatMap((area) => [...document.querySelectorAll(area)]);
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node, previousRect: before, currentRect: now } of sources) {
        const moved = node && watched().filter((area) => node === area || node.contains(area));
        if (moved?.length) window.shifted.push(`${moved[0].className}: ${[before.x, before.y]} to ${[now.x, now.y]}`);
      }
    }
  }).observe({ type: 'layout-shift' });
  const name = (element) => element?.closest('[data-thing]')?.dataset.thing ?? element?.closest('button')?.innerText;
  addEventListener('click', ({ target }) => window.hits.push(name(target)), { capture: true });
}"""

# Where everything is on the screen.
PLACES = """([areas, things]) => {
  const places = {};
  const counts = {};
  const put = (name, element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    counts[name] = (counts[name] ?? -1) + 1;
    places[`${name}#${counts[name]}`] = [x, y, width, height];
  };
  for (const area of areas) for (const element of document.querySelectorAll(area)) put(area, element);
  for (const element of document.querySelectorAll('.game [data-thing]')) {
    if (things.some((thing) => element.dataset.thing.startsWith(thing))) {
      put(element.dataset.thing, element.querySelector('.hit') ?? element);
    }
  }
  return places;
}"""

# How far down what is said reaches, and its room.
ROOM = "() => ['.status', '.slot'].map((one) => document.querySelector(one).getBoundingClientRect().bottom)"

# What is not where it was first, over the moments of a replay.
REPLAY = (
    """async ([areas, things, plies]) => {
  const places = ("""
    + PLACES
    + """);
  const room = ("""
    + ROOM
    + """);
  const slider = document.querySelector('.replay input');
  const at = (ply) => location.hash === (ply < Number(slider.max) ? `#ply=${ply}` : '');
  const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  let first = null;
  const moved = [];
  for (const ply of plies) {
    slider.value = ply;
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    while (!at(ply)) await frame();
    await frame();
    const now = places([areas, things]);
    first ??= now;
    for (const [name, where] of Object.entries(now)) {
      const before = first[name] ?? where;
      const far = where.some((value, place) => Math.abs(value - before[place]) > 0.6);
      if (far) moved.push(`${ply}: ${name} ${before} to ${where}`);
    }
    const [said, end] = room();
    if (said > end + 0.6) moved.push(`${ply}: what is said lies ${said - end} px over the board`);
    Object.assign(now, first);
    first = now;
  }
  return moved;
}"""
)


class Watchful(Visitor):
    """Looks before every click where everything is: it must be where it was when he clicked last."""

    game = ""

    def watch(self, game: str) -> None:
        """Look closely from now on."""
        self.game = game
        self.before: dict[str, list[float]] = {}
        self.wanted: str | None = None
        self.moved: list[str] = []
        self.page.evaluate(WATCH, [AREAS[game]])

    def rest(self) -> None:
        """Look no more."""
        self.game = ""

    def places(self) -> dict[str, list[float]]:
        found: dict[str, list[float]] = self.page.evaluate(PLACES, [AREAS[self.game], THINGS[self.game]])
        return found

    def compare(self) -> None:
        """Note what is not where it was, what a click missed, and whether what is said lies over the board."""
        now = self.places()
        missing = [area for area in AREAS[self.game] if f"{area}#0" not in now]
        assert missing == []
        for name in self.before.keys() & now.keys():
            if any(abs(a - b) > NEAR_PX for a, b in zip(self.before[name], now[name], strict=True)):
                self.moved.append(f"{name}: {self.before[name]} to {now[name]}, {self.sentence}")
        said, room = self.page.evaluate(ROOM)
        if said > room + NEAR_PX:
            self.moved.append(f"what is said lies {said - room} px over the board: {self.sentence}")
        if self.wanted is not None and self.wanted not in self.page.evaluate("hits"):
            self.moved.append(f"a click at {self.wanted} hit {self.page.evaluate('hits')}: {self.sentence}")

    def aim(self, selector: str, place: int = 0) -> Any:
        if not self.game:
            return super().aim(selector, place)
        self.compare()
        point = super().aim(selector, place)
        self.before = self.places()
        self.wanted = selector.split('"')[1] if selector.startswith("[data-thing") and point else None
        self.page.evaluate("() => { window.hits = []; }")
        return point


# The later phase in which most is shown that is not there at first.
LATER = {"han": "draw", "khan": "special", "ming": "return"}
DECISIONS = enough(4, thorough=12, plain=5)


WATCHED = [
    ("han", "narrow", "ru"),
    ("hanabi", "desktop", "it"),
    ("khan", "narrow", "it"),
    ("ming", "desktop", "ru"),
    pytest.param("han", "desktop", "it", marks=pytest.mark.thorough),
    pytest.param("hanabi", "narrow", "ru", marks=pytest.mark.thorough),
    pytest.param("khan", "desktop", "ru", marks=pytest.mark.thorough),
    pytest.param("ming", "narrow", "it", marks=pytest.mark.thorough),
]


@pytest.mark.parametrize(("game", "size", "language"), WATCHED)
def test_nothing_moves_from_decision_to_decision(visit: Visit, game: str, size: str, language: str) -> None:
    visitor = visit(kind=Watchful, size=size, language=language)
    assert isinstance(visitor, Watchful)
    others = ["beginner"] * 2 if game == "hanabi" else ["me"] * 2  # on one device hands of Hanabi change their places
    starts = [{"seed": "7"}]
    if game in LATER:
        starts.append({"saved": about(game, LATER[game]).save()})
    elif THOROUGH:
        starts.append({"seed": "8"})
    for start in starts:
        visitor.order(game, "me", *others, **start)
        visitor.wait_for_turn()
        visitor.page.wait_for_load_state("networkidle")
        visitor.watch(game)
        until = visitor.match.ply + DECISIONS
        if game == "hanabi":
            visitor.play_wisely("beginner", until=until)  # at random it would soon be lost
        else:
            visitor.play_at_random(random.Random(f"{game} {size}"), until=until)
        visitor.wait_for_turn()
        visitor.compare()
        assert visitor.moved == []
        assert visitor.page.evaluate("shifted") == []
        assert visitor.sideways() == []
        visitor.rest()


REPLAYED = {"han": "random", "hanabi": "beginner", "khan": "random", "ming": "random"}
"""Whole games, and who plays them: at random Hanabi would soon be lost."""
SIZES = ((1440, 900), (1024, 768), (390, 844), (1280, 800))
WIDTHS = enough(SIZES[:3], thorough=SIZES, plain=SIZES[:1])
SEED = 7
OFTEN = enough(1, thorough=20, plain=1)
"""How many times each change of phases is looked at."""
PARTS = enough(4, thorough=25, plain=4)
"""Between as many parts of a match it is looked at, whatever happens then."""


def turning_points(match: Match) -> list[int]:
    """Where a match begins, a few moments of it, and where it goes from one phase to another."""
    again = match.game.match(seed=SEED, **match.options)
    part = match.ply // PARTS
    plies, seen, before = [0, *range(part, match.ply, part)], Counter[tuple[str, str]](), ""
    for action in match.history:
        phase = again.view(again.to_act)["phase"]
        if phase != before and seen[before, phase] < OFTEN:
            seen[before, phase] += 1
            plies.append(again.ply)
        before = phase
        again.play(action)
    return sorted(plies)


@pytest.mark.parametrize("game", REPLAYED)
def test_nothing_moves_over_a_whole_replay(visit: Visit, game: str) -> None:
    visitor = visit()
    match = almost_over(game, 3, SEED, REPLAYED[game])
    others = ["random"] * 2 if game == "hanabi" else ["me"] * 2  # on one device hands of Hanabi change their places
    visitor.order(game, "me", *others, saved=match.save())
    visitor.wait_for_turn()
    visitor.play_at_random(random.Random(SEED))
    plies = [*turning_points(match), visitor.match.ply]
    for width, height in WIDTHS:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate("() => scrollTo(0, 0)")
        moved = visitor.page.evaluate(REPLAY, [AREAS[game], THINGS[game], plies])
        assert moved == [], f"{width} px wide"
