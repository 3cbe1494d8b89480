"""Hanabi in words: refusals, events, and the things on the table that an action involves."""

from __future__ import annotations

from lantern.games.hanabi import legality
from lantern.games.hanabi.actions import DECLINE, DISCARD, HINT, PASS, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.board import (
    FITTING,
    HINT_NAMES,
    HINTS,
    KIND_NAMES,
    SUIT_NAMES,
    TILE_NAMES,
    TILES,
    VALUES,
)
from lantern.games.hanabi.scoring import team_score
from lantern.games.hanabi.state import END_NAMES, RUNNING, TURN, State
from lantern.kernel.contract import Event
from lantern.kernel.errors import Refusal
from lantern.kernel.rule import plainly

score_of = plainly(team_score)

REFUSALS = {
    legality.NO_SUCH_ACTION: Refusal("HANABI-2", "no_such_action", "There is no such action."),
    legality.GAME_OVER: Refusal("HANABI-3", "game_over", "The game is over."),
    legality.NO_CARD_THERE: Refusal("HANABI-1.3", "no_card_there", "Your hand has no card at that position."),
    legality.ALL_TOKENS_THERE: Refusal(
        "HANABI-2.2", "all_tokens_there", "Nothing can be discarded while all 8 hint tokens are there."
    ),
    legality.NO_TOKEN_LEFT: Refusal("HANABI-2.1", "no_token_left", "A hint spends a token, and none is left."),
    legality.OWN_HAND: Refusal("HANABI-2.1", "own_hand", "A hint goes to another player, not to yourself."),
    legality.NO_SUCH_SEAT: Refusal("HANABI-1.1", "no_such_seat", "Nobody sits there."),
    legality.EMPTY_HAND: Refusal("HANABI-2.1", "empty_hand", "That player has no cards to be told of."),
    legality.TOUCHES_NOTHING: Refusal(
        "HANABI-2.1", "touches_nothing", "That hint fits no card, and this table plays without empty hints."
    ),
    legality.NO_PASSING: Refusal("HANABI-2", "no_passing", "There is no passing while anything can be done."),
    legality.TILE_FIRST: Refusal("HANABI-7.3", "tile_first", "The bonus tile turned up asks for its own choice first."),
    legality.ONLY_COLOURS: Refusal("HANABI-7.2c", "only_colours", "This bonus tile gives a hint about a colour."),
    legality.ONLY_VALUES: Refusal("HANABI-7.2d", "only_values", "This bonus tile gives a hint about a value."),
    legality.NO_TILE: Refusal("HANABI-7.2", "no_tile", "Discards can be taken only when a bonus tile says so."),
    legality.NOT_DISCARDED: Refusal("HANABI-7.2", "not_discarded", "No such card lies among the discards."),
    legality.DOES_NOT_FIT: Refusal("HANABI-7.2f", "does_not_fit", "That card is not the next of its firework."),
    legality.DECK_EMPTY: Refusal("HANABI-7.2e", "deck_empty", "With the deck empty no card returns to it."),
    legality.VALUE_OR_NOTHING: Refusal(
        "HANABI-7.2e", "value_or_nothing", "With the deck empty this tile gives a hint about a value, or nothing."
    ),
    legality.NOTHING_TO_DECLINE: Refusal("HANABI-7.3", "nothing_to_decline", "There is nothing that may be declined."),
}

SENTENCES = {
    "played": "Seat {seat} plays {card}.",
    "failed": "Seat {seat} plays {card}, which does not fit: error {errors} of 3.",
    "discarded": "Seat {seat} discards {card}.",
    "hinted": "Seat {seat} tells seat {to}: {hint} at {positions}.",
    "hinted_none": "Seat {seat} tells seat {to}: no {hint}.",
    "passed": "Seat {seat} can do nothing and passes.",
    "declined": "Seat {seat} gives no free hint.",
    "returned": "Seat {seat} shuffles {card} back into the deck.",
    "rekindled": "Seat {seat} plays {card} from the discards.",
    "completed": "The {suit} firework is complete!",
    "tile": "A bonus tile is turned up: {tile}.",
    "tile_lost": "The tile {tile} has no effect.",
    "token": "A hint token returns: {tokens} are there.",
    "repaired": "An error is made good: {errors} of 3 are left.",
    "drew": "Seat {seat} draws a card.",
    "saw": "It is {card}.",
    "last_card": "The last card is drawn: {turns} more turns.",
    "ended": "The game is over ({reason}): {score} points.",
}


def story(before: State, action: int, after: State) -> list[Event]:
    """What a decision did, and what followed from it by itself: a firework complete, a bonus tile, a card drawn."""
    events = [_deed(before, action, after)]
    events += [
        Event("completed", {"suit": SUIT_NAMES[suit]})
        for suit in range(len(SUIT_NAMES))
        if before.firework[suit] < after.firework[suit] == VALUES
    ]
    events += _tile_events(before, after)
    events += _draw_events(before, action, after)
    if after.end != RUNNING:
        events.append(Event("ended", {"reason": END_NAMES[after.end], "score": int(score_of(after))}))
    return events


def _tile_events(before: State, after: State) -> list[Event]:
    """A bonus tile turned up and what it does; without tiles a complete firework returns a token (HANABI-2.3, 7)."""
    turned = [TILE_NAMES[before.tile[place]] for place in range(TILES - before.tiles_left, TILES - after.tiles_left)]
    effects = []
    if after.tokens > before.tokens and after.firework[:].tolist() != before.firework[:].tolist():
        effects.append(Event("token", {"tokens": int(after.tokens)}))
    if after.errors < before.errors:
        effects.append(Event("repaired", {"errors": int(after.errors)}))
    if turned and not effects and after.phase == TURN:
        effects.append(Event("tile_lost", {"tile": turned[0]}))
    return [Event("tile", {"tile": tile}) for tile in turned] + effects


def _draw_events(before: State, action: int, after: State) -> list[Event]:
    """The card drawn, which all but its owner see, and the last round that begins with it (HANABI-2.2, 3.3)."""
    returned = RETURN_CARD <= action < REKINDLE_CARD
    if after.drawn + returned == before.drawn:
        return []
    seat, others = before.to_act, [other + 1 for other in range(after.seats) if other != before.to_act]
    card = KIND_NAMES[after.hand[seat, after.held[seat] - 1]]
    events = [
        Event("drew", {"seat": int(seat) + 1}),
        Event("saw", {"seat": int(seat) + 1, "card": card}, known_to=tuple(others)),
    ]
    if after.turns_left > before.turns_left:
        events.append(Event("last_card", {"turns": int(after.turns_left)}))
    return events


def _deed(before: State, action: int, after: State) -> Event:
    """The decision itself."""
    seat = int(before.to_act) + 1
    if HINT <= action < PASS:
        return _hint_event(before, action, seat)
    if action == PASS:
        return Event("passed", {"seat": seat})
    if action == DECLINE:
        return Event("declined", {"seat": seat})
    if action >= REKINDLE_CARD:
        return Event("rekindled", {"seat": seat, "card": KIND_NAMES[action - REKINDLE_CARD]})
    if action >= RETURN_CARD:
        return Event("returned", {"seat": seat, "card": KIND_NAMES[action - RETURN_CARD]})
    arguments = {"seat": seat, "position": action % DISCARD + 1, "card": KIND_NAMES[after.last_card]}
    if action >= DISCARD:
        return Event("discarded", arguments)
    if after.errors > before.errors:
        return Event("failed", arguments | {"errors": int(after.errors)})
    return Event("played", arguments)


def _hint_event(before: State, action: int, seat: int) -> Event:
    """A hint with the positions it touched."""
    to, hint = divmod(action - HINT, HINTS)
    touched = [p + 1 for p in range(before.held[to]) if FITTING[before.hand[to, p]] >> hint & 1]
    arguments = {"seat": seat, "to": to + 1, "hint": HINT_NAMES[hint], "positions": touched}
    return Event("hinted" if touched else "hinted_none", arguments)


def tell(event: Event) -> str:
    """An English sentence."""
    arguments = dict(event.arguments)
    if "positions" in arguments:
        arguments["positions"] = ", ".join(str(position) for position in arguments["positions"])
    return SENTENCES[event.key].format(**arguments)


def touch(state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: cards, seats, hints, kinds among the discards, and the deed itself."""
    seat = int(state.to_act) + 1
    if action < HINT:
        return (f"card:{seat}.{action % DISCARD + 1}", "play" if action < DISCARD else "discard")
    if action < PASS:
        to, hint = divmod(action - HINT, HINTS)
        return (f"seat:{to + 1}", f"hint:{HINT_NAMES[hint]}")
    if action >= REKINDLE_CARD:
        return (f"discard:{KIND_NAMES[action - REKINDLE_CARD]}", "rekindle")
    if action >= RETURN_CARD:
        return (f"discard:{KIND_NAMES[action - RETURN_CARD]}", "return")
    return ("pass" if action == PASS else "decline",)
