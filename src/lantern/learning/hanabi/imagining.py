"""The same as `deducing`, found another way: hands are laid out card by card from what a view shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lantern.games.hanabi.board import Card
from lantern.kernel.contract import Json
from lantern.kernel.game import Match

Hand = Sequence[frozenset[Card]]
"""What each card of a hand can be by its hints."""


@dataclass(frozen=True)
class Table:
    """A table as a seat sees it, in words."""

    board: Json
    view: Json

    @staticmethod
    def of(match: Match, seat: int | None = None) -> Table:
        """The table as the seat to act sees it, or another."""
        return Table(match.board(), match.view(match.to_act if seat is None else seat))

    @property
    def copies(self) -> Counter[Card]:
        """How many there are of each card."""
        values = self.board["values"]
        return Counter(
            {
                f"{suit['name']} {value}": copies
                for suit in self.board["suits"]
                for value, copies in zip(values, suit["copies"], strict=True)
            }
        )

    def touches(self, hint: str, card: Card) -> bool:
        """Whether a hint touches a card."""
        name, value = card.split()
        suit = next(one for one in self.board["suits"] if one["name"] == name)
        return hint in suit["hinted_by"] or hint == self.board["hints"][5 + self.board["values"].index(int(value))]

    def by_hints(self, told: Json) -> frozenset[Card]:
        """What a card can be by the hints about it."""
        return frozenset(
            card
            for card in self.copies
            if all(self.touches(hint, card) for hint in told["told"])
            and not any(self.touches(hint, card) for hint in told["not"])
        )

    def by_touches(self, told: Json) -> frozenset[Card]:
        """What a card can be by the hints that touched it, each taken for what is usual: a colour or a value."""
        values = [self.touched_by(hint) for hint in told["told"] if hint in self.board["hints"][5:]]
        colours = [self.touched_by(hint) for hint in told["told"] if hint in self.board["hints"][:5]]
        every = frozenset(self.copies)
        return frozenset.union(*values or [every]) & frozenset.union(*colours or [every])

    def touched_by(self, hint: str) -> frozenset[Card]:
        """The cards that a hint touches."""
        return frozenset(card for card in self.copies if self.touches(hint, card))

    def hand(self, seat: int) -> Hand:
        """What each card of a hand can be by its hints."""
        return [self.by_hints(card) for card in self.view["hands"][seat - 1]]

    def left(self, *unseen: int) -> Counter[Card]:
        """The cards that are neither on the table nor in a hand, those of some seats left out."""
        built = [f"{suit} {value}" for suit, values in self.view["fireworks"].items() for value in values]
        others = [hand for seat, hand in enumerate(self.view["hands"], 1) if seat not in unseen]
        held = [card["card"] for hand in others for card in hand]
        return self.copies - Counter(built) - Counter(self.view["discards"]) - Counter(held)

    def fitting(self) -> frozenset[Card]:
        """The cards that fit now."""
        return frozenset(order[built] for order, built in self._fireworks() if built < len(order))

    def useless(self) -> frozenset[Card]:
        """The cards that can never fit again, even if bonus tiles still face down bring a card back."""
        gone = self.copies - Counter(self.view["discards"]) if not self.view["tiles"]["left"] else self.copies
        found: set[Card] = set()
        for order, built in self._fireworks():
            lost = next((step for step in range(built, len(order)) if not gone[order[step]]), len(order))
            found.update(order[:built], order[lost + 1 :])
            if lost < len(order):
                found.add(order[lost])
        return frozenset(found)

    def _fireworks(self) -> list[tuple[list[Card], int]]:
        """Every firework: its cards in order, and how many are built."""
        values = self.board["values"]
        return [
            (
                [f"{suit['name']} {value}" for value in (values if suit["direction"] == "up" else values[::-1])],
                len(self.view["fireworks"][suit["name"]]),
            )
            for suit in self.board["suits"]
        ]


def can_lay(hand: Hand, left: Mapping[Card, int]) -> bool:
    """Whether there are cards left for a hand: the place with the fewest cards that go there is filled first."""
    if not hand:
        return True
    choices = [[card for card in place if left.get(card, 0) > 0] for place in hand]
    place = min(range(len(hand)), key=lambda one: len(choices[one]))
    others = [*hand[:place], *hand[place + 1 :]]
    return any(can_lay(others, {**left, card: left[card] - 1}) for card in choices[place])


def possible(hand: Hand, left: Mapping[Card, int], place: int) -> frozenset[Card]:
    """What a card of a hand can be: the rest of the hand can be laid beside it."""
    others = [*hand[:place], *hand[place + 1 :]]
    return frozenset(
        card for card in hand[place] if left.get(card, 0) > 0 and can_lay(others, {**left, card: left[card] - 1})
    )
