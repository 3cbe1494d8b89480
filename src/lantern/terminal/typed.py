"""What is typed at a terminal as an action, and what is listed there as what may be played."""

from __future__ import annotations

import re

from rich.console import Console
from rich.table import Table as Grid

from lantern.kernel.errors import BadInput
from lantern.kernel.game import Match
from lantern.languages import Tongue

ENGLISH = Tongue()
MOST_GROUPS, MOST_SHOWN = 12, 2
"""Of a verb with more groups of actions than this, so many actions are shown for each second word."""


def action_of(match: Match, text: str) -> str:
    """What was typed as an action: notation, or the beginnings of the words of one action, a legal one first."""
    try:
        match.why_not(text)
    except BadInput:
        meant = _meant(match, text)
        if len(meant) > 1:
            raise BadInput("terminal.may_be", typed=repr(text), actions=meant) from None
        if not meant:
            raise
        return meant[0]
    return text


def _meant(match: Match, text: str) -> list[str]:
    """The legal actions that a text abbreviates, or if there is none the others of the game."""
    legal = [action for action in match.actions() if abbreviates(text, action)]
    every = (match.words.write_action(number) for number in range(match.game.sheet.actions))
    return legal or [action for action in every if abbreviates(text, action)]


def told_actions(screen: Console, match: Match, say: Tongue, words: list[str]) -> None:
    """What may be played now; after words only the actions that begin so."""
    actions = begun(words, match.actions())
    if not actions:
        screen.print(say("terminal.nothing_begins", words=repr(" ".join(words))), style="red")
        return
    screen.print(say("terminal.may_play", example=shortened(actions)))
    groups = listed_actions(actions, say)
    grid = Grid.grid()
    grid.add_column(width=max(14, *(len(pattern) + 4 for pattern in groups)), style="bold", no_wrap=True)
    for pattern, rest in groups.items():
        grid.add_row(f"  {pattern}", rest)
    screen.print(grid)


def abbreviates(text: str, action: str) -> bool:
    """Whether every word typed begins the word of an action in its place; one with a number in it is that word."""
    typed, words = text.lower().split(), action.lower().split()
    return len(typed) == len(words) and all(
        word == start if re.search(r"\d", start) else word.startswith(start)
        for start, word in zip(typed, words, strict=True)
    )


def begun(words: list[str], actions: list[str]) -> list[str]:
    """The actions that begin with these words, or with words that they begin."""
    return [it for it in actions if abbreviates(" ".join(words), " ".join(it.split()[: len(words)]))]


def listed_actions(actions: list[str], say: Tongue = ENGLISH) -> dict[str, str]:
    """Actions for people to read. Of a verb whose actions have too little in common some stand for the rest."""
    verbs: dict[str, list[str]] = {}
    for action in actions:
        verbs.setdefault(action.split()[0], []).append(action)
    lists: dict[str, str] = {}
    for several in verbs.values():
        groups = grouped(several)
        if len(groups) > MOST_GROUPS:
            starts = _by_start(several)
            most = MOST_SHOWN if len(starts) > 1 else len(several)
            lists |= {start: _some(ends, most, say) for start, ends in starts.items()}
        else:
            lists |= {
                pattern: (" " if "," in "".join(words) else ", ").join(words) for pattern, words in groups.items()
            }
    return lists


def _by_start(actions: list[str]) -> dict[str, list[str]]:
    """How actions go on after their first two words."""
    ends: dict[str, list[str]] = {}
    for words in map(str.split, actions):
        ends.setdefault(" ".join(words[:2]), []).append(" ".join(words[2:]))
    return ends


def _some(ends: list[str], most: int, say: Tongue) -> str:
    """All of them, or if they are too many the first and their number."""
    return "; ".join(ends) if len(ends) <= most else say("terminal.in_all", first=ends[0], count=len(ends))


def grouped(actions: list[str]) -> dict[str, list[str]]:
    """Actions that differ in one word only, together; that word is left out at the end, elsewhere it is an ellipsis."""
    alike: dict[tuple[str, int], list[list[str]]] = {}
    for action in actions:
        words = action.split()
        alike.setdefault((words[0], len(words)), []).append(words)
    groups: dict[str, list[str]] = {}
    for several in alike.values():
        places = range(len(several[0]) - 1, 0, -1) if len(several) > 1 else range(len(several[0]), 0, -1)
        best = min(places, key=lambda place: len({_without(words, place) for words in several}))
        for words in several:
            groups.setdefault(_without(words, best), []).append("".join(words[best : best + 1]))
    return groups


def _without(words: list[str], place: int) -> str:
    """Words with one of them left out: without a trace at the end, with an ellipsis elsewhere."""
    rest = words[place + 1 :]
    return " ".join([*words[:place], *(["…", *rest] if rest else [])])


def shortened(actions: list[str]) -> str:
    """The first action as short as one may type it."""
    letters = " ".join(word[0] if word.isalpha() else word for word in actions[0].split())
    return letters if sum(abbreviates(letters, action) for action in actions) == 1 else actions[0]
