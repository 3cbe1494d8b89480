"""What is allowed, and what is not: questions with four actions of one kind, made of what the rules refuse.

Refusals that are about the moment, such as another phase, are no questions: anybody sees them. The rarer a refusal is
among those of its kind at the moment, the harder the question, though none is hard.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from lantern.kernel.errors import Forbidden
from lantern.kernel.game import Match
from lantern.learning.making import Found, Maker
from lantern.learning.making.turns import worlds_of

OTHERS = 3
"""How many choices there are beside the answer."""
LOOKED_AT = 240
"""How many forbidden actions of a kind are looked at."""
RARE, VERY_RARE = 0.15, 0.03
"""A refusal that is such a part of all of its kind, or less."""
HARDEST = 3
"""The highest level of a question: who looks up the rules finds the answer."""
WORLDS = 8
NOW_AND_THEN = 0.1
"""At which part of all decisions there is a question."""

PLAIN = 0.15
"""Of the questions in which all is forbidden for one reason, such a part is asked."""

Refused = dict[int, list[int]]
"""[refusal's number] some actions that it forbids."""


def question_makers() -> list[Maker]:
    """Makers for both questions."""
    return [
        Maker("allowed", one_allowed, is_so, often=NOW_AND_THEN),
        Maker("forbidden", one_forbidden, is_so, often=NOW_AND_THEN),
    ]


def one_allowed(match: Match) -> Found | None:
    """A legal action among three that are forbidden, for different reasons as far as there are some."""
    chance = _chance(match, "allowed")
    legal, refused = _of_a_kind(match, chance)
    reasons = chance.sample(list(refused), min(len(refused), OTHERS))
    one_each = [chance.choice(refused[reason]) for reason in reasons]
    left = [action for reason in reasons for action in refused[reason] if action not in one_each]
    if len(one_each) + len(left) < OTHERS:
        return None
    wrong = one_each + chance.sample(left, OTHERS - len(one_each))
    rare = any(_share(refused, reason) <= RARE for reason in reasons)
    return _question(match, chance.choice(legal), wrong, len(reasons) + rare, chance)


def one_forbidden(match: Match) -> Found | None:
    """A forbidden action among three that are legal."""
    chance = _chance(match, "forbidden")
    legal, refused = _of_a_kind(match, chance)
    if len(legal) < OTHERS or not refused:
        return None
    reason = chance.choice(list(refused))
    share = _share(refused, reason)
    level = 1 + (share <= RARE) + (share <= VERY_RARE) + (len(refused) > 1)
    return _question(match, chance.choice(refused[reason]), chance.sample(legal, OTHERS), level, chance)


def _chance(match: Match, theme: str) -> random.Random:
    """The same draws for the same moment."""
    return random.Random(f"{theme} {match.digest()}")


def _question(match: Match, right: int, wrong: Sequence[int], level: int, chance: random.Random) -> Found | None:
    """A question with its choices in any order; none where two of them are written alike."""
    answer, *others = (match.words.write_action(action) for action in (right, *wrong))
    choices = chance.sample([answer, *others], len(wrong) + 1)
    if len({*choices}) < len(choices):
        return None
    return Found(choices=tuple(choices), answer=answer, level=min(level, HARDEST))


def _of_a_kind(match: Match, chance: random.Random) -> tuple[list[int], Refused]:
    """Legal and forbidden actions of one kind of which some are legal; a kind is what is written first."""
    legal = match.numbers()
    kind = chance.choice(sorted({_kind(match, number) for number in legal}))
    alike = [number for number in range(match.game.sheet.actions) if _kind(match, number) == kind]
    forbidden = sorted({*alike} - {*legal})
    state, refused = match.state, defaultdict(list)
    for number in chance.sample(forbidden, min(LOOKED_AT, len(forbidden))):
        code = match.game.engine.refuse(state, number)
        refusal = match.words.refusals[code]
        if not (isinstance(refusal, Forbidden) and refusal.moment) and _has_names(match, number):
            refused[code].append(number)
    if len(refused) < 2 and chance.random() > PLAIN:
        refused.clear()
    return [number for number in alike if number not in forbidden], dict(refused)


def _has_names(match: Match, number: int) -> bool:
    """Whether a table has all that an action is about: what is not there is written as a number, with #."""
    return "#" not in match.words.write_action(number)


def _kind(match: Match, number: int) -> str:
    return match.words.write_action(number).split()[0]


def _share(refused: Refused, reason: int) -> float:
    """Which part of what is forbidden is so for this reason."""
    return len(refused[reason]) / sum(len(actions) for actions in refused.values())


def is_so(match: Match, found: Found, seed: int, effort: int) -> bool:
    """Whether the answer alone is, or is not, in the lists of legal actions of worlds dealt anew."""
    engine, listed = match.game.engine, np.zeros(match.game.sheet.most_legal, np.int64)
    for world in worlds_of(match, WORLDS * effort, seed):
        legal = {match.words.write_action(int(number)) for number in listed[: engine.list_actions(world, listed)]}
        of_others = {choice in legal for choice in found.choices if choice != found.answer}
        if of_others != {found.answer not in legal}:
            return False
    return True
