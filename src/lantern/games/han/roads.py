"""The best rows of a seat's houses: disjoint unbroken rows of four or more with the most points (HAN-9.3, 10.3).

A search through sets of rows. House by house, the one with the fewest others beside it first, a house is left out or a
row begins at it, which grows at both its ends, always at the one with less choice, until they are closed. `walk` holds
these decisions. A branch that can't beat the best set found is cut off, and so is one that need not be looked at:

    rows that can be joined are joined, and a row that can be longer is: so a house beside a closed end lies inside a
    row, and one beside a house that is left out is no end;
    of two orders of the same houses between the same ends, one is enough.

docs/maps.md says what a map may have, and how long the search then takes at most.

    -128..-69 a row begins at a space (BEGIN + space)      0..59 a space: the row grows to it at its first end
    60..119 a space is left out (LEAVE_OUT + space)        -60..-1 the same at its second end (~space)
    120 the first end is closed, 121 the second (CLOSE + end)
"""

from __future__ import annotations

from lantern.games.han.board import LEAST_ROW, SPACES
from lantern.games.han.state import LONGEST_WALK, State
from lantern.kernel.bits import count_bits, lowest_bit
from lantern.kernel.rule import rule

BEGIN = -128
LEAVE_OUT = SPACES
CLOSE = 2 * SPACES
NOTHING = CLOSE + 2
"""What comes after the last choice."""
UNTRIED = BEGIN - 1
"""What comes before the first."""


@rule
def best_rows(state: State, houses: int, fort: int) -> int:
    """The most points that some houses bring as rows; `best_walk` holds the rows, until `forget_walk`."""
    points = 0
    state.best_walked = 0
    state.walk_steps = 0
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
    clear_walk(state, 0)
    state.walk_steps = 0
    state.best_walked = 0
    for place in range(LONGEST_WALK):
        state.walk[place] = 0
        state.best_walk[place] = 0


@rule
def clear_walk(state: State, group: int) -> None:
    """Nothing is decided yet about some houses."""
    state.walk_free = group
    state.walk_row = 0
    state.walk_ends = 0
    state.walk_left = 0
    state.walk_begun = 0
    state.walked = 0
    for end in range(2):
        state.walk_head[end] = 0
        state.walk_open[end] = 0


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
def beside(state: State, houses: int) -> int:
    """The set of spaces that roads join to some houses."""
    found = 0
    while houses != 0:
        found |= state.road[lowest_bit(houses)]
        houses &= houses - 1
    return found


@rule
def best_rows_of_group(state: State, group: int, fort: int) -> int:
    """The most points of houses that hang together; their rows are added to `best_walk`."""
    first = state.best_walked
    clear_walk(state, group)
    best = 0
    last = UNTRIED
    while True:
        choice = next_choice(state, last)
        if choice != NOTHING and (last != UNTRIED or can_beat(state, group, fort, best)):
            go_on(state, choice)
            state.walk_steps += 1
            last = UNTRIED
            if state.walk_row == 0 and points_of_walk(state, group, fort) > best:
                best = points_of_walk(state, group, fort)
                keep_walk(state, first)
        elif state.walked > 0:
            last = step_back(state)
        else:
            return best


@rule
def next_choice(state: State, last: int) -> int:
    """The choice that comes after the last one tried here, NOTHING if there is none."""
    if state.walk_row == 0:
        return next_beginning(state, last)
    end = end_to_grow(state)
    if last >= CLOSE:
        return NOTHING
    after = -1 if last == UNTRIED else last if last >= 0 else ~last
    space = next_space(state, end, after)
    if space < SPACES:
        return space if end == 0 else ~space
    return CLOSE + end if may_close(state, end) else NOTHING


@rule
def next_beginning(state: State, last: int) -> int:
    """Begin a row at the loneliest undecided house, then leave it out."""
    if state.walk_free == 0 or last >= LEAVE_OUT:
        return NOTHING
    space = loneliest(state)
    if last == UNTRIED and state.road[space] & state.walk_free != 0:
        return BEGIN + space
    return LEAVE_OUT + space if state.road[space] & state.walk_ends == 0 else NOTHING


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
def end_to_grow(state: State) -> int:
    """The open end of the row under way with less choice; a row's first house grows at the first end."""
    if not state.walk_open[0]:
        return 1
    if not state.walk_open[1] or is_single(state):
        return 0
    first = count_bits(state.road[state.walk_head[0]] & state.walk_free)
    second = count_bits(state.road[state.walk_head[1]] & state.walk_free)
    return 1 if second < first else 0


@rule
def is_single(state: State) -> bool:
    """Whether the row under way is one house."""
    return state.walk_row & (state.walk_row - 1) == 0


@rule
def next_space(state: State, end: int, after: int) -> int:
    """The next space that the row may grow to at an end, SPACES if there is none."""
    head = state.walk_head[end]
    onward = state.road[head] & state.walk_free & ~numbers_to(after) & ~numbers_to(least_neighbour(state, end))
    while onward != 0:
        space = lowest_bit(onward)
        if not is_order_of_another(state, end, space):
            return space
        onward &= onward - 1
    return SPACES


@rule
def numbers_to(last: int) -> int:
    """The set of all numbers from 0 to the last one."""
    return (1 << (last + 1)) - 1


@rule
def least_neighbour(state: State, end: int) -> int:
    """Where the second arm begins, the first arm's first space, else -1: the second begins above it.

    Else every row would be found from both its ends.
    """
    if end == 0 or state.walk_head[1] != space_of(state, state.walk_begun):
        return -1
    return space_of(state, state.walk_begun + 1)


@rule
def row_start(state: State) -> int:
    """Where in the walk the last row began."""
    place = state.walked - 1
    while state.walk[place] >= -SPACES:
        place -= 1
    return place


@rule
def is_order_of_another(state: State, end: int, space: int) -> bool:
    """Whether an arm that grows to a space is another one with some of its houses turned round, which is looked at."""
    head = state.walk_head[end]
    if state.road[space] & state.walk_row & ~numbers_to(head) == 0:
        return False
    before = -1
    for place in range(state.walk_begun + 1, state.walked):
        choice = int(state.walk[place])
        if choice < SPACES and (choice >= 0) == (end == 0):
            here = choice if choice >= 0 else ~choice
            if before >= 0 and here > head and joins(state, before, head) and joins(state, here, space):
                return True
            before = here
    return False


@rule
def joins(state: State, space: int, other: int) -> bool:
    """Whether a road joins two spaces."""
    return state.road[space] >> other & 1 != 0


@rule
def may_close(state: State, end: int) -> bool:
    """Whether an end needs no more houses: nothing beside it is left out, nor the end of another row."""
    if end == 0 and is_single(state):
        return False
    other = 1 - end
    same_row = 0 if state.walk_open[other] else 1 << int(state.walk_head[other])
    if not state.walk_open[other] and count_bits(state.walk_row) < LEAST_ROW:
        return False
    return state.road[state.walk_head[end]] & (state.walk_left | (state.walk_ends & ~same_row)) == 0


@rule
def go_on(state: State, choice: int) -> None:
    """Add a decision to the walk."""
    state.walk[state.walked] = choice
    state.walked += 1
    if choice >= CLOSE:
        close_end(state, choice - CLOSE)
    elif choice >= LEAVE_OUT:
        state.walk_free &= ~(1 << choice - LEAVE_OUT)
        state.walk_left |= 1 << choice - LEAVE_OUT
    elif choice < -SPACES:
        state.walk_begun = state.walked - 1
        begin_row(state, choice - BEGIN)
    else:
        grow(state, 0 if choice >= 0 else 1, choice if choice >= 0 else ~choice)


@rule
def begin_row(state: State, space: int) -> None:
    """A row begins, both its ends at one house."""
    state.walk_free &= ~(1 << space)
    state.walk_row = 1 << space
    for end in range(2):
        state.walk_head[end] = space
        state.walk_open[end] = 1


@rule
def grow(state: State, end: int, space: int) -> None:
    """A row grows at one of its ends."""
    state.walk_free &= ~(1 << space)
    state.walk_row |= 1 << space
    state.walk_head[end] = space


@rule
def close_end(state: State, end: int) -> None:
    """An end of a row stays where it is; with its second end a row is closed."""
    state.walk_ends |= 1 << int(state.walk_head[end])
    state.walk_open[end] = 0
    if not state.walk_open[1 - end]:
        state.walk_row = 0


@rule
def step_back(state: State) -> int:
    """Take the last decision back; which it was."""
    state.walked -= 1
    choice = int(state.walk[state.walked])
    if choice >= CLOSE:
        if state.walk_row == 0:
            recall_row(state)
        state.walk_open[choice - CLOSE] = 1
        state.walk_ends &= ~(1 << int(state.walk_head[choice - CLOSE]))
    elif choice >= LEAVE_OUT:
        state.walk_free |= 1 << choice - LEAVE_OUT
        state.walk_left &= ~(1 << choice - LEAVE_OUT)
    elif choice < -SPACES:
        state.walk_free |= state.walk_row
        state.walk_row = 0
    else:
        shrink(state, 0 if choice >= 0 else 1, choice if choice >= 0 else ~choice)
    return choice


@rule
def shrink(state: State, end: int, space: int) -> None:
    """A row loses the house at one of its ends."""
    state.walk_free |= 1 << space
    state.walk_row &= ~(1 << space)
    place = state.walked - 1
    while state.walk[place] >= -SPACES and (state.walk[place] >= CLOSE or (state.walk[place] >= 0) != (end == 0)):
        place -= 1
    state.walk_head[end] = space_of(state, place)


@rule
def space_of(state: State, place: int) -> int:
    """The space that a row grows to, or begins at, at a place in the walk."""
    choice = int(state.walk[place])
    return choice - BEGIN if choice < -SPACES else choice if choice >= 0 else ~choice


@rule
def recall_row(state: State) -> None:
    """Make the last row anew from the walk: it is under way again."""
    free = state.walk_free
    state.walk_begun = row_start(state)
    for place in range(state.walk_begun, state.walked):
        choice = int(state.walk[place])
        if choice >= CLOSE:
            state.walk_open[choice - CLOSE] = 0
        elif choice < -SPACES:
            begin_row(state, choice - BEGIN)
        else:
            grow(state, 0 if choice >= 0 else 1, choice if choice >= 0 else ~choice)
    state.walk_free = free


@rule
def points_of_walk(state: State, group: int, fort: int) -> int:
    """The points of the rows closed so far: a point a house, twice with a fortification in the row (HAN-10.3)."""
    closed = group & ~(state.walk_free | state.walk_row | state.walk_left)
    points = count_bits(closed)
    return points + doubled_houses(state, fort) if closed & fort != 0 else points


@rule
def doubled_houses(state: State, fort: int) -> int:
    """The houses in the row with a fortification."""
    houses = 0
    doubled = False
    for place in range(state.walked):
        choice = int(state.walk[place])
        if choice < -SPACES and doubled:
            return houses
        if choice < -SPACES:
            houses = 0
        if choice < LEAVE_OUT:
            houses += 1
            doubled = doubled or fort >> space_of(state, place) & 1 != 0
    return houses


@rule
def open_heads(state: State) -> int:
    """The set of houses at which the row under way may grow."""
    heads = 0
    for end in range(2):
        if state.walk_row != 0 and state.walk_open[end]:
            heads |= 1 << int(state.walk_head[end])
    return heads


@rule
def can_beat(state: State, group: int, fort: int, best: int) -> bool:
    """Whether the walk may still come to more points than the best.

    As if all that hangs together and is long enough were one row, without the houses that can be in none.
    """
    heads = open_heads(state)
    inside = beside(state, state.walk_ends)
    usable = usable_houses(state, heads, inside)
    if state.walk_free & inside & ~usable != 0:
        return False
    points = points_of_walk(state, group, fort)
    rest = usable | state.walk_row
    if points + count_bits(rest) * (1 if rest & fort == 0 else 2) <= best:
        return False
    while rest != 0:
        start = state.walk_row & rest if state.walk_row & rest != 0 else rest & -rest
        part = start | reached(state, heads if state.walk_row & rest != 0 else start, usable)
        rest &= ~part
        most = most_points(state, part, usable | heads, fort)
        if most == 0 and part & (inside | state.walk_row) != 0:
            return False
        points += most
    return points > best


@rule
def most_points(state: State, part: int, usable: int, fort: int) -> int:
    """More points than this houses that hang together can't bring.

    A house with one road on can only be an end. No house leads to more than two such: the others are in no row.
    """
    lonely = lonely_houses(state, part & state.walk_free, usable)
    spare = spare_houses(state, lonely, usable)
    houses = count_bits(part) - spare
    if houses < LEAST_ROW or part & fort == 0:
        return houses if houses >= LEAST_ROW else 0
    if part & state.walk_row == 0:
        return most_with_fort(houses, count_bits(lonely) - spare - 2)
    ends = state.walk_open[0] + state.walk_open[1]
    most = most_with_fort(houses, count_bits(lonely) - spare - ends)
    if state.walk_row & fort != 0:
        return most
    return max(most, 2 * houses - max(LEAST_ROW, count_bits(state.walk_row)))


@rule
def most_with_fort(houses: int, too_many: int) -> int:
    """The same with a fortification among them: those that can't be in its row make one of their own, or none."""
    if too_many <= 0:
        return 2 * houses
    return 2 * houses - (too_many if too_many >= LEAST_ROW else min(2 * too_many, LEAST_ROW))


@rule
def lonely_houses(state: State, houses: int, usable: int) -> int:
    """The set of some undecided houses from which one road leads on."""
    lonely = 0
    while houses != 0:
        if count_bits(state.road[lowest_bit(houses)] & usable) <= 1:
            lonely |= houses & -houses
        houses &= houses - 1
    return lonely


@rule
def spare_houses(state: State, lonely: int, usable: int) -> int:
    """How many of the lonely houses can be in no row: one leads to two of them at most, a head to one."""
    one = 0 if is_single(state) else open_heads(state)
    two = 0
    spare = 0
    while lonely != 0:
        neighbour = state.road[lowest_bit(lonely)] & usable
        lonely &= lonely - 1
        if neighbour & two != 0:
            spare += 1
        elif neighbour & one != 0:
            two |= neighbour
        else:
            one |= neighbour
    return spare


@rule
def reached(state: State, start: int, houses: int) -> int:
    """The set of houses that some of them lead to."""
    found = 0
    edge = start
    while edge != 0:
        more = state.road[lowest_bit(edge)] & houses & ~found
        edge &= edge - 1
        found |= more
        edge |= more
    return found


@rule
def usable_houses(state: State, heads: int, inside: int) -> int:
    """The undecided houses that can be in a row: with a road on, and two where no row may end."""
    usable = state.walk_free
    no_end = inside | beside(state, state.walk_left)
    rest = usable
    while rest != 0:
        space = lowest_bit(rest)
        rest &= rest - 1
        roads = count_bits(state.road[space] & (usable | heads))
        if roads == 0 or (roads == 1 and no_end >> space & 1):
            usable &= ~(1 << space)
            no_end |= state.road[space]
            rest |= state.road[space] & usable
    return usable


@rule
def keep_walk(state: State, first: int) -> None:
    """Remember the rows of the walk as the best, after those of other groups: each from end to end, then CLOSE."""
    state.best_walked = first
    for place in range(state.walked):
        if state.walk[place] < -SPACES:
            keep_row(state, place)


@rule
def keep_row(state: State, start: int) -> None:
    """Remember a row: its second arm from the end on, the house it began at, its first arm."""
    end = start + 1
    while (
        end < state.walked and (state.walk[end] < LEAVE_OUT or state.walk[end] >= CLOSE) and state.walk[end] >= -SPACES
    ):
        end += 1
    for place in range(end - 1, start, -1):
        if state.walk[place] < 0:
            keep(state, ~int(state.walk[place]))
    keep(state, state.walk[start] - BEGIN)
    for place in range(start + 1, end):
        if 0 <= state.walk[place] < LEAVE_OUT:
            keep(state, state.walk[place])
    keep(state, CLOSE)


@rule
def keep(state: State, choice: int) -> None:
    """Add a space, or the end of a row, to the best rows."""
    state.best_walk[state.best_walked] = choice
    state.best_walked += 1
