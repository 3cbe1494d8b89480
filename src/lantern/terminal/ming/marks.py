"""Ming Dynastie's families, provinces and cards as a terminal writes them.

Seats are the letters A to D and the neutral family n, provinces the letter with which their districts begin, cards
small letters: j h r s o c, and d for the dragon. What one types begins with these letters. Colour only helps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from lantern.games.ming.board import COMPONENTS, MAP
from lantern.kernel.contract import Json
from lantern.terminal.marks import called, letter, ranked_by

SEAT_INKS = (
    "bold #ffffff on #1f4fb5",
    "bold #ffffff on #14703a",
    "bold #ffffff on #7a2fb0",
    "bold #ffffff on #b3161b",
)
"""The families of the seats: blue, green, violet, red."""
NEUTRAL_INK = "bold #ffffff on #303030"
LAND_INKS = {
    "white": "#000000 on #ece8de",
    "orange": "#000000 on #f4bd7e",
    "green": "#000000 on #a9d79a",
    "pink": "#000000 on #f3b9cb",
    "yellow": "#000000 on #f6e382",
    "blue": "#000000 on #a9cdf0",
}
CARD_INKS = {
    "junk": "bold #ffffff on #1c6e6a",
    "horse": "bold #ffffff on #7a4b33",
    "rickshaw": "bold #ffffff on #8c2a36",
    "sedan": "bold #ffffff on #34607a",
    "ox": "bold #ffffff on #2f3b3a",
    "camel": "bold #000000 on #d39a62",
    "dragon": "bold #000000 on #ffd400",
}
"""The cards in the colours of the map's symbols."""
DRAGON = "dragon"
NEUTRAL = 5
"""The neutral family among the owners of members, after the seats."""
PRINCE, MONASTERY, PALACE, COMES, REACH = "♔", "♖", "⌂", "→", "»"

PROVINCES: dict[str, list[str]] = {
    province: [it["id"] for it in MAP["districts"] if it["province"] == province] for province in MAP["province_order"]
}
"""Every province with its districts."""
PROVINCE_OF = {district: province for province, districts in PROVINCES.items() for district in districts}
_TYPED = {long: short for short, long in COMPONENTS["symbols"].items()}
BORDERS: dict[tuple[str, str], str] = {tuple(it["between"]): _TYPED[it["symbol"]] for it in MAP["borders"]}
"""Every border with its symbol."""


def ways_from(district: str) -> dict[str, str]:
    """The districts that a district borders on, each with the symbol between them."""
    ways = {ends[ends[0] == district]: symbol for ends, symbol in BORDERS.items() if district in ends}
    return {other: ways[other] for other in PROVINCE_OF if other in ways}


def mark(owner: int) -> Text:
    """The letter of a seat, or of the neutral family, in its colour."""
    if owner == NEUTRAL:
        return Text.assemble(("n", NEUTRAL_INK))
    return Text.assemble((letter(owner), SEAT_INKS[owner - 1]))


def card_letter(card: str) -> Text:
    """A card as its first letter: no two cards have the same."""
    return Text.assemble((card[0], CARD_INKS[card]))


def card_name(view: Json, card: str) -> str:
    """A card by its letter and its name."""
    return f"{card[0]} {called(view, 'hand', card)}"


def card_word(view: Json, card: str) -> Text:
    """The same in its colours."""
    return Text.assemble((card_name(view, card), CARD_INKS[card]))


def province_letter(province: str) -> str:
    """A province as its letter: no two provinces have the same."""
    return province[0].upper()


def city_name(view: Json, province: str) -> Text:
    """A province by its name alone, in its colour."""
    return Text.assemble((called(view, "province", province), f"bold {LAND_INKS[province]}"))


def province_name(view: Json, province: str) -> Text:
    """A province by its letter and its name, in its colour."""
    return Text.assemble(
        (f"{province_letter(province)} {called(view, 'province', province)}", f"bold {LAND_INKS[province]}")
    )


def cards_in(hand: Mapping[str, int]) -> list[str]:
    """The cards of a hand one by one."""
    return [card for card in CARD_INKS for _ in range(hand.get(card, 0))]


def each(counts: Mapping[int, int]) -> Text:
    """A letter for every member, those of the most numerous first."""
    there = sorted(counts, key=lambda owner: (-counts[owner], owner))
    return Text.assemble(*(mark(owner) for owner in there for _ in range(counts[owner])))


def ranked(counts: Mapping[int, int], room: int) -> Text:
    """Who has how many, the most first, as well as room allows: `A3=B3 C1`, `A3B3C1`, or just how many there are."""
    line = ranked_by(mark, dict(counts))
    dense = Text().join(part for joined in line.split(" ") for part in joined.split("="))
    fitting = (text for text in (line, dense) if text.cell_len <= room)
    return next(fitting, Text(f"#{sum(counts.values())}"))


def together(several: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """How many each owner has in several places."""
    counts: dict[int, int] = {}
    for one in several:
        for owner, number in one.items():
            counts[owner] = counts.get(owner, 0) + number
    return counts


def by_owner(members: Iterable[int], neutrals: int = 0) -> dict[int, int]:
    """Members by owner: a number for every seat, and the neutral ones."""
    return {owner: number for owner, number in [*enumerate(members, 1), (NEUTRAL, neutrals)] if number}


def in_open(view: Json, district: str) -> dict[int, int]:
    """The members in the open area of a district."""
    return by_owner(view["open"][district], view["neutrals"].get(district, 0))


def in_palaces(view: Json, district: str) -> dict[int, int]:
    """The members on the palaces of a district."""
    return by_owner(view["palaces"].get(district, ()), view["neutral_palaces"].get(district, 0))


def coming(view: Json) -> list[dict[str, Any]]:
    """What the next scoring would bring if it came now."""
    return [item for item in view["breakdown"] if item["when"] == "preview"]


def movers(view: Json, district: str) -> dict[int, int]:
    """The members of a district who would go to its palaces if the scoring came now."""
    items = [item for item in coming(view) if item["kind"] == "tile" and item["of"] == district]
    return {item["seat"] or NEUTRAL: item["members"] for item in items}


def is_scoring(view: Json) -> bool:
    """Whether cities are being scored."""
    return view["scoring"] is not None


def city(view: Json, province: str) -> dict[int, int]:
    """The members in a city while cities are scored, otherwise those who would come there now."""
    there = in_palaces if is_scoring(view) else movers
    return together(there(view, district) for district in PROVINCES[province])


def looker(view: Json) -> int | None:
    """The seat whose prince is looked at: one's own, or for a spectator that of the seat to act."""
    seat: int | None = view["seat"] or view["to_act"]
    return seat


def walks(view: Json) -> bool:
    """Whether the prince looked at still moves in this round, as far as his cards are known."""
    seat = looker(view)
    if seat is None or view["phase"] not in ("cards", "move", "walk") or seat in view["passed"]:
        return False
    return view["reach"][seat - 1] is not None


def payments(view: Json) -> dict[str, str]:
    """Where the prince looked at may step, each with the card to pay: a dragon if no other will do."""
    seat = looker(view)
    if seat is None or not walks(view):
        return {}
    hand, ways = view["hands"][seat - 1], ways_from(view["princes"][seat - 1])
    cards = {other: symbol if hand.get(symbol) else DRAGON for other, symbol in ways.items()}
    return {other: card for other, card in cards.items() if hand.get(card)}
