"""Positions of Khan written as text, for tests.

Seats are letters, A to D for 1 to 4. Yurts are written seat by seat, `A 4,5 4,6 | n 6,5`, n for the neutral ones, or
drawn row by row from a corner: `drawn("4,0", "A n .", ". B .")`. Pieces that lie on the board are written
`L4 AB 4,5 4,6 4,7 5,5 | domino A 1,1 1,2`, piece, owners, squares, or drawn as a map with a letter for each.

A card is written by what matters of it: `seljuk tundra`, `seljuk southwest`, `tundra` or `southwest`; cards are parted
by commas. What is not said of the cards follows from a fixed order of the pack, never from a seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

import lantern
from lantern import Match
from lantern.kernel.contract import Json

GAME = lantern.game("khan")
SEATS = "ABCD"
PLAYERS = [2, 3, 4]

Square = tuple[int, int]
Squares = frozenset[Square]

# The board, the cards and the pieces as chapters 1 and 2 of the rules give them.

ROWS = [
    "..GGGGGGTT...",
    ".GGGGGGGTTMM.",
    "GGGGGGGTTMMMM",
    "~~~~~TTTTMMMM",
    "SSSS~TTTTMMMM",
    "SSSS~TTTTMMMM",
    "SSSS~TTTTMMMM",
    "SSSS~~~~~~~~~",
    "SSSSSD~FFFFFF",
    "DDDDDD~FFFFFF",
    "DDDDDD~FFFFF.",
    ".DDDDD~FFFFF.",
    "..DDDD~FFF...",
]
LETTER = {"mountains": "M", "glaciers": "G", "tundra": "T", "stone": "S", "sand": "D", "forest": "F", "river": "~"}
REGIONS = ["mountains", "glaciers", "tundra", "stone", "sand", "forest"]
SYMBOLS = [*REGIONS, "river", "neighbours", "khan"]
STARTS = {
    "seljuk": "6,1",
    "russian": "0,6",
    "hungarian": "1,2",
    "abbasid": "10,3",
    "song": "9,11",
    "goryeo": "3,11",
    "delhi": "9,8",
    "tibetan": "4,7",
}
RULERS = list(STARTS)
STEPS = {
    "north": (-1, 0),
    "northeast": (-1, 1),
    "east": (0, 1),
    "southeast": (1, 1),
    "south": (1, 0),
    "southwest": (1, -1),
    "west": (0, -1),
    "northwest": (-1, -1),
}
DIRECTIONS = list(STEPS)
TURNS_OF_SYMBOL = dict(zip(SYMBOLS, [0, 3, 6, 1, 4, 7, 2, 5, 0], strict=True))
IMPASSABLE = "3,12 4,12 5,12 6,12 12,3 12,4 12,5 12,7 12,8 12,9 11,10"
SHAPES = {
    "domino": "##",
    "I3": "###",
    "V3": "## #",
    "I4": "####",
    "O4": "## ##",
    "T4": "### .#",
    "S4": "## .##",
    "L4": "### #",
    "F5": ".## ## .#",
    "I5": "#####",
    "L5": "#### #",
    "N5": "## .###",
    "P5": "## ## #",
    "T5": "### .# .#",
    "U5": "#.# ###",
    "V5": "# # ###",
    "W5": "# ## .##",
    "X5": ".# ### .#",
    "Y5": "#### .#",
    "Z5": "## .# .##",
    "bridge-3": "###",
    "bridge-4": "####",
    "bridge-L": "### #",
}
PIECES = list(SHAPES)
TILES = [piece for piece in PIECES if not piece.startswith("bridge")]
BRIDGES = [piece for piece in PIECES if piece.startswith("bridge")]
BESIDE = dict.fromkeys(PIECES, 1) | {"domino": 4, "I3": 4, "V3": 4, "bridge-3": 5, "bridge-4": 2, "bridge-L": 2}
SPECIALS = {
    2: {"morale": 2, "patronage": 2, "gods": 2, "reconnaissance": 2},
    3: {"morale": 2, "patronage": 1, "gods": 1, "reconnaissance": 1},
    4: {"morale": 1, "patronage": 1, "gods": 1, "reconnaissance": 1},
}
NO_SPECIALS = dict.fromkeys(SEATS, "")
"""Nobody has a special card left, so that a turn ends by itself after step 2."""
FOUR_HOME = "seljuk russian hungarian abbasid"
"""Four rulers at home; song, goryeo, delhi and tibetan are still on the board."""


def points_of(piece: str) -> int:
    """A piece's points."""
    size = SHAPES[piece].count("#")
    return {3: 4, 4: 6}[size] if piece in BRIDGES else {2: 2, 3: 4, 4: 6, 5: 9}[size]


# Squares.


def square(text: str) -> Square:
    """`4,7` as a row and a column."""
    row, column = text.split(",")
    return int(row), int(column)


def name(where: Square) -> str:
    """A row and a column as `4,7`."""
    return f"{where[0]},{where[1]}"


def names(squares: Iterable[Square]) -> list[str]:
    """The names of squares, in reading order."""
    return [name(where) for where in sorted(squares)]


def ground(where: Square) -> str:
    """The letter of a square, `.` where there is none."""
    row, column = where
    return ROWS[row][column] if 0 <= row < len(ROWS) and 0 <= column < len(ROWS[row]) else "."


ALL = [(row, column) for row, line in enumerate(ROWS) for column, letter in enumerate(line) if letter != "."]
LAND = [where for where in ALL if ground(where) != "~"]
RIVER = [where for where in ALL if ground(where) == "~"]


def sides(where: Square) -> list[Square]:
    """The four squares, there or not, that share a side with one."""
    return [(where[0] + down, where[1] + right) for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))]


def region(landscape: str) -> list[str]:
    """The squares of a region."""
    return names(where for where in LAND if ground(where) == LETTER[landscape])


def connected(squares: Iterable[Square]) -> list[Squares]:
    """Squares parted into what hangs together by sides, the largest first."""
    left = set(squares)
    found = []
    while left:
        part = {left.pop()}
        frontier = set(part)
        while frontier:
            frontier = {near for where in frontier for near in sides(where)} & left
            left -= frontier
            part |= frontier
        found.append(frozenset(part))
    return sorted(found, key=lambda part: (-len(part), sorted(part)))


BANKS = connected(LAND)
"""The land masses that the river parts."""


@cache
def forms(piece: str) -> list[list[Square]]:
    """A piece turned and mirrored, each form once, from its own corner."""
    found = set()
    cells = [
        (row, column)
        for row, line in enumerate(SHAPES[piece].split())
        for column, letter in enumerate(line)
        if letter == "#"
    ]
    for turned in range(8):
        cells = [(column, -row) for row, column in cells]
        seen = [(row, -column) for row, column in cells] if turned >= 4 else cells
        top, left = min(row for row, _ in seen), min(column for _, column in seen)
        found.add(tuple(sorted((row - top, column - left) for row, column in seen)))
    return [list(form) for form in sorted(found)]


def bridges(squares: Iterable[Square], piece: str) -> bool:
    """Whether a bridge on these squares crosses the river as 6.3 asks."""
    over = [where for where in squares if ground(where) == "~"]
    stands_on = {bank for bank in BANKS for where in squares if where in bank}
    one = len(over) == 1
    two = piece == "bridge-L" and len(over) == 2 and over[1] in sides(over[0])
    return (one or two) and len(stands_on) == 2


@cache
def sites(piece: str) -> list[tuple[str, ...]]:
    """Where on the empty board a piece could lie, each place as its squares in reading order."""
    found = []
    for row, column in [(row, column) for row in range(13) for column in range(13)]:
        for form in forms(piece):
            squares = [(row + down, column + right) for down, right in form]
            if any(ground(where) == "." for where in squares):
                continue
            crossing = bridges(squares, piece)
            if crossing if piece in BRIDGES else all(ground(where) != "~" for where in squares):
                found.append(tuple(names(squares)))
    return sorted(found)


def conquests(piece: str, within: Iterable[str]) -> set[str]:
    """Every way to lay a piece so that its land squares are among those given, as actions."""
    allowed = set(within) | set(names(RIVER))
    return {f"conquer {piece} {' '.join(site)}" for site in sites(piece) if allowed.issuperset(site)}


# Words of the text.


def seat_number(letter: str) -> int:
    """A seat from 1."""
    return SEATS.index(letter) + 1


def numbers(letters: str) -> list[int]:
    """Seats from 1."""
    return [seat_number(letter) for letter in letters]


def parts(text: str) -> list[list[str]]:
    """`A 4,5 4,6 | n 6,5` taken apart."""
    return [part.split() for part in text.split("|") if part.strip()]


def read_yurts(text: str) -> Json:
    """`A 4,5 4,6 | n 6,5` as squares with their owners."""
    return {where: "neutral" if who == "n" else seat_number(who) for who, *squares in parts(text) for where in squares}


def read_pieces(text: str) -> list[Json]:
    """`L4 AB 4,5 4,6 4,7 5,5` as a piece with its owners."""
    return [{"piece": piece, "squares": squares, "owners": numbers(owners)} for piece, owners, *squares in parts(text)]


def drawn(corner: str, *rows: str) -> str:
    """Yurts drawn row by row from a corner of the board, `A n .`, as text."""
    top, left = square(corner)
    found = [
        f"{who} {top + down},{left + right}"
        for down, row in enumerate(rows)
        for right, who in enumerate(row.split())
        if who not in ".~"
    ]
    return " | ".join(found)


def mapped(picture: str, owners: str) -> str:
    """Pieces drawn on a map of the whole board, a letter each, with their owners, `a AB | b C`, as text."""
    squares: dict[str, list[Square]] = {}
    for row, line in enumerate(picture.strip("\n").splitlines()):
        for column, letter in enumerate(line):
            if letter.isalpha():
                squares.setdefault(letter, []).append((row, column))
    return " | ".join(
        f"{piece_on(squares[letter])} {who} {' '.join(names(squares[letter]))}" for letter, who in parts(owners)
    )


def piece_on(squares: Sequence[Square]) -> str:
    """The piece that has the form of these squares."""
    top, left = min(row for row, _ in squares), min(column for _, column in squares)
    form = sorted((row - top, column - left) for row, column in squares)
    kind = BRIDGES if any(ground(where) == "~" for where in squares) else TILES
    return next(piece for piece in kind if form in forms(piece))


# Cards.


def direction_of(card: str) -> str:
    """The direction that a card shows."""
    ruler, symbol = card.split()
    return DIRECTIONS[(3 * RULERS.index(ruler) + TURNS_OF_SYMBOL[symbol]) % 8]


PACK = [f"{ruler} {symbol}" for ruler in RULERS for symbol in SYMBOLS]


def fits(card: str, text: str) -> bool:
    """Whether a card is what the text says: `seljuk tundra`, `seljuk southwest`, `tundra` or `southwest`."""
    return set(text.split()) <= {*card.split(), direction_of(card)}


def cards(text: str) -> list[str]:
    """The texts of cards, taken apart."""
    return [part.strip() for part in text.split(",") if part.strip()]


def dealt_out(lots: Sequence[Sequence[str]]) -> tuple[list[list[str]], list[str]]:
    """Cards for lots of texts, none twice, and the rest; what is said exactly is dealt first."""
    free = list(PACK)
    dealt: list[list[str]] = [[""] * len(lot) for lot in lots]
    wanted = [(lot, place) for lot, texts in enumerate(lots) for place in range(len(texts))]
    for lot, place in sorted(wanted, key=lambda each: sum(fits(card, lots[each[0]][each[1]]) for card in PACK)):
        dealt[lot][place] = next(card for card in reversed(free) if fits(card, lots[lot][place]))
        free.remove(dealt[lot][place])
    return dealt, free


# Matches.


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


def play_all(match: Match, *actions: str) -> Match:
    """The match after these actions."""
    for action in actions:
        match.play(action)
    return match


CALM = "hungarian south, russian west, hungarian east, russian east, hungarian west, russian south, goryeo east"
"""Cards for seven turns in which rulers flee in the far north."""


def idle(match: Match, use: str = "pass") -> Match:
    """The match after a turn in which a yurt is put down in the far south-east; step 4 as said, if it comes."""
    corner = ["11,11", "11,10", "10,11", "9,12", "8,12", "11,9", "12,9", "10,10"]
    play_all(match, next(f"anywhere {where}" for where in corner if f"anywhere {where}" in match.actions()), "stop")
    if phase(match) == "special":
        match.play(use)
    return match


def third_action(match: Match) -> Match:
    """The match with the third action of High Morale to be chosen; after a refusal the card may lie ready again."""
    if phase(match) == "special":
        match.play("morale")
    return match


# What a match shows.


def phase(match: Match) -> str:
    """What is decided."""
    return str(match.reveal()["phase"])


def to_act(match: Match) -> str | None:
    """The seat whose decision it is."""
    return None if match.to_act is None else SEATS[match.to_act - 1]


def turn(match: Match) -> str:
    """The seat whose turn it is."""
    return SEATS[match.reveal()["turn"] - 1]


def left(match: Match) -> int:
    """How many actions are still to do."""
    return int(match.reveal()["actions_left"])


def yurts(match: Match) -> dict[str, str]:
    """The yurts on the board: square and owner."""
    return {
        where: "n" if who == "neutral" else SEATS[who - 1] for where, who in sorted(match.reveal()["yurts"].items())
    }


def ruler(match: Match, who: str) -> str:
    """Where a ruler stands, or home."""
    return str(match.reveal()["rulers"][who])


def court(match: Match, who: str) -> int:
    """How many yurts are left at a court."""
    return int(match.reveal()["courts"][who])


def pieces(match: Match) -> list[tuple[str, str, str]]:
    """The pieces on the board, as they were laid: piece, owners, squares."""
    return [
        (each["piece"], "".join(SEATS[seat - 1] for seat in each["owners"]), " ".join(each["squares"]))
        for each in match.reveal()["pieces"]
    ]


def hand(match: Match, seat: str) -> list[str]:
    """A seat's cards."""
    return list(match.reveal()["hands"][seat_number(seat) - 1])


def symbols(match: Match, seat: str) -> list[str]:
    """The symbols that a seat holds, in the order of the symbols."""
    return sorted((card.split()[1] for card in hand(match, seat)), key=SYMBOLS.index)


def deck(match: Match) -> list[str]:
    """The deck, next card first."""
    return list(match.reveal()["deck"])


def discards(match: Match) -> list[str]:
    """The discard pile."""
    return list(match.reveal()["discards"])


def census(match: Match) -> list[str]:
    """Every card wherever it lies, in the order of the pack."""
    held = [card for seat in SEATS[: match.options["players"]] for card in hand(match, seat)]
    return sorted(held + deck(match) + discards(match), key=PACK.index)


def specials(match: Match, seat: str) -> dict[str, int]:
    """The special cards that a seat has left."""
    return dict(match.reveal()["specials"][seat_number(seat) - 1])


def in_force(match: Match, what: str) -> str:
    """The seats whose Patronage, Gods card or reservation is in force."""
    return "".join(SEATS[int(seat) - 1] for seat in sorted(match.reveal()[what], key=int))


def items(match: Match, kind: str, seat: str | None = None) -> list[Json]:
    """Items of the breakdown."""
    return [
        item
        for item in match.breakdown()
        if item["kind"] == kind and (seat is None or item["seat"] == seat_number(seat))
    ]


def points(match: Match, kind: str) -> list[int]:
    """Each seat's points of some kind."""
    total = [0] * match.options["players"]
    for item in items(match, kind):
        total[item["seat"] - 1] += item["points"]
    return total


def outcome(match: Match) -> Json:
    """The result of a match that is over."""
    assert match.over
    assert match.result is not None
    return match.result


def choices(match: Match, word: str) -> set[str]:
    """The legal actions that begin with a word."""
    return {action for action in match.actions() if action.split()[0] == word}


def invaded(match: Match, symbol: str) -> set[str]:
    """The squares that a card with this symbol may be played for."""
    return {action.split()[1] for action in choices(match, "invade") if action.endswith(f" with {symbol}")}


# What is legal and what is not.


def assert_legal(match: Match, *actions: str) -> None:
    """Each action, written as the game writes it, is legal now."""
    listed = match.actions()
    for action in actions:
        assert match.why_not(action) is None, f"{action}: {match.why_not(action)}"
        assert action in listed


def assert_refused(match: Match, action: str, clause: str | None = None) -> None:
    """The action is illegal, by this clause if one is named, and trying it changes nothing."""
    before = match.reveal(), match.save(), list(match.log)
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    assert refusal.clause.startswith("KHAN-")
    assert refusal.message
    if clause is not None:
        assert re.match(rf"KHAN-{re.escape(clause)}(?!\d)", refusal.clause), f"{action}: {refusal}, not {clause}"
    assert action not in match.actions()
    with pytest.raises(lantern.Refused) as caught:
        match.play(action)
    assert caught.value.refusal == refusal
    assert (match.reveal(), match.save(), list(match.log)) == before


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
