"""A game from plain data: options, chosen decks, and positions written down. Seats, squares, cards from 1."""

from __future__ import annotations

from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput, listing, quoted
from lantern.kernel.reading import Given, read_by_seat, read_flag, read_list, read_number, read_seat
from lantern.kernel.rng import Stream
from lantern.kernel.rule import plainly
from tests.toy.board import CARDS, FREE, MOST_HELD, MOST_STONES, NO_CARD, SQUARES
from tests.toy.play import clear_table, deal
from tests.toy.state import State

OPTIONS = (Option("apart", "two stones of one turn may not lie side by side", default=False),)

SETUPS = {"deck": "all nine cards in the order they are dealt, hand by hand from seat 1, and then drawn"}


def settle(options: Json) -> Json:
    """The options as they are: nothing follows from one of them, and all go together."""
    return options


def set_options(state: State, options: Json) -> None:
    """Write the options into the record."""
    state.seats = options["players"]
    state.apart = options["apart"]


def arrange(state: State, setup: Given) -> None:
    """Deal from a chosen deck."""
    if "deck" in setup:
        state.deck[:] = _all_cards(read_list(setup["deck"], "deck", CARDS), "deck")
        plainly(clear_table)(state)
        plainly(deal)(state)


def _all_cards(given: list[object], what: str) -> list[int]:
    """Every card of the game exactly once, as numbers from 0."""
    cards = [read_number(card, what, 1, CARDS) - 1 for card in given]
    if sorted(cards) != list(range(CARDS)):
        raise BadInput(f"{what}: every card from 1 to {CARDS} once; given: {quoted(given)}")
    return cards


def place(state: State, position: Given, rng: Stream) -> None:
    """Write a position, as `reveal` gives it, into a record whose options are set; it leaves nothing to chance."""
    plainly(clear_table)(state)
    state.to_act = read_seat(position["turn"], "turn", state.seats)
    _place_row(state, read_list(position["row"], "row", SQUARES), read_list(position["placed"], "placed", MOST_STONES))
    hands = [read_list(hand, "hands", MOST_HELD) for hand in read_by_seat(position["hands"], "hands", state.seats)]
    _place_cards(state, hands, read_list(position["deck"], "deck", CARDS))
    state.has_drawn = read_flag(position["has_drawn"], "has_drawn")


def _place_row(state: State, row: list[object], placed: list[object]) -> None:
    if len(row) != SQUARES:
        raise BadInput(f"row has {len(row)} squares; it has {SQUARES}")
    for square, owner in enumerate(row):
        state.stone[square] = FREE if owner is None else read_seat(owner, "row", state.seats)
    own = [square + 1 for square in range(SQUARES) if state.stone[square] == state.to_act]
    stones = {read_number(stone, "placed", 1, SQUARES) for stone in placed}
    if not stones <= set(own):
        raise BadInput(f"placed: at most {MOST_STONES} of the squares {listing(own)}; given: {quoted(placed)}")
    state.placed = sum(1 << square - 1 for square in stones)


def _place_cards(state: State, hands: list[list[object]], deck: list[object]) -> None:
    cards = _all_cards([card for hand in hands for card in hand] + deck, "hands and deck together")
    state.drawn = CARDS - len(deck)
    state.deck[:] = [NO_CARD] * state.drawn + cards[state.drawn :]
    held = iter(cards)
    for seat, hand in enumerate(hands):
        state.held[seat] = len(hand)
        for place in range(len(hand)):
            state.hand[seat, place] = next(held)
