"""The game in words: refusals, events, and the things on the table that an action involves."""

from __future__ import annotations

from lantern.kernel.contract import Event
from lantern.kernel.errors import Refusal
from tests.toy import legality
from tests.toy.actions import DRAW, END_TURN
from tests.toy.board import CARDS
from tests.toy.state import State
from tests.toy.view import hands_of, result

REFUSALS = {
    legality.NO_SUCH_ACTION: Refusal("TOY-2", "no_such_action", "There is no such action."),
    legality.GAME_OVER: Refusal("TOY-3.1", "game_over", "The game is over."),
    legality.SQUARE_TAKEN: Refusal("TOY-2.1", "square_taken", "A stone already lies on that square."),
    legality.NO_MORE_STONES: Refusal("TOY-2.1", "no_more_stones", "Two stones a turn are the most."),
    legality.SIDE_BY_SIDE: Refusal(
        "TOY-2.1", "side_by_side", "At this table two stones of one turn may not lie side by side."
    ),
    legality.HAS_DRAWN: Refusal("TOY-2.2", "has_drawn", "You have drawn a card this turn."),
    legality.HAND_FULL: Refusal("TOY-2.2", "hand_full", "Your hand holds four cards, which is the most."),
    legality.STONE_FIRST: Refusal("TOY-2.3", "stone_first", "Place a stone before you end the turn."),
}

SENTENCES = {
    "placed": "Seat {seat} places a stone on square {square}.",
    "drew": "Seat {seat} draws a card; {left} left.",
    "saw": "Seat {seat} drew card {card}.",
    "turn_ended": "Seat {seat} ends the turn.",
    "shown": "Hands are shown: {hands}.",
    "over": "The game is over ({reason}): {scores}.",
}


def story(before: State, action: int, after: State) -> list[Event]:
    """What a decision did; which card was drawn only its owner learns."""
    events = [_deed(before, action, after)]
    if action == DRAW:
        seat = before.to_act + 1
        events.append(Event("saw", {"seat": seat, "card": before.deck[before.drawn] + 1}, known_to=(seat,)))
    ended = result(after)
    if ended["reason"]:
        events.append(Event("shown", {"hands": hands_of(after)}))
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


def tell(event: Event) -> str:
    """An English sentence."""
    arguments = dict(event.arguments)
    if "scores" in arguments:
        arguments["scores"] = " to ".join(str(score) for score in arguments["scores"])
    if "hands" in arguments:
        arguments["hands"] = " against ".join(" and ".join(map(str, hand)) for hand in arguments["hands"])
    return SENTENCES[event.key].format(**arguments)


def touch(state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: a square, the deck, or the end of the turn."""
    if action == DRAW:
        return ("deck",)
    return ("end_turn",) if action == END_TURN else (f"square:{action + 1}",)
