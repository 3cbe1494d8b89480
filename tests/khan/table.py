"""Positions of Khan written as text, for tests.

Seats are letters, A to D for 1 to 4. Yurts are written seat by seat, `A F5 G5 | n F7`, n for the neutral ones, or
drawn row by row from a corner: `drawn("A5", "A n .", ". B .")`. Pieces that lie on the board are written
`L-4 AB F5 G5 H5 F6 | domino A B2 C2`, piece, owners, squares, or drawn as a map with a letter for each.

A card is written by what matters of it: `seljuk tundra`, `seljuk southwest`, `tundra` or `southwest`; cards are parted
by commas. What is not said of the cards follows from a fixed order of the pack, never from a seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lantern import Match
from lantern.kernel.contract import Json
from tests.khan.box import GAME, RULERS, SEATS, SPECIALS, STARTS, cards, dealt_out, numbers, read_pieces, read_yurts
from tests.matches import phase, play_all, seat_number


def written(
    hand: str | None = None,
    *,
    turn: str = "A",
    players: int = 2,
    yurts: str = "",
    pieces: str = "",
    rulers: Mapping[str, str] | None = None,
    home: str = "",
    courts: Mapping[str, int] | None = None,
    hands: Mapping[str, str] | None = None,
    drawn: Mapping[str, Sequence[int]] | None = None,
    bounds: Mapping[str, Sequence[Mapping[str, str]]] | None = None,
    top: str = "",
    deck: str | None = None,
    specials: Mapping[str, str] | None = None,
    patronage: str = "",
    gods: Mapping[str, str] | None = None,
    reserved: Mapping[str, str] | None = None,
    last_special: Mapping[str, str] | None = None,
    final: bool = False,
    options: Json | None = None,
    **more: Any,
) -> Json:
    """A position as data, everything said.

    `hand` is held by the seat whose turn it is; hands not said hold four cards. `top` are the next cards of the deck,
    with all other cards beneath them; `deck` is the whole deck, and all other cards lie on the discard pile. A seat
    has all its special cards but the one used last, unless `specials` says which.
    """
    seats = SEATS[:players]
    held = dict(hands or {}) | ({} if hand is None else {turn: hand})
    before = more.get("phase") in ("rulers", "yurts")
    lots = [cards(held.get(seat, "")) for seat in seats]
    (*known, pile), rest = dealt_out([*lots, cards(top if deck is None else deck)])
    for seat, lot in zip(seats, known, strict=True):
        if seat not in held and not before:
            lot += [rest.pop() for _ in range(4)]
    if before:
        standing = dict.fromkeys(RULERS, "unplaced") if more["phase"] == "rulers" else dict(STARTS)
    else:
        standing = dict.fromkeys(RULERS, "home") if final else dict(STARTS)
    standing |= dict.fromkeys(home.split(), "home") | dict(rulers or {})
    in_force = dict.fromkeys(patronage, "patronage") | dict.fromkeys(gods or {}, "gods")
    if reserved:
        in_force |= dict.fromkeys(reserved, "reconnaissance")
    last = {seat: card for seat, card in in_force.items() if card != "reconnaissance"} | dict(last_special or {})
    return {
        "options": {"players": players, **(options or {})},
        "turn": seat_number(turn),
        "final": final,
        "yurts": read_yurts(yurts),
        "pieces": read_pieces(pieces),
        "rulers": standing,
        "courts": {ruler: 0 if standing[ruler] == "home" else 5 for ruler in RULERS} | dict(courts or {}),
        "hands": known,
        "deck": pile + (rest if deck is None else []),
        "discards": [] if deck is None else rest,
        "specials": [special_cards(players, seat, specials, last | in_force) for seat in seats],
        "patronage": numbers(patronage),
        "gods": {str(seat_number(seat)): where for seat, where in (gods or {}).items()},
        "reserved": {str(seat_number(seat)): piece for seat, piece in (reserved or {}).items()},
        "last_special": [last.get(seat) for seat in seats],
        **({} if drawn is None else {"drawn": [list(drawn.get(seat, [0] * 4)) for seat in seats]}),
        **({} if bounds is None else {"bounds": [list(bounds.get(seat, [{}] * 4)) for seat in seats]}),
        **more,
    }


def special_cards(players: int, seat: str, said: Mapping[str, str] | None, used: Mapping[str, str]) -> Json:
    """The special cards that a seat has left: those said, else all but the one that was used last."""
    if said is not None and seat in said:
        return {card: said[seat].split().count(card) for card in SPECIALS[players]}
    return {card: count - (used.get(seat) == card) for card, count in SPECIALS[players].items()}


def position(hand: str | None = None, *, seed: int = 1, **more: Any) -> Match:
    """A match from a position."""
    return GAME.position(written(hand, **more), seed=seed)


def step_one(top: str, *, turn: str = "A", players: int = 2, **more: Any) -> Match:
    """The match after step 1 of a seat's turn, in which the next cards of the deck are turned up.

    The seat before it has passed step 4, with a full hand.
    """
    before = SEATS[(seat_number(turn) - 2) % players]
    match = position(turn=before, players=players, phase="special", actions_left=0, top=top, **more)
    match.play("pass")
    return match


def special(hand: str | None = None, **more: Any) -> Match:
    """Step 4 of a turn."""
    return position(hand, phase="special", actions_left=0, **more)


def ending(**more: Any) -> Match:
    """The final phase: all rulers are home, the turn is two conquests."""
    return position(phase="final", final=True, **more)


def over(**more: Any) -> Match:
    """The game over."""
    return position(phase="over", final=True, to_act=None, actions_left=0, end="nothing left to conquer", **more)


def new_match(top: str = "", players: int = 2, **options: Any) -> Match:
    """A new match whose deck begins with these cards."""
    (first,), rest = dealt_out([cards(top)])
    return GAME.match(players=players, seed=1, deck=first + rest, **options)


CALM = "hungarian south, russian west, hungarian east, russian east, hungarian west, russian south, goryeo east"
"""Cards for seven turns in which rulers flee in the far north."""


def idle(match: Match, use: str = "pass") -> Match:
    """The match after a turn in which a yurt is put down in the far south-east; step 4 as said, if it comes."""
    corner = ["L12", "K12", "L11", "M10", "M9", "J12", "J13", "K11"]
    play_all(match, next(f"anywhere {where}" for where in corner if f"anywhere {where}" in match.actions()), "stop")
    if phase(match) == "special":
        match.play(use)
    return match


def third_action(match: Match) -> Match:
    """The match with the third action of High Morale to be chosen; after a refusal the card may lie ready again."""
    if phase(match) == "special":
        match.play("morale")
    return match
