"""HAN in words: refusals, events, and the things on the table that an action involves."""

from __future__ import annotations

from lantern.games.han import legality, shapes
from lantern.games.han.actions import (
    DISCARD,
    DRAW_CARD,
    EMISSARY,
    END_TURN,
    MARKER,
    TAKE,
    cards_of,
    space_and_way,
)
from lantern.games.han.board import COLOUR_NAMES, COLOURS, FORTIFICATIONS, MOST_CARDS, Board
from lantern.games.han.state import RUNNING, State
from lantern.games.han.view import breakdown, complete_provinces, outcome
from lantern.kernel.contract import Event, Json
from lantern.kernel.errors import Refusal

REFUSALS = {
    legality.NO_SUCH_ACTION: Refusal("HAN-2", "no_such_action", "There is no such action."),
    legality.GAME_OVER: Refusal("HAN-9", "game_over", "The game is over."),
    legality.NO_SUCH_SPACE: Refusal("HAN-4.1", "no_such_space", "The map has no such space."),
    legality.DRAW_FIRST: Refusal("HAN-8.1", "draw_first", "Your hand is refilled now: take or draw a card."),
    legality.NOT_DRAWING: Refusal("HAN-8.1", "not_drawing", "Cards are drawn after placing or discarding."),
    legality.ONE_OR_THE_OTHER: Refusal(
        "HAN-2.1", "one_or_the_other", "A turn is for placing pieces or for discarding a card, not for both."
    ),
    legality.NOTHING_PLACED: Refusal(
        "HAN-2.2", "nothing_placed", "There is no passing: place a piece or discard a card."
    ),
    legality.TWO_PIECES_PLACED: Refusal("HAN-3.1", "two_pieces_placed", "Two pieces have been placed: end your turn."),
    legality.OTHER_PROVINCE: Refusal(
        "HAN-3.1", "other_province", "All pieces of a turn go into one province, and this turn's is another."
    ),
    legality.WAS_EMPTY: Refusal(
        "HAN-3.2", "was_empty", "The province had no piece when the turn began: it takes only one this turn."
    ),
    legality.SPACE_TAKEN: Refusal("HAN-4.1", "space_taken", "That space is taken."),
    legality.NO_FREE_SPACE: Refusal("HAN-4.1", "no_free_space", "All house spaces of that province are taken."),
    legality.NO_HOUSE_LEFT: Refusal("HAN-3.5", "no_house_left", "You have no house left in your supply."),
    legality.NO_EMISSARY_LEFT: Refusal("HAN-3.5", "no_emissary_left", "You have no emissary left in your supply."),
    legality.NO_HOUSES_THERE: Refusal("HAN-5.2", "no_houses_there", "No emissary goes to a province without houses."),
    legality.CAP_REACHED: Refusal(
        "HAN-5.2",
        "cap_reached",
        "There are as many emissaries as the most houses of one player there: no more may come.",
    ),
    legality.CARDS_NOT_HELD: Refusal("HAN-3.3", "cards_not_held", "You don't hold these cards."),
    legality.NO_VARIANT: Refusal("HAN-1.5", "no_variant", "This game is played without that variant."),
    legality.NO_MARKER_LEFT: Refusal("HAN-10.1", "no_marker_left", "You have no marker left."),
    legality.MARKER_NOT_ALONE: Refusal(
        "HAN-10.2",
        "marker_not_alone",
        "A marker and what stands on it are two pieces: nothing else fits into the turn.",
    ),
    legality.MARKER_INTO_EMPTY: Refusal(
        "HAN-10.2",
        "marker_into_empty",
        "A marker and what stands on it are two pieces, too many for a province that was empty when the turn began.",
    ),
    legality.NO_HOUSE_FOR_MARKER: Refusal(
        "HAN-10.1", "no_house_for_marker", "A fortification needs a house on top, and you have none left."
    ),
    legality.NO_EMISSARY_FOR_MARKER: Refusal(
        "HAN-11.1", "no_emissary_for_marker", "A market place needs an emissary on top, and you have none left."
    ),
    legality.NOT_ON_DISPLAY: Refusal("HAN-8.1", "not_on_display", "No card of that colour lies open."),
}

MARKET_CLAUSE = "HAN-11.1"
MARKET_REFUSALS = REFUSALS | {
    code: Refusal(MARKET_CLAUSE, REFUSALS[code].key, REFUSALS[code].message)
    for code in (legality.NO_MARKER_LEFT, legality.MARKER_NOT_ALONE, legality.MARKER_INTO_EMPTY)
}
"""The same on a map for market places, where markers follow a clause of their own."""

SENTENCES = {
    "house": "Seat {seat} builds a house on {space} in {places}, for {cards}.",
    "fortification": "Seat {seat} builds a house on a fortification on {space} in {places}, for {cards}.",
    "market_place": "Seat {seat} opens a market place on {space} in {places} with an emissary, for {cards}.",
    "emissary": "Seat {seat} sends an emissary to {places}, for {cards}.",
    "discarded": "Seat {seat} discards {card}.",
    "turn_ended": "Seat {seat} places no more.",
    "took": "Seat {seat} takes {card} from the display.",
    "drew_blind": "Seat {seat} draws from the deck.",
    "drew": "It is {card}.",
    "reshuffled": "The deck is used up: the discards become a new one of {cards}.",
    "ran_out": "The deck is used up for the second time: nobody draws any more.",
    "laid_open": "New on the display: {cards}.",
    "last_turn": "The last round ends with seat {seat}.",
    "left_market": "Seat {seat}'s emissary goes from the market place on {space} to the dragon space of {places}.",
    "scored_province": "{name} is complete: seat {seat} gets {points} for {houses} (place {place}){doubled}.",
    "province": "{name}: seat {seat} gets {points} for {houses} (place {place}){doubled}.",
    "alliance": "Alliance {of} of {name}: seat {seat} gets {points}.",
    "row": "A row of {houses}: seat {seat} gets {points}{doubled}.",
    "ports": "Ports: seat {seat} gets {points} for {houses} (place {place}){doubled}.",
    "won": "The game is over ({reason}): seat {winners} wins with {points}.",
    "shared": "The game is over ({reason}): seats {winners} share the win with {points}.",
}
COUNTED = {"points": "point", "houses": "house"}
"""Arguments that are amounts, with the word for one."""


def story(board: Board, before: State, action: int, after: State) -> list[Event]:
    """What a decision did: the deed, the provinces it completed, the cards that came to light, and the end."""
    events = _deed(board, before, action, after)
    scored = board.province_ids(complete_provinces(after) & ~complete_provinces(before))
    items = breakdown(board, after) if scored or after.end != RUNNING else []
    events += [_scored(board, item) for item in items if item["when"] == "scored" and item["of"] in scored]
    events += _deck_events(before, action, after)
    if after.end != RUNNING:
        events += _markets_left(board, after)
        events += [_scored(board, item) for item in items if item["when"] == "final"]
        events.append(_ended(after))
    return events


def _card_names(cards: tuple[int, ...]) -> list[str]:
    return [COLOUR_NAMES[colour] for colour in cards]


def _deed(board: Board, before: State, action: int, after: State) -> list[Event]:
    """The decision itself; which card was drawn blind only the drawer learns."""
    seat = before.to_act + 1
    if action == END_TURN:
        return [Event("turn_ended", {"seat": seat})]
    if action == DRAW_CARD:
        card = COLOUR_NAMES[before.deck[MOST_CARDS - before.deck_left]]
        return [Event("drew_blind", {"seat": seat}), Event("drew", {"seat": seat, "card": card}, known_to=(seat,))]
    if action >= TAKE:
        return [Event("took", {"seat": seat, "card": COLOUR_NAMES[action - TAKE]})]
    if action >= DISCARD:
        return [Event("discarded", {"seat": seat, "card": COLOUR_NAMES[action - DISCARD]})]
    cards = _card_names(cards_of(board, action))
    if action >= EMISSARY:
        province = board.provinces[(action - EMISSARY) // COLOURS]
        return [
            Event("emissary", {"seat": seat, "provinces": [province.id], "places": [province.name], "cards": cards})
        ]
    return [Event(_piece(board, action), {"seat": seat} | _site(board, space_and_way(action)[0]) | {"cards": cards})]


def _site(board: Board, number: int) -> Json:
    """A space with its provinces."""
    space = board.spaces[number]
    owners = [board.provinces[province] for province in space.provinces]
    return {
        "space": space.id,
        "provinces": [province.id for province in owners],
        "places": [province.name for province in owners],
    }


def _piece(board: Board, action: int) -> str:
    if action < MARKER:
        return "house"
    return "fortification" if board.variant == FORTIFICATIONS else "market_place"


def _scored(board: Board, item: shapes.Item) -> Event:
    """Points as an event."""
    ids = item["provinces"] if item["kind"] == "alliance" else [item["of"]]
    names = [board.provinces[board.number_of_province[id_]].name for id_ in ids if id_ in board.number_of_province]
    key = "scored_province" if item["when"] == "scored" else item["kind"]
    return Event(key, item | {"name": " and ".join(names)})


def _deck_events(before: State, action: int, after: State) -> list[Event]:
    """The deck running out, and the cards newly laid open."""
    events = []
    if before.exhausted == 0 < after.exhausted:
        events.append(Event("reshuffled", {"cards": _reshuffled(before)}))
    laid_open = _laid_open(before, action, after)
    if laid_open:
        events.append(Event("laid_open", {"cards": laid_open}))
    if before.exhausted < 2 == after.exhausted:
        events.append(Event("ran_out", {}))
        if after.end == RUNNING:
            last = after.emperor if after.emperor > 0 else after.seats
            events.append(Event("last_turn", {"seat": last}))
    return events


def _reshuffled(before: State) -> int:
    """How many cards the new deck has: the discards."""
    return sum(before.discard[colour] for colour in range(COLOURS))


def _laid_open(before: State, action: int, after: State) -> list[str]:
    """The cards that came from the deck to the display."""
    cards: list[str] = []
    for colour in range(COLOURS):
        taken = 1 if action == TAKE + colour else 0
        cards += [COLOUR_NAMES[colour]] * (after.display[colour] - before.display[colour] + taken)
    return cards


def _markets_left(board: Board, after: State) -> list[Event]:
    """The emissaries that leave the market places for the dragon spaces, before the final scoring (HAN-11.3)."""
    return [
        Event("left_market", {"seat": seat + 1} | _site(board, space))
        for seat in range(after.seats)
        for space in board.spaces
        if after.market[seat] >> space & 1
    ]


def _ended(after: State) -> Event:
    ended = outcome(after)
    arguments = {"reason": ended["reason"], "winners": ended["winners"], "points": max(ended["scores"])}
    return Event("shared" if len(ended["winners"]) > 1 else "won", arguments)


def tell(event: Event) -> str:
    """An English sentence."""
    return SENTENCES[event.key].format(**{key: _spoken(key, value) for key, value in event.arguments.items()})


def _spoken(key: str, value: object) -> object:
    """An argument as people say it."""
    if key == "cards" and isinstance(value, int):
        return _amount(value, "card")
    if key in COUNTED and isinstance(value, int):
        return _amount(value, COUNTED[key])
    if key == "doubled":
        return ", doubled by the fortification" if value else ""
    if isinstance(value, list):
        return " and ".join(map(str, value)) if key in ("places", "winners") else ", ".join(map(str, value))
    return value


def _amount(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def touch(board: Board, state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: the piece, the place, and the cards that pay."""
    if action >= DRAW_CARD:
        return ("deck",) if action == DRAW_CARD else ("end",)
    if action >= TAKE:
        return (f"display:{COLOUR_NAMES[action - TAKE]}",)
    if action >= DISCARD:
        return ("discard", f"hand:{COLOUR_NAMES[action - DISCARD]}")
    cards = tuple(f"hand:{name}" for name in _card_names(cards_of(board, action)))
    if action >= EMISSARY:
        return ("emissary", f"dragon:{board.provinces[(action - EMISSARY) // COLOURS].id}", *cards)
    space = board.spaces.get(space_and_way(action)[0])
    return (_piece(board, action), f"space:{space.id if space else None}", *cards)
