"""Why a move in Khan: the conquests it makes, makes possible or forestalls, told by what lies open for who asks.

Where a ruler flees to is chance. So what follows from a move is worked out on the board before it, with only what is
certain changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from lantern.games.khan import actions, board, ends, phases
from lantern.games.khan import conquest as khan_conquest
from lantern.games.khan.play import find_refuge, put_yurt
from lantern.games.khan.scoring import measure
from lantern.games.khan.state import State
from lantern.games.khan.view import largest_territory
from lantern.kernel.contract import Json
from lantern.kernel.record import copy_of
from lantern.kernel.rule import plainly
from lantern.players.advice.reasons import Reason

LAID, WON = 100, 200
"""How much more than points to come that weighs which comes at once, and a game that is won."""
SHARED = "_with"
NEAR = 2
"""How many steps away a ruler is near."""

Weighed = Iterator[tuple[int, Reason]]
"""Reasons, each with about as many points as it is worth."""


def reasons(before: State, after: State, action: int, seat: int) -> list[Reason]:
    """Why a seat did that, what is worth most first."""
    found = [*_of_end(before, after, seat), *_of_action(before, after, action, seat)]
    found.sort(key=lambda weighed: -weighed[0])
    return [reason for _, reason in found]


def _of_end(before: State, after: State, seat: int) -> Weighed:
    """The last conquest of all; before the final phase it is chance when the game ends."""
    if not before.final or after.end == ends.RUNNING:
        return
    rivals = [rival for rival in range(after.seats) if rival != seat]
    best = max(after.score[rival] for rival in rivals)
    if after.score[seat] > best:
        values = {"points": after.score[seat] - best, "rivals": _seats(r for r in rivals if after.score[r] == best)}
        yield WON, Reason("khan.wins", values)
    else:
        yield 0, Reason("khan.last")


def _of_action(before: State, after: State, action: int, seat: int) -> Weighed:
    if action < actions.YURT:
        return _of_ruler(before, *divmod(action - actions.RULER, board.LANDS))
    if action < actions.INVADE:
        return _of_start(before, board.LAND_SQUARES[action - actions.YURT])
    if action < actions.DRIVE:
        return _of_yurt(before, seat, board.LAND_SQUARES[(action - actions.INVADE) // actions.WAYS])
    if action < actions.CONQUER:
        return _of_driving(before, seat, action - actions.DRIVE)
    if action < actions.ANYWHERE:
        return _of_conquest(before, after, seat, action - actions.CONQUER)
    if action < actions.DISCARD:
        return _of_invading_anywhere(before, seat, board.LAND_SQUARES[action - actions.ANYWHERE])
    if action <= actions.STOP:
        return _of_discarding(before, seat, action)
    if actions.CONSENT_GIVEN <= action < actions.PASS:
        return _of_answer(before, seat, action == actions.CONSENT_GIVEN)
    return _of_passing(before) if action == actions.PASS else _of_special(before, seat, action)


def _seats(seats: Iterable[int]) -> list[int]:
    """Seats as people count them."""
    return [seat + 1 for seat in seats]


# Conquests that a seat could make.


@dataclass(frozen=True)
class Prospect:
    """A conquest that is possible."""

    site: int
    points: int
    """What each of those who share it gets."""
    sharers: tuple[int, ...]

    def values(self, seat: int) -> Json:
        """What a phrase may tell of it."""
        return {
            "piece": board.TYPE_NAMES[board.SITE_TYPES[self.site]],
            "squares": len(board.SITE_SQUARES[self.site]),
            "points": self.points,
            "rivals": _seats(sharer for sharer in self.sharers if sharer != seat),
        }

    def key(self, alone: str) -> str:
        """The key of a phrase about it, or of the one for a conquest that is shared."""
        return alone if len(self.sharers) == 1 else f"{alone}{SHARED}"


def _yurts(state: State, site: int) -> list[int]:
    """[owner] yurts on a site, neutral ones last."""
    holders = [state.holder[square] for square in board.SITE_SQUARES[site]]
    return [holders.count(owner) for owner in range(board.NEUTRAL + 1)]


def _prospect(state: State, site: int) -> Prospect:
    """What a conquest would bring (KHAN-6.3, 10.1)."""
    yurts = _yurts(state, site)[: state.seats]
    sharers = tuple(seat for seat, count in enumerate(yurts) if count == max(yurts))
    return Prospect(site, -(-int(board.POINTS_OF[board.SITE_TYPES[site]]) // len(sharers)), sharers)


def _best(state: State, seat: int, sites: Iterable[int]) -> Prospect | None:
    """The conquest on one of some sites, possible without consent, that brings a seat most."""
    holders = state.holder[:].tolist()
    protected = plainly(khan_conquest.protected_by_others)(state, seat)
    best: Prospect | None = None
    for site in dict.fromkeys(sites):
        if all(holders[square] != board.NOBODY or _is_open_river(state, square) for square in board.SITE_SQUARES[site]):
            place = plainly(khan_conquest.form_of)(site), plainly(khan_conquest.anchor_of)(site)
            if not plainly(khan_conquest.is_beside)(state, seat, board.SITE_TYPES[site]):
                continue
            if plainly(khan_conquest.allows)(state, seat, *place, khan_conquest.FREE, protected):
                found = _prospect(state, site)
                best = found if best is None or found.points > best.points else best
    return best


def _best_of_all(state: State, seats: list[int], sites: list[int]) -> Json:
    """The seat of some that has the best conquest on these sites, and its points; nothing if none has any."""
    found = [(best.points, -seat) for seat in seats if (best := _best(state, seat, sites))]
    if not found:
        return {}
    points, seat = max(found)
    return {"rival": 1 - seat, "points": points}


def _is_open_river(state: State, square: int) -> bool:
    """Whether a bridge can still cross a river square."""
    return (
        board.LANDSCAPE_OF[square] == board.RIVER
        and not state.covered[square // board.CHUNK] >> square % board.CHUNK & 1
    )


def _sites_over(squares: Iterable[int]) -> list[int]:
    """The sites that cover one of some squares."""
    over = _sites_by_square()
    return [site for square in squares for site in over[square]]


@cache
def _sites_by_square() -> dict[int, list[int]]:
    """[square] the sites that cover it."""
    over: dict[int, list[int]] = {square: [] for square in board.LANDSCAPE_OF}
    for site, squares in enumerate(board.SITE_SQUARES):
        for square in squares:
            over[square].append(site)
    return over


# Rulers and yurts.


def _region(square: int) -> Json:
    return {"region": board.REGION_NAMES[board.LANDSCAPE_OF[square]]}


def _of_ruler(before: State, ruler: int, land: int) -> Weighed:
    """A ruler is placed (KHAN-3.1)."""
    square = board.LAND_SQUARES[land]
    others = [other for other in range(board.RULERS) if before.ruler[other] in board.beside(square)]
    if others:
        yield 1, Reason("khan.rulers_together", {"rulers": [board.RULER_NAMES[other] for other in others]})
    yield 0, Reason("khan.places_ruler", {"ruler": board.RULER_NAMES[ruler], **_region(square)})


def _of_start(before: State, square: int) -> Weighed:
    """A starting yurt (KHAN-3.2)."""
    near = sum(_is_near(square, before.ruler[ruler]) for ruler in range(board.RULERS))
    if near:
        yield 2, Reason("khan.rulers_near", {"near": near})
    if any(_is_open_river(before, side) for side in board.beside(square) if side in board.LANDSCAPE_OF):
        yield 1, Reason("khan.bank")
    yield 0, Reason("khan.first_yurt", _region(square))


def _is_near(square: int, other: int) -> bool:
    """Whether a square of the board is a step or two, aslant too, from another."""
    rows, columns = (
        abs(square // board.STRIDE - other // board.STRIDE),
        abs(square % board.STRIDE - other % board.STRIDE),
    )
    return other >= 0 and max(rows, columns) <= NEAR


def _of_yurt(before: State, seat: int, square: int) -> Weighed:
    """An own yurt comes to an empty square (KHAN-6.1)."""
    pitched = copy_of(before)[0]
    plainly(put_yurt)(pitched, seat, square)
    best = _best(pitched, seat, _sites_over([square]))
    beside_it = [*_of_neighbours(before, seat, square)]
    if best:
        yield 2 + best.points, Reason(best.key("khan.enables"), best.values(seat))
    yield from beside_it
    if not best and not beside_it:
        yield 1, Reason("khan.new_yurt", _region(square))


def _of_neighbours(before: State, seat: int, square: int) -> Weighed:
    """What stands beside a new yurt."""
    sides = [side for side in board.beside(square) if side in board.LANDSCAPE_OF]
    holders = [before.holder[side] for side in sides]
    if seat in holders:
        yield 2, Reason("khan.beside_own", {"yurts": holders.count(seat)})
    if board.NEUTRAL in holders:
        yield 2, Reason("khan.beside_neutral", {"yurts": holders.count(board.NEUTRAL)})
    if any(before.territory[seat, side // board.CHUNK] >> side % board.CHUNK & 1 for side in sides):
        yield 2, Reason("khan.beside_territory")
    rivals = [holder for holder in holders if holder < before.seats and holder != seat]
    if rivals:
        yield 1, Reason("khan.beside_rival", {"yurts": len(rivals), "rivals": _seats(sorted(set(rivals)))})
    rulers = [board.RULER_NAMES[ruler] for ruler in range(board.RULERS) if before.ruler[ruler] in sides]
    if rulers:
        yield 1, Reason("khan.beside_ruler", {"rulers": rulers})
    if any(_is_open_river(before, side) for side in sides):
        yield 1, Reason("khan.bank")


def _of_invading_anywhere(before: State, seat: int, square: int) -> Weighed:
    """An invasion with both actions (KHAN-6.4)."""
    yield from _of_yurt(before, seat, square)
    yield 1, Reason("khan.anywhere", _region(square))


def _of_driving(before: State, seat: int, ruler: int) -> Weighed:
    """A ruler leaves a neutral yurt on his square, wherever he flees (KHAN-6.2)."""
    square, name = before.ruler[ruler], {"ruler": board.RULER_NAMES[ruler]}
    left = copy_of(before)[0]
    left.ruler[ruler] = board.HOME
    plainly(put_yurt)(left, board.NEUTRAL, square)
    best = _best(left, seat, _sites_over([square]))
    if best:
        yield 2 + best.points, Reason(best.key("khan.leaves"), name | best.values(seat))
    own = sum(before.holder[side] == seat for side in board.beside(square) if side in board.LANDSCAPE_OF)
    if own:
        yield 2, Reason("khan.leaves_beside", name | {"yurts": own})
    if _goes_home(before, ruler):
        homes = before.homes + 1
        key = "khan.fifth_home" if homes == board.RULERS_HOME_AT_LAST else "khan.goes_home"
        yield 3, Reason(key, name | {"homes": homes})
    yield 0, Reason("khan.drives", name | _region(square))


def _goes_home(before: State, ruler: int) -> bool:
    """Whether a ruler who is driven out goes home: for the last yurt of his court, or for want of a refuge."""
    if before.drive_out_home and before.court[ruler] == 1:
        return True
    return plainly(find_refuge)(before, before.ruler[ruler], 0) == board.NO_SQUARE


# Conquests.


def _of_conquest(before: State, after: State, seat: int, site: int) -> Weighed:
    """A piece is laid, or asked for (KHAN-6.3, 7.7)."""
    conquest = _prospect(before, site)
    asked = plainly(khan_conquest.broken_by)(
        before, seat, plainly(khan_conquest.form_of)(site), plainly(khan_conquest.anchor_of)(site)
    )
    if asked:
        rivals = _seats(rival for rival in range(before.seats) if asked >> rival & 1)
        yield LAID, Reason("khan.proposes", conquest.values(seat) | {"asked": rivals})
        return
    yield LAID + conquest.points, Reason(conquest.key("khan.conquers"), conquest.values(seat))
    yield from _of_rivals(before, conquest, seat)
    yield from _of_territory(before, after, seat, site)
    kind = board.SITE_TYPES[site]
    if kind >= board.TILE_TYPES:
        yield 1, Reason("khan.bridge")
    if before.piece_left[kind] == 1 < board.PIECES_OF[kind]:
        yield 1, Reason("khan.last_piece", {"piece": board.TYPE_NAMES[kind]})


def _of_rivals(before: State, conquest: Prospect, seat: int) -> Weighed:
    """What others lose by a conquest that they don't share."""
    yurts = _yurts(before, conquest.site)
    losers = [rival for rival in range(before.seats) if yurts[rival] and rival not in conquest.sharers]
    if losers:
        count = sum(yurts[rival] for rival in losers)
        yield count, Reason("khan.covers", {"yurts": count, "rivals": _seats(losers)})
    others = [rival for rival in range(before.seats) if rival not in conquest.sharers]
    forestalled = _best_of_all(before, others, _sites_over(board.SITE_SQUARES[conquest.site]))
    if forestalled:
        yield forestalled["points"], Reason("khan.forestalls", forestalled)


def _of_territory(before: State, after: State, seat: int, site: int) -> Weighed:
    """A larger territory, and the bonus it brings at the end (KHAN-10.2)."""
    (_, had), (place, has) = _bonus(before, seat), _bonus(after, seat)
    values = {"squares": len(largest_territory(after, seat)), "points": has}
    if has > had and place == 0:
        yield has - had, Reason("khan.largest", values)
    elif has > had:
        yield has - had, Reason("khan.territory", values | {"place": place + 1})
    joined = _grown_from(after, seat, site)
    if joined > len(board.SITE_SQUARES[site]):
        yield 2, Reason("khan.joins", {"squares": joined})


def _bonus(state: State, seat: int) -> tuple[int, int]:
    """A seat's place, from 0, and its bonus, as if the game ended now."""
    places, bonuses = np.zeros((2, board.MOST_SEATS), np.int64)
    measure(copy_of(state), places, bonuses)
    return int(places[seat]), int(bonuses[seat])


def _grown_from(state: State, seat: int, site: int) -> int:
    """How many squares of a seat's territory hang together with a site."""
    found, edge = set[int](), {*board.SITE_SQUARES[site]}
    while edge:
        found |= edge
        edge = {side for square in edge for side in board.beside(square) if _is_territory(state, seat, side)} - found
    return len(found)


def _is_territory(state: State, seat: int, square: int) -> bool:
    return square in board.LANDSCAPE_OF and bool(
        state.territory[seat, square // board.CHUNK] >> square % board.CHUNK & 1
    )


def _of_answer(before: State, seat: int, consents: bool) -> Weighed:
    """An asked protector consents or refuses (KHAN-7.7)."""
    conquest = _prospect(before, before.proposal)
    values = conquest.values(seat) | {"rival": before.turn + 1}
    if consents:
        yield 1, Reason("khan.consents", values)
        return
    sites = _sites_over(board.SITE_SQUARES[before.proposal])
    alone = _best(before, seat, [site for site in sites if before.turn not in _prospect(before, site).sharers])
    if alone and alone.points > conquest.points:
        yield alone.points, Reason("khan.better_alone", values | {"own": alone.points})
    yield 1, Reason("khan.refuses", values)


# Cards.


def _of_discarding(before: State, seat: int, action: int) -> Weighed:
    """Cards are given up after an invasion anywhere (KHAN-6.4)."""
    if action == actions.STOP:
        yield 1, Reason("khan.keeps", {"cards": before.held[seat]})
        return
    symbol = action - actions.DISCARD
    card = {"symbol": board.SYMBOL_NAMES[symbol]}
    if not any(before.empty[chunk] & int(board.SYMBOL_CHUNKS[symbol, chunk]) for chunk in range(board.CHUNKS)):
        yield 3, Reason("khan.useless", card)
    hand = [before.hand[seat, place] for place in range(before.held[seat])]
    if min(hand) >= 0 and sum(held % board.SYMBOLS == symbol for held in hand) > 1:
        yield 2, Reason("khan.spare", card)
    yield 1, Reason("khan.discards", card)


def _of_special(before: State, seat: int, action: int) -> Weighed:
    """A special card is used (KHAN-7)."""
    if action == actions.MORALE_CARD:
        yield 1, Reason("khan.morale")
        yield from _of_chance(before, seat, range(board.SITES))
    elif action == actions.PATRONAGE_CARD:
        yield from _of_patronage(before, seat)
    elif action < actions.RESERVE:
        yield from _of_gods(before, seat, action)
    else:
        kind = action - actions.RESERVE
        yield 1, Reason("khan.reserves", {"piece": board.TYPE_NAMES[kind]})
        yield from _of_chance(before, seat, (site for site in range(board.SITES) if board.SITE_TYPES[site] == kind))


def _of_chance(before: State, seat: int, sites: Iterable[int]) -> Weighed:
    """The best conquest that is possible on some sites."""
    best = _best(before, seat, sites)
    if best:
        yield best.points, Reason(best.key("khan.can_conquer"), best.values(seat))


def _of_patronage(before: State, seat: int) -> Weighed:
    """Own yurts are protected (KHAN-7.3)."""
    own = [square for square in board.LAND_SQUARES if before.holder[square] == seat]
    yield LAID, Reason("khan.patronage" if own else "khan.patronage_ahead", {"yurts": len(own)})
    lost = [site for site in _sites_over(own) if seat not in _prospect(before, site).sharers]
    threat = _best_of_all(before, [rival for rival in range(before.seats) if rival != seat], lost)
    if threat:
        yield threat["points"], Reason("khan.threatened", threat)


def _of_gods(before: State, seat: int, action: int) -> Weighed:
    """Neutral yurts are protected, everywhere or in a region (KHAN-7.4)."""
    regions = range(len(board.REGION_NAMES)) if action == actions.GODS_CARD else (action - actions.GODS_REGION,)
    yurts = [s for s in board.LAND_SQUARES if before.holder[s] == board.NEUTRAL and board.LANDSCAPE_OF[s] in regions]
    if not yurts:
        yield 1, Reason("khan.gods_ahead")
    elif action == actions.GODS_CARD:
        yield 1, Reason("khan.gods", {"yurts": len(yurts)})
    else:
        yield (
            1,
            Reason(
                "khan.gods_region", {"yurts": len(yurts), "region": board.REGION_NAMES[action - actions.GODS_REGION]}
            ),
        )
    yield from _of_chance(before, seat, _sites_over(yurts))


def _of_passing(before: State) -> Weighed:
    """Nothing more is done."""
    yield 1, Reason("khan.saves" if before.phase == phases.SPECIAL else "khan.nothing_free")
