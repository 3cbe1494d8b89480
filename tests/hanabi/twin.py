"""Hanabi's slow twin: the rules in plain Python, with cards and hints as text."""

from collections import Counter
from dataclasses import dataclass, field

COLOURS = ["white", "red", "blue", "yellow", "green"]
SUITS = [*COLOURS, "multicolour", "black"]
VALUE_WORDS = ["ones", "twos", "threes", "fours", "fives"]
HINTS = [*COLOURS, *VALUE_WORDS]
TILES = ["token", "repair", "colour hint", "value hint", "return", "rekindle"]

RISING = [1, 2, 3, 4, 5]
FALLING = [5, 4, 3, 2, 1]
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
MIRRORED_COPIES = {5: 3, 4: 2, 3: 2, 2: 2, 1: 1}

ALL_TOKENS = 8
ALL_ERRORS = 3
MOST_SEATS_WITH_LONG_HANDS = 3
LONG_HAND = 5
SHORT_HAND = 4


def suits_in_play(options: dict[str, object]) -> list[str]:
    """Five colours (HANABI-1.1), multicolour (HANABI-5.1) and black (HANABI-6.1) with their expansions."""
    suits = list(COLOURS)
    if options["multicolour"]:
        suits.append("multicolour")
    if options["black_powder"]:
        suits.append("black")
    return suits


def full_deck(options: dict[str, object]) -> list[str]:
    """Ten cards of each suit (HANABI-1.1, 5.1); black's may be mirrored (HANABI-6.1)."""
    deck: list[str] = []
    for suit in suits_in_play(options):
        mirrored = suit == "black" and options["black_values"] == "mirrored"
        copies = MIRRORED_COPIES if mirrored else COPIES
        for value in RISING:
            deck += [f"{suit} {value}"] * copies[value]
    return deck


def maximum(options: dict[str, object]) -> int:
    """25 points, 30 with multicolour (HANABI-5.1); black adds nothing (HANABI-6.4)."""
    return 30 if options["multicolour"] else 25


def suit_of(card: str) -> str:
    """The suit in a card's name."""
    return card.split(maxsplit=1)[0]


def value_of(card: str) -> int:
    """The value in a card's name."""
    return int(card.split()[1])


def card_order(card: str) -> tuple[int, int]:
    """Where a card stands in a sorted list: by suit, then by value."""
    return SUITS.index(suit_of(card)), value_of(card)


def playing_order(suit: str) -> list[int]:
    """A firework rises from 1 to 5 (HANABI-2.3, 5.1), black falls from 5 to 1 (HANABI-6.1)."""
    return FALLING if suit == "black" else RISING


def hint_fits(about: str, card: str) -> bool:
    """A value fits any suit; a colour fits its own and multicolour (HANABI-5.2), not black (HANABI-6.3)."""
    if about in VALUE_WORDS:
        return VALUE_WORDS[value_of(card) - 1] == about
    return suit_of(card) in (about, "multicolour")


@dataclass
class HeldCard:
    """A card in a hand, with every hint its holder got while holding it."""

    card: str
    told: set[str] = field(default_factory=set)
    told_not: set[str] = field(default_factory=set)

    def reveal(self) -> dict[str, object]:
        """The card and its hints, colours first, then values."""
        return {
            "card": self.card,
            "told": [about for about in HINTS if about in self.told],
            "not": [about for about in HINTS if about in self.told_not],
        }


class Twin:
    """One game of Hanabi."""

    def __init__(self, options: dict[str, object], deck: list[str], tiles: list[str], start: int) -> None:
        """Deal the hands, seat 1 first (HANABI-1.3); the other cards are the deck, the next one first."""
        players = options["players"]
        assert isinstance(players, int), players
        assert players in (2, 3, 4, 5), players  # HANABI-1.1
        assert 1 <= start <= players, start
        assert Counter(deck) == Counter(full_deck(options)), deck
        assert Counter(tiles) == Counter(TILES if options["flares"] else []), tiles  # HANABI-7.1
        hand_size = LONG_HAND if players <= MOST_SEATS_WITH_LONG_HANDS else SHORT_HAND  # HANABI-1.3
        dealt = players * hand_size

        # The table options, as handed in.
        self.options = options
        # How many seats there are.
        self.players = players
        # The seat whose turn it is, from 1.
        self.seat = start
        # "turn", or the tile whose effect waits for a decision, or "over".
        self.phase = "turn"
        # Hint tokens there (HANABI-1.2).
        self.tokens = ALL_TOKENS
        # Error tiles turned (HANABI-1.2).
        self.errors = 0
        # Values on each firework, in the order played.
        self.firework: dict[str, list[int]] = {suit: [] for suit in suits_in_play(options)}
        # Each seat's hand, oldest card first; seat 1 has index 0.
        self.hand = [
            [HeldCard(card) for card in deck[first : first + hand_size]] for first in range(0, dealt, hand_size)
        ]
        # Cards to draw, the next one first.
        self.deck = deck[dealt:]
        # Cards discarded, in the order they came (HANABI-2.4).
        self.discards: list[str] = []
        # Bonus tiles face down, the next one first (HANABI-7.1).
        self.tiles = list(tiles)
        # Whether a card left the hand this turn, so that the turn ends with a draw (HANABI-2.2, 2.3).
        self.owes_draw = False
        # Turns of the final round not yet ended, the current one included; None before it (HANABI-3.3).
        self.turns_left: int | None = None
        # Why the game is over.
        self.end: str | None = None

    # What the seat to act may do.

    def actions(self) -> set[str]:
        """The legal actions of the seat to act."""
        if self.phase == "turn":
            return self.turn_actions()
        if self.phase == "colour hint":
            return self.hints_about(COLOURS)  # HANABI-7.2c
        if self.phase == "value hint":
            return self.hints_about(VALUE_WORDS)  # HANABI-7.2d
        if self.phase == "return":
            return self.return_actions()
        if self.phase == "rekindle":
            return self.rekindle_actions()
        return set()

    def turn_actions(self) -> set[str]:
        """Hint, discard or play (HANABI-2); only a seat that can do none of them passes (HANABI-4.2)."""
        positions = range(1, len(self.own_hand()) + 1)
        legal = {f"play {position}" for position in positions}  # HANABI-2.3
        if self.tokens < ALL_TOKENS:
            legal |= {f"discard {position}" for position in positions}  # HANABI-2.2
        if self.tokens > 0:
            legal |= self.hints_about(HINTS)  # HANABI-2.1
        return legal or {"pass"}

    def hints_about(self, subjects: list[str]) -> set[str]:
        """Hints to other seats that hold a card; without `empty_hints` they must fit one (HANABI-2.1)."""
        legal = set()
        for seat in range(1, self.players + 1):
            hand = self.hand[seat - 1]
            if seat == self.seat or not hand:
                continue
            for about in subjects:
                if self.options["empty_hints"] or any(hint_fits(about, held.card) for held in hand):
                    legal.add(f"hint {seat} {about}")
        return legal

    def return_actions(self) -> set[str]:
        """Any discard returns to the deck; if that is empty, a value hint may be given (HANABI-7.2e)."""
        if self.deck:
            return {f"return {card}" for card in self.discards}
        hints = self.hints_about(VALUE_WORDS)
        return hints | {"decline"} if hints else set()

    def rekindle_actions(self) -> set[str]:
        """Any discard that fits its firework is played (HANABI-7.2f)."""
        return {f"play {card}" for card in self.discards if self.fits_firework(card)}

    # Questions about the table.

    def own_hand(self) -> list[HeldCard]:
        """The hand of the seat to act."""
        return self.hand[self.seat - 1]

    def fits_firework(self, card: str) -> bool:
        """Whether a card is the next of its suit's firework (HANABI-2.3, 6.1)."""
        return value_of(card) in self.missing(suit_of(card))[:1]

    def missing(self, suit: str) -> list[int]:
        """The values a firework still lacks, the next one first."""
        return playing_order(suit)[len(self.firework[suit]) :]

    def is_complete(self, suit: str) -> bool:
        """Whether a firework has all its five cards."""
        return not self.missing(suit)

    def all_complete(self) -> bool:
        """Whether every firework in play is complete, multicolour and black included (HANABI-3.2)."""
        return all(self.is_complete(suit) for suit in self.firework)

    def is_card_lost(self) -> bool:
        """Whether all copies of a card missing from its firework lie in the discards (HANABI-4.1)."""
        copies = Counter(full_deck(self.options))
        discarded = Counter(self.discards)
        needed = [f"{suit} {value}" for suit in self.firework for value in self.missing(suit)]
        return any(discarded[card] == copies[card] for card in needed)

    def points(self) -> int:
        """The fireworks' highest cards (HANABI-3.4), less 1 for each black card missing (HANABI-6.4)."""
        total = 0
        for suit, values in self.firework.items():
            if suit == "black":
                total -= len(self.missing(suit))
            elif values:
                total += max(values)
        return total

    def score(self) -> int:
        """The points; none once lost, unless `score_on_loss` keeps them (HANABI-3.1, 4.1)."""
        lost = self.end in ("third error", "card lost")
        if lost and not self.options["score_on_loss"]:
            return 0
        if self.end == "all fireworks complete":
            return maximum(self.options)  # HANABI-3.2
        return self.points()

    # What actions do.

    def play(self, text: str, deck: list[str] | None = None) -> None:
        """Play a legal action; `deck` is the shuffled deck that a "return" leads to (HANABI-7.2e)."""
        if text not in self.actions():
            raise ValueError(f"not legal in phase {self.phase}: {text}")
        if text.startswith("return") and Counter(deck) != Counter([*self.deck, text.removeprefix("return ")]):
            raise ValueError(f"not the old deck and the card of {text}: {deck}")
        phase = self.phase
        verb, *rest = text.split()
        self.phase = "turn"  # a tile's decision is taken; only a further tile asks for another
        if verb == "hint":
            if phase == "turn":
                self.tokens -= 1  # HANABI-2.1; a tile's hint is free (HANABI-7.2c, d, e)
            self.give_hint(int(rest[0]), rest[1])
        elif verb == "discard":
            self.discard_card(int(rest[0]))
        elif verb == "return":
            self.return_card(" ".join(rest), deck or [])
        elif verb == "play" and phase == "rekindle":
            self.rekindle_card(" ".join(rest))
        elif verb == "play":
            self.play_card(int(rest[0]))
        self.judge_end()
        if self.phase == "turn":
            self.end_turn()

    def give_hint(self, seat: int, about: str) -> None:
        """Name all cards the hint fits (HANABI-2.1); the others are thereby known not to fit."""
        for held in self.hand[seat - 1]:
            if hint_fits(about, held.card):
                held.told.add(about)
            else:
                held.told_not.add(about)

    def discard_card(self, position: int) -> None:
        """A card goes to the discards and a token returns (HANABI-2.2)."""
        held = self.own_hand().pop(position - 1)
        self.owes_draw = True
        self.discards.append(held.card)
        self.return_token()

    def play_card(self, position: int) -> None:
        """A card joins its firework, or is discarded and an error tile is turned (HANABI-2.3)."""
        held = self.own_hand().pop(position - 1)
        self.owes_draw = True
        if self.fits_firework(held.card):
            self.add_to_firework(held.card)
        else:
            self.discards.append(held.card)
            self.errors += 1

    def return_card(self, card: str, deck: list[str]) -> None:
        """A discard is shuffled into the deck (HANABI-7.2e)."""
        self.discards.remove(card)
        self.deck = list(deck)

    def rekindle_card(self, card: str) -> None:
        """A discard that fits is played (HANABI-7.2f)."""
        self.discards.remove(card)
        self.add_to_firework(card)

    def add_to_firework(self, card: str) -> None:
        """The card joins its firework, which may thereby be complete."""
        suit = suit_of(card)
        self.firework[suit].append(value_of(card))
        if self.is_complete(suit):
            self.reward(suit)

    def reward(self, suit: str) -> None:
        """A complete firework turns up a tile (HANABI-7.1) or returns a token (HANABI-2.3).

        Black, completed with its 1, always returns a token (HANABI-6.2, 7.1).
        The firework that completes everything turns no tile (HANABI-7.1, 7.3).
        """
        if not self.tiles or suit == "black":
            self.return_token()
        elif not self.all_complete():
            self.turn_up_tile()

    def return_token(self) -> None:
        """A token returns if any is missing (HANABI-2.3, 7.3)."""
        self.tokens = min(self.tokens + 1, ALL_TOKENS)

    def turn_up_tile(self) -> None:
        """The next tile takes effect and is gone (HANABI-7.1); an impossible effect is lost (HANABI-7.3)."""
        tile = self.tiles.pop(0)
        if tile == "token":
            self.return_token()  # HANABI-7.2a
        elif tile == "repair":
            self.errors = max(self.errors - 1, 0)  # HANABI-7.2b
            self.return_token()
        else:
            self.phase = tile
            if not self.actions():
                self.phase = "turn"

    def judge_end(self) -> None:
        """Third error (HANABI-3.1), all complete (HANABI-3.2) or card lost (HANABI-4.1) end it at once."""
        if self.errors == ALL_ERRORS:
            self.end_game("third error")
        elif self.all_complete():
            self.end_game("all fireworks complete")
        elif self.options["final_bouquet"] and self.is_card_lost():
            self.end_game("card lost")

    def end_game(self, reason: str) -> None:
        """The game is over; nobody acts."""
        self.end = reason
        self.phase = "over"

    def end_turn(self) -> None:
        """Draw once if a card was used (HANABI-2.2, 2.3, 7.3); the next seat clockwise acts (HANABI-1.5)."""
        if self.turns_left is not None:
            self.turns_left -= 1
        if self.owes_draw and self.deck:
            self.draw_card()
        self.owes_draw = False
        if self.turns_left == 0:
            self.end_game("last round over")  # HANABI-3.3
        self.seat = self.seat % self.players + 1

    def draw_card(self) -> None:
        """Draw; the last card starts the final round (HANABI-3.3), except in the bouquet (HANABI-4.1)."""
        self.own_hand().append(HeldCard(self.deck.pop(0)))
        if not self.deck and not self.options["final_bouquet"]:
            self.turns_left = self.players

    def reveal(self) -> dict[str, object]:
        """The whole position, hidden cards included."""
        return {
            "to_act": None if self.phase == "over" else self.seat,
            "phase": self.phase,
            "tokens": self.tokens,
            "errors": self.errors,
            "fireworks": {suit: list(values) for suit, values in self.firework.items()},
            "hands": [[held.reveal() for held in hand] for hand in self.hand],
            "deck": list(self.deck),
            "discards": sorted(self.discards, key=card_order),
            "tiles": list(self.tiles),
            "turns_left": self.turns_left,
            "end": self.end,
            "score": self.score(),
        }
