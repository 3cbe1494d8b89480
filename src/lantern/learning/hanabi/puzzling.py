"""Hanabi's puzzles: what is certain of one's own cards, what a hint makes certain, and what does best.

Certainties are worked out (`deducing`), and checked in worlds dealt to the seat and by laying out hands
(`imagining`). They are as hard as the way that leads to them: hints, then the cards in sight, then one's cards taken
together. What does best is found by games that the club plays to the end (`judged`).
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lantern import games
from lantern.games.hanabi import phases
from lantern.games.hanabi.actions import DISCARD, HINT, PASS
from lantern.games.hanabi.board import (
    ALL_HINTS,
    ALL_TOKENS,
    COLOUR_HINTS,
    FITTING,
    HINTS,
    KIND_NAMES,
    KINDS,
    MOST_HELD,
    MOST_SEATS,
    NO_CARD,
    VALUE_HINTS,
)
from lantern.games.hanabi.state import NOT_TOLD
from lantern.kernel.contract import Json
from lantern.kernel.game import Match
from lantern.kernel.record import Records, copy_of, new_records
from lantern.kernel.rng import MatchStream, Stream
from lantern.kernel.seeds import CHOICE, seed_all
from lantern.learning.hanabi.deducing import CERTAIN, COUNTED, TOLD, WAYS, know_after_hints, know_hand
from lantern.learning.hanabi.imagining import Table, possible
from lantern.learning.hanabi.judged import best_maker
from lantern.learning.making import Found, Maker, Making
from lantern.learning.puzzles import Line

MOST_RIGHT = 2
"""How many actions may be right where only a few are."""
LEAST_HELD = 3
LEAST_HINTS = 8
CHOICES = 6
LEAST_CHOICES = 3
EASY = {1: 12, 2: 4, 3: 2}
"""[level] of so many puzzles that are as easy, one is taken: there are plenty."""
WORLDS = 2000
WORLDS_OF_PARTNERS = 24
"""In how many worlds it is looked what partners make of a hint."""


@dataclass(frozen=True)
class Known:
    """What the seat to act can know of its cards."""

    state: Records
    """As the seat sees it."""
    seat: int
    """From 0."""
    kinds: list[list[int]]
    """[position, way] the set of kinds that a card can be."""
    fitting: int
    useless: int
    in_sight: int
    """The kinds in other hands."""


class Deducing:
    """Works out what is certain, with room of its own to do so."""

    def __init__(self) -> None:
        self._left, self._sets = np.zeros(KINDS, np.int64), np.zeros(3, np.int64)
        self._own, self._known = np.zeros((MOST_HELD, WAYS), np.int64), np.zeros((MOST_HELD, WAYS), np.int64)
        self._ways = np.zeros(MOST_SEATS * HINTS, np.int64)

    def hand(self, match: Match) -> Known | None:
        """What the seat to act knows of its cards; None where a bonus tile is or was resolved that confuses it."""
        assert match.to_act is not None
        seat = match.to_act - 1
        seen = match.concealed(seat)
        state = seen[0]
        if state.phase != phases.TURN or state.returned != NO_CARD or state.held[seat] < LEAST_HELD:
            return None
        know_hand(seen, seat, self._left, self._own, self._sets)
        fitting, useless, in_sight = self._sets.tolist()
        return Known(seen, seat, self._own[: state.held[seat]].tolist(), fitting, useless, in_sight)

    def hints(self, known: Known) -> tuple[int, list[int]]:
        """In which way a partner can tell that a card fits, without a hint; and [action - HINT] after one."""
        self._ways[:] = WAYS
        room = np.concatenate([known.state, known.state])
        before = know_after_hints(room, known.seat, self._left, self._own, self._known, self._ways)
        return before, self._ways.tolist()


DEDUCING = Deducing()


def is_single(kinds: int) -> bool:
    """Whether there is one kind in a set."""
    return kinds & (kinds - 1) == 0


def first_way(kinds: Sequence[int], holds: Callable[[int], bool]) -> int:
    """The easiest way in which something holds of what a card can be; WAYS if in none."""
    return next((way for way in range(WAYS) if holds(kinds[way])), WAYS)


def is_plain(mark: int) -> bool:
    """Whether a card was told by colour and by value."""
    return bool(mark & COLOUR_HINTS and mark & VALUE_HINTS)


def is_taken(known: Known, level: int) -> bool:
    """Whether a puzzle of such a level is taken: of easy ones only some, always the same."""
    return zlib.crc32(known.state.tobytes()) // 7 % EASY.get(level, 1) == 0


def turn_before(match: Match, known: Known) -> Known | None:
    """What the seat to act could know in its last turn: what was certain then is no puzzle again."""
    ply = match.ply - int(known.state[0].seats)
    earlier = match.earlier(ply) if ply >= 0 else None
    return DEDUCING.hand(earlier) if earlier is not None and earlier.to_act == match.to_act else None


# Which card?


def find_card(match: Match) -> Found | None:
    """A card that can be one only, though hints have not said so outright."""
    known = DEDUCING.hand(match)
    if known is None:
        return None
    marks = known.state[0].mark[known.seat].tolist()
    sure = [
        (card_level(kinds), -place)
        for place, kinds in enumerate(known.kinds)
        if is_single(kinds[CERTAIN]) and not (is_single(kinds[TOLD]) and is_plain(marks[place]))
    ]
    if not sure:
        return None
    level, place = max(sure)
    if not is_taken(known, level):
        return None
    before = turn_before(match, known)
    if before is not None and known.kinds[-place][CERTAIN] in [kinds[CERTAIN] for kinds in before.kinds]:
        return None
    return asked_card(match, known, -place, level)


def card_level(kinds: Sequence[int]) -> int:
    """How hard it is to say which card it is: by the way, and by how many others must be ruled out."""
    way, others = first_way(kinds, is_single), kinds[TOLD].bit_count() - 1
    if way == TOLD:
        return 1
    if way == COUNTED:
        return 2 if others == 1 else 3 if others <= 3 else 4
    return min(6, 3 + way - COUNTED + (others > 2))


def asked_card(match: Match, known: Known, place: int, level: int) -> Found | None:
    """The question, if there are other cards that one may think of."""
    kinds = known.kinds[place]
    answer = KIND_NAMES[kinds[CERTAIN].bit_length() - 1]
    table = Table.of(match)
    told = table.view["hands"][known.seat][place]
    tempting = [named(kinds[COUNTED]), named(kinds[TOLD])]
    if kinds[TOLD].bit_count() < LEAST_CHOICES:
        tempting.append(sorted(table.by_touches(told)))
    chance = random.Random(zlib.crc32(known.state.tobytes()))
    mixed = [card for some in tempting for card in chance.sample(some, len(some)) if card != answer]
    choices = sorted([answer, *[*dict.fromkeys(mixed)][: CHOICES - 1]], key=KIND_NAMES.index)
    if len(choices) < LEAST_CHOICES:
        return None
    return Found(choices=choices, answer=answer, about=f"card:{known.seat + 1}.{place + 1}", level=level)


def named(kinds: int) -> list[str]:
    """The cards of a set."""
    return [name for kind, name in enumerate(KIND_NAMES) if kinds >> kind & 1]


def check_card(match: Match, found: Found, seed: int, effort: int) -> bool:
    """Whether the card is the answer in all worlds dealt, and whenever the hand is laid out."""
    table, place = Table.of(match), int((found.about or "").rpartition(".")[2]) - 1
    dealt = {KIND_NAMES[hand[place]] for hand in hands_dealt(match, seed, effort)}
    laid = possible(table.hand(match.to_act or 0), table.left(match.to_act or 0), place)
    return dealt == laid == {found.answer}


def hands_dealt(match: Match, seed: int, effort: int) -> list[list[int]]:
    """The hands of the seat to act in worlds that it can't tell apart."""
    seat = (match.to_act or 0) - 1
    return [world[0].hand[seat, : world[0].held[seat]].tolist() for world in worlds(match, WORLDS * effort, seed)]


def worlds(match: Match, count: int, seed: int) -> Iterator[Records]:
    """The match in several ways that the seat to act can't tell apart."""
    seat = (match.to_act or 0) - 1
    choice, seen = new_records(Stream, 1), match.concealed(seat)
    seed_all(choice, seed, CHOICE, 0, 1)
    for _ in range(count):
        world = copy_of(seen)
        match.game.engine.determinize(world, seat, choice)
        yield world


# Which card is certain to fit, or not to be needed?


def find_play(match: Match) -> Found | None:
    """A card that is certain to fit, where no more than another one is."""
    known = DEDUCING.hand(match)
    return None if known is None else found_sure(match, known, lambda some: some.fitting, 0)


def find_discard(match: Match) -> Found | None:
    """A card that is certain not to be needed, where no more than another one is.

    There is no puzzle where other cards could go as well: in the last round, or where a partner holds the same card.
    """
    known = DEDUCING.hand(match)
    if known is None or known.state[0].tokens == ALL_TOKENS or known.state[0].turns_left > 0:
        return None
    needless = known.useless | known.in_sight
    useless = [kinds[CERTAIN] & ~known.useless == 0 for kinds in known.kinds]
    if useless != [kinds[CERTAIN] & ~needless == 0 for kinds in known.kinds]:
        return None
    return found_sure(match, known, lambda some: some.useless, DISCARD)


def found_sure(match: Match, known: Known, wanted: Callable[[Known], int], deed: int) -> Found | None:
    """What is certain to be wanted, if that is little, new, and not said outright."""
    right, level = certain(known, wanted)
    few = 0 < len(right) <= MOST_RIGHT and len(known.kinds) - len(right) >= 2
    if not few or level == 0 or not is_taken(known, level):
        return None
    before = turn_before(match, known)
    if before is not None and {*right.values()} <= {*certain(before, wanted)[0].values()}:
        return None
    return Found({match.words.write_action(deed + place): {} for place in right})


def level_of_play(match: Match, solution: Line) -> int:
    """How hard it is to be certain that a card fits."""
    return certain(_known(match), lambda some: some.fitting)[1]


def level_of_discard(match: Match, solution: Line) -> int:
    """How hard it is to be certain that a card is not needed."""
    return certain(_known(match), lambda some: some.useless)[1]


def _known(match: Match) -> Known:
    known = DEDUCING.hand(match)
    assert known is not None, "there is a puzzle"
    return known


def certain(known: Known, wanted: Callable[[Known], int]) -> tuple[dict[int, int], int]:
    """[place] the kinds of each card that is certain to be wanted; how hard the easiest is to be found."""
    marks, kinds_wanted = known.state[0].mark[known.seat].tolist(), wanted(known)
    right, level = {}, 6
    for place, kinds in enumerate(known.kinds):
        way = first_way(kinds, lambda some: some & ~kinds_wanted == 0)
        if way < WAYS:
            right[place] = kinds[CERTAIN]
            level = min(level, sure_level(kinds, marks[place], way))
    return right, level


def sure_level(kinds: Sequence[int], mark: int, way: int) -> int:
    """How hard it is to be certain of a card: by the way, and whether one can say which it is; 0 if it was said."""
    is_open = not is_single(kinds[CERTAIN])
    if way == TOLD:
        return 0 if is_plain(mark) else 1 if mark >> NOT_TOLD & ALL_HINTS == 0 else 2
    if way == COUNTED:
        return 3 if is_open or kinds[TOLD].bit_count() > 3 else 2
    return min(6, 3 + way - COUNTED + is_open)


def check_play(match: Match, found: Found, seed: int, effort: int) -> bool:
    """Whether the cards fit in all worlds dealt, and these alone whenever the hand is laid out."""
    return check_sure(match, found, hands_dealt(match, seed, effort), Table.of(match).fitting(), "play")


def check_discard(match: Match, found: Found, seed: int, effort: int) -> bool:
    """Whether the cards are useless in all worlds dealt, and these alone whenever the hand is laid out."""
    return check_sure(match, found, hands_dealt(match, seed, effort), Table.of(match).useless(), "discard")


def check_sure(match: Match, found: Found, hands: Sequence[Sequence[int]], wanted: frozenset[str], deed: str) -> bool:
    """Whether some cards are wanted for certain, and no others."""
    table = Table.of(match)
    hand, left = table.hand(match.to_act or 0), table.left(match.to_act or 0)
    laid: Line = {f"{deed} {place + 1}": {} for place in range(len(hand)) if possible(hand, left, place) <= wanted}
    right = [int(action.split()[1]) - 1 for action in found.solution]
    dealt = all(KIND_NAMES[dealt_hand[place]] in wanted for dealt_hand in hands for place in right)
    return dealt and laid == found.solution and set(found.solution) <= set(match.actions())


# Which hint makes a partner certain?


def find_hint(match: Match) -> Found | None:
    """A hint after which a partner can tell for certain that a card fits, where nobody can yet."""
    known = DEDUCING.hand(match)
    if known is None or known.state[0].tokens == 0 or known.state[0].turns_left == 1:
        return None
    before, ways = DEDUCING.hints(known)
    right = [(way, hint) for hint, way in enumerate(ways) if way < WAYS]
    if before < WAYS or not 0 < len(right) <= MOST_RIGHT:
        return None
    hints = [number for number in match.numbers() if HINT <= number < PASS]
    level = min(hint_level(known, hint, way) for way, hint in right)
    if len(hints) < LEAST_HINTS or not {HINT + hint for _, hint in right} <= {*hints} or not is_taken(known, level):
        return None
    return Found({match.words.write_action(HINT + hint): {} for _, hint in right})


def level_of_hint(match: Match, solution: Line) -> int:
    """How hard it is to see which hint makes a partner certain."""
    known = _known(match)
    _, ways = DEDUCING.hints(known)
    return min(hint_level(known, hint, way) for hint, way in enumerate(ways) if way < WAYS)


def hint_level(known: Known, number: int, way: int) -> int:
    """How hard it is to see what a hint makes certain: by the way; harder if the hint passes by the cards that fit."""
    partner, hint = divmod(number, HINTS)
    state = known.state[0]
    held = range(state.held[partner])
    fitting = [place for place in held if known.fitting >> state.hand[partner, place] & 1]
    is_roundabout = not any(FITTING[state.hand[partner, place]] >> hint & 1 for place in fitting)
    is_first = not any(state.mark[partner, place] & ALL_HINTS for place in fitting)
    return min(6, 1 + way + (way == TOLD and is_first) + 2 * is_roundabout)


def check_hint(match: Match, found: Found, seed: int, effort: int) -> bool:
    """Whether in some worlds dealt the hints, and no others in all of them, make a partner certain of a card."""
    hints = [action for action in match.actions() if action.startswith("hint ")]
    sure = set(hints)
    for world in worlds(match, WORLDS_OF_PARTNERS * effort, seed):
        after = {hint: certain_after(match, world, hint) for hint in sure}
        sure = {hint for hint in sure if after[hint]}
        if not set(found.solution) <= sure:
            return False
    return sure == set(found.solution)


def certain_after(match: Match, world: Records, hint: str) -> bool:
    """Whether in a world a partner is certain after a hint that a card of his fits."""
    after, partner, number = copy_of(world), int(hint.split()[1]), match.read(hint)
    assert isinstance(number, int), "a legal action can be done"
    match.game.engine.step(after, new_records(MatchStream, 1), number)
    held = after[0].hand[partner - 1, : after[0].held[partner - 1]].tolist()
    match.game.engine.conceal(after, partner - 1)
    table = Table(match.board(), {**match.words.view(after[0], partner - 1)})
    fitting = table.fitting()
    that_fit = [place for place, kind in enumerate(held) if KIND_NAMES[kind] in fitting]
    return any(possible(table.hand(partner), table.left(partner), place) <= fitting for place in that_fit)


TABLES: list[Json] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 5},
    {"players": 3, "empty_hints": False},
    {"players": 4, "score_on_loss": True},
    {"players": 2, "multicolour": True},
    {"players": 4, "multicolour": True},
    {"players": 3, "black_powder": True},
    {"players": 5, "black_powder": True, "black_values": "ordinary"},
    {"players": 3, "multicolour": True, "black_powder": True},
    {"players": 2, "flares": True},
    {"players": 4, "flares": True},
    {"players": 3, "final_bouquet": True},
]

MAKING = Making(
    TABLES,
    ("club", "beginner"),
    (
        Maker("card", find_card, check_card),
        Maker("sure_play", find_play, check_play, count=level_of_play),
        Maker("sure_discard", find_discard, check_discard, count=level_of_discard),
        Maker("sure_hint", find_hint, check_hint, apart=12, count=level_of_hint),
        best_maker(games.game("hanabi")),
    ),
)
