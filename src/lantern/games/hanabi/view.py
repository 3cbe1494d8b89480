"""A game of Hanabi as people are shown it: the cards in play, a view, everything, breakdown and result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from lantern.games.hanabi import board as hanabi_board
from lantern.games.hanabi import ends, phases, shapes
from lantern.games.hanabi.actions import write_action
from lantern.games.hanabi.board import Suit, Tile
from lantern.games.hanabi.knowledge import kinds_in_play, list_kinds
from lantern.games.hanabi.scoring import is_lost, maximum, rating, team_score
from lantern.games.hanabi.state import FRESH, NOT_TOLD, State
from lantern.kernel.contract import Event
from lantern.kernel.record import alone
from lantern.kernel.rule import plainly

Name = TypeVar("Name", bound=str)


def board(options: Mapping[str, Any]) -> shapes.Board:
    """The cards in play, for who draws a table: how many there are of each value, suit by suit."""
    ordinary = int(options["black_values"] == "ordinary")
    absent = {
        hanabi_board.SUIT_NAMES[hanabi_board.MULTICOLOUR]: not options["multicolour"],
        hanabi_board.SUIT_NAMES[hanabi_board.BLACK]: not options["black_powder"],
    }
    return {
        "suits": [
            {
                "name": suit["name"],
                "letter": suit["letter"],
                "direction": suit["direction"],
                "hinted_by": [*suit["hinted_by"]],
                "copies": hanabi_board.COPIES[
                    ordinary, number * hanabi_board.VALUES : (number + 1) * hanabi_board.VALUES
                ].tolist(),
            }
            for number, suit in enumerate(hanabi_board.DATA["suits"])
            if not absent.get(suit["name"])
        ],
        "values": list(range(1, hanabi_board.VALUES + 1)),
        "hints": list(hanabi_board.HINT_NAMES),
        "tokens": hanabi_board.ALL_TOKENS,
        "errors": hanabi_board.ALL_ERRORS,
        "tiles": list(hanabi_board.TILE_NAMES) if options["flares"] else [],
    }


@lru_cache(4096)
def _names_in(names: tuple[Name, ...], bits: int) -> tuple[Name, ...]:
    """The names of the things in a set."""
    return tuple(name for number, name in enumerate(names) if bits >> number & 1)


def firework_values(state: State, suit: int) -> list[int]:
    """The values built, in the order played."""
    values = range(hanabi_board.VALUES, 0, -1) if suit == hanabi_board.BLACK else range(1, hanabi_board.VALUES + 1)
    return list(values)[: state.firework[suit]]


def fireworks_of(state: State) -> dict[Suit, list[int]]:
    """Every firework in play with its values."""
    present = plainly(kinds_in_play)(state)
    return {
        name: firework_values(state, suit)
        for suit, name in enumerate(hanabi_board.SUIT_NAMES)
        if present >> suit * hanabi_board.VALUES & 1
    }


def _discards(state: State) -> list[str]:
    return [hanabi_board.KIND_NAMES[kind] for kind in range(hanabi_board.KINDS) for _ in range(state.discarded[kind])]


def _card(state: State, seat: int, position: int) -> shapes.Marked:
    """A card in a hand and what its owner was told of it; the card is None where it is concealed."""
    kind, mark = int(state.hand[seat, position]), int(state.mark[seat, position])
    return {
        "card": hanabi_board.KIND_NAMES[kind] if kind >= 0 else None,
        "told": [*_names_in(hanabi_board.HINT_NAMES, mark & hanabi_board.ALL_HINTS)],
        "not": [*_names_in(hanabi_board.HINT_NAMES, mark >> NOT_TOLD & hanabi_board.ALL_HINTS)],
    }


def _table(state: State) -> shapes.Table:
    """What lies open for everybody."""
    over = state.end != ends.RUNNING
    return {
        "to_act": None if over else int(state.to_act) + 1,
        "phase": "over" if over else phases.NAMES[state.phase],
        "tokens": int(state.tokens),
        "errors": int(state.errors),
        "fireworks": fireworks_of(state),
        "discards": _discards(state),
        "turns_left": int(state.turns_left) if state.turns_left > 0 or state.end == ends.LAST_ROUND_OVER else None,
        "end": ends.NAMES[state.end] or None,
        "score": int(plainly(team_score)(state)),
        "last": _last(state),
    }


def _last(state: State) -> shapes.Last | None:
    """The decision made last."""
    if state.last_action < 0:
        return None
    card = hanabi_board.KIND_NAMES[state.last_card] if state.last_card >= 0 else None
    return {"seat": int(state.last_seat) + 1, "action": write_action(int(state.last_action)), "card": card}


def view(state: State, seat: int) -> shapes.View:
    """What a table shows a seat, from a state concealed for it; seat -1 is a spectator."""
    return {
        **_table(state),
        "seat": seat + 1 if seat >= 0 else None,
        "hands": _seen_hands(state, seat),
        "deck": int(state.deck_size - state.drawn),
        "tiles": {"left": int(state.tiles_left), "turned": _turned_tiles(state)},
        "maximum": maximum(bool(state.multicolour)),
        "breakdown": breakdown(state),
        "result": result(state) if state.end != ends.RUNNING else None,
    }


def _seen_hands(state: State, seat: int) -> list[list[shapes.Held]]:
    """All hands with what each card can be: in one's own by all one sees, in another's by what everybody knows."""
    found = np.zeros((hanabi_board.MOST_SEATS, hanabi_board.MOST_HELD), np.int64)
    list_kinds(alone(state), seat, found)
    kinds = found.tolist()
    return [
        [
            {**_card(state, owner, position), "possible": [*_names_in(hanabi_board.KIND_NAMES, kinds[owner][position])]}
            for position in range(state.held[owner])
        ]
        for owner in range(state.seats)
    ]


LEFT_HAND = {"played", "failed", "discarded"}
"""The events by which everybody learns what a card in a hand was."""


def looking_back(seen: shapes.View, since: Sequence[Event]) -> shapes.View:
    """What a spectator saw, with the cards in the hands that have left them since and lie open for all.

    A card that is still held is shown to nobody beside the table, for its owner could look there in a second window.
    """
    hands = [[*hand] for hand in seen["hands"]]
    place: list[list[int | None]] = [[*range(len(hand))] for hand in hands]  # where a card lay then, if it was held
    for event in since:
        if event.key in LEFT_HAND:
            seat, position = event.arguments["seat"] - 1, event.arguments["position"] - 1
            lay = place[seat].pop(position)
            place[seat].append(None)
            if lay is not None:
                hands[seat][lay] = {**hands[seat][lay], "card": event.arguments["card"]}
    return {**seen, "hands": hands}


def _turned_tiles(state: State) -> list[Tile]:
    """The bonus tiles turned up, in order."""
    return (
        [hanabi_board.TILE_NAMES[state.tile[place]] for place in range(hanabi_board.TILES - state.tiles_left)]
        if state.flares
        else []
    )


def reveal(state: State) -> shapes.Everything:
    """Everything, hidden things included."""
    return {
        **_table(state),
        "hands": [[_dealt(state, seat, p) for p in range(state.held[seat])] for seat in range(state.seats)],
        "deck": [hanabi_board.KIND_NAMES[kind] for kind in state.deck[state.drawn : state.deck_size]],
        "tiles": [hanabi_board.TILE_NAMES[tile] for tile in state.tile[hanabi_board.TILES - state.tiles_left :]]
        if state.tiles_left
        else [],
        "turned": _turned_tiles(state),
        "returned": hanabi_board.KIND_NAMES[state.returned] if state.returned != hanabi_board.NO_CARD else None,
        "returned_out": int(state.returned_out),
    }


def _dealt(state: State, seat: int, position: int) -> shapes.Marked | shapes.Fresh:
    """A card in a hand, with a mark if it was drawn after a bonus tile returned one to the deck."""
    card = _card(state, seat, position)
    return {**card, "drawn_since_return": True} if state.mark[seat, position] & FRESH else card


def breakdown(state: State) -> list[shapes.Item]:
    """What every firework in play gives, and what a lost game takes away again (HANABI-3.1, 3.4, 6.4)."""
    items: list[shapes.Item] = [
        {"kind": "firework", "of": suit, "points": _points(suit, len(values)), "cards": len(values)}
        for suit, values in fireworks_of(state).items()
    ]
    if plainly(is_lost)(state) and not state.score_on_loss:
        items.append({"kind": "lost", "of": ends.NAMES[state.end], "points": -sum(item["points"] for item in items)})
    return items


def _points(suit: str, cards: int) -> int:
    """A point for each card; from black each missing one costs a point (HANABI-3.4, 6.4)."""
    return cards - hanabi_board.VALUES if suit == hanabi_board.SUIT_NAMES[hanabi_board.BLACK] else cards


def result(state: State) -> shapes.Result:
    """How a finished game ended (HANABI-3.4, 4.1, 6.4)."""
    points = int(plainly(team_score)(state))
    lost = bool(plainly(is_lost)(state))
    perfect = points == maximum(bool(state.multicolour))
    scale = rating(points)
    return {
        "reason": ends.NAMES[state.end],
        "score": points,
        "maximum": maximum(bool(state.multicolour)),
        "lost": lost,
        "rating": ("perfect" if perfect else "lost") if state.final_bouquet else scale,
        "announcement": f"{points} black powder" if state.black_powder else str(points),
        "breakdown": breakdown(state),
    }
