"""A game as people are shown it: a seat's view, everything, and the result. Seats, squares, cards from 1."""

from __future__ import annotations

import numpy as np

from lantern.kernel.rule import plainly
from tests.toy import ends, scoring, shapes
from tests.toy.board import CARDS, FREE, SQUARES, UNKNOWN
from tests.toy.state import State

end_of = plainly(scoring.ending)
stones_of, card_points = plainly(scoring.stones_of), plainly(scoring.card_points)


def board() -> shapes.Board:
    """The row, for who draws a table."""
    return {"squares": list(range(1, SQUARES + 1)), "owners": ["row"]}


def _table(state: State) -> shapes.Table:
    """What everybody sees."""
    end = end_of(state)
    return {
        "to_act": None if end else state.to_act + 1,
        "end": ends.NAMES[end],
        "row": [None if state.stone[square] == FREE else state.stone[square] + 1 for square in range(SQUARES)],
        "placed": [square + 1 for square in range(SQUARES) if state.placed >> square & 1],
        "has_drawn": bool(state.has_drawn),
    }


def hands_of(state: State) -> list[list[int | None]]:
    """All hands, with None for a card that is concealed."""
    hands = [[state.hand[seat, position] for position in range(state.held[seat])] for seat in range(state.seats)]
    return [[None if card == UNKNOWN else card + 1 for card in hand] for hand in hands]


def points(state: State) -> list[int]:
    """Everybody's points as they stand."""
    out = np.zeros(state.seats, np.int64)
    plainly(scoring.scores)(state, out)
    return [int(score) for score in out]


def breakdown(state: State) -> list[shapes.Item]:
    """What everybody's points are made of: stones, and when hands are shown at the end cards too (TOY-3.2)."""
    seats = range(state.seats)
    stones = [shapes.Item(kind="stones", seat=seat + 1, points=int(stones_of(state, seat))) for seat in seats]
    cards = [shapes.Item(kind="cards", seat=seat + 1, points=int(card_points(state, seat))) for seat in seats]
    return stones + cards if end_of(state) else stones


def view(state: State, seat: int) -> shapes.View:
    """What a table shows a seat, from a state concealed for it; seat -1 is a spectator."""
    return {
        **_table(state),
        "seat": seat + 1 if seat >= 0 else None,
        "hands": hands_of(state),
        "deck": CARDS - state.drawn,
        "scores": points(state),
        "breakdown": breakdown(state),
        "result": result(state) if end_of(state) else None,
    }


def reveal(state: State) -> shapes.Everything:
    """Everything, hidden things included."""
    deck = [card + 1 for card in state.deck[state.drawn :].tolist()]
    return {**_table(state), "turn": state.to_act + 1, "hands": hands_of(state), "deck": deck}


def result(state: State) -> shapes.Result:
    """How a finished game ended (TOY-3)."""
    scores = points(state)
    winners = [seat + 1 for seat, score in enumerate(scores) if score == max(scores)]
    return {"reason": ends.NAMES[end_of(state)], "scores": scores, "winners": winners}
