"""Points of pieces, territories and winners against the twin's scoring, on random positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import lantern
from lantern.kernel.rule import PLAIN
from tests.effort import enough
from tests.khan.board import REGIONS, Square, sides
from tests.khan.board import name as name_of
from tests.khan.board import names as names_of
from tests.khan.board import square as square_of
from tests.khan.box import BESIDE, PACK, PIECES, RULERS, SPECIALS, points_of
from tests.khan.twin import BONUSES, HAND, LAND, Twin, places, sites

KHAN = lantern.game("khan")
POSITIONS = enough(40, thorough=120, plain=6)


# Random positions.


def random_pieces(players: int, number: int, choices: random.Random) -> list[dict[str, Any]]:
    """About so many pieces on the board, one in three shared."""
    covered: set[Square] = set()
    left, pieces = Counter({piece: BESIDE[piece] for piece in PIECES}), []
    for _ in range(number):
        piece = choices.choice([piece for piece in PIECES if left[piece]])
        squares = choices.choice(sorted(sites(piece), key=sorted))
        if not squares & covered:
            covered |= squares
            left[piece] -= 1
            most = min(players, len(squares & LAND))  # each had a yurt under it
            owners = choices.sample(range(1, players + 1), choices.choice([1, 1, choices.randint(2, most)]))
            pieces.append({"piece": piece, "squares": names_of(squares), "owners": sorted(owners)})
    return pieces


def random_cards(players: int, deck: int, choices: random.Random) -> dict[str, Any]:
    """Full hands, a deck of so many cards, and the rest discarded."""
    cards = choices.sample(PACK, len(PACK))
    hands = [cards[HAND * number : HAND * (number + 1)] for number in range(players)]
    rest = cards[HAND * players :]
    in_order = [sorted(hand, key=PACK.index) for hand in hands]
    return {"hands": in_order, "deck": rest[:deck], "discards": sorted(rest[deck:], key=PACK.index)}


def random_restrictions(players: int, turn: int, final: bool, position: dict[str, Any], choices: random.Random) -> None:
    """Some seats have a special card in force, one at most (KHAN-7.6); the others have some left."""
    on_board = Counter(placed["piece"] for placed in position["pieces"])
    beside = Counter({piece: BESIDE[piece] - on_board[piece] for piece in PIECES})
    position |= {"patronage": [], "gods": {}, "reserved": {}, "last_special": [None] * players}
    position["specials"] = [dict(SPECIALS[players]) for _ in range(players)]
    for seat in choices.sample(range(1, players + 1), players):
        left = position["specials"][seat - 1]
        special = choices.choice([None, "patronage", "gods", "gods", "reconnaissance"])
        if seat == turn and (final or special == "reconnaissance"):
            special = None  # lapsed as the turn began (KHAN-7.5, 9.3)
        taken = set(position["gods"].values())
        region = choices.choice(REGIONS) if players == 4 else "all"
        piece = choices.choice([piece for piece in beside if beside[piece] > 0])
        if special == "patronage" and not position["patronage"]:
            position["patronage"] = [seat]
        elif special == "gods" and region not in taken:
            position["gods"][str(seat)] = region
        elif special == "reconnaissance":
            position["reserved"][str(seat)] = piece
            beside[piece] -= 1 if players == 4 else BESIDE[piece]
        else:
            special = None
        if special is not None:
            left[special] -= 1
        for kind in left:
            left[kind] = choices.randint(0, left[kind])
        position["last_special"][seat - 1] = special if special in ("patronage", "gods") else None


def random_position(
    options: dict[str, Any], choices: random.Random, pieces: int, share: float, final: bool = False
) -> dict[str, Any]:
    """A position of about so many pieces and this share of the other land under yurts, with two actions to do."""
    players = options["players"]
    turn = choices.randint(1, players)
    position: dict[str, Any] = {"options": options, "turn": turn, "to_act": turn, "final": final}
    position["phase"] = "final" if final else "actions"
    position["pieces"] = random_pieces(players, pieces, choices)
    covered = {name for placed in position["pieces"] for name in placed["squares"]}
    free = choices.sample(
        [name for name in names_of(LAND) if name not in covered], len(LAND - set(map(square_of, covered)))
    )
    home = RULERS if final else choices.sample(RULERS, choices.randint(0, 4))
    position["rulers"] = {ruler: "home" if ruler in home else free.pop() for ruler in RULERS}
    position["courts"] = {ruler: 0 if ruler in home else choices.choice([1, 1, 2, 5]) for ruler in RULERS}
    owners = [*range(1, players + 1), *(["neutral"] * choices.randint(0, players))]
    position["yurts"] = {name: choices.choice(owners) for name in free if choices.random() < share}
    random_restrictions(players, turn, final, position, choices)
    return position | random_cards(players, choices.choice([1, 2, 3, 5, 40]), choices)


# The breakdown.


def check_breakdown(breakdown: list[dict[str, Any]], twin: Twin) -> None:
    """Every item as the twin has it; of several largest territories any one may be shown."""
    assert [without_territory(item) for item in breakdown] == [without_territory(item) for item in twin.breakdown()]
    for item in breakdown:
        if item["kind"] == "territory":
            squares = set(map(square_of, item["squares"]))
            assert len(squares) == len(item["squares"]) == item["sizes"][0]
            assert squares in twin.territories(item["seat"])


def without_territory(item: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key != "squares" or item["kind"] == "piece"}


def standings_of(twin: Twin) -> set[str]:
    """Names for what is worth meeting in the order of the territories (KHAN-10.2)."""
    sizes = [own for own in twin.sizes().values() if own]
    met = {"nobody has territory" if not sizes else f"{len(sizes)} have territory"}
    for own, other in permutations(sizes, 2):
        if own == other:
            met.add("equal throughout")
        elif own[0] == other[0]:
            met.add("the second territory decides" if own[1:2] != other[1:2] else "a later territory decides")
        if own > other == own[: len(other)]:
            met.add("a missing territory decides")
    if len(sizes) > len(places(twin.sizes())):
        met.add("no bonus for the last")
    return met


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_twin_scores_random_positions_alike(players: int) -> None:
    met: set[str] = set()
    for seed in range(POSITIONS):
        choices = random.Random(seed)
        position = random_position({"players": players}, choices, choices.choice([4, 6, 9, 60]), share=0.1)
        if choices.random() < 0.5:  # small territories: seats far more often alike
            position["pieces"] = [placed for placed in position["pieces"] if len(placed["squares"]) <= 3]
        match = KHAN.position(position)
        twin = Twin(match.reveal())
        assert list(match.scores) == twin.scores
        check_breakdown(match.breakdown(), twin)
        met |= standings_of(twin)
        met |= {placed.piece for placed in twin.pieces}
        met |= {f"{points_of(placed.piece)} points for {len(placed.owners)}" for placed in twin.pieces}
    if not PLAIN:
        expected = {"equal throughout", "the second territory decides", "a missing territory decides"}
        expected |= {"nobody has territory", f"{players} have territory"}
        for piece in PIECES:
            most = max(len(squares & LAND) for squares in sites(piece))
            expected.add(piece)
            expected |= {f"{points_of(piece)} points for {number + 1}" for number in range(min(players, most))}
        if players == 4:
            expected |= {"no bonus for the last", "a later territory decides"}
        assert expected - met == set()


def test_the_book_s_first_example_of_territories() -> None:
    """KHAN-10.3: 37; 32, 20; 32, 18; 32, 10."""
    sizes = [[37, 12, 8, 3, 3, 2], [32, 20, 8, 4, 3, 2, 2], [32, 18, 12, 3, 3, 3, 2, 2], [32, 10, 7, 5, 5, 4]]
    assert bonuses(sizes) == [10, 6, 3, 0]


def test_the_book_s_second_example_of_territories() -> None:
    """KHAN-10.3: 24, 20, ... twice; 20, 20; 20, 18."""
    largest = [24, 20, 17, 8, 5, 2, 2, 2]
    assert bonuses([largest, list(largest), [20, 20, 14, 12, 11], [20, 18, 7, 5, 5, 4]]) == [10, 10, 6, 3]


def bonuses(sizes: list[list[int]]) -> list[int]:
    """The twin's bonuses, by seat."""
    place_of = places(dict(enumerate(sizes)))
    return [BONUSES[place_of[seat] - 1] if seat in place_of else 0 for seat in range(len(sizes))]


# The winners.


def last_conquests(players: int) -> Iterator[tuple[lantern.Match, Twin]]:
    """Games that a domino on the last two yurts has just ended, with seats close together, and their twins."""
    for seed in range(2 if PLAIN else 72):
        choices = random.Random(seed)
        pieces = [placed for placed in random_pieces(players, 8, choices) if placed["piece"] != "domino"]
        covered = {square_of(name) for placed in pieces for name in placed["squares"]}
        pairs = [(one, other) for one in sorted(LAND - covered) for other in sides(one) if other in LAND - covered]
        one, other = choices.choice(pairs)
        turn = choices.randint(1, players)
        partner = choices.choice([*range(1, players + 1), "neutral"])
        if seed % 8 == 0:  # two seats share everything
            partner = turn % players + 1
            pieces = [{**placed, "owners": sorted([turn, partner])} for placed in pieces]
        position = {
            "options": {"players": players},
            "turn": turn,
            "phase": "final",
            "final": True,
            "pieces": pieces,
            "yurts": {name_of(one): turn, name_of(other): partner},
        }
        match = KHAN.position(position, seed=seed)
        twin = Twin(match.reveal())
        action = "conquer domino " + " ".join(names_of([one, other]))
        match.play(action)
        twin.play(action, match.reveal())
        yield match, twin


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ties_go_to_the_larger_territory_or_are_shared(players: int) -> None:
    met = set()
    for match, twin in last_conquests(players):
        result = match.result
        assert twin.over
        assert result is not None
        assert (result["reason"], result["scores"]) == (twin.end, twin.scores)
        assert (result["winners"], result["territories"]) == (twin.winners(), list(twin.sizes().values()))
        check_breakdown(result["breakdown"], twin)
        best = [seat for seat in twin.seats if twin.scores[seat - 1] == max(twin.scores)]
        met.add("alone" if len(best) == 1 else "shared" if twin.winners() == best else "by territory")
    assert PLAIN or met == {"alone", "shared", "by territory"}
