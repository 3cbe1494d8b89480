"""The material of HAN: colours, cards and pieces, and a map as the rules number it.

A colour is a number:    violet 0   yellow 1   orange 2   green 3   red 4

A place on a map is a number too. Provinces count from 0 to 8 as the map lists them. Spaces that belong to one
province count from 0, border spaces from 48, so that sets of spaces fit into one word:

    bits 0..47 ordinary spaces        bits 48..59 border spaces
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

Colour = Literal["violet", "yellow", "orange", "green", "red"]
COLOUR_NAMES: tuple[Colour, ...] = get_args(Colour)
COLOURS = len(COLOUR_NAMES)
COLOUR_OF_NAME = {name: colour for colour, name in enumerate(COLOUR_NAMES)}
CARDS_OF_COLOUR = (10, 11, 11, 12, 13)
"""[colour] cards in the box (HAN-1.1)."""
MOST_CARDS = sum(CARDS_OF_COLOUR)

MOST_SEATS = 5
HAND_SIZE = 3
ALL_HOUSES = 20
ALL_EMISSARIES = 8
"""Those that can be placed: the ninth counts the score (HAN-1.2)."""
MOST_MARKERS = 2

PROVINCES = 9
ALL_PROVINCES = (1 << PROVINCES) - 1
PROVINCES_OF_COLOUR = (1, 2, 2, 2, 2)
"""[colour] provinces on a map (HAN-12)."""
ALLIANCES = 15
ORDINARY_SPACES = 48
BORDER_SPACES = 12
SPACES = ORDINARY_SPACES + BORDER_SPACES
ORDINARY = (1 << ORDINARY_SPACES) - 1
"""The set of spaces that belong to one province."""
LEAST_ROW = 4
"""Houses a row needs (HAN-9.3)."""

NOBODY = -1
UNKNOWN = -1
NO_CARD = -2

FORTIFICATIONS = "fortifications"
MARKET_PLACES = "market_places"


@dataclass(frozen=True)
class Space:
    """A house space."""

    id: str
    provinces: tuple[int, ...]
    """One province, or the two that a border space belongs to."""
    port: bool
    at: tuple[float, float] | None


@dataclass(frozen=True)
class Province:
    """A province, or a district of the capital."""

    id: str
    name: str
    colour: int
    at: tuple[float, float] | None


@dataclass(frozen=True)
class Board:
    """A map that has been checked, with the numbers the rules use."""

    name: str
    seats: range
    display: int
    removed: Mapping[int, int]
    """[players] cards of each colour that are left out (HAN-1.4)."""
    variant: str
    """The variant that is played on it: FORTIFICATIONS or MARKET_PLACES (HAN-10, 11)."""
    provinces: tuple[Province, ...]
    spaces: Mapping[int, Space]
    """[number] in the order of the map's file."""
    roads: tuple[tuple[int, int], ...]
    alliances: tuple[tuple[int, int], ...]
    """[number - 1] the two provinces."""

    @cached_property
    def number_of_space(self) -> dict[str, int]:
        """[id] a space's number."""
        return {space.id: number for number, space in self.spaces.items()}

    @cached_property
    def number_of_province(self) -> dict[str, int]:
        """[id] a province's number."""
        return {province.id: number for number, province in enumerate(self.provinces)}

    def colours_of(self, space: int) -> tuple[int, ...]:
        """The colours of the provinces that a space belongs to."""
        return tuple(self.provinces[province].colour for province in self.spaces[space].provinces)

    @cached_property
    def _order(self) -> dict[int, tuple[int, str]]:
        """[space as a set] its place in the map's order, and its id."""
        return {1 << number: (place, space.id) for place, (number, space) in enumerate(self.spaces.items())}

    def space_ids(self, spaces: int) -> list[str]:
        """The ids of a set of spaces, in the map's order."""
        found = []
        while spaces:
            found.append(self._order[spaces & -spaces])
            spaces &= spaces - 1
        return [id_ for _, id_ in sorted(found)]

    def province_ids(self, provinces: int) -> list[str]:
        """The ids of a set of provinces."""
        return [province.id for number, province in enumerate(self.provinces) if provinces >> number & 1]

    def area(self, province: int) -> int:
        """The set of spaces of a province; a border space is in both its provinces (HAN-6.2)."""
        return sum(1 << number for number, space in self.spaces.items() if province in space.provinces)

    def joined(self, space: int) -> int:
        """The set of spaces that roads join to this one."""
        ends = [b if a == space else a for a, b in self.roads if space in (a, b)]
        return sum(1 << end for end in ends)

    @cached_property
    def ports(self) -> int:
        """The set of port spaces."""
        return sum(1 << number for number, space in self.spaces.items() if space.port)
