"""The fast rules against a slow twin written from the rules alone, move by move."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import lantern
from lantern.kernel.rule import PLAIN
from tests.effort import enough
from tests.han.test_scoring_twin import TABLES, check_breakdown, random_position, table_name
from tests.han.twin import EMISSARIES, HAND, HOUSES, Twin, board

VARIANTS: list[dict[str, Any]] = [
    {"map": "border-disputes", "fortifications": False},
    {"map": "border-disputes", "fortifications": True},
    {"map": "ways-of-diplomacy", "market_places": False},
    {"map": "ways-of-diplomacy", "market_places": True},
]
HAN = lantern.game("han")
PLACEMENTS = ("house", "emissary", "fortify", "market")

STYLES: list[dict[str, float]] = [
    {},
    {"house": 9, "border": 9, "fortify": 9, "market": 9, "discard": 0.01, "end": 0.01},
    {"emissary": 9, "house": 3, "border": 3, "discard": 0.01, "end": 0.01, "take": 0.0},
    {"second border": 99, "border": 0.1, "house": 9, "discard": 0.1, "end": 0.01, "take": 0.0},
    {"fortify": 50, "market": 50, "border": 9, "discard": 0.1, "end": 0.1, "draw": 0.0},
    {"discard": 9, "end": 9, "take": 0.0},
]
"""How a game is played: how much each kind of action weighs, 1 unless told; one of 0 only where there is no other."""

FROM_THE_START = enough([0, 3], thorough=range(6), plain=[0])
FROM_CROWDED_BOARDS = enough(range(6), thorough=range(6), plain=[1])
"""The styles of games in which between them all that can happen does, or with plain rules of a few."""


def kind_of(action: str, twin: Twin) -> str:
    """An action's verb; for a house on a border space "border", or "second border" if it is the second piece."""
    verb, *words = action.split()
    if verb == "house" and len(twin.board.provinces[words[0]]) == 2:
        return "second border" if twin.turn.placed else "border"
    return verb


def choose(actions: list[str], twin: Twin, style: dict[str, float], choices: random.Random) -> str:
    """An action of a kind chosen by its weight; in a style that builds, mostly one that costs few cards."""
    by_kind: dict[str, list[str]] = {}
    for action in sorted(actions):
        by_kind.setdefault(kind_of(action, twin), []).append(action)
    weights = [style.get(kind, 1) or 1e-9 for kind in by_kind]
    chosen = by_kind[choices.choices(list(by_kind), weights)[0]]
    if style.get("house", 0) > 1 and choices.random() < 0.9:
        fewest = min(len(action.split()) for action in chosen)
        chosen = [action for action in chosen if len(action.split()) == fewest]
    return choices.choice(chosen)


def compare(match: lantern.Match, reveal: dict[str, Any], twin: Twin) -> None:
    """Everything the twin knows must be so."""
    expected = twin.position()
    if twin.over:
        del expected["turn"]  # nobody's
    assert {key: reveal[key] for key in expected} == expected
    assert set(match.actions()) == twin.legal()
    assert (match.to_act, match.over, list(match.scores)) == (expected["to_act"], twin.over, twin.scores)


def compare_results(match: lantern.Match, twin: Twin) -> None:
    """The final scores, their breakdown and the winners (HAN-9)."""
    result = match.result
    assert result is not None
    assert result["reason"] == twin.end
    assert result["scores"] == twin.scores
    assert result["pieces_left"] == twin.pieces_left()
    assert result["winners"] == twin.winners()
    check_breakdown(result["breakdown"], twin)


def what_happened(action: str, before: dict[str, Any], twin: Twin) -> set[str]:
    """Names for what is rare enough that the games must be seen to reach it."""
    verb, *words = action.split()
    seat, happened = before["to_act"], {verb}
    if verb in PLACEMENTS:
        placed, provinces = before["turn"]["placed"], twin.board.provinces.get(words[0], [])
        happened.add(f"{verb} for {len(words) - 2} cards")
        if len(provinces) == 2:
            happened.add(f"border house as piece {placed + 1}")
        elif placed and len(before["turn"]["provinces"]) == 2:
            happened.add("a piece beside a border house")
        happened.add(f"{len(twin.scored) - len(before['scored'])} provinces complete by {verb}")
        happened.add("houses used up" if list(twin.houses.values()).count(seat) == HOUSES else "houses left")
        if sum(counts[seat - 1] for counts in twin.position()["emissaries"].values()) == EMISSARIES:
            happened.add("emissaries used up")
        if verb == "emissary" and len(twin.emissaries[words[0]]) == twin.emissary_cap(words[0]):
            happened.add("emissaries at the cap")
        if verb == "emissary" and words[0] in before["scored"]:
            happened.add("emissary in a scored province")
    elif twin.exhausted > before["exhausted"]:
        how = "by a draw" if verb == "draw" and len(before["deck"]) == 1 else "by refilling the display"
        happened.add(f"deck empty {how}, time {twin.exhausted}")
        if len(twin.hands[seat]) < HAND:
            happened.add(f"deck empty in mid-draw, time {twin.exhausted}")
    if before["exhausted"] == 2:
        happened.add(f"{verb} in the last round")
    if twin.end is not None:
        happened.add(twin.end)
    return happened


def follow(match: lantern.Match, choices: random.Random, style: dict[str, float]) -> Counter[str]:
    """Play a match to its end with the twin beside it; what happened on the way."""
    happened: Counter[str] = Counter()
    reveal = match.reveal()
    twin = Twin(reveal)
    compare(match, reveal, twin)
    while not match.over:
        before, action = reveal, choose(match.actions(), twin, style, choices)
        match.play(action)
        reveal = match.reveal()
        twin.play(action, reveal["deck"])
        compare(match, reveal, twin)
        happened.update(what_happened(action, before, twin))
        if match.ply % 20 == 0:
            check_breakdown(match.breakdown(), twin)
    compare_results(match, twin)
    return happened


def expected_events(options: dict[str, Any]) -> set[str]:
    """What the games must have reached between them."""
    events = {
        *("house", "emissary", "end", "discard", "take", "draw"),
        *("house for 1 cards", "house for 2 cards", "emissary for 1 cards", "emissary for 2 cards"),
        *("1 provinces complete by house", "emissaries at the cap", "emissary in a scored province"),
        *("houses used up", "emissaries used up"),
        *(f"deck empty {how}, time {time}" for how in ("by a draw", "by refilling the display") for time in (1, 2)),
        *("deck empty in mid-draw, time 1", "deck empty in mid-draw, time 2"),
        *("house in the last round", "discard in the last round", "end in the last round"),
        *("last round over", "nothing can be placed"),
    }
    if options["map"] == "border-disputes":
        events |= {"house for 3 cards", "border house as piece 1", "border house as piece 2"}
        events |= {"a piece beside a border house", "2 provinces complete by house"}
    if options.get("fortifications"):
        events |= {"fortify for 2 cards", "fortify for 3 cards", "1 provinces complete by fortify"}
    if options.get("market_places"):
        events |= {"market for 2 cards", "market for 3 cards", "1 provinces complete by market"}
    return events


def start(options: dict[str, Any], seed: int) -> lantern.Match:
    """A new game, with the cards it must have (HAN-1.1, 1.4) dealt as they must be (HAN-1.3, 1.5)."""
    match = HAN.match(seed=seed, **options)
    reveal = match.reveal()
    assert [len(hand) for hand in reveal["hands"]] == [HAND] * options["players"]
    assert len(reveal["display"]) == board(options["map"]).display
    dealt = [card for hand in reveal["hands"] for card in hand] + reveal["display"] + reveal["deck"]
    assert Counter(dealt) == Counter(board(options["map"]).cards(options["players"]))
    return match


def crowded(options: dict[str, Any], seed: int) -> lantern.Match:
    """A game with few spaces left; every other one has had its reshuffle and has few cards left too."""
    choices = random.Random(seed)
    position = random_position(options, choices, share=choices.choice([0.9, 0.96]))
    if seed % 2 == 1:
        cards = board(options["map"]).cards(options["players"])
        position |= {"exhausted": 1, "deck": choices.sample(cards, 8)}
    return HAN.position(position, seed=seed)


@pytest.mark.parametrize("options", VARIANTS, ids=table_name)
def test_the_twin_agrees_at_every_move(options: dict[str, Any]) -> None:
    happened: Counter[str] = Counter()
    for table in (table for table in TABLES if options.items() <= table.items()):
        for style in FROM_THE_START:
            seed = 10 * table["players"] + style
            happened += follow(start(table, seed), random.Random(seed), STYLES[style])
        for style in FROM_CROWDED_BOARDS:
            seed = 10 * table["players"] + style
            happened += follow(crowded(table, seed), random.Random(seed), STYLES[style])
    if not PLAIN:
        assert expected_events(options) - set(happened) == set()
