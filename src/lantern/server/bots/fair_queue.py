"""Who thinks next: people take turns, and bots among themselves come last, only while somebody watches.

What is asked for has a claim: in whose name, at which table, and how urgent it is. A scheduler knows the claims that
wait for a place and those that have one; it runs nothing and reads no clock.

1. What a person waits for goes before bots among themselves.
2. People take turns: next is whoever has the fewest places, and of these whoever has waited longest since he came or
   since a thought of his ended. So all tables of one person share one turn, and a hundred thoughts that he has ordered
   hold others up no longer than one.
3. Of one person, moves go before suggestions and these before reviews; then first come, first served. A table asks for
   one thought at a time, so tables take turns as well.
4. A person leaves one place of several to others, and of his bots among themselves only one thinks at a time.
5. Whoever has a place keeps it for as long as he likes while nobody else waits; then for the usual time. Bots among
   themselves give theirs up at once when a person waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import count

MOVES, SUGGESTIONS, REVIEWS = range(3)
"""How urgent a claim is among those of one person: the lower, the sooner."""


@dataclass(frozen=True)
class Claim:
    """In whose name a thought is asked for."""

    person: str
    """The guest: the host of the table at which a bot is to move, or whoever asked for a suggestion or a review."""
    table: str = ""
    rank: int = MOVES
    watched: Callable[[], bool] | None = None
    """Whether somebody watches, at a table where bots are among themselves; None where a person waits."""

    @property
    def bots_alone(self) -> bool:
        """Whether bots are among themselves."""
        return self.watched is not None


class Leave(Enum):
    """How long a thought may go on."""

    FULL = "as long as was asked for"
    USUAL = "the usual time"
    NONE = "no longer: it is put off"


@dataclass(frozen=True, eq=False)
class Ticket:
    """A claim that has come."""

    claim: Claim
    came: int
    """When, by the scheduler's count of all that happens."""


class Scheduler:
    """Those who wait for a place and those who have one."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._most = max(1, places - 1)
        self._waiting: list[Ticket] = []
        self._running: list[Ticket] = []
        self._ended: dict[tuple[str, bool], int] = {}
        """[person who waits, with bots alone] when he last gave up a place."""
        self._count = count(1)

    @property
    def running(self) -> tuple[Ticket, ...]:
        """Those who have a place."""
        return tuple(self._running)

    @property
    def waiting(self) -> tuple[Ticket, ...]:
        """Those who wait for one."""
        return tuple(self._waiting)

    def add(self, claim: Claim) -> Ticket:
        """Somebody comes."""
        ticket = Ticket(claim, next(self._count))
        self._waiting.append(ticket)
        return ticket

    def withdraw(self, ticket: Ticket) -> None:
        """Somebody waits no longer."""
        self._waiting.remove(ticket)
        self._forget(ticket.claim)

    def unwatched(self) -> list[Ticket]:
        """Those who wait at tables of bots among themselves that nobody watches any more; they are sent away."""
        gone = [ticket for ticket in self._waiting if ticket.claim.watched is not None and not ticket.claim.watched()]
        for ticket in gone:
            self.withdraw(ticket)
        return gone

    def next(self) -> Ticket | None:
        """Give a place to whoever is next; None if nobody is, or no place is free."""
        if len(self._running) >= self._places:
            return None
        able = [ticket for ticket in self._waiting if self._may_begin(ticket.claim)]
        first = [ticket for ticket in able if not ticket.claim.bots_alone] or able
        if not first:
            return None
        person = min(first, key=self._precedence).claim.person
        chosen = min(
            (ticket for ticket in first if ticket.claim.person == person),
            key=lambda ticket: (ticket.claim.rank, ticket.came),
        )
        self._waiting.remove(chosen)
        self._running.append(chosen)
        self._forget(chosen.claim)
        return chosen

    def end(self, ticket: Ticket) -> None:
        """A place is free again."""
        self._running.remove(ticket)
        self._ended[ticket.claim.person, ticket.claim.bots_alone] = next(self._count)
        self._forget(ticket.claim)

    def leave_of(self, ticket: Ticket) -> Leave:
        """How long somebody who has a place may keep it, as things stand."""
        claim = ticket.claim
        others = [other.claim for other in self._waiting if self._may_begin(other.claim)]
        if claim.bots_alone and any(not other.bots_alone for other in others):
            return Leave.NONE
        if any(other.person != claim.person and other.bots_alone == claim.bots_alone for other in others):
            return Leave.USUAL
        return Leave.FULL

    def _precedence(self, ticket: Ticket) -> tuple[int, int]:
        """How many places a person has, and since when he waits for another: the lower, the sooner."""
        whose = ticket.claim.person, ticket.claim.bots_alone
        return self._places_of(*whose), max(ticket.came, self._ended.get(whose, 0))

    def _may_begin(self, claim: Claim) -> bool:
        if claim.watched is not None and not claim.watched():
            return False
        return self._places_of(claim.person, claim.bots_alone) < (1 if claim.bots_alone else self._most)

    def _places_of(self, person: str, bots_alone: bool) -> int:
        """How many places a person has for what he waits for himself, or for bots among themselves."""
        return sum(_is(ticket, person, bots_alone) for ticket in self._running)

    def _forget(self, claim: Claim) -> None:
        """Of those who don't wait nothing need be known: they will come later than anything that happened."""
        if not any(_is(ticket, claim.person, claim.bots_alone) for ticket in self._waiting):
            self._ended.pop((claim.person, claim.bots_alone), None)


def _is(ticket: Ticket, person: str, bots_alone: bool) -> bool:
    return ticket.claim.person == person and ticket.claim.bots_alone == bots_alone
