"""A saved match told again: step by step at a terminal, as a whole anywhere else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console

from lantern.kernel.contract import Event, known
from lantern.kernel.game import Match
from lantern.languages import DEFAULT, Tongue
from lantern.terminal import clear, drawing, open_view, seen


@dataclass(frozen=True)
class Step:
    """One action of a match and what it did."""

    number: int
    events: list[Event]

    def told(self, match: Match, seat: int | None, everything: bool = False, language: str = DEFAULT) -> str:
        """Its number and story as a seat learnt it."""
        events = self.events if everything else known(self.events, seat)
        return f"{self.number:3}  {match.tell(events, language)}"


def start_of(match: Match) -> Match:
    """The same match before its first action."""
    return Match(match.game, match.options, match.seed, match.setup, match.start)


def after(match: Match, actions: int) -> Match:
    """The same match after so many actions."""
    again = start_of(match)
    for action in match.history[:actions]:
        again.play(action)
    return again


def steps(match: Match) -> Iterator[Step]:
    """Every action of a match with what it did."""
    again = start_of(match)
    for action in match.history:
        events = again.play(action)
        yield Step(again.ply, events)


class Replay:
    """A match to leaf through, seen from one seat, by a spectator, or with everything open."""

    def __init__(
        self, match: Match, seat: int | None, everything: bool, screen: Console, language: str = DEFAULT
    ) -> None:
        self.match = match
        self.seat = seat
        self.everything = everything
        self.screen = screen
        self.say = Tongue(language)
        self.steps = list(steps(match))
        self.place = 0

    def print_all(self) -> None:
        """The whole story, and the table as it stands after it."""
        game, players = self.match.game, self.match.options["players"]
        title = self.say.title(game.name, game.sheet.title)
        self.screen.print(self.say("terminal.replay", title=title, players=players, seed=str(self.match.seed)))
        self.screen.print()
        for step in self.steps:
            self.screen.print(step.told(self.match, self.seat, self.everything, self.say.language))
        self.screen.print()
        self.place = len(self.steps)
        self._show()

    def leaf_through(self) -> None:
        """Step as the keys say until the end of input or `q`."""
        while True:
            clear(self.screen)
            if self.place:
                self.screen.print(
                    self.steps[self.place - 1].told(self.match, self.seat, self.everything, self.say.language)
                )
            self._show()
            try:
                answer = (
                    input(f"{self.say('terminal.replay_prompt', place=self.place, last=len(self.steps))} ")
                    .strip()
                    .lower()
                )
            except EOFError:
                self.screen.print()
                return
            if answer in ("q", "quit"):
                return
            self._go(answer)

    def _go(self, answer: str) -> None:
        """Move to where an answer leads; one that is not understood leads nowhere."""
        if answer in ("b", "back"):
            wanted = self.place - 1
        elif answer.isdecimal():
            wanted = int(answer)
        else:
            wanted = self.place + (not answer)
        self.place = min(max(wanted, 0), len(self.steps))

    def _show(self) -> None:
        """The table as it stood, with the result when that was the end."""
        match = after(self.match, self.place)
        look = open_view if self.everything else seen
        view = look(match, self.seat, self.say.language)
        picture = drawing(match.game.name)
        self.screen.print(picture.draw(view))
        if match.over:
            self.screen.print(picture.sum_up(view))
