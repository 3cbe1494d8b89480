"""HAN's slow twin: the rules in plain Python, with provinces, spaces, cards and pieces by their names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Any

COLOURS = ["violet", "yellow", "orange", "green", "red"]
CARDS = {"violet": 10, "yellow": 11, "orange": 11, "green": 12, "red": 13}  # HAN-1.1
HOUSES = 20  # HAN-1.2
EMISSARIES = 8  # HAN-1.2
HAND = 3  # HAN-1.5
MOST_CARDS = 3  # HAN-3.1
MOST_PIECES = 2  # HAN-3.1
SHORTEST_ROW = 4  # HAN-9.3


# The board.


@dataclass(frozen=True)
class Board:
    """A map, by names."""

    # Each province's colour, in the map's order.
    colour: dict[str, str]
    # Each space's province, or two of them for a border space.
    provinces: dict[str, list[str]]
    # The port spaces.
    ports: list[str]
    # The spaces one road away.
    roads: dict[str, set[str]]
    # Each alliance's two provinces, by number.
    alliances: dict[int, list[str]]
    # How many cards lie face up.
    display: int
    # Cards of each colour removed, by the number of players.
    removed: dict[int, int]

    def spaces(self, province: str) -> list[str]:
        """A province's house spaces; a border space belongs to both its provinces (HAN-6.2)."""
        return [space for space, provinces in self.provinces.items() if province in provinces]

    def cards(self, players: int) -> list[str]:
        """Every card of the game (HAN-1.1, 1.4), in colour order."""
        return [colour for colour in COLOURS for _ in range(CARDS[colour] - self.removed[players])]


@cache
def board(name: str) -> Board:
    """The board of a map's name."""
    file = files("lantern.games") / "han" / "data" / f"{name.replace('-', '_')}.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    roads: dict[str, set[str]] = {space["id"]: set() for space in data["spaces"]}
    for road in data["roads"]:
        roads[road[0]].add(road[1])
        roads[road[1]].add(road[0])
    return Board(
        colour={province["id"]: province["colour"] for province in data["provinces"]},
        provinces={space["id"]: space["provinces"] for space in data["spaces"]},
        ports=[space["id"] for space in data["spaces"] if space["port"]],
        roads=roads,
        alliances={alliance["number"]: alliance["between"] for alliance in data["alliances"]},
        display=data["display"],
        removed={int(players): removed for players, removed in data["remove_per_colour"].items()},
    )


# Cards and payments.


def in_colour_order(cards: Iterable[str]) -> list[str]:
    """Cards sorted as they are written."""
    return sorted(cards, key=COLOURS.index)


def stands_for(cards: tuple[str, ...], colour: str) -> bool:
    """A card stands for its own colour; two alike stand for any one of a different colour (HAN-3.3, 3.4)."""
    if len(cards) == 1:
        return cards[0] == colour
    return len(cards) == 2 and cards[0] == cards[1] != colour


def ways_to_pay(cards: tuple[str, ...], required: tuple[str, ...]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to see cards as the required ones: what stands for each; no card is left over (HAN-3.6, 3.7)."""
    if not required:
        if not cards:
            yield []
        return
    for count in (1, 2):
        for chosen in combinations(range(len(cards)), count):
            part = tuple(cards[index] for index in chosen)
            rest = tuple(card for index, card in enumerate(cards) if index not in chosen)
            if stands_for(part, required[0]):
                for way in ways_to_pay(rest, required[1:]):
                    yield [part, *way]


@cache
def payments(hand: tuple[str, ...], required: tuple[str, ...]) -> set[str]:
    """Every choice of cards in a hand that pays, as written: required cards first, then the wild pair."""
    written = set()
    for count in range(1, MOST_CARDS + 1):
        for cards in combinations(hand, count):
            for way in ways_to_pay(cards, required):
                ordered = sorted(way, key=len)
                written.add(" ".join(card for part in ordered for card in part))
    return written


@dataclass
class HeldCard:
    """A card in a hand, and how much is known of it."""

    colour: str
    # "seen": taken from the display (HAN-1.6); "older": drawn blind before the reshuffle; "blind": any other.
    origin: str


def held_cards(hand: list[str], seen: list[str], older: list[str]) -> list[HeldCard]:
    """A hand as a position gives it, card by card."""
    blind = Counter(hand) - Counter(seen) - Counter(older)
    assert Counter(seen) + Counter(older) + blind == Counter(hand), (hand, seen, older)
    groups = {"seen": seen, "older": older, "blind": list(blind.elements())}
    return [HeldCard(colour, origin) for origin, cards in groups.items() for colour in cards]


# Scoring.


@dataclass(frozen=True)
class Standing:
    """A seat's place by its houses in a province or on the ports."""

    # First, second, ...: tied seats share a place, the next takes the next one.
    place: int
    # The seat's houses.
    houses: int
    # What it gets a point for each of.
    counted: int


def standings(houses: dict[int, int]) -> dict[int, Standing]:
    """All houses for the first place, those of the place above for any other; no house, no place (HAN-7.2)."""
    counts = sorted({count for count in houses.values() if count > 0}, reverse=True)
    counted = [sum(houses.values()), *counts]
    return {
        seat: Standing(counts.index(count) + 1, count, counted[counts.index(count)])
        for seat, count in houses.items()
        if count > 0
    }


def is_row(path: list[str], houses: set[str], roads: dict[str, set[str]]) -> bool:
    """Four or more of these houses, none twice, each one road from the next (HAN-9.3)."""
    unbroken = all(there in roads[here] for here, there in pairwise(path))
    return len(path) >= SHORTEST_ROW and len(set(path)) == len(path) and set(path) <= houses and unbroken


def all_rows(houses: set[str], roads: dict[str, set[str]]) -> set[frozenset[str]]:
    """The houses of every row there is, by walking every path from every house (HAN-9.3)."""
    rows = set()
    walked = set()
    unfinished = [(frozenset([house]), house) for house in houses]
    while unfinished:
        path, end = unfinished.pop()
        if len(path) >= SHORTEST_ROW:
            rows.add(path)
        for house in (roads[end] & houses) - path:
            longer = (path | {house}, house)
            if longer not in walked:  # the houses and the end decide how a path may go on, not their order
                walked.add(longer)
                unfinished.append(longer)
    return rows


def connected(houses: set[str], roads: dict[str, set[str]]) -> list[set[str]]:
    """Houses in groups with no road from one to another."""
    groups: list[set[str]] = []
    for house in sorted(houses):
        touching = [group for group in groups if roads[house] & group]
        groups = [group for group in groups if group not in touching]
        groups.append({house}.union(*touching))
    return groups


def row_points(row: Iterable[str], fortified: set[str]) -> int:
    """A point a house; twice that with the owner's fortification in the row (HAN-9.3, 10.3)."""
    row = set(row)
    return 2 * len(row) if row & fortified else len(row)


def best_rows(houses: set[str], fortified: set[str], roads: dict[str, set[str]]) -> int:
    """The best total over disjoint rows of one seat's houses (HAN-9.3), tried house by house."""
    return sum(best_rows_of_group(group, fortified, roads) for group in connected(houses, roads))


def best_rows_of_group(houses: set[str], fortified: set[str], roads: dict[str, set[str]]) -> int:
    """The best total in a connected group: its first house is in no row, or in one of those through it."""
    order = sorted(houses)
    through: dict[str, list[tuple[frozenset[str], int]]] = {house: [] for house in houses}
    for row in all_rows(houses, roads):
        through[min(row)].append((row, row_points(row, fortified)))

    @cache
    def best(rest: frozenset[str]) -> int:
        """The best total with these houses, none of the earlier ones being at hand."""
        if len(rest) < SHORTEST_ROW:
            return 0
        first = next(house for house in order if house in rest)
        totals = [best(rest - {first})]
        totals += [points + best(rest - row) for row, points in through[first] if row <= rest]
        return max(totals)

    return best(frozenset(houses))


# The game.


@dataclass
class Turn:
    """What matters of the turn so far."""

    # The province or provinces of each piece placed.
    placed: list[set[str]]
    # Provinces without a piece when the turn began.
    empty: set[str]

    def takes(self, pieces: list[set[str]]) -> bool:
        """Two pieces at most, one province that holds all (HAN-3.1, 6.3), one piece in an empty one (HAN-3.2)."""
        after = self.placed + pieces
        if len(after) > MOST_PIECES or not set.intersection(*after):
            return False
        return all(sum(province in piece for piece in after) <= 1 for province in self.empty)


class Twin:
    """One game of HAN."""

    def __init__(self, position: dict[str, Any]) -> None:
        """Start from a whole position, as a match reveals it."""
        options = position["options"]
        # The board, and how many play.
        self.board = board(options["map"])
        self.seats = list(range(1, options["players"] + 1))
        # The piece kinds besides houses and emissaries, and how many of them a seat has (HAN-10.1, 11.1).
        self.fortification_markers = 1 if options["fortifications"] else 0
        self.market_markers = (2 if len(self.seats) == 2 else 1) if options["market_places"] else 0
        # Whose turn it is, and who holds the Emperor (HAN-1.5).
        self.seat: int = position["to_act"]
        self.emperor: int = position["emperor"]
        # "place", "draw" or "over", and why it is over.
        self.phase: str = position["phase"]
        self.end: str | None = position["end"]
        # Points by seat.
        self.score: dict[int, int] = dict(zip(self.seats, position["scores"], strict=True))
        # Whose house, fortification, market place is on a space.
        self.houses: dict[str, int] = dict(position["houses"])
        self.fortifications: dict[str, int] = dict(position["fortifications"])
        self.market_places: dict[str, int] = dict(position["market_places"])
        # The emissaries on each dragon space, each by its seat.
        self.emissaries: dict[str, list[int]] = {province: [] for province in self.board.colour}
        for province, counts in position["emissaries"].items():
            for seat, count in zip(self.seats, counts, strict=True):
                self.emissaries[province] += [seat] * count
        # The provinces whose houses have been scored (HAN-7.1).
        self.scored: set[str] = set(position["scored"])
        # The cards: hands by seat, face up, face down with the next one first, discarded.
        self.hands: dict[int, list[HeldCard]] = {
            seat: held_cards(position["hands"][seat - 1], position["seen"][seat - 1], position["older"][seat - 1])
            for seat in self.seats
        }
        self.display: list[str] = list(position["display"])
        self.deck: list[str] = list(position["deck"])
        self.discards: list[str] = list(position["discards"])
        # How often the deck has been empty.
        self.exhausted: int = position["exhausted"]
        # The turn so far.
        turn = position["turn"]
        self.turn = Turn([set(turn["provinces"]) for _ in range(turn["placed"])], set(turn["empty"]))

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def scores(self) -> list[int]:
        """The points, seat 1 first."""
        return [self.score[seat] for seat in self.seats]

    # What is on the board.

    def free(self, space: str) -> bool:
        """Whether nothing stands on a space (HAN-4.1, 11.2)."""
        return space not in self.houses and space not in self.market_places

    def is_empty(self, province: str) -> bool:
        """Whether a province holds no piece at all (HAN-3.2); a border house is one in both (HAN-6.2)."""
        return not self.emissaries[province] and all(self.free(space) for space in self.board.spaces(province))

    def is_complete(self, province: str) -> bool:
        """Whether every house space is occupied, by a house or a market place (HAN-7.1, 11.2)."""
        return not any(self.free(space) for space in self.board.spaces(province))

    def houses_on(self, spaces: list[str]) -> dict[int, int]:
        """How many houses each seat has on these spaces."""
        return {seat: sum(self.houses.get(space) == seat for space in spaces) for seat in self.seats}

    def emissary_cap(self, province: str) -> int:
        """The most houses of a single seat in a province (HAN-5.2)."""
        return max(self.houses_on(self.board.spaces(province)).values())

    # What is in the supplies (HAN-1.2, 3.5).

    def houses_left(self, seat: int) -> int:
        return HOUSES - list(self.houses.values()).count(seat)

    def emissaries_left(self, seat: int) -> int:
        """A seat's emissaries not on a dragon space or a market place; at the end those are on dragon spaces."""
        on_dragons = sum(emissaries.count(seat) for emissaries in self.emissaries.values())
        on_market_places = 0 if self.over else list(self.market_places.values()).count(seat)
        return EMISSARIES - on_dragons - on_market_places

    def pieces_left(self) -> list[int]:
        """Houses and emissaries in the supplies, seat 1 first (HAN-9.5)."""
        return [self.houses_left(seat) + self.emissaries_left(seat) for seat in self.seats]

    # What may be placed.

    def may_place(self, seat: int, kind: str, place: str, turn: Turn) -> bool:
        """Whether a seat with the right cards could place this piece in such a turn."""
        if kind == "emissary":
            within_cap = len(self.emissaries[place]) < self.emissary_cap(place)  # HAN-5.2
            return within_cap and self.emissaries_left(seat) > 0 and turn.takes([{place}])
        provinces = set(self.board.provinces[place])
        if not self.free(place):
            return False  # HAN-4.1, 10.1, 11.1
        if kind == "house":
            return self.houses_left(seat) > 0 and turn.takes([provinces])
        if kind == "fortify":  # HAN-10.1, 10.2: marker and house, not on a border space
            has_marker = list(self.fortifications.values()).count(seat) < self.fortification_markers
            supplied = has_marker and self.houses_left(seat) > 0
            return supplied and len(provinces) == 1 and turn.takes([provinces, provinces])
        assert kind == "market"  # HAN-11.1: marker and emissary, regardless of the cap
        has_marker = list(self.market_places.values()).count(seat) < self.market_markers
        return has_marker and self.emissaries_left(seat) > 0 and turn.takes([provinces, provinces])

    def places(self, kind: str) -> list[str]:
        """Where on the map a kind of piece goes."""
        return list(self.board.colour) if kind == "emissary" else list(self.board.provinces)

    def prices(self, kind: str, place: str) -> list[tuple[str, ...]]:
        """The cards required, one of these (HAN-3.3, 6.1, 10.1, 11.1)."""
        if kind == "emissary":
            return [(self.board.colour[place],)]
        colours = tuple(self.board.colour[province] for province in self.board.provinces[place])
        if kind in ("fortify", "market"):
            return [colours * 2]
        if len(colours) == 1:
            return [colours]
        return [colours, (colours[0], colours[0]), (colours[1], colours[1])]

    def placements(self) -> set[str]:
        """Every piece at every place with every payment that the seat's hand allows."""
        hand = tuple(in_colour_order(card.colour for card in self.hands[self.seat]))
        legal = set()
        for kind in ("house", "emissary", "fortify", "market"):
            for place in self.places(kind):
                if self.may_place(self.seat, kind, place, self.turn):
                    for price in self.prices(kind, place):
                        legal |= {f"{kind} {place} with {cards}" for cards in payments(hand, price)}
        return legal

    def legal(self) -> set[str]:
        """The legal actions of the seat to act."""
        if self.phase == "place":
            if self.turn.placed:
                return self.placements() | {"end"}  # HAN-2.3
            return self.placements() | {f"discard {card.colour}" for card in self.hands[self.seat]}  # HAN-2.1, 2.2
        if self.phase == "draw":
            return {f"take {colour}" for colour in self.display} | {"draw"}  # HAN-8.1
        return set()

    def nothing_can_be_placed(self) -> bool:
        """Whether no seat could place a piece on a fresh turn, holding any cards (HAN-8.4)."""
        fresh = Turn([], self.empty_provinces())
        return not any(
            self.may_place(seat, kind, place, fresh)
            for seat in self.seats
            for kind in ("house", "emissary", "market")
            for place in self.places(kind)
        )

    def empty_provinces(self) -> set[str]:
        return {province for province in self.board.colour if self.is_empty(province)}

    # What actions do.

    def play(self, text: str, deck_after: list[str]) -> None:
        """Play a legal action; `deck_after` is the deck it led to, which tells what a reshuffle brought."""
        if text not in self.legal():
            raise ValueError(f"not legal in phase {self.phase}: {text}")
        verb, *words = text.split()
        if verb in ("house", "emissary", "fortify", "market"):
            self.place(verb, words[0], words[2:])
        elif verb == "discard":
            self.play_card(words[0])
            self.begin_drawing(deck_after)
        elif verb == "end":
            self.begin_drawing(deck_after)
        else:
            self.draw_card(verb, words, deck_after)

    def place(self, kind: str, place: str, cards: list[str]) -> None:
        """Pay and place; complete provinces score (HAN-7.1); the game may be over (HAN-8.4)."""
        for card in cards:
            self.play_card(card)
        provinces = {place} if kind == "emissary" else set(self.board.provinces[place])
        self.turn.placed.append(provinces)
        if kind == "emissary":
            self.emissaries[place].append(self.seat)
        elif kind == "market":
            self.market_places[place] = self.seat
            self.turn.placed.append(provinces)  # marker and emissary are two pieces (HAN-11.1)
        else:
            self.houses[place] = self.seat
        if kind == "fortify":
            self.fortifications[place] = self.seat
            self.turn.placed.append(provinces)  # marker and house are two pieces (HAN-10.2)
        for province in self.board.colour:
            if self.is_complete(province) and province not in self.scored:
                self.scored.add(province)
                self.add_points(self.province_items(province))
        if self.nothing_can_be_placed():
            self.end_game("nothing can be placed")

    def play_card(self, colour: str) -> None:
        """A card goes to the discards (HAN-3.6): of those alike one that all know first, then an older one."""
        alike = [card for card in self.hands[self.seat] if card.colour == colour]
        first = min(alike, key=lambda card: ["seen", "older", "blind"].index(card.origin))
        self.hands[self.seat] = [card for card in self.hands[self.seat] if card is not first]
        self.discards.append(colour)

    def begin_drawing(self, deck_after: list[str]) -> None:
        """Refill the hand (HAN-8.1), unless nobody draws any more (HAN-8.3)."""
        self.phase = "draw"
        if self.exhausted == 2 or len(self.hands[self.seat]) == HAND:
            self.finish_turn(deck_after)

    def draw_card(self, verb: str, words: list[str], deck_after: list[str]) -> None:
        """One card from the display or the deck (HAN-8.1); a full hand, or the end of all drawing, ends the turn."""
        hand = self.hands[self.seat]
        if verb == "take":
            self.display.remove(words[0])
            hand.append(HeldCard(words[0], "seen"))
        else:
            hand.append(HeldCard(self.deck.pop(0), "blind"))
            self.mind_empty_deck(deck_after)
        if self.exhausted == 2 or len(hand) == HAND:
            self.finish_turn(deck_after)

    def mind_empty_deck(self, deck_after: list[str]) -> None:
        """After its last card the deck is made anew once; the second time drawing stops (HAN-8.0, 8.2, 8.3)."""
        if self.deck:
            return
        self.exhausted += 1
        if self.exhausted == 1:
            self.reshuffle(deck_after)

    def reshuffle(self, deck_after: list[str]) -> None:
        """The discards become the deck (HAN-8.2).

        Of their order only what is left after this action is known. The cards drawn from it by then went to the
        display, where their order doesn't matter.
        """
        drawn = Counter(self.discards) - Counter(deck_after)
        self.deck = [*in_colour_order(drawn.elements()), *deck_after]
        if Counter(self.deck) != Counter(self.discards):
            raise ValueError(f"not what the discards were, {self.discards}: {deck_after}")
        self.discards = []
        for hand in self.hands.values():
            for card in hand:
                card.origin = "older" if card.origin == "blind" else card.origin

    def finish_turn(self, deck_after: list[str]) -> None:
        """Refill the display (HAN-8.1); the next seat's turn, or the end after the last round (HAN-8.3)."""
        while self.exhausted < 2 and len(self.display) < self.board.display:
            self.display.append(self.deck.pop(0))
            self.mind_empty_deck(deck_after)
        next_seat = self.seat % len(self.seats) + 1
        if self.exhausted == 2 and next_seat == self.emperor:
            self.end_game("last round over")
            return
        self.seat = next_seat
        self.phase = "place"
        self.turn = Turn([], self.empty_provinces())

    def end_game(self, reason: str) -> None:
        """Final scoring (HAN-9); before it the market places' emissaries move to the dragon spaces (HAN-11.3)."""
        self.add_points([item for item in self.breakdown() if item["when"] == "final"])
        self.emissaries = {province: self.final_emissaries(province) for province in self.board.colour}
        self.phase = "over"
        self.end = reason

    # Scoring.

    def add_points(self, items: list[dict[str, Any]]) -> None:
        for item in items:
            self.score[item["seat"]] += item["points"]

    def breakdown(self) -> list[dict[str, Any]]:
        """What has been scored, and what would be if the game ended now, in this order (HAN-7, 9).

        Of the rows it says for each seat with any how many points they bring together.
        """
        items = [item for province in self.board.colour for item in self.province_items(province)]
        items += [item for number in sorted(self.board.alliances) for item in self.alliance_items(number)]
        return items + self.row_items() + self.port_items()

    def province_items(self, province: str) -> list[dict[str, Any]]:
        """House scoring (HAN-7.2), once a province is complete (HAN-7.1) or else at the end (HAN-9.1)."""
        when = "scored" if province in self.scored else "final"
        return self.house_items("province", province, self.board.spaces(province), when)

    def port_items(self) -> list[dict[str, Any]]:
        """The ports score like one province (HAN-9.4)."""
        return self.house_items("ports", "ports", self.board.ports, "final")

    def house_items(self, kind: str, of: str, spaces: list[str], when: str) -> list[dict[str, Any]]:
        """Points by place; a fortification on these spaces doubles its owner's (HAN-7.2, 10.3)."""
        items = []
        for seat, standing in standings(self.houses_on(spaces)).items():
            doubled = any(self.fortifications.get(space) == seat for space in spaces)
            items.append(
                {
                    "kind": kind,
                    "of": of,
                    "when": when,
                    "seat": seat,
                    "points": standing.counted * 2 if doubled else standing.counted,
                    "doubled": doubled,
                    "why": "houses",
                    "place": standing.place,
                    "houses": standing.houses,
                    "counted": standing.counted,
                    "pieces": [f"space:{space}" for space in spaces if self.houses.get(space) == seat],
                }
            )
        return items

    def final_emissaries(self, province: str) -> list[int]:
        """The emissaries on a dragon space at the end, those of the market places among them (HAN-11.3)."""
        if self.over:
            return self.emissaries[province]
        spaces = self.board.spaces(province)
        return self.emissaries[province] + [seat for space, seat in self.market_places.items() if space in spaces]

    def has_most_emissaries(self, seat: int, province: str) -> bool:
        """At least one, and nobody has more (HAN-9.2)."""
        emissaries = self.final_emissaries(province)
        own = emissaries.count(seat)
        return own > 0 and all(emissaries.count(other) <= own for other in self.seats)

    def alliance_items(self, number: int) -> list[dict[str, Any]]:
        """Most emissaries in both provinces: a point for every emissary in the two (HAN-9.2)."""
        between = self.board.alliances[number]
        counted = sum(len(self.final_emissaries(province)) for province in between)
        return [
            {
                "kind": "alliance",
                "of": number,
                "when": "final",
                "seat": seat,
                "points": counted,
                "doubled": False,
                "why": "alliance",
                "provinces": between,
                "counted": counted,
                "pieces": [f"dragon:{province}" for province in between],
            }
            for seat in self.seats
            if all(self.has_most_emissaries(seat, province) for province in between)
        ]

    def row_items(self) -> list[dict[str, Any]]:
        """Each seat's rows together (HAN-9.3, 10.3)."""
        items = []
        for seat in self.seats:
            points = best_rows(self.spaces_of(seat), self.fortified(seat), self.board.roads)
            if points:
                items.append({"kind": "row", "of": None, "when": "final", "seat": seat, "points": points})
        return items

    def spaces_of(self, seat: int) -> set[str]:
        """The spaces of a seat's houses."""
        return {space for space, owner in self.houses.items() if owner == seat}

    def fortified(self, seat: int) -> set[str]:
        """The space of a seat's fortification, if it stands."""
        return {space for space, owner in self.fortifications.items() if owner == seat}

    def winners(self) -> list[int]:
        """Most points; then most pieces in the supply; then shared (HAN-9.5)."""
        ranks = list(zip(self.scores, self.pieces_left(), strict=True))
        return [seat for seat, rank in zip(self.seats, ranks, strict=True) if rank == max(ranks)]

    # The position.

    def cards_of(self, seat: int, *origins: str) -> list[str]:
        """The cards of a hand that came from there, in colour order."""
        return in_colour_order(card.colour for card in self.hands[seat] if card.origin in origins)

    def position(self) -> dict[str, Any]:
        """The whole position, hidden cards included."""
        in_every_piece = set.intersection(set(self.board.colour), *self.turn.placed)
        return {
            "to_act": None if self.over else self.seat,
            "phase": self.phase,
            "emperor": self.emperor,
            "scores": self.scores,
            "houses": dict(self.houses),
            "fortifications": dict(self.fortifications),
            "market_places": dict(self.market_places),
            "emissaries": {
                province: [emissaries.count(seat) for seat in self.seats]
                for province, emissaries in self.emissaries.items()
                if emissaries
            },
            "scored": [province for province in self.board.colour if province in self.scored],
            "hands": [self.cards_of(seat, "seen", "older", "blind") for seat in self.seats],
            "seen": [self.cards_of(seat, "seen") for seat in self.seats],
            "older": [self.cards_of(seat, "older") for seat in self.seats],
            "display": in_colour_order(self.display),
            "deck": list(self.deck),
            "discards": in_colour_order(self.discards),
            "exhausted": self.exhausted,
            "turn": {
                "placed": len(self.turn.placed),
                "provinces": [province for province in self.board.colour if province in in_every_piece],
                "empty": [province for province in self.board.colour if province in self.turn.empty],
            },
            "end": self.end,
        }
