"""The Hanabi Learning Environment (HLE), a foreign judge of the original game, in our notation.

HLE plays the tournament rule: no hint that fits no card (HANABI-2.1, `empty_hints` off). It aborts the whole
process on an illegal move or deal, so both are refused here before they reach it.
"""

import warnings
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore", ResourceWarning)  # it leaves the file it reads open
    pyhanabi: Any = import_module("hanabi_learning_environment.pyhanabi")

SUITS = ("white", "red", "blue", "yellow", "green")
VALUES = ("ones", "twos", "threes", "fours", "fives")
COPIES = (3, 2, 2, 2, 1)
CARDS = sorted(f"{suit} {value}" for suit in SUITS for value, n in enumerate(COPIES, 1) for _ in range(n))
ERRORS = 3

COLOUR_OF: dict[str, int] = {suit: pyhanabi.color_char_to_idx(suit[0].upper()) for suit in SUITS}
SUIT_OF = {colour: suit for suit, colour in COLOUR_OF.items()}


def name_of(card: Any) -> str:
    """The name of an HLE card, or of the card an HLE deal hands out."""
    return f"{SUIT_OF[card.color()]} {card.rank() + 1}"


def text_of(move: Any, players: int, seat: int) -> str:
    """What a seat says to make an HLE move: HLE counts from 0 and hints by distance from the seat."""
    kind = move.type()
    if kind == pyhanabi.HanabiMoveType.PLAY:
        return f"play {move.card_index() + 1}"
    if kind == pyhanabi.HanabiMoveType.DISCARD:
        return f"discard {move.card_index() + 1}"
    target = (seat - 1 + move.target_offset()) % players + 1
    by_colour = kind == pyhanabi.HanabiMoveType.REVEAL_COLOR
    return f"hint {target} {SUIT_OF[move.color()] if by_colour else VALUES[move.rank()]}"


@cache
def game_for(players: int) -> Any:
    """HLE's game for so many players; kept, since its states point into it."""
    return pyhanabi.HanabiGame({"players": players})


@cache
def moves_of(players: int, seat: int) -> dict[str, Any]:
    """Every HLE move a seat could ever make, by our text."""
    game = game_for(players)
    moves = [game.get_move(uid) for uid in range(game.max_moves())]
    return {text_of(move, players, seat): move for move in moves}


@cache
def deals() -> dict[str, Any]:
    """HLE's deal of each card by name, harvested from a game whose hands take the whole deck."""
    game = pyhanabi.HanabiGame({"players": 5, "hand_size": len(CARDS) // 5})
    state = game.new_initial_state()
    for _ in CARDS:
        state.deal_random_card()
    return {name_of(item.move()): item.move() for item in state.move_history()}


class Foreign:
    """One HLE game from a chosen deck: first seat 1's whole hand, then seat 2's and so on, then the draws."""

    def __init__(self, players: int, deck: Sequence[str]) -> None:
        if sorted(deck) != CARDS:
            raise ValueError("not the fifty cards of the original game")
        self._players = players
        self._draws = iter(deck)
        self._state: Any = game_for(players).new_initial_state()
        self._deal()

    def _deal(self) -> None:
        """Fill the hands from the deck; nobody draws once the game is over."""
        while not self.over and self._state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
            self._state.apply_move(deals()[next(self._draws)])

    def legal(self) -> set[str]:
        """What the seat to act may do; nothing once the game is over."""
        if self.over:
            return set()
        moves = moves_of(self._players, self.to_act)
        return {text for text, move in moves.items() if self._state.move_is_legal(move)}

    def play(self, text: str) -> None:
        """Make the move the text names and draw for it."""
        move = None if self.over else moves_of(self._players, self.to_act).get(text)
        if move is None or not self._state.move_is_legal(move):
            raise ValueError(f"HLE refuses: {text}")
        self._state.apply_move(move)
        self._deal()

    @property
    def to_act(self) -> int:
        """The seat whose turn it is, from 1; 0 once the game is over."""
        return 0 if self.over else int(self._state.cur_player()) + 1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state.is_terminal())

    @property
    def score(self) -> int:
        """The sum of the fireworks, 0 after the third error."""
        return int(self._state.score())

    @property
    def tokens(self) -> int:
        """Hint tokens left."""
        return int(self._state.information_tokens())

    @property
    def errors(self) -> int:
        """Error tiles turned."""
        return ERRORS - int(self._state.life_tokens())

    @property
    def fireworks(self) -> dict[str, int]:
        """The highest card of each suit's firework, after the third error too."""
        heights = self._state.fireworks()
        return {suit: int(heights[COLOUR_OF[suit]]) for suit in SUITS}

    @property
    def discards(self) -> list[str]:
        """The discarded cards, sorted by name."""
        return sorted(name_of(card) for card in self._state.discard_pile())

    @property
    def hands(self) -> list[list[str]]:
        """Each seat's cards, the oldest first."""
        return [[name_of(card) for card in hand] for hand in self._state.player_hands()]

    @property
    def deck_size(self) -> int:
        """Cards left to draw."""
        return int(self._state.deck_size())
