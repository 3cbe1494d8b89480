"""What happened in a game of Hanabi: a decision, and what followed from it by itself."""

from __future__ import annotations

from lantern.games.hanabi import board, ends, phases
from lantern.games.hanabi.actions import DECLINE, DISCARD, HINT, PASS, REKINDLE_CARD, RETURN_CARD
from lantern.games.hanabi.scoring import team_score
from lantern.games.hanabi.state import State
from lantern.kernel.contract import Event
from lantern.kernel.rule import plainly

score_of = plainly(team_score)


def story(before: State, action: int, after: State) -> list[Event]:
    """What a decision did, and what followed from it by itself: a firework complete, a bonus tile, a card drawn."""
    events = [_deed(before, action, after)]
    events += [
        Event("completed", {"suit": board.SUIT_NAMES[suit]})
        for suit in range(len(board.SUIT_NAMES))
        if before.firework[suit] < after.firework[suit] == board.VALUES
    ]
    events += _tile_events(before, after)
    events += _draw_events(before, action, after)
    if after.end != ends.RUNNING:
        events.append(Event("ended", {"reason": ends.NAMES[after.end], "score": int(score_of(after))}))
    return events


def _tile_events(before: State, after: State) -> list[Event]:
    """A bonus tile turned up and what it does; without tiles a complete firework returns a token (HANABI-2.3, 7)."""
    turned = [
        board.TILE_NAMES[before.tile[place]]
        for place in range(board.TILES - before.tiles_left, board.TILES - after.tiles_left)
    ]
    effects = []
    if after.tokens > before.tokens and after.firework[:].tolist() != before.firework[:].tolist():
        effects.append(Event("token", {"tokens": int(after.tokens)}))
    if after.errors < before.errors:
        effects.append(Event("repaired", {"errors": int(after.errors)}))
    if turned and not effects and after.phase == phases.TURN:
        effects.append(Event("tile_lost", {"tile": turned[0]}))
    return [Event("tile", {"tile": tile}) for tile in turned] + effects


def _draw_events(before: State, action: int, after: State) -> list[Event]:
    """The card drawn, which all but its owner see, and the last round that begins with it (HANABI-2.2, 3.3)."""
    returned = RETURN_CARD <= action < REKINDLE_CARD
    if after.drawn + returned == before.drawn:
        return []
    seat, others = before.to_act, [other + 1 for other in range(after.seats) if other != before.to_act]
    card = board.KIND_NAMES[after.hand[seat, after.held[seat] - 1]]
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
        return Event("rekindled", {"seat": seat, "card": board.KIND_NAMES[action - REKINDLE_CARD]})
    if action >= RETURN_CARD:
        return Event("returned", {"seat": seat, "card": board.KIND_NAMES[action - RETURN_CARD]})
    arguments = {"seat": seat, "position": action % DISCARD + 1, "card": board.KIND_NAMES[after.last_card]}
    if action >= DISCARD:
        return Event("discarded", arguments)
    if after.errors > before.errors:
        return Event("failed", arguments | {"errors": int(after.errors)})
    return Event("played", arguments)


def _hint_event(before: State, action: int, seat: int) -> Event:
    """A hint with the positions it touched."""
    to, hint = divmod(action - HINT, board.HINTS)
    touched = [p + 1 for p in range(before.held[to]) if board.FITTING[before.hand[to, p]] >> hint & 1]
    arguments = {"seat": seat, "to": to + 1, "hint": board.HINT_NAMES[hint], "positions": touched}
    return Event("hinted" if touched else "hinted_none", arguments)
