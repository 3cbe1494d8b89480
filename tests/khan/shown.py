"""What a match of Khan shows."""

from __future__ import annotations

from lantern import Match
from lantern.kernel.contract import Json
from tests.khan.box import PACK, SEATS, SYMBOLS
from tests.matches import seat_number


def turn(match: Match) -> str:
    """The seat whose turn it is."""
    return SEATS[match.reveal()["turn"] - 1]


def left(match: Match) -> int:
    """How many actions are still to do."""
    return int(match.reveal()["actions_left"])


def yurts(match: Match) -> dict[str, str]:
    """The yurts on the board: square and owner."""
    return {where: "n" if who == "neutral" else SEATS[who - 1] for where, who in match.reveal()["yurts"].items()}


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


def choices(match: Match, word: str) -> set[str]:
    """The legal actions that begin with a word."""
    return {action for action in match.actions() if action.split()[0] == word}


def invaded(match: Match, symbol: str) -> set[str]:
    """The squares that a card with this symbol may be played for."""
    return {action.split()[1] for action in choices(match, "invade") if action.endswith(f" with {symbol}")}
