"""A game of Hanabi from plain data: options, chosen decks, and positions written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lantern.games.hanabi import board, ends, phases
from lantern.games.hanabi.actions import kind_of, read_action
from lantern.games.hanabi.legality import legal_set
from lantern.games.hanabi.play import all_complete, clear_table, deal, hand_size, is_lost_card
from lantern.games.hanabi.state import FRESH, NOT_TOLD, State
from lantern.games.hanabi.view import firework_values, fireworks_of
from lantern.kernel import reading
from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput, Phrase, quoted
from lantern.kernel.reading import Given, What
from lantern.kernel.rng import Stream
from lantern.kernel.rule import plainly

OPTIONS = (
    Option("multicolour", "Avalanche of Colours: a sixth firework whose cards are of every colour", default=False),
    Option("black_powder", "Black Powder: a firework without colour, built from 5 down to 1", default=False),
    Option("flares", "5 Flares: a bonus tile for every firework completed with a 5", default=False),
    Option("final_bouquet", "Final Bouquet: perfect or lost, with no last round", default=False),
    Option("empty_hints", "hints that fit no card are allowed", default=True),
    Option("score_on_loss", "a lost game keeps the points of its fireworks", default=False),
    Option(
        "black_values",
        "black cards are 5,5,5,4,4,3,3,2,2,1 (mirrored) or 1,1,1,2,2,3,3,4,4,5 (ordinary)",
        default="mirrored",
        choices=("mirrored", "ordinary"),
    ),
    Option("start", "the seat that begins; by lot if none is named", default=None, choices=(None, 1, 2, 3, 4, 5)),
)

SETUPS = {
    "deck": "all cards in the order they are dealt, hand by hand from seat 1, and then drawn",
    "tiles": "the bonus tiles in the order they are turned up",
}

MOST_CARDS = 2 * board.SORTED_DECK.shape[-1]
"""More cards than any game has: of a few too many it can be said which."""
FLAGS = ("multicolour", "black_powder", "flares", "final_bouquet", "empty_hints", "score_on_loss")


def settle(options: Json) -> Json:
    """The options, if the seat that begins is at the table."""
    reading.check_start(options)
    return options


def set_options(state: State, options: Json) -> None:
    """Write the options into the record."""
    start = options["start"]
    state.seats = options["players"]
    for flag in FLAGS:
        setattr(state, flag, options[flag])
    state.ordinary_black = options["black_values"] == "ordinary"
    state.start = -1 if start is None else start - 1


def cards_in_play(state: State) -> list[int]:
    """Every card of the game, sorted."""
    deck = board.SORTED_DECK[state.multicolour, state.black_powder, state.ordinary_black]
    return [int(kind) for kind in deck if kind != board.NO_CARD]


def arrange(state: State, setup: Given) -> None:
    """Deal from a chosen deck, turn tiles in a chosen order; seat 1 begins unless another was chosen."""
    if "tiles" in setup:
        _set_tiles(state, _read_names(setup["tiles"], "tiles", board.TILES), board.TILES if state.flares else 0)
    if "deck" in setup:
        cards = _read_cards(setup["deck"], "deck")
        _check_cards(state, cards, "deck")
        tiles, left = list(state.tile[:]), state.tiles_left
        plainly(clear_table)(state)
        state.deck[: len(cards)] = cards
        plainly(deal)(state)
        state.tile[:] = tiles
        state.tiles_left = left
        state.to_act = max(0, state.start)


def _read_names(value: object, what: str, most: int) -> list[str]:
    return [reading.read_text(name, f"{what}: name") for name in reading.read_list(value, what, most)]


def _read_cards(value: object, what: str) -> list[int]:
    return [_read_card(name, f"{what}: card") for name in reading.read_list(value, what, MOST_CARDS)]


def _read_card(value: object, what: str) -> int:
    return kind_of(reading.read_text(value, what))


def _check_cards(state: State, cards: Iterable[int], what: What) -> None:
    """Every card of the game must be there exactly once."""
    given, wanted = Counter(cards), Counter(cards_in_play(state))
    if given != wanted:
        missing, extra = _counted("missing", wanted - given), _counted("extra", given - wanted)
        raise BadInput("hanabi.bad.cards", what=what, count=wanted.total(), missing=missing, extra=extra)


def _counted(key: str, cards: Counter[int]) -> Phrase | str:
    """What of the cards there is too little or too much, if anything is."""
    named = ", ".join(f"{count} x {board.KIND_NAMES[kind]}" for kind, count in sorted(cards.items()))
    return Phrase(f"hanabi.bad.cards.{key}", cards=named) if named else ""


def _set_tiles(state: State, wanted: list[str], left: int, turned_up: object = None) -> None:
    """Put tiles face down in a chosen order; those turned up before come first, in their order if it is given."""
    if wanted and not state.flares:
        raise BadInput("hanabi.bad.no_tiles")
    if len(wanted) != left or len(set(wanted)) != left or not set(wanted) <= set(board.TILE_NAMES):
        raise BadInput("hanabi.bad.tiles", count=left, names=board.TILE_NAMES, given=[*map(quoted, wanted)])
    turned: list[str] = [name for name in board.TILE_NAMES if name not in wanted] if state.flares else []
    if turned_up is not None:
        order_given = _read_names(turned_up, "turned", board.TILES)
        if sorted(order_given) != sorted(turned):
            raise BadInput("hanabi.bad.turned", turned=quoted(order_given), names=turned)
        turned = order_given
    order = [board.TILE_NAMES.index(name) for name in turned + wanted]
    state.tile[:] = order or [board.NO_CARD] * board.TILES
    state.tiles_left = left


def place(state: State, position: Given, rng: Stream) -> None:
    """Write a position, as `reveal` gives it, into a record whose options are set; it leaves nothing to chance."""
    plainly(clear_table)(state)
    state.tokens = reading.read_number(position["tokens"], "tokens", 0, board.ALL_TOKENS)
    state.errors = reading.read_number(position["errors"], "errors", 0, board.ALL_ERRORS)
    for name, values in reading.read_object(position["fireworks"], "fireworks", fireworks_of(state)).items():
        _place_firework(state, name, values)
    _place_hands(state, position["hands"])
    deck = _read_cards(position["deck"], "deck")
    discards = _read_cards(position["discards"], "discards")
    _check_cards(state, [*_cards_on_table(state), *discards, *deck], Phrase("bad.position"))
    for kind in discards:
        state.discarded[kind] += 1
    state.drawn = state.deck_size - len(deck)
    state.deck[:] = board.NO_CARD
    state.deck[state.drawn : state.deck_size] = deck
    tiles = _read_names(position.get("tiles", []), "tiles", board.TILES)
    _set_tiles(state, tiles, len(tiles), position.get("turned"))
    _place_history(state, position)
    _check_returned(state)
    _place_moment(state, position, tiles)


def _place_firework(state: State, name: str, values: object) -> None:
    suit, built = board.SUIT_NAMES.index(name), reading.read_list(values, f"fireworks: {name}", board.VALUES)
    state.firework[suit] = len(built)
    wanted = firework_values(state, suit)
    if built != wanted:
        raise BadInput("hanabi.bad.firework", name=name, built=quoted(built), wanted=quoted(wanted))


def _place_hands(state: State, hands: object) -> None:
    most = plainly(hand_size)(state)
    for seat, cards in enumerate(reading.read_by_seat(hands, "hands", state.seats)):
        held = reading.read_list(cards, reading.of_seat("hands", seat + 1), most)
        state.held[seat] = len(held)
        for place, value in enumerate(held):
            card = reading.read_object(value, "hands: card", ("card", "told", "not", "drawn_since_return"))
            state.hand[seat, place] = _read_card(card["card"], "hands: card")
            state.mark[seat, place] = _mark(card, seat, place)


def _hint_bits(names: object, key: str) -> int:
    """The set of some hints."""
    return sum(
        1 << hint
        for hint in {
            reading.read_name(n, f"hands: {key}", board.HINT_NAMES) for n in reading.read_list(names, key, board.HINTS)
        }
    )


def _mark(card: Given, seat: int, place: int) -> int:
    """What was told of a card, checked against the card itself."""
    told, passed = (_hint_bits(card.get(key, []), key) for key in ("told", "not"))
    kind = _read_card(card["card"], "hands: card")
    fitting = int(board.FITTING[kind])
    if told & ~fitting or passed & fitting:
        raise BadInput("hanabi.bad.told", place=place + 1, seat=seat + 1, card=board.KIND_NAMES[kind])
    fresh = reading.read_flag(card.get("drawn_since_return", False), "hands: drawn_since_return")
    return told | passed << NOT_TOLD | (FRESH if fresh else 0)


def _cards_on_table(state: State) -> list[int]:
    """The cards in fireworks, discards and hands."""
    built = [
        board.SUIT_NAMES.index(name) * board.VALUES + value - 1
        for name, values in fireworks_of(state).items()
        for value in values
    ]
    discarded = [kind for kind in range(board.KINDS) for _ in range(state.discarded[kind])]
    held = [int(state.hand[seat, p]) for seat in range(state.seats) for p in range(state.held[seat])]
    return built + discarded + held


def _place_moment(state: State, position: Given, tiles: list[str]) -> None:
    """Whose decision it is, or why the game is over."""
    state.end = reading.read_end(position, ends.NAMES)
    left = position.get("turns_left")
    state.turns_left = 0 if left is None else reading.read_number(left, "turns_left", 0, state.seats)
    if state.turns_left > 0 and (state.drawn < state.deck_size or state.final_bouquet):
        raise BadInput("hanabi.bad.no_last_round")
    if state.end != ends.RUNNING:
        _check_end(state)
        state.to_act = state.last_seat
        return
    if state.errors == board.ALL_ERRORS or plainly(all_complete)(state):
        raise BadInput("hanabi.bad.over")
    state.phase = reading.read_name(position["phase"], "phase", phases.NAMES)
    state.to_act = reading.read_seat(position["to_act"], "to_act", state.seats)
    if state.drawn == state.deck_size and not state.final_bouquet and state.turns_left == 0:
        raise BadInput("hanabi.bad.last_round")
    if state.phase != phases.TURN and (not state.flares or phases.NAMES[state.phase] in tiles):
        raise BadInput("hanabi.bad.tile_hidden", phase=quoted(phases.NAMES[state.phase]))
    if state.final_bouquet and any(plainly(is_lost_card)(state, kind) for kind in cards_in_play(state)):
        raise BadInput("hanabi.bad.lost")
    if plainly(legal_set)(state) == 0:
        raise BadInput("hanabi.bad.nothing", phase=quoted(phases.NAMES[state.phase]))
    _check_hands(state)


def _check_hands(state: State) -> None:
    """While the deck lasts every hand is full, but for the card whose tile is being resolved (HANABI-1.3, 7.1)."""
    for seat in range(state.seats):
        used = 1 if state.phase != phases.TURN and seat == state.to_act else 0
        wanted = plainly(hand_size)(state) - used
        if state.drawn < state.deck_size and state.held[seat] != wanted:
            raise BadInput("hanabi.bad.hand", seat=seat + 1, count=state.held[seat], wanted=wanted)


def _check_end(state: State) -> None:
    """A game that is over must have come to that end (HANABI-3, 4.1)."""
    came = {
        ends.THIRD_ERROR: state.errors == board.ALL_ERRORS,
        ends.ALL_COMPLETE: plainly(all_complete)(state),
        ends.LAST_ROUND_OVER: state.drawn == state.deck_size and not state.final_bouquet,
        ends.CARD_LOST: state.final_bouquet,
    }
    if not came[state.end]:
        raise BadInput("bad.not_ended", end=quoted(ends.NAMES[state.end]))


def _place_history(state: State, position: Given) -> None:
    """What happened before, as far as it still matters."""
    last, returned = position.get("last"), position.get("returned")
    if last is not None:
        state.last_action, state.last_seat = reading.read_last(last, state.seats, read_action, ("card",))
        card = reading.read_object(last, "last", ("action", "seat", "card"))["card"]
        state.last_card = board.NO_CARD if card is None else _read_card(card, "last: card")
    state.returned = board.NO_CARD if returned is None else _read_card(returned, "returned")
    state.returned_out = reading.read_number(
        position.get("returned_out", 0), "returned_out", 0, len(cards_in_play(state))
    )


def _check_returned(state: State) -> None:
    """A card returned by a bonus tile must be somewhere: drawn since, gone again, or still in the deck."""
    drawn = [
        int(state.hand[seat, place])
        for seat in range(state.seats)
        for place in range(state.held[seat])
        if state.mark[seat, place] & FRESH
    ]
    if state.returned == board.NO_CARD:
        if drawn or state.returned_out:
            raise BadInput("hanabi.bad.nothing_returned")
    elif not state.returned_out and state.returned not in [*drawn, *state.deck[state.drawn : state.deck_size]]:
        name = board.KIND_NAMES[state.returned]
        raise BadInput("hanabi.bad.returned", card=name)
