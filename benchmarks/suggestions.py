"""How long it takes from a click on "Hint" to an answer: of a quick player, and of the strong one.

    lantern serve --no-limits
    python -m benchmarks.suggestions [URL] [--times N]

Asked at the table as the page asks, both at once, at every turn of a match of each game against bots that answer at
once. Before the first match of a game its judge is asked once, so that nothing is compiled meanwhile.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from benchmarks.rounds import head, row

GAMES = {"han": 3, "hanabi": 3, "khan": 3, "ming": 3}
TIMES = 12
PATIENCE_S = 900.0
Json = dict[str, Any]


def sit_down(client: httpx.Client, game: str, players: int) -> str:
    """A table against bots."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "beginner"}] * (players - 1)]
    made: Json = client.post("/api/tables", json={"game": game, "seats": seats, "seed": "5"}).raise_for_status().json()
    return str(made["table"])


def wait_for_turn(client: httpx.Client, table: str) -> Json | None:
    """The table when one may ask for a suggestion; None once it is over."""
    while True:
        seen: Json = client.get(f"/api/tables/{table}").raise_for_status().json()
        if seen["status"] != "playing":
            return None
        if seen["can_suggest"]:
            return seen
        time.sleep(0.05)


def ask(client: httpx.Client, table: str, seen: Json, quick: bool) -> tuple[float, Json]:
    """How long an answer takes, in ms, and the answer."""
    body = {"seat": seen["seat"], "expected_version": seen["version"], "quick": quick}
    began = time.perf_counter()
    answer: Json = client.post(f"/api/tables/{table}/suggestion", json=body).raise_for_status().json()
    return (time.perf_counter() - began) * 1000, answer


def measure(client: httpx.Client, game: str, times: int) -> tuple[list[float], list[float], int]:
    """[ms] of the quick player and of the strong one, and how often both would do the same."""
    quick: list[float] = []
    strong: list[float] = []
    same = 0
    table = sit_down(client, game, GAMES[game])
    with ThreadPoolExecutor(2) as both:
        while len(strong) < times and (seen := wait_for_turn(client, table)) is not None:
            if not strong:
                while ask(client, table, seen, False)[1]["stood_in"]:
                    time.sleep(1)
            first, second = (both.submit(ask, client, table, seen, is_quick) for is_quick in (True, False))
            (fast, idea), (slow, answer) = first.result(), second.result()
            quick.append(fast)
            strong.append(slow)
            same += idea["action"] == answer["action"]
            move = {"seat": seen["seat"], "expected_version": seen["version"], "move_id": f"turn-{len(strong)}-of-it"}
            client.post(f"/api/tables/{table}/moves", json=move | {"action": answer["action"]}).raise_for_status()
    return quick, strong, same


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--times", type=int, default=TIMES)
    asked = parser.parse_args()
    print(head(("ms", "quick: median", "longest", "strong: median", "longest", "the same action")))
    with httpx.Client(base_url=asked.url, timeout=PATIENCE_S) as client:
        client.put("/api/guest", json={"name": "Ada"}).raise_for_status()
        for game in GAMES:
            quick, strong, same = measure(client, game, asked.times)
            figures = [f"{of(times):.0f}" for times in (quick, strong) for of in (statistics.median, max)]
            print(row((game, *figures, f"{same} of {len(strong)}")), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
