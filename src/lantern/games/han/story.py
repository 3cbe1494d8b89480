"""What happened in a game of HAN: a decision, and what followed from it by itself."""

from __future__ import annotations

from lantern.games.han import actions, ends, shapes
from lantern.games.han.board import COLOUR_NAMES, COLOURS, MOST_CARDS, Board
from lantern.games.han.state import State
from lantern.games.han.view import breakdown, complete_provinces, outcome
from lantern.kernel.contract import Event, Json


def story(board: Board, before: State, action: int, after: State) -> list[Event]:
    """What a decision did: the deed, the provinces it completed, the cards that came to light, and the end."""
    events = _deed(board, before, action, after)
    scored = board.province_ids(complete_provinces(after) & ~complete_provinces(before))
    items = breakdown(board, after) if scored or after.end != ends.RUNNING else []
    events += [_scored(board, item) for item in items if item["when"] == "scored" and item["of"] in scored]
    events += _deck_events(before, action, after)
    if after.end != ends.RUNNING:
        events += _markets_left(board, after)
        events += [_scored(board, item) for item in items if item["when"] == "final"]
        events.append(_ended(after))
    return events


def _deed(board: Board, before: State, action: int, after: State) -> list[Event]:
    """The decision itself; which card was drawn blind only the drawer learns."""
    seat = before.to_act + 1
    if action == actions.END_TURN:
        return [Event("turn_ended", {"seat": seat})]
    if action == actions.DRAW_CARD:
        card = COLOUR_NAMES[before.deck[MOST_CARDS - before.deck_left]]
        return [Event("drew_blind", {"seat": seat}), Event("drew", {"seat": seat, "card": card}, known_to=(seat,))]
    if action >= actions.TAKE:
        return [Event("took", {"seat": seat, "card": COLOUR_NAMES[action - actions.TAKE]})]
    if action >= actions.DISCARD:
        return [Event("discarded", {"seat": seat, "card": COLOUR_NAMES[action - actions.DISCARD]})]
    cards = actions.card_names(actions.cards_of(board, action))
    if action >= actions.EMISSARY:
        province = board.provinces[(action - actions.EMISSARY) // COLOURS]
        return [
            Event("emissary", {"seat": seat, "provinces": [province.id], "places": [province.name], "cards": cards})
        ]
    return [
        Event(
            actions.piece_of(board, action),
            {"seat": seat} | _site(board, actions.space_and_way(action)[0]) | {"cards": cards},
        )
    ]


def _site(board: Board, number: int) -> Json:
    """A space with its provinces."""
    space = board.spaces[number]
    owners = [board.provinces[province] for province in space.provinces]
    return {
        "space": space.id,
        "provinces": [province.id for province in owners],
        "places": [province.name for province in owners],
    }


def _scored(board: Board, item: shapes.Item) -> Event:
    """Points as an event."""
    ids = item["provinces"] if item["kind"] == "alliance" else [item["of"]]
    names = [board.provinces[board.number_of_province[id_]].name for id_ in ids if id_ in board.number_of_province]
    key = "scored_province" if item["when"] == "scored" else item["kind"]
    return Event(key, item | {"places": names})


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
        if after.end == ends.RUNNING:
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
        taken = 1 if action == actions.TAKE + colour else 0
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
