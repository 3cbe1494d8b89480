"""Positions of Ming Dynastie written as text, for tests.

Seats are letters, A to D for 1 to 4, and n is a neutral member. Members are written place by place, `W1 AAB | O2 Cn`
for districts and `white AB | blue C` for province spaces. Cards and tiles are words: `junk junk dragon`, `white blue`.
What is not said of the cards follows from a fixed order of the pack, never from a seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from lantern import Match
from lantern.kernel.contract import Json
from tests.matches import phase, play_all, seat_number, to_act
from tests.ming import box
from tests.ming.shown import province_scored


def written(
    *,
    players: int = 3,
    phase: str = "move",
    turn: str | None = None,
    start: str = "A",
    round: int = 2,
    princes: str | None = None,
    spaces: str = "",
    open: str = "",
    monasteries: str = "",
    palaces: str = "",
    display: str = "junk horse rickshaw sedan ox camel",
    top: str = "",
    deck: str | None = None,
    hands: Mapping[str, str] | None = None,
    tiles: Mapping[str, str] | None = None,
    passed: str = "",
    options: Json | None = None,
    **more: Any,
) -> Json:
    """A position as data.

    It is the start player's decision unless `turn` says whose. Hands not said hold one dragon. `top` are the next cards
    of the deck, with all other cards beneath them; `deck` is the whole deck, and all other cards lie on the discards.
    """
    seats = box.SEATS[:players]
    held = {seat: (hands or {}).get(seat, "dragon").split() for seat in seats}
    shown = display.split()
    pile = (top if deck is None else deck).split()
    rest = box.rest_of_the_pack(shown, pile, *held.values())
    where = "- - - -" if princes is None and phase in box.IN_SETUP else princes or box.HOMES
    two: Json = (
        {"neutrals": box.read_neutrals(open), "neutral_palaces": box.read_neutrals(palaces)} if players == 2 else {}
    )
    return {
        "options": {"players": players, **(options or {})},
        "start_player": seat_number(start),
        "round": round,
        "phase": phase,
        "to_act": None if phase == "over" else seat_number(turn or start),
        "princes": [None if word == "-" else word for word in where.split()[:players]],
        "spaces": box.read_members(spaces, players),
        "open": box.read_members(open, players),
        "monasteries": {place: seat_number(who) for place, who in box.parts(monasteries)},
        "palaces": box.read_members(palaces, players),
        "display": dict(zip(box.PROVINCES, shown, strict=True)),
        "deck": pile + (rest if deck is None else []),
        "discards": {} if deck is None else box.bag(rest),
        "dragons": 18 - sum(cards.count("dragon") for cards in held.values()),
        "hands": [box.bag(held[seat]) for seat in seats],
        "tiles": [box.bag((tiles or {}).get(seat, "")) for seat in seats],
        "passed": box.numbers(passed),
        **two,
        **more,
    }


def position(*, seed: int = 1, **more: Any) -> Match:
    """A match from a position."""
    return box.GAME.position(written(**more), seed=seed)


def new_match(top: str = "", players: int = 3, **options: Any) -> Match:
    """A new match in which these movement cards are drawn first."""
    first = top.split()
    return box.GAME.match(players=players, seed=1, deck=first + box.rest_of_the_pack(first), **options)


def last_to_pass(open: str = "", *, players: int = 4, start: str = "A", **more: Any) -> Match:
    """The end of phase 3: everybody has passed but the start player."""
    others = box.SEATS[:players].replace(start, "")
    return position(open=open, players=players, start=start, passed=others, **more)


def scoring(open: str = "", **more: Any) -> Match:
    """The scoring of a round up to its first decision; members stand in the districts as the text says."""
    return play_all(last_to_pass(open, **more), "pass")


def scored(open: str = "", returns: str = "", **more: Any) -> Match:
    """The match after the scoring of a round, with returns as `through` reads them."""
    return through(scoring(open, **more), returns)


def through(match: Match, returns: str = "") -> Match:
    """The match after the scoring: returns as in `white A1 B2 | blue C1`, 0 where none is said."""
    sums = {(where, word[0]): int(word[1:]) for where, *words in box.parts(returns) for word in words}
    while phase(match) in box.IN_SCORING:
        if phase(match) == "return":
            match.play(f"return {sums.get((province_scored(match), str(to_act(match))), 0)}")
        else:
            match.play(match.actions()[0])
    return match


def random_game(players: int, seed: int, **options: Any) -> Iterator[Match]:
    """A game of random decisions, before each of them and at its end."""
    chance = random.Random(seed)
    match = box.GAME.match(players=players, seed=seed, **options)
    while not match.over:
        yield match
        match.play(chance.choice(match.actions()))
    yield match
