"""The learner's row of numbers, read by its documented layout and built again from what a table shows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import lantern
from lantern import Match
from lantern.games.hanabi import observation
from lantern.kernel.contract import Json
from lantern.kernel.rule import PLAIN
from tests.effort import enough
from tests.hanabi.lucky import lucky_action
from tests.hanabi.twin import HINTS, TILES, full_deck, hint_fits
from tests.rows import cut, lengths, one_of, recorded, replayed, row_of, so_many

GAME = lantern.game("hanabi")
PHASES = ["turn", "colour hint", "value hint", "return", "rekindle"]
DEEDS = ["play", "discard", "hint", "other"]
EVERY = enough(5, thorough=2, plain=9)
"""How many actions lie between two looks."""

TABLES: list[Json] = [
    {"players": 2},
    {"players": 3, "empty_hints": False},
    {"players": 4, "final_bouquet": True},
    {"players": 5, "score_on_loss": True},
    {"players": 2, "multicolour": True},
    {"players": 3, "black_powder": True},
    {"players": 4, "black_powder": True, "black_values": "ordinary"},
    {"players": 5, "multicolour": True, "black_powder": True},
    {"players": 2, "flares": True},
    {"players": 3, "flares": True, "multicolour": True, "black_powder": True},
    {"players": 4, "flares": True, "final_bouquet": True, "black_powder": True},
    {"players": 5, "flares": True, "final_bouquet": True, "multicolour": True, "black_powder": True},
]


# The layout.


def layout(options: Json) -> dict[str, int]:
    """The parts of a row and their lengths, as the module's documentation gives them."""
    kinds = len(set(full_deck(options)))
    letters = {
        "P": options["players"],
        "H": 5 if options["players"] <= 3 else 4,
        "S": kinds // 5,
        "K": kinds,
        "N": len(full_deck(options)),
    }
    return dict(lengths(observation, letters))


# The same from a view.


def left_open(card: Json, kinds: list[str]) -> list[int]:
    """What the hints about a card leave open, and the hints that touched it."""
    open_kinds = [
        all(hint_fits(hint, kind) for hint in card["told"]) and not any(hint_fits(hint, kind) for hint in card["not"])
        for kind in kinds
    ]
    return [int(is_open) for is_open in open_kinds] + [int(hint in card["told"]) for hint in HINTS]


def deed_of(last: Json | None) -> str | None:
    """The sort of the last action: a card played from the discards is none of one's own."""
    if last is None:
        return None
    words = last["action"].split()
    own = words[0] in ("play", "discard") and len(words) == 2
    return words[0] if own or words[0] == "hint" else "other"


def expected_parts(view: Json) -> dict[str, list[int]]:
    """What every part of a row must be for the seat that sees this view."""
    options, seat = view["options"], view["seat"]
    deck = full_deck(options)
    kinds, copies = list(dict.fromkeys(deck)), Counter(deck)
    players, size = options["players"], 5 if options["players"] <= 3 else 4
    seats = [str((seat - 1 + distance) % players + 1) for distance in range(players)]
    hands = [view["hands"][int(other) - 1] for other in seats]
    places = [[*hand, *[None] * (size - len(hand))] for hand in hands]
    discarded: Counter[str] = Counter(view["discards"])
    last, deed = view["last"], deed_of(view["last"])
    words = last["action"].split() if last else []
    hint = words[1:] if deed == "hint" else [None, None]
    place = words[1] if deed in ("play", "discard") else None
    return {
        "hands": [bit for hand in places[1:] for card in hand for bit in one_of(kinds, card and card["card"])],
        "short": [int(len(hand) < size) for hand in hands],
        "told": [
            bit for hand in places for card in hand
            for bit in (left_open(card, kinds) if card else [0] * (len(kinds) + len(HINTS)))
        ],
        "fireworks": [bit for values in view["fireworks"].values() for bit in so_many(len(values), 5)],
        "tokens": so_many(view["tokens"], 8),
        "errors": so_many(view["errors"], 3),
        "deck": so_many(view["deck"], len(deck) - players * size),
        "discards": [bit for kind in kinds for bit in so_many(discarded[kind], copies[kind])],
        "last round": so_many(view["turns_left"] or 0, players),
        "to act": one_of(seats, str(view["to_act"])),
        "phase": one_of(PHASES, view["phase"]),
        "tiles": [int(tile in view["tiles"]["turned"]) for tile in TILES],
        "last": [
            *one_of(DEEDS, deed),
            *one_of(seats, str(last["seat"]) if last else None),
            *one_of(seats, hint[0]),
            *one_of(HINTS, hint[1]),
        ],
        "last card": [
            *one_of([str(number) for number in range(1, size + 1)], place),
            *one_of(kinds, last and last["card"]),
        ],
    }  # fmt: skip


def compare(match: Match, seat: int) -> None:
    """A row is what the seat's view says; once a game is over nobody's decision is described."""
    parts = dict(cut(row_of(match, seat), [*layout(match.options).items()]))
    expected = expected_parts(match.view(seat))
    assert list(parts) == list(expected)
    for part, bits in expected.items():
        if not (match.over and part in ("to act", "phase")):
            assert parts[part] == bits, part


def played(options: Json, seed: int, luck: float) -> Iterator[Match]:
    """A game handed out now and then, and at its end."""
    match, choices = GAME.match(seed=seed, **options), random.Random(seed)
    while not match.over:
        if match.ply % EVERY == seed % EVERY:
            yield match
        match.play(lucky_action(match, choices, luck))
    yield match


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_documented_layout_is_as_long_as_a_row(options: Json) -> None:
    options = GAME.options(**options)
    assert sum(layout(options).values()) == GAME.sheet.observation_size(options)


def test_the_layout_has_the_lengths_that_other_software_knows() -> None:
    """Two players, the original game: the parts that the Hanabi Learning Environment has too are as long there."""
    sizes = layout(GAME.options(players=2))
    assert sizes["hands"] + sizes["short"] == 127
    assert sizes["fireworks"] + sizes["tokens"] + sizes["errors"] + sizes["deck"] == 76
    assert sizes["discards"] == 50
    assert sizes["told"] == 350


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_row_says_what_the_table_shows(options: Json) -> None:
    for seed, luck in enumerate([0.95] if PLAIN else [0.3, 0.95, 1.0]):
        for match in played(options, seed, luck):
            compare(match, match.ply % options["players"] + 1)


@pytest.mark.parametrize("path", recorded(GAME), ids=lambda path: path.stem)
def test_a_row_says_what_the_table_shows_in_recorded_games(path: Path) -> None:
    for match, _ in replayed(GAME, path):
        if not PLAIN or match.ply % 4 == 0 or match.over or match.reveal()["phase"] != "turn":
            compare(match, match.ply % match.options["players"] + 1)


def test_the_recorded_games_show_every_phase_deed_and_tile() -> None:
    phases, deeds, tiles = set(), set(), set()
    for path in recorded(GAME):
        for match, _ in replayed(GAME, path):
            reveal = match.reveal()
            phases.add(reveal["phase"])
            deeds.add(deed_of(reveal["last"]))
            if match.options["flares"]:
                tiles |= set(TILES) - set(reveal["tiles"])
    assert phases == {*PHASES, "over"}
    assert deeds == {*DEEDS, None}
    assert tiles == set(TILES)


def test_all_seats_see_the_same_table_from_their_own_places() -> None:
    for match in played({"players": 4, "flares": True, "multicolour": True}, 3, 0.95):
        for seat in (1, 2, 3, 4):
            compare(match, seat)


def test_a_row_does_not_change_with_ones_own_hidden_cards() -> None:
    """Seat 2 holds other cards, taken from the deck: it sees no difference, seat 1 does."""
    match = GAME.match(players=3, seed=8, start=1)
    data = match.reveal()
    own, deck = data["hands"][1], data["deck"]
    for card, place in zip(own, range(5), strict=True):
        card["card"], deck[place] = deck[place], card["card"]
    other = GAME.position(data)
    assert row_of(match, 2) == row_of(other, 2)
    assert row_of(match, 1) != row_of(other, 1)
