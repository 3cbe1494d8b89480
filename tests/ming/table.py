"""Positions of Ming Dynastie written as text, for tests.

Seats are letters, A to D for 1 to 4, and n is a neutral member. Members are written place by place, `W1 AAB | O2 Cn`
for districts and `white AB | blue C` for province spaces. Cards and tiles are words: `junk junk dragon`, `white blue`.
What is not said of the cards follows from a fixed order of the pack, never from a seed.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

import lantern
from lantern import Match
from lantern.kernel.contract import Json
from lantern.kernel.rule import PLAIN

GAME = lantern.game("ming")
in_whole_games = pytest.mark.skipif(PLAIN, reason="whole games looked at so closely take too long in plain Python")
SEATS = "ABCD"
PLAYERS = [2, 3, 4]

# The board and the cards as chapter 1 of the rules and its map give them.

PROVINCES = ["white", "orange", "green", "pink", "yellow", "blue"]
DISTRICTS = [f"{letter}{number}" for letter in "WOGPYB" for number in (1, 2, 3)]
SYMBOLS = ["junk", "horse", "rickshaw", "sedan", "ox", "camel"]
PACK = SYMBOLS * 9
BORDERS = {
    "junk": "W2-W3 O1-W1 O2-P3 O3-Y1 Y2-Y3 B1-G2 B2-B3",
    "horse": "O1-O3 O2-W3 G1-G3 P1-P2 P3-Y1 B2-G2 B3-Y3",
    "rickshaw": "O2-O3 G1-G2 G3-O1 P2-W3 P3-Y2 B1-B2 B3-Y1",
    "sedan": "O2-Y1 G1-O1 G2-G3 P1-W2 P2-P3 B1-B3 B2-O3",
    "ox": "W1-W3 O1-O2 P1-Y2 P2-W2 Y1-Y3 B2-G3 B3-O3",
    "camel": "W1-W2 O1-W3 O2-P2 G3-O3 P1-P3 Y1-Y2 B1-Y3",
}
HOMES = "W1 G1 P1 B1"
"""Where the princes stand unless it is said otherwise; no two of these districts have a border."""
IN_SETUP = ("neutrals", "princes")
IN_SCORING = ("return", "back", "neutrals back")


def province_of(district: str) -> str:
    """The province of a district."""
    return PROVINCES["WOGPYB".index(district[0])]


def districts_of(province: str) -> list[str]:
    """The three districts of a province."""
    return [where for where in DISTRICTS if province_of(where) == province]


def neighbours() -> dict[str, dict[str, str]]:
    """Every district with its neighbours and the symbols of the borders between."""
    found: dict[str, dict[str, str]] = {where: {} for where in DISTRICTS}
    for symbol, borders in BORDERS.items():
        for border in borders.split():
            one, other = border.split("-")
            found[one][other] = found[other][one] = symbol
    return found


NEAR = neighbours()

# Words of the text.


def seat_number(letter: str) -> int:
    """A seat from 1."""
    return SEATS.index(letter) + 1


def numbers(letters: str) -> list[int]:
    """Seats from 1."""
    return [seat_number(letter) for letter in letters]


def parts(text: str) -> list[list[str]]:
    """`W1 AAB | O2 C` taken apart."""
    return [part.split() for part in text.split("|") if part.strip()]


def read_members(text: str, players: int) -> Json:
    """`W1 AAB | O2 C` as places with a number for each seat."""
    return {where: ["".join(who).count(seat) for seat in SEATS[:players]] for where, *who in parts(text)}


def read_neutrals(text: str) -> Json:
    """The neutral members of `W1 AAn | O2 n`."""
    found = {where: "".join(who).count("n") for where, *who in parts(text)}
    return {where: count for where, count in found.items() if count}


def letters(counts: Sequence[int], neutrals: int = 0) -> str:
    """A number for each seat as `AAB`, with neutral members as n."""
    return "".join(seat * count for seat, count in zip(SEATS, counts, strict=False)) + "n" * neutrals


def bag(words: str | Sequence[str]) -> dict[str, int]:
    """Words and how often each is there."""
    return dict(Counter(words.split() if isinstance(words, str) else words))


def rest_of_the_pack(*used: Sequence[str]) -> list[str]:
    """The movement cards that are not used, in the fixed order of the pack."""
    left = Counter(PACK)
    for cards in used:
        left.subtract(card for card in cards if card != "dragon")
    rest = []
    for card in PACK:
        if left[card] > 0:
            rest.append(card)
            left[card] -= 1
    return rest


# Matches.


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
    seats = SEATS[:players]
    held = {seat: (hands or {}).get(seat, "dragon").split() for seat in seats}
    shown = display.split()
    pile = (top if deck is None else deck).split()
    rest = rest_of_the_pack(shown, pile, *held.values())
    where = "- - - -" if princes is None and phase in IN_SETUP else princes or HOMES
    two: Json = {"neutrals": read_neutrals(open), "neutral_palaces": read_neutrals(palaces)} if players == 2 else {}
    return {
        "options": {"players": players, **(options or {})},
        "start_player": seat_number(start),
        "round": round,
        "phase": phase,
        "to_act": None if phase == "over" else seat_number(turn or start),
        "princes": [None if word == "-" else word for word in where.split()[:players]],
        "spaces": read_members(spaces, players),
        "open": read_members(open, players),
        "monasteries": {place: seat_number(who) for place, who in parts(monasteries)},
        "palaces": read_members(palaces, players),
        "display": dict(zip(PROVINCES, shown, strict=True)),
        "deck": pile + (rest if deck is None else []),
        "discards": {} if deck is None else bag(rest),
        "dragons": 18 - sum(cards.count("dragon") for cards in held.values()),
        "hands": [bag(held[seat]) for seat in seats],
        "tiles": [bag((tiles or {}).get(seat, "")) for seat in seats],
        "passed": numbers(passed),
        **two,
        **more,
    }


def position(*, seed: int = 1, **more: Any) -> Match:
    """A match from a position."""
    return GAME.position(written(**more), seed=seed)


def new_match(top: str = "", players: int = 3, **options: Any) -> Match:
    """A new match in which these movement cards are drawn first."""
    first = top.split()
    return GAME.match(players=players, seed=1, deck=first + rest_of_the_pack(first), **options)


def last_to_pass(open: str = "", *, players: int = 4, start: str = "A", **more: Any) -> Match:
    """The end of phase 3: everybody has passed but the start player."""
    others = SEATS[:players].replace(start, "")
    return position(open=open, players=players, start=start, passed=others, **more)


def scoring(open: str = "", **more: Any) -> Match:
    """The scoring of a round up to its first decision; members stand in the districts as the text says."""
    return play_all(last_to_pass(open, **more), "pass")


def scored(open: str = "", returns: str = "", **more: Any) -> Match:
    """The match after the scoring of a round, with returns as `through` reads them."""
    return through(scoring(open, **more), returns)


def through(match: Match, returns: str = "") -> Match:
    """The match after the scoring: returns as in `white A1 B2 | blue C1`, 0 where none is said."""
    sums = {(where, word[0]): int(word[1:]) for where, *words in parts(returns) for word in words}
    while phase(match) in IN_SCORING:
        if phase(match) == "return":
            match.play(f"return {sums.get((province_scored(match), str(to_act(match))), 0)}")
        else:
            match.play(match.actions()[0])
    return match


def play_all(match: Match, *actions: str) -> Match:
    """The match after these actions."""
    for action in actions:
        match.play(action)
    return match


def random_game(players: int, seed: int, **options: Any) -> Iterator[Match]:
    """A game of random decisions, before each of them and at its end."""
    chance = random.Random(seed)
    match = GAME.match(players=players, seed=seed, **options)
    while not match.over:
        yield match
        match.play(chance.choice(match.actions()))
    yield match


# What a match shows.


def phase(match: Match) -> str:
    """What is decided."""
    return str(match.reveal()["phase"])


def round_of(match: Match) -> int:
    """The round."""
    return int(match.reveal()["round"])


def to_act(match: Match) -> str | None:
    """The seat whose decision it is."""
    return None if match.to_act is None else SEATS[match.to_act - 1]


def start_player(match: Match) -> str:
    """The start player."""
    return SEATS[match.reveal()["start_player"] - 1]


def passed(match: Match) -> str:
    """The seats that have passed."""
    return "".join(SEATS[seat - 1] for seat in sorted(match.reveal()["passed"]))


def prince(match: Match, seat: str) -> str | None:
    """Where a prince stands."""
    where: str | None = match.reveal()["princes"][seat_number(seat) - 1]
    return where


def space(match: Match, province: str) -> str:
    """The members on a province space."""
    return letters(match.reveal()["spaces"][province])


def standing(match: Match, district: str) -> str:
    """The members in the open area of a district."""
    reveal = match.reveal()
    return letters(reveal["open"][district], (reveal.get("neutrals") or {}).get(district, 0))


def in_palaces(match: Match, district: str) -> str:
    """The members on the palaces of a district."""
    reveal = match.reveal()
    return letters(reveal["palaces"].get(district, []), (reveal.get("neutral_palaces") or {}).get(district, 0))


def city(match: Match, province: str) -> str:
    """The members in a city."""
    return "".join(sorted("".join(in_palaces(match, where) for where in districts_of(province))))


def in_province(match: Match, province: str) -> str:
    """The members in the open areas of a province."""
    return "".join(sorted("".join(standing(match, where) for where in districts_of(province))))


def monasteries(match: Match) -> dict[str, str]:
    """The monasteries that are held: district and owner."""
    return {where: SEATS[seat - 1] for where, seat in match.reveal()["monasteries"].items()}


def hand(match: Match, seat: str) -> dict[str, int]:
    """A seat's cards."""
    return dict(match.reveal()["hands"][seat_number(seat) - 1])


def held(match: Match, seat: str) -> int:
    """How many cards a seat holds."""
    return sum(hand(match, seat).values())


def display(match: Match) -> dict[str, str]:
    """The face-up card of each province space."""
    return dict(match.reveal()["display"])


def deck(match: Match) -> list[str]:
    """The deck, next card first."""
    return list(match.reveal()["deck"])


def discards(match: Match) -> dict[str, int]:
    """The movement cards that were used."""
    return dict(match.reveal()["discards"])


def dragons(match: Match) -> int:
    """How many dragons lie on their stack."""
    return int(match.reveal()["dragons"])


def tiles(match: Match, seat: str) -> dict[str, int]:
    """A seat's province tiles."""
    return dict(match.reveal()["tiles"][seat_number(seat) - 1])


def stock(match: Match) -> dict[str, int]:
    """The province tiles that are left."""
    return dict(match.view()["stock"])


def neutral_stock(match: Match) -> int:
    """The neutral members that are not on the board."""
    return int(match.view()["neutral_stock"])


def province_scored(match: Match) -> str:
    """The province whose city is being scored."""
    return str(match.reveal()["scoring"]["province"])


def census(match: Match) -> Counter[str]:
    """Every movement card and dragon wherever it lies."""
    reveal = match.reveal()
    found = Counter([*reveal["display"].values(), *reveal["deck"]]) + Counter(reveal["discards"])
    for cards in reveal["hands"]:
        found += Counter(cards)
    return found + Counter(dragon=reveal["dragons"])


def items(match: Match, kind: str | None = None, *, when: str = "scored", of: str | None = None) -> list[Json]:
    """Items of the breakdown."""
    return [
        item
        for item in match.breakdown()
        if item["when"] == when and kind in (None, item["kind"]) and of in (None, item["of"])
    ]


def points(match: Match, kind: str, of: str | None = None) -> list[int]:
    """Each seat's points that were scored of some kind."""
    total = [0] * match.options["players"]
    for item in items(match, kind, of=of):
        total[item["seat"] - 1] += item["points"]
    return total


def outcome(match: Match) -> Json:
    """The result of a match that is over."""
    assert match.over
    assert match.result is not None
    return match.result


def choices(match: Match, word: str) -> set[str]:
    """What follows a word in the legal actions that begin with it."""
    return {action.partition(" ")[2] for action in match.actions() if action.split()[0] == word}


# What is legal and what is not.


def assert_legal(match: Match, *actions: str) -> None:
    """Each action, written as the game writes it, is legal now."""
    listed = match.actions()
    for action in actions:
        assert match.why_not(action) is None, f"{action}: {match.why_not(action)}"
        assert action in listed


def assert_refused(match: Match, action: str, *clauses: str) -> None:
    """The action is illegal, by one of these clauses if any is named, and trying it changes nothing."""
    before = match.reveal(), match.save(), list(match.log)
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    assert refusal.clause.startswith("MING-")
    assert refusal.message
    if clauses:
        wanted = "|".join(re.escape(clause) for clause in clauses)
        assert re.match(rf"MING-({wanted})(?!\d)", refusal.clause), f"{action}: {refusal}, not {clauses}"
    assert action not in match.actions()
    with pytest.raises(lantern.Refused) as caught:
        match.play(action)
    assert caught.value.refusal == refusal
    assert (match.reveal(), match.save(), list(match.log)) == before


def assert_no_action(match: Match, action: str) -> None:
    """The text is no action of the game at all, and trying it changes nothing."""
    before = match.reveal(), match.save(), list(match.log)
    with pytest.raises(lantern.BadInput):
        match.play(action)
    with pytest.raises(lantern.BadInput):
        match.why_not(action)
    assert (match.reveal(), match.save(), list(match.log)) == before


def assert_impossible(match: Match, action: str, *clauses: str) -> None:
    """The text is no action of the game, or one that is illegal by one of these clauses."""
    try:
        match.why_not(action)
    except lantern.BadInput:
        assert_no_action(match, action)
    else:
        assert_refused(match, action, *clauses)


def assert_undone(match: Match, action: str) -> None:
    """The action can be played and taken back, and nothing of it is left."""
    before = match.reveal(), match.scores, match.actions(), match.save(), list(match.log)
    match.play(action)
    assert match.reveal() != before[0]
    assert match.why_not_undo() is None
    match.undo()
    assert (match.reveal(), match.scores, match.actions(), match.save(), list(match.log)) == before


def assert_not_undone(match: Match) -> None:
    """The last action can't be taken back, and trying changes nothing."""
    before = match.reveal(), match.save(), list(match.log)
    refusal = match.why_not_undo()
    assert refusal is not None
    assert refusal.message
    with pytest.raises(lantern.Refused):
        match.undo()
    assert (match.reveal(), match.save(), list(match.log)) == before
