"""The table in a browser: how much a page loads, how long it takes to open, and a click to be answered.

    python -m benchmarks.browser [--clicks N]

A real `lantern serve` with compiled rules and Debian's chromium, at desktop size. Sizes are what comes over the wire,
compressed, into an empty cache. A page is busy while its scripts, its layout and its painting leave no time for
anything else, until nothing more is loaded. A click is made with the mouse, and counts from when the browser got it;
it is answered when the next frame after the first change of the page is painted; a move is seen when that is so of the
view it leads to, committed by the server. Nothing is asked of the page meanwhile. All seats are the visitor's own, so
that no bot's thinking is in it. Reference: an empty page in the same browser with a button that changes a word.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from benchmarks.rounds import head, row
from benchmarks.server import Server
from tests.browser.chromium import launch
from tests.browser.visitor import AIM

GAMES = {"han": 3, "hanabi": 4, "khan": 3, "ming": 3}
CLICKS = 120
SIZE: ViewportSize = {"width": 1280, "height": 800}
START_S = 300.0
"""The first time, all games are compiled before the server answers."""

# Watches the page: the time from each click to the first frame after it that shows a change, and to the one that shows
# the next move.
WATCH = """() => {
  const waits = (window.waits = { click: [], move: [] });
  let answered = true, shown = true, began = 0, ply = 0;
  const reached = () => Number(document.querySelector('.replay input')?.max ?? 0);
  const painted = (then) => requestAnimationFrame(() => setTimeout(then));
  addEventListener('click', (event) => {
    [began, ply, answered, shown] = [event.timeStamp, reached(), false, false];
  }, { capture: true });
  new MutationObserver(() => {
    const since = began;
    if (!answered) {
      answered = true;
      painted(() => waits.click.push(performance.now() - since));
    }
    if (!shown && reached() > ply) {
      shown = true;
      painted(() => waits.move.push(performance.now() - since));
    }
  }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
BUTTONS = (
    ".buttons button[data-action]:not([disabled]), .choices .yes, .payments button, .curtain button:not([disabled])"
)
CHOICES = f".thing.can:not(.on), {BUTTONS}"
"""What goes on with the game; the last says who has come to the device."""
FITS = f":is({CHOICES}):is(.fits, :not(.thing))"
"""What goes on with what is picked."""
CURTAIN = ".curtain button"
"""What a page begins with where several people share a device; for a moment it is deaf to clicks meant for others."""
SEEN = "(choices) => [...document.querySelectorAll(choices)].some((one) => one.getClientRects().length > 0)"
LOOK_MS = 40
"""How often it is looked whether there is something to click: each look makes the page lay itself out."""
ANSWERED = """([clicks, patience]) => new Promise((done) => {
  const until = performance.now() + patience;
  const look = () => (waits.click.length > clicks || performance.now() > until ? done() : setTimeout(look, 20));
  look();
})"""
PATIENCE_MS = 2000
"""What is clicked and changes nothing is waited for no longer."""
OVER = ".status.over"
COVERS = ".card .picture svg"
EMPTY = "data:text/html,<button class='thing can' onclick='this.textContent = Math.random()'>0</button>"
"""A page with a button that changes a word."""


def wait_for(address: str) -> None:
    """Wait until a server answers."""
    until = time.monotonic() + START_S
    while True:
        try:
            with urlopen(address):
                return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@dataclass
class Opening:
    """What it took to open a page."""

    bytes: int
    """Over the wire."""
    ready_ms: float
    """Until there was something to click."""
    busy_ms: float


def opened(context: BrowserContext, address: str, ready: str) -> tuple[Page, Opening]:
    """Open a page, until nothing more is loaded."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    sizes: list[int] = []
    wire.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    wire.send("Performance.enable")
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(ready)
    ready_s = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    told = {one["name"]: one["value"] for one in wire.send("Performance.getMetrics")["metrics"]}
    wire.detach()
    return page, Opening(int(sum(sizes)), 1000 * ready_s, 1000 * told["TaskDuration"])


def order(context: BrowserContext, game: str) -> str:
    """A table at which all seats are one's own."""
    wanted = {"game": game, "seats": [{"kind": "me"}] * GAMES[game], "seed": "7"}
    answer = context.request.post("/api/tables", data=wanted)
    if not answer.ok:
        raise SystemExit(answer.text())
    table: str = answer.json()["table"]
    return f"/table/{table}"


def waits(page: Page, clicks: int) -> tuple[list[float], list[float]]:
    """Click about; how long each click, and each move, took to be seen, in ms."""
    chance = random.Random(7)
    page.evaluate(WATCH)
    for _ in range(clicks):
        page.wait_for_function(SEEN, arg=f"{CHOICES}, {OVER}", polling=LOOK_MS)
        if page.locator(OVER).count():
            break
        before = page.evaluate("waits.click.length")
        place = page.evaluate(AIM, [FITS if page.evaluate(SEEN, FITS) else CHOICES, chance.randrange(1000)])
        if place:
            page.mouse.click(*place)
            page.evaluate(ANSWERED, [before, PATIENCE_MS])
    told = page.evaluate("waits")
    return told["click"], told["move"]


def cells(times: list[float]) -> Iterable[str]:
    """Median, nineteen of twenty, longest."""
    ordered = sorted(times)
    return (f"{value:.0f}" for value in (statistics.median(ordered), ordered[int(len(ordered) * 0.95)], ordered[-1]))


def measure(browser: Browser, url: str, clicks: int) -> None:
    """All figures, as tables for the documentation."""
    context = browser.new_context(viewport=SIZE, base_url=url, locale="en")
    first, start = opened(context, "/", COVERS)
    first.close()
    page, reference = opened(context, EMPTY, CHOICES)
    openings = {"reference": reference, "start": start}
    times = {"reference": waits(page, clicks)}
    for game in GAMES:
        page, openings[game] = opened(context, order(context, game), f"{CHOICES}, {CURTAIN}")
        times[game] = waits(page, clicks)
        page.close()
    print(head(("page", "kB over the wire, cache empty", "ms until it can be clicked", "ms busy")))
    for name, one in openings.items():
        print(row((name, f"{one.bytes / 1000:.0f}", f"{one.ready_ms:.0f}", f"{one.busy_ms:.0f}")))
    print(head(("ms", "click: median", "95 %", "longest", "move seen: median", "95 %", "longest")))
    for name, (clicked, moved) in times.items():
        print(row((name, *cells(clicked), *(cells(moved) if moved else ("", "", "")))))


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clicks", type=int, default=CLICKS)
    clicks = parser.parse_args().clicks
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'lantern.db'}"
        serve = [sys.executable, "-m", "lantern", "serve", "--no-limits", "--database", database, "--port"]
        with (
            sync_playwright() as playwright,
            launch(playwright) as browser,
            Server(lambda port: [*serve, str(port)]) as server,
        ):
            wait_for(f"http://127.0.0.1:{server.port}/api/health")
            measure(browser, f"http://127.0.0.1:{server.port}", clicks)
    return 0


if __name__ == "__main__":
    sys.exit(main())
