"""KHAN's slow twin: the rules in plain Python, with squares, rulers, cards and pieces as a player sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from tests.khan import board, box
from tests.khan.board import DIRECTIONS, IMPASSABLE, LETTER, REGIONS, STEPS, Square, connected, ground, sides
from tests.khan.board import name as name_of
from tests.khan.board import names as names_of
from tests.khan.board import square as square_of
from tests.khan.box import BESIDE, PACK, PIECES, RULERS, SYMBOLS, direction_of, points_of

LAND, RIVER = set(board.LAND), set(board.RIVER)
BOARD = LAND | RIVER
FURTHEST = 3  # KHAN-5.1
YURTS_TO_PLACE = {2: 3, 3: 2, 4: 1}  # KHAN-3.2
HAND = 4  # KHAN-3.3
HOMES_TO_END = 5  # KHAN-5.6
MOST_REFUSALS = 16
BONUSES = [10, 6, 3]  # KHAN-10.2


# The board.


def region_of(square: Square) -> str:
    return next(landscape for landscape, letter in LETTER.items() if letter == ground(square))


def borders_neighbours(square: Square) -> bool:
    """A side on the outside, unless sea or impassable (KHAN-1.2)."""
    return name_of(square) not in IMPASSABLE.split() and any(side not in BOARD for side in sides(square))


PLACES_TO_INVADE = {
    **{region: {square for square in LAND if region_of(square) == region} for region in REGIONS},
    "river": {square for square in LAND if RIVER.intersection(sides(square))},
    "neighbours": {square for square in LAND if borders_neighbours(square)},
    "khan": LAND,
}
"""The land squares a card's symbol stands for (KHAN-6.1)."""


# The cards.


def ruler_on(card: str) -> str:
    return card.partition(" ")[0]


def symbol_on(card: str) -> str:
    return card.partition(" ")[2]


# The pieces.


@cache
def sites(piece: str) -> set[frozenset[Square]]:
    """Wherever on the bare board a piece fits, each set of squares once."""
    return {frozenset(map(square_of, site)) for site in box.sites(piece)}


class Site(NamedTuple):
    """A place for a piece."""

    squares: frozenset[Square]
    # Those of them that are land.
    land: frozenset[Square]
    # The action of putting the piece there.
    text: str


@cache
def sites_by_action(piece: str) -> list[Site]:
    """The sites of a piece, with the notation of its conquest there."""
    return [Site(squares, squares & LAND, " ".join(["conquer", piece, *names_of(squares)])) for squares in sites(piece)]


# Scoring.


def places(sizes: dict[int, list[int]]) -> dict[int, int]:
    """The first, second and third place by territories, the largest first; equals share one (KHAN-10.2).

    Lists compare as territories do: the first that differs decides, and a missing one is smaller than any.
    """
    ranked = sorted({tuple(own) for own in sizes.values() if own}, reverse=True)[: len(BONUSES)]
    return {seat: ranked.index(tuple(own)) + 1 for seat, own in sizes.items() if tuple(own) in ranked}


# The game.


@dataclass
class Placed:
    """A piece on the board."""

    piece: str
    squares: frozenset[Square]
    # The seats whose yurt is on it.
    owners: list[int]


class Twin:
    """One game of KHAN."""

    def __init__(self, position: dict[str, Any]) -> None:
        """Start from a whole position, as a match reveals it."""
        options = position["options"]
        # The options, how many play, who began.
        self.options: dict[str, Any] = dict(options)
        self.seats = list(range(1, options["players"] + 1))
        self.drive_out_home: bool = options["drive_out_home"]
        self.start_player: int = position["start_player"]
        # Whose turn it is, the phase, the actions still to do, whether five rulers are home, why it is over.
        self.turn: int = position["turn"]
        self.phase: str = position["phase"]
        self.actions_left: int = position["actions_left"]
        self.final: bool = position["final"]
        self.end: str | None = position["end"]
        # What stands on the squares: each yurt's seat, or "neutral"; each ruler not home.
        self.yurts: dict[Square, int | str] = {square_of(name): owner for name, owner in position["yurts"].items()}
        self.rulers: dict[str, Square] = {
            ruler: square_of(name) for ruler, name in position["rulers"].items() if name not in ("home", "unplaced")
        }
        self.home: set[str] = {ruler for ruler, name in position["rulers"].items() if name == "home"}
        # The neutral yurts at each court.
        self.courts: dict[str, int] = dict(position["courts"])
        # The pieces on the board, in the order placed.
        self.pieces = [
            Placed(placed["piece"], frozenset(map(square_of, placed["squares"])), list(placed["owners"]))
            for placed in position["pieces"]
        ]
        # Each hand's cards, with how many reshuffles there had been when each was drawn.
        self.hands: dict[int, dict[str, int]] = {
            seat: dict(zip(position["hands"][seat - 1], position["drawn"][seat - 1], strict=True))
            for seat in self.seats
        }
        # What all know of each card in a hand: for some symbols the last of the rulers that it can't have with it.
        self.known: dict[int, dict[str, dict[str, str]]] = {
            seat: dict(zip(position["hands"][seat - 1], map(dict, position["bounds"][seat - 1]), strict=True))
            for seat in self.seats
        }
        # The deck, the next card first; the discards; how often they were shuffled.
        self.deck: list[str] = list(position["deck"])
        self.discards: set[str] = set(position["discards"])
        self.reshuffles: int = position["reshuffles"]
        # Cards drawn from a new deck by the action that made it: which ones is known, their order is not.
        self.drawn_since_shuffled: set[str] = set()
        self.after: dict[str, Any] = {}
        # The special cards left, and those in force: seats, protected regions or "all", reserved pieces by seat.
        self.specials: dict[int, dict[str, int]] = {seat: dict(position["specials"][seat - 1]) for seat in self.seats}
        self.patronage: set[int] = set(position["patronage"])
        self.gods: dict[int, str] = {int(seat): region for seat, region in position["gods"].items()}
        self.reserved: dict[int, str] = {int(seat): piece for seat, piece in position["reserved"].items()}
        # "patronage" or "gods" if used in step 4 of the seat's previous turn, or of this one once that is past.
        self.last_special: dict[int, str | None] = dict(zip(self.seats, position["last_special"], strict=True))
        # The conquest put to its protectors, the phase it was proposed in, who consented; those refused this turn.
        self.proposal: str | None = position["proposal"]
        self.asked_in: str | None = position["asked_in"]
        self.consented: list[int] = list(position["consented"])
        self.refused: list[str] = list(position["refused"])
        # The last action.
        self.last: dict[str, Any] | None = position["last"]
        # The conquests found last, and all that they depend on.
        self.searched: tuple[Any, Any] | None = None
        self.found: dict[str, list[int]] = {}

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def to_act(self) -> int | None:
        if self.phase == "consent":
            return self.asked()
        return None if self.over else self.turn

    def others(self) -> list[int]:
        """The other seats, in turn order."""
        return self.seats[self.turn :] + self.seats[: self.turn - 1]

    # What is on the board.

    def covered(self) -> set[Square]:
        """The squares under pieces."""
        return set().union(*(placed.squares for placed in self.pieces))

    def empty_squares(self) -> set[Square]:
        """Land without yurt, ruler, tile or bridge (KHAN-5.1)."""
        return LAND - set(self.yurts) - set(self.rulers.values()) - self.covered()

    def beside(self, piece: str) -> int:
        """How many of a piece are still beside the board."""
        return BESIDE[piece] - sum(placed.piece == piece for placed in self.pieces)

    # Rulers.

    def flight(self, ruler: str, direction: str) -> Square | None:
        """The first empty land square at most 3 away, in this direction or the next ones clockwise (KHAN-5.1, 5.2)."""
        empty = self.empty_squares()
        row, column = self.rulers[ruler]
        first = DIRECTIONS.index(direction)
        for index in range(first, first + 8):
            down, right = list(STEPS.values())[index % 8]
            for distance in range(1, FURTHEST + 1):
                square = (row + distance * down, column + distance * right)
                if square not in BOARD:
                    break
                if square in empty:
                    return square
        return None

    def flee(self, ruler: str, direction: str, driven: bool) -> None:
        """A ruler leaves a yurt of his court, or driven one of the supply; or he goes home (KHAN-5.3, 5.4, 6.2)."""
        target = self.flight(ruler, direction)
        last_yurt = self.courts[ruler] == 1 and (not driven or self.drive_out_home)
        if target is None or last_yurt:
            self.go_home(ruler)
        else:
            self.yurts[self.rulers[ruler]] = "neutral"
            self.rulers[ruler] = target
            if not driven:
                self.courts[ruler] -= 1
        if len(self.home) == HOMES_TO_END and not self.final:  # KHAN-5.6, 9.1
            self.final = True
            for remaining in set(RULERS) - self.home:
                self.go_home(remaining)

    def go_home(self, ruler: str) -> None:
        """A court yurt takes his square; the court's other yurts join the supply (KHAN-5.4)."""
        self.yurts[self.rulers.pop(ruler)] = "neutral"
        self.home.add(ruler)
        self.courts[ruler] = 0

    # Cards.

    def draw_card(self) -> None:
        """The top card goes to the hand of the seat whose turn it is."""
        in_hand = set(self.after["hands"][self.turn - 1]) if self.drawn_since_shuffled else set()
        card = self.take_top(self.drawn_since_shuffled & in_hand)
        self.hands[self.turn][card] = self.reshuffles
        self.known[self.turn][card] = {}
        self.mind_empty_deck()

    def turn_up(self) -> str:
        """The top card goes to the discards and is looked at."""
        of_rulers_at_home = {card for card in self.drawn_since_shuffled if ruler_on(card) in self.home}
        card = self.take_top(of_rulers_at_home or self.drawn_since_shuffled)
        self.discards.add(card)
        self.mind_empty_deck()
        return card

    def take_top(self, among: set[str]) -> str:
        """The deck's top card; one of these if all that is known of it is that it was drawn in this action."""
        if not self.drawn_since_shuffled:
            return self.deck.pop(0)
        if not among:
            raise ValueError(f"none of these can have been drawn now: {self.drawn_since_shuffled}")
        card = min(among)
        self.drawn_since_shuffled.remove(card)
        return card

    def mind_empty_deck(self) -> None:
        """As soon as the deck is empty the discards are shuffled into a new one (KHAN-3.3)."""
        if self.deck or self.drawn_since_shuffled:
            return
        deck = self.new_deck()
        if len(set(deck)) != len(deck) or not set(deck) <= self.discards:
            raise ValueError(f"not of the discards, {self.discards}: {deck}")
        self.drawn_since_shuffled = self.discards - set(deck)
        self.deck = deck
        self.discards = set()
        self.reshuffles += 1

    def new_deck(self) -> list[str]:
        """The new deck less what this action drew from it, from the position it led to."""
        return list(self.after["deck"])

    def discard(self, symbol: str) -> None:
        """Of several cards with the symbol the one whose ruler comes first goes (KHAN-3.3)."""
        alike = [card for card in self.hands[self.turn] if symbol_on(card) == symbol]
        card = min(alike, key=lambda card: RULERS.index(ruler_on(card)))
        del self.hands[self.turn][card], self.known[self.turn][card]
        self.discards.add(card)
        for known in self.known[self.turn].values():
            known[symbol] = max(known.get(symbol, RULERS[0]), ruler_on(card), key=RULERS.index)

    # Conquests.

    def majority(self, squares: Iterable[Square]) -> set[int]:
        """The seats with the most yurts there, neutral ones not counted (KHAN-6.3)."""
        owners = [self.yurts.get(square) for square in squares]
        numbers = {seat: owners.count(seat) for seat in self.seats}
        most = max(numbers.values())
        return {seat for seat, number in numbers.items() if number == most > 0}

    def conquerable(self, seat: int) -> Iterator[tuple[str, Site, set[int]]]:
        """What a seat could conquer if nothing were protected or reserved, and who would share it (KHAN-6.3)."""
        covered, with_yurt = self.covered(), set(self.yurts)
        for piece in PIECES:
            for site in sites_by_action(piece) if self.beside(piece) > 0 else []:
                if site.land <= with_yurt and not site.squares & covered:
                    majority = self.majority(site.land)
                    if seat in majority:
                        yield piece, site, majority

    def is_reserved(self, piece: str) -> bool:
        """Whether others' reservations bar a piece (KHAN-7.5)."""
        reserved = [self.reserved.get(seat) for seat in self.others()].count(piece)
        if len(self.seats) == 4:
            return self.beside(piece) <= reserved
        return reserved > 0

    def protected(self, seat: int) -> set[Square]:
        """The squares whose yurts a seat protects: its own by Patronage, neutral ones by the Gods (KHAN-7.3, 7.4)."""
        squares = set()
        for square, owner in self.yurts.items():
            if owner == seat and seat in self.patronage:
                squares.add(square)
            if owner == "neutral" and self.gods.get(seat) in ("all", region_of(square)):
                squares.add(square)
        return squares

    def protections(self) -> dict[int, set[Square]]:
        """What each other seat protects, in turn order."""
        return {seat: self.protected(seat) for seat in self.others()}

    def conquests(self) -> dict[str, list[int]]:
        """The conquests the seat whose turn it is may make or propose, each with those to ask, in turn order."""
        board = (self.turn, len(self.pieces), sorted(self.yurts.items()), list(self.refused))
        restrictions = (set(self.patronage), dict(self.gods), dict(self.reserved))
        if self.searched != (board, restrictions):  # the search is slow
            self.searched = (board, restrictions)
            self.found = self.search_conquests()
        return self.found

    def search_conquests(self) -> dict[str, list[int]]:
        """Every piece beside the board at every place (KHAN-6.3, 7.5, 7.7)."""
        found, protections = {}, self.protections()
        reserved = {piece for piece in PIECES if self.is_reserved(piece)}
        for piece, site, majority in self.conquerable(self.turn):
            broken = [seat for seat, squares in protections.items() if squares & site.land]  # KHAN-7.7
            refusable = site.text not in self.refused and len(self.refused) < MOST_REFUSALS
            if piece not in reserved and (not broken or (set(broken) <= majority and refusable)):
                found[site.text] = broken
        return found

    def can_conquer_freely(self) -> bool:
        return any(not asked for asked in self.conquests().values())

    def asked(self) -> int:
        """The protector whose answer is awaited."""
        assert self.proposal is not None
        return next(seat for seat in self.conquests()[self.proposal] if seat not in self.consented)

    def conquer(self, text: str) -> None:
        """The piece goes on the board; the yurts under it go back; all with the most share it (KHAN-6.3)."""
        _, piece, *names = text.split()
        squares = frozenset(map(square_of, names))
        self.pieces.append(Placed(piece, squares, sorted(self.majority(squares))))
        self.yurts = {square: owner for square, owner in self.yurts.items() if square not in squares}

    # What is legal.

    def invasions(self) -> set[str]:
        """A card for an empty land square it stands for (KHAN-6.1)."""
        symbols, empty = {symbol_on(card) for card in self.hands[self.turn]}, self.empty_squares()
        return {
            f"invade {name_of(square)} with {symbol}"
            for symbol in symbols
            for square in PLACES_TO_INVADE[symbol] & empty
        }

    def drives(self) -> set[str]:
        """Any ruler not home (KHAN-6.2), none in the final phase (KHAN-9.2)."""
        return set() if self.final else {f"drive {ruler}" for ruler in self.rulers}

    def step_2(self) -> set[str]:
        """A, B, C; D only as the whole of step 2; to pass only if neither A nor a free C remains (KHAN-6)."""
        legal = self.invasions() | self.drives() | set(self.conquests())
        if self.actions_left == 2 and not self.final:
            legal |= {f"anywhere {name_of(square)}" for square in self.empty_squares()}
        if self.final and not self.invasions() and not self.can_conquer_freely():
            legal.add("pass")
        return legal

    def step_4(self) -> set[str]:
        """The special cards that may be used now (KHAN-7.2 to 7.6)."""
        legal, left = set(), self.specials[self.turn]
        barred = self.last_special[self.turn] if len(self.seats) == 2 else None
        if left["morale"] and (self.invasions() or self.drives() or self.can_conquer_freely()):
            legal.add("morale")
        if left["patronage"] and barred != "patronage" and not self.patronage - {self.turn}:
            legal.add("patronage")
        if left["gods"] and barred != "gods":
            protected = {region for seat, region in self.gods.items() if seat != self.turn}
            if len(self.seats) == 4:
                legal |= {f"gods {region}" for region in REGIONS if region not in protected}
            elif not protected:
                legal.add("gods")
        if left["reconnaissance"]:
            legal |= {f"reserve {piece}" for piece in PIECES if self.beside(piece) > 0 and not self.is_reserved(piece)}
        return legal

    def final_turn(self) -> set[str]:
        """Conquests; to pass only if none is free (KHAN-9.3)."""
        return set(self.conquests()) if self.can_conquer_freely() else {*self.conquests(), "pass"}

    def legal(self) -> set[str]:
        """The legal actions of the seat to act."""
        match self.phase:
            case "rulers":
                unplaced = [ruler for ruler in RULERS if ruler not in self.rulers]
                return {f"ruler {ruler} {name_of(square)}" for ruler in unplaced for square in self.empty_squares()}
            case "yurts":
                taken = {region_of(square) for square in self.yurts}
                return {f"yurt {name_of(square)}" for square in self.empty_squares() if region_of(square) not in taken}
            case "actions":
                return self.step_2()
            case "discard":
                return {f"discard {symbol_on(card)}" for card in self.hands[self.turn]} | {"stop"}
            case "special":
                return self.step_4() | {"pass"}
            case "morale":
                return self.invasions() | self.drives() | set(self.conquests())
            case "consent":
                return {"consent", "refuse"}
            case "final":
                return self.final_turn()
        return set()

    # What actions do.

    def play(self, text: str, after: dict[str, Any]) -> None:
        """Play a legal action; `after` is the position it led to, which tells what a reshuffle brought."""
        if text not in self.legal():
            raise ValueError(f"not legal in phase {self.phase}: {text}")
        self.last = {"seat": self.to_act, "action": text}
        self.after = after
        verb, *words = text.split()
        match verb:
            case "ruler" | "yurt":
                self.set_up(verb, words)
            case "invade":
                self.yurts[square_of(words[0])] = self.turn
                self.discard(words[2])
                self.action_done()
            case "drive":
                self.flee(words[0], direction_of(self.turn_up()), driven=True)
                self.action_done()
            case "conquer":
                self.propose(text)
            case "consent":
                self.consented.append(self.asked())
                self.ask()
            case "refuse":
                self.refuse()
            case "anywhere":
                self.yurts[square_of(words[0])] = self.turn
                self.actions_left = 0
                self.mind_empty_hand()
            case "discard":
                self.discard(words[0])
                self.mind_empty_hand()
            case "stop":
                self.finish_step_2()
            case "pass" if self.phase == "actions":
                self.finish_step_2()
            case "pass" if self.phase == "final":
                self.begin_turn(self.others()[0])
            case _:
                self.use_special(verb, words)
        if self.drawn_since_shuffled:
            raise ValueError(f"never drawn: {self.drawn_since_shuffled}")

    def set_up(self, verb: str, words: list[str]) -> None:
        """Rulers, then yurts, one at a time in turn from the start player on; then the cards (KHAN-3)."""
        if verb == "ruler":
            self.rulers[words[0]] = square_of(words[1])
        else:
            self.yurts[square_of(words[0])] = self.turn
        self.turn = self.others()[0]
        if verb == "ruler" and len(self.rulers) == len(RULERS):
            self.phase = "yurts"
            self.turn = self.start_player
        if verb == "yurt" and len(self.yurts) == YURTS_TO_PLACE[len(self.seats)] * len(self.seats):
            self.turn = self.start_player
            for _ in self.seats:
                for _ in range(HAND):
                    self.draw_card()
                self.turn = self.others()[0]
            self.begin_turn(self.start_player)

    def begin_turn(self, seat: int) -> None:
        """A reservation is taken back (KHAN-7.5); step 1, unless the final phase is on or begins now (KHAN-9.2)."""
        self.turn = seat
        self.refused = []
        self.reserved.pop(seat, None)
        if not self.final:
            self.step_1()
        if self.final:
            self.patronage.discard(seat)  # KHAN-9.3
            self.gods.pop(seat, None)
            self.phase = "final"
        else:
            self.phase = "actions"
        self.actions_left = 2
        self.mind_what_is_left()

    def step_1(self) -> None:
        """Cards are turned up until one shows a ruler who is not home; he flees (KHAN-5.1, 5.5)."""
        card = self.turn_up()
        while ruler_on(card) in self.home:
            card = self.turn_up()
        self.flee(ruler_on(card), direction_of(card), driven=False)

    def mind_what_is_left(self) -> None:
        """The end of the game, of a turn of the final phase or of step 2, where nothing else is left to do."""
        if self.phase == "final":
            if not any(any(self.conquerable(seat)) for seat in self.seats):  # KHAN-9.3
                self.finish()
            elif self.actions_left == 0 or not self.conquests():
                self.begin_turn(self.others()[0])
        elif self.phase == "actions":
            if self.actions_left == 0 or self.step_2() == {"pass"}:  # KHAN-6: an action lapses
                self.finish_step_2()

    def finish(self) -> None:
        self.phase = "over"
        self.actions_left = 0
        self.end = "nothing left to conquer"

    def action_done(self) -> None:
        if self.phase == "morale":
            self.finish_step_4("morale", None)  # KHAN-7.2: the card leaves the game once the action is done
        else:
            self.actions_left -= 1
            self.mind_what_is_left()

    def mind_empty_hand(self) -> None:
        """After D cards may be discarded while there are any (KHAN-6.4)."""
        self.phase = "discard"
        if not self.hands[self.turn]:
            self.finish_step_2()

    def finish_step_2(self) -> None:
        """Step 3: one's Patronage and Gods end (KHAN-7.1); then step 4, if a special card can be used."""
        self.patronage.discard(self.turn)
        self.gods.pop(self.turn, None)
        self.phase = "special"
        self.actions_left = 0
        if not self.step_4():
            self.finish_step_4(None, None)

    def use_special(self, verb: str, words: list[str]) -> None:
        """One special card, or none (KHAN-7.2 to 7.6)."""
        match verb:
            case "morale":
                self.phase = "morale"
            case "patronage":
                self.patronage.add(self.turn)
                self.finish_step_4("patronage", "patronage")
            case "gods":
                self.gods[self.turn] = words[0] if words else "all"
                self.finish_step_4("gods", "gods")
            case "reserve":
                self.reserved[self.turn] = words[0]
                self.finish_step_4("reconnaissance", None)
            case "pass":
                self.finish_step_4(None, None)

    def finish_step_4(self, card: str | None, remembered: str | None) -> None:
        """The card is used up; step 5: the hand is refilled (KHAN-8); the next seat's turn."""
        if card is not None:
            self.specials[self.turn][card] -= 1
        self.last_special[self.turn] = remembered  # KHAN-7.6
        while len(self.hands[self.turn]) < HAND:
            self.draw_card()
        self.begin_turn(self.others()[0])

    # Consent (KHAN-7.7).

    def propose(self, text: str) -> None:
        self.proposal = text
        self.asked_in = self.phase
        self.phase = "consent"
        self.ask()

    def ask(self) -> None:
        """The next protector is asked; if all have consented, or there is none, the conquest is made."""
        assert self.proposal is not None
        if set(self.conquests()[self.proposal]) <= set(self.consented):
            text = self.proposal
            self.answered()
            self.conquer(text)
            self.action_done()

    def refuse(self) -> None:
        """A refused proposal costs nothing; High Morale's card may be kept (KHAN-7.2)."""
        assert self.proposal is not None
        text = self.proposal
        self.answered()
        self.refused.append(text)
        if self.phase == "morale":
            self.phase = "special"
        self.mind_what_is_left()

    def answered(self) -> None:
        """Back to the phase of the proposal."""
        assert self.asked_in is not None
        self.phase = self.asked_in
        self.proposal = None
        self.asked_in = None
        self.consented = []

    # Scoring.

    def territories(self, seat: int) -> list[frozenset[Square]]:
        """Squares under pieces that carry the seat's yurt, connected by sides, the largest first (KHAN-10.2)."""
        return connected(set().union(*(placed.squares for placed in self.pieces if seat in placed.owners)))

    def sizes(self) -> dict[int, list[int]]:
        return {seat: [len(territory) for territory in self.territories(seat)] for seat in self.seats}

    def breakdown(self) -> list[dict[str, Any]]:
        """The points of the pieces, then the bonuses as if the game ended now (KHAN-10.1, 10.2)."""
        items: list[dict[str, Any]] = []
        for number, placed in enumerate(self.pieces):
            full = points_of(placed.piece)
            for seat in placed.owners:
                items.append(
                    {
                        "kind": "piece",
                        "of": number,
                        "piece": placed.piece,
                        "squares": names_of(placed.squares),
                        "seat": seat,
                        "points": -(-full // len(placed.owners)),  # rounded up
                        "full": full,
                        "owners": placed.owners,
                        "when": "scored",
                    }
                )
        sizes = self.sizes()
        for seat, place in places(sizes).items():
            items.append(
                {
                    "kind": "territory",
                    "of": seat,
                    "seat": seat,
                    "points": BONUSES[place - 1],
                    "place": place,
                    "sizes": sizes[seat],
                    "squares": names_of(self.territories(seat)[0]),
                    "when": "final",
                }
            )
        return items

    @property
    def scores(self) -> list[int]:
        """The points so far, seat 1 first; the bonuses once the game is over."""
        items = [item for item in self.breakdown() if self.over or item["kind"] == "piece"]
        return [sum(item["points"] for item in items if item["seat"] == seat) for seat in self.seats]

    def winners(self) -> list[int]:
        """Most points, then the larger territory, then the next larger; else shared (KHAN-10.4)."""
        ranks = list(zip(self.scores, self.sizes().values(), strict=True))
        return [seat for seat, rank in zip(self.seats, ranks, strict=True) if rank == max(ranks)]

    # The position.

    def where(self, ruler: str) -> str:
        if ruler in self.rulers:
            return name_of(self.rulers[ruler])
        return "home" if ruler in self.home else "unplaced"

    def hand(self, seat: int) -> list[str]:
        """A hand's cards as a position lists them: by when they were drawn, what is known, then ruler and symbol."""
        return sorted(
            self.hands[seat], key=lambda card: (self.hands[seat][card], self.rank(seat, card), PACK.index(card))
        )

    def rank(self, seat: int, card: str) -> list[int]:
        """For each symbol, the last first, how many rulers all know that a card in a hand can't have with it."""
        known = self.known[seat][card]
        return [RULERS.index(known[symbol]) + 1 if symbol in known else 0 for symbol in reversed(SYMBOLS)]

    def position(self) -> dict[str, Any]:
        """The whole position, hidden cards included."""
        return {
            "game": "khan",
            "options": dict(self.options),
            "start_player": self.start_player,
            "turn": self.turn,
            "to_act": self.to_act,
            "phase": self.phase,
            "actions_left": self.actions_left,
            "asked_in": self.asked_in,
            "final": self.final,
            "yurts": {name_of(square): owner for square, owner in self.yurts.items()},
            "rulers": {ruler: self.where(ruler) for ruler in RULERS},
            "courts": dict(self.courts),
            "pieces": [
                {"piece": placed.piece, "squares": names_of(placed.squares), "owners": placed.owners}
                for placed in self.pieces
            ],
            "hands": [self.hand(seat) for seat in self.seats],
            "drawn": [[self.hands[seat][card] for card in self.hand(seat)] for seat in self.seats],
            "bounds": [[dict(self.known[seat][card]) for card in self.hand(seat)] for seat in self.seats],
            "deck": list(self.deck),
            "discards": sorted(self.discards, key=PACK.index),
            "reshuffles": self.reshuffles,
            "specials": [dict(self.specials[seat]) for seat in self.seats],
            "patronage": sorted(self.patronage),
            "gods": {str(seat): region for seat, region in self.gods.items()},
            "reserved": {str(seat): piece for seat, piece in self.reserved.items()},
            "last_special": [self.last_special[seat] for seat in self.seats],
            "proposal": self.proposal,
            "consented": list(self.consented),
            "refused": list(self.refused),
            "last": self.last,
            "end": self.end,
            "scores": self.scores,
        }
