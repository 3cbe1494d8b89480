"""A game of Hanabi as plain data: options, views, whole positions, chosen decks and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lantern.games.hanabi.actions import kind_of, read_action, write_action
from lantern.games.hanabi.board import (
    ALL_ERRORS,
    ALL_TOKENS,
    BLACK,
    FITTING,
    HINT_NAMES,
    KIND_NAMES,
    KINDS,
    NO_CARD,
    SORTED_DECK,
    SUIT_NAMES,
    TILE_NAMES,
    TILES,
    VALUES,
)
from lantern.games.hanabi.knowledge import kinds_in_play, likely_kinds, public_kinds
from lantern.games.hanabi.legality import legal_set
from lantern.games.hanabi.play import all_complete, clear_table, deal, hand_size
from lantern.games.hanabi.scoring import is_lost, maximum, rating, team_score
from lantern.games.hanabi.state import END_NAMES, FRESH, LAST_ROUND_OVER, NOT_TOLD, PHASE_NAMES, RUNNING, TURN, State
from lantern.kernel.contract import Json, Option
from lantern.kernel.errors import BadInput, Refusal, listing
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

FLAGS = ("multicolour", "black_powder", "flares", "final_bouquet", "empty_hints", "score_on_loss")


def set_options(state: State, options: Json) -> None:
    """Write the options into the record."""
    start = options["start"]
    if start is not None and start > options["players"]:
        raise BadInput(f"start is seat {start}, but there are only {options['players']} players")
    state.seats = options["players"]
    for flag in FLAGS:
        setattr(state, flag, options[flag])
    state.ordinary_black = options["black_values"] == "ordinary"
    state.start = -1 if start is None else start - 1


def cards_in_play(state: State) -> list[int]:
    """Every card of the game, sorted."""
    deck = SORTED_DECK[state.multicolour, state.black_powder, state.ordinary_black]
    return [int(kind) for kind in deck if kind != NO_CARD]


def arrange(state: State, setup: Json) -> None:
    """Deal from a chosen deck, turn tiles in a chosen order; seat 1 begins unless another was chosen."""
    if "tiles" in setup:
        _set_tiles(state, setup["tiles"], TILES if state.flares else 0)
    if "deck" in setup:
        cards = [kind_of(name) for name in _list_of_names(setup["deck"], "deck")]
        _check_cards(state, cards, "deck")
        tiles, left = list(state.tile[:]), state.tiles_left
        plainly(clear_table)(state)
        state.deck[: len(cards)] = cards
        plainly(deal)(state)
        state.tile[:] = tiles
        state.tiles_left = left
        state.to_act = max(0, state.start)


def _list_of_names(value: object, what: str) -> list[str]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(name, str) for name in value):
        raise BadInput(f"{what} must be a list of names, such as ['red 1', 'white 3']; it is {value!r:.80}")
    return list(value)


def _check_cards(state: State, cards: Iterable[int], what: str) -> None:
    """Every card of the game must be there exactly once."""
    given, wanted = Counter(cards), Counter(cards_in_play(state))
    if given != wanted:
        missing = [f"{count} x {KIND_NAMES[kind]}" for kind, count in sorted((wanted - given).items())]
        surplus = [f"{count} x {KIND_NAMES[kind]}" for kind, count in sorted((given - wanted).items())]
        faults = [f"missing {', '.join(missing)}"] * bool(missing) + [f"too many {', '.join(surplus)}"] * bool(surplus)
        raise BadInput(f"{what}: a game with these options has {wanted.total()} cards; {'; '.join(faults)}")


def _set_tiles(state: State, names: object, left: int) -> None:
    """Put tiles face down in a chosen order; those turned up before come first, in any order."""
    wanted = _list_of_names(names, "tiles")
    if len(wanted) != left or len(set(wanted)) != left or not set(wanted) <= set(TILE_NAMES):
        raise BadInput(f"tiles: {left} different ones of {listing(TILE_NAMES)}; given: {listing(wanted)}")
    turned = [name for name in TILE_NAMES if name not in wanted] if state.flares else []
    order = [TILE_NAMES.index(name) for name in turned + wanted]
    state.tile[:] = order or [NO_CARD] * TILES
    state.tiles_left = left


def _hint_names(bits: int) -> list[str]:
    return [name for hint, name in enumerate(HINT_NAMES) if bits >> hint & 1]


def _kind_names(bits: int) -> list[str]:
    return [name for kind, name in enumerate(KIND_NAMES) if bits >> kind & 1]


def _firework(state: State, suit: int) -> list[int]:
    """The values built, in the order played."""
    values = range(VALUES, 0, -1) if suit == BLACK else range(1, VALUES + 1)
    return list(values)[: state.firework[suit]]


def _fireworks(state: State) -> dict[str, list[int]]:
    present = plainly(kinds_in_play)(state)
    return {name: _firework(state, suit) for suit, name in enumerate(SUIT_NAMES) if present >> suit * VALUES & 1}


def _discards(state: State) -> list[str]:
    return [KIND_NAMES[kind] for kind in range(KINDS) for _ in range(state.discarded[kind])]


def _card(state: State, seat: int, position: int) -> Json:
    """A card in a hand and what its owner was told of it; the card is None where it is concealed."""
    kind, mark = int(state.hand[seat, position]), int(state.mark[seat, position])
    return {
        "card": KIND_NAMES[kind] if kind >= 0 else None,
        "told": _hint_names(mark),
        "not": _hint_names(mark >> NOT_TOLD),
    }


def _table(state: State) -> Json:
    """What lies open for everybody."""
    over = state.end != RUNNING
    return {
        "to_act": None if over else int(state.to_act) + 1,
        "phase": "over" if over else PHASE_NAMES[state.phase],
        "tokens": int(state.tokens),
        "errors": int(state.errors),
        "fireworks": _fireworks(state),
        "discards": _discards(state),
        "turns_left": int(state.turns_left) if state.turns_left > 0 or state.end == LAST_ROUND_OVER else None,
        "end": END_NAMES[state.end] or None,
        "score": int(plainly(team_score)(state)),
        "last": _last(state),
    }


def _last(state: State) -> Json | None:
    """The decision made last."""
    if state.last_action < 0:
        return None
    card = KIND_NAMES[state.last_card] if state.last_card >= 0 else None
    return {"seat": int(state.last_seat) + 1, "action": write_action(int(state.last_action)), "card": card}


def view(state: State, seat: int) -> Json:
    """What a table shows a seat, from a state concealed for it; seat -1 is a spectator."""
    return _table(state) | {
        "seat": seat + 1 if seat >= 0 else None,
        "hands": [_seen_hand(state, owner, seat) for owner in range(state.seats)],
        "deck": int(state.deck_size - state.drawn),
        "tiles": {"left": int(state.tiles_left), "turned": _turned_tiles(state)},
        "maximum": maximum(bool(state.multicolour)),
        "result": result(state) if state.end != RUNNING else None,
    }


def _seen_hand(state: State, owner: int, seat: int) -> list[Json]:
    """A hand with what each card can be: in one's own by all one sees, in another's by what everybody knows."""
    kinds = plainly(likely_kinds if owner == seat else public_kinds)
    return [
        _card(state, owner, position) | {"possible": _kind_names(kinds(state, owner, position))}
        for position in range(state.held[owner])
    ]


def _turned_tiles(state: State) -> list[str]:
    """The bonus tiles turned up, in order."""
    return [TILE_NAMES[state.tile[place]] for place in range(TILES - state.tiles_left)] if state.flares else []


def reveal(state: State) -> Json:
    """Everything, hidden things included."""
    return _table(state) | {
        "hands": [
            [_card(state, seat, p) | _freshness(state, seat, p) for p in range(state.held[seat])]
            for seat in range(state.seats)
        ],
        "deck": [KIND_NAMES[kind] for kind in state.deck[state.drawn : state.deck_size]],
        "tiles": [TILE_NAMES[tile] for tile in state.tile[TILES - state.tiles_left :]] if state.tiles_left else [],
        "returned": KIND_NAMES[state.returned] if state.returned != NO_CARD else None,
        "returned_out": int(state.returned_out),
    }


def _freshness(state: State, seat: int, position: int) -> Json:
    """A mark on cards drawn after a bonus tile returned one to the deck."""
    return {"drawn_since_return": True} if state.mark[seat, position] & FRESH else {}


def result(state: State) -> Json:
    """How a finished game ended (HANABI-3.4, 4.1, 6.4)."""
    points = int(plainly(team_score)(state))
    lost = bool(plainly(is_lost)(state))
    perfect = points == maximum(bool(state.multicolour))
    scale = rating(points)
    return {
        "reason": END_NAMES[state.end],
        "score": points,
        "maximum": maximum(bool(state.multicolour)),
        "lost": lost,
        "rating": ("perfect" if perfect else "lost") if state.final_bouquet else scale,
        "announcement": f"{points} black powder" if state.black_powder else str(points),
    }


def place(state: State, position: Json) -> None:
    """Write a position, as `reveal` gives it, into a record whose options are set."""
    try:
        _place(state, position)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise BadInput(f"this is not a position of Hanabi: {type(error).__name__} {error}") from None


def _place(state: State, position: Json) -> None:
    plainly(clear_table)(state)
    state.tokens = _number(position, "tokens", 0, ALL_TOKENS)
    state.errors = _number(position, "errors", 0, ALL_ERRORS)
    for name, values in position["fireworks"].items():
        _place_firework(state, name, values)
    for name in position["discards"]:
        state.discarded[kind_of(name)] += 1
    _place_hands(state, position["hands"])
    deck = [kind_of(name) for name in position["deck"]]
    _check_cards(state, [*_cards_on_table(state), *deck], "position")
    state.drawn = state.deck_size - len(deck)
    state.deck[:] = NO_CARD
    state.deck[state.drawn : state.deck_size] = deck
    _set_tiles(state, position.get("tiles", []), len(position.get("tiles", [])))
    _place_history(state, position)
    _place_moment(state, position)


def _number(position: Json, key: str, least: int, most: int) -> int:
    value = position[key]
    if not isinstance(value, int) or not least <= value <= most:
        raise BadInput(f"{key} is {value!r}; it is a number from {least} to {most}")
    return value


def _place_firework(state: State, name: str, values: list[int]) -> None:
    suits = list(_fireworks(state))
    if name not in suits:
        raise BadInput(f"fireworks: {name!r} is not in this game; there are {listing(suits)}")
    suit = SUIT_NAMES.index(name)
    state.firework[suit] = len(values)
    if len(values) > VALUES or _firework(state, suit) != list(values):
        raise BadInput(f"fireworks: {name} can't be built as {values}")


def _place_hands(state: State, hands: list[list[Json]]) -> None:
    if len(hands) != state.seats:
        raise BadInput(f"hands: {len(hands)} given for {state.seats} players")
    for seat, cards in enumerate(hands):
        most = plainly(hand_size)(state)
        if len(cards) > most:
            raise BadInput(f"hands: seat {seat + 1} has {len(cards)} cards; at most {most} are allowed")
        state.held[seat] = len(cards)
        for place, card in enumerate(cards):
            state.hand[seat, place] = kind_of(card["card"])
            state.mark[seat, place] = _mark(card, seat, place)


def _mark(card: Json, seat: int, place: int) -> int:
    """What was told of a card, checked against the card itself."""
    told, passed = (sum(1 << HINT_NAMES.index(name) for name in set(card.get(key, ()))) for key in ("told", "not"))
    fitting = int(FITTING[kind_of(card["card"])])
    if told & ~fitting or passed & fitting:
        raise BadInput(f"hands: what was told of card {place + 1} of seat {seat + 1} is not true of {card['card']}")
    return told | passed << NOT_TOLD | (FRESH if card.get("drawn_since_return") else 0)


def _cards_on_table(state: State) -> list[int]:
    """The cards in fireworks, discards and hands."""
    built = [
        SUIT_NAMES.index(name) * VALUES + value - 1 for name, values in _fireworks(state).items() for value in values
    ]
    discarded = [kind for kind in range(KINDS) for _ in range(state.discarded[kind])]
    held = [int(state.hand[seat, p]) for seat in range(state.seats) for p in range(state.held[seat])]
    return built + discarded + held


def _place_moment(state: State, position: Json) -> None:
    """Whose decision it is, or why the game is over."""
    end = position.get("end")
    if (end or "") not in END_NAMES:
        raise BadInput(f"end is {end!r}; it is {listing(END_NAMES[1:])}, or null")
    state.end = END_NAMES.index(end or "")
    state.turns_left = _number(position, "turns_left", 0, int(state.seats)) if position.get("turns_left") else 0
    if state.end != RUNNING:
        state.to_act = state.last_seat
        return
    if state.errors == ALL_ERRORS or plainly(all_complete)(state):
        raise BadInput("end is null, but with three errors or every firework complete the game is over")
    if position["phase"] not in PHASE_NAMES:
        raise BadInput(f"phase is {position['phase']!r}; it is {listing(PHASE_NAMES)}")
    state.phase = PHASE_NAMES.index(position["phase"])
    state.to_act = _number(position, "to_act", 1, int(state.seats)) - 1
    if state.drawn == state.deck_size and not state.final_bouquet and state.turns_left == 0:
        raise BadInput("turns_left: the deck is empty, so the last round has begun and its turns must be given")
    if state.phase != TURN and not state.flares:
        raise BadInput(f"phase is {position['phase']!r}, but this game has no bonus tiles")
    if plainly(legal_set)(state) == 0:
        raise BadInput(f"phase is {position['phase']!r}, but nothing can be done in it")


def _place_history(state: State, position: Json) -> None:
    """What happened before, as far as it still matters."""
    last = position.get("last")
    if last:
        action = read_action(last["action"])
        if isinstance(action, Refusal):
            raise BadInput(f"last: {action}")
        state.last_action = action
        state.last_seat = _number(last, "seat", 1, int(state.seats)) - 1
        state.last_card = kind_of(last["card"]) if last["card"] else NO_CARD
    returned = position.get("returned")
    state.returned = kind_of(returned) if returned else NO_CARD
    state.returned_out = position.get("returned_out", 0)
