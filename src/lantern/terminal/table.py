"""A match at the terminal: people at the keyboard, bots on the other seats.

Nothing here knows a game. Actions are read and written in the game's notation, refusals come with their clause, and
the picture is looked up by the game's name.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from lantern.kernel.chance import number_of
from lantern.kernel.contract import known
from lantern.kernel.errors import BadInput, LanternError, Refused
from lantern.kernel.game import Match
from lantern.kernel.options import holds_own
from lantern.kernel.seeds import MOST_SEED
from lantern.languages import DEFAULT, Tongue
from lantern.languages.words import listed
from lantern.players.player import Player
from lantern.players.player import seat as seat_bot
from lantern.terminal import clear, drawing, open_view, program, seen
from lantern.terminal.replay import steps
from lantern.terminal.saved import save
from lantern.terminal.typed import action_of, told_actions

YOU = "you"
"""The name of a seat that a person plays."""

COMMANDS = {
    "?": "terminal.command.help",
    "? WORDS": "terminal.command.words",
    "why ACTION": "terminal.command.why",
    "log": "terminal.command.log",
    "undo": "terminal.command.undo",
    "save FILE": "terminal.command.save",
    "quit": "terminal.command.quit",
}
"""What can be typed beside actions, with the keys of what it does."""
INTERRUPTED = 130
BAR = 10
"""How long a bar is."""


class Leaving(Exception):
    """A person leaves the table."""


class Table:
    """A match under way, kept in a file after every action."""

    def __init__(
        self,
        match: Match,
        seats: list[str],
        file: Path,
        screen: Console,
        progress: Callable[[], float] = lambda: 1.0,
        language: str = DEFAULT,
    ) -> None:
        """How far compiling is, from 0 to 1, is told to who is asked for a move."""
        self.match = match
        self.progress = progress
        self.seats = seats
        self.file: Path | None = file
        self.screen = screen
        self.say = Tongue(language)
        self.drawing = drawing(match.game.name)
        self.bots = {seat: _bot(match, name, seat) for seat, name in enumerate(seats, 1) if name != YOU}
        self.shared = seats.count(YOU) > 1
        self.stories = [step.events for step in steps(match)]
        self.stood_in: dict[int, str] = {}
        """[ply] the bot for which a quicker one chose, because it was not compiled yet."""
        self.looking: int | None = None
        self.seen = dict.fromkeys(range(len(seats) + 1), match.ply)

    def run(self) -> int:
        """Play until the match is over or somebody leaves; the exit status."""
        _complete_with(self)
        try:
            self._greet()
            self._keep()
            while self.match.to_act is not None:
                self._move(self.match.to_act)
            self._finish()
        except (Leaving, EOFError):
            self._leave()
        except KeyboardInterrupt:
            self._leave()
            return INTERRUPTED
        return 0

    def _greet(self) -> None:
        title = self.say.title(self.match.game.name, self.match.game.sheet.title)
        greeting = self.say("terminal.greeting", seating=self._seating())
        self.screen.print(Text.assemble((title, "bold"), f": {greeting}"))
        if self.match.ply and not self.match.over:
            self.screen.print(self.say("terminal.goes_on", actions=self.match.ply))

    def _seating(self) -> str:
        """Who sits where, for people."""
        places: dict[str, list[int]] = {}
        for seat, name in enumerate(self.seats, 1):
            places.setdefault(name, []).append(seat)
        people = places.pop(YOU)
        said = [self.say("terminal.people_play" if self.shared else "terminal.you_play", **self._places(people))]
        for name, seats in places.items():
            said.append(self.say("terminal.bot_plays", bot=self.say.bot(name), **self._places(seats)))
        return ", ".join(said)

    def _places(self, seats: list[int]) -> dict[str, int | str]:
        """Seats for a message: how many, and which."""
        return {"count": len(seats), "places": listed(self.say.language, list(map(str, seats)))}

    def _move(self, seat: int) -> None:
        """One decision of a seat, by its bot or by a person."""
        if seat in self.bots:
            action = self.bots[seat].choose(self.match)
            if self.bots[seat].stood_in:
                self.stood_in[self.match.ply] = self.seats[seat - 1]
            self._play(action)
        else:
            self._let_person_move(seat)

    def _let_person_move(self, seat: int) -> None:
        if self.shared and seat != self.looking:
            self._cover(seat)
        self.looking = seat
        self._show(seat)
        before = self.match.ply
        while self.match.ply == before:
            self._tell_progress()
            self._obey(seat, self._ask(f"{self.say('terminal.your_move')} "))

    def _tell_progress(self) -> None:
        """Say how far compiling is, to who can watch it, until it is done."""
        done = self.progress() if sys.stdin.isatty() and self.screen.is_terminal else 1.0
        if done < 1:
            full = int(done * BAR)
            bar = "▓" * full + "░" * (BAR - full)
            self.screen.print(self.say("terminal.warming", bar=bar, share=int(done * 100)), style="dim")

    def _cover(self, seat: int) -> None:
        """Hide one person's table from the next."""
        clear(self.screen)
        self._tell(self.seen[0], None)
        self.seen[0] = self.match.ply
        self._ask(f"{self.say('terminal.cover', number=seat)} ")
        clear(self.screen)
        self._tell(self.seen[seat], seat)

    def _ask(self, prompt: str) -> str:
        """A line from the keyboard, or from a file or pipe: then it is shown, as a keyboard's would be."""
        line = input(prompt)
        if not sys.stdin.isatty():
            self.screen.print(line)
        return line

    def _show(self, seat: int) -> None:
        self.screen.print()
        self.screen.print(self.drawing.draw(seen(self.match, seat, self.say.language)))

    def _play(self, action: str | int) -> None:
        """Play an action, tell what it did and keep the match."""
        seat = self.match.to_act or 0
        self.stories.append(self.match.play(action))
        self.seen[seat] = self.match.ply
        if not self.shared:
            self._tell(self.match.ply - 1, self.seats.index(YOU) + 1)
        self._keep()

    def _tell(self, since: int, seat: int | None) -> None:
        """Tell what happened after so many actions as a seat learnt it."""
        for ply, events in enumerate(self.stories[since:], since):
            self.screen.print(f"  {self.match.tell(known(events, seat), self.say.language)}")
            if ply in self.stood_in:
                self.screen.print(
                    f"  {self.say('terminal.stood_in', bot=self.say.bot(self.stood_in[ply]))}", style="dim"
                )

    def _tell_all(self, seat: int) -> None:
        for step in steps(self.match):
            self.screen.print(f"  {step.told(self.match, seat, language=self.say.language)}")

    def _obey(self, seat: int, line: str) -> None:
        """Do what a person typed: one of the commands, or an action."""
        match line.split():
            case []:
                self._show(seat)
            case ["?" | "help", *words]:
                self._help(words)
            case ["why", *words]:
                self._explain(" ".join(words))
            case ["log"]:
                self._tell_all(seat)
            case ["undo"]:
                self._undo(seat)
            case ["save", *_]:
                self._save_as(line.split(maxsplit=1)[1:])
            case ["quit"] | ["q"] | ["exit"]:
                raise Leaving
            case words:
                self._try(" ".join(words))

    def _try(self, text: str) -> None:
        """Play what was typed, or say why not."""
        try:
            self._play(action_of(self.match, text))
        except Refused as refused:
            self._complain(refused.told(self.say.language))
        except BadInput as error:
            self._complain(self.say("terminal.understood", reason=error.told(self.say.language)))

    def _explain(self, text: str) -> None:
        if not text:
            self._complain(self.say("terminal.why_what", action=(self.match.actions() or ["…"])[-1]))
            return
        try:
            action = action_of(self.match, text)
        except BadInput as error:
            self._complain(error.told(self.say.language))
            return
        refusal = self.match.why_not(action)
        self.screen.print(
            f"{action}: {refusal.cited(self.say.language)}" if refusal else self.say("terminal.allowed", action=action)
        )

    def _undo(self, seat: int) -> None:
        try:
            self.match.undo()
        except Refused as refused:
            self._complain(refused.refusal.told(self.say.language))
            return
        self.stories.pop()
        self.stood_in.pop(self.match.ply, None)
        self.seen = {looker: min(ply, self.match.ply) for looker, ply in self.seen.items()}
        self._keep()
        self._show(seat)

    def _save_as(self, names: list[str]) -> None:
        if not names:
            self._complain(self.say("terminal.save_where"))
            return
        path = Path(names[0].strip()).expanduser()
        try:
            save(path, self.match, self.seats)
        except LanternError as error:
            self._complain(error.told(self.say.language))
            return
        self.screen.print(self.say("terminal.saved", file=str(path)))

    def _help(self, words: list[str]) -> None:
        """The commands, and what may be played now; after words only the actions that begin so."""
        for command, meaning in COMMANDS.items() if not words else ():
            self.screen.print(Text.assemble(("  " + command.ljust(12), "bold"), self.say(meaning)))
        told_actions(self.screen, self.match, self.say, words)

    def _complain(self, message: str) -> None:
        self.screen.print(message, style="red")

    def _keep(self) -> None:
        """Write the match to its file; if that can't be done, say so once and play on."""
        if self.file is not None:
            try:
                save(self.file, self.match, self.seats)
            except LanternError as error:
                self._complain(self.say("terminal.not_kept", reason=error.told(self.say.language)))
                self.file = None

    def _finish(self) -> None:
        """The table with everything shown, the result, and how to see it again."""
        if self.shared:
            clear(self.screen)
            self._tell(self.seen[0], None)
        seat = None if self.shared else self.seats.index(YOU) + 1
        view = open_view(self.match, seat, self.say.language)
        self.screen.print()
        self.screen.print(self.drawing.draw(view))
        self.screen.print(self.drawing.sum_up(view))
        if self.file is not None:
            self._advise(self.say("terminal.see_again"), f"replay {shlex.quote(str(self.file))}")
        if not self.match.setup and self.match.start is None and not holds_own(self.match.options):
            self._advise(self.say("terminal.same_deal"), f"play {self.match.game.name} {_flags(self.match)}")

    def _leave(self) -> None:
        self.screen.print()
        if self.file is not None:
            self._advise(
                self.say("terminal.go_on"), f"play {self.match.game.name} --resume {shlex.quote(str(self.file))}"
            )

    def _advise(self, what: str, command: str) -> None:
        self.screen.print(Text.assemble(f"{what}: ", (f"{program()} {command}", "bold")), soft_wrap=True)


def _bot(match: Match, name: str, seat: int) -> Player:
    """A bot for a seat, whose choices follow from the seed, the seat and the moment it sits down."""
    return seat_bot(match.game, name, (number_of(match.seed) + seat * 7919 + match.ply * 104_729) % MOST_SEED)


def _flags(match: Match) -> str:
    """The flags that deal a match again."""
    flags = [f"--players {match.options['players']}", f"--seed {match.seed}"]
    usual = match.game.options(match.options["players"])
    flags += [flag_of(name, value) for name, value in match.options.items() if value != usual[name]]
    return " ".join(flags)


def flag_of(name: str, value: object) -> str:
    """An option with its value as it is written on the command line."""
    words = name.replace("_", "-")
    if isinstance(value, bool):
        return f"--{words}" if value else f"--no-{words}"
    return f"--{words} {value}"


def _complete_with(table: Table) -> None:
    """Let the tab key complete actions and commands, where the terminal has line editing."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return
    commands = [command.split()[0] for command in COMMANDS]

    def complete(text: str, number: int) -> str | None:
        fitting = [words for words in [*table.match.actions(), *commands] if words.startswith(text)]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
