"""A search for the worst maps: on which the best rows of one seat's houses take the most steps to find.

    python -m tests.han.bad_maps --minutes 10 --seed 1

Roads are changed a few at a time, within what a map may have, and a change that makes the search longer is kept. Only
the roads between the houses of one seat matter: all others are left out. What was found is recorded in docs/maps.md.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import combinations

from lantern.games.han.board import ALL_HOUSES
from lantern.games.han.maps import MOST_ROADS, MOST_ROADS_TO_A_SPACE
from lantern.games.han.scoring import find_rows
from lantern.games.han.state import State
from lantern.kernel.contract import Json
from lantern.kernel.record import Records, new_records

PATIENCE = 300
"""After so many changes that were no worse the search begins anew."""
MOST_STEPS = 200_000
"""What no search may exceed; a step takes about a fifth of a microsecond."""


@dataclass
class Roads:
    """The roads between the houses of a seat, and which of these is fortified."""

    houses: int = ALL_HOUSES
    roads: set[tuple[int, int]] = field(default_factory=set)
    fort: int | None = None

    def copy(self) -> Roads:
        return Roads(self.houses, set(self.roads), self.fort)

    def joined(self) -> list[int]:
        """[space] the set of spaces that roads join to it."""
        found = [0] * self.houses
        for a, b in self.roads:
            found[a] |= 1 << b
            found[b] |= 1 << a
        return found

    def allowed(self) -> bool:
        """Whether a map may have them."""
        return len(self.roads) <= MOST_ROADS and all(
            spaces.bit_count() <= MOST_ROADS_TO_A_SPACE for spaces in self.joined()
        )

    def record(self) -> Records:
        """A table at which seat 1 has all these houses."""
        records: Records = new_records(State, 1)
        for space, spaces in enumerate(self.joined()):
            records["road"][0, space] = spaces
        records["house"][0, 0] = (1 << self.houses) - 1
        records["fort"][0, 0] = 0 if self.fort is None else 1 << self.fort
        return records


def read(text: str, fort: int | None) -> Roads:
    """Roads as they are written below: from a space to those with higher numbers."""
    parts = (part.split(":") for part in text.split())
    return Roads(roads={(int(a), int(b)) for a, others in parts for b in others.split(",")}, fort=fort)


WORST = (
    read(
        "0:2,4,9,17 1:3,9,11 2:5,8,18 3:8,10,14 4:10,14,19 5:6,15 6:7,14,18 7:11,13 8:15,17 9:12,19 10:13 11:16,19 "
        "12:13,15 13:18 15:19 16:17 17:18",
        fort=5,
    ),  # 132,048 steps
    read(
        "0:4,5,6,7 1:5,14,18,19 2:6,9,14,18 3:4,11,14,15 4:8,10 5:12 6:8 7:10,16 8:13,18 9:17 10:14,19 11:12,16,17 "
        "12:13,19 13:16 15:16,17 17:19",
        fort=19,
    ),  # 112,084
    read(
        "0:2,9,10,13 1:4,13,14,19 2:13,15,17 3:10,14,17,18 4:12,13,17 5:11,12,16,19 6:18 7:8,12,15,17 8:10,18 "
        "9:14,15,19 10:18 12:14 15:19",
        fort=None,
    ),  # 95,194
)
"""The worst that were found, the worst first."""


def map_of(roads: Roads) -> Json:
    """A map with these roads twice, as far as there is room: all its provinces are neighbours."""
    data: Json = json.loads((files("lantern.games.han") / "data" / "ways_of_diplomacy.json").read_text("utf-8"))
    provinces = [province["id"] for province in data["provinces"]]
    data["neighbours"] = [[*pair] for pair in combinations(provinces, 2)]
    spaces = range(2 * roads.houses)
    data["spaces"] = [{"id": f"s{space}", "provinces": [provinces[space % len(provinces)]]} for space in spaces]
    built = [[f"s{first + a}", f"s{first + b}"] for first in (0, roads.houses) for a, b in sorted(roads.roads)]
    data["roads"] = built[:MOST_ROADS]
    for province in data["provinces"]:
        province.pop("outline", None)
    return data | {"players": [2, 5], "remove_per_colour": {str(players): 0 for players in range(2, 6)}}


def position_on(roads: Roads) -> Json:
    """A position in which two seats have all their houses on such roads, and fortifications where there are some."""
    two = {1: 0, 2: roads.houses}
    return {
        "options": {"players": 3, "map": map_of(roads) | {"variant": "fortifications"}, "fortifications": True},
        "houses": {f"s{first + house}": seat for seat, first in two.items() for house in range(roads.houses)},
        "fortifications": {f"s{first + roads.fort}": seat for seat, first in two.items()}
        if roads.fort is not None
        else {},
    }


def steps(roads: Roads) -> int:
    """How many steps the search for the best rows takes."""
    records = roads.record()
    find_rows(records, 0)
    return int(records["walk_steps"][0])


def first_roads(choices: random.Random) -> Roads:
    """Some roads to begin with."""
    roads = Roads(fort=choices.choice([None, choices.randrange(ALL_HOUSES)]))
    for _ in range(choices.randrange(ALL_HOUSES, 3 * ALL_HOUSES)):
        changed = roads.copy()
        toggle(changed, choices)
        roads = changed if changed.allowed() else roads
    return roads


def toggle(roads: Roads, choices: random.Random) -> None:
    """Build a road, or take one away."""
    a, b = sorted(choices.sample(range(roads.houses), 2))
    roads.roads ^= {(a, b)}


def changed(roads: Roads, choices: random.Random) -> Roads:
    """The roads with one to three changes."""
    other = roads.copy()
    for _ in range(choices.randint(1, 3)):
        if choices.random() < 0.05:
            other.fort = choices.choice([None, choices.randrange(other.houses)])
        if other.roads and choices.random() < 0.4:
            other.roads.remove(choices.choice(sorted(other.roads)))
        toggle(other, choices)
    return other


def climb(choices: random.Random) -> Iterator[tuple[int, Roads]]:
    """Worse and worse roads, again and again from the beginning; what was tried last, and how many steps it takes."""
    while True:
        worst = first_roads(choices)
        most, patience = steps(worst), PATIENCE
        while patience:
            patience -= 1
            other = changed(worst, choices)
            if not other.allowed():
                continue
            taken = steps(other)
            if taken > most:
                patience = PATIENCE
            if taken >= most:
                worst, most = other, taken
            yield most, worst


def milliseconds(roads: Roads) -> float:
    """How long the search takes, of this process's time."""
    records = roads.record()
    begun = time.process_time()
    find_rows(records, 0)
    return (time.process_time() - begun) * 1000


def main() -> None:
    """Search for some minutes, and print what is worse than all before."""
    parser = argparse.ArgumentParser(prog="python -m tests.han.bad_maps", description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    end, worst, tried = time.monotonic() + 60 * chosen.minutes, 0, 0
    for taken, roads in climb(random.Random(chosen.seed)):
        tried += 1
        if taken > worst:
            worst = taken
            print(
                f"{tried} tried: {taken} steps, {milliseconds(roads):.1f} ms, fort {roads.fort}, {sorted(roads.roads)}"
            )
        if time.monotonic() > end:
            break
    print(f"{tried} tried: {worst} steps at most")


if __name__ == "__main__":
    main()
