"""People at one table, on a server that is killed: all see the same, and nothing that was granted is lost."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.server.audit import Books
from tests.server.houses import Services
from tests.server.running import Json, Running

DATABASE = "lantern.db"


@pytest.fixture
def lonely_house(tmp_path: Path) -> Iterator[Services]:
    """A server in a process of its own, to be killed."""
    database = f"sqlite:///{tmp_path / DATABASE}"
    with Services(database, log=tmp_path / "log", arguments=("--no-limits", "--thinkers", "0")) as house:
        yield house


class Company:
    """Ada and Ben, who came by her link, play HAN; others may look on."""

    def __init__(self, visit: Visit, house: Services | Running, onlookers: int = 0, introduced: bool = True) -> None:
        """Who is introduced said his name on an earlier visit; otherwise they do it now, and she invites him."""
        self.ada, self.ben = (visit(house, name=name if introduced else None) for name in ("Ada", "Ben"))
        self.onlookers = [visit(house) for _ in range(onlookers)]
        self.all = [self.ada, self.ben, *self.onlookers]
        self.answered: list[Request] = []
        """What was asked and answered; not what broke off in the middle of its answer."""
        for visitor in (self.ada, self.ben):
            visitor.page.on("requestfinished", self._note)
        link = self.ada.expect_friends("han", name="Ada") if introduced else self._invite()
        assert re.fullmatch(rf"{house.url}/table/[\w-]+#key=\S+", link)
        self.ben.open(link)
        for onlooker in self.onlookers:
            onlooker.open(link.split("#")[0])
        self.see(0)

    def _invite(self) -> str:
        """Ada makes a table by the start page; both say there who they are."""
        self.ada.introduce("Ada")
        self.ben.introduce("Ben")
        return self.ada.invite("han")

    def _note(self, request: Request) -> None:
        self.answered.append(request)

    def granted(self) -> Iterator[tuple[Json, Json]]:
        """The moves that somebody was told of: what was asked, and what was answered."""
        for request in self.answered:
            if request.url.endswith("/moves") and (answer := request.response()) and answer.ok:
                yield request.post_data_json or {}, answer.json()

    def see(self, ply: int) -> None:
        """All see so many moves, and are told the same of each, but for what one of them alone may know."""
        for visitor in self.all:
            visitor.page.wait_for_selector(".replay")
            expect(visitor.page.locator(".log li")).to_have_count(ply)
        stories = [visitor.story() for visitor in self.all]
        logs = [visitor.log() for visitor in self.all]
        for told, lines in zip(zip(*stories, strict=True), zip(*logs, strict=True), strict=True):
            assert len({str(entry["events"]) for entry in told}) == len(set(lines)), lines

    def mover(self) -> Visitor:
        """Who is to act: one of the two, and it says so to him alone."""
        waiting = [visitor for visitor in self.all if visitor.is_to_act]
        assert len(waiting) == 1
        assert waiting[0] not in self.onlookers
        return waiting[0]

    def move(self) -> Visitor:
        """Who is to act does something, and all see it."""
        mover = self.mover()
        ply = mover.wait_for_turn().ply
        mover.play_at_random(random.Random(ply), until=ply + 1)
        self.see(ply + 1)
        return mover


def test_two_people_and_a_spectator(visit: Visit, house: Running) -> None:
    """She invites him by the start page; they reload, undo, and lose their connection for a while."""
    company = Company(visit, house, onlookers=1, introduced=False)
    ben, (eve,) = company.ben, company.onlookers
    for visitor in company.all:
        expect(visitor.page.locator(".seats .name")).to_have_text(["Ada", "Ben"])
        expect(visitor.page.locator(".watching")).to_have_text("1 spectator")
    assert eve.look().can == []
    for _ in range(2):
        company.move()

    # A reload brings everything back.
    before = ben.log(), ben.sentence
    ben.page.reload()
    company.see(2)
    assert (ben.log(), ben.sentence) == before

    # Undo is seen by all.
    while True:
        mover = company.move()
        if mover.is_to_act and mover.can("ui.undo"):
            break
    ply = mover.look().ply
    mover.button("ui.undo")
    company.see(ply - 1)
    assert company.mover() is mover

    # Whoever has no connection for a while is told what happened meanwhile.
    other = next(visitor for visitor in (company.ada, company.ben) if visitor is not mover)
    other.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket connection to")
    other.context.set_offline(True)
    expect(other.page.locator(".status .offline")).to_be_visible()
    before_that = ply = mover.wait_for_turn().ply
    while mover.is_to_act:
        mover.play_at_random(random.Random(ply), until=ply + 1)
        ply = mover.look().ply
    assert other.look().ply == before_that < ply
    other.context.set_offline(False)
    expect(other.page.locator(".status .offline")).to_have_count(0)
    company.see(ply)
    assert company.mover() is other
    company.move()


def lost_request(house: Services, route: Route) -> None:
    """The server dies before it is asked."""
    house.kill9()
    route.continue_()


def lost_answer(house: Services, route: Route) -> None:
    """The server grants a move and dies before it says so."""
    assert route.fetch().ok
    house.kill9()
    route.abort("connectionreset")


def at_any_moment(house: Services, route: Route) -> None:
    """The server dies while it is asked."""
    route.continue_()
    house.kill9()


Kill = Callable[[Services, Route], None]


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param((lost_answer,), id="after"),
        pytest.param((lost_request, lost_answer), id="before and after", marks=pytest.mark.thorough),
        pytest.param((at_any_moment,) * 3, id="at any moment", marks=pytest.mark.thorough),
    ],
)
def test_the_server_is_killed_while_somebody_moves(
    visit: Visit, lonely_house: Services, tmp_path: Path, kills: tuple[Kill, ...]
) -> None:
    company = Company(visit, lonely_house)
    for visitor in company.all:
        visitor.forgive("ERR_", "WebSocket connection to")
        visitor.page.evaluate("window.neverReloaded = true")

    def accident(kill: Kill) -> Callable[[Route], None]:
        def happens(route: Route) -> None:
            kill(lonely_house, route)
            for visitor in company.all:
                expect(visitor.page.locator(".status .offline")).to_be_visible()
            lonely_house.start()

        return happens

    for kill in kills:
        company.mover().page.route("**/moves", accident(kill), times=1)
        company.move()
        for visitor in company.all:
            expect(visitor.page.locator(".status .offline")).to_have_count(0)
        company.move()
    assert len(lonely_house.leaders) == 1 + len(kills)

    entries = Books.of_sqlite(tmp_path / DATABASE).entries[company.ada.table]
    written = {entry["version"]: entry["move_id"] for entry in entries if entry["kind"] == "move"}
    assert len(written) == len(set(written.values())) == company.ada.look().ply
    granted = list(company.granted())
    assert granted
    for asked, answer in granted:
        assert written[answer["version"]] == asked["move_id"]
    for visitor in company.all:
        assert visitor.page.evaluate("window.neverReloaded")
