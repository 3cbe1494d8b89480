"""Who knows what: what hints have told, what a seat can't see, and worlds that fit what it knows."""

from __future__ import annotations

from lantern.games.hanabi import board
from lantern.games.hanabi.state import FRESH, NOT_TOLD, State
from lantern.kernel.record import Cells, Records
from lantern.kernel.rng import Stream, draw, shuffle
from lantern.kernel.rule import entry, rule


@rule
def kinds_in_play(state: State) -> int:
    """The set of all kinds in the game."""
    kinds = (1 << board.COLOURS * board.VALUES) - 1
    if state.multicolour:
        kinds |= 0b11111 << board.MULTICOLOUR * board.VALUES
    if state.black_powder:
        kinds |= 0b11111 << board.BLACK * board.VALUES
    return kinds


@rule
def possible_kinds(state: State, seat: int, position: int) -> int:
    """The set of kinds that the hints about a card leave open (HANABI-2.1)."""
    mark = state.mark[seat, position]
    kinds = kinds_in_play(state)
    for hint in range(board.HINTS):  # without branches, which the processor could not foresee
        told, not_told = mark >> hint & 1, mark >> (hint + NOT_TOLD) & 1
        kinds &= (board.TOUCHED[hint] | told - 1) & ~(board.TOUCHED[hint] & -not_told)
    return kinds


@rule
def cards_built(state: State, kind: int) -> int:
    """1 if a card of this kind lies in its firework, else 0."""
    suit = kind // board.VALUES
    value = kind % board.VALUES
    step = board.VALUES - 1 - value if suit == board.BLACK else value
    return 1 if step < state.firework[suit] else 0


@rule
def covered_copies(state: State, kind: int) -> int:
    """How many cards of a kind do not lie open on the table: in a hand or in the deck."""
    covered: int = board.COPIES[state.ordinary_black, kind] - state.discarded[kind] - cards_built(state, kind)
    return covered


@rule
def unseen_copies(state: State, seat: int, kind: int) -> int:
    """How many cards of a kind a seat does not see: in its own hand or in the deck."""
    unseen = covered_copies(state, kind)
    for other in range(state.seats):
        if other != seat:
            for position in range(state.held[other]):
                if state.hand[other, position] == kind:
                    unseen -= 1
    return unseen


@rule
def returned_seen(state: State, seat: int) -> int:
    """How many cards a seat has seen that may be the one returned to the deck: of its kind, and drawn since."""
    seen = state.returned_out
    for other in range(state.seats):
        if other != seat:
            for position in range(state.held[other]):
                if state.hand[other, position] == state.returned and state.mark[other, position] & FRESH:
                    seen += 1
    return seen


@rule
def is_elsewhere(state: State, seat: int, position: int, seen: int) -> int:
    """1 if the card returned to the deck counts among the unseen but can't be this older card of a hand, else 0."""
    return 1 if state.returned != board.NO_CARD and seen == 0 and not state.mark[seat, position] & FRESH else 0


@rule
def likely_kinds(state: State, seat: int, position: int) -> int:
    """The set of kinds a card can be for its owner, by the hints and by all the cards he sees."""
    kinds = possible_kinds(state, seat, position)
    elsewhere = is_elsewhere(state, seat, position, returned_seen(state, seat))
    for kind in range(board.KINDS):
        if kinds >> kind & 1:
            if unseen_copies(state, seat, kind) <= (elsewhere if kind == state.returned else 0):
                kinds &= ~(1 << kind)
    return kinds


@rule
def public_kinds(state: State, seat: int, position: int) -> int:
    """The set of kinds a card can be for everybody at the table: by the hints and by the cards that lie open."""
    kinds = possible_kinds(state, seat, position)
    elsewhere = is_elsewhere(state, seat, position, state.returned_out)
    for kind in range(board.KINDS):
        if kinds >> kind & 1:
            if covered_copies(state, kind) <= (elsewhere if kind == state.returned else 0):
                kinds &= ~(1 << kind)
    return kinds


@entry("hanabi: kinds")
def list_kinds(states: Records, seat: int, out: Cells) -> None:
    """[owner, position] the set of kinds that each card can be: in a seat's own hand by all it sees, else for all."""
    state = states[0]
    for owner in range(state.seats):
        for position in range(state.held[owner]):
            if owner == seat:
                out[owner, position] = likely_kinds(state, owner, position)
            else:
                out[owner, position] = public_kinds(state, owner, position)


@rule
def conceal(state: State, seat: int) -> None:
    """Blank the seat's own hand, the deck and the tiles still face down; a spectator (-1) sees no hand (HANABI-1.3)."""
    for owner in range(state.seats):
        if owner == seat or seat < 0:
            for position in range(state.held[owner]):
                state.hand[owner, position] = board.UNKNOWN
    for place in range(state.drawn, state.deck_size):
        state.deck[place] = board.UNKNOWN
    for place in range(board.TILES - state.tiles_left, board.TILES):
        state.tile[place] = board.UNKNOWN


@rule
def determinize(state: State, seat: int, rng: Stream) -> None:
    """Deal the seat's hand, the deck and the tiles anew: every world it can't tell from this one is as likely."""
    first = gather_unseen(state, seat)
    while not deal_hand(state, seat, first, rng):
        pass
    for place in range(first, state.drawn):
        state.hand[seat, place - first] = state.deck[place]
        state.deck[place] = board.NO_CARD
    shuffle(state.deck, state.drawn, state.deck_size, rng)
    shuffle_hidden_tiles(state, rng)


@rule
def gather_unseen(state: State, seat: int) -> int:
    """Write all cards the seat does not see to the end of `deck`; the first place, its hand's worth before the deck."""
    kinds = kinds_in_play(state)
    place = state.deck_size
    for kind in range(board.KINDS):
        if kinds >> kind & 1:
            for _ in range(unseen_copies(state, seat, kind)):
                place -= 1
                state.deck[place] = kind
    return place


@rule
def deal_hand(state: State, seat: int, first: int, rng: Stream) -> bool:
    """Try to deal the hand to the places from `first` on; False where the try must be thrown away.

    Card after card is drawn from those its hints allow. That alone would favour some hands; a try is therefore kept
    with the share of allowed cards still there among those allowed at all, which makes every hand as likely.
    """
    for position in range(state.held[seat]):
        kinds = possible_kinds(state, seat, position)
        allowed = 0
        left = 0
        for place in range(first, state.deck_size):
            if kinds >> state.deck[place] & 1:
                allowed += 1
                if place >= first + position:
                    left += 1
        if draw(rng, allowed) >= left:
            return False
        swap_cards(state, first + position, nth_allowed(state, first + position, kinds, draw(rng, left)))
    return accept_returned(state, seat, first, rng)


@rule
def nth_allowed(state: State, first: int, kinds: int, n: int) -> int:
    """The place of the card of the given kinds with n such cards before it, from `first` on."""
    place = first
    while n > 0 or not kinds >> state.deck[place] & 1:
        if kinds >> state.deck[place] & 1:
            n -= 1
        place += 1
    return place


@rule
def swap_cards(state: State, a: int, b: int) -> None:
    """Exchange two places of the deck."""
    card = state.deck[a]
    state.deck[a] = state.deck[b]
    state.deck[b] = card


@rule
def accept_returned(state: State, seat: int, first: int, rng: Stream) -> bool:
    """Whether to keep a dealt hand, given that a card returned to the deck can't be in an older place of the hand.

    The card that returned is one of those of its kind drawn since or still in the deck; a world with more places
    for it is as much more likely (HANABI-7.2e).
    """
    if state.returned == board.NO_CARD:
        return True
    places = returned_seen(state, seat)
    most = places
    for place in range(first, state.deck_size):
        if state.deck[place] == state.returned:
            most += 1
            if place >= state.drawn or state.mark[seat, place - first] & FRESH:
                places += 1
    return draw(rng, most) < places


@rule
def shuffle_hidden_tiles(state: State, rng: Stream) -> None:
    """Put the tiles that have not been turned up in a random order."""
    hidden = board.TILES - state.tiles_left
    place = hidden
    for tile in range(board.TILES):
        if state.tiles_left > 0 and not was_turned(state, tile):
            state.tile[place] = tile
            place += 1
    shuffle(state.tile, hidden, board.TILES, rng)


@rule
def was_turned(state: State, tile: int) -> bool:
    """Whether a bonus tile has been turned up."""
    turned = False
    for place in range(board.TILES - state.tiles_left):
        turned = turned or state.tile[place] == tile
    return turned
