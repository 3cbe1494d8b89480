"""Every decision in Hanabi as a number.

 0..4    play the card at a position
 5..9    discard the card at a position
10..59   hint: ten to a seat, the colours and then the values
60       pass (Final Bouquet, nothing else is possible)
61       decline the free value hint (bonus tile "return" with an empty deck)
62..96   return a kind of card from the discards to the deck (bonus tile)
97..131  rekindle: play a kind of card from the discards (bonus tile)
"""

from __future__ import annotations

from lantern.games.hanabi import board
from lantern.kernel.errors import BadInput, Never, Phrase, quoted

PLAY = 0
DISCARD = PLAY + board.MOST_HELD
HINT = DISCARD + board.MOST_HELD
PASS = HINT + board.MOST_SEATS * board.HINTS
DECLINE = PASS + 1
RETURN_CARD = DECLINE + 1
REKINDLE_CARD = RETURN_CARD + board.KINDS
ACTIONS = REKINDLE_CARD + board.KINDS

EXAMPLES = "play 3, discard 1, hint 2 red, hint 2 fives"
POSITIONS = tuple(str(position + 1) for position in range(board.MOST_HELD))
SEATS = tuple(str(seat + 1) for seat in range(board.MOST_SEATS))
HINT_OF_WORD: dict[str, int] = {name: hint for hint, name in enumerate(board.HINT_NAMES)}
HINT_OF_WORD |= {str(value + 1): board.COLOURS + value for value in range(board.VALUES)}
UNHINTABLE = {
    "multicolour": Never("HANABI-5.2", "multicolour_hint"),
    "black": Never("HANABI-6.3", "black_hint"),
}


def write_action(action: int) -> str:
    """An action's notation: "play 3", "hint 2 red", "hint 2 fives", "return red 3"."""
    if action >= REKINDLE_CARD:
        return f"play {board.KIND_NAMES[action - REKINDLE_CARD]}"
    if action >= RETURN_CARD:
        return f"return {board.KIND_NAMES[action - RETURN_CARD]}"
    if action >= PASS:
        return "pass" if action == PASS else "decline"
    if action >= HINT:
        seat, hint = divmod(action - HINT, board.HINTS)
        return f"hint {seat + 1} {board.HINT_NAMES[hint]}"
    verb = "play" if action < DISCARD else "discard"
    return f"{verb} {action % DISCARD + 1}"


def read_action(text: str) -> int | Never:
    """The action a notation stands for, or why nobody can ever do such a thing."""
    match text.lower().split():
        case ["play", position] if position.isdecimal():
            return PLAY + _position(position, text)
        case ["discard", position]:
            return DISCARD + _position(position, text)
        case ["hint", seat, about]:
            return _read_hint(seat, about, text)
        case ["pass"]:
            return PASS
        case ["decline"]:
            return DECLINE
        case ["return", suit, value]:
            return RETURN_CARD + kind_of(f"{suit} {value}")
        case ["play", suit, value]:
            return REKINDLE_CARD + kind_of(f"{suit} {value}")
    raise BadInput("bad.action", text=quoted(text), game=Phrase("hanabi.title"), examples=EXAMPLES)


def kind_of(name: str) -> int:
    """The kind of a card such as "red 3"."""
    kind = board.KIND_OF_NAME.get(" ".join(name.lower().split()))
    if kind is None:
        raise BadInput("hanabi.bad.card", name=quoted(name), suits=board.SUIT_NAMES)
    return kind


def _position(word: str, text: str) -> int:
    if word not in POSITIONS:
        raise BadInput("hanabi.bad.place", text=quoted(text), most=board.MOST_HELD)
    return int(word) - 1


def _read_hint(seat: str, about: str, text: str) -> int | Never:
    if seat not in SEATS:
        raise BadInput("hanabi.bad.seat", text=quoted(text), most=board.MOST_SEATS)
    if about in UNHINTABLE:
        return UNHINTABLE[about]
    hint = HINT_OF_WORD.get(about)
    if hint is None:
        raise BadInput("hanabi.bad.hint", text=quoted(text), hints=board.HINT_NAMES)
    return HINT + (int(seat) - 1) * board.HINTS + hint
