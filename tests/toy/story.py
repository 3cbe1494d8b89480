"""What happened, for the log."""

from __future__ import annotations

from lantern.kernel.contract import Event
from tests.toy.actions import DRAW, END_TURN
from tests.toy.board import CARDS
from tests.toy.state import State
from tests.toy.view import hands_of, result


def story(before: State, action: int, after: State) -> list[Event]:
    """What a decision did; which card was drawn only its owner learns."""
    events = [_deed(before, action, after)]
    if action == DRAW:
        seat = before.to_act + 1
        events.append(Event("saw", {"seat": seat, "card": before.deck[before.drawn] + 1}, known_to=(seat,)))
    ended = result(after)
    if ended["reason"]:
        events += [Event("shown", {"seat": seat, "cards": hand}) for seat, hand in enumerate(hands_of(after), 1)]
        events.append(Event("over", {"reason": ended["reason"], "scores": ended["scores"]}))
    return events


def _deed(before: State, action: int, after: State) -> Event:
    """The decision itself."""
    seat = before.to_act + 1
    if action == DRAW:
        return Event("drew", {"seat": seat, "left": CARDS - after.drawn})
    if action == END_TURN:
        return Event("turn_ended", {"seat": seat})
    return Event("placed", {"seat": seat, "square": action + 1})
