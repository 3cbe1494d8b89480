"""Every decision in HAN as a number.

  0..239   house on an ordinary space: five to a space, by the colour that pays (see below)
240..395   house on a border space: thirteen to a space, by the way to pay
396..635   marker on an ordinary space: five to a space, by the colour of the second card or of the pair for it
636..680   emissary to a province: five to a province, by the colour that pays
681..685   discard a card of a colour
686..690   take a card of a colour from the display
691        draw from the deck
692        end the turn

A piece costs a card of the province's colour; any other colour pays as a wild pair (HAN-3.3, 3.4). A border house
between colours a and b costs, in this order: a b, a a, b b, a with a pair of each colour, b with a pair of each
colour (HAN-3.7, 6.1). A marker costs two cards of the province's colour, or one and a wild pair (HAN-3.7, 10.1).
"""

from __future__ import annotations

from collections.abc import Mapping

from lantern.games.han import board as han_board
from lantern.games.han.board import Board
from lantern.kernel.errors import BadInput, Never, Phrase, quoted

BORDER_WAYS = 3 + 2 * han_board.COLOURS
BOTH_COLOURS, FIRST_TWICE, SECOND_TWICE, FIRST_AND_PAIR = range(4)
SECOND_AND_PAIR = FIRST_AND_PAIR + han_board.COLOURS

HOUSE = 0
BORDER_HOUSE = HOUSE + han_board.ORDINARY_SPACES * han_board.COLOURS
MARKER = BORDER_HOUSE + han_board.BORDER_SPACES * BORDER_WAYS
EMISSARY = MARKER + han_board.ORDINARY_SPACES * han_board.COLOURS
DISCARD = EMISSARY + han_board.PROVINCES * han_board.COLOURS
TAKE = DISCARD + han_board.COLOURS
DRAW_CARD = TAKE + han_board.COLOURS
END_TURN = DRAW_CARD + 1
ACTIONS = END_TURN + 1

EXAMPLES = "house {space} with {card}, emissary {province} with {card}, discard red, take red, draw, end"
MARKER_WORD = {han_board.FORTIFICATIONS: "fortify", han_board.MARKET_PLACES: "market"}
MISSING = "#"
"""What the names of spaces begin with that the map does not have."""

NOT_THIS_COLOUR = Never("HAN-3.3", "not_this_colour")
OWN_PAIR = Never("HAN-3.4", "own_pair")
TOO_MANY_CARDS = Never("HAN-3.1", "too_many_cards")
BORDER_COST = Never("HAN-6.1", "border_cost")
FORTIFICATION_COST = Never("HAN-10.1", "fortification_cost")
MARKET_COST = Never("HAN-11.1", "market_cost")
NOT_ON_BORDER = Never("HAN-10.1", "not_on_border")
MARKET_NOT_ON_BORDER = Never("HAN-11.1", "market_not_on_border")

Cards = tuple[int, ...]


def payment(colours: tuple[int, ...], way: int) -> Cards:
    """The cards that a house or an emissary costs where one colour, or two on a border, are asked for."""
    if len(colours) == 1:
        return (way,) if way == colours[0] else (way, way)
    first, second = colours
    if way >= SECOND_AND_PAIR:
        return second, way - SECOND_AND_PAIR, way - SECOND_AND_PAIR
    if way >= FIRST_AND_PAIR:
        return first, way - FIRST_AND_PAIR, way - FIRST_AND_PAIR
    return {BOTH_COLOURS: (first, second), FIRST_TWICE: (first, first), SECOND_TWICE: (second, second)}[way]


def marker_payment(colour: int, way: int) -> Cards:
    """The cards that a marker costs."""
    return (colour, *payment((colour,), way))


def cards_of(board: Board, action: int) -> Cards:
    """The cards that a placement costs, () for one on a space that the map does not have."""
    if action >= EMISSARY:
        province, way = divmod(action - EMISSARY, han_board.COLOURS)
        return payment((board.provinces[province].colour,), way)
    space, way = space_and_way(action)
    if space not in board.spaces:
        return ()
    colours = board.colours_of(space)
    return marker_payment(colours[0], way) if action >= MARKER else payment(colours, way)


def card_names(cards: Cards) -> list[str]:
    """Cards by their colours."""
    return [han_board.COLOUR_NAMES[colour] for colour in cards]


def piece_of(board: Board, action: int) -> str:
    """The piece that a placement on a space brings, by its name."""
    if action < MARKER:
        return "house"
    return "fortification" if board.variant == han_board.FORTIFICATIONS else "market_place"


def space_and_way(action: int) -> tuple[int, int]:
    """The space of a house or marker and the way it is paid for."""
    if action >= MARKER:
        return divmod(action - MARKER, han_board.COLOURS)
    if action >= BORDER_HOUSE:
        space, way = divmod(action - BORDER_HOUSE, BORDER_WAYS)
        return han_board.ORDINARY_SPACES + space, way
    return divmod(action - HOUSE, han_board.COLOURS)


def write_action(board: Board, action: int) -> str:
    """An action's notation: "house w1 with red", "emissary wei with green green", "take red", "draw", "end"."""
    if action >= DRAW_CARD:
        return "draw" if action == DRAW_CARD else "end"
    if action >= TAKE:
        return f"take {han_board.COLOUR_NAMES[action - TAKE]}"
    if action >= DISCARD:
        return f"discard {han_board.COLOUR_NAMES[action - DISCARD]}"
    cards = " ".join(han_board.COLOUR_NAMES[colour] for colour in cards_of(board, action))
    if action >= EMISSARY:
        return f"emissary {board.provinces[(action - EMISSARY) // han_board.COLOURS].id} with {cards}"
    verb = MARKER_WORD[board.variant] if action >= MARKER else "house"
    space, way = space_and_way(action)
    if space not in board.spaces:
        return f"{verb} {MISSING}{space} with {way}"
    return f"{verb} {board.spaces[space].id} with {cards}"


def read_action(board: Board, text: str) -> int | Never:
    """The action a notation stands for, or why nobody can ever do such a thing."""
    match text.lower().split():
        case ["draw"]:
            return DRAW_CARD
        case ["end"]:
            return END_TURN
        case ["take", colour]:
            return TAKE + colour_of(colour)
        case ["discard", colour]:
            return DISCARD + colour_of(colour)
        case [verb, place, "with", way] if place.startswith(MISSING):
            return _read_missing(board, verb, place.removeprefix(MISSING), way, text)
        case ["emissary", province, "with", *cards]:
            number = _number(board.number_of_province, province, "province", text)
            colours = (board.provinces[number].colour,)
            return _paid(EMISSARY + number * han_board.COLOURS, colours, cards)
        case ["house", space, "with", *cards]:
            return _read_house(board, _number(board.number_of_space, space, "space", text), cards)
        case [verb, space, "with", *cards] if verb == MARKER_WORD[board.variant]:
            return _read_marker(board, _number(board.number_of_space, space, "space", text), cards)
    raise BadInput("bad.action", text=quoted(text), game=Phrase("han.title"), examples=_example(board))


def _example(board: Board) -> str:
    space = board.spaces[0]
    province = board.provinces[space.provinces[0]]
    return EXAMPLES.format(space=space.id, province=province.id, card=han_board.COLOUR_NAMES[province.colour])


def colour_of(name: object) -> int:
    """The number of a colour."""
    if not isinstance(name, str) or name not in han_board.COLOUR_NAMES:
        raise BadInput("han.bad.colour", name=quoted(name), colours=han_board.COLOUR_NAMES)
    return han_board.COLOUR_NAMES.index(name)


def _number(numbers: Mapping[str, int], name: str, what: str, text: str) -> int:
    if name not in numbers:
        raise BadInput(
            "bad.no_such_in", text=quoted(text), what=Phrase(f"han.bad.what.{what}"), name=quoted(name), names=numbers
        )
    return numbers[name]


def _read_house(board: Board, space: int, names: list[str]) -> int | Never:
    return _paid(_first_house(space), board.colours_of(space), names)


def _first_house(space: int) -> int:
    """The action of a house on a space that is paid for in the first way."""
    if space < han_board.ORDINARY_SPACES:
        return HOUSE + space * han_board.COLOURS
    return BORDER_HOUSE + (space - han_board.ORDINARY_SPACES) * BORDER_WAYS


def _paid(first: int, colours: tuple[int, ...], names: list[str]) -> int | Never:
    """The house or emissary that is paid for with the cards named, or why nobody can pay so."""
    cards = _cards(names)
    for way in range(han_board.COLOURS if len(colours) == 1 else BORDER_WAYS):
        if sorted(payment(colours, way)) == cards:
            return first + way
    if len(cards) > han_board.HAND_SIZE:
        return TOO_MANY_CARDS
    if cards == [*colours, *colours]:
        return OWN_PAIR
    return NOT_THIS_COLOUR if len(colours) == 1 else BORDER_COST


def _cards(names: list[str]) -> list[int]:
    return sorted(colour_of(name) for name in names)


def _read_marker(board: Board, space: int, names: list[str]) -> int | Never:
    fortified = board.variant == han_board.FORTIFICATIONS
    if space >= han_board.ORDINARY_SPACES:
        return NOT_ON_BORDER if fortified else MARKET_NOT_ON_BORDER
    cards = _cards(names)
    for way in range(han_board.COLOURS):
        if sorted(marker_payment(board.colours_of(space)[0], way)) == cards:
            return MARKER + space * han_board.COLOURS + way
    if len(cards) > han_board.HAND_SIZE:
        return TOO_MANY_CARDS
    return FORTIFICATION_COST if fortified else MARKET_COST


def _read_missing(board: Board, verb: str, number: str, way: str, text: str) -> int:
    """The action on a space that the map does not have: such numbers exist, and are refused."""
    if number.isdecimal() and way.isdecimal() and int(number) < han_board.SPACES:
        first = _first_house(int(number)) if verb == "house" else MARKER + int(number) * han_board.COLOURS
        if write_action(board, first + int(way)) == " ".join(text.lower().split()):
            return first + int(way)
    raise BadInput("bad.action", text=quoted(text), game=Phrase("han.title"), examples=_example(board))
