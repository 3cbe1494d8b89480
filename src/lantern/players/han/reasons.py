"""Why a move in HAN: what it does for houses, alliances, rows and ports, told by what lies open for who asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lantern.games.han import board, ends, legality
from lantern.games.han.actions import DISCARD, DRAW_CARD, EMISSARY, END_TURN, MARKER, TAKE
from lantern.games.han.play import is_last_round
from lantern.games.han.roads import connected
from lantern.games.han.scoring import FIRST_ALLIANCE, PORTS, SOURCES, count_points, envoys
from lantern.games.han.state import State
from lantern.games.han.view import complete_provinces, rows_of
from lantern.kernel.contract import Json
from lantern.kernel.record import copy_of
from lantern.kernel.rule import plainly
from lantern.players.advice.reasons import Reason

SCORED, WON = 100, 200
"""How much more than points to come those weigh that are scored at once, and a game that is won."""
PAIR = 2
PIECES_A_TURN = 2

Weighed = Iterator[tuple[int, Reason]]
"""Reasons, each with about as many points as it is worth."""


def reasons(before: State, after: State, action: int, seat: int) -> list[Reason]:
    """Why a seat did that, what is worth most first."""
    move = Move(before, after, seat)
    found = [*_of_end(move), *_of_action(move, action)]
    found.sort(key=lambda weighed: -weighed[0])
    return [reason for _, reason in found]


@dataclass(frozen=True)
class Move:
    """A move of a seat."""

    before: State
    after: State
    seat: int

    @cached_property
    def had(self) -> list[list[int]]:
        """[source, seat] the points as they stood."""
        return _points(self.before)

    @cached_property
    def has(self) -> list[list[int]]:
        """[source, seat] the points as they stand now."""
        return _points(self.after)

    @property
    def rivals(self) -> list[int]:
        """The other seats."""
        return [seat for seat in range(self.after.seats) if seat != self.seat]

    def gain(self, source: int) -> int:
        """What a source brings more than before, and what it takes from the rival who loses most."""
        own = self.has[source][self.seat] - self.had[source][self.seat]
        return own + max(0, *(self.had[source][rival] - self.has[source][rival] for rival in self.rivals))


def _points(state: State) -> list[list[int]]:
    found = np.zeros((SOURCES, board.MOST_SEATS), np.int64)
    count_points(copy_of(state), found)
    points: list[list[int]] = found.tolist()
    return points


def _of_end(move: Move) -> Weighed:
    """The game is over with this move."""
    if move.after.end == ends.RUNNING:
        return
    best = max(move.after.score[rival] for rival in move.rivals)
    margin = move.after.score[move.seat] - best
    if margin > 0:
        rivals = [rival + 1 for rival in move.rivals if move.after.score[rival] == best]
        yield WON, Reason("han.wins", {"points": margin, "rivals": rivals})
    else:
        yield 0, Reason("han.last")


def _of_action(move: Move, action: int) -> Weighed:
    if action == END_TURN:
        return _of_ending_the_turn(move)
    if action == DRAW_CARD:
        return _of_drawing(move)
    if action >= TAKE:
        return _of_taking(move, action - TAKE)
    if action >= DISCARD:
        return _of_discarding(move, action - DISCARD)
    if action >= EMISSARY:
        return _of_emissary(move, (action - EMISSARY) // board.COLOURS)
    return _of_space(
        move, (action - MARKER) // board.COLOURS if action >= MARKER else plainly(legality.space_of_house)(action)
    )


# Houses, fortifications and market places.


def _of_space(move: Move, space: int) -> Weighed:
    """A piece comes to stand on a house space."""
    here, state = 1 << space, move.after
    provinces = _members(plainly(legality.provinces_of)(state, space))
    completed = complete_provinces(state) & ~complete_provinces(move.before)
    built = state.house[move.seat] & here != 0
    for province in provinces:
        if completed >> province & 1:
            yield _completion(move, province)
        elif built:
            yield from _of_majority(move, province)
    if built:
        if len(provinces) > 1:
            yield 1, Reason("han.border", {"provinces": provinces})
        yield from _of_rows(move, space)
        yield from _of_ports(move, here)
        if state.fort[move.seat] & here:
            doubled = move.has[provinces[0]][move.seat]
            yield doubled // 2, Reason("han.doubles", {"where": provinces[0], "points": doubled})
    else:
        yield 2, Reason("han.market", {"where": provinces[0]})
        yield from _of_alliances(move)
    yield from _of_barring(move, space)


def _members(numbers: int) -> list[int]:
    """A set as a list."""
    return [number for number in range(numbers.bit_length()) if numbers >> number & 1]


def _houses(state: State, spaces: int) -> list[int]:
    """[seat] houses on some spaces."""
    return [(state.house[seat] & spaces).bit_count() for seat in range(state.seats)]


def _completion(move: Move, province: int) -> tuple[int, Reason]:
    """A province is complete and scored (HAN-7.1)."""
    points = move.has[province]
    own, houses = points[move.seat], _houses(move.after, move.after.area[province])
    best = max(houses[rival] for rival in move.rivals)
    rivals = [rival for rival in move.rivals if houses[rival] == best]
    values: Json = {"where": province, "points": own, "rivals": [rival + 1 for rival in rivals]}
    if houses[move.seat] > best:
        return SCORED + own, Reason("han.completes", {"where": province, "points": own})
    if houses[move.seat] == best:
        return SCORED + own, Reason("han.completes_level", values)
    values["theirs"] = max(points[rival] for rival in rivals)
    return SCORED + own, Reason("han.completes_below" if own else "han.completes_for_others", values)


def _of_majority(move: Move, province: int) -> Weighed:
    """One more house in a province that is not complete (HAN-7.2)."""
    area = move.after.area[province]
    had, has = _houses(move.before, area), _houses(move.after, area)
    own, most = has[move.seat], max(has[rival] for rival in move.rivals)
    free = (plainly(legality.free_spaces)(move.after) & area).bit_count()
    values: Json = {"where": province, "own": own, "most": most, "free": free}
    values |= {"points": move.has[province][move.seat]}
    values |= {"rivals": [rival + 1 for rival in move.rivals if has[rival] == most]}
    gain = max(1, move.gain(province))
    if sum(had) == 0:
        yield gain, Reason("han.first_house", values)
    elif own > most + free >= had[move.seat] - 1:
        yield gain + 3, Reason("han.secures", values)
    elif own > most:
        yield gain, Reason(_lead(had[move.seat], most), values)
    elif own == most:
        yield gain, Reason("han.draws_level", values)
    else:
        yield gain, Reason("han.foothold" if own == 1 else "han.one_more", values)


def _lead(had: int, most: int) -> str:
    """What a lead is called, with so many houses before and so many of the next."""
    if most == 0:
        return "han.alone"
    return "han.stays_ahead" if had > most else "han.takes_lead"


def _of_rows(move: Move, space: int) -> Weighed:
    """A house lies in a row along the roads, or in what may become one (HAN-9.3)."""
    state, seat = move.after, move.seat
    rows = rows_of(state, seat)
    gain = _row_points(state, seat, rows) - _row_points(move.before, seat, rows_of(move.before, seat))
    row = next((row for row in rows if space in row), [])
    if row and gain > 0:
        yield gain, Reason("han.row", {"houses": len(row), "points": _row_points(state, seat, [row])})
        return
    group = plainly(connected)(state, 1 << space, state.house[seat])
    houses, free = group.bit_count(), plainly(legality.free_spaces)(state)
    if 1 < houses < board.LEAST_ROW and any(state.road[joined] & free for joined in _members(group)):
        yield houses - 1, Reason("han.joins", {"houses": houses, "missing": board.LEAST_ROW - houses})


def _row_points(state: State, seat: int, rows: list[list[int]]) -> int:
    """The points of rows, twice for those with the fortification (HAN-9.3, 10.3)."""
    return sum(len(row) * (2 if any(state.fort[seat] >> space & 1 for space in row) else 1) for row in rows)


def _of_ports(move: Move, here: int) -> Weighed:
    """A house in a port (HAN-9.4)."""
    state = move.after
    if state.ports & here == 0:
        return
    houses = _houses(state, state.ports)
    most = max(houses[rival] for rival in move.rivals)
    key = "han.ports_most" if houses[move.seat] > most else "han.port"
    yield max(1, move.gain(PORTS)), Reason(key, {"points": move.has[PORTS][move.seat], "own": houses[move.seat]})


def _of_barring(move: Move, space: int) -> Weighed:
    """A rival's houses can't become a row, or a longer one, over this space."""
    longest, barred = 0, 0
    for rival in move.rivals:
        houses = move.before.house[rival]
        reached = plainly(connected)(move.before, 1 << space, houses) & houses
        if reached.bit_count() > longest:
            longest, barred = reached.bit_count(), rival
    if longest >= board.LEAST_ROW - 1:
        yield longest, Reason("han.bars", {"rival": barred + 1, "houses": longest})


# Emissaries.


def _of_emissary(move: Move, province: int) -> Weighed:
    """An emissary comes to a dragon space."""
    yield from _of_alliances(move)
    counts = [plainly(envoys)(move.after, province, seat) for seat in range(move.after.seats)]
    own, most = counts[move.seat], max(counts[rival] for rival in move.rivals)
    values: Json = {"where": province, "own": own, "most": most, "missing": most - own}
    values |= {"rivals": [rival + 1 for rival in move.rivals if counts[rival] == most]}
    yield 1, Reason(_emissaries(own, most), values)
    if not plainly(legality.has_room)(move.after, province):
        yield 1, Reason("han.dragon_full", {"where": province})


def _emissaries(own: int, most: int) -> str:
    """What it is called to have so many emissaries now, and others so many at most."""
    if most == 0:
        return "han.first_emissary" if own == 1 else "han.emissaries_alone"
    if own == most:
        return "han.emissaries_level"
    if own < most:
        return "han.emissaries_behind"
    return "han.emissaries_ahead" if own > most + 1 else "han.emissaries_lead"


def _of_alliances(move: Move) -> Weighed:
    """Alliances that come, grow, or are taken from a rival (HAN-9.2)."""
    for number in range(board.ALLIANCES):
        pair = [move.after.alliance[number, 0], move.after.alliance[number, 1]]
        had, has = move.had[FIRST_ALLIANCE + number], move.has[FIRST_ALLIANCE + number]
        if has[move.seat] > had[move.seat]:
            key = "han.alliance" if had[move.seat] == 0 else "han.alliance_grows"
            yield has[move.seat] - had[move.seat], Reason(key, {"provinces": pair, "points": has[move.seat]})
        losers = [rival for rival in move.rivals if had[rival] > 0 == has[rival]]
        if losers:
            lost = had[losers[0]]
            values = {"provinces": pair, "points": lost, "rivals": [rival + 1 for rival in losers]}
            yield lost, Reason("han.breaks_alliance", values)


# Cards.


def _hand(state: State, seat: int) -> list[int] | None:
    """[colour] a hand, None if who asks can't see it."""
    cards: list[int] = state.hand[:].tolist()[seat]
    return None if board.UNKNOWN in cards else cards


def _known_cards(state: State, seat: int) -> list[int]:
    """[colour] what who asks knows of a hand: all of it, or the cards that were seen taken (HAN-1.6)."""
    seen: list[int] = state.seen[:].tolist()[seat]
    return _hand(state, seat) or seen


def _can_place(state: State, seat: int) -> bool | None:
    """Whether a seat can pay for any piece, None if who asks can't know."""
    if _hand(state, seat) is None:
        return None
    held: Any = plainly(legality.colours_held)
    return plainly(legality.count_placements)(state, held(state, 1), held(state, 2), held(state, 3)) > 0


def _open_provinces(state: State, colour: int) -> list[int]:
    """The provinces of a colour that take another piece for one card: on a border a house costs two (HAN-6.1)."""
    free = plainly(legality.free_spaces)(state) & board.ORDINARY
    return [
        province
        for province in range(board.PROVINCES)
        if state.colour[province] == colour
        and (state.area[province] & free or plainly(legality.has_room)(state, province))
    ]


def _of_discarding(move: Move, colour: int) -> Weighed:
    """A card is given up for another, instead of placing (HAN-2.1)."""
    card = {"card": board.COLOUR_NAMES[colour]}
    if _can_place(move.before, move.seat) is False:
        yield 6, Reason("han.cannot_pay")
    if not _open_provinces(move.after, colour):
        yield 5, Reason("han.useless", card)
    for kept, count in enumerate(_known_cards(move.after, move.seat)):
        if count >= PAIR:
            yield 3, Reason("han.keeps_pair", {"card": board.COLOUR_NAMES[kept]})
    yield 1, Reason("han.discards", card)


def _of_ending_the_turn(move: Move) -> Weighed:
    """Nothing more is placed (HAN-2.3)."""
    state, seat = move.before, move.seat
    if state.placed >= PIECES_A_TURN:
        yield 3, Reason("han.turn_full")
    elif plainly(legality.open_provinces)(state) == 0:
        yield 3, Reason("han.was_empty")
    elif state.held[seat] == 0:
        yield 3, Reason("han.no_cards")
    elif _can_place(state, seat) is False:
        yield 3, Reason("han.cannot_pay_more")
    if state.held[seat] > 0 and not plainly(is_last_round)(state):
        yield 2, Reason("han.saves", {"cards": state.held[seat]})
    yield 1, Reason("han.ends_turn")


def _of_drawing(move: Move) -> Weighed:
    """A card is drawn blind (HAN-8.1)."""
    if move.before.deck_left == 1:
        yield 4, Reason("han.new_deck" if move.before.exhausted == 0 else "han.last_round")
    if not any(
        _open_provinces(move.before, colour) for colour in range(board.COLOURS) if move.before.display[colour] > 0
    ):
        yield 3, Reason("han.display_useless")
    yield 1, Reason("han.draws")


def _of_taking(move: Move, colour: int) -> Weighed:
    """A card is taken from the display (HAN-8.1)."""
    card = {"card": board.COLOUR_NAMES[colour]}
    known = _known_cards(move.after, move.seat)[colour]
    if known >= PAIR:
        yield 3, Reason("han.pair", card | {"cards": known})
    places = _open_provinces(move.before, colour)
    uses = [use for province in places for use in _of_use(move, province, card)]
    yield from uses
    if not places:
        yield 1, Reason("han.takes_for_pair", card)
    elif not uses:
        yield 1, Reason("han.takes", card | {"provinces": places})


def _of_use(move: Move, province: int, card: dict[str, Any]) -> Weighed:
    """What a card of a province's colour could do there, for the seat or for a rival."""
    state = move.before
    houses, spaces = _houses(state, state.area[province]), state.area[province] & plainly(legality.free_spaces)(state)
    own, most, free = houses[move.seat], max(houses[rival] for rival in move.rivals), spaces.bit_count()
    if spaces & board.ORDINARY == 0:
        return
    values = card | {"where": province}
    if free == 1 and own > 0:
        yield 5, Reason("han.can_complete", values)
    elif most > 0 and own in (most - 1, most):
        yield (4, Reason("han.can_lead", values)) if own == most else (2, Reason("han.can_level", values))
    elif own > most:
        yield 2, Reason("han.can_stay", values)
    if free == 1 and most > own and move.before.display[board.COLOUR_NAMES.index(card["card"])] == 1:
        rivals = [rival + 1 for rival in move.rivals if houses[rival] == most]
        yield 2, Reason("han.denies", values | {"rivals": rivals})
