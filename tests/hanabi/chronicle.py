"""What each event of Hanabi changes in a view."""

from __future__ import annotations

from typing import ClassVar

from lantern.kernel.contract import Json
from tests.chronicle import Hearsay

ASKING = ["colour hint", "value hint", "return", "rekindle"]
"""The tiles that ask for a decision."""


class Chronicle(Hearsay):
    FOLLOWS: ClassVar = {
        "possible": ("hands", "discards", "fireworks", "deck"),
        "breakdown": ("fireworks", "end"),
        "rating": ("end", "score"),
    }

    def __init__(self, board: Json, view: Json) -> None:
        super().__init__(board, view)
        self.suits = {suit["name"]: suit for suit in board["suits"]}
        self.completed: str | None = None
        """The firework that has just been completed, until it is told."""

    @classmethod
    def parts(cls, view: Json) -> Json:
        """What cards can be follows from all that is known."""
        hands = [[{key: card[key] for key in ("card", "told", "not")} for card in hand] for hand in view["hands"]]
        possible = [[card.get("possible") for card in hand] for hand in view["hands"]]
        result = view["result"] or {}
        rating = {key: result.get(key) for key in ("rating", "announcement", "maximum", "lost")}
        ended = {"result": result and {key: result[key] for key in ("reason", "score")}, "rating": rating}
        return view | {"hands": hands, "possible": possible, "discards": sorted(view["discards"])} | ended

    # Deeds

    def deed(self, seat: int, action: str, card: str | None = None) -> None:
        assert seat == self.view["to_act"]
        self.view["last"] = {"seat": seat, "action": action, "card": card}

    def lose(self, seat: int, position: int, card: str) -> None:
        gone = self.view["hands"][seat - 1].pop(position - 1)
        assert gone["card"] in (None, card)

    def on_played(self, seat: int, position: int, card: str) -> None:
        self.deed(seat, f"play {position}", card)
        self.lose(seat, position, card)
        self.fire(card)

    def fire(self, card: str) -> None:
        """A card comes onto its firework, next in order."""
        suit, value = card.split()
        built = self.view["fireworks"][suit]
        order = [5, 4, 3, 2, 1] if self.suits[suit]["direction"] == "down" else [1, 2, 3, 4, 5]
        assert int(value) == order[len(built)]
        built.append(int(value))
        if len(built) == len(order):
            self.completed = suit
        self.view["score"] += 1

    def on_failed(self, seat: int, position: int, card: str, errors: int) -> None:
        self.deed(seat, f"play {position}", card)
        self.lose(seat, position, card)
        self.view["discards"].append(card)
        self.view["errors"] += 1
        assert errors == self.view["errors"]

    def on_discarded(self, seat: int, position: int, card: str) -> None:
        self.deed(seat, f"discard {position}", card)
        self.lose(seat, position, card)
        self.view["discards"].append(card)
        self.view["tokens"] += 1

    def on_hinted(self, seat: int, to: int, hint: str, positions: list[int]) -> None:
        assert positions
        self.hint(seat, to, hint, positions)

    def on_hinted_none(self, seat: int, to: int, hint: str, positions: list[int]) -> None:
        assert positions == []
        self.hint(seat, to, hint, positions)

    def hint(self, seat: int, to: int, hint: str, positions: list[int]) -> None:
        self.deed(seat, f"hint {to} {hint}")
        hand = self.view["hands"][to - 1]
        assert all(1 <= position <= len(hand) for position in positions)
        for position, card in enumerate(hand, 1):
            marks = card["told" if position in positions else "not"]
            if hint not in marks:
                marks.append(hint)
                marks.sort(key=self.board["hints"].index)
        if self.view["phase"] == "turn":
            self.view["tokens"] -= 1
        self.view["phase"] = "turn"

    def on_passed(self, seat: int) -> None:
        self.deed(seat, "pass")

    def on_declined(self, seat: int) -> None:
        self.deed(seat, "decline")
        self.view["phase"] = "turn"

    def on_returned(self, seat: int, card: str) -> None:
        self.deed(seat, f"return {card}")
        self.view["discards"].remove(card)
        self.view["deck"] += 1
        self.view["phase"] = "turn"

    def on_rekindled(self, seat: int, card: str) -> None:
        self.deed(seat, f"play {card}", card)
        self.view["discards"].remove(card)
        self.view["phase"] = "turn"
        self.fire(card)

    # What follows by itself

    def on_completed(self, suit: str) -> None:
        assert suit == self.completed
        self.completed = None

    def on_tile(self, tile: str) -> None:
        self.view["tiles"]["left"] -= 1
        self.view["tiles"]["turned"].append(tile)
        self.view["phase"] = tile if tile in ASKING else "turn"

    def on_tile_lost(self, tile: str) -> None:
        assert tile == self.view["tiles"]["turned"][-1]
        self.view["phase"] = "turn"

    def on_token(self, tokens: int) -> None:
        self.view["tokens"] += 1
        assert tokens == self.view["tokens"]

    def on_repaired(self, errors: int) -> None:
        self.view["errors"] -= 1
        assert errors == self.view["errors"]

    def on_drew(self, seat: int) -> None:
        assert (seat, self.view["phase"]) == (self.view["to_act"], "turn")
        self.view["deck"] -= 1
        self.view["hands"][seat - 1].append({"card": None, "told": [], "not": []})

    def on_saw(self, seat: int, card: str) -> None:
        assert self.view["seat"] not in (None, seat)
        self.view["hands"][seat - 1][-1]["card"] = card

    def on_last_card(self, turns: int) -> None:
        assert self.view["deck"] == 0
        self.view["turns_left"] = turns + 1

    def on_ended(self, reason: str, score: int) -> None:
        if reason == "last round over":
            self.view["turns_left"] = 0
        self.view.update(end=reason, phase="over", to_act=None, score=score, result={"reason": reason, "score": score})

    def end(self) -> None:
        """The turn is over unless a tile asks for something."""
        assert self.completed is None
        view = self.view
        if view["end"] is None and view["phase"] == "turn":
            view["to_act"] = self.next_seat(view["to_act"])
            if view["turns_left"] is not None:
                view["turns_left"] -= 1
