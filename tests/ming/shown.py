"""What a match of Ming Dynastie shows."""

from __future__ import annotations

from collections import Counter

from lantern import Match
from lantern.kernel.contract import Json
from tests.matches import seat_number
from tests.ming.box import SEATS, districts_of, letters


def round_of(match: Match) -> int:
    """The round."""
    return int(match.reveal()["round"])


def start_player(match: Match) -> str:
    """The start player."""
    return SEATS[match.reveal()["start_player"] - 1]


def passed(match: Match) -> str:
    """The seats that have passed."""
    return "".join(SEATS[seat - 1] for seat in sorted(match.reveal()["passed"]))


def prince(match: Match, seat: str) -> str | None:
    """Where a prince stands."""
    where: str | None = match.reveal()["princes"][seat_number(seat) - 1]
    return where


def space(match: Match, province: str) -> str:
    """The members on a province space."""
    return letters(match.reveal()["spaces"][province])


def standing(match: Match, district: str) -> str:
    """The members in the open area of a district."""
    reveal = match.reveal()
    return letters(reveal["open"][district], (reveal.get("neutrals") or {}).get(district, 0))


def in_palaces(match: Match, district: str) -> str:
    """The members on the palaces of a district."""
    reveal = match.reveal()
    return letters(reveal["palaces"].get(district, []), (reveal.get("neutral_palaces") or {}).get(district, 0))


def city(match: Match, province: str) -> str:
    """The members in a city."""
    return "".join(sorted("".join(in_palaces(match, where) for where in districts_of(province))))


def in_province(match: Match, province: str) -> str:
    """The members in the open areas of a province."""
    return "".join(sorted("".join(standing(match, where) for where in districts_of(province))))


def monasteries(match: Match) -> dict[str, str]:
    """The monasteries that are held: district and owner."""
    return {where: SEATS[seat - 1] for where, seat in match.reveal()["monasteries"].items()}


def hand(match: Match, seat: str) -> dict[str, int]:
    """A seat's cards."""
    return dict(match.reveal()["hands"][seat_number(seat) - 1])


def held(match: Match, seat: str) -> int:
    """How many cards a seat holds."""
    return sum(hand(match, seat).values())


def display(match: Match) -> dict[str, str]:
    """The face-up card of each province space."""
    return dict(match.reveal()["display"])


def deck(match: Match) -> list[str]:
    """The deck, next card first."""
    return list(match.reveal()["deck"])


def discards(match: Match) -> dict[str, int]:
    """The movement cards that were used."""
    return dict(match.reveal()["discards"])


def dragons(match: Match) -> int:
    """How many dragons lie on their stack."""
    return int(match.reveal()["dragons"])


def tiles(match: Match, seat: str) -> dict[str, int]:
    """A seat's province tiles."""
    return dict(match.reveal()["tiles"][seat_number(seat) - 1])


def stock(match: Match) -> dict[str, int]:
    """The province tiles that are left."""
    return dict(match.view()["stock"])


def neutral_stock(match: Match) -> int:
    """The neutral members that are not on the board."""
    return int(match.view()["neutral_stock"])


def province_scored(match: Match) -> str:
    """The province whose city is being scored."""
    return str(match.reveal()["scoring"]["province"])


def census(match: Match) -> Counter[str]:
    """Every movement card and dragon wherever it lies."""
    reveal = match.reveal()
    found = Counter([*reveal["display"].values(), *reveal["deck"]]) + Counter(reveal["discards"])
    for cards in reveal["hands"]:
        found += Counter(cards)
    return found + Counter(dragon=reveal["dragons"])


def items(match: Match, kind: str | None = None, *, when: str = "scored", of: str | None = None) -> list[Json]:
    """Items of the breakdown."""
    return [
        item
        for item in match.breakdown()
        if item["when"] == when and kind in (None, item["kind"]) and of in (None, item["of"])
    ]


def points(match: Match, kind: str, of: str | None = None) -> list[int]:
    """Each seat's points that were scored of some kind."""
    total = [0] * match.options["players"]
    for item in items(match, kind, of=of):
        total[item["seat"] - 1] += item["points"]
    return total


def choices(match: Match, word: str) -> set[str]:
    """What follows a word in the legal actions that begin with it."""
    return {action.partition(" ")[2] for action in match.actions() if action.split()[0] == word}
