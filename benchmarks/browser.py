"""The table in a browser: how much a page loads, and how long a click takes to be answered.

    python -m benchmarks.browser [--clicks N]

A real `lantern serve` with compiled rules and Debian's chromium, at desktop size. Sizes are what comes over the wire,
compressed, into an empty cache. A click is answered when the next frame after the first change of the page is painted;
a move is seen when that is so of the view it leads to, committed by the server. All seats are the visitor's own, so
that no bot's thinking is in it. Reference for a click: a button of an empty page in the same browser, which changes
a word.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from benchmarks.rounds import head, row
from benchmarks.server import Server

GAMES = {"han": 3, "hanabi": 4, "khan": 3, "ming": 3}
CLICKS = 120
SIZE: ViewportSize = {"width": 1280, "height": 800}
START_S = 60.0

# Watches the page: the time from each click to the first frame after it that shows a change, and to the one that shows
# the next move.
WATCH = """() => {
  const waits = (window.waits = { click: [], move: [] });
  let answered = true, shown = true, began = 0, ply = 0;
  const reached = () => Number(document.querySelector('.replay input')?.max ?? 0);
  const painted = (then) => requestAnimationFrame(() => setTimeout(then));
  addEventListener('click', () => {
    [began, ply, answered, shown] = [performance.now(), reached(), false, false];
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
CHOICES = ".thing.can:not(.on), .buttons button.go[data-action]:not([disabled]), .choices .yes, .payments button"
CLICK = """([choices, chance]) => {
  const found = [...document.querySelectorAll(choices)].filter((one) => one.getClientRects().length > 0);
  const fits = found.filter((one) => one.classList.contains('fits') || !one.classList.contains('thing'));
  const pool = fits.length ? fits : found;
  pool[Math.floor(chance * pool.length)]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  return pool.length;
}"""
OVER = '.buttons a[href$="/export"]'


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


def loaded(context: BrowserContext, page: Page, address: str, ready: str) -> int:
    """How many bytes a page brings over the wire until it is ready."""
    wire = context.new_cdp_session(page)
    sizes: list[int] = []
    wire.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(address)
    page.wait_for_selector(ready)
    page.wait_for_load_state("networkidle")
    wire.detach()
    return int(sum(sizes))


def order(page: Page, game: str) -> str:
    """A table at which all seats are one's own."""
    wanted = {"game": game, "seats": [{"kind": "me"}] * GAMES[game], "seed": "7"}
    answer = page.request.post("/api/tables", data=wanted)
    if not answer.ok:
        raise SystemExit(answer.text())
    table: str = answer.json()["table"]
    return f"/table/{table}"


def waits(page: Page, clicks: int) -> tuple[list[float], list[float]]:
    """Click about; how long each click, and each move, took to be seen, in ms."""
    chance = random.Random(7)
    page.evaluate(WATCH)
    for _ in range(clicks):
        page.wait_for_selector(f"{CHOICES}, {OVER}")
        if page.locator(OVER).count():
            break
        before = page.evaluate("waits.click.length")
        if page.evaluate(CLICK, [CHOICES, chance.random()]):
            page.wait_for_function("before => waits.click.length > before", arg=before)
    told = page.evaluate("waits")
    return told["click"], told["move"]


def reference(browser: Browser, clicks: int) -> list[float]:
    """The same of a button that changes a word."""
    page = browser.new_page(viewport=SIZE)
    page.set_content("<button class='thing can' onclick='this.textContent = Math.random()'>0</button>")
    clicked, _ = waits(page, clicks)
    page.close()
    return clicked


def cells(times: list[float]) -> Iterable[str]:
    """Median, nineteen of twenty, longest."""
    ordered = sorted(times)
    return (f"{value:.0f}" for value in (statistics.median(ordered), ordered[int(len(ordered) * 0.95)], ordered[-1]))


def measure(browser: Browser, url: str, clicks: int) -> None:
    """All figures, as tables for the documentation."""
    context = browser.new_context(viewport=SIZE, base_url=url, locale="en")
    page = context.new_page()
    sizes = {"start": loaded(context, page, "/", ".card .picture svg")}
    times: dict[str, tuple[list[float], list[float]]] = {"reference": (reference(browser, clicks), [])}
    for game in GAMES:
        sizes[game] = loaded(context, page, order(page, game), ".thing.can")
        times[game] = waits(page, clicks)
    print(head(("page", "kB over the wire, cache empty")))
    for name, size in sizes.items():
        print(row((name, f"{size / 1000:.0f}")))
    print(head(("ms", "click: median", "95 %", "longest", "move seen: median", "95 %", "longest")))
    for name, (clicked, moved) in times.items():
        print(row((name, *cells(clicked), *(cells(moved) if moved else ("", "", "")))))


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clicks", type=int, default=CLICKS)
    clicks = parser.parse_args().clicks
    chromium = shutil.which("chromium")
    if chromium is None:
        print("there is no chromium here: apt install chromium", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'lantern.db'}"
        serve = [sys.executable, "-m", "lantern", "serve", "--no-limits", "--database", database, "--port"]
        with Server(lambda port: [*serve, str(port)]) as server, sync_playwright() as playwright:
            wait_for(f"http://127.0.0.1:{server.port}/api/health")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            measure(browser, f"http://127.0.0.1:{server.port}", clicks)
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
