"""A game from plain data: options, chosen decks, and positions written down. Seats, squares, cards from 1."""

from __future__ import annotations

from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput, listing
from lantern.kernel.reading import read_flag, read_seat
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


def arrange(state: State, setup: Json) -> None:
    """Deal from a chosen deck."""
    if "deck" in setup:
        state.deck[:] = _cards(setup["deck"], "deck")
        plainly(clear_table)(state)
        plainly(deal)(state)


def _cards(given: object, what: str) -> list[int]:
    """Every card of the game exactly once, as numbers from 0."""
    cards = given if isinstance(given, (list, tuple)) else []
    if not all(type(card) is int for card in cards) or sorted(cards) != list(range(1, CARDS + 1)):
        raise BadInput(f"{what}: every card from 1 to {CARDS} once; given: {given!r:.80}")
    return [card - 1 for card in cards]


def place(state: State, position: Json, rng: Stream) -> None:
    """Write a position, as `reveal` gives it, into a record whose options are set; it leaves nothing to chance."""
    try:
        _place(state, position)
    except (KeyError, TypeError) as error:
        raise BadInput(f"this is not a position of the Toy: {type(error).__name__} {error}") from None


def _place(state: State, position: Json) -> None:
    plainly(clear_table)(state)
    state.to_act = read_seat(position["turn"], "turn", state.seats)
    _place_row(state, position["row"], position["placed"])
    _place_cards(state, position["hands"], position["deck"])
    state.has_drawn = read_flag(position["has_drawn"], "has_drawn")


def _place_row(state: State, row: list[int | None], placed: list[int]) -> None:
    seats = [None, *range(1, state.seats + 1)]
    if len(row) != SQUARES or not all(owner in seats for owner in row):
        raise BadInput(f"row: {SQUARES} squares with a seat from 1 to {state.seats} or null; given: {row!r:.80}")
    for square, owner in enumerate(row):
        state.stone[square] = FREE if owner is None else owner - 1
    own = [square + 1 for square in range(SQUARES) if state.stone[square] == state.to_act]
    if len(placed) > MOST_STONES or not set(placed) <= set(own):
        raise BadInput(f"placed: at most {MOST_STONES} of the squares {listing(own)}; given: {placed!r:.80}")
    state.placed = sum(1 << square - 1 for square in set(placed))


def _place_cards(state: State, hands: list[list[int]], deck: list[int]) -> None:
    if len(hands) != state.seats or max(len(hand) for hand in hands) > MOST_HELD:
        raise BadInput(f"hands: {state.seats} hands of at most {MOST_HELD} cards; given: {hands!r:.80}")
    cards = _cards([card for hand in hands for card in hand] + deck, "hands and deck together")
    state.drawn = CARDS - len(deck)
    state.deck[:] = [NO_CARD] * state.drawn + cards[state.drawn :]
    for seat, hand in enumerate(hands):
        state.held[seat] = len(hand)
        state.hand[seat, : len(hand)] = [card - 1 for card in hand]
