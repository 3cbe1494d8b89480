"""Ming Dynastie's slow twin: the rules in plain Python, with districts, cards, members and tiles by their names."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

from tests.ming.box import DISTRICTS, IN_SCORING, NEAR, PROVINCES, SYMBOLS, districts_of, province_of

Owner = int | str
"""Whose a member is: a seat's, or "neutral"."""

PROVINCE_OF = {district: province_of(district) for district in DISTRICTS}
CARDS_OF_A_KIND = 9  # MING-1.3
DRAGONS = 18
TILES_OF_A_COLOUR = 18
MEMBERS_A_ROUND = 5  # MING-1.4
HAND = 5  # MING-5.2
MOST_DEPLOYED = 3  # MING-6.4
MOST_RETURNED = 6  # MING-1.4: the return cards are 0, 1, 2, 3
NEUTRALS = 31  # MING-9.1
NEUTRALS_A_SEAT = 3
MOST_NEUTRALS = 3
ROUNDS = 6
SET_POINTS = {2: 28, 4: 24, 6: 20}  # MING-7.3
PALACE_POINTS = {2: 4, 4: 3, 6: 0}  # MING-7.5
MAJORITY_POINTS = 4  # MING-7.6
MONASTERY_POINTS = 4  # MING-7.8
FIVE_POINTS = 10  # MING-7.3


# Scoring, from the numbers alone.


def moves_to_palaces(members: dict[Owner, int]) -> list[tuple[Owner, int, str]]:
    """Who moves how many members from an open area, and why; those with as many in the order given (MING-7.1)."""
    ranked = {owner: number for owner, number in members.items() if number > 0}
    if not ranked:
        return []
    most = max(ranked.values())
    first = [owner for owner in ranked if ranked[owner] == most]
    if len(first) == 4:
        return []
    if len(first) > 1:
        return [(owner, 1, "tied") for owner in first]
    moves = [(first[0], min(most, 2), "most")]
    others = {owner: number for owner, number in ranked.items() if owner not in first}
    second = [owner for owner in others if others[owner] == max(others.values())]
    if len(second) == 1:
        moves.append((second[0], 1, "second"))
    return moves


def take_tile(colour: str, own: dict[str, int], stock: dict[str, int]) -> str:
    """A tile from the stock to a seat's own: "none" is left, "one" more, or it makes a "set", which returns (MING-7.2).

    The moment one owns all six colours the set goes back to the stock (MING-7.3).
    """
    if stock[colour] == 0:
        return "none"
    stock[colour] -= 1
    own[colour] = own.get(colour, 0) + 1
    if any(own.get(each, 0) == 0 for each in PROVINCES):
        return "one"
    for each in PROVINCES:
        own[each] -= 1
        stock[each] += 1
    return "set"


def fives_and_singles(own: dict[str, int]) -> tuple[int, int]:
    """How many sets of five different colours a seat's tiles make, and how many are left (MING-7.3)."""
    left, fives = Counter(own), 0
    while len(+left) >= 5:
        left.subtract(colour for colour, _ in left.most_common(5))
        fives += 1
    return fives, sum(left.values())


def majority(in_city: dict[int, int], in_districts: dict[int, int]) -> tuple[list[int], int, str]:
    """Who share the majority of a city, the points of each, and what decided (MING-7.6)."""
    most = max(in_city.values())
    if most == 0:
        return [], 0, "city"
    tied = [seat for seat in in_city if in_city[seat] == most]
    if len(tied) == 1:
        return tied, MAJORITY_POINTS, "city"
    most = max(in_districts[seat] for seat in tied)
    tied = [seat for seat in tied if in_districts[seat] == most]
    return tied, MAJORITY_POINTS // len(tied), "province" if len(tied) == 1 else "shared"


def neutrals_lead(in_city: dict[int, int], neutrals: int) -> bool:
    """Whether neutrals have the sole most in a city as it was filled (MING-9.3)."""
    return neutrals > max(in_city.values())


def neutrals_to_stay(lead: bool, left_in_city: dict[int, int]) -> int:
    """How many neutrals stay in a city after the players' returns (MING-9.3)."""
    return max(left_in_city.values()) + 1 if lead else 0


# Positions.


def fresh_position(players: int, choices: random.Random, start: int = 1) -> dict[str, Any]:
    """A new game (MING-2), as a match would reveal it."""
    cards = [symbol for symbol in SYMBOLS for _ in range(CARDS_OF_A_KIND)]
    choices.shuffle(cards)
    two = players == 2
    return {
        "game": "ming",
        "options": {"players": players, "secret_hands": False, "start": start},
        "start_player": start,
        "round": 1,
        "phase": "neutrals" if two else "princes",
        "to_act": start,
        "princes": [None] * players,
        "to_place": [NEUTRALS_A_SEAT if two else 0] * players,
        "spaces": {province: [0] * players for province in PROVINCES},
        "open": {district: [0] * players for district in DISTRICTS},
        "monasteries": {},
        "palaces": {},
        "neutrals": dict.fromkeys(DISTRICTS, 1) if two else {},
        "neutral_palaces": {},
        "display": dict(zip(PROVINCES, cards, strict=False)),
        "deck": cards[len(PROVINCES) :],
        "discards": {},
        "dragons": DRAGONS - players,
        "hands": [{"dragon": 1} for _ in range(players)],
        "tiles": [{} for _ in range(players)],
        "passed": [],
        "scoring": None,
        "scores": [0] * players,
        "scored": [],
        "last": None,
        "end": None,
    }


def only_some(numbers: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in numbers.items() if number}


# The game.


class Twin:
    """One game of Ming Dynastie."""

    def __init__(self, position: dict[str, Any]) -> None:
        """Start from a whole position, as a match reveals it."""
        # The options, the seats, and the owners of members.
        self.options: dict[str, Any] = dict(position["options"])
        self.seats = list(range(1, self.options["players"] + 1))
        self.owners: list[Owner] = [*self.seats, "neutral"] if len(self.seats) == 2 else [*self.seats]
        # Who has the start player's marker, which round and phase it is, whose decision, why it is over.
        self.start_player: int = position["start_player"]
        self.round: int = position["round"]
        self.phase: str = position["phase"]
        self.to_act: int | None = position["to_act"]
        self.end: str | None = position["end"]
        # Where the princes stand, and what each seat is still to place: members, or neutrals.
        self.princes: dict[int, str | None] = self.by_seat(position["princes"])
        self.to_place: dict[int, int] = self.by_seat(position["to_place"])
        # Members on the province spaces, in open areas, on monasteries and palaces.
        self.spaces: dict[str, dict[int, int]] = {
            province: self.by_seat(position["spaces"][province]) for province in PROVINCES
        }
        self.open: dict[str, dict[Owner, int]] = {
            district: self.by_owner(position["open"], position["neutrals"], district) for district in DISTRICTS
        }
        self.palaces: dict[str, dict[Owner, int]] = {
            district: self.by_owner(position["palaces"], position["neutral_palaces"], district)
            for district in DISTRICTS
        }
        self.monasteries: dict[str, int] = dict(position["monasteries"])
        # The cards: face up at the spaces, in the deck (the next first), discarded, in hands; dragons in their stack.
        self.display: dict[str, str] = dict(position["display"])
        self.deck: list[str] = list(position["deck"])
        self.discards: Counter[str] = Counter(position["discards"])
        self.hands: dict[int, Counter[str]] = {seat: Counter(position["hands"][seat - 1]) for seat in self.seats}
        self.dragons: int = position["dragons"]
        # The deck that a reshuffle brings, where one is known to come.
        self.new_deck: list[str] | None = None
        # Each seat's tiles; who has passed.
        self.tiles: dict[int, dict[str, int]] = {seat: dict(position["tiles"][seat - 1]) for seat in self.seats}
        self.passed: set[int] = set(position["passed"])
        # The province being scored; what seats have chosen, later how many are still to go back; the neutrals there.
        scoring = position["scoring"] or self.no_scoring()
        self.province: str | None = scoring["province"]
        self.chosen: dict[int, int | None] = self.by_seat(scoring["chosen"])
        self.neutrals_lead: bool = scoring["neutrals_lead"]
        self.neutrals_back: int = scoring["neutrals_back"]
        # The points, the items that brought them, and the members that moved to palaces in the last scoring.
        self.scores: dict[int, int] = self.by_seat(position["scores"])
        self.scored: list[dict[str, Any]] = [dict(item) for item in position["scored"]]
        self.moved: list[dict[str, Any]] = []
        # The last action.
        self.last: dict[str, Any] | None = position["last"]
        # The preview found last, and all that it depends on.
        self.rehearsed: Any = None
        self.preview_found: list[dict[str, Any]] = []

    def by_seat(self, values: list[Any]) -> dict[int, Any]:
        return dict(zip(self.seats, values, strict=True))

    def by_owner(self, members: dict[str, list[int]], neutrals: dict[str, int], district: str) -> dict[Owner, int]:
        numbers: dict[Owner, int] = dict(zip(self.owners, members.get(district, [0] * len(self.seats)), strict=False))
        if "neutral" in self.owners:
            numbers["neutral"] = neutrals.get(district, 0)
        return numbers

    def no_scoring(self) -> dict[str, Any]:
        return {"province": None, "chosen": [None] * len(self.seats), "neutrals_lead": False, "neutrals_back": 0}

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def seat(self) -> int:
        """The seat to act, which there is."""
        assert self.to_act is not None
        return self.to_act

    def clockwise(self, first: int) -> list[int]:
        """All seats, clockwise from one."""
        return self.seats[first - 1 :] + self.seats[: first - 1]

    def following(self, seat: int) -> list[int]:
        """All seats clockwise, from the next one to this one itself."""
        return [*self.clockwise(seat)[1:], seat]

    def own_spaces(self, seat: int) -> list[str]:
        """The province spaces where a seat has members."""
        return [province for province in PROVINCES if self.spaces[province][seat] > 0]

    def neutral_stock(self) -> int:
        """The neutrals not on the board (MING-9.4)."""
        return NEUTRALS - sum(area["neutral"] for area in (*self.open.values(), *self.palaces.values()))

    def tile_stock(self) -> dict[str, int]:
        """The tiles that nobody has."""
        return {
            colour: TILES_OF_A_COLOUR - sum(own.get(colour, 0) for own in self.tiles.values()) for colour in PROVINCES
        }

    # What is legal.

    def legal(self) -> set[str]:
        """The legal actions of the seat to act."""
        match self.phase:
            case "neutrals":
                room = [district for district in DISTRICTS if self.open[district]["neutral"] < MOST_NEUTRALS]
                return {f"neutral {district}" for district in room}
            case "princes":
                return {f"prince {district}" for district in DISTRICTS if district not in self.princes.values()}
            case "members":
                return {f"member {province}" for province in PROVINCES}
            case "cards":
                return self.cards_to_take()
            case "move":
                return self.steps() | {f"stay with {card}" for card in self.cards_in_hand()} | {"pass"}
            case "walk":
                return self.steps() | ({"stop"} if self.may_end_in(self.prince_of(self.seat)) else set())
            case "deploy":
                return self.deployments()
            case "return":
                return {f"return {number}" for number in range(MOST_RETURNED + 1)}
            case "back":
                return {f"back {district}" for district in self.palaces_of(self.seat)}
            case "neutrals back":
                return {f"back {district}" for district in self.palaces_of("neutral")}
            case "start":
                return {f"start {seat}" for seat in self.seats}
        return set()

    def cards_to_take(self) -> set[str]:
        """A face-up card where one has a member; a dragon for a member (MING-5.1, 5.3)."""
        legal = {f"take {province}" for province in self.own_spaces(self.seat)}
        if self.dragons > 0:
            legal |= {f"dragon {province}" for province in self.own_spaces(self.seat)}
        return legal

    def cards_in_hand(self) -> list[str]:
        return [card for card, number in self.hands[self.seat].items() if number > 0]

    def prince_of(self, seat: int) -> str:
        """Where a seat's prince stands."""
        district = self.princes[seat]
        assert district is not None
        return district

    def may_end_in(self, district: str) -> bool:
        """A walk may not end in a district with another prince (MING-6.1)."""
        return all(self.princes[seat] != district for seat in self.seats if seat != self.seat)

    def can_still_end(self, district: str, hand: Counter[str]) -> bool:
        """Whether a walk that has come here with this hand can end legally: here, or after any further steps."""
        if self.may_end_in(district):
            return True
        return any(
            self.can_still_end(neighbour, hand - Counter([card]))
            for neighbour, symbol in NEAR[district].items()
            for card in (symbol, "dragon")
            if hand[card] > 0
        )

    def steps(self) -> set[str]:
        """Over one border for its symbol or a dragon, if the walk can still end legally (MING-6.1)."""
        hand = self.hands[self.seat]
        return {
            f"step {neighbour} with {card}"
            for neighbour, symbol in NEAR[self.prince_of(self.seat)].items()
            for card in (symbol, "dragon")
            if hand[card] > 0 and self.can_still_end(neighbour, hand - Counter([card]))
        }

    def reach(self, seat: int) -> dict[str, int]:
        """Where a seat's prince can end a walk with its hand, and the fewest cards that takes (MING-6.1)."""
        found: dict[str, int] = {}
        walks = {(self.prince_of(seat), tuple(self.hands[seat].elements()))}
        for paid in range(1, HAND + 1):
            walks = {
                (neighbour, tuple((Counter(hand) - Counter([card])).elements()))
                for district, hand in walks
                for neighbour, symbol in NEAR[district].items()
                for card in (symbol, "dragon")
                if card in hand
            }
            for district, _ in walks:
                if all(self.princes[other] != district for other in self.seats if other != seat):
                    found.setdefault(district, paid)
        return found

    def deployments(self) -> set[str]:
        """Up to three members, at most one onto the monastery; none where one's own member holds it (MING-6.4)."""
        district = self.prince_of(self.seat)
        if self.monasteries.get(district) == self.seat:
            return {"deploy 0"}
        most = min(MOST_DEPLOYED, self.spaces[PROVINCE_OF[district]][self.seat])
        legal = {f"deploy {number}" for number in range(most + 1)}
        return legal | {f"deploy {number} monastery" for number in range(1, most + 1)}

    def palaces_of(self, owner: Owner) -> list[str]:
        """The districts of the province being scored on whose palaces an owner has members."""
        assert self.province is not None
        return [district for district in districts_of(self.province) if self.palaces[district][owner] > 0]

    # What actions do.

    def play(self, text: str, after: dict[str, Any] | None = None) -> None:
        """Play a legal action; `after` is the position it led to, which tells what a reshuffle brought."""
        if text not in self.legal():
            raise ValueError(f"not legal in phase {self.phase}: {text}")
        if after is not None and len(after["deck"]) > len(self.deck):
            self.new_deck = self.shuffled_deck(text, after)
        last = {"seat": self.seat, "action": text}
        self.do(text)
        self.last = last
        self.new_deck = None

    def do(self, text: str) -> None:
        """What an action does, with all the forced ones that follow."""
        verb, *words = text.split()
        match verb:
            case "neutral":
                self.place_neutral(words[0])
            case "prince":
                self.place_prince(words[0])
            case "member":
                self.place_member(words[0])
            case "take" | "dragon":
                self.take_card(verb, words[0])
            case "step":
                self.step(words[0], words[2])
            case "stop":
                self.begin_deploying()
            case "stay":
                self.pay(words[1])
                self.begin_deploying()
            case "pass":
                self.passed.add(self.seat)
                self.next_to_move(self.following(self.seat))
            case "deploy":
                self.deploy(int(words[0]), onto_monastery=len(words) == 2)
            case "return":
                self.choose_return(int(words[0]))
            case "back":
                self.choose_back(words[0])
            case "start":
                self.start_player = int(words[0])
                self.begin_round(self.round + 1)

    # Set-up.

    def place_neutral(self, district: str) -> None:
        """One at a time, in turn, until each has placed three or the stock is empty (MING-9.1, 9.4)."""
        self.open[district]["neutral"] += 1
        self.to_place[self.seat] -= 1
        self.to_act = self.following(self.seat)[0]
        self.mind_last_neutral()

    def mind_last_neutral(self) -> None:
        """Then the princes are placed, or the round goes on."""
        if self.neutral_stock() > 0 and any(self.to_place.values()):
            return
        self.to_place = dict.fromkeys(self.seats, 0)
        if self.round == 1:
            self.phase = "princes"
            self.to_act = self.start_player
        else:
            self.begin_members()

    def place_prince(self, district: str) -> None:
        """Each in turn, with one tile of the district's colour (MING-2.2)."""
        self.princes[self.seat] = district
        take_tile(PROVINCE_OF[district], self.tiles[self.seat], self.tile_stock())
        self.to_act = self.following(self.seat)[0]
        if None not in self.princes.values():
            self.begin_members()

    # Phases 1 and 2.

    def begin_round(self, number: int) -> None:
        """With two players neutrals come first in rounds 3 and 5 (MING-9.1)."""
        self.round = number
        if len(self.seats) == 2 and number in (3, 5):
            self.phase = "neutrals"
            self.to_place = dict.fromkeys(self.seats, NEUTRALS_A_SEAT)
            self.to_act = self.start_player
            self.mind_last_neutral()
        else:
            self.begin_members()

    def begin_members(self) -> None:
        """Each takes five members (MING-4)."""
        self.phase = "members"
        self.to_place = dict.fromkeys(self.seats, MEMBERS_A_ROUND)
        self.to_act = self.start_player

    def place_member(self, province: str) -> None:
        """In turn, one at a time, until all are placed (MING-4)."""
        self.spaces[province][self.seat] += 1
        self.to_place[self.seat] -= 1
        self.to_act = self.following(self.seat)[0]
        if not any(self.to_place.values()):
            self.phase = "cards"
            self.next_to_take(self.clockwise(self.start_player))

    def next_to_take(self, order: list[int]) -> None:
        """The first with fewer than five cards; what is his only choice he takes (MING-5.1, 5.2)."""
        waiting = [seat for seat in order if self.hands[seat].total() < HAND]
        if not waiting:
            self.phase = "move"
            self.next_to_move(self.clockwise(self.start_player))
            return
        self.to_act = waiting[0]
        choices = self.cards_to_take()
        if len(choices) == 1:
            self.do(choices.pop())

    def take_card(self, verb: str, province: str) -> None:
        """A face-up card, replaced at once; or a dragon for a member, who leaves the game (MING-5.1)."""
        hand = self.hands[self.seat]
        if verb == "take":
            hand[self.display[province]] += 1
            self.display[province] = self.draw()
        else:
            hand["dragon"] += 1
            self.dragons -= 1
            self.spaces[province][self.seat] -= 1
        self.next_to_take(self.following(self.seat))

    def draw(self) -> str:
        """The top card; an empty deck is made new first (MING-5.3)."""
        if not self.deck:
            self.reshuffle()
        return self.deck.pop(0)

    def reshuffle(self) -> None:
        """The discards are shuffled into a new deck, whose order is told from outside (MING-5.3)."""
        if self.new_deck is None or Counter(self.new_deck) != +self.discards:
            raise ValueError(f"the discards {self.discards} became {self.new_deck}")
        self.deck = list(self.new_deck)
        self.discards = Counter()

    def shuffled_deck(self, text: str, after: dict[str, Any]) -> list[str]:
        """The deck that the discards became in this action: what it drew from it, then what the position has left.

        Of several cards drawn the order is the one that leads to the display and the hands of the position.
        """
        drawn = +self.discards - Counter(after["deck"])
        for order in sorted(set(permutations(drawn.elements()))):
            trial = Twin(self.position())
            trial.new_deck = [*order, *after["deck"]]
            trial.do(text)
            reached = trial.position()
            if (reached["display"], reached["hands"]) == (after["display"], after["hands"]):
                return [*order, *after["deck"]]
        raise ValueError(f"no new deck of {self.discards} leads to {after}")

    # Phase 3.

    def next_to_move(self, order: list[int]) -> None:
        """The first who has not passed; one without a card passes (MING-6.3, 6.6)."""
        for seat in order:
            if seat not in self.passed and self.hands[seat].total() > 0:
                self.phase = "move"
                self.to_act = seat
                return
            self.passed.add(seat)
        self.passed = set()
        if self.round in SET_POINTS:
            self.begin_scoring()
        else:
            self.end_round()

    def pay(self, card: str) -> None:
        """A movement card goes to the discards, a dragon to its stack (MING-6.6)."""
        self.hands[self.seat][card] -= 1
        if card == "dragon":
            self.dragons += 1
        else:
            self.discards[card] += 1

    def step(self, district: str, card: str) -> None:
        """The prince crosses a border; a walk that can't go on ends, one that can't end goes on (MING-6.1)."""
        self.pay(card)
        self.princes[self.seat] = district
        self.phase = "walk"
        steps = self.steps()
        if not steps:
            self.begin_deploying()
        elif len(steps) == 1 and not self.may_end_in(district):
            self.do(steps.pop())

    def begin_deploying(self) -> None:
        """Where nobody can be deployed, nobody is (MING-6.4)."""
        self.phase = "deploy"
        if self.deployments() == {"deploy 0"}:
            self.do("deploy 0")

    def deploy(self, number: int, onto_monastery: bool) -> None:
        """Members go to the open area, one of them onto the monastery; who held it goes down (MING-6.4, 6.5)."""
        district = self.prince_of(self.seat)
        self.spaces[PROVINCE_OF[district]][self.seat] -= number
        if onto_monastery:
            ousted = self.monasteries.get(district)
            if ousted is not None:
                self.open[district][ousted] += 1
            self.monasteries[district] = self.seat
            number -= 1
        self.open[district][self.seat] += number
        self.next_to_move(self.following(self.seat))

    # Phase 4.

    def begin_scoring(self) -> None:
        """The palaces of all districts are filled, then each province is scored wholly (MING-7.0)."""
        self.moved = []
        for district in DISTRICTS:
            self.fill_palaces(district)
        self.open_city("white")

    def fill_palaces(self, district: str) -> None:
        """Members move from the open area to the palaces, each for a tile while they last (MING-7.1, 7.2, 9.2)."""
        in_turn: list[Owner] = [*self.clockwise(self.start_player)]
        in_turn += [owner for owner in self.owners if owner not in in_turn]
        for owner, number, why in moves_to_palaces({owner: self.open[district][owner] for owner in in_turn}):
            self.open[district][owner] -= number
            self.palaces[district][owner] += number
            tiles = sum(self.earn_tile(owner, PROVINCE_OF[district]) for _ in range(number))
            self.moved.append(self.item("tile", district, owner, 0, number) | {"tiles": tiles, "why": why})

    def earn_tile(self, owner: Owner, colour: str) -> bool:
        """Whether a member moved brought a tile; a set of six pays at once (MING-7.2, 7.3, 9.2)."""
        if isinstance(owner, str):
            return False
        taken = take_tile(colour, self.tiles[owner], self.tile_stock())
        if taken == "set":
            self.score("set", "set", owner, SET_POINTS[self.round], 1)
        return taken != "none"

    def item(self, kind: str, of: str, owner: Owner, points: int, members: int) -> dict[str, Any]:
        """An item of the breakdown."""
        seat = owner if isinstance(owner, int) else None
        return {"kind": kind, "round": self.round, "of": of, "seat": seat, "points": points, "members": members}

    def score(self, kind: str, of: str, seat: int, points: int, members: int, **why: str) -> None:
        """Points for a seat; further ones of the same source join its item."""
        self.scores[seat] += points
        source = (kind, self.round, of, seat)
        for item in self.scored:
            if (item["kind"], item["round"], item["of"], item["seat"]) == source:
                item["points"] += points
                item["members"] += members
                return
        self.scored.append(self.item(kind, of, seat, points, members) | why)

    def in_city(self, owner: Owner) -> int:
        """An owner's members in the city being scored."""
        assert self.province is not None
        return sum(self.palaces[district][owner] for district in districts_of(self.province))

    def in_districts(self, seat: int) -> int:
        """A seat's members in the open areas and on the monasteries of the province being scored (MING-7.6)."""
        assert self.province is not None
        return sum(
            self.open[district][seat] + (self.monasteries.get(district) == seat)
            for district in districts_of(self.province)
        )

    def members_in_city(self) -> dict[int, int]:
        return {seat: self.in_city(seat) for seat in self.seats}

    def open_city(self, province: str) -> None:
        """Everybody with members in the city chooses how many return (MING-7.4)."""
        self.province = province
        self.chosen = dict.fromkeys(self.seats, None)
        self.neutrals_back = 0
        self.neutrals_lead = len(self.seats) == 2 and neutrals_lead(self.members_in_city(), self.in_city("neutral"))
        self.phase = "return"
        self.ask_return()

    def ask_return(self) -> None:
        """In turn from the start player; after the last all choices are revealed, all members at most (MING-7.4)."""
        for seat in self.clockwise(self.start_player):
            if self.chosen[seat] is None and self.in_city(seat) > 0:
                self.to_act = seat
                return
        self.chosen = {seat: min(self.chosen[seat] or 0, self.in_city(seat)) for seat in self.seats}
        self.send_back()

    def choose_return(self, number: int) -> None:
        self.chosen[self.seat] = number
        self.ask_return()

    def send_back(self) -> None:
        """In turn from the start player, each picks who goes back, unless there is nothing to pick (MING-7.4)."""
        self.phase = "back"
        for seat in self.clockwise(self.start_player):
            while self.chosen[seat]:
                districts = self.palaces_of(seat)
                if len(districts) > 1 and self.chosen[seat] != self.in_city(seat):
                    self.to_act = seat
                    return
                self.go_back(seat, districts[0])
        self.phase = "neutrals back"
        if len(self.seats) == 2:
            stay = neutrals_to_stay(self.neutrals_lead, self.members_in_city())
            self.neutrals_back = self.in_city("neutral") - stay
        self.send_neutrals_back()

    def send_neutrals_back(self) -> None:
        """The start player picks which neutrals go back, unless there is nothing to pick (MING-9.3)."""
        while self.neutrals_back > 0:
            districts = self.palaces_of("neutral")
            if len(districts) > 1 and self.neutrals_back != self.in_city("neutral"):
                self.to_act = self.start_player
                return
            self.go_back("neutral", districts[0])
        self.score_city()

    def go_back(self, owner: Owner, district: str) -> None:
        """One member returns from a palace to the open area (MING-7.4)."""
        self.palaces[district][owner] -= 1
        self.open[district][owner] += 1
        if isinstance(owner, int):
            self.chosen[owner] = (self.chosen[owner] or 0) - 1
        else:
            self.neutrals_back -= 1

    def choose_back(self, district: str) -> None:
        if self.phase == "back":
            self.go_back(self.seat, district)
            self.send_back()
        else:
            self.go_back("neutral", district)
            self.send_neutrals_back()

    def score_city(self) -> None:
        """Points for members still in the city and for the most of them; then they leave the game (MING-7.5 to 7.7)."""
        assert self.province is not None
        members = self.members_in_city()
        for seat, number in members.items():
            if number * PALACE_POINTS[self.round] > 0:
                self.score("palaces", self.province, seat, number * PALACE_POINTS[self.round], number)
        if len(self.seats) > 2 or self.in_city("neutral") == 0:  # MING-9.3
            leaders, points, why = majority(members, {seat: self.in_districts(seat) for seat in self.seats})
            for seat in leaders:
                self.score("majority", self.province, seat, points, members[seat], why=why)
        for district in districts_of(self.province):
            self.palaces[district] = dict.fromkeys(self.owners, 0)
        position = PROVINCES.index(self.province) + 1
        if position < len(PROVINCES):
            self.open_city(PROVINCES[position])
        else:
            self.finish_scoring()

    def finish_scoring(self) -> None:
        """Monasteries (MING-7.8); after round 6 the sets of five and single tiles last (MING-7.3)."""
        self.province = None
        for seat in self.seats:
            held = list(self.monasteries.values()).count(seat)
            if held:
                self.score("monasteries", "monasteries", seat, MONASTERY_POINTS * held, held)
        if self.round == ROUNDS:
            self.score_tiles()
        self.end_round()

    def score_tiles(self) -> None:
        """Ten points for each set of five colours, one for each tile left (MING-7.3)."""
        for seat in self.seats:
            fives, singles = fives_and_singles(self.tiles[seat])
            if fives:
                self.score("five", "five", seat, FIVE_POINTS * fives, fives)
            if singles:
                self.score("single", "single", seat, singles, singles)

    # Phase 5.

    def end_round(self) -> None:
        """The marker moves left, or with four players it is given (MING-8.1); after round 6 it is over (MING-8.2)."""
        if self.round == ROUNDS:
            self.phase = "over"
            self.to_act = None
            self.end = "six rounds"
        elif len(self.seats) == 4 and self.round in (4, 5):
            self.phase = "start"
            self.to_act = self.who_gives_the_marker()
        else:
            self.start_player = self.following(self.start_player)[0]
            self.begin_round(self.round + 1)

    def who_gives_the_marker(self) -> int:
        """The second-lowest after round 4, the lowest after round 5; ties by monasteries, then clockwise (MING-8.1)."""
        score = sorted(self.scores.values())[1 if self.round == 4 else 0]
        tied = [seat for seat in self.clockwise(self.start_player) if self.scores[seat] == score]
        held = [list(self.monasteries.values()).count(seat) for seat in tied]
        return tied[held.index(max(held))]

    def winners(self) -> list[int]:
        """Most points; ties share (MING-8.2)."""
        return [seat for seat in self.seats if self.scores[seat] == max(self.scores.values())]

    # The breakdown.

    def breakdown(self) -> list[dict[str, Any]]:
        """What was scored, then what the next scoring would bring if it came now and nobody returned anything."""
        items = [item | {"when": "scored"} for item in self.scored]
        return items + [item | {"when": "preview"} for item in self.preview()]

    def preview(self) -> list[dict[str, Any]]:
        """The items of the next scoring; none while one is going on or after the last."""
        if self.over or self.phase in IN_SCORING:
            return []
        board = repr((self.open, self.monasteries, self.tiles, self.start_player, self.next_scoring()))
        if self.rehearsed != board:  # scoring is slow
            self.rehearsed = board
            self.preview_found = self.rehearse()
        return self.preview_found

    def next_scoring(self) -> int:
        """The round of the next scoring; when the marker is given, this round's is over."""
        number = self.round + 1 if self.phase == "start" else self.round
        return number + number % 2

    def rehearse(self) -> list[dict[str, Any]]:
        """Score a copy, with nobody returning anything; which neutrals go back changes no points."""
        copy = Twin(self.position())
        copy.round = self.next_scoring()
        copy.scored = []
        copy.begin_scoring()
        while copy.phase in IN_SCORING:
            copy.play(min(copy.legal()))
        return copy.moved + copy.scored

    # The position.

    def position(self) -> dict[str, Any]:
        """The whole position, hidden cards included."""
        return {
            "game": "ming",
            "options": dict(self.options),
            "start_player": self.start_player,
            "round": self.round,
            "phase": self.phase,
            "to_act": self.to_act,
            "princes": list(self.princes.values()),
            "to_place": list(self.to_place.values()),
            "spaces": {province: list(members.values()) for province, members in self.spaces.items()},
            "open": {district: self.members_in(self.open[district]) for district in DISTRICTS},
            "monasteries": dict(self.monasteries),
            "palaces": {
                district: self.members_in(area) for district, area in self.palaces.items() if any(self.members_in(area))
            },
            "neutrals": only_some({district: area.get("neutral", 0) for district, area in self.open.items()}),
            "neutral_palaces": only_some({district: area.get("neutral", 0) for district, area in self.palaces.items()}),
            "display": dict(self.display),
            "deck": list(self.deck),
            "discards": only_some(self.discards),
            "dragons": self.dragons,
            "hands": [only_some(hand) for hand in self.hands.values()],
            "tiles": [only_some(own) for own in self.tiles.values()],
            "passed": sorted(self.passed),
            "scoring": self.scoring(),
            "scores": list(self.scores.values()),
            "scored": [dict(item) for item in self.scored],
            "last": self.last,
            "end": self.end,
        }

    def members_in(self, area: dict[Owner, int]) -> list[int]:
        """The seats' members in an area."""
        return [area[seat] for seat in self.seats]

    def scoring(self) -> dict[str, Any] | None:
        if self.province is None:
            return None
        return {
            "province": self.province,
            "chosen": list(self.chosen.values()),
            "neutrals_lead": self.neutrals_lead,
            "neutrals_back": self.neutrals_back,
        }
