"""Why a move of Ming Dynastie: palaces and tiles, monasteries, cities, and the ways of the princes.

Hands play no part: a table may keep them out of sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lantern.games.ming import actions, board, phases
from lantern.games.ming.play import put_members
from lantern.games.ming.scoring import count_colours, members_in_city, preview, scoring_of
from lantern.games.ming.state import State
from lantern.games.ming.view import next_scoring
from lantern.games.ming.walking import others_at
from lantern.kernel.contract import Json
from lantern.kernel.record import Records, copy_of
from lantern.kernel.rule import plainly
from lantern.players.advice.reasons import Reason

PALACE = 4
"""About what a member on his way to a palace is worth, with his tile."""
NEAR = 2
"""So many steps are a short way."""
FEW_COLOURS = 2
"""So many colours are only the beginning of a set."""
MOST_NAMED = 3
"""The most districts that a reason names."""

Weighed = Iterator[tuple[int, Reason]]
"""Reasons, each with about as many points as it is worth."""


def reasons(before: State, after: State, action: int, seat: int) -> list[Reason]:
    """Why a seat did that, what is worth most first; of return cards nobody else sees, that they are secret."""
    if action == board.UNKNOWN:
        return [Reason("ming.secret", {"province": before.scored})]
    first, reasoning = next(kind for kind in KINDS_OF_ACTION if action >= kind[0])
    found = sorted(reasoning(Seat(before, seat), action - first), key=lambda weighed: -weighed[0])
    return [reason for _, reason in found]


@dataclass(frozen=True)
class Seat:
    """A seat that is to act."""

    state: State
    seat: int

    @property
    def rivals(self) -> list[int]:
        """The other seats."""
        return [seat for seat in range(self.state.seats) if seat != self.seat]

    @cached_property
    def now(self) -> Prospect:
        """What the next scoring would bring now."""
        return foresee(copy_of(self.state))

    def waiting(self, province: int) -> int:
        """Members on a province space."""
        return self.state.space[self.seat, province]

    def steps_to(self, province: int) -> int:
        """How many borders the prince is away from a province; none if he stands in it."""
        return min(STEPS[self.state.prince[self.seat]][district] for district in districts_of(province))


@dataclass(frozen=True)
class Prospect:
    """What the next scoring would bring if it came now and nobody returned anybody."""

    state: State
    """The game after it."""
    moved: list[list[int]]
    """[owner][district] members that go to the palaces."""
    earned: list[list[int]]
    """[owner][district] tiles that they bring."""


def foresee(scene: Records) -> Prospect:
    """Look ahead to the next scoring; the record is changed."""
    scene[0].round = 2 * next_scoring(scene[0]) + 1
    moved, earned = np.zeros((2, board.OWNERS, board.DISTRICTS), np.int64)
    preview(scene, moved, earned)
    return Prospect(scene[0], moved.tolist(), earned.tolist())


def districts_of(province: int) -> range:
    """The districts of a province."""
    return range(board.OF_A_PROVINCE * province, board.OF_A_PROVINCE * (province + 1))


def _steps_from(start: int) -> list[int]:
    """[district] the fewest borders between it and another."""
    steps, edge = {start: 0}, [start]
    for at in edge:
        for other in board.neighbours_of(at):
            if other not in steps:
                steps[other] = steps[at] + 1
                edge.append(other)
    return [steps[district] for district in range(board.DISTRICTS)]


STEPS = [_steps_from(district) for district in range(board.DISTRICTS)]
"""[district][district] the fewest borders between them."""


# Setting up.


def _of_neutral(mover: Seat, district: int) -> Weighed:
    """A neutral member comes into a district (MING-9.1)."""
    scene = copy_of(mover.state)
    scene[0].open[board.NEUTRAL, district] += 1
    yield from _of_rivals(mover, foresee(scene), district)
    princes = [rival + 1 for rival in mover.rivals if mover.state.prince[rival] == district]
    if princes:
        yield 2, Reason("ming.neutral_prince", {"district": district, "rivals": princes})
    values = {"district": district, "members": mover.state.open[board.NEUTRAL, district] + 1}
    yield 1, Reason("ming.neutral", values)


def _of_prince(mover: Seat, district: int) -> Weighed:
    """The prince begins in a district (MING-2.2)."""
    yield 3, Reason("ming.prince_tile", {"province": district // board.OF_A_PROVINCE})
    yield 2, Reason("ming.prince_ways", {"district": district, "exits": len(board.neighbours_of(district))})
    others = [STEPS[district][other] for other in mover.state.prince[:].tolist() if other != board.NOWHERE]
    if others and min(others) > NEAR:
        yield 1, Reason("ming.prince_apart", {"district": district, "steps": min(others)})


# Members and cards.


def _of_member(mover: Seat, province: int) -> Weighed:
    """A member comes onto a province space (MING-4)."""
    state, where = mover.state, {"province": province}
    if mover.now.state.tiles[mover.seat, province] == 0:
        yield 1 + plainly(count_colours)(mover.now.state, mover.seat), Reason("ming.member_colour", where)
    steps = mover.steps_to(province)
    if steps == 0:
        yield 4, Reason("ming.member_here", where)
    elif steps <= NEAR:
        yield 4 - steps, Reason("ming.member_near", where | {"steps": steps})
    if mover.waiting(province) == 0 and state.held[mover.seat] < board.HAND_SIZE:
        yield 2, Reason("ming.member_card", where | {"card": board.CARD_NAMES[state.display[province]]})
    yield 1, Reason("ming.member", where | {"members": mover.waiting(province) + 1})


def _of_taking(mover: Seat, province: int) -> Weighed:
    """The card of a province space is taken (MING-5.1)."""
    state, card = mover.state, mover.state.display[province]
    values: Json = {"card": board.CARD_NAMES[card]}
    ways = _ways(mover, card)[:MOST_NAMED]
    if ways:
        yield 3, Reason("ming.take_way", values | {"ways": ways})
    rivals = [
        rival for rival in mover.rivals if state.space[rival, province] > 0 and state.held[rival] < board.HAND_SIZE
    ]
    hindered = [rival + 1 for rival in rivals if _ways(Seat(state, rival), card)]
    if hindered:
        yield 2, Reason("ming.take_denies", values | {"rivals": hindered})
    yield 1, Reason("ming.take", values | {"cards": state.held[mover.seat] + 1})


def _ways(mover: Seat, card: int) -> list[int]:
    """The districts next to the prince, over a border with a card's symbol, to which members could be deployed."""
    here = mover.state.prince[mover.seat]
    return [district for district in _goals(mover, here) if board.BORDERS[here][district] == card]


def _goals(mover: Seat, district: int) -> list[int]:
    """The districts next to another where no prince stands, and to which members could be deployed."""
    taken = plainly(others_at)(mover.state, mover.seat)
    return [
        other for other in board.neighbours_of(district) if not taken >> other & 1 and _deployable(mover, other) > 0
    ]


def _deployable(mover: Seat, district: int) -> int:
    """How many members could be deployed to a district, were the prince there (MING-6.4)."""
    if mover.state.monastery[district] == mover.seat:
        return 0
    return min(board.MOST_DEPLOYED, mover.waiting(district // board.OF_A_PROVINCE))


def _of_dragon(mover: Seat, province: int) -> Weighed:
    """A dragon for a member on a province space, who leaves the game (MING-5.1)."""
    in_reach = {mover.state.display[other] for other in range(board.PROVINCES) if mover.waiting(other) > 0}
    if not any(_ways(mover, card) for card in in_reach):
        yield 3, Reason("ming.dragon_better")
    if mover.steps_to(province) > NEAR:
        yield 2, Reason("ming.dragon_far", {"province": province, "steps": mover.steps_to(province)})
    yield 1, Reason("ming.dragon", {"province": province})


# The prince.


def _of_step(mover: Seat, step: int) -> Weighed:
    """The prince walks into a district, to stop there or to walk on (MING-6.1)."""
    district = step // board.CARD_KINDS
    if not plainly(others_at)(mover.state, mover.seat) >> district & 1:
        yield from _of_being_in(mover, district)
    here = mover.state.prince[mover.seat]
    ahead = [other for other in _goals(mover, district) if other != here][:MOST_NAMED]
    if ahead:
        yield 2, Reason("ming.step_way", {"district": district, "ahead": ahead})
    yield 1, Reason("ming.step", {"district": district, "exits": len(board.neighbours_of(district))})


def _of_being_in(mover: Seat, district: int) -> Weighed:
    """What a prince can do in a district where he stops."""
    members = _deployable(mover, district)
    if members == 0:
        return
    here = {"district": district}
    then = foresee(_after_deploying(mover, district, actions.DEPLOY + members))
    more = then.moved[mover.seat][district] - mover.now.moved[mover.seat][district]
    if more > 0:
        values = here | {"members": members, "tiles": then.earned[mover.seat][district]}
        yield PALACE * more, Reason("ming.go_palaces", values)
    holder = mover.state.monastery[district]
    if holder == board.NOBODY:
        yield board.MONASTERY, Reason("ming.go_monastery", here | {"points": board.MONASTERY})
    else:
        yield board.MONASTERY + 2, Reason("ming.go_ousts", here | {"points": board.MONASTERY, "rival": holder + 1})
    yield 3, Reason("ming.go_members", here | {"members": members})


def _after_deploying(mover: Seat, district: int, action: int) -> Records:
    """The game if the prince stood in a district and this were deployed there."""
    scene = copy_of(mover.state)
    scene[0].prince[mover.seat] = district
    plainly(put_members)(scene[0], action)
    return scene


def _of_staying(mover: Seat, card: int) -> Weighed:
    """The prince stays where he is, for a card (MING-6.2)."""
    here = mover.state.prince[mover.seat]
    yield from _of_being_in(mover, here)
    yield 1, Reason("ming.stay", {"district": here, "card": board.CARD_NAMES[card]})


def _of_stopping(mover: Seat, _: int) -> Weighed:
    """The walk ends (MING-6.1)."""
    here = mover.state.prince[mover.seat]
    yield from _of_being_in(mover, here)
    yield 1, Reason("ming.stop", {"district": here})


def _of_passing(mover: Seat, _: int) -> Weighed:
    """The prince moves no more in this round (MING-6.3)."""
    members = sum(mover.waiting(province) for province in range(board.PROVINCES))
    if members == 0:
        yield 3, Reason("ming.pass_nobody")
    if mover.state.round == board.ROUNDS:
        yield 2, Reason("ming.pass_last")
        return
    yield 2, Reason("ming.pass_cards", {"cards": mover.state.held[mover.seat]})
    if members > 0:
        yield 1, Reason("ming.pass_members", {"members": members})


# Deploying.


def _of_deploying(mover: Seat, number: int) -> Weighed:
    """Members come into the district where the prince stands (MING-6.4)."""
    action, district = actions.DEPLOY + number, mover.state.prince[mover.seat]
    members, province = actions.deployed_by(action), district // board.OF_A_PROVINCE
    if members == 0:
        yield 1, Reason("ming.deploy_none", {"members": mover.waiting(province), "province": province})
        return
    scene = _after_deploying(mover, district, action)
    standing, then = copy_of(scene)[0], foresee(scene)
    yield from _of_monastery(mover, district, action)
    yield from _of_place(mover, standing, then, district)
    yield from _of_tiles(mover, then, province)
    yield from _of_rivals(mover, then, district)
    yield from _of_majority(mover, then, province)
    gain = then.state.score[mover.seat] - mover.now.state.score[mover.seat]
    if gain > 0:
        yield 2, Reason("ming.points", {"points": gain})
    yield 1, Reason("ming.deploy", {"members": members, "district": district})


def _of_monastery(mover: Seat, district: int, action: int) -> Weighed:
    """A member comes onto a monastery, and another's perhaps leaves it (MING-6.5, 7.8)."""
    if action < actions.DEPLOY_MONASTERY:
        return
    scorings = board.SCORINGS - plainly(scoring_of)(mover.state)
    values: Json = {"district": district, "points": board.MONASTERY, "scorings": scorings}
    holder = mover.state.monastery[district]
    if holder == board.NOBODY:
        yield board.MONASTERY * scorings, Reason("ming.monastery", values)
    else:
        yield board.MONASTERY * scorings, Reason("ming.ousts", values | {"rival": holder + 1})


def _of_place(mover: Seat, standing: State, then: Prospect, district: int) -> Weighed:
    """The place that members in an open area have now, if it is a better one (MING-7.1)."""
    own, most = standing.open[mover.seat, district], _most_of_others(standing, mover.seat, district)
    had, has = (prospect.moved[mover.seat][district] for prospect in (mover.now, then))
    values: Json = {"district": district, "own": own, "most": most, "palaces": has}
    values |= {"province": district // board.OF_A_PROVINCE, "tiles": then.earned[mover.seat][district]}
    if has > had:
        yield PALACE * (has - had), Reason(_place(own, most), values)
    elif own > most > 0 and own > mover.state.open[mover.seat, district]:
        yield 2, Reason("ming.defends", values)


def _most_of_others(state: State, seat: int, district: int) -> int:
    """The most members of anybody else in an open area."""
    return max(state.open[owner, district] for owner in range(board.OWNERS) if owner != seat)


def _place(own: int, most: int) -> str:
    """What a place is called, with so many members, and others with so many at most."""
    if most == 0:
        return "ming.alone"
    return "ming.most" if own > most else "ming.level" if own == most else "ming.second"


def _of_tiles(mover: Seat, then: Prospect, province: int) -> Weighed:
    """A set of six colours is complete, or a colour nearer (MING-7.3)."""
    scoring = plainly(scoring_of)(then.state)
    had, has = mover.now.state, then.state
    if has.sets[scoring, mover.seat] > had.sets[scoring, mover.seat]:
        points = int(board.SET_POINTS[scoring])
        yield points, Reason("ming.set", {"province": province, "points": points})
        return
    colours = plainly(count_colours)(has, mover.seat)
    if colours > max(FEW_COLOURS, plainly(count_colours)(had, mover.seat)):
        yield 1 + colours, Reason("ming.colour", {"province": province, "colours": colours})


def _of_rivals(mover: Seat, then: Prospect, district: int) -> Weighed:
    """Fewer members of rivals go to the palaces of a district."""
    lost = {rival: mover.now.moved[rival][district] - then.moved[rival][district] for rival in mover.rivals}
    rivals = [rival + 1 for rival in mover.rivals if lost[rival] > 0]
    if rivals:
        yield PALACE * max(lost.values()) - 1, Reason("ming.pushes", {"district": district, "rivals": rivals})


def _of_majority(mover: Seat, then: Prospect, province: int) -> Weighed:
    """More points for the most members in a city (MING-7.6)."""
    scoring = plainly(scoring_of)(then.state)
    had, has = (state.majority[scoring, province, mover.seat] for state in (mover.now.state, then.state))
    if has > had:
        yield (
            has,
            Reason("ming.majority" if has == board.MAJORITY else "ming.shares", {"province": province, "points": has}),
        )


# Scoring.


def _of_returning(mover: Seat, chosen: int) -> Weighed:
    """So many members go back from a city, the others stay there (MING-7.4 to 7.6)."""
    state, province = mover.state, mover.state.scored
    here = plainly(members_in_city)(state, mover.seat, province)
    back = min(chosen, here)
    stay, worth = here - back, int(board.PALACE_POINTS[plainly(scoring_of)(state)])
    where = {"province": province}
    most = max(plainly(members_in_city)(state, owner, province) for owner in [*mover.rivals, board.NEUTRAL])
    if stay > most:
        yield board.MAJORITY + 1, Reason("ming.stay_most", where | {"members": stay, "points": board.MAJORITY})
    elif stay > 0:
        yield 1, Reason("ming.stay_hope", where | {"members": stay, "points": board.MAJORITY})
    if stay > 0 and worth > 0:
        yield worth * stay, Reason("ming.stay_points", where | {"members": stay, "points": worth * stay})
    if back > 0:
        yield 3 * back, _going_back(state, back)


def _going_back(state: State, members: int) -> Reason:
    """Members who go back are there for the next scoring; in the last they help where a city is tied (MING-7.6)."""
    key = "ming.returns" if state.round < board.ROUNDS else "ming.returns_last"
    return Reason(key, {"members": members, "province": state.scored})


def _of_going_back(mover: Seat, district: int) -> Weighed:
    """A member goes back from a palace to the open area, a neutral one perhaps (MING-7.4, 9.3)."""
    state = mover.state
    own = state.open[mover.seat, district]
    if state.phase == phases.NEUTRALS_BACK:
        rivals = [rival + 1 for rival in mover.rivals if state.open[rival, district] > own]
        if rivals:
            yield 3, Reason("ming.neutral_rival", {"district": district, "rivals": rivals})
        elif own == 0:
            yield 2, Reason("ming.neutral_apart", {"district": district})
        yield 1, Reason("ming.neutral_back", {"district": district})
        return
    most = _most_of_others(state, mover.seat, district)
    values = {"district": district, "own": own + 1, "most": most}
    if state.round < board.ROUNDS and own + 1 >= most > 0:
        yield 3, Reason("ming.back_most" if own + 1 > most else "ming.back_level", values)
    yield 1, Reason("ming.back_joins" if own > 0 else "ming.back", values)


def _of_start(mover: Seat, start: int) -> Weighed:
    """Somebody is chosen to begin the next round (MING-8.1)."""
    place = (mover.seat - start) % mover.state.seats + 1
    if place == 1:
        yield 1, Reason("ming.start_self")
    elif place == mover.state.seats:
        yield 1, Reason("ming.start_last", {"start": start + 1})
    else:
        yield 1, Reason("ming.start", {"start": start + 1, "place": place})


KINDS_OF_ACTION: list[tuple[int, Callable[[Seat, int], Weighed]]] = [
    (actions.START_WITH, _of_start),
    (actions.BACK_FROM, _of_going_back),
    (actions.RETURN_SUM, _of_returning),
    (actions.DEPLOY, _of_deploying),
    (actions.STOP, _of_stopping),
    (actions.PASS, _of_passing),
    (actions.STAY, _of_staying),
    (actions.STEP, _of_step),
    (actions.DRAGON_FOR, _of_dragon),
    (actions.TAKE, _of_taking),
    (actions.MEMBER_TO, _of_member),
    (actions.PRINCE_TO, _of_prince),
    (actions.NEUTRAL_TO, _of_neutral),
]
"""The first action of each kind, from the last kind to the first, with what there is to say of it."""
