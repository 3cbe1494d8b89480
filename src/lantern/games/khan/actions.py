"""Every decision in Khan as a number.

   0..1055   place a ruler: 132 land squares to a ruler (option)
1056..1187   a starting yurt on a land square
1188..1715   invade: four to a land square, by its landscape, the river, the neighbouring territories or the joker
1716..1723   drive out a ruler
1724..7768   conquer: the sites, form by form, place by place
7769..7900   invade anywhere
7901..7909   discard a card with a symbol
7910         stop discarding
7911..7942   special cards: High Morale, Patronage, Gods, Gods in a region (six), Reconnaissance by piece (23)
7943..7945   consent, refuse, pass
"""

from __future__ import annotations

from lantern.games.khan import board
from lantern.kernel.errors import BadInput, Never, Phrase, quoted

WAYS = 4
BY_LANDSCAPE, BY_RIVER, BY_NEIGHBOURS, BY_JOKER = range(WAYS)

RULER = 0
YURT = RULER + board.RULERS * board.LANDS
INVADE = YURT + board.LANDS
DRIVE = INVADE + board.LANDS * WAYS
CONQUER = DRIVE + board.RULERS
ANYWHERE = CONQUER + board.SITES
DISCARD = ANYWHERE + board.LANDS
STOP = DISCARD + board.SYMBOLS
MORALE_CARD = STOP + 1
PATRONAGE_CARD = MORALE_CARD + 1
GODS_CARD = PATRONAGE_CARD + 1
GODS_REGION = GODS_CARD + 1
RESERVE = GODS_REGION + board.REGIONS
CONSENT_GIVEN = RESERVE + board.TYPES
CONSENT_REFUSED = CONSENT_GIVEN + 1
PASS = CONSENT_REFUSED + 1
ACTIONS = PASS + 1

SINGLE = {
    STOP: "stop",
    MORALE_CARD: "morale",
    PATRONAGE_CARD: "patronage",
    GODS_CARD: "gods",
    CONSENT_GIVEN: "consent",
    CONSENT_REFUSED: "refuse",
    PASS: "pass",
}
SINGLE_OF_WORD = {word: action for action, word in SINGLE.items()}
EXAMPLES = "invade H5 with tundra, drive seljuk, conquer domino F5 G5, anywhere H5, pass"
TYPE_OF_NAME = {name.lower(): number for number, name in enumerate(board.TYPE_NAMES)}

RULER_IN_RIVER = Never("KHAN-3.1", "ruler_in_river", like=RULER)
YURT_IN_RIVER = Never("KHAN-3.2", "yurt_in_river", like=YURT)
INVADED_RIVER = Never("KHAN-6.1", "invaded_river", like=INVADE)
ANYWHERE_BUT_RIVER = Never("KHAN-6.4", "anywhere_but_river", like=ANYWHERE)
WRONG_SYMBOL = Never("KHAN-6.1", "wrong_symbol", like=INVADE)
WRONG_SHAPE = Never("KHAN-6.3", "wrong_shape", like=CONQUER)
TILE_IN_RIVER = Never("KHAN-6.3", "tile_in_river", like=CONQUER)
NO_CROSSING = Never("KHAN-6.3", "no_crossing", like=CONQUER)


def symbol_of_way(land: int, way: int) -> int:
    """The symbol of a card that lets one invade a land square in a way."""
    return (board.LANDSCAPE_OF[board.LAND_SQUARES[land]], board.RIVER_SYMBOL, board.NEIGHBOURS, board.JOKER)[way]


def land_name(land: int) -> str:
    """A land square as people write it."""
    return board.name_of(board.LAND_SQUARES[land])


def write_action(action: int) -> str:
    """An action's notation: "invade H5 with tundra", "drive seljuk", "conquer domino F5 G5"."""
    if action in SINGLE:
        return SINGLE[action]
    if action >= RESERVE:
        return f"reserve {board.TYPE_NAMES[action - RESERVE]}"
    if action >= GODS_REGION:
        return f"gods {board.REGION_NAMES[action - GODS_REGION]}"
    if action >= DISCARD:
        return f"discard {board.SYMBOL_NAMES[action - DISCARD]}"
    if action >= ANYWHERE:
        return f"anywhere {land_name(action - ANYWHERE)}"
    if action >= CONQUER:
        return write_conquest(action - CONQUER)
    if action >= DRIVE:
        return f"drive {board.RULER_NAMES[action - DRIVE]}"
    if action >= INVADE:
        land, way = divmod(action - INVADE, WAYS)
        return f"invade {land_name(land)} with {board.SYMBOL_NAMES[symbol_of_way(land, way)]}"
    if action >= YURT:
        return f"yurt {land_name(action - YURT)}"
    ruler, land = divmod(action - RULER, board.LANDS)
    return f"ruler {board.RULER_NAMES[ruler]} {land_name(land)}"


def write_conquest(site: int) -> str:
    """The notation of a conquest."""
    return " ".join(
        ["conquer", board.TYPE_NAMES[board.SITE_TYPES[site]], *map(board.name_of, board.SITE_SQUARES[site])]
    )


def read_action(text: str) -> int | Never:
    """The action a notation stands for, or why nobody can ever do such a thing."""
    match text.lower().split():
        case [word] if word in SINGLE_OF_WORD:
            return SINGLE_OF_WORD[word]
        case ["reserve", piece]:
            return RESERVE + _number(TYPE_OF_NAME, piece, "piece")
        case ["gods", region]:
            return GODS_REGION + _index(board.REGION_NAMES, region, "region")
        case ["discard", symbol]:
            return DISCARD + _index(board.SYMBOL_NAMES, symbol, "symbol")
        case ["drive", ruler]:
            return DRIVE + _index(board.RULER_NAMES, ruler, "ruler")
        case ["anywhere", square]:
            return _on_land(ANYWHERE, square, ANYWHERE_BUT_RIVER)
        case ["yurt", square]:
            return _on_land(YURT, square, YURT_IN_RIVER)
        case ["ruler", ruler, square]:
            return _on_land(RULER + _index(board.RULER_NAMES, ruler, "ruler") * board.LANDS, square, RULER_IN_RIVER)
        case ["invade", square, "with", symbol]:
            return _read_invasion(square, _index(board.SYMBOL_NAMES, symbol, "symbol"))
        case ["conquer", piece, first, *others]:
            squares = tuple(sorted({square_named(name) for name in (first, *others)}))
            return _read_conquest(_number(TYPE_OF_NAME, piece, "piece"), squares)
    raise BadInput("bad.action", text=quoted(text), game=Phrase("khan.title"), examples=EXAMPLES)


def _index(names: tuple[str, ...], name: str, what: str) -> int:
    return _number({known: number for number, known in enumerate(names)}, name, what)


def _number(numbers: dict[str, int], name: str, what: str) -> int:
    if name not in numbers:
        raise BadInput("bad.no_such", what=Phrase(f"khan.bad.what.{what}"), name=quoted(name), names=numbers)
    return numbers[name]


def square_named(name: object) -> int:
    """The number of a square."""
    if not isinstance(name, str) or name.upper() not in board.SQUARE_NAMES:
        raise BadInput("khan.bad.square", name=quoted(name))
    return board.SQUARE_NAMES[name.upper()]


def _on_land(first: int, name: str, otherwise: Never) -> int | Never:
    """The action of a land square, counted from the first."""
    square = square_named(name)
    return first + board.LAND_SQUARES.index(square) if square in board.LAND_SQUARES else otherwise


def _read_invasion(name: str, symbol: int) -> int | Never:
    land = _on_land(0, name, INVADED_RIVER)
    if isinstance(land, Never):
        return land
    for way in range(WAYS):
        if symbol_of_way(land, way) == symbol:
            return INVADE + land * WAYS + way
    return WRONG_SYMBOL


def _read_conquest(kind: int, squares: tuple[int, ...]) -> int | Never:
    """The conquest with a piece on some squares, or why the piece never lies there."""
    if (kind, squares) in board.SITE_OF:
        return CONQUER + board.SITE_OF[kind, squares]
    if not _has_shape(kind, squares):
        return WRONG_SHAPE
    if kind < board.TILE_TYPES:
        return TILE_IN_RIVER
    return NO_CROSSING


def _has_shape(kind: int, squares: tuple[int, ...]) -> bool:
    """Whether a piece, turned or mirrored, covers these squares wherever they lie."""
    top, left = divmod(squares[0], board.STRIDE)
    cells = {(square // board.STRIDE - top, square % board.STRIDE - left) for square in squares}
    return any(form.type == kind and {_cell(offset) for offset in form.offsets} == cells for form in board.FORMS)


def _cell(offset: int) -> tuple[int, int]:
    """An offset as rows down and columns to the right, or to the left."""
    row = (offset + board.STRIDE // 2) // board.STRIDE
    return row, offset - row * board.STRIDE
