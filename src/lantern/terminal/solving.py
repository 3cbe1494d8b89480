"""Puzzles at the terminal: a position is drawn, something asked, and what is tried is right or wrong at once."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from lantern.kernel.errors import BadInput, Never
from lantern.kernel.game import Match
from lantern.languages import DEFAULT, Tongue
from lantern.languages.words import named
from lantern.learning import why, worded
from lantern.learning.puzzles import Puzzle
from lantern.players.advice.reasons import told
from lantern.terminal import drawing, seen
from lantern.terminal.typed import action_of, told_actions

INTERRUPTED = 130
COMMANDS = {
    "?": "terminal.command.help",
    "? WORDS": "terminal.command.words",
    "why ACTION": "terminal.command.why",
    "show": "solving.command.show",
    "next": "solving.command.next",
}
"""What can be typed beside actions, with the keys of what it does."""


class Leaving(Exception):
    """Somebody has had enough."""


class Another(Exception):
    """Somebody wants another puzzle."""


class Solver:
    """Somebody who solves puzzles, one after the other. No rating is kept: how many were found is told at the end."""

    def __init__(self, screen: Console, language: str = DEFAULT) -> None:
        self.screen = screen
        self.say = Tongue(language)
        self.tried = 0
        self.solved = 0

    def solve(self, puzzles: Iterable[Puzzle]) -> int:
        """Solve puzzles until there are no more or one leaves; the exit status."""
        try:
            for number, puzzle in enumerate(puzzles):
                if number:
                    self._pause()
                try:
                    Attempt(self, puzzle).make()
                except Another:
                    continue
            self.screen.print(self.say("solving.all"))
        except (Leaving, EOFError):
            self.screen.print()
        except KeyboardInterrupt:
            self.screen.print()
            self._count()
            return INTERRUPTED
        self._count()
        return 0

    def _pause(self) -> None:
        if self.ask(f"{self.say('solving.next')} ").strip().lower() in ("q", "quit", "exit"):
            raise Leaving

    def _count(self) -> None:
        if self.tried:
            self.screen.print(self.say("solving.count", solved=self.solved, tried=self.tried))

    def ask(self, prompt: str) -> str:
        """A line from the keyboard, or from a file or pipe: then it is shown, as a keyboard's would be."""
        line = input(prompt)
        if not sys.stdin.isatty():
            self.screen.print(line)
        return line

    def note(self, right: bool) -> None:
        """Note whether a first try was right."""
        self.tried += 1
        self.solved += right


class Attempt:
    """One puzzle, from its position to its solution."""

    def __init__(self, solver: Solver, puzzle: Puzzle) -> None:
        self.solver = solver
        self.puzzle = puzzle
        self.match = puzzle.match()
        self.begin = self.match.copy()
        self.say, self.screen = solver.say, solver.screen
        self.tries = 0
        self.over = False

    def make(self) -> None:
        """Ask until the puzzle is solved or its solution was asked for."""
        self._show(self.match)
        theme = worded.theme_told(self.puzzle.game, self.puzzle.theme, self.say.language)
        level = worded.level_told(self.puzzle.level, self.say.language)
        head = self.say("solving.head", theme=theme, level=level)
        self.screen.print(Text.assemble((head, "bold"), f" ({self.puzzle.name})"))
        self.screen.print(worded.asked(self.puzzle, self.say.language))
        if self.puzzle.is_question:
            self._list_choices()
        while not self.over:
            if self.puzzle.is_question:
                self._obey_answer(self.solver.ask(f"{self._prompt()} "))
            else:
                self._obey(self.solver.ask(f"{self.say('terminal.your_move')} "))

    def _prompt(self) -> str:
        return self.say("solving.answer", count=len(self.puzzle.choices))

    def _show(self, match: Match) -> None:
        self.screen.print()
        drawn = drawing(match.game.name)
        view = seen(match, match.to_act, self.say.language)
        self.screen.print(drawn.draw(view if self.over else drawn.unaided(view)))
        self.screen.print(self.say("solving.seat", number=match.to_act))

    def _list_choices(self) -> None:
        for number, choice in enumerate(self.puzzle.choices, 1):
            self.screen.print(f"  {number}  {self._called(choice)}")

    def _called(self, choice: str) -> str:
        """A choice as people read it: an action as it is written, anything else by its name."""
        if self._meaning(choice) is not None or self.puzzle.about is None:
            return choice
        group = self.puzzle.about.partition(":")[0]
        return named(self.say.language, self.puzzle.game, group, choice)

    def _obey_answer(self, line: str) -> None:
        """Do what was typed where a question is asked: a number, or one of the commands."""
        words = line.strip().lower()
        if self._has_left(words):
            return
        count = len(self.puzzle.choices)
        if not words.isdecimal() or not 1 <= int(words) <= count:
            self._complain(self.say("solving.which", count=count))
            return
        choice = self.puzzle.choices[int(words) - 1]
        right = self.puzzle.is_right(choice)
        self._try(right)
        if right:
            self._praise()
        else:
            self._complain(worded.wrong(self.puzzle, self.say.language))
        self._explain_choices(self.puzzle.choices if right else [choice])

    def _explain_choices(self, choices: Iterable[str]) -> None:
        """Say why the rules forbid what they forbid of some choices."""
        for choice in choices:
            meaning = self._meaning(choice)
            refusal = None if meaning is None else self.begin.why_not(meaning)
            if refusal is not None:
                self._tell_why(choice, refusal.cited(self.say.language))
            for reason in why.of_choice(self.puzzle, self.begin, choice):
                self._tell_why(self._called(choice), told(reason, self.say.language, self.begin.board()))

    def _tell_why(self, choice: str, reason: str) -> None:
        self.screen.print(f"  {self.say('solving.why', action=choice, reason=reason)}")

    def _meaning(self, choice: str) -> int | Never | None:
        """The action that a choice stands for; None if it is something else."""
        try:
            return self.begin.words.read_action(choice)
        except BadInput:
            return None

    def _obey(self, line: str) -> None:
        """Do what was typed where an action is to be found: one of the commands, or an action."""
        if self._has_left(line.strip().lower()):
            return
        match line.split():
            case []:
                self._show(self.match)
            case ["?" | "help", *words]:
                self._help(words)
            case ["why", *words] if words:
                self._explain(" ".join(words))
            case words:
                self._play(" ".join(words))

    def _has_left(self, words: str) -> bool:
        """Whether one wants to know the solution, which is told; or leaves."""
        if words in ("quit", "q", "exit"):
            raise Leaving
        if words == "next":
            raise Another
        if words == "show":
            self._tell_solution()
        return words == "show"

    def _help(self, words: list[str]) -> None:
        for command, meaning in COMMANDS.items() if not words else ():
            self.screen.print(Text.assemble(("  " + command.ljust(12), "bold"), self.say(meaning)))
        told_actions(self.screen, self.match, self.say, words)

    def _explain(self, text: str) -> None:
        try:
            action = action_of(self.match, text)
        except BadInput as error:
            self._complain(error.told(self.say.language))
            return
        refusal = self.match.why_not(action)
        allowed = self.say("terminal.allowed", action=action)
        self.screen.print(f"{action}: {refusal.cited(self.say.language)}" if refusal else allowed)

    def _play(self, text: str) -> None:
        """Try an action: what the rules forbid is no try."""
        try:
            action = action_of(self.match, text)
        except BadInput as error:
            self._complain(self.say("solving.understood", reason=error.told(self.say.language)))
            return
        refusal = self.match.why_not(action)
        if refusal is not None:
            self._complain(refusal.cited(self.say.language))
            return
        line = self.puzzle.after(self._played()) or {}
        written = self._written(action)
        if written not in line:
            self._try(False)
            self._complain(worded.wrong(self.puzzle, self.say.language))
            return
        self.match.play(written)
        if line[written]:
            self._show(self.match)
            self.screen.print(self.say("solving.so_far"), style="green")
            return
        self._try(True)
        self._praise()
        self._explain_solution()

    def _written(self, action: str) -> str:
        """An action as the game writes it."""
        number = self.match.words.read_action(action)
        assert isinstance(number, int), "what can never be done is refused"
        return self.match.words.write_action(number)

    def _played(self) -> list[str]:
        return self.match.history[self.puzzle.ply :]

    def _try(self, right: bool) -> None:
        if not self.tries:
            self.solver.note(right)
        self.tries += 1
        self.over = self.over or right

    def _praise(self) -> None:
        first = "solving.first" if self.tries == 1 else "solving.solved"
        self.screen.print(self.say(first), style="green")
        self.screen.print(worded.right(self.puzzle, self.say.language))

    def _explain_solution(self) -> None:
        """Say why what was played is good, or else the solution."""
        played = self._played() or self.puzzle.shown()
        for reason in why.of_turn(self.begin, played):
            self.screen.print(f"  {told(reason, self.say.language, self.begin.board())}")

    def _tell_solution(self) -> None:
        """Tell the solution, which counts as not found."""
        if not self.tries:
            self.solver.note(False)
        self.over = True
        told = ", ".join(map(self._called, self.puzzle.shown()))
        self.screen.print(self.say("solving.solution", solution=told))
        self.screen.print(worded.right(self.puzzle, self.say.language))
        if self.puzzle.is_question:
            self._explain_choices(self.puzzle.choices)
        else:
            self.match = self.begin.copy()
            self._explain_solution()

    def _complain(self, message: str) -> None:
        self.screen.print(message, style="red")
