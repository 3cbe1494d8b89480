"""What each event of the toy changes in a view."""

from __future__ import annotations

from typing import ClassVar

from tests.chronicle import Hearsay


class Chronicle(Hearsay):
    FOLLOWS: ClassVar = {"scores": ("row", "end"), "breakdown": ("row", "end")}

    def on_placed(self, seat: int, square: int) -> None:
        assert (seat, self.view["row"][square - 1]) == (self.view["to_act"], None)
        self.view["row"][square - 1] = seat
        self.view["placed"] = sorted([*self.view["placed"], square])

    def on_drew(self, seat: int, left: int) -> None:
        assert (seat, left) == (self.view["to_act"], self.view["deck"] - 1)
        self.view["deck"] = left
        self.view["hands"][seat - 1].append(None)
        self.view["has_drawn"] = True

    def on_saw(self, seat: int, card: int) -> None:
        assert self.view["seat"] == seat
        self.view["hands"][seat - 1][-1] = card

    def on_turn_ended(self, seat: int) -> None:
        assert seat == self.view["to_act"]
        self.view.update(to_act=self.next_seat(seat), placed=[], has_drawn=False)

    def on_shown(self, seat: int, cards: list[int]) -> None:
        held = self.view["hands"][seat - 1]
        assert len(held) == len(cards)
        assert all(card in (None, seen) for card, seen in zip(held, cards, strict=True))
        held[:] = cards

    def on_over(self, reason: str, scores: list[int]) -> None:
        winners = [seat for seat, score in enumerate(scores, 1) if score == max(scores)]
        result = {"reason": reason, "scores": scores, "winners": winners}
        self.view.update(to_act=None, end=reason, result=result)
