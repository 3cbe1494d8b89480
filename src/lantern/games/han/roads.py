"""The best rows of a seat's houses: disjoint unbroken rows of four or more with the most points (HAN-9.3, 10.3).

A search through all sets of rows. House by house, the one with the fewest others beside it first, a house is left
out or a row grows from it along the roads: one arm, then the turn back to where it began, the other arm, and the
close. `walk` holds these decisions; a branch that can't beat the best set found is cut off.

    0..59 a space: the row grows to it, or begins at it where none is under way
    60..119 a space is left out (LEAVE_OUT + space)
    120 TURN        121 CLOSE
"""

from __future__ import annotations

from lantern.games.han.board import LEAST_ROW, SPACES
from lantern.games.han.state import LONGEST_WALK, State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.rule import rule

LEAVE_OUT = SPACES
TURN = 2 * SPACES
CLOSE = TURN + 1
NOTHING = CLOSE + 1
"""What comes after the last choice."""


@rule
def best_rows(state: State, houses: int, fort: int) -> int:
    """The most points that some houses bring as rows; `best_walk` holds the rows, until `forget_walk`."""
    points = 0
    state.best_walked = 0
    rest = houses
    while rest != 0:
        group = connected(state, rest & -rest, houses)
        rest &= ~group
        if count_bits(group) >= LEAST_ROW:
            points += best_rows_of_group(state, group, fort)
    return points


@rule
def forget_walk(state: State) -> None:
    """Leave nothing of the search in the record."""
    state.walk_free = 0
    state.walked = 0
    state.best_walked = 0
    for place in range(LONGEST_WALK):
        state.walk[place] = 0
        state.best_walk[place] = 0


@rule
def connected(state: State, start: int, houses: int) -> int:
    """The set of houses that roads join to some of them, over other houses."""
    group = start
    edge = start
    while edge != 0:
        space = lowest_bit(edge)
        edge &= edge - 1
        more = state.road[space] & houses & ~group
        group |= more
        edge |= more
    return group


@rule
def best_rows_of_group(state: State, group: int, fort: int) -> int:
    """The most points of houses that hang together; their rows are added to `best_walk`."""
    first = state.best_walked
    state.walk_free = group
    state.walked = 0
    best = 0
    last = -1
    while True:
        choice = next_choice(state, last)
        if choice != NOTHING and most_points(state, fort) > best:
            go_on(state, choice)
            last = -1
            if state.walk_free == 0 and row_start(state) == state.walked:
                best = points_of_walk(state, fort)
                keep_walk(state, first)
        elif state.walked > 0:
            last = step_back(state)
        else:
            return best


@rule
def row_start(state: State) -> int:
    """Where in the walk the row under way began; the walk's end if none is under way."""
    start = state.walked
    while start > 0 and (state.walk[start - 1] < SPACES or state.walk[start - 1] == TURN):
        start -= 1
    return start


@rule
def turn_place(state: State, start: int) -> int:
    """Where in the walk the row under way turned back to where it began; the walk's end if it has not."""
    place = start
    while place < state.walked and state.walk[place] != TURN:
        place += 1
    return place


@rule
def next_choice(state: State, last: int) -> int:
    """The choice that comes after the last one tried here, NOTHING if there is none.

    The other arm begins at a space above the one the first began at: else every row would be found twice.
    """
    start = row_start(state)
    if start == state.walked:
        return next_beginning(state, last)
    turn = turn_place(state, start)
    turned = turn < state.walked
    head = state.walk[start if state.walk[state.walked - 1] == TURN else state.walked - 1]
    after = state.walk[start + 1] if turn == state.walked - 1 and last < 0 else last
    onward = state.road[head] & state.walk_free & ~numbers_to(after) if last < SPACES else 0
    return lowest_bit(onward) if onward != 0 else next_stop(state, start, turned, last)


@rule
def numbers_to(last: int) -> int:
    """The set of all numbers from 0 to the last one."""
    return (1 << (last + 1)) - 1


@rule
def next_beginning(state: State, last: int) -> int:
    """Begin a row at the loneliest undecided house, then leave it out."""
    if state.walk_free == 0:
        return NOTHING
    space = loneliest(state)
    if last < 0:
        return space
    return LEAVE_OUT + space if last < LEAVE_OUT else NOTHING


@rule
def loneliest(state: State) -> int:
    """The undecided house that roads join to the fewest others: there is least to try."""
    best = lowest_bit(state.walk_free)
    fewest = SPACES
    rest = state.walk_free
    while rest != 0:
        space = lowest_bit(rest)
        rest &= rest - 1
        others = count_bits(state.road[space] & state.walk_free)
        if others < fewest:
            best, fewest = space, others
    return best


@rule
def next_stop(state: State, start: int, turned: bool, last: int) -> int:
    """End the arm that grows: turn back to grow the other, or close the row."""
    length = state.walked - start - (1 if turned else 0)
    if not turned:
        return TURN if last < TURN and length > 1 else NOTHING
    return CLOSE if last < CLOSE and length >= LEAST_ROW else NOTHING


@rule
def go_on(state: State, choice: int) -> None:
    """Add a decision to the walk."""
    state.walk[state.walked] = choice
    state.walked += 1
    if choice < TURN:
        state.walk_free &= ~(1 << choice % SPACES)


@rule
def step_back(state: State) -> int:
    """Take the last decision back; which it was."""
    state.walked -= 1
    choice = state.walk[state.walked]
    if choice < TURN:
        state.walk_free |= 1 << choice % SPACES
    return choice


@rule
def points_of_walk(state: State, fort: int) -> int:
    """The points of the rows closed so far: a point a house, twice with a fortification in the row (HAN-10.3)."""
    points = 0
    length = 0
    factor = 1
    for place in range(state.walked):
        choice = state.walk[place]
        if choice < SPACES:
            length += 1
            if fort >> choice & 1:
                factor = 2
        elif choice == CLOSE:
            points += length * factor
            length = 0
            factor = 1
    return points


@rule
def most_points(state: State, fort: int) -> int:
    """More points than this the walk can't come to: as if every group that is long enough were one row."""
    start = row_start(state)
    row = 0
    for place in range(start, state.walked):
        if state.walk[place] < SPACES:
            row |= 1 << int(state.walk[place])
    points = points_of_walk(state, fort)
    rest = state.walk_free | row
    while rest != 0:
        group = connected(state, rest & -rest, state.walk_free | row)
        rest &= ~group
        if count_bits(group) >= LEAST_ROW:
            points += count_bits(group) * (2 if group & fort != 0 else 1)
    return points


@rule
def keep_walk(state: State, first: int) -> None:
    """Remember the walk as the best, after the rows of other groups."""
    for place in range(state.walked):
        state.best_walk[first + place] = state.walk[place]
    state.best_walked = first + state.walked
