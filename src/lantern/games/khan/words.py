"""Khan in words: refusals, events, and the things on the table that an action involves."""

from __future__ import annotations

from lantern.games.khan import legality
from lantern.games.khan.actions import (
    ANYWHERE,
    CONQUER,
    CONSENT_GIVEN,
    CONSENT_REFUSED,
    DISCARD,
    DRIVE,
    GODS_CARD,
    GODS_REGION,
    INVADE,
    MORALE_CARD,
    PASS,
    PATRONAGE_CARD,
    RESERVE,
    RULER,
    STOP,
    WAYS,
    YURT,
    land_name,
    symbol_of_way,
)
from lantern.games.khan.board import (
    LANDS,
    REGION_NAMES,
    RULER_NAMES,
    SITE_SQUARES,
    SITE_TYPES,
    SYMBOL_NAMES,
    TYPE_NAMES,
    name_of,
)
from lantern.games.khan.state import State
from lantern.kernel.contract import Event
from lantern.kernel.errors import Refusal

REFUSALS = {
    legality.NO_SUCH_ACTION: Refusal("KHAN-6", "no_such_action", "There is no such action."),
    legality.GAME_OVER: Refusal("KHAN-9.3", "game_over", "The game is over."),
    legality.PLACE_RULER_FIRST: Refusal("KHAN-3.1", "place_ruler_first", "The rulers are placed first."),
    legality.PLACE_YURT_FIRST: Refusal("KHAN-3.2", "place_yurt_first", "The starting yurts are placed first."),
    legality.ANSWER_FIRST: Refusal("KHAN-7.7", "answer_first", "A proposal waits for your answer: consent or refuse."),
    legality.DISCARD_OR_STOP: Refusal("KHAN-6.4", "discard_or_stop", "Discard cards now, or stop."),
    legality.NOT_SETTING_UP: Refusal("KHAN-3", "not_setting_up", "That belongs to the set-up, which is over."),
    legality.RULER_PLACED: Refusal("KHAN-3.1", "ruler_placed", "That ruler has been placed."),
    legality.SQUARE_TAKEN: Refusal("KHAN-6.1", "square_taken", "That square is not empty."),
    legality.RULER_SQUARE_TAKEN: Refusal("KHAN-3.1", "ruler_square_taken", "That square is not free."),
    legality.YURT_SQUARE_TAKEN: Refusal("KHAN-3.2", "yurt_square_taken", "That square is not free."),
    legality.ANYWHERE_TAKEN: Refusal("KHAN-6.4", "anywhere_taken", "That square is not empty."),
    legality.NO_CARD_TO_DISCARD: Refusal("KHAN-6.4", "no_card_to_discard", "You hold no card with that symbol."),
    legality.MUST_CONQUER: Refusal(
        "KHAN-9.3", "must_conquer", "There is no passing while you can conquer without anybody's consent."
    ),
    legality.NOTHING_TO_RESERVE: Refusal("KHAN-7.5", "nothing_to_reserve", "No such piece is left beside the board."),
    legality.REGION_SETTLED: Refusal("KHAN-3.2", "region_settled", "A yurt stands in that region already."),
    legality.SPECIAL_OR_PASS: Refusal(
        "KHAN-7.6", "special_or_pass", "Your actions are done: use a special card, or pass."
    ),
    legality.ONLY_CONQUESTS: Refusal("KHAN-9.3", "only_conquests", "In the final phase there are only conquests."),
    legality.ACTIONS_FIRST: Refusal("KHAN-4", "actions_first", "Special cards come after the two actions."),
    legality.NO_SUCH_CARD: Refusal("KHAN-6.1", "no_such_card", "You hold no card with that symbol."),
    legality.NOT_BY_RIVER: Refusal("KHAN-6.1", "not_by_river", "That square shares no side with the river."),
    legality.NOT_AT_EDGE: Refusal("KHAN-6.1", "not_at_edge", "That square does not border neighbouring territories."),
    legality.RULER_HOME: Refusal("KHAN-6.2", "ruler_home", "That ruler is home."),
    legality.NO_MORE_DRIVING: Refusal("KHAN-9.2", "no_more_driving", "All rulers are home: nobody can be driven out."),
    legality.BOTH_ACTIONS: Refusal("KHAN-6", "both_actions", "Invading anywhere takes both actions of a turn."),
    legality.NOT_AS_THIRD: Refusal("KHAN-7.2", "not_as_third", "High Morale is never for invading anywhere."),
    legality.PIECE_USED_UP: Refusal("KHAN-6.3", "piece_used_up", "No such piece is left beside the board."),
    legality.PIECE_RESERVED: Refusal("KHAN-7.5", "piece_reserved", "Another player has reserved that piece."),
    legality.SQUARE_COVERED: Refusal("KHAN-6.3", "square_covered", "A piece lies on one of these squares already."),
    legality.RULER_IN_THE_WAY: Refusal("KHAN-6.3", "ruler_in_the_way", "A ruler stands on one of these squares."),
    legality.NO_YURT_UNDER: Refusal("KHAN-6.3", "no_yurt_under", "Every land square under a piece must hold a yurt."),
    legality.NO_MAJORITY: Refusal(
        "KHAN-6.3", "no_majority", "You need a yurt under it, and no other player may have more there."
    ),
    legality.PROTECTED_YURT: Refusal(
        "KHAN-7.7",
        "protected_yurt",
        "It covers a yurt under the Great Khan's patronage, whose owner would not share it.",
    ),
    legality.PROTECTED_NEUTRAL: Refusal(
        "KHAN-7.7",
        "protected_neutral",
        "It covers a neutral yurt under the Gods' protection by one who would not share it.",
    ),
    legality.REFUSED_BEFORE: Refusal("KHAN-7.7", "refused_before", "That was proposed and refused this turn."),
    legality.TOO_MANY_REFUSALS: Refusal(
        "KHAN-7.7", "too_many_refusals", "So many proposals were refused this turn that no other can be made."
    ),
    legality.NOT_DISCARDING: Refusal("KHAN-6.4", "not_discarding", "Cards are discarded only after invading anywhere."),
    legality.NO_SPECIAL_LEFT: Refusal("KHAN-2.4", "no_special_left", "You have no such special card left."),
    legality.NO_THIRD_ACTION: Refusal("KHAN-7.2", "no_third_action", "No third action would be possible."),
    legality.OTHER_PATRON: Refusal("KHAN-7.3", "other_patron", "Another player's Patronage is in force."),
    legality.OTHER_GODS: Refusal("KHAN-7.4", "other_gods", "Another player has that protection of the Gods."),
    legality.NOT_TWICE_RUNNING: Refusal(
        "KHAN-7.6", "not_twice_running", "With two players the same protection can't be used in two turns running."
    ),
    legality.NAME_A_REGION: Refusal("KHAN-7.4", "name_a_region", "With four players name the region to be protected."),
    legality.NO_REGIONS: Refusal("KHAN-7.4", "no_regions", "With two or three players the Gods protect all regions."),
    legality.RESERVED_BY_OTHER: Refusal("KHAN-7.5", "reserved_by_other", "Another player has reserved that piece."),
    legality.NOTHING_ASKED: Refusal("KHAN-7.7", "nothing_asked", "Nothing waits for anybody's consent."),
    legality.NO_PASSING: Refusal("KHAN-6", "no_passing", "There is no passing while something can be done."),
}

MOMENT = frozenset(
    (
        legality.PLACE_RULER_FIRST,
        legality.PLACE_YURT_FIRST,
        legality.NOT_SETTING_UP,
        legality.ANSWER_FIRST,
        legality.DISCARD_OR_STOP,
        legality.SPECIAL_OR_PASS,
        legality.ONLY_CONQUESTS,
    )
)
"""What the phase asks for, which is said before what nobody can ever do."""

SENTENCES = {
    "ruler_placed": "Seat {seat} places the {ruler} ruler on {square}.",
    "yurt_placed": "Seat {seat} begins with a yurt on {square}.",
    "dealt": "Everybody gets four cards.",
    "refilled": "Seat {seat} refills its hand with {cards}.",
    "drew": "Seat {seat} draws {cards}.",
    "turn": "It is seat {seat}'s turn.",
    "invaded": "Seat {seat} invades {square} with {card}.",
    "invaded_anywhere": "Seat {seat} invades {square}, as it likes.",
    "driven_out": "Seat {seat} drives the {ruler} ruler out.",
    "discarded": "Seat {seat} discards {card}.",
    "stopped": "Seat {seat} keeps its other cards.",
    "proposed": "Seat {seat} proposes to lay {piece} on {squares}.",
    "consented": "Seat {seat} consents.",
    "refused": "Seat {seat} refuses.",
    "conquered": "Seat {seat} conquers {squares} with {piece}: {points} points.",
    "conquered_together": "Seats {owners} conquer {squares} together with {piece}: {points} points each.",
    "morale": "Seat {seat} plays High Morale.",
    "patronage": "Seat {seat} asks for the Great Khan's patronage.",
    "gods": "Seat {seat} asks the Gods to protect neutral yurts.",
    "gods_region": "Seat {seat} asks the Gods to protect neutral yurts in the {region}.",
    "reserved": "Seat {seat} reserves {piece}.",
    "passed": "Seat {seat} passes.",
    "patronage_ended": "The Great Khan's patronage of seat {seat} ends.",
    "gods_ended": "The Gods no longer protect neutral yurts for seat {seat}.",
    "reservation_ended": "Seat {seat} no longer reserves {piece}.",
    "nothing_more": "Seat {seat} can do nothing more this turn.",
    "passed_over": "Seat {seat} can conquer nothing and is passed over.",
    "in_vain": "Turned up in vain, of rulers who are home: {cards}.",
    "card": "The card {card} is turned up.",
    "tried": "To the {direction} the {ruler} ruler finds no refuge: {blocked}.",
    "fled": "The {ruler} ruler flees {direction} from {origin} to {square}.",
    "went_home": "The {ruler} ruler goes home from {origin}.",
    "reshuffled": "The discards are shuffled into a new deck of {cards}.",
    "final_phase": "Five rulers are home: the final phase begins. The others go home too: {rulers}.",
    "territory": "Territories: seat {seat} gets {points} points (place {place}).",
    "won": "The game is over ({reason}): seat {winners} wins with {points} points.",
    "shared": "The game is over ({reason}): seats {winners} share the win with {points} points.",
}


def tell(event: Event) -> str:
    """An English sentence."""
    spoken = {key: _spoken(key, value) for key, value in event.arguments.items()}
    return SENTENCES[event.key].format(**spoken)


def _spoken(key: str, value: object) -> object:
    """An argument as people say it."""
    if key == "cards" and isinstance(value, int):
        return f"{value} card" if value == 1 else f"{value} cards"
    if isinstance(value, list):
        return (" and " if key in ("owners", "winners") else ", ").join(map(_called, value))
    return value


def _called(thing: object) -> str:
    """One of several things as people say it; what blocks a way is a square, or the edge of the board."""
    if isinstance(thing, dict):
        return "{by} on {square}".format(**thing) if "square" in thing else "the board ends"
    return str(thing)


def touch(state: State, action: int) -> tuple[str, ...]:
    """The ids of what an action involves: squares, cards, rulers, pieces."""
    if action < YURT:
        ruler, land = divmod(action - RULER, LANDS)
        return (f"ruler:{RULER_NAMES[ruler]}", f"square:{land_name(land)}")
    if action < INVADE:
        return ("yurt", f"square:{land_name(action - YURT)}")
    if action < DRIVE:
        land, way = divmod(action - INVADE, WAYS)
        return ("invade", f"card:{SYMBOL_NAMES[symbol_of_way(land, way)]}", f"square:{land_name(land)}")
    if action < CONQUER:
        return ("drive", f"ruler:{RULER_NAMES[action - DRIVE]}")
    if action < ANYWHERE:
        site = action - CONQUER
        return (
            f"piece:{TYPE_NAMES[SITE_TYPES[site]]}",
            *(f"square:{name_of(square)}" for square in SITE_SQUARES[site]),
        )
    if action < DISCARD:
        return ("anywhere", f"square:{land_name(action - ANYWHERE)}")
    if action < STOP:
        return ("discard", f"card:{SYMBOL_NAMES[action - DISCARD]}")
    if GODS_REGION <= action < RESERVE:
        return ("special:gods", f"region:{REGION_NAMES[action - GODS_REGION]}")
    if RESERVE <= action < CONSENT_GIVEN:
        return ("special:reconnaissance", f"piece:{TYPE_NAMES[action - RESERVE]}")
    cards = {MORALE_CARD: "special:morale", PATRONAGE_CARD: "special:patronage", GODS_CARD: "special:gods"}
    words = {STOP: "stop", CONSENT_GIVEN: "consent", CONSENT_REFUSED: "refuse", PASS: "pass"}
    return ((cards | words)[action],)
