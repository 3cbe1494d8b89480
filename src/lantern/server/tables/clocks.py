"""The clocks of a table: a bank for the whole match with an increment a turn, or a time for each turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from lantern.kernel.contract import Json

BANK, TURN = "bank", "turn"
NOTHING = "nothing"


@dataclass
class Clocks:
    """What time each seat has left, in milliseconds. It is told of every change and never looks at a clock itself."""

    kind: str
    first: int
    """What a seat has at the start of the match (bank) or of each turn (turn)."""
    increment: int
    grace: int
    """How long nothing happens after zero."""
    at_zero: str
    """What happens then: "bot" takes over, "abandon" ends the match, "nothing"."""
    left: dict[int, int] = field(default_factory=dict)
    """[seat] the time left."""
    running: int | None = None
    """The seat whose clock runs."""
    since: int = 0
    """The moment from which it runs."""
    paused_until: int = 0
    """The end of the last spell that was left out."""

    @classmethod
    def set_to(cls, setting: Json, seats: int) -> Clocks:
        """Clocks as a table was set up with."""
        first = setting["bank_s"] if setting["kind"] == BANK else setting["turn_s"]
        increment = setting["increment_s"] if setting["kind"] == BANK else 0
        left = dict.fromkeys(range(1, seats + 1), first * 1000)
        return cls(setting["kind"], first * 1000, increment * 1000, setting["grace_s"] * 1000, setting["at_zero"], left)

    def turn_to(self, seat: int | None, at: int, played: bool) -> None:
        """From now on this seat's clock runs, or none; after a move, or because somebody came or went."""
        if seat == self.running:
            return
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - (at - self.since))
        if played:
            self._renew(self.running, seat)
        self.running, self.since = seat, at

    def _renew(self, played: int | None, next_seat: int | None) -> None:
        """Who has played gets the increment; of a time for every turn all of it is there again, also for the next."""
        for seat in {played, next_seat} - {None}:
            if self.kind == TURN:
                self.left[seat or 0] = self.first
            elif seat == played:
                self.left[seat or 0] += self.increment

    def pause(self, down_since: int, spell: int) -> None:
        """Leave a spell in which no server ran out of account; of it, what fell into the running turn, and once."""
        ended = down_since + spell
        self.since += max(0, ended - max(self.since, down_since, self.paused_until))
        self.paused_until = ended

    def give_grace(self, seat: int) -> None:
        """Who comes back to the table has at least the grace period."""
        self.left[seat] = max(self.left[seat], self.grace)

    @property
    def deadline(self) -> int | None:
        """The moment at which something happens by itself."""
        if self.running is None or self.at_zero == NOTHING:
            return None
        return self.since + self.left[self.running] + self.grace

    def shown(self) -> Json:
        """For the people at the table: what is left when the clock began to run, and since when it runs."""
        return {
            "kind": self.kind,
            "increment_ms": self.increment,
            "grace_ms": self.grace,
            "at_zero": self.at_zero,
            "left_ms": [self.left[seat] for seat in sorted(self.left)],
            "running": self.running,
            "since": self.since if self.running is not None else None,
            "deadline": self.deadline,
        }
