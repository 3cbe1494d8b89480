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
    CARD_NAMES,
    DIRECTION,
    DIRECTION_NAMES,
    DIRECTIONS,
    FARTHEST,
    HOME,
    LANDS,
    LANDSCAPE_OF,
    POINTS_OF,
    REGION_NAMES,
    RIVER,
    RULER_NAMES,
    RULERS,
    SITE_SQUARES,
    SITE_TYPES,
    STEPS,
    SYMBOL_NAMES,
    TYPE_NAMES,
    WORD,
    name_of,
)
from lantern.games.khan.state import CONSENT, NONE, RUNNING, State
from lantern.games.khan.view import breakdown, outcome, pieces_of
from lantern.kernel.contract import Event, Json
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

SENTENCES = {
    "ruler_placed": "Seat {seat} places the {ruler} ruler on {square}.",
    "yurt_placed": "Seat {seat} begins with a yurt on {square}.",
    "dealt": "Everybody gets four cards.",
    "drew": "Seat {seat} draws {cards}.",
    "invaded": "Seat {seat} invades {square} with {symbol}.",
    "invaded_anywhere": "Seat {seat} invades {square}, as it likes.",
    "driven_out": "Seat {seat} drives the {ruler} ruler out.",
    "discarded": "Seat {seat} discards {symbol}.",
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
    "card": "The card {card} is turned up.",
    "tried": "To the {direction} the {ruler} ruler finds no refuge: {blocked}.",
    "fled": "The {ruler} ruler flees {direction} from {origin} to {square}.",
    "went_home": "The {ruler} ruler goes home from {origin}.",
    "reshuffled": "The discards are shuffled into a new deck.",
    "final_phase": "Five rulers are home: the final phase begins.",
    "territory": "Territories: seat {seat} gets {points} points (place {place}).",
    "won": "The game is over ({reason}): seat {winners} wins with {points} points.",
    "shared": "The game is over ({reason}): seats {winners} share the win with {points} points.",
}


def story(before: State, action: int, after: State) -> list[Event]:
    """What a decision did: the deed, conquests, flights, and the end."""
    events = _deed(before, action)
    if before.phase == CONSENT or CONQUER <= action < ANYWHERE:
        events += _conquests(before, after)
    flown = (after.fled, after.fled_from, after.fled_card) != (before.fled, before.fled_from, before.fled_card)
    if before.held[before.start_player] == 0 and after.held[before.start_player] > 0 and before.set_up:
        events.append(Event("dealt", {}))
    events += _drawn(before, after)
    if after.fled != NONE and (flown or (after.last_action == action and _turned_up(before, after))):
        events += _flight(before, after)
    if after.reshuffles > before.reshuffles:
        events.append(Event("reshuffled", {}))
    if after.final > before.final:
        events.append(Event("final_phase", {}))
    if after.end != RUNNING:
        events += [Event("territory", item) for item in breakdown(after) if item["kind"] == "territory"]
        events.append(_ended(after))
    return events


def _drawn(before: State, after: State) -> list[Event]:
    """The cards that came into hands, which only those who drew them learn."""
    events = []
    for seat in range(after.seats):
        had, has = ([s.hand[seat, place] for place in range(s.held[seat])] for s in (before, after))
        cards = [CARD_NAMES[card] for card in has if card not in had]
        if cards:
            events.append(Event("drew", {"seat": seat + 1, "cards": cards}, known_to=(seat + 1,)))
    return events


def _turned_up(before: State, after: State) -> bool:
    """Whether a ruler has left a square since."""
    return any(before.ruler[ruler] != after.ruler[ruler] and before.ruler[ruler] >= 0 for ruler in range(RULERS))


def _deed(before: State, action: int) -> list[Event]:
    """The decision itself."""
    seat = {"seat": before.to_act + 1}
    if action < YURT:
        ruler, land = divmod(action - RULER, LANDS)
        return [Event("ruler_placed", seat | {"ruler": RULER_NAMES[ruler], "square": land_name(land)})]
    if action < INVADE:
        return [Event("yurt_placed", seat | {"square": land_name(action - YURT)})]
    if action < DRIVE:
        land, way = divmod(action - INVADE, WAYS)
        return [Event("invaded", seat | {"square": land_name(land), "symbol": SYMBOL_NAMES[symbol_of_way(land, way)]})]
    if action < CONQUER:
        return [Event("driven_out", seat | {"ruler": RULER_NAMES[action - DRIVE]})]
    if action < ANYWHERE:
        return []
    if action < DISCARD:
        return [Event("invaded_anywhere", seat | {"square": land_name(action - ANYWHERE)})]
    if action < STOP:
        return [Event("discarded", seat | {"symbol": SYMBOL_NAMES[action - DISCARD]})]
    return [_card_event(seat, action)]


def _card_event(seat: Json, action: int) -> Event:
    """A special card, an answer, or passing."""
    if RESERVE <= action < CONSENT_GIVEN:
        return Event("reserved", seat | {"piece": TYPE_NAMES[action - RESERVE]})
    if GODS_REGION <= action < RESERVE:
        return Event("gods_region", seat | {"region": REGION_NAMES[action - GODS_REGION]})
    keys = {
        STOP: "stopped",
        MORALE_CARD: "morale",
        PATRONAGE_CARD: "patronage",
        GODS_CARD: "gods",
        CONSENT_GIVEN: "consented",
        CONSENT_REFUSED: "refused",
        PASS: "passed",
    }
    return Event(keys[action], seat)


def _conquests(before: State, after: State) -> list[Event]:
    """The piece that was laid, or the proposal that was made."""
    if after.pieces > before.pieces:
        piece = pieces_of(after)[before.pieces]
        points = -(-int(POINTS_OF[after.piece_type[before.pieces]]) // len(piece["owners"]))
        key = "conquered" if len(piece["owners"]) == 1 else "conquered_together"
        return [Event(key, piece | {"seat": before.turn + 1, "points": points})]
    if before.proposal == NONE and after.proposal != NONE:
        squares = [name_of(square) for square in SITE_SQUARES[after.proposal]]
        arguments = {"seat": before.turn + 1, "piece": TYPE_NAMES[SITE_TYPES[after.proposal]], "squares": squares}
        return [Event("proposed", arguments)]
    return []


def _flight(before: State, after: State) -> list[Event]:
    """A ruler's flight step by step: the card, directions tried and why they were blocked, where he went (KHAN-5)."""
    ruler, origin, card = after.fled, after.fled_from, after.fled_card
    name, target = RULER_NAMES[ruler], after.ruler[ruler]
    events = [Event("card", {"card": CARD_NAMES[card], "direction": DIRECTION_NAMES[int(DIRECTION[card])]})]
    if before.court[ruler] == 1 and target == HOME:
        return [*events, Event("went_home", {"ruler": name, "origin": name_of(origin)})]
    for turn in range(DIRECTIONS):
        direction = (int(DIRECTION[card]) + turn) % DIRECTIONS
        line = [origin + STEPS[direction] * distance for distance in range(1, FARTHEST + 1)]
        if target in line:
            arguments = {"ruler": name, "origin": name_of(origin), "direction": DIRECTION_NAMES[direction]}
            return [*events, Event("fled", arguments | {"square": name_of(target)})]
        events.append(_tried(after, name, direction, line))
    return [*events, Event("went_home", {"ruler": name, "origin": name_of(origin)})]


def _tried(after: State, ruler: str, direction: int, line: list[int]) -> Event:
    """A direction in which a ruler found no refuge, with what was in the way: on squares, and the edge of the board."""
    blocked = []
    for square in line:
        if square not in LANDSCAPE_OF:
            blocked.append({"by": "edge"})
            break
        blocked.append({"square": name_of(square), "by": _obstacle(after, square)})
    return Event("tried", {"ruler": ruler, "direction": DIRECTION_NAMES[direction], "blocked": blocked})


def _obstacle(after: State, square: int) -> str:
    """What keeps a ruler from a square of the board."""
    if after.covered[square // WORD] >> square % WORD & 1:
        return "piece"
    if LANDSCAPE_OF[square] == RIVER:
        return "river"
    return "ruler" if any(after.ruler[ruler] == square for ruler in range(RULERS)) else "yurt"


def _ended(after: State) -> Event:
    ended = outcome(after)
    arguments = {"reason": ended["reason"], "winners": ended["winners"], "points": max(ended["scores"])}
    return Event("shared" if len(ended["winners"]) > 1 else "won", arguments)


def tell(event: Event) -> str:
    """An English sentence."""
    spoken = {key: _spoken(key, value) for key, value in event.arguments.items()}
    return SENTENCES[event.key].format(**spoken)


def _spoken(key: str, value: object) -> object:
    """An argument as people say it."""
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
