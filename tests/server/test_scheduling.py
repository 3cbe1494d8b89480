"""Who thinks next: people take turns, whatever one of them orders, and bots among themselves come last."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from lantern.server.bots import workers
from lantern.server.bots.fair_queue import MOVES, REVIEWS, SUGGESTIONS, Claim, Leave, Scheduler, Ticket
from lantern.server.bots.workers import USUAL_S, Worker, Workers


def watched() -> bool:
    return True


def unwatched() -> bool:
    return False


def served(scheduler: Scheduler, most: int = 100) -> list[str]:
    """The tables in the order in which they are served, one after the other."""
    order: list[str] = []
    while len(order) < most and (ticket := scheduler.next()) is not None:
        order.append(ticket.claim.table)
        scheduler.end(ticket)
    return order


def asked(*claims: Claim, places: int = 1) -> Scheduler:
    scheduler = Scheduler(places)
    for claim in claims:
        scheduler.add(claim)
    return scheduler


def test_people_take_turns_however_many_tables_one_has() -> None:
    ten = [Claim("eve", f"eve {number}") for number in range(10)]
    scheduler = asked(*ten, Claim("ada", "ada"), Claim("bob", "bob"))
    assert served(scheduler, 4) == ["eve 0", "ada", "bob", "eve 1"]
    scheduler.add(Claim("ada", "ada"))
    assert served(scheduler, 3) == ["eve 2", "ada", "eve 3"]


def test_who_has_had_a_turn_comes_after_whoever_came_meanwhile() -> None:
    scheduler = asked(Claim("eve", "eve 1"))
    running = scheduler.next()
    assert running is not None
    for claim in (Claim("eve", "eve 2"), Claim("ada", "ada")):
        scheduler.add(claim)
    scheduler.end(running)
    assert served(scheduler) == ["ada", "eve 2"]


def test_who_has_a_place_comes_after_whoever_has_none() -> None:
    scheduler = asked(*(Claim("eve", f"eve {number}") for number in range(3)), Claim("ada", "ada"), places=3)
    assert [ticket.claim.table for ticket in (scheduler.next(), scheduler.next()) if ticket] == ["eve 0", "ada"]


def test_newcomers_do_not_go_before_somebody_who_waits() -> None:
    scheduler = asked(Claim("ada", "ada 1"), Claim("ada", "ada 2"))
    assert served(scheduler, 1) == ["ada 1"]
    for number in range(5):
        scheduler.add(Claim(f"new {number}", f"new {number}"))
    assert served(scheduler, 2) == ["ada 2", "new 0"]


def test_tables_of_one_person_take_turns() -> None:
    scheduler = asked(Claim("eve", "a"), Claim("eve", "b"), Claim("eve", "c"))
    order: list[str] = []
    for _ in range(7):
        ticket = scheduler.next()
        assert ticket is not None
        order.append(ticket.claim.table)
        scheduler.end(ticket)
        scheduler.add(ticket.claim)
    assert order == ["a", "b", "c", "a", "b", "c", "a"]


def test_of_one_person_moves_go_before_suggestions_and_these_before_reviews() -> None:
    scheduler = asked(
        Claim("ada", "review", REVIEWS),
        Claim("ada", "suggestion", SUGGESTIONS),
        Claim("ada", "a"),
        Claim("ada", "b", MOVES),
    )
    assert served(scheduler) == ["a", "b", "suggestion", "review"]


def test_reviews_of_one_are_no_worse_off_than_moves_of_another() -> None:
    ten = [Claim("eve", f"eve {number}") for number in range(10)]
    assert served(asked(*ten, Claim("ada", "review", REVIEWS)), 2) == ["eve 0", "review"]


def test_bots_among_themselves_come_last_whoever_came_first() -> None:
    scheduler = asked(
        Claim("eve", "bots", watched=watched), Claim("eve", "review", REVIEWS), Claim("ada", "ada"), Claim("ada", "b")
    )
    assert served(scheduler) == ["review", "ada", "b", "bots"]


def test_bots_among_themselves_do_not_think_unwatched() -> None:
    scheduler = asked(Claim("eve", "seen", watched=watched), Claim("eve", "unseen", watched=unwatched))
    assert served(scheduler) == ["seen"]
    assert [ticket.claim.table for ticket in scheduler.unwatched()] == ["unseen"]
    assert not scheduler.unwatched()


def test_one_thought_at_a_time_of_somebodys_bots_among_themselves() -> None:
    ten = [Claim("eve", f"eve {number}", watched=watched) for number in range(10)]
    scheduler = asked(*ten, Claim("bob", "bob", watched=watched), places=4)
    running = [scheduler.next() for _ in range(3)]
    assert [ticket and ticket.claim.table for ticket in running] == ["eve 0", "bob", None]


def test_one_place_of_several_is_left_to_others() -> None:
    scheduler = asked(*(Claim("eve", f"eve {number}") for number in range(10)), places=3)
    assert [scheduler.next() is not None for _ in range(3)] == [True, True, False]
    scheduler.add(Claim("ada", "ada"))
    ticket = scheduler.next()
    assert ticket is not None
    assert ticket.claim.person == "ada"


def leave(running: Claim, *waiting: Claim) -> Leave:
    scheduler = asked(running)
    ticket = scheduler.next()
    assert ticket is not None
    for claim in waiting:
        scheduler.add(claim)
    return scheduler.leave_of(ticket)


def test_a_thought_goes_on_for_as_long_as_nobody_else_waits() -> None:
    eve, ada = Claim("eve", "eve"), Claim("ada", "ada")
    assert leave(eve) == Leave.FULL
    assert leave(eve, Claim("eve", "another")) == Leave.FULL
    assert leave(eve, ada) == Leave.USUAL
    assert leave(eve, Claim("ada", "review", REVIEWS)) == Leave.USUAL


def test_nobody_has_less_time_because_bots_are_among_themselves() -> None:
    assert leave(Claim("eve", "eve"), Claim("ada", "bots", watched=watched)) == Leave.FULL


def test_bots_among_themselves_give_way_at_once_to_a_person_and_in_time_to_their_like() -> None:
    bots = Claim("eve", "bots", watched=watched)
    assert leave(bots) == Leave.FULL
    assert leave(bots, Claim("eve", "eve")) == Leave.NONE
    assert leave(bots, Claim("ada", "ada", SUGGESTIONS)) == Leave.NONE
    assert leave(bots, Claim("ada", "bots too", watched=watched)) == Leave.USUAL
    assert leave(bots, Claim("ada", "bots unseen", watched=unwatched)) == Leave.FULL


def test_who_can_not_begin_anyway_presses_nobody() -> None:
    """Eve has her share already: for her second request nobody has to hurry."""
    scheduler = asked(Claim("eve", "eve 1"), Claim("ada", "ada"), places=2)
    running = [scheduler.next(), scheduler.next()]
    scheduler.add(Claim("eve", "eve 2"))
    assert [ticket and scheduler.leave_of(ticket) for ticket in running] == [Leave.FULL, Leave.FULL]


def test_nothing_is_remembered_of_those_who_have_gone() -> None:
    scheduler = asked(*(Claim(f"guest {number}") for number in range(50)))
    served(scheduler)
    scheduler.withdraw(scheduler.add(Claim("ada")))
    assert vars(scheduler)["_ended"] == {}
    assert vars(scheduler)["_waiting"] == vars(scheduler)["_running"] == []


class Office(RuleBasedStateMachine):
    """People come, are served, lose patience and are watched, in any order; the rules hold at every service."""

    def __init__(self) -> None:
        super().__init__()
        self.places = 1
        self.scheduler = Scheduler(1)
        self.waiting: list[Ticket] = []
        self.running: list[Ticket] = []
        self.seen: dict[str, bool] = {}
        self.overtaken: dict[str, Counter[str]] = {}
        """[person who waits] how often others were served since he began to wait or was served himself."""

    @precondition(lambda self: not self.waiting and not self.running)
    @rule(places=st.integers(1, 3))
    def open(self, places: int) -> None:
        self.places, self.scheduler = places, Scheduler(places)

    @rule(
        person=st.sampled_from("abcd"),
        table=st.sampled_from("123"),
        rank=st.sampled_from([MOVES, SUGGESTIONS, REVIEWS]),
    )
    def come(self, person: str, table: str, rank: int) -> None:
        self._come(Claim(person, person + table, rank))

    @rule(person=st.sampled_from("abcd"), table=st.sampled_from("123"))
    def come_with_bots(self, person: str, table: str) -> None:
        name = f"{person} bots {table}"
        self._come(Claim(person, name, MOVES, lambda: self.seen.get(name, False)))

    def _come(self, claim: Claim) -> None:
        self.waiting.append(self.scheduler.add(claim))
        if not claim.bots_alone:
            self.overtaken.setdefault(claim.person, Counter())

    @rule(person=st.sampled_from("abcd"), table=st.sampled_from("123"), seen=st.booleans())
    def watch(self, person: str, table: str, seen: bool) -> None:
        self.seen[f"{person} bots {table}"] = seen

    @precondition(lambda self: self.waiting)
    @rule(data=st.data())
    def lose_patience(self, data: Any) -> None:
        ticket = data.draw(st.sampled_from(self.waiting))
        self.scheduler.withdraw(ticket)
        self.waiting.remove(ticket)
        if not ticket.claim.bots_alone and ticket.claim.person in self.overtaken:
            self.overtaken[ticket.claim.person].clear()  # what he still waits for may have come later
        self._forget(ticket.claim.person)

    @precondition(lambda self: self.running)
    @rule(data=st.data())
    def finish(self, data: Any) -> None:
        ticket = data.draw(st.sampled_from(self.running))
        self.scheduler.end(ticket)
        self.running.remove(ticket)

    @rule()
    def serve(self) -> None:
        ticket = self.scheduler.next()
        if ticket is None:
            self.nobody_could_begin()
            return
        self.waiting.remove(ticket)
        self.running.append(ticket)
        self.check(ticket.claim)

    def check(self, claim: Claim) -> None:
        """Whoever was chosen had to be."""
        people = {ticket.claim.person for ticket in self.waiting if not ticket.claim.bots_alone}
        if claim.watched is not None:
            assert claim.watched(), "bots among themselves are watched"
            assert all(self.places_of(person) >= self.share for person in people), "and go last"
            return
        for person in people - {claim.person}:
            if self.places_of(person):
                self.overtaken[person].clear()
            self.overtaken[person][claim.person] += not self.places_of(person)
            assert self.overtaken[person][claim.person] <= 1, "nobody is served twice while another has nothing"
        self.overtaken[claim.person] = Counter()
        self._forget(claim.person)

    @property
    def share(self) -> int:
        """How many places one person may have."""
        return max(1, self.places - 1)

    def places_of(self, person: str) -> int:
        return sum(ticket.claim.person == person and not ticket.claim.bots_alone for ticket in self.running)

    def nobody_could_begin(self) -> None:
        """Places stay free only if all who wait have their share, or are bots that nobody watches or wants more of."""
        if len(self.running) < self.places:
            for ticket in self.waiting:
                claim = ticket.claim
                if claim.watched is None:
                    assert self.places_of(claim.person) >= self.share
                elif claim.watched():
                    alone = [other.claim for other in self.running if other.claim.bots_alone]
                    assert claim.person in {other.person for other in alone}

    def _forget(self, person: str) -> None:
        if all(ticket.claim.person != person or ticket.claim.bots_alone for ticket in self.waiting):
            self.overtaken.pop(person, None)

    @invariant()
    def no_place_is_given_twice(self) -> None:
        assert len(self.running) <= self.places
        assert set(self.scheduler.running) == set(self.running)


TestOffice = Office.TestCase
TestOffice.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


class Instant(Worker):
    """Answers at once until when it may think."""

    def begin(self, job: Callable[..., Any], arguments: tuple[object, ...]) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        future.set_result(self.until.value)
        return future


def test_the_usual_time_counts_from_every_question() -> None:
    worker = Instant()
    worker.grant(Leave.USUAL)
    for _ in range(2):
        before = time.monotonic()
        until = asyncio.run(worker.ask(60, lambda: 0.0))
        assert before + USUAL_S <= until <= time.monotonic() + USUAL_S


async def work(office: Workers, claim: Claim) -> str:
    async with office.one("a bot", claim):
        return claim.person


@pytest.mark.parametrize("is_chosen", [False, True])
def test_who_gives_up_waiting_is_in_nobodys_way(is_chosen: bool) -> None:
    """Neither where he waits nor where a place has just been given to him."""

    async def test() -> None:
        office = Workers(0)
        async with asyncio.timeout(60):
            async with office.one("a bot", Claim("ada")):
                bob, eve = (asyncio.create_task(work(office, Claim(person))) for person in ("bob", "eve"))
                await asyncio.sleep(0)
                if not is_chosen:
                    bob.cancel()
                    await asyncio.sleep(0)
            bob.cancel()
            with pytest.raises(asyncio.CancelledError):
                await bob
            assert await eve == "eve"
        assert not vars(office)["_scheduler"].running

    asyncio.run(test())


class Noted(Worker):
    """Only notes how it is to be."""

    def __init__(self, threads: int, nice: int, hurries: bool) -> None:
        super().__init__()
        self.hurries = hurries


@pytest.mark.parametrize("server", [False, True])
@pytest.mark.parametrize("said", [None, False, True])
def test_workers_are_in_a_hurry_if_their_server_is_or_as_it_is_said(
    server: bool, said: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "is_hurried", lambda: server)
    monkeypatch.setattr(workers, "Process", Noted)
    [worker] = vars(Workers(1, hurried=said))["_idle"]
    assert worker.hurries == (server if said is None else said)
